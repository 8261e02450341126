//! Office formulas (OMML, ECMA-376 part 1 chapter 22) as LaTeX. What has no counterpart is written as
//! its letters; nothing is computed.

use super::xml::{Child, Node};

/// A formula in LaTeX, without dollar signs.
pub(crate) fn latex(formula: &Node) -> String {
    let mut text = String::new();
    inside(formula, &mut text);
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What stands in an element, one after another.
fn inside(node: &Node, into: &mut String) {
    for child in &node.children {
        if let Child::Node(node) = child {
            write(node, into);
        }
    }
}

fn part(node: &Node, name: &str) -> String {
    let mut text = String::new();
    if let Some(child) = node.child(name) {
        inside(child, &mut text);
    }
    text.trim().to_owned()
}

/// `m:val` of a property: of `chr` in `naryPr`, say.
fn property<'a>(node: &'a Node, properties: &str, name: &str) -> Option<&'a str> {
    node.child(properties)?.child(name).map(|node| node.attribute("val").unwrap_or(""))
}

fn is_on(node: &Node, properties: &str, name: &str) -> bool {
    node.child(properties).is_some_and(|properties| properties.is_on(name))
}

fn write(node: &Node, into: &mut String) {
    match node.name.as_str() {
        "r" => run(node, into),
        "f" => fraction(node, into),
        "sSup" => push(into, &format!("{}^{{{}}}", base(node), part(node, "sup"))),
        "sSub" => push(into, &format!("{}_{{{}}}", base(node), part(node, "sub"))),
        "sSubSup" => {
            let (sub, sup) = (part(node, "sub"), part(node, "sup"));
            push(into, &format!("{}_{{{sub}}}^{{{sup}}}", base(node)));
        }
        "sPre" => {
            let (sub, sup) = (part(node, "sub"), part(node, "sup"));
            push(into, &format!("{{}}_{{{sub}}}^{{{sup}}}{}", part(node, "e")));
        }
        "rad" => match part(node, "deg") {
            degree if degree.is_empty() || is_on(node, "radPr", "degHide") => {
                push(into, &format!("\\sqrt{{{}}}", part(node, "e")));
            }
            degree => push(into, &format!("\\sqrt[{degree}]{{{}}}", part(node, "e"))),
        },
        "nary" => nary(node, into),
        "d" => delimited(node, into),
        "func" => {
            let (name, of) = (part(node, "fName"), part(node, "e"));
            push(into, &format!("{}{{{of}}}", function(&name)));
        }
        "limLow" => limit(node, "_", "\\underset", into),
        "limUpp" => limit(node, "^", "\\overset", into),
        "acc" => {
            let sign = accent(property(node, "accPr", "chr").unwrap_or("\u{302}"));
            push(into, &format!("{sign}{{{}}}", part(node, "e")));
        }
        "bar" => {
            let is_top = property(node, "barPr", "pos") == Some("top");
            let sign = if is_top { "\\overline" } else { "\\underline" };
            push(into, &format!("{sign}{{{}}}", part(node, "e")));
        }
        "groupChr" => {
            let is_top = property(node, "groupChrPr", "pos") == Some("top");
            let sign = if is_top { "\\overbrace" } else { "\\underbrace" };
            push(into, &format!("{sign}{{{}}}", part(node, "e")));
        }
        "borderBox" => push(into, &format!("\\boxed{{{}}}", part(node, "e"))),
        "phant"
            if property(node, "phantPr", "show")
                .is_some_and(|on| matches!(on, "0" | "off" | "false")) => {}
        "m" => {
            let rows = node.nodes().filter(|row| row.name == "mr");
            let rows: Vec<String> = rows.map(|row| elements(row).join(" & ")).collect();
            push(into, &format!("\\begin{{matrix}}{}\\end{{matrix}}", rows.join(" \\\\ ")));
        }
        "eqArr" => {
            let rows = elements(node).join(" \\\\ ");
            push(into, &format!("\\begin{{aligned}}{rows}\\end{{aligned}}"));
        }
        // Word's own runs and tracked changes in a formula
        "t" => push(into, &symbols(&node.text())),
        "del" | "moveFrom" => {}
        name if name.ends_with("Pr") => {}
        _ => inside(node, into),
    }
}

/// The `m:e` of a node, one by one.
fn elements(node: &Node) -> Vec<String> {
    let elements = node.nodes().filter(|child| child.name == "e");
    let text = |element| {
        let mut text = String::new();
        inside(element, &mut text);
        text.trim().to_owned()
    };
    elements.map(text).collect()
}

