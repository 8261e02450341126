//! The language model's client against a server of our own, over real sockets, with everything that
//! servers do wrong.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice)]
#![allow(clippy::unwrap_used)]

mod knowledge;
mod server;

use models::llm::{Completion, Endpoint, Llm, Secret, context};
use models::{Error, Result, TokenCounter};
use server::{Reply, SAID, json, said, server};
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Barrier};
use types::{Cancel, ErrorCode};

fn ask(llm: &Llm) -> Result<Completion> {
    llm.complete("be brief", "what is it?", 50, &Cancel::default())
}

/// The failure that one kind of reply ends in, and after how many requests.
fn check(name: &str, replies: Vec<Reply>, code: ErrorCode, requests: usize) -> Error {
    let silent = matches!(replies[..], [Reply::Silence]);
    let server = server(replies);
    let error = ask(&server.hasty(if silent { 200 } else { 1500 })).expect_err(name);
    assert_eq!(error.problem().code, code, "{name}: {error}");
    assert_eq!(server.requests(), requests, "{name}");
    error
}

#[test]
fn answers_come_back() {
    let server = server(vec![said(SAID)]);
    let key = Some(Secret::new("sk-4711".to_owned()));
    let llm = Llm::new(Endpoint { api_key: key, ..server.endpoint() }).unwrap();
    let expected =
        Completion { text: SAID.into(), prompt_tokens: 12, completion_tokens: 5, cut: false };
    assert_eq!(ask(&llm).unwrap(), expected);
    let (head, body) = server.seen.lock().unwrap().pop().unwrap();
    assert!(head.starts_with("POST /v1/chat/completions HTTP/1.1\r\n"), "{head}");
    assert!(head.to_lowercase().contains("authorization: bearer sk-4711"), "{head}");
    let expected = serde_json::json!({
        "model": "tiny",
        "messages": [
            { "role": "system", "content": "be brief" },
            { "role": "user", "content": "what is it?" },
        ],
        "max_tokens": 50,
        "temperature": 0.0,
        "stream": false,
    });
    assert_eq!(body, expected);
}

#[test]
fn the_environment_names_no_proxy_to_us() {
    let mut again = std::process::Command::new(std::env::current_exe().unwrap());
    for name in ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
    {
        again.env(name, "http://127.0.0.1:1");
    }
    let done = again.args(["--exact", "answers_come_back"]).output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stdout));
    assert!(String::from_utf8_lossy(&done.stdout).contains("1 passed"));
}

#[test]
fn what_passes_is_tried_again() {
    let busy = |after: &str| {
        let headers = format!("Content-Type: application/json\r\nRetry-After: {after}\r\n");
        Reply::Whole("429 Too Many Requests", headers, "{}".to_owned())
    };
    for (name, replies) in [
        ("500 then 200", vec![json("500 Internal Server Error", "{}"), said(SAID)]),
        ("503 twice", vec![json("503 Busy", ""), json("503 Busy", ""), said(SAID)]),
        ("429 with seconds", vec![busy("0"), said(SAID)]),
        ("429 with too many seconds", vec![busy("86400"), said(SAID)]),
        ("429 with a date", vec![busy("Wed, 21 Oct 2026 07:28:00 GMT"), said(SAID)]),
        ("hung up at once", vec![Reply::Nothing, said(SAID)]),
        ("hung up mid-answer", vec![Reply::Half, said(SAID)]),
    ] {
        let server = server(replies.clone());
        assert_eq!(ask(&server.hasty(1500)).unwrap().text, SAID, "{name}");
        assert_eq!(server.requests(), replies.len(), "{name}");
    }
}

