//! One document from bytes to everything that will be stored of it. Touches no table.

use super::parts::{Prepared, Taken, Tools};
use crate::{
    Palace,
    error::{Error, Result},
    knowledge::Origin,
    sheet, text_store,
};
use chunk::{Piece, Structure};
use std::time::{Duration, Instant};
use trust::Addressing;
use types::{
    ChunkId, ChunkRecord, ConvertedText, DocumentId, DocumentRecord, DocumentState, IngestEvent,
    LineIndex, PageLayout, Problem, Reference,
};

/// A conversion that took so long is kept before anything else is made of it, so that a crash does
/// not cost it again. A shorter one is cheaper to repeat than to commit by itself.
const WORTH_KEEPING: Duration = Duration::from_secs(1);

/// Passages that address an assistant which are named in a warning of their own.
const NAMED_PASSAGES: usize = 8;

impl Palace {
    /// Converts, cuts and embeds. `Err` is the reason the document is refused for.
    pub(super) fn prepare(
        &self,
        taken: &Taken,
        tools: &Tools<'_>,
    ) -> std::result::Result<Prepared, Problem> {
        let start = Instant::now();
        let stage = |stage| {
            (tools.run.progress)(IngestEvent::Stage { file: taken.number as u32, stage });
        };
        let original = &taken.original;
        if let Some(problem) = &original.refusal {
            return Err(problem.clone());
        }
        stage(DocumentState::Converting);
        let span = tracing::info_span!("prepare", bytes = original.bytes.len());
        let _inside = span.enter();
        let converted = self.converted(taken, tools, start)?;

        stage(DocumentState::Parsing);
        let Structure { definitions, cross_references } =
            chunk::structure(&converted.text, &converted.blocks);
        let reference = cite::identify(&converted);
        let title = title(&reference, &converted, &original.origin.name);
        let summary = chunk::summary(&converted.text, &converted.blocks);
        let language = reference.language.clone().or_else(|| language::written_in(&converted.text));

        stage(DocumentState::Chunking);
        let count = |text: &str| tools.tokens.count(text);
        let pieces = chunk::chunk(&converted.text, &converted.blocks, tools.run.limits, &count);
        let mut chunks = records(&original.id, &converted, pieces)?;
        for chunk in &mut chunks {
            let inside =
                |start: usize, end: usize| chunk.span.start <= start && end <= chunk.span.end;
            chunk.cross_references = cross_references
                .iter()
                .filter(|reference| inside(reference.start, reference.end))
                .cloned()
                .collect();
            chunk.defined_terms = definitions
                .iter()
                .filter(|found| inside(found.start, found.end))
                .map(|found| found.normalised.clone())
                .collect();
            chunk::check(chunk, &converted.text).map_err(|invalid| {
                Error::internal(&format!("A chunk breaks its rules: {invalid}.")).problem()
            })?;
        }

        let mut warnings = converted.warnings.clone();
        let contexts = match &tools.llm {
            Some(llm) => {
                stage(DocumentState::Contextualising);
                self.situate(llm, &original.id, &converted.text, &chunks, tools, &mut warnings)?
            }
            None => vec![String::new(); chunks.len()],
        };

        stage(DocumentState::Embedding);
        let vectors = tools.embedder.and_then(|embedder| {
            let texts: Vec<String> = chunks
                .iter()
                .zip(&contexts)
                .map(|(chunk, context)| {
                    let body = converted.text.get(chunk.span.bytes()).unwrap_or_default();
                    in_context(&title, &chunk.parent_chain, context, body)
                })
                .collect();
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder
                .passages(&texts)
                .inspect_err(|error| warnings.push(error.problem().message))
                .ok()
        });
        let gathered = self.snapshot().gather(
            &Origin {
                record: &taken.record,
                converted: &converted,
                title: &title,
                reference: &reference,
                chunks: &chunks,
                definitions: &definitions,
                cited: cite::bibliography(&converted),
            },
            &tools.placing,
        );
        warnings.extend(addressing_warnings(&converted.text, &gathered.addressing));
        tracing::debug!(chunks = chunks.len(), embedded = vectors.is_some(), "prepared");
        let took = start.elapsed();
        Ok(Prepared {
            converted,
            title,
            chunks,
            definitions,
            contexts,
            vectors,
            reference,
            summary,
            language,
            overlap_tokens: tools.run.limits.overlap_tokens as u32,
            gathered: Some(gathered),
            warnings,
            took,
        })
    }

