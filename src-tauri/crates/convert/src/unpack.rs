//! A ZIP archive's files, within bounds: entries, bytes of one, bytes of all, expansion, path length.
//! What counts is what comes out, not what the archive says. Archives within are handed on as they
//! are and never opened. An archive that would lead astray (a path out of its folder, entries that
//! share bytes, two of one name) is refused whole: nobody can tell what its maker meant.

use crate::limits::{ALL_BYTES, size};
use crate::sniff::{self, Package};
use crate::{Error, Limits, Member, Result, email};
use std::collections::HashSet;
use std::io::{Cursor, Read};
use zip::ZipArchive;
use zip::result::ZipError;

/// Most entries.
pub(crate) const ENTRIES: usize = 10_000;
/// Text shrinks 3 to 50 times; only a bomb shrinks more than this.
const EXPANSION: u64 = 200;
/// Below this size nobody minds the expansion.
const HARMLESS_BYTES: u64 = 16 << 20;
/// Longest path, in bytes.
pub(crate) const PATH_BYTES: usize = 1024;
const DEPTH: usize = 64;

/// What systems leave in folders, of no interest to anyone.
const LITTER: [&str; 3] = ["__MACOSX", "Thumbs.db", "desktop.ini"];

/// The files of an archive, or what is attached to a message.
pub(crate) fn open(bytes: &[u8], limits: &Limits) -> Result<Vec<Member>> {
    if sniff::is_zip(bytes) { unpack(bytes, limits) } else { email::unpack(bytes, limits) }
}

/// The files of an archive, in its order. Folders, links, hidden files and what systems leave behind
/// are left out.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits) -> Result<Vec<Member>> {
    let mut archive =
        ZipArchive::new(Cursor::new(bytes)).map_err(|_| bad("it is cut short or broken"))?;
    if sniff::package(&mut archive) != Package::Archive {
        return Err(Error::NotAnArchive);
    }
    // cut short, the last of its files may be an archive whose list would be taken for its own
    if archive.offset() != 0 || !ends_with_its_list(bytes) {
        return Err(bad("it is cut short or broken"));
    }
    if archive.len() > ENTRIES {
        return Err(Error::TooLarge { what: format!("it has more than {ENTRIES} entries") });
    }
    if archive.has_duplicate_names() {
        return Err(bad("two of its entries have the same name"));
    }
    if archive.has_overlapping_files().map_err(|_| bad("it is cut short or broken"))? {
        return Err(bad("its entries share bytes (an archive bomb?)"));
    }
    let mut members = Vec::new();
    let mut seen = HashSet::new();
    let mut left = ALL_BYTES.min(bytes.len() as u64 * EXPANSION).max(HARMLESS_BYTES);
    for at in 0..archive.len() {
        let Some(path) = wanted(&archive, at)? else { continue };
        if !seen.insert(path.clone()) {
            return Err(bad("two of its entries have the same name"));
        }
        let content = content(&mut archive, at, left, limits)?;
        left = left.saturating_sub(content.len() as u64);
        members.push(Member { path, bytes: content });
    }
    if members.is_empty() { Err(Error::Empty) } else { Ok(members) }
}

/// Whether the record that ends every ZIP archive, with its comment, ends these bytes (APPNOTE 4.3.16).
fn ends_with_its_list(bytes: &[u8]) -> bool {
    const RECORD: usize = 22;
    let from = bytes.len().saturating_sub(RECORD + usize::from(u16::MAX));
    let tail = bytes.get(from..).unwrap_or_default();
    tail.windows(RECORD).enumerate().any(|(at, record)| {
        let comment = record.last_chunk::<2>().map_or(0, |length| u16::from_le_bytes(*length));
        record.starts_with(b"PK\x05\x06") && at + RECORD + usize::from(comment) == tail.len()
    })
}

