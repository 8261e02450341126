//! What a person does to nodes and edges by hand. Each field they give is fixed from then on.

use super::{
    changes::Action,
    days::day,
    placing::{AT_ONCE, GENERAL, may_move},
    views::in_words,
};
use crate::{
    Palace,
    error::{Error, Result},
};
use types::{
    ChangeAnswer, EdgeAddRequest, EdgeView, ErrorCode, Evidence, Field, Found, FoundEdge, Method,
    MoveRequest, NAME_CHARS, Node, NodeAddRequest, NodeEditRequest, NodeKind, NodeMergeRequest,
    NodeSplitRequest, NodeState, NodeView, Place, PlacedBy, Span, Tier, Trust, UnaliasRequest,
    Validity, normalise_name,
};

/// Longest description, summary or reason, in characters.
const TEXT_CHARS: usize = 4000;
/// Tags of one node, and characters of one.
const TAGS: usize = 32;
const TAG_CHARS: usize = 60;
/// Reliability base of what the person says themself.
const OWN_WORDS: f32 = 0.55;

fn usage(message: impl Into<String>, hint: &str) -> Error {
    let message: String = message.into();
    Error::new(ErrorCode::Usage, format!("{message} Nothing was changed."), hint)
}

impl Palace {
    /// Puts in what the person knows.
    pub fn add_node(&self, request: &NodeAddRequest) -> Result<NodeView> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let name = name(&request.name)?;
        let description = text(&request.description, "description")?;
        let tags = tags(&request.tags)?;
        let validity = validity(
            Validity::default(),
            request.valid_from.as_deref(),
            request.valid_to.as_deref(),
        )?;
        let embedder = tx.first_embedder();
        let mut place = tx.placing(embedder.as_deref()).of(request.kind, &name, &description);
        let placed = request.wing.is_some() || request.room.is_some() || request.hall.is_some();
        if placed {
            place = place_by_hand(
                &place,
                request.wing.as_deref(),
                request.room.as_deref(),
                request.hall,
            )?;
        }
        let now = self.resources.now();
        let parts = types::TrustParts { source_tier: OWN_WORDS, ..types::TrustParts::default() };
        let found = Found {
            kind: request.kind,
            name: name.clone(),
            description,
            aliases: Vec::new(),
            tags,
            place,
            trust: Trust { parts, tier: "yourself".to_owned(), ..Trust::default() },
            evidence: Some(by_hand("", now)),
            validity,
            tier: Tier::User,
            state: NodeState::Accepted,
            confidence: 1.0,
            importance: 3.0,
        };
        let mut change = tx.change();
        let id = change.merge(found)?;
        change.update(&id, |node| {
            node.fix(Field::State);
            if placed {
                node.fix(Field::Place);
            }
        })?;
        let action = Action::new("add", format!("added “{name}”"), vec![id]);
        tx.commit_change(change, action)?;
        drop(writer);
        self.node(&id.to_string())
    }

    /// Changes what is given, and fixes it.
    pub fn edit_node(&self, request: &NodeEditRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let before = tx.found_node(&request.node)?;
        let (edited, told) = edited(&before, request)?;
        if told.is_empty() {
            return Err(usage("Nothing to change was given.", "Give a field with its new value."));
        }
        let mut change = tx.change();
        let waited = before.state == NodeState::Proposed;
        change.update(&before.id, |node| take_over(node, &edited))?;
        let counted = match request.approve {
            true => tx.counted(&before, waited, true),
            false => Vec::new(),
        };
        let action = Action {
            counted,
            ..Action::new("edit", told.join("; "), vec![before.id]).because(&request.reason)
        };
        tx.commit_change(change, action)
    }

    /// One thing under two names.
    pub fn merge_nodes(&self, request: &NodeMergeRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let (into, from) = (tx.found_node(&request.into)?, tx.found_node(&request.from)?);
        if into.id == from.id {
            return Err(usage("Both are the same node.", "Give two different nodes."));
        }
        let mut change = tx.change();
        change.join(&into.id, &from.id)?;
        let detail = format!("“{}” is another name of “{}”", from.name, into.name);
        let action = Action::new("merge", detail, vec![into.id, from.id]).because(&request.reason);
        tx.commit_change(change, action)
    }

    /// Two things under one name, for good.
    pub fn split_node(&self, request: &NodeSplitRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let node = tx.found_node(&request.node)?;
        let name = name(&request.name)?;
        let of = |id| node.evidence.iter().any(|one| one.document == Some(id));
        if request.documents.is_empty() || !request.documents.iter().all(|id| of(*id)) {
            return Err(usage(
                "Say which of the node's own sources mean the other thing.",
                "`node show` lists them.",
            ));
        }
        let mut change = tx.change();
        let other = change.split(&node.id, &name, &request.documents)?;
        let detail =
            format!("“{name}” split from “{}” with {} sources", node.name, request.documents.len());
        let action = Action::new("split", detail, vec![node.id, other]).because(&request.reason);
        tx.commit_change(change, action)
    }

    /// That name is not this thing, for good.
    pub fn unalias(&self, request: &UnaliasRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let node = tx.found_node(&request.node)?;
        let mut change = tx.change();
        change.unalias(&node.id, &request.alias)?;
        let detail = format!("“{}” is not “{}”", request.alias.trim(), node.name);
        tx.commit_change(change, Action::new("unalias", detail, vec![node.id]))
    }

    /// Takes a node out, with its edges. Documents that are read again may propose it anew.
    pub fn delete_node(&self, text: &str) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let node = tx.found_node(text)?;
        let mut change = tx.change();
        let edges = change.remove(&node.id)?;
        let detail = format!("deleted “{}” with {edges} edges", node.name);
        let around: Vec<_> = {
            let view = tx.graph.view();
            view.links(&node.id).map(|link| link.other(&node.id)).collect()
        };
        let action = Action::new("delete", detail, vec![node.id]);
        let answer = tx.commit_change(change, action)?;
        self.assess_around(&mut writer, &around)?;
        Ok(answer)
    }

    /// Ties two nodes.
    pub fn add_edge(&self, request: &EdgeAddRequest) -> Result<EdgeView> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let (from, to) = (tx.graph.resolve(&request.from)?, tx.graph.resolve(&request.to)?);
        let reason = text(&request.reason, "reason")?;
        let now = self.resources.now();
        let mut change = tx.change();
        let because = if reason.is_empty() { "added by hand" } else { &reason };
        let edge = change.merge_edge(FoundEdge {
            kind: request.kind,
            from,
            to,
            confidence: 1.0,
            because: because.to_owned(),
            evidence: Some(by_hand(&reason, now)),
            tier: Tier::User,
            state: NodeState::Accepted,
        })?;
        change.update_edge(&edge, |edge| edge.state = NodeState::Accepted)?;
        let detail = format!("{} added", request.kind.as_str());
        let action = Action::new("edge", detail, vec![from, to]).because(&reason);
        tx.commit_change(change, action)?;
        if request.kind == types::EdgeKind::Contradicts {
            self.assess(&mut writer, &[from, to], &types::Cancel::default())?;
        }
        let found = writer.now().edge_views(&[edge])?.pop();
        found.ok_or_else(|| Error::internal("The edge is not there."))
    }

    /// Dismisses an edge: it is not found again.
    pub fn delete_edge(&self, text: &str) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let id = tx.graph.resolve_edge(text)?;
        let missing = || Error::internal("An edge of the graph has no record.");
        let edge = tx.graph.edge(&tx.records, &id)?.ok_or_else(missing)?;
        let mut change = tx.change();
        change.update_edge(&id, |edge| edge.state = NodeState::Dismissed)?;
        let detail = format!("{} dismissed", edge.kind.as_str());
        let action = Action::new("edge", detail, vec![edge.from, edge.to]);
        let answer = tx.commit_change(change, action)?;
        if edge.kind == types::EdgeKind::Contradicts {
            self.assess(&mut writer, &[edge.from, edge.to], &types::Cancel::default())?;
        }
        Ok(answer)
    }

    /// Moves nodes to another place, and learns from it.
    pub fn move_nodes(&self, request: &MoveRequest) -> Result<ChangeAnswer> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let ids = tx.found_nodes(&request.nodes)?;
        if ids.is_empty() {
            return Err(usage("No node was given.", "Name at least one."));
        }
        let wing = request.wing.trim();
        let room = match request.room.trim() {
            "" if wing == Place::UNSORTED => Place::UNSORTED,
            "" => GENERAL,
            room => room,
        };
        check_place(wing, room)?;
        let mut nodes = Vec::with_capacity(ids.len());
        for id in &ids {
            nodes.extend(tx.graph.node(&tx.records, id)?);
        }
        let mut change = tx.change();
        for node in &nodes {
            change.update(&node.id, |node| {
                node.place = Place {
                    wing: wing.to_owned(),
                    room: room.to_owned(),
                    hall: request.hall.unwrap_or(node.place.hall),
                    confidence: 1.0,
                    by: PlacedBy::User,
                    because: Vec::new(),
                };
                node.fix(Field::Place);
            })?;
        }
        let detail = match nodes.as_slice() {
            [node] => format!("{}/{} → {wing}/{room}", node.place.wing, node.place.room),
            nodes => format!("{} nodes → {wing}/{room}", nodes.len()),
        };
        let taught = tx.lesson(&nodes, wing, room);
        let action =
            Action { taught: taught.into_iter().collect(), ..Action::new("move", detail, ids) };
        tx.commit_change(change, action)
    }

    /// Places a node anew by the vocabulary, then by meaning; not one that the person placed.
    pub fn classify(&self, text: &str) -> Result<NodeView> {
        let mut writer = self.write()?;
        let tx = writer.begin();
        let node = tx.found_node(text)?;
        if !may_move(&node) {
            return Err(usage(
                "You placed that node yourself.",
                "Move it where it belongs, or undo your move first.",
            ));
        }
        let embedder = tx.first_embedder();
        let placing = tx.placing(embedder.as_deref());
        let place = placing.of(node.kind, &node.name, &node.description);
        let mut change = tx.change();
        let detail = format!(
            "{}/{} → {}/{}, {}",
            node.place.wing,
            node.place.room,
            place.wing,
            place.room,
            if place.confidence > AT_ONCE { "by its words" } else { "by meaning" },
        );
        change.update(&node.id, |node| node.place = place)?;
        tx.commit_change(change, Action::new("classify", detail, vec![node.id]))?;
        drop(writer);
        self.node(&node.id.to_string())
    }
}

