//! XHTML for an HTML parser: `<a id="x"/>` closes itself there, and an HTML parser would take all that
//! follows for its content. Only such tags and CDATA sections are written anew.

/// Elements that are empty in HTML as well.
const VOID: &str = " area base br col embed hr img input link meta param source track wbr ";

/// Whether the text says that it is XHTML.
pub(super) fn is_xhtml(text: &str) -> bool {
    let head: String = text.chars().take(1024).collect();
    head.trim_start().starts_with("<?xml") || head.contains("http://www.w3.org/1999/xhtml")
}

/// The same page for an HTML parser.
pub(super) fn as_html(text: &str) -> String {
    let mut html = String::with_capacity(text.len() + 64);
    let mut rest = text;
    while let Some((before, tag)) = rest.split_once('<') {
        html.push_str(before);
        if let Some(letters) = tag.strip_prefix("![CDATA[") {
            let (letters, after) = letters.split_once("]]>").unwrap_or((letters, ""));
            html.push_str(&letters.replace('&', "&amp;").replace('<', "&lt;"));
            rest = after;
        } else if let Some(comment) = tag.strip_prefix("!--") {
            rest = comment.split_once("-->").map_or("", |(_, after)| after);
        } else if tag.starts_with('?') {
            rest = tag.split_once("?>").map_or("", |(_, after)| after);
        } else {
            rest = copy_tag(tag, &mut html);
        }
    }
    html.push_str(rest);
    html
}

/// Copies one tag, opened out where it closes itself; gives what follows it.
fn copy_tag<'a>(tag: &'a str, html: &mut String) -> &'a str {
    let mut quote = None;
    let end = tag.char_indices().find(|(_, letter)| match (quote, *letter) {
        (None, '>') => true,
        (None, '"' | '\'') => {
            quote = Some(*letter);
            false
        }
        (Some(open), letter) if open == letter => {
            quote = None;
            false
        }
        _ => false,
    });
    let Some((end, _)) = end else {
        html.push_str("&lt;");
        return tag;
    };
    let (inner, after) = (tag.get(..end).unwrap_or(""), tag.get(end + 1..).unwrap_or(""));
    let name = inner.split(|c: char| c.is_whitespace() || c == '/').next().unwrap_or("");
    let is_void = VOID.contains(&format!(" {} ", name.to_ascii_lowercase()));
    html.push('<');
    match inner.strip_suffix('/') {
        Some(open) if !name.is_empty() && !is_void => {
            html.push_str(open);
            html.push_str("></");
            html.push_str(name);
        }
        _ => html.push_str(inner),
    }
    html.push('>');
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_closes_itself_is_closed() {
        for (xhtml, html) in [
            ("<title/><p>a<a id=\"x>y\"/>b</p>", "<title></title><p>a<a id=\"x>y\"></a>b</p>"),
            ("<br/><img src='a'/>", "<br/><img src='a'/>"),
            ("<![CDATA[a<b&]]>c", "a&lt;b&amp;c"),
            ("<?xml version='1.0'?><!-- <p/> -->x <", "x &lt;"),
        ] {
            assert_eq!(as_html(xhtml), html);
        }
    }
}
