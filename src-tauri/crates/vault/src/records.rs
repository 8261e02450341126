//! Between values and what lies in the database: raw keys from paths, sealed frames from values,
//! each bound to its vault, table, epoch and raw key.

use crate::bytes::Reader;
use crate::digest::{Digest, Element, element};
use crate::error::{Error, Result};
use crate::keys::{Key, KeyRing, SubKeys};
use crate::raw::raw_key;
use crate::seal::{self, Purpose, associated_data};
use crate::table::TableId;
use crate::value::{self, Blob, Record};
use types::VaultId;

/// The id and keys that every record of one vault is sealed with.
pub(crate) struct Records {
    pub(crate) id: VaultId,
    pub(crate) keys: SubKeys,
    /// What the elements of the digests are made with.
    pub(crate) state: Key,
}

impl Records {
    /// For the keys of a ring.
    pub(crate) fn new(id: VaultId, ring: &KeyRing) -> Result<Self> {
        let keys = ring.subkeys()?;
        let state = keys.state(keys.oldest()).ok_or(Error::Damaged("a key is missing"))?.clone();
        Ok(Self { id, keys, state })
    }

    pub(crate) fn raw_key(&self, table: TableId, path: &[&[u8]]) -> Vec<u8> {
        raw_key(&self.keys.names, table, path)
    }

    /// The frame of a value that will lie at `raw`.
    pub(crate) fn seal<V: Record>(&self, table: TableId, raw: &[u8], value: &V) -> Result<Vec<u8>> {
        let epoch = self.keys.active;
        let key = self.keys.record(epoch, table).ok_or(Error::BadRecord(table))?;
        let associated = associated_data(Purpose::Record, &self.id, Some(table), epoch, raw);
        seal::seal_record(key, epoch, &associated, &value::encode(value)?)
    }

    /// The value in a frame that was found at `raw`.
    pub(crate) fn open<V: Record>(&self, table: TableId, raw: &[u8], frame: &[u8]) -> Result<V> {
        let open = || {
            let epoch = seal::epoch_of(frame)?;
            let key = self.keys.record(epoch, table)?;
            let associated = associated_data(Purpose::Record, &self.id, Some(table), epoch, raw);
            value::decode(&seal::open_record(key, &associated, frame)?)
        };
        open().ok_or(Error::BadRecord(table))
    }

    /// What a record adds to the digest of its table.
    pub(crate) fn element(&self, raw: &[u8], frame: &[u8]) -> Element {
        element(&self.state, raw, frame)
    }

    /// The frame of a leaf that will lie at `raw`.
    pub(crate) fn seal_leaf(&self, raw: &[u8], digest: &Digest) -> Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(Digest::LEN);
        digest.write(&mut bytes);
        self.seal(TableId::Leaves, raw, &Blob(bytes))
    }

    /// The digest in a leaf that was found at `raw`.
    pub(crate) fn open_leaf(&self, raw: &[u8], frame: &[u8]) -> Result<Digest> {
        let bytes: Blob = self.open(TableId::Leaves, raw, frame)?;
        let mut rest = Reader(&bytes.0);
        let digest = Digest::read(&mut rest).map_err(|_| Error::BadRecord(TableId::Leaves))?;
        rest.end().map_err(|_| Error::BadRecord(TableId::Leaves))?;
        Ok(digest)
    }

    /// Whether a frame was sealed for the very place where it lies. Nothing where that cannot be
    /// told here: keys without values, and originals, which have keys of their own.
    pub(crate) fn belongs(&self, table: TableId, raw: &[u8], frame: &[u8]) -> Option<bool> {
        if matches!(table, TableId::Facets | TableId::Originals) {
            return None;
        }
        let open = || {
            let epoch = seal::epoch_of(frame)?;
            let key = self.keys.record(epoch, table)?;
            let associated = associated_data(Purpose::Record, &self.id, Some(table), epoch, raw);
            seal::open_record(key, &associated, frame)
        };
        Some(open().is_some())
    }
}
