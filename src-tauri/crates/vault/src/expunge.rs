//! Makes deleted things gone: rewrites the whole database without what was deleted or replaced, and
//! looks through every file for sealed frames that must not be there any more. It promises nothing
//! about the medium below the files, and deletes no live record.

use crate::error::{Error, Result};
use crate::files;
use crate::table::TableId;
use crate::vault::{Vault, Writer};
use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::PoisonError;
use std::time::Duration;

/// What rewriting did to the size of all files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expunged {
    /// Before.
    pub bytes_before: u64,
    /// After.
    pub bytes_after: u64,
    /// Files that no record needed, and that the database did not know: a blob file that a kill cut off,
    /// another program's copy. They were taken away.
    pub strays: u32,
}

/// A folder that is there for a moment, with a link to each file that the database needs.
const CHECK: &str = "db.check";
/// A file is kept as long as somebody reads from it; readers are short.
const PURGE_TRIES: u32 = 20;
const PURGE_PAUSE: Duration = Duration::from_millis(25);

impl Vault {
    /// Rewrites every file of the database, so that no ciphertext of what was deleted or replaced
    /// is left in any of them: tables, blob files and logs. Takes about as long as copying the
    /// vault, needs as much room beside it, and lets commits wait. Fails with
    /// [`Error::StillRead`] where a reader holds old files for longer than a moment.
    pub fn expunge(&self) -> Result<Expunged> {
        self.writer()?.expunge()
    }

    /// Waits until nobody holds a snapshot from before the last commit: what it shows would be
    /// carried over.
    fn wait_for_readers(&self) -> Result<()> {
        for _ in 0..PURGE_TRIES {
            if !self.core.store.is_held()? {
                return Ok(());
            }
            std::thread::sleep(PURGE_PAUSE);
        }
        Err(Error::StillRead)
    }

    /// Takes away old files that the database does not know, and that no reader can be reading.
    fn remove_strays(&self, old: &[&OsString]) -> Result<u32> {
        if self.core.store.is_read()? {
            return Err(Error::StillRead);
        }
        let needed = self.core.store.needed_files(&self.places.folder.join(CHECK))?;
        if old.iter().any(|name| needed.contains(*name)) {
            return Err(Error::StillRead);
        }
        for name in old {
            fs::remove_file(self.places.database.join(name)).map_err(Error::file("removed"))?;
        }
        let first = old.first().map(|name| name.to_string_lossy());
        tracing::warn!(files = old.len(), first = ?first, "removed files that the database does not know");
        Ok(u32::try_from(old.len()).unwrap_or(u32::MAX))
    }

    /// The sealed frames at and below a path, as they lie in the database now: what
    /// [`Vault::traces`] looks for later.
    pub fn frames(&self, table: TableId, prefix: &[&[u8]]) -> Result<Vec<Vec<u8>>> {
        let prefix = self.records().raw_key(table, prefix);
        self.core.store.under(&prefix).map(|found| Ok(found?.1.into_vec())).collect()
    }

    /// How many of these frames some file of the vault still has a piece of. Reads every file.
    pub fn traces(&self, frames: &[Vec<u8>]) -> Result<u64> {
        let pieces = Pieces::of(frames);
        let mut met = HashSet::new();
        for path in files_below(&self.places.folder)? {
            match File::open(&path) {
                Err(gone) if gone.kind() == io::ErrorKind::NotFound => {}
                file => pieces
                    .look_through(&mut file.map_err(Error::file("read"))?, &mut met)
                    .map_err(Error::file("read"))?,
            }
        }
        Ok(met.len() as u64)
    }
}

impl Writer<'_> {
    /// [`Vault::expunge`], by who writes.
    pub fn expunge(&mut self) -> Result<Expunged> {
        let vault = self.vault();
        // a pass over all records would keep old files from going
        let _no_pass = vault.core.checks.slices.lock().unwrap_or_else(PoisonError::into_inner);
        // nor may links to them be copied
        let _no_copy = vault.copying.lock().unwrap_or_else(PoisonError::into_inner);
        vault.wait_for_readers()?;
        let bytes_before = vault.size_bytes()?;
        let room = usize::try_from(bytes_before).unwrap_or(usize::MAX);
        files::check_room(&vault.places.folder, room)?;
        let old = database_files(&vault.places.database)?;
        vault.core.store.rewrite()?;
        let mut strays = 0;
        for tries_left in (0..PURGE_TRIES).rev() {
            vault.core.store.purge()?;
            let left = database_files(&vault.places.database)?;
            let old: Vec<&OsString> = old.intersection(&left).collect();
            if old.is_empty() {
                break;
            }
            if tries_left == 0 {
                strays = vault.remove_strays(&old)?;
            }
            std::thread::sleep(PURGE_PAUSE);
        }
        vault.files.sweep()?;
        files::sync_folder(&vault.places.database)?;
        let bytes_after = vault.size_bytes()?;
        tracing::info!(bytes_before, bytes_after, "expunged");
        Ok(Expunged { bytes_before, bytes_after, strays })
    }
}

