//! A PDF writer for tests: words, lines, bookmarks and metadata, in fonts that say more or less of
//! the letters they show. Coordinates run from the top left of a page of US Letter.

#![allow(dead_code)]

use std::fmt::Write;

/// Fonts of every page.
#[derive(Clone, Copy)]
pub enum Font {
    Plain = 1,
    Bold = 2,
    Code = 3,
    /// `A` to `Z` show Hebrew letters from alef on.
    Hebrew = 4,
    /// `A` to `Z` show ideographs from U+4E00 on.
    Han = 5,
    /// Its map leads to codes that name no letter.
    Unmapped = 6,
}

/// A PDF in the making.
pub struct Pdf {
    pages: Vec<String>,
    bookmarks: Vec<(usize, String, usize)>,
    info: Vec<(String, String)>,
    page_keys: String,
}

impl Default for Pdf {
    fn default() -> Self {
        let page_keys = "/MediaBox [0 0 612 792]".to_owned();
        Self { pages: vec![String::new()], bookmarks: Vec::new(), info: Vec::new(), page_keys }
    }
}

impl Pdf {
    /// Words on the page that is open: left edge, base line, size.
    pub fn words(&mut self, font: Font, x: f32, y: f32, size: f32, words: &str) -> &mut Self {
        let words = words.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)");
        let y = 792.0 - y;
        self.draw(&format!("BT /F{} {size} Tf {x} {y} Td ({words}) Tj ET", font as u8))
    }

    /// Lines of running text, one below the other.
    pub fn lines(&mut self, font: Font, x: f32, y: f32, size: f32, lines: &[&str]) -> &mut Self {
        for (at, line) in lines.iter().enumerate() {
            self.words(font, x, y + at as f32 * size * 1.2, size, line);
        }
        self
    }

    /// A line drawn from one point to another.
    pub fn rule(&mut self, x0: f32, y0: f32, x1: f32, y1: f32) -> &mut Self {
        let (y0, y1) = (792.0 - y0, 792.0 - y1);
        self.draw(&format!("0.5 w {x0} {y0} m {x1} {y1} l S"))
    }

    /// Content as it is.
    pub fn draw(&mut self, content: &str) -> &mut Self {
        if let Some(page) = self.pages.last_mut() {
            page.push_str(content);
            page.push('\n');
        }
        self
    }

    /// Opens the next page.
    pub fn next_page(&mut self) -> &mut Self {
        self.pages.push(String::new());
        self
    }

    /// A bookmark of a depth from 0, to a page from 0.
    pub fn bookmark(&mut self, depth: usize, title: &str, page: usize) -> &mut Self {
        self.bookmarks.push((depth, title.to_owned(), page));
        self
    }

    pub fn info(&mut self, key: &str, value: &str) -> &mut Self {
        self.info.push((key.to_owned(), value.to_owned()));
        self
    }

    /// Keys of every page in place of its media box.
    pub fn page_keys(&mut self, keys: &str) -> &mut Self {
        self.page_keys = keys.to_owned();
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        let count = self.pages.len();
        let first_page = 14;
        let first_bookmark = first_page + count * 2;
        let kids: Vec<String> =
            (0..count).map(|at| format!("{} 0 R", first_page + at * 2)).collect();
        let outline =
            if self.bookmarks.is_empty() { "" } else { "/Outlines 13 0 R /PageMode /UseOutlines" };
        let base = |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>");
        let mapped = |map: usize| {
            format!("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode {map} 0 R >>")
        };
        let info: String =
            self.info.iter().map(|(key, value)| format!("/{key} ({value}) ")).collect();
        let mut objects = vec![
            format!("<< /Type /Catalog /Pages 2 0 R {outline} >>"),
            format!("<< /Type /Pages /Count {count} /Kids [{}] >>", kids.join(" ")),
            base("Helvetica"),
            base("Helvetica-Bold"),
            base("Courier"),
            mapped(9),
            mapped(10),
            mapped(11),
            to_unicode(0x5d0),
            to_unicode(0x4e00),
            to_unicode(0xe100),
            format!("<< {info} >>"),
            self.outline_root(first_bookmark),
        ];
        for (at, content) in self.pages.iter().enumerate() {
            objects.push(format!(
                "<< /Type /Page /Parent 2 0 R {} /Contents {} 0 R /Resources << /Font << /F1 3 0 R \
                 /F2 4 0 R /F3 5 0 R /F4 6 0 R /F5 7 0 R /F6 8 0 R >> >> >>",
                self.page_keys,
                first_page + at * 2 + 1
            ));
            objects.push(format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()));
        }
        for at in 0..self.bookmarks.len() {
            objects.push(self.outline_entry(at, first_bookmark, first_page));
        }
        file_of(&objects)
    }

    fn outline_root(&self, first: usize) -> String {
        let tops: Vec<usize> = self.children(None);
        let (Some(top), Some(last)) = (tops.first(), tops.last()) else {
            return "<< >>".to_owned();
        };
        format!("<< /Type /Outlines /First {} 0 R /Last {} 0 R >>", first + top, first + last)
    }

    /// Bookmarks right below `parent`.
    fn children(&self, parent: Option<usize>) -> Vec<usize> {
        let all = 0..self.bookmarks.len();
        all.filter(|at| self.parent(*at) == parent).collect()
    }

    fn parent(&self, at: usize) -> Option<usize> {
        let depth = self.bookmarks[at].0;
        (0..at).rev().find(|before| self.bookmarks[*before].0 < depth)
    }

    fn outline_entry(&self, at: usize, first: usize, first_page: usize) -> String {
        let (_, title, page) = &self.bookmarks[at];
        let parent = self.parent(at).map_or(13, |parent| first + parent);
        let siblings = self.children(self.parent(at));
        let place = siblings.iter().position(|sibling| *sibling == at).unwrap_or(0);
        let mut entry = format!(
            "<< /Title ({title}) /Parent {parent} 0 R /Dest [{} 0 R /Fit]",
            first_page + page * 2
        );
        if let Some(next) = siblings.get(place + 1) {
            write!(entry, " /Next {} 0 R", first + next).unwrap();
        }
        if let (Some(child), Some(last)) =
            (self.children(Some(at)).first(), self.children(Some(at)).last())
        {
            write!(entry, " /First {} 0 R /Last {} 0 R", first + child, first + last).unwrap();
        }
        entry + " >>"
    }
}

