//! The ZIP package around a DOCX, read within bounds: entries, bytes of one part, bytes of all parts,
//! and how far anything may expand. What counts is what comes out, not what the archive says.

use super::broken;
use crate::limits::size;
use crate::{Error, Result};
use std::io::{Cursor, Read};
use types::Format;
use zip::ZipArchive;
use zip::result::ZipError;

const ENTRIES: usize = 10_000;
const PART_BYTES: u64 = 128 << 20;
const ALL_BYTES: u64 = 256 << 20;
/// Text in XML shrinks 10 to 50 times; only a bomb shrinks more than this.
const EXPANSION: u64 = 200;
/// Below this size nobody minds the expansion.
const HARMLESS_BYTES: u64 = 16 << 20;

/// An open package.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    left_bytes: u64,
}

impl<'a> Package<'a> {
    /// Reads the directory.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|_| broken("the archive is cut short or broken"))?;
        if archive.len() > ENTRIES {
            return Err(Error::TooLarge { what: format!("it has more than {ENTRIES} parts") });
        }
        Ok(Self { archive, left_bytes: ALL_BYTES })
    }

    /// One part, or `None` where there is no such part.
    pub(super) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let part = match self.archive.by_name(name) {
            Ok(part) => part,
            Err(ZipError::FileNotFound) => return Ok(None),
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(Error::Password { format: Format::Docx });
            }
            Err(_) => return Err(broken("a part of the archive cannot be read")),
        };
        let expanded = part.compressed_size().saturating_mul(EXPANSION).max(HARMLESS_BYTES);
        let most = PART_BYTES.min(self.left_bytes).min(expanded);
        let mut bytes = Vec::new();
        part.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| broken("a part of the archive is cut short or broken"))?;
        let taken = bytes.len() as u64;
        if taken > most {
            return Err(Error::TooLarge {
                what: format!("unpacked, it grows beyond {} (an archive bomb?)", size(most)),
            });
        }
        self.left_bytes -= taken;
        Ok(Some(bytes))
    }
}
