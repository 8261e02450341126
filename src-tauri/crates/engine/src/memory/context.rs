//! The one function that builds an agent's context.

use super::{
    gather::{Moment, Ranked},
    settings::{NAME_BYTES, budgets, usage},
    told::Told,
};
use crate::{Palace, Snapshot, error::Result, tables::memory::MemoryRecord};
use ::memory::{Packed, Role, header, identity, pack, policy_for, topic::Room};
use std::time::Instant;
use types::{
    AgentScope, MemoryBudgets, MemoryContext, MemoryItem, MemoryLayer, MemoryLayerText,
    MemoryPolicy, MemoryRequest,
};

/// Longest task, in bytes.
const TASK_BYTES: usize = 1_000_000;
/// Why a layer says nothing.
const NO_BUDGET: &str = "its budget is 0";
/// After so many statements a source is named, where a policy asks for it.
const A_SOURCE: usize = 2;

/// What a layer has to say, before it is known how much of it fits: what does not is not looked up.
struct Offer<'a> {
    told: Box<dyn Iterator<Item = Result<Told>> + 'a>,
    because: String,
    /// How many there are, those that were not looked up too.
    all: u32,
}

impl<'a> Offer<'a> {
    fn nothing(because: &str) -> Self {
        Self::of(Vec::new(), because)
    }

    fn of(told: Vec<Told>, because: &str) -> Self {
        let all = told.len() as u32;
        Self { told: Box::new(told.into_iter().map(Ok)), because: because.to_owned(), all }
    }
}

impl Palace {
    /// Builds an agent's context, and leaves a receipt of it.
    pub fn memory_context(&self, request: &MemoryRequest) -> Result<MemoryContext> {
        let mut context = self.snapshot().memory_preview(request)?;
        context.receipt_id = Some(self.leave_receipt(request, &context)?);
        Ok(context)
    }

    /// The same for an agent that may see some wings alone: nothing of others is in it.
    pub fn memory_context_within(
        &self,
        scope: &AgentScope,
        request: &MemoryRequest,
    ) -> Result<MemoryContext> {
        let now = self.snapshot();
        let moment = Moment::now(self.resources.now());
        let mut context = now.context_at(request, &moment.within(scope))?;
        drop(now);
        context.receipt_id = Some(self.leave_receipt(request, &context)?);
        Ok(context)
    }
}

impl Snapshot {
    /// The very context that an agent would get, without handing it to any.
    pub fn memory_preview(&self, request: &MemoryRequest) -> Result<MemoryContext> {
        self.context_at(request, &Moment::now(self.resources.now()))
    }

    /// The same of a moment.
    pub(super) fn context_at(
        &self,
        request: &MemoryRequest,
        moment: &Moment<'_>,
    ) -> Result<MemoryContext> {
        let start = Instant::now();
        check(request)?;
        let mut warnings = Vec::new();
        let record = self.memory_record()?;
        let budgets = budgets(record.budgets, request, &mut warnings)?;
        let mut policy = policy_for(&record.policies, &request.agent);
        if request.deep && !policy.layers.contains(&MemoryLayer::L3) {
            match policy.may_search {
                true => policy.layers.push(MemoryLayer::L3),
                false => warnings.push("This agent's policy has no deep search.".to_owned()),
            }
        }
        policy.layers.sort_unstable();
        let most = self.resources.memory_ceiling().unwrap_or(u64::MAX);
        let asked = Asked { request, policy: &policy, budgets: &budgets, record: &record, moment };
        let deep = policy.layers.contains(&MemoryLayer::L3);
        let search = |budget: u32| -> Result<(MemoryLayerText, Option<String>)> {
            let found = self.found_for(&request.task, budget, policy.contradictions, moment)?;
            let offer = match budget {
                0 => Offer::nothing(NO_BUDGET),
                _ => Offer::of(found.told, "a search for the task"),
            };
            Ok((self.packed(MemoryLayer::L3, budget, offer, &asked)?, found.degraded))
        };
        let whole: u64 = policy.layers.iter().map(|layer| u64::from(budgets.of(*layer))).sum();
        let own = budgets.of(MemoryLayer::L3);
        // where the ceiling may leave the search less than its own, it waits for what the others take
        let (told, found) = match deep && whole <= most {
            true => rayon::join(|| self.known_layers(&asked, most), || search(own).map(Some)),
            false => (self.known_layers(&asked, most), Ok(None)),
        };
        let (mut layers, left) = told?;
        if deep {
            let (text, degraded) = match found? {
                Some(found) => found,
                None => search(u64::from(own).min(left) as u32)?,
            };
            warnings.extend(degraded);
            layers.push(text);
        }
        let took_ms = start.elapsed().as_secs_f64() * 1e3;
        let total_tokens = layers.iter().map(|layer| layer.tokens).sum();
        let told: usize = layers.iter().map(|layer| layer.nodes.len()).sum();
        let fired = layers.iter().filter(|layer| !layer.text.is_empty());
        let fired: Vec<&str> = fired.map(|layer| layer.layer.as_str()).collect();
        tracing::info!(layers = ?fired, tokens = total_tokens, nodes = told, took_ms, "memory context");
        Ok(MemoryContext {
            agent: request.agent.clone(),
            layers,
            total_tokens,
            receipt_id: None,
            warnings,
            tokenizer: record.tokenizer,
            took_ms,
        })
    }

