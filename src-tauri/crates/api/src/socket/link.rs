//! The other end: a program that finds the vault held, and asks who holds it.

use super::{
    frame::{self, Kind},
    place::Place,
    words::{Hello, Reply, Request, VERSION, Welcome, Who},
};
use crate::{Config, ProgressFn};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::{
    io,
    os::unix::net::UnixStream,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};
use types::{ErrorCode, LockState, Problem};

/// Longest answer: a whole text with its escapes, an original.
const ANSWER_BYTES: usize = 512 << 20;
/// Longest message of bytes that is sent.
const ATTACHED_BYTES: usize = 512 << 20;
/// How long a greeting may take.
const GREETING: Duration = Duration::from_secs(10);

/// A way to the process that holds the vault. One call at a time; after one that broke off no more.
pub struct Link {
    stream: Mutex<UnixStream>,
    state: LockState,
    broken: AtomicBool,
}

/// What a call gave.
enum End {
    Answer(Value),
    Bytes(Vec<u8>),
}

impl Link {
    /// Finds whoever serves the profile; `None` where nobody does, or does no longer.
    pub fn connect(config: &Config, who: Who) -> Result<Option<Self>, Problem> {
        let stream = Place::of(config).connect().map_err(|error| unreachable(&error))?;
        let Some(mut stream) = stream else { return Ok(None) };
        let hello = Hello { loci: vec![VERSION], who };
        let greeted = stream
            .set_read_timeout(Some(GREETING))
            .and_then(|()| say(&mut stream, &hello))
            .and_then(|()| hear::<Welcome>(&mut stream))
            .and_then(|heard| stream.set_read_timeout(None).map(|()| heard));
        match greeted {
            Ok(Some(Welcome::Welcome { state, .. })) => {
                Ok(Some(Self { stream: Mutex::new(stream), state, broken: AtomicBool::new(false) }))
            }
            Ok(Some(Welcome::Problem(problem))) => Err(problem),
            // it was just ending
            Ok(None) => Ok(None),
            Err(error) if is_end(&error) => Ok(None),
            Err(error) => Err(unreachable(&error)),
        }
    }

    /// Whether the vault was open when this began.
    pub fn state(&self) -> LockState {
        self.state
    }

    /// Whether it broke off: nothing more can be asked over it.
    pub fn is_broken(&self) -> bool {
        self.broken.load(Ordering::SeqCst)
    }

    /// Runs a command over there.
    pub fn call(
        &self,
        command: &str,
        ask: Value,
        progress: ProgressFn<'_>,
    ) -> Result<Value, Problem> {
        self.call_with(command, ask, &[], progress)
    }

    /// The same with bytes that go with it, each under a name.
    pub fn call_with(
        &self,
        command: &str,
        ask: Value,
        attached: &[(String, Vec<u8>)],
        progress: ProgressFn<'_>,
    ) -> Result<Value, Problem> {
        if attached.iter().any(|(_, bytes)| bytes.len() > ATTACHED_BYTES) {
            let hint = "Give it as a file.";
            return Err(Problem::new(ErrorCode::TooLarge, "That is too much to send.", hint));
        }
        let names = attached.iter().map(|(name, _)| name.clone()).collect();
        let request = Request { call: command.to_owned(), ask, attached: names };
        match self.exchange(&request, attached, progress)? {
            End::Answer(answer) => Ok(answer),
            End::Bytes(_) => Err(misheard()),
        }
    }

    /// Runs a command that answers with bytes.
    pub fn fetch(&self, command: &str, ask: Value) -> Result<Vec<u8>, Problem> {
        let request = Request { call: command.to_owned(), ask, attached: Vec::new() };
        match self.exchange(&request, &[], &|_| {})? {
            End::Bytes(bytes) => Ok(bytes),
            End::Answer(_) => Err(misheard()),
        }
    }

    fn exchange(
        &self,
        request: &Request,
        attached: &[(String, Vec<u8>)],
        progress: ProgressFn<'_>,
    ) -> Result<End, Problem> {
        let mut stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner);
        let sent = say(&mut stream, request).and_then(|()| {
            let mut bytes = attached.iter().map(|(_, bytes)| bytes);
            bytes.try_for_each(|bytes| frame::write(&mut *stream, Kind::Bytes, bytes))
        });
        // why it was refused may be said all the same
        if let Err(error) = &sent
            && !is_end(error)
        {
            return Err(self.broken_off(error));
        }
        loop {
            match hear(&mut stream).map_err(|error| self.broken_off(&error))? {
                Some(Reply::Event(event)) => progress(event),
                Some(Reply::Answer(answer)) => return Ok(End::Answer(answer)),
                Some(Reply::Problem(problem)) => return Err(problem),
                Some(Reply::Bytes) => {
                    let bytes = frame::read(&mut *stream, Kind::Bytes, ANSWER_BYTES);
                    let bytes = bytes.map_err(|error| self.broken_off(&error))?;
                    return bytes.map(End::Bytes).ok_or_else(misheard);
                }
                None => return Err(self.broken_off(&io::ErrorKind::UnexpectedEof.into())),
            }
        }
    }
}

impl Link {
    fn broken_off(&self, error: &io::Error) -> Problem {
        self.broken.store(true, Ordering::SeqCst);
        broken_off(error)
    }
}

fn say(to: &mut UnixStream, what: &impl Serialize) -> io::Result<()> {
    frame::write(to, Kind::Json, &serde_json::to_vec(what)?)
}

fn hear<T: DeserializeOwned>(from: &mut UnixStream) -> io::Result<Option<T>> {
    let heard = frame::read(from, Kind::Json, ANSWER_BYTES)?;
    Ok(heard.map(|json| serde_json::from_slice(&json)).transpose()?)
}

fn is_end(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::BrokenPipe
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::UnexpectedEof
            | io::ErrorKind::NotConnected
    )
}

/// The vault was locked, or its holder ended, while something was asked.
fn broken_off(error: &io::Error) -> Problem {
    if is_end(error) {
        return Problem::new(
            ErrorCode::Locked,
            "The vault was locked, or the program that holds it ended, before it answered.",
            "What was saved is kept. Unlock in the app and ask again.",
        );
    }
    let message =
        format!("The program that holds the vault could not be heard ({}).", error.kind());
    Problem::new(ErrorCode::Internal, message, "What was saved is kept. Ask again.")
}

fn unreachable(error: &io::Error) -> Problem {
    let message = format!("The socket of this profile cannot be used ({}).", error.kind());
    let hint = "Look at the folder .run beside your profiles: it is to be yours alone.";
    Problem::new(ErrorCode::VaultInUse, message, hint)
}

fn misheard() -> Problem {
    let hint = "Update both programs to the same version.";
    Problem::new(ErrorCode::Internal, "The program that holds the vault answered otherwise.", hint)
}
