//! Running text: runs of letters, emphasis, code and links to one line of Markdown that reads as just
//! these words. Escapes are as few as CommonMark allows: what is quoted and searched is this text.

/// A kind of emphasis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    Emphasis,
    Strong,
    Struck,
}

impl Mark {
    fn sign(self) -> &'static str {
        match self {
            Self::Emphasis => "*",
            Self::Strong => "**",
            Self::Struck => "~~",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
enum Piece {
    Text(String),
    /// Markdown already.
    Raw(String),
    Open(Mark),
    Close(Mark),
    LinkStart,
    LinkEnd(String),
    Break,
}

/// Where the line will stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// A paragraph, whose breaks are line ends.
    Paragraph,
    /// A heading or a table cell, whose breaks are spaces.
    Line,
}

/// A line being put together.
#[derive(Debug, Default)]
pub(super) struct Inline {
    pieces: Vec<Piece>,
    space: bool,
    marks: Vec<Mark>,
}

impl Inline {
    /// Letters as they stand in the page; white space counts once.
    pub(super) fn text(&mut self, letters: &str) {
        let mut parts = letters.split(is_space).peekable();
        while let Some(part) = parts.next() {
            let mut part = part.chars().filter(|c| !language::is_break_hint(*c)).peekable();
            if part.peek().is_some() {
                self.flush_space();
                match self.pieces.last_mut() {
                    Some(Piece::Text(text)) => text.extend(part),
                    _ => self.pieces.push(Piece::Text(part.collect())),
                }
            }
            if parts.peek().is_some() {
                self.space = true;
            }
        }
    }

    /// Code; runs of white space count once.
    pub(super) fn code(&mut self, code: &str) {
        let words = code.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.is_empty() {
            self.space |= !code.is_empty();
            return;
        }
        if code.starts_with(is_space) {
            self.space = true;
        }
        let fence = "`".repeat(longest_run(&words, '`') + 1);
        let pad = if words.starts_with('`') || words.ends_with('`') { " " } else { "" };
        self.raw(format!("{fence}{pad}{words}{pad}{fence}"));
        self.space = code.ends_with(is_space);
    }

    /// Something that is Markdown already.
    pub(super) fn raw(&mut self, markdown: String) {
        self.flush_space();
        self.pieces.push(Piece::Raw(markdown));
    }

    /// Opens emphasis; `false` where it is open already.
    pub(super) fn open(&mut self, mark: Mark) -> bool {
        if self.marks.contains(&mark) {
            return false;
        }
        self.flush_space();
        self.marks.push(mark);
        self.pieces.push(Piece::Open(mark));
        true
    }

    /// Closes the emphasis opened last.
    pub(super) fn close(&mut self) {
        let Some(mark) = self.marks.pop() else { return };
        match self.pieces.last() {
            Some(Piece::Open(last)) if *last == mark => drop(self.pieces.pop()),
            _ => self.pieces.push(Piece::Close(mark)),
        }
    }

    /// Begins a link.
    pub(super) fn link_start(&mut self) {
        self.flush_space();
        self.pieces.push(Piece::LinkStart);
    }

    /// Ends it.
    pub(super) fn link_end(&mut self, target: String) {
        match self.pieces.last() {
            Some(Piece::LinkStart) => drop(self.pieces.pop()),
            _ => self.pieces.push(Piece::LinkEnd(target)),
        }
    }

    /// A line break.
    pub(super) fn line_break(&mut self) {
        self.space = false;
        self.pieces.push(Piece::Break);
    }

    /// The last letter so far.
    pub(super) fn last_letter(&self) -> Option<char> {
        match self.pieces.last() {
            Some(Piece::Text(text)) if !self.space => text.chars().next_back(),
            _ => None,
        }
    }

