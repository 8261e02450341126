//! Which encoding bytes are in, where nobody says: those that show in the bytes themselves (UTF-16
//! and UTF-32 without a mark, ISO 2022 and HZ with their shifts), then the browsers' guess, which
//! gives way to another encoding of one byte a letter where the text reads plainly better in it:
//! the code pages of DOS and the Macintosh, which browsers never met.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    EUC_KR, Encoding, GBK, IBM866, ISO_2022_JP, ISO_8859_5, KOI8_U, MACINTOSH, UTF_16BE, UTF_16LE,
    WINDOWS_1251, WINDOWS_1252, X_MAC_CYRILLIC,
};
use oem_cp::code_table::{
    DECODING_TABLE_CP437, DECODING_TABLE_CP850, DECODING_TABLE_CP852, DECODING_TABLE_CP855,
};

/// Bytes that the detector looks at.
const DETECT_BYTES: usize = 1 << 20;
/// Bytes that rivals of the guess are tried on.
const TRIED_BYTES: usize = 64 << 10;
/// How much better a rival must read, a letter in which it differs.
const MARGIN: f64 = 0.4;
/// Fewer letters beyond ASCII prove nothing.
const LETTERS: usize = 6;

/// Text, and what it was read as.
pub(crate) struct Guess {
    pub(crate) text: String,
    pub(crate) name: &'static str,
    /// Whether some bytes stand for no letter.
    pub(crate) had_errors: bool,
}

/// An encoding of one byte a letter.
#[derive(Clone, Copy)]
enum Page {
    Web(&'static Encoding),
    Table(&'static str, &'static [char; 128]),
}

/// What the guess is compared with.
fn rivals() -> [Page; 11] {
    [
        Page::Web(WINDOWS_1251),
        Page::Web(KOI8_U),
        Page::Web(ISO_8859_5),
        Page::Web(IBM866),
        Page::Web(X_MAC_CYRILLIC),
        Page::Table("IBM855", &DECODING_TABLE_CP855),
        Page::Web(WINDOWS_1252),
        Page::Web(MACINTOSH),
        Page::Table("IBM437", &DECODING_TABLE_CP437),
        Page::Table("IBM850", &DECODING_TABLE_CP850),
        Page::Table("IBM852", &DECODING_TABLE_CP852),
    ]
}

impl Page {
    fn name(self) -> &'static str {
        match self {
            Self::Web(encoding) => encoding.name(),
            Self::Table(name, _) => name,
        }
    }

    fn decode(self, bytes: &[u8]) -> (String, bool) {
        match self {
            Self::Web(encoding) => {
                let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
                (text.into_owned(), had_errors)
            }
            Self::Table(_, table) => {
                let letter = |byte: &u8| match byte.checked_sub(128) {
                    Some(high) => table.get(usize::from(high)).copied().unwrap_or('\u{fffd}'),
                    None => char::from(*byte),
                };
                (bytes.iter().map(letter).collect(), false)
            }
        }
    }
}

