//! A program that the person compares Loci with: run once a file, or kept running for all of them.
//! It is theirs: it runs without a sandbox, and Loci starts it only when told to by name.

use engine::{Error, Result};
use serde::Deserialize;
use std::{
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    time::{Duration, Instant},
};
use types::ErrorCode;

/// Whom to compare with.
#[derive(Clone, Debug, Default)]
pub struct DocumentsOptions {
    /// A program that prints the Markdown of the file it is given.
    pub against: Option<PathBuf>,
    /// The same program as one process for all files: it says `{"ready": NAME}`, then reads a path a
    /// line and answers each with a line, `{"markdown": …}` or `{"error": …}`.
    pub against_server: Option<PathBuf>,
}

/// Longest that one document may take.
const PATIENCE: Duration = Duration::from_secs(300);
/// How often a running program's memory is read.
const LOOK: Duration = Duration::from_millis(5);

/// What came of one file.
pub(crate) struct Said {
    /// Markdown, or why there is none.
    pub(crate) text: std::result::Result<String, String>,
    /// In the process that goes on.
    pub(crate) seconds: Option<f64>,
    /// In a process of its own.
    pub(crate) seconds_alone: Option<f64>,
    /// That process's memory.
    pub(crate) peak_bytes: Option<u64>,
}

/// The program, in one or both of its forms.
pub(crate) struct Rival {
    once: Option<PathBuf>,
    server: Option<(PathBuf, Option<Server>)>,
    name: Option<String>,
}

impl Rival {
    /// `None` where there is nobody to compare with.
    ///
    /// # Errors
    /// Where the server does not come up.
    pub(crate) fn new(options: &DocumentsOptions) -> Result<Option<Self>> {
        let DocumentsOptions { against: once, against_server } = options;
        if once.is_none() && against_server.is_none() {
            return Ok(None);
        }
        let mut name = once.as_ref().map(|program| short_name(program));
        let mut server = None;
        if let Some(program) = against_server {
            let (started, said) =
                Server::start(program).map_err(|reason| does_not_start(&reason))?;
            name = Some(said);
            server = Some((program.clone(), Some(started)));
        }
        Ok(Some(Self { once: once.clone(), server, name }))
    }

    /// What to call it.
    pub(crate) fn name(&self) -> String {
        self.name.clone().unwrap_or_default()
    }

    /// Converts one file in every form there is; the text is that of the last.
    pub(crate) fn convert(&mut self, file: &Path) -> Said {
        let mut said =
            Said { text: Err(String::new()), seconds: None, seconds_alone: None, peak_bytes: None };
        if let Some(program) = &self.once {
            let start = Instant::now();
            (said.text, said.peak_bytes) = run_once(program, file);
            said.seconds_alone = said.text.is_ok().then(|| start.elapsed().as_secs_f64());
        }
        if let Some((program, server)) = &mut self.server {
            let start = match server {
                Some(_) => Instant::now(),
                None => {
                    *server = Server::start(program).ok().map(|(server, _)| server);
                    Instant::now()
                }
            };
            let answer = server.as_mut().map(|server| server.convert(file));
            said.text = answer.unwrap_or_else(|| Err("it does not start again".to_owned()));
            said.seconds = said.text.is_ok().then(|| start.elapsed().as_secs_f64());
            if server.as_mut().is_some_and(|server| !server.is_alive()) {
                *server = None;
            }
        }
        // as with Loci: no words are no text
        if said.text.as_ref().is_ok_and(|text| text.trim().is_empty()) {
            said.text = Err("it gave no text".to_owned());
        }
        said
    }
}

fn short_name(program: &Path) -> String {
    program.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn does_not_start(reason: &str) -> Error {
    Error::new(
        ErrorCode::Usage,
        format!("The program to compare with does not start: {reason}."),
        "Run it by hand first; `./setup --rivals` installs one.",
    )
}

/// Runs `program file`; its standard output, and its highest resident memory as last seen.
fn run_once(program: &Path, file: &Path) -> (std::result::Result<String, String>, Option<u64>) {
    let mut command = Command::new(program);
    command.arg(file).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = match command.spawn() {
        Ok(child) => child,
        Err(error) => return (Err(format!("it does not start ({error})")), None),
    };
    let stdout = child.stdout.take();
    let mut peak = None;
    let text = std::thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut bytes = Vec::new();
            let read = stdout.map(|mut stdout| stdout.read_to_end(&mut bytes));
            read.and_then(std::result::Result::ok).map(|_| bytes)
        });
        let status = watch(&mut child, &mut peak);
        let bytes = reading.join().ok().flatten().ok_or("its output was not read")?;
        status.map(|()| String::from_utf8_lossy(&bytes).into_owned())
    });
    (text, peak)
}

