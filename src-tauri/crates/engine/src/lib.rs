//! The façade: one [`Palace`] opened with one passphrase. Use cases, jobs and the single writer live
//! here; rooms below never meet except through it. It parses no untrusted bytes itself and reads the
//! clock only through [`Resources`].

mod agents;
mod asking;
mod auditing;
mod boosts;
mod citing;
mod contexts;
mod deep;
mod documents;
mod error;
mod finding;
mod forgetting;
mod held;
mod importing;
mod ingest;
mod keychain;
mod knowledge;
mod levels;
mod memory;
mod notes;
mod palace;
mod reading;
mod recognition;
mod references;
mod refine;
mod regenerate;
mod resources;
mod safety;
mod scans;
mod second_anchor;
mod sheet;
mod situating;
mod snapshot;
mod staying;
mod tables;
mod terms;
mod text_store;
mod tx;
mod verifying;
mod versions;
mod watching;
mod ways;

pub use crate::agents::{AgentPairing, Proposer};
pub use crate::auditing::{verify_export, verify_proof};
pub use crate::deep::verify_backup;
pub use crate::error::{Error, Result, io_problem};
pub use crate::forgetting::check_certificate;
pub use crate::ingest::{Source, preview};
pub use crate::palace::{OpenTimes, Palace};
pub use crate::recognition::worker_main;
pub use crate::resources::{Clock, Resources, Spaces};
pub use crate::safety::{Done, restore};
pub use crate::snapshot::Snapshot;
pub use crate::verifying::verify;
pub use convert::{Limits, Program};
pub use models::without_telemetry;

/// Of every program that holds a palace, its workers and its tests: an ingest is mostly small pieces of text.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;
pub use vault::{Actor, KdfParams, Passphrase, Tries, acting, harden_process};
