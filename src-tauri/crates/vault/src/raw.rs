//! Where records lie. A raw key is the table's tag and one 16-byte PRF output for each component of
//! the path, computed over the path so far: prefixes stay prefixes, equal names in different places
//! do not correlate, and no name is ever on disk.

use crate::guarded::wiping;
use crate::keys::Key;
use crate::table::{COMPONENT_LEN, TableId};

/// The raw key of a path, which is also the prefix of everything below it.
pub(crate) fn raw_key(names: &Key, table: TableId, path: &[&[u8]]) -> Vec<u8> {
    let mut raw = Vec::with_capacity(1 + COMPONENT_LEN * path.len());
    raw.push(table.tag());
    wiping(|| {
        let mut so_far = blake3::Hasher::new_keyed(names.as_bytes());
        so_far.update(&[table.tag()]);
        for component in path {
            // Lengths keep ["ab", "c"] and ["a", "bc"] apart.
            so_far.update(&(component.len() as u64).to_be_bytes());
            so_far.update(component);
            raw.extend(so_far.finalize().as_bytes().iter().take(COMPONENT_LEN));
        }
    });
    raw
}

/// The raw key of a valueless entry: where it is filed, then the last component of the record that it
/// names, which is a record of one component.
pub(crate) fn facet_key(names: &Key, path: &[&[u8]], target: TableId, id: &[u8]) -> Vec<u8> {
    let mut raw = raw_key(names, TableId::Facets, path);
    raw.extend(raw_key(names, target, &[id]).iter().skip(1));
    raw
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn path() -> impl Strategy<Value = Vec<Vec<u8>>> {
        prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..4)
    }

    fn key_of(path: &[Vec<u8>]) -> Vec<u8> {
        let names = Key::from_slice(&[7; 32]).unwrap();
        let path: Vec<&[u8]> = path.iter().map(Vec::as_slice).collect();
        raw_key(&names, TableId::Chunks, &path)
    }

    proptest! {
        #[test]
        fn raw_keys_are_prefixes_exactly_where_paths_are(a in path(), b in path()) {
            let (raw_a, raw_b) = (key_of(&a), key_of(&b));
            prop_assert_eq!(raw_b.starts_with(&raw_a), b.starts_with(&a));
            prop_assert_eq!(raw_a == raw_b, a == b);
        }
    }

    #[test]
    fn equal_names_in_different_tables_do_not_correlate() {
        let names = Key::from_slice(&[7; 32]).unwrap();
        let chunks = raw_key(&names, TableId::Chunks, &[b"x"]);
        let texts = raw_key(&names, TableId::Texts, &[b"x"]);
        assert_ne!(chunks[1..], texts[1..]);
    }
}
