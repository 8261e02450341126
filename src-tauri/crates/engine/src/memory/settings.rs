//! What is set of the memory stack: who the person is, tokens of each layer, who gets what.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    tables::{MEMORY, memory::MemoryRecord},
};
use std::collections::HashSet;
use types::{
    ErrorCode, MemoryBudgets, MemoryLayer, MemoryPolicy, MemoryRequest, MemorySetRequest,
    MemorySettings,
};

/// Most tokens that a layer may have.
pub(super) const MOST_TOKENS: u32 = 32_768;
/// Longest text about the person, in bytes.
const IDENTITY_BYTES: usize = 20_000;
/// Longest name of an agent, in bytes.
pub(super) const NAME_BYTES: usize = 100;

impl Snapshot {
    pub(super) fn memory_record(&self) -> Result<MemoryRecord> {
        Ok(self.records.get(MEMORY, &[b"memory"])?.unwrap_or_default())
    }

    /// What is set of the memory stack.
    pub fn memory_settings(&self) -> Result<MemorySettings> {
        let record = self.memory_record()?;
        Ok(MemorySettings {
            identity: record.identity,
            budgets: record.budgets,
            policies: record.policies,
            ceiling: self.resources.memory_ceiling(),
            tokenizer: record.tokenizer,
        })
    }
}

impl Palace {
    /// Changes what is given.
    pub fn set_memory(&self, request: MemorySetRequest) -> Result<MemorySettings> {
        let asked = MemoryRequest {
            budget_l0: request.budget_l0,
            budget_l1: request.budget_l1,
            budget_l2: request.budget_l2,
            budget_l3: request.budget_l3,
            ..MemoryRequest::default()
        };
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = tx.memory_record()?;
        let settings = |of: &MemoryRecord| (of.budgets, of.policies.clone(), of.tokenizer);
        let before = settings(&record);
        record.budgets = budgets(record.budgets, &asked, &mut Vec::new())?;
        if let Some(identity) = request.identity {
            if identity.len() > IDENTITY_BYTES {
                return Err(usage(
                    "What you say of yourself is too long. Nothing was changed.",
                    "Say it in up to 20,000 bytes; L0 tells what its budget holds of it.",
                ));
            }
            record.identity = identity.trim().to_owned();
        }
        if let Some(policies) = request.policies {
            check(&policies)?;
            record.policies = policies;
        }
        record.tokenizer = request.tokenizer.unwrap_or(record.tokenizer);
        tx.tell_change(&before, &settings(&record));
        tx.batch.put(MEMORY, &[b"memory"], &record)?;
        tx.commit("memory.settings", Vec::new())?.memory_settings()
    }
}

/// The budgets that hold for a request. One that is over what a layer may have is cut, and it is said.
pub(super) fn budgets(
    set: MemoryBudgets,
    request: &MemoryRequest,
    warnings: &mut Vec<String>,
) -> Result<MemoryBudgets> {
    let mut one = |layer: MemoryLayer, asked: Option<i64>| {
        let Some(asked) = asked else { return Ok(set.of(layer)) };
        if asked < 0 {
            return Err(usage(
                &format!("The budget of {} is negative. Nothing was done.", layer.as_str()),
                "Give a number of tokens from 0 on.",
            ));
        }
        let cut = u32::try_from(asked).unwrap_or(u32::MAX).min(MOST_TOKENS);
        if i64::from(cut) < asked {
            let layer = layer.as_str();
            warnings.push(format!("A layer has {MOST_TOKENS} tokens at most; {layer} has these."));
        }
        Ok(cut)
    };
    Ok(MemoryBudgets {
        l0: one(MemoryLayer::L0, request.budget_l0)?,
        l1: one(MemoryLayer::L1, request.budget_l1)?,
        l2: one(MemoryLayer::L2, request.budget_l2)?,
        l3: one(MemoryLayer::L3, request.budget_l3)?,
    })
}

fn check(policies: &[MemoryPolicy]) -> Result<()> {
    if policies.len() > ::memory::POLICIES {
        return Err(usage("There are too many policies. Nothing was changed.", "64 at most."));
    }
    let mut agents = HashSet::new();
    for MemoryPolicy { agent, layers, .. } in policies {
        let named = !agent.trim().is_empty() && agent.len() <= NAME_BYTES;
        let mut seen = HashSet::new();
        if !named || !agents.insert(agent) || !layers.iter().all(|layer| seen.insert(layer)) {
            return Err(usage(
                "A policy has no name of 1 to 100 bytes, one that is taken, or a layer twice. \
                 Nothing was changed.",
                "Give each agent one policy, and each layer once.",
            ));
        }
    }
    Ok(())
}

pub(super) fn usage(message: &str, hint: &str) -> Error {
    Error::new(ErrorCode::Usage, message, hint)
}
