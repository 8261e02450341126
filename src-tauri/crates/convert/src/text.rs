//! Plain text in any encoding. The text keeps its words and lines; only line ends become `\n` and
//! control characters become spaces. A `.txt` is not Markdown: nothing in it is markup.

use crate::charset::{self, Guess};
use crate::{Error, Limits, Result, clauses, outline};
use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use types::{ConvertedText, Format};

/// Text out of bytes, with what had to be guessed.
pub(crate) struct Decoded {
    /// With `\n` line ends, without byte order mark and control characters.
    pub(crate) text: String,
    /// Things the reader should know.
    pub(crate) warnings: Vec<String>,
}

/// Converts plain text.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let Decoded { text, warnings } = decode_as(bytes, stated(bytes)).ok_or_else(not_text)?;
    limits.check_text(text.len())?;
    let blocks = clauses::cut(&text, outline::blocks(&text));
    Ok(ConvertedText { warnings, ..ConvertedText::new(Format::Text, text, blocks) })
}

/// For bytes that turned out not to be text after all.
pub(crate) fn not_text() -> Error {
    Error::damaged(Format::Text, "it holds bytes that are no text")
}

/// The encoding that XML in a file of text states.
fn stated(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(bytes.get(..200).unwrap_or(bytes));
    let declaration = head.strip_prefix("<?xml")?.split("?>").next()?;
    let label = declaration.split_once("encoding")?.1.trim_start_matches([' ', '=']);
    named_encoding(label.get(1..)?.split(['"', '\'']).next()?)
}

/// Decodes by byte order mark, by what shows in the bytes, as UTF-8, or by a guess that it admits to.
/// `None` where the bytes are no text.
pub(crate) fn decode(bytes: &[u8]) -> Option<Decoded> {
    decode_as(bytes, None)
}

/// As [`decode`], with an encoding that the document names; used where the bytes are not UTF-8 and
/// all of them are letters in it.
pub(crate) fn decode_as(bytes: &[u8], named: Option<&'static Encoding>) -> Option<Decoded> {
    let mut warnings = Vec::new();
    let text = if let Some(text) = decode_utf_32(bytes) {
        text
    } else if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        decode_with(encoding, bytes.get(mark..)?, &mut warnings)
    } else if let Some(guess) = charset::evident(bytes) {
        told(guess, &mut warnings)
    } else if let Ok(text) = std::str::from_utf8(bytes) {
        text.to_owned()
    } else if let Some(text) = mostly_utf_8(bytes).filter(|_| named.is_none_or(|own| own == UTF_8))
    {
        warnings.push("single letters are not in UTF-8; they were read as windows-1252".to_owned());
        text
    } else if let Some(encoding) = named.filter(|encoding| is_sound(encoding, bytes)) {
        decode_with(encoding, bytes, &mut warnings)
    } else {
        told(charset::guess(bytes), &mut warnings)
    };
    clean(&text, &mut warnings).map(|text| Decoded { text, warnings })
}

/// Whether hardly any of the bytes stands for no letter: what a document says of its encoding is
/// often what its template said.
fn is_sound(encoding: &'static Encoding, bytes: &[u8]) -> bool {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    let lost = || text.chars().filter(|letter| *letter == '\u{fffd}').count();
    !had_errors || lost() * 1000 < bytes.len()
}

fn told(guess: Guess, warnings: &mut Vec<String>) -> String {
    warnings.push(format!("the encoding is not stated; read as {}", guess.name));
    if guess.had_errors {
        warnings.push("some characters could not be decoded and show as \u{fffd}".to_owned());
    }
    guess.text
}

fn decode_with(encoding: &'static Encoding, bytes: &[u8], warnings: &mut Vec<String>) -> String {
    let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
    if had_errors {
        warnings.push("some characters could not be decoded and show as \u{fffd}".to_owned());
    }
    text.into_owned()
}

