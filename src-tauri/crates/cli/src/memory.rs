//! Commands about the memory stack, from arguments to requests and from answers to lines.

use crate::{
    args::Cli,
    args_memory::{Budgets, Memory},
    fields::{fields, one_line, shown},
    session::{Answer, unlocked},
};
use api::{
    Client,
    types::{
        ErrorCode, MemoryContext, MemoryDiff, MemoryItem, MemoryReceipts, MemorySettings, Problem,
    },
};
use serde_json::{Value, json};
use std::{io::Read, path::Path};

/// Longest task that is read from standard input, and longest file of policies, in bytes.
const MOST_BYTES: u64 = 2 << 20;

/// Runs one of them.
pub(crate) fn answer(cli: &Cli, client: &Client, command: &Memory) -> Result<Answer, Problem> {
    let (command, request) = match command {
        Memory::Context(asked) => {
            let request = json!({
                "agent": asked.agent,
                "task": task(&asked.task)?,
                "client": asked.client,
                "deep": asked.deep,
            });
            ("memory_context", within(request, &asked.budgets))
        }
        Memory::Diff { from, to, agent, task } => {
            ("memory_diff", json!({ "from": from, "to": to, "agent": agent, "task": task }))
        }
        Memory::Receipts { agent, limit, before } => {
            ("memory_receipts", json!({ "agent": agent, "limit": limit, "before": before }))
        }
        Memory::Settings => ("memory_settings", json!({})),
        Memory::Set { identity, budgets: asked, policies, tokenizer } => {
            let policies = policies.as_deref().map_or(Ok(Value::Null), from_file)?;
            let request =
                json!({ "identity": identity, "policies": policies, "tokenizer": tokenizer });
            ("memory_set", within(request, asked))
        }
    };
    unlocked(cli, client, command, request)
}

/// A request with the budgets that were given.
fn within(mut request: Value, asked: &Budgets) -> Value {
    let budgets = [asked.budget_l0, asked.budget_l1, asked.budget_l2, asked.budget_l3];
    if let Some(fields) = request.as_object_mut() {
        for (layer, budget) in budgets.into_iter().enumerate() {
            fields.insert(format!("budget_l{layer}"), json!(budget));
        }
    }
    request
}

fn task(given: &str) -> Result<String, Problem> {
    if given != "-" {
        return Ok(given.to_owned());
    }
    let mut task = String::new();
    let read = std::io::stdin().lock().take(MOST_BYTES).read_to_string(&mut task);
    read.map(|_| task).map_err(|error| {
        let message = format!("Standard input was not read ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Try again.")
    })
}

/// The policies of a file: a list, or settings that hold one.
fn from_file(path: &Path) -> Result<Value, Problem> {
    let unread = |why: String| {
        let message = format!("The policies were not read ({why}). Nothing was changed.");
        Problem::new(ErrorCode::Usage, message, "Give what `memory settings --json` prints.")
    };
    let mut text = String::new();
    let file = std::fs::File::open(path).map_err(|error| unread(error.kind().to_string()))?;
    let read = file.take(MOST_BYTES).read_to_string(&mut text);
    read.map_err(|error| unread(error.kind().to_string()))?;
    let value: Value = serde_json::from_str(&text).map_err(|_| unread("no JSON".to_owned()))?;
    let inside = value.get("policies").cloned();
    Some(inside.unwrap_or(value))
        .filter(Value::is_array)
        .ok_or_else(|| unread("no list".to_owned()))
}

/// The answer in words.
pub(crate) fn print(command: &Memory, value: &Value) -> String {
    match command {
        Memory::Context(_) => shown(value, context),
        Memory::Diff { .. } => shown(value, diff),
        Memory::Receipts { .. } => shown(value, receipts),
        Memory::Settings | Memory::Set { .. } => shown(value, settings),
    }
}

fn context(context: MemoryContext) -> String {
    let mut text = String::new();
    for layer in &context.layers {
        match layer.text.is_empty() {
            true => text.push_str(&format!("## {} says nothing", layer.layer.as_str())),
            false => text.push_str(&layer.text),
        }
        text.push_str(&format!(
            "\n   {} of {} tokens, {}; {} more did not fit\n\n",
            layer.tokens, layer.budget, layer.because, layer.left_out
        ));
    }
    for warning in &context.warnings {
        text.push_str(&format!("note: {warning}\n"));
    }
    let receipt = context.receipt_id.unwrap_or_default();
    text.push_str(&format!(
        "{} tokens in {:.1} ms, receipt {receipt:.16}",
        context.total_tokens, context.took_ms
    ));
    text
}

fn diff(diff: MemoryDiff) -> String {
    let mut text = format!("{} from {} to {}\n", diff.agent, diff.from, diff.to);
    for layer in &diff.layers {
        text.push_str(&format!(
            "{}: {} tokens, then {}; {} stayed\n",
            layer.layer.as_str(),
            layer.tokens_from,
            layer.tokens_to,
            layer.stayed
        ));
        let mut say = |mark: char, items: &[MemoryItem]| {
            for item in items {
                text.push_str(&format!("  {mark} {}\n", one_line(&item.text)));
            }
        };
        say('+', &layer.entered);
        say('-', &layer.left);
    }
    text
}

fn receipts(answer: MemoryReceipts) -> String {
    if answer.receipts.is_empty() {
        return "Nothing was handed out.".to_owned();
    }
    let mut text = String::new();
    for receipt in &answer.receipts {
        let layers: Vec<String> = receipt
            .layers
            .iter()
            .map(|layer| {
                let name = layer.layer.as_str();
                format!("{name} {} tokens, {} items", layer.tokens, layer.nodes.len())
            })
            .collect();
        let client = receipt.client.as_deref().map(|name| format!(" for {name}"));
        text.push_str(&format!(
            "{}  {:.16}  {}{}: {}\n",
            receipt.at,
            receipt.receipt_id,
            receipt.agent,
            client.unwrap_or_default(),
            if layers.is_empty() { "nothing".to_owned() } else { layers.join("; ") },
        ));
    }
    text
}

fn settings(settings: MemorySettings) -> String {
    fields(&serde_json::to_value(&settings).unwrap_or_default(), "")
}
