//! Values as bytes: MessagePack with named fields, so that fields can be added later, and zstd where
//! it pays. What is read back never grows beyond the length that was sealed with it.

use crate::error::{Error, Result};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::cell::RefCell;
use std::io;
use zeroize::Zeroizing;
use zstd::bulk::{Compressor, Decompressor};

/// Anything serde can write and read back can be a record.
pub trait Record: Serialize + DeserializeOwned {}

impl<V: Serialize + DeserializeOwned> Record for V {}

/// A record that is nothing but bytes: segments, texts, vectors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Blob(#[serde(with = "serde_bytes")] pub Vec<u8>);

/// Largest value of one record, before compression.
pub const MAX_VALUE_BYTES: usize = 1 << 30;

/// Under this, a zstd frame's own head eats the gain.
const MIN_PACKED_BYTES: usize = 128;
const LEVEL: i32 = 3;

thread_local! {
    // made once a thread: making one costs more than most records
    static PACKER: RefCell<io::Result<Compressor<'static>>> = RefCell::new(Compressor::new(LEVEL));
    static UNPACKER: RefCell<io::Result<Decompressor<'static>>> = RefCell::new(Decompressor::new());
}

const RAW: u8 = 0;
const ZSTD: u8 = 1;

/// A value, encoded and packed.
pub(crate) fn encode<V: Record>(value: &V) -> Result<Zeroizing<Vec<u8>>> {
    let plain = rmp_serde::to_vec_named(value).map_err(|_| Error::Encode)?;
    pack(&Zeroizing::new(plain))
}

/// The value in packed bytes; nothing if they are not such a value.
pub(crate) fn decode<V: Record>(packed: &[u8]) -> Option<V> {
    rmp_serde::from_slice(&unpack(packed)?).ok()
}

/// Compresses where it saves at least a sixteenth.
pub(crate) fn pack(plain: &[u8]) -> Result<Zeroizing<Vec<u8>>> {
    if plain.len() > MAX_VALUE_BYTES {
        return Err(Error::TooLarge(plain.len()));
    }
    // The build for tests keeps its records readable.
    let worth_trying = plain.len() >= MIN_PACKED_BYTES && !cfg!(feature = "plain-for-tests");
    if worth_trying
        && let Some(packed) = compress(plain)
        && packed.len() < plain.len() - plain.len() / 16
    {
        let mut out = Zeroizing::new(Vec::with_capacity(1 + 4 + packed.len()));
        out.push(ZSTD);
        // Fits: MAX_VALUE_BYTES is under 4 GiB.
        out.extend_from_slice(&(plain.len() as u32).to_be_bytes());
        out.extend_from_slice(&packed);
        return Ok(out);
    }
    let mut out = Zeroizing::new(Vec::with_capacity(1 + plain.len()));
    out.push(RAW);
    out.extend_from_slice(plain);
    Ok(out)
}

/// Undoes [`pack`]; nothing if the bytes are not packed so, or unpack to another length.
pub(crate) fn unpack(packed: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let (form, body) = packed.split_first()?;
    match *form {
        RAW => Some(Zeroizing::new(body.to_vec())),
        ZSTD => {
            let (length, body) = body.split_first_chunk::<4>()?;
            let length = u32::from_be_bytes(*length) as usize;
            // what a frame says of itself, before room is made for it
            let said = zstd::zstd_safe::get_frame_content_size(body).ok()??;
            if length > MAX_VALUE_BYTES || said != length as u64 {
                return None;
            }
            let plain = decompress(body, length)?;
            (plain.len() == length).then_some(plain)
        }
        _ => None,
    }
}

fn compress(plain: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let packed = PACKER.with_borrow_mut(|packer| packer.as_mut().ok()?.compress(plain).ok());
    packed.map(Zeroizing::new)
}

fn decompress(packed: &[u8], length: usize) -> Option<Zeroizing<Vec<u8>>> {
    let unpack = |with: &mut io::Result<Decompressor<'static>>| {
        with.as_mut().ok()?.decompress(packed, length).ok()
    };
    UNPACKER.with_borrow_mut(unpack).map(Zeroizing::new)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn bytes_survive(plain in prop::collection::vec(0..4u8, 0..600)) {
            let packed = pack(&plain).unwrap();
            prop_assert!(packed.len() <= plain.len() + 1);
            let unpacked = unpack(&packed).unwrap();
            prop_assert_eq!(&*unpacked, &plain);
            let blob = Blob(plain);
            prop_assert_eq!(decode::<Blob>(&encode(&blob).unwrap()), Some(blob));
        }

        #[test]
        fn any_bytes_unpack_or_are_refused(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let _ = unpack(&bytes);
            let _ = decode::<Vec<String>>(&bytes);
        }
    }

    #[test]
    fn an_expansion_beyond_its_stated_length_is_refused() {
        let zeros = vec![0u8; 1 << 20];
        let frame = zstd::bulk::compress(&zeros, 3).unwrap();
        for (stated, good) in [(1u32 << 20, true), ((1 << 20) - 1, false), (u32::MAX, false)] {
            let mut packed = vec![ZSTD];
            packed.extend_from_slice(&stated.to_be_bytes());
            packed.extend_from_slice(&frame);
            assert_eq!(unpack(&packed).is_some(), good, "{stated}");
        }
    }

    #[test]
    fn fields_can_be_added_later() {
        #[derive(Serialize, Deserialize)]
        struct Old {
            a: u8,
        }
        #[derive(Serialize, Deserialize)]
        struct New {
            a: u8,
            #[serde(default)]
            b: Option<String>,
        }
        let new: New = decode(&encode(&Old { a: 5 }).unwrap()).unwrap();
        assert_eq!((new.a, new.b), (5, None));
        let old: Old = decode(&encode(&New { a: 6, b: Some("x".into()) }).unwrap()).unwrap();
        assert_eq!(old.a, 6);
    }
}
