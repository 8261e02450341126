//! The closed lists of English words that the rules lean on. Open lists (what a paper is about) have
//! no place here.

use language::{List, listed};
use std::{collections::HashSet, sync::LazyLock};

listed! {
    /// A word of a label.
    pub(crate) is_label: "labels of abstracts";
    /// A word that heads the background or the aims of a study.
    pub(crate) is_background: "parts of background";
    /// A word that heads its methods.
    pub(crate) is_method: "parts of method";
    /// A word that heads its results.
    pub(crate) is_result: "parts of result";
    /// A word that heads its conclusions.
    pub(crate) is_conclusion: "parts of conclusion";
    /// What is denied where nothing was found.
    pub(crate) is_denied: "what was not found";
    /// A unit of measurement.
    pub(crate) is_unit: "units";
    /// A number in words.
    pub(crate) is_numeral: "numerals";
    /// An irregular past form.
    pub(crate) is_past: "past";
    /// The first word of a note to the reader.
    pub(crate) is_notice: "notices";
    /// A stop word.
    pub(crate) is_stop: "no key phrase";
    /// What ends a noun phrase.
    pub(crate) is_bound: "bounds of noun phrases";
    /// An article or its like.
    pub(crate) is_determiner: "determiners";
    /// A word that only points at something.
    pub(crate) is_pointer: "pointers";
    /// An adverb before a verb.
    pub(crate) is_adverb: "adverbs before a verb";
    /// A noun that names organisations.
    pub(crate) is_organisation: "organisations";
    /// "Ltd" and its like.
    pub(crate) is_suffix: "company suffixes";
    /// What follows "and" in one name.
    pub(crate) is_second_half: "second halves of names";
    /// "Dr" and its like.
    pub(crate) is_title: "titles of persons";
    /// A capitalised word that names nothing.
    pub(crate) is_not_name: "no names";
}

/// Stems of the verbs that say what acts on what.
static EFFECTS: LazyLock<HashSet<String>> = LazyLock::new(|| {
    List::of("verbs of effect").entries().iter().map(|verb| language::stem(verb)).collect()
});

/// Whether a word is a form of a verb that says what acts on what.
pub(crate) fn is_effect(lower: &str) -> bool {
    EFFECTS.contains(&language::stem(lower))
}

/// Whether a lone capitalised word is rather an adjective: "European", "Bayesian", "English".
pub(crate) fn is_adjective(lower: &str) -> bool {
    // Names of places with these ends, which are common enough to matter.
    let place = matches!(
        lower,
        "japan"
            | "iran"
            | "sudan"
            | "pakistan"
            | "afghanistan"
            | "kazakhstan"
            | "uzbekistan"
            | "bhutan"
            | "milan"
            | "taiwan"
            | "oman"
            | "jordan"
            | "michigan"
            | "vatican"
            | "java"
    );
    !place
        && lower.len() > 4
        && List::of("ends of adjectives").entries().iter().any(|end| lower.ends_with(end))
}