/// The files that hold records; an empty log holds none.
fn database_files(folder: &Path) -> Result<HashSet<OsString>> {
    let mut found = HashSet::new();
    for entry in fs::read_dir(folder).map_err(Error::file("listed"))? {
        let entry = entry.map_err(Error::file("listed"))?;
        let path = entry.path();
        let ending = path.extension().and_then(|ending| ending.to_str());
        let empty = entry.metadata().is_ok_and(|file| file.len() == 0);
        if ["sst", "blob", "log"].map(Some).contains(&ending) && !empty {
            found.insert(entry.file_name());
        }
    }
    Ok(found)
}

fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).map_err(Error::file("listed"))? {
        let path = entry.map_err(Error::file("listed"))?.path();
        if path.is_dir() {
            found.extend(files_below(&path)?);
        } else {
            found.push(path);
        }
    }
    Ok(found)
}

/// Bytes of a piece. Half a nonce, a tag or ciphertext of this length is in no file by chance.
const PIECE: usize = 16;
/// A frame begins with its version and epoch, which all frames share.
const SHARED_HEAD: usize = 5;
/// Between pieces: a log cuts frames every 32 KiB.
const STRIDE: usize = 4 << 10;
const READ_BYTES: usize = 1 << 20;

/// Pieces of frames, by their bytes.
struct Pieces {
    frames: HashMap<[u8; PIECE], Vec<usize>>,
    /// A bit for each first three bytes that some piece has: most places are passed over by it.
    starts: Vec<u64>,
}

impl Pieces {
    /// The first, the last and some between; where a log cuts a frame it hits one at most.
    fn of(frames: &[Vec<u8>]) -> Self {
        let mut pieces = Self { frames: HashMap::new(), starts: vec![0; (1 << 24) / 64] };
        for (number, frame) in frames.iter().enumerate() {
            let last = frame.len().saturating_sub(PIECE);
            for at in (SHARED_HEAD.min(last)..last).step_by(STRIDE).chain([last]) {
                if let Some(piece) = frame.get(at..).and_then(|rest| rest.first_chunk::<PIECE>()) {
                    pieces.frames.entry(*piece).or_default().push(number);
                    let (word, bit) = start(piece);
                    if let Some(word) = pieces.starts.get_mut(word) {
                        *word |= 1 << bit;
                    }
                }
            }
        }
        pieces
    }

    fn look_through(&self, file: &mut impl Read, met: &mut HashSet<usize>) -> io::Result<()> {
        let mut held = Vec::with_capacity(READ_BYTES + PIECE);
        loop {
            let before = held.len();
            file.by_ref().take(READ_BYTES as u64).read_to_end(&mut held)?;
            for window in held.windows(PIECE) {
                let Some(piece) = window.first_chunk::<PIECE>() else { continue };
                let (word, bit) = start(piece);
                if self.starts.get(word).is_some_and(|word| word >> bit & 1 == 1)
                    && let Some(frames) = self.frames.get(piece)
                {
                    met.extend(frames);
                }
            }
            if held.len() == before {
                return Ok(());
            }
            held.drain(..held.len().saturating_sub(PIECE - 1));
        }
    }
}

fn start(piece: &[u8; PIECE]) -> (usize, usize) {
    let [a, b, c, ..] = piece;
    let start = usize::from(*a) | usize::from(*b) << 8 | usize::from(*c) << 16;
    (start / 64, start % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_frame_is_met_wherever_a_log_cuts_it(
            len in 46usize..20_000,
            seed: u8,
            before in 0usize..3000,
            cut: prop::sample::Index,
            there: bool,
        ) {
            let mut noise = vec![0; len];
            blake3::Hasher::new().update(&[seed]).finalize_xof().fill(&mut noise);
            let mut other = noise.clone();
            other.iter_mut().for_each(|byte| *byte ^= 0x5a);
            let cut = cut.index(len);
            let (head, tail) = if there { noise.split_at(cut) } else { (&[][..], &[][..]) };
            let file = [&vec![7; before][..], head, b"a header", tail].concat();
            let mut met = HashSet::new();
            Pieces::of(&[other, noise.clone()]).look_through(&mut &file[..], &mut met).unwrap();
            prop_assert_eq!(met, if there { HashSet::from([1]) } else { HashSet::new() });
        }
    }

    #[test]
    fn pieces_lie_across_reads() {
        let frame: Vec<u8> = (0..100).collect();
        for at in READ_BYTES - 120..READ_BYTES + 20 {
            let mut file = vec![0xff; at];
            file.extend_from_slice(&frame);
            let mut met = HashSet::new();
            Pieces::of(std::slice::from_ref(&frame))
                .look_through(&mut &file[..], &mut met)
                .unwrap();
            assert_eq!(met.len(), 1, "{at}");
        }
    }
}
