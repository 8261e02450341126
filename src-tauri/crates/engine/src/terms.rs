//! Terms and their definitions as they are shown: listed, at a hit, and where a whole text uses them.

use crate::{Snapshot, error::Result, held::terms::Entry, text_store};
use std::{
    cell::OnceCell,
    collections::{HashMap, HashSet},
};
use types::{
    ChunkRecord, Definition, DefinitionForm, DocumentId, Term, TermList, TermMention, TermsRequest,
    normalise_term,
};

/// Definitions attached to one hit at most: more would bury the passage.
const ATTACHED: usize = 6;

/// Of them, definitions of one term.
const SIDE_BY_SIDE: usize = 2;

/// Definitions of one term in other documents that are compared.
const COMPARED: usize = 32;

/// Documents that must spell an abbreviation out alike before it is taken to mean so everywhere.
const AGREEING: usize = 3;

/// Words that a definition of another document must share with what it is shown at, and half of its
/// own at least.
const SHARED: usize = 3;

impl Snapshot {
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
        Ok(term(normalised, definitions))
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
                let words = text_store::slice(&self.records, document, record.start..record.end)?;
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
    /// defines a term, no other does; else a few of others stand side by side, where their sense fits.
    pub(crate) fn definitions_for(&self, hit: &ChunkRecord, text: &str) -> Result<Vec<Definition>> {
        let mut seen = HashSet::new();
        let mut definitions = Vec::new();
        let context = Context::new(text);
        for (start, end, term) in self.terms.uses(text) {
            let used = text.get(start..end).unwrap_or_default();
            if !seen.insert(used) {
                continue;
            }
            let found = self.serving(&hit.document, &context, used, &self.terms.of(&term))?;
            let mut served: Vec<Definition> = found.into_iter().map(|(_, one)| one).collect();
            let own = |one: &Definition| one.document_id == hit.document;
            if served.iter().any(own) {
                served.retain(|one| own(one) && !hit.span.bytes().contains(&one.start));
            }
            // in the same words it is one definition
            let mut said = HashSet::new();
            served.retain(|one| said.insert(normalise_term(&one.text)));
            served.truncate(SIDE_BY_SIDE);
            served.retain(|one| !definitions.contains(one));
            definitions.extend(served);
            if definitions.len() >= ATTACHED {
                definitions.truncate(ATTACHED);
                break;
            }
        }
        Ok(definitions)
    }

    /// The terms that a whole text uses, and where. Each term's definitions: its own document's
    /// first, then those of others whose sense fits.
    pub(crate) fn reading_terms(
        &self,
        document: &DocumentId,
        text: &str,
    ) -> Result<(Vec<Term>, Vec<TermMention>)> {
        let context = Context::new(text);
        // one word has several senses by its case: "OR" is an odds ratio, "or" is none
        let mut spellings: HashMap<&str, Option<u32>> = HashMap::new();
        let mut places: HashMap<(String, Vec<usize>), u32> = HashMap::new();
        let (mut terms, mut mentions) = (Vec::new(), Vec::new());
        for (start, end, normalised) in self.terms.uses(text) {
            let used = text.get(start..end).unwrap_or_default();
            let place = match spellings.get(used) {
                Some(place) => *place,
                None => {
                    let mut entries = self.terms.of(&normalised);
                    entries.sort_by_key(|(of, held)| (of != document, *of, held.record.start));
                    let found = self.serving(document, &context, used, &entries)?;
                    let (which, definitions): (Vec<usize>, Vec<Definition>) =
                        found.into_iter().unzip();
                    let place = (!definitions.is_empty()).then(|| {
                        *places.entry((normalised.clone(), which)).or_insert_with(|| {
                            terms.push(term(normalised, definitions));
                            terms.len() as u32 - 1
                        })
                    });
                    spellings.insert(used, place);
                    place
                }
            };
            mentions.extend(place.map(|term| TermMention { start, end, term }));
        }
        Ok((terms, mentions))
    }

    /// Those of a term's definitions, with their places among `entries`, that say what it means where
    /// `document` writes it as `used`.
    fn serving(
        &self,
        document: &DocumentId,
        context: &Context<'_>,
        used: &str,
        entries: &[Entry],
    ) -> Result<Vec<(usize, Definition)>> {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (at, entry) in entries.iter().enumerate() {
            if !same_case(&entry.1.record.term, used) {
                continue;
            }
            match entry.0 == *document {
                true => own.extend(self.definition(entry)?.map(|one| (at, one))),
                false if others.len() < COMPARED => {
                    others.extend(self.definition(entry)?.map(|one| (at, one)));
                }
                false => {}
            }
        }
        let agreed = agreed(&others);
        others.retain(|(_, one)| match one.form {
            DefinitionForm::Hereinafter => false,
            DefinitionForm::Acronym => agreed || context.spells_out(one),
            _ => context.is_about(one),
        });
        own.extend(others);
        Ok(own)
    }
}

