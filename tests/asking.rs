//! What a page cannot do by itself: files that nobody dropped or picked are read, an address is sent text,
//! and a file is saved, only by the person's word in dialogs that no script reaches.
//!
//! `xvfb-run -a -s "-screen 0 1280x800x24" cargo test -p loci-app --test asking`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod window;

use serde_json::{Value, json};
use std::{fs, path::Path};
use window::Window;

const PASSPHRASE: &str = "three owls over the quiet water";
const ENTER: &str = "\u{E007}";

#[tokio::test(flavor = "multi_thread")]
async fn window_asks() {
    let home = tempfile::tempdir().unwrap();
    let field = tempfile::tempdir().unwrap();
    let notes = field.path().join("notes.md");
    fs::write(&notes, "# Owls\n\nThree owls were seen over the water.\n").unwrap();
    let secret = field.path().join("secret");
    fs::create_dir(&secret).unwrap();
    fs::write(secret.join("key.txt"), "a key that nobody meant to give\n").unwrap();

    let window = Window::open(home.path()).await;
    window.part("create-passphrase").await;
    window.fill("create-passphrase", PASSPHRASE).await;
    window.fill("create-repeat", &format!("{PASSPHRASE}{ENTER}")).await;
    window.part("nav-library").await;

    a_script_gets_nothing(&window, &secret).await;
    pick(&window, &notes).await;
    take_over(&window, field.path()).await;
    save(&window, field.path()).await;
    window.close().await;
    // what was asked for and not given left no trace, nor did the system's dialogs leave one
    assert_eq!(traces(home.path(), b"key.txt"), Vec::<String>::new());
    let planted = home.path().join("planted");
    fs::write(&planted, "a key.txt").unwrap();
    assert_eq!(traces(home.path(), b"key.txt"), [planted.display().to_string()]);
}

/// The files under `folder` whose name or content has these bytes.
fn traces(folder: &Path, word: &[u8]) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap();
        if kind.is_dir() {
            found.extend(traces(&path, word));
        }
        let mut bytes = path.as_os_str().as_encoded_bytes().to_vec();
        if kind.is_file() {
            bytes.extend(fs::read(&path).unwrap());
        }
        if bytes.windows(word.len()).any(|window| window == word) {
            found.push(path.display().to_string());
        }
    }
    found
}

/// What a script in the page would ask of the bridge. Its promise is kept under `name`.
async fn script_asks(window: &Window, name: &str, command: &str, request: Value) {
    let ask = format!(
        "(window.{name} = null, window.__TAURI_INTERNALS__
            .invoke('{command}', {request})
            .then((answer) => {{ window.{name} = {{ answer }} }},
                  (problem) => {{ window.{name} = {{ problem }} }}), true)"
    );
    window.value(&ask).await;
}

async fn refused(window: &Window, name: &str, code: &str) {
    window.until(&format!("window.{name} !== null")).await;
    let answer = window.value(&format!("JSON.stringify(window.{name})")).await;
    let answer = answer.as_str().unwrap_or_default();
    assert!(answer.contains(code) && !answer.contains("\"answer\""), "{answer}");
}

async fn a_script_gets_nothing(window: &Window, secret: &Path) {
    let path = secret.display().to_string();
    let watch = json!({ "command": "watch_add", "request":
        { "path": path, "collection": "default", "mode": "automatic" } });
    script_asks(window, "watched", "call", watch.clone()).await;
    window.appears("Read these files?");
    script_asks(window, "buried", "call", watch).await;
    refused(window, "buried", "cancelled").await;
    window.answer("Read these files?", &["Escape"]);
    refused(window, "watched", "cancelled").await;

    let llm = json!({ "command": "llm_set", "request": {
        "base_url": "https://elsewhere.example/v1", "model": "m", "text_may_leave": true } });
    script_asks(window, "sent", "call", llm).await;
    window.answer("Send text there?", &["Escape"]);
    refused(window, "sent", "cancelled").await;
    script_asks(window, "set", "call", json!({ "command": "llm_show", "request": {} })).await;
    window.until("window.set !== null").await;
    assert_eq!(window.value("window.set.answer.base_url").await, Value::Null);

    let count = json!({ "command": "ingest_preview", "request": { "paths": [path] } });
    script_asks(window, "counted", "call", count).await;
    refused(window, "counted", "usage").await;

    // the channel that ingest wants is made as the page makes it: through its own way in
    window.press("nav-library").await;
    window.fill("add-path", &format!("{path}{ENTER}")).await;
    window.answer("Read these files?", &["Escape"]);
    window.until("document.body.innerText.includes('You did not agree')").await;
    window.check_screen("70-not-agreed").await;
    script_asks(window, "listed", "call", json!({ "command": "documents_list", "request": {} }))
        .await;
    window.until("window.listed !== null").await;
    assert_eq!(window.value("window.listed.answer.documents.length").await, json!(0));
}