/// UTF-8 with islands of another encoding, as lines from several sources leave it: more letters beyond
/// ASCII are sound than not.
fn mostly_utf_8(bytes: &[u8]) -> Option<String> {
    let (mut text, mut sound, mut lost) = (String::with_capacity(bytes.len()), 0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        sound += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        lost += chunk.invalid().len();
        text.push_str(chunk.valid());
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    (sound > lost).then_some(text)
}

fn decode_utf_32(bytes: &[u8]) -> Option<String> {
    let (little, rest) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => (true, rest),
        [0, 0, 0xfe, 0xff, rest @ ..] => (false, rest),
        _ => return None,
    };
    let unit = |four: &[u8]| {
        let four = <[u8; 4]>::try_from(four).ok()?;
        let value = if little { u32::from_le_bytes(four) } else { u32::from_be_bytes(four) };
        char::from_u32(value)
    };
    Some(rest.chunks(4).map(|four| unit(four).unwrap_or('\u{fffd}')).collect())
}

/// One kind of line end, no control characters. `None` where there are too many of them for text.
fn clean(text: &str, warnings: &mut Vec<String>) -> Option<String> {
    let mut cleaned = String::with_capacity(text.len());
    let (mut controls, mut total, mut lost) = (0usize, 0usize, 0usize);
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        total += 1;
        match letter {
            '\r' => {
                letters.next_if_eq(&'\n');
                cleaned.push('\n');
            }
            '\n' | '\t' => cleaned.push(letter),
            '\u{c}' | '\u{b}' | '\u{85}' => cleaned.push('\n'),
            '\u{feff}' => {}
            _ if letter.is_control() => {
                controls += 1;
                cleaned.push(' ');
            }
            _ => {
                lost += usize::from(letter == '\u{fffd}');
                cleaned.push(letter);
            }
        }
    }
    if controls * 50 > total || lost * 10 > total {
        return None;
    }
    if controls > 0 {
        warnings.push("control characters were replaced by spaces".to_owned());
    }
    Some(cleaned)
}

/// Whether an encoding's name, as a document states it, is one we trust for bytes read as ASCII so
/// far: a page that says UTF-16 in ASCII letters is not in UTF-16.
pub(crate) fn named_encoding(label: &str) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label(label.trim().as_bytes())?;
    let wide = encoding == UTF_16LE || encoding == UTF_16BE;
    Some(if wide { UTF_8 } else { encoding })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_encoding_becomes_text() {
        let wide = |text: &str, mark: &[u8], to: fn(u16) -> [u8; 2]| {
            mark.iter().copied().chain(text.encode_utf16().flat_map(to)).collect::<Vec<u8>>()
        };
        let cases: [(Vec<u8>, &str, bool); 10] = [
            (b"\xef\xbb\xbfone\r\ntwo\rthree".to_vec(), "one\ntwo\nthree", false),
            (wide("naïve", b"\xff\xfe", u16::to_le_bytes), "naïve", false),
            (wide("naïve", b"\xfe\xff", u16::to_be_bytes), "naïve", false),
            (wide("plain words", b"", u16::to_le_bytes), "plain words", true),
            (b"\xff\xfe\0\0h\0\0\0i\0\0\0".to_vec(), "hi", false),
            (
                b"d\xe9j\xe0 vu \xe0 la plage, l'\xe9t\xe9 dernier".to_vec(),
                "déjà vu à la plage, l'été dernier",
                true,
            ),
            (b"\x93\xfa\x96\x7b\x8c\xea\x82\xcc\x95\xb6\x8f\xcd".to_vec(), "日本語の文章", true),
            ("naïve, déjà vu".bytes().chain(*b" caf\xe9").collect(), "naïve, déjà vu café", true),
            (b"one\x0ctwo".to_vec(), "one\ntwo", false),
            ([b"a\0b".as_slice(), &[b'x'; 200]].concat(), &format!("a b{}", "x".repeat(200)), true),
        ];
        for (bytes, expected, warned) in cases {
            let decoded = decode(&bytes).unwrap();
            assert_eq!(decoded.text, expected);
            assert_eq!(!decoded.warnings.is_empty(), warned, "{expected}");
        }
    }
}
