//! `eval topics`: a palace whose rooms are known, and tasks that belong to one of them or to none: which room
//! does the memory stack find each to be about?

use engine::{Error, Palace, Resources, Result, Source, io_problem};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    path::Path,
};
use types::{
    Cancel, DocumentId, ErrorCode, IngestOptions, MoveRequest, NodeId, NodesRequest, TopicsReport,
};

/// The wing that rooms are put in.
const WING: &str = "own";
/// Nodes asked for, or moved, at once.
const PAGE: u32 = 1000;
const MOVED: usize = 500;
/// Misses that are listed.
const MISSES: usize = 200;

#[derive(Deserialize)]
#[serde(tag = "is", rename_all = "lowercase")]
enum Row {
    Document { title: String, text: String, room: Option<String> },
    Task { text: String, room: Option<String>, split: Split },
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Split {
    Dev,
    Held,
}

/// Puts the documents of `file` in a temporary vault, what they say in their rooms, and asks each task.
pub fn eval_topics(file: &Path, model: Option<&str>, resources: Resources) -> Result<TopicsReport> {
    let rows = rows(file)?;
    let resources = crate::times::with_model(resources, model)?;
    let (_home, palace) = crate::times::temporary_palace(resources)?;
    let (rooms, documents) = take_in(&palace, &rows)?;
    let nodes = put(&palace, &rooms)?;
    let mut report = TopicsReport {
        file: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        documents,
        rooms: rooms.values().collect::<BTreeSet<_>>().len() as u32,
        nodes,
        model: palace.snapshot().model_in_use(),
        dev: Default::default(),
        held: Default::default(),
        misses: Vec::new(),
    };
    let now = palace.snapshot();
    for row in &rows {
        let Row::Task { text, room, split } = row else { continue };
        let found = now.room_of(text)?.map(|(wing, room)| format!("{wing}/{room}"));
        let expected = room.as_ref().map(|room| format!("{WING}/{room}"));
        let score = match split {
            Split::Dev => &mut report.dev,
            Split::Held => &mut report.held,
        };
        match (&expected, &found) {
            (Some(expected), found) => {
                score.tasks += 1;
                match found {
                    Some(found) if found == expected => score.right += 1,
                    Some(_) => score.wrong += 1,
                    None => score.none += 1,
                }
            }
            (None, found) => {
                score.others += 1;
                score.mistaken += u32::from(found.is_some());
            }
        }
        if matches!(split, Split::Dev) && expected != found && report.misses.len() < MISSES {
            let shown = |room: Option<String>| room.unwrap_or_else(|| "none".to_owned());
            report.misses.push(format!("{} → {}: {text}", shown(expected), shown(found)));
        }
    }
    drop(now);
    palace.close()?;
    Ok(report)
}

fn rows(file: &Path) -> Result<Vec<Row>> {
    let text = std::fs::read_to_string(file)
        .map_err(|source| Error::Problem(io_problem("The tasks were not read", &source)))?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).map_err(|why| misfit(&why))).collect()
}

fn misfit(why: &serde_json::Error) -> Error {
    let hint = "assets/eval/topics_of_beir.py says its form, and makes one.";
    Error::new(ErrorCode::Usage, format!("The file of tasks does not fit: {why}."), hint)
}

/// The room of each document that has one, and how many there are.
fn take_in(palace: &Palace, rows: &[Row]) -> Result<(BTreeMap<DocumentId, String>, u32)> {
    let mut sources = Vec::new();
    let mut named = Vec::new();
    for row in rows {
        let Row::Document { title, text, room } = row else { continue };
        sources.push(Source::Bytes {
            name: format!("{}.md", sources.len() + 1),
            bytes: format!("# {title}\n\n{text}\n").into_bytes(),
        });
        named.push(room.clone());
    }
    let documents = sources.len() as u32;
    let (options, cancel) = (IngestOptions::default(), Cancel::default());
    let answer = palace.ingest(sources, &options, &cancel, &|_| {})?;
    let rooms = answer.documents.iter().zip(named);
    let rooms = rooms.filter_map(|(row, room)| Some((row.document_id?, room?))).collect();
    Ok((rooms, documents))
}

/// Moves every node to the room of most of the documents that speak for it.
fn put(palace: &Palace, rooms: &BTreeMap<DocumentId, String>) -> Result<u32> {
    let mut votes: HashMap<NodeId, BTreeMap<&str, u32>> = HashMap::new();
    let now = palace.snapshot();
    for (document, room) in rooms {
        let asked =
            NodesRequest { document: Some(*document), limit: PAGE, ..NodesRequest::default() };
        for node in now.nodes(&asked)?.nodes {
            *votes.entry(node.node_id).or_default().entry(room).or_default() += 1;
        }
    }
    drop(now);
    let mut moved: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (node, votes) in &votes {
        let most = votes.iter().max_by_key(|(_, count)| **count);
        let Some((room, _)) = most else { continue };
        moved.entry(room).or_default().push(node.to_string());
    }
    for (room, mut nodes) in moved {
        nodes.sort();
        for nodes in nodes.chunks(MOVED) {
            palace.move_nodes(&MoveRequest {
                nodes: nodes.to_vec(),
                wing: WING.to_owned(),
                room: room.to_owned(),
                hall: None,
            })?;
        }
    }
    Ok(votes.len() as u32)
}
