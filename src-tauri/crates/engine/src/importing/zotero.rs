//! A Zotero library: its database read in the worker, its files taken in as documents with what it knows of
//! them, its notes as notes, its marks in files as highlights. The database is read into memory and never
//! written; a file that lies outside of the folder is left where it is.

use super::{Import, Report, files::Wanted};
use crate::{
    Palace,
    error::{Error, Result, go_on},
    ingest::read_whole,
    notes::{Written, origin},
    sheet::title_of,
    tables::notes::{NoteRecord, Target},
    text_store,
};
use chunk::anchor::{Anchor, Outcome, find};
use convert::{LibraryItem, LibraryMark};
use sha2::Digest;
use std::{
    collections::HashMap,
    path::{Component, Path, PathBuf},
};
use types::{Author, Collection, DocumentId, Meaning, NoteId, Reference, Sha256, Timestamp};

/// The database's name in the folder.
const DATABASE: &str = "zotero.sqlite";
/// How far the words of a mark must agree with those of the file.
const ALIKE: f32 = 0.75;
/// Notes written together.
const TOGETHER: usize = 64;
const TAGS: usize = 32;
const TEXT_BYTES: usize = 200_000;

/// A note or mark on its way.
struct Coming {
    id: NoteId,
    name: String,
    /// When it was changed last in the library: a note that is written again is the same document.
    at: Timestamp,
    text: String,
    title: String,
    content: Sha256,
    target: Target,
    meaning: Option<Meaning>,
    tags: Vec<String>,
}

impl Palace {
    pub(super) fn import_zotero(&self, import: &Import<'_>, report: &mut Report) -> Result<()> {
        let (bytes, _) = read_whole(&import.root.join(DATABASE)).map_err(|problem| {
            let message = format!("{DATABASE} was not read: {}", problem.message);
            Error::new(problem.code, message, "Give Zotero's data folder, with Zotero closed.")
        })?;
        let library = self.resources.converter.library(&bytes, import.cancel)?;
        drop(bytes);
        report.counted.items = library.items.len() as u32;
        let mut wanted = Vec::new();
        let mut of: Vec<Vec<usize>> = vec![Vec::new(); library.items.len()];
        let mut marked: HashMap<usize, &[LibraryMark]> = HashMap::new();
        for (number, item) in library.items.iter().enumerate() {
            let collections = collections(import, item);
            collections.iter().for_each(|name| report.collection(name.as_str()));
            report.tags(&item.tags);
            for file in item.files.iter().filter(|file| !file.path.is_empty()) {
                let path = match stored(&import.root, file) {
                    Ok(path) => path,
                    Err(why) => {
                        report.left_out(&file.path, why);
                        continue;
                    }
                };
                if let Some(own) = of.get_mut(number) {
                    own.push(wanted.len());
                }
                marked.insert(wanted.len(), &file.marks);
                wanted.push(Wanted {
                    path,
                    collections: collections.clone(),
                    source_url: item.fields.get("url").filter(|url| !url.is_empty()).cloned(),
                    source_type: source_type(&item.kind),
                });
            }
        }
        let documents = self.take_files(import, &wanted, report)?;
        let document = |number: &usize| documents.get(*number).copied().flatten();
        if !import.dry_run {
            self.describe_items(&library.items, &of, &documents)?;
        }
        let mut coming = Vec::new();
        for (item, files) in library.items.iter().zip(&of) {
            go_on(import.cancel)?;
            let first = files.iter().find_map(document);
            for note in &item.notes {
                report.tags(&note.tags);
                let target = self.on_document(first, item)?;
                let title = title_of(&note.text);
                let tags = labels(&note.tags);
                let own = (note.key.as_str(), note.modified.as_str());
                coming.push(self.coming(own, title, &note.text, target, None, tags));
            }
            for number in files {
                let marks = marked.get(number).copied().unwrap_or_default();
                let named = item.fields.get("title").map_or("", String::as_str);
                self.marks(document(number), marks, named, import, report, &mut coming)?;
            }
        }
        self.write_coming(import, coming, report)
    }

