//! The bounds of a workbook's package. The reader of workbooks has no
//! bounds of its own: everything it would read is first inflated here, and thrown away.

use crate::limits::size;
use crate::{Error, Result};
use std::io::{Cursor, Read};
use types::Format;
use zip::ZipArchive;

const ENTRIES: usize = 20_000;
/// A sheet of a million rows has some hundred megabytes of XML.
const ALL_BYTES: u64 = 1 << 30;
/// Text in XML shrinks 10 to 50 times; only a bomb shrinks more than this.
const EXPANSION: u64 = 200;
/// Below this size nobody minds the expansion.
const HARMLESS_BYTES: u64 = 16 << 20;

/// Refuses a package that would not stay within bounds. Files that are no packages pass.
pub(super) fn check(bytes: &[u8]) -> Result<()> {
    if !bytes.starts_with(b"PK") {
        return Ok(());
    }
    let cut = || broken("the archive is cut short or broken");
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|_| cut())?;
    if archive.len() > ENTRIES {
        return Err(Error::TooLarge { what: format!("it has more than {ENTRIES} parts") });
    }
    let mut left = ALL_BYTES;
    for at in 0..archive.len() {
        let part = archive.by_index_data(at).map_err(|_| cut())?;
        if part.encrypted() {
            return Err(Error::Password { format: Format::Spreadsheet });
        }
        let expanded = part.compressed_size().saturating_mul(EXPANSION).max(HARMLESS_BYTES);
        let most = left.min(expanded);
        let part = archive.by_index(at).map_err(|_| cut())?;
        let taken = std::io::copy(&mut part.take(most + 1), &mut std::io::sink());
        let taken = taken.map_err(|_| cut())?;
        if taken > most {
            let what = format!("unpacked, it grows beyond {} (an archive bomb?)", size(most));
            return Err(Error::TooLarge { what });
        }
        left -= taken;
    }
    Ok(())
}

pub(super) fn broken(detail: &str) -> Error {
    Error::damaged(Format::Spreadsheet, detail)
}
