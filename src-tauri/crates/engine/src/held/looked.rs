//! Files that were looked at while the vault is open.

use std::{collections::HashMap, path::PathBuf, sync::Mutex};
use types::{Sha256, Timestamp};

/// A file's size and time of change.
pub(crate) type Stamp = (u64, Option<Timestamp>);

/// The files that were hashed while the vault is open, so that they need not be read at every look.
pub(crate) type Looked = Mutex<HashMap<PathBuf, (Stamp, Sha256)>>;
