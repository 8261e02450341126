//! Libraries of other programs: Zotero's, made here with the tables that Zotero makes, and Obsidian's.
//! Looked at first, taken over, taken over again without doubles; and hostile ones.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod common;

use common::Loci;
use rusqlite::Connection;
use serde_json::Value;
use std::{
    path::{Path, PathBuf},
    process::Stdio,
};

/// The tables that hold a library, with the columns and constraints that Zotero 7 to 9 give them: compared
/// with its `userdata.sql` (version 107) and with what a database of Zotero 9 says of itself. Indexes and
/// triggers, which bear on writing alone, are left out.
const TABLES: &str = "
PRAGMA foreign_keys = ON;
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT NOT NULL, editable INT NOT NULL, filesEditable INT NOT NULL, version INT NOT NULL DEFAULT 0, storageVersion INT NOT NULL DEFAULT 0, lastSync INT NOT NULL DEFAULT 0, archived INT NOT NULL DEFAULT 0, isAdmin INT NOT NULL DEFAULT 0);
CREATE TABLE itemTypes (itemTypeID INTEGER PRIMARY KEY, typeName TEXT, templateItemTypeID INT, display INT DEFAULT 1);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT, fieldFormatID INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, itemTypeID INT NOT NULL, dateAdded TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, dateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, libraryID INT NOT NULL REFERENCES libraries, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value UNIQUE);
CREATE TABLE itemData (itemID INT REFERENCES items, fieldID INT REFERENCES fields, valueID REFERENCES itemDataValues, PRIMARY KEY (itemID, fieldID));
CREATE TABLE itemNotes (itemID INTEGER PRIMARY KEY REFERENCES items, parentItemID INT REFERENCES items, note TEXT, title TEXT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY REFERENCES items, parentItemID INT REFERENCES items, linkMode INT, contentType TEXT, charsetID INT, path TEXT, syncState INT DEFAULT 0, storageModTime INT, storageHash TEXT, lastProcessedModificationTime INT, lastRead INT);
CREATE TABLE itemAnnotations (itemID INTEGER PRIMARY KEY REFERENCES items, parentItemID INT NOT NULL REFERENCES itemAttachments, type INTEGER NOT NULL, authorName TEXT, text TEXT, comment TEXT, color TEXT, pageLabel TEXT, sortIndex TEXT NOT NULL, position TEXT NOT NULL, isExternal INT NOT NULL);
CREATE TABLE tags (tagID INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
CREATE TABLE itemTags (itemID INT NOT NULL REFERENCES items, tagID INT NOT NULL REFERENCES tags, type INT NOT NULL, PRIMARY KEY (itemID, tagID));
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT, fieldMode INT, UNIQUE (lastName, firstName, fieldMode));
CREATE TABLE itemCreators (itemID INT NOT NULL REFERENCES items, creatorID INT NOT NULL REFERENCES creators, creatorTypeID INT NOT NULL DEFAULT 1 REFERENCES creatorTypes, orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (itemID, creatorID, creatorTypeID, orderIndex), UNIQUE (itemID, orderIndex));
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT NOT NULL, parentCollectionID INT DEFAULT NULL REFERENCES collections, clientDateModified TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, libraryID INT NOT NULL REFERENCES libraries, key TEXT NOT NULL, version INT NOT NULL DEFAULT 0, synced INT NOT NULL DEFAULT 0, UNIQUE (libraryID, key));
CREATE TABLE collectionItems (collectionID INT NOT NULL REFERENCES collections, itemID INT NOT NULL REFERENCES items, orderIndex INT NOT NULL DEFAULT 0, PRIMARY KEY (collectionID, itemID));
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY REFERENCES items, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
CREATE TABLE deletedCollections (collectionID INTEGER PRIMARY KEY REFERENCES collections, dateDeleted DEFAULT CURRENT_TIMESTAMP NOT NULL);
";

