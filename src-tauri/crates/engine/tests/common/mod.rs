//! Tests of a palace in this very process with the real worker: the program is its own worker, so that it
//! has no test harness and lists its tests itself.
#![allow(dead_code, clippy::unwrap_used, clippy::print_stdout)]

use engine::Program;
use std::{env, fs, path::Path, process::ExitCode};

const WORKER: &str = "worker";

/// Whether this process was started as the worker.
pub fn is_worker() -> bool {
    env::args().nth(1).as_deref() == Some(WORKER)
}

/// This program as the worker.
pub fn worker() -> Program {
    Program { path: env::current_exe().unwrap(), args: vec![WORKER.into()] }
}

/// Works where it was started as the worker; else runs the tests, of which the first that fails ends it.
pub fn run(tests: &[(&str, fn())]) -> ExitCode {
    let _ = engine::without_telemetry();
    if is_worker() {
        return engine::worker_main();
    }
    for (name, test) in tests {
        test();
        println!("test {name} ... ok");
    }
    println!("\ntest result: ok. {} passed; 0 failed", tests.len());
    ExitCode::SUCCESS
}

/// A folder with all that is in it.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name())).unwrap();
        if path.is_dir() {
            copy(&path, &to.join(name));
        } else {
            fs::copy(&path, to.join(name)).unwrap();
        }
    }
}
