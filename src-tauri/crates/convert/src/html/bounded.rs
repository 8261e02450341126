//! HTML before it is parsed: tags that would nest deeper than any reader needs, and attributes beyond
//! what any element has, are left out; every letter stays. A parser looks through all open elements
//! at many a tag, and through all attributes at each one, so that without bounds a page of two
//! megabytes keeps it busy for minutes. Follows WHATWG's rules on what closes what as far as it
//! needs to, and where it is unsure counts an element as open.

use std::ops::Range;

/// Elements open at once, as in browsers.
const DEPTH: usize = 512;

/// Open elements of emphasis: each paragraph that follows opens them all again.
const FORMATS: usize = 64;

/// How often, over a page, blocks may open such emphasis again.
const AGAIN: usize = 1_000_000;

/// Attributes of one element.
const ATTRIBUTES: usize = 256;

/// The same page within the bounds.
pub(super) fn bounded(html: &str) -> String {
    let mut out = String::with_capacity(html.len());
    let mut open = Open::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let Some(tag) = Tag::read(from) else {
            // a comment, a declaration or just the letter: one step on, the parser knows which
            let length = skipped(from);
            let (inner, after) = from.split_at(length);
            out.push_str(inner);
            rest = after;
            continue;
        };
        let fits = if tag.is_end { open.close(tag.name) } else { open.open(tag.name) };
        if fits {
            out.push_str(from.get(tag.kept.clone()).unwrap_or_default());
            if 0 < tag.kept.end && tag.kept.end < tag.end {
                out.push('>');
            }
        }
        for format in open.spent() {
            out.push_str("</");
            out.push_str(&format);
            out.push('>');
        }
        rest = from.get(tag.end..).unwrap_or_default();
        if !tag.is_end {
            let raw = raw_text(tag.name, rest);
            let (inner, after) = rest.split_at(raw);
            out.push_str(inner);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// How far a `<` goes that opens no element.
fn skipped(from: &str) -> usize {
    match from.strip_prefix("<!--") {
        Some(comment) => comment.find("-->").map_or(from.len(), |end| end + 7),
        None => 1,
    }
}

/// How many bytes behind a start tag are no markup.
fn raw_text(name: &str, rest: &str) -> usize {
    let is = |names: &[&str]| names.iter().any(|raw| name.eq_ignore_ascii_case(raw));
    if name.eq_ignore_ascii_case("plaintext") {
        return rest.len();
    }
    if !is(&["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes"]) {
        return 0;
    }
    let ends = |at: &usize| {
        let word = rest.get(at + 2..at + 2 + name.len());
        word.is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    rest.match_indices("</").map(|(at, _)| at).find(ends).unwrap_or(rest.len())
}

/// A tag as it stands.
struct Tag<'a> {
    name: &'a str,
    is_end: bool,
    /// What is kept of it: all, or up to the last attribute that fits.
    kept: Range<usize>,
    end: usize,
}

impl<'a> Tag<'a> {
    fn read(from: &'a str) -> Option<Self> {
        let after = from.strip_prefix('<')?;
        let is_end = after.starts_with('/');
        let start = 1 + usize::from(is_end);
        let name = from.get(start..)?;
        if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let length = name.find(|c: char| c.is_whitespace() || matches!(c, '/' | '>'));
        let name = name.get(..length.unwrap_or(name.len()))?;
        let mut attributes = Attributes::default();
        let mut kept = None;
        for (at, byte) in from.bytes().enumerate().skip(start + name.len()) {
            if attributes.pass(byte) {
                let end = at + 1;
                return Some(Self { name, is_end, kept: 0..kept.unwrap_or(end), end });
            }
            if attributes.count > ATTRIBUTES {
                kept.get_or_insert(at);
            }
        }
        // never closed: the parser drops it, too
        Some(Self { name, is_end, kept: 0..0, end: from.len() })
    }
}

/// Where in a tag the scan is.
#[derive(Clone, Copy, Default, PartialEq)]
enum Part {
    #[default]
    Between,
    Name,
    /// Behind `=`.
    Equals,
    Value,
    Quoted(u8),
}

#[derive(Default)]
struct Attributes {
    part: Part,
    count: usize,
}

impl Attributes {
    /// Takes one byte; whether the tag ends with it.
    fn pass(&mut self, byte: u8) -> bool {
        let blank = byte.is_ascii_whitespace();
        self.part = match (self.part, byte) {
            (Part::Quoted(quote), byte) if byte == quote => Part::Between,
            (Part::Quoted(quote), _) => Part::Quoted(quote),
            (_, b'>') => return true,
            (Part::Equals, b'"' | b'\'') => Part::Quoted(byte),
            (Part::Equals, _) if blank => Part::Equals,
            (Part::Equals, _) => Part::Value,
            (Part::Value, _) => {
                if blank {
                    Part::Between
                } else {
                    Part::Value
                }
            }
            (Part::Name | Part::Between, b'=') => Part::Equals,
            (Part::Name, _) => {
                if blank || byte == b'/' {
                    Part::Between
                } else {
                    Part::Name
                }
            }
            (Part::Between, b'/') => Part::Between,
            (Part::Between, _) if blank => Part::Between,
            (Part::Between, _) => {
                self.count += 1;
                Part::Name
            }
        };
        false
    }
}

/// The elements that are open.
#[derive(Default)]
struct Open {
    /// With the formats that were open when each opened.
    names: Vec<(String, usize)>,
    formats: Vec<String>,
    /// Formats opened anew by the blocks so far.
    again: usize,
}

impl Open {
    /// Whether an element may open, and if so, that it has.
    fn open(&mut self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        if is_void(&name) {
            return true;
        }
        if is_format(&name) {
            return self.open_format(name);
        }
        self.imply(&name);
        if self.names.len() >= DEPTH {
            return false;
        }
        // outside of tables their parts open nothing
        if !is_of_table(&name) || self.names.iter().any(|(open, _)| open == "table") {
            self.names.push((name, self.formats.len()));
            self.again = self.again.saturating_add(self.formats.len());
        }
        true
    }

    fn open_format(&mut self, name: String) -> bool {
        if matches!(name.as_str(), "a" | "nobr") {
            self.close_format(&name);
        }
        let fits = self.formats.len() < FORMATS && self.again < AGAIN;
        if fits {
            self.formats.push(name);
        }
        fits
    }

    /// The formats that must be closed, once they were opened anew too often.
    fn spent(&mut self) -> Vec<String> {
        if self.again < AGAIN { Vec::new() } else { std::mem::take(&mut self.formats) }
    }

    /// Closes the elements that the start of another one ends.
    fn imply(&mut self, name: &str) {
        let in_item = |open: &str| matches!(open, "address" | "div" | "p") || !is_special(open);
        match name {
            "li" => self.pop_to(|open| open == "li", in_item),
            "dd" | "dt" => self.pop_to(|open| matches!(open, "dd" | "dt"), in_item),
            "option" => self.pop_to(|open| open == "option", |_| false),
            // a part of a table ends all that is open above what it belongs in
            _ if is_of_table(name) => {
                let is_row = matches!(name, "td" | "th" | "tr");
                self.pop_above(|open| match open {
                    "table" | "template" => true,
                    "tbody" | "thead" | "tfoot" => is_row,
                    "tr" => name != "tr" && is_row,
                    _ => false,
                });
            }
            _ => {}
        }
        if is_special(name) && self.names.iter().any(|(open, _)| open == "p") {
            self.pop_to(|open| open == "p", |open| !bounds_scope(open) && open != "button");
        }
    }

    /// Closes up to the nearest element that is `wanted`, where all above it may be passed `through`.
    fn pop_to(&mut self, wanted: impl Fn(&str) -> bool, through: impl Fn(&str) -> bool) {
        let above = self.names.iter().rev();
        let above = above.take_while(|(open, _)| !wanted(open) && through(open)).count();
        let at = self.names.len().checked_sub(above + 1);
        if let Some(at) = at.filter(|at| self.names.get(*at).is_some_and(|(open, _)| wanted(open)))
        {
            self.pop_from(at);
        }
    }

    /// Closes all above the nearest element that is a `base`, where there is one.
    fn pop_above(&mut self, base: impl Fn(&str) -> bool) {
        if let Some(at) = self.names.iter().rposition(|(open, _)| base(open)) {
            self.pop_from(at + 1);
        }
    }

    fn pop_from(&mut self, at: usize) {
        // the end of a cell is the end of the formats in it
        let cells = self.names.drain(at..).filter(|(open, _)| holds_formats(open));
        if let Some(formats) = cells.map(|(_, formats)| formats).min() {
            self.formats.truncate(formats);
        }
    }

    /// An end tag always stands: it closes what it may, and closing nothing is cheap.
    fn close(&mut self, name: &str) -> bool {
        let name = name.to_ascii_lowercase();
        let is = |open: &str| open == name;
        match name.as_str() {
            _ if is_format(&name) => self.close_format(&name),
            // what is open in the form stays open
            "form" => {
                if let Some(at) = self.names.iter().rposition(|(open, _)| open == "form") {
                    self.names.remove(at);
                }
            }
            "li" => self.pop_to(is, |open| !bounds_scope(open) && !matches!(open, "ul" | "ol")),
            "p" => self.pop_to(is, |open| !bounds_scope(open) && open != "button"),
            _ if is_of_table(&name) || name == "table" => {
                self.pop_to(is, |open| !matches!(open, "table" | "template"));
            }
            _ if closes_through(&name) => self.pop_to(is, |open| !bounds_scope(open)),
            _ => self.pop_to(is, |open| !is_special(open)),
        }
        true
    }

    /// Closes the format of that name opened last, where it is of the same cell.
    fn close_format(&mut self, name: &str) {
        let cell = self.names.iter().rev().find(|(open, _)| bounds_scope(open));
        let first = cell.map_or(0, |(_, formats)| *formats);
        let own = self.formats.get(first..).unwrap_or_default();
        if let Some(at) = own.iter().rposition(|open| open == name) {
            self.formats.remove(first + at);
        }
    }
}

fn is_void(name: &str) -> bool {
    matches!(
        name,
        // one of each is there, whatever tags say
        "html"
            | "head"
            | "body"
            | "area"
            | "base"
            | "basefont"
            | "bgsound"
            | "br"
            | "col"
            | "embed"
            | "frame"
            | "hr"
            | "img"
            | "input"
            | "keygen"
            | "link"
            | "meta"
            | "param"
            | "source"
            | "track"
            | "wbr"
    )
}

fn is_format(name: &str) -> bool {
    matches!(
        name,
        "a" | "b"
            | "big"
            | "code"
            | "em"
            | "font"
            | "i"
            | "nobr"
            | "s"
            | "small"
            | "strike"
            | "strong"
            | "tt"
            | "u"
    )
}

fn is_of_table(name: &str) -> bool {
    matches!(name, "caption" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr")
}

/// Whose end is the end of the formats in them.
fn holds_formats(name: &str) -> bool {
    matches!(name, "applet" | "caption" | "marquee" | "object" | "td" | "template" | "th")
}

/// Beyond which no end tag reaches.
fn bounds_scope(name: &str) -> bool {
    matches!(
        name,
        "annotation-xml"
            | "applet"
            | "caption"
            | "desc"
            | "foreignobject"
            | "html"
            | "marquee"
            | "mi"
            | "mn"
            | "mo"
            | "ms"
            | "mtext"
            | "object"
            | "table"
            | "td"
            | "template"
            | "th"
            | "title"
    )
}

/// Elements whose end tags end all that is open in them, as far as scopes go.
fn closes_through(name: &str) -> bool {
    bounds_scope(name)
        || super::tags::is_heading(name)
        || matches!(
            name,
            "address"
                | "article"
                | "aside"
                | "blockquote"
                | "button"
                | "center"
                | "dd"
                | "details"
                | "dialog"
                | "dir"
                | "div"
                | "dl"
                | "dt"
                | "fieldset"
                | "figcaption"
                | "figure"
                | "footer"
                | "header"
                | "hgroup"
                | "listing"
                | "main"
                | "menu"
                | "nav"
                | "ol"
                | "pre"
                | "search"
                | "section"
                | "summary"
                | "ul"
        )
}

/// WHATWG's special elements: blocks, and what else an inline end tag does not pass.
fn is_special(name: &str) -> bool {
    bounds_scope(name)
        || closes_through(name)
        || is_of_table(name)
        || matches!(
            name,
            "body"
                | "form"
                | "frameset"
                | "head"
                | "hr"
                | "iframe"
                | "li"
                | "noembed"
                | "noframes"
                | "noscript"
                | "p"
                | "plaintext"
                | "script"
                | "select"
                | "style"
                | "textarea"
                | "xmp"
        )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::page::Page;

    fn check(html: &str, expected: &str) {
        assert_eq!(bounded(html), expected);
    }

    #[test]
    fn sane_pages_stay_as_they_are() {
        for html in [
            "<!doctype html><p class=a title='<x>'>b < c<br/>d</p><!-- <p> -->e",
            "<script>if (a < b) { '</div>' }</script><title>a <b></title>x",
            "<textarea><div></textarea><a href=x/y>z</a>",
            "a <",
            "<p",
        ] {
            let end = if html == "<p" { "" } else { html };
            check(html, end);
        }
    }

    #[test]
    fn what_closes_itself_does_not_nest() {
        for (item, around) in [
            ("<li>a", "ul"),
            ("<p>a", "div"),
            ("<tr><td>a<td>b", "table"),
            ("<dt>a<dd>b", "dl"),
            ("<option>a", "select"),
            ("<div><span>a</div>", "body"),
            ("<p><span>a", "div"),
            ("<table><tr><td>a</table>", "div"),
            ("<a name=x>a<p>", "div"),
            ("<td><font>a<div>b<tr>", "table"),
        ] {
            let html = format!("<{around}>{}</{around}>", item.repeat(2 * DEPTH));
            check(&html, &html);
        }
    }

    #[test]
    fn depth_and_attributes_end() {
        let deep = bounded(&"<div>x".repeat(100_000));
        assert_eq!(deep.matches("<div>").count(), DEPTH);
        assert_eq!(deep.matches('x').count(), 100_000);
        // end tags that close nothing open no more room
        for sly in [
            "<div></span></b></table>",
            "<div><td>",
            "<div><math><mi></div>",
            "<div><form><i></form>",
            "<body><div></body>",
            "<noscript><div></noscript>",
            "<li><ul></li>",
        ] {
            let page = Page::parse(&sly.repeat(5_000));
            let deepest = (0..page.len()).map(|id| page.depth(id)).max().unwrap();
            assert!(deepest <= 2 * DEPTH, "{sly}: {deepest}");
        }
        let again = "<b id=1>".repeat(FORMATS) + &"<p>x".repeat(100_000);
        assert_eq!(bounded(&again).matches("</b>").count(), FORMATS);
        let bold = bounded(&"<p><b id=1>".repeat(10_000));
        assert_eq!(bold.matches("<b ").count(), FORMATS);
        let many: String = (0..200_000).map(|n| format!(" a{n}='>'")).collect();
        let wide = bounded(&format!("<p{many}>x</p>"));
        assert!(wide.ends_with(">x</p>") && wide.matches("='").count() <= ATTRIBUTES + 1);
    }
}