/// What an edit makes of a node, and what it says of it.
fn edited(before: &Node, request: &NodeEditRequest) -> Result<(Node, Vec<String>)> {
    let mut node = before.clone();
    let mut told = Vec::new();
    if let Some(new) = &request.name {
        node.name = name(new)?;
        node.fix(Field::Name);
        told.push(format!("name “{}” → “{}”", before.name, node.name));
    }
    if let Some(new) = &request.description {
        node.description = text(new, "description")?;
        node.fix(Field::Description);
        told.push("description".to_owned());
    }
    if let Some(new) = &request.summary {
        node.summary = text(new, "summary")?;
        node.fix(Field::Summary);
        told.push("summary".to_owned());
    }
    if let Some(kind) = request.kind {
        if kind.class() != before.kind.class() {
            return Err(usage(
                "A thing cannot become a statement, nor the other way round.",
                "Add a node of that kind, and dismiss this one.",
            ));
        }
        node.kind = kind;
        node.fix(Field::Kind);
        told.push(format!("kind {} → {}", before.kind.as_str(), kind.as_str()));
    }
    if let Some(new) = &request.tags {
        node.tags = tags(new)?;
        node.fix(Field::Tags);
        told.push(format!("tags: {}", node.tags.join(", ")));
    }
    if let Some(importance) = request.importance {
        if !(1.0..=5.0).contains(&importance) {
            return Err(usage("Importance is from 1 to 5.", "Give 4, say."));
        }
        node.importance = importance;
        node.fix(Field::Importance);
        told.push(format!("importance {importance}"));
    }
    if request.valid_from.is_some() || request.valid_to.is_some() {
        let (from, to) = (request.valid_from.as_deref(), request.valid_to.as_deref());
        node.validity = validity(before.validity.clone(), from, to)?;
        node.fix(Field::Validity);
        let holds = in_words(&node.validity);
        told.push(format!("holds {}", if holds.is_empty() { "always" } else { &holds }));
    }
    if request.approve {
        node.state = NodeState::Accepted;
        node.fix(Field::State);
        told.push("approved".to_owned());
    }
    text(&request.reason, "reason")?;
    Ok((node, told))
}

