//! The page's elements to blocks of Markdown: headings at their own level, paragraphs, lists,
//! definition lists (`Term`, then `: what it is`), quotations, code, figures. Nesting beyond a bound
//! is flattened to paragraphs, so that no page can exhaust the stack.

use super::inline::{Inline, Mark, Place, longest_run};
use super::notes::Notes;
use super::page::{Id, Page};
use super::tags::{is_block, is_heading};
use super::write::Lines;
use super::{links, math, table};
use std::collections::HashMap;

/// Elements deeper than this are read as plain paragraphs.
const DEPTH: usize = 160;

/// Lists and quotations in each other; deeper ones are read as if they were this deep.
const CONTAINERS: usize = 12;

/// How a page is read.
#[derive(Debug, Default)]
pub(crate) struct Reading {
    /// Headings whose level is known better than the page says.
    pub(crate) levels: HashMap<Id, u8>,
    /// Headings that stand nowhere in the page, before the element given.
    pub(crate) titles: HashMap<Id, (u8, String)>,
}

/// Writes the shown part of a page.
pub(super) struct Writer<'p> {
    pub(super) page: &'p Page,
    shown: &'p [bool],
    /// Whether a block stands somewhere in the node.
    has_block: Vec<bool>,
    reading: &'p Reading,
    pub(super) notes: Notes,
    pub(super) lines: Lines,
    /// The kind of the list written last, and where it ended: the next one must not join it.
    last_list: Option<(bool, usize)>,
    text_bytes: usize,
}

impl<'p> Writer<'p> {
    /// A writer for what `shown` leaves of `page`, of at most about `text_bytes`.
    pub(super) fn new(
        page: &'p Page,
        shown: &'p [bool],
        reading: &'p Reading,
        text_bytes: usize,
    ) -> Self {
        let mut has_block = vec![false; page.len()];
        for id in (1..page.len()).rev().filter(|id| shown.get(*id) == Some(&true)) {
            let within = is_block(page.tag(id)) || has_block.get(id) == Some(&true);
            let parent = page.around(id).next().unwrap_or(0);
            if let Some(flag) = has_block.get_mut(parent).filter(|_| within) {
                *flag = true;
            }
        }
        let notes = Notes::find(page, shown);
        let lines = Lines::new();
        Self { page, shown, has_block, reading, notes, lines, last_list: None, text_bytes }
    }

    /// The Markdown of the whole page.
    pub(super) fn write(mut self) -> String {
        self.flow(0);
        for (id, label) in self.notes.unwritten() {
            self.note(id, &label);
        }
        self.lines.finish()
    }

    pub(super) fn is_shown(&self, id: Id) -> bool {
        self.shown.get(id) == Some(&true)
    }

    fn is_full(&self) -> bool {
        self.lines.len() > self.text_bytes
    }

    /// The blocks in an element.
    pub(super) fn flow(&mut self, parent: Id) {
        let page = self.page;
        let mut run: Vec<Id> = Vec::new();
        for child in page.children(parent).filter(|id| self.shown.get(*id) == Some(&true)) {
            let tag = page.tag(child);
            let contains_block = self.has_block.get(child) == Some(&true);
            if !is_block(tag) && !contains_block && !self.reading.titles.contains_key(&child) {
                run.push(child);
                continue;
            }
            self.paragraph(&std::mem::take(&mut run));
            if self.is_full() {
                return;
            }
            self.element(child);
        }
        self.paragraph(&run);
    }

    fn element(&mut self, id: Id) {
        if let Some((level, title)) = self.reading.titles.get(&id) {
            let mut line = Inline::default();
            line.text(title);
            self.heading_line(*level, line);
        }
        if let Some(label) = self.notes.label(id) {
            // footnotes stand in no list or quotation of ours
            if self.lines.depth() == 0 {
                self.note(id, &label);
            }
            return;
        }
        if self.page.depth(id) > DEPTH {
            return self.flat(id);
        }
        match self.page.tag(id) {
            tag if is_heading(tag) => self.heading(id, tag),
            _ if self.page.attribute(id, "role") == Some("heading") => {
                let level = self.page.attribute(id, "aria-level").unwrap_or("2");
                self.heading(id, &format!("h{level}"));
            }
            "ul" | "ol" | "dir" | "menu" => self.list(id),
            "dl" => self.definitions(id),
            "blockquote" => self.quotation(id),
            "pre" | "listing" | "xmp" | "plaintext" => self.code(id),
            "table" => self.table(id),
            "summary" | "legend" | "dt" => self.strong_line(id),
            "hr" => {}
            _ => self.flow(id),
        }
    }

