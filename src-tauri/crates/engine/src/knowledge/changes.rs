//! What a person did to the graph: each action is one commit with its record, which holds what is
//! needed to undo it. A correction of a score is the exception: it stands until another one.

use crate::{
    Palace, Snapshot,
    error::{Error, Result},
    tables::{CHANGES, knowledge::ChangeRecord},
    tx::Tx,
};
use graph::Change;
use types::{
    Cascade, ChangeAnswer, ChangeView, DocumentId, ErrorCode, NodeId, Repeating, VocabularyEntry,
};
use vault::Batch;

/// Changes that a list of recent ones goes back over.
const RECENT: u64 = 200;

/// An action on its way into a commit.
pub(crate) struct Action<'a> {
    pub name: &'static str,
    pub detail: String,
    pub reason: &'a str,
    pub nodes: Vec<NodeId>,
    pub undoable: bool,
    pub counted: Vec<(String, bool)>,
    pub taught: Vec<VocabularyEntry>,
}

impl<'a> Action<'a> {
    pub fn new(name: &'static str, detail: String, nodes: Vec<NodeId>) -> Self {
        Self {
            name,
            detail,
            reason: "",
            nodes,
            undoable: true,
            counted: Vec::new(),
            taught: Vec::new(),
        }
    }

    pub fn because(self, reason: &'a str) -> Self {
        Self { reason, ..self }
    }
}

pub(crate) fn change_view(record: &ChangeRecord) -> ChangeView {
    ChangeView {
        change: record.number,
        at: record.at,
        action: record.action.clone(),
        detail: record.detail.clone(),
        reason: record.reason.clone(),
        nodes: record.nodes.clone(),
        undoable: record.before.is_some() && !record.undone,
        undone: record.undone,
    }
}

impl Snapshot {
    /// What was done to a node, newest first.
    pub(crate) fn history(&self, id: &NodeId) -> Result<Vec<ChangeRecord>> {
        let found = self.records.filed(&[b"change", id.as_bytes()], CHANGES)?;
        let mut changes = Vec::new();
        for change in found {
            changes.push(change?);
        }
        changes.retain(|change: &ChangeRecord| change.nodes.contains(id));
        changes.sort_by_key(|change| std::cmp::Reverse(change.number));
        Ok(changes)
    }

    /// The last actions, newest first.
    pub(crate) fn recent(&self, limit: usize) -> Result<Vec<ChangeRecord>> {
        let next = self.settings.next_change;
        let mut recent = Vec::new();
        for number in (next.saturating_sub(RECENT)..next).rev() {
            if recent.len() == limit {
                break;
            }
            recent.extend(self.records.get(CHANGES, &[&number.to_be_bytes()])?);
        }
        Ok(recent)
    }
}

impl Tx<'_, '_> {
    /// Commits what was done, with its record.
    pub(crate) fn commit_change(
        mut self,
        change: Change,
        action: Action<'_>,
    ) -> Result<ChangeAnswer> {
        let now = self.resources.now();
        let mut settings = (*self.settings).clone();
        let record = ChangeRecord {
            number: settings.next_change,
            at: now,
            action: action.name.to_owned(),
            detail: action.detail,
            reason: action.reason.trim().to_owned(),
            nodes: action.nodes.clone(),
            before: action.undoable.then(|| change.before()),
            counted: action.counted,
            taught: action.taught,
            undone: false,
        };
        settings.next_change += 1;
        for (what, approved) in &record.counted {
            settings.count(what.clone(), *approved, 1, now);
        }
        self.put_graph(change)?;
        put_change(&mut self.batch, &record)?;
        self.put_settings(settings)?;
        self.teach(&record.taught)?;
        self.note.reason.clone_from(&record.reason);
        if let Some((before, after)) = record.detail.split_once(" → ") {
            (self.note.before, self.note.after) = (before.to_owned(), after.to_owned());
        } else {
            self.note.after.clone_from(&record.detail);
        }
        let subjects = record.nodes.iter().take(100).map(NodeId::to_string).collect();
        let now = self.commit(action.name, subjects)?;
        let learnt = record
            .taught
            .iter()
            .map(|entry| format!("vocabulary: {} → {}/{}", entry.pattern, entry.wing, entry.room));
        Ok(ChangeAnswer {
            learnt: learnt.collect(),
            change: change_view(&record),
            nodes: now.cards(&now.graph.view(), &action.nodes),
        })
    }