/// One article with a file, a note and marks; a linked file, a missing one, a picture in a note, a deleted
/// note, and a deleted article whose file and note are in the trash with it and by it alone. The numbers of
/// types and fields are Zotero's own.
const ROWS: &str = r##"
INSERT INTO libraries (libraryID, type, editable, filesEditable) VALUES (1, 'user', 1, 1);
INSERT INTO itemTypes (itemTypeID, typeName) VALUES (1, 'annotation'), (3, 'attachment'), (22, 'journalArticle'), (28, 'note');
INSERT INTO fields (fieldID, fieldName) VALUES (1, 'title'), (59, 'DOI'), (6, 'date'), (38, 'publicationTitle');
INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES
 (1, 22, 1, 'ARTICLE2'), (2, 3, 1, 'FILEAAA2'), (3, 28, 1, 'NOTEAAA2'), (4, 1, 1, 'MARKAAA2'), (5, 1, 1, 'MARKBBB2'),
 (6, 3, 1, 'LINKAAA2'), (7, 3, 1, 'GONEAAA2'), (8, 28, 1, 'DELNOTE2'), (9, 1, 1, 'MARKCCC2'), (10, 1, 1, 'MARKDDD2'),
 (11, 22, 1, 'TRASHED2'), (12, 3, 1, 'TRASHFI2'), (13, 28, 1, 'TRASHNO2'), (14, 3, 1, 'PICTURE2');
INSERT INTO creatorTypes VALUES (1, 'author');
INSERT INTO itemDataValues VALUES (1, 'Carbon in tidal marshes'), (2, '10.1234/marsh'), (3, '2021-03-00 2021-03'), (4, 'Journal of Mud');
INSERT INTO itemData VALUES (1, 1, 1), (1, 59, 2), (1, 6, 3), (1, 38, 4);
INSERT INTO itemAttachments (itemID, parentItemID, linkMode, contentType, path) VALUES
 (2, 1, 0, 'text/markdown', 'storage:marsh.md'), (6, 1, 2, 'text/plain', '/etc/hostname'), (7, 1, 1, 'text/html', 'storage:gone.html'),
 (12, 11, 0, 'text/markdown', 'storage:trashed.md'), (14, 3, 4, 'image/png', 'storage:image.png');
INSERT INTO itemNotes VALUES (3, 1, '<div class="zotero-note znv1"><p>The <b>sluice</b> is the <i>wolframite</i> key.</p></div>', 'x'),
 (8, 1, '<p>deleted words</p>', 'y'), (13, 11, '<p>deleted words with their article</p>', 'z');
INSERT INTO deletedItems (itemID) VALUES (8), (11);
INSERT INTO itemAnnotations VALUES
 (4, 2, 1, NULL, 'Salt marshes bury carbon faster than forests do.', '', '#5fb236', '1', '00000|000010|00100', '{"pageIndex":0,"rects":[[1,2,3,4]]}', 0),
 (5, 2, 1, NULL, 'Peat forms slowly in cold bogs.', 'Is this so?', '#2ea8e5', '1', '00000|000090|00300', '{"pageIndex":0,"rects":[]}', 0),
 (9, 2, 1, NULL, 'Words that the file does not have at all, nowhere.', '', '#ffd400', '1', '00000|000090|00300', '{broken', 0),
 (10, 2, 3, NULL, NULL, NULL, '#ffd400', '1', '00000|000090|00300', '{"pageIndex":0}', 0);
INSERT INTO tags VALUES (1, 'Blue Carbon'), (2, 'read');
INSERT INTO itemTags VALUES (1, 1, 0), (3, 2, 0);
INSERT INTO creators VALUES (1, 'Ann', 'Drake', 0), (2, '', 'Marsh Survey', 1);
INSERT INTO itemCreators (itemID, creatorID, orderIndex) VALUES (1, 1, 0), (1, 2, 1);
INSERT INTO collections (collectionID, collectionName, parentCollectionID, libraryID, key) VALUES (1, 'Coast', NULL, 1, 'COLLAAA2'), (2, 'Mud', 1, 1, 'COLLBBB2'), (3, 'Thrown away', NULL, 1, 'COLLCCC2');
INSERT INTO collectionItems (collectionID, itemID) VALUES (2, 1), (3, 1);
INSERT INTO deletedCollections (collectionID) VALUES (3);
"##;