async fn pick(window: &Window, notes: &Path) {
    window.press("pick-files").await;
    window
        .answer("Add files", &["slash", "ctrl+a", &format!("type:{}", notes.display()), "Return"]);
    window.until("document.querySelectorAll('[data-testid=document-row]').length === 1").await;
    window.check_screen("71-picked").await;
}

/// A library of another program: looked at, taken over, and taken over again without doubles.
async fn take_over(window: &Window, folder: &Path) {
    let vault = folder.join("field notes");
    fs::create_dir_all(vault.join(".obsidian")).unwrap();
    fs::write(vault.join("Avocets.md"), "# Avocets\n\nSeen beside [[Terns]]. #birds\n").unwrap();
    fs::write(vault.join("Terns.md"), "# Terns\n\nForty terns nest on the spit.\n").unwrap();
    let rows = "document.querySelectorAll('[data-testid=document-row]').length";
    let click = |place: &'static str| async move {
        let found = window.find(fantoccini::Locator::XPath(place)).await;
        found.click().await.unwrap();
    };
    let said = |words: &str| {
        let report = "document.querySelector('[data-testid=import-report]')?.innerText";
        format!("{report}?.includes('{words}')")
    };
    click("//summary[contains(., 'Take a library over')]").await;
    click("//input[@name='library' and @value='obsidian']").await;
    window.fill("import-path", &vault.display().to_string()).await;
    click("//button[contains(., 'See what would come')]").await;
    window.answer("Read these files?", &["Return"]);
    window.until(&said("Would come: 2 new documents")).await;
    assert_eq!(window.value(rows).await, json!(1), "a look brings nothing");
    window.check_screen("73-would-come").await;
    window.press("import-take").await;
    window.until(&said("Came: 2 new documents")).await;
    window.until(&format!("{rows} === 3")).await;
    window.check_screen("74-came").await;
    click("//button[contains(., 'See what would come')]").await;
    window.until(&said("Here already: 2 documents")).await;
    assert_eq!(window.value(rows).await, json!(3));
}

async fn save(window: &Window, folder: &Path) {
    let place = folder.join("saved.bib");
    window.press("nav-search").await;
    window.fill("search-input", "owls over the water").await;
    let hit = fantoccini::Locator::Css("[data-testid=hit] a");
    window.find(hit).await.click().await.unwrap();
    window.part("evidence").await;
    let click = |name: &str| {
        let place = format!("//button[normalize-space(.)='{name}']");
        async move {
            window.find(fantoccini::Locator::XPath(&place)).await.click().await.unwrap();
        }
    };
    click("Cite the passage").await;
    click("Keep as a citation").await;
    window.until("!document.querySelector('[role=dialog]')").await;
    window.press("nav-citations").await;
    click("Save BibTeX").await;
    window.answer("Save", &["ctrl+a", &format!("type:{}", place.display()), "Return"]);
    window.until("document.body.innerText.includes('saved as')").await;
    window.check_screen("72-saved").await;
    let saved = fs::read_to_string(&place).unwrap();
    assert!(saved.contains("Owls") && saved.starts_with('@'), "{saved}");
}
