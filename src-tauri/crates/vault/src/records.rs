//! Between values and what lies in the database: raw keys from paths, sealed frames from values,
//! each bound to its vault, table, epoch and raw key.

use crate::error::{Error, Result};
use crate::keys::SubKeys;
use crate::seal::{self, Purpose, associated_data};
use crate::table::{TableId, raw_key};
use crate::value::{self, Record};
use types::VaultId;

/// The id and keys that every record of one vault is sealed with.
pub(crate) struct Records {
    pub(crate) id: VaultId,
    pub(crate) keys: SubKeys,
}

impl Records {
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
}
