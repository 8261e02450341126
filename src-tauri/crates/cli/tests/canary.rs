//! Nothing of a document, its name, the passphrase or a query is readable in any file of the profile.
//! With the feature `plain-for-tests` nothing is sealed, and the same scan must find them: the control.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::{Loci, PASSPHRASE};
use std::path::Path;

const BODY: &str = "Zyxomma petiolatum quietly perched";
const TITLE: &str = "Vernacular Ossuary Quartz";
const NAME: &str = "kestrel-halyard-8841";
const TERM: &str = "xenoglyphik";

/// Every file below `folder` whose bytes hold `needle`, in UTF-8 or UTF-16, in any case.
fn files_with(folder: &Path, needle: &str) -> Vec<String> {
    let lower = needle.to_lowercase();
    let wide: Vec<u8> = lower.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files_with(&path, needle));
            continue;
        }
        let bytes = std::fs::read(&path).unwrap_or_default().to_ascii_lowercase();
        let has = |needle: &[u8]| bytes.windows(needle.len()).any(|window| window == needle);
        let name = path.file_name().unwrap().to_string_lossy().to_lowercase();
        if has(lower.as_bytes()) || has(&wide) || name.contains(&lower) {
            found.push(path.display().to_string());
        }
    }
    found
}

#[test]
fn no_plaintext_reaches_the_profile() {
    let loci = Loci::with_vault();
    let text = format!("# {TITLE}\n\n{BODY} upon the {TERM}.\n");
    let row = loci.ingest(&loci.file(&format!("{NAME}.md"), &text));
    assert_eq!(row["state"], "indexed", "{row}");
    loci.ingest(
        &loci.file("refused.txt", [b"\x7fELF".as_slice(), &[0; 900], TERM.as_bytes()].concat()),
    );
    loci.run(&["search", &format!("\"{BODY}\" {TERM}")]).ok();
    let sealed = !cfg!(feature = "plain-for-tests");
    for needle in [BODY, TITLE, NAME, TERM] {
        let found = files_with(&loci.home(), needle);
        assert_eq!(found.is_empty(), sealed, "'{needle}' is in {found:?}");
    }
    // the passphrase is never stored, sealed or not
    assert_eq!(files_with(&loci.home(), PASSPHRASE), Vec::<String>::new());
}
