//! Asks a language model and waits for its answer. Each request runs on a thread of its own, so that a
//! cancelled caller leaves at once; the thread keeps its permit until the server lets go or the time
//! is up, so that the bound on requests holds even then.

use super::Endpoint;
use super::permits::{PATIENCE, Permit, Permits};
use super::wire::{self, Completion};
use crate::{Error, Result};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use types::Cancel;
use ureq::Agent;
use ureq::http::header::{AUTHORIZATION, CONTENT_TYPE, RETRY_AFTER};
use ureq::http::{HeaderMap, HeaderValue, Uri};

/// Requests made for one answer, at most.
const ATTEMPTS: u32 = 4;
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// Longest wait between two of them, whatever the server asks for; never longer than a request may
/// take either.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);
/// An answer is a few sentences; more than this is no answer.
const MOST_ANSWER_BYTES: u64 = 1 << 20;

/// A language model, to be asked from any thread.
pub struct Llm {
    agent: Agent,
    url: Uri,
    model: String,
    authorization: Option<HeaderValue>,
    context_tokens: u32,
    timeout: Duration,
    permits: Arc<Permits>,
    /// Which way of asking for JSON the server took last: see [`super::json`].
    pub(super) way: AtomicUsize,
}

/// How one request ended.
enum Outcome {
    Answered(Vec<u8>),
    /// Worth another try, after what the server asks for.
    Again(Option<Duration>, Error),
    Failed(Error),
}

impl Llm {
    /// Checks the endpoint; asks nothing yet.
    pub fn new(endpoint: Endpoint) -> Result<Self> {
        let url = endpoint.url()?;
        let timeout = Duration::from_millis(endpoint.timeout_ms);
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent("loci")
            .timeout_connect(Some(CONNECT_TIMEOUT.min(timeout)))
            .timeout_global(Some(timeout))
            .build();
        let bearer = |key: &super::Secret| {
            let mut value = HeaderValue::from_str(&format!("Bearer {}", key.reveal()))
                .map_err(|_| Error::BadEndpoint { reason: "its key has characters no key has" })?;
            value.set_sensitive(true);
            Ok::<_, Error>(value)
        };
        Ok(Self {
            agent: config.new_agent(),
            url,
            authorization: endpoint.api_key.as_ref().map(bearer).transpose()?,
            model: endpoint.model.trim().to_owned(),
            context_tokens: endpoint.context_tokens,
            timeout,
            permits: Permits::new(usize::from(endpoint.max_concurrency)),
            way: AtomicUsize::new(0),
        })
    }

    /// Tokens that prompt and answer may have together.
    pub fn context_tokens(&self) -> u32 {
        self.context_tokens
    }

    /// The server's name for the model.
    pub fn model(&self) -> &str {
        &self.model
    }

    /// Asks, and waits for the answer: for a permit first, then through a few attempts where the
    /// server is busy or breaks off.
    pub fn complete(
        &self,
        system: &str,
        prompt: &str,
        max_tokens: u32,
        cancel: &Cancel,
    ) -> Result<Completion> {
        let body = wire::request(&self.model, system, prompt, max_tokens, None)?;
        self.answer(&body, cancel, &mut 0)
    }

    /// The answer to a request's body; `calls` counts the requests made for it.
    pub(super) fn answer(
        &self,
        body: &[u8],
        cancel: &Cancel,
        calls: &mut u32,
    ) -> Result<Completion> {
        let permit = Arc::new(self.permits.take(cancel)?);
        let started = Instant::now();
        let mut wait = FIRST_WAIT.min(self.timeout / 10);
        for attempt in 1..=ATTEMPTS {
            *calls += 1;
            let (asked, error) = match self.ask(body, &permit, cancel)? {
                Outcome::Answered(body) => {
                    let answer = wire::answer(&body)?;
                    let took_ms = started.elapsed().as_millis() as u64;
                    let (prompt, said) = (answer.prompt_tokens, answer.completion_tokens);
                    tracing::debug!(attempt, took_ms, prompt, said, "language model answered");
                    return Ok(answer);
                }
                Outcome::Failed(error) => return Err(error),
                Outcome::Again(_, error) if attempt == ATTEMPTS => return Err(error),
                Outcome::Again(asked, error) => (asked, error),
            };
            tracing::debug!(attempt, %error, "language model to be asked again");
            pause(asked.unwrap_or(wait).min(LONGEST_WAIT).min(self.timeout), cancel)?;
            wait *= 2;
        }
        Err(Error::LlmNonsense("no attempt was made"))
    }

