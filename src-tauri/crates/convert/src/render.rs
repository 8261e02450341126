//! Markdown to HTML that is safe to show, with every run of text in a `<span data-s data-e>` whose
//! numbers are byte offsets into the Markdown: what a highlight is drawn from. Nothing remote is
//! left: pictures become their alternative text, links their words with the target as a tooltip.
//!
//! A heading has `id="at-…"` with the byte where its block begins, a note likewise, and a reference to
//! a note says in `data-to` where the note begins: an outline and a reference can jump.

use crate::markdown::dialect;
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

const TAGS: [&str; 33] = [
    "a",
    "blockquote",
    "br",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "s",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Blocks whose direction is that of their first letters.
const DIRECTED: [&str; 13] =
    ["blockquote", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li", "p", "td", "th"];

/// Containers in each other; deeper ones are shown as if they were this deep.
const DEPTH: usize = 100;

/// Renders `text`.
pub(crate) fn sanitised_html(text: &str) -> String {
    let notes = notes(text);
    let mut raw = String::with_capacity(text.len() * 2);
    let mut silent = false;
    // for each open container, whether it is shown
    let mut open: Vec<bool> = Vec::new();
    let events =
        Parser::new_ext(text, dialect()).into_offset_iter().filter_map(|(event, range)| {
            match event {
                Event::Start(Tag::MetadataBlock(_)) => silent = true,
                Event::End(TagEnd::MetadataBlock(_)) => silent = false,
                _ if silent => {}
                Event::Start(_) => {
                    let is_shown = open.len() < DEPTH;
                    open.push(is_shown);
                    return if is_shown { shown(text, &notes, event, range) } else { None };
                }
                Event::End(_) => {
                    let is_shown = open.pop().unwrap_or(true);
                    return if is_shown { shown(text, &notes, event, range) } else { None };
                }
                _ => return shown(text, &notes, event, range),
            }
            None
        });
    html::push_html(&mut raw, events);
    sanitise(&raw)
}

/// Where each note begins.
fn notes(text: &str) -> HashMap<String, usize> {
    let mut notes = HashMap::new();
    if !text.contains("[^") {
        return notes;
    }
    for (event, range) in Parser::new_ext(text, dialect()).into_offset_iter() {
        if let Event::Start(Tag::FootnoteDefinition(label)) = event {
            notes.entry(label.to_string()).or_insert(range.start);
        }
    }
    notes
}

/// The event as it may be shown; `None` drops it.
fn shown<'a>(
    text: &str,
    notes: &HashMap<String, usize>,
    event: Event<'a>,
    range: Range<usize>,
) -> Option<Event<'a>> {
    Some(match event {
        Event::Text(run) => raw(span(text, &run, range)),
        Event::Code(run) => raw(format!("<code>{}</code>", span(text, &run, range))),
        // markup inside Markdown is shown as the letters it is, never as markup
        Event::Html(run) => raw(span(text, &run, range)),
        Event::InlineHtml(tag) if tag.starts_with("<br") => Event::HardBreak,
        Event::InlineHtml(run) => raw(span(text, &run, range)),
        Event::FootnoteReference(label) => {
            let to = notes.get(label.as_ref()).copied().unwrap_or(range.start);
            let number = span(text, &label, range);
            raw(format!("<sup><a data-to=\"{to}\">{number}</a></sup>"))
        }
        Event::Start(Tag::Heading { level, .. }) => {
            raw(format!("<{level} id=\"at-{}\">", range.start))
        }
        Event::End(TagEnd::Heading(level)) => raw(format!("</{level}>\n")),
        Event::Start(Tag::Link { dest_url, .. }) => {
            raw(format!("<a title=\"{}\">", escape(&dest_url)))
        }
        Event::End(TagEnd::Link) => raw("</a>".to_owned()),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Start(Tag::HtmlBlock) => raw("<p>".to_owned()),
        Event::End(TagEnd::HtmlBlock) => raw("</p>".to_owned()),
        Event::Start(Tag::FootnoteDefinition(label)) => {
            let (start, label) = (range.start, escape(&label));
            raw(format!("<div id=\"at-{start}\" role=\"doc-footnote\"><sup>{label}</sup> "))
        }
        Event::End(TagEnd::FootnoteDefinition) => raw("</div>".to_owned()),
        Event::TaskListMarker(done) => raw(if done { "☑ " } else { "☐ " }.to_owned()),
        other => other,
    })
}

fn raw(html: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(html))
}

