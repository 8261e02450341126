//! Originals in STREAM form (Hoang, Reyhanitabar, Rogaway, Vizár 2015): packed, cut into chunks of
//! 64 KiB, each sealed under a key that this original alone has, with its index and whether it is
//! the last in the associated data. No chunk can be dropped, repeated, reordered or cut unnoticed.

use crate::batch::Batch;
use crate::error::{Error, Result};
use crate::keys::Key;
use crate::records::Records;
use crate::seal::{self, Purpose, associated_data};
use crate::snapshot::Snapshot;
use crate::table::TableId;
use crate::value;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use types::DocumentId;
use zeroize::{Zeroize, Zeroizing};

const CHUNK_BYTES: usize = 64 << 10;
const BAD: Error = Error::BadRecord(TableId::Originals);

/// The record of one original: its key, and how much there must be.
#[derive(Serialize, Deserialize)]
struct OriginalKey {
    #[serde(with = "serde_bytes")]
    key: Vec<u8>,
    packed_bytes: u64,
}

impl Drop for OriginalKey {
    fn drop(&mut self) {
        self.key.zeroize();
    }
}

impl OriginalKey {
    fn chunks(&self) -> u64 {
        // An empty file still packs to one byte.
        self.packed_bytes.div_ceil(CHUNK_BYTES as u64)
    }
}

impl Batch<'_> {
    /// Seals a document's bytes under a fresh key, over what was there for it.
    pub fn put_original(&mut self, id: &DocumentId, bytes: &[u8]) -> Result<()> {
        let key = self.records.raw_key(TableId::OriginalKeys, &[id.as_bytes()]);
        if self.core.store.get(&key)?.is_some() {
            self.delete_original(id)?;
        }
        let packed = value::pack(bytes)?;
        let key = Key::make()?;
        let record =
            OriginalKey { key: key.as_bytes().to_vec(), packed_bytes: packed.len() as u64 };
        self.put_unchecked(TableId::OriginalKeys, &[id.as_bytes()], &record)?;
        let records = Arc::clone(&self.records);
        let epoch = records.keys.active;
        for (index, chunk) in (0u64..).zip(packed.chunks(CHUNK_BYTES)) {
            let (raw, place) = chunk_place(&records, id, index, record.chunks());
            let associated = associated_data(
                Purpose::OriginalChunk,
                &records.id,
                Some(TableId::Originals),
                epoch,
                &place,
            );
            self.put_raw(raw, seal::seal_record(&key, epoch, &associated, chunk)?);
        }
        Ok(())
    }

    /// Takes away a document's original and the key it was sealed with.
    pub fn delete_original(&mut self, id: &DocumentId) -> Result<()> {
        self.delete_below(TableId::Originals, &[id.as_bytes()]);
        self.delete_unchecked(TableId::OriginalKeys, &[id.as_bytes()]);
        Ok(())
    }
}

impl Snapshot {
    /// A document's bytes as they came, every chunk verified; nothing where none were stored.
    pub fn original(&self, id: &DocumentId) -> Result<Option<Vec<u8>>> {
        let Some(record) = self.original_key(id)? else { return Ok(None) };
        let key = Key::from_slice(&record.key).map_err(|_| BAD)?;
        let length = usize::try_from(record.packed_bytes).map_err(|_| BAD)?;
        if length > value::MAX_VALUE_BYTES + 1 {
            return Err(BAD);
        }
        self.check(
            TableId::Originals,
            &self.moment.standing.records.raw_key(TableId::Originals, &[id.as_bytes()]),
        )?;
        let mut packed = Zeroizing::new(Vec::with_capacity(length));
        for index in 0..record.chunks() {
            let (raw, place) =
                chunk_place(&self.moment.standing.records, id, index, record.chunks());
            let frame = self.moment.pinned.get(&raw)?.ok_or(BAD)?;
            let associated = associated_data(
                Purpose::OriginalChunk,
                &self.moment.standing.records.id,
                Some(TableId::Originals),
                seal::epoch_of(&frame).ok_or(BAD)?,
                &place,
            );
            let chunk = seal::open_record(&key, &associated, &frame).ok_or(BAD)?;
            packed.extend_from_slice(&chunk);
        }
        if packed.len() != length {
            return Err(BAD);
        }
        let mut bytes = value::unpack(&packed).ok_or(BAD)?;
        Ok(Some(std::mem::take(&mut *bytes)))
    }

    fn original_key(&self, id: &DocumentId) -> Result<Option<OriginalKey>> {
        self.get_unchecked(TableId::OriginalKeys, &[id.as_bytes()])
    }
}

/// Where a chunk lies, and what of that is bound into it: the raw key, its index, whether it is the
/// last.
fn chunk_place(records: &Records, id: &DocumentId, index: u64, chunks: u64) -> (Vec<u8>, Vec<u8>) {
    let raw = records.raw_key(TableId::Originals, &[id.as_bytes(), &index.to_be_bytes()]);
    let mut place = raw.clone();
    place.extend_from_slice(&index.to_be_bytes());
    place.push(u8::from(index + 1 == chunks));
    (raw, place)
}

#[cfg(test)]
#[cfg(not(feature = "plain-for-tests"))]
pub(crate) mod tests {
    use super::*;
    use crate::vault::Vault;

    /// Rewrites how much an original is said to be, as only the vault itself could.
    pub(crate) fn promise(vault: &Vault, id: &DocumentId, packed_bytes: u64) {
        let mut record = vault.snapshot().original_key(id).unwrap().unwrap();
        record.packed_bytes = packed_bytes;
        let mut batch = vault.batch();
        batch.put_unchecked(TableId::OriginalKeys, &[id.as_bytes()], &record).unwrap();
        let at = types::Timestamp::from_unix_ms(1);
        let event =
            crate::AuditEvent { at, action: "test", subjects: vec![], detail: String::new() };
        vault.commit(batch, event).unwrap();
    }
}
