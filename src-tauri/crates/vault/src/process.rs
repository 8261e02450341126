//! Keeps this process's memory out of core dumps and away from other programs of the same user.

use crate::error::{Error, Result};
use rustix::process::{Resource, Rlimit, setrlimit};

/// No core files (`RLIMIT_CORE` 0) and, on Linux, no attaching or dumping by other programs
/// (`PR_SET_DUMPABLE` 0). Call it once, before a passphrase is read.
pub fn harden_process() -> Result<()> {
    let none = Rlimit { current: Some(0), maximum: Some(0) };
    setrlimit(Resource::Core, none).map_err(|e| Error::file("limited")(e.into()))?;
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        set_dumpable_behavior(DumpableBehavior::NotDumpable)
            .map_err(|e| Error::file("limited")(e.into()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::process::getrlimit;

    #[test]
    fn hardening_holds() {
        harden_process().unwrap();
        assert_eq!(getrlimit(Resource::Core).current, Some(0));
        #[cfg(target_os = "linux")]
        assert_eq!(
            rustix::process::dumpable_behavior().unwrap(),
            rustix::process::DumpableBehavior::NotDumpable
        );
    }
}
