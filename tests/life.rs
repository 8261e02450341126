//! A document's life in the real window: structure that can be read along, a new version, a watched
//! folder, definitions, citations, a certified deletion, the language model's switch.
//!
//! `xvfb-run -a -s "-screen 0 1280x800x24" cargo test -p loci-app --test life`
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod window;

use fantoccini::Locator;
use std::{fs, path::Path, process::Command};
use window::Window;

const PASSPHRASE: &str = "nine shillings for the passage";
/// What the shell asks where a path was typed.
const READ: &str = "Read these files?";
const ENTER: &str = "\u{E007}";

const FIRST: &str = "# Tide rules\n\n## 1 Definitions\n\n\"Warden\" means the person who keeps the \
    sluice.\n\n## 2 Duties\n\nThe warden opens the sluice at low water, as Section 3 says.\n\nThe \
    log is kept for seven years in the boathouse by the northern wall.\n\n## 3 Hours\n\nLow water \
    is read from the table on the quay.\n\n| Month | Hour |\n| --- | --- |\n| May | 7 |\n\
    | June | 8 |\n";

#[tokio::test(flavor = "multi_thread")]
async fn window_life() {
    let home = tempfile::tempdir().unwrap();
    let field = tempfile::tempdir().unwrap();
    let rules = field.path().join("rules.md");
    fs::write(&rules, FIRST).unwrap();

    let window = Window::open(home.path()).await;
    window.part("create-passphrase").await;
    window.fill("create-passphrase", PASSPHRASE).await;
    window.fill("create-repeat", &format!("{PASSPHRASE}{ENTER}")).await;
    add(&window, &rules).await;
    window.answer(READ, &["Return"]);
    window.until("document.querySelectorAll('[data-testid=document-row]').length === 1").await;

    read_along(&window).await;
    keep_a_passage(&window).await;
    take_a_new_version(&window, &rules).await;
    compare_versions(&window).await;
    watch(&window, field.path(), &rules).await;
    read_other_formats(&window, field.path()).await;
    look_up_terms_and_citations(&window).await;
    forget(&window).await;
    switch_the_language_model(&window).await;
    window.close().await;
}

async fn add(window: &Window, path: &Path) {
    window.press("nav-library").await;
    window.fill("add-path", &format!("{}{ENTER}", path.display())).await;
}

/// A button or link by the words on it, or by its name.
async fn click(window: &Window, name: &str) {
    let place = format!(
        "//*[self::button or self::a or self::summary or @role='treeitem' or @role='button']\
         [normalize-space(.)=\"{name}\" or @aria-label=\"{name}\"]"
    );
    click_at(window, &place).await;
}

async fn click_at(window: &Window, xpath: &str) {
    window.find(Locator::XPath(xpath)).await.click().await.unwrap();
}

async fn escape(window: &Window) {
    window.find(Locator::Css("body")).await.send_keys("\u{E00C}").await.unwrap();
}

async fn says(window: &Window, words: &str) {
    window.until(&format!("document.body.innerText.includes({words:?})")).await;
}

async fn read_along(window: &Window) {
    click_at(window, "//*[@data-testid='document-row']//a[contains(., 'Tide rules')]").await;
    window.until("document.querySelectorAll('[role=treeitem]').length >= 4").await;
    window.until("document.querySelector('.note.term')").await;
    window.check_screen("20-outline").await;
    // the warden of the duties is explained where it stands
    click_at(window, "//*[contains(@class, 'note') and contains(@class, 'term')][1]").await;
    let card = window.part("definition-card").await.text().await.unwrap();
    assert!(card.contains("keeps the sluice"), "{card}");
    window.check_screen("21-definition").await;
    escape(window).await;
    // "Section 3" leads to section 3
    let before = window.value("location.hash").await;
    window.find(Locator::Css(".note.reference")).await.click().await.unwrap();
    window.until(&format!("location.hash !== {before} && location.hash.includes('at=')")).await;
    window.until("document.querySelector('table')").await;
}

