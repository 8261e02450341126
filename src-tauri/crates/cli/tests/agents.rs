//! Agents: what a paired program may see and propose is decided by the holder of the vault.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::string_slice)]

mod common;

use common::{Loci, mcp::Assistant, samples};
use serde_json::{Value, json};

/// A vault with the samples, and the token of an agent.
fn paired(args: &[&str]) -> (Loci, String) {
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    let token = pair(&loci, "Desk", args);
    (loci, token)
}

fn pair(loci: &Loci, name: &str, args: &[&str]) -> String {
    let answer = loci.run(&[&["agents", "pair", name], args].concat()).ok().json();
    let token = answer["token"].as_str().unwrap().to_owned();
    let settings: Value = serde_json::from_str(answer["settings"].as_str().unwrap()).unwrap();
    assert_eq!(settings["mcpServers"]["loci"]["env"]["LOCI_AGENT_TOKEN"], token);
    token
}

fn agent(loci: &Loci, name: &str) -> Value {
    let list = loci.run(&["agents", "list"]).ok().json();
    let agents = list["agents"].as_array().unwrap().iter();
    agents.clone().find(|agent| agent["name"] == name).cloned().unwrap_or_else(|| panic!("{list}"))
}

#[test]
fn what_is_remembered_waits_counts_once_approved_and_is_purged_by_agent() {
    let (loci, token) = paired(&["--scope", "read,propose"]);
    let holder = Assistant::holding(&loci);
    let mut desk = Assistant::with_token(&loci, &token);
    let words = "Blue herons nest on the Aldwick breach since 2024.";
    let known = desk.get("check_duplicate", json!({ "text": words }));
    assert_eq!(known["known"], false);
    let kept = desk.get("remember", json!({ "text": words, "because": "said in a talk" }));
    assert_eq!(kept["waits"], true, "{kept}");
    let again = desk.get("remember", json!({ "text": words }));
    assert_eq!(again["waits"], false, "{again}");
    let finds = |desk: &mut Assistant| {
        let found = desk.get("search", json!({ "query": "blue herons Aldwick breach" }));
        found["results"].as_array().unwrap().iter().any(|hit| hit["title"] == words)
    };
    assert!(!finds(&mut desk), "what waits is found already");

    let review = loci.run(&["review", "list"]).ok().json();
    let item = review["items"].as_array().unwrap().iter().find(|item| item["name"] == words);
    let item = item.unwrap_or_else(|| panic!("{review}"));
    assert_eq!(item["proposed_by"], "Desk");
    assert_eq!(item["tier"], "assistant");
    assert!(item["reliability"].as_f64().unwrap() < 0.21, "{item}");
    loci.run(&["review", "approve", item["node_id"].as_str().unwrap()]).ok();
    assert!(finds(&mut desk), "what was approved is not found");
    let trust = loci.run(&["trust", "show", words]).ok().json();
    assert!(trust["reliability"].as_f64().unwrap() < 0.21, "approval made it trusted: {trust}");

    // the rest is proposed only
    let node = item["node_id"].as_str().unwrap();
    let other = loci.run(&["node", "list", "marsh"]).ok().json();
    let other = other["nodes"][0]["node_id"].as_str().unwrap().to_owned();
    desk.get("link", json!({ "from": node, "to": other, "kind": "requires" }));
    desk.get("forget", json!({ "node": other, "because": "old" }));
    let new = "Blue herons nest on the Aldwick breach since 2025.";
    desk.get("supersede", json!({ "node": node, "text": new }));
    assert_eq!(loci.run(&["node", "show", &other]).ok().json()["state"], "accepted");
    let proposals = loci.run(&["agents", "proposals"]).ok().json()["proposals"].clone();
    let kinds: Vec<&str> =
        proposals.as_array().unwrap().iter().map(|it| it["proposes"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["link", "forget", "supersede"], "{proposals}");
    let ids: Vec<&str> =
        proposals.as_array().unwrap().iter().map(|it| it["proposal"].as_str().unwrap()).collect();
    loci.run(&["agents", "approve", ids[0], ids[2]]).ok();
    loci.run(&["agents", "dismiss", &ids[1][..8]]).ok();
    let edges = loci.run(&["edge", "list", "--node", node]).ok().json();
    let kinds: Vec<&Value> =
        edges["edges"].as_array().unwrap().iter().map(|edge| &edge["kind"]).collect();
    assert!(
        kinds.contains(&&json!("requires")) && kinds.contains(&&json!("supersedes")),
        "{edges}"
    );
    let old = loci.run(&["node", "show", node]).ok().json();
    assert_ne!(old["valid_to"], "", "what was superseded still holds");
    assert_eq!(loci.run(&["node", "show", &other]).ok().json()["state"], "accepted");

    desk.get("remember", json!({ "text": "Something that waits." }));
    let purged = loci.run(&["agents", "purge", "Desk"]).ok().json();
    assert_eq!((&purged["nodes"], &purged["kept"]), (&json!(1), &json!(2)), "{purged}");
    assert!(finds(&mut desk), "what was approved went");
    let purged = loci.run(&["agents", "purge", "Desk", "--approved"]).ok().json();
    assert_eq!(purged["nodes"], 2, "{purged}");
    assert!(!finds(&mut desk));
    drop(desk);
    drop(holder);
    // what it did is there after all has ended
    let desk = agent(&loci, "Desk");
    let used = desk["activity"].as_array().unwrap().iter().find(|it| it["command"] == "remember");
    assert_eq!(used.unwrap()["calls"], 3, "{desk}");
}

#[test]
fn an_agent_sees_its_wings_and_nothing_else() {
    let (loci, token) = paired(&["--wings", "biology"]);
    let all = pair(&loci, "All", &[]);
    loci.run(&["knowledge", "build", "--collection", "default"]).ok();
    let holder = Assistant::holding(&loci);
    let mut narrow = Assistant::with_token(&loci, &token);
    let mut whole = Assistant::with_token(&loci, &all);
    let status = narrow.get("status", json!({}));
    assert_eq!(status["wings"], json!(["biology"]));
    assert_eq!(status["all_wings"], false);

    let nodes = loci.run(&["node", "list", "--limit", "1000"]).ok().json();
    let nodes = nodes["nodes"].as_array().unwrap().clone();
    let (own, hidden): (Vec<Value>, Vec<Value>) =
        nodes.into_iter().partition(|node| node["wing"] == "biology");
    assert!(!own.is_empty() && hidden.len() > 5);
    for node in &hidden {
        let (id, name) = (&node["node_id"], &node["name"]);
        narrow.refused("fetch", json!({ "id": format!("node:{}", id.as_str().unwrap()) }));
        narrow.refused("kg_query", json!({ "entity": id }));
        narrow.refused("kg_query", json!({ "entity": name }));
        let known = narrow.get("check_duplicate", json!({ "text": name }));
        assert_eq!(known["known"], false, "{name}");
        let whole = whole.get("check_duplicate", json!({ "text": name }));
        assert_eq!(whole["known"], true, "{name}");
    }
    // whatever it asks, nothing names a wing or a node that it may not see
    let mut answers = Vec::new();
    for node in own.iter().chain(&hidden) {
        let found = narrow.get("search", json!({ "query": node["name"], "limit": 50 }));
        for hit in found["results"].as_array().unwrap() {
            answers.push(narrow.get("fetch", json!({ "id": hit["id"] })));
        }
        answers.push(found);
    }
    for node in &own {
        answers.push(narrow.get("kg_query", json!({ "entity": node["node_id"], "hops": 2 })));
    }
    answers.push(narrow.get("timeline", json!({ "limit": 100 })));
    answers.push(narrow.get("contradictions", json!({ "limit": 50 })));
    // the memory stack is cut to its wings, whoever it is built for and whatever it is asked
    loci.run(&["memory", "set", "--identity", "I hide the quetzalcoatlus."]).ok();
    answers.push(narrow.get("wake_up", json!({})));
    for node in own.iter().chain(&hidden) {
        for agent in ["planner", "aggregator"] {
            let ask = json!({ "agent": agent, "task": node["name"], "deep": true });
            let told = narrow.get("context", ask);
            assert!(!told.to_string().contains("quetzalcoatlus"), "{told}");
            answers.push(told);
        }
    }
    let told: String = answers.iter().map(Value::to_string).collect();
    assert!(told.contains("biology/"), "nothing of its own wing was found");
    for node in &hidden {
        let id = node["node_id"].as_str().unwrap();
        assert!(!told.contains(id), "{node}");
    }
    for wing in ["environment/", "engineering/", "unsorted/"] {
        assert!(!told.contains(wing), "{wing}");
    }
    // a document is read as far as its passages are its own
    let documents = loci.run(&["documents", "list"]).ok().json();
    for document in documents["documents"].as_array().unwrap() {
        let id = document["document_id"].as_str().unwrap();
        let read = narrow.call("fetch", json!({ "id": id }));
        let all = whole.get("fetch", json!({ "id": id }))["text"].as_str().unwrap().len();
        let part = read["structuredContent"]["text"].as_str().map_or(0, str::len);
        assert!(part <= all + 200, "{id}");
        let searched = narrow.get("search", json!({ "query": document["title"], "limit": 50 }));
        let sees = searched["results"].as_array().unwrap().iter();
        let sees = sees
            .filter(|hit| hit["kind"] == "passage")
            .any(|hit| hit["id"].as_str().unwrap().starts_with(id));
        assert!(part > 0 || !sees, "{id} is found and not read");
    }
    // of a summary, what rests on its own passages alone
    let all = whole.get("fetch", json!({ "id": "summary://default" }));
    let sources = |summary: &Value| -> Vec<String> {
        let metadata = summary["metadata"].as_object().unwrap().iter();
        let sources = metadata.filter(|(name, _)| name.starts_with('['));
        sources.map(|(_, id)| id.as_str().unwrap().to_owned()).collect()
    };
    let words = |id: String| json!({ "id": id });
    let all = sources(&all);
    let mut hidden = |id: &String| narrow.call("fetch", words(id.clone()))["isError"] == true;
    assert!(all.iter().any(&mut hidden), "it may see all of {all:?}");
    let read = narrow.call("fetch", json!({ "id": "summary://default" }));
    if read["isError"] == false {
        let own = sources(&read["structuredContent"]);
        assert!(!own.is_empty() && own.len() < all.len(), "{own:?}");
        own.into_iter().for_each(|id| drop(narrow.get("fetch", words(id))));
    }
    let refused = narrow.refused("remember", json!({ "text": "Herons are blue." }));
    assert!(refused.contains("may not propose"), "{refused}");
    drop((narrow, whole));
    drop(holder);
    assert!(agent(&loci, "Desk")["refused"].as_u64().unwrap() >= 1);
}

#[test]
fn who_is_not_paired_or_was_revoked_gets_nothing() {
    let (loci, token) = paired(&[]);
    let closed = Assistant::with_token(&loci, &token).refused("status", json!({}));
    assert!(closed.contains("unlock in the app"), "{closed}");
    let holder = Assistant::holding(&loci);
    let mut desk = Assistant::with_token(&loci, &token);
    desk.get("status", json!({}));
    let now = agent(&loci, "Desk");
    assert_eq!(now["connected"][0]["client"], "by hand", "{now}");
    assert!(!now.to_string().contains(&token));
    // narrower from its next call on
    loci.run(&["agents", "scope", "Desk", "--scope", "propose"]).ok();
    assert!(desk.refused("search", json!({ "query": "marsh" })).contains("may not read"));
    loci.run(&["agents", "revoke", "Desk"]).ok();
    assert!(desk.refused("status", json!({})).contains("revoked"));
    assert_eq!(agent(&loci, "Desk")["connected"], json!([]));
    let changed: String = token.chars().rev().collect();
    for token in ["", "x", &changed, &token.replace("loci_", "loci_0")] {
        let said =
            Assistant::with_token(&loci, token).refused("search", json!({ "query": "marsh" }));
        assert!(said.contains("pair"), "{token}: {said}");
    }
    // a revoked name is free again
    let again = pair(&loci, "Desk", &["--scope", "read"]);
    Assistant::with_token(&loci, &again).get("search", json!({ "query": "marsh" }));
    assert_eq!(loci.run(&["agents", "pair", "Desk"]).error(2), "usage");
    for name in ["", " ", "\u{7}", &"x".repeat(61), "…"] {
        assert_eq!(loci.run(&["agents", "pair", name]).error(2), "usage", "{name:?}");
    }
    assert_eq!(loci.run(&["agents", "revoke", "Nobody"]).error(1), "not_found");
    drop(desk);
    drop(holder);
}

#[test]
fn what_is_no_call_is_refused_and_the_session_goes_on() {
    let (loci, token) = paired(&["--scope", "read,propose"]);
    let holder = Assistant::holding(&loci);
    let mut desk = Assistant::with_token(&loci, &token);
    assert_eq!(desk.ask("tools/list", json!({}))["tools"].as_array().unwrap().len(), 15);
    for (tool, arguments, expected) in [
        ("search", json!({}), "'query' is missing"),
        ("search", json!({ "query": 7 }), "does not fit"),
        ("search", json!({ "query": "" }), "empty"),
        ("search", json!({ "query": "x", "limit": 0 }), "cannot be had"),
        ("search", json!({ "query": "x", "limit": -1 }), "does not fit"),
        ("search", json!({ "query": "x", "limit": 1e12 }), "does not fit"),
        ("search", json!({ "query": "x", "as_of": "yesterday" }), "not a date"),
        ("search", json!({ "query": "x".repeat(10_001) }), "too long"),
        ("search", json!({ "query": "x".repeat(10_000_000) }), "200 KiB"),
        ("search", json!({ "query": "x", "sql": "drop" }), "no argument 'sql'"),
        ("fetch", json!({ "id": "../../etc/passwd" }), "not a document id"),
        ("fetch", json!({ "id": "node:zzzz" }), "nothing in the graph"),
        ("fetch", json!({ "id": "0".repeat(32) }), "No document"),
        ("kg_query", json!({ "entity": "marsh", "hops": 9 }), "Hops"),
        ("timeline", json!({ "from": "soon" }), "not a date"),
        ("remember", json!({ "text": "?!" }), "nothing to remember"),
        ("remember", json!({ "text": "x".repeat(301) }), "at most 300"),
        ("remember", json!({ "text": "x", "kind": "publication" }), "come from documents"),
        ("remember", json!({ "text": "x", "kind": "king" }), "does not fit"),
        ("link", json!({ "from": "a", "to": "b", "kind": "requires" }), "nothing in the graph"),
    ] {
        let shown: String = arguments.to_string().chars().take(80).collect();
        let said = desk.refused(tool, arguments);
        assert!(said.contains(expected), "{tool} {shown}: {said}");
        assert!(said.len() < 400, "{tool} {shown}: {} bytes", said.len());
    }
    for line in ["", "{", "[]", "null", "{\"jsonrpc\":\"2.0\"}", "\u{0}\u{1}", "{\"id\":1}"] {
        desk.say_raw(line.as_bytes());
    }
    let unknown = desk.call("rm", json!({}));
    assert!(unknown["error"]["message"].as_str().unwrap().contains("no such tool"), "{unknown}");
    let unknown = desk.ask("resources/read", json!({ "uri": "file:///etc/passwd" }));
    assert!(unknown["error"].is_object(), "{unknown}");
    let rooms = desk.ask("resources/list", json!({}));
    let uri = rooms["resources"][0]["uri"].clone();
    let room = desk.ask("resources/read", json!({ "uri": uri }));
    assert!(room["contents"][0]["text"].as_str().unwrap().contains("reliability"), "{room}");
    let prompt = desk.ask("prompts/get", json!({ "name": "review_topic", "arguments": {} }));
    assert!(prompt["error"].is_object(), "{prompt}");
    desk.get("status", json!({}));
    drop(desk);
    drop(holder);
}

#[test]
fn a_regulated_collection_is_read_with_a_reason_that_goes_on_record() {
    let loci = Loci::with_vault();
    let file = loci.file("ward.md", "# Ward\n\nThe ward of Kelford keeps eleven grey herons.\n");
    loci.run(&["ingest", file.to_str().unwrap(), "--collection", "study"]).ok();
    loci.run(&["knowledge", "build", "--collection", "study"]).ok();
    loci.run(&["audit", "regulate", "study", "on", "--reason", "patients"]).ok();
    let token = pair(&loci, "Desk", &["--scope", "read"]);
    let holder = Assistant::holding(&loci);
    let mut desk = Assistant::with_token(&loci, &token);
    let query = "grey herons of Kelford";
    for (tool, ask) in
        [("search", json!({ "query": query })), ("context", json!({ "task": query, "deep": true }))]
    {
        let refused = desk.call(tool, ask.clone());
        assert_eq!(refused["isError"], true, "{tool}: {refused}");
        assert!(refused.to_string().contains("needs a reason"), "{tool}: {refused}");
        assert!(!refused.to_string().contains("eleven"), "{tool}: {refused}");
        let mut blank = ask.clone();
        blank["reason"] = json!(" ");
        assert_eq!(desk.call(tool, blank)["isError"], true, "{tool}");
        let mut why = ask;
        why["reason"] = json!(format!("case 12, by {tool}"));
        assert!(desk.get(tool, why).to_string().contains("eleven"), "{tool}");
    }
    let listed = desk.ask("resources/list", json!({}));
    assert!(listed.to_string().contains("summary://study"), "{listed}");
    for (uri, given) in [
        ("summary://study", false),
        ("summary://study?reason=", false),
        ("summary://study?reason=case%2012,%20by%20resource", true),
    ] {
        let read = desk.ask("resources/read", json!({ "uri": uri }));
        assert_eq!(read.to_string().contains("eleven"), given, "{uri}: {read}");
        assert_eq!(read.to_string().contains("needs a reason"), !given, "{uri}: {read}");
    }
    drop((desk, holder));
    let seen = loci.run(&["audit", "list", "--action", "access", "--collection", "study"]).ok();
    let seen = seen.json()["records"].clone();
    let told: Vec<(&str, &str, &str)> = seen
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["action"] == "access")
        .map(|it| ["who", "via", "reason"].map(|name| it[name].as_str().unwrap()).into())
        .collect();
    assert_eq!(
        told,
        [
            ("Desk", "agent", "case 12, by resource"),
            ("Desk", "agent", "case 12, by context"),
            ("Desk", "agent", "case 12, by search"),
        ],
        "{seen}"
    );
}
