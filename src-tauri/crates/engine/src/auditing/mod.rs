//! The trail to the outside: who saw what and why, checkpoints, signers and their signatures, exports.

mod access;
mod content;
mod exporting;
mod listing;
mod passages;
mod proving;
mod records;
mod signing;
mod trail;

pub use self::exporting::verify_export;
pub use self::proving::verify_proof;