    fn on_document(&self, document: Option<DocumentId>, item: &LibraryItem) -> Result<Target> {
        let now = self.snapshot();
        let record = document.and_then(|id| now.catalogue.get(&id));
        Ok(match (record, item.collections.first().map(|name| Collection::new(name))) {
            (Some(record), _) => {
                Target::Document { document: record.id, title: record.title.clone() }
            }
            (None, Some(Ok(collection))) => Target::Collection(collection),
            (None, _) => Target::Nothing,
        })
    }

    fn coming(
        &self,
        (key, modified): (&str, &str),
        title: String,
        text: &str,
        target: Target,
        meaning: Option<Meaning>,
        tags: Vec<String>,
    ) -> Coming {
        let name = format!("zotero {key}");
        let text: String = text
            .chars()
            .filter(|c| !c.is_control() || matches!(c, '\n' | '\t'))
            .collect::<String>()
            .trim()
            .to_owned();
        let text = text.get(..text.floor_char_boundary(TEXT_BYTES)).unwrap_or_default().to_owned();
        let on = match &target {
            Target::Passage(quoted) => quoted.quote.clone(),
            _ => String::new(),
        };
        let told = format!("{text}\0{on}\0{meaning:?}\0{}", tags.join("\0"));
        let content = Sha256::from_bytes(sha2::Sha256::digest(told.as_bytes()).into());
        let id = NoteId::derive(&[name.as_bytes()]);
        let at = Timestamp::parse(&format!("{}Z", modified.replace(' ', "T")));
        let at = at.unwrap_or_else(|| self.resources.now());
        Coming { id, name, at, text, title, content, target, meaning, tags }
    }

    /// The marks of one file, each found by its words.
    fn marks(
        &self,
        document: Option<DocumentId>,
        marks: &[LibraryMark],
        title: &str,
        import: &Import<'_>,
        report: &mut Report,
        coming: &mut Vec<Coming>,
    ) -> Result<()> {
        if marks.is_empty() {
            return Ok(());
        }
        let shown = |mark: &LibraryMark| format!("a mark in “{title}”: {}", mark.quote);
        let Some(document) = document else {
            // in a preview the file is not here yet: its words cannot be looked for
            for mark in marks {
                match import.dry_run && mark.words {
                    true => report.counted.highlights += 1,
                    false => report.left_out(&shown(mark), "its file is not here"),
                }
            }
            return Ok(());
        };
        let now = self.snapshot();
        let record = now.record(&document)?;
        let text = text_store::whole(&now.records, &document, record.text_bytes)?;
        let ends = text_store::shape(&now.records, &document)?.page_ends;
        for mark in marks {
            report.tags(&mark.tags);
            let tags = labels(&mark.tags);
            let own = (mark.key.as_str(), mark.modified.as_str());
            if !mark.words {
                if mark.comment.trim().is_empty() {
                    report.left_out(&shown(mark), "a picture or a drawing, not words");
                    continue;
                }
                let target = Target::Document { document, title: record.title.clone() };
                let title = title_of(&mark.comment);
                coming.push(self.coming(own, title, &mark.comment, target, None, tags));
                continue;
            }
            let before = mark.page.and_then(|page| page.checked_sub(2));
            let start = before.and_then(|page| ends.get(page as usize)).copied().unwrap_or(0);
            let anchor = Anchor { quote: mark.quote.trim(), prefix: "", suffix: "", start };
            let range = match find(&anchor, &text) {
                Outcome::Same(range) | Outcome::Moved(range) => range,
                Outcome::Changed { range, similarity } if similarity >= ALIKE => range,
                Outcome::Changed { .. } | Outcome::Gone => {
                    report.left_out(&shown(mark), "its words are not in the file's text");
                    continue;
                }
            };
            let target = now.quoted(&document, range)?;
            let title = title_of(&mark.comment);
            let meaning = Some(Meaning::nearest(mark.colour));
            coming.push(self.coming(own, title, &mark.comment, target, meaning, tags));
        }
        Ok(())
    }

