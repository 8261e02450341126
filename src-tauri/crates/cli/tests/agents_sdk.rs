//! Sessions of the official Rust SDK's own client through the shim, by both ways in which it begins one: the
//! handshake of the revisions to 2025-11-25, and the discovery of 2026-07-28, where each request says who asks.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::{Loci, mcp::Assistant, samples};
use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient,
    model::{
        CallToolRequestParams, CallToolResult, ClientCapabilities, ClientConfig,
        GetPromptRequestParams, Implementation, ProtocolVersion, ReadResourceRequestParams,
    },
    service::RunningService,
};
use serde_json::{Value, json};
use std::process::Stdio;
use tokio::process::{Child, Command};

/// A client, and the `loci mcp` that it speaks with.
struct Session {
    client: RunningService<RoleClient, ClientConfig>,
    shim: Child,
}

impl Session {
    async fn begin(loci: &Loci, token: &str, revision: &ProtocolVersion) -> Self {
        let mut command = loci.plain(&["mcp"]);
        command.env_remove("LOCI_PASSPHRASE").env("LOCI_AGENT_TOKEN", token);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut shim = Command::from(command).kill_on_drop(true).spawn().unwrap();
        let ways = (shim.stdout.take().unwrap(), shim.stdin.take().unwrap());
        let named = Implementation::new(format!("sdk of {revision}"), "1");
        let mut info = ClientConfig::new(ClientCapabilities::default(), named);
        info.protocol_version = revision.clone();
        let lifecycle = match revision.has_initialize() {
            true => ClientLifecycleMode::Initialize,
            false => ClientLifecycleMode::Discover { preferred_versions: vec![revision.clone()] },
        };
        let client = info.serve_with_lifecycle(ways, lifecycle).await.unwrap();
        Self { client, shim }
    }

    async fn call(&self, tool: &'static str, arguments: Value) -> CallToolResult {
        let arguments = arguments.as_object().unwrap().clone();
        let asked = CallToolRequestParams::new(tool).with_arguments(arguments);
        self.client.call_tool(asked).await.unwrap()
    }

    /// What a tool gave; fails where it was refused.
    async fn get(&self, tool: &'static str, arguments: Value) -> Value {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(false), "{tool}: {result:?}");
        result.structured_content.unwrap()
    }

    /// Why a tool was refused.
    async fn refused(&self, tool: &'static str, arguments: Value) -> String {
        let result = self.call(tool, arguments).await;
        assert_eq!(result.is_error, Some(true), "{tool}: {result:?}");
        result.content[0].as_text().unwrap().text.clone()
    }

    async fn finds(&self, words: &str) -> bool {
        let found = self.get("search", json!({ "query": words })).await;
        found["results"].as_array().unwrap().iter().any(|hit| hit["title"] == words)
    }

    /// Ends it; the shim ends by itself.
    async fn end(mut self) {
        self.client.cancel().await.unwrap();
        assert!(self.shim.wait().await.unwrap().success());
    }
}

/// One session: locked, unlocked, searched, fetched, proposed, approved, found.
async fn session(loci: &Loci, token: &str, revision: ProtocolVersion) {
    let locked = Session::begin(loci, token, &revision).await;
    let server = locked.client.peer_info().unwrap();
    assert_eq!(server.protocol_version, revision);
    assert_eq!(server.server_info.as_ref().unwrap().name, "loci");
    let tools = locked.client.list_all_tools().await.unwrap();
    assert_eq!(tools.len(), 15);
    assert!(tools.iter().all(|tool| tool.output_schema.is_some() && tool.annotations.is_some()));
    let said = locked.refused("search", json!({ "query": "marsh" })).await;
    assert!(said.contains("unlock in the app"), "{said}");
    locked.end().await;

    let holder = Assistant::holding(loci);
    let desk = Session::begin(loci, token, &revision).await;
    let found = desk.get("search", json!({ "query": "how fast does the marsh grow" })).await;
    let found = found["results"].as_array().unwrap();
    let passage = found.iter().find(|hit| hit["kind"] == "passage").unwrap();
    let read = desk.get("fetch", json!({ "id": passage["id"] })).await;
    assert!(!read["text"].as_str().unwrap().is_empty(), "{read}");
    let listed = loci.run(&["agents", "list"]).ok().json();
    let own = listed["agents"].as_array().unwrap().iter().find(|agent| agent["name"] == "Desk");
    let client = format!("sdk of {revision}");
    assert_eq!(own.unwrap()["connected"][0]["client"], client, "{listed}");

    let rooms = desk.client.list_all_resources().await.unwrap();
    let room = ReadResourceRequestParams::new(rooms[0].uri.clone());
    assert!(!desk.client.read_resource(room).await.unwrap().contents.is_empty());
    let prompt = GetPromptRequestParams::new("start_session");
    assert!(!desk.client.get_prompt(prompt).await.unwrap().messages.is_empty());

    let words = format!("Blue herons nested on the Aldwick breach in {revision}.");
    let kept = desk.get("remember", json!({ "text": words })).await;
    assert_eq!(kept["waits"], true, "{kept}");
    assert!(!desk.finds(&words).await, "what waits is found already");
    let review = loci.run(&["review", "list"]).ok().json();
    let item = review["items"].as_array().unwrap().iter().find(|item| item["name"] == words);
    let item = item.unwrap_or_else(|| panic!("{review}"));
    assert_eq!(item["proposed_by"], "Desk");
    loci.run(&["review", "approve", item["node_id"].as_str().unwrap()]).ok();
    assert!(desk.finds(&words).await, "what was approved is not found");
    desk.end().await;
    drop(holder);
}

#[test]
fn the_sdks_own_client_speaks_both_revisions_through_the_shim() {
    let loci = Loci::with_vault();
    loci.run(&["ingest", samples().to_str().unwrap()]).ok();
    let paired = loci.run(&["agents", "pair", "Desk", "--scope", "read,propose"]).ok().json();
    let token = paired["token"].as_str().unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let newest = ProtocolVersion::LATEST_WITH_INITIALIZE;
    for revision in [ProtocolVersion::V_2025_06_18, newest, ProtocolVersion::LATEST] {
        runtime.block_on(session(&loci, token, revision));
    }
}
