//! An assistant's end of `loci mcp`, spoken by hand: so that a test can also say what no client would.

use super::Loci;
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// A running `loci mcp`. Dropped, its standard input ends, and it with it.
pub struct Assistant {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
    next: u64,
}

impl Assistant {
    /// The program that holds the vault itself.
    pub fn holding(loci: &Loci) -> Self {
        let mut assistant = Self::start(loci.plain(&["mcp"]));
        assistant.greet();
        let status = assistant.call("status", json!({}));
        assert_eq!(status["isError"], false, "{status}");
        assistant
    }

    /// The shim with a token: no passphrase.
    pub fn with_token(loci: &Loci, token: &str) -> Self {
        let mut command = loci.plain(&["mcp"]);
        command.env_remove("LOCI_PASSPHRASE").env("LOCI_AGENT_TOKEN", token);
        let mut assistant = Self::start(command);
        assistant.greet();
        assistant
    }

    pub fn start(mut command: Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let to = child.stdin.take();
        let from = BufReader::new(child.stdout.take().unwrap());
        Self { child, to, from, next: 0 }
    }

    /// The handshake.
    pub fn greet(&mut self) -> Value {
        let greeted = self.ask(
            "initialize",
            json!({ "protocolVersion": "2025-06-18", "capabilities": {},
                    "clientInfo": { "name": "by hand", "version": "1" } }),
        );
        self.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
        greeted
    }

    /// Says a line.
    pub fn say(&mut self, message: &Value) {
        self.say_raw(message.to_string().as_bytes());
    }

    pub fn say_raw(&mut self, line: &[u8]) {
        let to = self.to.as_mut().unwrap();
        to.write_all(line).and_then(|()| to.write_all(b"\n")).and_then(|()| to.flush()).unwrap();
    }

    /// Hears a line.
    pub fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line:?}"))
    }

    /// A request; gives the result, or the error under `error`.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        self.next += 1;
        let id = self.next;
        self.say(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let heard = self.hear();
            if heard["id"] == json!(id) {
                return match heard.get("result") {
                    Some(result) => result.clone(),
                    None => heard,
                };
            }
        }
    }

    /// A tool's result.
    pub fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))
    }

    /// What a tool gave; fails where it was refused.
    pub fn get(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{tool}: {result}");
        result["structuredContent"].clone()
    }

    /// Why a tool was refused.
    pub fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{tool}: {result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }

    /// Ends it as a crash would.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        drop(self.to.take());
        self.child.wait().unwrap();
    }
}
