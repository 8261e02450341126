//! Prints what could be a term of documents, a JSON line a document, best first, with the numbers that its
//! worth is reckoned from: `terms CONVERTED [SENTENCES]`, where CONVERTED is what `convert`'s example
//! `converted` prints, and SENTENCES how many of the first are read. `assets/terms/train.py` fits the weights on it.

use serde_json::{Value, json};
use std::io::{BufRead, Write};
use types::{BlockKind, ConvertedText};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let most = std::env::args().nth(2).map_or(Ok(usize::MAX), |most| most.parse())?;
    let lines = std::io::BufReader::new(std::fs::File::open(path)?).lines();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for line in lines {
        let mut line: Value = serde_json::from_str(&line?)?;
        let Some(converted) = line.get_mut("converted").and_then(|it| it.get_mut("Ok")) else {
            continue;
        };
        let converted: ConvertedText = serde_json::from_value(converted.take())?;
        let definitions = chunk::structure(&converted.text, &converted.blocks).definitions;
        let heading = converted.blocks.iter().find(|block| !block.title.is_empty());
        let title = cite::identify(&converted).title;
        let title = title.or_else(|| heading.map(|block| block.title.clone())).unwrap_or_default();
        let running =
            [BlockKind::Paragraph, BlockKind::ListItem, BlockKind::Quote, BlockKind::Footnote];
        let blocks = converted.blocks.iter().filter(|block| running.contains(&block.kind));
        let sentences: Vec<_> = blocks
            .flat_map(|block| {
                let inside = converted.text.get(block.range.clone()).unwrap_or_default();
                let start = block.range.start;
                language::sentences(inside).map(move |one| start + one.start..start + one.end)
            })
            .take(most)
            .collect();
        let source = extract::Source {
            text: &converted.text,
            blocks: &converted.blocks,
            sentences: &sentences,
            definitions: &definitions,
            title: &title,
        };
        let terms: Vec<Value> = extract::ranked_terms(&source)
            .into_iter()
            .map(|(name, features)| {
                let features: serde_json::Map<String, Value> =
                    features.into_iter().map(|(name, value)| (name.into(), value.into())).collect();
                json!({ "name": name, "features": features })
            })
            .collect();
        let line = json!({
            "file": line.get("file"), "title": title, "sentences": sentences.len(),
            "text": converted.text, "terms": terms,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}
