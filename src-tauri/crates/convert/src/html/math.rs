//! Formulas: the TeX that a page keeps beside them, or their signs on one line. Computes nothing.

use super::page::{Id, Page};

/// A `math` element as running text.
pub(super) fn text(page: &Page, id: Id) -> String {
    let annotation = page.inside(id).find(|id| {
        let encoding = page.attribute(*id, "encoding").unwrap_or_default();
        page.tag(*id) == "annotation" && encoding.to_ascii_lowercase().contains("tex")
    });
    let tex = annotation
        .map(|id| page.words(id))
        .or_else(|| page.attribute(id, "alttext").map(str::to_owned))
        .filter(|tex| !tex.trim().is_empty());
    match tex {
        Some(tex) => format!("${}$", tex.trim()),
        None => {
            let mut line = String::new();
            linear(page, id, 0, &mut line);
            line
        }
    }
}

/// Fractions, powers and roots by their usual signs on a line.
fn linear(page: &Page, id: Id, depth: usize, line: &mut String) {
    const DEPTH: usize = 60;
    let children: Vec<Id> = page
        .children(id)
        .filter(|id| !page.tag(*id).is_empty() || !page.text(*id).trim().is_empty())
        .filter(|id| !page.tag(*id).starts_with("annotation"))
        .collect();
    if depth > DEPTH {
        return line.push_str(&page.words(id));
    }
    let sign = match page.tag(id) {
        "mfrac" => Some("/"),
        "msup" | "mover" => Some("^"),
        "msub" | "munder" => Some("_"),
        _ => None,
    };
    match (sign, children.as_slice()) {
        (Some(sign), [one, other]) => {
            group(page, *one, depth, line);
            line.push_str(sign);
            group(page, *other, depth, line);
        }
        (_, [base, below, above]) if matches!(page.tag(id), "msubsup" | "munderover") => {
            group(page, *base, depth, line);
            line.push('_');
            group(page, *below, depth, line);
            line.push('^');
            group(page, *above, depth, line);
        }
        _ => {
            if page.tag(id) == "msqrt" {
                line.push('\u{221a}');
            }
            if page.tag(id).is_empty() {
                line.push_str(page.text(id).trim());
            }
            children.iter().for_each(|child| linear(page, *child, depth + 1, line));
        }
    }
}

/// One side, in brackets where it is more than one sign.
fn group(page: &Page, id: Id, depth: usize, line: &mut String) {
    let mut part = String::new();
    linear(page, id, depth + 1, &mut part);
    let is_one = part.chars().all(char::is_alphanumeric);
    line.push_str(&if is_one { part } else { format!("({part})") });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tex_first_then_signs() {
        for (html, expected) in [
            ("<math alttext='x^2'><mi>x</mi></math>", "$x^2$"),
            (
                "<math><mfrac><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow><mi>b</mi></mfrac></math>",
                "(a+1)/b",
            ),
            ("<math><msup><mi>x</mi><mn>2</mn></msup></math>", "x^2"),
        ] {
            let page = Page::parse(html);
            assert_eq!(text(&page, page.find(0, "math").unwrap()), expected);
        }
    }
}