    /// A table; the cells of one that only lays out the page become blocks.
    fn table(&mut self, id: Id) {
        let page = self.page;
        let rows = table::rows(page, self.shown, id);
        let caption = page.children(id).find(|id| page.tag(*id) == "caption");
        if let Some(caption) = caption.filter(|id| self.is_shown(*id)) {
            self.flow(caption);
        }
        if table::lays_out(page, id, &rows) {
            for cell in rows.iter().flatten() {
                self.flow(*cell);
            }
            return;
        }
        let read = |id: Id| (id, self.cell_text(id));
        let rows = rows.into_iter().map(|row| row.into_iter().map(read).collect()).collect();
        let lines = table::lines(page, rows);
        if !lines.is_empty() {
            self.block(&lines);
        }
    }

    /// All that is in a cell, on one line; the items of lists parted by semicolons.
    fn cell_text(&self, id: Id) -> String {
        let mut line = Inline::default();
        self.cell(id, &mut line);
        line.line().replace('|', "\\|").replace("\\\\|", "\\|")
    }

    fn cell(&self, id: Id, line: &mut Inline) {
        let page = self.page;
        let mut in_list = false;
        for child in page.children(id).filter(|id| self.is_shown(*id)) {
            let tag = page.tag(child);
            if page.depth(child) > DEPTH {
                page.subtree(child).for_each(|id| line.text(page.text(id)));
            } else if tag == "li" {
                if in_list {
                    line.text("; ");
                }
                in_list = true;
                self.cell(child, line);
            } else if matches!(
                tag,
                "ul" | "ol" | "table" | "tbody" | "tr" | "td" | "div" | "p" | "dl"
            ) {
                line.text(" ");
                self.cell(child, line);
                line.text(" ");
            } else if is_heading(tag) {
                let is_open = line.open(Mark::Strong);
                self.inline_children(child, line, Place::Paragraph);
                if is_open {
                    line.close();
                }
                line.text(" ");
            } else {
                self.inline(child, line, Place::Paragraph);
            }
        }
    }

    /// A run of inline nodes.
    pub(super) fn paragraph(&mut self, run: &[Id]) {
        if run.is_empty() {
            return;
        }
        let mut inline = Inline::default();
        for id in run {
            self.inline(*id, &mut inline, Place::Paragraph);
        }
        for paragraph in inline.paragraphs() {
            self.block(&paragraph);
        }
    }

    pub(super) fn block(&mut self, markdown: &str) {
        self.lines.block(markdown);
        self.last_list = None;
    }

    fn heading(&mut self, id: Id, tag: &str) {
        let own = tag.get(1..).and_then(|level| level.parse().ok()).unwrap_or(2);
        let level = self.reading.levels.get(&id).copied().unwrap_or(own);
        let mut line = Inline::default();
        self.inline_children(id, &mut line, Place::Line);
        self.heading_line(level, line);
    }

    fn heading_line(&mut self, level: u8, line: Inline) {
        let mut title = line.line();
        // a run of `#` at the end would be taken for the heading's closing mark
        if title.ends_with('#') {
            title.insert(title.len() - 1, '\\');
        }
        if title.is_empty() {
            return;
        }
        let marks = "#".repeat(usize::from(level.clamp(1, 6)));
        self.block(&format!("{marks} {title}"));
    }

    /// A line that stands out without being a heading: what a folded part is called.
    fn strong_line(&mut self, id: Id) {
        if self.page.inside(id).any(|id| is_heading(self.page.tag(id))) {
            return self.flow(id);
        }
        let mut line = Inline::default();
        let is_open = line.open(Mark::Strong);
        self.inline_children(id, &mut line, Place::Line);
        if is_open {
            line.close();
        }
        let line = line.line();
        if !line.is_empty() {
            self.block(&line);
        }
    }

    fn quotation(&mut self, id: Id) {
        if self.lines.depth() >= CONTAINERS {
            return self.flow(id);
        }
        self.lines.open("> ", "> ");
        self.flow(id);
        self.lines.close();
        self.last_list = None;
    }

