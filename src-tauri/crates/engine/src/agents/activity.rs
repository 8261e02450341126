//! Who called what: counted in memory, written and audited now and then, for a commit with each call
//! would cost more than the call.

use crate::{Palace, error::Result, tables::AGENTS};
use types::AgentId;

impl Palace {
    /// Notes a call of an agent, and whether it was allowed.
    pub fn agent_called(&self, agent: &AgentId, command: &'static str, allowed: bool) {
        let mut called = self.called.lock();
        let calls = called.entry(*agent).or_default();
        *calls.of.entry(command.to_owned()).or_default() += 1;
        calls.refused += u64::from(!allowed);
        calls.last = Some(self.resources.now());
    }

    /// Writes what agents did, with an audit entry for each.
    pub fn settle_calls(&self) -> Result<()> {
        let waiting = std::mem::take(&mut *self.called.lock());
        for (agent, calls) in waiting {
            let mut writer = self.write()?;
            let mut tx = writer.begin();
            let path = [b"agent".as_slice(), agent.as_bytes()];
            let Some(mut record) = tx.records.get(AGENTS, &path)? else { continue };
            for (command, count) in &calls.of {
                *record.calls.entry(command.clone()).or_default() += count;
            }
            record.refused += calls.refused;
            record.last_call = calls.last.or(record.last_call);
            tx.batch.put(AGENTS, &path, &record)?;
            let told = calls.of.iter().map(|(command, count)| format!("{command} {count}"));
            let mut told: Vec<String> = told.collect();
            told.extend((calls.refused > 0).then(|| format!("refused {}", calls.refused)));
            tx.commit_with("agents.activity", vec![agent.to_string()], told.join(", "))?;
        }
        Ok(())
    }
}
