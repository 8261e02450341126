//! Formulas in MathML, as OpenDocument keeps them, as LaTeX.

use crate::office::Node;
use crate::office::math::{accent, function, push, symbols};

/// A formula in LaTeX, without dollar signs.
pub(super) fn latex(formula: &Node) -> String {
    let mut text = String::new();
    inside(formula, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn inside(node: &Node, into: &mut String) {
    node.nodes().for_each(|child| write(child, into));
}

/// The `at`-th part of an element, with braces around it unless it is one letter.
fn part(node: &Node, at: usize) -> String {
    let mut text = String::new();
    if let Some(child) = node.nodes().nth(at) {
        write(child, &mut text);
    }
    text.trim().to_owned()
}

fn write(node: &Node, into: &mut String) {
    match node.name.as_str() {
        "mi" => push(into, &function(&symbols(node.text().trim()))),
        "mn" | "mo" => push(into, &symbols(node.text().trim())),
        "mtext" | "ms" => push(into, &format!("\\text{{{}}}", symbols(node.text().trim()))),
        "mspace" => into.push(' '),
        "mfrac" => push(into, &format!("\\frac{{{}}}{{{}}}", part(node, 0), part(node, 1))),
        "msqrt" => {
            let mut of = String::new();
            inside(node, &mut of);
            push(into, &format!("\\sqrt{{{}}}", of.trim()));
        }
        "mroot" => push(into, &format!("\\sqrt[{}]{{{}}}", part(node, 1), part(node, 0))),
        "msup" => push(into, &format!("{}^{{{}}}", base(node), part(node, 1))),
        "msub" => push(into, &format!("{}_{{{}}}", base(node), part(node, 1))),
        "msubsup" | "munderover" => {
            push(into, &format!("{}_{{{}}}^{{{}}}", base(node), part(node, 1), part(node, 2)));
        }
        "munder" => push(into, &format!("{}_{{{}}}", base(node), part(node, 1))),
        "mover" => {
            let sign = node.nodes().nth(1).map(Node::text).unwrap_or_default();
            if is_accent(sign.trim()) {
                push(into, &format!("{}{{{}}}", accent(sign.trim()), part(node, 0)));
            } else {
                push(into, &format!("{}^{{{}}}", base(node), part(node, 1)));
            }
        }
        "mfenced" => {
            let open = node.attribute("open").unwrap_or("(");
            let close = node.attribute("close").unwrap_or(")");
            let parts: Vec<String> =
                (0..node.nodes().count().min(1000)).map(|at| part(node, at)).collect();
            push(into, &format!("{}{}{}", symbols(open), parts.join(", "), symbols(close)));
        }
        "mtable" => {
            let rows: Vec<String> = node
                .nodes()
                .map(|row| row.nodes().map(cell).collect::<Vec<_>>().join(" & "))
                .collect();
            push(into, &format!("\\begin{{matrix}}{}\\end{{matrix}}", rows.join(" \\\\ ")));
        }
        // the same formula in another language
        "annotation" | "annotation-xml" => {}
        _ => inside(node, into),
    }
}

/// Signs that stand on a letter, combining ones and those that look like them.
fn is_accent(sign: &str) -> bool {
    let mut letters = sign.chars();
    let is_sign = |letter: char| {
        matches!(letter, '\u{300}'..='\u{36f}' | '\u{20d7}') || "^~¯→˙¨ˇ˘".contains(letter)
    };
    letters.next().is_some_and(is_sign) && letters.next().is_none()
}

fn cell(node: &Node) -> String {
    let mut text = String::new();
    inside(node, &mut text);
    text.trim().to_owned()
}

/// What carries an index or power, in braces where it is more than one sign.
fn base(node: &Node) -> String {
    let base = part(node, 0);
    let is_one = base.chars().count() <= 1
        || base.strip_prefix('\\').is_some_and(|name| name.chars().all(char::is_alphabetic));
    if is_one { base } else { format!("{{{base}}}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn formulas_are_latex() {
        for (mathml, expected) in [
            ("<mfrac><mi>a</mi><mn>2</mn></mfrac>", "\\frac{a}{2}"),
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>≤</mo><mi>π</mi>", "x^{2}\\leq\\pi"),
            (
                "<msubsup><mo>∑</mo><mi>i</mi><mi>n</mi></msubsup><mi>sin</mi><mi>x</mi>",
                "\\sum_{i}^{n}\\sin x",
            ),
            ("<msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>n</mi></msup>", "{a+b}^{n}"),
            (
                "<mroot><mi>x</mi><mn>3</mn></mroot><msqrt><mi>y</mi></msqrt>",
                "\\sqrt[3]{x}\\sqrt{y}",
            ),
            ("<mover><mi>v</mi><mo>→</mo></mover>", "\\vec{v}"),
            ("<mover><mi>x</mi><mo>\u{302}</mo></mover>", "\\hat{x}"),
            ("<mover><mo>=</mo><mi>def</mi></mover>", "=^{\\operatorname{def}}"),
            (
                "<mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr></mtable>",
                "\\begin{matrix}a & b\\end{matrix}",
            ),
            ("<semantics><mi>a</mi><annotation>a</annotation></semantics>", "a"),
        ] {
            let formula = format!("<math>{mathml}</math>");
            let formula = xml::parse(formula.as_bytes(), Format::Odt).unwrap();
            assert_eq!(latex(&formula), expected, "{mathml}");
        }
    }
}
