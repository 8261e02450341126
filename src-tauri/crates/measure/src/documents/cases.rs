//! The documents of a folder, each with the file of its expected Markdown.

use engine::{Error, Result, io_problem};
use std::{
    fs,
    path::{Path, PathBuf},
};

/// A document, and the file with its expected Markdown where there is one.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Case {
    /// Path below the folder.
    pub(super) name: String,
    pub(super) file: PathBuf,
    pub(super) expected: Option<PathBuf>,
}

pub(super) fn cases(folder: &Path) -> Result<Vec<Case>> {
    let mut cases = Vec::new();
    let inside = |entry: &walkdir::DirEntry| {
        entry.depth() == 0 || !(entry.file_type().is_dir() && entry.file_name() == "groundtruth")
    };
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(inside)
    {
        let entry = entry.map_err(|error| unreadable(&std::io::Error::from(error)))?;
        let file = entry.path();
        let is_answer = file.extension().is_some_and(|ending| ending == "md")
            && file.with_extension("").is_file();
        if !entry.file_type().is_file() || is_answer {
            continue;
        }
        let mut answer = entry.file_name().to_owned();
        answer.push(".md");
        let parent = file.parent().unwrap_or(folder);
        let places = [parent.join(&answer), parent.join("groundtruth").join(&answer)];
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        let expected = places.into_iter().find(|place| place.is_file());
        cases.push(Case { name, file: file.to_owned(), expected });
    }
    Ok(cases)
}

pub(super) fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).map_err(|source| unreadable(&source))
}

fn unreadable(source: &std::io::Error) -> Error {
    Error::Problem(io_problem("The folder of documents was not read", source))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_finds_its_expected_text() {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path();
        for file in ["a.pdf", "a.pdf.md", "b.md", "c.html", "c.md", "d/e.txt"] {
            fs::create_dir_all(folder.join(file).parent().unwrap()).unwrap();
            fs::write(folder.join(file), "words").unwrap();
        }
        fs::create_dir(folder.join("groundtruth")).unwrap();
        fs::write(folder.join("groundtruth/c.html.md"), "words").unwrap();
        let found = cases(folder).unwrap();
        let found: Vec<(String, Option<String>)> = found
            .into_iter()
            .map(|case| {
                let expected = case
                    .expected
                    .map(|file| file.strip_prefix(folder).unwrap().to_string_lossy().into_owned());
                (case.name, expected)
            })
            .collect();
        let row =
            |name: &str, expected: Option<&str>| (name.to_owned(), expected.map(str::to_owned));
        assert_eq!(
            found,
            [
                row("a.pdf", Some("a.pdf.md")),
                row("b.md", None),
                row("c.html", Some("groundtruth/c.html.md")),
                row("c.md", None),
                row("d/e.txt", None),
            ]
        );
        assert!(cases(&folder.join("nowhere")).is_err());
    }
}
