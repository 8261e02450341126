//! A program that does deeds and acknowledges them, killed while it does; and what a power cut takes with
//! it beyond that.

use super::{
    again,
    doing::{Wrong, act, passphrase, resources, seen},
    model::{Model, Op, Power},
};
use engine::Palace;
use serde::{Deserialize, Serialize};
use std::{
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{ExitCode, Stdio},
    thread,
    time::Duration,
};

/// Names the program's part as the one that is killed.
pub const VICTIM: &str = "victim";

#[derive(Serialize, Deserialize)]
struct Script {
    model: Model,
    ops: Vec<Op>,
}

/// What lies in the folder when something is acknowledged.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Mark {
    log: PathBuf,
    length: u64,
    anchor: Vec<u8>,
}

/// How a victim ended.
pub struct Killed {
    pub acknowledged: usize,
    /// Not by itself, before.
    pub by_us: bool,
    mark: Option<Mark>,
    header: Vec<u8>,
    anchor: Vec<u8>,
}

/// What a power cut took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Taken {
    pub log: bool,
    pub anchor: bool,
}

/// Starts a victim on a folder, and kills it some time after so many operations were acknowledged.
pub fn kill(
    folder: &Path,
    model: &Model,
    ops: &[Op],
    after: u8,
    delay_us: u32,
) -> Result<Killed, Wrong> {
    let script = Script { model: model.clone(), ops: ops.to_vec() };
    fs::write(folder.join("script"), serde_json::to_vec(&script).unwrap()).unwrap();
    let home = folder.join("home");
    let (header, anchor) = (read(&home.join("vault.hdr")), read(&home.join("anchor")));
    let mut child = again(&[VICTIM, folder.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (out, mut err) = (child.stdout.take().unwrap(), child.stderr.take().unwrap());
    let said = thread::spawn(move || {
        let mut said = String::new();
        let _ = err.read_to_string(&mut said);
        said
    });
    let mut lines = BufReader::new(out).lines().map_while(Result::ok);
    // the first says that it is open
    let mut marks: Vec<String> = lines.by_ref().take(1 + usize::from(after)).collect();
    thread::sleep(Duration::from_micros(u64::from(delay_us)));
    let by_us = child.try_wait().unwrap().is_none();
    let _ = child.kill();
    let status = child.wait().unwrap();
    marks.extend(lines);
    let said = said.join().unwrap();
    if !by_us && !status.success() {
        return Err(format!("the program ended by itself: {said}"));
    }
    let acknowledged = marks.len().saturating_sub(1);
    let mark = marks.last().map(|mark| serde_json::from_str(mark).unwrap());
    Ok(Killed { acknowledged, by_us, mark, header, anchor })
}

/// What is killed: does deeds, compares, acknowledges.
pub fn victim(folder: &Path) -> ExitCode {
    let Script { mut model, ops } = serde_json::from_slice(&read(&folder.join("script"))).unwrap();
    let (home, backups) = (folder.join("home"), folder.join("backups"));
    let palace = Palace::open(&home, &passphrase(), resources()).unwrap();
    acknowledge(&home);
    for op in &ops {
        if let Some(deed) = model.deed(op) {
            act(&palace, &deed, &backups).unwrap();
            model.apply(&deed);
        }
        acknowledge(&home);
        let (state, pending) = seen(&palace).unwrap();
        assert_eq!((state, pending.len()), (model.state.clone(), 0), "after {op:?}");
    }
    ExitCode::SUCCESS
}

fn acknowledge(home: &Path) {
    let (log, length) = newest_log(home);
    let mark = Mark { log, length, anchor: read(&home.join("anchor")) };
    let mut line = serde_json::to_vec(&mark).unwrap();
    line.push(b'\n');
    // one write: who reads sees it whole or not at all
    std::io::stdout().write_all(&line).unwrap();
    std::io::stdout().flush().unwrap();
}

/// The log that is written to, and its length.
fn newest_log(home: &Path) -> (PathBuf, u64) {
    let logs = fs::read_dir(home.join("db")).unwrap().map(|entry| entry.unwrap().path());
    let newest = logs.filter(|path| path.extension().is_some_and(|it| it == "log")).max().unwrap();
    let length = fs::metadata(&newest).map_or(0, |meta| meta.len());
    (newest, length)
}

fn read(path: &Path) -> Vec<u8> {
    fs::read(path).unwrap_or_default()
}

/// Takes what was never said to be saved, where the system could have lost it: the end of the log while the
/// anchor does not know it, which is written when the log is safe; and the anchor's last replacements while
/// the folder was not synced, as new keys do it.
pub fn take(home: &Path, killed: &Killed, power: Power) -> Taken {
    let Some(mark) = &killed.mark else { return Taken::default() };
    let anchor = home.join("anchor");
    match power {
        Power::CutsLog(part) => {
            let (log, length) = newest_log(home);
            let added = length.saturating_sub(mark.length);
            if log != mark.log || added == 0 || read(&anchor) != mark.anchor {
                return Taken::default();
            }
            let left = mark.length + added * u64::from(part) / 255;
            OpenOptions::new().write(true).open(log).unwrap().set_len(left).unwrap();
            Taken { log: true, ..Taken::default() }
        }
        Power::KeepsOldAnchor if read(&home.join("vault.hdr")) == killed.header => {
            fs::write(anchor, &killed.anchor).unwrap();
            Taken { anchor: true, ..Taken::default() }
        }
        Power::KeepsOldAnchor | Power::Stays => Taken::default(),
    }
}
