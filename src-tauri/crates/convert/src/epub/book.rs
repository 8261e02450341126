//! The pages of a book, in reading order.

use super::opf::Opf;
use super::parts::resolve;
use crate::html::page::{Id, Page};
use crate::office::Package;
use crate::tally::Tally;
use crate::{Error, Limits, Result, text};

/// The pages of a book, in reading order, as one page.
pub(super) struct Book {
    pub(super) page: Page,
    pub(super) chapters: Vec<Chapter>,
}

/// One of them.
pub(super) struct Chapter {
    pub(super) path: String,
    /// Its `html` element.
    pub(super) root: Id,
}

impl Book {
    /// Reads the pages; gives what the reader should know.
    pub(super) fn read(
        &mut self,
        package: &mut Package,
        opf: &Opf,
        limits: &Limits,
    ) -> Result<Vec<String>> {
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
    pub(super) fn tally(&self) -> Tally {
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
