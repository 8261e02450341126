//! A statement cut into words, numbers and marks. It knows how they are written, not what they mean.

use crate::lexicon::{Key, lexicon};

/// Most pieces read of a statement; a longer one is no single statement.
pub const TOKENS: usize = 96;

/// A piece of a statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A word, or a phrase of the lists joined by `_`.
    Word,
    /// Digits, as written.
    Digits,
    /// `2021-03-05`.
    Date,
    /// Anything else that counts.
    Mark(char),
}

/// A piece and how it is written.
#[derive(Clone, Debug)]
pub struct Token {
    pub kind: Kind,
    /// Lower case.
    pub text: String,
    /// As it stands.
    pub raw: String,
    /// Of the word's stem.
    pub key: Key,
    /// Whether a hyphen joins it to the piece before.
    pub joined: bool,
    /// Whether it follows a number without a gap: `th`, `kg`.
    pub glued: bool,
}

impl Token {
    fn new(kind: Kind, raw: &str, joined: bool) -> Self {
        let text = raw.to_lowercase();
        let key = lexicon().lexeme(&text).key;
        Self { kind, text, raw: raw.to_owned(), key, joined, glued: false }
    }

    /// As it stands, marks included.
    pub fn shown(&self) -> &str {
        &self.raw
    }

    /// Whether it is that word.
    pub fn is(&self, word: &str) -> bool {
        self.kind == Kind::Word && self.text == word
    }

    /// Whether it is one of those words.
    pub fn among(&self, words: &[&str]) -> bool {
        self.kind == Kind::Word && words.contains(&self.text.as_str())
    }

    /// Whether it is a word of a list.
    pub fn listed(&self, has: fn(&str) -> bool) -> bool {
        self.kind == Kind::Word && has(&self.text)
    }

    /// Whether it begins with a capital letter.
    pub fn is_capital(&self) -> bool {
        self.raw.starts_with(char::is_uppercase)
    }
}

/// First parts that stay one word with what a hyphen joins to them.
const PREFIXES: [&str; 8] = ["non", "half", "e", "anti", "self", "co", "counter", "un"];
const MARKS: &str = "%‰°$€£¥/<>≤≥~≈,;:()[]?±×^–=";

/// Cuts a text. Parenthesised remarks are left out, contractions written out, phrases joined.
pub fn tokens(text: &str) -> Vec<Token> {
    phrased(unbracketed(written_out(scan(text))))
}

fn scan(text: &str) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let (Some(c), true) = (rest.chars().next(), found.len() <= TOKENS) {
        let joined = before == '-' || before == '‐';
        let negative = matches!(c, '-' | '−') && !before.is_alphanumeric() && {
            rest.chars().nth(1).is_some_and(|next| next.is_ascii_digit())
        };
        let length = if c.is_ascii_digit() || negative {
            number(rest, &mut found, joined)
        } else if c.is_alphanumeric() {
            let length = letters(rest, &mut found, joined);
            if let Some(word) = found.last_mut() {
                word.glued = before.is_ascii_digit();
            }
            length
        } else {
            let dash = matches!(c, '-' | '–' | '—') && before.is_ascii_digit();
            let c = if dash { '–' } else { c };
            if MARKS.contains(c) {
                let mut token = Token::new(Kind::Mark(c), "", false);
                token.raw = c.to_string();
                found.push(token);
            }
            rest.chars().next().map_or(1, char::len_utf8)
        };
        before = rest.get(..length).and_then(|read| read.chars().next_back()).unwrap_or(' ');
        rest = rest.get(length..).unwrap_or_default();
    }
    found
}

/// Reads a number at the head; how many bytes it took.
fn number(rest: &str, found: &mut Vec<Token>, joined: bool) -> usize {
    let bytes = rest.as_bytes();
    let digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let sign = rest.chars().next().filter(|c| !c.is_ascii_digit());
    let start = sign.map_or(0, char::len_utf8);
    let mut end = start;
    loop {
        match bytes.get(end) {
            Some(b) if b.is_ascii_digit() => end += 1,
            Some(b',') if (1..=3).all(|next| digit(end + next)) && !digit(end + 4) => end += 1,
            Some(b'.') if digit(end + 1) => end += 1,
            _ => break,
        }
    }
    let iso =
        |b: usize| bytes.get(b) == Some(&b'-') && digit(b + 1) && digit(b + 2) && !digit(b + 3);
    if sign.is_none() && end == 4 && iso(4) {
        let end = if iso(7) { 10 } else { 7 };
        found.push(Token::new(Kind::Date, rest.get(..end).unwrap_or_default(), false));
        return end;
    }
    if matches!(bytes.get(end), Some(b'e' | b'E'))
        && (digit(end + 1) || (bytes.get(end + 1) == Some(&b'-') && digit(end + 2)))
    {
        end += 2;
        while digit(end) {
            end += 1;
        }
    }
    let digits = rest.get(start..end).unwrap_or_default();
    let digits = if sign.is_some() { format!("-{digits}") } else { digits.to_owned() };
    let tail: String =
        rest.get(end..).unwrap_or_default().chars().take_while(|c| c.is_alphanumeric()).collect();
    let known = tail.is_empty()
        || matches!(tail.as_str(), "st" | "nd" | "rd" | "th" | "s")
        || crate::quantity::unit(&tail).is_some()
        || crate::quantity::scale(&tail).is_some();
    if !known {
        // `3d`, `5ht2a`: a name.
        let whole = rest.get(start..end + tail.len()).unwrap_or_default();
        found.push(Token::new(Kind::Word, whole, joined));
        return end + tail.len();
    }
    found.push(Token::new(Kind::Digits, &digits, joined));
    end
}

