//! What the person says outside the page: which files they dropped or picked, and yes or no to what would
//! read other files or send text away. A script that got into the page can ask; it cannot answer.

use api::types::{AgentScope, ErrorCode, ExportRequest, LlmRequest, Problem};
use std::{
    collections::HashSet,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use tauri::{AppHandle, DragDropEvent, Manager, WindowEvent};
use tauri_plugin_dialog::{
    DialogExt, FileDialogBuilder, FilePath, MessageDialogButtons, MessageDialogKind,
};

/// Files and folders that may be read: dropped, picked, or agreed to.
#[derive(Default)]
pub struct Chosen {
    paths: Mutex<HashSet<PathBuf>>,
    /// What hangs over the window: it may be counted, not read.
    over: Mutex<HashSet<PathBuf>>,
    /// Held while a question is open: a page cannot bury one under others.
    open: Mutex<()>,
}

/// Most characters of a path or an address that a question shows.
const SHOWN_CHARS: usize = 300;
/// Most paths that a question shows.
const SHOWN_PATHS: usize = 8;

impl Chosen {
    /// Takes note of what the window system says of dragged files.
    pub fn hear(&self, event: &WindowEvent) {
        match event {
            WindowEvent::DragDrop(DragDropEvent::Enter { paths, .. }) => {
                *lock(&self.over) = paths.iter().filter_map(|path| real(path)).collect();
            }
            WindowEvent::DragDrop(DragDropEvent::Drop { paths, .. }) => self.add(paths),
            WindowEvent::DragDrop(DragDropEvent::Leave) => lock(&self.over).clear(),
            _ => {}
        }
    }

    fn add(&self, paths: &[PathBuf]) {
        lock(&self.paths).extend(paths.iter().filter_map(|path| real(path)));
    }

    fn holds(&self, path: &Path) -> bool {
        is_under(&lock(&self.paths), path)
    }

    /// Whether a path may be counted: it was chosen, or hangs over the window.
    pub fn may_count(&self, path: &Path) -> bool {
        self.holds(path) || is_under(&lock(&self.over), path)
    }
}

/// Whether a path, or a folder that it is in, is one of these, wherever links lead.
fn is_under(paths: &HashSet<PathBuf>, path: &Path) -> bool {
    real(path).is_some_and(|path| path.ancestors().any(|folder| paths.contains(folder)))
}

/// Where a path leads; `None` where nothing is.
fn real(path: &Path) -> Option<PathBuf> {
    path.canonicalize().ok()
}

/// Asks whether these may be read, unless they were dropped or picked.
pub fn may_read(app: &AppHandle, paths: &[String]) -> Result<(), Problem> {
    let chosen = app.state::<Chosen>();
    let other: Vec<PathBuf> =
        paths.iter().map(PathBuf::from).filter(|path| !chosen.holds(path)).collect();
    if other.is_empty() {
        return Ok(());
    }
    let mut shown: Vec<String> =
        other.iter().take(SHOWN_PATHS).map(|path| plain(&path.display().to_string())).collect();
    if other.len() > SHOWN_PATHS {
        shown.push(format!("and {} more", other.len() - SHOWN_PATHS));
    }
    let words = format!("Loci is to read this, and to keep a sealed copy:\n\n{}", shown.join("\n"));
    agreed(app, "Read these files?", &words, "Read", "Do not read")?;
    chosen.add(&other);
    Ok(())
}

/// Asks whether backups may go to a folder, unless it was picked.
pub fn may_copy_to(app: &AppHandle, folder: &str) -> Result<(), Problem> {
    let path = PathBuf::from(folder);
    if app.state::<Chosen>().holds(&path) {
        return Ok(());
    }
    let words = format!("Sealed copies of the vault are to go to\n\n{}", plain(folder));
    agreed(app, "Back up there?", &words, "Back up", "Do not back up")
}

/// Asks whether a collection may be written somewhere in the clear: each time, wherever it is.
pub fn may_export(app: &AppHandle, request: &ExportRequest) -> Result<(), Problem> {
    let words = format!(
        "The collection “{}” is to be written in the clear, readable by everyone who gets there, to\n\n{}",
        plain(&request.collection),
        plain(&request.path)
    );
    agreed(app, "Export in the clear?", &words, "Export", "Do not export")
}

/// Whether an export may be read to be checked: where it was dropped or picked.
pub fn may_check(app: &AppHandle, path: &str) -> Result<(), Problem> {
    if app.state::<Chosen>().holds(Path::new(path)) {
        return Ok(());
    }
    let message = "Only an export that was dropped or picked is checked.";
    Err(Problem::new(ErrorCode::Usage, message, "Drop or pick it."))
}

/// Asks whether text of documents may be sent to a language model.
pub fn may_send(app: &AppHandle, request: &LlmRequest) -> Result<(), Problem> {
    let words = format!(
        "Text of your documents is to be sent to the language model “{}” at\n\n{}\n\nLoci cannot take \
         back what was sent.",
        plain(&request.model),
        plain(&request.base_url)
    );
    agreed(app, "Send text there?", &words, "Send", "Do not send")
}

/// Asks whether a program may read the vault, or propose to it.
pub fn may_see(app: &AppHandle, name: &str, scope: &AgentScope) -> Result<(), Problem> {
    let may = match (scope.read, scope.propose) {
        (true, true) => "read, and propose changes to,",
        (true, false) => "read",
        (false, _) => "propose changes to",
    };
    let wings = match &scope.wings {
        None => "everything in this vault".to_owned(),
        Some(wings) => format!("these wings alone: {}", plain(&wings.join(", "))),
    };
    let words = format!(
        "The program “{}” is to {may} {wings}, whenever the vault is unlocked. What it reads may leave \
         this machine with it.",
        plain(name)
    );
    agreed(app, "Let this program in?", &words, "Let in", "Do not let in")
}

fn agreed(app: &AppHandle, title: &str, words: &str, yes: &str, no: &str) -> Result<(), Problem> {
    let chosen = app.state::<Chosen>();
    let Ok(_open) = chosen.open.try_lock() else {
        let hint = "Answer that one first.";
        return Err(Problem::new(ErrorCode::Cancelled, "Another question is open.", hint));
    };
    let buttons = MessageDialogButtons::OkCancelCustom(yes.to_owned(), no.to_owned());
    let mut question = app.dialog().message(words).title(title).buttons(buttons);
    if let Some(window) = app.get_webview_window("main") {
        question = question.parent(&window);
    }
    if question.kind(MessageDialogKind::Warning).blocking_show() {
        return Ok(());
    }
    let hint = "Ask again and agree, or drop or pick the files instead.";
    Err(Problem::new(ErrorCode::Cancelled, "You did not agree. Nothing was read or sent.", hint))
}

/// Files, or one folder, picked by the person. None where they thought better of it.
pub fn pick(app: &AppHandle, folder: bool) -> Vec<String> {
    let dialog = dialog(app);
    let picked = match folder {
        true => dialog.set_title("Add a folder").blocking_pick_folder().map(|one| vec![one]),
        false => dialog.set_title("Add files").blocking_pick_files(),
    };
    let picked: Vec<PathBuf> = picked.unwrap_or_default().into_iter().filter_map(local).collect();
    app.state::<Chosen>().add(&picked);
    picked.into_iter().filter_map(|path| path.into_os_string().into_string().ok()).collect()
}

/// Saves a text where the person says. `None` where they thought better of it.
pub fn save(app: &AppHandle, name: &str, text: &str) -> Result<Option<String>, Problem> {
    let name = Path::new(name).file_name().and_then(|name| name.to_str()).unwrap_or("loci.txt");
    let place = dialog(app).set_title("Save").set_file_name(plain(name)).blocking_save_file();
    let Some(place) = place.and_then(local) else { return Ok(None) };
    match write(&place, text.as_bytes()) {
        Ok(()) => Ok(Some(place.display().to_string())),
        Err(error) => Err(Problem::new(
            ErrorCode::Unreadable,
            format!("The file could not be saved: {error}."),
            "Choose another place. What was there is as it was, and what you exported is still in the vault.",
        )),
    }
}

/// Replaces a file whole: what was there stays until all of the new one is written.
fn write(place: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let beside = place.with_file_name(name);
    let written = File::create(&beside)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&beside, place));
    if written.is_err() {
        // it may never have been made
        let _ = fs::remove_file(&beside);
    }
    written
}

