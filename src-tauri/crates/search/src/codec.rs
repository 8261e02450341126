//! Integers to bytes and back: LEB128 varints, and blocks of bit-packed integers. Reading checks
//! every bound; damaged bytes give [`Error::Damaged`], never a panic and never a huge allocation.

use crate::{Error, Result};

/// Postings in a full block.
pub(crate) const BLOCK: usize = 128;
/// Bytes of the longest packed block: 32 bits each.
const PACKED_MAX: usize = BLOCK * 4;

/// Appends `value` in groups of seven bits, lowest first.
pub(crate) fn put_varint(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends up to [`BLOCK`] integers: a byte with their width in bits, then the bits, lowest first.
pub(crate) fn pack(values: &[u32], out: &mut Vec<u8>) {
    let width = values.iter().map(|value| 32 - value.leading_zeros()).max().unwrap_or(0);
    out.push(width as u8);
    let (mut held, mut bits) = (0u64, 0u32);
    for &value in values {
        held |= u64::from(value) << bits;
        bits += width;
        while bits >= 8 {
            out.push(held as u8);
            held >>= 8;
            bits -= 8;
        }
    }
    if bits > 0 {
        out.push(held as u8);
    }
}

/// A cursor over bytes that were stored.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl<'a> Bytes<'a> {
    /// The next `len` bytes.
    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(len).ok_or(Error::Damaged("cut short"))?;
        self.0 = rest;
        Ok(taken)
    }

    /// The next varint.
    pub(crate) fn varint(&mut self) -> Result<u64> {
        let mut value = 0u64;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.0.split_first().ok_or(Error::Damaged("cut short"))?;
            self.0 = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Ok(value);
            }
        }
        Err(Error::Damaged("integer too long"))
    }

    /// The next varint, where only 32 bits make sense.
    pub(crate) fn varint32(&mut self) -> Result<u32> {
        u32::try_from(self.varint()?).map_err(|_| Error::Damaged("integer too large"))
    }

    /// Unpacks `count` integers, at most [`BLOCK`], into `out`, which is cleared first.
    pub(crate) fn unpack(&mut self, count: usize, out: &mut Vec<u32>) -> Result<()> {
        let width = usize::from(self.take(1)?.first().copied().unwrap_or(0));
        if width > 32 || count > BLOCK {
            return Err(Error::Damaged("block header"));
        }
        let packed = self.take((count * width).div_ceil(8))?;
        // eight spare bytes, so that each integer is cut from one 64-bit window
        let mut padded = [0u8; PACKED_MAX + 8];
        padded.iter_mut().zip(packed).for_each(|(to, from)| *to = *from);
        let mask = (1u64 << width) - 1;
        out.clear();
        for bit in (0..count).map(|place| place * width) {
            let window = padded.get(bit / 8..).and_then(|rest| rest.first_chunk::<8>());
            let window = u64::from_le_bytes(*window.ok_or(Error::Damaged("block"))?);
            out.push((window >> (bit % 8) & mask) as u32);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn varints_come_back(values: Vec<u64>) {
            let mut bytes = Vec::new();
            values.iter().for_each(|value| put_varint(&mut bytes, *value));
            let mut reader = Bytes(&bytes);
            for value in values {
                prop_assert_eq!(reader.varint().unwrap(), value);
            }
            prop_assert!(reader.0.is_empty());
        }

        #[test]
        fn blocks_come_back(
            values in (0u32..33).prop_flat_map(|width| {
                let top = (1u64 << width) - 1;
                prop::collection::vec(0..=top, 0..=BLOCK)
            })
        ) {
            let values: Vec<u32> = values.into_iter().map(|value| value as u32).collect();
            let (mut bytes, mut back) = (Vec::new(), Vec::new());
            pack(&values, &mut bytes);
            Bytes(&bytes).unpack(values.len(), &mut back).unwrap();
            prop_assert_eq!(back, values);
        }

        #[test]
        fn noise_gives_an_error_or_numbers(bytes: Vec<u8>, count in 0usize..200) {
            let mut out = Vec::new();
            let mut reader = Bytes(&bytes);
            while reader.unpack(count, &mut out).is_ok() && count > 0 && !reader.0.is_empty() {}
            let mut reader = Bytes(&bytes);
            while reader.varint32().is_ok() {}
        }
    }
}
