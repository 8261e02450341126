//! The holder's end: a thread a connection, one call at a time on each. It checks who connects before it
//! reads a word, bounds all that it reads, and keeps nothing of a connection that breaks off.

use super::{
    connections::Connected,
    frame::{self, Kind},
    place::{Claim, Place, is_own},
    words::{Hello, Reply, Request, VERSION, Welcome, Who},
};
use crate::{Host, agents::Token, telling::Told};
use serde::Serialize;
use std::{
    io,
    os::unix::net::{UnixListener, UnixStream},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use types::{ErrorCode, Problem};

/// Longest greeting.
const HELLO_BYTES: usize = 4 << 10;
/// Longest request: an agent's, and the terminal's (a vocabulary, a certificate).
const AGENT_BYTES: usize = 256 << 10;
const TERMINAL_BYTES: usize = 8 << 20;
/// Longest file that comes with a request: more than conversion takes.
const ATTACHED_BYTES: usize = 256 << 20;
/// Files that come with a request.
const ATTACHED: usize = 16;
/// How many may be saying who they are at a time.
const GREETING_AT_ONCE: usize = 256;
/// How long somebody who connects may take to say who they are, and to take in what they are told.
const GREETING: Duration = Duration::from_secs(5);
const TAKING_IN: Duration = Duration::from_secs(10);
/// How long the end waits for a terminal that is between two calls.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long those who were hung up on may take to write down what they did: longer than a greeting.
const LEAVING: Duration = Duration::from_secs(10);

/// The socket, served until this is closed or dropped.
pub struct Serving {
    claim: Claim,
    host: Arc<Host>,
    ending: Arc<AtomicBool>,
    accepting: Option<JoinHandle<Vec<JoinHandle<()>>>>,
    /// Those who were connected when nobody new was let in any more.
    attending: Vec<JoinHandle<()>>,
}

/// Serves the profile's socket. `None` where another process does.
pub fn serve(host: &Arc<Host>) -> Result<Option<Serving>, Problem> {
    let failed = |error: io::Error| {
        let message =
            format!("The socket for other programs could not be opened ({}).", error.kind());
        let hint = "Look at the folder .run beside your profiles: it is to be yours alone.";
        Problem::new(ErrorCode::Unreadable, message, hint)
    };
    let Some((claim, listener)) = Place::of(host.config()).claim().map_err(failed)? else {
        return Ok(None);
    };
    let ending = Arc::new(AtomicBool::new(false));
    let accepting = {
        let (host, ending) = (Arc::clone(host), Arc::clone(&ending));
        let named = thread::Builder::new().name("socket".to_owned());
        named.spawn(move || accept(&host, &listener, &ending)).map_err(failed)?
    };
    host.connections().set_served(true);
    let (host, accepting) = (Arc::clone(host), Some(accepting));
    Ok(Some(Serving { claim, host, ending, accepting, attending: Vec::new() }))
}

impl Serving {
    /// Lets nobody new in, waits for what runs and for terminals in the middle of something, and hangs up.
    pub fn close(mut self) {
        self.stop_accepting();
        self.host.connections().wait_until_quiet(PATIENCE);
    }

    fn stop_accepting(&mut self) {
        let Some(accepting) = self.accepting.take() else { return };
        self.ending.store(true, Ordering::SeqCst);
        // wakes the listener, which then sees that it is over
        let woken = self.claim.connect();
        self.claim.withdraw();
        if woken.is_ok() {
            self.attending = accepting.join().unwrap_or_default();
        }
        self.host.connections().set_served(false);
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.stop_accepting();
        self.host.connections().end_all();
        // each holds the vault: the program's end must not close the database below them
        let until = Instant::now() + LEAVING;
        for attending in self.attending.drain(..) {
            while !attending.is_finished() && Instant::now() < until {
                thread::sleep(Duration::from_millis(1));
            }
            if attending.is_finished() {
                // a panic was told of where it happened
                let _ = attending.join();
            }
        }
    }
}

/// Lets in who connects, until the end; then those who are still there.
fn accept(host: &Arc<Host>, listener: &UnixListener, ending: &AtomicBool) -> Vec<JoinHandle<()>> {
    let greeting = Arc::new(AtomicUsize::new(0));
    let mut attending: Vec<JoinHandle<()>> = Vec::new();
    for stream in listener.incoming() {
        if ending.load(Ordering::SeqCst) {
            break;
        }
        attending.retain(|one| !one.is_finished());
        let Ok(stream) = stream else {
            // too many open files, say: others may close some
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        if greeting.load(Ordering::SeqCst) >= GREETING_AT_ONCE {
            // it may come again
            continue;
        }
        greeting.fetch_add(1, Ordering::SeqCst);
        let (host, greeting) = (Arc::clone(host), Arc::clone(&greeting));
        let spawned = thread::Builder::new().name("connection".to_owned()).spawn(move || {
            let greeted = greet(&host, stream);
            greeting.fetch_sub(1, Ordering::SeqCst);
            let Ok(Some(greeted)) = greeted else { return };
            if let Err(error) = attend(&host, greeted) {
                tracing::debug!(kind = ?error.kind(), "a connection broke off");
            }
        });
        match spawned {
            Ok(one) => attending.push(one),
            // its share of those who greet stays taken: there are no threads to be had anyway
            Err(_) => tracing::warn!("no thread for a connection"),
        }
    }
    attending
}

/// Somebody who said who they are.
struct Greeted {
    stream: UnixStream,
    token: Option<Token>,
    who: Connected,
}

fn greet(host: &Host, mut stream: UnixStream) -> io::Result<Option<Greeted>> {
    if !is_own(&stream)? {
        tracing::warn!("a process of another user connected");
        return Ok(None);
    }
    stream.set_read_timeout(Some(GREETING))?;
    stream.set_write_timeout(Some(TAKING_IN))?;
    let Some(hello) = frame::read(&mut stream, Kind::Json, HELLO_BYTES)? else { return Ok(None) };
    match admit(host, &hello) {
        Ok((token, who)) => Ok(Some(Greeted { stream, token, who })),
        Err(problem) => {
            say(&mut stream, &Welcome::Problem(problem))?;
            Ok(None)
        }
    }
}

fn attend(host: &Host, greeted: Greeted) -> io::Result<()> {
    let Greeted { mut stream, token, who } = greeted;
    let Some(seat) = host.connections().seat(who, stream.try_clone()?) else {
        return say(&mut stream, &Welcome::Problem(too_many()));
    };
    say(&mut stream, &Welcome::Welcome { version: VERSION, state: host.lock_state() })?;
    stream.set_read_timeout(None)?;
    let _leaving = token.is_some().then(|| Leaving(host));
    let most = if token.is_some() { AGENT_BYTES } else { TERMINAL_BYTES };
    loop {
        let heard = match frame::read(&mut stream, Kind::Json, most) {
            Ok(None) => return Ok(()),
            Ok(Some(heard)) => heard,
            Err(error) => {
                // what follows cannot be told apart any more
                say(&mut stream, &Reply::Problem(unheard(&error)))?;
                return Err(error);
            }
        };
        let request = serde_json::from_slice::<Request>(&heard);
        drop(heard);
        let request = match request {
            Ok(request) => request,
            Err(_) => {
                say(&mut stream, &Reply::Problem(no_request()))?;
                continue;
            }
        };
        let files = files(&mut stream, &request, &token)?;
        seat.running(true);
        let ended = run(host, token.as_ref(), request, files, &stream);
        let told = tell(&mut stream, ended);
        seat.running(false);
        told?;
    }
}

/// What it did is written down when an agent leaves.
struct Leaving<'a>(&'a Host);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.0.settle_agents();
    }
}

