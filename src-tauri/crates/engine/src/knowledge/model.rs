//! What a language model adds where one is set: a place for what the vocabulary was not sure of, and
//! layer 3 of trust, in one call for up to ten nodes (seed 003). It never touches what the person fixed;
//! a call that fails or answers nonsense leaves the deterministic answer, and is noted.

use super::placing::{AT_ONCE, may_move};
use crate::{Palace, Snapshot, error::Result, situating::Situating};
use models::llm::knowledge::{Asked, BATCH, Judged, Relation, judge, relations};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};
use trust::Judgement;
use types::{
    Cancel, ErrorCode, Evidence, Field, FoundEdge, Method, Node, NodeId, NodeState, Place,
    PlacedBy, Problem, SweepReport, Tier, VocabularyEntry,
};

/// Nodes that one sweep asks about: what is left waits for the next.
const A_SWEEP: usize = 500;
/// After so many failures in a row the rest is left to the deterministic way.
const FAILURES: usize = 3;
/// Warnings kept.
const WARNINGS: usize = 20;

/// What all calls of one sweep share.
struct Asking<'a> {
    model: &'a Situating,
    rooms: Vec<(String, String)>,
    failures: AtomicUsize,
    report: Mutex<&'a mut SweepReport>,
    cancel: &'a Cancel,
}

impl Snapshot {
    /// Nodes that the deterministic way left open.
    fn unsettled(&self) -> Result<Vec<Node>> {
        let graph = &self.graph;
        let mut open: Vec<(bool, NodeId)> = {
            let view = graph.view();
            let heads = view.heads().filter(|head| {
                head.state != NodeState::Dismissed && !head.overridden && head.layer < 3
            });
            heads.map(|head| (head.state != NodeState::Accepted, head.id)).collect()
        };
        open.sort_unstable();
        let mut nodes = Vec::new();
        for (_, id) in open {
            let Some(node) = graph.node(&self.records, &id)? else { continue };
            let unplaced = matches!(node.place.by, PlacedBy::Nearest | PlacedBy::Unsorted);
            if (unplaced && may_move(&node)) || !trust::settled(&node.trust) {
                nodes.push(node);
            }
            if nodes.len() == A_SWEEP {
                break;
            }
        }
        Ok(nodes)
    }
}

impl Palace {
    /// Lets the language model judge what is not settled; nothing where none is set.
    pub(super) fn ask_model(&self, report: &mut SweepReport, cancel: &Cancel) -> Result<()> {
        let now = self.snapshot();
        let Some(model) = now.language_model()? else { return Ok(()) };
        let waiting = now.unsettled()?;
        let rooms = now.words.vocabulary.rooms();
        drop(now);
        let asking = Asking {
            model: &model,
            rooms: rooms.into_iter().map(|(wing, room, _)| (wing, room)).collect(),
            failures: AtomicUsize::new(0),
            report: Mutex::new(report),
            cancel,
        };
        let batches: Vec<&[Node]> = waiting.chunks(BATCH).collect();
        let next = AtomicUsize::new(0);
        let failed = Mutex::new(None);
        let work = || {
            while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                let stop = asking.failures.load(Ordering::Relaxed) >= FAILURES;
                if stop || cancel.is_cancelled() {
                    return;
                }
                if let Err(error) = self.ask_about(&asking, batch) {
                    *failed.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
                    return;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..model.concurrency().min(batches.len()) {
                scope.spawn(work);
            }
            work();
        });
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    fn ask_about(&self, asking: &Asking<'_>, batch: &[Node]) -> Result<()> {
        let asked: Vec<Asked<'_>> = (0u32..)
            .zip(batch)
            .map(|(id, node)| Asked {
                id,
                name: &node.name,
                text: node.evidence.first().map_or(&node.description, |one| &one.quote),
                kind: node.kind.as_str(),
            })
            .collect();
        let llm = asking.model.llm();
        let judged = match judge(llm, &asking.rooms, &asked, asking.cancel) {
            Ok(answer) => answer,
            Err(error) => {
                asking.failed(&error.problem());
                return Ok(());
            }
        };
        asking.failures.store(0, Ordering::Relaxed);
        let (judged, cost, warnings) = judged;
        asking.note(judged.len(), cost.prompt_tokens + cost.completion_tokens, warnings);
        self.take_judgements(batch, judged)?;
        match relations(llm, &asked, asking.cancel) {
            Ok((found, cost, warnings)) => {
                asking.note(0, cost.prompt_tokens + cost.completion_tokens, warnings);
                self.take_relations(batch, &found)
            }
            Err(error) => {
                asking.failed(&error.problem());
                Ok(())
            }
        }
    }

    fn take_judgements(&self, batch: &[Node], judged: Vec<Judged>) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        let mut taught: Vec<VocabularyEntry> = Vec::new();
        for one in judged {
            let Some(node) = batch.get(one.id as usize) else { continue };
            let placed = extract::palace::check("word", &one.wing, &one.room).is_ok();
            let keyword = one.keyword.as_deref().filter(|_| placed);
            taught.extend(keyword.and_then(|it| tx.suggestion(it, &one.wing, &one.room)));
            if change.node(&node.id)?.is_none() {
                continue;
            }
            change.update(&node.id, |node| take_judgement(node, &one, placed))?;
        }
        tx.put_graph(change)?;
        tx.teach(&taught)?;
        tx.commit("knowledge.judge", Vec::new())?;
        Ok(())
    }