    /// A fenced block, with the language that its class names.
    fn code(&mut self, id: Id) {
        let mut code = String::new();
        for part in self.page.inside(id).filter(|id| self.shown.get(*id) == Some(&true)) {
            match self.page.tag(part) {
                "br" => code.push('\n'),
                _ => code.push_str(self.page.text(part)),
            }
        }
        let code = code.trim_matches('\n').trim_end();
        if code.trim().is_empty() {
            return;
        }
        let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
        let language = links::language(self.page, id).unwrap_or_default();
        self.block(&format!("{fence}{language}\n{code}\n{fence}"));
    }

    fn list(&mut self, id: Id) {
        let page = self.page;
        let items: Vec<Id> =
            page.children(id).filter(|id| self.shown.get(*id) == Some(&true)).collect();
        let sections = |id: &Id| {
            page.inside(*id).any(|id| is_heading(page.tag(id)) || page.tag(id) == "table")
        };
        // items with headings are sections that someone laid out as a list
        if items.iter().any(sections) || self.lines.depth() >= CONTAINERS {
            return self.flow(id);
        }
        let is_ordered =
            page.tag(id) == "ol" && page.attribute(id, "type").is_none_or(|t| t == "1");
        let follows = self.last_list == Some((is_ordered, self.lines.len()));
        let mut numbering = links::Numbering::of(page, id);
        let mut is_first = true;
        for item in items {
            if page.tag(item) != "li"
                && page.text(item).trim().is_empty()
                && page.tag(item).is_empty()
            {
                continue;
            }
            if let Some(label) = self.notes.label(item) {
                if self.lines.depth() == 0 {
                    self.note(item, &label);
                }
                continue;
            }
            if !is_first {
                self.lines.tighten();
            }
            let number = numbering.next(page, item);
            let (lead, label) = marker(is_ordered, follows, &number, self.task(item));
            is_first &= !self.item(item, lead, label);
        }
        self.lines.loosen();
        if !is_first {
            self.last_list = Some((is_ordered, self.lines.len()));
        }
    }

    /// One item; whether there was anything in it.
    fn item(&mut self, id: Id, lead: String, label: String) -> bool {
        let rest = " ".repeat(lead.len());
        self.lines.open(lead + &label, rest);
        let page = self.page;
        // the text of an item and the list below it belong together, without a blank line
        let mut run: Vec<Id> = Vec::new();
        let children: Vec<Id> = match page.tag(id) {
            "li" => page.children(id).collect(),
            _ => vec![id],
        };
        for child in children.into_iter().filter(|id| self.shown.get(*id) == Some(&true)) {
            let is_inline = !is_block(page.tag(child)) && self.has_block.get(child) != Some(&true);
            if is_inline {
                run.push(child);
                continue;
            }
            self.paragraph(&std::mem::take(&mut run));
            if matches!(page.tag(child), "ul" | "ol" | "dir" | "menu") {
                self.lines.tighten();
            }
            self.element(child);
        }
        self.paragraph(&run);
        self.lines.loosen();
        self.lines.close()
    }

    /// Whether it is an item of a task list, and done.
    fn task(&self, item: Id) -> Option<bool> {
        let page = self.page;
        let first = page
            .inside(item)
            .find(|id| page.tag(*id) == "input" || !page.text(*id).trim().is_empty())?;
        let is_box =
            page.tag(first) == "input" && page.attribute(first, "type") == Some("checkbox");
        is_box.then(|| page.attribute(first, "checked").is_some())
    }

    /// `Term` on a line of its own, `: what it is` below it.
    fn definitions(&mut self, id: Id) {
        let page = self.page;
        let is_part = |id: &Id| matches!(page.tag(*id), "dt" | "dd");
        // the parts may stand in groups
        let parts: Vec<Id> = page
            .children(id)
            .flat_map(|child| match page.tag(child) {
                "div" | "section" | "span" => page.children(child).collect(),
                _ => vec![child],
            })
            .filter(|id| is_part(id) && self.is_shown(*id))
            .collect();
        let is_list =
            parts.iter().any(|id| page.tag(*id) == "dt") && self.lines.depth() < CONTAINERS;
        let is_laid_out =
            parts.iter().any(|id| page.inside(*id).any(|id| is_heading(page.tag(id))));
        if !is_list || is_laid_out {
            return self.flow(id);
        }
        let mut is_open = false;
        for (at, part) in parts.iter().enumerate() {
            if is_open {
                self.lines.tighten();
            }
            if page.tag(*part) == "dt" {
                let is_followed = parts.get(at + 1).is_some_and(|next| page.tag(*next) == "dt");
                is_open = self.term(*part, is_followed);
            } else {
                self.lines.tighten();
                self.lines.open(": ", "  ");
                self.flow(*part);
                self.lines.close();
                is_open = false;
            }
            self.lines.loosen();
        }
    }