    /// Writes what is new, and what changed, of notes and marks.
    fn write_coming(
        &self,
        import: &Import<'_>,
        coming: Vec<Coming>,
        report: &mut Report,
    ) -> Result<()> {
        let known: HashMap<NoteId, NoteRecord> =
            self.snapshot().note_records()?.into_iter().map(|note| (note.id, note)).collect();
        let unchanged = |one: &Coming| {
            known.get(&one.id).is_some_and(|note| {
                note.origin.as_ref().and_then(|origin| origin.content) == Some(one.content)
            })
        };
        let (here, new): (Vec<Coming>, Vec<Coming>) = coming.into_iter().partition(unchanged);
        report.counted.notes_known += here.len() as u32;
        let highlights = new.iter().filter(|one| one.meaning.is_some()).count() as u32;
        report.counted.highlights += highlights;
        report.counted.notes += new.len() as u32 - highlights;
        if import.dry_run {
            return Ok(());
        }
        for group in new.chunks(TOGETHER) {
            go_on(import.cancel)?;
            let words: Vec<Written<'_>> = group
                .iter()
                .filter(|one| !one.text.is_empty())
                .map(|one| Written {
                    note: one.id,
                    title: &one.title,
                    text: &one.text,
                    at: one.at,
                    supersedes: known.get(&one.id).and_then(|note| note.document),
                })
                .collect();
            let mut taken = self.take_words(&words, import.cancel)?.into_iter();
            let mut records = Vec::with_capacity(group.len());
            for one in group {
                let document = match one.text.is_empty() {
                    true => None,
                    false => match taken.next() {
                        Some(Ok(document)) => Some(document),
                        Some(Err(error)) => {
                            report.left_out(&one.title, error.problem().message);
                            continue;
                        }
                        None => continue,
                    },
                };
                records.push(NoteRecord {
                    id: one.id,
                    title: if one.text.is_empty() { String::new() } else { one.title.clone() },
                    document,
                    target: one.target.clone(),
                    meaning: one.meaning,
                    tags: one.tags.clone(),
                    created_at: known.get(&one.id).map_or(one.at, |note| note.created_at),
                    edited_at: one.at,
                    origin: origin(one.name.clone(), one.content),
                });
            }
            self.keep_notes(&records, "import.notes")?;
        }
        Ok(())
    }

    /// Puts what the library knows of its items on their documents: the publication and the labels.
    fn describe_items(
        &self,
        items: &[LibraryItem],
        of: &[Vec<usize>],
        documents: &[Option<DocumentId>],
    ) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut changed = Vec::new();
        let mut labelled = Vec::new();
        for (item, files) in items.iter().zip(of) {
            for id in files.iter().filter_map(|number| documents.get(*number).copied().flatten()) {
                let Some(known) = tx.catalogue.get(&id) else { continue };
                let mut record = (*known).clone();
                record.reference = cite::merge(&reference(item), &record.reference);
                if record != *known {
                    tx.put_document(&record)?;
                    changed.push(id.to_string());
                }
                labelled.push((id, labels(&item.tags)));
            }
        }
        if !changed.is_empty() {
            tx.commit("import.describe", changed)?;
        }
        drop(writer);
        self.label(&labelled)
    }
}

fn collections(import: &Import<'_>, item: &LibraryItem) -> Vec<Collection> {
    let mut names: Vec<Collection> =
        item.collections.iter().map(|name| import.collection(name)).collect();
    if names.is_empty() {
        names.push(import.collection("Zotero"));
    }
    names.dedup();
    names
}

