//! The ZIP package around an office document, read within bounds: entries, bytes of one part, bytes
//! of all parts, and how far anything may expand. What counts is what comes out, not what the archive
//! says. Never writes a file, and never looks outside the archive.

use super::xml::{self, Node};
use crate::limits::size;
use crate::{Error, Result};
use std::collections::HashMap;
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
pub(crate) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Place of each part by its name in lower case: names of parts ignore case.
    places: HashMap<String, usize>,
    format: Format,
    left_bytes: u64,
}

impl<'a> Package<'a> {
    /// Reads the directory. Of two entries of one name, the last counts.
    ///
    /// # Errors
    /// `Damaged`; `TooLarge` with too many entries.
    pub(crate) fn open(bytes: &'a [u8], format: Format) -> Result<Self> {
        let archive = ZipArchive::new(Cursor::new(bytes))
            .map_err(|_| Error::damaged(format, "the archive is cut short or broken"))?;
        if archive.len() > ENTRIES {
            return Err(Error::TooLarge { what: format!("it has more than {ENTRIES} parts") });
        }
        let names = archive.file_names().filter_map(|name| Some(name.ok()?.into_owned()));
        let place = |name: String| Some((key_of(&name), archive.index_for_name(&name)?));
        let places = names.filter_map(place).collect();
        Ok(Self { archive, places, format, left_bytes: ALL_BYTES })
    }

    /// One part, or `None` where there is no such part.
    ///
    /// # Errors
    /// `Password` for an encrypted part, `Damaged`, `TooLarge` for a bomb.
    pub(crate) fn read(&mut self, name: &str) -> Result<Option<Vec<u8>>> {
        let Some(place) = self.places.get(&key_of(name)) else { return Ok(None) };
        let damaged = |detail: &str| Error::damaged(self.format, detail);
        let part = match self.archive.by_index(*place) {
            Ok(part) => part,
            Err(ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED)) => {
                return Err(Error::Password { format: self.format });
            }
            Err(_) => return Err(damaged("a part of the archive cannot be read")),
        };
        let expanded = part.compressed_size().saturating_mul(EXPANSION).max(HARMLESS_BYTES);
        let most = PART_BYTES.min(self.left_bytes).min(expanded);
        let mut bytes = Vec::new();
        part.take(most + 1)
            .read_to_end(&mut bytes)
            .map_err(|_| damaged("a part of the archive is cut short or broken"))?;
        let taken = bytes.len() as u64;
        if taken > most {
            return Err(Error::TooLarge {
                what: format!("unpacked, it grows beyond {} (an archive bomb?)", size(most)),
            });
        }
        self.left_bytes -= taken;
        Ok(Some(bytes))
    }

    /// The names of parts that end so, in lower case and in order.
    pub(crate) fn names_ending(&self, end: &str) -> Vec<String> {
        let ending = self.places.keys().filter(|name| name.ends_with(end));
        let mut names: Vec<String> = ending.cloned().collect();
        names.sort_unstable();
        names
    }

    /// One part as a tree.
    ///
    /// # Errors
    /// As [`Package::read`], and those of [`xml::parse`].
    pub(crate) fn parse(&mut self, name: &str) -> Result<Option<Node>> {
        let part = self.read(name)?;
        part.map(|part| xml::parse(&part, self.format)).transpose()
    }
}

fn key_of(name: &str) -> String {
    name.trim_start_matches('/').replace('\\', "/").to_lowercase()
}
