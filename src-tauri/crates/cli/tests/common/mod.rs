//! A profile of its own for each test, and the real program run on it.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(dead_code)]

pub mod mcp;

use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

pub const PASSPHRASE: &str = "correct horse battery staple";

/// A temporary home, and a runtime without the optional model so that tests are quick.
pub struct Loci {
    pub folder: tempfile::TempDir,
}

/// What a run printed and how it ended.
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|_| panic!("not JSON: {} / {}", self.stdout, self.stderr))
    }

    pub fn ok(self) -> Self {
        assert_eq!(self.code, 0, "{} {}", self.stdout, self.stderr);
        self
    }

    /// The error's code, once the exit code is the one expected.
    pub fn error(&self, exit: i32) -> String {
        assert_eq!(self.code, exit, "{} {}", self.stdout, self.stderr);
        let json = self.json();
        let error = &json["error"];
        for field in ["message", "hint"] {
            assert!(error[field].as_str().is_some_and(|text| text.len() > 5), "{json}");
        }
        error["code"].as_str().unwrap().to_owned()
    }
}

impl Loci {
    /// A home without a vault.
    pub fn empty() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let lib = folder.path().join("runtime/lib");
        std::fs::create_dir_all(lib.parent().unwrap()).unwrap();
        let shared = std::env::var_os("LOCI_RUNTIME").expect("LOCI_RUNTIME is set by .ci/env");
        std::os::unix::fs::symlink(Path::new(&shared).join("lib"), lib).unwrap();
        std::fs::create_dir(folder.path().join("in")).unwrap();
        Self { folder }
    }

    /// Gives it the model that recognises text, each file of its own so that a test may damage it.
    pub fn with_ocr(self) -> Self {
        let shared = std::env::var_os("LOCI_RUNTIME").expect("LOCI_RUNTIME is set by .ci/env");
        let from = Path::new(&shared).join("models/pp-ocr-v6-small");
        let to = self.ocr_model();
        std::fs::create_dir_all(&to).unwrap();
        for name in ["detection.onnx", "recognition.onnx"] {
            std::fs::copy(from.join(name), to.join(name)).expect("./setup fetches the model");
        }
        self
    }

    /// The folder of that model.
    pub fn ocr_model(&self) -> PathBuf {
        self.folder.path().join("runtime/models/pp-ocr-v6-small")
    }

    /// A home with a vault.
    pub fn with_vault() -> Self {
        let loci = Self::empty();
        loci.run(&["vault", "create"]).ok();
        loci
    }

    pub fn home(&self) -> PathBuf {
        self.folder.path().join("home")
    }

    /// Writes a file to ingest.
    pub fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.folder.path().join("in").join(name);
        std::fs::write(&path, content).unwrap();
        path
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = self.plain(args);
        command.arg("--json");
        command
    }

    /// As a person calls it, without `--json`.
    pub fn plain(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_loci"));
        command
            .args(args)
            .env("LOCI_HOME", self.home())
            .env("LOCI_RUNTIME", self.folder.path().join("runtime"))
            .env("LOCI_KDF", "floor")
            .env("LOCI_PASSPHRASE", PASSPHRASE)
            .env_remove("RUST_LOG")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        ran(self.command(args).output().unwrap())
    }

    /// Ingests one path and gives its row.
    pub fn ingest(&self, path: &Path) -> Value {
        let run = self.run(&["ingest", path.to_str().unwrap()]);
        run.json()["documents"][0].clone()
    }
}

pub fn ran(output: Output) -> Ran {
    Ran {
        code: output.status.code().unwrap_or(-1),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The folder of the sample documents.
pub fn samples() -> PathBuf {
    Path::new(&std::env::var_os("CARGO_MANIFEST_DIR").unwrap()).join("../../../assets/samples")
}
