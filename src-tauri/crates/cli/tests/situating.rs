//! Chunks situated by a language model: a real HTTP server on the loopback speaks the protocol of
//! OpenAI-compatible servers, well and badly.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::Loci;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

/// A server that answers each call with what `answer` says for its number.
struct Server {
    address: String,
    calls: Arc<AtomicUsize>,
}

impl Server {
    fn start(answer: fn(usize, &str) -> Option<String>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}/v1", listener.local_addr().unwrap());
        let calls = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&calls);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let counted = Arc::clone(&counted);
                std::thread::spawn(move || serve(stream.unwrap(), &counted, answer));
            }
        });
        Self { address, calls }
    }

    fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }
}

/// Answers the requests of one connection; `None` hangs up.
fn serve(stream: TcpStream, calls: &AtomicUsize, answer: fn(usize, &str) -> Option<String>) {
    let mut reader = BufReader::new(stream.try_clone().unwrap());
    let mut writer = stream;
    loop {
        let mut length = 0;
        let mut line = String::new();
        if reader.read_line(&mut line).unwrap_or(0) == 0 {
            return;
        }
        assert!(line.starts_with("POST /v1/chat/completions "), "{line}");
        loop {
            line.clear();
            reader.read_line(&mut line).unwrap();
            let lower = line.to_lowercase();
            if let Some(value) = lower.strip_prefix("content-length:") {
                length = value.trim().parse().unwrap();
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).unwrap();
        let request: Value = serde_json::from_slice(&body).unwrap();
        let prompt = request["messages"].to_string();
        let Some(text) = answer(calls.fetch_add(1, Ordering::SeqCst), &prompt) else { return };
        let reply = json!({
            "choices": [{ "message": { "role": "assistant", "content": text }, "finish_reason": "stop" }],
            "usage": { "prompt_tokens": 10, "completion_tokens": 10 },
        })
        .to_string();
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ";
        let _ = write!(writer, "{head}{}\r\n\r\n{reply}", reply.len());
    }
}

const RULES: &str = "# Harbour rules\n\n## Gate\n\nIt opens at low water every day of the year.\n\n\
    ## Log\n\nThey keep it for seven years in the boathouse by the quay.\n";

fn situated(_: usize, prompt: &str) -> Option<String> {
    assert!(prompt.contains("Harbour rules"), "the whole document is in the prompt");
    Some(
        "This passage belongs to the rules of the harbour and concerns the zanthorel sluice."
            .into(),
    )
}

#[test]
fn a_sentence_is_searched_beside_the_chunk_and_never_in_it() {
    let loci = Loci::with_vault();
    let server = Server::start(situated);
    let set = loci.run(&["llm", "set", &server.address, "--model", "tiny"]).ok().json();
    assert_eq!(
        (set["leaves_machine"].as_bool(), set["has_key"].as_bool()),
        (Some(false), Some(false))
    );
    let row = loci.ingest(&loci.file("rules.md", RULES));
    assert_eq!(row["state"], "indexed", "{row}");
    let document = row["document_id"].as_str().unwrap();
    let chunks = row["chunks"].as_u64().unwrap();
    assert_eq!(server.calls() as u64, chunks);

    let hits = loci.run(&["search", "zanthorel", "--mode", "keyword"]).ok().json();
    let hits = hits["hits"].as_array().unwrap().clone();
    assert_eq!(hits.len() as u64, chunks);
    let text = loci.run(&["documents", "text", document]).ok().json();
    assert_eq!(text["text"].as_str().unwrap(), RULES);
    assert!(hits.iter().all(|hit| !hit["text"].as_str().unwrap().contains("zanthorel")));

    let plan = loci.run(&["documents", "regenerate", "--dry-run"]).ok().json();
    assert_eq!(plan["llm_calls"].as_u64(), Some(chunks));
    assert!(plan["llm_tokens"].as_u64().unwrap() > 100);
    // what is kept is not asked for again
    loci.run(&["documents", "regenerate"]).ok();
    assert_eq!(server.calls() as u64, chunks);
    assert_eq!(loci.run(&["llm", "show"]).ok().json()["contexts"].as_u64(), Some(chunks));

    let gone = loci.run(&["documents", "delete", document]).ok().json();
    assert!(
        gone["certificate"]["body"]["proof"].as_array().unwrap().iter().all(|p| p["found"] == 0)
    );
    assert_eq!(loci.run(&["llm", "show"]).ok().json()["contexts"], 0);
    assert_eq!(loci.run(&["llm", "clear"]).ok().json()["base_url"], Value::Null);
}

#[test]
fn a_model_that_fails_costs_no_document() {
    for answer in [
        (|_, _| None) as fn(usize, &str) -> Option<String>,
        |_, _| Some(String::new()),
        |_, _| Some("word ".repeat(5_000)),
    ] {
        let loci = Loci::with_vault();
        let server = Server::start(answer);
        loci.run(&["llm", "set", &server.address, "--model", "tiny"]).ok();
        let row = loci.ingest(&loci.file("rules.md", RULES));
        assert_eq!(row["state"], "indexed", "{row}");
        let warned = row["warnings"].to_string();
        assert!(warned.contains("language model"), "{warned}");
        let hits = loci.run(&["search", "opens at low water"]).ok().json();
        assert!(!hits["hits"].as_array().unwrap().is_empty());
    }
}

#[test]
fn text_leaves_the_machine_only_when_that_is_agreed_to() {
    let loci = Loci::with_vault();
    let remote = "https://llm.example/v1";
    let refused = loci.run(&["llm", "set", remote, "--model", "m"]);
    assert_eq!(refused.error(2), "usage");
    assert_eq!(loci.run(&["llm", "show"]).ok().json()["base_url"], Value::Null);
    let key = loci.file("key", "secret-key-7711\n");
    let agreed = ["llm", "set", remote, "--model", "m", "--text-may-leave", "--api-key-file"];
    let agreed: Vec<&str> = agreed.into_iter().chain([key.to_str().unwrap()]).collect();
    let set = loci.run(&agreed).ok();
    assert!(!set.stdout.contains("secret-key"), "the key is never shown");
    assert_eq!(set.json()["leaves_machine"], true);
    for bad in ["", "ftp://127.0.0.1/v1", "not an address", "http://"] {
        assert_ne!(loci.run(&["llm", "set", bad, "--model", "m"]).code, 0, "{bad:?}");
    }
}
