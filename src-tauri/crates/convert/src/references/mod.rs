//! Lists of references: BibTeX and BibLaTeX, RIS, PubMed, Web of Science, EndNote and CSL-JSON. Each
//! publication becomes an entry of `listed` and an item of the text, so that it can be searched. One
//! that cannot be read is named, and costs nothing else. Looks nothing up.

mod bibtex;
mod csl;
mod entries;
mod found;
mod ids;
mod latex;
mod tagged;

use crate::office::words::push_escaped;
use crate::tables::Draft;
use crate::{Error, Limits, Result, file_name, limits, text};
use found::Found;
use tagged::LOOK;
use types::{ConvertedText, Format, Reference};

/// Entries with a fault that are named one by one.
const NAMED: usize = 20;
/// Lines in which a list of tagged lines shows, where its name does not say that it is one.
const LOOK_UNNAMED: usize = 1;

/// Whether a text is a list of references: by its content, which its name only hints at.
pub(crate) fn is_list(file_name: &str, text: &str) -> bool {
    match file_name::extension(file_name).as_deref() {
        Some("json" | "csl") => csl::items(text).is_some(),
        Some("bib" | "bibtex" | "biblatex") => bibtex::is_list(text) || tagged::is_list(text, LOOK),
        Some("ris" | "nbib" | "enw" | "ciw" | "isi") => {
            tagged::opens(text, LOOK) || is_bibtex(text)
        }
        Some("txt" | "text") | None => tagged::is_list(text, LOOK_UNNAMED) || is_bibtex(text),
        _ => false,
    }
}

fn is_bibtex(text: &str) -> bool {
    bibtex::opens(text) && bibtex::is_list(text)
}

/// Converts a list.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let not_text = || Error::damaged(Format::References, "it holds bytes that are no text");
    let text::Decoded { text, mut warnings } = text::decode(bytes).ok_or_else(not_text)?;
    // one too many tells that there are too many
    let most = limits::LISTED + 1;
    let found = if let Some(items) = csl::items(&text) {
        csl::read(&items, most)
    } else if !bibtex::is_list(&text) && tagged::opens(&text, LOOK) {
        tagged::read(&text, most)
    } else {
        bibtex::read(&text, most)
    };
    if found.len() >= most {
        let what = format!("it lists more than {} publications", limits::LISTED);
        return Err(Error::TooLarge { what });
    }
    warn(&found, "cannot be read", |one| one.reference.is_none(), &mut warnings);
    let is_part = |one: &Found| one.reference.is_some() && !one.is_whole;
    warn(&found, "can be read in part alone", is_part, &mut warnings);
    let listed: Vec<Reference> =
        found.into_iter().filter_map(|one| one.reference).map(tidied).collect();
    if listed.is_empty() {
        return Err(Error::damaged(Format::References, "none of its entries can be read"));
    }
    let mut draft = Draft::new(limits);
    listed.iter().try_for_each(|reference| draft.item(&line(reference)))?;
    let (text, blocks) = draft.finish();
    let converted = ConvertedText::new(Format::References, text, blocks);
    Ok(ConvertedText { warnings, listed, ..converted })
}

fn warn(found: &[Found], what: &str, is_so: impl Fn(&Found) -> bool, warnings: &mut Vec<String>) {
    let names = || found.iter().filter(|one| is_so(one)).map(|one| one.name.as_str());
    let count = names().count();
    if count > 0 {
        let more = if count > NAMED { " …" } else { "" };
        let names = names().take(NAMED).collect::<Vec<_>>().join(", ");
        warnings.push(format!("{count} of {} entries {what}: {names}{more}", found.len()));
    }
}

/// Fields as lines of bounded length, as a reference promises.
pub(crate) fn tidied(mut reference: Reference) -> Reference {
    const BYTES: usize = 2000;
    let line = |text: &str| {
        let words = text.split(|c: char| c.is_whitespace() || c.is_control());
        let line = words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        line.char_indices().take_while(|(at, _)| *at < BYTES).map(|(_, it)| it).collect::<String>()
    };
    let Reference { title, container, publisher, volume, issue, pages, .. } = &mut reference;
    for field in [title, container, publisher, volume, issue, pages] {
        *field = field.as_deref().map(line).filter(|field| !field.is_empty());
    }
    let Reference { doi, arxiv, isbn, pmid, url, language, .. } = &mut reference;
    for field in [doi, arxiv, isbn, pmid, url, language] {
        *field = field.as_deref().map(line).filter(|field| !field.is_empty());
    }
    reference.authors.truncate(limits::AUTHORS);
    for author in &mut reference.authors {
        (author.family, author.given) = (line(&author.family), line(&author.given));
    }
    reference.authors.retain(|author| !author.family.is_empty());
    (reference.kind, reference.key) = (line(&reference.kind), line(&reference.key));
    reference
}

/// A reference as an item: authors (year). Title. Where. Identifiers [key].
fn line(reference: &Reference) -> String {
    let mut words = String::new();
    let names: Vec<String> = reference
        .authors
        .iter()
        .map(|author| match author.given.as_str() {
            "" => author.family.clone(),
            given => format!("{}, {given}", author.family),
        })
        .collect();
    words.push_str(&names.join("; "));
    if let Some(year) = reference.year {
        words.push_str(&format!(" ({year})"));
    }
    let place = [
        reference.container.clone(),
        reference.volume.as_ref().map(|volume| match &reference.issue {
            Some(issue) => format!("{volume}({issue})"),
            None => volume.clone(),
        }),
        reference.pages.clone(),
    ];
    let place = place.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let labelled = |label: &str, id: &Option<String>| id.as_ref().map(|id| format!("{label}{id}"));
    let parts = [
        reference.title.clone(),
        Some(place).filter(|place| !place.is_empty()),
        reference.publisher.clone(),
        labelled("doi:", &reference.doi),
        labelled("arXiv:", &reference.arxiv),
        labelled("ISBN ", &reference.isbn),
        labelled("PMID ", &reference.pmid),
        reference.url.clone(),
    ];
    for part in parts.into_iter().flatten() {
        let stop = if words.is_empty() || words.ends_with(['.', '?', '!']) { "" } else { "." };
        let gap = if words.is_empty() { "" } else { " " };
        words.push_str(&format!("{stop}{gap}{part}"));
    }
    if !reference.key.is_empty() {
        words.push_str(&format!(" [{}]", reference.key));
    }
    let mut line = String::new();
    push_escaped(&mut line, words.trim());
    line
}

#[cfg(test)]
mod tests;
