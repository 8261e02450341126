//! A server of our own that does what servers do, right and wrong.

use models::llm::{Endpoint, Llm};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Barrier, Mutex};

pub const SAID: &str =
    "A note on the second section of the plan, which sets out how records are kept.";

/// What the server does with a request.
#[derive(Clone)]
pub enum Reply {
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
pub type Seen = (String, serde_json::Value);

pub struct Server {
    pub base_url: String,
    pub seen: Arc<Mutex<Vec<Seen>>>,
    /// A word for each request that has arrived.
    pub arrived: Receiver<()>,
    pub most_at_once: Arc<AtomicUsize>,
}

pub fn said(text: &str) -> Reply {
    let text = serde_json::to_string(text).unwrap();
    let body = format!(
        r#"{{"choices":[{{"message":{{"role":"assistant","content":{text}}},"finish_reason":"stop"}}],"usage":{{"prompt_tokens":12,"completion_tokens":5}}}}"#
    );
    json("200 OK", &body)
}

pub fn json(status: &'static str, body: &str) -> Reply {
    Reply::Whole(status, "Content-Type: application/json\r\n".to_owned(), body.to_owned())
}

/// Answers requests in their order by the replies, the last one for ever.
pub fn server(replies: Vec<Reply>) -> Server {
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
    pub fn endpoint(&self) -> Endpoint {
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

    pub fn llm(&self) -> Llm {
        Llm::new(self.endpoint()).unwrap()
    }

    /// Waits little between attempts, as it does for an answer.
    pub fn hasty(&self, timeout_ms: u64) -> Llm {
        Llm::new(Endpoint { timeout_ms, ..self.endpoint() }).unwrap()
    }

    pub fn requests(&self) -> usize {
        self.seen.lock().unwrap().len()
    }
}
