//! Packages made in code, for tests.

use std::io::{Cursor, Write};
use zip::write::SimpleFileOptions;

/// A package of these parts.
pub(crate) fn package(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in parts {
        archive.start_file(*name, SimpleFileOptions::default()).unwrap();
        archive.write_all(content.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