    /// The layers that are known without a search, and how many tokens of `most` they leave.
    fn known_layers(&self, asked: &Asked<'_>, most: u64) -> Result<(Vec<MemoryLayerText>, u64)> {
        let above = asked.policy.layers.iter().filter(|layer| **layer != MemoryLayer::L3);
        let (of_room, always): (Vec<MemoryLayer>, Vec<MemoryLayer>) =
            above.copied().partition(|layer| *layer == MemoryLayer::L2);
        let within = |layer: MemoryLayer, left: u64| u64::from(asked.budgets.of(layer)).min(left);
        let always = || {
            let (mut layers, mut left) = (Vec::new(), most);
            for layer in always {
                let budget = within(layer, left) as u32;
                let text =
                    self.packed(layer, budget, self.always_told(layer, budget, asked)?, asked)?;
                left = left.saturating_sub(u64::from(text.tokens));
                layers.push(text);
            }
            Ok::<_, crate::error::Error>((layers, left))
        };
        let topic = || match of_room.iter().any(|layer| within(*layer, most) > 0) {
            true => self.topic(&asked.request.task, asked.moment),
            false => Ok(None),
        };
        let (told, topic) = rayon::join(always, topic);
        let ((mut layers, mut left), topic) = (told?, topic?);
        for layer in of_room {
            let budget = within(layer, left) as u32;
            let before: Vec<MemoryItem> =
                layers.iter().flat_map(|layer| layer.nodes.iter().cloned()).collect();
            let offer = match &topic {
                _ if budget == 0 => Offer::nothing(NO_BUDGET),
                None => Offer::nothing("no topic was detected in the task"),
                Some(topic) => self.room_offer(asked, topic, &before, budget as usize)?,
            };
            let text = self.packed(layer, budget, offer, asked)?;
            left = left.saturating_sub(u64::from(text.tokens));
            layers.push(text);
        }
        Ok((layers, left))
    }