/// What carries an index or power; in braces where it has one of its own.
fn base(node: &Node) -> String {
    let base = part(node, "e");
    let is_nested = node.child("e").is_some_and(|e| {
        e.nodes().any(|child| matches!(child.name.as_str(), "sSup" | "sSub" | "sSubSup"))
    });
    if is_nested || base.is_empty() { format!("{{{base}}}") } else { base }
}

fn run(node: &Node, into: &mut String) {
    let letters: String = node.nodes().filter(|child| child.name == "t").map(Node::text).collect();
    let style = property(node, "rPr", "sty");
    let is_text =
        is_on(node, "rPr", "nor") && letters.chars().filter(|c| c.is_alphabetic()).count() > 1;
    let name = letters.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{2061}');
    if is_text {
        push(into, &format!("\\text{{{}}}", escaped(&letters)));
    } else if style == Some("p") && FUNCTIONS.contains(&name) {
        push(into, &format!("\\{name}"));
    } else {
        push(into, &symbols(&letters));
    }
}

fn fraction(node: &Node, into: &mut String) {
    let (above, below) = (part(node, "num"), part(node, "den"));
    push(
        into,
        &match property(node, "fPr", "type") {
            Some("lin") => format!("{{{above}}}/{{{below}}}"),
            Some("noBar") => format!("{{{above} \\atop {below}}}"),
            _ => format!("\\frac{{{above}}}{{{below}}}"),
        },
    );
}

fn nary(node: &Node, into: &mut String) {
    let mut sign = symbols(property(node, "naryPr", "chr").unwrap_or("∫")).trim().to_owned();
    for (name, mark) in [("sub", '_'), ("sup", '^')] {
        let limit = part(node, name);
        if !limit.is_empty() {
            sign.push_str(&format!("{mark}{{{limit}}}"));
        }
    }
    push(into, &sign);
    push(into, &format!("{{{}}}", part(node, "e")));
}

fn delimited(node: &Node, into: &mut String) {
    let sign = |name: &str, default: &str| -> String {
        match property(node, "dPr", name).unwrap_or(default) {
            "" => ".".to_owned(),
            "{" => "\\{".to_owned(),
            "}" => "\\}".to_owned(),
            "‖" => "\\|".to_owned(),
            other => symbols(other).trim().to_owned(),
        }
    };
    let separator = property(node, "dPr", "sepChr").unwrap_or("|");
    let words = elements(node).join(&symbols(separator));
    let (open, close) = (sign("begChr", "("), sign("endChr", ")"));
    push(into, &format!("\\left{open}"));
    push(into, &words);
    push(into, &format!("\\right{close}"));
}

fn limit(node: &Node, mark: &str, set: &str, into: &mut String) {
    let (of, limit) = (part(node, "e"), part(node, "lim"));
    let name = function(&of);
    let is_operator = name.starts_with('\\') && name.chars().skip(1).all(char::is_alphabetic);
    if is_operator {
        push(into, &format!("{name}{mark}{{{limit}}}"));
    } else {
        push(into, &format!("{set}{{{limit}}}{{{of}}}"));
    }
}

/// A function by its name: `\sin`; one that LaTeX does not know upright.
pub(crate) fn function(name: &str) -> String {
    let plain = name.trim_matches(|letter: char| letter.is_whitespace() || letter == '\u{2061}');
    if FUNCTIONS.contains(&plain) {
        format!("\\{plain}")
    } else if plain.len() > 1 && plain.chars().all(char::is_alphabetic) {
        format!("\\operatorname{{{plain}}}")
    } else {
        name.to_owned()
    }
}

const FUNCTIONS: [&str; 29] = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "det", "dim",
    "exp", "gcd", "inf", "ker", "lg", "lim", "ln", "log", "max", "min", "sec", "sin", "sinh",
    "sup", "tan", "tanh", "Pr",
];

/// The command of an accent.
pub(crate) fn accent(sign: &str) -> &'static str {
    match sign {
        "\u{300}" => "\\grave",
        "\u{301}" => "\\acute",
        "\u{303}" | "~" => "\\tilde",
        "\u{304}" | "\u{305}" | "¯" => "\\overline",
        "\u{306}" => "\\breve",
        "\u{307}" => "\\dot",
        "\u{308}" => "\\ddot",
        "\u{30c}" => "\\check",
        "\u{20d7}" | "→" => "\\vec",
        _ => "\\hat",
    }
}

/// Adds a part; a command's name is kept apart from the letter after it.
pub(crate) fn push(into: &mut String, part: &str) {
    let name_length = into.chars().rev().take_while(char::is_ascii_alphabetic).count();
    let ends_in_command = name_length > 0 && into.chars().rev().nth(name_length) == Some('\\');
    if ends_in_command && part.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
        into.push(' ');
    }
    into.push_str(part);
}

