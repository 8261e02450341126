//! What a field's LaTeX says in plain letters. `biblatex` knows the commands, the accents and the
//! names of people; what it would lose (a letter before a group, a command that only sets type, math)
//! is written here in the form that it keeps. What it cannot read is taken without its markup.

use biblatex::{
    Bibliography, Chunks, ChunksExt, Pair, Person, RawBibliography, RawChunk, RawEntry,
};
use biblatex::{Spanned, Type};
use std::panic::{AssertUnwindSafe, catch_unwind};
use types::Author;

/// Longest value, most groups and deepest groups that are handed on: `biblatex` needs more than linear
/// time for the first two, and a stack for the third.
const BYTES: usize = 256 << 10;
const GROUPS: usize = 4096;
const DEPTH: usize = 64;

/// Accents that are letters, and those that are signs (The TeXbook, chapter 9).
const LETTERS: &str = "uvHcdbkr";
const SIGNS: &str = "'`\"^~=.";

const GREEK: [&str; 25] = [
    "alpha",
    "beta",
    "gamma",
    "delta",
    "epsilon",
    "zeta",
    "eta",
    "theta",
    "iota",
    "kappa",
    "lambda",
    "mu",
    "nu",
    "xi",
    "omicron",
    "pi",
    "rho",
    "finalsigma",
    "sigma",
    "tau",
    "upsilon",
    "phi",
    "chi",
    "psi",
    "omega",
];

/// A text on one line.
pub(super) fn text(value: &str) -> String {
    let text =
        chunks(value).map_or_else(|| without_markup(value), |chunks| chunks.format_verbatim());
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// An address or an identifier: signs stand for themselves.
pub(super) fn verbatim(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut rest = value;
    while let Some((before, sign, after)) = cut(rest, |c| matches!(c, '\\' | '{' | '}')) {
        out.push_str(before);
        rest = after;
        if sign != '\\' {
            continue;
        }
        let word = word(after);
        let symbol = if word.is_empty() { None } else { symbol(word) };
        rest = after.get(word.len()..).unwrap_or_default();
        match symbol {
            Some(symbol) => out.push_str(&symbol),
            // `\url{…}`
            None if rest.starts_with('{') => {}
            None => out.push_str(word),
        }
    }
    out.push_str(rest);
    out.trim().to_owned()
}

/// The people of a list.
pub(super) fn people(value: &str) -> Vec<Author> {
    let value = &named(value);
    let people = chunks(value).and_then(|chunks| {
        catch_unwind(AssertUnwindSafe(|| Vec::<Person>::from_chunks(&chunks).ok())).ok().flatten()
    });
    if let Some(people) = people {
        return people.iter().filter_map(author).collect();
    }
    let value = without_markup(value);
    let names = value.split(" and ").map(str::trim).filter(|name| !name.is_empty());
    let person = |name: &str| {
        let (family, given) = name.split_once(',').unwrap_or((name, ""));
        Author { family: family.trim().to_owned(), given: given.trim().to_owned() }
    };
    names.filter(|name| *name != "others").map(person).collect()
}

/// In the form that `biblatex` knows: `and` between names is in lower case, and a word's signs before
/// its first capital do not make it a `von`.
fn named(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let mut depth = 0usize;
    for word in value.split_inclusive(char::is_whitespace) {
        let start = word.find(char::is_alphabetic).unwrap_or_default();
        let (signs, letters) = word.split_at_checked(start).unwrap_or_default();
        let is_capital = letters.starts_with(char::is_uppercase);
        match depth {
            0 if word.trim_end().eq_ignore_ascii_case("and") => out.push_str("and "),
            0 if is_capital && signs.starts_with(['(', '[', '`']) => {
                out.extend(["{", signs, "}", letters]);
            }
            _ => out.push_str(word),
        }
        depth += word.matches('{').count();
        depth = depth.saturating_sub(word.matches('}').count());
    }
    out
}

/// `von` belongs to the family name, and so does `Jr.`
fn author(person: &Person) -> Option<Author> {
    let parts = [person.prefix.trim(), person.name.trim()];
    let family = parts.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ");
    if family.is_empty() || family == "others" {
        return None;
    }
    let given = [person.given_name.trim(), person.suffix.trim()];
    let given = given.into_iter().filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", ");
    Some(Author { family, given })
}

