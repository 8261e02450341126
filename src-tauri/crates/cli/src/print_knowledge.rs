//! Knowledge on the terminal, as lines for people: words and numbers, ids whole.

use crate::args::Command;
use crate::args_eval::Eval;
use crate::args_knowledge::{Edge, Knowledge, Node, Palace, Review, Trust};
use crate::fields::{fields, shown};
use api::types::{
    ChangeAnswer, ChangeView, ContradictionList, ContradictionView, EdgeList, EdgeView,
    EvidenceView, GapList, KnowledgeSettings, LabelledReport, Neighbourhood, NodeCard, NodeList,
    NodeState, NodeView, PalaceView, PathList, PatternOrigin, Related, ReviewList, Ruling,
    SweepReport, TrustParts, TrustView, TunnelList, VocabularyList,
};
use serde_json::Value;

/// The answer in words. `None` where the command is not about knowledge.
pub fn answer(command: &Command, value: &Value) -> Option<String> {
    Some(match command {
        Command::Node(command) => node(command, value),
        Command::Edge(Edge::List { .. }) => shown(value, edges),
        Command::Edge(Edge::Add { .. }) => shown(value, |edge: EdgeView| relation(&edge)),
        Command::Edge(Edge::Delete { .. }) => shown(value, changed),
        Command::Palace(command) => palace(command, value),
        Command::Trust(Trust::Show { .. }) => shown(value, trust),
        Command::Trust(Trust::Sweep { .. }) => shown(value, swept),
        Command::Trust(Trust::Contradictions { .. }) => shown(value, contradictions),
        Command::Trust(Trust::Override { .. } | Trust::Rule { .. }) => shown(value, changed),
        Command::Review(Review::List(_)) => shown(value, waiting),
        Command::Review(_) => shown(value, changed),
        Command::Gaps(_) => shown(value, gaps),
        Command::Knowledge(Knowledge::Settings(_)) => shown(value, settings),
        Command::Knowledge(Knowledge::Levels(command)) => crate::levels::print(command, value),
        Command::Eval(
            Eval::Palace { .. } | Eval::Contradictions { .. } | Eval::Extraction { .. },
        ) => shown(value, labelled),
        _ => return None,
    })
}

fn node(command: &Node, value: &Value) -> String {
    match command {
        Node::List(_) => shown(value, nodes),
        Node::Show { .. } | Node::Add(_) => shown(value, node_view),
        Node::Neighbours { .. } => shown(value, neighbours),
        Node::Paths { .. } => shown(value, paths),
        Node::Export { .. } => match value.get("text").and_then(Value::as_str) {
            Some(text) => text.to_owned(),
            None => fields(value, ""),
        },
        _ => shown(value, changed),
    }
}

fn palace(command: &Palace, value: &Value) -> String {
    match command {
        Palace::Show { .. } => shown(value, tree),
        Palace::Classify { .. } => shown(value, node_view),
        Palace::Move { .. } => shown(value, changed),
        Palace::Tunnels { .. } => shown(value, tunnels),
        Palace::Vocabulary(_) => shown(value, vocabulary),
    }
}

/// What serde writes for a name of a closed list.
fn word(value: &impl serde::Serialize) -> String {
    let value = serde_json::to_value(value).unwrap_or_default();
    value.as_str().unwrap_or_default().replace('_', " ")
}

fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn of(list: usize, total: u32) -> String {
    if list < total as usize { format!("\n{list} of {total}") } else { String::new() }
}

/// Two lines: id, kind, score; name and place.
fn card(card: &NodeCard) -> String {
    let place = format!("{}/{}/{}", card.wing, card.room, card.hall.as_str());
    let mut marks = vec![format!("{:.2}", card.reliability)];
    if card.overridden {
        marks.push("set by you".to_owned());
    }
    if card.state != NodeState::Accepted {
        marks.push(word(&card.state));
    }
    if card.contentious {
        marks.push("contentious".to_owned());
    }
    if card.injected {
        marks.push("tries to instruct".to_owned());
    }
    let (kind, name) = (card.kind.as_str(), &card.name);
    let sources = count(card.sources as usize, "source", "sources");
    let marks = marks.join(", ");
    format!("{}  {kind:11} {marks}\n    {name}  [{place} · {sources}]\n", card.node_id)
}