/// Waits for the end, reading the kernel's high-water mark as long as there is one to read.
fn watch(child: &mut Child, peak: &mut Option<u64>) -> std::result::Result<(), String> {
    let start = Instant::now();
    loop {
        *peak = convert::peak_memory_bytes(child.id()).or(*peak);
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return Ok(()),
            Ok(Some(status)) => return Err(status.to_string()),
            Err(error) => return Err(error.to_string()),
            Ok(None) if start.elapsed() > PATIENCE => {
                // killing fails only where it has just ended
                let _ = child.kill();
                let _ = child.wait();
                return Err(format!("stopped after {} seconds", PATIENCE.as_secs()));
            }
            Ok(None) => std::thread::sleep(LOOK),
        }
    }
}

/// A program that goes on from file to file. Dropping it ends it.
struct Server {
    child: Child,
    stdin: ChildStdin,
    lines: Receiver<String>,
}

#[derive(Deserialize)]
struct Ready {
    ready: String,
}

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    markdown: Option<String>,
    #[serde(default)]
    error: Option<String>,
}

impl Server {
    /// Starts it and waits until it says its name.
    fn start(program: &Path) -> std::result::Result<(Self, String), String> {
        let mut command = Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| error.to_string())?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err("no pipes".to_owned());
        };
        let (send, lines) = mpsc::channel();
        std::thread::spawn(move || {
            let read = BufReader::new(stdout).lines().map_while(std::result::Result::ok);
            // ends when the program does, or when nobody listens any more
            read.map_while(|line| send.send(line).ok()).for_each(drop);
        });
        let server = Self { child, stdin, lines };
        let ready: Ready = serde_json::from_str(&server.line()?).map_err(|_| "it is not ready")?;
        Ok((server, ready.ready))
    }

    fn line(&self) -> std::result::Result<String, String> {
        self.lines.recv_timeout(PATIENCE).map_err(|error| match error {
            RecvTimeoutError::Timeout => format!("no answer after {} seconds", PATIENCE.as_secs()),
            RecvTimeoutError::Disconnected => "it ended".to_owned(),
        })
    }

    fn convert(&mut self, file: &Path) -> std::result::Result<String, String> {
        let path = file.to_string_lossy();
        let sent = writeln!(self.stdin, "{path}").and_then(|()| self.stdin.flush());
        sent.map_err(|_| "it ended".to_owned())?;
        let line = self.line().inspect_err(|_| drop(self.child.kill()))?;
        let answer: Answer = serde_json::from_str(&line).map_err(|_| "no JSON".to_owned())?;
        answer.markdown.ok_or_else(|| answer.error.unwrap_or_else(|| "no answer".to_owned()))
    }

    fn is_alive(&mut self) -> bool {
        self.child.try_wait().is_ok_and(|status| status.is_none())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{fs, os::unix::fs::PermissionsExt};

    fn script(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        fs::write(&path, format!("#!/bin/sh\n{text}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
        path
    }

    #[test]
    fn programs_are_run_once_a_file_or_kept() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        let file = folder.join("a.txt");
        fs::write(&file, "words").unwrap();
        let cat = script(folder, "cat-it", "cat \"$1\"");
        let serve = "echo '{\"ready\":\"server 1\"}'\n\
            read -r path && echo \"{\\\"markdown\\\":\\\"$(cat \"$path\") again\\\"}\"\n\
            read -r path && echo '{\"error\":\"never\"}'";
        let serve = script(folder, "serve", serve);
        let options = DocumentsOptions { against: Some(cat.clone()), against_server: None };
        let mut rival = Rival::new(&options).unwrap().unwrap();
        let said = rival.convert(&file);
        assert_eq!((rival.name().as_str(), said.text.as_deref()), ("cat-it", Ok("words")));
        assert!(said.seconds_alone.is_some() && said.seconds.is_none());

        let options = DocumentsOptions { against: Some(cat), against_server: Some(serve) };
        let mut rival = Rival::new(&options).unwrap().unwrap();
        assert_eq!(rival.name(), "server 1");
        let answers: Vec<_> = (0..4).map(|_| rival.convert(&file).text).collect();
        let words = || Ok("words again".to_owned());
        // it ends after two answers, and is started anew
        assert_eq!(answers[..2], [words(), Err("never".to_owned())]);
        assert!(answers[2..].contains(&words()), "{answers:?}");
    }

    #[test]
    fn programs_that_fail_say_so() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        let fails = script(folder, "fails", "echo half; exit 3");
        for (program, reason) in [(fails, "exit status: 3"), (folder.join("none"), "not start")] {
            let (text, _) = run_once(&program, folder);
            assert!(text.unwrap_err().contains(reason));
            let options = DocumentsOptions { against_server: Some(program), against: None };
            assert!(Rival::new(&options).is_err());
        }
    }
}
