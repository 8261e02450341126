//! BibTeX and BibLaTeX cut into entries and fields, in whatever state they are. Braces are counted as
//! BibTeX counts them; where an entry does not end that way, as its author may have meant them, with
//! `\{` as a letter. What cannot be cut costs a field, or the entry that it stands in: the next line
//! that opens an entry is never lost with it. Each byte is looked at a fixed number of times; nothing
//! recurses. What stands in a field is not looked at.

/// An entry.
#[derive(Debug)]
pub(super) struct Entry<'a> {
    /// Its type, in lower case: `article`, `string`.
    pub(super) kind: String,
    /// Its key; empty where it has none.
    pub(super) key: &'a str,
    /// The line that opens it, from 1.
    pub(super) line: usize,
    /// Names in lower case, with their values.
    pub(super) fields: Vec<(String, Value<'a>)>,
    /// Whether it ends where it should, and every field could be cut.
    pub(super) is_whole: bool,
}

/// A value: its parts, to be put together.
pub(super) type Value<'a> = Vec<Part<'a>>;

/// A part of a value.
#[derive(Debug)]
pub(super) enum Part<'a> {
    /// What stands between braces or quotes, and numbers.
    Words(&'a str),
    /// The name of an abbreviation.
    Name(&'a str),
}

/// Cuts a text. Remarks and preambles are left out.
pub(super) fn entries(text: &str) -> impl Iterator<Item = Entry<'_>> {
    let (mut at, mut line, mut counted) = (0, 1, 0);
    std::iter::from_fn(move || {
        loop {
            let sign = at + text.get(at..)?.find('@')?;
            let Some(opening) = opening(text, sign).filter(|_| !is_remark(text, sign)) else {
                at = sign + 1;
                continue;
            };
            line += newlines(text.get(counted..sign).unwrap_or_default());
            counted = sign;
            if matches!(opening.kind.as_str(), "comment" | "preamble") {
                let mut reader = Reader::new(text, &opening, false);
                reader.skip_rest();
                at = reader.at;
                continue;
            }
            let (cut, end) = cut(text, &opening);
            at = end;
            return Some(Entry { kind: opening.kind, line, ..cut });
        }
    })
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}

/// Whether the line is commented out.
fn is_remark(text: &str, at: usize) -> bool {
    const LOOK: usize = 200;
    let bytes = text.as_bytes().get(at.saturating_sub(LOOK)..at).unwrap_or_default();
    let line = bytes.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    line.trim_ascii_start().starts_with(b"%")
}

/// `@article{`
struct Opening {
    kind: String,
    /// Where what it opens begins.
    body: usize,
    close: u8,
}

fn opening(text: &str, at: usize) -> Option<Opening> {
    let before = text.get(..at)?.chars().next_back();
    if before.is_some_and(char::is_alphanumeric) {
        return None;
    }
    let rest = text.get(at + 1..)?.trim_start_matches([' ', '\t']);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+' | ':');
    let name = rest.split(|c| !is_name(c)).next()?;
    let body = rest.get(name.len()..)?.trim_start();
    let close = match body.as_bytes().first()? {
        b'{' => b'}',
        b'(' => b')',
        _ => return None,
    };
    let kind = name.to_ascii_lowercase();
    name.starts_with(|c: char| c.is_ascii_alphabetic()).then_some(Opening {
        kind,
        body: text.len() - body.len() + 1,
        close,
    })
}

/// Whether an `@` within an entry opens the next: it begins a line, and a key with its comma, or a
/// field, follows.
fn opens_next(text: &str, at: usize) -> bool {
    let before = text.as_bytes().get(..at).unwrap_or_default();
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let is_first = before.len() == indent || before.get(at - indent - 1) == Some(&b'\n');
    let Some(opening) = opening(text, at).filter(|_| is_first) else { return false };
    let body = text.get(opening.body..).unwrap_or_default().trim_start();
    let is_key =
        |c: char| !c.is_whitespace() && !matches!(c, '{' | '}' | '(' | ')' | '"' | ',' | '=');
    let after = body.trim_start_matches(is_key).trim_start();
    matches!(opening.kind.as_str(), "comment" | "preamble") || after.starts_with([',', '='])
}

