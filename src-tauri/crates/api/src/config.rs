//! Where profiles live and what a process runs with, read once from its environment.

use engine::{Clock, KdfParams, Limits, Program, Resources};
use etcetera::{AppStrategy, AppStrategyArgs, choose_app_strategy};
use std::{
    env,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};
use types::{ErrorCode, Problem, Timestamp};

/// A profile's name, safe to be a folder's: letters, digits, `-`, `_` and `.`, 64 at most.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile(String);

impl Profile {
    /// Checks the name.
    pub fn new(name: &str) -> Result<Self, Problem> {
        let safe = |c: char| c.is_alphanumeric() || "-_.".contains(c);
        let well_formed = !name.is_empty() && name.len() <= 64 && !name.starts_with('.');
        if !well_formed || !name.chars().all(safe) {
            return Err(Problem::new(
                ErrorCode::Usage,
                "That is not a profile name.",
                "Use up to 64 letters, digits, '-', '_' and '.', not beginning with '.'.",
            ));
        }
        Ok(Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What a process runs with.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where profiles live.
    pub home: PathBuf,
    /// The profile.
    pub profile: Profile,
    /// Where ONNX Runtime, the PDF engine and the models are.
    pub runtime: PathBuf,
    /// Cost of the passphrase for vaults made from now on.
    pub kdf: KdfParams,
    /// Time without use after which the vault locks.
    pub idle_lock: Duration,
    /// Tokens that all layers of an assistant's context may have together.
    pub memory_ceiling: Option<u64>,
}

impl Config {
    /// From `LOCI_HOME`, `LOCI_PROFILE`, `LOCI_RUNTIME` and `LOCI_KDF` (`default` or `floor`), each
    /// with the platform's default, and `LOCI_MEMORY_MAX_TOKENS`.
    pub fn from_env() -> Result<Self, Problem> {
        let folders = choose_app_strategy(AppStrategyArgs {
            top_level_domain: "org".to_owned(),
            author: "Loci".to_owned(),
            app_name: "loci".to_owned(),
        })
        .map_err(|_| {
            let hint = "Set HOME, or LOCI_HOME and LOCI_RUNTIME.";
            Problem::new(ErrorCode::Usage, "The system names no home folder.", hint)
        })?;
        let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
        let home = folder("LOCI_HOME").map_or_else(|| folders.data_dir(), PathBuf::from);
        let runtime =
            folder("LOCI_RUNTIME").map_or_else(|| runtime(&folders.cache_dir()), PathBuf::from);
        let kdf = match env::var("LOCI_KDF").as_deref() {
            Ok("floor") => KdfParams::FLOOR,
            _ => KdfParams::DEFAULT,
        };
        let profile = env::var("LOCI_PROFILE").unwrap_or_else(|_| "default".to_owned());
        let profile = Profile::new(&profile)?;
        let idle_lock = Duration::from_secs(300);
        let memory_ceiling = memory_ceiling()?;
        Ok(Self { home, profile, runtime, kdf, idle_lock, memory_ceiling })
    }

    /// The folder of the profile's vault.
    pub fn vault_folder(&self) -> PathBuf {
        self.home.join(self.profile.as_str())
    }

    /// Libraries, models, workers and the system's clock.
    pub(crate) fn resources(&self) -> Resources {
        let path = env::current_exe().unwrap_or_else(|_| PathBuf::from("loci"));
        let program = Program { path, args: vec!["convert-worker".into()] };
        let clock: Clock = Arc::new(|| {
            let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
            Timestamp::from_unix_ms(since.map_or(0, |since| since.as_millis() as i64))
        });
        let resources = Resources::new(&self.runtime, program, Limits::default(), clock);
        resources.with_memory_ceiling(self.memory_ceiling)
    }
}

/// A bound that cannot be read is no bound: it is an error.
fn memory_ceiling() -> Result<Option<u64>, Problem> {
    let Some(value) = env::var_os("LOCI_MEMORY_MAX_TOKENS").filter(|value| !value.is_empty())
    else {
        return Ok(None);
    };
    value.to_str().and_then(|value| value.trim().parse().ok()).map(Some).ok_or_else(|| {
        let message = "LOCI_MEMORY_MAX_TOKENS is not a number of tokens.";
        Problem::new(ErrorCode::Usage, message, "Set it to 1000, say, or unset it.")
    })
}

/// Beside an installed program (`../lib/loci`), or where `./setup` puts it.
fn runtime(cache: &Path) -> PathBuf {
    let installed = env::current_exe().ok().and_then(|program| {
        let folder = program.parent()?.parent()?.join("lib/loci");
        folder.is_dir().then_some(folder)
    });
    installed.unwrap_or_else(|| cache.join("runtime"))
}
