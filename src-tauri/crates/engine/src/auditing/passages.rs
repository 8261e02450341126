//! A collection as passages: the raw level alone, for collections whose levels nobody built.

use crate::{Snapshot, error::Result, text_store};
use types::{
    DocumentRecord, Hierarchy, Level, LevelDocument, LevelNode, LevelSentence, LevelSource,
    Timestamp,
};

impl Snapshot {
    /// Every passage of these documents, as it stands.
    pub(super) fn passages_of(
        &self,
        collection: &str,
        documents: &[std::sync::Arc<DocumentRecord>],
    ) -> Result<Hierarchy> {
        let mut nodes = Vec::new();
        for record in documents {
            let text = text_store::whole(&self.records, &record.id, record.text_bytes)?;
            for chunk in text_store::chunks(&self.records, record)? {
                let span = chunk.span;
                let quote = text.get(span.start..span.end).unwrap_or_default().to_owned();
                let made =
                    format!("{collection}\nraw\n{}\n{}\n{}", record.id, span.start, span.end);
                let id = audit::sha256(made.as_bytes()).to_string();
                nodes.push(LevelNode {
                    id: id.get(..32).unwrap_or_default().to_owned(),
                    level: Level::Raw,
                    title: chunk.parent_chain.last().unwrap_or(&record.title).clone(),
                    sentences: vec![LevelSentence {
                        text: quote.clone(),
                        connective: false,
                        support: 1.0,
                        cites: Vec::new(),
                        sources: vec![LevelSource {
                            document_id: record.id,
                            start: span.start,
                            end: span.end,
                            page: span.page,
                            quote,
                        }],
                    }],
                    parents: Vec::new(),
                    children: Vec::new(),
                    entities: Vec::new(),
                    confidence: 1.0,
                    version: 1,
                    created_at: record.read_at.unwrap_or(record.added_at),
                    stale: false,
                });
            }
        }
        let built_at = nodes.iter().map(|node| node.created_at).max();
        let of = |record: &std::sync::Arc<DocumentRecord>| LevelDocument {
            document_id: record.id,
            title: record.title.clone(),
            sha256: record.sha256,
        };
        Ok(Hierarchy {
            collection: collection.to_owned(),
            method: "passages".to_owned(),
            built_at: built_at.unwrap_or(Timestamp::from_unix_ms(0)),
            commit_seq: self.records.commit_seq(),
            dropped: 0,
            documents: documents.iter().map(of).collect(),
            nodes,
        })
    }
}
