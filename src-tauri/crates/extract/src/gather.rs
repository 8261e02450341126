//! Puts what the rules find together: one candidate a name, each place once, the best where there are
//! too many.

use crate::candidate::{
    CANDIDATES, Candidate, End, Extracted, MENTIONS, RELATIONS, Relation, Source,
};
use language::work;
use language::{Shape, Word, collapse, shaped};
use std::collections::HashMap;
use std::ops::Range;
use types::{
    AliasRule, EdgeKind, Method, NAME_CHARS, NodeClass, NodeKind, Validity, normalise_name,
};

/// Most things kept where there are enough statements.
const THINGS: usize = 250;
/// Statements that one window of [`WINDOW`] bytes can give.
const STATEMENTS: usize = 5;
/// Bytes of a window.
const WINDOW: usize = 1_000;
/// Longest name of a thing, in words, that is looked for elsewhere.
const TRIE_WORDS: usize = 10;

/// Everything found so far.
pub(crate) struct Gather<'a> {
    source: Source<'a>,
    candidates: Vec<Candidate>,
    by_name: HashMap<(NodeClass, String), usize>,
    relations: Vec<Relation>,
}

/// What a rule says of what it found.
pub(crate) struct Rule {
    pub kind: NodeKind,
    pub method: Method,
    pub confidence: f32,
    pub importance: f32,
    pub tag: &'static str,
}

impl<'a> Gather<'a> {
    pub fn new(source: &Source<'a>) -> Self {
        Self {
            source: *source,
            candidates: Vec::new(),
            by_name: HashMap::new(),
            relations: Vec::new(),
        }
    }

    /// Notes something found at `range`, which must lie in the text. `None` for what has no name.
    pub fn add(&mut self, name: &str, range: Range<usize>, rule: &Rule) -> Option<usize> {
        let name = collapse(name.trim_matches(['*', '`']));
        let statement = rule.kind.class() == NodeClass::Statement;
        let long = name.len() > 4 * NAME_CHARS || !statement && name.chars().count() > 120;
        if long || self.source.text.get(range.clone()).is_none_or(str::is_empty) {
            return None;
        }
        let normalised = normalise_name(&name);
        if normalised.is_empty() {
            return None;
        }
        let key = (rule.kind.class(), normalised);
        if let Some(&at) = self.by_name.get(&key) {
            self.merge(at, range, rule);
            return Some(at);
        }
        let at = self.candidates.len();
        self.by_name.insert(key, at);
        let (hall, _) = crate::hall::hall(rule.kind, &name);
        self.candidates.push(Candidate {
            kind: rule.kind,
            name,
            description: String::new(),
            range: range.clone(),
            mentions: vec![range],
            aliases: Vec::new(),
            tags: vec![rule.tag.to_owned()],
            hall,
            validity: Validity::default(),
            method: rule.method,
            confidence: rule.confidence,
            importance: rule.importance,
        });
        Some(at)
    }

    fn merge(&mut self, at: usize, range: Range<usize>, rule: &Rule) {
        let Some(known) = self.candidates.get_mut(at) else { return };
        // Mentions are counted within bounds; the last ones come from the walk over all words.
        if known.mentions.len() < MENTIONS && known.mentions.last() != Some(&range) {
            known.mentions.push(range.clone());
        }
        if rule.confidence > known.confidence {
            known.kind =
                if known.kind.class() == rule.kind.class() { rule.kind } else { known.kind };
            known.confidence = rule.confidence;
            known.method = rule.method;
            known.hall = crate::hall::hall(known.kind, &known.name).0;
        }
        known.importance = known.importance.max(rule.importance);
        if !known.tags.iter().any(|tag| tag == rule.tag) && known.tags.len() < 8 {
            known.tags.push(rule.tag.to_owned());
        }
    }

    /// The candidate, to say more of it.
    pub fn get(&mut self, at: usize) -> Option<&mut Candidate> {
        self.candidates.get_mut(at)
    }

    /// Whether the candidate is of this kind.
    pub fn is(&self, at: usize, kind: NodeKind) -> bool {
        self.candidates.get(at).is_some_and(|one| one.kind == kind)
    }

    /// The thing with this name, if it is known.
    pub fn known(&self, name: &str) -> Option<usize> {
        self.by_name.get(&(NodeClass::Thing, normalise_name(name))).copied()
    }

