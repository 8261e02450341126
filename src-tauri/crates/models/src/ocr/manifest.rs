//! The manifest of a model that recognises text, and its files: read whole, and handed out only
//! when their SHA-256 is what the program says. Never believes a folder's own word.

use crate::manifest::ModelFile;
use crate::{Error, Result};
use serde::Deserialize;
use sha2::{Digest, Sha256 as Hasher};
use std::fs;
use std::path::Path;
use types::Sha256;

/// The model's name, and its folder's among the models.
pub(crate) const NAME: &str = "pp-ocr-v6-small";
/// The graph that finds lines.
pub(super) const DETECTION_FILE: &str = "detection.onnx";
/// The graph that reads one.
pub(super) const RECOGNITION_FILE: &str = "recognition.onnx";
const MANIFEST: &str = include_str!("../../../../../models/pp-ocr-v6-small/manifest.json");
const HINT: &str = "Run ./setup, which fetches it. Everything but scans is read meanwhile.";

/// How lines are found.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Detection {
    /// A larger picture is looked at in this size, in pixels.
    pub(super) longest_side: u32,
    /// A pixel more likely than this is text.
    pub(super) pixel_from: f32,
    /// A stretch of them counts from this mean likelihood of its box.
    pub(super) region_from: f32,
    /// Area by which the box around the core of the letters grows, by its own, over its perimeter.
    pub(super) widen: f32,
}

/// How a line is read.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Recognition {
    /// Height of a line for the network, in pixels.
    pub(super) height: u32,
    /// A shorter line is filled up to this.
    pub(super) least_width: u32,
    /// A longer line is squeezed into this.
    pub(super) most_width: u32,
    /// What is less sure on average is no text.
    pub(super) sure_from: f32,
}

/// The manifest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Manifest {
    name: String,
    pub(crate) licence: String,
    files: Vec<ModelFile>,
    pub(super) detection: Detection,
    pub(super) recognition: Recognition,
}

impl Manifest {
    /// The one in the program.
    pub(crate) fn builtin() -> Result<Self> {
        serde_json::from_str(MANIFEST).map_err(|error| Error::BadManifest {
            name: NAME.to_owned(),
            reason: error.to_string(),
        })
    }

    /// Fails unless every file is in `folder` with the right size; reads none.
    pub(crate) fn require(&self, folder: Option<&Path>) -> Result<()> {
        let size = |file: &ModelFile| {
            let data = fs::metadata(folder?.join(&file.name)).ok()?;
            data.is_file().then_some(data.len())
        };
        if self.files.iter().all(|file| size(file).is_none()) {
            return Err(Error::NotInstalled { name: self.name.clone(), hint: HINT.to_owned() });
        }
        self.files.iter().try_for_each(|file| match size(file) {
            None => Err(self.bad_file(file, "is missing")),
            found if found != file.size_bytes => Err(self.bad_file(file, "has the wrong size")),
            _ => Ok(()),
        })
    }

    /// The bytes of a file whose hash is right.
    pub(super) fn read(&self, folder: &Path, name: &str) -> Result<Vec<u8>> {
        let file = self.files.iter().find(|file| file.name == name);
        let file = file.ok_or_else(|| Error::BadManifest {
            name: self.name.clone(),
            reason: format!("it names no {name}"),
        })?;
        let bytes = fs::read(folder.join(name));
        let bytes = bytes
            .map_err(|error| self.bad_file(file, &format!("cannot be read ({})", error.kind())))?;
        if Sha256::from_bytes(Hasher::digest(&bytes).into()) != file.sha256 {
            return Err(self.bad_file(file, "has another SHA-256 than its manifest says"));
        }
        Ok(bytes)
    }

    fn bad_file(&self, file: &ModelFile, reason: &str) -> Error {
        Error::BadFile {
            name: self.name.clone(),
            file: file.name.clone(),
            reason: reason.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_cut_or_changed_is_told_apart() {
        let manifest = Manifest::builtin().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let said = |at: Option<&Path>| manifest.require(at).unwrap_err().to_string();
        assert!(said(None).contains("is not installed"));
        assert!(said(Some(folder.path())).contains("is not installed"));
        let put = |file: &ModelFile, less: u64| {
            let path = folder.path().join(&file.name);
            fs::File::create(path).unwrap().set_len(file.size_bytes.unwrap() - less).unwrap();
        };
        put(&manifest.files[0], 0);
        assert!(said(Some(folder.path())).contains("recognition.onnx is missing"));
        put(&manifest.files[1], 1);
        assert!(said(Some(folder.path())).contains("recognition.onnx has the wrong size"));
        put(&manifest.files[1], 0);
        manifest.require(Some(folder.path())).unwrap();
        let error = manifest.read(folder.path(), DETECTION_FILE).unwrap_err();
        assert!(error.to_string().contains("another SHA-256"), "{error}");
    }
}