fn cards<'a>(nodes: impl Iterator<Item = &'a NodeCard>) -> String {
    nodes.map(card).collect()
}

fn nodes(list: NodeList) -> String {
    if list.nodes.is_empty() {
        return "No such nodes.".to_owned();
    }
    cards(list.nodes.iter()) + of(list.nodes.len(), list.total).trim_start()
}

/// A list under a heading; nothing where it is empty.
fn under(heading: &str, lines: impl Iterator<Item = String>) -> String {
    let lines: String = lines.map(|line| format!("  {}\n", line.replace('\n', "\n  "))).collect();
    if lines.is_empty() { lines } else { format!("\n{heading}\n{lines}") }
}

fn node_view(node: NodeView) -> String {
    let mut text = card(&node.card);
    for words in [&node.description, &node.summary] {
        if !words.is_empty() && *words != node.card.name {
            text.push_str(&format!("    {words}\n"));
        }
    }
    if !node.tags.is_empty() {
        text.push_str(&format!("    tags: {}\n", node.tags.join(", ")));
    }
    let place = &node.place;
    let because = match place.because.is_empty() {
        true => String::new(),
        false => format!(": {}", place.because.join(", ")),
    };
    let (by, sure) = (word(&place.by), place.confidence);
    text.push_str(&format!("    placed by {by} ({sure:.2}){because}\n"));
    if !node.validity.stated.is_empty() || !node.valid_from.is_empty() || !node.valid_to.is_empty()
    {
        let open = |day: &String| if day.is_empty() { "open".to_owned() } else { day.clone() };
        let (from, to) = (open(&node.valid_from), open(&node.valid_to));
        text.push_str(&format!("    holds {from} to {to}  “{}”\n", node.validity.stated));
    }
    let (mentions, importance) = (node.card.mention_count, node.card.importance);
    let tier = word(&node.card.tier);
    text.push_str(&format!("    {tier}, mentioned {mentions} ×, importance {importance:.1}\n"));
    if !node.fixed.is_empty() {
        let fixed: Vec<String> = node.fixed.iter().map(word).collect();
        text.push_str(&format!("    as you set it: {}\n", fixed.join(", ")));
    }
    let alias = |alias: &api::types::Alias| format!("{}  ({})", alias.name, word(&alias.rule));
    text.push_str(&under("Other names", node.aliases.iter().map(alias)));
    text.push_str(&under("Evidence", node.evidence.iter().map(evidence)));
    text.push_str(&under("Edges", node.relations.iter().map(relation)));
    text.push_str(&under("History", node.history.iter().map(change)));
    text
}

fn evidence(view: &EvidenceView) -> String {
    let evidence = &view.evidence;
    let title = if view.title.is_empty() { "by hand" } else { view.title.as_str() };
    let place = evidence.span.as_ref().map_or_else(String::new, |span| match span.page {
        Some(page) => format!(", page {page}"),
        None => format!(", lines {}–{}", span.line_start, span.line_end),
    });
    let mut marks = String::new();
    if view.superseded {
        marks.push_str(", superseded");
    }
    if view.copy_of.is_some() {
        marks.push_str(", a copy: does not count again");
    }
    let (method, sure) = (word(&evidence.method), evidence.confidence);
    let quote = view.plain.split_whitespace().collect::<Vec<_>>().join(" ");
    let source = format!("{title}{place} ({method}, {sure:.2}{marks})");
    if quote.is_empty() { source } else { format!("{source}\n  “{quote}”") }
}

fn relation(edge: &EdgeView) -> String {
    let state = match edge.state {
        NodeState::Accepted => String::new(),
        state => format!(", {}", word(&state)),
    };
    let ruling =
        edge.ruling.as_ref().map_or_else(String::new, |it| format!(", ruled: {}", rules(*it)));
    let (from, to, sure) = (&edge.from_name, &edge.to_name, edge.confidence);
    let because = if edge.because.is_empty() { "" } else { "\n    " };
    let (id, kind, why) = (edge.edge_id, word(&edge.kind), &edge.because);
    format!("{id}  {sure:.2}{state}{ruling}\n    {from} — {kind} — {to}{because}{why}")
}

