//! One open vault and its indexes. Reading is concurrent; writing goes through one lock.

use crate::{
    Resources,
    catalogue::Catalogue,
    error::{Error, Result},
    knowledge::{Knowledge, Settled},
    references::Lists,
    terms::Terms,
    verifying::Background,
    watching::Looked,
};
use search::{Index, Staged};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};
use types::{DocumentId, DocumentRecord, DocumentState, Format, VaultInfo};
use vault::{AuditEvent, Batch, KdfParams, Passphrase, TableId, Vault};

/// An open vault. Dropping it closes the vault and wipes the keys.
pub struct Palace {
    pub(crate) vault: Vault,
    pub(crate) index: Index,
    pub(crate) catalogue: Catalogue,
    pub(crate) terms: Terms,
    pub(crate) lists: Lists,
    pub(crate) looked: Looked,
    pub(crate) knowledge: Knowledge,
    pub(crate) resources: Arc<Resources>,
    pub(crate) background: Background,
    /// Held around batch → commit → publish, so that there is one writer.
    writer: Mutex<()>,
    index_time: Duration,
}

impl Palace {
    /// Whether there is a vault in `folder`.
    pub fn exists(folder: &Path) -> bool {
        Vault::exists(folder)
    }

    /// Makes a vault in `folder` and opens it.
    pub fn create(
        folder: &Path,
        passphrase: &Passphrase,
        kdf: KdfParams,
        resources: Arc<Resources>,
    ) -> Result<Self> {
        let vault = Vault::create(folder, passphrase, kdf, resources.now())?;
        Self::over(vault, resources)
    }

    /// Opens the vault in `folder`.
    pub fn open(folder: &Path, passphrase: &Passphrase, resources: Arc<Resources>) -> Result<Self> {
        Self::over(Vault::open(folder, passphrase, resources.now())?, resources)
    }

    /// Opens the vault in `folder` although it is behind its anchor, its anchor is gone, or its
    /// records are not those that were saved: what is there counts from now on, and the audit log says
    /// that this was accepted.
    pub fn open_accepting_loss(
        folder: &Path,
        passphrase: &Passphrase,
        resources: Arc<Resources>,
    ) -> Result<Self> {
        let vault = Vault::open_accepting_loss(folder, passphrase, resources.now())?;
        Self::over(vault, resources)
    }

    fn over(vault: Vault, resources: Arc<Resources>) -> Result<Self> {
        let start = Instant::now();
        // looked at before anything acts on them: they say what may leave this machine
        vault.check_table(TableId::Settings)?;
        drop_unread_facets(&vault, &resources)?;
        let index = Index::open(&vault)?;
        let catalogue = Catalogue::open(&vault)?;
        let with = |holds: fn(&DocumentRecord) -> bool| -> Vec<DocumentId> {
            catalogue.select(holds).iter().map(|record| record.id).collect()
        };
        let terms = Terms::open(&vault, &with(|record| record.definitions > 0))?;
        let lists = Lists::open(&vault, &with(|record| record.format == Format::References))?;
        let knowledge = Knowledge::open(&vault, &catalogue)?;
        let index_time = start.elapsed();
        tracing::info!(chunks = index.chunks(), ms = index_time.as_millis(), "palace opened");
        let palace = Self {
            vault,
            index,
            catalogue,
            terms,
            lists,
            looked: Looked::default(),
            knowledge,
            resources,
            background: Background::default(),
            writer: Mutex::new(()),
            index_time,
        };
        // no room to rewrite the files, say: the vault opens all the same, and tries again next time
        if let Err(error) = palace.finish_forgetting() {
            tracing::warn!(code = ?error.problem().code, "traces of a deletion are not wiped yet");
        }
        Ok(palace)
    }

    /// The vault's figures.
    pub fn info(&self) -> Result<VaultInfo> {
        let mut collections = BTreeMap::new();
        let documents = self.catalogue.select(|_| true);
        for record in documents.iter().filter(|record| record.state == DocumentState::Indexed) {
            for name in record.collections() {
                *collections.entry(name.to_string()).or_insert(0) += 1;
            }
        }
        let counts = self.knowledge.graph.view().counts();
        let model = self.model_in_use();
        let preferred = self.resources.spaces.preferred.as_deref();
        Ok(VaultInfo {
            vault_id: self.vault.id(),
            created_at: self.vault.created_at(),
            documents: documents.len() as u64,
            chunks: self.index.chunks(),
            nodes: u64::from(counts.accepted),
            edges: u64::from(counts.edges),
            model,
            refine_pending: preferred.map_or(0, |space| self.pending_chunks(space)),
            commit_seq: self.vault.commit_seq(),
            size_bytes: self.vault.size_bytes()?,
            collections,
        })
    }

    /// Key derivation, and the rest of opening, of this palace.
    pub(crate) fn open_times(&self) -> (Duration, Duration) {
        let times = self.vault.open_times();
        (times.kdf, times.rest + self.index_time)
    }

    /// Syncs and closes. What was reported saved was synced already.
    pub fn close(self) -> Result<()> {
        // what use told is worth a commit, but not a vault that does not close
        if let Err(error) = self.settle_use(Settled::Now) {
            tracing::warn!(code = ?error.problem().code, "what use told was not kept");
        }
        Ok(self.vault.sync_and_close()?)
    }

    pub(crate) fn write(&self) -> MutexGuard<'_, ()> {
        self.writer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Commits `batch` with its audit entry, then lets readers see the index changes.
    pub(crate) fn commit(
        &self,
        _writer: &MutexGuard<'_, ()>,
        batch: Batch<'_>,
        staged: Vec<Staged>,
        action: &'static str,
        subjects: Vec<String>,
    ) -> Result<()> {
        let event =
            AuditEvent { at: self.resources.now(), action, subjects, detail: String::new() };
        self.vault.commit(batch, event)?;
        staged.into_iter().for_each(|staged| self.index.publish(staged));
        Ok(())
    }

    /// Merges small index segments while any merge is due.
    pub(crate) fn merge_segments(&self, writer: &MutexGuard<'_, ()>) -> Result<()> {
        loop {
            let mut batch = self.vault.batch();
            let Some(staged) = self.index.merge_step(&self.vault, &mut batch)? else {
                return Ok(());
            };
            self.commit(writer, batch, vec![staged], "index.merge", Vec::new())?;
        }
    }

    /// Refuses with `Cancelled` once somebody asked to stop.
    pub(crate) fn go_on(cancel: &types::Cancel) -> Result<()> {
        if cancel.is_cancelled() {
            return Err(Error::new(
                types::ErrorCode::Cancelled,
                "Stopped on request.",
                "Everything reported done is kept; start again to go on.",
            ));
        }
        Ok(())
    }
}

/// Vaults from before hold keys without values that nobody reads.
fn drop_unread_facets(vault: &Vault, resources: &Resources) -> Result<()> {
    let mut batch = vault.batch();
    if graph::drop_unread_facets(vault, &mut batch)? {
        let (at, action) = (resources.now(), "facets.drop");
        let (subjects, detail) = (Vec::new(), String::new());
        vault.commit(batch, AuditEvent { at, action, subjects, detail })?;
    }
    Ok(())
}
