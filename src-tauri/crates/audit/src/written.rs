//! What an export's files are called by all who write them.

/// The sealed package in a folder.
pub(crate) const SEALED: &str = "export.json";

/// A file to write: its name below the export's, and its bytes.
pub type Written = (String, Vec<u8>);
