//! A driven window: the app under WebKitWebDriver with a home folder of its own, its waits, its
//! accessibility check and its screenshots. Everything started dies with it.

use fantoccini::{Client, ClientBuilder, Locator, elements::Element};
use serde_json::{Value, json};
use std::{
    net::SocketAddr,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command},
    time::Duration,
};

const PATIENCE: Duration = Duration::from_secs(60);

/// A child and all of its children: one process group, killed as one.
pub struct Group(Child);

impl Group {
    pub fn spawn(command: &mut Command) -> Self {
        Self(command.process_group(0).spawn().expect("./setup --tests installs what is missing"))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.wait();
    }
}

pub struct Window {
    client: Client,
    driver: Group,
    app: Group,
    /// Where the app lets itself be driven.
    inspector: SocketAddr,
}

impl Window {
    /// Starts the app with `home` as its whole world.
    pub async fn open(home: &Path) -> Self {
        assert!(std::env::var_os("DISPLAY").is_some(), "run under xvfb-run, as ./test does");
        let inspector = free_address();
        let app = Group::spawn(
            Command::new(env!("CARGO_BIN_EXE_loci-app"))
                .env("WEBKIT_INSPECTOR_SERVER", inspector.to_string())
                .env("TAURI_AUTOMATION", "true")
                .env("TAURI_WEBVIEW_AUTOMATION", "true")
                .env("GDK_BACKEND", "x11")
                .env("LOCI_RUNTIME", runtime())
                .env("LOCI_HOME", home.join("profiles"))
                .env("LOCI_KDF", "floor")
                .env("HOME", home)
                // the system's file dialog would remember folders in the settings of this session
                .env("GSETTINGS_BACKEND", "memory")
                .env_remove("XDG_DATA_HOME")
                .env_remove("XDG_CACHE_HOME")
                .env_remove("XDG_CONFIG_HOME"),
        );
        let (driver, client) = drive(inspector).await;
        Self { client, driver, app, inspector }
    }

    /// The app's process.
    #[allow(dead_code)] // not every journey looks at it
    pub fn process(&self) -> u32 {
        self.app.0.id()
    }

    /// Waits until the app has started itself anew, and drives what it is now.
    #[allow(dead_code)]
    pub async fn anew(&mut self) {
        let mut beat = tokio::time::interval(Duration::from_millis(100));
        let gone = async {
            while self.client.execute("return 1", vec![]).await.is_ok() {
                beat.tick().await;
            }
        };
        tokio::time::timeout(PATIENCE, gone).await.expect("the page ends");
        (self.driver, self.client) = drive(self.inspector).await;
    }

    /// Waits for an element and returns it.
    pub async fn find(&self, place: Locator<'_>) -> Element {
        let found = self.client.wait().at_most(PATIENCE).for_element(place).await;
        match found {
            Ok(element) => element,
            Err(error) => {
                self.shot("failed").await;
                panic!("no {place:?}: {error}; the window says: {}", self.text().await)
            }
        }
    }

    /// Waits for the element with this `data-testid`.
    pub async fn part(&self, name: &str) -> Element {
        self.find(Locator::Css(&format!("[data-testid='{name}']"))).await
    }

    pub async fn press(&self, name: &str) {
        self.part(name).await.click().await.unwrap();
    }

    /// Replaces what a field holds.
    pub async fn fill(&self, name: &str, text: &str) {
        let field = self.part(name).await;
        field.clear().await.unwrap();
        field.send_keys(text).await.unwrap();
    }

    /// Waits until a script, an expression of JavaScript, is true.
    pub async fn until(&self, expression: &str) {
        let script = format!("return Boolean({expression})");
        let client = self.client.clone();
        let mut beat = tokio::time::interval(Duration::from_millis(100));
        let holds = async {
            while client.execute(&script, vec![]).await.unwrap() != Value::Bool(true) {
                beat.tick().await;
            }
        };
        if tokio::time::timeout(PATIENCE, holds).await.is_err() {
            self.shot("failed").await;
            panic!("never true: {expression}; the window says: {}", self.text().await);
        }
    }

    /// The value of an expression of JavaScript.
    pub async fn value(&self, expression: &str) -> Value {
        self.client.execute(&format!("return {expression}"), vec![]).await.unwrap()
    }

