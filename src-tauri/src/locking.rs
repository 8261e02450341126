//! Locking: when the vault closes by itself, and what is done about what memory still holds. The window is
//! blanked, the vault closed, and then this program starts itself anew in its own place: the page, its
//! process, every text, key and passphrase that was in memory end there, whoever had copied them.

use api::Host;
use std::{
    process::Command,
    sync::{Arc, OnceLock},
    time::{Duration, Instant, SystemTime},
};
use tauri::{AppHandle, Emitter, Manager, PhysicalPosition, PhysicalSize, WebviewWindow};

/// Tells the window that the vault was locked without its asking.
const LOCKED: &str = "loci://locked";

/// How often idleness and suspension are looked for.
const WATCH: Duration = Duration::from_secs(5);

/// Where the next image finds how the window stood: left, top, width, height, state.
const PLACE: &str = "LOCI_WINDOW";

/// Where the next image finds the children that were there when the first one began: an AppImage's, or a
/// wrapper's, say. They are not ours to end.
#[cfg(target_os = "linux")]
const GIVEN: &str = "LOCI_GIVEN_CHILDREN";

#[cfg(target_os = "linux")]
static CHILDREN: OnceLock<String> = OnceLock::new();

/// Closes the vault and starts anew; returns where there was none open.
pub fn lock(host: &Host, app: &AppHandle) {
    if host.is_locked() {
        return;
    }
    // the window first: the vault closes once running calls have ended
    close(host, || blank(app));
    let failed = anew(app);
    tracing::error!(%failed, "the program could not start itself anew");
    // whatever is in memory ends with the process
    std::process::exit(1);
}

/// Closes the vault because the program ends.
pub fn close(host: &Host, told: impl FnOnce()) {
    if let Err(problem) = host.lock_telling(told) {
        tracing::error!(code = ?problem.code, "closing the vault");
    }
}

/// Locks after idle time, and after the machine slept where nobody said so before: the wall clock went on
/// where the monotonic one stood still.
pub fn watch(host: &Host, app: &AppHandle) {
    loop {
        let (awake, wall) = (Instant::now(), SystemTime::now());
        std::thread::sleep(WATCH);
        let slept = wall.elapsed().unwrap_or_default().saturating_sub(awake.elapsed()) > WATCH;
        if slept || host.is_idle() {
            lock(host, app);
        }
    }
}

/// Locks before the machine sleeps, where the system says so.
#[cfg(target_os = "linux")]
pub fn watch_sleep(host: Arc<Host>, app: AppHandle) {
    let heard = crate::sleep::system_bus()
        .and_then(|bus| crate::sleep::before(&bus, move || lock(&host, &app)));
    if let Err(error) = heard {
        tracing::debug!(%error, "nobody says when the machine sleeps");
    }
}

/// Locks with the person's screen, where the system says so.
#[cfg(target_os = "linux")]
pub fn watch_screen(host: Arc<Host>, app: AppHandle) {
    let (system, session) = (crate::sleep::system_bus().ok(), crate::screen::session_bus().ok());
    let heard = crate::screen::when_locked(system.as_ref(), session.as_ref(), move || {
        lock(&host, &app);
    });
    if let Err(error) = heard {
        tracing::debug!(%error, "nobody says when the screen is locked");
    }
}

/// Tells the window to show nothing more. Better no window than one that still shows what was locked.
fn blank(app: &AppHandle) {
    if let Err(error) = app.emit(LOCKED, ()) {
        tracing::error!(%error, "the window did not hear of the lock");
        app.webview_windows().values().for_each(|window| drop(window.destroy()));
    }
}

/// Replaces this process's memory by that of the same program, started again. Returns on failure alone.
#[cfg(unix)]
fn anew(app: &AppHandle) -> std::io::Error {
    use std::os::unix::process::CommandExt;
    let program = match std::env::current_exe() {
        Ok(program) => program,
        Err(error) => return error,
    };
    let mut words = std::env::args_os();
    let mut again = Command::new(program);
    again.arg0(words.next().unwrap_or_default()).args(words);
    if let Some(place) = app.get_webview_window("main").and_then(|window| place(&window)) {
        again.env(PLACE, place);
    }
    #[cfg(target_os = "linux")]
    again.env(GIVEN, CHILDREN.get().map_or("", String::as_str));
    // the toolkit leaves some open to what is started, which would add up with every lock
    close_fds::set_fds_cloexec(3, &[]);
    again.exec()
}

/// Elsewhere another process takes over.
#[cfg(not(unix))]
fn anew(app: &AppHandle) -> std::io::Error {
    app.restart()
}

/// Ends what the image before this one had started, and waits for it: pages and workers hold texts. The
/// first image ends nothing.
#[cfg(target_os = "linux")]
pub fn end_what_is_left() {
    use rustix::process::{Pid, Signal, WaitOptions, kill_process, waitpid};
    let there = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
    let given = std::env::var(GIVEN).unwrap_or_else(|_| there.clone());
    for child in started(&there, &given).filter_map(Pid::from_raw) {
        // one that has ended by itself is waited for all the same
        let _ = kill_process(child, Signal::KILL);
        let _ = waitpid(Some(child), WaitOptions::empty());
    }
    // the first and only one to say
    let _ = CHILDREN.set(given);
}

/// Of the children that are there, those that were not given.
#[cfg(target_os = "linux")]
fn started(there: &str, given: &str) -> impl Iterator<Item = i32> {
    let ids = |list: &str| -> Vec<i32> {
        list.split_whitespace().filter_map(|id| id.parse().ok()).collect()
    };
    let given = ids(given);
    ids(there).into_iter().filter(move |id| !given.contains(id))
}

fn place(window: &WebviewWindow) -> Option<String> {
    let (at, size) = (window.outer_position().ok()?, window.inner_size().ok()?);
    let state = match (window.is_minimized().ok()?, window.is_maximized().ok()?) {
        (true, _) => "minimised",
        (_, true) => "maximised",
        _ => "open",
    };
    Some(format!("{} {} {} {} {state}", at.x, at.y, size.width, size.height))
}

/// Puts the window where the one before it stood.
pub fn put_back(window: &WebviewWindow) -> tauri::Result<()> {
    let Ok(place) = std::env::var(PLACE) else { return Ok(()) };
    let words: Vec<&str> = place.split(' ').collect();
    let [x, y, width, height, state] = words.as_slice() else { return Ok(()) };
    match *state {
        "maximised" => window.maximize()?,
        _ => {
            if let (Ok(width), Ok(height)) = (width.parse(), height.parse()) {
                window.set_size(PhysicalSize::<u32> { width, height })?;
            }
            if let (Ok(x), Ok(y)) = (x.parse(), y.parse()) {
                window.set_position(PhysicalPosition::<i32> { x, y })?;
            }
        }
    }
    if *state == "minimised" { window.minimize() } else { Ok(()) }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_was_given_is_not_ended() {
        for (there, given, expected) in [
            ("12 13 14", "12 13 14", vec![]),
            ("12 13 14", "13", vec![12, 14]),
            ("12 13 14", "", vec![12, 13, 14]),
            ("", "12", vec![]),
            ("12 x", "1", vec![12]),
        ] {
            assert_eq!(started(there, given).collect::<Vec<_>>(), expected, "{there} / {given}");
        }
    }
}
