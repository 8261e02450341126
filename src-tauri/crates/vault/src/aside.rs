//! Notes beside the database: small sealed files for what must survive an interruption and must not stay
//! in the database's own files, where a deleted record lies until they are rewritten.

use crate::error::{Error, Result};
use crate::files;
use crate::records::Records;
use crate::seal::{self, Purpose, associated_data};
use crate::table::TableId;
use crate::value::{self, Record};
use crate::vault::Vault;
use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::PathBuf;

/// Ending of a note's file.
const ENDING: &str = "aside";
/// Longest note.
const MAX_BYTES: usize = 64 << 20;
const DAMAGED: Error = Error::Damaged("a note beside the database is not as it was written");

impl Vault {
    /// Writes a note, sealed and synced, over what was there at its path.
    pub fn set_aside<V: Record>(&self, path: &[&[u8]], note: &V) -> Result<()> {
        let name = self.name_of(path);
        let records = self.records();
        let keys = &records.keys;
        let key = keys.anchor(keys.active).ok_or(DAMAGED)?;
        let place = associated_data(Purpose::Aside, &self.id(), None, keys.active, name.as_bytes());
        let frame = seal::seal(key, keys.active, &place, &value::encode(note)?)?;
        files::check_room(&self.places.folder, frame.len())?;
        files::write_durable(&self.note(&name), &frame)
    }

    /// The note at a path.
    pub fn aside<V: Record>(&self, path: &[&[u8]]) -> Result<Option<V>> {
        let name = self.name_of(path);
        let Some(frame) = files::read_small(&self.note(&name), MAX_BYTES)? else { return Ok(None) };
        let epoch = seal::epoch_of(&frame).ok_or(DAMAGED)?;
        let records = self.records();
        let key = records.keys.anchor(epoch).ok_or(DAMAGED)?;
        let place = associated_data(Purpose::Aside, &self.id(), None, epoch, name.as_bytes());
        let plain = seal::open(key, &place, &frame).ok_or(DAMAGED)?;
        value::decode(&plain).ok_or(DAMAGED).map(Some)
    }

    /// Takes all notes away but those at these paths.
    pub fn keep_asides(&self, paths: &[&[&[u8]]]) -> Result<()> {
        let kept: HashSet<PathBuf> =
            paths.iter().map(|path| self.note(&self.name_of(path))).collect();
        let mut dropped = false;
        for entry in fs::read_dir(&self.places.folder).map_err(Error::file("listed"))? {
            let path = entry.map_err(Error::file("listed"))?.path();
            let is_note = path.extension().is_some_and(|ending| ending == ENDING);
            if is_note && !kept.contains(&path) {
                match fs::remove_file(&path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(Error::file("removed")(error));
                    }
                    _ => dropped = true,
                }
            }
        }
        if dropped { files::sync_folder(&self.places.folder) } else { Ok(()) }
    }

    /// Seals all notes with other keys.
    pub(crate) fn reseal_asides(&self, with: &Records) -> Result<()> {
        let records = self.records();
        let (active, id) = (with.keys.active, self.id());
        for entry in fs::read_dir(&self.places.folder).map_err(Error::file("listed"))? {
            let path = entry.map_err(Error::file("listed"))?.path();
            let name = path.file_stem().map(|name| name.to_string_lossy().into_owned());
            let Some(name) = name.filter(|_| path.extension().is_some_and(|it| it == ENDING))
            else {
                continue;
            };
            let frame = files::read_small(&path, MAX_BYTES)?.unwrap_or_default();
            let epoch = seal::epoch_of(&frame).ok_or(DAMAGED)?;
            let place = |epoch| associated_data(Purpose::Aside, &id, None, epoch, name.as_bytes());
            let key = records.keys.anchor(epoch).ok_or(DAMAGED)?;
            let plain = seal::open(key, &place(epoch), &frame).ok_or(DAMAGED)?;
            let key = with.keys.anchor(active).ok_or(DAMAGED)?;
            files::write_durable(&path, &seal::seal(key, active, &place(active), &plain)?)?;
        }
        Ok(())
    }

    /// What a path is called on the disk: like a raw key, it says nothing to who lacks the vault's keys.
    fn name_of(&self, path: &[&[u8]]) -> String {
        let raw = self.records().raw_key(TableId::Settings, path);
        hex::encode(raw)
    }

    fn note(&self, name: &str) -> PathBuf {
        self.places.folder.join(format!("{name}.{ENDING}"))
    }
}

#[cfg(test)]
mod tests {
    use crate::{KdfParams, Passphrase, Vault};
    use types::Timestamp;

    #[test]
    fn notes_are_sealed_bound_to_their_name_and_taken_away() {
        let dir = tempfile::tempdir().unwrap();
        let passphrase = Passphrase::new("beside".to_owned()).unwrap();
        let now = Timestamp::from_unix_ms(1);
        let vault = Vault::create(dir.path(), &passphrase, KdfParams::FLOOR, now).unwrap();
        let words = vec!["a sentence that nobody may read".to_owned()];
        let (aa, bb): (&[&[u8]], &[&[u8]]) = (&[b"forgetting", b"aa"], &[b"forgetting", b"bb"]);
        for path in [aa, bb] {
            vault.set_aside(path, &words).unwrap();
            assert_eq!(vault.aside::<Vec<String>>(path).unwrap(), Some(words.clone()));
        }
        let [of_aa, of_bb] = [aa, bb].map(|path| vault.note(&vault.name_of(path)));
        let mut sealed = std::fs::read(&of_aa).unwrap();
        assert!(!sealed.windows(8).any(|window| window == b"sentence"));
        std::fs::copy(&of_aa, &of_bb).unwrap();
        assert!(vault.aside::<Vec<String>>(bb).is_err(), "it was another's");
        sealed[40] ^= 1;
        std::fs::write(&of_aa, sealed).unwrap();
        assert!(vault.aside::<Vec<String>>(aa).is_err(), "a flipped bit");
        // the name of a guessed document's note is another in each vault
        let other = tempfile::tempdir().unwrap();
        let other = Vault::create(other.path(), &passphrase, KdfParams::FLOOR, now).unwrap();
        assert_ne!(other.name_of(aa), vault.name_of(aa));
        vault.keep_asides(&[bb]).unwrap();
        assert!(!of_aa.exists() && of_bb.exists());
        vault.keep_asides(&[]).unwrap();
        assert_eq!(vault.aside::<Vec<String>>(bb).unwrap(), None);
    }
}
