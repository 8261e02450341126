//! A claim laid beside a window of a source, in numbers; and what the claim says that the window does not.

use super::{
    kin::{self, Key, Kinship},
    missing::Missing,
    reading::Token,
};
use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

/// How many numbers a claim and a window make.
pub(super) const FEATURES: usize = NAMES.len();

/// What each number is, as `assets/grounding/weights.txt` has it.
pub(super) const NAMES: [&str; 22] = [
    "bias",
    "cover",
    "cover squared",
    "all covered",
    "missing weight",
    "cover of rare",
    "cover of names",
    "order",
    "neighbours",
    "first covered",
    "last covered",
    "longest run",
    "loose",
    "opposed",
    "two sentences",
    "claim length",
    "window length",
    "window covered",
    "hedge lost",
    "hole",
    "amounts in place",
    "reach",
];

/// How well a word that is not the same counts.
const KIN: f32 = 0.75;
const OPPOSED: f32 = 0.6;
/// First letters that words of one root share.
const ROOT_CHARS: usize = 5;
/// Words apart that count as beside each other.
const BESIDE: usize = 4;
/// Most places of a word that are looked at.
const PLACES: usize = 64;

/// Where a source may say a claim's word.
#[derive(Clone, Copy, Debug)]
struct Place {
    at: usize,
    kinship: Kinship,
}

/// A source's words, to be looked up.
pub(super) struct Source {
    pub tokens: Vec<Token>,
    exact: HashMap<Key, Vec<usize>>,
    groups: HashMap<Key, Vec<usize>>,
    roots: HashMap<Box<str>, Vec<usize>>,
    poled: Vec<usize>,
    bare: HashMap<Key, Vec<usize>>,
}

impl Source {
    pub fn new(tokens: Vec<Token>) -> Self {
        let mut source = Self {
            tokens: Vec::new(),
            exact: HashMap::new(),
            groups: HashMap::new(),
            roots: HashMap::new(),
            poled: Vec::new(),
            bare: HashMap::new(),
        };
        for (at, token) in tokens.iter().enumerate() {
            source.exact.entry(token.key).or_default().push(at);
            if !token.tells() {
                continue;
            }
            source.groups.entry(kin::group(token.key)).or_default().push(at);
            if let Some(root) = root(token) {
                source.roots.entry(root.into()).or_default().push(at);
            }
            if kin::has_axis(token.key) {
                source.poled.push(at);
            }
            if let Some(bare) = kin::bare(&token.lower) {
                source.bare.entry(bare).or_default().push(at);
            }
        }
        source.tokens = tokens;
        source
    }

    /// All places where the source may say a claim's word.
    fn places(&self, word: &Token) -> Vec<Place> {
        let mut places = Vec::new();
        let mut add = |found: Option<&Vec<usize>>, kinship| {
            let found = found.into_iter().flatten().take(PLACES);
            places.extend(found.map(|at| Place { at: *at, kinship }));
        };
        add(self.exact.get(&word.key), Kinship::Same);
        if word.tells() && word.amount.is_none() && !word.name {
            add(self.groups.get(&kin::group(word.key)), Kinship::Kin);
            add(root(word).and_then(|root| self.roots.get(root)), Kinship::Kin);
            add(self.bare.get(&word.key), Kinship::Opposed);
            let bare = kin::bare(&word.lower);
            add(bare.and_then(|bare| self.exact.get(&bare)), Kinship::Opposed);
        }
        if word.name {
            let alike = |token: &Token| {
                token.lower.trim_end_matches('s') == word.lower.trim_end_matches('s')
            };
            places.retain(|place| self.tokens.get(place.at).is_some_and(alike));
        } else if kin::has_axis(word.key) {
            for at in self.poled.iter().take(PLACES) {
                let other = self.tokens.get(*at).map_or(0, |token| token.key);
                if let Some(kinship) = kin::axis(word.key, other).filter(|_| other != word.key) {
                    places.push(Place { at: *at, kinship });
                }
            }
        }
        if let Some(amount) = &word.amount {
            let told =
                |token: &Token| token.amount.as_ref().is_some_and(|it| amount.is_told_by(it));
            let amounts = self.tokens.iter().enumerate().filter(|(_, token)| told(token));
            places.retain(|place| self.tokens.get(place.at).is_some_and(told));
            places.extend(amounts.take(PLACES).map(|(at, _)| Place { at, kinship: Kinship::Same }));
        }
        places
    }
}