    /// Writes the white space that is due: outside of marks that have just been opened.
    fn flush_space(&mut self) {
        if !std::mem::take(&mut self.space) || !self.has_words_on_line() {
            return;
        }
        let opening = |piece: &&Piece| matches!(piece, Piece::Open(_) | Piece::LinkStart);
        let opened = self.pieces.iter().rev().take_while(opening).count();
        let at = self.pieces.len() - opened;
        match at.checked_sub(1).and_then(|at| self.pieces.get_mut(at)) {
            Some(Piece::Text(text)) if text.ends_with(' ') => {}
            Some(Piece::Text(text)) => text.push(' '),
            _ => self.pieces.insert(at, Piece::Text(" ".to_owned())),
        }
    }

    fn has_words_on_line(&self) -> bool {
        let line = self.pieces.iter().rev().take_while(|piece| **piece != Piece::Break);
        line.into_iter().any(|piece| matches!(piece, Piece::Text(_) | Piece::Raw(_)))
    }

    /// The paragraphs that it makes: two breaks in a row part them.
    pub(super) fn paragraphs(self) -> Vec<String> {
        let mut found = Vec::new();
        let mut open = Vec::new();
        let mut breaks = 0;
        for piece in self.pieces {
            if piece == Piece::Break {
                breaks += 1;
                continue;
            }
            let is_closing = matches!(piece, Piece::Close(_) | Piece::LinkEnd(_));
            if breaks > 1 && !is_closing {
                found.push(std::mem::take(&mut open));
            } else if breaks > 0 && !open.is_empty() && !is_closing {
                open.push(Piece::Break);
            }
            if !is_closing {
                breaks = 0;
            }
            open.push(piece);
        }
        found.push(open);
        let lines =
            found.iter().map(|pieces| escape_line_starts(&rendered(pieces, Place::Paragraph)));
        lines.filter(|line| !line.trim().is_empty()).collect()
    }

    /// All of it on one line, without an end that a heading would swallow.
    pub(super) fn line(self) -> String {
        rendered(&self.pieces, Place::Line).trim().to_owned()
    }
}

fn is_space(letter: char) -> bool {
    letter.is_whitespace() || letter.is_control()
}

/// How many of `letter` follow each other at most.
pub(super) fn longest_run(text: &str, letter: char) -> usize {
    text.split(|c| c != letter).map(str::len).max().unwrap_or(0)
}

fn rendered(pieces: &[Piece], place: Place) -> String {
    let stands = sound_pieces(pieces);
    let mut out = String::new();
    let in_link = links(pieces);
    for (at, piece) in pieces.iter().enumerate() {
        if stands.get(at) != Some(&true) {
            continue;
        }
        match piece {
            Piece::Text(text) => {
                let before = out.chars().next_back();
                let after = pieces.get(at + 1).and_then(first_letter);
                let linked = in_link.get(at) == Some(&true);
                escape_into(text, before, after, linked, &mut out);
            }
            Piece::Raw(raw) => out.push_str(raw),
            Piece::Open(mark) | Piece::Close(mark) => out.push_str(mark.sign()),
            Piece::LinkStart => out.push('['),
            Piece::LinkEnd(target) => {
                out.push_str("](");
                out.push_str(target);
                out.push(')');
            }
            Piece::Break => {
                let words = out.trim_end_matches(' ').len();
                out.truncate(words);
                out.push_str(if place == Place::Paragraph { "  \n" } else { " " });
            }
        }
    }
    out
}

fn first_letter(piece: &Piece) -> Option<char> {
    match piece {
        Piece::Text(text) | Piece::Raw(text) => text.chars().next(),
        Piece::LinkStart => Some('['),
        Piece::LinkEnd(_) => Some(']'),
        _ => None,
    }
}

/// Which texts stand in a link.
fn links(pieces: &[Piece]) -> Vec<bool> {
    let mut is_open = false;
    let mark = |piece: &Piece| {
        match piece {
            Piece::LinkStart => is_open = true,
            Piece::LinkEnd(_) => is_open = false,
            _ => {}
        }
        is_open
    };
    pieces.iter().map(mark).collect()
}

/// Which pieces stand: a link or emphasis that is cut in two by a paragraph's end does not, and
/// neither does emphasis that CommonMark would not see as such where it stands.
fn sound_pieces(pieces: &[Piece]) -> Vec<bool> {
    let mut stands: Vec<bool> =
        pieces.iter().map(|p| matches!(p, Piece::Text(_) | Piece::Raw(_) | Piece::Break)).collect();
    let mut open: Vec<usize> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match piece {
            Piece::Open(_) | Piece::LinkStart => open.push(at),
            Piece::Close(_) | Piece::LinkEnd(_) => {
                let Some(start) = open.pop() else { continue };
                let pair = (pieces.get(start), pieces.get(at));
                let fits = match pair {
                    (Some(Piece::LinkStart), Some(Piece::LinkEnd(_))) => true,
                    (Some(Piece::Open(a)), Some(Piece::Close(b))) if a == b => {
                        can_open(pieces, start) && can_close(pieces, at)
                    }
                    _ => false,
                };
                for at in [start, at] {
                    if let Some(stand) = stands.get_mut(at) {
                        *stand = fits;
                    }
                }
            }
            _ => {}
        }
    }
    stands
}