/// Text in an encoding that shows without letters beyond ASCII, or with zeros between letters.
pub(crate) fn evident(bytes: &[u8]) -> Option<Guess> {
    if let Some((name, text)) = utf_32(bytes) {
        return Some(Guess { text, name, had_errors: false });
    }
    if let Some(encoding) = utf_16(bytes) {
        let (text, had_errors) = encoding.decode_without_bom_handling(bytes);
        return Some(Guess { text: text.into_owned(), name: encoding.name(), had_errors });
    }
    if !bytes.is_ascii() {
        return None;
    }
    let has = |sign: &[u8]| bytes.windows(sign.len()).any(|window| window == sign);
    let (name, encoding, text) = if has(b"\x1b$)C") {
        ("ISO-2022-KR", EUC_KR, shifted(bytes, b"\x0e", b"\x0f", b"\x1b$)C"))
    } else if has(b"\x1b$B") || has(b"\x1b$@") || has(b"\x1b(J") || has(b"\x1b(I") {
        ("ISO-2022-JP", ISO_2022_JP, bytes.to_vec())
    } else if has(b"~{") && has(b"~}") {
        ("HZ-GB-2312", GBK, shifted(bytes, b"~{", b"~}", b"~\n"))
    } else {
        return None;
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(&text);
    // braces after a tilde are common in source code: every pair must be a letter
    (!had_errors).then(|| Guess { text: text.into_owned(), name, had_errors })
}

/// Bytes between the shifts with their eighth bit set, shifts and `gone` taken out.
fn shifted(bytes: &[u8], on: &[u8], off: &[u8], gone: &[u8]) -> Vec<u8> {
    let (mut plain, mut rest, mut is_on) = (Vec::with_capacity(bytes.len()), bytes, false);
    while let Some((byte, after)) = rest.split_first() {
        if let Some(after) = rest.strip_prefix(if is_on { off } else { on }) {
            is_on = !is_on;
            rest = after;
        } else if let Some(after) = rest.strip_prefix(gone) {
            rest = after;
        } else {
            let is_letter = is_on && (0x21..0x7f).contains(byte);
            plain.push(if is_letter { byte | 0x80 } else { *byte });
            // no shift lasts over the end of a line
            is_on &= *byte != b'\n';
            rest = after;
        }
    }
    plain
}

/// UTF-32 without a mark: the highest byte of every four is zero, and so are most of the next.
fn utf_32(bytes: &[u8]) -> Option<(&'static str, String)> {
    let units = || bytes.chunks_exact(4).filter_map(|four| <[u8; 4]>::try_from(four).ok());
    if bytes.len() < 8 || !bytes.len().is_multiple_of(4) {
        return None;
    }
    let read = |unit: fn([u8; 4]) -> u32| -> Option<String> {
        units().map(|four| char::from_u32(unit(four)).filter(|letter| *letter != '\0')).collect()
    };
    let little = read(u32::from_le_bytes).map(|text| ("UTF-32LE", text));
    little.or_else(|| read(u32::from_be_bytes).map(|text| ("UTF-32BE", text)))
}

/// UTF-16 without a mark: spaces, line ends and digits leave zeros in every other byte, on one side;
/// text in other encodings has none at all.
fn utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = bytes.get(..16 << 10).unwrap_or(bytes);
    let zeros = |odd: usize| {
        head.iter().enumerate().filter(|(at, byte)| at % 2 == odd && **byte == 0).count()
    };
    let (even, odd) = (zeros(0), zeros(1));
    let least = (head.len() / 64).max(2);
    if bytes.len() < 8 || !bytes.len().is_multiple_of(2) {
        return None;
    }
    let encoding = match () {
        () if odd >= least && even * 16 <= odd => UTF_16LE,
        () if even >= least && odd * 16 <= even => UTF_16BE,
        () => return None,
    };
    let (text, had_errors) = encoding.decode_without_bom_handling(head.get(..head.len() & !3)?);
    let is_letter = |letter: &char| !letter.is_control() || letter.is_whitespace();
    let letters = text.chars().filter(is_letter).count();
    // a half of a pair may be cut off at the end of what is looked at
    let is_text = letters * 50 >= text.chars().count() * 49;
    (is_text && (!had_errors || bytes.len() > head.len())).then_some(encoding)
}

/// The most likely reading of bytes that are in no encoding that shows.
pub(crate) fn guess(bytes: &[u8]) -> Guess {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes.get(..DETECT_BYTES).unwrap_or(bytes), true);
    let page = Page::Web(detector.guess(None, Utf8Detection::Allow));
    let page = better(page, bytes.get(..TRIED_BYTES).unwrap_or(bytes));
    let (text, had_errors) = page.decode(bytes);
    Guess { text, name: page.name(), had_errors }
}

/// The rival in which the bytes read plainly better; the guess where there is none.
fn better(guess: Page, bytes: &[u8]) -> Page {
    let (text, had_errors) = guess.decode(bytes);
    let letters = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let is_of_two_bytes =
        text.chars().filter(|letter| !letter.is_ascii()).count() * 4 < letters * 3;
    if letters < LETTERS || is_of_two_bytes && !had_errors {
        return guess;
    }
    let rated = rivals().into_iter().map(|rival| (advantage(&rival.decode(bytes).0, &text), rival));
    // of two that read alike, the first
    let best = |best: (f64, Page), next: (f64, Page)| if next.0 > best.0 { next } else { best };
    rated.fold((MARGIN, guess), best).1
}