fn root(token: &Token) -> Option<&str> {
    let letters = token.lower.chars().all(char::is_alphabetic);
    let end = token.lower.char_indices().nth(ROOT_CHARS)?.0;
    token.lower.get(..end).filter(|_| letters && token.lower.chars().count() > ROOT_CHARS)
}

/// Where a source may say each of a claim's words.
pub(super) struct Alignment<'a> {
    claim: &'a [Token],
    source: &'a Source,
    places: Vec<Vec<Place>>,
}

/// What a window says of a claim.
pub(super) struct Seen {
    pub row: [f32; FEATURES],
    pub missing: Vec<Missing>,
}

impl<'a> Alignment<'a> {
    pub fn new(claim: &'a [Token], source: &'a Source) -> Self {
        let places = claim.iter().map(|word| source.places(word)).collect();
        Self { claim, source, places }
    }

    /// How much of a claim's words `part` a window has, to choose among windows.
    pub fn cover(&self, part: &Range<usize>, window: &Range<usize>) -> f32 {
        let words = self.claim.get(part.clone()).unwrap_or_default();
        let places = self.places.get(part.clone()).unwrap_or_default();
        let has = |places: &[Place]| places.iter().any(|place| window.contains(&place.at));
        let found = words.iter().zip(places).filter(|(_, places)| has(places));
        found.map(|(word, _)| word.weight).sum()
    }

    /// The words `part` of the claim beside a window of one or two sentences.
    pub fn seen(&self, part: &Range<usize>, window: &Range<usize>, sentences: usize) -> Seen {
        let words = self.claim.get(part.clone()).unwrap_or_default();
        let places = self.places.get(part.clone()).unwrap_or_default();
        let said = self.source.tokens.get(window.clone()).unwrap_or_default();
        let best = self.matched(words, places, window);
        let mut sums = Sums::default();
        let mut missing = Vec::new();
        let mut last: Option<Option<usize>> = None;
        for (word, place) in words.iter().zip(&best) {
            if !word.tells() {
                continue;
            }
            sums.add(word, *place);
            if place.is_none() && word.amount.is_some() {
                missing.push(Missing::Number(word.lower.to_string()));
            } else if place.is_none() && word.name && !self.spelt(words, word, said) {
                missing.push(Missing::Name(word.lower.to_string()));
            }
            let here = place.map(|place| place.at);
            if let Some(before) = last {
                let beside = before.zip(here).is_some_and(|(a, b)| a.abs_diff(b) <= BESIDE);
                sums.pairs += 1.0;
                sums.beside += f32::from(u8::from(beside));
            }
            last = Some(here);
        }
        if self.turned(words, places, &best, window) {
            missing.push(Missing::Negation);
        }
        let row = self.row(words, &best, said, sentences, &sums);
        Seen { row, missing }
    }

    /// Each word's place in the window: the same word before a kindred one, near the place of the word
    /// before it.
    fn matched(
        &self,
        words: &[Token],
        places: &[Vec<Place>],
        window: &Range<usize>,
    ) -> Vec<Option<Place>> {
        let mut before = window.start;
        let mut taken = HashSet::new();
        let rank = |kinship| match kinship {
            Kinship::Same => 0,
            Kinship::Kin => 1,
            Kinship::Opposed => 2,
        };
        let find = |(word, places): (&Token, &Vec<Place>)| {
            let free = |at: &usize| word.amount.is_none() || !taken.contains(at);
            let inside = places.iter().filter(|it| window.contains(&it.at) && free(&it.at));
            let found = inside.min_by_key(|place| {
                let far =
                    if place.at > before { place.at - before } else { 3 * (before - place.at) + 1 };
                (rank(place.kinship), far)
            });
            if let Some(found) = found.filter(|_| word.tells()) {
                before = found.at;
                taken.insert(found.at);
            }
            found.copied()
        };
        words.iter().zip(places).map(find).collect()
    }