/// Who it is, as far as that can be told now: a token is looked at again with each call.
fn admit(host: &Host, hello: &[u8]) -> Result<(Option<Token>, Connected), Problem> {
    let hello: Hello = serde_json::from_slice(hello).map_err(|_| no_request())?;
    if !hello.loci.contains(&VERSION) {
        let hint = "Update both programs to the same version.";
        let message = format!("This Loci speaks version {VERSION} of its socket.");
        return Err(Problem::new(ErrorCode::Usage, message, hint));
    }
    let since = host.now();
    match hello.who {
        Who::Terminal => {
            host.admits_terminal()?;
            let client = "terminal".to_owned();
            Ok((None, Connected { agent: None, client, since, calls: 0 }))
        }
        Who::Agent { token, client } => {
            let token = Token::parse(&token)?;
            if !host.is_locked() {
                host.agent(&token)?;
            }
            let client = client.chars().filter(|c| !c.is_control()).take(80).collect();
            let agent = Some(token.agent());
            Ok((Some(token), Connected { agent, client, since, calls: 0 }))
        }
    }
}

/// Files that come with a request; an agent brings none.
fn files(
    stream: &mut UnixStream,
    request: &Request,
    token: &Option<Token>,
) -> io::Result<Vec<(String, Vec<u8>)>> {
    if request.attached.is_empty() {
        return Ok(Vec::new());
    }
    if token.is_some() || request.attached.len() > ATTACHED {
        say(stream, &Reply::Problem(no_request()))?;
        return Err(io::ErrorKind::InvalidData.into());
    }
    let mut files = Vec::new();
    for name in &request.attached {
        let bytes = frame::read(stream, Kind::Bytes, ATTACHED_BYTES)?;
        files.push((name.clone(), bytes.ok_or(io::ErrorKind::UnexpectedEof)?));
    }
    Ok(files)
}

