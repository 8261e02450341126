//! Between values and what lies in the database: raw keys from paths, sealed frames from values,
//! each bound to its vault, table, epoch and raw key.

use crate::bytes::Reader;
use crate::digest::{Digest, Element, element};
use crate::error::{Error, Result};
use crate::keys::{Epoch, Key, KeyRing, SubKeys};
use crate::raw::raw_key;
use crate::seal::{self, Purpose, associated_data};
use crate::table::TableId;
use crate::value::{self, Blob, Record};
use types::VaultId;
use zeroize::Zeroizing;

const NO_KEY: Error = Error::Damaged("a key is missing");

/// The id and keys that every record of one vault is sealed with.
pub(crate) struct Records {
    pub(crate) id: VaultId,
    pub(crate) keys: SubKeys,
    /// What the elements of the digests are made with.
    pub(crate) state: Key,
    /// Which one that is.
    pub(crate) state_epoch: Epoch,
}

impl Records {
    /// For the keys of a ring; digests are made with the key of `state_epoch`, else of the oldest.
    pub(crate) fn new(id: VaultId, ring: &KeyRing, state_epoch: Option<Epoch>) -> Result<Self> {
        let keys = ring.subkeys()?;
        let state_epoch = state_epoch.unwrap_or(keys.oldest());
        let state = keys.state(state_epoch).ok_or(NO_KEY)?.clone();
        Ok(Self { id, keys, state, state_epoch })
    }

    /// The same with the digests' key of another epoch.
    pub(crate) fn with_state(mut self, state_epoch: Epoch) -> Result<Self> {
        self.state = self.keys.state(state_epoch).ok_or(NO_KEY)?.clone();
        self.state_epoch = state_epoch;
        Ok(self)
    }

    /// A frame of another epoch, which `before` can open, sealed with the key in use; nothing where it is
    /// that already, or is not sealed with a table's key: keys without values, and chunks of originals,
    /// whose own keys are records.
    pub(crate) fn reseal(
        &self,
        before: &Self,
        raw: &[u8],
        frame: &[u8],
    ) -> Result<Option<Vec<u8>>> {
        let Some(table) = raw.first().and_then(|tag| TableId::of_tag(*tag)) else {
            return Ok(None);
        };
        if matches!(table, TableId::Facets | TableId::Originals)
            || seal::epoch_of(frame) == Some(self.keys.active)
        {
            return Ok(None);
        }
        let plain = before.open_frame(table, raw, frame).ok_or(Error::BadRecord(table))?;
        let epoch = self.keys.active;
        let key = self.keys.record(epoch, table).ok_or(Error::BadRecord(table))?;
        let associated = associated_data(Purpose::Record, &self.id, Some(table), epoch, raw);
        seal::seal_record(key, epoch, &associated, &plain).map(Some)
    }

    fn open_frame(&self, table: TableId, raw: &[u8], frame: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
        let epoch = seal::epoch_of(frame)?;
        let key = self.keys.record(epoch, table)?;
        let associated = associated_data(Purpose::Record, &self.id, Some(table), epoch, raw);
        seal::open_record(key, &associated, frame)
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
        let plain = self.open_frame(table, raw, frame);
        plain.and_then(|plain| value::decode(&plain)).ok_or(Error::BadRecord(table))
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
        Some(self.open_frame(table, raw, frame).is_some())
    }
}
