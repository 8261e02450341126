//! ONNX Runtime's library, loaded from a file once per process. Never looks for one by itself, and
//! never lets it report anything to anybody.

use crate::{Error, Result};
use ort::environment::Environment;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Lives as long as the process: ONNX Runtime allows one environment, ever.
static ENVIRONMENT: Mutex<Option<Environment>> = Mutex::new(None);

/// The environment; the first library that loads serves the process from then on, and a failure is
/// tried anew at the next call, since a person may have repaired it meanwhile.
pub(crate) fn environment(library: Option<&Path>) -> Result<Environment> {
    let library = present(library)?;
    let mut slot = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(environment) = slot.as_ref() {
        return Ok(environment.clone());
    }
    let broken = |reason: String| Error::RuntimeBroken { reason };
    let builder = ort::init_from(library).map_err(|error| broken(error.to_string()))?;
    let built = builder.with_name("loci").with_telemetry(false).build();
    let environment = built.map_err(|error| broken(error.to_string()))?;
    tracing::info!(stage = "load", "ONNX Runtime loaded");
    *slot = Some(environment.clone());
    Ok(environment)
}

/// The library's path if there is such a file.
pub(crate) fn present(library: Option<&Path>) -> Result<&Path> {
    library
        .filter(|path| path.is_file())
        .ok_or_else(|| Error::RuntimeMissing { path: library.map(Path::to_owned) })
}
