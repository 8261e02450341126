//! What stands inside a paragraph: runs, links, notes, formulas. Deleted and hidden text is left
//! out, and letters that Markdown would take for markup are escaped, no others.

use super::xml::{Child, Node};

/// The words of a paragraph, and the text boxes that hang on it.
#[derive(Debug, Default)]
pub(super) struct Inline<'a> {
    /// Words, escaped.
    pub(super) text: String,
    /// Contents of text boxes, to be placed after the paragraph.
    pub(super) boxes: Vec<&'a Node>,
}

/// Collects a paragraph.
pub(super) fn read(paragraph: &Node) -> Inline<'_> {
    let mut inline = Inline::default();
    inline.walk(paragraph);
    inline
}

impl<'a> Inline<'a> {
    fn walk(&mut self, node: &'a Node) {
        for child in node.nodes() {
            match child.name.as_str() {
                "t" => push_escaped(&mut self.text, &child.text()),
                "tab" | "ptab" => self.text.push(' '),
                "br" | "cr" if child.attribute("type").is_none() => self.text.push('\n'),
                "noBreakHyphen" => self.text.push('-'),
                "footnoteReference" => self.note(child, ""),
                "endnoteReference" => self.note(child, "e"),
                "oMath" => self.formula(child),
                "txbxContent" => self.boxes.push(child),
                "r" if child.child("rPr").is_some_and(|run| run.is_on("vanish")) => {}
                // properties, deletions, field codes, the second copy of a drawing
                "pPr" | "rPr" | "del" | "moveFrom" | "instrText" | "delText" | "Fallback"
                | "tabs" | "sdtPr" | "rt" => {}
                _ => self.walk(child),
            }
        }
    }

    fn note(&mut self, node: &Node, mark: &str) {
        if let Some(id) = node.attribute("id").filter(|id| id.chars().all(char::is_alphanumeric)) {
            self.text.push_str(&format!("[^{mark}{id}]"));
        }
    }

    fn formula(&mut self, node: &Node) {
        let formula = linear(node);
        let formula = formula.trim();
        if !formula.is_empty() {
            self.text.push('$');
            push_escaped(&mut self.text, formula);
            self.text.push('$');
        }
    }
}

/// An Office formula in one line: fractions, powers, indices and roots with signs of their own.
fn linear(node: &Node) -> String {
    let part = |name: &str| node.child(name).map(linear).unwrap_or_default();
    let grouped = |name: &str| {
        let part = part(name);
        if part.chars().count() > 1 { format!("({part})") } else { part }
    };
    match node.name.as_str() {
        "f" => format!("{}/{}", grouped("num"), grouped("den")),
        "sSup" => format!("{}^{}", part("e"), grouped("sup")),
        "sSub" => format!("{}_{}", part("e"), grouped("sub")),
        "sSubSup" => format!("{}_{}^{}", part("e"), grouped("sub"), grouped("sup")),
        "rad" => format!("√({})", part("e")),
        "d" => format!("({})", part("e")),
        "t" => node.text(),
        name if name.ends_with("Pr") => String::new(),
        _ => node
            .children
            .iter()
            .map(|child| match child {
                Child::Node(node) => linear(node),
                Child::Text(_) => String::new(),
            })
            .collect(),
    }
}

/// Escapes what would be markup in the middle of a line.
fn push_escaped(into: &mut String, text: &str) {
    let mut letters = text.chars().peekable();
    let mut before = into.chars().next_back().unwrap_or(' ');
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let is_markup = match letter {
            '`' => true,
            '*' => !(before.is_whitespace() && after.is_whitespace()),
            '_' => !(before.is_alphanumeric() && after.is_alphanumeric()),
            '<' => after.is_alphabetic() || matches!(after, '/' | '!' | '?'),
            '&' => after.is_alphabetic() || after == '#',
            '\\' => after.is_ascii_punctuation(),
            '~' => before == '~' || after == '~',
            ']' => matches!(after, '(' | '['),
            _ => false,
        };
        if is_markup {
            into.push('\\');
        }
        into.push(if letter == '\n' || letter == '\u{a0}' { ' ' } else { letter });
        before = letter;
    }
}

/// Escapes what would start a block at the beginning of each line.
pub(super) fn escape_line_starts(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escape_start(line.trim())).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn escape_start(line: &str) -> String {
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let is_number = (1..=9).contains(&digits)
        && matches!(line.chars().nth(digits), Some('.' | ')'))
        && line.chars().nth(digits + 1).is_none_or(char::is_whitespace);
    if is_number {
        let (number, rest) = line.split_at_checked(digits).unwrap_or((line, ""));
        return format!("{number}\\{rest}");
    }
    let starts_block = match line.chars().next() {
        Some('#' | '>' | '=' | '|') => true,
        Some('-' | '+') => {
            line.chars().nth(1).is_none_or(|next| next.is_whitespace() || next == '-')
        }
        Some('~') => line.starts_with("~~~"),
        Some('[') => line.contains("]:"),
        _ => false,
    };
    if starts_block { format!("\\{line}") } else { line.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_markup_is_escaped() {
        for (words, expected) in [
            ("snake_case and 2 * 3 < 4 & more", "snake_case and 2 * 3 < 4 & more"),
            ("*bold* `x` <b> &amp; [a](b)", "\\*bold\\* \\`x\\` \\<b> \\&amp; [a\\](b)"),
            ("[1] see note", "[1] see note"),
        ] {
            let mut escaped = String::new();
            push_escaped(&mut escaped, words);
            assert_eq!(escaped, expected);
        }
        for (line, expected) in [
            ("# no heading", "\\# no heading"),
            ("1. no item", "1\\. no item"),
            ("1.5 mg", "1.5 mg"),
            ("-5 °C", "-5 °C"),
            ("- no item", "\\- no item"),
        ] {
            assert_eq!(escape_line_starts(line), expected);
        }
    }
}
