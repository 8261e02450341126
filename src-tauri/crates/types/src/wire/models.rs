//! Requests and answers about models: those on this machine, and the language model of the person's
//! choice.

use crate::Problem;
use serde::{Deserialize, Serialize};

/// A model that Loci knows.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelView {
    /// Its name.
    pub name: String,
    /// Whether its files are here.
    pub installed: bool,
    /// Whether it is the one in use.
    pub in_use: bool,
    /// Dimensions of its vectors.
    pub dimensions: u32,
    /// Longest text it reads at once, in tokens.
    pub max_tokens: u32,
    /// Its licence.
    pub licence: String,
    /// What is wrong with it.
    pub problem: Option<Problem>,
}

/// `ocr show`: whether pages that are pictures are read.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ScansView {
    /// Whether they are to be.
    pub recognise: bool,
    /// Why they cannot be, where the model or its library is not there.
    pub problem: Option<Problem>,
}

/// `ocr on`, `ocr off`.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ScansRequest {
    /// Read them.
    pub recognise: bool,
}

/// `models list`, `models verify`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct ModelList {
    /// The models.
    pub models: Vec<ModelView>,
}

/// `llm set`: a local or remote language model that improves what works without one.
#[derive(Deserialize, ts_rs::TS)]
pub struct LlmRequest {
    /// Address of an OpenAI-compatible server, up to `/v1`.
    pub base_url: String,
    /// The model's name there.
    pub model: String,
    /// Key, where it wants one. Sealed in the vault, never shown again.
    #[serde(default)]
    pub api_key: Option<String>,
    /// Tokens that the model reads at once.
    #[serde(default = "default_context_tokens")]
    pub context_tokens: u32,
    /// Calls at the same time.
    #[serde(default = "default_concurrency")]
    pub concurrency: u8,
    /// For an address that is not this machine: the person agrees that text leaves it.
    #[serde(default)]
    pub text_may_leave: bool,
}

/// `llm show`. The key is never shown.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ts_rs::TS)]
pub struct LlmView {
    /// Address; `None` where no language model is set.
    pub base_url: Option<String>,
    /// Model.
    pub model: String,
    /// Whether a key is kept.
    pub has_key: bool,
    /// Tokens that the model reads at once.
    pub context_tokens: u32,
    /// Calls at the same time.
    pub concurrency: u8,
    /// Whether text leaves this machine.
    pub leaves_machine: bool,
    /// Chunks whose context sentence is kept.
    #[ts(type = "number")]
    pub contexts: u64,
}

fn default_context_tokens() -> u32 {
    8192
}

fn default_concurrency() -> u8 {
    2
}