fn rules(ruling: Ruling) -> &'static str {
    match ruling {
        Ruling::First => "the first holds",
        Ruling::Second => "the second holds",
        Ruling::Both => "both hold, under different conditions",
        Ruling::Undecided => "undecided",
    }
}

fn change(change: &ChangeView) -> String {
    let reason = match change.reason.as_str() {
        "" => String::new(),
        reason => format!("  “{reason}”"),
    };
    let state = match (change.undone, change.undoable) {
        (true, _) => "  (undone)",
        (false, true) => "",
        (false, false) => "  (stands)",
    };
    format!(
        "{:>5}  {}  {}  {}{reason}{state}",
        change.change, change.at, change.action, change.detail
    )
}

fn changed(answer: ChangeAnswer) -> String {
    let mut text = change(&answer.change).trim_start().to_owned() + "\n";
    text.push_str(&cards(answer.nodes.iter()));
    for learnt in &answer.learnt {
        text.push_str(&format!("learnt: {learnt}\n"));
    }
    if answer.change.undoable {
        text.push_str(&format!("`loci review undo {}` takes it back.", answer.change.change));
    }
    text
}

fn neighbours(part: Neighbourhood) -> String {
    let near = part.nodes.iter().zip(&part.distances);
    let mut text: String =
        near.map(|(node, distance)| format!("{distance}  {}", card(node))).collect();
    text.push_str(&under("Edges", part.edges.iter().map(relation)));
    if part.cut {
        text.push_str("\nThere are more; --limit takes more in.");
    }
    text
}

fn paths(list: PathList) -> String {
    if list.paths.is_empty() {
        return "No way between them so short. --hops takes longer ones.".to_owned();
    }
    let line = |path: &api::types::Path| {
        let mut text = String::new();
        for (at, node) in path.nodes.iter().enumerate() {
            text.push_str(&node.name);
            if let Some(edge) = path.edges.get(at) {
                let arrow = if edge.from == node.node_id { ("—", "→") } else { ("←", "—") };
                text.push_str(&format!(" {} {} {} ", arrow.0, word(&edge.kind), arrow.1));
            }
        }
        text
    };
    list.paths.iter().map(line).collect::<Vec<_>>().join("\n")
}

fn edges(list: EdgeList) -> String {
    if list.edges.is_empty() {
        return "No such edges.".to_owned();
    }
    let lines: Vec<String> = list.edges.iter().map(relation).collect();
    lines.join("\n") + &of(list.edges.len(), list.total)
}

fn tree(palace: PalaceView) -> String {
    let mut text = String::new();
    for wing in &palace.wings {
        text.push_str(&format!("{:6}  {}\n", wing.nodes, wing.wing));
        for room in &wing.rooms {
            let halls = room.halls.iter().map(|it| format!("{} {}", it.nodes, it.hall.as_str()));
            let halls = halls.collect::<Vec<_>>().join(", ");
            let contentious = match room.contentious {
                0 => String::new(),
                some => format!("  {some} contentious"),
            };
            text.push_str(&format!("{:6}    {}  ({halls}){contentious}\n", room.nodes, room.room));
        }
    }
    let (nodes, edges) = (palace.nodes as usize, palace.edges as usize);
    let (nodes, edges) = (count(nodes, "node", "nodes"), count(edges, "edge", "edges"));
    format!("{text}{nodes}, {edges}, {} for review", palace.proposed)
}

fn tunnels(list: TunnelList) -> String {
    if list.tunnels.is_empty() {
        return format!("No edges lead from {} to another wing.", list.wing);
    }
    let mut text = String::new();
    for tunnel in &list.tunnels {
        let edges = count(tunnel.edges as usize, "edge", "edges");
        text.push_str(&format!("{} → {}: {edges}\n", list.wing, tunnel.wing));
        for edge in &tunnel.through {
            text.push_str(&format!("  {}\n", relation(edge).replace('\n', "\n  ")));
        }
    }
    text
}

