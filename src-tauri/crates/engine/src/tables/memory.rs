//! The record of what is set of the memory stack.

use serde::{Deserialize, Serialize};
use types::{MemoryBudgets, MemoryPolicy, TokenizerName};

/// The record behind the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct MemoryRecord {
    /// Who the person is.
    pub identity: String,
    /// Tokens of each layer.
    pub budgets: MemoryBudgets,
    /// Who gets what.
    pub policies: Vec<MemoryPolicy>,
    /// What counts tokens.
    pub tokenizer: TokenizerName,
}

impl Default for MemoryRecord {
    fn default() -> Self {
        let (identity, budgets) = (String::new(), MemoryBudgets::default());
        let tokenizer = TokenizerName::default();
        Self { identity, budgets, policies: ::memory::builtin(), tokenizer }
    }
}
