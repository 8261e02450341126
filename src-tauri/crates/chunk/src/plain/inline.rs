//! What stands within lines of Markdown: emphasis, links, code, escapes, entities, tags. Each pair of
//! marks is found with a stack, so that time is linear; what has no partner is a letter.

use std::ops::Range;

/// Bytes that all attempts to read what turns out to be no link may take together, for each byte.
const ATTEMPTS: usize = 4;

/// Backticks in a run at most that a partner is looked for.
const TICKS: usize = 32;

/// Elements that are markup; `Vec<T>` is not.
const ELEMENTS: [&str; 44] = [
    "a",
    "abbr",
    "b",
    "big",
    "blockquote",
    "br",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "div",
    "dl",
    "dt",
    "em",
    "font",
    "h1",
    "h2",
    "h3",
    "h4",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "s",
    "small",
    "span",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tr",
    "u",
    "ul",
];

const ENTITIES: [(&str, &str); 18] = [
    ("amp", "&"),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("nbsp", " "),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("copy", "©"),
    ("deg", "°"),
    ("times", "×"),
];

/// A run of `*`, `_` or `~` that may open or close something.
struct Run {
    sign: u8,
    at: usize,
    left: usize,
}

/// Lines that run on, and what of them is markup.
pub(super) struct Inline<'a> {
    lines: &'a [Range<usize>],
    /// The lines joined by `\n`.
    joined: String,
    /// For each line, where it begins in `joined`.
    starts: Vec<usize>,
    /// Parts of `joined` that are not said, and what is said instead.
    silent: Vec<(Range<usize>, String)>,
    runs: [Vec<Run>; 3],
    brackets: Vec<usize>,
    /// Backticks, by their number, that have no partner any more.
    lonely: [bool; TICKS + 1],
    attempts: usize,
}

impl<'a> Inline<'a> {
    pub(super) fn new(text: &'a str, lines: &'a [Range<usize>]) -> Self {
        let (mut joined, mut starts) = (String::new(), Vec::with_capacity(lines.len()));
        for line in lines {
            if !starts.is_empty() {
                joined.push('\n');
            }
            starts.push(joined.len());
            joined.push_str(text.get(line.clone()).unwrap_or_default());
        }
        let attempts = ATTEMPTS * joined.len() + 1024;
        Self {
            lines,
            joined,
            starts,
            silent: Vec::new(),
            runs: [Vec::new(), Vec::new(), Vec::new()],
            brackets: Vec::new(),
            lonely: [false; TICKS + 1],
            attempts,
        }
    }

    /// What is said of the part of the lines that lies in `range` of the text.
    pub(super) fn words(mut self, range: &Range<usize>) -> String {
        self.read();
        self.silent.sort_by_key(|(part, _)| part.start);
        let mut out = String::new();
        for (line, start) in self.lines.iter().zip(&self.starts) {
            if !out.is_empty() && !out.ends_with('\n') {
                out.push('\n');
            }
            let from = line.start.max(range.start);
            let to = line.end.min(range.end);
            if from < to {
                let place = |at: usize| at - line.start + start;
                self.say(place(from)..place(to), &mut out);
            }
        }
        out
    }

    /// Says `part` of the joined lines.
    fn say(&self, part: Range<usize>, out: &mut String) {
        let mut at = part.start;
        let first = self.silent.partition_point(|(silent, _)| silent.end <= part.start);
        for (silent, instead) in self.silent.get(first..).unwrap_or_default() {
            if silent.start >= part.end {
                break;
            }
            out.push_str(self.joined.get(at..silent.start.max(at)).unwrap_or_default());
            if silent.start >= part.start {
                out.push_str(instead);
            }
            at = at.max(silent.end);
        }
        out.push_str(self.joined.get(at..part.end.max(at)).unwrap_or_default());
    }

    fn drop(&mut self, part: Range<usize>) {
        self.silent.push((part, String::new()));
    }

