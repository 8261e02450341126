//! The outline of a collection's levels, in memory from the first question on: which nodes there are and
//! how they hang together, without their words. About 100 bytes a node; the collections asked last.

use crate::{
    error::Result,
    tables::levels::{
        DocumentLevels, HEADS, HeadRecord, LevelId, SECTIONS, STRETCHES, SectionKey, SectionRecord,
        Stretch,
    },
};
use sha2::{Digest, Sha256};
use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, OnceLock, PoisonError},
};
use types::{Collection, DocumentId, Level, Timestamp};

/// Collections whose outlines are in memory at most.
const MOST: usize = 16;

/// A node's place in an outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Seat {
    Master,
    Section(usize),
    Chunk(usize),
    /// A passage: its chunk node, and its number in there.
    Raw(usize, usize),
}

impl Seat {
    pub fn level(self) -> Level {
        match self {
            Self::Master => Level::Master,
            Self::Section(_) => Level::Section,
            Self::Chunk(_) => Level::Chunk,
            Self::Raw(..) => Level::Raw,
        }
    }
}

/// A document, and where its chunk nodes stand.
#[derive(Clone, Debug)]
pub(crate) struct OutlineDocument {
    pub id: DocumentId,
    pub read_at: Timestamp,
    pub first: usize,
    pub count: usize,
}

/// A chunk node.
#[derive(Clone, Debug)]
pub(crate) struct OutlineChunk {
    pub id: LevelId,
    pub document: usize,
    /// Its number among the document's.
    pub at: usize,
    pub section: usize,
    /// Place of its first passage among the document's.
    pub first: u32,
    pub pieces: Box<[(u32, u32)]>,
    pub picked: u32,
    /// Of dates and quantities: which there are.
    pub found: Box<[&'static str]>,
}

/// A section.
#[derive(Clone, Debug)]
pub(crate) struct OutlineSection {
    pub id: LevelId,
    pub key: SectionKey,
    pub made_of: LevelId,
    pub stale: bool,
    /// Chunk nodes, in their order.
    pub children: Vec<usize>,
}

/// The nodes of a collection, without their words.
#[derive(Debug)]
pub(crate) struct Outline {
    pub head: HeadRecord,
    pub master: LevelId,
    /// By id.
    pub documents: Vec<OutlineDocument>,
    pub by_document: HashMap<DocumentId, usize>,
    /// By document, and in its order.
    pub chunks: Vec<OutlineChunk>,
    /// Largest first.
    pub sections: Vec<OutlineSection>,
    nodes: OnceLock<HashMap<LevelId, Seat>>,
    raw: OnceLock<HashMap<LevelId, Seat>>,
    ids: OnceLock<HashSet<DocumentId>>,
    /// What came and went since, as a commit has it.
    pub fresh: Mutex<Option<(u64, Arc<Fresh>)>>,
}

/// What came and went since an outline was made.
#[derive(Debug, Default)]
pub(crate) struct Fresh {
    /// Documents that are new, or were read anew.
    pub came: Vec<DocumentId>,
    /// Documents that are not in the collection any more, or replaced by a later version.
    pub went: u32,
    /// Of the outline's documents, those that it does not show as they are.
    pub changed: HashSet<usize>,
    /// Sections that rest on those, or would on what came.
    pub sections: HashSet<usize>,
}

impl Fresh {
    /// Whether nothing did.
    pub fn is_empty(&self) -> bool {
        self.came.is_empty() && self.went == 0
    }