/// Reads a word at the head; how many bytes it took.
fn letters(rest: &str, found: &mut Vec<Token>, joined: bool) -> usize {
    let mut end = 0;
    let mut chars = rest.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map(|(_, next)| *next);
        let inner = match c {
            '\'' | '’' => next.is_some_and(char::is_alphabetic),
            '-' | '‐' => {
                let part = rest.get(..at).unwrap_or_default().to_lowercase();
                PREFIXES.contains(&part.as_str()) && next.is_some_and(char::is_alphabetic)
            }
            '.' => next.is_some_and(char::is_alphabetic) && at == 1,
            c => c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c),
        };
        if !inner {
            break;
        }
        end = at + c.len_utf8();
    }
    let word = rest.get(..end).unwrap_or_default();
    let word: String = word
        .chars()
        .filter(|c| *c != '-' && *c != '‐')
        .map(|c| if c == '’' { '\'' } else { c })
        .collect();
    let degree = matches!(found.last().map(|token| &token.kind), Some(Kind::Mark('°')));
    if degree && matches!(word.as_str(), "C" | "F" | "K") {
        found.pop();
        found.push(Token::new(Kind::Word, &format!("°{word}"), false));
    } else {
        found.push(Token::new(Kind::Word, &word, joined));
    }
    end
}

/// `isn't` becomes `is not`, `drug's` becomes `drug`.
fn written_out(tokens: Vec<Token>) -> Vec<Token> {
    let mut found = Vec::with_capacity(tokens.len());
    for token in tokens {
        if token.kind != Kind::Word || !token.text.contains('\'') {
            found.push(token);
            continue;
        }
        if let Some(base) = token.raw.strip_suffix("n't").or_else(|| token.raw.strip_suffix("N'T"))
        {
            let base = match base.to_lowercase().as_str() {
                "ca" => "can",
                "wo" => "will",
                "sha" => "shall",
                _ => base,
            };
            found.push(Token::new(Kind::Word, base, token.joined));
            found.push(Token::new(Kind::Word, "not", false));
            continue;
        }
        let base = token.raw.split('\'').next().unwrap_or_default();
        found.push(Token::new(Kind::Word, base, token.joined));
    }
    found
}

/// Without what stands in brackets, where they close.
fn unbracketed(tokens: Vec<Token>) -> Vec<Token> {
    let closes = |c: char| if c == '(' { ')' } else { ']' };
    let mut found: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut open: Vec<(char, usize)> = Vec::new();
    for token in tokens {
        match token.kind {
            Kind::Mark(c @ ('(' | '[')) => open.push((closes(c), found.len())),
            Kind::Mark(c @ (')' | ']')) => {
                if let Some((_, start)) = open.pop_if(|(close, _)| *close == c) {
                    found.truncate(start);
                }
            }
            _ => found.push(token),
        }
    }
    found
}

/// Phrases of the lists become one word.
fn phrased(tokens: Vec<Token>) -> Vec<Token> {
    let mut found = Vec::with_capacity(tokens.len());
    let mut rest = tokens.into_iter();
    while let Some(token) = rest.next() {
        if token.kind != Kind::Word {
            found.push(token);
            continue;
        }
        let following = rest.as_slice().iter().take_while(|token| token.kind == Kind::Word);
        let words = std::iter::once(token.key).chain(following.map(|token| token.key));
        let Some((length, word)) = lexicon().phrase(words) else {
            found.push(token);
            continue;
        };
        let mut joined = Token::new(Kind::Word, word, token.joined);
        joined.key = crate::lexicon::hash(word);
        found.push(joined);
        rest.by_ref().take(length - 1).for_each(drop);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_cut() {
        for (text, pieces) in [
            ("The drug isn't safe (p < 0.05).", "the drug is not safe"),
            ("It weighs -2.5kg, not 1,000 g.", "it weighs -2.5 kg , not 1,000 g"),
            ("B12 and carbon-14 at 25 °C", "b12 and carbon 14 at 25 °c"),
            ("5–10 % in 2021-03-05", "5 – 10 % in 2021-03-05"),
            ("Smoking leads to non-small tumours", "smoking lead_to nonsmall tumours"),
            ("half-life of 5 days", "halflife of 5 days"),
            ("an open ( bracket", "an open bracket"),
            ("", ""),
        ] {
            let texts: Vec<String> = tokens(text)
                .into_iter()
                .map(|token| match token.kind {
                    Kind::Mark(c) => c.to_string(),
                    _ => token.text,
                })
                .collect();
            assert_eq!(texts.join(" "), pieces, "{text}");
        }
    }
}
