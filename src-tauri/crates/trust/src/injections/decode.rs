//! Text that is there in another form: base64, base32, hexadecimal, percent signs, escapes, binary;
//! letters set apart, run together, turned or reversed. Bounds: a run is decoded up to [`RUN`] bytes, all
//! runs of one text up to [`DECODED`], and what was decoded is decoded twice more at most.

use super::{
    fold::Folded,
    lists::{Turn, lists, turn_letters},
    marks::floor,
};
use regex::Regex;
use std::{ops::Range, sync::LazyLock};

/// Bytes of a run that are decoded.
const RUN: usize = 8_192;
/// Bytes that are decoded of one text.
const DECODED: usize = 256 * 1_024;
/// Shortest decoded text worth weighing, in bytes.
const WORTH: usize = 8;
/// Least length of a word that may be several.
const GLUED: usize = 14;
/// Least number of letters that spell something when they stand apart.
const APART: usize = 8;

type Decoder = fn(&str) -> Option<Vec<u8>>;

static RUNS: LazyLock<Vec<(Regex, Decoder)>> = LazyLock::new(|| {
    let forms: [(&str, Decoder); 8] = [
        (r"[A-Za-z0-9+/_-]{12,}(\r?\n[A-Za-z0-9+/_-]{16,})*={0,2}", base64),
        (r"\b[A-Z2-7]{16,}={0,6}", base32),
        (r"(?i)\b(0x)?([0-9a-f]{2}[ :,-]?){8,}", hexadecimal),
        (r"(?i)((\\x|0x|%|=)[0-9a-f]{2}[ ,]?){6,}", hexadecimal),
        (r"(?i)([^\s%]{0,64}(%[0-9a-f]{2}))+[^\s%]{0,64}", percent),
        (r"(?i)((\\u\{?|U\+|&#x)[0-9a-f]{2,6}[};]?\s?){5,}", points),
        (r"((&#)[0-9]{2,6};\s?){5,}", decimal),
        (r"\b([01]{8}\s?){6,}", binary),
    ];
    forms.into_iter().filter_map(|(form, decode)| Some((Regex::new(form).ok()?, decode))).collect()
});

/// Texts that stand in a text in another form, and where.
pub fn decoded(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut left = DECODED;
    for (form, decode) in RUNS.iter() {
        for run in form.find_iter(text) {
            if left < run.len().min(RUN) {
                break;
            }
            let cut = run.as_str().get(..floor(run.as_str(), RUN)).unwrap_or_default();
            let Some(words) = decode(cut).and_then(|bytes| prose(&bytes)) else { continue };
            left = left.saturating_sub(cut.len());
            found.push((run.range(), words));
        }
    }
    found.extend(spelled(text));
    found
}

/// What a folded sentence says with its letters turned back or its words parted.
pub fn unfolded(folded: &Folded) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for turn in lists().turns(&folded.text) {
        found.push(turn_letters(&folded.text, turn));
        if turn == Turn::Reversed {
            let words = folded.text.split(' ').map(|word| word.chars().rev().collect::<String>());
            found.push(words.collect::<Vec<_>>().join(" "));
        }
    }
    let (mut parted, mut changed) = (String::new(), false);
    for word in folded.text.split(' ') {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let read = match bare.len() {
            GLUED.. => lists().unglued(bare),
            6.. => lists().unscrambled(bare).map(str::to_owned),
            _ => None,
        };
        changed |= read.is_some();
        parted.push_str(read.as_deref().unwrap_or(word));
        parted.push(' ');
    }
    if changed {
        found.push(parted);
    }
    found
}

/// Bytes that read as text: nearly all letters, and spaces between them where the script has any.
fn prose(bytes: &[u8]) -> Option<String> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text,
        // the last letter may have been cut
        Err(error) if error.valid_up_to() + 4 > bytes.len() => {
            std::str::from_utf8(bytes.get(..error.valid_up_to())?).ok()?
        }
        Err(_) => return None,
    };
    let all = text.chars().count();
    let good = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    (text.len() >= WORTH && good * 10 >= all * 7).then(|| text.to_owned())
}

