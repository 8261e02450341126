//! Whether a hierarchy holds: every quotation stands in its document, every claim cites what is there and
//! is supported, words of ours stay within their share, parents and children name each other one level
//! apart. It is told what a document says at a place; it reads nothing itself.

use crate::{
    joining::share,
    support::{KEPT, support},
};
use std::collections::{HashMap, HashSet};
use types::{DocumentId, Hierarchy, Level, LevelNode, LevelSentence, LevelSource};

/// Findings that are told at most; more are counted.
const MOST_FINDINGS: usize = 200;

/// What was looked at, and what is broken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// Quotations that were compared with their documents.
    pub citations: u32,
    /// Those that stand there.
    pub citations_hold: u32,
    /// What is broken, in words that name the node.
    pub findings: Vec<String>,
    /// Findings beyond those that are told.
    pub more: u32,
}

impl Checked {
    fn say(&mut self, node: &LevelNode, what: &str) {
        if self.findings.len() < MOST_FINDINGS {
            let level = format!("{:?}", node.level).to_lowercase();
            self.findings.push(format!("{level} {}: {what}", node.id));
        } else {
            self.more += 1;
        }
    }
}

/// Looks at all of it. `says` gives the words of a document at a place.
pub fn validate(
    hierarchy: &Hierarchy,
    ratio: f32,
    says: &dyn Fn(&DocumentId, usize, usize) -> Option<String>,
) -> Checked {
    let mut checked = Checked::default();
    let mut nodes: HashMap<&str, &LevelNode> = HashMap::new();
    for node in &hierarchy.nodes {
        if nodes.insert(&node.id, node).is_some() {
            checked.say(node, "its id is used twice.");
        }
    }
    let documents: HashSet<DocumentId> =
        hierarchy.documents.iter().map(|document| document.document_id).collect();
    let masters = hierarchy.nodes.iter().filter(|node| node.level == Level::Master).count();
    if masters != 1 && !hierarchy.nodes.is_empty() {
        checked.findings.push(format!("There are {masters} masters, not one."));
    }
    for node in &hierarchy.nodes {
        links(node, &nodes, &mut checked);
        for sentence in &node.sentences {
            cited(node, sentence, &nodes, &documents, says, &mut checked);
        }
        let length = |ours: bool| -> usize {
            let own = node.sentences.iter().filter(|sentence| sentence.connective == ours);
            own.map(|sentence| sentence.text.chars().count()).sum()
        };
        let ours = share(length(true), length(false));
        if node.level == Level::Section && ours > ratio {
            checked.say(node, &format!("{:.0} % of it is connective text.", ours * 100.0));
        }
        if node.level < Level::Section && length(true) > 0 {
            checked.say(node, "it has connective text, which this level may not have.");
        }
    }
    checked
}

fn one_above(level: Level) -> Option<Level> {
    match level {
        Level::Raw => Some(Level::Chunk),
        Level::Chunk => Some(Level::Section),
        Level::Section => Some(Level::Master),
        Level::Master => None,
    }
}

/// Parents are one level above and know the node, children one below: there is no way round.
fn links(node: &LevelNode, nodes: &HashMap<&str, &LevelNode>, checked: &mut Checked) {
    for parent in &node.parents {
        match nodes.get(parent.as_str()) {
            None => checked.say(node, &format!("its parent {parent} is not there.")),
            Some(above) if Some(above.level) != one_above(node.level) => {
                checked.say(node, &format!("its parent {parent} is not one level above it."));
            }
            Some(above) if !above.children.contains(&node.id) => {
                checked.say(node, &format!("its parent {parent} does not know it."));
            }
            Some(_) => {}
        }
    }
    if node.parents.is_empty() && node.level != Level::Master {
        checked.say(node, "it has no parent.");
    }
    for child in &node.children {
        match nodes.get(child.as_str()) {
            None => checked.say(node, &format!("its child {child} is not there.")),
            Some(below) if one_above(below.level) != Some(node.level) => {
                checked.say(node, &format!("its child {child} is not one level below it."));
            }
            Some(below) if !below.parents.contains(&node.id) => {
                checked.say(node, &format!("its child {child} does not know it."));
            }
            Some(_) => {}
        }
    }
}

