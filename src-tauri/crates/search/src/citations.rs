//! Legal citations that stand in a text, in one normal form. Looks at the shape alone; nothing is looked
//! up.

use crate::runs::Token;

/// `21 CFR 11.10(e)`, `42 U.S.C. § 300`, and how many tokens it takes.
pub(crate) fn citation(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let [title, code, third, fourth, ..] = tokens else { return None };
    let numbered = !title.text.is_empty() && title.text.bytes().all(|b| b.is_ascii_digit());
    let code: String = code.text.chars().filter(|c| *c != '.').collect::<String>().to_lowercase();
    if !numbered || !["cfr", "usc", "fr"].contains(&code.as_str()) {
        return None;
    }
    let third = third.text;
    let skipped = third == "§" || third == "§§" || third.eq_ignore_ascii_case("part");
    let (number, used) =
        if skipped { (fourth.text, 4) } else { (third.trim_start_matches('§'), 3) };
    Some((format!("{}_{code}_{}", title.text, citation_number(number)?), used))
}

/// `11.10(e)` → `11_10_e`. Starts with a digit; each part is letters or digits.
fn citation_number(text: &str) -> Option<String> {
    if !text.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let parts: Vec<&str> = text.split(['.', '(', ')']).filter(|part| !part.is_empty()).collect();
    let shaped =
        parts.iter().all(|part| part.len() <= 6 && part.chars().all(|c| c.is_ascii_alphanumeric()));
    (shaped && !parts.is_empty()).then(|| parts.join("_").to_lowercase())
}
