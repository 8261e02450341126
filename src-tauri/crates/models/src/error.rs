//! What can go wrong with a model, and what a person can do about it. Never carries a text.

use std::path::PathBuf;
use types::{ErrorCode, Problem};

/// The result of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a model is not there, or does not work.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No model has that name.
    #[error("there is no model named “{name}”")]
    Unknown {
        /// The name asked for.
        name: String,
    },
    /// A model that Loci knows, without its files.
    #[error("the model “{name}” is not installed")]
    NotInstalled {
        /// The model.
        name: String,
        /// How it is had.
        hint: String,
    },
    /// There is no ONNX Runtime library to load.
    #[error("ONNX Runtime is missing{}", at(.path))]
    RuntimeMissing {
        /// Where it was looked for.
        path: Option<PathBuf>,
    },
    /// The library is there and does not load.
    #[error("ONNX Runtime does not load: {reason}")]
    RuntimeBroken {
        /// What the loader said.
        reason: String,
    },
    /// A manifest that cannot be read or contradicts itself.
    #[error("the manifest of the model “{name}” is not right: {reason}")]
    BadManifest {
        /// The model.
        name: String,
        /// What is wrong.
        reason: String,
    },
    /// A file that is not what the manifest says.
    #[error("the model “{name}” is damaged: {file} {reason}")]
    BadFile {
        /// The model.
        name: String,
        /// Its file.
        file: String,
        /// What is wrong.
        reason: String,
    },
    /// Right files that do not work as the manifest says.
    #[error("the model “{name}” does not work: {reason}")]
    Fails {
        /// The model.
        name: String,
        /// What ONNX Runtime, the tokenizer or the check of the output said.
        reason: String,
    },
}

fn at(path: &Option<PathBuf>) -> String {
    path.as_ref().map_or_else(String::new, |path| format!(": no file {}", path.display()))
}

impl Error {
    /// The failure as a code, a message and a hint.
    pub fn problem(&self) -> Problem {
        let (code, hint) = match self {
            Self::Unknown { .. } => {
                (ErrorCode::NotFound, "`loci models list` names the models.".to_owned())
            }
            Self::NotInstalled { hint, .. } => (ErrorCode::ModelMissing, hint.clone()),
            Self::RuntimeMissing { .. } => (
                ErrorCode::ModelMissing,
                "Run ./setup, which installs ONNX Runtime. Keyword search works meanwhile.".into(),
            ),
            Self::RuntimeBroken { .. } => (
                ErrorCode::ModelBroken,
                "Delete that file and run ./setup again. Keyword search works meanwhile.".into(),
            ),
            Self::BadManifest { name, .. }
            | Self::BadFile { name, .. }
            | Self::Fails { name, .. } => (
                ErrorCode::ModelBroken,
                format!("Delete the folder “{name}” among the models and install it again."),
            ),
        };
        Problem::new(code, self.to_string(), hint)
    }
}