fn cited(
    node: &LevelNode,
    sentence: &LevelSentence,
    nodes: &HashMap<&str, &LevelNode>,
    documents: &HashSet<DocumentId>,
    says: &dyn Fn(&DocumentId, usize, usize) -> Option<String>,
    checked: &mut Checked,
) {
    if sentence.connective {
        if !sentence.sources.is_empty() {
            checked.say(node, "words of ours claim to have a source.");
        }
        return;
    }
    if sentence.sources.is_empty() {
        checked.say(node, "a sentence has no source.");
    }
    for source in &sentence.sources {
        checked.citations += 1;
        let LevelSource { document_id, start, end, quote, .. } = source;
        if !documents.contains(document_id) {
            checked.say(node, &format!("it cites {document_id}, which is not in the collection."));
        } else if says(document_id, *start, *end).as_ref() != Some(quote) {
            checked.say(node, &format!("{document_id} does not say so at {start} to {end}."));
        } else {
            checked.citations_hold += 1;
        }
    }
    let verbatim = sentence.sources.iter().any(|source| source.quote == sentence.text);
    if node.level < Level::Master && !verbatim {
        checked.say(node, "a sentence is not word for word its source's.");
    }
    if node.level > Level::Raw && sentence.cites.is_empty() {
        checked.say(node, "a sentence cites no node of the level below.");
    }
    for cite in &sentence.cites {
        match nodes.get(cite.as_str()) {
            Some(below) if one_above(below.level) == Some(node.level) => {}
            Some(_) => {
                checked.say(node, &format!("it cites {cite}, which is not one level below."))
            }
            None => checked.say(node, &format!("it cites {cite}, which is not there.")),
        }
    }
    if node.level == Level::Master && !verbatim {
        let quotes: Vec<&str> = sentence.sources.iter().map(|it| it.quote.as_str()).collect();
        let found = support(&sentence.text, &quotes);
        if !found.holds() || sentence.support < KEPT {
            checked.say(node, "a claim has less support than 0.7.");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::{LevelDocument, Sha256, Timestamp};

    const TEXT: &str = "Marsh soil stores carbon for centuries.";

    fn document() -> DocumentId {
        DocumentId::from_bytes([7; 16])
    }

    fn node(
        level: Level,
        id: &str,
        parents: &[&str],
        children: &[&str],
        cites: &[&str],
    ) -> LevelNode {
        let texts = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let source = LevelSource {
            document_id: document(),
            start: 0,
            end: TEXT.len(),
            page: None,
            quote: TEXT.to_owned(),
        };
        let sentence = LevelSentence {
            text: TEXT.to_owned(),
            connective: false,
            support: 1.0,
            cites: texts(cites),
            sources: vec![source],
        };
        LevelNode {
            id: id.to_owned(),
            level,
            title: String::new(),
            sentences: vec![sentence],
            parents: texts(parents),
            children: texts(children),
            entities: Vec::new(),
            confidence: 1.0,
            version: 1,
            created_at: Timestamp::from_unix_ms(0),
            stale: false,
        }
    }

    fn whole() -> Hierarchy {
        Hierarchy {
            collection: "Marshes".to_owned(),
            method: "textrank".to_owned(),
            built_at: Timestamp::from_unix_ms(0),
            commit_seq: 1,
            dropped: 0,
            documents: vec![LevelDocument {
                document_id: document(),
                title: "Marshes".to_owned(),
                sha256: Sha256::from_bytes([7; 32]),
            }],
            nodes: vec![
                node(Level::Master, "m", &[], &["s"], &["s"]),
                node(Level::Section, "s", &["m"], &["c"], &["c"]),
                node(Level::Chunk, "c", &["s"], &["r"], &["r"]),
                node(Level::Raw, "r", &["c"], &[], &[]),
            ],
        }
    }

    fn says(document_id: &DocumentId, start: usize, end: usize) -> Option<String> {
        (*document_id == document()).then(|| TEXT.get(start..end)).flatten().map(str::to_owned)
    }

    fn check(expected: &str, change: impl FnOnce(&mut Hierarchy)) {
        let mut hierarchy = whole();
        change(&mut hierarchy);
        let found = validate(&hierarchy, 0.2, &says).findings;
        let right = match expected {
            "" => found.is_empty(),
            expected => found.iter().any(|finding| finding.contains(expected)),
        };
        assert!(right, "{expected}: {found:?}");
    }

    #[test]
    fn what_is_broken_is_named() {
        check("", |_| {});
        check("does not say so", |it| it.nodes[2].sentences[0].sources[0].end -= 1);
        check("not word for word", |it| it.nodes[2].sentences[0].text.push('!'));
        check("less support", |it| {
            it.nodes[0].sentences[0].text = "Herons nest in reeds of every lake.".to_owned();
        });
        check("its child x is not there", |it| it.nodes[1].children.push("x".to_owned()));
        check("its parent x is not there", |it| it.nodes[1].parents.push("x".to_owned()));
        check("does not know it", |it| it.nodes[1].children.clear());
        check("has no parent", |it| it.nodes[3].parents.clear());
        check("not one level above", |it| it.nodes[1].parents = vec!["c".to_owned()]);
        check("not one level below", |it| it.nodes[2].children.push("m".to_owned()));
        check("used twice", |it| it.nodes[3].id = "c".to_owned());
        check("cites x", |it| it.nodes[0].sentences[0].cites = vec!["x".to_owned()]);
        check("cites no node", |it| it.nodes[0].sentences[0].cites.clear());
        check("no source", |it| it.nodes[1].sentences[0].sources.clear());
        check("not in the collection", |it| it.documents.clear());
        check("masters, not one", |it| drop(it.nodes.remove(0)));
        check("is connective text", |it| {
            let ours = LevelSentence {
                text: "On marshes, their soil and more:".to_owned(),
                connective: true,
                sources: Vec::new(),
                ..it.nodes[1].sentences[0].clone()
            };
            it.nodes[1].sentences.push(ours);
        });
    }
}