/// Left-flanking, and not beside another sign, where runs of signs would be read differently.
fn can_open(pieces: &[Piece], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| pieces.get(at));
    let next = pieces.get(at + 1).and_then(first_letter);
    let Some(next) = next.filter(|next| !next.is_whitespace()) else { return false };
    let parted = match before {
        None | Some(Piece::Break | Piece::LinkStart) => true,
        Some(piece) => {
            last_letter(piece).is_some_and(|c| c.is_whitespace() || !c.is_alphanumeric())
        }
    };
    !matches!(before, Some(Piece::Open(_) | Piece::Close(_))) && (next.is_alphanumeric() || parted)
}

/// Right-flanking, likewise.
fn can_close(pieces: &[Piece], at: usize) -> bool {
    let last = at.checked_sub(1).and_then(|at| pieces.get(at)).and_then(last_letter);
    let Some(last) = last.filter(|last| !last.is_whitespace()) else { return false };
    let parted = match pieces.get(at + 1) {
        None | Some(Piece::Break | Piece::LinkEnd(_)) => true,
        Some(piece) => first_letter(piece).is_some_and(|c| !c.is_alphanumeric()),
    };
    !matches!(pieces.get(at + 1), Some(Piece::Open(_) | Piece::Close(_)))
        && (last.is_alphanumeric() || parted)
}

fn last_letter(piece: &Piece) -> Option<char> {
    match piece {
        Piece::Text(text) | Piece::Raw(text) => text.chars().next_back(),
        Piece::LinkStart => Some('['),
        Piece::LinkEnd(_) => Some(')'),
        _ => None,
    }
}

/// Appends letters so that none of them is read as markup. `before` and `after` are the letters
/// beside them, `linked` says that they stand between a link's brackets.
fn escape_into(
    text: &str,
    before: Option<char>,
    after: Option<char>,
    linked: bool,
    out: &mut String,
) {
    let mut before = before;
    for (at, letter) in text.char_indices() {
        let rest = text.get(at + letter.len_utf8()..).unwrap_or_default();
        let next = rest.chars().next().or(after);
        let is = |letter: Option<char>, what: fn(char) -> bool| letter.is_some_and(what);
        let escapes = match letter {
            '\\' => next.is_none() || is(next, |c| c.is_ascii_punctuation() || c == '\n'),
            '`' | '~' => true,
            '*' => !(is(before, char::is_whitespace) && is(next, char::is_whitespace)),
            // within a word it is no emphasis: identifiers stay as they are
            '_' => !(is(before, char::is_alphanumeric) && is(next, char::is_alphanumeric)),
            '[' => linked || next == Some('^') || before == Some('!'),
            ']' => linked || matches!(next, Some('(' | ':')),
            '<' => is(next, |c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => is_entity(rest),
            _ => false,
        };
        if escapes {
            out.push('\\');
        }
        out.push(letter);
        before = Some(letter);
    }
}

/// Whether an entity's name and semicolon follow.
fn is_entity(rest: &str) -> bool {
    let name = rest.strip_prefix('#').unwrap_or(rest);
    let end = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
    (1..=32).contains(&end) && name.get(end..).is_some_and(|after| after.starts_with(';'))
}

/// Escapes what would make a heading, list, quotation or the like of a line of words.
fn escape_line_starts(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            out.push('\n');
        }
        match line_start_sign(line) {
            Some(sign) => {
                out.push_str(line.get(..sign).unwrap_or_default());
                out.push('\\');
                out.push_str(line.get(sign..).unwrap_or_default());
            }
            None => out.push_str(line),
        }
    }
    out
}