/// Digits of `bits` bits each, in order, as bytes.
fn packed(digits: impl Iterator<Item = u32>, bits: u32) -> Vec<u8> {
    let (mut held, mut count, mut bytes) = (0u32, 0, Vec::new());
    for digit in digits {
        held = (held << bits | digit) & 0xffff;
        count += bits;
        if count >= 8 {
            count -= 8;
            bytes.push((held >> count & 0xff) as u8);
        }
    }
    bytes
}

fn base64(run: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(u32::from(c - b'A')),
        b'a'..=b'z' => Some(u32::from(c - b'a') + 26),
        b'0'..=b'9' => Some(u32::from(c - b'0') + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    Some(packed(run.bytes().filter_map(digit), 6))
}

fn base32(run: &str) -> Option<Vec<u8>> {
    let digit = |c: u8| match c {
        b'A'..=b'Z' => Some(u32::from(c - b'A')),
        b'2'..=b'7' => Some(u32::from(c - b'2') + 26),
        _ => None,
    };
    Some(packed(run.bytes().filter_map(digit), 5))
}

fn hexadecimal(run: &str) -> Option<Vec<u8>> {
    let bare = run.replace("0x", "").replace("0X", "").replace("\\x", "").replace("\\X", "");
    Some(packed(bare.chars().filter_map(|c| c.to_digit(16)), 4))
}

fn binary(run: &str) -> Option<Vec<u8>> {
    Some(packed(run.chars().filter_map(|c| c.to_digit(2)), 1))
}

fn percent(run: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = run.as_bytes();
    let mut escapes = 0;
    while let Some((first, more)) = rest.split_first() {
        rest = more;
        let pair = more.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        match pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                escapes += 1;
                rest = more.get(2..).unwrap_or_default();
            }
            None => bytes.push(if *first == b'+' { b' ' } else { *first }),
        }
    }
    (escapes >= 3).then_some(bytes)
}

fn points(run: &str) -> Option<Vec<u8>> {
    let numbers = run.split(|c: char| !c.is_ascii_hexdigit()).filter(|part| part.len() > 1);
    let chars = numbers.filter_map(|part| char::from_u32(u32::from_str_radix(part, 16).ok()?));
    Some(chars.collect::<String>().into_bytes())
}

fn decimal(run: &str) -> Option<Vec<u8>> {
    let numbers = run.split(|c: char| !c.is_ascii_digit());
    let chars = numbers.filter_map(|part| char::from_u32(part.parse().ok()?));
    Some(chars.collect::<String>().into_bytes())
}

/// Letters that stand apart from each other: `i g n o r e`, `i.g.n.o.r.e`. A wider gap parts words.
fn spelled(text: &str) -> Vec<(Range<usize>, String)> {
    let mut found = Vec::new();
    let mut run = String::new();
    let (mut start, mut end, mut gap) = (0, 0, 0);
    let mut before_letter = false;
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let letter = c.is_alphanumeric() || matches!(c, '@' | '$');
        let next = chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
        match letter {
            true if !before_letter && !next && gap <= 6 => {
                if run.is_empty() {
                    start = at;
                } else if gap > 1 {
                    run.push(' ');
                }
                if run.len() < RUN {
                    run.push(c);
                }
                end = at + c.len_utf8();
                gap = 0;
            }
            true => spelling(&mut run, start..end, &mut found),
            false => gap += 1,
        }
        before_letter = letter;
        if letter {
            gap = 0;
        }
    }
    spelling(&mut run, start..end, &mut found);
    found
}

fn spelling(run: &mut String, range: Range<usize>, found: &mut Vec<(Range<usize>, String)>) {
    let run = std::mem::take(run);
    let letters = run.chars().filter(|c| c.is_alphabetic()).count();
    if letters < APART {
        return;
    }
    let glued = Folded::new(&run.replace(' ', "")).text;
    found.push((range.clone(), lists().unglued(&glued).unwrap_or_default()));
    found.push((range, run));
}