    /// What is told whatever the task.
    fn always_told<'a>(
        &'a self,
        layer: MemoryLayer,
        budget: u32,
        asked: &Asked<'a>,
    ) -> Result<Offer<'a>> {
        Ok(match layer {
            _ if budget == 0 => Offer::nothing(NO_BUDGET),
            // who the person is belongs to no wing: it may speak of any
            MemoryLayer::L0 if asked.moment.scope().is_some() => {
                Offer::nothing("this agent sees some wings alone")
            }
            MemoryLayer::L0 => own_words(&asked.record.identity),
            MemoryLayer::L1 => {
                let (ranked, all) = self.essentials(asked.moment)?;
                let because = "always: preferences, reliable facts, core decisions, trusted advice";
                let told = Box::new(self.told_in_turn(ranked, asked.moment, budget as usize));
                Offer { told, because: because.to_owned(), all }
            }
            MemoryLayer::L2 | MemoryLayer::L3 => Offer::nothing("it depends on the task"),
        })
    }

    /// As much of an offer as the budget holds.
    fn packed(
        &self,
        layer: MemoryLayer,
        budget: u32,
        offer: Offer<'_>,
        asked: &Asked<'_>,
    ) -> Result<MemoryLayerText> {
        let tokens = self.resources.counter(asked.record.tokenizer)?;
        let count = |text: &str| tokens.count(text);
        let (mut items, mut failed): (Vec<MemoryItem>, _) = (Vec::new(), None);
        let lines = offer.told.map_while(|told| match told {
            Ok(Told { statement, item, divisible }) => {
                items.push(item);
                Some((statement, divisible))
            }
            Err(error) => {
                failed = Some(error);
                None
            }
        });
        let packed = pack(header(layer), lines, budget as usize, &count);
        if let Some(error) = failed {
            return Err(error);
        }
        let Packed { text, tokens, taken, .. } = packed;
        let nodes: Vec<MemoryItem> = taken
            .iter()
            .filter_map(|taken| {
                let mut item = items.get(taken.number)?.clone();
                item.tokens = taken.tokens as u32;
                item.text.truncate(taken.bytes);
                Some(item)
            })
            .collect();
        let left_out = offer.all.saturating_sub(nodes.len() as u32);
        let tokens = tokens as u32;
        Ok(MemoryLayerText { layer, tokens, budget, nodes, text, because: offer.because, left_out })
    }

    fn room_offer<'a>(
        &'a self,
        asked: &Asked<'a>,
        (room, because): &(Room, String),
        before: &[MemoryItem],
        budget: usize,
    ) -> Result<Offer<'a>> {
        let because = format!("the task is about {} › {} by {because}", room.0, room.1);
        let (ranked, mut all) = self.in_room(room, &asked.request.task, before, asked.moment)?;
        let mut nodes = self.told_in_turn(ranked, asked.moment, budget);
        let sources = match asked.policy.known_sources {
            true => self.sources_in(room, asked.moment),
            false => Vec::new(),
        };
        all += sources.len() as u32;
        let named = sources.into_iter().take(budget / LEAST_LINE).enumerate();
        let mut sources = named
            .filter_map(|(number, id)| Some((number, self.source(&id).transpose()?)))
            .peekable();
        let mut given = 0;
        let told = std::iter::from_fn(move || {
            let due = |(number, _): &(usize, _)| number * (A_SOURCE + 1) + A_SOURCE <= given;
            let next = match sources.next_if(due) {
                Some((_, source)) => Some(source),
                None => nodes.next().or_else(|| sources.next().map(|(_, source)| source)),
            };
            given += 1;
            next
        });
        Ok(Offer { told: Box::new(told), because, all })
    }

    /// Nodes as they are told, as many as may fit, each looked up once it is its turn.
    fn told_in_turn<'a>(
        &'a self,
        ranked: Ranked,
        moment: &'a Moment<'_>,
        budget: usize,
    ) -> impl Iterator<Item = Result<Told>> + 'a {
        let ids = ranked.into_iter().take(budget / LEAST_LINE);
        ids.filter_map(|id| self.told(&id, Role::Known, moment).transpose())
    }

    /// A document that is known, as a line.
    fn source(&self, id: &types::NodeId) -> Result<Option<Told>> {
        let Some(node) = self.graph.node(&self.records, id)? else { return Ok(None) };
        let document = node.evidence.iter().find_map(|one| self.catalogue.get(&one.document?));
        // one that is only cited is not known
        let Some(document) = document.filter(|it| it.title == node.name) else { return Ok(None) };
        let (reliability, overridden) = (node.trust.reliability(), node.trust.overridden.is_some());
        let statement = ::memory::Statement {
            words: document.title.clone(),
            role: Role::Source,
            cited: Some(::memory::Cited::default()),
            reliability: Some(reliability),
            overridden,
            holds: String::new(),
        };
        let item = MemoryItem {
            node_id: Some(*id),
            document_id: Some(document.id),
            title: document.title.clone(),
            reliability: Some(reliability),
            overridden,
            ..nothing(document.title.clone())
        };
        Ok(Some(Told { statement, item, divisible: false }))
    }
}

/// Fewest tokens that a line has: a dash, its quotation marks, a word, and where it is from.
const LEAST_LINE: usize = 8;

/// What a context is of.
struct Asked<'a> {
    request: &'a MemoryRequest,
    policy: &'a MemoryPolicy,
    budgets: &'a MemoryBudgets,
    record: &'a MemoryRecord,
    moment: &'a Moment<'a>,
}

fn own_words(text: &str) -> Offer<'static> {
    let told: Vec<Told> = identity(text)
        .into_iter()
        .map(|statement| Told {
            item: nothing(statement.words.clone()),
            statement,
            divisible: false,
        })
        .collect();
    if told.is_empty() {
        return Offer::nothing("nothing is set: say who you are and what you work on");
    }
    Offer::of(told, "always")
}

fn nothing(text: String) -> MemoryItem {
    MemoryItem {
        node_id: None,
        chunk_id: None,
        document_id: None,
        title: String::new(),
        span: None,
        reliability: None,
        overridden: false,
        text,
        tokens: 0,
    }
}

fn check(request: &MemoryRequest) -> Result<()> {
    let named = |name: &str| !name.trim().is_empty() && name.len() <= NAME_BYTES;
    if !named(&request.agent) || !request.client.as_deref().is_none_or(named) {
        return Err(usage(
            "An agent has a name of 1 to 100 bytes.",
            "planner, searcher, reasoning, aggregator or writer, say.",
        ));
    }
    if request.task.len() > TASK_BYTES {
        return Err(usage("The task is too long.", "Say it in up to 1,000,000 bytes."));
    }
    Ok(())
}