/// What LaTeX would take for markup.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars().filter(|letter| !letter.is_control()) {
        match letter {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', letter]),
            '\\' => push(&mut escaped, "\\backslash"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

/// Letters of a formula: signs by their commands, markup escaped, letters of mathematical alphabets
/// as plain ones.
pub(crate) fn symbols(text: &str) -> String {
    let mut formula = String::with_capacity(text.len());
    for letter in text.chars().map(plain_letter) {
        if let Some((_, name)) = SIGNS.iter().find(|(sign, _)| *sign == letter) {
            push(&mut formula, &format!("\\{name}"));
            continue;
        }
        match letter {
            // function application, invisible times and separator, marks of direction
            _ if language::is_invisible(letter) => {}
            // apart, so that Markdown sees neither a tag nor emphasis
            '<' => push(&mut formula, " < "),
            '*' => push(&mut formula, "\\ast"),
            '−' | '‐' => push(&mut formula, "-"),
            '`' => {}
            _ if letter.is_whitespace() => formula.push(' '),
            _ => push(&mut formula, &escaped(&letter.to_string())),
        }
    }
    formula
}

/// Letters of the mathematical alphabets (U+1D400 to U+1D7FF) as plain ones.
fn plain_letter(letter: char) -> char {
    let code = u32::from(letter);
    match code {
        0x1d6a8..=0x1d7cb => {
            const REST: [char; 7] = ['∂', 'ϵ', 'ϑ', 'ϰ', 'ϕ', 'ϱ', 'ϖ'];
            let at = (code - 0x1d6a8) % 58;
            match at {
                0..25 => char::from_u32(u32::from('Α') + at).unwrap_or(letter),
                25 => '∇',
                26..51 => char::from_u32(u32::from('α') + at - 26).unwrap_or(letter),
                _ => REST.get(at as usize - 51).copied().unwrap_or(letter),
            }
        }
        0x1d400..=0x1d6a3 => {
            let at = (code - 0x1d400) % 52;
            let first = if at < 26 { u32::from('A') } else { u32::from('a') - 26 };
            char::from_u32(first + at).unwrap_or(letter)
        }
        0x1d7ce..=0x1d7ff => {
            char::from_u32(u32::from('0') + (code - 0x1d7ce) % 10).unwrap_or(letter)
        }
        0x210e => 'h',
        _ => letter,
    }
}

const SIGNS: [(char, &str); 121] = [
    ('α', "alpha"),
    ('β', "beta"),
    ('γ', "gamma"),
    ('δ', "delta"),
    ('ε', "varepsilon"),
    ('ϵ', "epsilon"),
    ('ζ', "zeta"),
    ('η', "eta"),
    ('θ', "theta"),
    ('ϑ', "vartheta"),
    ('ι', "iota"),
    ('κ', "kappa"),
    ('λ', "lambda"),
    ('μ', "mu"),
    ('µ', "mu"),
    ('ν', "nu"),
    ('ξ', "xi"),
    ('π', "pi"),
    ('ϖ', "varpi"),
    ('ρ', "rho"),
    ('ϱ', "varrho"),
    ('σ', "sigma"),
    ('ς', "varsigma"),
    ('τ', "tau"),
    ('υ', "upsilon"),
    ('φ', "varphi"),
    ('ϕ', "phi"),
    ('χ', "chi"),
    ('ψ', "psi"),
    ('ω', "omega"),
    ('Γ', "Gamma"),
    ('Δ', "Delta"),
    ('Θ', "Theta"),
    ('Λ', "Lambda"),
    ('Ξ', "Xi"),
    ('Π', "Pi"),
    ('Σ', "Sigma"),
    ('Υ', "Upsilon"),
    ('Φ', "Phi"),
    ('Ψ', "Psi"),
    ('Ω', "Omega"),
    ('∞', "infty"),
    ('∂', "partial"),
    ('∇', "nabla"),
    ('∑', "sum"),
    ('∏', "prod"),
    ('∐', "coprod"),
    ('∫', "int"),
    ('∬', "iint"),
    ('∭', "iiint"),
    ('∮', "oint"),
    ('±', "pm"),
    ('∓', "mp"),
    ('×', "times"),
    ('÷', "div"),
    ('⋅', "cdot"),
    ('·', "cdot"),
    ('∗', "ast"),
    ('∘', "circ"),
    ('∙', "bullet"),
    ('≤', "leq"),
    ('≥', "geq"),
    ('≪', "ll"),
    ('≫', "gg"),
    ('≠', "neq"),
    ('≈', "approx"),
    ('≡', "equiv"),
    ('∼', "sim"),
    ('≃', "simeq"),
    ('≅', "cong"),
    ('∝', "propto"),
    ('∈', "in"),
    ('∉', "notin"),
    ('∋', "ni"),
    ('⊂', "subset"),
    ('⊃', "supset"),
    ('⊆', "subseteq"),
    ('⊇', "supseteq"),
    ('∩', "cap"),
    ('∪', "cup"),
    ('⋂', "bigcap"),
    ('⋃', "bigcup"),
    ('∅', "emptyset"),
    ('∀', "forall"),
    ('∃', "exists"),
    ('∄', "nexists"),
    ('¬', "neg"),
    ('∧', "wedge"),
    ('∨', "vee"),
    ('⊕', "oplus"),
    ('⊗', "otimes"),
    ('⊥', "perp"),
    ('∥', "parallel"),
    ('∠', "angle"),
    ('→', "rightarrow"),
    ('←', "leftarrow"),
    ('↔', "leftrightarrow"),
    ('⇒', "Rightarrow"),
    ('⇐', "Leftarrow"),
    ('⇔', "Leftrightarrow"),
    ('↦', "mapsto"),
    ('↑', "uparrow"),
    ('↓', "downarrow"),
    ('…', "ldots"),
    ('⋯', "cdots"),
    ('⋮', "vdots"),
    ('⋱', "ddots"),
    ('ℏ', "hbar"),
    ('ℓ', "ell"),
    ('ℜ', "Re"),
    ('ℑ', "Im"),
    ('ℵ', "aleph"),
    ('√', "surd"),
    ('⟨', "langle"),
    ('⟩', "rangle"),
    ('⌈', "lceil"),
    ('⌉', "rceil"),
    ('⌊', "lfloor"),
    ('⌋', "rfloor"),
    ('†', "dagger"),
    ('′', "prime"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::office::xml;
    use types::Format;

    #[test]
    fn formulas_are_latex() {
        let run = |letters: &str| format!("<r><t>{letters}</t></r>");
        let (a, b, n) = (run("a"), run("b"), run("n"));
        for (omml, expected) in [
            (format!("<f><num>{a}</num><den>{b}</den></f>"), "\\frac{a}{b}"),
            (format!("<f><fPr><type val='lin'/></fPr><num>{a}</num><den>{b}</den></f>"), "{a}/{b}"),
            (format!("<sSup><e>{a}</e><sup>{b}</sup></sSup>"), "a^{b}"),
            (format!("<sSubSup><e>{a}</e><sub>{b}</sub><sup>{n}</sup></sSubSup>"), "a_{b}^{n}"),
            (format!("<rad><radPr><degHide val='1'/></radPr><deg/><e>{a}</e></rad>"), "\\sqrt{a}"),
            (format!("<rad><deg>{n}</deg><e>{a}</e></rad>"), "\\sqrt[n]{a}"),
            (
                format!(
                    "<nary><naryPr><chr val='∑'/></naryPr><sub>{a}</sub><sup>{b}</sup><e>{n}</e></nary>"
                ),
                "\\sum_{a}^{b}{n}",
            ),
            (format!("<nary><sub/><sup/><e>{a}</e></nary>"), "\\int{a}"),
            (
                format!("<d><dPr><begChr val='{{'/><endChr val=''/></dPr><e>{a}</e></d>"),
                "\\left\\{a\\right.",
            ),
            (format!("<d><e>{a}</e><e>{b}</e></d>"), "\\left(a|b\\right)"),
            (format!("<func><fName>{}</fName><e>{a}</e></func>", run("sin")), "\\sin{a}"),
            (
                format!("<limLow><e>{}</e><lim>{n}{}∞</lim></limLow>", run("lim"), run("→")),
                "\\lim_{n\\rightarrow}",
            ),
            (
                format!("<m><mr><e>{a}</e><e>{b}</e></mr><mr><e>{b}</e><e>{a}</e></mr></m>"),
                "\\begin{matrix}a & b \\\\ b & a\\end{matrix}",
            ),
            (format!("<acc><accPr><chr val='\u{303}'/></accPr><e>{a}</e></acc>"), "\\tilde{a}"),
            (format!("<bar><barPr><pos val='top'/></barPr><e>{a}</e></bar>"), "\\overline{a}"),
            (run("𝛼x ≤ 5 % &lt; b * c"), "\\alpha x \\leq 5 \\% < b \\ast c"),
            (run("𝑥𝐁𝟑"), "xB3"),
            ("<r><rPr><nor/></rPr><t>if x_1</t></r>".to_owned(), "\\text{if x\\_1}"),
        ] {
            let xml = format!("<oMath>{omml}</oMath>");
            let formula = xml::parse(xml.as_bytes(), Format::Docx).unwrap();
            assert_eq!(latex(&formula), expected, "{omml}");
        }
    }
}