    fn read(&mut self) {
        let bytes = std::mem::take(&mut self.joined);
        let mut at = 0;
        while let Some(byte) = bytes.as_bytes().get(at).copied() {
            at = match byte {
                b'\\' => self.escape(&bytes, at),
                b'`' => self.code(&bytes, at),
                b'*' | b'_' | b'~' => self.run(&bytes, at, byte),
                b'[' => self.bracket(&bytes, at),
                b']' => self.link(&bytes, at),
                b'&' => self.entity(&bytes, at),
                b'<' => self.angle(&bytes, at),
                _ => at + 1,
            };
        }
        self.joined = bytes;
    }

    fn escape(&mut self, text: &str, at: usize) -> usize {
        match text.as_bytes().get(at + 1) {
            Some(next) if next.is_ascii_punctuation() => {
                self.drop(at..at + 1);
                at + 2
            }
            Some(b'\n') => {
                self.drop(at..at + 1);
                at + 2
            }
            _ => at + 1,
        }
    }

    fn code(&mut self, text: &str, at: usize) -> usize {
        let count = run_length(text, at, b'`');
        let open = at + count;
        if self.lonely.get(count).copied().unwrap_or(true) {
            return open;
        }
        let mut next = open;
        while let Some(found) = text.get(next..).and_then(|rest| rest.find('`')) {
            let close = next + found;
            let length = run_length(text, close, b'`');
            if length == count {
                self.drop(at..open);
                self.drop(close..close + count);
                return close + count;
            }
            next = close + length;
        }
        if let Some(lonely) = self.lonely.get_mut(count) {
            *lonely = true;
        }
        open
    }

    /// Emphasis, by the flanking rules of CommonMark.
    fn run(&mut self, text: &str, at: usize, sign: u8) -> usize {
        let count = run_length(text, at, sign);
        let end = at + count;
        let before = text.get(..at).and_then(|before| before.chars().next_back()).unwrap_or(' ');
        let after = text.get(end..).and_then(|after| after.chars().next()).unwrap_or(' ');
        let mark = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
        let opens =
            !after.is_whitespace() && (!mark(after) || before.is_whitespace() || mark(before));
        let closes =
            !before.is_whitespace() && (!mark(before) || after.is_whitespace() || mark(after));
        let (opens, closes) = match sign {
            b'_' => (opens && (!closes || mark(before)), closes && (!opens || mark(after))),
            // a single tilde is "about"
            b'~' => (opens && count == 2, closes && count == 2),
            _ => (opens, closes),
        };
        let mut silent: Vec<Range<usize>> = Vec::new();
        let Some(runs) =
            self.runs.get_mut(usize::from(sign == b'_') + 2 * usize::from(sign == b'~'))
        else {
            return end;
        };
        let mut used = 0;
        while closes && used < count {
            let Some(open) = runs.last_mut() else { break };
            let pairs = open.left.min(count - used);
            open.left -= pairs;
            let inner = open.at + open.left;
            silent.push(inner..inner + pairs);
            silent.push(at + used..at + used + pairs);
            used += pairs;
            if open.left == 0 {
                runs.pop();
            }
        }
        if opens && used < count {
            runs.push(Run { sign, at: at + used, left: count - used });
        }
        debug_assert!(runs.iter().all(|run| run.sign == sign));
        silent.into_iter().for_each(|part| self.drop(part));
        end
    }

    fn bracket(&mut self, text: &str, at: usize) -> usize {
        let rest = text.get(at..).unwrap_or_default();
        let note = rest.strip_prefix("[^").and_then(|rest| {
            let label = rest.get(..rest.floor_char_boundary(64)).unwrap_or(rest);
            let end = label.find([']', '[', '\n', ' '])?;
            (end > 0 && label.get(end..)?.starts_with(']')).then_some(end)
        });
        if let Some(len) = note {
            self.drop(at + 1..at + 2);
            return at + len + 3;
        }
        self.brackets.push(at);
        at + 1
    }

    /// At a closing bracket: a link's words are said, its address is not.
    fn link(&mut self, text: &str, at: usize) -> usize {
        let Some(open) = self.brackets.pop() else { return at + 1 };
        let rest = text.get(at + 1..).unwrap_or_default();
        let Some(len) = self.address(rest) else { return at + 1 };
        let image = open > 0 && text.as_bytes().get(open - 1) == Some(&b'!');
        self.drop(open - usize::from(image)..open + 1);
        self.drop(at..at + 1 + len);
        at + 1 + len
    }

