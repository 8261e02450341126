//! Pages and the Markdown that is expected of them.

use super::*;
use types::BlockKind;

fn converted(page: &str) -> ConvertedText {
    convert(page.as_bytes(), &Limits::default()).unwrap()
}

fn check(page: &str, expected: &str) {
    assert_eq!(converted(page).text.trim_end(), expected, "{page}");
}

#[test]
fn scripts_go_and_words_stay() {
    let page = "<html><head><title>The title</title><script>steal()</script></head><body>\
        <h2>Head</h2><p>One <a href='/y'>link</a> and <img alt='a *duck*' src='http://t'>.</p>\
        <style>p{}</style><ul><li>item</li></ul><iframe src='x'>frame</iframe></body></html>";
    let converted = converted(page);
    assert_eq!(converted.title.as_deref(), Some("The title"));
    assert_eq!(converted.text, "## Head\n\nOne link and a \\*duck\\*.\n\n- item\n");
}

#[test]
fn the_stated_encoding_is_used() {
    let page = b"<meta http-equiv=x content='text/html; charset=ISO-8859-2'><p>\xb1\xe6\xea";
    let text = convert(page, &Limits::default()).unwrap().text;
    assert_eq!(text.trim(), "\u{105}\u{107}\u{119}");
}

#[test]
fn headings_keep_their_level() {
    check("<h1>A</h1><p>b<h3>C <a class=anchor href=#c>#</a></h3><h2></h2>", "# A\n\nb\n\n### C");
    check("<div role=heading aria-level=4>D</div>e", "#### D\n\ne");
    check("<h2><button>Opens</button></h2><button>Go</button><p>x", "## Opens\n\nx");
}

#[test]
fn lists_nest_and_count() {
    check(
        "<ul><li>a<ul><li>b</ul><li><p>c</p><p>d</p></ul><ol start=42><li>e<li value=50>f</ol>",
        "- a\n  - b\n- c\n\n  d\n\n42. e\n50. f",
    );
    check("<ol type=a><li>x<li>y</ol>", "- (a) x\n- (b) y");
    check("<ol><li>x</ol><ol><li>y</ol>", "1. x\n\n1) y");
    check(
        "<ul><li><input type=checkbox checked> done<li><input type=checkbox> not</ul>",
        "- [x] done\n- [ ] not",
    );
    check("<ul><li><h3>A</h3><p>b</ul>", "### A\n\nb");
}

#[test]
fn definition_lists_read_as_a_glossary() {
    check(
        "<dl><dt>Agent<dd>One who acts.<dt>Force<dt>Power<dd>Might.<dd><p>Strength.</dl>",
        "Agent\n: One who acts.\n\nForce  \nPower\n: Might.\n: Strength.",
    );
    let blocks = converted("<dl><dt>A<dd>b<dt>C<dd>d</dl>").blocks;
    assert!(blocks.iter().all(|block| block.kind == BlockKind::ListItem), "{blocks:?}");
    assert_eq!(blocks.len(), 2);
}