    /// Whether a short form that the source has too is spelt out in the window, or the other way round.
    fn spelt(&self, words: &[Token], name: &Token, said: &[Token]) -> bool {
        let initials = |tokens: &[Token]| -> String {
            let telling = tokens.iter().filter(|token| token.tells());
            telling.filter_map(|token| token.lower.chars().next()).collect()
        };
        let short = (2..=6).contains(&name.lower.chars().count());
        if short
            && self.source.exact.contains_key(&name.key)
            && initials(said).contains(&*name.lower)
        {
            return true;
        }
        let at = words.iter().position(|word| word.at == name.at).unwrap_or_default();
        let from = at - words.iter().take(at).rev().take_while(|word| word.name).count();
        let run: Vec<Token> =
            words.iter().skip(from).take_while(|word| word.name).cloned().collect();
        let letters = initials(&run);
        letters.len() > 1 && said.iter().any(|token| token.name && *token.lower == *letters)
    }

    /// Whether one denies what the other says: the first words after a denial on one side stand under none
    /// on the other, or an opposite stands in place of a word.
    fn turned(
        &self,
        words: &[Token],
        places: &[Vec<Place>],
        best: &[Option<Place>],
        window: &Range<usize>,
    ) -> bool {
        let paired = words.iter().zip(places).zip(best).filter_map(|((word, places), best)| {
            let best = best.filter(|_| word.tells() && word.amount.is_none())?;
            let inside =
                places.iter().filter(|it| window.contains(&it.at) && it.kinship == best.kinship);
            let said = inside.filter_map(|place| self.source.tokens.get(place.at));
            Some((word, best.kinship == Kinship::Opposed, said.collect::<Vec<_>>()))
        });
        let paired: Vec<(&Token, bool, Vec<&Token>)> = paired.collect();
        // a denial of the same first words may reach further on one side
        let (mut denials, mut theirs) = (HashSet::new(), HashSet::new());
        for (word, flip, said) in &paired {
            for said in said.iter().filter(|said| !flip && word.head && said.head) {
                if let (Some(own), Some(other)) = (word.denied, said.denied) {
                    denials.insert(own);
                    theirs.insert(other);
                }
            }
        }
        paired.iter().any(|(word, flip, said)| {
            let agrees = |said: &&Token| {
                let apart = (word.denied.is_some() != said.denied.is_some()) != *flip;
                let met = word.denied.is_some_and(|it| denials.contains(&it))
                    || said.denied.is_some_and(|it| theirs.contains(&it));
                !apart || !(word.head || said.head || *flip) || (met && !flip)
            };
            !said.iter().any(agrees)
        })
    }

    fn row(
        &self,
        words: &[Token],
        best: &[Option<Place>],
        said: &[Token],
        sentences: usize,
        sums: &Sums,
    ) -> [f32; FEATURES] {
        let share = |part: f32, whole: f32| if whole > 0.0 { part / whole } else { 1.0 };
        let flag = |set: bool| f32::from(u8::from(set));
        let cover = if sums.weight > 0.0 { sums.found / sums.weight } else { 0.0 };
        let telling: Vec<(&Token, Option<Place>)> =
            words.iter().zip(best.iter().copied()).filter(|(word, _)| word.tells()).collect();
        let count = telling.len().max(1) as f32;
        let positions: Vec<usize> = telling.iter().filter_map(|it| Some(it.1?.at)).collect();
        let covered =
            |it: Option<&(&Token, Option<Place>)>| flag(it.is_some_and(|it| it.1.is_some()));
        let spread = positions.iter().max().zip(positions.iter().min()).map_or(0, |(a, b)| a - b);
        let hedged = |tokens: &[Token]| tokens.iter().any(|token| kin::hedges(&token.lower));
        let window_telling = said.iter().filter(|token| token.tells()).count().max(1) as f32;
        [
            1.0,
            cover,
            cover * cover,
            flag(cover > 0.999),
            (1.0 + sums.weight - sums.found.min(sums.weight)).ln(),
            share(sums.rare_found, sums.rare),
            share(sums.names_found, sums.names),
            rising(&positions) as f32 / count,
            share(sums.beside, sums.pairs),
            covered(telling.first()),
            covered(telling.last()),
            self.longest_run(words, best) / words.len().max(1) as f32,
            share(sums.loose, sums.weight).min(1.0) * flag(sums.weight > 0.0),
            share(sums.opposed, sums.weight) * flag(sums.weight > 0.0),
            flag(sentences > 1),
            (1.0 + count).ln(),
            (1.0 + window_telling).ln(),
            (positions.len() as f32 / window_telling).min(1.0),
            flag(hedged(said) && !hedged(words)),
            share(sums.hole, sums.weight) * flag(sums.weight > 0.0),
            self.amounts_in_place(words, best),
            (spread as f32 / (3.0 * count)).min(2.0),
        ]
    }

