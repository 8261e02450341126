//! EPUB (2 and 3): the pages of the reading order, one after the other, as one Markdown text. Headings
//! stand at the depth that the book's table of contents gives them. A page that the book calls its
//! cover or its table of contents is left out where it is nothing else. Encrypted books are refused;
//! nothing outside of the archive is read.

mod contents;
mod opf;
#[cfg(test)]
mod tests;

use crate::html;
use crate::html::page::{Id, Page};
use crate::office::Package;
use crate::tally::Tally;
use crate::{Error, Limits, Result, markdown, text};
use opf::Opf;
use types::{ConvertedText, Format};

/// Converts an EPUB book.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let mut package = Package::open(bytes, Format::Epub)?;
    let opf_path = root_file(&mut package)?;
    let page =
        xml(&mut package, &opf_path)?.ok_or_else(|| broken("its package file is missing"))?;
    let opf = Opf::read(&page, &opf_path);
    refuse_encrypted(&mut package, &opf)?;
    let mut book = Book { page: Page::new(), chapters: Vec::new() };
    let mut warnings = opf.warnings.clone();
    warnings.extend(book.read(&mut package, &opf, limits)?);
    let entries = contents::entries(&mut package, &opf)?;
    let reading = contents::reading(&book, &entries);
    let text = html::book(&book.page, &reading, limits)?;
    let outline = markdown::outline(&text);
    warnings.extend(book.tally().warning(&text));
    Ok(ConvertedText {
        title: opf.reference.title.clone().or(outline.title),
        warnings,
        reference: opf.reference,
        ..ConvertedText::new(Format::Epub, text, outline.blocks)
    })
}

/// The pages of a book, in reading order, as one page.
struct Book {
    page: Page,
    chapters: Vec<Chapter>,
}

/// One of them.
struct Chapter {
    path: String,
    /// Its `html` element.
    root: Id,
}

impl Book {
    /// Reads the pages; gives what the reader should know.
    fn read(&mut self, package: &mut Package, opf: &Opf, limits: &Limits) -> Result<Vec<String>> {
        let mut left = limits.text_bytes;
        let (mut missing, mut unreadable) = (0usize, 0usize);
        for path in &opf.spine {
            let Some(bytes) = package.read(path)? else {
                missing += 1;
                continue;
            };
            let Some(decoded) = text::decode(&bytes) else {
                unreadable += 1;
                continue;
            };
            left = left.checked_sub(decoded.text.len()).ok_or_else(|| Error::TooLarge {
                what: "its pages together are larger than a text may be".to_owned(),
            })?;
            if opf.furniture.contains(path) && is_furniture(&Page::parse(&decoded.text)) {
                continue;
            }
            let Some(root) = self.page.add(&decoded.text) else { continue };
            self.name_places(root, path);
            self.chapters.push(Chapter { path: path.clone(), root });
        }
        let counts = [(missing, "are missing"), (unreadable, "are no text")];
        let told = counts.into_iter().filter(|(count, _)| *count > 0);
        Ok(told.map(|(count, what)| format!("{count} pages of the reading order {what}")).collect())
    }

    /// The words of all pages as they lie in the file.
    fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for chapter in &self.chapters {
            let body = self.page.find(chapter.root, "body").unwrap_or(chapter.root);
            // marks of notes are numbered anew
            tally.page(&self.page, body, &|id| {
                self.page.plays(id, "noteref") || self.page.plays(id, "doc-noteref")
            });
        }
        tally
    }

    /// Names places by file and fragment, so that links lead from page to page.
    fn name_places(&mut self, root: Id, path: &str) {
        let within = self.page.subtree(root);
        self.page.rewrite(within, |key, value| match key {
            "id" | "name" => *value = format!("{path}#{value}"),
            "href" => {
                if let Some((to, fragment)) = resolve(path, value) {
                    *value = format!("#{to}#{fragment}");
                }
            }
            _ => {}
        });
    }
}

