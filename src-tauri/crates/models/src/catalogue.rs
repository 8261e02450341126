//! Which models of text there are: the three that Loci knows, and whatever folders with a manifest a person
//! has put beside them. Finds packages by name; opens none.

use crate::manifest::Manifest;
use crate::package::{EMBEDDED_MANIFEST, Package, Place};
use crate::{DEFAULT_MODEL, Error, Result, ocr};
use std::path::Path;

/// The better model that ./setup builds.
pub(crate) const MINILM: &str = "minilm-l6";
const NOMIC: &str = "nomic-embed-text-v1.5";

/// Whose word counts about a model's files.
enum Authority {
    /// The manifest in the folder: it was written when the files were made here.
    Folder,
    /// The manifest in the program: the files come from elsewhere.
    Program,
}

struct Known {
    name: &'static str,
    manifest: &'static str,
    authority: Authority,
    hint: &'static str,
}

const KNOWN: [Known; 2] = [
    Known {
        name: MINILM,
        manifest: include_str!("../../../../models/minilm-l6/manifest.json"),
        authority: Authority::Folder,
        hint: "Run ./setup, which builds it. The default model works meanwhile.",
    },
    Known {
        name: NOMIC,
        manifest: include_str!("../../../../models/nomic-embed-text-v1.5/manifest.json"),
        authority: Authority::Program,
        hint: "Put its model.onnx and tokenizer.json into a folder of its name among the models.",
    },
];

/// Names of all models, in the order they are shown: known ones, then others by name.
pub(crate) fn names(folder: Option<&Path>) -> Vec<String> {
    let mut names = vec![DEFAULT_MODEL.to_owned()];
    names.extend(KNOWN.iter().map(|known| known.name.to_owned()));
    let entries = folder.and_then(|folder| std::fs::read_dir(folder).ok());
    let mut others: Vec<String> = entries
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.path().join("manifest.json").is_file())
        .filter_map(|entry| entry.file_name().into_string().ok())
        .filter(|name| !names.contains(name) && name != ocr::NAME)
        .collect();
    others.sort();
    names.extend(others);
    names
}

/// The package of that name, whether or not its files are there.
pub(crate) fn package(name: &str, folder: Option<&Path>) -> Result<Package> {
    if name == DEFAULT_MODEL {
        let manifest = Manifest::parse(name, EMBEDDED_MANIFEST)?;
        return Ok(Package { manifest, place: Place::Embedded });
    }
    // only names that were listed become paths
    if !names(folder).iter().any(|listed| listed == name) {
        return Err(Error::Unknown { name: name.to_owned() });
    }
    let known = KNOWN.iter().find(|known| known.name == name);
    let hint = known.map_or_else(String::new, |known| known.hint.to_owned());
    let Some(path) = folder.map(|folder| folder.join(name)) else {
        let manifest = Manifest::parse(name, known.map_or("", |known| known.manifest))?;
        return Ok(Package { manifest, place: Place::Nowhere { hint } });
    };
    let json = match known {
        Some(Known { authority: Authority::Program, manifest, .. }) => (*manifest).to_owned(),
        Some(Known { manifest, .. }) if !path.join("manifest.json").is_file() => {
            (*manifest).to_owned()
        }
        _ => std::fs::read_to_string(path.join("manifest.json")).map_err(|error| {
            let reason = format!("it cannot be read ({})", error.kind());
            Error::BadManifest { name: name.to_owned(), reason }
        })?,
    };
    let manifest = Manifest::parse(name, &json)?;
    Ok(Package { manifest, place: Place::Folder { path, hint } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_manifest_is_good() {
        for name in names(None) {
            assert_eq!(package(&name, None).unwrap().manifest.name, name);
        }
    }

    #[test]
    fn names_do_not_lead_out_of_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("models");
        std::fs::create_dir(&inner).unwrap();
        std::fs::write(folder.path().join("manifest.json"), "{}").unwrap();
        for name in ["..", ".", "", "../models", "/", "no-such"] {
            let error = package(name, Some(&inner)).unwrap_err();
            assert!(matches!(error, Error::Unknown { .. }), "{name}: {error}");
        }
    }

    #[test]
    fn other_folders_are_listed_after_the_known_ones() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["zeta", "alpha", "without-manifest"] {
            std::fs::create_dir(folder.path().join(name)).unwrap();
        }
        for name in ["zeta", "alpha"] {
            std::fs::write(folder.path().join(name).join("manifest.json"), "{}").unwrap();
        }
        let listed = names(Some(folder.path()));
        assert_eq!(listed, [DEFAULT_MODEL, MINILM, NOMIC, "alpha", "zeta"]);
        let error = package("alpha", Some(folder.path())).unwrap_err();
        assert!(matches!(error, Error::BadManifest { .. }), "{error}");
    }
}