/// The path of an entry that is a file worth reading.
fn wanted(archive: &ZipArchive<Cursor<&[u8]>>, at: usize) -> Result<Option<String>> {
    let entry = archive.by_index_data(at).map_err(unreadable)?;
    if entry.is_dir() || entry.is_symlink() {
        return Ok(None);
    }
    // many programs write UTF-8 without saying so; what is not UTF-8 is in the first PC's code page
    let name = match std::str::from_utf8(entry.name_raw()) {
        Ok(name) => name.to_owned(),
        Err(_) => entry.name().map_err(unreadable)?.into_owned(),
    };
    let path = safe_path(&name)?;
    let litter = |part: &str| part.starts_with('.') || LITTER.contains(&part);
    if path.split('/').any(litter) {
        return Ok(None);
    }
    if entry.encrypted() {
        return Err(Error::ArchivePassword);
    }
    Ok(Some(path))
}

/// A relative path with `/` between its parts, none of which leads elsewhere.
fn safe_path(name: &str) -> Result<String> {
    let name = name.replace('\\', "/");
    let drive = name.get(1..2) == Some(":") && name.starts_with(|c: char| c.is_ascii_alphabetic());
    if name.starts_with('/') || drive {
        return Err(bad("one of its entries has an absolute path"));
    }
    let parts: Vec<&str> =
        name.split('/').filter(|part| !part.is_empty() && *part != ".").collect();
    if parts.contains(&"..") {
        return Err(bad("one of its entries lies outside its folder"));
    }
    let path = parts.join("/");
    if path.is_empty() || path.contains(char::is_control) {
        return Err(bad("one of its entries has no proper name"));
    }
    if path.len() > PATH_BYTES || parts.len() > DEPTH {
        return Err(bad("one of its entries has too long a path"));
    }
    Ok(path)
}

fn content(
    archive: &mut ZipArchive<Cursor<&[u8]>>,
    at: usize,
    left: u64,
    limits: &Limits,
) -> Result<Vec<u8>> {
    let entry = archive.by_index(at).map_err(unreadable)?;
    let expanded = entry.compressed_size().saturating_mul(EXPANSION).max(HARMLESS_BYTES);
    let most = left.min(limits.input_bytes).min(expanded);
    // what the archive declares is good for no more than room
    let mut bytes = Vec::with_capacity(entry.size().min(most).min(HARMLESS_BYTES) as usize);
    entry
        .take(most + 1)
        .read_to_end(&mut bytes)
        .map_err(|_| bad("one of its entries is broken"))?;
    if bytes.len() as u64 <= most {
        return Ok(bytes);
    }
    let grows = format!("unpacked, it grows beyond {}", size(most));
    Err(Error::TooLarge { what: grows + if most == expanded { " (an archive bomb?)" } else { "" } })
}

fn unreadable(error: ZipError) -> Error {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => Error::ArchivePassword,
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            bad("one of its entries is packed in a way that Loci does not know")
        }
        _ => bad("one of its entries is broken"),
    }
}

