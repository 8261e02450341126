//! Works that look alike, through the real program: an erratum under the DOI of what it corrects, parts
//! of one title, entries that lists complete, and `loci eval publications`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice
)]

mod common;

use common::Loci;
use serde_json::Value;

fn paper(title: &str, authors: &str, doi: &str, year: u32) -> String {
    format!(
        "# {title}\n\n{authors}\n\nhttps://doi.org/{doi}\n\n{year}\n\n## Abstract\n\nMud keeps carbon ({title}).\n"
    )
}

fn taken(loci: &Loci, name: &str, text: &str) -> Value {
    let row = loci.ingest(&loci.file(name, text));
    assert_eq!(row["state"], "indexed", "{row}");
    row
}

#[test]
fn an_erratum_under_the_doi_of_its_paper_stays_a_work_of_its_own() {
    let work = paper(
        "Carbon held by young tidal mud",
        "Maria Lopez and Tomas Bakerfield",
        "10.1000/mud.1",
        2021,
    );
    let notice =
        work.replace("# Carbon", "# Erratum: Carbon").replace("Mud keeps", "We were wrong:");
    for (first, second) in [(&work, &notice), (&notice, &work)] {
        let loci = Loci::with_vault();
        taken(&loci, "first.md", first);
        let row = taken(&loci, "second.md", second);
        let said = row["warnings"].to_string();
        assert!(said.contains("10.1000/mud.1 is also that of"), "{said}");
        let node = |name: &str| loci.run(&["node", "show", name]).ok().json();
        let (paper, erratum) = (
            node("Carbon held by young tidal mud"),
            node("Erratum: Carbon held by young tidal mud"),
        );
        assert_ne!(paper["node_id"], erratum["node_id"]);
        assert_eq!(node("10.1000/mud.1")["node_id"], paper["node_id"], "the DOI is the paper's");
    }
}

#[test]
fn a_preprint_and_its_article_are_versions_each_with_a_node() {
    let authors = "Maria Lopez and Tomas Bakerfield";
    let article = paper("Carbon held by young tidal mud", authors, "10.1000/mud.1", 2021);
    let preprint = article.replace("https://doi.org/10.1000/mud.1", "arXiv:1905.01234v1");
    let preprint = preprint.replace("\n2021\n", "\n2019\n");
    let citing = |id: &str, year: u32| {
        format!(
            "# What marshes hold, seen {id}\n\nAda Quillfeather\n\n## Abstract\n\nA review.\n\n\
             ## References\n\n[1] Lopez, M., & Bakerfield, T. ({year}). Carbon held by young tidal mud. \
             {id}\n"
        )
    };
    let citing = [citing("doi:10.1000/mud.1", 2021), citing("arXiv:1905.01234", 2019)];
    let texts = [&article, &preprint, &citing[0], &citing[1]];
    // whatever comes first
    for order in [[0, 1, 2, 3], [1, 0, 3, 2], [3, 2, 1, 0]] {
        let loci = Loci::with_vault();
        for at in order {
            taken(&loci, &format!("{at}.md"), texts[at]);
        }
        let node = |name: &str| loci.run(&["node", "show", name]).ok().json();
        let (printed, early) = (node("10.1000/mud.1"), node("arXiv:1905.01234"));
        assert_ne!(printed["node_id"], early["node_id"], "{order:?}");
        for node in [&printed, &early] {
            let evidence = node["evidence"].as_array().unwrap();
            assert_eq!(evidence.len(), 2, "its document, and who cites it: {node}");
            assert!(node["name"].as_str().unwrap().starts_with("Carbon held by"), "{node}");
        }
        let edges = loci.run(&["edge", "list", "--kind", "supersedes"]).ok().json();
        let edges = edges["edges"].as_array().unwrap();
        assert_eq!(edges.len(), 1, "{order:?}: {edges:?}");
        assert_eq!(
            (&edges[0]["from_name"], &edges[0]["to_name"]),
            (&printed["name"], &early["name"])
        );
    }
}

#[test]
fn a_list_completes_the_work_that_it_names_and_no_other() {
    let loci = Loci::with_vault();
    let part = |number: &str| {
        paper(
            &format!("Carbon held by young tidal mud. Part {number}"),
            "Maria Lopez",
            "10.1000/x",
            2021,
        )
    };
    let part = |number: &str| part(number).replace("https://doi.org/10.1000/x\n\n", "");
    let first = taken(&loci, "first.md", &part("I"))["document_id"].as_str().unwrap().to_owned();
    let second = taken(&loci, "second.md", &part("II"))["document_id"].as_str().unwrap().to_owned();
    let list = "@article{two, title={Carbon held by young tidal mud. {Part II}}, author={Lopez, Maria}, \
        year=2021, journal={Tidal Letters}}\n";
    taken(&loci, "list.bib", list);
    let shown = |id: &str| {
        loci.run(&["documents", "show", id]).ok().json()["reference"]["container"].clone()
    };
    assert_eq!(shown(&second), "Tidal Letters");
    assert_eq!(shown(&first), Value::Null);
}

