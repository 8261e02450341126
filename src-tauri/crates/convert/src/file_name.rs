//! What a file's name tells of its content, which is a hint and no more.

/// The name's extension in lower case.
pub(crate) fn extension(file_name: &str) -> Option<String> {
    let (stem, extension) = file_name.rsplit_once('.')?;
    (!stem.is_empty()).then(|| extension.to_ascii_lowercase())
}