/// Where the sign stands that makes something else of the line.
fn line_start_sign(line: &str) -> Option<usize> {
    let mut letters = line.chars();
    let first = letters.next()?;
    let second = letters.next();
    let parted = second.is_none_or(|c| c == ' ');
    let hashes = line.trim_start_matches('#');
    let of_signs = |signs: &str| line.trim_end().chars().all(|c| signs.contains(c));
    match first {
        '#' => (line.len() - hashes.len() <= 6 && (hashes.is_empty() || hashes.starts_with(' ')))
            .then_some(0),
        '>' => Some(0),
        '-' | '+' | '*' | ':' if parted => Some(0),
        '=' | '-' | '|' if of_signs("=-|: ") => Some(0),
        '|' => Some(0),
        '0'..='9' => {
            let digits = line.find(|c: char| !c.is_ascii_digit())?;
            let after = line.get(digits..)?;
            let numbered = after.starts_with(['.', ')'])
                && after.get(1..).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
            (numbered && digits <= 9).then_some(digits)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(build: impl Fn(&mut Inline), expected: &str) {
        let mut inline = Inline::default();
        build(&mut inline);
        assert_eq!(inline.paragraphs().join("¶"), expected);
    }

    #[test]
    fn words_are_escaped_no_more_than_needed() {
        for (words, expected) in [
            (" a  b\n c ", "a b c"),
            ("snake_case 2 * 3 C:\\dir", "snake_case 2 * 3 C:\\dir"),
            ("_x_ *y* `z` \\*", "\\_x\\_ \\*y\\* \\`z\\` \\\\\\*"),
            ("[12] [a](b) [^1]", "[12] [a\\](b) \\[^1]"),
            ("a<b> R&D &amp; 1 < 2", "a\\<b> R&D \\&amp; 1 < 2"),
            ("# x", "\\# x"),
            ("1. x", "1\\. x"),
            ("- x", "\\- x"),
            ("1.5 x", "1.5 x"),
            (": x", "\\: x"),
            ("| a", "\\| a"),
            ("co\u{ad}op", "coop"),
        ] {
            check(|inline| inline.text(words), expected);
        }
    }

    #[test]
    fn emphasis_stands_where_it_is_read_as_such() {
        let bold = |before: &'static str, words: &'static str, after: &'static str| {
            move |inline: &mut Inline| {
                inline.text(before);
                inline.open(Mark::Strong);
                inline.text(words);
                inline.close();
                inline.text(after);
            }
        };
        check(bold("a ", " b ", "c"), "a **b** c");
        check(bold("", "b:", "c"), "b:c");
        check(bold("x", "y", "z"), "x**y**z");
        check(bold("a", "", "c"), "ac");
    }

    #[test]
    fn links_code_and_breaks() {
        check(
            |inline| {
                inline.text("see ");
                inline.link_start();
                inline.text("a[1]");
                inline.link_end("http://t".to_owned());
                inline.code(" a`b ");
                inline.text("end");
                inline.line_break();
                inline.text("- next");
                inline.line_break();
                inline.line_break();
                inline.text("new");
            },
            "see [a\\[1\\]](http://t) ``a`b`` end  \n\\- next¶new",
        );
    }
}
