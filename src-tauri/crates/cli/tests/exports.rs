//! Exports to where something goes wrong: a disk that is full or cannot be written from some call on, a
//! folder that vanishes, files that are there already. Each is told, leaves nothing behind, and loses
//! nothing.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![cfg(target_os = "linux")]
#![cfg(not(feature = "plain-for-tests"))]

mod common;

use common::{Loci, Ran, ran};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

const FORMATS: [(&str, &str); 4] =
    [("json", "a.json"), ("markdown", "notes"), ("pdf", "a.pdf"), ("ro-crate", "crate")];
/// What the system says: no space, a read-only disk, no right, no such folder any more.
const NO_SPACE: i32 = 28;
const READ_ONLY: i32 = 30;
const NO_RIGHT: i32 = 13;
const VANISHED: i32 = 2;
/// Calls at which a disk fails, spread over all that an export makes.
const POINTS: usize = 6;

struct Disk {
    loci: Loci,
    out: PathBuf,
    faults: PathBuf,
}

impl Disk {
    fn new() -> Self {
        let loci = Loci::with_vault();
        let text = "# Roots\n\nRoots take up water from soil. They branch often.\n";
        let file = loci.file("roots.md", text);
        loci.run(&["ingest", file.to_str().unwrap(), "--collection", "study"]).ok();
        loci.run(&["knowledge", "build", "--collection", "study"]).ok();
        let (out, faults) = (loci.folder.path().join("out"), loci.folder.path().join("faults.so"));
        fs::create_dir(&out).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../tests/torture/faults.c");
        let made = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&faults, &source])
            .arg("-ldl")
            .status();
        assert!(made.unwrap().success());
        Self { loci, out, faults }
    }

    fn export(&self, format: &str, name: &str) -> Command {
        let out = self.out.join(name);
        let args = ["knowledge", "export", "--collection", "study", "--format", format, "--out"];
        self.loci.command(&[&args[..], &[out.to_str().unwrap()]].concat())
    }

    /// An export, every call to the disk of which fails from the `at`-th on.
    fn failing(&self, format: &str, name: &str, at: usize, errno: i32) -> Ran {
        let mut command = self.export(format, name);
        command
            .env("LD_PRELOAD", &self.faults)
            .env("FAULT_UNDER", &self.out)
            .env("FAULT_AT", at.to_string())
            .env("FAULT_ERRNO", errno.to_string())
            .env("FAULT_STAYS", "1")
            .env("FAULT_COUNT", self.count());
        ran(command.output().unwrap())
    }

    fn count(&self) -> PathBuf {
        self.loci.folder.path().join("count")
    }

    fn left(&self) -> Vec<PathBuf> {
        fs::read_dir(&self.out).unwrap().map(|entry| entry.unwrap().path()).collect()
    }

    fn clear(&self) {
        fs::remove_dir_all(&self.out).unwrap();
        fs::create_dir(&self.out).unwrap();
    }
}

#[test]
fn a_full_disk_is_told_and_leaves_no_half_export() {
    let disk = Disk::new();
    for (format, name) in FORMATS {
        disk.failing(format, name, 0, NO_SPACE).ok();
        let calls: usize = fs::read_to_string(disk.count()).unwrap().trim().parse().unwrap();
        assert!(calls > POINTS, "{format}: {calls}");
        disk.clear();
        for point in 0..POINTS {
            // the first, the last, and some between
            let at = 1 + point * (calls - 1) / (POINTS - 1);
            let failed = disk.failing(format, name, at, NO_SPACE);
            assert_eq!(failed.error(1), "disk_full", "{format}, call {at} of {calls}");
            let error = failed.json()["error"].clone();
            assert!(error["message"].as_str().unwrap().contains("Nothing partial"), "{error}");
            assert!(error["hint"].as_str().unwrap().contains("space"), "{error}");
            assert_eq!(disk.left(), Vec::<PathBuf>::new(), "{format}, call {at} of {calls}");
        }
    }
    // what failed is on record, and nothing is lost: there is room again
    let failed = disk.loci.run(&["audit", "list", "--action", "export.failed"]).ok().json();
    assert_eq!(failed["records"].as_array().unwrap().len(), FORMATS.len() * POINTS);
    assert!(failed["records"].as_array().unwrap().iter().all(|it| it["detail"] == "DiskFull"));
    disk.loci.run(&["audit", "verify"]).ok();
    disk.loci.run(&["vault", "verify"]).ok();
    for (format, name) in FORMATS {
        ran(disk.export(format, name).output().unwrap()).ok();
        disk.loci.run(&["verify-export", disk.out.join(name).to_str().unwrap()]).ok();
    }
}

#[test]
fn a_disk_that_cannot_be_written_is_told() {
    let disk = Disk::new();
    for (format, name) in FORMATS {
        for (at, errno) in
            [(1, READ_ONLY), (1, NO_RIGHT), (1, VANISHED), (5, VANISHED), (4, READ_ONLY)]
        {
            let failed = disk.failing(format, name, at, errno);
            assert_eq!(failed.error(1), "unreadable", "{format}, call {at}, {errno}");
            assert_eq!(disk.left(), Vec::<PathBuf>::new(), "{format}, call {at}, {errno}");
        }
    }
    // where there is no folder, and where a file is in its place
    let file = disk.loci.file("file", "mine");
    for out in [disk.out.join("gone/a.json"), file.join("a.json")] {
        let args = ["knowledge", "export", "--collection", "study", "--format", "json", "--out"];
        let refused = disk.loci.run(&[&args[..], &[out.to_str().unwrap()]].concat());
        assert_eq!(refused.error(1), "unreadable", "{}", out.display());
        assert!(!out.exists());
    }
    assert_eq!(fs::read_to_string(file).unwrap(), "mine");
}

#[test]
fn what_is_there_already_stays_as_it_is() {
    let disk = Disk::new();
    for (format, name) in FORMATS {
        let out = disk.out.join(name);
        fs::write(&out, "mine").unwrap();
        assert_eq!(ran(disk.export(format, name).output().unwrap()).error(2), "usage", "{format}");
        assert_eq!(fs::read_to_string(&out).unwrap(), "mine", "{format}");
        assert_eq!(disk.left(), [out], "{format}");
        disk.clear();
    }
    // a file beside that the export would write
    for (format, name, beside) in [("json", "a.json", "a.json.bib"), ("pdf", "a.pdf", "a.pdf.json")]
    {
        fs::write(disk.out.join(beside), "mine").unwrap();
        assert_eq!(ran(disk.export(format, name).output().unwrap()).error(2), "usage", "{format}");
        assert_eq!(disk.left(), [disk.out.join(beside)], "{format}");
        disk.clear();
    }
}
