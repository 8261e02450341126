//! The design of the study that a document says it is. Its findings inherit the grade; a design that is
//! only spoken of, another's or one yet to come, tells nothing.

use crate::signals;
use language::List;
use types::EvidenceGrade;

/// Sentences that are read: a paper says what it did in its front.
const SENTENCES: usize = 80;
/// Longest phrase that is told, in bytes.
const PHRASE_BYTES: usize = 120;

/// How a document's evidence was got.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// How sure such evidence is.
    pub grade: EvidenceGrade,
    /// The words that say so.
    pub phrase: String,
}

/// The design that a document states: in its title, else in the first of its sentences that says it of
/// the document's own study.
pub fn design<'a>(title: &str, sentences: impl Iterator<Item = &'a str>) -> Option<Design> {
    let of = |text: &str| {
        let reading = signals::read(text);
        let told = reading.grade != EvidenceGrade::Ungraded;
        told.then(|| Design {
            grade: reading.grade,
            phrase: signals::clip(&reading.design, PHRASE_BYTES).to_owned(),
        })
    };
    // an opinion makes a document one only where its title says so
    let own = |sentence: &str| {
        let found = of(sentence).filter(|found| found.grade != EvidenceGrade::VeryLow)?;
        is_own(sentence).then_some(found)
    };
    of(title).or_else(|| sentences.take(SENTENCES).find_map(own))
}

/// Whether a sentence speaks of what its document did: it says "we" or "this study", or tells in the past
/// or under a label, and of no other's work.
fn is_own(sentence: &str) -> bool {
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = language::words(&lower).map(|(_, word)| word).collect();
    let any = |list: &str| {
        let list = List::of(list);
        words.iter().any(|word| list.has(word))
    };
    let label = sentence.split_whitespace().next().is_some_and(|first| {
        let letters: Vec<char> = first.chars().filter(|c| c.is_alphabetic()).collect();
        letters.len() > 3 && letters.iter().all(|c| c.is_uppercase())
    });
    !any("of others' studies") && (label || any("of the study at hand"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_says_its_design() {
        use EvidenceGrade::{High, Low, Moderate};
        let check = |title: &str, text: &[&str], expected: Option<(EvidenceGrade, &str)>| {
            let found = design(title, text.iter().copied());
            let found = found.as_ref().map(|found| (found.grade, found.phrase.as_str()));
            assert_eq!(found, expected, "{title} {text:?}");
        };
        check(
            "Salt and stroke: a randomised controlled trial",
            &[],
            Some((High, "randomised controlled")),
        );
        check(
            "Salt and stroke",
            &["Salt is eaten.", "We conducted a prospective cohort study of nurses."],
            Some((Moderate, "prospective cohort")),
        );
        check(
            "Salt",
            &["DESIGN Case-control study in 20 towns."],
            Some((Moderate, "case control")),
        );
        check("Salt", &["We treated 30 in mice with salt."], Some((Low, "in mice")));
        check("Salt", &["Previous cohort studies have shown little.", "Salt rose."], None);
        check("Salt", &["Randomised trials are needed."], None);
        check("", &[], None);
    }
}