    fn take_relations(&self, batch: &[Node], found: &[Relation]) -> Result<()> {
        if found.is_empty() {
            return Ok(());
        }
        let now = self.resources.now();
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        for Relation { from, to, kind, confidence, because } in found {
            let ends = batch.get(*from as usize).zip(batch.get(*to as usize));
            let Some((from, to)) = ends else { continue };
            let quoted = from.evidence.first().cloned();
            let evidence = quoted.map(|one| Evidence {
                method: Method::Model,
                confidence: *confidence,
                observed_at: now,
                ..one
            });
            let edge = FoundEdge {
                kind: *kind,
                from: from.id,
                to: to.id,
                confidence: *confidence,
                because: format!("a language model: {because}"),
                evidence,
                tier: Tier::Extracted,
                // a model's word alone does not count before a person has seen it
                state: NodeState::Proposed,
            };
            match change.merge_edge(edge) {
                Ok(_)
                | Err(
                    graph::Error::SelfEdge | graph::Error::Cycle | graph::Error::MissingNode(_),
                ) => {}
                Err(error) => return Err(error.into()),
            }
        }
        tx.put_graph(change)?;
        tx.commit("knowledge.relate", Vec::new())?;
        Ok(())
    }
}

impl Asking<'_> {
    fn note(&self, judged: usize, tokens: u64, warnings: Vec<String>) {
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report.by_model += judged as u32;
        report.model_tokens += tokens;
        report.warnings.extend(warnings);
        report.warnings.truncate(WARNINGS);
    }

    fn failed(&self, problem: &Problem) {
        if problem.code == ErrorCode::Cancelled {
            let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
            let warning =
                "Stopped before the language model answered. What the words alone tell is kept.";
            if !report.warnings.iter().any(|known| known == warning) {
                report.warnings.push(warning.to_owned());
            }
            return;
        }
        let failures = self.failures.fetch_add(1, Ordering::Relaxed) + 1;
        let mut report = self.report.lock().unwrap_or_else(PoisonError::into_inner);
        report.model_failures += 1;
        let mut warning = format!("{} What the words alone tell is kept.", problem.message);
        if failures >= FAILURES {
            warning.push_str(" The model is not asked again in this sweep.");
        }
        if report.warnings.len() < WARNINGS && !report.warnings.contains(&warning) {
            report.warnings.push(warning);
        }
    }
}

fn take_judgement(node: &mut Node, judged: &Judged, placed: bool) {
    let sure = node.place.by == PlacedBy::Keyword && node.place.confidence > AT_ONCE;
    if placed && may_move(node) && !sure {
        node.place = Place {
            wing: judged.wing.clone(),
            room: judged.room.clone(),
            hall: judged.hall.unwrap_or(node.place.hall),
            confidence: AT_ONCE,
            by: PlacedBy::Model,
            because: Vec::new(),
        };
    }
    if node.trust.overridden.is_none() {
        let judgement = Judgement {
            grade: judged.grade.unwrap_or(node.trust.grade),
            bias: judged.bias.clone(),
            summary: judged.summary.clone(),
        };
        trust::judge(&mut node.trust, &judgement);
    }
    if !judged.summary.is_empty() && !node.is_fixed(Field::Summary) {
        node.summary.clone_from(&judged.summary);
    }
}
