//! The main job in the real window: create a profile, drop a folder on it, ask, open the evidence, lock.
//!
//! `xvfb-run -a -s "-screen 0 1280x800x24" cargo test -p loci-app --test desktop`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod memory;
mod window;

use fantoccini::Locator;
use std::{fs, path::Path, process::Command};
use window::{Group, Window};

const PASSPHRASE: &str = "eleven were drowned here in 1897";
const ENTER: &str = "\u{E007}";

/// Words of the dropped documents. None may be readable in any file of the profile.
const CANARIES: [&str; 4] =
    ["cordgrass", "kept pace with the sea", "halcyon-quartz-lantern", "tide tables"];

const NOTES: &str = "# Night heron roost\n\n\
    The roost word is halcyon-quartz-lantern, and it hangs above the third bench.\n\n\
    ## Counting\n\n\
    Seventeen night herons left the roost at dusk, all of them flying south along the creek.\n";

#[tokio::test(flavor = "multi_thread")]
async fn window_journey() {
    let home = tempfile::tempdir().unwrap();
    let drop_folder = tempfile::tempdir().unwrap();
    let folder = drop_folder.path().join("Fässer & field data");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("tide tables.md"), NOTES).unwrap();
    let paper =
        std::env::var("CARGO_MANIFEST_DIR").unwrap() + "/assets/samples/carbon-in-young-mud.pdf";
    fs::copy(paper, folder.join("carbon in young mud.pdf")).unwrap();

    let mut window = Window::open(home.path()).await;
    create_profile(&window).await;
    drop_on(&window, &folder).await;
    ask_markdown(&window).await;
    ask_pdf(&window).await;
    cite_a_selection(&window).await;
    lock_and_unlock(&mut window, home.path()).await;
    take_samples(&window).await;
    window.close().await;

    assert!(!readable(drop_folder.path()).is_empty(), "the search for canaries finds none at all");
    // ONNX Runtime would keep an id of the machine here if it were let
    assert!(!home.path().join(".cache/Microsoft").exists(), "telemetry is on");
    assert_eq!(readable(home.path()), Vec::<String>::new(), "plaintext on the disk");
}

async fn create_profile(window: &Window) {
    window.part("create-passphrase").await;
    window.check_screen("1-create").await;
    window.fill("create-passphrase", PASSPHRASE).await;
    window.fill("create-repeat", &format!("{PASSPHRASE}{ENTER}")).await;
    window.press("nav-library").await;
    window.part("samples").await;
    window.check_screen("2-library-empty").await;
}

async fn drop_on(window: &Window, folder: &Path) {
    let script = std::env::var("CARGO_MANIFEST_DIR").unwrap() + "/tests/dnd.sh";
    let _hand = Group::spawn(Command::new(script).args(["500", "400"]).arg(folder));
    window.find(Locator::Css("[data-testid=drop-zone].over")).await;
    window.shot("3-drop").await;
    window.until("document.querySelectorAll('[data-testid=document-row]').length === 2").await;
    window
        .until(
            "document.querySelectorAll('[data-testid=queue-row][data-state=indexed]').length === 2",
        )
        .await;
    window.check_screen("4-library").await;
}

async fn ask_markdown(window: &Window) {
    window.press("nav-search").await;
    window.check_screen("5-search-empty").await;
    window.fill("search-input", "how many night herons left at dusk").await;
    open_hit(window, "night herons").await;
    let evidence = marked_text(window).await;
    assert!(evidence.contains("Seventeen night herons left the roost"), "{evidence:?}");
    window.check_screen("7-reader-text").await;
}

async fn ask_pdf(window: &Window) {
    window.press("nav-search").await;
    window.fill("search-input", "which ground kept pace with the sea?").await;
    open_hit(window, "kept pace with the sea").await;
    let evidence = boxed_text(window).await;
    assert!(evidence.contains("kept pace with the sea"), "{evidence:?}");
    assert!(!evidence.contains("Salt marshes bury carbon"), "the abstract is no part of it");
    window.check_screen("8-reader-pdf").await;
}

/// Words that are selected on a page are cited, not the passage that is open.
async fn cite_a_selection(window: &Window) {
    // from within a run of the page into the next but three
    let select = "(() => {
        const page = document.querySelector('.page:has([data-testid=evidence])');
        const runs = [...page.querySelectorAll('.textLayer span')]
            .map((run) => run.firstChild)
            .filter((words) => words instanceof Text && words.data.trim().length > 3);
        const [from, to] = [runs[4], runs[7]];
        getSelection().setBaseAndExtent(from, 1, to, to.data.length - 1);
        return getSelection().toString();
    })()";
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let selected = single_spaced(window.value(select).await);
    window.press("cite").await;
    let quote = window.find(Locator::Css(".cite-quote")).await.text().await.unwrap();
    assert_eq!(letters(&quote), letters(&selected), "{quote:?} is not {selected:?}");
    assert!(!letters(&selected).is_empty());
    window.check_screen("8-cite-selection").await;
    let keep = "//button[normalize-space(.)='Keep as a citation']";
    window.find(Locator::XPath(keep)).await.click().await.unwrap();
    window.until("!document.querySelector('[role=dialog]')").await;
    window.press("nav-citations").await;
    let kept = window.part("citation").await.text().await.unwrap();
    assert!(letters(&kept).contains(&letters(&selected)), "{kept:?}");
}

