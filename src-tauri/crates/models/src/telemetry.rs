//! Keeps ONNX Runtime from writing an id of this machine to the disk and events to a server. It never
//! changes the environment of a running process, which would be unsafe beside other threads.

use std::{env, io};

/// ONNX Runtime 1.31 reads it when its environment is made. Its own switch comes too late: by then it
/// has written `~/.cache/Microsoft/DeveloperTools/.onnxruntime/deviceid` and opened a queue of events.
const SWITCH: &str = "ORT_DISABLE_TELEMETRY";

/// Starts this program anew with telemetry off, unless it is off already. Call it first in `main`: on
/// success it returns in the new image only.
pub fn without_telemetry() -> io::Result<()> {
    if env::var_os(SWITCH).is_some_and(|value| value == "1") {
        return Ok(());
    }
    again()
}

#[cfg(unix)]
fn again() -> io::Result<()> {
    use std::{os::unix::process::CommandExt, process::Command};
    let mut words = env::args_os();
    let mut program = Command::new(env::current_exe()?);
    program.arg0(words.next().unwrap_or_default()).args(words).env(SWITCH, "1");
    Err(program.exec())
}

/// Elsewhere the library reports by means of the system, which `with_telemetry(false)` turns off.
#[cfg(not(unix))]
fn again() -> io::Result<()> {
    Ok(())
}