/// Takes over what an edit changed; evidence that came meanwhile stays.
fn take_over(node: &mut Node, edited: &Node) {
    node.name.clone_from(&edited.name);
    node.description.clone_from(&edited.description);
    node.summary.clone_from(&edited.summary);
    node.kind = edited.kind;
    node.tags.clone_from(&edited.tags);
    node.importance = edited.importance;
    node.validity.clone_from(&edited.validity);
    node.state = edited.state;
    node.tier = Tier::User;
    for field in &edited.fixed {
        node.fix(*field);
    }
}

fn name(text: &str) -> Result<String> {
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if normalise_name(&name).is_empty() || name.chars().count() > NAME_CHARS {
        return Err(usage(
            "A name has 1 to 300 characters, a letter or digit among them.",
            "Give a shorter name; put the rest into its description.",
        ));
    }
    Ok(name)
}

fn text(given: &str, what: &str) -> Result<String> {
    if given.chars().count() > TEXT_CHARS {
        return Err(usage(format!("A {what} has at most 4,000 characters."), "Shorten it."));
    }
    Ok(given.trim().to_owned())
}

fn tags(given: &[String]) -> Result<Vec<String>> {
    let mut tags: Vec<String> =
        given.iter().map(|tag| tag.trim().to_lowercase()).filter(|tag| !tag.is_empty()).collect();
    tags.sort();
    tags.dedup();
    let bad = |tag: &String| tag.chars().count() > TAG_CHARS || tag.chars().any(char::is_control);
    if tags.len() > TAGS || tags.iter().any(bad) {
        return Err(usage("A node has at most 32 tags of 60 characters.", "Shorten them."));
    }
    Ok(tags)
}

