//! Documents as publications, through the real program: what is a document's own, what it only
//! mentions, and whom it cites.

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

const PAPER: &str = "# Carbon held by young tidal mud\n\nMaria Lopez and Tomas Bakerfield\n\n\
    arXiv:2105.01234v2\n\n2021\n\n## Abstract\n\nMud keeps nine tenths of its carbon.\n";
const NOTE: &str = "# What to read about marshes\n\narXiv:2105.01234 is worth a day. It says that mud \
    keeps its carbon.\n";
const REVIEW: &str = "# Marshes and what they hold\n\nAda Quillfeather\n\n## Abstract\n\nA review of \
    marshes.\n\n## References\n\n[1] Lopez, M., & Bakerfield, T. (2021). Carbon held by young tidal \
    mud. Tidal Letters, 4, 1–9.\n\n[2] Quillfeather, A. (2022). Marshes and what they hold. Tidal \
    Letters, 5, 1–9.\n\n[3] Drakelow, B. (1999). Sand that comes and goes with storms. Sands, 7, 8–9.\n";

fn taken(loci: &Loci, name: &str, text: &str) -> String {
    let row = loci.ingest(&loci.file(name, text));
    assert_eq!(row["state"], "indexed", "{row}");
    row["document_id"].as_str().unwrap().to_owned()
}

/// `from › to` of each edge that cites.
fn cites(loci: &Loci) -> Vec<String> {
    let edges = loci.run(&["edge", "list", "--kind", "cites"]).ok().json();
    let name = |edge: &Value, end: &str| edge[end].as_str().unwrap().to_owned();
    let edges = edges["edges"].as_array().unwrap().iter();
    let mut named: Vec<String> = edges
        .map(|edge| format!("{} › {}", name(edge, "from_name"), name(edge, "to_name")))
        .collect();
    named.sort();
    named
}

#[test]
fn a_note_is_not_the_paper_that_it_mentions() {
    let loci = Loci::with_vault();
    let note = taken(&loci, "note.md", NOTE);
    let other = taken(&loci, "other.md", &NOTE.replace("What to read", "What else to read"));
    for note in [&note, &other] {
        let exported = loci.run(&["cite", "export", "--document", note]).ok().json();
        let text = exported["text"].as_str().unwrap();
        assert!(!text.contains("eprint") && !text.contains("year"), "{text}");
    }
    let named = ["What else to read about marshes", "What to read about marshes"];
    assert_eq!(cites(&loci), named.map(|name| format!("{name} › arXiv:2105.01234")));

    // the paper comes: what was mentioned becomes it
    let paper = taken(&loci, "paper.md", PAPER);
    let shown = loci.run(&["documents", "show", &paper]).ok().json()["reference"].clone();
    assert_eq!(
        (shown["arxiv"].as_str(), shown["year"].as_i64(), shown["sources"]["arxiv"].as_str()),
        (Some("2105.01234v2"), Some(2021), Some("title_block")),
    );
    let paper = "Carbon held by young tidal mud";
    assert_eq!(cites(&loci), named.map(|name| format!("{name} › {paper}")));
}

#[test]
fn references_lead_to_the_documents_that_they_name() {
    let loci = Loci::with_vault();
    taken(&loci, "review.md", REVIEW);
    let expected = [
        "Marshes and what they hold › Carbon held by young tidal mud",
        "Marshes and what they hold › Sand that comes and goes with storms",
    ];
    assert_eq!(cites(&loci), expected, "a paper that cites itself has no edge to itself");
    let before = loci.run(&["node", "show", "Carbon held by young tidal mud"]).ok().json();
    assert_eq!(before["kind"], "publication");
    assert!(before["evidence"][0]["quote"].as_str().unwrap().contains("Tidal Letters, 4"));

    let paper = taken(&loci, "paper.md", PAPER);
    assert_eq!(cites(&loci), expected);
    let after = loci.run(&["node", "show", "Carbon held by young tidal mud"]).ok().json();
    assert_eq!(after["node_id"], before["node_id"]);
    let of = |node: &Value| node["evidence"].as_array().unwrap().len();
    assert_eq!((of(&before), of(&after)), (1, 2), "{after}");
    assert!(after.to_string().contains(&paper));
}

#[test]
fn documents_of_one_title_stay_documents_of_their_own() {
    let loci = Loci::with_vault();
    let names = ["Lopez", "Okafor", "Drakelow", "Quillfeather"];
    for (at, name) in (1..).zip(names) {
        let text = format!(
            "# Report on the state of the marshes\n\nMaria {name} and Tomas Bakerfield\n\n\
             https://doi.org/10.1000/marsh.{at}\n\n{}\n\n## Abstract\n\nIn year {at} the marsh of \
             {name} kept its carbon.\n",
            1990 + at * 3
        );
        taken(&loci, &format!("{at}.md"), &text);
    }
    let listed = loci.run(&["documents", "list"]).ok().json();
    assert_eq!(listed["documents"].as_array().unwrap().len(), names.len());
    let mut nodes = std::collections::BTreeSet::new();
    for (at, name) in (1..).zip(names) {
        let hits = loci.run(&["search", &format!("the marsh of {name} kept")]).ok().json();
        let first = hits["hits"][0]["document_id"].as_str().unwrap().to_owned();
        let shown = loci.run(&["documents", "show", &first]).ok().json()["reference"].clone();
        assert_eq!(shown["doi"], format!("10.1000/marsh.{at}"));
        let node = loci.run(&["node", "show", &format!("10.1000/marsh.{at}")]).ok().json();
        assert_eq!(node["evidence"].as_array().unwrap().len(), 1, "{node}");
        nodes.insert(node["node_id"].as_str().unwrap().to_owned());
    }
    assert_eq!(nodes.len(), names.len(), "each is a publication of its own");
    let supersedes = loci.run(&["edge", "list", "--kind", "supersedes"]).ok().json();
    assert!(supersedes["edges"].as_array().unwrap().is_empty(), "none is another's version");
}
