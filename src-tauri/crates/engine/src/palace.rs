//! One open vault. Reading takes a snapshot; writing goes through one transaction at a time.

use crate::{
    Resources, Snapshot,
    error::Result,
    held::{
        background::Background,
        called::Called,
        looked::Looked,
        trail::Trail,
        used::{Settled, Used},
    },
    second_anchor,
    tx::current::Current,
};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::{Arc, Mutex},
    thread::ThreadId,
    time::{Duration, Instant},
};
use types::{DocumentState, Timestamp, VaultInfo};
use vault::{AuditEvent, KdfParams, Passphrase, TableId, Vault};

/// An open vault. Dropping it closes the vault and wipes the keys.
pub struct Palace {
    pub(crate) vault: Vault,
    pub(crate) current: Current,
    /// The thread that has the right to write.
    pub(crate) writing: Mutex<Option<ThreadId>>,
    pub(crate) looked: Looked,
    pub(crate) used: Used,
    pub(crate) called: Called,
    pub(crate) trail: Trail,
    pub(crate) resources: Arc<Resources>,
    pub(crate) background: Background,
    /// Of reading what is in memory; of that, the graph's.
    snapshot_times: (Duration, Duration),
}

/// How long opening a palace took.
#[derive(Clone, Copy, Debug)]
pub struct OpenTimes {
    /// Key derivation.
    pub kdf: Duration,
    /// All the rest.
    pub rest: Duration,
    /// Of that, the graph.
    pub graph: Duration,
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
        Self::over_compared(Vault::open(folder, passphrase, resources.now())?, resources)
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

    /// Refuses a vault that its second anchor contradicts.
    pub(crate) fn over_compared(vault: Vault, resources: Arc<Resources>) -> Result<Self> {
        vault.snapshot().check_table(TableId::Settings)?;
        second_anchor::compare(&vault)?;
        Self::over(vault, resources)
    }

    pub(crate) fn over(vault: Vault, resources: Arc<Resources>) -> Result<Self> {
        let start = Instant::now();
        // looked at before anything acts on them: they say what may leave this machine
        vault.snapshot().check_table(TableId::Settings)?;
        drop_unread_facets(&vault, &resources)?;
        let (snapshot, graph) = Snapshot::open(vault.snapshot(), Arc::clone(&resources))?;
        let (took, chunks) = (start.elapsed(), snapshot.index.chunks());
        tracing::info!(
            chunks,
            ms = took.as_millis(),
            graph_ms = graph.as_millis(),
            "palace opened"
        );
        let palace = Self {
            vault,
            current: Current::new(snapshot),
            writing: Mutex::default(),
            looked: Looked::default(),
            used: Used::default(),
            called: Called::default(),
            trail: Trail::default(),
            resources,
            background: Background::default(),
            snapshot_times: (took, graph),
        };
        // no room to rewrite the files, say: the vault opens all the same, and tries again next time
        if let Err(error) = palace.finish_forgetting() {
            tracing::warn!(code = ?error.problem().code, "traces of a deletion are not wiped yet");
        }
        Ok(palace)
    }

    /// The vault's figures.
    pub fn info(&self) -> Result<VaultInfo> {
        let now = self.snapshot();
        let mut collections = BTreeMap::new();
        let documents = now.catalogue.select(|_| true);
        for record in documents.iter().filter(|record| record.state == DocumentState::Indexed) {
            for name in record.collections() {
                *collections.entry(name.to_string()).or_insert(0) += 1;
            }
        }
        let counts = now.graph.view().counts();
        let model = now.model_in_use();
        let preferred = self.resources.spaces.preferred.as_deref();
        Ok(VaultInfo {
            vault_id: self.vault.id(),
            created_at: self.vault.created_at(),
            documents: documents.len() as u64,
            chunks: now.index.chunks(),
            nodes: u64::from(counts.accepted),
            edges: u64::from(counts.edges),
            model,
            refine_pending: preferred.map_or(0, |space| now.pending_chunks(space)),
            commit_seq: self.vault.commit_seq(),
            last_commit_at: self.last_commit_at()?,
            size_bytes: self.vault.size_bytes()?,
            collections,
        })
    }

    fn last_commit_at(&self) -> Result<Timestamp> {
        let now = self.vault.snapshot();
        let last = now.audit_entry(now.commit_seq())?;
        Ok(last.map_or(self.vault.created_at(), |entry| entry.at))
    }

    /// How long opening it took.
    pub fn open_times(&self) -> OpenTimes {
        let (times, snapshot) = (self.vault.open_times(), self.snapshot_times);
        OpenTimes { kdf: times.kdf, rest: times.rest + snapshot.0, graph: snapshot.1 }
    }

    /// Bytes of keys and sealed records by table. Reads everything: for reports.
    pub fn table_bytes(&self) -> Result<BTreeMap<String, u64>> {
        Ok(self.vault.table_bytes()?)
    }

    /// One commit of a change of the graph that comes from elsewhere than a document.
    pub fn change_graph(
        &self,
        action: &'static str,
        change: impl FnOnce(&mut graph::Change) -> Result<()>,
    ) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut open = tx.change();
        change(&mut open)?;
        tx.put_graph(open)?;
        tx.commit(action, Vec::new())?;
        Ok(())
    }

    /// Syncs and closes. What was reported saved was synced already.
    pub fn close(self) -> Result<()> {
        // what use told is worth a commit, but not a vault that does not close
        if let Err(error) = self.settle_use(Settled::Now) {
            tracing::warn!(code = ?error.problem().code, "what use told was not kept");
        }
        if let Err(error) = self.settle_calls() {
            tracing::warn!(code = ?error.problem().code, "what agents did was not kept");
        }
        self.keep_second_anchor();
        Ok(self.vault.sync_and_close()?)
    }

    /// The vault as the last commit left it.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.get()
    }
}

/// Vaults from before hold keys without values that nobody reads.
fn drop_unread_facets(vault: &Vault, resources: &Resources) -> Result<()> {
    let mut batch = vault.batch();
    if graph::drop_unread_facets(&vault.snapshot(), &mut batch)? {
        let (at, action) = (resources.now(), "facets.drop");
        let (subjects, detail) = (Vec::new(), String::new());
        vault.commit(batch, AuditEvent { at, action, subjects, detail })?;
    }
    Ok(())
}