const MARSH: &str = "# Tidal marshes\n\nSalt marshes bury carbon faster than forests do.\n\n\
    Peat forms slowly in cold bogs.\n";

fn zotero(loci: &Loci) -> PathBuf {
    let root = loci.home().parent().unwrap().join("zotero");
    std::fs::create_dir_all(root.join("storage/FILEAAA2")).unwrap();
    std::fs::create_dir_all(root.join("storage/GONEAAA2")).unwrap();
    std::fs::write(root.join("storage/FILEAAA2/marsh.md"), MARSH).unwrap();
    std::fs::create_dir_all(root.join("storage/TRASHFI2")).unwrap();
    std::fs::write(root.join("storage/TRASHFI2/trashed.md"), "# Thrown away\n\nNobody wants it.\n")
        .unwrap();
    let database = Connection::open(root.join("zotero.sqlite")).unwrap();
    database.execute_batch(TABLES).unwrap();
    database.execute_batch(ROWS).unwrap();
    root
}

fn import(loci: &Loci, library: &str, root: &Path, more: &[&str]) -> Value {
    let args = [&["import", library, root.to_str().unwrap()], more].concat();
    loci.run(&args).ok().json()
}

fn counts(report: &Value) -> [u64; 6] {
    ["documents", "versions", "known", "notes", "highlights", "notes_known"]
        .map(|name| report[name].as_u64().unwrap())
}