#[test]
fn publications_are_measured() {
    let loci = Loci::empty();
    let folder = loci.file("a.md", paper("Carbon held by young mud", "Maria Lopez and Tom Bakerfield", "10.1000/a", 2021)
        + "\n## References\n\n[1] A. Drake. On marshes and rivers. Marshes, 2003.\n\n[2] B. Lee. Of tides. Tides, 2004.\n");
    loci.file("labels.jsonl", r#"{"file": "a.md", "title": "Carbon Held by Young Mud", "authors": ["Maria Lopez", "T. Baker"], "year": 2021, "doi": null}"#);
    let entries = [
        r#"{"file": "a.md", "raw": "[1] A. Drake. On marshes and rivers. Marshes, 2003.", "title": "On marshes and rivers", "first_author_family": "Drake", "year": 2003}"#,
        r#"{"file": "a.md", "raw": "[2] B. Lee. Of tides. Tides, 2004.", "title": "Of tides", "first_author_family": "Lee", "year": 2005}"#,
        r#"{"file": "a.md", "raw": "[3] Nobody. Nothing at all. Nowhere, 1900.", "title": "Nothing", "year": 1900}"#,
    ];
    loci.file("entries.jsonl", entries.join("\n"));
    loci.file("library.bib", "@article{drake, title={On marshes and rivers}, author={Drake, A.}, year=2003}\n@book{lee, title={Of tides and time}, author={Lee, B.}, year=2004}\n");
    let cases = [
        r#"{"entry": "[1] A. Drake. On marshes and rivers. Marshes, 2003.", "match": "drake"}"#,
        r#"{"entry": "B. Lee. Of tides. Tides, 2004.", "match": null}"#,
        r#"{"entry": "B. Lee. Of tide and time. Tides, 2004.", "match": "lee"}"#,
    ];
    loci.file("cases.jsonl", cases.join("\n"));
    let folder = folder.parent().unwrap().to_str().unwrap();
    let report = loci.run(&["eval", "publications", folder, "--matching", folder]).ok().json();
    let field = |at: usize| {
        let field = &report["fields"][at];
        let count = |name: &str| field[name].as_u64().unwrap();
        (
            field["field"].as_str().unwrap().to_owned(),
            count("to_give"),
            count("given"),
            count("right"),
        )
    };
    assert_eq!(field(0), ("title".to_owned(), 1, 1, 1));
    assert_eq!(field(1), ("authors".to_owned(), 1, 1, 0));
    assert_eq!(field(2), ("year".to_owned(), 1, 1, 1));
    assert_eq!(field(4), ("doi".to_owned(), 0, 1, 0));
    assert_eq!(field(7), ("all".to_owned(), 3, 4, 2));
    let entries = &report["entries"];
    assert_eq!(
        (entries["labelled"].as_u64(), entries["found"].as_u64(), entries["right"].as_u64()),
        (Some(3), Some(2), Some(1))
    );
    let matching = &report["matching"];
    let count = |name: &str| matching[name].as_u64().unwrap();
    assert_eq!((count("right"), count("missed"), count("wrong")), (1, 1, 0));
    assert_eq!(report["misses"].as_array().unwrap().len(), 5);
    let said = loci.plain(&["eval", "publications", folder, "--details"]).output().unwrap();
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.contains("1 papers") && said.contains("wrong doi of a.md"), "{said}");
    assert_eq!(loci.run(&["eval", "publications", "/nowhere"]).error(1), "unreadable");
    assert_eq!(loci.run(&["eval", "publications"]).code, 2);
}

fn paper_text(loci: &Loci, document: &str) -> String {
    loci.run(&["documents", "text", document]).ok().json()["text"].as_str().unwrap().to_owned()
}

#[test]
fn references_come_from_the_document_and_from_lists() {
    let loci = Loci::with_vault();
    let paper = "---\ntitle: Carbon in young mud\n---\n\n# Carbon in young mud\n\nMaria Lopez and Tom Baker\n\n\
        doi:10.1000/mud.1\n\n## Results\n\nMud keeps nine tenths of its carbon.\n";
    let row = taken(&loci, "paper.md", paper);
    let document = row["document_id"].as_str().unwrap();
    let own = loci.run(&["documents", "show", document]).ok().json()["reference"].clone();
    assert_eq!(
        (own["doi"].as_str(), own["authors"][1]["family"].as_str()),
        (Some("10.1000/mud.1"), Some("Baker"))
    );

    let list = "@article{lopez2021, title = {Carbon in Young Mud}, author = {L{\\'o}pez, Mar{\\'\\i}a and Baker, Tom},\
        journal = {Tidal Letters}, year = {2021}, doi = {10.1000/MUD.1}, pages = {1--9}}\n\
        @book{other, title = {Another book entirely here}, author = {Doe, Jane}, year = 1999}\n";
    let row = loci.ingest(&loci.file("list.bib", list));
    assert_eq!(row["state"], "indexed", "{row}");
    let completed = loci.run(&["documents", "show", document]).ok().json()["reference"].clone();
    assert_eq!(
        (completed["container"].as_str(), completed["year"].as_i64()),
        (Some("Tidal Letters"), Some(2021))
    );
    assert_eq!(completed["authors"][0]["given"], "María");
    let listed = loci.run(&["references", "list"]).ok().json();
    let described: Vec<bool> = listed["references"]
        .as_array()
        .unwrap()
        .iter()
        .map(|r| r["document_id"].is_string())
        .collect();
    assert_eq!(described, [true, false]);

    let start = paper_text(&loci, document).find("Mud keeps").unwrap();
    let (from, to) = (start.to_string(), (start + "Mud keeps nine tenths".len()).to_string());
    loci.run(&["cite", "add", document, "--start", &from, "--end", &to]).ok();
    let bibtex = loci.run(&["cite", "export"]).ok().json();
    let text = bibtex["text"].as_str().unwrap();
    assert!(
        text.starts_with("@article{lopez2021,") && text.contains("annote = {Mud keeps"),
        "{text}"
    );
    let csl = loci.run(&["cite", "export", "--format", "csl-json"]).ok().json();
    let items: Value = serde_json::from_str(csl["text"].as_str().unwrap()).unwrap();
    assert_eq!(items[0]["container-title"], "Tidal Letters");
}