fn chunks(value: &str) -> Option<Chunks> {
    let value = prepared(value);
    let groups = value.bytes().filter(|byte| *byte == b'{').count();
    if value.len() > BYTES || groups > GROUPS || depth(&value) > DEPTH {
        return None;
    }
    catch_unwind(AssertUnwindSafe(|| decoded(&value))).ok().flatten()
}

/// As `biblatex` reads it.
fn decoded(value: &str) -> Option<Chunks> {
    let chunk = Spanned::zero(RawChunk::Normal(value));
    let field = Pair::new(Spanned::zero("title"), Spanned::zero(vec![chunk]));
    let (key, kind) = (Spanned::zero("key"), Spanned::zero("misc"));
    let entry = Spanned::zero(RawEntry { key, kind, fields: vec![field] });
    let list = RawBibliography {
        preamble: String::new(),
        entries: vec![entry],
        abbreviations: Vec::new(),
    };
    let entry = Bibliography::from_raw(list).ok()?.into_vec().pop()?;
    entry.fields.into_values().next()
}

fn depth(value: &str) -> usize {
    let (mut depth, mut deepest) = (0usize, 0);
    for byte in value.bytes() {
        match byte {
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        deepest = deepest.max(depth);
    }
    deepest
}

fn without_markup(value: &str) -> String {
    value.chars().filter(|letter| !matches!(letter, '{' | '}' | '\\')).collect()
}

/// Cuts at the first such letter.
fn cut(text: &str, is_sign: impl Fn(char) -> bool) -> Option<(&str, char, &str)> {
    let (at, sign) = text.char_indices().find(|(_, c)| is_sign(*c))?;
    Some((text.get(..at)?, sign, text.get(at + sign.len_utf8()..)?))
}

/// The letters of a command.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    text.get(..end).unwrap_or_default()
}

/// In the form that `biblatex` keeps.
fn prepared(value: &str) -> String {
    let mut out = String::with_capacity(value.len());
    let has_math = value.replace("\\$", "").matches('$').count().is_multiple_of(2);
    let mut is_math = false;
    let mut rest = value;
    while let Some((before, sign, after)) =
        cut(rest, |c| matches!(c, '\\' | '~' | '$') || is_math && matches!(c, '_' | '^'))
    {
        out.push_str(before);
        rest = after;
        match sign {
            '\\' => rest = command(after, is_math, &mut out),
            '~' => out.push(' '),
            '$' if has_math => is_math = !is_math,
            '$' => out.push_str("\\$"),
            _ => {}
        }
    }
    out.push_str(rest);
    out
}

/// Writes what a command stands for; what follows is returned.
fn command<'a>(after: &'a str, is_math: bool, out: &mut String) -> &'a str {
    let name = word(after);
    let mut letters = after.chars();
    let Some(first) = letters.next() else { return "" };
    if SIGNS.contains(first) || name.len() == 1 && LETTERS.contains(name) {
        return accent(first, letters.as_str(), out);
    }
    if name.is_empty() {
        match first {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', first]),
            '-' | '/' | '!' | '@' | '(' | ')' | '[' | ']' => {}
            '\\' | ',' | ';' | ':' | '>' => out.push(' '),
            _ => out.push(first),
        }
        return letters.as_str();
    }
    let rest = after.get(name.len()..).unwrap_or_default();
    match symbol(name).as_deref() {
        // what is markup itself stays a command
        Some("\\" | "{" | "}" | "$" | "~") => out.extend(["{\\", name, "}"]),
        Some(symbol) => out.push_str(symbol),
        // what follows is set in type
        None if rest.starts_with('{') && !rest.starts_with("{}") => return rest,
        // an operator or a name: `\log`, `\BibTeX`
        None if is_math || name.contains(|c: char| c.is_ascii_uppercase()) => {
            out.push_str(name);
            if is_math {
                out.push(' ');
            }
            return rest.strip_prefix("{}").unwrap_or(rest);
        }
        // a sign, or type is switched
        None if out.ends_with(char::is_alphanumeric) => out.push(' '),
        None => {}
    }
    let rest = rest.trim_start();
    rest.strip_prefix("{}").unwrap_or(rest)
}