/// A run of text with its place. Where the run stands in the source letter by letter, the place is
/// just these letters; where it does not (an entity, say), it is the source that it came from.
fn span(text: &str, run: &str, range: Range<usize>) -> String {
    let source = text.get(range.clone()).unwrap_or_default();
    // code and notes carry their marks inside their range; an entity may contain what it stands for
    let place = match source.find(run).filter(|_| !source.starts_with('&')) {
        Some(at) => range.start + at..range.start + at + run.len(),
        None => range,
    };
    format!("<span data-s=\"{}\" data-e=\"{}\">{}</span>", place.start, place.end, escape(run))
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

fn sanitise(html: &str) -> String {
    let none = HashSet::new();
    let mut attributes: HashMap<&str, HashSet<&str>> = HashMap::from([
        ("a", HashSet::from(["title", "data-to"])),
        ("div", HashSet::from(["id", "role"])),
        ("span", HashSet::from(["data-s", "data-e"])),
        ("ol", HashSet::from(["start"])),
    ]);
    for level in ["h1", "h2", "h3", "h4", "h5", "h6"] {
        attributes.insert(level, HashSet::from(["id"]));
    }
    let mut set: HashMap<&str, HashMap<&str, &str>> =
        DIRECTED.iter().map(|tag| (*tag, HashMap::from([("dir", "auto")]))).collect();
    set.entry("th").or_default().insert("scope", "col");
    ammonia::Builder::default()
        .tags(HashSet::from(TAGS))
        .tag_attributes(attributes)
        .set_tag_attribute_values(set)
        .generic_attributes(none.clone())
        .url_schemes(none)
        .link_rel(None)
        .clean(html)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::page::Page;
    use proptest::prelude::*;

    #[test]
    fn markdown_becomes_safe_html() {
        for (markdown, expected) in [
            ("# A", "<h1 id=\"at-0\" dir=\"auto\"><span data-s=\"2\" data-e=\"3\">A</span></h1>"),
            ("a &amp; b", "<span data-s=\"2\" data-e=\"7\">&amp;</span>"),
            ("`x`", "<code><span data-s=\"1\" data-e=\"2\">x</span></code>"),
            (
                "[w](http://t \"u\")",
                "<a title=\"http://t\"><span data-s=\"1\" data-e=\"2\">w</span></a>",
            ),
            ("![alt](http://t)", "<p dir=\"auto\"><span data-s=\"2\" data-e=\"5\">alt</span></p>"),
            ("<script>x</script>", "&lt;script&gt;"),
            ("a <b onclick=x>c", "&lt;b onclick=x&gt;"),
            (
                "---\ntitle: T\n---\nbody",
                "<p dir=\"auto\"><span data-s=\"17\" data-e=\"21\">body</span></p>",
            ),
            ("|a|\n|-|\n|b|", " scope=\"col\""),
            (
                "a[^n]\n\n[^n]: b",
                "<sup><a data-to=\"7\"><span data-s=\"3\" data-e=\"4\">n</span></a></sup>",
            ),
            ("a[^n]\n\n[^n]: b", "<div id=\"at-7\" role=\"doc-footnote\"><sup>n</sup>"),
            ("T\n: d", "<dt dir=\"auto\"><span data-s=\"0\" data-e=\"1\">T</span></dt>"),
            ("- [x] done", "☑ <span"),
            ("|a|\n|-|\n|b|", "<td dir=\"auto\"><span data-s=\"9\" data-e=\"10\">b</span></td>"),
        ] {
            let html = sanitised_html(markdown);
            assert!(html.contains(expected), "{markdown}\n{html}");
        }
    }

    /// Reads the rendering as a browser would, and holds each element and attribute against the list.
    fn check_safe(markdown: &str) {
        let html = sanitised_html(markdown);
        let page = Page::parse(&html);
        for id in 1..page.len() {
            let tag = page.tag(id);
            let known =
                tag.is_empty() || ["html", "head", "body"].contains(&tag) || TAGS.contains(&tag);
            assert!(known, "<{tag}> of {markdown:?} in {html}");
            for (key, value) in page.attributes(id) {
                let number =
                    |value: &str| !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit());
                let sound = match key {
                    "data-s" | "data-e" | "data-to" | "start" => number(value),
                    "id" => value.strip_prefix("at-").is_some_and(number),
                    "dir" => value == "auto",
                    "scope" => value == "col",
                    "role" => value == "doc-footnote",
                    // a tooltip: shown as letters
                    "title" => tag == "a",
                    _ => false,
                };
                assert!(sound, "{key}={value:?} of {markdown:?} in {html}");
            }
        }
    }

    #[test]
    fn hostile_markup_is_letters() {
        for hostile in [
            "<script>alert(1)</script>",
            "<img src=x onerror=alert(1)>",
            "<svg><script>alert(1)</script></svg>",
            "<svg onload=alert(1)><animate onbegin=alert(1) attributeName=x></svg>",
            "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
            "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\">",
            "<template><script>alert(1)</script></template>",
            "<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>",
            "<base href=http://evil/><meta http-equiv=refresh content='0;url=http://evil'>",
            "<iframe srcdoc='<script>alert(1)</script>'></iframe><object data=x></object><embed src=x>",
            "<div style='background:url(http://evil)'>x</div><link rel=stylesheet href=http://evil>",
            "<a id=cookie name=body href='javascript:alert(1)'>x</a>",
            "[x](javascript:alert(1))",
            "[x](JaVaScRiPt:alert(1))",
            "[x](java&#x09;script:alert(1))",
            "[x](&#106;avascript:alert(1))",
            "[x](vbscript:msgbox)",
            "[x](data:text/html;base64,PHNjcmlwdD4=)",
            "[x]: javascript:alert(1)\n\n[x]",
            "<javascript:alert(1)>",
            "![x](http://evil/a.png \"t\\\" onerror=alert(1)\")",
            "[x](http://t \"\\\" onmouseover=alert(1) \\\"\")",
            "```x\" onclick=alert(1)\ncode\n```",
            "# a {#location onclick=x}",
            "[^\" onclick=x]: y\n\nz[^\" onclick=x]",
            "| a |\n|---|\n| <img src=x onerror=y> |",
            "T<b>\n: <script>x</script>",
            "\u{0}<scr\u{0}ipt>",
            "<!--><img src=x onerror=alert(1)>-->",
            "<![CDATA[<img src=x onerror=alert(1)>]]>",
            "<?php <script> ?>",
        ] {
            check_safe(hostile);
        }
    }

    #[test]
    fn depth_costs_no_stack() {
        for deep in
            [">".repeat(10_000), "- ".repeat(5_000), "<div>".repeat(10_000), "*a ".repeat(5_000)]
        {
            check_safe(&format!("{deep}x"));
        }
    }

    proptest! {
        #[test]
        fn nothing_runs_and_nothing_is_fetched(text in "([a-z]|[<>\"'=&;#*`()!/:\\[\\]\\n ]|<script>|<img src=x onerror=y>|<svg|javascript:|http://e){0,40}") {
            check_safe(&text);
        }
    }
}