    /// The text: an interrupted run's where it was kept, else from the worker.
    fn converted(
        &self,
        taken: &Taken,
        tools: &Tools<'_>,
        start: Instant,
    ) -> std::result::Result<ConvertedText, Problem> {
        let original = &taken.original;
        if !taken.replaces && taken.record.state == DocumentState::Parsing {
            let kept = text_store::converted(&self.snapshot().records, &taken.record);
            return kept.map_err(|error| error.problem());
        }
        let converter = &self.resources.converter;
        let (name, bytes, cancel) = (&original.origin.name, &original.bytes, tools.run.cancel);
        let converted = match tools.run.recognises {
            true => converter.convert(name, bytes, cancel),
            false => converter.convert_unseeing(name, bytes, cancel),
        };
        let converted = converted.map_err(|error| error.problem())?;
        let converted = match sheet::is_note(&taken.record) {
            true => sheet::without_head(converted),
            false => converted,
        };
        let slow = start.elapsed() >= WORTH_KEEPING || tools.llm.is_some();
        if slow && !taken.replaces {
            self.keep_text(&taken.record, &converted).map_err(|error| error.problem())?;
        }
        Ok(converted)
    }

    /// Commits a converted text by itself: state `parsing`.
    fn keep_text(&self, record: &DocumentRecord, converted: &ConvertedText) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        if tx.catalogue.get(&record.id).is_none() {
            return Ok(());
        }
        let mut record = record.clone();
        record.state = DocumentState::Parsing;
        record.format = converted.format;
        record.warnings = converted.warnings.clone();
        record.text_bytes = converted.text.len() as u64;
        record.pages = converted.pages.len() as u32;
        record.title = title(&converted.reference, converted, &record.origin.name);
        record.reference = converted.reference.clone();
        text_store::forget(&mut tx.batch, &record.id)?;
        tx.put_document(&record)?;
        text_store::put(&mut tx.batch, &record.id, converted)?;
        tx.commit("document.convert", vec![record.id.to_string()])?;
        Ok(())
    }
}

/// The text that is embedded for a chunk: title › headings, its situating sentence, its words.
pub(crate) fn in_context(
    title: &str,
    parent_chain: &[String],
    context: &str,
    body: &str,
) -> String {
    let mut text = String::with_capacity(title.len() + context.len() + body.len() + 64);
    text.push_str(title);
    for heading in parent_chain.iter().filter(|heading| *heading != title) {
        text.push_str(" › ");
        text.push_str(heading);
    }
    text.push('\n');
    if !context.is_empty() {
        text.push_str(context);
        text.push('\n');
    }
    text.push_str(body);
    text
}

/// A warning for each passage that addresses an assistant, and for the document where it is in doubt.
fn addressing_warnings(text: &str, addressing: &Addressing) -> Vec<String> {
    if addressing.passages.is_empty() {
        return Vec::new();
    }
    let lines = LineIndex::new(text);
    let named = addressing.passages.iter().take(NAMED_PASSAGES).map(|passage| {
        let span = lines.span(text, passage.range.clone(), None);
        let (first, last) = span.map_or((1, 1), |span| (span.line_start, span.line_end));
        let place = match first == last {
            true => format!("Line {first}"),
            false => format!("Lines {first} to {last}"),
        };
        format!(
            "{place}: text for a machine rather than a reader ({}). It is treated as quoted text; \
             what it says is trusted less and waits for review.",
            passage.reason
        )
    });
    let mut warnings: Vec<String> = named.collect();
    let more = addressing.passages.len().saturating_sub(NAMED_PASSAGES);
    if more > 0 {
        warnings.push(format!("{more} more passages speak to a machine rather than a reader."));
    }
    if addressing.document {
        warnings.push(
            "Taken together this weighs so much that all that the document says is trusted less \
             and waits for review."
                .to_owned(),
        );
    }
    warnings
}

/// The work's own title, else what the file calls itself, else its name.
fn title(reference: &Reference, converted: &ConvertedText, file_name: &str) -> String {
    let own = [reference.title.as_deref(), converted.title.as_deref()].into_iter().flatten();
    let own = own.map(str::trim).find(|title| !title.is_empty());
    own.unwrap_or(file_name).chars().take(300).collect()
}

fn records(
    document: &DocumentId,
    converted: &ConvertedText,
    pieces: Vec<Piece>,
) -> std::result::Result<Vec<ChunkRecord>, Problem> {
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
            separator: converted.text.get(piece.separator).unwrap_or_default().to_owned(),
            cross_references: Vec::new(),
            defined_terms: Vec::new(),
            in_code: piece.in_code,
        })
    };
    pieces.into_iter().enumerate().map(place).collect()
}

fn page_of(pages: &[PageLayout], byte: usize) -> Option<u32> {
    let next = pages.partition_point(|page| page.range.end <= byte);
    pages.get(next).or(pages.last()).map(|page| page.page)
}
