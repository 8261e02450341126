//! Tidiness as a test: the crate graph and the rules of the house, held against `ARCHITECTURE.md` and
//! `docs/decisions.md`. It reads sources and manifests, never what is built from them.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// A library, and the one crate that may name it under `[dependencies]`.
const OWNED: [(&str, &str); 24] = [
    ("rocksdb", "vault"),
    ("argon2", "vault"),
    ("chacha20poly1305", "vault"),
    ("hkdf", "vault"),
    ("blake3", "vault"),
    ("ort", "models"),
    ("tokenizers", "models"),
    ("tiktoken-rs", "models"),
    ("icu_segmenter", "language"),
    ("rust-stemmers", "language"),
    ("unicode-segmentation", "language"),
    ("whatlang", "language"),
    ("pdfium-render", "convert"),
    ("quick-xml", "convert"),
    ("rusqlite", "convert"),
    ("zip", "convert"),
    ("image", "convert"),
    ("tiff", "convert"),
    ("dom_query", "convert"),
    ("ammonia", "convert"),
    ("pulldown-cmark", "convert"),
    ("chardetng", "convert"),
    ("encoding_rs", "convert"),
    ("tauri", "loci-app"),
];

/// The files that may hold unsafe code.
const UNSAFE: [&str; 1] = ["src-tauri/crates/search/src/kernel.rs"];

/// Longest file of Rust or TypeScript, in lines. Generated files are as long as they are.
const LINES: usize = 600;

type Graph = BTreeMap<String, BTreeSet<String>>;

fn root() -> PathBuf {
    Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap())
        .join("../../..")
        .canonicalize()
        .unwrap()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Every file below `folder` with one of the endings; what is installed or built is left out.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut waiting = vec![folder.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in fs::read_dir(&folder).unwrap().map(Result::unwrap) {
            let (path, name) = (entry.path(), entry.file_name().into_string().unwrap());
            let skipped = ["node_modules", "dist", "target", "gen"].contains(&name.as_str());
            if entry.file_type().unwrap().is_dir() {
                waiting.extend((!skipped).then_some(path));
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push(path);
            }
        }
    }
    assert!(!found.is_empty(), "no files in {}", folder.display());
    found.sort();
    found
}

/// Every file of Rust, the end-to-end tests included.
fn rust() -> Vec<PathBuf> {
    let mut all = files(&root().join("src-tauri"), &[".rs"]);
    all.extend(files(&root().join("tests"), &[".rs"]));
    all
}

/// The names in one `[section]` of a manifest.
fn section(manifest: &str, section: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in manifest.lines().map(str::trim) {
        if line.starts_with('[') {
            inside = line == format!("[{section}]");
        } else if inside && !line.starts_with('#') {
            let name = line.split(['=', '.', ' ']).next().unwrap_or_default();
            names.extend((!name.is_empty()).then(|| name.to_owned()));
        }
    }
    names
}

/// The package's name in a manifest.
fn name(manifest: &str) -> String {
    let package = manifest.split("[package]").nth(1).unwrap();
    let line = package.lines().find(|line| line.starts_with("name")).unwrap();
    line.split('"').nth(1).unwrap().to_owned()
}

/// For every crate and the shell: what stands under its `[dependencies]`.
fn dependencies() -> Graph {
    let root = root();
    let folders = fs::read_dir(root.join("src-tauri/crates")).unwrap();
    let mut manifests: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    manifests.push(root);
    let manifests = manifests.iter().map(|folder| folder.join("Cargo.toml"));
    let manifests = manifests.filter(|path| path.exists()).map(|path| read(&path));
    manifests.map(|manifest| (name(&manifest), section(&manifest, "dependencies"))).collect()
}

/// The rows of the table in `ARCHITECTURE.md` that says which crate may import which.
fn allowed() -> Graph {
    let text = read(&root().join("ARCHITECTURE.md"));
    let table = text.split("| crate | may import |").nth(1).expect("no table of crates");
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| {
        let mut names = row.split('`').skip(1).step_by(2).map(str::to_owned);
        (names.next().unwrap(), names.collect())
    })
    .collect()
}

/// Fails with every fault in one go.
fn none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n  {}\n", faults.join("\n  "));
}

