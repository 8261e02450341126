//! The language model's client against a server of our own, over real sockets, with everything that
//! servers do wrong.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::string_slice)]
#![allow(clippy::unwrap_used)]

use models::llm::{Completion, Endpoint, Llm, Secret, context};
use models::{Error, Result, TokenCounter};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex};
use types::{Cancel, ErrorCode};

const SAID: &str = "A note on the second section of the plan, which sets out how records are kept.";

/// What the server does with a request.
#[derive(Clone)]
enum Reply {
    /// Status line, more headers, body.
    Whole(&'static str, String, String),
    /// Promises more than it sends, then hangs up.
    Half,
    /// Hangs up without a word.
    Nothing,
    /// Keeps the connection and says nothing for as long as the test runs.
    Silence,
    /// Waits until so many requests are there, then answers.
    Together(Arc<Barrier>),
}

/// A request as it came: its head, its body.
type Seen = (String, serde_json::Value);

struct Server {
    base_url: String,
    seen: Arc<Mutex<Vec<Seen>>>,
    /// A word for each request that has arrived.
    arrived: Receiver<()>,
    most_at_once: Arc<AtomicUsize>,
}

fn said(text: &str) -> Reply {
    let text = serde_json::to_string(text).unwrap();
    let body = format!(
        r#"{{"choices":[{{"message":{{"role":"assistant","content":{text}}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":12,"completion_tokens":5}}}}"#
    );
    json("200 OK", &body)
}

fn json(status: &'static str, body: &str) -> Reply {
    Reply::Whole(status, "Content-Type: application/json\r\n".to_owned(), body.to_owned())
}

/// Answers requests in their order by the replies, the last one for ever.
fn server(replies: Vec<Reply>) -> Server {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}/v1", listener.local_addr().unwrap());
    let (sender, arrived) = channel();
    let (seen, most_at_once) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicUsize::new(0)));
    let (log, most) = (Arc::clone(&seen), Arc::clone(&most_at_once));
    let at_once = Arc::new(AtomicUsize::new(0));
    std::thread::spawn(move || {
        for (number, stream) in listener.incoming().enumerate() {
            let reply = replies.get(number).or(replies.last()).unwrap().clone();
            let (log, sender) = (Arc::clone(&log), sender.clone());
            let (at_once, most) = (Arc::clone(&at_once), Arc::clone(&most));
            std::thread::spawn(move || {
                let now = at_once.fetch_add(1, Ordering::SeqCst) + 1;
                most.fetch_max(now, Ordering::SeqCst);
                let _ = serve(stream.unwrap(), &reply, &log, &sender, &at_once);
            });
        }
    });
    Server { base_url, seen, arrived, most_at_once }
}

fn serve(
    mut stream: TcpStream,
    reply: &Reply,
    log: &Mutex<Vec<Seen>>,
    arrived: &Sender<()>,
    at_once: &AtomicUsize,
) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        if let Some(size) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = size.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
        head.push_str(&line);
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    log.lock().unwrap().push((head, serde_json::from_slice(&body).unwrap()));
    let _ = arrived.send(());
    if let Reply::Together(barrier) = reply {
        barrier.wait();
    }
    at_once.fetch_sub(1, Ordering::SeqCst);
    match reply {
        Reply::Nothing => Ok(()),
        Reply::Silence => {
            // ends when the other side gives up
            let _ = reader.read(&mut [0])?;
            Ok(())
        }
        Reply::Half => {
            let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900";
            write!(stream, "{head}\r\n\r\n{{\"choices\":[{{\"mess")
        }
        Reply::Together(_) => match said(SAID) {
            Reply::Whole(status, headers, body) => {
                write_whole(&mut stream, status, &headers, &body)
            }
            _ => Ok(()),
        },
        Reply::Whole(status, headers, body) => write_whole(&mut stream, status, headers, body),
    }
}

fn write_whole(
    stream: &mut TcpStream,
    status: &str,
    headers: &str,
    body: &str,
) -> std::io::Result<()> {
    let length = body.len();
    write!(stream, "HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n")?;
    write!(stream, "Connection: close\r\n\r\n{body}")
}

impl Server {
    fn endpoint(&self) -> Endpoint {
        Endpoint {
            base_url: self.base_url.clone(),
            model: "tiny".to_owned(),
            api_key: None,
            context_tokens: 4096,
            max_concurrency: 2,
            // long enough for a busy machine; what takes less is not waited for
            timeout_ms: 10_000,
        }
    }

    fn llm(&self) -> Llm {
        Llm::new(self.endpoint()).unwrap()
    }

    /// Waits little between attempts, as it does for an answer.
    fn hasty(&self, timeout_ms: u64) -> Llm {
        Llm::new(Endpoint { timeout_ms, ..self.endpoint() }).unwrap()
    }

    fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}

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