/// Opens the best hit whose passage has these words.
async fn open_hit(window: &Window, words: &str) {
    let link = format!("//*[@data-testid='hit'][contains(normalize-space(.), '{words}')]//a");
    let link = window.find(Locator::XPath(&link)).await;
    window.check_screen("6-search").await;
    link.click().await.unwrap();
}

/// What the reader highlights in a text, its parts joined.
async fn marked_text(window: &Window) -> String {
    window.part("evidence").await;
    let parts = "[...document.querySelectorAll('[data-testid=evidence]')]";
    let words = format!("{parts}.map((part) => part.innerText).join(' ')");
    // a mark is in the page before its words are laid out
    window.until(&format!("{words}.trim() !== ''")).await;
    single_spaced(window.value(&words).await)
}

/// The words of a page's text layer whose middle lies under one of the reader's boxes: whether the
/// boxes are drawn where the passage is printed.
async fn boxed_text(window: &Window) -> String {
    window.part("evidence").await;
    window
        .until("document.querySelector('.page:has([data-testid=evidence]) .textLayer span')")
        .await;
    let words = "(() => {
        const boxes = [...document.querySelectorAll('[data-testid=evidence]')]
            .map((box) => box.getBoundingClientRect());
        const boxed = (run) => {
            const { left, right, top, bottom } = run.getBoundingClientRect();
            const [x, y] = [(left + right) / 2, (top + bottom) / 2];
            return boxes.some((box) =>
                box.left <= x && x <= box.right && box.top <= y && y <= box.bottom);
        };
        return [...document.querySelectorAll('.textLayer span')]
            .filter(boxed).map((run) => run.textContent).join(' ');
    })()";
    // the page is drawn again where it is scrolled to
    window.until(&format!("{words}.trim() !== ''")).await;
    single_spaced(window.value(words).await)
}

fn single_spaced(text: serde_json::Value) -> String {
    text.as_str().unwrap().split_whitespace().collect::<Vec<_>>().join(" ")
}

async fn lock_and_unlock(window: &mut Window, home: &Path) {
    let header = home.join("profiles/default/vault.hdr");
    let (keys, words) =
        (memory::keys(&header, PASSPHRASE), memory::words(&[PASSPHRASE, CANARIES[1], CANARIES[2]]));
    let secrets = [keys, words].concat();
    let held = memory::search(&memory::family(window.process()), &secrets);
    for expected in ["names in", "records of 2 in", PASSPHRASE, CANARIES[1]] {
        assert!(held.keys().any(|name| name.starts_with(expected)), "{expected}: {held:?}");
    }

    let open = memory::connections(window.process());
    // the page may end before it answers
    let _ = window.part("lock").await.click().await;
    window.anew().await;
    window.part("unlock-passphrase").await;
    let open_still: Vec<_> =
        memory::connections(window.process()).intersection(&open).cloned().collect();
    assert!(open_still.is_empty(), "{open_still:?} outlived the lock");
    let left = memory::search(&memory::family(window.process()), &secrets);
    assert_eq!(left, Default::default(), "left in memory, and how often");
    let left = window.value("document.title + document.documentElement.outerHTML").await;
    let left = left.as_str().unwrap().to_lowercase();
    for canary in CANARIES.iter().chain(&["heron", "young mud"]) {
        assert!(!left.contains(canary), "{canary:?} is still in the window");
    }
    window.check_screen("9-locked").await;
    window.fill("unlock-passphrase", &format!("not it{ENTER}")).await;
    window.part("problem").await;
    window.fill("unlock-passphrase", PASSPHRASE).await;
    // each wrong try earns a pause
    window.find(Locator::Css("[data-testid=unlock-submit]:enabled")).await.click().await.unwrap();
    window.press("nav-library").await;
    window.until("document.querySelectorAll('[data-testid=document-row]').length === 2").await;
}

/// One click brings all samples in; the one that is here already, byte for byte, stays one document.
async fn take_samples(window: &Window) {
    window.press("samples").await;
    let rows = |kind: &str| format!("document.querySelectorAll('[data-testid={kind}").to_string();
    window.until(&format!("{}][data-state=indexed]').length === 7", rows("document-row"))).await;
    window.until(&format!("{}][data-state=duplicate]').length === 1", rows("queue-row"))).await;
    window.check_screen("10-samples").await;
}

/// The files under `folder` that hold a canary in UTF-8 or UTF-16, in their names or their bytes.
fn readable(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let kind = fs::symlink_metadata(&path).unwrap();
        if kind.is_dir() {
            found.extend(readable(&path));
        } else if kind.is_file() {
            let mut bytes = path.to_string_lossy().into_owned().into_bytes();
            bytes.extend(fs::read(&path).unwrap());
            bytes.make_ascii_lowercase();
            found.extend(
                CANARIES
                    .iter()
                    .filter(|canary| holds(&bytes, canary))
                    .map(|canary| format!("{canary:?} in {}", path.display())),
            );
        }
    }
    found
}

fn holds(bytes: &[u8], canary: &str) -> bool {
    let wide: Vec<u8> = canary.encode_utf16().flat_map(u16::to_le_bytes).collect();
    [canary.as_bytes(), &wide]
        .iter()
        .any(|needle| bytes.windows(needle.len()).any(|window| window == *needle))
}
