//! The only way to change a vault: whoever has the right to write begins a transaction, which gathers
//! records and what readers will see of them. Committing seals, syncs and advances the anchor; only
//! then do readers see it, all at once. Dropped, a transaction changes nothing.

pub(crate) mod current;

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    held::{sources::Sources, trail::EVERY, words::Words},
    tables::{DOCUMENTS, KNOWLEDGE, knowledge::KnowledgeRecord},
};
use serde::Serialize;
use std::{
    ops::Deref,
    sync::{Arc, MutexGuard, PoisonError},
    thread::{self, ThreadId},
};
use types::{DefinitionRecord, DocumentId, DocumentRecord, Reference};
use vault::{AuditEvent, AuditNote, Batch};

/// The right to write, which one thread has at a time.
#[must_use = "others wait for it"]
pub(crate) struct Writer<'p> {
    palace: &'p Palace,
    pen: vault::Writer<'p>,
}

/// A change on its way: it reads as the snapshot that it began with.
#[must_use = "a transaction that is not committed changes nothing"]
pub(crate) struct Tx<'w, 'p> {
    writer: &'w mut Writer<'p>,
    base: Arc<Snapshot>,
    /// Records.
    pub batch: Batch<'p>,
    /// What the audit log is told beyond action, subjects and detail.
    pub note: AuditNote,
    /// What readers will see of them, in order.
    seen: Vec<Seen>,
    /// Who counts as a source of their own, with what this transaction adds.
    sources: Arc<Sources>,
}

/// One thing that readers see of a commit.
enum Seen {
    Index(search::Staged),
    Graph(graph::Staged),
    Document(Box<DocumentRecord>),
    NoDocument(DocumentId),
    Definitions(DocumentId, Vec<DefinitionRecord>),
    Listed(DocumentId, Vec<Reference>),
    Words(Words),
    Settings(Box<KnowledgeRecord>),
}

impl Palace {
    /// Waits for the right to write. Who has it and asks again would wait for ever: that is an error.
    pub(crate) fn write(&self) -> Result<Writer<'_>> {
        let own = thread::current().id();
        if *self.writing() == Some(own) {
            return Err(Error::internal("A change was begun inside of another."));
        }
        let pen = self.vault.writer()?;
        *self.writing() = Some(own);
        Ok(Writer { palace: self, pen })
    }

    fn writing(&self) -> MutexGuard<'_, Option<ThreadId>> {
        self.writing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Writer<'_> {
    fn drop(&mut self) {
        *self.palace.writing() = None;
    }
}

impl<'p> Writer<'p> {
    /// Begins a transaction on what was committed last.
    pub fn begin(&mut self) -> Tx<'_, 'p> {
        let (base, batch) = (self.palace.snapshot(), self.palace.vault.batch());
        let sources = Arc::clone(&base.sources);
        let note = AuditNote::default();
        Tx { writer: self, base, batch, note, seen: Vec::new(), sources }
    }

    /// Whose right it is.
    pub fn palace(&self) -> &'p Palace {
        self.palace
    }

    /// What was committed last.
    pub fn now(&self) -> Arc<Snapshot> {
        self.palace.snapshot()
    }

    /// Lets readers see what the vault itself committed: nothing of theirs changed.
    pub fn show_records(&mut self) {
        self.palace.current.publish(self.palace.vault.snapshot(), |_| {});
    }

    /// Rewrites the vault's files without what was deleted or replaced.
    pub fn expunge(&mut self) -> Result<vault::Expunged> {
        Ok(self.pen.expunge()?)
    }
}

impl Deref for Tx<'_, '_> {
    type Target = Snapshot;

    fn deref(&self) -> &Snapshot {
        &self.base
    }
}

impl Tx<'_, '_> {
    /// The records that it began with.
    pub fn base(&self) -> vault::Snapshot {
        self.base.records.clone()
    }

    /// A change of the graph, to be woven in.
    pub fn change(&self) -> graph::Change {
        self.base.graph.change(&self.base.records, self.base.resources.now())
    }

    /// Puts a change of the graph in. Only one fits into a transaction.
    pub fn put_graph(&mut self, change: graph::Change) -> Result<()> {
        let staged = change.finish(&mut self.batch)?;
        self.seen.push(Seen::Graph(staged));
        Ok(())
    }

    /// What the graph staged into the batch by another way than a change.
    pub fn show_graph(&mut self, staged: graph::Staged) {
        self.seen.push(Seen::Graph(staged));
    }

    /// What the index staged into the batch.
    pub fn show_index(&mut self, staged: search::Staged) {
        self.seen.push(Seen::Index(staged));
    }

