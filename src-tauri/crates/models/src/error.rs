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
    /// An endpoint that cannot be used as it is set.
    #[error("the language model's endpoint cannot be used: {reason}")]
    BadEndpoint {
        /// What is wrong with it.
        reason: &'static str,
    },
    /// No connection, or none that held.
    #[error("the language model cannot be reached: {0}")]
    LlmUnreachable(&'static str),
    /// No whole answer in time.
    #[error("the language model did not answer in time")]
    LlmTimedOut,
    /// The server will not do it; asking again would not help.
    #[error("the language model's server refused the request (HTTP {0})")]
    LlmRefused(u16),
    /// The server is busy or failed, and still was after some attempts.
    #[error("the language model's server is busy or failing (HTTP {0})")]
    LlmBusy(u16),
    /// An answer that is not one.
    #[error("the language model's server answered nonsense: {0}")]
    LlmNonsense(&'static str),
    /// No sentence could be had that situates a chunk.
    #[error("the chunk could not be situated: {0}")]
    Unsituated(&'static str),
    /// Stopped on request.
    #[error("stopped on request")]
    Cancelled,
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
            Self::BadEndpoint { .. } => {
                (ErrorCode::Usage, "Set the language model's address and name anew.".into())
            }
            Self::LlmUnreachable(_) => (
                ErrorCode::ModelMissing,
                "Start the server or check its address. Everything else works meanwhile.".into(),
            ),
            Self::LlmTimedOut | Self::LlmBusy(_) => (
                ErrorCode::TimedOut,
                "Try again later, with fewer requests at a time or a smaller model.".into(),
            ),
            Self::LlmRefused(_) => {
                (ErrorCode::ModelMissing, "Check the model's name and the key.".into())
            }
            Self::LlmNonsense(_) => (
                ErrorCode::ModelBroken,
                "Check that the address is that of an OpenAI-compatible server.".into(),
            ),
            Self::Unsituated(_) => (
                ErrorCode::ModelBroken,
                "Search does without the sentence; a larger model writes better ones.".into(),
            ),
            Self::Cancelled => (ErrorCode::Cancelled, "Start it again when you like.".into()),
        };
        Problem::new(code, self.to_string(), hint)
    }
}