    /// One term; whether there was one. Terms that share their meaning are lines of one paragraph.
    fn term(&mut self, id: Id, is_followed: bool) -> bool {
        let mut line = Inline::default();
        self.inline_children(id, &mut line, Place::Paragraph);
        let term = line.paragraphs().join(" ").replace("  \n", " ");
        if term.is_empty() {
            return false;
        }
        self.block(&if is_followed { term + "  " } else { term });
        is_followed
    }

    /// `[^label]: text`.
    fn note(&mut self, id: Id, label: &str) {
        self.notes.written(id);
        self.lines.open(format!("[^{label}]: "), "    ");
        self.flow(id);
        self.lines.close();
    }

    /// All words below a point of no return, a paragraph for each run between block edges.
    fn flat(&mut self, id: Id) {
        let page = self.page;
        let mut inline = Inline::default();
        for part in page.subtree(id).filter(|id| self.shown.get(*id) == Some(&true)) {
            inline.text(page.text(part));
            if is_block(page.tag(part)) {
                inline.line_break();
                inline.line_break();
            }
        }
        for paragraph in inline.paragraphs() {
            self.block(&paragraph);
        }
    }

    /// The children of an element as running text.
    pub(super) fn inline_children(&self, id: Id, into: &mut Inline, place: Place) {
        for child in self.page.children(id).filter(|id| self.is_shown(*id)) {
            self.inline(child, into, place);
        }
    }

    /// A node as running text.
    pub(super) fn inline(&self, id: Id, into: &mut Inline, place: Place) {
        let page = self.page;
        if page.depth(id) > DEPTH {
            return page.subtree(id).for_each(|id| into.text(page.text(id)));
        }
        if self.notes.is_backlink(id) {
            return;
        }
        if let Some(label) = self.notes.reference(id) {
            return into.raw(format!("[^{label}]"));
        }
        let marked = |into: &mut Inline, mark| {
            let is_open = into.open(mark);
            self.inline_children(id, into, place);
            if is_open {
                into.close();
            }
        };
        match page.tag(id) {
            "" => into.text(page.text(id)),
            "br" => into.line_break(),
            "img" => into.text(links::alternative(page, id)),
            "a" => match links::target(page, id).filter(|_| place == Place::Paragraph) {
                Some(target) => {
                    into.link_start();
                    self.inline_children(id, into, place);
                    into.link_end(target);
                }
                None => self.inline_children(id, into, place),
            },
            "em" | "i" | "cite" | "var" | "dfn" => marked(into, Mark::Emphasis),
            "strong" | "b" => marked(into, Mark::Strong),
            "del" | "s" | "strike" => marked(into, Mark::Struck),
            "code" | "kbd" | "samp" | "tt" => into.code(&page.letters(id)),
            "q" => {
                into.text("\u{201c}");
                self.inline_children(id, into, place);
                into.text("\u{201d}");
            }
            "sup" => {
                if links::is_power(page, id, into.last_letter()) {
                    into.text("^");
                }
                self.inline_children(id, into, place);
            }
            "rt" => {
                into.text("(");
                self.inline_children(id, into, place);
                into.text(")");
            }
            "math" => into.text(&math::text(page, id)),
            tag if is_block(tag) => {
                into.text(" ");
                self.inline_children(id, into, place);
                into.text(" ");
            }
            _ => self.inline_children(id, into, place),
        }
    }
}

/// What stands before an item: the list's mark, and what belongs to the text behind it.
fn marker(ordered: bool, follows: bool, number: &str, task: Option<bool>) -> (String, String) {
    let lead = match (ordered, follows) {
        (true, false) => format!("{number}. "),
        (true, true) => format!("{number}) "),
        (false, false) => "- ".to_owned(),
        (false, true) => "* ".to_owned(),
    };
    let label = match task {
        Some(true) => "[x] ".to_owned(),
        Some(false) => "[ ] ".to_owned(),
        None if !ordered && !number.is_empty() => format!("({number}) "),
        None => String::new(),
    };
    (lead, label)
}
