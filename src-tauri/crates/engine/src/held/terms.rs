//! The definitions of all documents by normalised term, and the places where a text uses them. The words
//! themselves stay in their documents.

use crate::{error::Result, tables::DEFINITIONS};
use language::{StemKey, telling};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, OnceLock},
};
use types::{DefinitionRecord, DocumentId, normalise_term};
use vault::TableId;

/// Words that a term has at most; longer ones are found by search alone.
const LONGEST_TERM_WORDS: usize = 8;

/// A word of a text: its first byte, as it stands, normalised.
type Word<'a> = (usize, &'a str, Cow<'a, str>);

/// A document, and a definition of its.
pub(crate) type Entry = (DocumentId, Arc<Held>);

/// A definition, with its words once they have been asked for.
pub(crate) struct Held {
    pub record: DefinitionRecord,
    pub words: OnceLock<String>,
    pub meaning: OnceLock<Meaning>,
}

/// The telling words of a definition, as stems.
pub(crate) struct Meaning {
    /// In their order.
    pub said: Vec<StemKey>,
    /// Each once, those of the term apart.
    pub beside: HashSet<StemKey>,
}

impl Meaning {
    pub fn of(term: &str, text: &str) -> Self {
        let own = telling(term);
        let said = telling(text);
        let beside = said.iter().filter(|word| !own.contains(*word)).copied().collect();
        Self { said, beside }
    }
}

/// Which documents define which terms.
#[derive(Clone, Default)]
pub(crate) struct Terms {
    terms: HashMap<String, Vec<Entry>>,
    /// First words of terms, with the most words that a term beginning so has.
    openings: HashMap<String, usize>,
    /// The terms that each document defines.
    documents: HashMap<DocumentId, HashSet<String>>,
}

impl Terms {
    /// Reads the definitions of `documents`.
    pub fn open(records: &vault::Snapshot, documents: &[DocumentId]) -> Result<Self> {
        let mut terms = Self::default();
        if !documents.is_empty() {
            records.check_table(TableId::Definitions)?;
        }
        for document in documents {
            let found = records.get(DEFINITIONS, &[document.as_bytes()])?;
            terms.put(document, found.unwrap_or_default());
        }
        Ok(terms)
    }

    /// A document's definitions, in place of those it had.
    pub fn put(&mut self, document: &DocumentId, definitions: Vec<DefinitionRecord>) {
        self.remove(document);
        for definition in definitions {
            let words: Vec<&str> = definition.normalised.split('_').collect();
            let Some(first) = words.first().filter(|first| !first.is_empty()) else { continue };
            let longest = self.openings.entry((*first).to_owned()).or_default();
            *longest = (*longest).max(words.len());
            let normalised = definition.normalised.clone();
            let held =
                Held { record: definition, words: OnceLock::new(), meaning: OnceLock::new() };
            self.documents.entry(*document).or_default().insert(normalised.clone());
            self.terms.entry(normalised).or_default().push((*document, Arc::new(held)));
        }
    }

    /// How many definitions `document` has.
    pub fn count(&self, document: &DocumentId) -> u64 {
        let defined = self.documents.get(document).into_iter().flatten();
        let entries = defined.filter_map(|term| self.terms.get(term)).flatten();
        entries.filter(|(of, _)| of == document).count() as u64
    }

    /// The definitions of one normalised term.
    pub fn of(&self, normalised: &str) -> &[Entry] {
        self.terms.get(normalised).map_or(&[], Vec::as_slice)
    }

    /// Every term with its definitions, by alphabet.
    pub fn all(&self) -> Vec<(String, Vec<Entry>)> {
        let terms: BTreeMap<&String, &Vec<Entry>> = self.terms.iter().collect();
        terms.into_iter().map(|(term, entries)| (term.clone(), entries.clone())).collect()
    }

