//! What a palace should hold, as plain maps: which documents are in, what a person's own nodes say, what
//! ties them. It knows nothing of how any of it is kept.

use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::{Cascade, DocumentId};

/// Documents that there are, in or out.
pub const DOCUMENTS: u8 = 10;
/// More nodes than a history makes.
pub const NAMES: u16 = 40;
/// Documents that share a word, each so many apart.
pub const KINDS: u8 = 3;
/// Wings and rooms that nodes are moved to.
pub const PLACES: [(&str, &str); 4] = [
    ("environment", "coasts"),
    ("environment", "marshes"),
    ("technology", "gauges"),
    ("history", "general"),
];

/// Something to do; numbers choose among what is there when its turn comes.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Op {
    Ingest(Vec<u8>),
    ReadAgain(u8),
    Delete(u8, Cascade),
    Join(u8),
    AddNode(u8),
    EditNode(u8, u8),
    MoveNode(u8, u8),
    Override(u8, u8),
    MergeNodes(u8, u8),
    DeleteNode(u8),
    Tie(u8, u8),
    Sweep,
    Regenerate,
    Rotate,
    Backup,
}

/// The same with what it was decided to be done to.
#[derive(Clone, Debug, PartialEq)]
pub enum Deed {
    Ingest(BTreeSet<u8>),
    ReadAgain(u8),
    Delete(u8, Cascade),
    Join(u8),
    AddNode(u16, u8),
    EditNode(u16, u8),
    MoveNode(u16, u8),
    Override(u16, u8),
    MergeNodes { into: u16, from: u16 },
    DeleteNode(u16),
    Tie(u16, u16),
    Sweep,
    Regenerate,
    Rotate,
    Backup,
}

/// A node that a person made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NodeModel {
    pub description: String,
    pub place: (String, String),
    /// In hundredths, where the person set it.
    pub reliability: Option<u8>,
    /// Numbers of the nodes that became part of it.
    pub joined: BTreeSet<u16>,
}

/// What is there.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Whether each is in a second collection too.
    pub documents: BTreeMap<u8, bool>,
    pub nodes: BTreeMap<u16, NodeModel>,
    pub edges: BTreeSet<(u16, u16)>,
    pub certificates: usize,
}

/// What is there, and what is needed to say what will be.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Model {
    pub state: State,
    /// Nodes made so far: no name is used twice.
    made: u16,
    /// Nodes whose description was edited, which holds in a merge.
    fixed: BTreeSet<u16>,
}

/// A word that nothing else has, and that no stemmer shortens.
fn rare(number: u16) -> String {
    const SYLLABLES: [&str; 10] = ["ba", "de", "fi", "go", "hu", "ka", "le", "mi", "no", "pu"];
    let digits = format!("{number:03}");
    let spelt: String = digits
        .bytes()
        .filter_map(|digit| SYLLABLES.get(usize::from(digit - b'0')))
        .copied()
        .collect();
    format!("zv{spelt}x")
}

/// The word that one document has.
pub fn word(number: u8) -> String {
    rare(u16::from(number))
}

/// The word that all documents of a kind have.
pub fn kind_word(kind: u8) -> String {
    rare(900 + u16::from(kind))
}

/// A node's name.
pub fn name(number: u16) -> String {
    format!("Handmade {}", rare(100 + number))
}

/// The number in a node's name.
pub fn number_in(node: &str) -> Option<u16> {
    (0..NAMES).find(|number| name(*number) == node)
}

/// A document: with a definition, a claim, and for every second one many paragraphs.
pub fn text(number: u8) -> String {
    let (own, kind) = (word(number), kind_word(number % KINDS));
    let mut text = format!(
        "# The {own} report\n\n“{own} gauge” means a post that tells the tide at {kind}.\n\n\
         We found that the {own} marsh buries {} % of its carbon within a year.\n",
        20 + number
    );
    for part in 0..number % 2 * 12 {
        text.push_str(&format!(
            "\n## Part {part}\n\nThe warden of {own} wrote down {} tides in the {part}th week, and \
             said nothing of the others that he had seen from the sluice.\n",
            part * 7 + 3
        ));
    }
    text
}

