//! Text that addresses a machine instead of a reader: "ignore previous instructions". Nothing is matched
//! as a whole. Each sentence shows signs (an order to put instructions out of force, a word to an
//! assistant, something to be kept from the user, a chat template), each sign has a weight, and the
//! weights of at most four sentences in a row are added like log-odds. One sign alone seldom reaches the mark.
//!
//! - **What is told of counts less**: in quotation marks, after "attackers write", in a listing of code;
//!   and a verb counts fully only where orders stand. "The jury was told to disregard the earlier
//!   instruction" is no attack.
//! - **What a reader cannot see counts more**: hidden text with any order in it, letters that look like
//!   others, invisible characters, encoded text. Hidden text alone is nothing, and so is a code.
//! - **A flag is the passage's.** The document is flagged where its flagged passages weigh as much as
//!   `document` in the file of weights: one that is beyond doubt, or several.
//!
//! What this is not: a wall. An attack in quotation marks passes; it is still quoted data wherever a
//! language model sees it. Nothing is removed or changed.

mod decode;
mod fold;
mod lists;
mod marks;
pub(crate) mod score;
mod sentences;
mod signs;
#[cfg(test)]
mod tests;

use fold::Folded;
use lists::{Concept, Hit, lists};
use marks::Mark;
use sentences::Sentence;
use signs::{Read, Sign, Signs, weights};
use std::{collections::VecDeque, ops::Range};

/// Most passages told of one text.
const PASSAGES: usize = 64;
/// Sentences that are weighed together.
const WINDOW: usize = 4;
/// Times that decoded text is decoded again.
const DEPTH: usize = 2;
/// What decoded text must weigh more than the text it stands in, to be taken for what was meant.
const DECODED: f32 = 1.5;
/// Sentences after "for example:" that count as told of.
const REPORTED: usize = 8;

/// A passage that addresses a machine.
#[derive(Clone, Debug, PartialEq)]
pub struct Addressed {
    /// Where it stands.
    pub range: Range<usize>,
    /// Log-odds; what a passage needs lies in the file of weights.
    pub weight: f32,
    /// Why, in short: `hidden text that addresses an assistant`.
    pub reason: String,
}

/// What of a text addresses a machine.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Addressing {
    /// In order, not overlapping, at most 64.
    pub passages: Vec<Addressed>,
    /// Whether they weigh so much that all of the document is in doubt.
    pub document: bool,
}

impl Addressing {
    /// Whether a flagged passage touches a range.
    pub fn touches(&self, range: &Range<usize>) -> bool {
        let next = self.passages.partition_point(|passage| passage.range.end <= range.start);
        self.passages.get(next).is_some_and(|passage| passage.range.start < range.end)
    }
}

/// Weighs a text. `hidden` are its parts that the original hides from whoever reads it. Time is linear in
/// the text, memory hardly grows with it.
pub fn weigh(text: &str, hidden: &[Range<usize>]) -> Addressing {
    let mut unseen = marks::hidden(text);
    unseen.extend(hidden.iter().filter(|range| !range.is_empty()).cloned());
    let passages: Vec<Addressed> = Weigher::read(text, unseen, DEPTH)
        .found
        .into_iter()
        .map(|(range, signs)| Addressed { range, weight: signs.weight(), reason: reason(&signs) })
        .collect();
    let total: f32 = passages.iter().map(|passage| passage.weight).sum();
    Addressing { document: total >= weights().document, passages }
}

/// A sentence, weighed.
struct Weighed {
    range: Range<usize>,
    signs: Signs,
}

/// Reads a text sentence by sentence and keeps the last few.
struct Weigher<'a> {
    text: &'a str,
    /// What is hidden, in order; so are marks and decoded runs, which are taken as they come.
    unseen: Vec<Range<usize>>,
    marks: VecDeque<(Range<usize>, Mark)>,
    decoded: VecDeque<(Range<usize>, String)>,
    /// How often decoded text may be decoded again.
    depth: usize,
    /// Sentences to come that are examples of what was told of.
    reported: usize,
    window: VecDeque<Weighed>,
    /// The heaviest window.
    best: Signs,
    found: Vec<(Range<usize>, Signs)>,
}

