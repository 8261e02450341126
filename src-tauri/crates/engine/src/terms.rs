//! The definitions of all documents by normalised term, in memory while the vault is open, and the
//! places where a text uses them. What is here was committed before. The words themselves stay in
//! their documents.

use crate::{Palace, error::Result, tables::DEFINITIONS, text_store};
use std::{
    borrow::Cow,
    collections::{BTreeMap, HashMap, HashSet},
    sync::{Arc, OnceLock, PoisonError, RwLock},
};
use types::{
    ChunkRecord, Definition, DefinitionRecord, DocumentId, Term, TermList, TermMention,
    TermsRequest, normalise_term,
};
use vault::Vault;

/// Words that a term has at most; longer ones are found by search alone.
const LONGEST_TERM_WORDS: usize = 8;

/// Definitions attached to one hit at most: more would bury the passage.
const ATTACHED: usize = 6;

/// Of them, definitions of one term in other documents.
const SIDE_BY_SIDE: usize = 2;

/// A word of a text: its first byte, as it stands, normalised.
type Word<'a> = (usize, &'a str, Cow<'a, str>);

type Entry = (DocumentId, Arc<Held>);

/// A definition, with its words once they have been asked for.
struct Held {
    record: DefinitionRecord,
    words: OnceLock<String>,
}

#[derive(Default)]
struct Known {
    terms: BTreeMap<String, Vec<Entry>>,
    /// First words of terms, with the most words that a term beginning so has.
    openings: HashMap<String, usize>,
    /// The terms that each document defines.
    documents: HashMap<DocumentId, HashSet<String>>,
}

/// Which documents define which terms.
#[derive(Default)]
pub(crate) struct Terms(RwLock<Known>);

impl Terms {
    /// Reads the definitions of `documents`.
    pub fn open(vault: &Vault, documents: &[DocumentId]) -> Result<Self> {
        let terms = Self::default();
        for document in documents {
            let found = vault.get(DEFINITIONS, &[document.as_bytes()])?;
            terms.put(document, found.unwrap_or_default());
        }
        Ok(terms)
    }

    /// After a commit: a document's definitions, in place of those it had.
    pub fn put(&self, document: &DocumentId, definitions: Vec<DefinitionRecord>) {
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.forget(document);
        for definition in definitions {
            let words: Vec<&str> = definition.normalised.split('_').collect();
            let Some(first) = words.first().filter(|first| !first.is_empty()) else { continue };
            let longest = known.openings.entry((*first).to_owned()).or_default();
            *longest = (*longest).max(words.len());
            let normalised = definition.normalised.clone();
            let held = Held { record: definition, words: OnceLock::new() };
            known.documents.entry(*document).or_default().insert(normalised.clone());
            known.terms.entry(normalised).or_default().push((*document, Arc::new(held)));
        }
    }

