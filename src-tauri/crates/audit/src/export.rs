//! From a package to files: all of them or none, and never over what is there.

use crate::{
    error::{Error, Result},
    markdown,
    package::{Content, Package},
    pdf, research,
    written::{SEALED, Written},
};
use std::{
    fs::{self, File, OpenOptions},
    io::Write as _,
    path::{Path, PathBuf},
};
use types::ExportFormat;

/// The key of a PDF among its package's files.
pub(crate) const PDF: &str = "pdf";

/// The files beside the sealed package.
pub fn files(package: &Package, content: &Content) -> Result<Vec<Written>> {
    let text = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
    let (bib, csl) = (content.bibtex.as_str(), content.csl_json.as_str());
    Ok(match package.format {
        ExportFormat::Json => vec![text("bib", bib), text("csl.json", csl)],
        ExportFormat::Pdf => vec![
            text("bib", bib),
            text("csl.json", csl),
            (PDF.to_owned(), pdf::pages(package, content)?),
        ],
        ExportFormat::Markdown => {
            let mut files = markdown::notes(package, content);
            files.extend([text("references.bib", bib), text("references.csl.json", csl)]);
            files
        }
        ExportFormat::RoCrate => research::files(package, content)?,
    })
}

/// Where a file of an export lies.
pub(crate) fn place(out: &Path, format: ExportFormat, name: &str) -> PathBuf {
    let beside = |ending: &str| {
        let mut path = out.as_os_str().to_owned();
        path.push(".");
        path.push(ending);
        PathBuf::from(path)
    };
    match format {
        ExportFormat::Json if name == SEALED => out.to_owned(),
        ExportFormat::Pdf if name == SEALED => beside("json"),
        ExportFormat::Pdf if name == PDF => out.to_owned(),
        ExportFormat::Json | ExportFormat::Pdf => beside(name),
        ExportFormat::Markdown | ExportFormat::RoCrate => out.join(name),
    }
}

/// Writes an export: into a folder of its own beside, synced, then renamed. What fails on the way leaves
/// nothing.
pub fn write(out: &Path, format: ExportFormat, sealed: Vec<u8>, files: Vec<Written>) -> Result<()> {
    let all: Vec<Written> = files.into_iter().chain([(SEALED.to_owned(), sealed)]).collect();
    let one_folder = matches!(format, ExportFormat::Markdown | ExportFormat::RoCrate);
    let last: Vec<PathBuf> = match one_folder {
        true => vec![out.to_owned()],
        false => all.iter().map(|(name, _)| place(out, format, name)).collect(),
    };
    for path in &last {
        if fs::symlink_metadata(path).is_ok() {
            let name = path.file_name().unwrap_or(path.as_os_str());
            return Err(Error::Taken(name.to_string_lossy().into_owned()));
        }
    }
    let parent = match out.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => return Err(Error::Taken(out.to_string_lossy().into_owned())),
    };
    let staged = Staged::new(parent, out)?;
    for (name, bytes) in &all {
        staged.put(name, bytes)?;
    }
    staged.sync()?;
    let mut done = Placed(Vec::new());
    if one_folder {
        fs::rename(&staged.0, out).map_err(Error::io("Putting the export in place"))?;
        done.0.push(out.to_owned());
    } else {
        for ((name, _), to) in all.iter().zip(&last) {
            put_in_place(&staged.0.join(name), to)?;
            done.0.push(to.clone());
        }
    }
    if let Ok(folder) = File::open(parent) {
        folder.sync_all().map_err(Error::io("Syncing the folder"))?;
    }
    done.0.clear();
    Ok(())
}

/// What was just put in place, and goes again unless all of it is.
struct Placed(Vec<PathBuf>);

impl Drop for Placed {
    fn drop(&mut self) {
        for path in &self.0 {
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
    }
}

/// Gives a file its name, unless somebody was faster.
fn put_in_place(from: &Path, to: &Path) -> Result<()> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            let name = to.file_name().unwrap_or(to.as_os_str());
            Err(Error::Taken(name.to_string_lossy().into_owned()))
        }
        // a file system without links
        Err(_) => fs::rename(from, to).map_err(Error::io("Putting the export in place")),
    }
}

/// A folder beside that goes when this does.
struct Staged(PathBuf);

impl Staged {
    fn new(parent: &Path, out: &Path) -> Result<Self> {
        let name = out.file_name().unwrap_or_default().to_string_lossy();
        let folder = parent.join(format!(".{name}.{}.part", std::process::id()));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(&folder).map_err(Error::io("Making room for the export"))?;
        Ok(Self(folder))
    }

    fn put(&self, name: &str, bytes: &[u8]) -> Result<()> {
        let path = self.0.join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(Error::io("Writing the export"))?;
        }
        let mut options = OpenOptions::new();
        options.write(true).create_new(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let write = || {
            let mut file = options.open(&path)?;
            file.write_all(bytes)?;
            file.sync_all()
        };
        write().map_err(Error::io("Writing the export"))
    }

    fn sync(&self) -> Result<()> {
        match File::open(&self.0) {
            Ok(folder) => folder.sync_all().map_err(Error::io("Syncing the export")),
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        // gone already where it was renamed
        let _ = fs::remove_dir_all(&self.0);
    }
}