fn bad(detail: &str) -> Error {
    Error::Archive { detail: detail.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::io::Write;
    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    fn zip_of(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, content) in entries {
            archive.start_file(*name, SimpleFileOptions::default()).unwrap();
            archive.write_all(content).unwrap();
        }
        archive.finish().unwrap().into_inner()
    }

    /// Gives every occurrence of a name in the archive's headers another one of equal length.
    fn renamed(mut archive: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
        assert_eq!(from.len(), to.len());
        for at in 0..archive.len() - from.len() {
            if archive[at..].starts_with(from) {
                archive[at..at + from.len()].copy_from_slice(to);
            }
        }
        archive
    }

    fn unpacked(bytes: &[u8]) -> Result<Vec<(String, usize)>> {
        let members = unpack(bytes, &Limits::default())?;
        Ok(members.into_iter().map(|member| (member.path, member.bytes.len())).collect())
    }

    #[test]
    fn files_come_out_and_litter_stays() {
        let inner = zip_of(&[("deep.txt", b"deep")]);
        let archive = zip_of(&[
            ("a/", b""),
            ("a/one.md", b"# one"),
            ("a\\two.txt", b"two"),
            ("inner.zip", &inner),
            ("__MACOSX/a/._one.md", b"x"),
            ("a/.DS_Store", b"x"),
            (".git/config", b"x"),
            ("a/Thumbs.db", b"x"),
            ("n\u{e4}me.txt", b"abc"),
        ]);
        let expected =
            [("a/one.md", 5), ("a/two.txt", 3), ("inner.zip", inner.len()), ("n\u{e4}me.txt", 3)];
        let expected = expected.map(|(path, size)| (path.to_owned(), size));
        assert_eq!(unpacked(&archive).unwrap(), expected);
        let old = renamed(zip_of(&[("naXme.txt", b"abc")]), b"naXme", b"na\x84me");
        assert_eq!(unpacked(&old).unwrap()[0].0, "na\u{e4}me.txt");
    }

    #[test]
    fn what_leads_astray_is_refused_whole() {
        let two = |one: &str, other: &str| zip_of(&[(one, b"words"), (other, b"more")]);
        let bomb = zip_of(&[("zeros.txt", &vec![0; 20 << 20])]);
        let many: Vec<String> = (0..=ENTRIES).map(|at| at.to_string()).collect();
        let many: Vec<(&str, &[u8])> = many.iter().map(|name| (name.as_str(), &b""[..])).collect();
        let whole = two("a.txt", "b.txt");
        let cases: Vec<(&str, Vec<u8>, &str)> = vec![
            ("up", two("a.txt", "b/../../c.txt"), "outside its folder"),
            ("absolute", renamed(two("a.txt", "Xetc/b"), b"Xetc/b", b"/etc/b"), "absolute path"),
            ("drive", two("a.txt", "C:\\b.txt"), "absolute path"),
            ("control", two("a.txt", "b\n.txt"), "no proper name"),
            ("long", two("a.txt", &"x".repeat(2000)), "too long a path"),
            ("deep", two("a.txt", &("x/".repeat(100) + "y")), "too long a path"),
            ("same", renamed(two("a.txt", "b.txt"), b"b.txt", b"a.txt"), "the same name"),
            ("same after all", two("a/b.txt", "a\\b.txt"), "the same name"),
            ("bomb", bomb, "an archive bomb?"),
            ("many", zip_of(&many), "more than 10000 entries"),
            ("cut", whole[..whole.len() / 2].to_vec(), "cut short"),
            ("shared", shared_bytes(), "share bytes"),
            ("locked", locked(), "asks for a password"),
            ("empty", zip_of(&[(".hidden", b"x")]), "is empty"),
            ("package", zip_of(&[("word/document.xml", b"x")]), "not an archive"),
        ];
        for (what, archive, expected) in cases {
            let said = match unpacked(&archive) {
                Ok(members) => format!("{members:?}"),
                Err(error) => error.to_string(),
            };
            assert!(said.contains(expected), "{what}: {said}");
        }
    }

    /// Two directory entries, both for the first file's bytes.
    fn shared_bytes() -> Vec<u8> {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        archive.start_file("a.txt", options).unwrap();
        archive.write_all(b"words of one").unwrap();
        archive.shallow_copy_file("a.txt", "b.txt").unwrap();
        archive.finish().unwrap().into_inner()
    }

    /// The encryption bit set in local and central headers.
    fn locked() -> Vec<u8> {
        let mut archive = zip_of(&[("a.txt", b"words")]);
        for at in 0..archive.len() - 10 {
            let flags = match &archive[at..at + 4] {
                b"PK\x03\x04" => at + 6,
                b"PK\x01\x02" => at + 8,
                _ => continue,
            };
            archive[flags] |= 1;
        }
        archive
    }

    #[test]
    fn links_are_left_out() {
        let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
        let options = SimpleFileOptions::default();
        archive.add_symlink("link", "/etc/passwd", options).unwrap();
        archive.start_file("a.txt", options).unwrap();
        archive.write_all(b"words").unwrap();
        let archive = archive.finish().unwrap().into_inner();
        assert_eq!(unpacked(&archive).unwrap(), [("a.txt".to_owned(), 5)]);
    }

    proptest! {
        #[test]
        fn any_damage_gives_safe_paths_or_an_error(at in 0usize..400, byte: u8, cut in 0usize..400) {
            let mut archive = zip_of(&[("a/b.txt", b"words of it"), ("c.txt", b"more words of it")]);
            let len = archive.len();
            archive[at % len] = byte;
            archive.truncate(len - (cut % len) * usize::from(cut % 2 == 0));
            for member in unpack(&archive, &Limits::default()).unwrap_or_default() {
                prop_assert!(safe_path(&member.path).is_ok_and(|path| path == member.path));
            }
        }
    }
}