fn dialog(app: &AppHandle) -> FileDialogBuilder<tauri::Wry> {
    let dialog = app.dialog().file();
    match app.get_webview_window("main") {
        Some(window) => dialog.set_parent(&window),
        None => dialog,
    }
}

fn local(path: FilePath) -> Option<PathBuf> {
    path.into_path().ok()
}

/// A line as it is, without what would show it as another: control characters and marks of direction.
fn plain(text: &str) -> String {
    let misleads = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
    };
    let mut shown: String =
        text.chars().take(SHOWN_CHARS).map(|c| if misleads(c) { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(SHOWN_CHARS).is_some() {
        shown.push('…');
    }
    shown
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with `papers/x.md`, `notes.md`, and `papers/link` that leads out of `papers`.
    fn field() -> tempfile::TempDir {
        let field = tempfile::tempdir().unwrap();
        fs::create_dir_all(field.path().join("papers")).unwrap();
        for name in ["papers/x.md", "notes.md"] {
            fs::write(field.path().join(name), "x").unwrap();
        }
        std::os::unix::fs::symlink(field.path(), field.path().join("papers/link")).unwrap();
        field
    }

    #[test]
    fn what_was_chosen_is_a_place_and_what_lies_in_it() {
        let field = field();
        let chosen = Chosen::default();
        chosen.add(&[field.path().join("papers")]);
        for (path, expected) in [
            ("papers", true),
            ("papers/x.md", true),
            ("papers/./x.md", true),
            ("papers/../notes.md", false),
            ("papers/link/notes.md", false),
            ("papers/link/papers/x.md", true),
            ("papers/gone.md", false),
            ("notes.md", false),
            ("", false),
        ] {
            assert_eq!(chosen.holds(&field.path().join(path)), expected, "{path}");
        }
        assert!(!chosen.holds(Path::new("")) && !chosen.holds(Path::new("/")));
    }

    #[test]
    fn what_hangs_over_the_window_may_be_counted_until_it_leaves() {
        let field = field();
        let chosen = Chosen::default();
        let (paths, position) = (vec![field.path().join("papers")], Default::default());
        chosen.hear(&WindowEvent::DragDrop(DragDropEvent::Enter { paths, position }));
        let path = field.path().join("papers/x.md");
        assert!(chosen.may_count(&path) && !chosen.holds(&path));
        chosen.hear(&WindowEvent::DragDrop(DragDropEvent::Leave));
        assert!(!chosen.may_count(&path));
    }

    #[test]
    fn a_file_is_replaced_whole_or_not_at_all() {
        let field = field();
        let place = field.path().join("notes.md");
        write(&place, b"new").unwrap();
        assert_eq!(fs::read(&place).unwrap(), b"new");
        // a folder cannot be replaced by a file
        let folder = field.path().join("papers");
        assert!(write(&folder, b"new").is_err());
        assert!(folder.join("x.md").exists() && !field.path().join("papers.part").exists());
    }

    #[test]
    fn a_question_shows_no_line_as_another() {
        assert_eq!(plain("a\u{202e}b\nc"), "a\u{fffd}b\u{fffd}c");
        assert_eq!(plain(&"x".repeat(400)).chars().count(), SHOWN_CHARS + 1);
    }
}
