//! From records to nodes with their words. What a record says of a place is looked up in its document, and
//! shown only where the document still says so.

use super::{
    naming::{entities, title},
    passages::{print, read_at},
};
use crate::{
    Snapshot,
    error::Result,
    held::levels::{Fresh, Outline, Seat},
    tables::levels::{
        DocumentLevels, Kept, LevelId, MASTERS, Picked, SECTIONS, STRETCHES, SectionRecord, Stretch,
    },
    text_store,
};
use std::{
    collections::{HashMap, hash_map::Entry},
    sync::Arc,
};
use types::{
    Collection, DocumentId, Level, LevelEntity, LevelNode, LevelSentence, LevelSource, Timestamp,
};

/// Texts and records that are kept while one question is answered.
const KEPT: usize = 256;
/// Digits of an id.
pub(super) const DIGITS: usize = 32;

/// Reads what was chosen of documents, each once while it is needed.
pub(crate) struct Loader<'a> {
    now: &'a Snapshot,
    collection: Collection,
    documents: HashMap<DocumentId, Arc<DocumentLevels>>,
}

/// An id as it is written.
pub(super) fn written(id: &LevelId) -> String {
    hex::encode(id)
}

/// An id that is written.
pub(super) fn parse(id: &str) -> Option<LevelId> {
    let mut bytes = LevelId::default();
    hex::decode_to_slice(id, &mut bytes).ok()?;
    Some(bytes)
}

impl<'a> Loader<'a> {
    pub fn new(now: &'a Snapshot, collection: &Collection) -> Self {
        Self { now, collection: collection.clone(), documents: HashMap::new() }
    }

    /// Takes over what is not in the vault yet.
    pub fn put(&mut self, levels: Arc<DocumentLevels>) {
        self.documents.insert(levels.document, levels);
    }

    fn document(&mut self, id: &DocumentId) -> Result<Option<Arc<DocumentLevels>>> {
        if self.documents.len() > KEPT && !self.documents.contains_key(id) {
            self.documents.clear();
        }
        if let Entry::Vacant(new) = self.documents.entry(*id) {
            let path = [b"document".as_slice(), self.collection.as_str().as_bytes(), id.as_bytes()];
            let Some(levels) = self.now.records.get(STRETCHES, &path)? else { return Ok(None) };
            new.insert(Arc::new(levels));
        }
        Ok(self.documents.get(id).cloned())
    }

    /// A stretch of a document, by its number.
    pub fn stretch(&mut self, id: &DocumentId, at: usize) -> Result<Option<Stretch>> {
        Ok(self.document(id)?.and_then(|levels| levels.stretches.get(at).cloned()))
    }

    /// The sentences chosen of a stretch, with their words; those that are not there any more are left out.
    pub fn picked(&mut self, id: &DocumentId, at: usize) -> Result<Vec<(Picked, String)>> {
        let Some(levels) = self.document(id)? else { return Ok(Vec::new()) };
        let picked = levels.stretches.get(at).map_or(&[][..], |stretch| &stretch.picked);
        self.now.picked_words(id, picked)
    }
}

impl Snapshot {
    fn picked_words(&self, id: &DocumentId, picked: &[Picked]) -> Result<Vec<(Picked, String)>> {
        let (Some(first), Some(last)) = (picked.first(), picked.last()) else {
            return Ok(Vec::new());
        };
        if first.start >= last.end {
            return Ok(Vec::new());
        }
        let Some(text) = self.bytes_at(id, first.start, last.end) else { return Ok(Vec::new()) };
        let words = |one: &Picked| {
            let from = (one.start - first.start) as usize;
            let bytes = text.get(from..from + (one.end - one.start) as usize)?;
            let words = std::str::from_utf8(bytes).ok()?;
            (print(words) == one.print).then(|| (*one, words.to_owned()))
        };
        Ok(picked.iter().filter_map(words).collect())
    }

    /// The bytes of a document's text; `None` where it has none there.
    fn bytes_at(&self, id: &DocumentId, start: u32, end: u32) -> Option<Vec<u8>> {
        let record = self.catalogue.get(id)?;
        let range = start as usize..(end as usize).min(record.text_bytes as usize);
        text_store::bytes(&self.records, id, range).ok()
    }

    /// The words of a document at a place.
    pub(super) fn said_at(&self, id: &DocumentId, start: usize, end: usize) -> Option<String> {
        let (start, end) = (u32::try_from(start).ok()?, u32::try_from(end).ok()?);
        String::from_utf8(self.bytes_at(id, start, end)?).ok()
    }