    /// Gives a candidate another name, unless that is another candidate's.
    pub fn alias(&mut self, at: usize, alias: &str, rule: AliasRule) {
        let normalised = normalise_name(alias);
        if normalised.is_empty() || alias.chars().count() > NAME_CHARS {
            return;
        }
        let owner = *self.by_name.entry((NodeClass::Thing, normalised)).or_insert(at);
        let Some(known) = self.candidates.get_mut(at).filter(|_| owner == at) else { return };
        let fresh = known.name != alias && known.aliases.iter().all(|(name, _)| name != alias);
        if fresh && known.aliases.len() < 8 {
            known.aliases.push((collapse(alias), rule));
        }
    }

    /// Notes a relation.
    pub fn relate(&mut self, relation: Relation) {
        let itself = relation.from == relation.to;
        let again = |one: &Relation| {
            work();
            (one.kind, &one.from, &one.to) == (relation.kind, &relation.from, &relation.to)
        };
        let full = self.relations.len() >= RELATIONS;
        if !itself && !full && !self.relations.iter().any(again) {
            self.relations.push(relation);
        }
    }

    /// Looks for every thing in all words, so that a term defined once has all its places. One walk:
    /// at each word, the longest name that begins there.
    pub fn find_mentions<'w>(&mut self, sentences: impl Iterator<Item = &'w [Word<'w>]>) {
        let trie = Trie::new(&self.candidates);
        for sentence in sentences {
            let numbers = trie.numbers(sentence);
            let mut at = 0;
            while at < sentence.len() {
                let Some((owner, len, range)) = trie.longest(sentence, &numbers, at) else {
                    at += 1;
                    continue;
                };
                at += len;
                let Some(known) = self.candidates.get_mut(owner) else { continue };
                if known.mentions.len() < MENTIONS {
                    known.mentions.push(range);
                }
            }
        }
    }

    /// The best of it, in order of the text.
    pub fn finish(mut self) -> Extracted {
        for candidate in &mut self.candidates {
            settle_mentions(candidate);
        }
        let order = self.chosen();
        let mut place = vec![None; self.candidates.len()];
        let mut taken: Vec<Option<Candidate>> = self.candidates.into_iter().map(Some).collect();
        let mut candidates = Vec::with_capacity(order.len());
        for at in order {
            if let (Some(slot), Some(found)) =
                (place.get_mut(at), taken.get_mut(at).and_then(Option::take))
            {
                *slot = Some(candidates.len());
                candidates.push(found);
            }
        }
        let end = |end: End| match end {
            End::Candidate(at) => match place.get(at).copied().flatten() {
                Some(at) => Some(End::Candidate(at)),
                None => taken.get(at)?.as_ref().map(|gone| End::Name(gone.name.clone())),
            },
            other => Some(other),
        };
        let renumbered = self.relations.into_iter().filter_map(|relation| {
            let (from, to) = (end(relation.from.clone())?, end(relation.to.clone())?);
            Some(Relation { from, to, ..relation })
        });
        Extracted { relations: renumbered.collect(), candidates }
    }

    /// Which candidates stay, in order of the text.
    fn chosen(&self) -> Vec<usize> {
        let worth = |at: &usize| {
            self.candidates.get(*at).map_or(0.0, |one| one.confidence * one.importance)
        };
        let statement = |at: &usize| {
            self.candidates.get(*at).is_some_and(|one| one.kind.class() == NodeClass::Statement)
        };
        let start = |at: &usize| self.candidates.get(*at).map_or(0, |one| one.range.start);
        let all = 0..self.candidates.len();
        let (mut said, mut things): (Vec<usize>, Vec<usize>) = all.partition(statement);
        let best = |list: &mut Vec<usize>| {
            list.sort_by(|a, b| worth(b).total_cmp(&worth(a)).then(start(a).cmp(&start(b))));
        };
        best(&mut said);
        best(&mut things);
        let mut windows: HashMap<usize, usize> = HashMap::new();
        said.retain(|at| {
            let count = windows.entry(start(at) / WINDOW).or_default();
            *count += 1;
            *count <= STATEMENTS
        });
        things.truncate(THINGS.max(CANDIDATES.saturating_sub(said.len())));
        said.truncate(CANDIDATES - things.len());
        let mut order = [said, things].concat();
        order.sort_by_key(|at| (start(at), *at));
        order
    }
}

