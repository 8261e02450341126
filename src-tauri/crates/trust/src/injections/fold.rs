//! A sentence as a machine would read it: lower case, accents and invisible characters gone, look-alike
//! letters as what they pass for, one space between words. What had to be undone for that is told, and
//! each letter still knows where it stood.

use std::ops::Range;
use unicode_normalization::UnicodeNormalization;
use unicode_security::confusable_detection::skeleton;

/// What had to be undone to read a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Disguise {
    /// Invisible characters inside it.
    Invisible,
    /// Letters of another script, or digits, for the letters they look like.
    LookAlike,
}

/// A folded text.
#[derive(Debug, Default)]
pub struct Folded {
    pub text: String,
    /// For each byte of `text`: where its letter began.
    places: Vec<u32>,
    /// Words that were disguised.
    pub disguised: Vec<(Range<usize>, Disguise)>,
    /// What tag characters and variation selectors spell, unseen.
    pub smuggled: String,
}

/// A letter as it is read, and as what it may pass for.
struct Letter {
    read: char,
    passes: Option<char>,
    at: u32,
}

/// A run of letters and digits on its way in.
#[derive(Default)]
struct Word {
    letters: Vec<Letter>,
    /// An invisible character came after its last letter.
    broken: bool,
    disguise: Option<Disguise>,
}

impl Folded {
    /// Folds a sentence.
    pub fn new(sentence: &str) -> Self {
        let mut folded = Self::default();
        let mut word = Word::default();
        let mut bytes: Vec<u8> = Vec::new();
        let latin = sentence.bytes().filter(u8::is_ascii_alphabetic).count();
        let foreign = latin * 3 > sentence.chars().filter(|c| !c.is_ascii()).count();
        let mut chars = sentence.char_indices().peekable();
        while let Some((at, c)) = chars.next() {
            if let Some(byte) = smuggled(c) {
                bytes.push(byte);
                continue;
            }
            if is_invisible(c) {
                word.broken |= !matches!(c, '\u{ad}' | '\u{fe0f}' | '\u{300}'..='\u{36f}');
                continue;
            }
            let next = chars.peek().is_some_and(|(_, next)| next.is_alphanumeric());
            let inside = match c {
                '\'' | '’' | '‘' | 'ʼ' => !word.letters.is_empty() && next,
                '@' | '$' => next && !sentence.get(at..).is_some_and(has_dot),
                '!' | '|' => !word.letters.is_empty() && next,
                c => c.is_alphanumeric(),
            };
            if inside {
                word.push(c, at as u32);
            } else {
                folded.close(&mut word, foreign);
                folded.separate(c, at as u32);
            }
        }
        folded.close(&mut word, foreign);
        folded.smuggled = String::from_utf8_lossy(&bytes).into_owned();
        folded
    }

    /// Where a byte of the folded text stood.
    pub fn source(&self, at: usize) -> usize {
        let place = self.places.get(at).or(self.places.last());
        place.map_or(0, |place| *place as usize)
    }

    /// What disguised the words of a range.
    pub fn disguise(&self, range: &Range<usize>) -> Option<Disguise> {
        let inside = |word: &Range<usize>| word.start < range.end && range.start < word.end;
        self.disguised.iter().find(|(word, _)| inside(word)).map(|(_, how)| *how)
    }

    fn put(&mut self, c: char, at: u32) {
        self.text.push(c);
        self.places.resize(self.text.len(), at);
    }

    fn separate(&mut self, c: char, at: u32) {
        let gap = c.is_whitespace() || matches!(c, '-' | '_' | '*' | '/' | '~' | '+' | '‐' | '‑');
        match gap {
            true if self.text.is_empty() || self.text.ends_with(' ') => {}
            true => self.put(' ', at),
            false => {
                for c in c.nfkc() {
                    self.put(c, at);
                }
            }
        }
    }

