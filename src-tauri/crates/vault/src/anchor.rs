//! The anchor: a small sealed file beside the database that remembers the last commit and the
//! header's generation, so that a database or header rolled back or cut short is noticed. It is written after the commit it names is on
//! disk, so it may lag behind by one and is never ahead of an honest database.

use crate::audit::History;
use crate::bytes::Reader;
use crate::error::{Error, Result};
use crate::files;
use crate::keys::SubKeys;
use crate::seal::{self, Purpose, associated_data};
use std::path::Path;
use types::{Sha256, VaultId};

const MAGIC: [u8; 8] = *b"LOCIANC\x1a";
const MAX_LEN: usize = 512;
const DAMAGED: Error = Error::Damaged("the anchor is not as it was written");

/// What the anchor remembers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Anchor {
    pub(crate) history: History,
    pub(crate) header_generation: u64,
}

/// Replaces the anchor. It costs every commit one wait for the disk and not two: after a power cut
/// the anchor may be the one before, which an honest database is merely ahead of.
pub(crate) fn write(path: &Path, keys: &SubKeys, vault: &VaultId, now: Anchor) -> Result<()> {
    let key = keys.anchor(keys.active).ok_or(DAMAGED)?;
    let associated = associated_data(Purpose::Anchor, vault, None, keys.active, &[]);
    let mut plain = now.history.commit_seq.to_be_bytes().to_vec();
    plain.extend_from_slice(now.history.audit_head.as_bytes());
    plain.extend_from_slice(&now.header_generation.to_be_bytes());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(seal::seal(key, keys.active, &associated, &plain)?);
    files::write_whole(path, &bytes)
}

/// What the anchor remembers.
pub(crate) fn read(path: &Path, keys: &SubKeys, vault: &VaultId) -> Result<Anchor> {
    open(&files::read_small(path, MAX_LEN)?.ok_or(Error::AnchorMissing)?, keys, vault)
}

/// The same of its bytes.
pub(crate) fn open(bytes: &[u8], keys: &SubKeys, vault: &VaultId) -> Result<Anchor> {
    let frame = bytes.strip_prefix(&MAGIC).ok_or(DAMAGED)?;
    let epoch = seal::epoch_of(frame).ok_or(DAMAGED)?;
    let key = keys.anchor(epoch).ok_or(DAMAGED)?;
    let associated = associated_data(Purpose::Anchor, vault, None, epoch, &[]);
    let plain = seal::open(key, &associated, frame).ok_or(DAMAGED)?;
    let mut rest = Reader(&plain);
    let history =
        History { commit_seq: rest.u64()?, audit_head: Sha256::from_bytes(rest.array()?) };
    let header_generation = rest.u64()?;
    rest.end()?;
    Ok(Anchor { history, header_generation })
}