/// A document's id.
pub fn id(number: u8) -> DocumentId {
    use sha2::Digest;
    let hash: [u8; 32] = sha2::Sha256::digest(text(number).as_bytes()).into();
    let mut id = [0; DocumentId::LEN];
    id.iter_mut().zip(hash).for_each(|(to, from)| *to = from);
    DocumentId::from_bytes(id)
}

pub fn description(number: u16, version: u8) -> String {
    format!("What is known of {} as of version {version}", rare(100 + number))
}

fn pick<T: Copy>(among: impl ExactSizeIterator<Item = T>, which: u8) -> Option<T> {
    let count = among.len();
    among.into_iter().nth(usize::from(which) % count.max(1))
}

impl Model {
    /// What an operation comes to now; nothing where there is nothing to do it to.
    pub fn deed(&self, op: &Op) -> Option<Deed> {
        let document = |which| pick(self.state.documents.keys().copied(), which);
        let node = |which| pick(self.state.nodes.keys().copied(), which);
        Some(match op {
            Op::Ingest(numbers) => Deed::Ingest(numbers.iter().map(|n| n % DOCUMENTS).collect()),
            Op::ReadAgain(which) => Deed::ReadAgain(document(*which)?),
            Op::Delete(which, cascade) => Deed::Delete(document(*which)?, *cascade),
            Op::Join(which) => Deed::Join(document(*which)?),
            Op::AddNode(place) => Deed::AddNode(self.made, *place),
            Op::EditNode(which, version) => Deed::EditNode(node(*which)?, *version),
            Op::MoveNode(which, place) => Deed::MoveNode(node(*which)?, *place),
            Op::Override(which, to) => Deed::Override(node(*which)?, to % 101),
            Op::MergeNodes(first, second) => {
                let (into, from) = (node(*first)?, node(*second)?);
                (into != from).then_some(Deed::MergeNodes { into, from })?
            }
            Op::DeleteNode(which) => Deed::DeleteNode(node(*which)?),
            Op::Tie(first, second) => {
                let (from, to) = (node(*first)?, node(*second)?);
                (from != to).then_some(Deed::Tie(from, to))?
            }
            Op::Sweep => Deed::Sweep,
            Op::Regenerate => (!self.state.documents.is_empty()).then_some(Deed::Regenerate)?,
            Op::Rotate => Deed::Rotate,
            Op::Backup => Deed::Backup,
        })
    }

    /// Does it here.
    pub fn apply(&mut self, deed: &Deed) {
        let state = &mut self.state;
        match deed {
            Deed::Ingest(numbers) => {
                for number in numbers {
                    state.documents.entry(*number).or_default();
                }
            }
            Deed::Delete(number, _) => {
                state.documents.remove(number);
                state.certificates += 1;
            }
            Deed::Join(number) => {
                state.documents.insert(*number, true);
            }
            Deed::AddNode(number, place) => {
                let node = NodeModel {
                    description: description(*number, 0),
                    place: place_of(*place),
                    reliability: None,
                    joined: BTreeSet::new(),
                };
                state.nodes.insert(*number, node);
                self.made = self.made.max(number + 1);
            }
            Deed::EditNode(number, version) => {
                if let Some(node) = state.nodes.get_mut(number) {
                    node.description = description(*number, *version);
                }
                self.fixed.insert(*number);
            }
            Deed::MoveNode(number, place) => {
                if let Some(node) = state.nodes.get_mut(number) {
                    node.place = place_of(*place);
                }
            }
            Deed::Override(number, to) => {
                if let Some(node) = state.nodes.get_mut(number) {
                    node.reliability = Some(*to);
                }
            }
            Deed::MergeNodes { into, from } => self.merge(*into, *from),
            Deed::DeleteNode(number) => {
                state.nodes.remove(number);
                state.edges.retain(|(from, to)| from != number && to != number);
            }
            Deed::Tie(from, to) => {
                state.edges.insert((*from, *to));
            }
            Deed::ReadAgain(_) | Deed::Sweep | Deed::Regenerate | Deed::Rotate | Deed::Backup => {}
        }
    }