    /// One request, on a thread of its own.
    fn ask(&self, body: &[u8], permit: &Arc<Permit>, cancel: &Cancel) -> Result<Outcome> {
        let (sender, receiver) = mpsc::sync_channel(1);
        let (agent, url, body) = (self.agent.clone(), self.url.clone(), body.to_vec());
        let authorization = self.authorization.clone();
        let held = Arc::clone(permit);
        let work = move || {
            let outcome = post(&agent, &url, authorization, &body);
            // nobody listens any more where the work was cancelled
            let _ = sender.send(outcome);
            drop(held);
        };
        let threads = std::thread::Builder::new().name("llm".to_owned());
        let none = |_| Error::LlmUnreachable("this machine has no thread left for it");
        threads.spawn(work).map_err(none)?;
        loop {
            match receiver.recv_timeout(PATIENCE) {
                Ok(outcome) => return Ok(outcome),
                Err(RecvTimeoutError::Timeout) if cancel.is_cancelled() => {
                    return Err(Error::Cancelled);
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(Error::LlmUnreachable("the request broke down"));
                }
            }
        }
    }
}

/// Waits, unless the work is cancelled.
fn pause(time: Duration, cancel: &Cancel) -> Result<()> {
    let until = Instant::now() + time;
    loop {
        if cancel.is_cancelled() {
            return Err(Error::Cancelled);
        }
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Ok(());
        }
        std::thread::sleep(left.min(PATIENCE));
    }
}

fn post(agent: &Agent, url: &Uri, authorization: Option<HeaderValue>, body: &[u8]) -> Outcome {
    let mut request = agent.post(url).header(CONTENT_TYPE, "application/json");
    if let Some(authorization) = authorization {
        request = request.header(AUTHORIZATION, authorization);
    }
    let mut response = match request.send(body) {
        Ok(response) => response,
        Err(error) => return broken(&error),
    };
    let status = response.status();
    if status.is_server_error() || status.as_u16() == 429 {
        return Outcome::Again(retry_after(response.headers()), Error::LlmBusy(status.as_u16()));
    }
    if !status.is_success() {
        return Outcome::Failed(Error::LlmRefused(status.as_u16()));
    }
    if !is_json(response.headers()) {
        return Outcome::Failed(Error::LlmNonsense("the answer is not JSON"));
    }
    match response.body_mut().with_config().limit(MOST_ANSWER_BYTES).read_to_vec() {
        Ok(body) => Outcome::Answered(body),
        Err(error) => broken(&error),
    }
}

/// What a transport's failure means. Its words may hold the address: they stay here.
fn broken(error: &ureq::Error) -> Outcome {
    use ureq::Error as E;
    match error {
        E::Timeout(_) => Outcome::Failed(Error::LlmTimedOut),
        E::BodyExceedsLimit(_) => Outcome::Failed(Error::LlmNonsense("the answer is too long")),
        E::HostNotFound => Outcome::Failed(Error::LlmUnreachable("there is no such server")),
        E::Tls(_) | E::Rustls(_) => {
            Outcome::Failed(Error::LlmUnreachable("its certificate or encryption is refused"))
        }
        E::Io(error) if error.kind() == std::io::ErrorKind::TimedOut => {
            Outcome::Failed(Error::LlmTimedOut)
        }
        E::Io(_) | E::ConnectionFailed | E::BodyStalled => {
            Outcome::Again(None, Error::LlmUnreachable("the connection failed or broke off"))
        }
        _ => Outcome::Failed(Error::LlmNonsense("the server does not speak HTTP as it should")),
    }
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    kind == "application/json" || kind.ends_with("+json")
}

/// Seconds that the server asks to be left alone. A date is not understood: our own wait serves.
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    headers.get(RETRY_AFTER)?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}
