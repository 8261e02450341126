//! The words for each concept, `assets/injections.txt`, ready to be found in one pass over a folded
//! text whatever its language. Nothing here weighs anything.

use super::fold::{self, Folded};
use aho_corasick::{AhoCorasick, MatchKind};
use language::sectioned;
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
    sync::LazyLock,
};

macro_rules! concepts {
    ($($name:literal $variant:ident,)*) => {
        /// What a word or phrase is about; the file of words says what each is.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Concept { $($variant),* }

        const CONCEPTS: &[(&str, Concept)] = &[$(($name, Concept::$variant)),*];
    };
}

concepts! {
    "override" Override, "void" Void, "earlier" Earlier, "everything" Everything, "orders" Orders,
    "rules" Rules, "machine" Machine, "maybe" Maybe, "address" Address, "you" You, "reveal" Reveal,
    "prompt" Prompt, "send" Send, "target" Target, "secret" Secret, "user" User, "conceal" Conceal,
    "role" Role, "free" Free, "answer" Answer, "response" Response, "verdict" Verdict, "tool" Tool,
    "authority" Authority, "task" Task, "this" This, "do" Do, "and" And, "lead" Lead,
    "subject" Subject, "third" Third, "report" Report, "reading" Reading, "nobody" Nobody,
}

/// Most words found in one sentence.
const HITS: usize = 400;
/// Most words of one concept: they are compared in pairs.
const ALIKE: usize = 12;
/// Shortest word that is looked for where spaces are gone, in letters.
const GLUED: usize = 5;

/// A concept found in a folded text.
#[derive(Clone, Debug)]
pub struct Hit {
    pub concept: Concept,
    /// In the folded text.
    pub range: Range<usize>,
    /// Whether the word is an English one: there an order must stand where orders stand.
    pub strict: bool,
}

/// One reading of a pattern.
struct Entry {
    concept: Concept,
    strict: bool,
    /// Whether letters may follow.
    open: bool,
    /// Words that must follow, and whether each may go on.
    rest: Vec<(String, bool)>,
}

/// How the letters of a text were turned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// By so many places of the alphabet.
    Rotated(u8),
    /// A for Z.
    Mirrored,
    /// Last letter first.
    Reversed,
}

/// All the words.
pub struct Lists {
    words: Option<AhoCorasick>,
    entries: Vec<Vec<Entry>>,
    glued: Option<AhoCorasick>,
    glued_words: Vec<String>,
    turned: Option<AhoCorasick>,
    turns: Vec<Turn>,
    scrambled: HashMap<String, String>,
}

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::parse(include_str!("../../../../../assets/injections.txt")));

/// Loci's own words.
pub fn lists() -> &'static Lists {
    &LISTS
}

impl Lists {
    fn parse(text: &str) -> Self {
        let mut patterns: Vec<String> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut entries: Vec<Vec<Entry>> = Vec::new();
        let mut glued: HashSet<String> = HashSet::new();
        let mut signposts: Vec<String> = Vec::new();
        for (_, section, line) in sectioned(text) {
            if section == "signposts" {
                signposts.extend(line.split(',').map(|word| word.trim().to_owned()));
                continue;
            }
            let Some((_, concept)) = CONCEPTS.iter().find(|(name, _)| *name == section) else {
                continue;
            };
            let Some((language, words)) = line.split_once(": ") else { continue };
            for word in words.split(',') {
                let Some((head, entry)) = entry(word, *concept, language == "en") else {
                    continue;
                };
                if entry.rest.is_empty() {
                    let whole: String = head.chars().filter(|c| c.is_alphanumeric()).collect();
                    if whole.is_ascii() && whole.len() >= GLUED {
                        glued.insert(head.clone());
                    }
                }
                let place = *places.entry(head.clone()).or_insert_with(|| {
                    patterns.push(head);
                    entries.push(Vec::new());
                    patterns.len() - 1
                });
                if let Some(known) = entries.get_mut(place) {
                    known.push(entry);
                }
            }
        }
        let mut glued_words: Vec<String> = glued.into_iter().collect();
        glued_words.sort();
        let squeezed = glued_words.iter().map(|word| word.replace(' ', ""));
        let (turned, turns): (Vec<String>, Vec<Turn>) =
            signposts.iter().filter(|word| word.len() >= 6).flat_map(|word| turns(word)).unzip();
        Self {
            words: AhoCorasick::new(&patterns).ok(),
            entries,
            glued: AhoCorasick::builder()
                .match_kind(MatchKind::LeftmostLongest)
                .build(squeezed)
                .ok(),
            glued_words,
            turned: AhoCorasick::new(&turned).ok(),
            turns,
            scrambled: signposts
                .into_iter()
                .filter(|word| word.len() >= 6)
                .map(|word| (jumbled(&word), word))
                .collect(),
        }
    }

    /// The concepts in a sentence, by where they begin.
    pub fn hits(&self, folded: &Folded) -> Vec<Hit> {
        let text = folded.text.as_str();
        let mut hits: Vec<Hit> = Vec::new();
        let Some(words) = &self.words else { return hits };
        for found in words.find_overlapping_iter(text) {
            let head = found.start()..found.end();
            for entry in self.entries.get(found.pattern().as_usize()).into_iter().flatten() {
                let Some(end) = entry.end(text, head.clone()) else { continue };
                let range = head.start..end;
                hits.push(Hit { concept: entry.concept, range, strict: entry.strict });
            }
            if hits.len() >= HITS {
                break;
            }
        }
        // "AI researcher" is no machine
        let people: Vec<Range<usize>> = hits
            .iter()
            .filter(|hit| hit.concept == Concept::Nobody)
            .map(|hit| hit.range.clone())
            .collect();
        let named = |hit: &Hit| {
            people.iter().any(|it| it.start <= hit.range.start && hit.range.end <= it.end)
        };
        hits.retain(|hit| !matches!(hit.concept, Concept::Machine | Concept::Maybe) || !named(hit));
        // a longer word of the same concept says it all
        hits.sort_by_key(|hit| (hit.range.start, std::cmp::Reverse(hit.range.end)));
        let mut ends: HashMap<Concept, (usize, usize)> = HashMap::new();
        hits.retain(|hit| {
            let (end, count) = ends.entry(hit.concept).or_insert((0, 0));
            let new = hit.range.end > *end && *count < ALIKE;
            *end = hit.range.end.max(*end);
            *count += usize::from(new);
            new
        });
        hits
    }