    /// Bytes of `(address "title")` that `text` begins with.
    fn address(&mut self, text: &str) -> Option<usize> {
        if !text.starts_with('(') {
            return None;
        }
        let (mut depth, mut quoted, mut escaped, mut spaced) = (0usize, None, false, false);
        let mut angled = false;
        for (at, byte) in text.bytes().enumerate().take(self.attempts) {
            match (byte, quoted) {
                _ if escaped => escaped = false,
                (b'\\', _) => escaped = true,
                (b'\n', _) if text.get(at + 1..).is_some_and(|rest| rest.starts_with('\n')) => {
                    break;
                }
                (_, Some(sign)) if byte == sign => quoted = None,
                (_, Some(_)) => {}
                (b'<', None) if at == 1 => angled = true,
                (b'>', None) if angled => angled = false,
                (_, None) if angled => {}
                (b'"' | b'\'', None) if spaced => quoted = Some(byte),
                (b' ' | b'\n', None) => spaced = at > 1,
                (b'(', None) => depth += 1,
                (b')', None) => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + 1);
                    }
                }
                // words after an address: this is no link
                (_, None) if spaced => {
                    self.attempts = self.attempts.saturating_sub(at);
                    return None;
                }
                _ => {}
            }
        }
        self.attempts = self.attempts.saturating_sub(text.len());
        None
    }

    fn entity(&mut self, text: &str, at: usize) -> usize {
        let rest = text.get(at + 1..).unwrap_or_default();
        let head = rest.get(..rest.floor_char_boundary(12)).unwrap_or(rest);
        let Some(end) = head.find(';') else { return at + 1 };
        let name = head.get(..end).unwrap_or_default();
        let number = name.strip_prefix('#').and_then(|digits| {
            let hex = digits.strip_prefix(['x', 'X']);
            hex.map_or_else(|| digits.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())
        });
        let said = match number.and_then(char::from_u32).filter(|c| !c.is_control()) {
            Some(letter) => letter.to_string(),
            None => match ENTITIES.iter().find(|(known, _)| *known == name) {
                Some((_, said)) => (*said).to_owned(),
                None => return at + 1,
            },
        };
        self.silent.push((at..at + end + 2, said));
        at + end + 2
    }

    /// An address between angle brackets is said, a tag or comment is not.
    fn angle(&mut self, text: &str, at: usize) -> usize {
        let rest = text.get(at + 1..).unwrap_or_default();
        if let Some(comment) = rest.strip_prefix("!--") {
            let head = comment.get(..comment.floor_char_boundary(self.attempts)).unwrap_or(comment);
            let Some(end) = head.find("-->") else {
                self.attempts = self.attempts.saturating_sub(head.len());
                return at + 1;
            };
            self.drop(at..at + 1 + 3 + end + 3);
            return at + 7 + end;
        }
        let head = rest.get(..rest.floor_char_boundary(2048.min(self.attempts))).unwrap_or(rest);
        let Some(end) =
            head.find(['>', '<']).filter(|end| head.as_bytes().get(*end) == Some(&b'>'))
        else {
            self.attempts = self.attempts.saturating_sub(head.len());
            return at + 1;
        };
        let inner = head.get(..end).unwrap_or_default();
        let close = at + 1 + end;
        let address = !inner.contains(char::is_whitespace)
            && (inner.contains("://") || inner.contains('@') || inner.starts_with("mailto:"));
        let name = inner.trim_start_matches('/');
        let name: String = name.chars().take_while(char::is_ascii_alphanumeric).take(12).collect();
        if address {
            self.drop(at..at + 1);
            self.drop(close..close + 1);
        } else if ELEMENTS.contains(&name.to_ascii_lowercase().as_str()) {
            let said = if name.eq_ignore_ascii_case("br") { " " } else { "" };
            self.silent.push((at..close + 1, said.to_owned()));
        } else {
            return at + 1;
        }
        close + 1
    }
}

fn run_length(text: &str, at: usize, sign: u8) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    rest.iter().take_while(|byte| **byte == sign).count()
}
