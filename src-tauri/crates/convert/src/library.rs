//! A Zotero library's database, read in the worker: what it names, as plain values. The database lies in
//! memory and is never written; it may have any schema, and what does not answer is left out. It knows
//! nothing of the files that it names.

use crate::{Error, Limits, Result, html};
use rusqlite::{Connection, Row, types::ValueRef};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Rows of one table that are read at most.
const ROWS: usize = 500_000;
/// Longest value, in bytes.
const VALUE_BYTES: usize = 4 << 20;

/// Items in the trash.
const TRASH: &str = "SELECT itemID FROM deletedItems";
/// What is embedded in a note lies in `storage` as a file of its own, of this mode.
const EMBEDDED: i64 = 4;

/// What a library holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Library {
    /// Its items, in the order of their numbers.
    pub items: Vec<LibraryItem>,
}

/// An item: a publication with its files and notes, or a file or note that stands alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryItem {
    /// Library's number and item's key: its own for good.
    pub key: String,
    /// `journalArticle`, `book` …
    pub kind: String,
    /// `title`, `DOI`, `date` … as Zotero calls them.
    pub fields: BTreeMap<String, String>,
    /// Given and family names, in order.
    pub creators: Vec<(String, String)>,
    /// Paths of its collections, outermost name first.
    pub collections: Vec<String>,
    /// Labels.
    pub tags: Vec<String>,
    /// Its files.
    pub files: Vec<LibraryFile>,
    /// Its notes.
    pub notes: Vec<LibraryNote>,
}

/// A file of an item.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryFile {
    /// The name of its folder in `storage`.
    pub key: String,
    /// Whether it lies in `storage`; else somewhere else.
    pub stored: bool,
    /// Its name there, or its path; empty for an address alone.
    pub path: String,
    /// What is marked in it.
    pub marks: Vec<LibraryMark>,
}

/// A note.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryNote {
    /// Library's number and item's key.
    pub key: String,
    /// When it was changed last, in UTC: `2021-03-31 09:00:00`.
    pub modified: String,
    /// Markdown.
    pub text: String,
    /// Labels.
    pub tags: Vec<String>,
}

/// A mark in a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryMark {
    /// Library's number and item's key.
    pub key: String,
    /// When it was changed last, in UTC.
    pub modified: String,
    /// Whether words are marked: else it is a note, a picture or a drawing.
    pub words: bool,
    /// The words.
    pub quote: String,
    /// What the person says of them.
    pub comment: String,
    /// Red, green, blue.
    pub colour: [u8; 3],
    /// Its page, counted from 1.
    pub page: Option<u32>,
    /// Labels.
    pub tags: Vec<String>,
}

/// Reads a database.
pub(crate) fn read(bytes: &[u8], limits: &Limits) -> Result<Library> {
    let database = open(bytes).map_err(damaged)?;
    let has = |table: &str| {
        let sql = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?1";
        database.prepare(sql).and_then(|mut it| it.exists([table])).unwrap_or(false)
    };
    if !has("items") || !has("itemAttachments") {
        return Err(Error::Archive { detail: "this is no Zotero library".to_owned() });
    }
    let mut reading = Reading { database: &database, limits, bytes: 0 };
    reading.library().map_err(|error| match error {
        Trouble::Database(error) => damaged(error),
        Trouble::Convert(error) => error,
    })
}

fn damaged(error: rusqlite::Error) -> Error {
    let detail = match error {
        rusqlite::Error::SqliteFailure(failure, _) => format!("SQLite says: {failure}"),
        _ => "its tables are not those of a Zotero library".to_owned(),
    };
    Error::Archive { detail: format!("the library's database cannot be read ({detail})") }
}

enum Trouble {
    Database(rusqlite::Error),
    Convert(Error),
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

fn open(bytes: &[u8]) -> rusqlite::Result<Connection> {
    let mut bytes = bytes.to_vec();
    // a database in memory has no write-ahead log: what its file says of one does not hold
    if let Some(versions) = bytes.get_mut(18..20) {
        versions.fill(1);
    }
    let mut database = Connection::open_in_memory()?;
    let size = bytes.len();
    database.deserialize_read_exact("main", bytes.as_slice(), size, true)?;
    database.pragma_update(None, "trusted_schema", false)?;
    database.pragma_update(None, "cell_size_check", true)?;
    database.pragma_update(None, "temp_store", 2)?;
    Ok(database)
}

/// What every row of `items` has.
struct Entry {
    /// Library's number and item's key.
    key: String,
    modified: String,
}

struct Reading<'a> {
    database: &'a Connection,
    limits: &'a Limits,
    /// Words read.
    bytes: usize,
}

