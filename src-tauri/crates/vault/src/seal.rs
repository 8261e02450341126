//! One sealed frame: `version ‖ epoch ‖ nonce ‖ ciphertext ‖ tag`, XChaCha20-Poly1305 with a random
//! 24-byte nonce. The associated data binds what the frame is for and where it lies, so that no
//! frame opens anywhere else. With the feature `plain-for-tests` records are stored unsealed.

use crate::error::{Error, Result};
use crate::guarded::wiping;
use crate::keys::{Epoch, Key};
use crate::table::TableId;
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use types::VaultId;
use zeroize::Zeroizing;

const VERSION: u8 = 1;
const NONCE_LEN: usize = 24;
const HEAD_LEN: usize = 1 + 4 + NONCE_LEN;

/// Bytes that sealing adds.
#[cfg(test)]
pub(crate) const OVERHEAD: usize = HEAD_LEN + 16;

/// What a frame is for. The bytes are bound into the frame: never reuse one.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum Purpose {
    Record = 1,
    OriginalChunk = 2,
    Anchor = 3,
    KeySlot = 4,
    Aside = 5,
    Signer = 6,
}

/// Fixed-length fields first and one variable part last, so that it can be read in one way only.
pub(crate) fn associated_data(
    purpose: Purpose,
    vault: &VaultId,
    table: Option<TableId>,
    epoch: Epoch,
    place: &[u8],
) -> Vec<u8> {
    let mut data = Vec::with_capacity(1 + VaultId::LEN + 1 + 4 + place.len());
    data.push(purpose as u8);
    data.extend_from_slice(vault.as_bytes());
    data.push(table.map_or(0, TableId::tag));
    data.extend_from_slice(&epoch.to_be_bytes());
    data.extend_from_slice(place);
    data
}

/// The epoch that a frame says it was sealed in; proven only by opening it.
pub(crate) fn epoch_of(frame: &[u8]) -> Option<Epoch> {
    let (version, rest) = frame.split_first()?;
    let epoch = rest.first_chunk::<4>()?;
    (*version == VERSION).then(|| Epoch::from_be_bytes(*epoch))
}

/// Seals `plain` into a frame.
pub(crate) fn seal(key: &Key, epoch: Epoch, associated: &[u8], plain: &[u8]) -> Result<Vec<u8>> {
    let mut nonce = [0u8; NONCE_LEN];
    getrandom::fill(&mut nonce)?;
    let payload = Payload { msg: plain, aad: associated };
    let sealed = wiping(|| {
        XChaCha20Poly1305::new(key.as_bytes().into()).encrypt(&XNonce::from(nonce), payload)
    })
    .map_err(|_| Error::TooLarge(plain.len()))?;
    let mut frame = Vec::with_capacity(HEAD_LEN + sealed.len());
    frame.push(VERSION);
    frame.extend_from_slice(&epoch.to_be_bytes());
    frame.extend_from_slice(&nonce);
    frame.extend_from_slice(&sealed);
    Ok(frame)
}

/// Opens a frame; nothing if a bit of it, the key or the associated data is not as it was.
pub(crate) fn open(key: &Key, associated: &[u8], frame: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    epoch_of(frame)?;
    let (head, sealed) = frame.split_at_checked(HEAD_LEN)?;
    let nonce = head.last_chunk::<NONCE_LEN>()?;
    let payload = Payload { msg: sealed, aad: associated };
    wiping(|| XChaCha20Poly1305::new(key.as_bytes().into()).decrypt(&XNonce::from(*nonce), payload))
        .ok()
        .map(Zeroizing::new)
}

/// How this build stores records; written into the header, so that builds never mix.
pub(crate) const SEALING: u8 = if cfg!(feature = "plain-for-tests") { 0xFF } else { 1 };

/// Seals a record, or, in the build for tests, leaves it readable behind the same head.
pub(crate) fn seal_record(
    key: &Key,
    epoch: Epoch,
    associated: &[u8],
    plain: &[u8],
) -> Result<Vec<u8>> {
    if cfg!(feature = "plain-for-tests") {
        let mut frame = vec![VERSION];
        frame.extend_from_slice(&epoch.to_be_bytes());
        frame.resize(HEAD_LEN, 0);
        frame.extend_from_slice(plain);
        return Ok(frame);
    }
    seal(key, epoch, associated, plain)
}

/// Opens what [`seal_record`] stored.
pub(crate) fn open_record(
    key: &Key,
    associated: &[u8],
    frame: &[u8],
) -> Option<Zeroizing<Vec<u8>>> {
    if cfg!(feature = "plain-for-tests") {
        return frame.get(HEAD_LEN..).map(|plain| Zeroizing::new(plain.to_vec()));
    }
    open(key, associated, frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_frame_opens_only_as_it_was(
            plain in prop::collection::vec(any::<u8>(), 0..200),
            at in any::<prop::sample::Index>(),
            bit in 0..8u8,
        ) {
            let key = Key::make().unwrap();
            let mut frame = seal(&key, 3, b"here", &plain).unwrap();
            prop_assert_eq!(frame.len(), plain.len() + OVERHEAD);
            prop_assert_eq!(epoch_of(&frame), Some(3));
            let opened = open(&key, b"here", &frame).unwrap();
            prop_assert_eq!(&*opened, &plain);
            prop_assert!(open(&key, b"there", &frame).is_none());
            prop_assert!(open(&Key::make().unwrap(), b"here", &frame).is_none());
            let cut = at.index(frame.len());
            prop_assert!(open(&key, b"here", frame.get(..cut).unwrap()).is_none());
            // The epoch is bound by the associated data of its users, not by the frame itself.
            let at = at.index(frame.len());
            frame[at] ^= 1 << bit;
            prop_assert!(open(&key, b"here", &frame).is_none() || (1..5).contains(&at));
        }
    }
}