#[test]
fn tables_become_tables() {
    for (page, expected) in [
        ("<table><tr><th>a<th>b<tr><td>1<td>2</table>", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        (
            "<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d|e</table>",
            "| a | b | b |\n| --- | --- | --- |\n| a | c | d\\|e |",
        ),
        (
            "<table><caption>T</caption><tr><th>x<th>y<tr><td>1<br>2<td><ul><li>p<li>q</ul></table>",
            "T\n\n| x | y |\n| --- | --- |\n| 1 2 | p; q |",
        ),
        ("<table><tr><td><h1>Menu</h1><td>text</table>", "# Menu\n\ntext"),
        ("<table role=presentation><tr><td>a<td>b</table>", "a\n\nb"),
    ] {
        check(page, expected);
    }
}

#[test]
fn code_quotations_and_folded_parts() {
    check(
        "<pre><code class='language-rust'>fn a() {\n    ```\n}</code></pre>",
        "````rust\nfn a() {\n    ```\n}\n````",
    );
    check("<blockquote><p>a<p>b</blockquote>", "> a\n>\n> b");
    check("<details><summary>More</summary><p>x</details>", "**More**\n\nx");
    check(
        "<figure><img alt='A duck' src=x><figcaption>Figure 1. Bird</figcaption></figure>",
        "A duck\n\nFigure 1. Bird",
    );
    check("10<sup>6</sup> m, H<sub>2</sub>O", "10^6 m, H2O");
    check("<p>a<br>b<br><br>c", "a  \nb\n\nc");
}

#[test]
fn footnotes_are_footnotes() {
    check(
        "<p>Text<sup><a href='#fn1' id='fnref1'>1</a></sup>.</p><section class=footnotes><ol>\
         <li id=fn1><p>The note. <a href='#fnref1'>↩</a></p></li></ol></section>",
        "Text[^1].\n\n[^1]: The note.",
    );
    // a list of sources stays a list
    check(
        "<p>Text<sup><a href='#cite_note-1'>[1]</a></sup></p><ol><li id=cite_note-1>Source</ol>",
        "Text[1]\n\n1. Source",
    );
}

#[test]
fn menus_go_and_content_stays() {
    let words = "Words that are content and go on for a while. ".repeat(5);
    let page = format!(
        "<header><a href=/>Site</a></header><nav><a href=/a>Menu</a></nav><div id=cookie-banner>We use cookies</div>\
         <main><header><h1>Title</h1></header><p>{words}</p><aside>Beside</aside></main>\
         <ul><li><a href=/b>Elsewhere</a></ul><footer>Imprint</footer>"
    );
    let text = converted(&page).text;
    for gone in ["Site", "Menu", "cookies", "Elsewhere", "Imprint"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    for kept in ["# Title", "content", "Beside"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    // where nearly all would go, nothing does
    check("<nav><a href=/a>One</a></nav><p>b", "One\n\nb");
    check("<header><p>Only this</header>", "Only this");
}

#[test]
fn what_stands_in_an_article_stays_with_it() {
    let words =
        "The tide came in before noon, and by evening the meadows lay under water. ".repeat(4);
    let page = format!(
        "<title>High water - Courier</title><div class=menu><a href=/a>Shop</a> <a href=/b>Sport</a></div>\
         <div class=entry-content><h1>High water</h1><p>{words}<p>{words}<table><tr><th>Gauge<th>cm<tr><td>Holm<td>612</table>\
         <p>{words}<ul><li>first dyke<li>second dyke</ul><p>{words}</div>\
         <div class=related-posts><h3>Related</h3><ul><li><a href=/c>Ten gardens to visit</a><li><a href=/d>A quiet return</a></ul></div>"
    );
    let text = converted(&page).text;
    for kept in ["# High water", "meadows", "| Holm | 612 |", "- second dyke"] {
        assert!(text.contains(kept), "{kept}: {text}");
    }
    for gone in ["Shop", "Ten gardens"] {
        assert!(!text.contains(gone), "{gone}: {text}");
    }
    // a page of results has no article, and keeps them
    let results: String = (0..9)
        .map(|n| format!("<div class=result><h3><a href=/{n}>Map {n}</a></h3><p>A sheet.</div>"))
        .collect();
    assert!(
        converted(&format!("<nav><a href=/>Home</a></nav>{results}")).text.contains("### Map 8")
    );
}

#[test]
fn depth_costs_no_stack() {
    for tag in ["div", "b", "ul><li", "blockquote", "table><tr><td", "dl><dd", "span"] {
        let page = format!("{}deep words", format!("<{tag}>").repeat(3_000));
        assert!(converted(&page).text.contains("deep words"), "{tag}");
    }
}

#[test]
fn odd_pages_are_read() {
    check("<p>漢字<ruby>東<rt>とう</rt></ruby>", "漢字東(とう)");
    check("<p dir=rtl>שלום עולם", "שלום עולם");
    check("", "");
    check("<table></table><ul></ul><h1></h1>", "");
    check("just words & <b>bold</b>", "just words & **bold**");
    check(
        "<p>see <a href='https://doi.org/10.1000/1'>the paper</a>",
        "see [the paper](https://doi.org/10.1000/1)",
    );
}

/// Tags, attributes and letters as they never stand in a sane page.
const SOUP: [&str; 44] = [
    "<p>",
    "</p>",
    "<div>",
    "</div>",
    "<h1>",
    "</h1>",
    "<h3>",
    "<ul>",
    "<ol start=7>",
    "<li>",
    "</ul>",
    "<dl>",
    "<dt>",
    "<dd>",
    "<table>",
    "<tr>",
    "<td colspan=3 rowspan=9>",
    "<th>",
    "</table>",
    "<caption>",
    "<pre>",
    "<code>",
    "</code>",
    "<blockquote>",
    "<a href='https://x/(y)'>",
    "<a href='#fn1'>",
    "</a>",
    "<li id=fn1>",
    "<sup>",
    "<b>",
    "<i>",
    "</b>",
    "<br>",
    "<img alt='x]('>",
    "<input type=checkbox>",
    "<details><summary>",
    "<math><mfrac>",
    "<nav>",
    "<main>",
    "<!--",
    "-->",
    " # ` | \\ * _ [x](y) ",
    "é漢\u{ad}",
    "\n: 1. - > \n",
];

proptest::proptest! {
    #[test]
    fn any_soup_is_sound_text(tokens in proptest::collection::vec(0usize..SOUP.len(), 0..60)) {
        let page: String = tokens.iter().map(|at| SOUP[*at]).collect();
        let limits = Limits::default();
        let converted = convert(page.as_bytes(), &limits).unwrap();
        assert!(crate::validate::is_sound(&converted, &limits), "{page}\n{converted:?}");
        // and what is shown of it is its text
        crate::render::sanitised_html(&converted.text);
    }
}
