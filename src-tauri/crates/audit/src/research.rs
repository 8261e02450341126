//! An export as a research object: an RO-Crate 1.1 folder, whose metadata say what each file is.

use crate::{
    canonical::{canonical, sha256},
    error::Result,
    markdown,
    package::{Content, Package},
    written::{SEALED, Written},
};
use serde_json::{Value, json};

/// The crate's own file.
const METADATA: &str = "ro-crate-metadata.json";

pub(crate) fn files(package: &Package, content: &Content) -> Result<Vec<Written>> {
    let name = &content.hierarchy.collection;
    let written = [
        ("content.json", "application/json", "The levels", canonical(&package.content)?),
        (
            "index.md",
            "text/markdown",
            "For reading",
            markdown::whole(package, content).into_bytes(),
        ),
        (
            "references.bib",
            "application/x-bibtex",
            "References",
            content.bibtex.clone().into_bytes(),
        ),
        (
            "references.csl.json",
            "application/vnd.citationstyles.csl+json",
            "References",
            content.csl_json.clone().into_bytes(),
        ),
    ];
    let mut graph = vec![
        json!({
            "@id": METADATA, "@type": "CreativeWork",
            "conformsTo": { "@id": "https://w3id.org/ro/crate/1.1" }, "about": { "@id": "./" },
        }),
        json!({
            "@id": "./", "@type": "Dataset", "name": name,
            "description": format!("The collection “{name}” as Loci exported it."),
            "datePublished": package.made.at.to_string(),
            "license": { "@id": "#licence" },
            "identifier": format!("sha256:{}", package.content_sha256),
            "hasPart": written.iter().map(|it| it.0).chain([SEALED])
                .map(|it| json!({ "@id": it })).collect::<Vec<Value>>(),
            "mentions": content.hierarchy.documents.iter()
                .map(|it| json!({ "@id": format!("#{}", it.document_id) })).collect::<Vec<Value>>(),
        }),
        json!({
            "@id": "#licence", "@type": "CreativeWork", "name": "Not stated",
            "description": "The rights in quoted documents are their owners'.",
        }),
        json!({
            "@id": SEALED, "@type": "File", "encodingFormat": "application/json",
            "name": "Content, signatures and trail under the vault's seal",
        }),
    ];
    for (file, kind, what, bytes) in &written {
        graph.push(json!({
            "@id": file, "@type": "File", "name": what, "encodingFormat": kind,
            "contentSize": bytes.len().to_string(), "sha256": sha256(bytes).to_string(),
        }));
    }
    for document in &content.hierarchy.documents {
        graph.push(json!({
            "@id": format!("#{}", document.document_id), "@type": "CreativeWork",
            "name": document.title, "identifier": format!("sha256:{}", document.sha256),
        }));
    }
    for (at, signed) in package.signatures.iter().enumerate() {
        let statement = &signed.statement;
        graph.push(json!({
            "@id": format!("#signature-{}", at + 1), "@type": "EndorseAction",
            "agent": { "@type": "Person", "name": statement.name },
            "endTime": statement.signed_at.to_string(), "name": statement.meaning.as_str(),
            "object": { "@id": "./" },
        }));
    }
    let metadata = json!({ "@context": "https://w3id.org/ro/crate/1.1/context", "@graph": graph });
    let mut files: Vec<Written> =
        written.into_iter().map(|(name, _, _, bytes)| (name.to_owned(), bytes)).collect();
    files.push((METADATA.to_owned(), canonical(&metadata)?));
    Ok(files)
}