    /// Where `text` uses a term that is defined somewhere: the longest term at each place.
    pub fn uses(&self, text: &str) -> Vec<(usize, usize, String)> {
        if self.openings.is_empty() {
            return Vec::new();
        }
        let words: Vec<Word<'_>> =
            language::words(text).map(|(at, word)| (at, word, normalised(word))).collect();
        let mut uses = Vec::new();
        let mut next = 0;
        while let Some((at, _, first)) = words.get(next) {
            let found = self.longest_at(words.get(next..).unwrap_or_default(), first);
            match found.and_then(|(count, term)| Some((words.get(next + count - 1)?, count, term)))
            {
                Some(((last, word, _), count, term)) => {
                    uses.push((*at, last + word.len(), term));
                    next += count;
                }
                None => next += 1,
            }
        }
        uses
    }
}

impl Terms {
    /// A document that is gone.
    pub fn remove(&mut self, document: &DocumentId) {
        for term in self.documents.remove(document).unwrap_or_default() {
            let Some(entries) = self.terms.get_mut(&term) else { continue };
            entries.retain(|(of, _)| of != document);
            if entries.is_empty() {
                self.terms.remove(&term);
            }
        }
    }

    /// The longest known term that `words` begin with, and how many of them it takes.
    fn longest_at(&self, words: &[Word<'_>], first: &str) -> Option<(usize, String)> {
        // one normalised word may hold several parts: "OAuth-2" is "oauth_2"
        let opening = first.split('_').next()?;
        let longest = singulars(opening).find_map(|opening| self.openings.get(opening))?;
        let longest = (*longest).min(LONGEST_TERM_WORDS);
        let mut term = String::new();
        let mut best = None;
        for (count, (_, _, word)) in (1..=longest).zip(words) {
            if count > 1 {
                term.push('_');
            }
            term.push_str(word);
            if let Some(known) = self.known_form(&term) {
                best = Some((count, known));
            }
        }
        best
    }

    /// The term itself, or its singular: a definition of "Agent" serves "Agents".
    fn known_form(&self, term: &str) -> Option<String> {
        singulars(term).find(|form| self.terms.contains_key(*form)).map(str::to_owned)
    }
}

/// A word as `normalise_term` has it. Nearly all are plain letters, and this runs over every word of
/// every hit.
fn normalised(word: &str) -> Cow<'_, str> {
    let plain = |c: u8| c.is_ascii_lowercase() || c.is_ascii_digit();
    match word.bytes().all(plain) {
        true => Cow::Borrowed(word),
        false => Cow::Owned(normalise_term(word)),
    }
}

/// A word as it stands, then without the endings of a plural.
fn singulars(word: &str) -> impl Iterator<Item = &str> {
    [Some(word), word.strip_suffix('s'), word.strip_suffix("es")].into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::DefinitionForm;

    fn definition(term: &str) -> DefinitionRecord {
        DefinitionRecord {
            term: term.to_owned(),
            normalised: normalise_term(term),
            form: DefinitionForm::Inline,
            start: 0,
            end: 1,
            statement_start: 0,
            statement_end: 1,
            section_id: String::new(),
            exceptions: Vec::new(),
        }
    }

    #[test]
    fn the_longest_term_at_a_place_is_used() {
        let mut terms = Terms::default();
        let (a, b) = (DocumentId::from_bytes([1; 16]), DocumentId::from_bytes([2; 16]));
        terms.put(&a, vec![definition("Force Majeure"), definition("Force")]);
        terms.put(&b, vec![definition("Agent")]);
        let check = |terms: &Terms, text: &str, expected: &[&str]| {
            let uses = terms.uses(text);
            let found: Vec<&str> =
                uses.iter().filter_map(|(start, end, _)| text.get(*start..*end)).collect();
            assert_eq!(found, expected, "{text}");
        };
        let found = ["force majeure", "force", "Agents"];
        check(&terms, "No force majeure, no force; two Agents.", &found);
        check(&terms, "majeure alone, and forced", &[]);
        check(&terms, "", &[]);
        terms.remove(&a);
        check(&terms, "force majeure of the agent", &["agent"]);
        assert_eq!((terms.count(&a), terms.count(&b)), (0, 1));
    }
}
