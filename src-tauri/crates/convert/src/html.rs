//! HTML: the readable part of a page, as Markdown. Scripts, styles and frames are dropped, links and
//! pictures leave their words. Nothing is fetched.

use crate::{Error, Limits, Result, markdown, text};
use dom_smoothie::{Article, Config, Readability};
use htmd::element_handler::Handlers;
use htmd::{Element, HtmlToMarkdown};
use std::panic::{AssertUnwindSafe, catch_unwind};
use types::{ConvertedText, Format};

/// The readable part must have this share of the page's words, in percent; otherwise the whole
/// page is taken. Losing an article is worse than keeping a menu.
const READABLE_PERCENT: usize = 50;

/// Parts of a page that hold no words of its own.
const SKIPPED: [&str; 16] = [
    "script",
    "style",
    "noscript",
    "template",
    "svg",
    "iframe",
    "object",
    "embed",
    "canvas",
    "audio",
    "video",
    "annotation",
    "annotation-xml",
    "head",
    "nav",
    "button",
];

/// Converts an HTML page.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let named = stated_encoding(bytes);
    let decoded = text::decode_as(bytes, named)
        .ok_or_else(|| Error::damaged(Format::Html, "it holds bytes that are no text"))?;
    let (page, mut warnings) = (decoded.text, decoded.warnings);
    let body = to_markdown(&page)?;
    let article = readable_part(&page);
    let title = article.as_ref().map(|article| article.title.clone()).filter(|t| !t.is_empty());
    let readable = article.map(|article| to_markdown(&article.content)).transpose()?;
    let text = match readable {
        Some(readable) if words(&readable) * 100 >= words(&body) * READABLE_PERCENT => {
            with_title(readable, title.as_deref())
        }
        _ => body,
    };
    limits.check_text(text.len())?;
    let outline = markdown::outline(&text);
    if outline.blocks.is_empty() && !text.trim().is_empty() {
        warnings.push("the page has no paragraphs".to_owned());
    }
    Ok(ConvertedText {
        format: Format::Html,
        blocks: outline.blocks,
        title: title.or(outline.title),
        text,
        pages: Vec::new(),
        warnings,
    })
}

/// Readability's choice; `None` where it finds nothing, or stumbles.
fn readable_part(page: &str) -> Option<Article> {
    let extract = || {
        let config = Config { max_elements_to_parse: 0, ..Config::default() };
        Readability::new(page, None, Some(config)).ok()?.parse().ok()
    };
    // it is the one step that may fail without harm: the whole page is there instead
    catch_unwind(AssertUnwindSafe(extract)).ok().flatten()
}

/// Readability takes the headline away when it equals the title: give it back.
fn with_title(markdown: String, title: Option<&str>) -> String {
    match title {
        Some(title) if !markdown.lines().any(|line| line.starts_with("# ")) => {
            format!("# {}\n\n{markdown}", escape_line(title))
        }
        _ => markdown,
    }
}

/// A line of words as Markdown that reads as just these words.
pub(crate) fn escape_line(words: &str) -> String {
    let mut escaped = String::with_capacity(words.len());
    for letter in words.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(letter, '\\' | '`' | '*' | '_' | '[' | ']' | '<') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

fn words(markdown: &str) -> usize {
    markdown.chars().filter(|c| c.is_alphanumeric()).count()
}

fn to_markdown(page: &str) -> Result<String> {
    let links_as_words =
        |handlers: &dyn Handlers, link: Element| Some(handlers.walk_children(link.node));
    let pictures_as_words = |_: &dyn Handlers, picture: Element| {
        let alt = picture.attrs.iter().find(|attr| &*attr.name.local == "alt")?;
        Some(escape_line(&alt.value).into())
    };
    let converter = HtmlToMarkdown::builder()
        .skip_tags(SKIPPED.to_vec())
        .add_handler(vec!["a"], links_as_words)
        .add_handler(vec!["img"], pictures_as_words)
        .build();
    let markdown = converter
        .convert(page)
        .map_err(|_| Error::damaged(Format::Html, "its markup cannot be read"))?;
    Ok(markdown)
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
mod tests {
    use super::*;

    fn markdown_of(page: &[u8]) -> ConvertedText {
        convert(page, &Limits::default()).unwrap()
    }

    #[test]
    fn scripts_go_and_words_stay() {
        let page = b"<html><head><title>The title</title><script>steal()</script></head><body>\
            <h2>Head</h2><p>One <a href='http://x/y'>link</a> and <img alt='a *duck*' src='http://t'>.</p>\
            <style>p{}</style><ul><li>item</li></ul><iframe src='x'>frame</iframe></body></html>";
        let converted = markdown_of(page);
        assert_eq!(converted.title.as_deref(), Some("The title"));
        assert!(converted.text.contains("One link and a \\*duck\\*."), "{}", converted.text);
        for gone in ["steal", "p{}", "http", "frame"] {
            assert!(!converted.text.contains(gone), "{gone}: {}", converted.text);
        }
    }

    #[test]
    fn the_stated_encoding_is_used() {
        let page = b"<meta http-equiv=x content='text/html; charset=ISO-8859-2'><p>\xb1\xe6\xea";
        assert_eq!(markdown_of(page).text.trim(), "\u{105}\u{107}\u{119}");
    }

    #[test]
    fn tables_become_tables() {
        let page = b"<table><tr><th>a<th>b<tr><td>1<td>2</table>";
        let converted = markdown_of(page);
        assert_eq!(converted.blocks[0].kind, types::BlockKind::Table, "{}", converted.text);
    }
}