/// Its places in order, each once, its quote among them.
fn settle_mentions(candidate: &mut Candidate) {
    let quote = candidate.range.clone();
    let mentions = &mut candidate.mentions;
    mentions.sort_by_key(|range| (range.start, range.end));
    mentions.dedup();
    mentions.truncate(MENTIONS);
    if !mentions.contains(&quote) {
        mentions.pop();
        mentions.push(quote);
        mentions.sort_by_key(|range| (range.start, range.end));
    }
    let often = (mentions.len() as f32).log2() * 0.25;
    candidate.importance = (candidate.importance + often).clamp(1.0, 5.0);
}

/// Names word by word. A walk from a word is at most [`TRIE_WORDS`] steps.
#[derive(Default)]
struct Trie {
    /// Numbers of the words that names are made of.
    numbers: HashMap<String, u32>,
    /// Where a word leads from a node.
    steps: HashMap<(u32, u32), u32>,
    /// Candidates whose name ends in a node, with the exact words where case matters.
    ends: HashMap<u32, (usize, Option<Vec<String>>)>,
}

impl Trie {
    fn new(candidates: &[Candidate]) -> Self {
        let mut trie = Self::default();
        for (owner, candidate) in candidates.iter().enumerate() {
            let thing = candidate.kind.class() == NodeClass::Thing;
            if !thing || candidate.kind == NodeKind::Identifier {
                continue;
            }
            let aliases = candidate.aliases.iter().map(|(name, _)| name.as_str());
            for name in std::iter::once(candidate.name.as_str()).chain(aliases) {
                trie.add(owner, candidate.kind, name);
            }
        }
        trie
    }

    fn add(&mut self, owner: usize, kind: NodeKind, name: &str) {
        let read = shaped(name, 0);
        if read.is_empty() || read.len() > TRIE_WORDS {
            return;
        }
        let mut node = 0;
        for word in &read {
            let fresh = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            let number = *self.numbers.entry(word.lower.to_string()).or_insert(fresh);
            // The root is 0, and every step makes one node.
            let fresh = u32::try_from(self.steps.len() + 1).unwrap_or(u32::MAX);
            node = *self.steps.entry((node, number)).or_insert(fresh);
        }
        // "WHO" is not "who", nor "Turkey" "turkey".
        let coded = |word: &Word<'_>| matches!(word.shape, Shape::Upper | Shape::Mixed);
        let exact = kind == NodeKind::Entity || read.iter().any(coded);
        let written = || read.iter().map(|word| word.text.to_owned()).collect();
        self.ends.entry(node).or_insert_with(|| (owner, exact.then(written)));
    }

    /// The words' numbers; `None` for a word that is in no name.
    fn numbers(&self, sentence: &[Word<'_>]) -> Vec<Option<u32>> {
        sentence.iter().map(|word| self.numbers.get(&*word.lower).copied()).collect()
    }

    /// The longest name that begins at word `at`: its candidate, its words, its bytes.
    fn longest(
        &self,
        sentence: &[Word<'_>],
        numbers: &[Option<u32>],
        at: usize,
    ) -> Option<(usize, usize, Range<usize>)> {
        let first = sentence.get(at)?;
        let mut node = 0;
        let mut best = None;
        for (nth, (word, number)) in
            sentence.iter().zip(numbers).skip(at).take(TRIE_WORDS).enumerate()
        {
            work();
            let Some(step) = number.and_then(|number| self.steps.get(&(node, number))) else {
                break;
            };
            node = *step;
            let Some((owner, exact)) = self.ends.get(&node) else { continue };
            let same = exact.as_ref().is_none_or(|name| {
                let written = sentence.get(at..=at + nth).unwrap_or_default();
                written.iter().zip(name).all(|(one, other)| one.text == other)
            });
            if same {
                best = Some((*owner, nth + 1, first.start..word.end));
            }
        }
        best
    }
}

/// A relation in one expression.
pub(crate) fn relation(
    kind: EdgeKind,
    (from, to): (End, End),
    range: Range<usize>,
    confidence: f32,
    because: impl Into<String>,
) -> Relation {
    Relation { kind, from, to, range, confidence, because: because.into() }
}
