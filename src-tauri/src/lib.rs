//! The desktop shell: one window and its bridge to the command table. It decides who may ask, on which
//! thread the work runs, and when the vault locks by itself; it holds no logic of the core.

mod asking;
mod bridge;
mod locking;
mod samples;
#[cfg(target_os = "linux")]
mod screen;
mod serving;
#[cfg(target_os = "linux")]
mod sleep;
mod window;

use api::{Config, Host};
use std::{process::ExitCode, sync::Arc, time::Duration};
use tauri::{Manager, RunEvent};
use tracing_subscriber::EnvFilter;

/// How often background work is looked for.
const WATCH: Duration = Duration::from_secs(5);

/// How often watched folders are looked at.
const LOOK: Duration = Duration::from_secs(30);

/// Opens the window and stays until it is closed.
pub fn run() -> ExitCode {
    if let Err(error) = api::without_telemetry() {
        return give_up(&format!("Loci could not start itself anew: {error}."));
    }
    #[cfg(target_os = "linux")]
    locking::end_what_is_left();
    log_to_stderr();
    if api::harden_process().is_err() {
        tracing::warn!("core dumps could not be turned off");
    }
    let host = match Config::from_env() {
        Ok(config) => Arc::new(Host::new(config)),
        Err(problem) => return give_up(&format!("{problem} {}", problem.hint)),
    };
    match build(Arc::clone(&host)) {
        Ok(app) => {
            app.run(move |_, event| {
                if matches!(event, RunEvent::Exit) {
                    locking::close(&host, || {});
                }
            });
            ExitCode::SUCCESS
        }
        Err(error) => give_up(&format!("The window could not be opened: {error}.")),
    }
}

/// `LOCI_LOG` is `info` or `debug`. Only our own rooms speak: their events carry no content.
fn log_to_stderr() {
    let level =
        std::env::var("LOCI_LOG").ok().filter(|level| ["info", "debug"].contains(&&**level));
    let level = level.as_deref().unwrap_or("warn");
    let ours = ["engine", "vault", "convert", "chunk", "models", "search", "api", "loci_app"];
    let filter: Vec<String> = ours.iter().map(|room| format!("{room}={level}")).collect();
    tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter.join(",")))
        .with_writer(std::io::stderr)
        .init();
}

fn build(host: Arc<Host>) -> tauri::Result<tauri::App> {
    let (watched, refining, folders) = (Arc::clone(&host), Arc::clone(&host), Arc::clone(&host));
    let (looking, serving) = (Arc::clone(&host), Arc::clone(&host));
    #[cfg(target_os = "linux")]
    let (sleeping, unseen) = (Arc::clone(&host), Arc::clone(&host));
    tauri::Builder::default()
        .plugin(tauri_plugin_dialog::init())
        .manage(host)
        .manage(asking::Chosen::default())
        .on_window_event(|window, event| window.state::<asking::Chosen>().hear(event))
        .invoke_handler(tauri::generate_handler![
            bridge::call,
            bridge::ingest,
            bridge::ingest_samples,
            bridge::page_picture,
            bridge::pick,
            bridge::save,
        ])
        .setup(move |app| {
            window::open(app)?;
            let handle = app.handle().clone();
            std::thread::Builder::new()
                .name("idle-lock".to_owned())
                .spawn(move || locking::watch(&watched, &handle))?;
            #[cfg(target_os = "linux")]
            {
                let handle = app.handle().clone();
                std::thread::Builder::new()
                    .name("sleep".to_owned())
                    .spawn(move || locking::watch_sleep(sleeping, handle))?;
                let handle = app.handle().clone();
                std::thread::Builder::new()
                    .name("screen".to_owned())
                    .spawn(move || locking::watch_screen(unseen, handle))?;
            }
            std::thread::Builder::new().name("refine".to_owned()).spawn(move || {
                loop {
                    std::thread::sleep(WATCH);
                    refining.refine_waiting();
                    refining.sweep_tick();
                }
            })?;
            std::thread::Builder::new().name("verify".to_owned()).spawn(move || {
                loop {
                    std::thread::sleep(WATCH);
                    looking.look_through();
                }
            })?;
            std::thread::Builder::new()
                .name("agents".to_owned())
                .spawn(move || serving::keep(&serving))?;
            std::thread::Builder::new().name("folders".to_owned()).spawn(move || {
                loop {
                    std::thread::sleep(LOOK);
                    folders.watch_tick();
                    folders.backup_tick();
                }
            })?;
            Ok(())
        })
        .build(tauri::generate_context!())
}

#[allow(clippy::print_stderr)] // there is no window to say it in
fn give_up(why: &str) -> ExitCode {
    eprintln!("loci-app: {why}");
    ExitCode::FAILURE
}