fn vocabulary(list: VocabularyList) -> String {
    let mut text = String::new();
    for entry in &list.entries {
        let origin = match entry.origin {
            PatternOrigin::Builtin => "",
            PatternOrigin::User => "  from your moves",
            PatternOrigin::Model => "  from the language model",
            PatternOrigin::File => "  from a file",
        };
        let place = format!("{}/{}", entry.wing, entry.room);
        let off = if entry.active { "" } else { "  (not used)" };
        let (weight, pattern) = (entry.weight, &entry.pattern);
        text.push_str(&format!("{place:32} {weight:.2}  {pattern}{origin}{off}\n"));
    }
    list.refused.iter().for_each(|line| text.push_str(&format!("refused: {line}\n")));
    text
}

fn parts(parts: &TrustParts) -> String {
    [
        ("source tier", parts.source_tier),
        ("evidence grade (GRADE-style)", parts.evidence_grade),
        ("corroboration", parts.corroboration),
        ("contradiction", parts.contradiction),
        ("bias", parts.bias),
        ("arousal", parts.arousal),
    ]
    .map(|(name, value)| format!("  {name:30} {:>+6.2}\n", value + 0.0))
    .concat()
}

fn trust(view: TrustView) -> String {
    let found = &view.trust;
    let mut text = format!("{}  {}\n{}\n", view.node_id, view.name, parts(&view.parts).trim_end());
    text.push_str(&format!("  {:30} {:>6.2}\n", "reliability", view.reliability));
    if let Some(set) = &found.overridden {
        let (before, reason, at) = (set.before, &set.reason, set.at);
        text.push_str(&format!("  set by you on {at}, {before:.2} before: “{reason}”\n"));
    }
    if view.contentious {
        text.push_str("  contentious: something says otherwise\n");
    }
    if found.injected {
        text.push_str("  a source tries to instruct an assistant\n");
    }
    let (letter, number, tier) = (&found.source_letter, found.claim_number, &found.tier);
    let grade = word(&found.grade);
    text.push_str(&format!("  {letter}{number} (Admiralty), {tier} source, {grade} evidence\n"));
    let signals = found.signals.iter().map(|it| format!("{}: “{}”", word(&it.kind), it.phrase));
    text.push_str(&under("Signals in the words", signals));
    text.push_str(&under("Evidence", view.evidence.iter().map(evidence)));
    let also = view.corroborated_by.iter().map(|node| card(node).trim_end().to_owned());
    text.push_str(&under("The same, from other sources", also));
    text.push_str(&under("Contradictions", view.contradictions.iter().map(relation)));
    text.push_str(&under("Corrections", view.corrections.iter().map(change)));
    text
}

fn swept(report: SweepReport) -> String {
    let seconds = report.took_ms as f64 / 1e3;
    let (assessed, changed, found) = (report.assessed, report.changed, report.contradictions);
    let mut text =
        format!("{assessed} assessed, {changed} changed, {found} contradictions, {seconds:.1} s\n");
    if report.by_model > 0 || report.model_failures > 0 {
        let (judged, failed, tokens) =
            (report.by_model, report.model_failures, report.model_tokens);
        text.push_str(&format!(
            "language model: {judged} judged, {failed} failed, {tokens} tokens\n"
        ));
    }
    if report.waiting > 0 {
        text.push_str(&format!("{} still wait\n", report.waiting));
    }
    report.warnings.iter().for_each(|warning| text.push_str(&format!("note: {warning}\n")));
    text
}

fn contradictions(list: ContradictionList) -> String {
    if list.contradictions.is_empty() {
        return "No contradictions.".to_owned();
    }
    let lines: Vec<String> = list.contradictions.iter().map(contradiction).collect();
    format!("{}\n{} open", lines.join("\n"), list.open)
}

fn contradiction(view: &ContradictionView) -> String {
    let edge = &view.edge;
    let ruling = edge.ruling.as_ref().map_or_else(String::new, |it| format!("  {}", rules(*it)));
    let mut text = format!("{}  {:.2}  {}{ruling}\n", edge.edge_id, edge.confidence, edge.because);
    let sides = [
        ("A", &view.first, &view.first_evidence, &view.first_holds, &view.first_tier),
        ("B", &view.second, &view.second_evidence, &view.second_holds, &view.second_tier),
    ];
    for (side, node, sources, holds, tier) in sides {
        let holds = if holds.is_empty() { String::new() } else { format!(", holds {holds}") };
        let score = node.reliability;
        text.push_str(&format!("  {side}  {}\n     {score:.2}, {tier}{holds}\n", node.name));
        for source in sources {
            text.push_str(&format!("     {}\n", evidence(source).replace('\n', "\n     ")));
        }
    }
    text
}

