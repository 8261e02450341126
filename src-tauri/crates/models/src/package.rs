//! One model's files, wherever they are: inside the program, or in a folder. Hands out bytes only
//! after their SHA-256 is right. Never writes, and reads no file that the manifest does not name.

use crate::manifest::{GRAPH_FILE, Manifest, ModelFile, TOKENIZER_FILE};
use crate::{Error, Result};
use sha2::{Digest, Sha256 as Hasher};
use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use types::Sha256;

/// The default model's manifest.
pub(crate) const EMBEDDED_MANIFEST: &str =
    include_str!("../../../../models/loci-static-256/manifest.json");
/// The default model's tokenizer.
pub(crate) const EMBEDDED_TOKENIZER: &[u8] =
    include_bytes!("../../../../models/loci-static-256/tokenizer.json");
const EMBEDDED_GRAPH: &[u8] = include_bytes!("../../../../models/loci-static-256/model.onnx");

/// Where the files are.
#[derive(Clone, Debug)]
pub(crate) enum Place {
    /// Compiled in.
    Embedded,
    /// A folder; `hint` says how its files are had.
    Folder { path: PathBuf, hint: String },
    /// There is no folder for models.
    Nowhere { hint: String },
}

/// What is there of a model, judged by names and sizes alone.
#[derive(Debug)]
pub(crate) enum Presence {
    /// Every file.
    Whole,
    /// No file.
    Absent,
    /// Some, or of the wrong size.
    Faulty(Error),
}

/// A manifest and its files.
#[derive(Clone, Debug)]
pub(crate) struct Package {
    pub(crate) manifest: Manifest,
    pub(crate) place: Place,
}

/// A graph whose hash was right.
pub(crate) enum Graph {
    Memory(&'static [u8]),
    File(PathBuf),
}

impl Package {
    /// What is there.
    pub(crate) fn presence(&self) -> Presence {
        let path = match &self.place {
            Place::Embedded => return Presence::Whole,
            Place::Nowhere { .. } => return Presence::Absent,
            Place::Folder { path, .. } => path,
        };
        let found = self.manifest.files.iter().map(|file| (file, size(&path.join(&file.name))));
        let found: Vec<_> = found.collect();
        if found.iter().all(|(_, size)| size.is_none()) {
            return Presence::Absent;
        }
        for (file, size) in found {
            let reason = match (size, file.size_bytes) {
                (None, _) => "is missing".to_owned(),
                (Some(has), Some(should)) if has != should => {
                    format!("has {has} bytes instead of {should}")
                }
                _ => continue,
            };
            return Presence::Faulty(self.bad_file(file, reason));
        }
        Presence::Whole
    }

    /// Fails unless every file is there with the right size.
    pub(crate) fn require(&self) -> Result<()> {
        match (self.presence(), &self.place) {
            (Presence::Whole, _) => Ok(()),
            (Presence::Faulty(error), _) => Err(error),
            (Presence::Absent, place) => Err(Error::NotInstalled {
                name: self.manifest.name.clone(),
                hint: match place {
                    Place::Folder { hint, .. } | Place::Nowhere { hint } => hint.clone(),
                    Place::Embedded => String::new(),
                },
            }),
        }
    }

    /// The tokenizer's bytes.
    pub(crate) fn tokenizer(&self) -> Result<Cow<'static, [u8]>> {
        let file = self.file(TOKENIZER_FILE)?;
        let bytes = match &self.place {
            Place::Folder { path, .. } => {
                let read = std::fs::read(path.join(&file.name));
                Cow::Owned(read.map_err(|error| self.bad_file(file, unreadable(&error)))?)
            }
            Place::Embedded | Place::Nowhere { .. } => Cow::Borrowed(EMBEDDED_TOKENIZER),
        };
        self.hold_against(file, digest(&bytes))?;
        Ok(bytes)
    }

    /// The graph, ready to be opened.
    pub(crate) fn graph(&self) -> Result<Graph> {
        let file = self.file(GRAPH_FILE)?;
        match &self.place {
            Place::Folder { path, .. } => {
                self.check_file(path, file)?;
                Ok(Graph::File(path.join(&file.name)))
            }
            Place::Embedded | Place::Nowhere { .. } => {
                self.hold_against(file, digest(EMBEDDED_GRAPH))?;
                Ok(Graph::Memory(EMBEDDED_GRAPH))
            }
        }
    }

    /// Recomputes the hash of every file.
    pub(crate) fn verify(&self) -> Result<()> {
        self.require()?;
        match &self.place {
            Place::Folder { path, .. } => {
                self.manifest.files.iter().try_for_each(|file| self.check_file(path, file))
            }
            Place::Embedded | Place::Nowhere { .. } => {
                self.tokenizer()?;
                self.graph().map(drop)
            }
        }
    }

    fn check_file(&self, folder: &Path, file: &ModelFile) -> Result<()> {
        let found = digest_file(&folder.join(&file.name));
        let found = found.map_err(|error| self.bad_file(file, unreadable(&error)))?;
        self.hold_against(file, found)
    }

    fn hold_against(&self, file: &ModelFile, found: Sha256) -> Result<()> {
        if found == file.sha256 {
            return Ok(());
        }
        Err(self.bad_file(file, "has another SHA-256 than its manifest says".to_owned()))
    }

    fn file(&self, name: &str) -> Result<&ModelFile> {
        self.manifest.file(name).ok_or_else(|| Error::BadManifest {
            name: self.manifest.name.clone(),
            reason: format!("it names no {name}"),
        })
    }

    fn bad_file(&self, file: &ModelFile, reason: String) -> Error {
        Error::BadFile { name: self.manifest.name.clone(), file: file.name.clone(), reason }
    }
}

fn unreadable(error: &io::Error) -> String {
    format!("cannot be read ({})", error.kind())
}

/// The size of a regular file.
fn size(path: &Path) -> Option<u64> {
    std::fs::metadata(path).ok().filter(|data| data.is_file()).map(|data| data.len())
}

fn digest(bytes: &[u8]) -> Sha256 {
    Sha256::from_bytes(Hasher::digest(bytes).into())
}

/// The hash of a file that may not fit in memory.
fn digest_file(path: &Path) -> io::Result<Sha256> {
    let mut file = File::open(path)?;
    let mut hasher = Hasher::new();
    let mut buffer = vec![0u8; 1 << 20];
    loop {
        let count = file.read(&mut buffer)?;
        let Some(part) = buffer.get(..count).filter(|part| !part.is_empty()) else { break };
        hasher.update(part);
    }
    Ok(Sha256::from_bytes(hasher.finalize().into()))
}
