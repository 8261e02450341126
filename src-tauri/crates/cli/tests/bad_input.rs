//! Input that cannot be taken: a clear reason, nothing lost, nothing half-stored, no panic.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::{Loci, ran, samples};
use serde_json::Value;
use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::Path, process::Command};

/// The row's state and reason, once it has a message and a hint.
fn reason(row: &Value) -> (String, String) {
    let reason = &row["reason"];
    for field in ["message", "hint"] {
        assert!(reason[field].as_str().is_some_and(|text| text.len() > 5), "{row}");
    }
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    (text(&row["state"]), text(&reason["code"]))
}

fn sample(ending: &str) -> Vec<u8> {
    let entries = std::fs::read_dir(samples()).unwrap().map(|entry| entry.unwrap().path());
    let path = entries.into_iter().find(|path| path.extension() == Some(OsStr::new(ending)));
    std::fs::read(path.unwrap()).unwrap()
}

#[test]
fn each_bad_file_gets_its_reason_and_stays_listed() {
    let loci = Loci::with_vault();
    let (pdf, docx) = (sample("pdf"), sample("docx"));
    let cases: Vec<(&str, Vec<u8>, &str)> = vec![
        ("empty.txt", Vec::new(), "empty_document"),
        ("empty.pdf", Vec::new(), "empty_document"),
        ("blank.md", b" \n\n\t ".to_vec(), "empty_document"),
        ("cut.pdf", pdf[..pdf.len() / 3].to_vec(), "damaged_document"),
        ("cut.docx", docx[..docx.len() / 2].to_vec(), "damaged_document"),
        (
            "program.txt",
            [b"\x7fELF\x02\x01\x01".as_slice(), &[0; 4000]].concat(),
            "unsupported_format",
        ),
    ];
    for (name, bytes, code) in &cases {
        let row = loci.ingest(&loci.file(name, bytes));
        assert_eq!(reason(&row), ("refused".into(), (*code).into()), "{name}: {row}");
    }
    let listed = loci.run(&["documents", "list"]).ok().json();
    let listed = listed["documents"].as_array().unwrap().clone();
    // the two empty files have the same bytes, and so are one document
    assert_eq!(listed.len(), cases.len() - 1, "{listed:?}");
    for document in &listed {
        assert_eq!(document["state"], "refused");
        let id = document["document_id"].as_str().unwrap();
        assert_ne!(loci.run(&["documents", "text", id]).code, 0);
    }
    assert_eq!(loci.run(&["vault", "info"]).ok().json()["chunks"], 0);
}

#[test]
fn reading_anew_in_vain_keeps_what_was_read_before() {
    let loci = Loci::with_vault();
    let path = loci.file("marsh.pdf", sample("pdf"));
    assert_eq!(loci.ingest(&path)["state"], "indexed");
    let before = loci.run(&["search", "carbon buried", "--mode", "keyword"]).ok().json();
    // without the PDF engine
    let mut again = loci.command(&["ingest", "--force", path.to_str().unwrap()]);
    let run = ran(again.env("LOCI_RUNTIME", loci.folder.path().join("nowhere")).output().unwrap());
    assert_eq!(run.code, 1);
    assert_eq!(reason(&run.json()["documents"][0]).0, "failed");
    let after = loci.run(&["search", "carbon buried", "--mode", "keyword"]).ok().json();
    assert!(!before["hits"].as_array().unwrap().is_empty());
    // nodes are a little more important each time they are found
    let passages = |answer: &Value| -> Vec<Value> {
        let mut hits = answer["hits"].as_array().unwrap().clone();
        hits.iter_mut().for_each(|hit| hit["nodes"] = Value::Null);
        hits
    };
    assert_eq!(passages(&before), passages(&after));
}

#[test]
fn paths_that_cannot_be_read_are_rows_with_reasons() {
    let loci = Loci::with_vault();
    let good = loci.file("good.md", "# Good\n\nStill taken.\n");
    let missing = loci.folder.path().join("in/missing.md");
    let device = Path::new("/dev/zero");
    // nobody ever writes into it: reading would wait for ever
    let pipe = loci.folder.path().join("in/pipe.md");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let args: Vec<&str> =
        [&missing, device, &pipe, &good].map(|path| path.to_str().unwrap()).to_vec();
    let run = loci.run(&[&["ingest"], args.as_slice()].concat());
    assert_eq!(run.code, 1);
    let rows = run.json()["documents"].as_array().unwrap().clone();
    assert_eq!(reason(&rows[0]), ("refused".into(), "unreadable".into()));
    assert_eq!(reason(&rows[1]), ("refused".into(), "unreadable".into()));
    assert_eq!(reason(&rows[2]), ("refused".into(), "unreadable".into()));
    assert_eq!(rows[3]["state"], "indexed");
}

#[test]
fn names_with_newlines_and_raw_bytes_are_taken() {
    let loci = Loci::with_vault();
    let folder = loci.folder.path().join("in");
    let names: [&[u8]; 3] = [b"two\nlines.md", b"raw-\xff\xfe.md", "ünïcode 漢字.md".as_bytes()];
    for (n, name) in names.iter().enumerate() {
        let content = format!("# Note {n}\n\nBody number {n}.\n");
        std::fs::write(folder.join(OsStr::from_bytes(name)), content).unwrap();
    }
    let run = loci.run(&["ingest", folder.to_str().unwrap()]).ok();
    let rows = run.json()["documents"].as_array().unwrap().clone();
    assert_eq!(rows.len(), 3);
    for row in &rows {
        assert_eq!(row["state"], "indexed", "{row}");
        assert!(!row["path"].as_str().unwrap().contains('\n'));
    }
}

#[test]
fn two_hundred_megabytes_of_text_are_refused_and_kept() {
    let loci = Loci::with_vault();
    let line = b"All work and no play makes a dull corpus.\n";
    let path = loci.file("huge.txt", line.repeat(200_000_000 / line.len()));
    let row = loci.ingest(&path);
    assert_eq!(reason(&row), ("refused".into(), "too_large".into()));
    let id = row["document_id"].as_str().unwrap();
    let out = loci.folder.path().join("huge.out");
    loci.run(&["documents", "original", id, "--out", out.to_str().unwrap()]).ok();
    assert!(std::fs::read(&out).unwrap() == std::fs::read(&path).unwrap());
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged() {
    let loci = Loci::with_vault();
    let first = loci.file("first.md", "# First\n\nSafe before the disk was full.\n");
    assert_eq!(loci.ingest(&first)["state"], "indexed");
    // RLIMIT_FSIZE makes every write past the limit fail, as a full disk does
    let noise: Vec<u8> = (0..6_000_000u32)
        .flat_map(|n| format!("{:x} ", n.wrapping_mul(2_654_435_761)).into_bytes())
        .collect();
    let second = loci.file("second.txt", &noise);
    let program = env!("CARGO_BIN_EXE_loci");
    let script = format!("trap '' XFSZ; ulimit -f 2000; exec '{program}' ingest --json \"$1\"");
    let mut limited = std::process::Command::new("bash");
    limited.args(["-c", &script, "bash"]).arg(&second).stdin(std::process::Stdio::null());
    for (name, value) in loci.command(&[]).get_envs() {
        if let Some(value) = value {
            limited.env(name, value);
        }
    }
    let run = ran(limited.output().unwrap());
    assert_eq!(run.code, 1, "{} {}", run.stdout, run.stderr);
    assert_eq!(run.error(1), "disk_full");
    let answer = loci.run(&["search", "safe before the disk was full"]).ok().json();
    assert_eq!(answer["hits"][0]["title"], "First");
}