/// Where a file of the library lies, or why it is left out.
fn stored(root: &Path, file: &convert::LibraryFile) -> std::result::Result<PathBuf, &'static str> {
    if !file.stored {
        return Err("it does not lie in the library's storage; ingest it where it lies");
    }
    let plain = |name: &str| {
        let mut parts = Path::new(name).components();
        matches!((parts.next(), parts.next()), (Some(Component::Normal(_)), None))
    };
    if !plain(&file.key) || !plain(&file.path) {
        return Err("its name leads out of the library's folder");
    }
    let path = root.join("storage").join(&file.key).join(&file.path);
    let whole = path.canonicalize().map_err(|_| "its file is missing in storage")?;
    match whole.starts_with(root) {
        true => Ok(whole),
        false => Err("it is a link that leads out of the library's folder"),
    }
}

/// What kind of source an item is, as far as its kind says.
fn source_type(kind: &str) -> Option<String> {
    let told = match kind {
        "journalArticle" => "journal-article",
        "preprint" => "preprint",
        "book" | "bookSection" => "book",
        "thesis" => "thesis",
        "report" => "report",
        "conferencePaper" => "conference",
        "encyclopediaArticle" => "encyclopedia",
        "dictionaryEntry" => "dictionary",
        "statute" => "statute",
        "standard" => "standard",
        _ => return None,
    };
    Some(told.to_owned())
}

fn reference(item: &LibraryItem) -> Reference {
    let field = |names: &[&str]| {
        let found = names.iter().find_map(|name| item.fields.get(*name));
        found.map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    };
    let authors = item.creators.iter().filter(|(_, family)| !family.trim().is_empty());
    let author = |(given, family): &(String, String)| Author {
        family: family.trim().to_owned(),
        given: given.trim().to_owned(),
    };
    let year = field(&["date"]).and_then(|date| {
        date.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 4)?.parse().ok()
    });
    Reference {
        title: field(&["title"]),
        authors: authors.map(author).collect(),
        year,
        container: field(&["publicationTitle", "bookTitle", "proceedingsTitle"]),
        publisher: field(&["publisher", "university", "institution"]),
        volume: field(&["volume"]),
        issue: field(&["issue"]),
        pages: field(&["pages"]),
        doi: field(&["DOI"]),
        isbn: field(&["ISBN"]),
        url: field(&["url"]),
        language: None,
        ..Reference::default()
    }
}

fn labels(tags: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = tags.iter().map(|tag| tag.trim().to_lowercase()).collect();
    let odd = |tag: &String| {
        tag.is_empty() || tag.chars().count() > 60 || tag.chars().any(char::is_control)
    };
    kept.retain(|tag| !odd(tag));
    kept.sort();
    kept.dedup();
    kept.truncate(TAGS);
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_outside_of_the_folder_is_left_there() {
        let home = tempfile::tempdir().unwrap();
        let root = home.path().canonicalize().unwrap().join("zotero");
        let folder = root.join("storage").join("AAAA2222");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(home.path().join("secret.txt"), "x").unwrap();
        std::fs::write(folder.join("a.txt"), "x").unwrap();
        std::os::unix::fs::symlink("../../../secret.txt", folder.join("out.txt")).unwrap();
        std::os::unix::fs::symlink("round.txt", folder.join("round.txt")).unwrap();
        let file = |key: &str, path: &str| convert::LibraryFile {
            key: key.to_owned(),
            stored: true,
            path: path.to_owned(),
            marks: Vec::new(),
        };
        assert!(stored(&root, &file("AAAA2222", "a.txt")).is_ok());
        for (key, path) in [
            ("AAAA2222", "out.txt"),
            ("AAAA2222", "round.txt"),
            ("AAAA2222", "none.txt"),
            ("AAAA2222", "../../../secret.txt"),
            ("AAAA2222", "/etc/hostname"),
            ("AAAA2222", ".."),
            ("..", "a.txt"),
            ("../..", "secret.txt"),
            ("", "a.txt"),
        ] {
            assert!(stored(&root, &file(key, path)).is_err(), "{key} {path}");
        }
    }
}