impl<'a> Weigher<'a> {
    fn read(text: &'a str, mut unseen: Vec<Range<usize>>, depth: usize) -> Self {
        unseen.sort_by_key(|range| (range.start, range.end));
        let mut decoded = if depth > 0 { decode::decoded(text) } else { Vec::new() };
        decoded.retain(|(_, inner)| !inner.is_empty());
        decoded.sort_by_key(|(range, _)| range.start);
        let mut weigher = Self {
            text,
            unseen,
            marks: marks::marks(text).into(),
            decoded: decoded.into(),
            depth,
            reported: 0,
            window: VecDeque::new(),
            best: Signs::default(),
            found: Vec::new(),
        };
        sentences::sentences(text, &mut |sentence| weigher.take(&sentence));
        weigher
    }

    fn take(&mut self, sentence: &Sentence) {
        let mut range = sentence.range.clone();
        let Some(words) = self.text.get(range.clone()) else { return };
        let mut marks: Vec<Mark> = Vec::new();
        while let Some((_, mark)) = self.marks.pop_front_if(|(place, _)| place.start < range.end) {
            marks.push(mark);
        }
        let next = self.unseen.partition_point(|hidden| hidden.end <= range.start);
        let is_unseen = self.unseen.get(next).is_some_and(|hidden| hidden.start < range.end);
        let folded = Folded::new(words);
        let hits = lists().hits(&folded);
        let setting = Setting { sentence, reported: self.reported > 0, is_unseen };
        let mut signs = setting.signs(&folded, &hits, &marks);
        if self.depth > 0 {
            let turned = decode::unfolded(&folded).into_iter().chain([folded.smuggled.clone()]);
            for inner in turned.filter(|inner| !inner.is_empty()) {
                setting.join_decoded(&mut signs, &inner);
            }
        }
        let end = range.end;
        while let Some((run, inner)) = self.decoded.pop_front_if(|(run, _)| run.start < end) {
            if setting.join_run(&mut signs, words, &run, &inner, self.depth - 1) {
                range.end = range.end.max(run.end);
            }
        }
        self.reported = reported_next(sentence, words, &hits, self.reported);
        self.push(Weighed { range, signs });
    }

    /// Weighs the window that ends with a sentence. Heavy windows that overlap become one passage, which
    /// begins and ends with a sentence that shows something.
    fn push(&mut self, weighed: Weighed) {
        if self.window.len() == WINDOW {
            self.window.pop_front();
        }
        self.window.push_back(weighed);
        let mut signs = Signs::default();
        self.window.iter().for_each(|sentence| signs.join(&sentence.signs));
        let weight = signs.weight();
        if weight > self.best.weight() {
            self.best = signs.clone();
        }
        if weight < weights().passage {
            return;
        }
        let tells = |sentence: &&Weighed| sentence.signs.weight() >= 1.0;
        let first = self.window.iter().find(tells).or(self.window.front());
        let last = self.window.iter().rev().find(tells).or(self.window.back());
        let (Some(first), Some(last)) = (first, last) else { return };
        let range = first.range.start..last.range.end.max(first.range.end);
        let is_full = self.found.len() >= PASSAGES;
        match self.found.last_mut() {
            Some((known, all)) if range.start < known.end => {
                known.end = known.end.max(range.end);
                if weight > all.weight() {
                    *all = signs;
                }
            }
            _ if is_full => {}
            _ => self.found.push((range, signs)),
        }
    }
}

/// How many of the next sentences are examples: after "attackers write:" those of a list or listing.
fn reported_next(sentence: &Sentence, words: &str, hits: &[Hit], reported: usize) -> usize {
    let tells = hits.iter().any(|hit| hit.concept == Concept::Report);
    match words.trim_end_matches(['*', '_']).ends_with([':', '：']) || sentence.heads {
        true if tells => REPORTED,
        true if sentence.heads => 0,
        _ => reported.saturating_sub(1),
    }
}

/// How a sentence stands.
struct Setting<'a> {
    sentence: &'a Sentence,
    /// An example of what a sentence before tells of.
    reported: bool,
    is_unseen: bool,
}