    /// Words in a row that the window has in a row too.
    fn longest_run(&self, words: &[Token], best: &[Option<Place>]) -> f32 {
        let starts = words.iter().zip(best).enumerate();
        let starts = starts.filter_map(|(at, (_, place))| Some((at, (*place)?.at)));
        let run = |(at, place): (usize, usize)| {
            let said = self.source.tokens.iter().skip(place);
            words.iter().skip(at).zip(said).take_while(|(a, b)| a.key == b.key).count()
        };
        starts.map(run).max().unwrap_or_default() as f32
    }

    /// The share of a claim's amounts beside which the window has a word that the claim has beside them.
    fn amounts_in_place(&self, words: &[Token], best: &[Option<Place>]) -> f32 {
        let (mut all, mut right) = (0.0f32, 0.0f32);
        for (at, (word, place)) in words.iter().zip(best).enumerate() {
            let (Some(_), Some(place)) = (&word.amount, place) else { continue };
            all += 1.0;
            let near = at.saturating_sub(BESIDE)..at + BESIDE + 1;
            let there = best.get(near.start..near.end.min(best.len())).unwrap_or_default();
            let own = words.get(near.start..near.end.min(words.len())).unwrap_or_default();
            let beside = there.iter().zip(own).any(|(other, own)| {
                own.at != word.at
                    && own.tells()
                    && own.amount.is_none()
                    && other.is_some_and(|other| other.at.abs_diff(place.at) <= BESIDE)
            });
            right += f32::from(u8::from(beside));
        }
        if all > 0.0 { right / all } else { 1.0 }
    }
}

/// What is counted of a claim's telling words.
#[derive(Default)]
struct Sums {
    weight: f32,
    found: f32,
    rare: f32,
    rare_found: f32,
    names: f32,
    names_found: f32,
    loose: f32,
    opposed: f32,
    /// Weight of the longest stretch that is not found, and of the one that is open.
    hole: f32,
    open: f32,
    pairs: f32,
    beside: f32,
}

impl Sums {
    fn add(&mut self, word: &Token, place: Option<Place>) {
        let credit = match place.map(|place| place.kinship) {
            Some(Kinship::Same) => 1.0,
            Some(Kinship::Kin) => KIN,
            Some(Kinship::Opposed) => OPPOSED,
            None => 0.0,
        };
        self.weight += word.weight;
        self.found += word.weight * credit;
        self.open = if place.is_none() { self.open + word.weight } else { 0.0 };
        self.hole = self.hole.max(self.open);
        if word.weight > 1.0 {
            self.rare += 1.0;
            self.rare_found += credit;
        }
        if word.name {
            self.names += 1.0;
            self.names_found += credit;
        }
        match place.map(|place| place.kinship) {
            Some(Kinship::Kin) => self.loose += word.weight,
            Some(Kinship::Opposed) => self.opposed += word.weight,
            _ => {}
        }
    }
}

/// Length of the longest subsequence that rises.
fn rising(positions: &[usize]) -> usize {
    let mut tails: Vec<usize> = Vec::new();
    for position in positions {
        let at = tails.partition_point(|tail| tail < position);
        match tails.get_mut(at) {
            Some(tail) => *tail = *position,
            None => tails.push(*position),
        }
    }
    tails.len()
}