    /// The words of a run of letters without spaces, where they make up most of it.
    pub fn unglued(&self, run: &str) -> Option<String> {
        let mut words: Vec<&str> = Vec::new();
        let mut covered = 0;
        for found in self.glued.as_ref()?.find_iter(run) {
            covered += found.end() - found.start();
            words.push(self.glued_words.get(found.pattern().as_usize())?);
        }
        (words.len() >= 2 && covered * 5 >= run.len() * 3).then(|| words.join(" "))
    }

    /// How the letters of a folded text seem to be turned: at most two ways.
    pub fn turns(&self, folded: &str) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for found in self.turned.iter().flat_map(|turned| turned.find_overlapping_iter(folded)) {
            let Some(turn) = self.turns.get(found.pattern().as_usize()) else { continue };
            if !turns.contains(turn) {
                turns.push(*turn);
            }
            if turns.len() == 2 {
                break;
            }
        }
        turns
    }

    /// The word whose inner letters were shuffled.
    pub fn unscrambled(&self, word: &str) -> Option<&str> {
        let known = self.scrambled.get(&jumbled(word))?;
        (known != word).then_some(known.as_str())
    }
}

impl Entry {
    /// Where a match ends, if it stands where a word may stand.
    fn end(&self, text: &str, head: Range<usize>) -> Option<usize> {
        let (first, last) = (text.get(head.start..)?.chars().next()?, last(text, head.end)?);
        if is_spelled(first) && last_word(text, head.start) {
            return None;
        }
        let mut end = head.end;
        let mut open = self.open;
        if self.rest.is_empty() && !open && is_spelled(last) && next_word(text, end) {
            return None;
        }
        for (word, more) in &self.rest {
            let rest = text.get(end..)?;
            let inside = match open {
                true => rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len()),
                false => 0,
            };
            let next = rest.get(inside..)?.strip_prefix(' ')?.strip_prefix(word.as_str())?;
            end = text.len() - next.len();
            open = *more;
            if !open && next_word(text, end) {
                return None;
            }
        }
        Some(end)
    }
}

/// Scripts that write words with spaces between them and nothing before them.
fn is_spelled(c: char) -> bool {
    c.is_alphabetic() && u32::from(c) < 0x530
}

fn last(text: &str, end: usize) -> Option<char> {
    text.get(..end)?.chars().next_back()
}

fn last_word(text: &str, start: usize) -> bool {
    last(text, start).is_some_and(goes_on)
}

fn next_word(text: &str, end: usize) -> bool {
    text.get(end..).and_then(|rest| rest.chars().next()).is_some_and(goes_on)
}

/// Whether a letter beside a word is part of it: in "AI助手" it is not.
fn goes_on(c: char) -> bool {
    c.is_numeric() || is_spelled(c)
}

/// A line's phrase: its first stretch, which is looked for, and what must follow.
fn entry(phrase: &str, concept: Concept, strict: bool) -> Option<(String, Entry)> {
    let mut parts = phrase.trim().split('*').map(fold::plain);
    let head = parts.next().filter(|head| !head.is_empty())?;
    let mut rest: Vec<(String, bool)> = Vec::new();
    let mut open = phrase.contains('*');
    for part in parts.filter(|part| !part.is_empty()) {
        rest.push((part, true));
    }
    if let Some((_, more)) = rest.last_mut().filter(|_| !phrase.trim().ends_with('*')) {
        *more = false;
    }
    if rest.is_empty() {
        open = phrase.trim().ends_with('*');
    }
    Some((head, Entry { concept, strict, open, rest }))
}

/// First and last letter, the others in order between them.
fn jumbled(word: &str) -> String {
    let mut letters: Vec<char> = word.chars().collect();
    let end = letters.len().saturating_sub(1);
    if let Some(inner) = letters.get_mut(1..end) {
        inner.sort_unstable();
    }
    letters.into_iter().collect()
}

/// A word as it looks after each turn.
fn turns(word: &str) -> Vec<(String, Turn)> {
    let rotated = (1..26).map(Turn::Rotated);
    // what is turned once more by the rest of the way is plain again
    rotated
        .chain([Turn::Mirrored, Turn::Reversed])
        .map(|turn| {
            let seen = match turn {
                Turn::Rotated(places) => turn_letters(word, Turn::Rotated(26 - places)),
                other => turn_letters(word, other),
            };
            (seen, turn)
        })
        .collect()
}

/// A text with its letters turned.
pub fn turn_letters(text: &str, turn: Turn) -> String {
    let letter = |c: char, to: &dyn Fn(u8) -> u8| match c {
        'a'..='z' => char::from(b'a' + to((c as u8) - b'a')),
        'A'..='Z' => char::from(b'A' + to((c as u8) - b'A')),
        c => c,
    };
    match turn {
        Turn::Rotated(places) => {
            text.chars().map(|c| letter(c, &|place| (place + places) % 26)).collect()
        }
        Turn::Mirrored => text.chars().map(|c| letter(c, &|place| 25 - place)).collect(),
        Turn::Reversed => text.chars().rev().collect(),
    }
}