    /// One node, with its words.
    pub(super) fn level_node(
        &self,
        outline: &Outline,
        fresh: &Fresh,
        loader: &mut Loader<'_>,
        seat: Seat,
    ) -> Result<Option<LevelNode>> {
        let Some(id) = outline.id(seat) else { return Ok(None) };
        let parts = match seat {
            Seat::Master => self.master_parts(outline)?,
            Seat::Section(at) => self.section_parts(outline, at)?,
            Seat::Chunk(at) => self.chunk_parts(outline, loader, at)?,
            Seat::Raw(at, piece) => self.raw_parts(outline, loader, at, piece)?,
        };
        let Some(parts) = parts else { return Ok(None) };
        let ids = |seats: Vec<Seat>| {
            seats.into_iter().filter_map(|seat| outline.id(seat)).map(|id| written(&id)).collect()
        };
        let claims = || parts.sentences.iter().filter(|sentence| !sentence.connective);
        let count = claims().count();
        let sum: f32 = claims().map(|sentence| sentence.support).sum();
        Ok(Some(LevelNode {
            id: written(&id),
            level: seat.level(),
            title: parts.title,
            confidence: if count == 0 { 0.0 } else { sum / count as f32 },
            sentences: parts.sentences,
            parents: ids(above(outline, seat).into_iter().collect()),
            children: ids(below(outline, seat)),
            entities: parts.entities,
            version: parts.version,
            created_at: parts.created_at,
            stale: parts.stale || fresh.is_stale(outline, seat),
        }))
    }

    fn master_parts(&self, outline: &Outline) -> Result<Option<Parts>> {
        let name = outline.head.collection.as_str();
        let Some(record) = self.records.get(MASTERS, &[b"master", name.as_bytes()])? else {
            return Ok(None);
        };
        Ok(Some(Parts {
            title: name.to_owned(),
            sentences: record.sentences.into_iter().map(sentence).collect(),
            entities: Vec::new(),
            version: record.version,
            created_at: record.created_at,
            stale: record.stale,
        }))
    }

    /// A section as it is kept.
    pub(super) fn section(
        &self,
        collection: &Collection,
        id: &LevelId,
    ) -> Result<Option<SectionRecord>> {
        let path = [b"section".as_slice(), collection.as_str().as_bytes(), id];
        Ok(self.records.get(SECTIONS, &path)?)
    }

    fn section_parts(&self, outline: &Outline, at: usize) -> Result<Option<Parts>> {
        let Some(section) = outline.sections.get(at) else { return Ok(None) };
        let record = self.section(&outline.head.collection, &section.id)?;
        Ok(record.map(|record| Parts {
            title: if record.title.is_empty() { title(&record.key, &[]) } else { record.title },
            sentences: record.sentences.into_iter().map(sentence).collect(),
            entities: record.entities,
            version: record.version,
            created_at: record.created_at,
            stale: record.stale,
        }))
    }

    fn chunk_parts(
        &self,
        outline: &Outline,
        loader: &mut Loader<'_>,
        at: usize,
    ) -> Result<Option<Parts>> {
        let Some((chunk, document)) = outline.chunks.get(at).zip(outline.document(at)) else {
            return Ok(None);
        };
        let Some(stretch) = loader.stretch(&document.id, chunk.at)? else { return Ok(None) };
        let sentence = |(picked, text): (Picked, String)| {
            let inside = |(start, end): &(u32, u32)| *start <= picked.start && picked.end <= *end;
            let piece = chunk.pieces.iter().position(inside);
            let raw = piece.and_then(|piece| outline.id(Seat::Raw(at, piece)));
            LevelSentence {
                connective: false,
                support: 1.0,
                cites: raw.iter().map(written).collect(),
                sources: vec![LevelSource {
                    document_id: document.id,
                    start: picked.start as usize,
                    end: picked.end as usize,
                    page: picked.page,
                    quote: text.clone(),
                }],
                text,
            }
        };
        let view = self.graph.view();
        let named = entities(&view, outline, at).map(|head| LevelEntity {
            kind: head.kind.as_str().to_owned(),
            name: head.name.to_string(),
        });
        let mut entities: Vec<LevelEntity> = named.collect();
        entities.sort();
        entities.extend(stretch.found);
        let picked = loader.picked(&document.id, chunk.at)?;
        Ok(Some(Parts {
            title: match stretch.title.is_empty() {
                true => self.title_of(&document.id),
                false => stretch.title,
            },
            sentences: picked.into_iter().map(sentence).collect(),
            entities,
            version: stretch.version,
            created_at: stretch.created_at,
            stale: false,
        }))
    }

