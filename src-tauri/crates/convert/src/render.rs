//! Markdown to HTML that is safe to show, with every run of text in a `<span data-s data-e>` whose
//! numbers are byte offsets into the Markdown: what a highlight is drawn from. Nothing remote is
//! left: pictures become their alternative text, links their words with the target as a tooltip.

use crate::markdown::dialect;
use pulldown_cmark::{CowStr, Event, Parser, Tag, TagEnd, html};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

const TAGS: [&str; 30] = [
    "a",
    "blockquote",
    "br",
    "code",
    "del",
    "div",
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

/// Renders `text`.
pub(crate) fn sanitised_html(text: &str) -> String {
    let mut raw = String::with_capacity(text.len() * 2);
    let mut silent = false;
    let events =
        Parser::new_ext(text, dialect()).into_offset_iter().filter_map(|(event, range)| {
            match event {
                Event::Start(Tag::MetadataBlock(_)) => silent = true,
                Event::End(TagEnd::MetadataBlock(_)) => silent = false,
                _ if !silent => return shown(text, event, range),
                _ => {}
            }
            None
        });
    html::push_html(&mut raw, events);
    sanitise(&raw)
}

/// The event as it may be shown; `None` drops it.
fn shown<'a>(text: &str, event: Event<'a>, range: Range<usize>) -> Option<Event<'a>> {
    Some(match event {
        Event::Text(run) => raw(span(text, &run, range)),
        Event::Code(run) => raw(format!("<code>{}</code>", span(text, &run, range))),
        // markup inside Markdown is shown as the letters it is, never as markup
        Event::Html(run) => raw(span(text, &run, range)),
        Event::InlineHtml(tag) if tag.starts_with("<br") => Event::HardBreak,
        Event::InlineHtml(run) => raw(span(text, &run, range)),
        Event::FootnoteReference(label) => raw(format!("<sup>{}</sup>", span(text, &label, range))),
        Event::Start(Tag::Link { dest_url, .. }) => {
            raw(format!("<a title=\"{}\">", escape(&dest_url)))
        }
        Event::End(TagEnd::Link) => raw("</a>".to_owned()),
        Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
        Event::Start(Tag::HtmlBlock) => raw("<p>".to_owned()),
        Event::End(TagEnd::HtmlBlock) => raw("</p>".to_owned()),
        Event::Start(Tag::FootnoteDefinition(label)) => {
            raw(format!("<div><sup>{}</sup> ", escape(&label)))
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
    let attributes = HashMap::from([
        ("a", HashSet::from(["title"])),
        ("span", HashSet::from(["data-s", "data-e"])),
        ("ol", HashSet::from(["start"])),
    ]);
    ammonia::Builder::default()
        .tags(HashSet::from(TAGS))
        .tag_attributes(attributes)
        .generic_attributes(none.clone())
        .url_schemes(none)
        .link_rel(None)
        .clean(html)
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn markdown_becomes_safe_html() {
        for (markdown, expected) in [
            ("# A", "<h1><span data-s=\"2\" data-e=\"3\">A</span></h1>"),
            ("a &amp; b", "<span data-s=\"2\" data-e=\"7\">&amp;</span>"),
            ("`x`", "<code><span data-s=\"1\" data-e=\"2\">x</span></code>"),
            (
                "[w](http://t \"u\")",
                "<a title=\"http://t\"><span data-s=\"1\" data-e=\"2\">w</span></a>",
            ),
            ("![alt](http://t)", "<p><span data-s=\"2\" data-e=\"5\">alt</span></p>"),
            ("<script>x</script>", "&lt;script&gt;"),
            ("a <b onclick=x>c", "&lt;b onclick=x&gt;"),
            ("---\ntitle: T\n---\nbody", "<p><span data-s=\"17\" data-e=\"21\">body</span></p>"),
            ("|a|\n|-|\n|b|", "<td><span data-s=\"9\" data-e=\"10\">b</span></td>"),
        ] {
            let html = sanitised_html(markdown);
            assert!(html.contains(expected), "{markdown}\n{html}");
        }
    }

    proptest! {
        #[test]
        fn nothing_runs_and_nothing_is_fetched(text in "([a-z]|[<>\"'=&;#*`()!/:\\[\\]\\n ]|<script>|<img src=x onerror=y>|<svg|javascript:|http://e){0,40}") {
            let html = sanitised_html(&text).to_lowercase();
            for tag in ["<script", "<img", "<svg", "<style", "<iframe", "href=", "src=\"", "<a on"] {
                prop_assert!(!html.contains(tag), "{} in {}", tag, html);
            }
        }
    }
}
