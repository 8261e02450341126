//! What use alone tells, written down: now and then, and when the vault is closed.

use super::gaps;
use crate::{Palace, error::Result, held::used::Settled};
use types::Field;

/// What one access adds, and all between two writings.
const BOOST: f32 = 0.05;
const MOST: f32 = 0.5;

impl Palace {
    /// Writes what use told. Nothing the person fixed is changed by it.
    pub(crate) fn settle_use(&self, settled: Settled) -> Result<()> {
        let pending = self.used.take(settled);
        if pending.nodes.is_empty() && pending.gaps.is_empty() {
            return Ok(());
        }
        let now = self.resources.now();
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        for (id, (times, at)) in pending.nodes {
            let Some(node) = change.node(&id)? else { continue };
            let faded = tx.faded(node.importance, node.importance_at, now);
            let fixed = node.is_fixed(Field::Importance);
            let boost = (BOOST * times as f32).min(MOST);
            change.touch(&id, |node| {
                node.last_accessed = at;
                if !fixed {
                    node.importance = (faded + boost).min(5.0);
                    node.importance_at = now;
                }
            })?;
        }
        tx.put_graph(change)?;
        gaps::note(&mut tx, pending.gaps)?;
        tx.commit("knowledge.use", Vec::new())?;
        Ok(())
    }
}
