//! A folder of Markdown with `[[links]]`: each file a document in the folder's collection, each link a
//! relation between two, labels from `#` and from the head of the file. Links on disk are not followed.

use super::{Import, Report, files::Wanted};
use crate::{
    Palace, Source,
    error::{Result, go_on},
    ingest::{Found, discover, read_whole},
    notes::refer,
    text_store,
};
use chunk::wiki::{hashtags, head_values, wikilinks};
use std::{collections::HashMap, path::Path};
use types::{DocumentId, normalise_name};

/// Labels of one file.
const TAGS: usize = 32;

/// What one file says of itself.
struct Page {
    document: Option<DocumentId>,
    tags: Vec<String>,
    links: Vec<String>,
}

impl Palace {
    pub(super) fn import_obsidian(&self, import: &Import<'_>, report: &mut Report) -> Result<()> {
        let name = import.root.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let collection = import.collection(&name);
        report.collection(collection.as_str());
        let mut wanted = Vec::new();
        for found in discover(vec![Source::Path(import.root.clone())]) {
            match found {
                Found::File { path, .. } => wanted.push(Wanted {
                    path,
                    collections: vec![collection.clone()],
                    source_url: None,
                    source_type: None,
                }),
                Found::Unreadable { path, problem } => {
                    report.left_out(&path.display().to_string(), problem.message);
                }
                _ => {}
            }
        }
        report.counted.items = wanted.len() as u32;
        let documents = self.take_files(import, &wanted, report)?;
        let mut called: HashMap<String, usize> = HashMap::new();
        let mut pages = Vec::with_capacity(wanted.len());
        for (number, (file, document)) in wanted.iter().zip(documents).enumerate() {
            go_on(import.cancel)?;
            let text = match document {
                Some(id) => {
                    let now = self.snapshot();
                    let record = now.record(&id)?;
                    text_store::whole(&now.records, &id, record.text_bytes)?
                }
                None => self.looked_at(import, &file.path),
            };
            let inside = file.path.strip_prefix(&import.root).unwrap_or(&file.path);
            let own = names(inside, &text);
            // a file's own name comes before another's other name
            for name in own {
                called.entry(name).or_insert(number);
            }
            let mut tags = head_values(&text, &["tags", "tag"]);
            tags.extend(hashtags(&text));
            let mut tags: Vec<String> =
                tags.iter().map(|tag| tag.trim_start_matches('#').to_lowercase()).collect();
            tags.retain(|tag| !tag.is_empty() && tag.chars().count() <= 60);
            tags.sort();
            tags.dedup();
            tags.truncate(TAGS);
            report.tags(&tags);
            let links = wikilinks(&text).into_iter().map(|link| link.name);
            pages.push(Page { document, tags, links: links.collect() });
        }
        let leads = |link: &String| called.get(&key(link)).copied();
        let mut ties: Vec<(usize, usize)> = Vec::new();
        for (number, page) in pages.iter().enumerate() {
            for link in &page.links {
                match leads(link) {
                    Some(to) if to != number && !ties.contains(&(number, to)) => {
                        ties.push((number, to));
                    }
                    _ => {}
                }
            }
        }
        report.counted.links = ties.len() as u32;
        if import.dry_run {
            return Ok(());
        }
        let labels: Vec<(DocumentId, Vec<String>)> =
            pages.iter().filter_map(|page| Some((page.document?, page.tags.clone()))).collect();
        self.label(&labels)?;
        self.tie_pages(&pages, &ties)
    }

    fn tie_pages(&self, pages: &[Page], ties: &[(usize, usize)]) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        let mut change = tx.change();
        let mut tied = Vec::new();
        let node = |number: usize| tx.publication_of(pages.get(number)?.document);
        let ends: Vec<_> =
            ties.iter().filter_map(|(from, to)| Some((node(*from)?, node(*to)?))).collect();
        for (from, to) in ends {
            let edge = types::EdgeId::derive(types::EdgeKind::Cites, &from, &to);
            let known = tx.graph.view().link(&edge).is_some();
            if !known && refer(&mut change, from, to, "linked in the text")? {
                tied.push(from.to_string());
            }
        }
        if tied.is_empty() {
            return Ok(());
        }
        tx.put_graph(change)?;
        tx.commit("import.link", tied)?;
        Ok(())
    }

    /// The text of a file that is not taken in: read in the worker, and kept nowhere.
    fn looked_at(&self, import: &Import<'_>, path: &Path) -> String {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let read = read_whole(path).ok().and_then(|(bytes, _)| {
            self.resources.converter.convert(&name, &bytes, import.cancel).ok()
        });
        read.map(|converted| converted.text).unwrap_or_default()
    }
}

/// The names that a link may call a file by: its path, its name, its other names.
fn names(inside: &Path, text: &str) -> Vec<String> {
    let mut names = vec![inside.to_string_lossy().into_owned()];
    names.extend(inside.with_extension("").to_str().map(str::to_owned));
    names.extend(inside.file_name().map(|name| name.to_string_lossy().into_owned()));
    names.extend(inside.file_stem().map(|name| name.to_string_lossy().into_owned()));
    names.extend(head_values(text, &["aliases", "alias"]));
    names.iter().map(|name| key(name)).collect()
}

fn key(name: &str) -> String {
    normalise_name(name.trim_start_matches("./").trim_end_matches(".md"))
}