fn validity(was: Validity, from: Option<&str>, to: Option<&str>) -> Result<Validity> {
    let bound = |given: Option<&str>, was: Option<i32>, end: bool| match given.map(str::trim) {
        None => Ok(was),
        Some("") => Ok(None),
        Some(text) => day(text, end).map(Some),
    };
    let (from, to) = (bound(from, was.from, false)?, bound(to, was.to, true)?);
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(usage("It would end before it begins.", "Swap the two dates."));
    }
    Ok(Validity { from, to, stated: String::new() })
}

fn place_by_hand(
    place: &Place,
    wing: Option<&str>,
    room: Option<&str>,
    hall: Option<types::Hall>,
) -> Result<Place> {
    let wing = wing.map_or(place.wing.as_str(), str::trim);
    let same = wing == place.wing;
    let room = room.map_or(if same { place.room.as_str() } else { GENERAL }, str::trim);
    check_place(wing, room)?;
    Ok(Place {
        wing: wing.to_owned(),
        room: room.to_owned(),
        hall: hall.unwrap_or(place.hall),
        confidence: 1.0,
        by: PlacedBy::User,
        because: Vec::new(),
    })
}

/// Whether a person may put something there.
fn check_place(wing: &str, room: &str) -> Result<()> {
    if wing == Place::UNSORTED && room == Place::UNSORTED {
        return Ok(());
    }
    let hint = "Use lower case, digits and -, say data-protection.";
    extract::palace::check("word", wing, room).map_err(|why| usage(format!("{why}."), hint))
}

/// Evidence of what the person says themself.
fn by_hand(words: &str, now: types::Timestamp) -> Evidence {
    Evidence {
        document: None,
        chunk: None,
        span: None::<Span>,
        quote: words.chars().take(200).collect(),
        passages: Vec::new(),
        mentions: 1,
        method: Method::Hand,
        confidence: 1.0,
        observed_at: now,
    }
}

/// Nodes whose names teach the vocabulary: a statement is named by a whole sentence, which does not.
pub(super) fn teaching(nodes: &[Node]) -> Vec<&str> {
    let things = nodes.iter().filter(|node| node.kind.class() == types::NodeClass::Thing);
    things.filter(|node| node.kind != NodeKind::Publication).map(|it| it.name.as_str()).collect()
}
