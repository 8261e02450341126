//! One document from bytes to everything that will be stored of it. Touches no table.

use super::{Progress, intake::Original};
use crate::{Palace, error::Error};
use chunk::{ChunkLimits, Piece};
use models::{Embedder, TokenCounter, Vector};
use types::{
    Cancel, ChunkId, ChunkRecord, ConvertedText, DocumentId, DocumentState, IngestEvent, LineIndex,
    PageLayout, Problem,
};

/// A document ready to be stored.
pub(crate) struct Prepared {
    pub converted: ConvertedText,
    pub title: String,
    pub chunks: Vec<ChunkRecord>,
    /// One a chunk, or none where no model could make them.
    pub vectors: Option<Vec<Vector>>,
    pub warnings: Vec<String>,
}

/// What all documents of one ingest share.
pub(crate) struct Tools<'a> {
    pub tokens: &'a TokenCounter,
    pub embedder: Option<&'a Embedder>,
    pub cancel: &'a Cancel,
    pub progress: Progress<'a>,
}

impl Palace {
    /// Converts, cuts and embeds. `Err` is the reason the document is refused for.
    pub(super) fn prepare(
        &self,
        file: usize,
        original: &Original,
        tools: &Tools<'_>,
    ) -> Result<Prepared, Problem> {
        let stage = |stage| {
            (tools.progress)(IngestEvent::Stage { file: file as u32, stage });
        };
        stage(DocumentState::Converting);
        let span = tracing::info_span!("prepare", bytes = original.bytes.len());
        let _inside = span.enter();
        let converter = &self.resources.converter;
        let converted = converter
            .convert(&original.origin.name, &original.bytes, tools.cancel)
            .map_err(|error| error.problem())?;

        stage(DocumentState::Chunking);
        let count = |text: &str| tools.tokens.count(text);
        let limits = ChunkLimits::default();
        let pieces = chunk::chunk(&converted.text, &converted.blocks, limits, &count);
        let title = title(&converted, &original.origin.name);
        let chunks = records(&original.id, &converted, pieces)?;

        stage(DocumentState::Embedding);
        let mut warnings = converted.warnings.clone();
        let vectors = tools.embedder.and_then(|embedder| {
            let texts: Vec<String> = chunks
                .iter()
                .map(|chunk| {
                    let body = converted.text.get(chunk.span.bytes()).unwrap_or_default();
                    in_context(&title, &chunk.parent_chain, body)
                })
                .collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder
                .passages(&texts)
                .inspect_err(|error| warnings.push(error.problem().message))
                .ok()
        });
        tracing::debug!(chunks = chunks.len(), embedded = vectors.is_some(), "prepared");
        Ok(Prepared { converted, title, chunks, vectors, warnings })
    }
}

/// The text that is embedded for a chunk: title › headings › words.
pub(crate) fn in_context(title: &str, parent_chain: &[String], body: &str) -> String {
    let mut text = String::with_capacity(title.len() + body.len() + 64);
    text.push_str(title);
    for heading in parent_chain.iter().filter(|heading| *heading != title) {
        text.push_str(" › ");
        text.push_str(heading);
    }
    text.push('\n');
    text.push_str(body);
    text
}

fn title(converted: &ConvertedText, file_name: &str) -> String {
    let own = converted.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
    own.unwrap_or(file_name).chars().take(300).collect()
}

fn records(
    document: &DocumentId,
    converted: &ConvertedText,
    pieces: Vec<Piece>,
) -> Result<Vec<ChunkRecord>, Problem> {
    let lines = LineIndex::new(&converted.text);
    let place = |(ordinal, piece): (usize, Piece)| {
        let page = page_of(&converted.pages, piece.range.start);
        let span = lines
            .span(&converted.text, piece.range.clone(), page)
            .ok_or_else(|| Error::internal("A chunk does not lie on its text.").problem())?;
        Ok(ChunkRecord {
            id: ChunkId::derive(document, span.start, span.end),
            document: *document,
            ordinal: ordinal as u32,
            span,
            parent_chain: piece.parent_chain,
            section_id: piece.section_id,
            heading_level: piece.heading_level,
            kind: piece.kind,
        })
    };
    pieces.into_iter().enumerate().map(place).collect()
}

fn page_of(pages: &[PageLayout], byte: usize) -> Option<u32> {
    let next = pages.partition_point(|page| page.range.end <= byte);
    pages.get(next).or(pages.last()).map(|page| page.page)
}
