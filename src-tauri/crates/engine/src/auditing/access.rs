//! Who looked at what. Access to a regulated collection needs a reason and is on record before the answer
//! is given; other access is counted, and put on record now and then.

use super::records::{REGULATED, RegulatedRecord};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
};
use std::collections::BTreeSet;
use types::{Collection, DocumentId, ErrorCode, RegulateRequest, RegulatedList, Timestamp};
use vault::AuditNote;

/// Longest reason, in characters.
const REASON_CHARS: usize = 2_000;
/// Documents that one record names.
const NAMED: usize = 200;

impl Snapshot {
    fn regulated_record(&self) -> Result<RegulatedRecord> {
        Ok(self.records.get(REGULATED, &[b"regulated"])?.unwrap_or_default())
    }

    /// Collections whose access needs a reason.
    pub fn regulated(&self) -> Result<RegulatedList> {
        Ok(RegulatedList {
            collections: self.regulated_record()?.collections.into_iter().collect(),
        })
    }

    pub(super) fn is_regulated(&self, collection: &str) -> Result<bool> {
        Ok(self.regulated_record()?.collections.contains(collection))
    }
}

/// The reason that came with the request.
pub(super) fn reason() -> String {
    vault::actor().map(|actor| actor.reason.trim().to_owned()).unwrap_or_default()
}

impl Palace {
    /// Whether a collection's access needs a reason from now on.
    pub fn regulate(&self, request: &RegulateRequest) -> Result<RegulatedList> {
        let name = Collection::new(&request.collection).map_err(|error| {
            Error::new(ErrorCode::Usage, format!("{error}."), "Give a collection's name.")
        })?;
        let reason = request.reason.trim();
        if reason.is_empty() || reason.chars().count() > REASON_CHARS {
            let message =
                "Regulating needs a reason of 1 to 2,000 characters. Nothing was changed.";
            return Err(Error::new(ErrorCode::ReasonNeeded, message, "Give it with --reason."));
        }
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut record = tx.regulated_record()?;
        let was = record.collections.contains(name.as_str());
        if was == request.regulated {
            return tx.regulated();
        }
        match request.regulated {
            true => record.collections.insert(name.as_str().to_owned()),
            false => record.collections.remove(name.as_str()),
        };
        let word = |regulated: bool| if regulated { "regulated" } else { "not regulated" };
        tx.batch.put(REGULATED, &[b"regulated"], &record)?;
        tx.note = AuditNote {
            collections: vec![name.as_str().to_owned()],
            before: word(was).to_owned(),
            after: word(request.regulated).to_owned(),
            reason: reason.to_owned(),
            ..AuditNote::default()
        };
        tx.commit("regulate", Vec::new())?.regulated()
    }

    /// Puts on record that somebody is about to be given what stands in these documents, or in this
    /// collection, where it is regulated or a command gave its reason; else it is counted.
    /// `ReasonNeeded` where a regulated one is among them and no reason was given: then nothing may be
    /// handed out.
    pub fn note_access(
        &self,
        row: &str,
        documents: &[DocumentId],
        collection: Option<&str>,
        level: Option<&str>,
        query: &str,
    ) -> Result<()> {
        let now = self.snapshot();
        let regulated = now.regulated_record()?.collections;
        let mut concerned: BTreeSet<String> = BTreeSet::new();
        let mut named = Vec::new();
        if !regulated.is_empty() {
            concerned.extend(collection.filter(|it| regulated.contains(*it)).map(str::to_owned));
            for id in documents {
                let Some(record) = now.catalogue.get(id) else { continue };
                let own = record.collections().filter(|it| regulated.contains(it.as_str()));
                let before = named.len();
                for one in own {
                    concerned.insert(one.as_str().to_owned());
                    if named.len() == before {
                        named.push(*id);
                    }
                }
            }
        }
        if concerned.is_empty() {
            // what the window was told once is for what is regulated; a reason in a command is for that command
            if !vault::actor()
                .is_some_and(|by| by.via == "terminal" && !by.reason.trim().is_empty())
            {
                self.trail.count(row);
                return Ok(());
            }
            concerned.extend(collection.map(str::to_owned));
            named.extend_from_slice(documents);
        }
        let reason = reason();
        if reason.is_empty() || reason.chars().count() > REASON_CHARS {
            let names: Vec<String> = concerned.iter().map(|it| format!("“{it}”")).collect();
            let message = format!(
                "{} is regulated: access needs a reason. Nothing was shown.",
                names.join(", ")
            );
            return Err(Error::new(
                ErrorCode::ReasonNeeded,
                message,
                "Say why: --reason, or LOCI_REASON; in the app under Audit & export.",
            ));
        }
        drop(now);
        let (rest, subjects) = (named.len().saturating_sub(NAMED), named.iter().take(NAMED));
        let subjects = subjects.map(DocumentId::to_string).collect();
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.note = AuditNote {
            collections: concerned.into_iter().collect(),
            levels: level.map(str::to_owned).into_iter().collect(),
            reason,
            query: query.to_owned(),
            ..AuditNote::default()
        };
        let more =
            if rest > 0 { format!("{row}, and {rest} more documents") } else { row.to_owned() };
        tx.commit_with("access", subjects, more)?;
        Ok(())
    }

    /// Puts on record that the vault was opened. Where there is no room to write, say, it opens all the
    /// same, and the record comes with the next checkpoint.
    pub fn note_unlock(&self) {
        let noted = self.write().and_then(|mut it| it.begin().commit("unlock", Vec::new()));
        if let Err(error) = noted {
            tracing::warn!(code = ?error.problem().code, "the unlock is put on record later");
            self.trail.count("unlock");
        }
    }

    /// Puts on record how often a passphrase was wrong. The count is kept in the clear beside the vault,
    /// since nobody has a key then.
    pub fn note_failures(&self, failed: u32, last: Timestamp) -> Result<()> {
        if failed > 0 {
            let detail = format!("{failed} wrong passphrases, the last {last}");
            self.write()?.begin().commit_with("unlock.failed", Vec::new(), detail)?;
        }
        Ok(())
    }
}