async fn keep_a_passage(window: &Window) {
    window.press("nav-search").await;
    window.fill("search-input", "how long is the log kept in the boathouse").await;
    let hit = "//*[@data-testid='hit'][contains(normalize-space(.), 'seven years')]//a";
    click_at(window, hit).await;
    window.part("evidence").await;
    click(window, "Cite the passage").await;
    window.check_screen("22-cite").await;
    click(window, "Keep as a citation").await;
    window.until("!document.querySelector('[role=dialog]')").await;
    window.press("nav-citations").await;
    let kept = window.part("citation").await.text().await.unwrap();
    assert!(kept.contains("seven years"), "{kept}");
    window.check_screen("23-citations").await;
}

async fn take_a_new_version(window: &Window, rules: &Path) {
    fs::write(rules, FIRST.replace("seven years", "twelve years")).unwrap();
    add(window, rules).await;
    says(window, "This looks like a new version").await;
    window.check_screen("24-version-offered").await;
    click(window, "Make it the new version").await;
    says(window, "v2 of 2").await;
}

async fn compare_versions(window: &Window) {
    click(window, "Details of Tide rules").await;
    click_at(
        window,
        "//button[starts-with(normalize-space(.), 'Compare') and contains(., 'version 2')]",
    )
    .await;
    let compared = window.part("compared").await.text().await.unwrap();
    assert!(compared.contains("seven") && compared.contains("twelve"), "{compared}");
    click(window, "Check now").await;
    window.part("check-result").await;
    window.check_screen("25-versions").await;
}

async fn watch(window: &Window, folder: &Path, rules: &Path) {
    window.press("nav-library").await;
    click(window, "Watch a folder…").await;
    window.fill("watch-path", &folder.display().to_string()).await;
    click(window, "Watch").await;
    window.answer(READ, &["Return"]);
    window.part("folder-row").await;
    fs::write(rules, FIRST.replace("seven years", "thirty years")).unwrap();
    click(window, "Look now").await;
    window.part("stale-banner").await;
    window.check_screen("26-stale").await;
    let take = format!("Take changes in of {}", folder.display());
    click(window, &take).await;
    says(window, "v3 of 3").await;
}

/// A book and a table become pages of HTML that can be read.
async fn read_other_formats(window: &Window, folder: &Path) {
    let book = folder.join("heron.epub");
    let made = Command::new("python3").args(["-c", MAKE_BOOK]).arg(&book).status().unwrap();
    assert!(made.success());
    add(window, &book).await;
    open(window, "The Heron").await;
    says(window, "stands in the reeds at noon").await;
    window.check_screen("27-book").await;

    let table = folder.join("tides.csv");
    fs::write(&table, "month,hour\nMay,7\nJune,8\n").unwrap();
    add(window, &table).await;
    open(window, "tides.csv").await;
    window.until("document.querySelectorAll('table tbody tr').length === 2").await;
    window.check_screen("28-table").await;
}

async fn open(window: &Window, title: &str) {
    let link = format!("//*[@data-testid='document-row']//a[contains(., '{title}')]");
    click_at(window, &link).await;
}

async fn look_up_terms_and_citations(window: &Window) {
    window.press("nav-definitions").await;
    let term = window.part("term").await.text().await.unwrap();
    assert!(term.contains("Warden"), "{term}");
    window.check_screen("29-definitions").await;
}

async fn forget(window: &Window) {
    window.press("nav-library").await;
    click(window, "Delete The Heron").await;
    window.check_screen("30-delete").await;
    window.press("delete-confirm").await;
    let certificate = window.part("certificate").await.text().await.unwrap();
    assert!(certificate.contains("original"), "{certificate}");
    says(window, "signed by this vault").await;
    window.check_screen("31-certificate").await;
    click(window, "Close").await;
    window.until("!document.querySelector('[data-testid=certificate]')").await;
    click(window, "Certificates").await;
    window.part("certificate-row").await;
    window.check_screen("32-certificates").await;
}

async fn switch_the_language_model(window: &Window) {
    window.press("nav-settings").await;
    window.part("llm-state").await;
    window.check_screen("33-settings").await;
}

/// A book of one chapter, by Python's own zip writer.
const MAKE_BOOK: &str = r#"
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as book:
    book.writestr("mimetype", "application/epub+zip")
    book.writestr("META-INF/container.xml", '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>')
    book.writestr("book.opf", '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier><dc:title>The Heron</dc:title><dc:creator>Ada Marsh</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>')
    book.writestr("c.xhtml", '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>One</title></head><body><h1>Morning</h1><p>The heron stands in the reeds at noon.</p></body></html>')
"#;