    /// Whether a node rests on what came or went.
    pub fn is_stale(&self, outline: &Outline, seat: Seat) -> bool {
        let section = |at: &usize| {
            self.sections.contains(at) || outline.sections.get(*at).is_some_and(|it| it.stale)
        };
        match seat {
            Seat::Master => !self.is_empty() || (0..outline.sections.len()).any(|at| section(&at)),
            Seat::Section(at) => section(&at),
            Seat::Chunk(at) | Seat::Raw(at, _) => {
                outline.chunks.get(at).is_some_and(|chunk| self.changed.contains(&chunk.document))
            }
        }
    }
}

/// A node's id: of its collection, its level and what it is made of.
pub(crate) fn node_id(collection: &Collection, level: Level, of: &[&[u8]]) -> LevelId {
    let mut hash = Sha256::new();
    let level = match level {
        Level::Raw => "raw",
        Level::Chunk => "chunk",
        Level::Section => "section",
        Level::Master => "master",
    };
    let texts = ["loci level v1", collection.as_str(), level];
    for part in texts.iter().map(|text| text.as_bytes()).chain(of.iter().copied()) {
        hash.update((part.len() as u64).to_be_bytes());
        hash.update(part);
    }
    let mut id = LevelId::default();
    id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    id
}

/// The id of what lies between two bytes of a document.
pub(crate) fn place_id(
    collection: &Collection,
    level: Level,
    document: &DocumentId,
    span: (u32, u32),
) -> LevelId {
    let (start, end) = (span.0.to_be_bytes(), span.1.to_be_bytes());
    node_id(collection, level, &[document.as_bytes(), &start, &end])
}

/// The id of a section.
pub(crate) fn section_id(collection: &Collection, key: &SectionKey) -> LevelId {
    let of = [key.wing.as_bytes(), key.room.as_bytes(), &key.topic];
    node_id(collection, Level::Section, &of)
}

impl OutlineChunk {
    /// That of a stretch.
    pub fn of(
        collection: &Collection,
        document: &DocumentId,
        at: usize,
        stretch: &Stretch,
    ) -> Self {
        let start = stretch.pieces.first().map_or(0, |piece| piece.0);
        let end = stretch.pieces.last().map_or(start, |piece| piece.1);
        let kind = |kind: &&'static str| stretch.found.iter().any(|found| found.kind == *kind);
        Self {
            id: place_id(collection, Level::Chunk, document, (start, end)),
            document: 0,
            at,
            section: 0,
            first: stretch.first,
            pieces: stretch.pieces.clone().into(),
            picked: stretch.picked.len() as u32,
            found: ["date", "quantity"].into_iter().filter(kind).collect(),
        }
    }
}

impl Outline {
    /// Documents by id with their chunk nodes, not yet in sections.
    pub fn new(
        head: HeadRecord,
        mut documents: Vec<(DocumentId, Timestamp, Vec<OutlineChunk>)>,
    ) -> Self {
        documents.sort_unstable_by_key(|(id, ..)| *id);
        let master = node_id(&head.collection, Level::Master, &[]);
        let mut outline = Self {
            head,
            master,
            by_document: HashMap::with_capacity(documents.len()),
            documents: Vec::with_capacity(documents.len()),
            chunks: Vec::new(),
            sections: Vec::new(),
            nodes: OnceLock::new(),
            raw: OnceLock::new(),
            ids: OnceLock::new(),
            fresh: Mutex::default(),
        };
        for (number, (id, read_at, chunks)) in documents.into_iter().enumerate() {
            let (first, count) = (outline.chunks.len(), chunks.len());
            outline.by_document.insert(id, number);
            outline.documents.push(OutlineDocument { id, read_at, first, count });
            let own = chunks.into_iter().map(|chunk| OutlineChunk { document: number, ..chunk });
            outline.chunks.extend(own);
        }
        outline
    }

    /// Takes sections over, and tells the chunk nodes which one is theirs.
    pub fn file(&mut self, mut sections: Vec<OutlineSection>) {
        sections.sort_by(|a, b| {
            b.children.len().cmp(&a.children.len()).then_with(|| a.key.cmp(&b.key))
        });
        for (number, section) in sections.iter().enumerate() {
            for child in &section.children {
                if let Some(chunk) = self.chunks.get_mut(*child) {
                    chunk.section = number;
                }
            }
        }
        self.sections = sections;
    }

    /// Reads a collection's.
    fn open(records: &vault::Snapshot, head: HeadRecord) -> Result<Self> {
        let collection = head.collection.clone();
        let name = collection.as_str().as_bytes();
        let mut documents = Vec::new();
        for record in records.scan(STRETCHES, &[b"document", name])? {
            let DocumentLevels { document, read_at, stretches, .. } = record?;
            let chunk = |(at, stretch)| OutlineChunk::of(&collection, &document, at, stretch);
            documents.push((document, read_at, stretches.iter().enumerate().map(chunk).collect()));
        }
        let mut outline = Self::new(head, documents);
        let places: HashMap<LevelId, usize> =
            outline.chunks.iter().enumerate().map(|(at, chunk)| (chunk.id, at)).collect();
        let mut sections = Vec::new();
        for record in records.scan(SECTIONS, &[b"section", name])? {
            let SectionRecord { key, made_of, children, stale, .. } = record?;
            let (ids, _) = children.0.as_chunks::<16>();
            let mut children: Vec<usize> =
                ids.iter().filter_map(|id| places.get(id).copied()).collect();
            children.sort_unstable();
            let id = section_id(&collection, &key);
            sections.push(OutlineSection { id, key, made_of, stale, children });
        }
        outline.file(sections);
        Ok(outline)
    }

