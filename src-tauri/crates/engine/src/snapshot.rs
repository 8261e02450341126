//! A vault as one commit left it: its records, index, graph, documents and terms together. Readers take
//! one and keep it for as long as they answer; what it needs is not deleted meanwhile.

use crate::{
    Resources,
    error::Result,
    held::{
        catalogue::Catalogue, levels::Outlines, lists::Lists, sketches::Sketches, sources::Sources,
        terms::Terms, words::Words,
    },
    tables::{
        KNOWLEDGE, VOCABULARY,
        knowledge::{KnowledgeRecord, learnt_tiers},
    },
};
use graph::Graph;
use search::Index;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use trust::Tiers;
use types::{DocumentId, DocumentRecord, DocumentState, Format};

/// A vault as one commit left it. Cheap to clone.
#[derive(Clone)]
pub struct Snapshot {
    pub(crate) records: vault::Snapshot,
    pub(crate) index: Index,
    pub(crate) graph: Graph,
    pub(crate) catalogue: Arc<Catalogue>,
    pub(crate) terms: Arc<Terms>,
    pub(crate) lists: Arc<Lists>,
    /// The vocabulary that places nodes.
    pub(crate) words: Arc<Words>,
    /// What is set and learnt of knowledge.
    pub(crate) settings: Arc<KnowledgeRecord>,
    /// Source tiers, with what review taught.
    pub(crate) tiers: Arc<Tiers>,
    /// Which documents count as sources of their own.
    pub(crate) sources: Arc<Sources>,
    /// What tells which statements may meet.
    pub(crate) sketches: Arc<Sketches>,
    /// Outlines of the levels over collections.
    pub(crate) outlines: Outlines,
    pub(crate) resources: Arc<Resources>,
}

impl Snapshot {
    /// Reads what there is. Says how long the graph took of that.
    pub(crate) fn open(
        records: vault::Snapshot,
        resources: Arc<Resources>,
    ) -> Result<(Self, Duration)> {
        let index = Index::open(&records)?;
        let catalogue = Catalogue::open(&records)?;
        let with = |holds: fn(&DocumentRecord) -> bool| -> Vec<DocumentId> {
            catalogue.select(holds).iter().map(|record| record.id).collect()
        };
        let terms = Terms::open(&records, &with(|record| record.definitions > 0))?;
        let lists = Lists::open(&records, &with(|record| record.format == Format::References))?;
        let settings = records.get(KNOWLEDGE, &[b"knowledge"])?.unwrap_or_default();
        let learnt: Result<Vec<_>> =
            records.scan(VOCABULARY, &[])?.map(|entry| Ok(entry?)).collect();
        let mut known = catalogue.select(|known| known.state == DocumentState::Indexed);
        known.sort_by_key(|known| (known.added_at, known.id));
        let mut sources = Sources::default();
        known.iter().for_each(|known| sources.add_known(known));
        let start = Instant::now();
        let graph = Graph::open(&records)?;
        let took = start.elapsed();
        let snapshot = Self {
            index,
            graph,
            catalogue: Arc::new(catalogue),
            terms: Arc::new(terms),
            lists: Arc::new(lists),
            words: Arc::new(Words::new(learnt?)),
            tiers: Arc::new(learnt_tiers(&settings)),
            settings: Arc::new(settings),
            sources: Arc::new(sources),
            sketches: Arc::default(),
            outlines: Outlines::default(),
            records,
            resources,
        };
        Ok((snapshot, took))
    }

    /// Takes over settings of knowledge.
    pub(crate) fn set(&mut self, settings: KnowledgeRecord) {
        self.tiers = Arc::new(learnt_tiers(&settings));
        self.settings = Arc::new(settings);
    }
}
