//! HTML to Markdown: what the page says, without what the site puts around it. Scripts, styles and
//! frames are dropped; links keep their words and, where they lead to the web, their target; pictures
//! leave the words that stand for them. Nothing is fetched.
//!
//! `page` holds the parsed page, `trim` says what of it is content, `blocks`, `inline` and `table`
//! write it, `notes` knows footnotes, `meta` reads what the page says of itself.

mod appendix;
mod blocks;
mod bounded;
mod consent;
mod hidden;
mod inline;
mod links;
mod math;
pub(crate) mod meta;
mod notes;
pub(crate) mod page;
mod table;
mod tags;
mod trim;
mod units;
mod verdict;
mod write;
mod xhtml;

use crate::{Error, Limits, Result, markdown, text};
pub(crate) use blocks::Reading;
use page::Page;
use types::{ConvertedText, Format};

/// Converts an HTML page.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let (html, mut warnings) = decode(bytes)?;
    let mut page = Page::parse(&html);
    drop(html);
    let shown = trim::shown(&page);
    hidden::mark(&mut page, &shown);
    let text = written(&page, &shown, &Reading::default(), limits)?;
    let (text, hidden) = hidden::unmark(text);
    let mut reference = meta::reference(&page);
    let outline = markdown::outline(&text);
    if outline.blocks.is_empty() && !text.trim().is_empty() {
        warnings.push("the page has no paragraphs".to_owned());
    }
    let title = meta::title(&page).or_else(|| reference.title.clone()).or(outline.title);
    if reference.title.is_none() {
        reference.title.clone_from(&title);
    }
    if reference.kind.is_empty() {
        reference.kind = "webpage".to_owned();
    }
    Ok(ConvertedText {
        title,
        warnings,
        reference,
        hidden,
        ..ConvertedText::new(Format::Html, text, outline.blocks)
    })
}

/// The Markdown of a piece of HTML that is content from end to end: a message's body, a description.
pub(crate) fn fragment(html: &str, limits: &Limits) -> Result<String> {
    let page = Page::parse(html);
    written(&page, &trim::all_shown(&page), &Reading::default(), limits)
}

/// The Markdown of a book's pages.
pub(crate) fn book(page: &Page, reading: &Reading, limits: &Limits) -> Result<String> {
    written(page, &trim::all_shown(page), reading, limits)
}

/// What is seen of the units of a page.
#[cfg(feature = "training")]
pub(crate) fn page_rows(bytes: &[u8]) -> Result<String> {
    let (html, _) = decode(bytes)?;
    Ok(trim::table(&Page::parse(&html)))
}

fn written(page: &Page, shown: &[bool], reading: &Reading, limits: &Limits) -> Result<String> {
    let text = blocks::Writer::new(page, shown, reading, limits.text_bytes).write();
    limits.check_text(text.len())?;
    Ok(text)
}

/// The page's letters, by mark, statement or guess, with what had to be guessed.
pub(crate) fn decode(bytes: &[u8]) -> Result<(String, Vec<String>)> {
    let decoded = text::decode_as(bytes, stated_encoding(bytes))
        .ok_or_else(|| Error::damaged(Format::Html, "it holds bytes that are no text"))?;
    Ok((decoded.text, decoded.warnings))
}

/// A line of words as Markdown that reads as just these words.
#[allow(dead_code)]
pub(crate) fn escape_line(words: &str) -> String {
    let mut line = inline::Inline::default();
    line.text(words);
    line.line()
}

/// The encoding of `<meta charset=…>` or `<?xml encoding=…?>` in the first 2 KiB.
fn stated_encoding(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = bytes.get(..2048).unwrap_or(bytes);
    let head = String::from_utf8_lossy(head).to_ascii_lowercase();
    let after = ["charset=", "encoding="]
        .iter()
        .find_map(|key| head.split_once(key))
        .map(|(_, after)| after.trim_start_matches(['"', '\'', ' ']))?;
    let label = after.split(['"', '\'', ' ', ';', '>', '/', '?']).next()?;
    text::named_encoding(label)
}

#[cfg(test)]
mod tests;