/// Whether a page that is called a cover or a table of contents is hardly anything else: a picture
/// with few words, or nearly all links.
fn is_furniture(page: &Page) -> bool {
    const COVER_WORDS: usize = 40;
    let Some(body) = page.find(0, "body") else { return true };
    let (mut all, mut linked, mut link_end) = (0, 0, 0);
    for id in page.subtree(body) {
        if page.tag(id) == "a" {
            link_end = page.subtree(id).end;
        }
        let count = page.text(id).split_whitespace().count();
        all += count;
        linked += if id < link_end { count } else { 0 };
    }
    all <= COVER_WORDS || linked * 10 >= all * 6
}

fn root_file(package: &mut Package) -> Result<String> {
    let container = xml(package, "META-INF/container.xml")?;
    let path = container.as_ref().and_then(|page| {
        let root = (0..page.len()).find(|id| page.tag(*id) == "rootfile")?;
        page.attribute(root, "full-path").map(str::to_owned)
    });
    path.filter(|path| !path.is_empty())
        .ok_or_else(|| broken("it does not say where its package is"))
}

/// A part in XML, read as forgivingly as a page: no entities, no document type, no depth.
fn xml(package: &mut Package, path: &str) -> Result<Option<Page>> {
    let Some(bytes) = package.read(path)? else { return Ok(None) };
    let decoded = text::decode(&bytes).ok_or_else(|| broken("one of its parts is no text"))?;
    Ok(Some(Page::parse_xml(&decoded.text)))
}

/// A book whose pages are encrypted cannot be read; fonts that are merely scrambled do not matter.
fn refuse_encrypted(package: &mut Package, opf: &Opf) -> Result<()> {
    const FONTS: [&str; 2] =
        ["http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"];
    let Some(page) = xml(package, "META-INF/encryption.xml")? else { return Ok(()) };
    let each = |within: Id, tag: &'static str| {
        let page = &page;
        page.subtree(within).filter(move |id| {
            let name = page.tag(*id);
            name.rsplit(':').next() == Some(tag)
        })
    };
    for data in each(0, "encrypteddata") {
        let mut methods = each(data, "encryptionmethod");
        let scrambles_fonts = methods.any(|id| {
            page.attribute(id, "algorithm").is_some_and(|method| FONTS.contains(&method))
        });
        let hides_a_page = each(data, "cipherreference")
            .filter_map(|id| page.attribute(id, "uri"))
            .filter_map(|uri| resolve("", uri))
            .any(|(path, _)| opf.spine.contains(&path));
        if !scrambles_fonts && hides_a_page {
            return Err(Error::Password { format: Format::Epub });
        }
    }
    Ok(())
}

fn broken(detail: &str) -> Error {
    Error::damaged(Format::Epub, detail)
}

/// The part and the place in it that `target` leads to from the part `from`; `None` for addresses
/// outside of the book.
fn resolve(from: &str, target: &str) -> Option<(String, String)> {
    let target = target.trim();
    let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
    let is_outside = path.split(['/', '?']).next().is_some_and(|first| first.contains(':'))
        || path.starts_with("//");
    if is_outside {
        return None;
    }
    let path = unescaped(path.split('?').next().unwrap_or_default());
    if path.is_empty() {
        return Some((from.to_owned(), fragment.to_owned()));
    }
    let mut steps: Vec<&str> = from.split('/').collect();
    steps.pop();
    if path.starts_with('/') {
        steps.clear();
    }
    for step in path.split('/') {
        match step {
            "" | "." => {}
            ".." => drop(steps.pop()),
            step => steps.push(step),
        }
    }
    Some((steps.join("/"), unescaped(fragment)))
}

/// `%20` and its like as the letters they stand for.
fn unescaped(path: &str) -> String {
    let mut bytes = Vec::with_capacity(path.len());
    let mut rest = path.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        let code = (*byte == b'%').then(|| after.get(..2)).flatten();
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.push(code.unwrap_or(*byte));
        rest = match code {
            Some(_) => after.get(2..).unwrap_or_default(),
            None => after,
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