#[test]
fn a_zotero_library_is_taken_over_once() {
    let loci = Loci::with_vault();
    let root = zotero(&loci);
    let before = std::fs::read(root.join("zotero.sqlite")).unwrap();
    let preview = import(&loci, "zotero", &root, &["--dry-run"]);
    assert_eq!(counts(&preview)[..2], [1, 0], "{preview}");
    assert_eq!(preview["collections"], serde_json::json!(["Coast / Mud"]));
    assert!(
        loci.run(&["documents", "list"]).ok().json()["documents"].as_array().unwrap().is_empty()
    );

    let report = import(&loci, "zotero", &root, &[]);
    assert_eq!(counts(&report), [1, 0, 0, 1, 2, 0], "{report}");
    let left: Vec<&str> = report["left_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["why"].as_str().unwrap())
        .collect();
    assert_eq!(left.len(), 4, "{report}");
    for why in
        ["ingest it where it lies", "missing in storage", "not in the file's text", "a picture"]
    {
        assert!(left.iter().any(|one| one.contains(why)), "{why}: {report}");
    }
    let documents = loci.run(&["documents", "list"]).ok().json();
    let document =
        documents["documents"].as_array().unwrap().iter().find(|one| one["name"] == "marsh.md");
    let document = document.unwrap();
    assert_eq!(document["collection"], "Coast / Mud");
    assert_eq!(document["source_type"], "journal-article");
    let reference = &document["reference"];
    assert_eq!(reference["doi"], "10.1234/marsh", "{document}");
    assert_eq!(reference["year"], 2021);
    assert_eq!(reference["authors"][0]["family"], "Drake");
    let tagged = loci.run(&["search", "marshes", "--tag", "blue carbon"]).ok().json();
    assert!(!tagged["hits"].as_array().unwrap().is_empty(), "{tagged}");
    let notes = loci.run(&["note", "list"]).ok().json();
    let notes = notes["notes"].as_array().unwrap();
    let note =
        notes.iter().find(|note| note["text"].as_str().unwrap().contains("wolframite")).unwrap();
    assert_eq!(note["text"], "The **sluice** is the *wolframite* key.");
    assert_eq!(note["tags"][0], "read");
    let asked = notes.iter().find(|note| note["meaning"] == "question").unwrap();
    assert_eq!(asked["text"], "Is this so?");
    assert_eq!(asked["target"]["quote"], "Peat forms slowly in cold bogs.");
    assert!(!notes.iter().any(|note| note.to_string().contains("deleted words")));

    // again: no doubles; what changed there changes here
    let again = import(&loci, "zotero", &root, &[]);
    assert_eq!(counts(&again), [0, 0, 1, 0, 0, 3], "{again}");
    let database = Connection::open(root.join("zotero.sqlite")).unwrap();
    assert_eq!(std::fs::read(root.join("zotero.sqlite")).unwrap(), before, "it was written to");
    database
        .execute("UPDATE itemNotes SET note = '<p>New words.</p>' WHERE itemID = 3", [])
        .unwrap();
    drop(database);
    let changed = import(&loci, "zotero", &root, &[]);
    assert_eq!(counts(&changed), [0, 0, 1, 1, 0, 2], "{changed}");
    let notes = loci.run(&["note", "list", "New words"]).ok().json();
    assert_eq!(notes["notes"][0]["version"], 2);
    assert_eq!(loci.run(&["note", "list"]).ok().json()["notes"].as_array().unwrap().len(), 3);
}

#[test]
fn a_hostile_library_takes_nothing_down() {
    let loci = Loci::with_vault();
    let root = zotero(&loci);
    let whole = std::fs::read(root.join("zotero.sqlite")).unwrap();
    let write = |bytes: &[u8]| std::fs::write(root.join("zotero.sqlite"), bytes).unwrap();
    let path = root.to_str().unwrap();
    // damaged anywhere, cut anywhere: a report or an error, never a crash
    for at in (0..whole.len()).step_by(whole.len() / 12) {
        let mut bytes = whole.clone();
        bytes[at..(at + 64).min(whole.len())].fill(0xff);
        for bytes in [&bytes[..], &whole[..at]] {
            write(bytes);
            let ran = loci.run(&["import", "zotero", path, "--dry-run"]);
            assert!([0, 1].contains(&ran.code), "{at}: {}", ran.stdout);
        }
    }
    // one whose tables are views without an end
    std::fs::remove_file(root.join("zotero.sqlite")).unwrap();
    let database = Connection::open(root.join("zotero.sqlite")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE items (x); CREATE TABLE itemAttachments (x); CREATE TABLE itemTypes (x);",
        )
        .unwrap();
    drop(database);
    assert_eq!(loci.run(&["import", "zotero", path]).code, 1);
    std::fs::remove_file(root.join("zotero.sqlite")).unwrap();
    std::os::unix::fs::symlink("zotero.sqlite", root.join("zotero.sqlite")).unwrap();
    assert_eq!(loci.run(&["import", "zotero", path]).code, 1);
    assert_eq!(loci.run(&["import", "zotero", "/nowhere/at/all"]).code, 2);
    assert_eq!(loci.run(&["vault", "verify"]).ok().json()["ok"], true);
}

#[test]
fn a_folder_of_linked_markdown_is_taken_over_once() {
    let loci = Loci::with_vault();
    let root = loci.home().parent().unwrap().join("Field notes");
    std::fs::create_dir_all(root.join("deep")).unwrap();
    std::fs::create_dir_all(root.join(".obsidian")).unwrap();
    std::fs::write(root.join(".obsidian/app.json"), "{}").unwrap();
    let marsh = "---\ntitle: Marsh\ntags: [Coast]\naliases: [Saltings]\n---\n\n# Marsh\n\nSee [[Peat|the bog]] and \
        [[deep/Sluice#Gate]], not `[[Code]]` nor [[Missing]]. #Blue-Carbon\n";
    std::fs::write(root.join("Marsh.md"), marsh).unwrap();
    std::fs::write(root.join("Peat.md"), "# Peat\n\nCold bogs, like [[Saltings]], make peat.\n")
        .unwrap();
    std::fs::write(root.join("deep/Sluice.md"), "# Sluice\n\nThe sluice of Kelford is of oak.\n")
        .unwrap();
    // links on disk are not followed: out of the folder, or round in it
    std::os::unix::fs::symlink("/etc", root.join("out")).unwrap();
    std::os::unix::fs::symlink("..", root.join("deep/round")).unwrap();
    let preview = import(&loci, "obsidian", &root, &["--dry-run"]);
    assert_eq!((&preview["items"], &preview["documents"]), (&3.into(), &3.into()), "{preview}");
    assert_eq!((&preview["links"], &preview["tags"]), (&3.into(), &2.into()), "{preview}");
    assert!(
        loci.run(&["documents", "list"]).ok().json()["documents"].as_array().unwrap().is_empty()
    );
    let report = import(&loci, "obsidian", &root, &[]);
    assert_eq!(counts(&report)[..3], [3, 0, 0], "{report}");
    assert_eq!(report["collections"][0], "Field notes");
    let edges = || {
        let edges = loci.run(&["edge", "list", "--kind", "cites", "--limit", "1000"]).ok().json();
        let edges = edges["edges"].as_array().unwrap().clone();
        let mut ends: Vec<String> = edges
            .iter()
            .map(|edge| {
                format!(
                    "{} > {}",
                    edge["from_name"].as_str().unwrap(),
                    edge["to_name"].as_str().unwrap()
                )
            })
            .collect();
        ends.sort();
        ends
    };
    assert_eq!(edges(), ["Marsh > Peat", "Marsh > Sluice", "Peat > Marsh"]);
    let tagged = loci.run(&["search", "marsh", "--tag", "blue-carbon"]).ok().json();
    assert!(!tagged["hits"].as_array().unwrap().is_empty());
    let again = import(&loci, "obsidian", &root, &[]);
    assert_eq!(counts(&again)[..3], [0, 0, 3], "{again}");
    std::fs::write(root.join("Peat.md"), "# Peat\n\nNow it says something else.\n").unwrap();
    let changed = import(&loci, "obsidian", &root, &[]);
    assert_eq!(counts(&changed)[..3], [0, 1, 2], "{changed}");
    assert_eq!(
        loci.run(&["documents", "list"]).ok().json()["documents"].as_array().unwrap().len(),
        4
    );
}

/// Runs an import and kills it at its `commits`th commit; whether it was still at work then.
fn killed(loci: &Loci, library: &str, root: &Path, commits: usize) -> bool {
    let anchor = loci.home().join("default/anchor");
    let mut command = loci.command(&["import", library, root.to_str().unwrap()]);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut last = std::fs::read(&anchor).unwrap();
    let mut seen = 0;
    while seen < commits {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        // each commit ends with a new anchor in the old one's place
        match std::fs::read(&anchor) {
            Ok(now) if now != last => (last, seen) = (now, seen + 1),
            _ => std::thread::yield_now(),
        }
    }
    child.kill().unwrap();
    child.wait().unwrap().code().is_none()
}

/// What an import brings, as it can be compared: documents, notes with what they are on, labels, relations.
fn brought(loci: &Loci) -> [Vec<String>; 4] {
    let list = |args: &[&str], of: &str, fields: &[&str]| {
        let answer = loci.run(args).ok().json();
        let rows = answer[of].as_array().unwrap().iter();
        let row = |row: &Value| {
            let told: Vec<String> = fields
                .iter()
                .map(|it| row.pointer(it).unwrap_or(&Value::Null).to_string())
                .collect();
            told.join(" ")
        };
        let mut rows: Vec<String> = rows.map(row).collect();
        rows.sort();
        rows
    };
    [
        list(
            &["documents", "list"],
            "documents",
            &["/name", "/state", "/collections", "/version", "/reference/doi"],
        ),
        list(&["note", "list"], "notes", &["/text", "/target/on", "/tags", "/version"]),
        list(
            &["node", "list", "--kind", "publication", "--limit", "1000"],
            "nodes",
            &["/name", "/tags"],
        ),
        list(
            &["edge", "list", "--kind", "cites", "--limit", "1000"],
            "edges",
            &["/from_name", "/to_name"],
        ),
    ]
}

/// An import that is killed again and again brings in the end what one that is left alone does, once.
fn goes_on_where_it_was_killed(library: &str, root: impl Fn(&Loci) -> PathBuf) {
    let whole = Loci::with_vault();
    import(&whole, library, &root(&whole), &[]);
    let loci = Loci::with_vault();
    let folder = root(&loci);
    let kills = (1..200).take_while(|commits| killed(&loci, library, &folder, *commits)).count();
    assert!((4..199).contains(&kills), "killed {kills} times");
    let again = import(&loci, library, &folder, &[]);
    assert_eq!((&again["documents"], &again["versions"]), (&0.into(), &0.into()), "{again}");
    let (expected, found) = (brought(&whole), brought(&loci));
    assert!(expected[0].len() > 20, "{expected:?}");
    assert_eq!(found, expected);
    assert_eq!(loci.run(&["vault", "verify"]).ok().json()["ok"], true);
}

#[test]
fn a_zotero_import_that_is_killed_goes_on() {
    goes_on_where_it_was_killed("zotero", |loci| {
        let root = zotero(loci);
        let database = Connection::open(root.join("zotero.sqlite")).unwrap();
        for number in 0..24 {
            let [item, file, note, mark] = [100, 200, 300, 400].map(|from| from + number);
            let folder = root.join(format!("storage/MANY{number:04}"));
            std::fs::create_dir_all(&folder).unwrap();
            let words = format!("Reed bed {number} holds {} tonnes of carbon.", number * 7 + 3);
            std::fs::write(folder.join("reed.md"), format!("# Reed bed {number}\n\n{words}\n"))
                .unwrap();
            let rows = format!(
                "INSERT INTO items (itemID, itemTypeID, libraryID, key) VALUES ({item}, 22, 1, 'ITEM{number:04}'),
                 ({file}, 3, 1, 'MANY{number:04}'), ({note}, 28, 1, 'NOTE{number:04}'), ({mark}, 1, 1, 'MARK{number:04}');
                 INSERT INTO itemDataValues VALUES ({item}, 'Reed bed {number}'), ({note}, '10.1234/reed.{number}');
                 INSERT INTO itemData VALUES ({item}, 1, {item}), ({item}, 59, {note});
                 INSERT INTO itemAttachments (itemID, parentItemID, linkMode, path) VALUES ({file}, {item}, 0, 'storage:reed.md');
                 INSERT INTO itemNotes VALUES ({note}, {item}, '<p>Looked at bed {number}.</p>', '');
                 INSERT INTO itemAnnotations VALUES ({mark}, {file}, 1, NULL, '{words}', 'Compare {number}.', '#ffd400', '', '00000', '', 0);
                 INSERT INTO itemTags VALUES ({item}, 1, 0);
                 INSERT INTO collectionItems (collectionID, itemID) VALUES ({}, {item});",
                number % 2 + 1
            );
            database.execute_batch(&rows).unwrap();
        }
        root
    });
}

#[test]
fn a_markdown_import_that_is_killed_goes_on() {
    goes_on_where_it_was_killed("obsidian", |loci| {
        let root = loci.home().parent().unwrap().join("Reeds");
        std::fs::create_dir_all(&root).unwrap();
        for number in 0..90 {
            let text = format!(
                "# Reed bed {number}\n\nIt holds {} tonnes. Next is [[Bed {}]]. #reed #bed-{}\n",
                number * 7 + 3,
                (number + 1) % 90,
                number % 5
            );
            std::fs::write(root.join(format!("Bed {number}.md")), text).unwrap();
        }
        root
    });
}
