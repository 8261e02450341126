//! One worker process as its parent sees it: started, greeted, asked, killed. Nothing that it says
//! is believed here; `validate` looks at it before it leaves the pool.

use crate::protocol::{self, Reply, Request};
use crate::{Error, Limits, RecogniserFiles, Result, Rule};
use serde_bytes::ByteBuf;
use std::ffi::OsString;
use std::io;
use std::os::unix::{ffi::OsStrExt, process::ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};
use types::Cancel;

/// How often a waiting parent looks whether it should stop waiting.
const LOOK: Duration = Duration::from_millis(20);

/// How to start the worker: usually the running program with one argument that makes it call
/// [`crate::worker_main`].
#[derive(Clone, Debug)]
pub struct Program {
    /// The executable.
    pub path: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

/// The highest resident memory that a running process has had, as the kernel tells it (`VmHWM`:
/// file-backed pages included, children not); `None` where the process has ended or the system does
/// not tell.
pub fn peak_memory_bytes(process_id: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process_id}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// A live worker. Dropping it ends the process.
#[derive(Debug)]
pub(crate) struct Worker {
    child: Child,
    stdin: ChildStdin,
    stdout: ChildStdout,
    /// Documents served.
    pub(crate) served: u32,
    /// Bytes read from the parent.
    pub(crate) taken_bytes: u64,
    /// Nets that this system could not put under it; said before it saw a document.
    pub(crate) unenforced: Vec<String>,
    /// Time spent on requests; the worker's CPU limit counts over its whole life.
    pub(crate) busy: Duration,
}

impl Worker {
    /// Starts a worker with an all but empty environment and waits until it has locked itself down. One that
    /// is to recognise text and cannot is an error.
    pub(crate) fn start(
        program: &Program,
        pdfium: Option<&Path>,
        recogniser: Option<&RecogniserFiles>,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Self> {
        let not_started = |error: io::Error| Error::Start { detail: error.kind().to_string() };
        let mut command = Command::new(&program.path);
        command.args(&program.args).env_clear();
        // what runs the recogniser would note an id of this machine otherwise
        command.env("ORT_DISABLE_TELEMETRY", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(not_started)?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(Error::Start { detail: "no pipes".to_owned() });
        };
        let mut worker = Self {
            child,
            stdin,
            stdout,
            served: 0,
            taken_bytes: 0,
            unenforced: Vec::new(),
            busy: Duration::ZERO,
        };
        let bytes = |path: &Path| ByteBuf::from(path.as_os_str().as_bytes());
        let files = recogniser.map(|files| (bytes(&files.library), bytes(&files.model)));
        let hello =
            Request::Hello { pdfium: pdfium.map(bytes), recogniser: files, limits: *limits };
        match worker.ask(&hello, None, limits, cancel) {
            Ok(Reply::Ready { notes, recognises }) if recognises || recogniser.is_none() => {
                tracing::debug!(unenforced = notes.len(), "conversion worker started");
                worker.unenforced = notes;
                Ok(worker)
            }
            Err(Error::Cancelled) => Err(Error::Cancelled),
            _ => Err(Error::Start { detail: "it ended before it was ready".to_owned() }),
        }
    }

    /// See [`peak_memory_bytes`].
    pub(crate) fn peak_bytes(&self) -> Option<u64> {
        peak_memory_bytes(self.child.id())
    }

    /// Whether the process has not ended by itself.
    pub(crate) fn is_alive(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }

    /// Sends a request, with its raw body where it has one, and waits for the reply. After any
    /// error the process is dead.
    pub(crate) fn ask(
        &mut self,
        request: &Request,
        body: Option<&[u8]>,
        limits: &Limits,
        cancel: &Cancel,
    ) -> Result<Reply> {
        let started = Instant::now();
        let Self { child, stdin, stdout, .. } = self;
        let answer = std::thread::scope(|scope| {
            let (done, wait) = mpsc::channel();
            scope.spawn(move || {
                // the receiver is gone only when it has stopped waiting for this very answer
                let _ = done.send(talk(stdin, stdout, request, body, limits));
            });
            loop {
                match wait.recv_timeout(LOOK) {
                    Ok(answer) => break answer.map_err(|error| broken(&error)),
                    Err(RecvTimeoutError::Disconnected) => break Err(Error::Crashed),
                    Err(RecvTimeoutError::Timeout) => {
                        let stop = stop_reason(cancel, started, limits);
                        if let Some(reason) = stop {
                            // killing closes the pipes, which ends the talk above
                            let _ = child.kill();
                            break Err(reason);
                        }
                    }
                }
            }
        });
        self.busy += started.elapsed();
        self.taken_bytes += body.map_or(0, |body| body.len() as u64);
        answer.map_err(|error| self.cause_of_death(error, limits))
    }

    /// Ends the process and refines `error` by how it died.
    fn cause_of_death(&mut self, error: Error, limits: &Limits) -> Error {
        let _ = self.child.kill();
        let status = self.child.wait().ok().and_then(|status| status.signal());
        match (&error, status) {
            (Error::Crashed, Some(libc::SIGXCPU)) => {
                Error::TimedOut { seconds: limits.wall.as_secs() }
            }
            _ => error,
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        // a process that was waited for leaves no zombie
        let _ = self.child.wait();
    }
}

fn stop_reason(cancel: &Cancel, started: Instant, limits: &Limits) -> Option<Error> {
    if cancel.is_cancelled() {
        return Some(Error::Cancelled);
    }
    let over = started.elapsed() > limits.wall;
    over.then_some(Error::TimedOut { seconds: limits.wall.as_secs() })
}

/// Why there is no answer: the rule that it broke, or that its pipe did.
fn broken(error: &io::Error) -> Error {
    let rule = error.get_ref().and_then(|inner| inner.downcast_ref::<Rule>());
    rule.map_or(Error::Crashed, |rule| Error::Unsound { rule: *rule })
}

fn talk(
    stdin: &mut ChildStdin,
    stdout: &mut ChildStdout,
    request: &Request,
    body: Option<&[u8]>,
    limits: &Limits,
) -> io::Result<Reply> {
    protocol::send(stdin, request)?;
    if let Some(body) = body {
        protocol::write_frame(stdin, body)?;
    }
    protocol::receive_reply(stdout, limits)?.ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}