    fn raw_parts(
        &self,
        outline: &Outline,
        loader: &mut Loader<'_>,
        at: usize,
        piece: usize,
    ) -> Result<Option<Parts>> {
        let Some((chunk, document)) = outline.chunks.get(at).zip(outline.document(at)) else {
            return Ok(None);
        };
        let Some((start, end)) = chunk.pieces.get(piece).copied() else { return Ok(None) };
        let Some(stretch) = loader.stretch(&document.id, chunk.at)? else { return Ok(None) };
        // places hold for the text that they were made of
        let same = |record: &Arc<types::DocumentRecord>| read_at(record) == document.read_at;
        let text = match self.catalogue.get(&document.id).filter(same) {
            Some(_) => self.said_at(&document.id, start as usize, end as usize),
            None => None,
        };
        let page = stretch.picked.iter().find(|picked| start <= picked.start && picked.end <= end);
        let sentence = |text: String| LevelSentence {
            connective: false,
            support: 1.0,
            cites: Vec::new(),
            sources: vec![LevelSource {
                document_id: document.id,
                start: start as usize,
                end: end as usize,
                page: page.and_then(|picked| picked.page),
                quote: text.clone(),
            }],
            text,
        };
        Ok(Some(Parts {
            title: match stretch.title.is_empty() {
                true => self.title_of(&document.id),
                false => stretch.title,
            },
            sentences: text.into_iter().map(sentence).collect(),
            entities: Vec::new(),
            version: stretch.version,
            created_at: stretch.created_at,
            stale: false,
        }))
    }

    fn title_of(&self, id: &DocumentId) -> String {
        self.catalogue.get(id).map(|record| record.title.clone()).unwrap_or_default()
    }
}

/// What a node says.
struct Parts {
    title: String,
    sentences: Vec<LevelSentence>,
    entities: Vec<LevelEntity>,
    version: u32,
    created_at: Timestamp,
    stale: bool,
}

fn sentence(kept: Kept) -> LevelSentence {
    let source = |place: &crate::tables::levels::Place| LevelSource {
        document_id: place.document,
        start: place.start as usize,
        end: place.end as usize,
        page: place.page,
        quote: place.words(&kept.text).to_owned(),
    };
    LevelSentence {
        connective: kept.connective,
        support: kept.support,
        cites: kept.cites.iter().map(written).collect(),
        sources: kept.sources.iter().map(source).collect(),
        text: kept.text,
    }
}

/// The node above one.
pub(super) fn above(outline: &Outline, seat: Seat) -> Option<Seat> {
    match seat {
        Seat::Master => None,
        Seat::Section(_) => Some(Seat::Master),
        Seat::Chunk(at) => Some(Seat::Section(outline.chunks.get(at)?.section)),
        Seat::Raw(at, _) => Some(Seat::Chunk(at)),
    }
}

/// The nodes below one.
pub(super) fn below(outline: &Outline, seat: Seat) -> Vec<Seat> {
    match seat {
        Seat::Master => (0..outline.sections.len()).map(Seat::Section).collect(),
        Seat::Section(at) => {
            let children = outline.sections.get(at).map_or(&[][..], |section| &section.children);
            children.iter().copied().map(Seat::Chunk).collect()
        }
        Seat::Chunk(at) => {
            let pieces = outline.chunks.get(at).map_or(0, |chunk| chunk.pieces.len());
            (0..pieces).map(|piece| Seat::Raw(at, piece)).collect()
        }
        Seat::Raw(..) => Vec::new(),
    }
}

/// All nodes of a level, in their order.
pub(super) fn all(outline: &Outline, level: Level) -> Vec<Seat> {
    match level {
        Level::Master => vec![Seat::Master],
        Level::Section => (0..outline.sections.len()).map(Seat::Section).collect(),
        Level::Chunk => (0..outline.chunks.len()).map(Seat::Chunk).collect(),
        Level::Raw => {
            (0..outline.chunks.len()).flat_map(|at| below(outline, Seat::Chunk(at))).collect()
        }
    }
}