#[test]
fn crates_import_what_the_map_says() {
    let dependencies = dependencies();
    let ours: BTreeSet<&String> = dependencies.keys().collect();
    let found: Graph = dependencies
        .iter()
        .map(|(name, all)| {
            (name.clone(), all.iter().filter(|on| ours.contains(on)).cloned().collect())
        })
        .collect();
    assert_eq!(found, allowed(), "left: the manifests; right: ARCHITECTURE.md");
}

#[test]
fn each_library_stays_in_its_room() {
    let dependencies = dependencies();
    let mut faults = Vec::new();
    for (library, owner) in OWNED {
        let named = dependencies.iter().filter(|(_, all)| all.contains(library));
        let by: Vec<&str> = named.map(|(name, _)| name.as_str()).collect();
        if by != [owner] {
            faults.push(format!("{library} belongs to {owner}, and is named by {by:?}"));
        }
    }
    none(faults);
}

#[test]
fn modules_say_what_they_are_for() {
    let all = rust();
    let silent = all.iter().filter(|path| !read(path).starts_with("//!"));
    none(silent.map(|path| format!("{} does not open with //!", path.display())).collect());
}

#[test]
fn unsafe_code_stays_in_its_place() {
    let unsafe_files = rust().into_iter().filter(|path| {
        let text = read(path);
        let lines = text.lines().map(str::trim_start).filter(|line| !line.starts_with("//"));
        lines.into_iter().any(|line| {
            line.starts_with("#[allow(unsafe_code") || line.starts_with("#![allow(unsafe_code")
        })
    });
    let allowed = UNSAFE.map(|path| root().join(path));
    let strays = unsafe_files.filter(|path| !allowed.contains(path));
    none(strays.map(|path| format!("{} holds unsafe code", path.display())).collect());
}

#[test]
fn files_are_short() {
    let mut all = rust();
    all.extend(files(&root().join("ui"), &[".ts", ".tsx"]));
    let texts = all.iter().map(|path| (path, read(path)));
    let written = texts.filter(|(_, text)| !text.starts_with("// Generated"));
    let long = written.filter(|(_, text)| text.lines().count() > LINES);
    none(long.map(|(path, _)| format!("{} has over {LINES} lines", path.display())).collect());
}

#[test]
fn only_the_bridge_speaks_to_the_desktop() {
    let all = files(&root().join("ui/src"), &[".ts", ".tsx"]);
    let outside = all.iter().filter(|path| !path.starts_with(root().join("ui/src/api")));
    let speaking = outside.filter(|path| read(path).contains("@tauri-apps/"));
    none(speaking.map(|path| format!("{} imports @tauri-apps", path.display())).collect());
}

#[test]
fn every_dependency_is_a_decision() {
    let ours: BTreeSet<String> = dependencies().into_keys().collect();
    let manifest = read(&root().join("Cargo.toml"));
    let linux = "target.'cfg(target_os = \"linux\")'.dependencies";
    let unix = "target.'cfg(unix)'.dependencies";
    let mut chosen: BTreeSet<String> =
        ["workspace.dependencies", "dependencies", "dev-dependencies", "build-dependencies"]
            .iter()
            .chain(&[linux, unix])
            .flat_map(|table| section(&manifest, table))
            .filter(|name| !ours.contains(name))
            .collect();
    let package: serde_json::Value =
        serde_json::from_str(&read(&root().join("ui/package.json"))).unwrap();
    for table in ["dependencies", "devDependencies"] {
        chosen.extend(package[table].as_object().unwrap().keys().cloned());
    }
    let decisions = read(&root().join("docs/decisions.md"));
    let table = decisions.split("## Libraries").nth(1).unwrap_or_default();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `")?.split('|').next());
    let said: BTreeSet<String> =
        rows.flat_map(|names| names.split(['`', ',', ' '])).map(str::to_owned).collect();
    let silent = chosen.iter().filter(|name| !said.contains(*name));
    let silent = silent.map(|name| format!("docs/decisions.md does not say why {name}"));
    let stale = said.iter().filter(|name| !name.is_empty() && !chosen.contains(*name));
    let stale = stale.map(|name| format!("docs/decisions.md says why {name}, which nobody uses"));
    none(silent.chain(stale).collect());
}
