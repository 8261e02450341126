//! What is chosen of one document: its passages in stretches under one heading, and of each stretch the
//! sentences that stand for it. Depends on the document's text and the method alone.

use crate::{
    Snapshot,
    error::Result,
    tables::{
        TextShape,
        levels::{DocumentLevels, Picked, Stretch},
    },
    text_store,
};
use language::{dates, shaped};
use sha2::{Digest, Sha256};
use std::ops::Range;
use summarise::choose::{choose, whole_sentences};
use types::{Block, BlockKind, ChunkRecord, DocumentRecord, LevelEntity, LevelMethod, Timestamp};

/// Passages of one stretch at most.
const PASSAGES: usize = 8;
/// Headings that two passages share in one stretch.
const HEADINGS: usize = 2;
/// Sentences of a stretch that are chosen at most, and of how many one is.
const MOST: usize = 5;
const ONE_OF: usize = 4;
/// Dates and quantities noted of a stretch at most.
const NOTED: usize = 16;

/// When a document's text was made.
pub(super) fn read_at(record: &DocumentRecord) -> Timestamp {
    record.read_at.unwrap_or(record.added_at)
}

/// A few bits of the words, to know them by.
pub(super) fn print(words: &str) -> u32 {
    let hash = Sha256::digest(words.as_bytes());
    hash.iter().take(4).fold(0, |print, byte| print << 8 | u32::from(*byte))
}

impl Snapshot {
    /// What is chosen of a document.
    pub(super) fn read_levels(
        &self,
        record: &DocumentRecord,
        method: LevelMethod,
    ) -> Result<DocumentLevels> {
        let text = text_store::whole(&self.records, &record.id, record.text_bytes)?;
        let chunks = text_store::chunks(&self.records, record)?;
        let blocks = text_store::blocks(&self.records, &record.id)?;
        let shape = text_store::shape(&self.records, &record.id)?;
        Ok(DocumentLevels {
            document: record.id,
            read_at: read_at(record),
            method,
            stretches: stretches(&text, &chunks, &blocks, &shape, method, self.resources.now()),
        })
    }
}

/// The stretches of a text.
pub(super) fn stretches(
    text: &str,
    chunks: &[ChunkRecord],
    blocks: &[Block],
    shape: &TextShape,
    method: LevelMethod,
    now: Timestamp,
) -> Vec<Stretch> {
    let mut prose = prose(text, blocks);
    let hidden = |range: &Range<usize>| {
        let inside =
            |(from, to): &(u64, u64)| (*from as usize) < range.end && range.start < *to as usize;
        shape.hidden.iter().any(inside)
    };
    // what the original shows nobody speaks for nothing
    prose.retain(|range| !hidden(range));
    let under = |chunk: &ChunkRecord| {
        let chain = &chunk.parent_chain;
        chain.get(..HEADINGS.min(chain.len())).unwrap_or_default().to_vec()
    };
    let mut stretches = Vec::new();
    let mut from = 0;
    while let Some(first) = chunks.get(from) {
        let rest = chunks.get(from..).unwrap_or_default();
        let same = |chunk: &&ChunkRecord| under(chunk) == under(first);
        let count = rest.iter().take(PASSAGES).take_while(same).count().max(1);
        let own = rest.get(..count).unwrap_or_default();
        stretches.push(stretch(text, own, &prose, shape, method, now));
        from += count;
    }
    stretches
}

/// Where sentences are sought: not in headings, tables and code.
fn prose(text: &str, blocks: &[Block]) -> Vec<Range<usize>> {
    if blocks.is_empty() {
        return std::iter::once(0..text.len()).collect();
    }
    let said = |block: &&Block| {
        use BlockKind::{ListItem, Paragraph, Quote, Turn};
        matches!(block.kind, Paragraph | ListItem | Quote | Turn)
    };
    let mut ranges: Vec<Range<usize>> =
        blocks.iter().filter(said).map(|block| block.range.clone()).collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    ranges
}

fn stretch(
    text: &str,
    chunks: &[ChunkRecord],
    prose: &[Range<usize>],
    shape: &TextShape,
    method: LevelMethod,
    now: Timestamp,
) -> Stretch {
    let pieces: Vec<Range<usize>> = chunks.iter().map(|chunk| chunk.span.bytes()).collect();
    let start = pieces.first().map_or(0, |piece| piece.start);
    let end = pieces.last().map_or(start, |piece| piece.end);
    let first = prose.partition_point(|range| range.end <= start);
    let mut sentences: Vec<Range<usize>> = Vec::new();
    // what addresses an assistant is the document's, and no summary of it
    let addressing = trust::weigh(text.get(start..end).unwrap_or_default(), &[]);
    let addresses = |sentence: &Range<usize>| {
        addressing.touches(&(sentence.start - start..sentence.end - start))
    };
    for range in prose.get(first..).unwrap_or_default() {
        if range.start >= end {
            break;
        }
        for sentence in whole_sentences(text, range.start.max(start)..range.end.min(end)) {
            // a sentence stands in one passage, so that it rests on that one
            let inside =
                |piece: &Range<usize>| piece.start <= sentence.start && sentence.end <= piece.end;
            let after = sentences.last().is_none_or(|last| last.end <= sentence.start);
            if after && pieces.iter().any(inside) && !addresses(&sentence) {
                sentences.push(sentence);
            }
        }
    }
    let most = sentences.len().div_ceil(ONE_OF).min(MOST);
    let chosen = choose(text, &sentences, method, most);
    let words = |range: &Range<usize>| text.get(range.clone()).unwrap_or_default();
    let mut found: Vec<LevelEntity> =
        chosen.iter().flat_map(|one| times_and_amounts(words(&one.range))).collect();
    found.sort();
    found.dedup();
    found.truncate(NOTED);
    let page = |at: usize| match shape.page_ends.len() {
        0 => None,
        last => {
            let page = shape.page_ends.partition_point(|page_end| *page_end <= at);
            Some(page.min(last - 1) as u32 + 1)
        }
    };
    let picked = chosen.iter().map(|one| Picked {
        start: one.range.start as u32,
        end: one.range.end as u32,
        page: page(one.range.start),
        score: one.score,
        print: print(words(&one.range)),
    });
    let title = chunks.first().and_then(|chunk| chunk.parent_chain.get(HEADINGS - 1));
    let title = title.or_else(|| chunks.first()?.parent_chain.last());
    Stretch {
        title: title.cloned().unwrap_or_default(),
        first: chunks.first().map_or(0, |chunk| chunk.ordinal),
        pieces: pieces.iter().map(|piece| (piece.start as u32, piece.end as u32)).collect(),
        picked: picked.collect(),
        found,
        version: 1,
        created_at: now,
    }
}

/// The dates of a sentence, and its numbers with what they count.
fn times_and_amounts(sentence: &str) -> Vec<LevelEntity> {
    let words = shaped(sentence, 0);
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let stated =
            dates::at(&words, at).filter(|stated| !stated.bare && !stated.words.is_empty());
        if let Some(stated) = stated {
            let named = words.get(stated.words.clone()).unwrap_or_default();
            let name: Vec<&str> = named.iter().map(|word| word.text).collect();
            found.push(LevelEntity { kind: "date".to_owned(), name: name.join(" ") });
            at = stated.words.end;
            continue;
        }
        let unit = words.get(at + 1).filter(|next| language::numbers::unit(next.text).is_some());
        if let (Some(_), Some(unit)) = (language::numbers::digits(word.text), unit) {
            let name = format!("{} {}", word.text, unit.text);
            found.push(LevelEntity { kind: "quantity".to_owned(), name });
        }
        at += 1;
    }
    found
}