/// An accent with its letter in braces.
fn accent<'a>(accent: char, after: &'a str, out: &mut String) -> &'a str {
    let after = if accent.is_ascii_alphabetic() { after.trim_start() } else { after };
    out.extend(['\\', accent]);
    let (letter, rest) = match after.strip_prefix('\\').map(word) {
        Some(name) if !name.is_empty() => (symbol(name), after.get(name.len() + 1..)),
        _ => {
            let next = after.chars().next().filter(|c| c.is_alphabetic());
            (next.map(String::from), next.and_then(|c| after.get(c.len_utf8()..)))
        }
    };
    match (letter, rest) {
        (Some(letter), Some(rest)) => {
            out.extend(["{", &letter, "}"]);
            rest
        }
        _ => {
            if !after.starts_with('{') {
                out.push_str("{}");
            }
            after
        }
    }
}

/// The letters that a command stands for.
fn symbol(name: &str) -> Option<String> {
    let written = decoded(&format!("{{\\{name}}}"))?.format_verbatim();
    if !written.starts_with('\\') || name == "textbackslash" {
        return Some(written);
    }
    let name =
        ["text", "up", "var"].iter().find_map(|mark| name.strip_prefix(mark)).unwrap_or(name);
    let at = GREEK.iter().position(|greek| name.eq_ignore_ascii_case(greek))?;
    let letter = char::from_u32(0x3b1 + u32::try_from(at).ok()?)?;
    let is_capital = name.starts_with(|c: char| c.is_ascii_uppercase());
    Some(if is_capital { letter.to_uppercase().collect() } else { letter.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_becomes_letters() {
        for (value, expected) in [
            ("{{III}}\\textendash{{V}}", "III–V"),
            (
                "{\\'E}mile M\\\"uller {\\\"o} \\'{\\i} \\'\\i \\v s\\v{c} \\c{c}",
                "Émile Müller ö í í šč ç",
            ),
            ("S{\\o}ren Stra\\ss e {\\AA}ngstr\\\"{o}m \\o{}re", "Søren Straße Ångström øre"),
            ("On \\emph{E. coli} and \\textsc{x}", "On E. coli and x"),
            ("$\\beta$-carotene, CO$_{2}$, \\textmu m, $\\Delta$", "β-carotene, CO2, μm, Δ"),
            ("$O(n \\log n)$ \\TeX, \\LaTeX{}", "O(n log n) TeX, LaTeX"),
            ("{\\BibTeX} and \\BibTeX{} {\\em of} \\relax x", "BibTeX and BibTeX of x"),
            ("Costs \\$5 or $6", "Costs $5 or $6"),
            ("A~B\\,C\\ D \\& E\\_F \\%", "A B C D & E_F %"),
            ("pages 1--2 --- x", "pages 1–2 — x"),
            ("a\\textbackslash b \\textasciitilde{}c", "a\\b ~c"),
            ("ends in \\", "ends in"),
            ("never closed {x", "never closed x"),
            ("closed twice} x", "closed twice x"),
        ] {
            assert_eq!(text(value), expected, "{value}");
        }
        assert_eq!(
            verbatim("https://a.b/{\\textasciitilde}c\\_d\\%20e--f"),
            "https://a.b/~c_d%20e--f"
        );
        assert_eq!(
            verbatim("10.1002/(SICI)1\\textless{}1::AID\\textgreater3"),
            "10.1002/(SICI)1<1::AID>3"
        );
    }

    #[test]
    fn people_are_parted() {
        let people = people(
            "Doe, Jane AND {Salt and Pepper} and\nvan Beethoven, L. and J. (John) Roe and others",
        );
        let families: Vec<&str> = people.iter().map(|author| author.family.as_str()).collect();
        assert_eq!(families, ["Doe", "Salt and Pepper", "van Beethoven", "Roe"]);
    }

    #[test]
    fn hostile_values_are_read_without_their_markup() {
        let deep = format!("{}x{}", "{".repeat(100_000), "}".repeat(100_000));
        assert_eq!(text(&deep), "x");
        assert_eq!(text(&"\\'".repeat(100_000)).trim_matches(|c| c == '\u{301}' || c == '\''), "");
        assert_eq!(text(&"{a}".repeat(100_000)), "a".repeat(100_000));
        let names = people(&format!("{{{}}} and Doe, Jane", "{a}".repeat(100_000)));
        assert_eq!((names.len(), names[1].given.as_str()), (2, "Jane"));
    }
}