#[test]
fn what_does_not_pass_is_a_typed_error_after_few_attempts() {
    use ErrorCode::{ModelBroken, ModelMissing, TimedOut};
    let html = "Content-Type: text/html\r\n".to_owned();
    let moved = "Content-Type: text/html\r\nLocation: http://127.0.0.1:1/v1\r\n".to_owned();
    let body = |reply: Reply| match reply {
        Reply::Whole(_, _, body) => body,
        _ => panic!("no body"),
    };
    let half = body(said(SAID));
    let half = json("200 OK", &half[..half.len() / 2]);
    check("always 500", vec![json("500 Internal Server Error", "{}")], TimedOut, 4);
    check("always hung up", vec![Reply::Half], ModelMissing, 4);
    check("silence", vec![Reply::Silence], TimedOut, 1);
    check("no such model", vec![json("404 Not Found", "{}")], ModelMissing, 1);
    check("wrong key", vec![json("401 Unauthorized", "{}")], ModelMissing, 1);
    check("prose", vec![json("200 OK", "I would be glad to help!")], ModelBroken, 1);
    check("half a JSON", vec![half], ModelBroken, 1);
    check("no choices", vec![json("200 OK", r#"{"choices":[]}"#)], ModelBroken, 1);
    check("a huge answer", vec![said(&"word ".repeat(400_000))], ModelBroken, 1);
    check("a web page", vec![Reply::Whole("200 OK", html, body(said(SAID)))], ModelBroken, 1);
    check("elsewhere", vec![Reply::Whole("307 Moved", moved, String::new())], ModelMissing, 1);
}

#[test]
fn errors_hold_nothing_of_question_or_answer() {
    let echo = json("400 Bad Request", r#"{"error":"bad prompt: what is it?"}"#);
    let error = check("an echo", vec![echo], ErrorCode::ModelMissing, 1);
    assert!(!format!("{error} {error:?}").contains("what is it"));
}

#[test]
fn redirects_are_not_followed_to_another_server() {
    let other = server(vec![said(SAID)]);
    let headers = format!("Location: {}/chat/completions\r\n", other.base_url);
    let first = server(vec![Reply::Whole("308 Permanent Redirect", headers, String::new())]);
    assert!(matches!(ask(&first.llm()), Err(Error::LlmRefused(308))));
    assert_eq!((first.requests(), other.requests()), (1, 0));
}

#[test]
fn nobody_there_is_said() {
    let gone = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let unused = server(vec![Reply::Nothing]);
    let base_url = format!("http://{gone}/v1");
    let llm = Llm::new(Endpoint { base_url, timeout_ms: 300, ..unused.endpoint() }).unwrap();
    assert!(matches!(ask(&llm), Err(Error::LlmUnreachable(_) | Error::LlmTimedOut)));
}

#[test]
fn a_cancelled_caller_leaves_at_once() {
    let server = server(vec![Reply::Silence]);
    let llm = Llm::new(Endpoint { max_concurrency: 1, ..server.endpoint() }).unwrap();
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        let asked = scope.spawn(|| llm.complete("", "x", 1, &cancel));
        server.arrived.recv().unwrap();
        // this one waits for its turn and sees the same request to stop
        let waiting = scope.spawn(|| llm.complete("", "x", 1, &cancel));
        cancel.cancel();
        for asked in [asked, waiting] {
            assert!(matches!(asked.join().unwrap(), Err(Error::Cancelled)));
        }
    });
    assert_eq!(server.requests(), 1);
}

#[test]
fn no_more_requests_at_a_time_than_allowed() {
    let server = server(vec![Reply::Together(Arc::new(Barrier::new(2)))]);
    let llm = server.llm();
    std::thread::scope(|scope| {
        let asked: Vec<_> = (0..6).map(|_| scope.spawn(|| ask(&llm))).collect();
        asked.into_iter().for_each(|asked| assert_eq!(asked.join().unwrap().unwrap().text, SAID));
    });
    assert_eq!(server.most_at_once.load(Ordering::SeqCst), 2);
}

#[test]
fn a_chunk_is_situated_or_the_reason_is_typed() {
    let tokens = TokenCounter::embedded().unwrap();
    let document = "# Plan\n\nScope of the plan.\n\n## Records\n\nThey are kept for ten years.\n";
    let at = document.find("They").unwrap();
    let server = server(vec![
        said(&format!("<think>hm</think>\n\"**{SAID}**\"\n")),
        said("They are kept for ten years."),
        said("Yes."),
        said(&"very long ".repeat(200)),
        json(
            "200 OK",
            r#"{"choices":[{"message":{"content":"A note on the"},"finish_reason":"length"}]}"#,
        ),
    ]);
    let llm = server.llm();
    let cancel = Cancel::default();
    let situate = || context::situate(&llm, &tokens, document, at..document.len(), &cancel);
    assert_eq!(situate().unwrap(), SAID);
    let (_, body) = server.seen.lock().unwrap().pop().unwrap();
    let prompt = body["messages"][1]["content"].as_str().unwrap();
    assert!(prompt.contains(document) && prompt.contains(&document[at..]));
    for name in ["the chunk itself", "next to nothing", "too long", "cut"] {
        assert!(matches!(situate(), Err(Error::Unsituated(_))), "{name}");
    }
    let outside = context::situate(&llm, &tokens, document, at..document.len() + 1, &cancel);
    assert!(matches!(outside, Err(Error::Unsituated(_))));
}