    fn merge(&mut self, into: u16, from: u16) {
        let state = &mut self.state;
        let Some(gone) = state.nodes.remove(&from) else { return };
        let Some(kept) = state.nodes.get_mut(&into) else { return };
        // what a person wrote last by hand holds where the other was not touched
        if !self.fixed.contains(&into) && self.fixed.contains(&from) {
            kept.description = gone.description;
        }
        kept.joined.insert(from);
        kept.joined.extend(gone.joined);
        let end = |node: u16| if node == from { into } else { node };
        state.edges =
            state.edges.iter().map(|(a, b)| (end(*a), end(*b))).filter(|(a, b)| a != b).collect();
    }
}

fn place_of(place: u8) -> (String, String) {
    let (wing, room) = PLACES[usize::from(place) % PLACES.len()];
    (wing.to_owned(), room.to_owned())
}

/// How a stretch of work ends.
#[derive(Clone, Debug)]
pub enum End {
    /// Locked as a person does it.
    Close,
    /// Let go without that.
    Drop,
    /// Killed some time after so many deeds were acknowledged.
    Kill { after: u8, delay_us: u32, power: Power },
}

/// What a power cut takes with it, of what nobody was told is saved.
#[derive(Clone, Copy, Debug)]
pub enum Power {
    Stays,
    /// Cuts what was added to the log since the last acknowledgement, to so many 255ths.
    CutsLog(u8),
    /// Puts the anchor of the last opening back.
    KeepsOldAnchor,
}

/// What is done with the newest backup afterwards.
#[derive(Clone, Copy, Debug)]
pub enum Restore {
    No,
    Beside,
    Instead,
}

/// From one opening to the next.
#[derive(Clone, Debug)]
pub struct Session {
    pub ops: Vec<Op>,
    pub end: End,
    pub restore: Restore,
}

fn op() -> impl Strategy<Value = Op> {
    let cascade = || prop_oneof![Just(Cascade::None), Just(Cascade::Orphans), Just(Cascade::All)];
    prop_oneof![
        6 => prop::collection::vec(0..DOCUMENTS, 1..4).prop_map(Op::Ingest),
        1 => any::<u8>().prop_map(Op::ReadAgain),
        3 => (any::<u8>(), cascade()).prop_map(|(which, how)| Op::Delete(which, how)),
        1 => any::<u8>().prop_map(Op::Join),
        4 => any::<u8>().prop_map(Op::AddNode),
        2 => (any::<u8>(), 1..9u8).prop_map(|(which, version)| Op::EditNode(which, version)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(which, place)| Op::MoveNode(which, place)),
        1 => (any::<u8>(), any::<u8>()).prop_map(|(which, to)| Op::Override(which, to)),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(into, from)| Op::MergeNodes(into, from)),
        1 => any::<u8>().prop_map(Op::DeleteNode),
        2 => (any::<u8>(), any::<u8>()).prop_map(|(from, to)| Op::Tie(from, to)),
        1 => Just(Op::Sweep),
        1 => Just(Op::Regenerate),
        1 => Just(Op::Rotate),
        2 => Just(Op::Backup),
    ]
}

fn end() -> impl Strategy<Value = End> {
    let power = prop_oneof![
        2 => Just(Power::Stays),
        2 => any::<u8>().prop_map(Power::CutsLog),
        1 => Just(Power::KeepsOldAnchor),
    ];
    let kill = (0..6u8, 0..60_000u32, power);
    prop_oneof![
        1 => Just(End::Close),
        1 => Just(End::Drop),
        3 => kill.prop_map(|(after, delay_us, power)| End::Kill { after, delay_us, power }),
    ]
}

/// A whole history.
pub fn history() -> impl Strategy<Value = Vec<Session>> {
    let restore = prop_oneof![
        6 => Just(Restore::No),
        1 => Just(Restore::Beside),
        1 => Just(Restore::Instead),
    ];
    let session = (prop::collection::vec(op(), 1..9), end(), restore);
    let session = session.prop_map(|(ops, end, restore)| Session { ops, end, restore });
    prop::collection::vec(session, 1..5)
}
