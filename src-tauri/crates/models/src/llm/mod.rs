//! A language model behind any server that speaks OpenAI's protocol (Ollama, llama.cpp, vLLM, the
//! paid ones). Sends what it is given to the address it is given and nowhere else: it follows no
//! redirect, asks no proxy, logs neither prompt nor answer, and keeps nothing.
//!
//! Whether text may leave this machine is the caller's to ask; [`Endpoint::is_loopback`] helps.
//! Everything is bounded: requests at a time, attempts, waits, time, and the size of an answer. What
//! an answer says is never trusted: see [`context`] and [`knowledge`] for what is made of one.

mod client;
pub mod context;
mod endpoint;
mod json;
pub mod knowledge;
mod permits;
mod quote;
mod wire;

pub use self::client::Llm;
pub use self::endpoint::{Endpoint, Secret};
pub use self::json::Cost;
pub use self::wire::Completion;