    fn close(&mut self, word: &mut Word, foreign: bool) {
        let Word { mut letters, disguise, .. } = std::mem::take(word);
        let start = self.text.len();
        let mut disguise = disguise;
        let ascii = letters.iter().any(|letter| letter.read.is_ascii_alphabetic());
        let all = letters.iter().all(|letter| letter.passes.is_some());
        let other = |letter: &Letter| !letter.read.is_ascii() && letter.passes.is_some();
        if letters.len() > 1 && (ascii || (all && foreign)) && letters.iter().any(other) {
            for letter in &mut letters {
                letter.read = letter.passes.unwrap_or(letter.read);
            }
            disguise = Some(Disguise::LookAlike);
        }
        if let Some(last) = letters.iter().rposition(|letter| letter.read.is_ascii_lowercase()) {
            let digits = letters.iter().take(last).any(|letter| leet(letter.read).is_some());
            if letters.len() > 2 && digits {
                for letter in &mut letters {
                    letter.read = leet(letter.read).unwrap_or(letter.read);
                }
                disguise = Some(Disguise::LookAlike);
            }
        }
        for letter in letters {
            self.put(letter.read, letter.at);
        }
        self.disguised.extend(disguise.map(|how| (start..self.text.len(), how)));
    }
}

impl Word {
    fn push(&mut self, c: char, at: u32) {
        if std::mem::take(&mut self.broken)
            && self.letters.last().is_some_and(|letter| u32::from(letter.read) < 0x530)
        {
            self.disguise = Some(Disguise::Invisible);
        }
        if c.is_ascii() {
            let read = c.to_ascii_lowercase();
            self.letters.push(Letter { read, passes: Some(read), at });
            return;
        }
        if is_styled(c) {
            self.disguise = Some(Disguise::LookAlike);
        }
        let passes = passes_for(c);
        for read in letters(c) {
            self.letters.push(Letter { read, passes, at });
        }
    }
}

/// Words of a list, as they stand in a folded text.
pub fn plain(words: &str) -> String {
    Folded::new(words.trim()).text
}

/// A letter in lower case without accents.
fn letters(c: char) -> impl Iterator<Item = char> {
    let bare = |c: char| match c {
        'أ' | 'إ' | 'آ' => 'ا',
        'ى' => 'ي',
        'ة' => 'ه',
        'ß' => 's',
        '’' | '‘' | 'ʼ' => '\'',
        // Hangul and kana keep what they are made of
        c if u32::from(c) > 0x1100 && !('\u{1e00}'..='\u{1fff}').contains(&c) => c,
        c => c.nfd().next().unwrap_or(c),
    };
    c.nfkc().flat_map(char::to_lowercase).map(bare).filter(|c| !is_invisible(*c))
}

/// The ASCII letter that a letter looks like, by Unicode's own table (UTS #39): in lower case, or else as
/// it stands.
fn passes_for(c: char) -> Option<char> {
    let like = |c: char| {
        let mut buffer = [0; 4];
        let mut like = skeleton(c.encode_utf8(&mut buffer));
        let first = like.next().filter(char::is_ascii_alphanumeric)?;
        like.next().is_none().then(|| first.to_ascii_lowercase())
    };
    c.to_lowercase().next().and_then(like).or_else(|| like(c))
}

/// The letter that a digit or sign stands for between letters.
fn leet(c: char) -> Option<char> {
    Some(match c {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        '8' => 'b',
        '9' => 'g',
        '|' => 'l',
        _ => return None,
    })
}

/// Letters in mathematical and enclosed styles.
fn is_styled(c: char) -> bool {
    matches!(c, '\u{1d400}'..='\u{1d7ff}' | '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f189}'
        | '\u{ff21}'..='\u{ff5a}')
}

/// What is shown as nothing, and accents by themselves.
pub fn is_invisible(c: char) -> bool {
    language::is_invisible(c)
        || matches!(c, '\u{300}'..='\u{36f}' | '\u{64b}'..='\u{652}' | '\u{640}')
}

/// The byte that an unseen character carries: tag characters ASCII, variation selectors 16 and more.
fn smuggled(c: char) -> Option<u8> {
    let code = u32::from(c);
    match c {
        '\u{e0020}'..='\u{e007e}' => u8::try_from(code - 0xe0000).ok(),
        '\u{e0100}'..='\u{e01ef}' => u8::try_from(code - 0xe0100 + 16).ok(),
        _ => None,
    }
}

/// Whether a word goes on to a dot, as an address does.
fn has_dot(rest: &str) -> bool {
    let word = rest.char_indices().take(64).skip(1);
    let end = word.clone().find(|(_, c)| !c.is_alphanumeric() && *c != '-');
    end.is_some_and(|(at, c)| {
        let after = rest.get(at + 1..).and_then(|rest| rest.chars().next());
        c == '.' && after.is_some_and(char::is_alphanumeric)
    })
}
