//! Libraries of other programs, taken over: looked at first, then brought in part by part. What is here
//! already is left as it is, so that an import that was stopped, or is made again, brings no doubles.

mod files;
mod obsidian;
mod report;
mod zotero;

use crate::{
    Palace,
    error::{Error, Result},
    safety::Done,
};
use report::Report;
use std::path::{Path, PathBuf};
use types::{Cancel, Collection, ErrorCode, ImportReport, ImportRequest, Library};

impl Palace {
    /// Takes a library over, or counts what would come.
    pub fn import(
        &self,
        request: &ImportRequest,
        cancel: &Cancel,
        told: Done<'_>,
    ) -> Result<ImportReport> {
        let root = folder(&request.path)?;
        let named = request.collection.as_deref().map(collection).transpose()?;
        let import = Import { root, named, dry_run: request.dry_run, cancel, told };
        let mut report = Report::new(request.dry_run);
        match request.library {
            Library::Zotero => self.import_zotero(&import, &mut report)?,
            Library::Obsidian => self.import_obsidian(&import, &mut report)?,
        }
        Ok(report.finish())
    }
}

/// One import.
struct Import<'a> {
    /// The folder, without links in its path.
    root: PathBuf,
    /// The collection that everything goes to.
    named: Option<Collection>,
    dry_run: bool,
    cancel: &'a Cancel,
    told: Done<'a>,
}

impl Import<'_> {
    /// A collection's name as the library has it, cut to what a name may be.
    fn collection(&self, name: &str) -> Collection {
        let kept: String = name.chars().filter(|c| !c.is_control()).take(200).collect();
        self.named.clone().or_else(|| Collection::new(&kept).ok()).unwrap_or_default()
    }
}

fn folder(path: &str) -> Result<PathBuf> {
    let root = Path::new(path).canonicalize().ok().filter(|root| root.is_dir());
    root.ok_or_else(|| {
        let message = "That is not a folder; nothing was taken over.";
        Error::new(ErrorCode::Usage, message, "Give the folder of the library.")
    })
}

fn collection(name: &str) -> Result<Collection> {
    Collection::new(name)
        .map_err(|error| Error::new(ErrorCode::Usage, format!("{error}."), "Give another name."))
}
