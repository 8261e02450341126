//! Commands about the levels over a collection, from arguments to requests and from answers to lines.

use crate::{
    args::Cli,
    args_levels::{Levels, LevelsQuery},
    fields::{one_line, shown},
    life::stop_on_signal,
    session::{Answer, unlocked},
};
use api::{
    Client,
    types::{LevelsAnswer, LevelsBuilt, LevelsCheck, LevelsList, Problem},
};
use serde_json::{Value, json};
use std::sync::Arc;

/// Runs one of them.
pub(crate) fn answer(cli: &Cli, client: &Arc<Client>, command: &Levels) -> Result<Answer, Problem> {
    let (row, request) = match command {
        Levels::Build { collection, method, max_synthesis_ratio } => {
            stop_on_signal(client);
            let request = json!({
                "collection": collection,
                "method": method.map(|method| method.as_str()),
                "max_synthesis_ratio": max_synthesis_ratio,
            });
            ("levels_build", request)
        }
        Levels::Update { collection, add, remove } => {
            stop_on_signal(client);
            ("levels_update", json!({ "collection": collection, "add": add, "remove": remove }))
        }
        Levels::Query(asked) => ("levels_query", query(asked)),
        Levels::Drilldown { node, to, top_k, offset } => {
            let to = to.as_str();
            (
                "levels_drilldown",
                json!({ "node": node, "to": to, "top_k": top_k, "offset": offset }),
            )
        }
        Levels::Rollup { nodes, to } => {
            ("levels_rollup", json!({ "nodes": nodes, "to": to.as_str() }))
        }
        Levels::Validate { collection } => ("levels_validate", json!({ "collection": collection })),
        Levels::List => ("levels_list", json!({})),
    };
    let answer = unlocked(cli, client, row, request)?;
    let met = answer.value.get("ok").and_then(Value::as_bool).unwrap_or(true);
    Ok(Answer { met, ..answer })
}

fn query(asked: &LevelsQuery) -> Value {
    json!({
        "collections": asked.collection,
        "level": asked.level.as_str(),
        "query": asked.query,
        "wing": asked.wing,
        "room": asked.room,
        "entity_kind": asked.entity_kind,
        "entity": asked.entity,
        "document": asked.document,
        "since": asked.since,
        "until": asked.until,
        "top_k": asked.top_k,
        "offset": asked.offset,
        "include_sources": asked.include_sources,
        "reason": asked.reason,
    })
}

/// The answer in words.
pub(crate) fn print(command: &Levels, value: &Value) -> String {
    match command {
        Levels::Build { .. } | Levels::Update { .. } => shown(value, built),
        Levels::Query(_) | Levels::Drilldown { .. } | Levels::Rollup { .. } => shown(value, nodes),
        Levels::Validate { .. } => shown(value, checked),
        Levels::List => shown(value, list),
    }
}

fn built(built: LevelsBuilt) -> String {
    let now = built.statistics;
    format!(
        "{}: {} documents read, {} gone; {} sections written, {} gone, in {:.0} ms\nnow {} documents, \
         {} passages, {} chunks of {} sentences, {} sections, {} claims ({} dropped)",
        built.collection,
        built.documents_read,
        built.documents_removed,
        built.sections_written,
        built.sections_removed,
        built.took_ms,
        now.documents,
        now.raw,
        now.chunks,
        now.sentences,
        now.sections,
        now.claims,
        now.dropped,
    )
}

fn nodes(answer: LevelsAnswer) -> String {
    let mut text = String::new();
    for (node, collection) in answer.nodes.iter().zip(&answer.collections) {
        let stale = if node.stale { "  STALE" } else { "" };
        let (id, title) = (&node.id, one_line(&node.title));
        text.push_str(&format!("{id:.12}  {title}  [{collection}]{stale}\n"));
        for sentence in &node.sentences {
            let words = one_line(&sentence.text);
            if sentence.connective {
                text.push_str(&format!("  ({words})\n"));
                continue;
            }
            text.push_str(&format!("  “{words}”\n"));
            for source in &sentence.sources {
                let page = source.page.map(|page| format!(", page {page}")).unwrap_or_default();
                let (id, from, to) = (source.document_id.to_string(), source.start, source.end);
                text.push_str(&format!("      {id:.12} {from}–{to}{page}\n"));
            }
        }
    }
    let stale =
        if answer.stale { "; documents came or went since: `knowledge update`" } else { "" };
    text.push_str(&format!(
        "{} of {} in {:.1} ms{stale}",
        answer.nodes.len(),
        answer.total,
        answer.took_ms
    ));
    text
}

fn checked(check: LevelsCheck) -> String {
    let mut text = format!(
        "{}: {} nodes, {} of {} citations hold, {} nodes stale, in {:.0} ms\n",
        check.collection,
        check.nodes,
        check.citations_hold,
        check.citations,
        check.stale,
        check.took_ms
    );
    check.findings.iter().for_each(|finding| text.push_str(&format!("  {finding}\n")));
    text.push_str(if check.ok { "Nothing is broken." } else { "This is broken." });
    text
}

fn list(list: LevelsList) -> String {
    if list.collections.is_empty() {
        return "There are no collections yet.".to_owned();
    }
    let mut text = String::new();
    for state in &list.collections {
        let now = state.statistics;
        let what = match state.built_at {
            None => "not built".to_owned(),
            Some(at) => format!(
                "{} sections, {} chunks, {} passages, by {}, {at}",
                now.sections,
                now.chunks,
                now.raw,
                state.method.as_str()
            ),
        };
        text.push_str(&format!("{}: {what}", state.collection));
        if state.came > 0 || state.went > 0 {
            text.push_str(&format!("; {} came, {} went since", state.came, state.went));
        }
        text.push('\n');
    }
    text.trim_end().to_owned()
}
