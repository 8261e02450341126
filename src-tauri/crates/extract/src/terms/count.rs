//! Reads the candidates off the lines, once, and counts what their worth is reckoned from.

use super::background::{Class, RARE, known};
use super::term::Term;
use super::worth::{FEATURES, judged};
use crate::lists::is_stop;
use crate::names::{Name, Sort};
use foldhash::{HashMap, HashSet};
use language::{Shape, Word, shaped, stem, work};
use std::ops::Range;

/// Most words of a term that is no name.
const LONGEST: usize = 4;
/// Most candidates that are counted.
const COUNTED: usize = 100_000;
/// Places remembered of one.
const PLACES: usize = 64;
/// In fewer or more lines than these, what stands once is no term, unless it is a name, or the title or a
/// definition has it.
const FEW: usize = 4;
const LONG: usize = 60;

/// What is read of a document.
#[derive(Debug)]
pub(crate) struct Reading<'a> {
    /// Its sentences.
    pub lines: Vec<&'a [Word<'a>]>,
    /// The names in each line.
    pub names: Vec<(usize, Name)>,
    /// Its title.
    pub title: &'a str,
    /// Titles of its headings.
    pub headings: Vec<&'a str>,
    /// Terms that it defines.
    pub defined: Vec<&'a str>,
    /// Abbreviations with what they stand for.
    pub spelt_out: Vec<(&'a str, &'a str)>,
}

/// The stems of a candidate; [`NONE`] where it has fewer.
type Key = [u32; LONGEST];
const NONE: u32 = u32::MAX;

/// What a word can be in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Noun,
    Adjective,
    Gerund,
    Participle,
    /// Ends what stands before it.
    Break,
}

/// What is known of a word of this document.
#[derive(Clone, Copy, Debug)]
struct Read {
    stem: u32,
    part: Part,
    zipf: f32,
    unknown: bool,
}

#[derive(Default)]
struct Seen {
    places: Vec<(usize, Range<usize>)>,
    count: u32,
    /// Times that nothing around it could be part of it.
    alone: u32,
    /// Whether a longer one always stands around it.
    inside: bool,
    sorts: Vec<Sort>,
    last_line: usize,
}

/// The words of a document, each read once.
#[derive(Default)]
struct Lexicon<'a> {
    words: HashMap<&'a str, Read>,
    stems: HashMap<String, u32>,
}

impl<'a> Lexicon<'a> {
    fn stem(&mut self, lower: &str) -> u32 {
        let stem = stem(lower);
        let fresh = u32::try_from(self.stems.len()).unwrap_or(NONE - 1);
        *self.stems.entry(stem).or_insert(fresh)
    }

    fn read(&mut self, word: &'a Word<'a>) -> Read {
        if let Some(read) = self.words.get(&*word.lower) {
            return *read;
        }
        let found = known(&word.lower);
        let read = Read {
            stem: self.stem(&word.lower),
            part: part(word, found.map(|known| known.class)),
            zipf: found.map_or(RARE, |known| known.zipf),
            unknown: found.is_none(),
        };
        self.words.insert(&word.lower, read);
        read
    }

    /// The stems of a text that is not in the document's lines.
    fn key(&mut self, text: &str) -> Vec<u32> {
        shaped(text, 0).iter().map(|word| self.stem(&word.lower)).collect()
    }
}

fn part(word: &Word<'_>, class: Option<Class>) -> Part {
    let letters = word.text.chars().filter(|c| c.is_alphabetic()).count();
    let odd = letters < 2 || word.text.len() > 40 || word.text.contains(['_', '/', '@']);
    if odd || is_stop(&word.lower) || matches!(word.shape, Shape::Number | Shape::Ordinal) {
        return Part::Break;
    }
    let ends = |ending: &str| word.lower.ends_with(ending);
    match class {
        Some(Class::Noun) => Part::Noun,
        Some(Class::Adjective) => Part::Adjective,
        Some(Class::Adverb) => Part::Break,
        Some(Class::Verb) | None if ends("ing") => Part::Gerund,
        Some(Class::Verb) | None if ends("ed") => Part::Participle,
        Some(Class::Verb) => Part::Break,
        None if ends("ly") => Part::Break,
        Some(Class::Other) | None => Part::Noun,
    }
}

/// Every candidate of a document with its features.
pub(super) fn candidates(reading: &Reading<'_>) -> Vec<Term> {
    let mut lexicon = Lexicon::default();
    let mut seen: HashMap<Key, Seen> = HashMap::default();
    for (line, words) in reading.lines.iter().enumerate() {
        let read: Vec<Read> = words.iter().map(|word| lexicon.read(word)).collect();
        for segment in segments(words, &read) {
            count(&mut seen, line, &read, segment);
        }
    }
    let mut long: HashMap<Vec<u32>, Seen> = HashMap::default();
    for (line, name) in &reading.names {
        named(&mut seen, &mut long, &mut lexicon, reading, *line, name);
    }
    subsumed(&mut seen);
    let about = About::new(reading, &mut lexicon);
    about.join_abbreviations(&mut seen);
    let short = seen.into_iter().map(|(key, one)| (stems(&key).to_vec(), one));
    let all = short.chain(long);
    all.filter_map(|(key, one)| about.term(reading, &lexicon, key, one)).collect()
}

