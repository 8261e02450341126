//! The desktop program: the window, or, when it is started as one, a converter's worker.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

use std::process::ExitCode;

fn main() -> ExitCode {
    if std::env::args_os().nth(1).is_some_and(|word| word == "convert-worker") {
        return api::worker_main();
    }
    loci_app::run()
}
