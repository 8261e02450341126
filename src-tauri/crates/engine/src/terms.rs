//! Terms and their definitions as they are shown: listed, at a hit, and where a whole text uses them.

use crate::{
    Snapshot,
    error::Result,
    held::terms::{Entry, Held, Meaning},
    text_store,
};
use language::{StemKey, telling};
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
        for entry in entries.iter().filter(|entry| self.is_current(entry)) {
            definitions.extend(self.definition(entry)?);
        }
        Ok(term(normalised, definitions))
    }

    /// A definition as it is shown.
    fn definition(&self, (document, held): &Entry) -> Result<Option<Definition>> {
        let Some(known) = self.catalogue.get(document) else { return Ok(None) };
        let record = &held.record;
        let words = self.defining_words(document, held)?;
        Ok(Some(Definition {
            term: record.term.clone(),
            text: words.to_owned(),
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

    /// The words of a definition, read once.
    fn defining_words<'h>(&self, document: &DocumentId, held: &'h Held) -> Result<&'h str> {
        if let Some(words) = held.words.get() {
            return Ok(words);
        }
        let range = held.record.start..held.record.end;
        let words = text_store::slice(&self.records, document, range)?;
        Ok(held.words.get_or_init(|| words))
    }

    /// Whether a definition is of a version that was not replaced.
    fn is_current(&self, (document, _): &Entry) -> bool {
        self.catalogue.get(document).is_some_and(|known| known.superseded_by.is_none())
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
            let entries = self.terms.of(&term);
            let mut serving = self.serving(&hit.document, &context, used, entries)?;
            let own = |(of, _): &Entry| *of == hit.document;
            if serving.iter().any(|(_, entry)| own(entry)) {
                let inside = |(_, held): &Entry| hit.span.bytes().contains(&held.record.start);
                serving.retain(|(_, entry)| own(entry) && !inside(entry));
            }
            // in the same words it is one definition
            let (mut said, mut served) = (HashSet::new(), Vec::new());
            for (_, entry) in serving {
                if said.insert(normalise_term(self.defining_words(&entry.0, &entry.1)?)) {
                    served.extend(self.definition(entry)?);
                }
                if served.len() == SIDE_BY_SIDE {
                    break;
                }
            }
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
                    let mut entries = self.terms.of(&normalised).to_vec();
                    entries.sort_by_key(|(of, held)| (of != document, *of, held.record.start));
                    let found = self.serving(document, &context, used, &entries)?;
                    let which = found.iter().map(|(at, _)| *at).collect();
                    let mut definitions = Vec::with_capacity(found.len());
                    for (_, entry) in found {
                        definitions.extend(self.definition(entry)?);
                    }
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
    fn serving<'e>(
        &self,
        document: &DocumentId,
        context: &Context<'_>,
        used: &str,
        entries: &'e [Entry],
    ) -> Result<Vec<(usize, &'e Entry)>> {
        let (mut own, mut others) = (Vec::new(), Vec::new());
        let means = |(_, held): &Entry| same_case(&held.record.term, used);
        let current = |entry: &Entry| means(entry) && self.is_current(entry);
        for (at, entry) in entries.iter().enumerate().filter(|(_, entry)| current(entry)) {
            let (of, held) = entry;
            if of == document {
                own.push((at, entry));
            } else if others.len() < COMPARED && held.record.form != DefinitionForm::Hereinafter {
                // what one document agrees with itself on means nothing in another
                let words = self.defining_words(of, held)?;
                let meaning = held.meaning.get_or_init(|| Meaning::of(&held.record.term, words));
                others.push((at, entry, meaning));
            }
        }
        let form = |(_, held): &Entry| held.record.form;
        let agreed = agreed(others.iter().map(|(_, entry, meaning)| (form(entry), *meaning)));
        others.retain(|(_, entry, meaning)| match form(entry) {
            DefinitionForm::Acronym => agreed || context.spells_out(meaning),
            _ => context.is_about(meaning),
        });
        own.extend(others.into_iter().map(|(at, entry, _)| (at, entry)));
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
fn agreed<'m>(meanings: impl Iterator<Item = (DefinitionForm, &'m Meaning)>) -> bool {
    let mut spellings = meanings
        .filter(|(form, _)| *form == DefinitionForm::Acronym)
        .map(|(_, meaning)| &meaning.said);
    let Some(first) = spellings.next() else { return false };
    spellings.try_fold(1, |count, one| (one == first).then_some(count + 1)) >= Some(AGREEING)
}

/// The words of a text around a term, by which a definition of another document is held to fit.
struct Context<'a> {
    text: &'a str,
    words: OnceCell<HashSet<StemKey>>,
}

impl<'a> Context<'a> {
    fn new(text: &'a str) -> Self {
        Self { text, words: OnceCell::new() }
    }

    /// How many words a meaning has beside its term, and how many of them stand here.
    fn shared(&self, meaning: &Meaning) -> (usize, usize) {
        let here = self.words.get_or_init(|| telling(self.text).into_iter().collect());
        let said = &meaning.beside;
        (said.len(), said.iter().filter(|word| here.contains(*word)).count())
    }

    fn spells_out(&self, meaning: &Meaning) -> bool {
        let (said, here) = self.shared(meaning);
        said > 0 && here == said
    }

    fn is_about(&self, meaning: &Meaning) -> bool {
        let (said, here) = self.shared(meaning);
        here >= SHARED && here * 2 >= said
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let sclerosis = Meaning::of("MS", "multiple sclerosis");
        let spectrometry = Meaning::of("MS", "mass spectrometry");
        let here = Context::new("MS was seen by mass spectrometry of the samples");
        assert!(here.spells_out(&spectrometry) && !here.spells_out(&sclerosis));
        let spelled = |meaning, times| vec![(DefinitionForm::Acronym, meaning); times];
        let (enough, less) = (spelled(&sclerosis, AGREEING), spelled(&sclerosis, AGREEING - 1));
        assert!(agreed(enough.clone().into_iter()) && !agreed(less.into_iter()));
        assert!(!agreed(enough.into_iter().chain(spelled(&spectrometry, 1))));

        let warden = "the person who keeps the sluice and opens the gates at low water";
        let warden = Meaning::of("warden", warden);
        assert!(Context::new("the warden opens sluice gates at low water").is_about(&warden));
        assert!(!Context::new("the prison warden keeps the keys").is_about(&warden));
    }
}
