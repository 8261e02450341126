//! An assistant and the window: a program that is paired here asks through `loci mcp` while the vault is
//! locked and while it is open, and what it proposes counts once the person approves it in Review. The
//! assistant is the official Python client, which `./setup --tests` fetches; `cargo build -p cli` makes the shim.
//!
//! `xvfb-run -a -s "-screen 0 1280x800x24" cargo test -p loci-app --test assistant`
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    missing_docs
)]

mod window;

use fantoccini::Locator;
use serde_json::Value;
use std::{
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};
use window::Window;

const PASSPHRASE: &str = "seven herons on the far breach";
const ENTER: &str = "\u{E007}";
const PROPOSED: &str = "Blue herons nest on the Aldwick breach since 2024.";

/// The official client at work: it says how far it is, and waits for the person in between.
struct Assistant {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Assistant {
    fn begin(profiles: &Path, token: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
        let shim = Path::new(env!("CARGO_BIN_EXE_loci-app")).with_file_name("loci");
        assert!(shim.is_file(), "cargo build -p cli makes the shim");
        let mut child = Command::new(cache().join("mcp/bin/python"))
            .arg(folder.join("tests/mcp/session.py"))
            .args([&shim, Path::new("--window"), profiles])
            .env("LOCI_AGENT_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("./setup --tests fetches the client");
        let (to, from) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        Self { child, to, from: BufReader::new(from) }
    }

    /// Waits until it is so far.
    fn is_at(&mut self, step: &str) {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        assert_eq!(line.trim_end(), step);
    }

    /// Lets it go on.
    fn go_on(&mut self) {
        self.to.write_all(b"\n").and_then(|()| self.to.flush()).unwrap();
    }
}

impl Drop for Assistant {
    fn drop(&mut self) {
        // it may have ended
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Where `./setup` puts what it fetches.
fn cache() -> PathBuf {
    let home = || PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".cache/loci");
    std::env::var_os("LOCI_CACHE").map_or_else(home, PathBuf::from)
}

#[tokio::test(flavor = "multi_thread")]
async fn window_assistant() {
    let home = tempfile::tempdir().unwrap();
    let mut window = Window::open(home.path()).await;
    window.part("create-passphrase").await;
    window.fill("create-passphrase", PASSPHRASE).await;
    window.fill("create-repeat", &format!("{PASSPHRASE}{ENTER}")).await;
    window.press("nav-library").await;
    window.press("samples").await;
    window.until("document.querySelectorAll('[data-testid=document-row]').length === 6").await;
    window
        .until("!document.querySelector('[data-testid=queue-row]:not([data-state=indexed])')")
        .await;

    let token = pair(&window).await;
    // the page may end before it answers
    let _ = window.part("lock").await.click().await;
    window.anew().await;
    window.part("unlock-passphrase").await;

    let mut desk = Assistant::begin(&home.path().join("profiles"), &token);
    desk.is_at("locked");
    window.fill("unlock-passphrase", &format!("{PASSPHRASE}{ENTER}")).await;
    window.part("nav-review").await;
    desk.go_on();
    desk.is_at("proposed");
    let node = it_is_seen(&window).await;
    approve(&window, &node).await;
    desk.go_on();
    desk.is_at("found");
    revoke(&window).await;
    desk.go_on();
    desk.is_at("revoked");
    assert!(desk.child.wait().unwrap().success());
    window.close().await;
}

/// A button with these words.
async fn click(window: &Window, words: &str) {
    let place = format!("//button[normalize-space(.)=\"{words}\"]");
    window.find(Locator::XPath(&place)).await.click().await.unwrap();
}

/// Pairs a program that may read and propose, and gives what the window shows for its settings.
async fn pair(window: &Window) -> String {
    window.press("nav-agents").await;
    let field = |words: &str| format!("//label[contains(., \"{words}\")]//input");
    let name = field("What you call it");
    window.find(Locator::XPath(&name)).await.send_keys("Desk").await.unwrap();
    let propose = field("Propose: what it writes waits");
    window.find(Locator::XPath(&propose)).await.click().await.unwrap();
    click(window, "Pair").await;
    window.answer("Let this program in?", &["Return"]);
    window.part("paired").await;
    window.check_screen("80-paired").await;
    let shown = window.value("document.querySelector('[data-testid=paired] textarea').value").await;
    let settings: Value = serde_json::from_str(shown.as_str().unwrap()).unwrap();
    click(window, "I have it").await;
    settings["mcpServers"]["loci"]["env"]["LOCI_AGENT_TOKEN"].as_str().unwrap().to_owned()
}

/// While it speaks, the window says so, and what it proposes waits: the node's id.
async fn it_is_seen(window: &Window) -> String {
    window.press("nav-agents").await;
    window.until("document.body.innerText.includes('connected now')").await;
    window.until(&format!("document.body.innerText.includes({PROPOSED:?})")).await;
    window.check_screen("81-agents-connected").await;
    let link = "/[0-9a-f]{64}/.exec(document.querySelector('[data-testid=proposal] a').href)[0]";
    window.value(link).await.as_str().unwrap().to_owned()
}

/// Approves what it proposed, where it waits.
async fn approve(window: &Window, node: &str) {
    window.press("nav-review").await;
    // what Loci is surer of may stand before it: the rest comes as one gets there
    window
        .until(&format!(
            "((items) => [items.find((item) => item.dataset.of === '{node}'), items.at(-1)]
                .find(Boolean)?.scrollIntoView() ?? items.some((item) => item.dataset.of === '{node}'))
                ([...document.querySelectorAll('[data-testid=review-item]')])"
        ))
        .await;
    let item = format!("//*[@data-testid='review-item'][@data-of='{node}']");
    let approve = format!("{item}//button[normalize-space(.)='Keep as a claim']");
    window.find(Locator::XPath(&approve)).await;
    let text = window.find(Locator::XPath(&item)).await.text().await.unwrap();
    assert!(text.contains("proposed by Desk, an assistant"), "{text}");
    window.check_screen("82-review-proposed").await;
    window.find(Locator::XPath(&approve)).await.click().await.unwrap();
    window.until(&format!("!document.querySelector('[data-of=\"{node}\"]')")).await;
    // it leaves the list at once, and counts once that is said
    let said =
        "[...document.querySelectorAll('.announcements')].map((it) => it.textContent).join()";
    window.until(&format!("{said}.includes('Approved')")).await;
}

async fn revoke(window: &Window) {
    window.press("nav-agents").await;
    click(window, "Revoke").await;
    window.until("document.body.innerText.includes('revoked')").await;
    window.check_screen("83-revoked").await;
}
