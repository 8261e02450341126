//! Who looked at what. Access to a regulated collection needs a reason and is on record before the answer
//! is given; other access is gathered in memory, and put on record now and then.

use super::records::{REGULATED, RegulatedRecord};
use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    held::trail::Looks,
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use types::{
    AuditLook, Collection, DocumentId, ErrorCode, RegulateRequest, RegulatedList, Timestamp,
};
use vault::{Actor, AuditNote};

/// Longest reason, in characters.
pub(super) const REASON_CHARS: usize = 2_000;
/// Documents that one record names, and one look that is gathered.
const NAMED: usize = 200;
const NAMED_OF_LOOK: usize = 20;
/// Characters that a look keeps of what was asked.
const ASKED_CHARS: usize = 500;
/// Milliseconds that a look waits for its record, while somebody settles.
const WAITING_MS: i64 = 300_000;

/// The action of a record of looks.
pub(super) const GATHERED: &str = "access.gathered";

/// What stands in the detail of a record of looks.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Gathered {
    pub looks: Vec<AuditLook>,
    /// What was looked at beyond them, by row.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub counted: BTreeMap<String, u64>,
}

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
    /// collection, where it is regulated or a command gave its reason; else it is gathered.
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
                self.gather(&now, row, documents, (collection, level, query));
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

    /// Gathers a look that needs no reason, for a record of many.
    fn gather(
        &self,
        now: &Snapshot,
        row: &str,
        documents: &[DocumentId],
        (collection, level, query): (Option<&str>, Option<&str>, &str),
    ) {
        let known: Vec<&DocumentId> =
            documents.iter().filter(|id| now.catalogue.get(id).is_some()).collect();
        let named = known.iter().take(NAMED_OF_LOOK);
        let look = AuditLook {
            at: self.resources.now(),
            row: row.to_owned(),
            query: query.chars().take(ASKED_CHARS).collect(),
            collection: collection.unwrap_or_default().to_owned(),
            level: level.unwrap_or_default().to_owned(),
            documents: named.map(|id| **id).collect(),
            more: known.len().saturating_sub(NAMED_OF_LOOK) as u32,
            times: 1,
        };
        let by = vault::actor().map(|actor| (actor.who, actor.via)).unwrap_or_default();
        if self.trail.look(by, look)
            && let Err(error) = self.settle_accesses()
        {
            tracing::warn!(code = ?error.problem().code, "what was looked at is put on record later");
        }
    }

    /// Puts what was looked at on record, where that waits for some minutes. For a background thread to
    /// call now and then.
    pub fn settle_looks(&self) -> Result<()> {
        let now = self.resources.now().unix_ms();
        // a clock that was set back makes none of them wait longer
        let due = |first: Timestamp| !(0..WAITING_MS).contains(&(now - first.unix_ms()));
        if self.trail.first_look().is_some_and(due) { self.settle_accesses() } else { Ok(()) }
    }

    /// Puts all that was looked at on record, in the names of those who did.
    pub(super) fn settle_accesses(&self) -> Result<()> {
        while let Some((by, looks)) = self.trail.take_looks() {
            let (who, via) = by.clone();
            let actor = Actor { who, via, reason: String::new() };
            if let Err(error) = vault::acting(actor, || self.put_looks(&looks)) {
                self.trail.put_back(by, looks);
                return Err(error);
            }
        }
        Ok(())
    }

    fn put_looks(&self, looks: &Looks) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let (mut levels, mut collections) = (BTreeSet::new(), BTreeSet::new());
        let mut documents = BTreeSet::new();
        for look in &looks.listed {
            levels.insert(look.level.clone());
            collections.insert(look.collection.clone());
            for id in look.documents.iter().take(NAMED.saturating_sub(documents.len())) {
                if let Some(record) = tx.catalogue.get(id) {
                    collections.extend(record.collections().map(|it| it.as_str().to_owned()));
                }
                documents.insert(*id);
            }
        }
        let said =
            |words: BTreeSet<String>| words.into_iter().filter(|it| !it.is_empty()).collect();
        tx.note = AuditNote {
            collections: said(collections),
            levels: said(levels),
            ..AuditNote::default()
        };
        let gathered = Gathered { looks: looks.listed.clone(), counted: looks.counted.clone() };
        let detail = serde_json::to_string(&gathered)
            .map_err(|_| Error::internal("What was looked at could not be written down."))?;
        tx.commit_with(GATHERED, documents.iter().map(DocumentId::to_string).collect(), detail)?;
        Ok(())
    }

    /// Puts on record that the vault was opened. Where there is no room to write, say, it opens all the
    /// same, and the record comes with the next checkpoint.
    pub fn note_unlock(&self) {
        let noted = self.write().and_then(|mut it| it.begin().commit("unlock", Vec::new()));
        if let Err(error) = noted {
            tracing::warn!(code = ?error.problem().code, "the unlock is put on record later");
            self.gather(&self.snapshot(), "unlock", &[], (None, None, ""));
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