fn waiting(list: ReviewList) -> String {
    if list.items.is_empty() {
        return "Nothing waits for review.".to_owned();
    }
    let mut text = String::new();
    for item in &list.items {
        text.push_str(&format!("{:.2}  {}", item.card.confidence, card(&item.card)));
        if let Some(source) = &item.evidence {
            text.push_str(&format!("    {}\n", evidence(source).replace('\n', "\n    ")));
        }
    }
    let (shown, total, threshold) = (list.items.len(), list.total, list.threshold);
    text.push_str(&format!("{shown} of {total}; from {threshold:.2} on without review\n"));
    text.push_str(&under("Last changes", list.recent.iter().map(change)));
    text
}

fn gaps(list: GapList) -> String {
    if list.gaps.is_empty() {
        return "No gaps.".to_owned();
    }
    let mut text = String::new();
    for gap in &list.gaps {
        let state = match (&gap.snoozed_until, gap.open) {
            (Some(until), _) => format!(", quiet until {until}"),
            (None, true) => String::new(),
            (None, false) => ", does not surface".to_owned(),
        };
        let (asked, recent) = (gap.asked, gap.recent);
        text.push_str(&format!("{}  {}\n", gap.gap, gap.query));
        text.push_str(&format!("    asked {asked} ×, {recent} × within seven days{state}\n"));
        let near: Vec<&str> = gap.nearest.iter().map(|node| node.name.as_str()).collect();
        if !near.is_empty() {
            text.push_str(&format!("    nearest: {}\n", near.join(" · ")));
        }
    }
    text
}

fn settings(settings: KnowledgeSettings) -> String {
    let (accept, days) = (settings.accept_from, settings.half_life_days);
    let learns = if settings.learns { "yes" } else { "no" };
    let mut text = format!(
        "accepted without review from  {accept:.2}\nhalf-life of importance       {days:.0} days\n\
         learns from review            {learns}\n"
    );
    let line = |learnt: &api::types::Learnt| {
        let (before, now, because) = (learnt.before, learnt.now, &learnt.because);
        let off = if learnt.active { "" } else { "  (not used)" };
        format!("{}  {before:.2} → {now:.2}  {because}{off}", learnt.what)
    };
    text.push_str(&under("Learnt", settings.learnt.iter().map(line)));
    text
}

fn labelled(report: LabelledReport) -> String {
    let share = |value: Option<f64>| value.map_or("–".to_owned(), |value| format!("{value:.3}"));
    let mut text = format!("{}: {} rows\n", report.file, report.rows);
    text.push_str(&format!(
        "{:10} {:6} {:24} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}\n",
        "part", "split", "class", "right", "found", "of", "prec.", "recall", "F1"
    ));
    for part in &report.parts {
        for score in &part.scores {
            let tally = score.tally;
            text.push_str(&format!(
                "{:10} {:6} {:24} {:>6} {:>6} {:>6} {:>7} {:>7} {:>7}\n",
                part.part,
                part.split,
                score.class,
                tally.matched,
                tally.got,
                tally.expected,
                share(score.precision),
                share(score.recall),
                share(score.f1),
            ));
        }
    }
    text.push_str(&under("Judged wrong", report.misses.iter().cloned()));
    text
}

/// What a search found in the graph near its hits.
pub fn related(related: &[Related]) -> String {
    let line = |node: &Related| format!("{}  {}", node.because, node.card.node_id);
    under("Related", related.iter().map(line))
}

/// The place and score of a hit's best node, in words.
pub fn hit_place(hit: &api::types::Hit) -> Option<String> {
    let (wing, score) = (hit.wing.as_ref()?, hit.reliability?);
    let room = hit.room.as_deref().unwrap_or_default();
    let hall = hit.hall.map(|hall| hall.as_str()).unwrap_or_default();
    let set = if hit.overridden { ", set by you" } else { "" };
    Some(format!("{wing}/{room}/{hall} · reliability {score:.2}{set}"))
}
