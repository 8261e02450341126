//! `bench --agents`: what assistants wait for. A synthetic vault is held open by one `loci mcp`, as the app
//! holds it; others come to it through the socket, as assistants do, by the protocol's own lines.

use crate::{
    bench::{BenchOptions, Words, documents},
    times::{percentiles, temporary_home},
};
use engine::{Error, KdfParams, Palace, Passphrase, Resources, Result, Spaces, io_problem};
use serde::Serialize;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};
use types::{Cancel, ErrorCode, IngestOptions, Percentiles};

/// Assistants at once.
const CLIENTS: usize = 32;
/// Calls that are timed one by one, and how often a program is started.
const CALLS: usize = 200;
const STARTS: usize = 20;
/// Between two calls of an assistant under load: nobody asks a hundred times a second.
const PAUSE: Duration = Duration::from_millis(100);
const PASSPHRASE: &str = "a temporary vault";
/// The newest revision of the protocol that its clients greet with by hand.
const PROTOCOL: &str = "2025-06-18";

/// `bench --agents`.
#[derive(Clone, Debug, Serialize)]
pub struct AgentsCost {
    /// Chunks in the vault.
    pub chunks: u64,
    /// Each call in the program that holds the vault, and through the shim.
    pub calls: Vec<CallCost>,
    /// `loci mcp`, from its start to its first answer.
    pub first_answer_ms: Percentiles,
    /// Assistants that ask at once, and for how long.
    pub assistants: usize,
    /// Seconds of it.
    pub seconds: u64,
    /// Calls that they made.
    pub asked: u64,
    /// Of those, the ones that failed.
    pub failed: u64,
    /// How long a call took under that load.
    pub loaded_ms: Percentiles,
    /// How long a whole `loci documents list` beside them took.
    pub beside_ms: Percentiles,
}

/// A tool's call.
#[derive(Clone, Debug, Serialize)]
pub struct CallCost {
    /// The tool.
    pub tool: &'static str,
    /// In the program that holds the vault.
    pub held_ms: Percentiles,
    /// Through the shim, turn and turn about with the former.
    pub through_ms: Percentiles,
    /// The difference of the medians.
    pub shim_adds_ms: f64,
}

/// Fills a vault, measures, and takes it away again. The load lasts for so many `seconds`.
pub fn bench_agents(
    options: &BenchOptions,
    seconds: u64,
    resources: Resources,
) -> Result<AgentsCost> {
    let home = temporary_home()?;
    let chunks = fill(&home.path().join("default"), options, resources)?;
    let program = std::env::current_exe().map_err(|source| io("No program was found", &source))?;
    let place = Place { program, home: home.path() };
    let paired: Value = place.run(&["--json", "agents", "pair", "bench"])?;
    let token = paired.get("token").and_then(Value::as_str).unwrap_or_default().to_owned();
    let mut holder = Assistant::start(place.command(&["mcp"]))?;
    let mut shim = Assistant::start(place.shim(&token))?;
    let mut calls = Vec::new();
    for (tool, ask) in [
        ("status", json!({})),
        ("kg_query", json!({ "entity": "aspirin" })),
        ("search", json!({ "query": "how does aspirin lower blood pressure" })),
        ("wake_up", json!({})),
    ] {
        let (mut held_ms, mut through_ms) = (Vec::new(), Vec::new());
        for number in 0..CALLS + 10 {
            let times = (holder.timed(tool, &ask)?.0, shim.timed(tool, &ask)?.0);
            // what is made once is not a call's cost
            if number >= 10 {
                held_ms.push(times.0);
                through_ms.push(times.1);
            }
        }
        let (held_ms, through_ms) = (percentiles(held_ms), percentiles(through_ms));
        let shim_adds_ms = through_ms.p50 - held_ms.p50;
        calls.push(CallCost { tool, held_ms, through_ms, shim_adds_ms });
    }
    let start = |_| {
        let began = Instant::now();
        Assistant::start(place.shim(&token))?.timed("status", &json!({}))?;
        Ok(ms(began))
    };
    let first_answer_ms = percentiles((0..STARTS).map(start).collect::<Result<_>>()?);
    let Loaded { times_ms, failed, beside_ms } = load(&place, &token, seconds)?;
    Ok(AgentsCost {
        chunks,
        calls,
        first_answer_ms,
        assistants: CLIENTS,
        seconds,
        asked: times_ms.len() as u64,
        failed,
        loaded_ms: percentiles(times_ms),
        beside_ms: percentiles(beside_ms),
    })
}

fn fill(folder: &Path, options: &BenchOptions, resources: Resources) -> Result<u64> {
    let model = resources.spaces().first.clone();
    let resources = resources.with_spaces(Spaces { first: model, preferred: None });
    let passphrase = Passphrase::new(PASSPHRASE.to_owned())?;
    let palace = Palace::create(folder, &passphrase, KdfParams::FLOOR, Arc::new(resources))?;
    let (mut words, mut made) = (Words::new(), 0);
    while made < options.chunks {
        let (sources, chunks) = documents(&mut words, options, made);
        palace.ingest(sources, &IngestOptions::default(), &Cancel::default(), &|_| {})?;
        made += chunks;
    }
    let chunks = palace.info()?.chunks;
    palace.close()?;
    Ok(chunks)
}