/// How wide words of `Font::Plain` are set, in points.
pub fn width(words: &str, size: f32) -> f32 {
    let thousandths = |letter: char| match letter {
        'I' | 'f' | 't' | ' ' | '.' | ',' => 278,
        'i' | 'j' | 'l' => 222,
        'r' | '-' => 333,
        'c' | 'k' | 's' | 'v' | 'x' | 'y' | 'z' => 500,
        'w' => 722,
        'm' | 'M' => 833,
        'A'..='Z' => 722,
        _ => 556,
    };
    words.chars().map(thousandths).sum::<i32>() as f32 * size / 1000.0
}

/// A map from `A` to `Z` to the letters from `first` on.
fn to_unicode(first: u32) -> String {
    let map = format!(
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /M def \
         1 begincodespacerange <00> <FF> endcodespacerange \
         1 beginbfrange <41> <5A> <{first:04X}> endbfrange endcmap end end"
    );
    format!("<< /Length {} >>\nstream\n{map}\nendstream", map.len())
}

/// A file of these objects, numbered from 1; the first is the catalogue, the twelfth the metadata.
pub fn file_of(objects: &[String]) -> Vec<u8> {
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        write!(file, "{} 0 obj\n{object}\nendobj\n", at + 1).unwrap();
    }
    let start = file.len();
    write!(file, "xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).unwrap();
    offsets.iter().for_each(|at| writeln!(file, "{at:010} 00000 n ").unwrap());
    let info = if objects.len() >= 12 { "/Info 12 0 R" } else { "" };
    write!(
        file,
        "trailer\n<< /Size {} /Root 1 0 R {info} >>\nstartxref\n{start}\n%%EOF\n",
        objects.len() + 1
    )
    .unwrap();
    file.into_bytes()
}