impl Setting<'_> {
    fn signs(&self, folded: &Folded, hits: &[Hit], marks: &[Mark]) -> Signs {
        let read = Read { folded, hits, marks };
        if self.is_unseen {
            let mut signs = read.signs(&|_| 1.0);
            if signs.orders() {
                signs.add(Sign::Hidden, 1.0);
            }
            return signs;
        }
        let report = hits.iter().find(|hit| hit.concept == Concept::Report);
        let mut signs = read.signs(&|at| self.share(folded, report, at));
        let disguised = hits.iter().filter_map(|hit| folded.disguise(&hit.range)).count();
        if disguised > 0 && signs.weight() >= 0.5 {
            signs.add(Sign::Disguised, self.share(folded, report, 0));
        }
        signs
    }

    /// How far what stands at a place of the folded text counts.
    fn share(&self, folded: &Folded, report: Option<&Hit>, at: usize) -> f32 {
        let weights = weights();
        let place = self.sentence.range.start + folded.source(at);
        let quote = self.sentence.quotes.iter().find(|quote| quote.contains(&place));
        // a sentence that is a quotation as a whole quotes nothing
        let whole = |quote: &&Range<usize>| quote.len() + 12 >= self.sentence.range.len();
        let mut share = 1.0;
        let told_of = self.reported || self.sentence.goes_on;
        if quote.is_some_and(|quote| told_of || !whole(&quote)) {
            share *= weights.quoted;
        }
        let told = report.is_some_and(|report| report.range.start < at || quote.is_some());
        if told || self.reported {
            share *= weights.reported;
        }
        if self.sentence.listed {
            share *= weights.listed;
        }
        share
    }

    /// What another reading of the same letters shows.
    fn join_decoded(&self, signs: &mut Signs, inner: &str) {
        let mut found = Weigher::read(inner, Vec::new(), 0).best;
        // it must say more than the letters as they stand
        if found.weight() < signs.weight() + DECODED {
            return;
        }
        found.add(Sign::Decoded, 1.0);
        if self.reported {
            found.damp(weights().reported);
        }
        signs.join(&found);
    }

    /// What a run of encoded text in the sentence says; gives whether it says anything.
    fn join_run(
        &self,
        signs: &mut Signs,
        words: &str,
        run: &Range<usize>,
        inner: &str,
        depth: usize,
    ) -> bool {
        let mut found = Weigher::read(inner, Vec::new(), depth).best;
        if found.weight() < DECODED {
            return false;
        }
        found.add(Sign::Decoded, 1.0);
        let before = words.get(..run.start.saturating_sub(self.sentence.range.start));
        let hits = lists().hits(&Folded::new(before.unwrap_or_default()));
        if self.reported || hits.iter().any(|hit| hit.concept == Concept::Report) {
            found.damp(weights().reported);
        }
        signs.join(&found);
        true
    }
}

/// The heaviest signs in words.
fn reason(signs: &Signs) -> String {
    let says: Vec<&str> = signs.heaviest().into_iter().filter_map(saying).take(3).collect();
    match says.is_empty() {
        true => "speaks to an assistant".to_owned(),
        false => says.join(", "),
    }
}

/// A sign as a warning names it.
fn saying(sign: Sign) -> Option<&'static str> {
    Some(match sign {
        Sign::Override | Sign::OverrideBare | Sign::OverrideRules | Sign::OverrideEverything => {
            "tells to ignore instructions"
        }
        Sign::Void => "declares instructions void",
        Sign::Leak | Sign::LeakEverything => "asks for hidden instructions",
        Sign::Exfiltrate | Sign::SecretAway | Sign::SendAway => "asks to send data away",
        Sign::Conceal | Sign::ConcealUser => "asks to keep something secret",
        Sign::Role | Sign::RoleFree | Sign::RoleMachine | Sign::Free => "assigns another role",
        Sign::VerdictAsked => "demands a verdict",
        Sign::Answer | Sign::Response | Sign::AnswerResponse => "dictates an answer",
        Sign::Addressed | Sign::AddressedMaybe | Sign::Commanded | Sign::ReadBy => {
            "addresses an assistant"
        }
        Sign::Authority => "claims authority",
        Sign::Tool | Sign::Call => "calls a tool",
        Sign::Template | Sign::Turn => "poses as a turn of a chat",
        Sign::Hidden => "hidden text",
        Sign::Disguised => "disguised letters",
        Sign::Decoded => "encoded instructions",
        _ => return None,
    })
}
