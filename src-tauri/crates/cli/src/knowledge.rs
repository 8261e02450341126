//! Commands about knowledge, from arguments to requests. It decides nothing: what makes sense is the
//! engine's to say.

use crate::{
    args::{Cli, Command},
    args_knowledge::{
        Edge, Gaps, GraphFormat, Knowledge, Node, NodeAdd, NodeEdit, Palace, Review, Reviewed,
        RulingName, Settings, Trust, Vocabulary, Which,
    },
    levels,
    life::stop_on_signal,
    session::{Answer, call, unlocked, whole_id, with_vault, write_private},
};
use api::{
    Client,
    types::{ErrorCode, Problem},
};
use serde_json::{Value, json};
use std::{path::Path, sync::Arc};

/// Longest vocabulary file that is read, in bytes.
const VOCABULARY_BYTES: u64 = 1 << 20;

/// The name of a command of the table, and what it is asked.
type Asked = (&'static str, Value);

/// Runs one of the commands about nodes, edges, the palace, trust, review, gaps and settings.
pub fn answer(cli: &Cli, client: &Arc<Client>) -> Result<Answer, Problem> {
    let (command, request) = match &cli.command {
        Command::Node(Node::Export { format, wing, as_of, out }) => {
            let asked = export(*format, wing.as_deref(), as_of.as_deref());
            return written(unlocked(cli, client, asked.0, asked.1)?, out.as_deref());
        }
        Command::Node(command) => {
            return with_vault(cli, client, || run(client, node(client, command)?));
        }
        Command::Review(command) => {
            return with_vault(cli, client, || run(client, review(client, command)?));
        }
        Command::Edge(command) => edge(command),
        Command::Palace(command) => palace(command)?,
        Command::Trust(command) => {
            if matches!(command, Trust::Sweep { .. }) {
                stop_on_signal(client);
            }
            trust(command)
        }
        Command::Gaps(command) => gaps(command),
        Command::Knowledge(Knowledge::Settings(change)) => settings(change),
        Command::Knowledge(Knowledge::Levels(command)) => {
            return levels::answer(cli, client, command);
        }
        _ => return Err(Problem::new(ErrorCode::Internal, "Not of this kind.", "Report this.")),
    };
    unlocked(cli, client, command, request)
}

fn run(client: &Client, asked: Asked) -> Result<Answer, Problem> {
    call(client, asked.0, asked.1)
}

fn node(client: &Client, command: &Node) -> Result<Asked, Problem> {
    Ok(match command {
        Node::List(which) => ("node_list", nodes(client, which)?),
        Node::Show { node } => ("node_show", json!({ "node": node })),
        Node::Add(new) => ("node_add", addition(new)),
        Node::Edit(change) => ("node_edit", edit(change, false)),
        Node::Merge { into, from, reason } => {
            ("node_merge", json!({ "into": into, "from": from, "reason": reason }))
        }
        Node::Split { node, name, documents, reason } => {
            let documents = documents.iter().map(|prefix| whole_id(client, prefix));
            let documents = documents.collect::<Result<Vec<_>, _>>()?;
            let request =
                json!({ "node": node, "name": name, "documents": documents, "reason": reason });
            ("node_split", request)
        }
        Node::Unalias { node, alias } => ("node_unalias", json!({ "node": node, "alias": alias })),
        Node::Delete { node } => ("node_delete", json!({ "node": node })),
        Node::Neighbours { node, hops, limit, as_of } => (
            "node_neighbours",
            json!({ "node": node, "hops": hops, "limit": limit, "as_of": as_of }),
        ),
        Node::Paths { from, to, hops } => {
            ("node_paths", json!({ "from": from, "to": to, "hops": hops }))
        }
        Node::Export { format, wing, as_of, .. } => {
            export(*format, wing.as_deref(), as_of.as_deref())
        }
    })
}

fn nodes(client: &Client, which: &Which) -> Result<Value, Problem> {
    let document = which.document.as_ref().map(|prefix| whole_id(client, prefix)).transpose()?;
    Ok(json!({
        "query": which.query,
        "wing": which.wing,
        "room": which.room,
        "hall": which.hall,
        "kind": which.kind,
        "tag": which.tag,
        "state": which.state,
        "document": document,
        "min_reliability": which.min_reliability,
        "as_of": which.as_of,
        "offset": which.offset,
        "limit": which.limit,
    }))
}

fn addition(new: &NodeAdd) -> Value {
    json!({
        "name": new.name,
        "kind": new.kind,
        "description": new.description,
        "tags": new.tags,
        "wing": new.wing,
        "room": new.room,
        "hall": new.hall,
        "valid_from": new.valid_from,
        "valid_to": new.valid_to,
    })
}

fn edit(change: &NodeEdit, approve: bool) -> Value {
    let tags = (change.no_tags || !change.tags.is_empty()).then_some(&change.tags);
    json!({
        "node": change.node,
        "name": change.name,
        "description": change.description,
        "summary": change.summary,
        "kind": change.kind,
        "tags": tags,
        "importance": change.importance,
        "valid_from": change.valid_from,
        "valid_to": change.valid_to,
        "approve": approve,
        "reason": change.reason,
    })
}

fn export(format: GraphFormat, wing: Option<&str>, as_of: Option<&str>) -> Asked {
    let format = match format {
        GraphFormat::Graphml => "graphml",
        GraphFormat::JsonLd => "jsonld",
    };
    ("node_export", json!({ "format": format, "wing": wing, "as_of": as_of }))
}

/// An export is printed, or written into a new file that the person names.
fn written(mut answer: Answer, out: Option<&Path>) -> Result<Answer, Problem> {
    let Some(out) = out else { return Ok(answer) };
    let text = answer.value.get("text").and_then(Value::as_str).unwrap_or_default();
    write_private(out, text.as_bytes()).map_err(|error| {
        let message = format!("The graph was not written ({}).", error.kind());
        Problem::new(ErrorCode::Unreadable, message, "Give --out a new file in a folder of yours.")
    })?;
    if let Some(fields) = answer.value.as_object_mut() {
        fields.remove("text");
        fields.insert("out".to_owned(), json!(out.to_string_lossy()));
    }
    Ok(answer)
}

fn edge(command: &Edge) -> Asked {
    match command {
        Edge::List { node, kind, state, limit } => {
            ("edge_list", json!({ "node": node, "kind": kind, "state": state, "limit": limit }))
        }
        Edge::Add { from, to, kind, reason } => {
            ("edge_add", json!({ "from": from, "to": to, "kind": kind, "reason": reason }))
        }
        Edge::Delete { edge } => ("edge_delete", json!({ "edge": edge })),
    }
}

fn palace(command: &Palace) -> Result<Asked, Problem> {
    Ok(match command {
        Palace::Show { wing, room } => ("palace_show", json!({ "wing": wing, "room": room })),
        Palace::Classify { node } => ("palace_classify", json!({ "node": node })),
        Palace::Move { nodes, wing, room, hall } => {
            ("palace_move", json!({ "nodes": nodes, "wing": wing, "room": room, "hall": hall }))
        }
        Palace::Tunnels { wing } => ("palace_tunnels", json!({ "wing": wing })),
        Palace::Vocabulary(change) => vocabulary(change)?,
    })
}

fn vocabulary(change: &Vocabulary) -> Result<Asked, Problem> {
    let Vocabulary { add, off, on, import, wing, room } = change;
    let switch = |pattern: &str, active: bool| json!({ "change": "switch", "pattern": pattern, "wing": wing, "active": active });
    let request = match (add, off, on, import) {
        (Some(add), ..) => {
            json!({ "change": "add", "pattern": add, "wing": wing, "room": room })
        }
        (_, Some(off), ..) => switch(off, false),
        (_, _, Some(on), _) => switch(on, true),
        (.., Some(file)) => json!({ "change": "import", "text": vocabulary_file(file)? }),
        _ => return Ok(("palace_vocabulary", json!({}))),
    };
    Ok(("palace_vocabulary_change", request))
}

fn vocabulary_file(file: &Path) -> Result<String, Problem> {
    let unreadable = |message: String| {
        let hint = "Give a text file with a line `wing/room | weight | pattern` for each pattern.";
        Problem::new(ErrorCode::Unreadable, message, hint)
    };
    let not_read =
        |error: std::io::Error| unreadable(format!("The file was not read ({}).", error.kind()));
    if std::fs::metadata(file).map_err(not_read)?.len() > VOCABULARY_BYTES {
        return Err(unreadable("That file is too large for a vocabulary.".to_owned()));
    }
    let bytes = std::fs::read(file).map_err(not_read)?;
    String::from_utf8(bytes).map_err(|_| unreadable("That file is not UTF-8 text.".to_owned()))
}

fn trust(command: &Trust) -> Asked {
    match command {
        Trust::Show { node } => ("trust_show", json!({ "node": node })),
        Trust::Override { node, reliability, reason } => (
            "trust_override",
            json!({ "node": node, "reliability": reliability, "reason": reason }),
        ),
        Trust::Sweep { all } => ("trust_sweep", json!({ "all": all })),
        Trust::Contradictions { ruled, limit } => {
            ("trust_contradictions", json!({ "ruled": ruled, "limit": limit }))
        }
        Trust::Rule { edge, ruling, reason } => {
            let ruling = match ruling {
                RulingName::First => "first",
                RulingName::Second => "second",
                RulingName::Both => "both",
                RulingName::Undecided => "undecided",
            };
            ("trust_rule", json!({ "edge": edge, "ruling": ruling, "reason": reason }))
        }
    }
}

fn review(client: &Client, command: &Review) -> Result<Asked, Problem> {
    let act = |action: &str, reviewed: &Reviewed| {
        let document = reviewed.document.as_ref().map(|prefix| whole_id(client, prefix));
        let document = document.transpose()?;
        let request = json!({ "nodes": reviewed.nodes, "document": document, "action": action });
        Ok::<_, Problem>(("review_act", request))
    };
    Ok(match command {
        Review::List(which) => ("review_list", nodes(client, which)?),
        Review::Approve(reviewed) => act("approve", reviewed)?,
        Review::Dismiss(reviewed) => act("dismiss", reviewed)?,
        Review::Edit(change) => ("node_edit", edit(change, true)),
        Review::Undo { change } => ("review_undo", json!({ "change": change })),
    })
}

fn gaps(command: &Gaps) -> Asked {
    match command {
        Gaps::List { all } => ("gaps_list", json!({ "all": all })),
        Gaps::Dismiss { gap } => ("gaps_dismiss", json!({ "gap": gap })),
        Gaps::Snooze { gap, days } => ("gaps_dismiss", json!({ "gap": gap, "snooze_days": days })),
    }
}

fn settings(change: &Settings) -> Asked {
    let Settings { accept_from, half_life_days, learns, off, on } = change;
    let switch = match (off, on) {
        (Some(what), _) => Some((what, false)),
        (None, Some(what)) => Some((what, true)),
        (None, None) => None,
    };
    if accept_from.is_none() && half_life_days.is_none() && learns.is_none() && switch.is_none() {
        return ("knowledge_settings", json!({}));
    }
    let request = json!({
        "accept_from": accept_from,
        "half_life_days": half_life_days,
        "learns": learns,
        "switch": switch,
    });
    ("knowledge_settings_change", request)
}