    /// After a commit: a document that is gone.
    pub fn remove(&self, document: &DocumentId) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).forget(document);
    }

    /// How many definitions `document` has.
    pub fn count(&self, document: &DocumentId) -> u64 {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let defined = known.documents.get(document).into_iter().flatten();
        let entries = defined.filter_map(|term| known.terms.get(term)).flatten();
        entries.filter(|(of, _)| of == document).count() as u64
    }

    /// The definitions of one normalised term.
    fn of(&self, normalised: &str) -> Vec<Entry> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.terms.get(normalised).cloned().unwrap_or_default()
    }

    fn all(&self) -> Vec<(String, Vec<Entry>)> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        known.terms.iter().map(|(term, entries)| (term.clone(), entries.clone())).collect()
    }

    /// Where `text` uses a term that is defined somewhere: the longest term at each place.
    pub fn uses(&self, text: &str) -> Vec<(usize, usize, String)> {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if known.openings.is_empty() {
            return Vec::new();
        }
        let words: Vec<Word<'_>> =
            language::words(text).map(|(at, word)| (at, word, normalised(word))).collect();
        let mut uses = Vec::new();
        let mut next = 0;
        while let Some((at, _, first)) = words.get(next) {
            let found = known.longest_at(words.get(next..).unwrap_or_default(), first);
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

impl Known {
    fn forget(&mut self, document: &DocumentId) {
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

impl Palace {
    /// The defined terms, by alphabet; differing definitions side by side.
    pub fn terms(&self, request: &TermsRequest) -> Result<TermList> {
        let document = request.document.as_deref().map(|id| self.resolve(id)).transpose()?;
        let wanted = request.term.as_deref().map(normalise_term);
        let mut terms = Vec::new();
        for (normalised, entries) in self.terms.all() {
            let named = wanted.as_ref().is_none_or(|wanted| *wanted == normalised);
            let inside =
                document.is_none_or(|document| entries.iter().any(|(of, _)| *of == document));
            if !named || !inside {
                continue;
            }
            let term = self.term(normalised, &entries)?;
            if term.conflicting || !request.conflicting {
                terms.push(term);
            }
        }
        Ok(TermList { terms })
    }

    /// A term with the words of its definitions. Versions that were replaced are left out.
    fn term(&self, normalised: String, entries: &[Entry]) -> Result<Term> {
        let mut definitions = Vec::with_capacity(entries.len());
        for entry in entries {
            definitions.extend(self.definition(entry)?);
        }
        let said: HashSet<String> =
            definitions.iter().map(|definition| normalise_term(&definition.text)).collect();
        let term = definitions.first().map_or(normalised.clone(), |first| first.term.clone());
        Ok(Term { term, normalised, conflicting: said.len() > 1, definitions })
    }

    /// `None` for a version that was replaced.
    fn definition(&self, (document, held): &Entry) -> Result<Option<Definition>> {
        let record = &held.record;
        let known = self.catalogue.get(document);
        let Some(known) = known.filter(|known| known.superseded_by.is_none()) else {
            return Ok(None);
        };
        let words = match held.words.get() {
            Some(words) => words,
            None => {
                let words = text_store::slice(&self.vault, document, record.start..record.end)?;
                held.words.get_or_init(|| words)
            }
        };
        Ok(Some(Definition {
            term: record.term.clone(),
            text: words.clone(),
            plain: self.plain(document, words),
            section_id: record.section_id.clone(),
            form: record.form,
            document_id: *document,
            title: known.title.clone(),
            start: record.start,
            end: record.end,
            exceptions: record.exceptions.clone(),
        }))
    }

    /// Definitions of the terms that a hit uses, those in the hit itself apart. Where its own document
    /// defines a term, no other does; where several others do, the first few stand side by side.
    pub(crate) fn definitions_for(&self, hit: &ChunkRecord, text: &str) -> Result<Vec<Definition>> {
        let mut seen = HashSet::new();
        let mut definitions = Vec::new();
        for (_, _, term) in self.terms.uses(text) {
            if !seen.insert(term.clone()) {
                continue;
            }
            let mut entries = self.terms.of(&term);
            if entries.iter().any(|(of, _)| *of == hit.document) {
                entries.retain(|(of, held)| {
                    let start = held.record.start;
                    *of == hit.document && !hit.span.bytes().contains(&start)
                });
            }
            let mut attached = 0;
            for entry in &entries {
                let Some(definition) = self.definition(entry)? else { continue };
                definitions.push(definition);
                attached += 1;
                if definitions.len() == ATTACHED {
                    return Ok(definitions);
                }
                if attached == SIDE_BY_SIDE {
                    break;
                }
            }
        }
        Ok(definitions)
    }

    /// The terms that a whole text uses, and where. Each term's definitions: its own document's
    /// first.
    pub(crate) fn reading_terms(
        &self,
        document: &DocumentId,
        text: &str,
    ) -> Result<(Vec<Term>, Vec<TermMention>)> {
        let mut places: HashMap<String, u32> = HashMap::new();
        let (mut terms, mut mentions) = (Vec::new(), Vec::new());
        for (start, end, normalised) in self.terms.uses(text) {
            let term = match places.get(&normalised) {
                Some(term) => *term,
                None => {
                    let mut entries = self.terms.of(&normalised);
                    entries.sort_by_key(|(of, held)| (of != document, *of, held.record.start));
                    let place = terms.len() as u32;
                    terms.push(self.term(normalised.clone(), &entries)?);
                    places.insert(normalised, place);
                    place
                }
            };
            mentions.push(TermMention { start, end, term });
        }
        Ok((terms, mentions))
    }
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
        let terms = Terms::default();
        let (a, b) = (DocumentId::from_bytes([1; 16]), DocumentId::from_bytes([2; 16]));
        terms.put(&a, vec![definition("Force Majeure"), definition("Force")]);
        terms.put(&b, vec![definition("Agent")]);
        let check = |text: &str, expected: &[&str]| {
            let uses = terms.uses(text);
            let found: Vec<&str> =
                uses.iter().filter_map(|(start, end, _)| text.get(*start..*end)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("No force majeure, no force; two Agents.", &["force majeure", "force", "Agents"]);
        check("majeure alone, and forced", &[]);
        check("", &[]);
        terms.remove(&a);
        check("force majeure of the agent", &["agent"]);
        assert_eq!((terms.count(&a), terms.count(&b)), (0, 1));
    }
}
