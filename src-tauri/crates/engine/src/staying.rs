//! What would stay after a deletion although it repeats the document: nodes that others stand behind, and
//! what a person wrote. Shown before the deletion, and forgotten with it where that is asked for.

use crate::{
    Palace, Snapshot,
    error::Result,
    tables::{CHANGES, GAPS},
    text_store,
    tx::Tx,
};
use graph::Change;
use language::sentences;
use types::{
    Cascade, DocumentId, DocumentRecord, Foreseen, Node, NodeId, Removal, Repeating, Staying,
    normalise_term,
};

/// Shortest sentence that is worth searching for, in bytes: shorter ones stand in many documents.
const TELLING_BYTES: usize = 24;

/// Things shown that would stay.
const SHOWN: usize = 200;

/// The sentences of a text that are long enough to tell it from others.
pub(crate) fn telling(text: &str) -> impl Iterator<Item = &str> {
    let sentences = sentences(text).filter_map(|range| text.get(range)).map(str::trim);
    sentences.filter(|sentence| sentence.len() >= TELLING_BYTES)
}

/// What a document says, to be found in what stays after it.
pub(crate) struct Words {
    text: String,
    sentences: Vec<String>,
}

impl Words {
    pub fn of(text: &str) -> Self {
        Self { text: folded(text), sentences: telling(text).map(folded).collect() }
    }

    /// Whether a text repeats the document: it is one of its passages, or has one of its sentences.
    pub fn are_in(&self, other: &str) -> bool {
        let other = folded(other);
        other.len() >= TELLING_BYTES
            && (self.text.contains(&other)
                || self.sentences.iter().any(|sentence| other.contains(sentence)))
    }

    pub fn are_in_node(&self, node: &Node) -> bool {
        let names = node.aliases.iter().map(|alias| alias.name.as_str());
        names.chain([node.name.as_str(), &node.description]).any(|said| self.are_in(said))
    }

    /// What of a node repeats the document.
    fn repeated(&self, node: &Node) -> Option<String> {
        let names = node.aliases.iter().map(|alias| alias.name.as_str());
        let mut said = [node.name.as_str(), &node.description].into_iter().chain(names);
        said.find(|said| self.are_in(said)).map(str::to_owned)
    }
}

/// A text in lower case with single blanks.
fn folded(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

impl Snapshot {
    /// The words of a document, as they are looked for in what stays.
    pub(crate) fn words_of(&self, record: &DocumentRecord) -> Result<(String, Words)> {
        let text = match record.text_bytes {
            0 => String::new(),
            bytes => text_store::whole(&self.records, &record.id, bytes)?,
        };
        let words = Words::of(&text);
        Ok((text, words))
    }
}

impl Tx<'_, '_> {
    /// Nodes that stay in `change` although they repeat the document. Those that are to go too go.
    pub(crate) fn repeating_nodes(
        &self,
        change: &mut Change,
        spoken: &[NodeId],
        words: &Words,
        also: &[Repeating],
    ) -> Result<(Vec<Staying>, u32)> {
        let (mut staying, mut gone) = (Vec::new(), 0);
        for id in spoken {
            let Some(node) = change.node(id)?.filter(|node| words.are_in_node(node)) else {
                continue;
            };
            let what = Repeating::Node(*id);
            if also.contains(&what) {
                change.remove(id)?;
                gone += 1;
                continue;
            }
            let words = words.repeated(node).unwrap_or_else(|| node.name.clone());
            let why = "other sources or a person stand behind it".to_owned();
            staying.push(Staying { what, name: node.name.clone(), words, why });
        }
        Ok((staying, gone))
    }

    /// The same of what a person wrote: reasons of changes, unanswered questions.
    pub(crate) fn repeating_words(
        &mut self,
        words: &Words,
        also: &[Repeating],
    ) -> Result<(Vec<Staying>, u32)> {
        let (mut staying, mut gone) = (Vec::new(), 0);
        let reasons: Vec<_> = self.records.scan(CHANGES, &[])?.collect::<vault::Result<_>>()?;
        for change in reasons.into_iter().filter(|change| words.are_in(&change.reason)) {
            let what = Repeating::Reason(change.number);
            if also.contains(&what) {
                // its record is written once, by `forget_changes`
                gone += 1;
                continue;
            }
            let name = format!("the reason of “{}”", change.action);
            let why = "written by a person".to_owned();
            staying.push(Staying { what, name, words: change.reason, why });
        }
        let asked: Vec<_> = self.records.scan(GAPS, &[])?.collect::<vault::Result<_>>()?;
        for gap in asked.into_iter().filter(|gap| words.are_in(&gap.query)) {
            let what = Repeating::Question(gap.query.clone());
            if also.contains(&what) {
                self.batch.delete(GAPS, &[normalise_term(&gap.query).as_bytes()]);
                gone += 1;
                continue;
            }
            let why = "asked by a person".to_owned();
            staying.push(Staying { what, name: "a question".to_owned(), words: gap.query, why });
        }
        Ok((staying, gone))
    }
}

impl Palace {
    /// What a deletion would take and leave. Nothing is changed.
    pub fn foresee(&self, id: &DocumentId, cascade: Cascade) -> Result<Foreseen> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let record = tx.record(id)?;
        let (_, words) = tx.words_of(&record)?;
        // as the deletion does it; dropped, it changes nothing
        let foreseen = tx.foresee(&record, cascade, &words, &[])?;
        let more = foreseen.staying.len().saturating_sub(SHOWN) as u32;
        let mut staying = foreseen.staying;
        staying.truncate(SHOWN);
        let removals: Vec<Removal> = foreseen.removals;
        Ok(Foreseen { document_id: *id, cascade, removals, staying, more })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_repeats_a_document_is_seen() {
        let words = Words::of(
            "# Tides\n\nThe marsh buries  nine tenths of its carbon.\n\nIt is so.\n\n- The warden opens \
             the sluice at low water and writes it down.",
        );
        for (other, expected) in [
            ("the marsh buries nine\ntenths of its carbon.", true),
            ("marsh buries nine tenths of its", true),
            ("She said: The marsh buries nine tenths of its carbon. Then she left.", true),
            ("carbon", false),
            ("It is so.", false),
            ("The marsh buries half of its carbon, others say.", false),
            ("", false),
        ] {
            assert_eq!(words.are_in(other), expected, "{other}");
        }
        assert!(!Words::of("").are_in("a question that was asked of no document"));
    }
}