    /// The id of a node.
    pub fn id(&self, seat: Seat) -> Option<LevelId> {
        Some(match seat {
            Seat::Master => self.master,
            Seat::Section(at) => self.sections.get(at)?.id,
            Seat::Chunk(at) => self.chunks.get(at)?.id,
            Seat::Raw(at, piece) => {
                let chunk = self.chunks.get(at)?;
                let document = self.documents.get(chunk.document)?;
                let span = *chunk.pieces.get(piece)?;
                place_id(&self.head.collection, Level::Raw, &document.id, span)
            }
        })
    }

    /// The nodes above the passages by their ids; made at the first asking.
    fn nodes(&self) -> &HashMap<LevelId, Seat> {
        self.nodes.get_or_init(|| {
            let chunks = (0..self.chunks.len()).map(Seat::Chunk);
            let sections = (0..self.sections.len()).map(Seat::Section);
            let all = std::iter::once(Seat::Master).chain(sections).chain(chunks);
            all.filter_map(|seat| Some((self.id(seat)?, seat))).collect()
        })
    }

    /// The passages by their ids, each of which is hashed for it; made at the first asking.
    fn raw(&self) -> &HashMap<LevelId, Seat> {
        self.raw.get_or_init(|| {
            let raw = self.chunks.iter().enumerate().flat_map(|(at, chunk)| {
                (0..chunk.pieces.len()).map(move |piece| Seat::Raw(at, piece))
            });
            raw.filter_map(|seat| Some((self.id(seat)?, seat))).collect()
        })
    }

    /// The node with this id.
    pub fn find(&self, id: &LevelId) -> Option<Seat> {
        self.nodes().get(id).or_else(|| self.raw().get(id)).copied()
    }

    /// The nodes whose ids `fits` takes.
    pub fn fitting(&self, fits: impl Fn(&LevelId) -> bool) -> Vec<Seat> {
        let all = self.nodes().iter().chain(self.raw());
        all.filter(|(id, _)| fits(id)).map(|(_, seat)| *seat).collect()
    }

    /// The documents' ids.
    pub fn document_ids(&self) -> &HashSet<DocumentId> {
        self.ids.get_or_init(|| self.by_document.keys().copied().collect())
    }

    /// The chunk node, and the number in it, of a passage by its place among a document's.
    pub fn passage(&self, document: &DocumentId, ordinal: u32) -> Option<(usize, usize)> {
        let known = self.documents.get(*self.by_document.get(document)?)?;
        let own = self.chunks.get(known.first..known.first + known.count)?;
        let next = own.partition_point(|chunk| chunk.first <= ordinal);
        let at = next.checked_sub(1)?;
        let chunk = own.get(at)?;
        let piece = (ordinal - chunk.first) as usize;
        (piece < chunk.pieces.len()).then_some((known.first + at, piece))
    }

    /// The document of a chunk node.
    pub fn document(&self, chunk: usize) -> Option<&OutlineDocument> {
        self.documents.get(self.chunks.get(chunk)?.document)
    }
}

/// The outlines in memory, by collection. Shared by all snapshots: each asks for the state that its own
/// records name.
#[derive(Clone, Default)]
pub(crate) struct Outlines(Arc<Mutex<Vec<Arc<Outline>>>>);

impl Outlines {
    /// A collection's as these records have it; `None` where nothing is built.
    pub fn of(
        &self,
        records: &vault::Snapshot,
        collection: &Collection,
    ) -> Result<Option<Arc<Outline>>> {
        let path: [&[u8]; 2] = [b"head", collection.as_str().as_bytes()];
        let Some(head) = records.get(HEADS, &path)? else { return Ok(None) };
        let same = |outline: &&Arc<Outline>| {
            outline.head.collection == *collection && outline.head.stamp == head.stamp
        };
        let known =
            self.0.lock().unwrap_or_else(PoisonError::into_inner).iter().find(same).cloned();
        if known.is_some() {
            return Ok(known);
        }
        let outline = Arc::new(Outline::open(records, head)?);
        self.put(Arc::clone(&outline));
        Ok(Some(outline))
    }

    /// Keeps an outline in place of an earlier one.
    pub fn put(&self, outline: Arc<Outline>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.retain(|other| other.head.collection != outline.head.collection);
        if kept.len() >= MOST {
            kept.remove(0);
        }
        kept.push(outline);
    }
}