/// What many assistants and a terminal beside them waited.
struct Loaded {
    times_ms: Vec<f64>,
    failed: u64,
    beside_ms: Vec<f64>,
}

fn load(place: &Place<'_>, token: &str, seconds: u64) -> Result<Loaded> {
    let done = AtomicBool::new(false);
    let client = |number: usize| -> Result<(Vec<f64>, u64)> {
        let mut assistant = Assistant::start(place.shim(token))?;
        let (mut times, mut failed) = (Vec::new(), 0);
        while !done.load(Ordering::Relaxed) {
            let (tool, ask) = match number % 2 {
                0 => ("search", json!({ "query": "blood pressure in clinical trials" })),
                _ => ("timeline", json!({})),
            };
            let (took_ms, answered) = assistant.timed(tool, &ask)?;
            times.push(took_ms);
            failed += u64::from(!answered);
            thread::sleep(PAUSE);
        }
        Ok((times, failed))
    };
    thread::scope(|scope| {
        let clients: Vec<_> =
            (0..CLIENTS).map(|number| scope.spawn(move || client(number))).collect();
        let began = Instant::now();
        let mut beside_ms = Vec::new();
        let mut beside = Ok(());
        while began.elapsed() < Duration::from_secs(seconds) && beside.is_ok() {
            let asked = Instant::now();
            beside = place.run(&["--json", "documents", "list"]).map(drop);
            beside_ms.push(ms(asked));
            thread::sleep(PAUSE);
        }
        done.store(true, Ordering::Relaxed);
        let mut loaded = Loaded { times_ms: Vec::new(), failed: 0, beside_ms };
        for client in clients {
            let ended = client.join().map_err(|_| broken("An assistant's thread failed"))?;
            let (times, failed) = ended?;
            loaded.times_ms.extend(times);
            loaded.failed += failed;
        }
        beside.map(|()| loaded)
    })
}

/// Where the vault is, and the program that opens it.
struct Place<'a> {
    program: PathBuf,
    home: &'a Path,
}

impl Place<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.program);
        command.args(arguments).env("LOCI_HOME", self.home).env("LOCI_PASSPHRASE", PASSPHRASE);
        command.stderr(Stdio::null());
        command
    }

    fn shim(&self, token: &str) -> Command {
        let mut command = self.command(&["mcp"]);
        command.env_remove("LOCI_PASSPHRASE").env("LOCI_AGENT_TOKEN", token);
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Value> {
        let output = self.command(arguments).output();
        let output = output.map_err(|source| io("The program did not start", &source))?;
        if !output.status.success() {
            return Err(broken("A command beside the assistants failed"));
        }
        serde_json::from_slice(&output.stdout).map_err(|_| broken("A command gave no JSON"))
    }
}

/// A running `loci mcp`. Its standard input ends when this is dropped, and it with it.
struct Assistant {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    next: u64,
}

impl Assistant {
    fn start(mut command: Command) -> Result<Self> {
        let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
        let mut child = child.map_err(|source| io("The program did not start", &source))?;
        let to = child.stdin.take();
        let from = child.stdout.take().ok_or_else(|| broken("A program has no output"))?;
        let mut assistant = Self { child, to, from: BufReader::new(from), next: 0 };
        let client = json!({ "name": "bench", "version": "1" });
        let greeting =
            json!({ "protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": client });
        assistant.ask("initialize", greeting)?;
        assistant.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }))?;
        Ok(assistant)
    }

    fn say(&mut self, message: &Value) -> Result<()> {
        let to = self.to.as_mut().ok_or_else(|| broken("A program has no input"))?;
        let said = writeln!(to, "{message}").and_then(|()| to.flush());
        said.map_err(|source| io("An assistant was not heard", &source))
    }

    fn ask(&mut self, method: &str, params: Value) -> Result<Value> {
        self.next += 1;
        let id = self.next;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }))?;
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line);
            if read.map_err(|source| io("An assistant was not answered", &source))? == 0 {
                return Err(broken("A program ended before it answered"));
            }
            let heard: Value =
                serde_json::from_str(&line).map_err(|_| broken("A program did not say JSON"))?;
            if heard.get("id") == Some(&json!(id)) {
                return Ok(heard);
            }
        }
    }

    /// Calls a tool: how long it took in milliseconds, and whether it gave an answer.
    fn timed(&mut self, tool: &str, arguments: &Value) -> Result<(f64, bool)> {
        let began = Instant::now();
        let heard = self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))?;
        let answered = heard.pointer("/result/isError") == Some(&json!(false));
        Ok((ms(began), answered))
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        drop(self.to.take());
        // it ends by itself; there is nobody to tell
        let _ = self.child.wait();
    }
}

fn ms(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1e3
}

fn io(what: &str, source: &std::io::Error) -> Error {
    Error::Problem(io_problem(what, source))
}

fn broken(what: &str) -> Error {
    Error::new(ErrorCode::Internal, format!("{what}."), "Run `loci mcp` by hand to see why.")
}