fn run(
    host: &Host,
    token: Option<&Token>,
    request: Request,
    files: Vec<(String, Vec<u8>)>,
    stream: &UnixStream,
) -> Result<Told, Problem> {
    if let Some(token) = token {
        let _turn = host.connections().turn();
        return host.call_agent(token, &request.call, request.ask).map(Told::Answer);
    }
    // whoever went away hears no more; the work goes on
    let hearing = Mutex::new(stream.try_clone().ok());
    host.call_telling(&request.call, request.ask, files, &|event| {
        let mut hearing = hearing.lock().unwrap_or_else(PoisonError::into_inner);
        let heard = hearing.as_mut().is_some_and(|to| say(to, &Reply::Event(event)).is_ok());
        if !heard {
            *hearing = None;
        }
    })
}

fn tell(stream: &mut UnixStream, ended: Result<Told, Problem>) -> io::Result<()> {
    match ended {
        Ok(Told::Answer(answer)) => say(stream, &Reply::Answer(answer)),
        Ok(Told::Bytes(bytes)) => {
            say(stream, &Reply::Bytes)?;
            frame::write(stream, Kind::Bytes, &bytes)
        }
        Err(problem) => say(stream, &Reply::Problem(problem)),
    }
}

fn say(to: &mut UnixStream, what: &impl Serialize) -> io::Result<()> {
    frame::write(to, Kind::Json, &serde_json::to_vec(what)?)
}

fn unheard(error: &io::Error) -> Problem {
    if error.kind() == io::ErrorKind::FileTooLarge {
        let hint = "Ask for less at a time.";
        return Problem::new(ErrorCode::TooLarge, "The request is too long to be read.", hint);
    }
    no_request()
}

fn no_request() -> Problem {
    let hint = "Update the program that asked.";
    Problem::new(ErrorCode::Usage, "That is no request that this Loci understands.", hint)
}

fn too_many() -> Problem {
    let hint = "End some of them; the app shows which, under Agents.";
    Problem::new(ErrorCode::NotAllowed, "Too many programs are connected.", hint)
}