    /// Puts a document's record.
    pub fn put_document(&mut self, record: &DocumentRecord) -> Result<()> {
        self.batch.put(DOCUMENTS, &[record.id.as_bytes()], record)?;
        self.seen.push(Seen::Document(Box::new(record.clone())));
        Ok(())
    }

    /// Takes a document's record away; it stands for nothing any more.
    pub fn drop_document(&mut self, id: &DocumentId) {
        self.batch.delete(DOCUMENTS, &[id.as_bytes()]);
        self.sources_mut().remove(id);
        self.seen.push(Seen::NoDocument(*id));
    }

    /// What a document defines, as it is in the batch.
    pub fn define(&mut self, id: &DocumentId, definitions: Vec<DefinitionRecord>) {
        self.seen.push(Seen::Definitions(*id, definitions));
    }

    /// What a list of references names, as it is in the batch.
    pub fn list(&mut self, id: &DocumentId, references: Vec<Reference>) {
        self.seen.push(Seen::Listed(*id, references));
    }

    /// The vocabulary, as it will be with what is in the batch.
    pub fn show_words(&mut self, words: Words) {
        self.seen.push(Seen::Words(words));
    }

    /// Puts the settings of knowledge.
    pub fn put_settings(&mut self, settings: KnowledgeRecord) -> Result<()> {
        self.tell_change(&self.base.settings.view(), &settings.view());
        self.batch.put(KNOWLEDGE, &[b"knowledge"], &settings)?;
        self.seen.push(Seen::Settings(Box::new(settings)));
        Ok(())
    }

    /// Tells the audit log what a record was and is, where that differs.
    pub fn tell_change<T: Serialize>(&mut self, before: &T, after: &T) {
        if let (Ok(before), Ok(after)) =
            (serde_json::to_string(before), serde_json::to_string(after))
            && before != after
        {
            (self.note.before, self.note.after) = (before, after);
        }
    }

    /// Who counts as a source of their own, to be added to.
    pub fn sources_mut(&mut self) -> &mut Sources {
        Arc::make_mut(&mut self.sources)
    }

    /// Whether there is nothing to commit.
    pub fn is_empty(&self) -> bool {
        self.batch.is_empty()
    }

    /// Makes it last, with its audit entry, then lets readers see it. Gives what they see.
    pub fn commit(self, action: &'static str, subjects: Vec<String>) -> Result<Arc<Snapshot>> {
        self.commit_with(action, subjects, String::new())
    }

    /// The same with more for the audit log: counts and fixed words, never content.
    pub fn commit_with(
        self,
        action: &'static str,
        subjects: Vec<String>,
        detail: String,
    ) -> Result<Arc<Snapshot>> {
        let Self { writer, base, batch, note, seen, sources } = self;
        let event = AuditEvent { at: base.resources.now(), action, subjects, detail };
        let seq = writer.pen.commit_noted(batch, event, note)?;
        let sources = (!Arc::ptr_eq(&sources, &base.sources)).then_some(sources);
        // let go of, so that what nobody reads is changed in place
        drop(base);
        let palace = writer.palace;
        palace.current.publish(palace.vault.snapshot(), |snapshot| {
            seen.into_iter().for_each(|seen| seen.show(snapshot));
            if let Some(sources) = sources {
                snapshot.sources = sources;
            }
        });
        let snapshot = palace.snapshot();
        if seq.is_multiple_of(EVERY) && action != audit::CHECKPOINT {
            writer.checkpoint()?;
        }
        Ok(snapshot)
    }
}

impl Seen {
    fn show(self, snapshot: &mut Snapshot) {
        match self {
            Self::Index(staged) => snapshot.index.take(staged),
            Self::Graph(staged) => snapshot.graph.take(staged),
            Self::Document(record) => Arc::make_mut(&mut snapshot.catalogue).put(*record),
            Self::NoDocument(id) => {
                Arc::make_mut(&mut snapshot.catalogue).remove(&id);
                Arc::make_mut(&mut snapshot.terms).remove(&id);
                Arc::make_mut(&mut snapshot.lists).put(&id, Vec::new());
            }
            Self::Definitions(id, definitions) => {
                Arc::make_mut(&mut snapshot.terms).put(&id, definitions);
            }
            Self::Listed(id, references) => {
                Arc::make_mut(&mut snapshot.lists).put(&id, references);
            }
            Self::Words(words) => snapshot.words = Arc::new(words),
            Self::Settings(settings) => snapshot.set(*settings),
        }
    }
}