/// How much better one reading is than another, a letter: among the letters where they differ, where
/// both have one letter a byte.
fn advantage(one: &str, other: &str) -> f64 {
    let (mut sum, mut count) = (0.0, 0usize);
    let (mut readings, mut others) = (Window::over(one), Window::over(other));
    loop {
        match (readings.next(), others.next()) {
            (Some(one), Some(other)) if one.1 != other.1 => {
                sum += rating(one) - rating(other);
                count += 1;
            }
            (Some(_), Some(_)) => {}
            (None, None) if count < LETTERS => return 0.0,
            (None, None) => return sum / count as f64,
            _ => return coherence(one) - coherence(other),
        }
    }
}

/// Every letter with those before and after it.
struct Window<'a> {
    before: char,
    letters: std::iter::Peekable<std::str::Chars<'a>>,
}

impl<'a> Window<'a> {
    fn over(text: &'a str) -> Self {
        Self { before: ' ', letters: text.chars().peekable() }
    }
}

impl Iterator for Window<'_> {
    type Item = (char, char, char);

    fn next(&mut self) -> Option<Self::Item> {
        let letter = self.letters.next()?;
        let before = std::mem::replace(&mut self.before, letter);
        Some((before, letter, self.letters.peek().copied().unwrap_or(' ')))
    }
}

/// How much letters beyond ASCII look like words, on average: letters of one alphabet side by side,
/// small ones after large ones and not before, the letters that every Cyrillic language has most;
/// signs between letters speak against it.
fn coherence(text: &str) -> f64 {
    let beyond = Window::over(text).filter(|(_, letter, _)| !letter.is_ascii());
    let (sum, count) =
        beyond.fold((0.0, 0usize), |(sum, count), window| (sum + rating(window), count + 1));
    if count == 0 { 0.0 } else { sum / count as f64 }
}

fn rating((before, letter, after): (char, char, char)) -> f64 {
    let beside_letters = before.is_alphabetic() && after.is_alphabetic();
    if letter.is_control() || letter == '\u{fffd}' || matches!(letter, '\u{e000}'..='\u{f8ff}') {
        return -3.0;
    }
    if !letter.is_alphabetic() {
        return match letter {
            '\u{a0}' | '«' | '»' | '‘' | '’' | '“' | '”' | '„' | '–' | '—' | '…' | '°' | '§'
            | '©' | '®' | '€' | '£' | '№' | '•' | '·' | '¿' | '¡' | '²' | '³' | '½' => {
                if beside_letters && !matches!(letter, '’' | '–' | '—' | '·' | '\u{a0}') {
                    -1.0
                } else {
                    0.5
                }
            }
            _ if beside_letters => -2.0,
            _ => -0.7,
        };
    }
    let neighbours = [before, after].into_iter().filter(|other| other.is_alphabetic());
    let strangers = neighbours.filter(|other| script(*other) != script(letter)).count();
    let case = match () {
        () if letter.is_uppercase() && before.is_lowercase() => -1.5,
        () if letter.is_uppercase() && after.is_lowercase() && before.is_alphabetic() => -0.7,
        () if letter.is_lowercase() && before.is_uppercase() && after.is_uppercase() => -1.5,
        () if letter.is_uppercase() => 0.5,
        () if letter.is_lowercase() => 1.0,
        // an alphabet without case cannot show it
        () => 1.4,
    };
    // letters with marks stand among plain ones
    let is_marked = |letter: char| !letter.is_ascii() && script(letter) == 0;
    let crowd = [before, after].into_iter().filter(|other| is_marked(*other)).count();
    let crowd = if is_marked(letter) { crowd } else { 0 };
    let usual = match letter {
        'а' | 'е' | 'и' | 'о' | 'н' | 'т' | 'с' | 'р' | 'в' | 'л' => 0.6,
        'б'
        | 'г'
        | 'д'
        | 'ж'
        | 'з'
        | 'й'
        | 'к'
        | 'м'
        | 'п'
        | 'у'
        | 'ф'
        | 'х'
        | 'ц'
        | 'ч'
        | 'ш'
        | 'щ'
        | 'ъ'
        | 'ы'
        | 'ь'
        | 'э'
        | 'ю'
        | 'я'
        | 'і'
        | 'ї'
        | 'А'..='Я' => 0.0,
        'ё' | 'є' | 'ј' | 'љ' | 'њ' | 'ћ' | 'ђ' | 'џ' | 'ґ' => -0.3,
        '\u{400}'..='\u{4ff}' => -0.8,
        // letters that Western and Central European languages use most beyond ASCII
        'ä' | 'ö' | 'ü' | 'ß' | 'é' | 'è' | 'à' | 'ç' | 'á' | 'í' | 'ó' | 'ú' | 'ñ' | 'å' | 'ø'
        | 'æ' | 'ê' | 'ô' | 'ã' | 'õ' | 'ő' | 'ű' | 'ą' | 'ę' | 'ł' | 'ś' | 'ż' | 'č' | 'š'
        | 'ž' | 'ř' | 'ě' | 'ý' | 'â' | 'î' | 'ă' | 'ş' | 'ţ' | 'ı' | 'ğ' => 0.4,
        _ => 0.0,
    };
    case + usual - 1.5 * strangers as f64 - 0.8 * crowd as f64
}