fn term(normalised: String, definitions: Vec<Definition>) -> Term {
    let said: HashSet<String> =
        definitions.iter().map(|definition| normalise_term(&definition.text)).collect();
    let term = definitions.first().map_or(normalised.clone(), |first| first.term.clone());
    Term { term, normalised, conflicting: said.len() > 1, definitions }
}

/// Whether `used` is the term in a case that means it: an abbreviation keeps its own ("OR" is not
/// "or"), but for the ending of a plural.
fn same_case(term: &str, used: &str) -> bool {
    let capitals = |word: &str| word.chars().filter(|c| c.is_uppercase()).count();
    let abbreviation = |word: &&str| {
        let lower = word.chars().filter(|c| c.is_lowercase()).count();
        capitals(word) > usize::from(lower > 0)
    };
    if !term.split_whitespace().any(|word| abbreviation(&word)) {
        // "Agent" may be "agents", but no "AGE" is an age
        return !used.split_whitespace().any(|word| word.len() < 5 && abbreviation(&word));
    }
    let bare = |word: &str| word.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (term, used) = (bare(term), bare(used));
    [Some(used.as_str()), used.strip_suffix('s')].contains(&Some(term.trim_end_matches('s')))
        || term == used
}

/// Whether all documents that spell an abbreviation out spell out the same words: enough of them, and
/// none another.
fn agreed(definitions: &[(usize, Definition)]) -> bool {
    let spelled = |one: &Definition| match one.form {
        DefinitionForm::Acronym => Some(content(&one.text).collect::<Vec<String>>()),
        _ => None,
    };
    let mut spellings = definitions.iter().filter_map(|(_, one)| spelled(one));
    let Some(first) = spellings.next() else { return false };
    spellings.try_fold(1, |count, one| (one == first).then_some(count + 1)) >= Some(AGREEING)
}

/// The words of a text around a term, by which a definition of another document is held to fit.
struct Context<'a> {
    text: &'a str,
    words: OnceCell<HashSet<String>>,
}

impl<'a> Context<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, words: OnceCell::new() }
    }

    /// Words of a meaning, those of its term and small ones apart, and how many of them stand here.
    fn shared(&self, definition: &Definition) -> (usize, usize) {
        let here = self.words.get_or_init(|| content(self.text).collect());
        let own: HashSet<String> = content(&definition.term).collect();
        let said: HashSet<String> =
            content(&definition.text).filter(|word| !own.contains(word)).collect();
        (said.len(), said.iter().filter(|word| here.contains(*word)).count())
    }

    fn spells_out(&self, definition: &Definition) -> bool {
        let (said, here) = self.shared(definition);
        said > 0 && here == said
    }

    fn is_about(&self, definition: &Definition) -> bool {
        let (said, here) = self.shared(definition);
        here >= SHARED && here * 2 >= said
    }
}

/// The stems of a text's telling words.
fn content(text: &str) -> impl Iterator<Item = String> {
    let words = language::folded_runs(text).into_iter();
    let telling = |word: &String| word.chars().nth(1).is_some() && !language::is_stop_word(word);
    words.filter(telling).map(|word| language::stem(&word))
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
    fn an_abbreviation_is_meant_in_its_own_case_alone() {
        for (term, used, means) in [
            ("OR", "or", false),
            ("OR", "OR", true),
            ("OR", "ORs", true),
            ("ORs", "OR", true),
            ("WHO", "who", false),
            ("mRNA", "MRNA", false),
            ("IL-6", "IL6", true),
            ("Agent", "agents", true),
            ("force majeure", "Force Majeure", true),
            ("all", "ALL", false),
        ] {
            assert_eq!(same_case(term, used), means, "{term} {used}");
        }
    }

    #[test]
    fn a_definition_of_another_document_has_to_fit() {
        let definition = |form, term: &str, text: &str| Definition {
            term: term.into(),
            text: text.into(),
            plain: text.into(),
            section_id: String::new(),
            form,
            document_id: DocumentId::from_bytes([1; 16]),
            title: String::new(),
            start: 0,
            end: 1,
            exceptions: Vec::new(),
        };
        let sclerosis = definition(DefinitionForm::Acronym, "MS", "multiple sclerosis");
        let spectrometry = definition(DefinitionForm::Acronym, "MS", "mass spectrometry");
        let here = Context::new("MS was seen by mass spectrometry of the samples");
        assert!(here.spells_out(&spectrometry) && !here.spells_out(&sclerosis));
        let many = |one: &Definition, count| vec![(0, one.clone()); count];
        assert!(agreed(&many(&sclerosis, AGREEING)) && !agreed(&many(&sclerosis, AGREEING - 1)));
        let mut divided = many(&sclerosis, AGREEING);
        divided.extend(many(&spectrometry, 1));
        assert!(!agreed(&divided));

        let warden = "the person who keeps the sluice and opens the gates at low water";
        let warden = definition(DefinitionForm::Inline, "warden", warden);
        assert!(Context::new("the warden opens sluice gates at low water").is_about(&warden));
        assert!(!Context::new("the prison warden keeps the keys").is_about(&warden));
    }
}