    /// Waits for a window of the system's own, by its title, and gives its number.
    #[allow(dead_code)] // not every journey is asked
    pub fn appears(&self, title: &str) -> String {
        let found = xdotool(&["search", "--sync", "--onlyvisible", "--name", title]);
        found.lines().last().unwrap().to_owned()
    }

    /// Answers such a dialog with keys and a text typed between them.
    #[allow(dead_code)]
    pub fn answer(&self, title: &str, keys: &[&str]) {
        // nobody manages windows here: what had the focus gets it back from us
        let ours = self.appears("^Loci$");
        let dialog = self.appears(title);
        xdotool(&["windowfocus", "--sync", &dialog]);
        for key in keys {
            match key.strip_prefix("type:") {
                Some(text) => xdotool(&["type", "--delay", "20", text]),
                None => xdotool(&["key", key]),
            };
            // GTK takes a while to open its line for a path
            std::thread::sleep(Duration::from_millis(500));
        }
        xdotool(&["windowfocus", &ours]);
    }

    /// All that can be read in the window.
    pub async fn text(&self) -> String {
        let text = self.value("document.title + '\\n' + document.body.innerText").await;
        text.as_str().unwrap_or_default().to_owned()
    }

    /// Checks a screen: no violation of any axe rule, and a picture of it in the target folder.
    pub async fn check_screen(&self, name: &str) {
        self.shot(name).await;
        let axe =
            std::env::var("CARGO_MANIFEST_DIR").unwrap() + "/ui/node_modules/axe-core/axe.min.js";
        let axe = std::fs::read_to_string(axe).expect("./setup installs the UI's packages");
        self.client.execute(&format!("{axe}\n;return true"), vec![]).await.unwrap();
        let run = "const done = arguments[arguments.length - 1];
            axe.run(document, { resultTypes: ['violations'] }).then(
                (report) => done(report.violations.map((rule) =>
                    `${rule.id}: ${rule.nodes.map((node) => `${node.html}\\n${node.failureSummary}`)}`)),
                (error) => done([String(error)]));";
        let violations = self.client.execute_async(run, vec![]).await.unwrap();
        assert_eq!(violations, json!([]), "axe on {name}");
    }

    pub async fn shot(&self, name: &str) {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
        std::fs::create_dir_all(folder).unwrap();
        // what was just changed is painted two frames later
        let frames = "const done = arguments[0];
            requestAnimationFrame(() => requestAnimationFrame(() => done(true)));";
        self.client.execute_async(frames, vec![]).await.unwrap();
        let picture = self.client.screenshot().await.unwrap();
        std::fs::write(folder.join(format!("{name}.png")), picture).unwrap();
    }

    /// Ends the session, and with it the app.
    pub async fn close(self) {
        self.client.close().await.unwrap();
    }
}

fn free_address() -> SocketAddr {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

async fn listens(address: SocketAddr) {
    let mut beat = tokio::time::interval(Duration::from_millis(20));
    let listening = async {
        while tokio::net::TcpStream::connect(address).await.is_err() {
            beat.tick().await;
        }
    };
    tokio::time::timeout(PATIENCE, listening).await.expect("it listens");
}

/// A driver for the app that lets itself be driven at `inspector`.
async fn drive(inspector: SocketAddr) -> (Group, Client) {
    listens(inspector).await;
    let address = free_address();
    let driver = Group::spawn(
        Command::new("WebKitWebDriver")
            .arg(format!("--port={}", address.port()))
            .arg(format!("--target={inspector}")),
    );
    listens(address).await;
    let client = ClientBuilder::new(hyper_util::client::legacy::connect::HttpConnector::new())
        .connect(&format!("http://{address}"))
        .await
        .expect("the app opens its window");
    (driver, client)
}

fn xdotool(args: &[&str]) -> String {
    let done = Command::new("timeout").arg("30").arg("xdotool").args(args).output().unwrap();
    assert!(done.status.success(), "xdotool {args:?}");
    String::from_utf8(done.stdout).unwrap()
}

/// Where `./setup` puts the libraries and models, unless the caller says otherwise.
fn runtime() -> PathBuf {
    std::env::var_os("LOCI_RUNTIME").map_or_else(
        || Path::new(&std::env::var_os("HOME").unwrap_or_default()).join(".cache/loci/runtime"),
        PathBuf::from,
    )
}