/// Alphabets as blocks of Unicode; all of Latin is one.
fn script(letter: char) -> u32 {
    match letter {
        'a'..='z' | 'A'..='Z' | '\u{aa}'..='\u{24f}' => 0,
        _ => u32::from(letter) >> 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn encodings_show_or_are_guessed() {
        let russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. Москва и Россия";
        let encoded = |table: &[char; 128], text: &str| -> Vec<u8> {
            let byte = |letter: char| match table.iter().position(|it| *it == letter) {
                Some(place) => place as u8 + 128,
                None => letter as u8,
            };
            text.chars().map(byte).collect()
        };
        let german =
            "Die Gr\u{f6}\u{df}e der T\u{fc}r, f\u{fc}r \u{c4}rzte sch\u{f6}n und h\u{e4}ufig";
        for (bytes, text, name) in [
            (encoded(&DECODING_TABLE_CP855, russian), russian, "IBM855"),
            (X_MAC_CYRILLIC.encode(russian).0.into_owned(), russian, "x-mac-cyrillic"),
            (WINDOWS_1251.encode(russian).0.into_owned(), russian, "windows-1251"),
            (IBM866.encode(russian).0.into_owned(), russian, "IBM866"),
            (encoded(&DECODING_TABLE_CP850, german), german, "IBM437"),
            (WINDOWS_1252.encode(german).0.into_owned(), german, "windows-1252"),
        ] {
            let guess = guess(&bytes);
            assert_eq!((guess.text.as_str(), guess.name), (text, name));
        }
        let wide: Vec<u8> = "Слова и ещё".encode_utf16().flat_map(u16::to_be_bytes).collect();
        let wider: Vec<u8> = "漢字 ok".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        for (bytes, text) in [
            (wide.as_slice(), "Слова и ещё"),
            (&wider, "漢字 ok"),
            (b"a ~{<:Ky2;S{#,NpJ)l6HK!#~} b", "a 己所不欲，勿施於人。 b"),
            (b"\x1b$)Cab\x0e0!3*\x0f", "ab가나"),
            (b"\x1b$BF|K\\\x1b(B", "日本"),
        ] {
            assert_eq!(evident(bytes).map(|it| it.text).as_deref(), Some(text));
        }
        for bytes in [b"if ~{ x } else ~} y".as_slice(), b"plain", b"caf\xe9 au lait\0"] {
            assert!(evident(bytes).is_none(), "{bytes:?}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read(bytes: Vec<u8>) {
            evident(&bytes);
            guess(&bytes);
        }
    }
}