/// A text of a row; nothing where there is none, or where it is no text.
fn text(row: &Row<'_>, at: usize) -> String {
    match row.get_ref(at) {
        Ok(ValueRef::Text(text)) if text.len() <= VALUE_BYTES => {
            String::from_utf8_lossy(text).into_owned()
        }
        Ok(ValueRef::Integer(number)) => number.to_string(),
        Ok(ValueRef::Real(number)) => number.to_string(),
        _ => String::new(),
    }
}

fn number(row: &Row<'_>, at: usize) -> i64 {
    match row.get_ref(at) {
        Ok(ValueRef::Integer(number)) => number,
        _ => 0,
    }
}

impl Reading<'_> {
    /// Every row of a query. `optional` for a table that older libraries lack.
    fn rows<T>(
        &mut self,
        sql: &str,
        optional: bool,
        read: impl Fn(&Row<'_>) -> (T, usize),
    ) -> std::result::Result<Vec<T>, Trouble> {
        let statement = self.database.prepare(sql);
        let mut statement = match statement {
            Err(rusqlite::Error::SqlInputError { .. } | rusqlite::Error::SqliteFailure(..))
                if optional =>
            {
                return Ok(Vec::new());
            }
            other => other?,
        };
        let mut rows = statement.query([])?;
        let mut found = Vec::new();
        while let Some(row) = rows.next()? {
            let (value, bytes) = read(row);
            self.bytes += bytes;
            found.push(value);
            if found.len() > ROWS || self.bytes > self.limits.text_bytes {
                let what = "the library holds more than Loci takes at once".to_owned();
                return Err(Trouble::Convert(Error::TooLarge { what }));
            }
        }
        Ok(found)
    }

    /// Pairs of an item's number and a text.
    fn pairs(
        &mut self,
        sql: &str,
        optional: bool,
    ) -> std::result::Result<BTreeMap<i64, Vec<String>>, Trouble> {
        let rows = self.rows(sql, optional, |row| {
            let text = text(row, 1);
            let bytes = text.len();
            ((number(row, 0), text), bytes)
        })?;
        let mut pairs: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (item, text) in rows.into_iter().filter(|(_, text)| !text.is_empty()) {
            pairs.entry(item).or_default().push(text);
        }
        Ok(pairs)
    }

    /// Rows of a table of items that belong to others: each item, what it belongs to, and the columns
    /// after these. What lies in the trash is left out, and what belongs to something there with it.
    fn children<T>(
        &mut self,
        columns: &str,
        table: &str,
        optional: bool,
        read: impl Fn(&Row<'_>) -> (T, usize),
    ) -> std::result::Result<Vec<(i64, i64, T)>, Trouble> {
        let sql = format!(
            "SELECT itemID, parentItemID, {columns} FROM {table} WHERE itemID NOT IN ({TRASH}) \
             AND IFNULL(parentItemID, 0) NOT IN ({TRASH}) ORDER BY itemID"
        );
        self.rows(&sql, optional, |row| {
            let (value, bytes) = read(row);
            ((number(row, 0), number(row, 1), value), bytes)
        })
    }

    fn library(&mut self) -> std::result::Result<Library, Trouble> {
        let mut tags = self.pairs(
            "SELECT it.itemID, t.name FROM itemTags it JOIN tags t USING (tagID) ORDER BY 1, t.name",
            true,
        )?;
        let mut collections = self.collections()?;
        let mut fields: BTreeMap<i64, BTreeMap<String, String>> = BTreeMap::new();
        let values = self.rows(
            "SELECT d.itemID, f.fieldName, v.value FROM itemData d JOIN fields f USING (fieldID) \
             JOIN itemDataValues v USING (valueID)",
            true,
            |row| {
                let (name, value) = (text(row, 1), text(row, 2));
                let bytes = name.len() + value.len();
                ((number(row, 0), name, value), bytes)
            },
        )?;
        for (item, name, value) in values {
            fields.entry(item).or_default().insert(name, value);
        }
        let mut creators: BTreeMap<i64, Vec<(String, String)>> = BTreeMap::new();
        let named = self.rows(
            "SELECT ic.itemID, c.firstName, c.lastName FROM itemCreators ic \
             JOIN creators c USING (creatorID) ORDER BY ic.itemID, ic.orderIndex",
            true,
            |row| ((number(row, 0), text(row, 1), text(row, 2)), 64),
        )?;
        for (item, given, family) in named {
            creators.entry(item).or_default().push((given, family));
        }
        let all = self.rows(
            &format!(
                "SELECT i.itemID, i.libraryID, i.key, i.dateModified, y.typeName FROM items i \
                 JOIN itemTypes y USING (itemTypeID) WHERE i.itemID NOT IN ({TRASH}) ORDER BY i.itemID"
            ),
            false,
            |row| {
                let key = format!("{}/{}", number(row, 1), text(row, 2));
                ((number(row, 0), Entry { key, modified: text(row, 3) }, text(row, 4)), 64)
            },
        )?;
        let mut entries: BTreeMap<i64, Entry> = BTreeMap::new();
        let mut items: BTreeMap<i64, LibraryItem> = BTreeMap::new();
        for (id, entry, kind) in all {
            let item = LibraryItem {
                key: entry.key.clone(),
                kind,
                fields: fields.remove(&id).unwrap_or_default(),
                creators: creators.remove(&id).unwrap_or_default(),
                collections: collections.remove(&id).unwrap_or_default(),
                tags: tags.get(&id).cloned().unwrap_or_default(),
                ..LibraryItem::default()
            };
            items.insert(id, item);
            entries.insert(id, entry);
        }
        self.files(&entries, &mut tags, &mut items)?;
        self.notes(&entries, &mut tags, &mut items)?;
        let children = ["attachment", "note", "annotation"];
        let mut items: Vec<LibraryItem> = items.into_values().collect();
        items.retain(|item| {
            let alone = !item.files.is_empty() || !item.notes.is_empty();
            alone || !children.contains(&item.kind.as_str())
        });
        Ok(Library { items })
    }

    fn collections(&mut self) -> std::result::Result<BTreeMap<i64, Vec<String>>, Trouble> {
        let rows = self.rows(
            "SELECT collectionID, collectionName, parentCollectionID FROM collections",
            true,
            |row| ((number(row, 0), (text(row, 1), number(row, 2))), 64),
        )?;
        let mut named: BTreeMap<i64, (String, i64)> = rows.into_iter().collect();
        let gone = self
            .rows("SELECT collectionID FROM deletedCollections", true, |row| (number(row, 0), 8))?;
        gone.iter().for_each(|id| drop(named.remove(id)));
        // parents of parents, as deep as people nest: a circle ends there too
        let path = |id: i64| {
            let mut names = Vec::new();
            let mut at = Some(id);
            while let Some((name, parent)) = at.and_then(|id| named.get(&id)) {
                names.push(name.as_str());
                at = Some(*parent).filter(|_| names.len() < 16);
            }
            names.reverse();
            names.join(" / ")
        };
        let rows = self.rows(
            "SELECT itemID, collectionID FROM collectionItems ORDER BY 1, 2",
            true,
            |row| ((number(row, 0), number(row, 1)), 64),
        )?;
        let mut of: BTreeMap<i64, Vec<String>> = BTreeMap::new();
        for (item, collection) in rows {
            let path = path(collection);
            if !path.is_empty() {
                of.entry(item).or_default().push(path);
            }
        }
        Ok(of)
    }

    fn files(
        &mut self,
        entries: &BTreeMap<i64, Entry>,
        tags: &mut BTreeMap<i64, Vec<String>>,
        items: &mut BTreeMap<i64, LibraryItem>,
    ) -> std::result::Result<(), Trouble> {
        let rows = self.children("linkMode, path", "itemAttachments", false, |row| {
            let path = text(row, 3);
            let bytes = path.len();
            ((number(row, 2), path), bytes)
        })?;
        let mut marks = self.marks(entries, tags)?;
        for (id, parent, (mode, path)) in rows.into_iter().filter(|row| row.2.0 != EMBEDDED) {
            let key = entries.get(&id).and_then(|entry| entry.key.split('/').next_back());
            let Some(key) = key else { continue };
            let inside = path.strip_prefix("storage:");
            let file = LibraryFile {
                key: key.to_owned(),
                stored: inside.is_some() && mode <= 1,
                path: inside.unwrap_or(&path).to_owned(),
                marks: marks.remove(&id).unwrap_or_default(),
            };
            if let Some(item) = holder(items, id, parent) {
                item.files.push(file);
            }
        }
        Ok(())
    }

    fn marks(
        &mut self,
        entries: &BTreeMap<i64, Entry>,
        tags: &mut BTreeMap<i64, Vec<String>>,
    ) -> std::result::Result<BTreeMap<i64, Vec<LibraryMark>>, Trouble> {
        let columns = "type, text, comment, color, position, sortIndex";
        let mut rows = self.children(columns, "itemAnnotations", true, |row| {
            let words: [String; 5] = std::array::from_fn(|at| text(row, at + 3));
            let bytes = words.iter().map(String::len).sum();
            ((number(row, 2), words), bytes)
        })?;
        // where each stands in its file
        rows.sort_by(|(_, _, (_, a)), (_, _, (_, b))| a.last().cmp(&b.last()));
        let mut marks: BTreeMap<i64, Vec<LibraryMark>> = BTreeMap::new();
        for (id, file, (kind, words)) in rows {
            let [quote, comment, colour, position, sorted] = words;
            let Some(entry) = entries.get(&id) else { continue };
            marks.entry(file).or_default().push(LibraryMark {
                key: entry.key.clone(),
                modified: entry.modified.clone(),
                // 1 highlight, 5 underline; 2 note, 3 image, 4 ink, 6 text
                words: matches!(kind, 1 | 5) && !quote.trim().is_empty(),
                colour: colour_of(&colour),
                page: page_of(&position, &sorted),
                quote,
                comment,
                tags: tags.remove(&id).unwrap_or_default(),
            });
        }
        Ok(marks)
    }

    fn notes(
        &mut self,
        entries: &BTreeMap<i64, Entry>,
        tags: &mut BTreeMap<i64, Vec<String>>,
        items: &mut BTreeMap<i64, LibraryItem>,
    ) -> std::result::Result<(), Trouble> {
        let rows = self.children("note", "itemNotes", true, |row| {
            let note = text(row, 2);
            let bytes = note.len();
            (note, bytes)
        })?;
        for (id, parent, note) in rows {
            // one without words says nothing
            let Some(entry) = entries.get(&id) else { continue };
            let Ok(text) = html::fragment(&note, self.limits) else { continue };
            if text.trim().is_empty() {
                continue;
            }
            let note = LibraryNote {
                key: entry.key.clone(),
                modified: entry.modified.clone(),
                text: text.trim().to_owned(),
                tags: tags.remove(&id).unwrap_or_default(),
            };
            if let Some(item) = holder(items, id, parent) {
                item.notes.push(note);
            }
        }
        Ok(())
    }
}

/// The item that holds a file or note: what it belongs to, else itself.
fn holder(
    items: &mut BTreeMap<i64, LibraryItem>,
    id: i64,
    parent: i64,
) -> Option<&mut LibraryItem> {
    let holder = if items.contains_key(&parent) { parent } else { id };
    items.get_mut(&holder)
}

/// `#ffd400`; yellow where it is none.
fn colour_of(text: &str) -> [u8; 3] {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6);
    let number = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let [_, red, green, blue] = number.unwrap_or(0x00ff_d400).to_be_bytes();
    [red, green, blue]
}

/// The page of a mark: `{"pageIndex":3,…}`, or the first part of `00003|001234|00567`. What marks in a web
/// page or a book begin with there is no page.
fn page_of(position: &str, sorted: &str) -> Option<u32> {
    let position: Option<serde_json::Value> = serde_json::from_str(position).ok();
    let index = position.and_then(|position| position.get("pageIndex")?.as_u64());
    let parts: Vec<&str> = sorted.split('|').collect();
    let first = || match parts.as_slice() {
        [page, _, _] => page.parse().ok(),
        _ => None,
    };
    u32::try_from(index.or_else(first)?).ok()?.checked_add(1)
}