    /// Drops what is kept for undoing where it quotes a forgotten document. Gives how many actions that
    /// concerned.
    /// Reasons that are named in `also` are dropped with them.
    pub(crate) fn forget_changes(
        &mut self,
        document: &DocumentId,
        cascade: Cascade,
        also: &[Repeating],
    ) -> Result<u64> {
        let mut forgotten = 0;
        let all: Vec<ChangeRecord> =
            self.records.scan(CHANGES, &[])?.collect::<vault::Result<_>>()?;
        for mut record in all {
            let mentions = record.before.as_ref().is_some_and(|before| before.mentions(document));
            let quoted = mentions && cascade != Cascade::None;
            let repeats = also.contains(&Repeating::Reason(record.number));
            if quoted {
                // it can no longer be undone; the detail may quote what is forgotten
                record.before = None;
                record.detail = String::new();
                forgotten += 1;
            }
            if repeats {
                record.reason = String::new();
            }
            if quoted || repeats {
                put_change(&mut self.batch, &record)?;
            }
        }
        Ok(forgotten)
    }
}

impl Palace {
    /// Undoes an action. What came later from documents stays.
    pub fn undo(&self, number: u64) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let record = tx.records.get(CHANGES, &[&number.to_be_bytes()])?;
        let missing = || {
            let hint = "`review list` shows the last actions with their numbers.";
            Error::new(ErrorCode::NotFound, "No action has that number.", hint)
        };
        let mut record: ChangeRecord = record.ok_or_else(missing)?;
        let stands = |message: &str, hint: &str| Err(Error::new(ErrorCode::Usage, message, hint));
        if record.undone {
            return stands("That action was undone already.", "Nothing is to be done.");
        }
        let Some(before) = record.before.take() else {
            return match record.action.as_str() {
                "override" => stands(
                    "A correction of a score is permanent.",
                    "Correct it by another correction, with its reason.",
                ),
                _ => stands(
                    "That action cannot be undone any more: what it was about was forgotten.",
                    "Do the opposite by hand.",
                ),
            };
        };
        let now = self.resources.now();
        let mut change = tx.change();
        change.restore(&before)?;
        let mut settings = (*tx.settings).clone();
        for (what, approved) in &record.counted {
            settings.count(what.clone(), *approved, -1, now);
        }
        record.undone = true;
        tx.put_graph(change)?;
        put_change(&mut tx.batch, &record)?;
        tx.put_settings(settings)?;
        let unlearnt: Vec<VocabularyEntry> = record
            .taught
            .iter()
            .map(|entry| VocabularyEntry { active: false, ..entry.clone() })
            .collect();
        tx.teach(&unlearnt)?;
        let subjects = record.nodes.iter().take(100).map(NodeId::to_string).collect();
        tx.commit("knowledge.undo", subjects)?;
        self.assess_around(&mut writer, &record.nodes)?;
        let now = writer.now();
        Ok(ChangeAnswer {
            nodes: now.cards(&now.graph.view(), &record.nodes),
            change: change_view(&record),
            learnt: Vec::new(),
        })
    }
}

fn put_change(batch: &mut Batch<'_>, record: &ChangeRecord) -> Result<()> {
    let number = record.number.to_be_bytes();
    batch.put(CHANGES, &[&number], record)?;
    for node in &record.nodes {
        batch.file(&[b"change", node.as_bytes()], CHANGES, &number);
    }
    Ok(())
}
