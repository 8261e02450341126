//! What the person set, and what review taught: thresholds and source tiers, each visible and undone by
//! a switch. Nothing the person fixed by hand is touched by any of it.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    tables::knowledge::THRESHOLD,
};
use trust::Tiers;
use types::{ErrorCode, KnowledgeSettings, KnowledgeSettingsRequest};

/// What an approval or dismissal of something from this address is counted under.
pub(super) fn tally_keys(waited: bool, url: Option<&str>) -> Vec<String> {
    let source = url.and_then(Tiers::domain).map(|domain| format!("source {domain}"));
    waited.then(|| THRESHOLD.to_owned()).into_iter().chain(source).collect()
}

impl Snapshot {
    /// What is set, and what was learnt.
    pub fn knowledge_settings(&self) -> Result<KnowledgeSettings> {
        Ok(self.settings.view())
    }
}

impl Palace {
    /// Changes what is given.
    pub fn change_knowledge_settings(
        &self,
        request: &KnowledgeSettingsRequest,
    ) -> Result<KnowledgeSettings> {
        let usage = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = (*tx.settings).clone();
        if let Some(accept_from) = request.accept_from {
            if !(0.5..=2.0).contains(&accept_from) {
                return usage(
                    "The threshold is from 0.5 to 1, or over 1 for none. Nothing was changed.",
                    "Give 0.85, say.",
                );
            }
            record.accept_from = accept_from;
        }
        if let Some(days) = request.half_life_days {
            if !(1.0..=3650.0).contains(&days) {
                return usage(
                    "The half-life is from 1 to 3,650 days. Nothing was changed.",
                    "Give 90, say.",
                );
            }
            record.half_life_days = days;
        }
        record.learns = request.learns.unwrap_or(record.learns);
        if let Some((what, active)) = &request.switch {
            if !record.view().learnt.iter().any(|learnt| learnt.what == *what) {
                let hint = "`knowledge settings` lists what was.";
                return Err(Error::new(ErrorCode::NotFound, "Nothing like that was learnt.", hint));
            }
            match active {
                true => record.off.remove(what),
                false => record.off.insert(what.clone()),
            };
        }
        let view = record.view();
        tx.put_settings(record)?;
        tx.commit("knowledge.settings", Vec::new())?;
        Ok(view)
    }
}