/// Nouns with what modifies them, as far as they go.
fn segments(words: &[Word<'_>], read: &[Read]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, (word, one)) in words.iter().zip(read).enumerate() {
        work();
        let parted = word.apart || one.part == Part::Participle;
        if parted && at > start {
            found.push(start..at);
            start = at;
        }
        if one.part == Part::Break {
            if at > start {
                found.push(start..at);
            }
            start = at + 1;
        }
    }
    if start < words.len() {
        found.push(start..words.len());
    }
    found
}

fn key_of(read: &[Read]) -> Key {
    let mut key = [NONE; LONGEST];
    key.iter_mut().zip(read).for_each(|(slot, one)| *slot = one.stem);
    key
}

fn stems(key: &Key) -> &[u32] {
    let end = key.iter().position(|stem| *stem == NONE).unwrap_or(LONGEST);
    key.get(..end).unwrap_or_default()
}

/// Counts what the segment holds: every part of it that ends in a noun.
fn count(seen: &mut HashMap<Key, Seen>, line: usize, read: &[Read], segment: Range<usize>) {
    let last = segment
        .clone()
        .rev()
        .find(|at| read.get(*at).is_some_and(|one| matches!(one.part, Part::Noun | Part::Gerund)));
    let Some(last) = last else { return };
    let whole = segment.start..last + 1;
    for end in whole.clone().map(|at| at + 1) {
        let ends = read.get(end - 1).map_or(Part::Break, |one| one.part);
        if !matches!(ends, Part::Noun | Part::Gerund) {
            continue;
        }
        for start in end.saturating_sub(LONGEST).max(whole.start)..end {
            work();
            let Some(phrase) = read.get(start..end) else { continue };
            if phrase.len() == 1 && ends == Part::Gerund {
                continue;
            }
            let alone = start == whole.start && end == whole.end;
            add(seen, key_of(phrase), line, start..end, alone);
        }
    }
}

fn add(seen: &mut HashMap<Key, Seen>, key: Key, line: usize, words: Range<usize>, alone: bool) {
    if seen.len() >= COUNTED && !seen.contains_key(&key) {
        return;
    }
    let one = seen.entry(key).or_default();
    one.count += 1;
    one.alone += u32::from(alone);
    one.last_line = line;
    if one.places.len() < PLACES {
        one.places.push((line, words));
    }
}

/// Notes a name: as the candidate with its words, or as one of its own.
fn named<'a>(
    seen: &mut HashMap<Key, Seen>,
    long: &mut HashMap<Vec<u32>, Seen>,
    lexicon: &mut Lexicon<'a>,
    reading: &Reading<'a>,
    line: usize,
    name: &Name,
) {
    let words = reading.lines.get(line).and_then(|words| words.get(name.words.clone()));
    let Some(words) = words.filter(|words| !words.is_empty()) else { return };
    let read: Vec<Read> = words.iter().map(|word| lexicon.read(word)).collect();
    if read.len() <= LONGEST
        && let Some(one) = seen.get_mut(&key_of(&read))
    {
        one.sorts.push(name.sort);
        return;
    }
    if long.len() >= COUNTED {
        return;
    }
    let one = long.entry(read.iter().map(|one| one.stem).collect()).or_default();
    one.count += 1;
    one.alone += 1;
    one.last_line = line;
    one.sorts.push(name.sort);
    if one.places.len() < PLACES {
        one.places.push((line, name.words.clone()));
    }
}

/// Marks what only ever stands inside of one longer candidate.
fn subsumed(seen: &mut HashMap<Key, Seen>) {
    let mut inside: Vec<Key> = Vec::new();
    for (key, one) in seen.iter() {
        let own = stems(key);
        let parts =
            [own.split_last().map(|(_, head)| head), own.split_first().map(|(_, tail)| tail)];
        for part in parts.into_iter().flatten().filter(|part| !part.is_empty()) {
            let mut shorter = [NONE; LONGEST];
            shorter.iter_mut().zip(part).for_each(|(slot, stem)| *slot = *stem);
            if seen.get(&shorter).is_some_and(|part| part.count == one.count && part.alone == 0) {
                inside.push(shorter);
            }
        }
    }
    for key in inside {
        if let Some(one) = seen.get_mut(&key) {
            one.inside = true;
        }
    }
}

/// What the title, the headings and the definitions say of stems.
struct About {
    title: HashSet<u32>,
    title_last: Option<u32>,
    headings: HashSet<u32>,
    defined: HashSet<Vec<u32>>,
    /// Abbreviations with what they stand for.
    abbreviations: Vec<(Vec<u32>, Vec<u32>)>,
    /// What any of them stands for.
    spelt_out: HashSet<Vec<u32>>,
    lines: usize,
}