/// The entry, and where to go on.
fn cut<'a>(text: &'a str, opening: &Opening) -> (Entry<'a>, usize) {
    let strict = Reader::new(text, opening, false).read();
    if strict.0.is_whole {
        return strict;
    }
    let lenient = Reader::new(text, opening, true).read();
    if lenient.0.is_whole { lenient } else { strict }
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    close: u8,
    /// Whether a backslash makes a letter of a brace.
    escapes: bool,
    /// Whether no key comes first.
    is_string: bool,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, opening: &Opening, escapes: bool) -> Self {
        let is_string = opening.kind == "string";
        Self { text, at: opening.body, close: opening.close, escapes, is_string }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn slice(&self, start: usize) -> &'a str {
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn is_next(&self) -> bool {
        self.peek() == Some(b'@') && opens_next(self.text, self.at)
    }

    fn read(mut self) -> (Entry<'a>, usize) {
        let key = if self.is_string { "" } else { self.key() };
        let (fields, is_whole) = self.fields();
        (Entry { kind: String::new(), key, line: 0, fields, is_whole }, self.at)
    }

    /// Up to the first comma, unless a field comes first.
    fn key(&mut self) -> &'a str {
        let start = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b',' => {
                    let key = self.slice(start).trim();
                    self.at += 1;
                    return key;
                }
                b'=' => {
                    let head = self.slice(start).trim_end();
                    let name = head.rfind(char::is_whitespace).map_or(0, |space| space + 1);
                    self.at = start + name;
                    return head.get(..name).unwrap_or_default().trim();
                }
                b'@' if self.is_next() => break,
                _ if byte == self.close => break,
                _ => self.at += 1,
            }
        }
        self.slice(start).trim()
    }

    fn fields(&mut self) -> (Vec<(String, Value<'a>)>, bool) {
        let mut fields: Vec<(String, Value)> = Vec::new();
        let (mut is_whole, mut is_parted, mut is_cut) = (true, true, false);
        loop {
            is_parted |= self.skip_space();
            match self.peek() {
                Some(byte) if byte == self.close => {
                    self.at += 1;
                    return (fields, is_whole);
                }
                Some(_) if !self.is_next() => {}
                // it does not end: its last field may hold what is not its own
                _ => {
                    fields.truncate(fields.len().saturating_sub(usize::from(!is_cut)));
                    return (fields, false);
                }
            }
            // words between a value and a field, without a comma: what the value was is not sure
            let name = self.name().filter(|name| is_parted || !name.contains(char::is_whitespace));
            match name.map(|name| (name, self.value())) {
                Some((name, Some(value))) => {
                    fields.push((name, value));
                    (is_parted, is_cut) = (false, false);
                }
                Some((_, None)) => (is_whole, is_parted, is_cut) = (false, true, true),
                None => {
                    if !is_parted {
                        fields.pop();
                    }
                    self.skip_field();
                    (is_whole, is_parted) = (false, true);
                }
            }
        }
    }

    /// Past space, commas and remarks; whether a comma was there.
    fn skip_space(&mut self) -> bool {
        let mut has_comma = false;
        while let Some(byte) = self.peek() {
            match byte {
                b',' => has_comma = true,
                b'%' => {
                    let line = self.text.get(self.at..).unwrap_or_default();
                    self.at += line.find('\n').unwrap_or(line.len());
                    continue;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => break,
            }
            self.at += 1;
        }
        has_comma
    }

    /// A field's name, and past the `=` behind it.
    fn name(&mut self) -> Option<String> {
        let start = self.at;
        while let Some(byte) = self.peek() {
            match byte {
                b'=' => break,
                b'{' | b'}' | b'"' | b',' | b'#' | b'@' => return None,
                _ if byte == self.close => return None,
                _ => self.at += 1,
            }
        }
        let name = self.slice(start).trim().to_lowercase();
        self.at += 1;
        Some(name)
    }

    /// A value; `None` where it does not end.
    fn value(&mut self) -> Option<Value<'a>> {
        let mut parts = Vec::new();
        let mut is_joined = true;
        loop {
            while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
                self.at += 1;
            }
            match self.peek() {
                Some(b'{') => parts.push(Part::Words(self.braced()?)),
                Some(b'"') => parts.push(Part::Words(self.quoted()?)),
                Some(b'#') => {
                    self.at += 1;
                    is_joined = true;
                    continue;
                }
                Some(byte) if is_joined && !matches!(byte, b',' | b'}') && byte != self.close => {
                    parts.push(self.bare());
                }
                _ => return Some(parts),
            }
            is_joined = false;
        }
    }

    fn bare(&mut self) -> Part<'a> {
        let start = self.at;
        while let Some(byte) = self.peek() {
            let ends = matches!(byte, b',' | b'#' | b'%' | b'{' | b'}' | b'"' | b'\n');
            if ends || byte == self.close {
                break;
            }
            self.at += 1;
        }
        let word = self.slice(start).trim();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            Part::Words(word)
        } else {
            Part::Name(word)
        }
    }

    fn braced(&mut self) -> Option<&'a str> {
        let start = self.at + 1;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' if self.escapes => self.at += 1,
                b'{' => depth += 1,
                b'}' if depth == 1 => {
                    let words = self.slice(start);
                    self.at += 1;
                    return Some(words);
                }
                b'}' => depth -= 1,
                b'@' if self.is_next() => return None,
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    fn quoted(&mut self) -> Option<&'a str> {
        self.at += 1;
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                b'\\' if self.escapes => self.at += 1,
                b'{' => depth += 1,
                // the entry's own end: the closing quote is missing
                b'}' if depth == 0 => return None,
                b'}' => depth -= 1,
                b'"' if depth == 0 => {
                    let words = self.slice(start);
                    self.at += 1;
                    return Some(words);
                }
                b'@' if self.is_next() => return None,
                _ => {}
            }
            self.at += 1;
        }
        None
    }

    /// Past what is no field, to the next comma or the entry's end.
    fn skip_field(&mut self) {
        while let Some(byte) = self.peek() {
            match byte {
                b',' => return,
                b'{' => {
                    if self.braced().is_none() {
                        return;
                    }
                    continue;
                }
                b'@' if self.is_next() => return,
                _ if byte == self.close => return,
                _ => self.at += 1,
            }
        }
    }

    /// Past a remark.
    fn skip_rest(&mut self) {
        loop {
            self.skip_field();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == self.close => {
                    self.at += 1;
                    return;
                }
                _ => return,
            }
        }
    }
}