impl About {
    fn new(reading: &Reading<'_>, lexicon: &mut Lexicon<'_>) -> Self {
        let title = lexicon.key(reading.title);
        let headings = reading.headings.iter().flat_map(|title| lexicon.key(title)).collect();
        let defined = reading.defined.iter().map(|term| lexicon.key(term)).collect();
        let both = |(short, long): &(&str, &str)| (lexicon.key(short), lexicon.key(long));
        let abbreviations: Vec<_> = reading.spelt_out.iter().map(both).collect();
        Self {
            title_last: title.last().copied(),
            title: title.into_iter().collect(),
            headings,
            defined,
            spelt_out: abbreviations.iter().map(|(_, long)| long.clone()).collect(),
            abbreviations,
            lines: reading.lines.len(),
        }
    }

    /// An abbreviation's places are those of what it stands for.
    fn join_abbreviations(&self, seen: &mut HashMap<Key, Seen>) {
        let key = |stems: &[u32]| {
            let mut key = [NONE; LONGEST];
            key.iter_mut().zip(stems).for_each(|(slot, stem)| *slot = *stem);
            (stems.len() <= LONGEST).then_some(key)
        };
        for (short, long) in &self.abbreviations {
            let Some((short, long)) = key(short).zip(key(long)) else { continue };
            if short == long || !seen.contains_key(&long) {
                continue;
            }
            let Some(found) = seen.remove(&short) else { continue };
            if let Some(one) = seen.get_mut(&long) {
                one.count += found.count;
                one.last_line = one.last_line.max(found.last_line);
            }
        }
    }

    /// The candidate with what it is worth; `None` for what cannot be a term.
    fn term(
        &self,
        reading: &Reading<'_>,
        lexicon: &Lexicon<'_>,
        key: Vec<u32>,
        seen: Seen,
    ) -> Option<Term> {
        let name = seen.sorts.iter().copied().find(|sort| *sort != Sort::Opening);
        let (line, range) = seen.places.first()?.clone();
        let words = reading.lines.get(line)?.get(range)?;
        let defined = self.defined.contains(&key);
        let spelt_out = self.spelt_out.contains(&key);
        let title = key.iter().all(|stem| self.title.contains(stem));
        let marked = name.is_some() || defined || spelt_out || title;
        if seen.inside && !defined && !spelt_out && name.is_none()
            || seen.count < 2 && !(FEW..=LONG).contains(&self.lines) && !marked
        {
            return None;
        }
        let read: Vec<Read> =
            words.iter().filter_map(|word| lexicon.words.get(&*word.lower).copied()).collect();
        let content: Vec<&Read> = read.iter().filter(|one| one.part != Part::Break).collect();
        if content.is_empty() {
            return None;
        }
        let few = content.len() as f32;
        let mean = content.iter().map(|one| one.zipf).sum::<f32>() / few;
        let common = content.iter().map(|one| one.zipf).fold(0.0, f32::max);
        let letters = words.iter().map(|word| word.text.len()).sum::<usize>();
        if words.len() == 1 && (letters < 3 && name.is_none() || common > 5.4) {
            return None;
        }
        let count = seen.count as f32;
        let lines = self.lines.max(1) as f32;
        let inside = |place: &&(usize, Range<usize>)| place.1.start > 0;
        let within: Vec<_> = seen.places.iter().filter(inside).collect();
        let capitals = within.iter().filter(|(line, range)| {
            let word = reading.lines.get(*line).and_then(|words| words.get(range.start));
            word.is_some_and(Word::is_capital)
        });
        let capital = capitals.count() as f32 / within.len().max(1) as f32;
        let coded = words
            .iter()
            .any(|word| matches!(word.shape, Shape::Upper | Shape::Mixed | Shape::Code));
        let is = |yes: bool| f32::from(u8::from(yes));
        let first = read.first().map_or(Part::Break, |one| one.part);
        let last = read.last().map_or(Part::Break, |one| one.part);
        let features = [
            1.0,
            count.ln_1p(),
            count / lines,
            1.0 / (1.0 + (line as f32).ln_1p()),
            is(title),
            is(title && key.last().copied() == self.title_last),
            is(key.iter().all(|stem| self.headings.contains(stem))),
            is(words.len() == 2),
            is(words.len() == 3),
            is(words.len() >= 4),
            (7.0 - mean) / 4.0,
            (7.0 - common) / 4.0,
            content.iter().filter(|one| one.unknown).count() as f32 / few,
            capital,
            is(coded),
            is(spelt_out),
            is(defined),
            seen.alone as f32 / count,
            (seen.last_line - line) as f32 / lines,
            is(first == Part::Adjective),
            is(first == Part::Participle),
            is(last == Part::Gerund),
            is(words.iter().any(|word| word.text.contains(|c: char| c.is_ascii_digit()))),
            is(name == Some(Sort::Organisation)),
            is(name == Some(Sort::Person)),
            is(name == Some(Sort::Version)),
            is(self.lines < 20),
        ];
        debug_assert_eq!(features.len(), FEATURES);
        let (worth, right) = judged(&features);
        let mut stems = key;
        stems.sort_unstable();
        stems.dedup();
        Some(Term { places: seen.places, name, worth, right, features, stems })
    }
}
