//! What language a text is written in, by its trigrams.

/// Of a text's beginning, what its language is told by.
const TOLD_BY: usize = 8 * 1024;

/// Codes of languages, long and short.
const CODES: &str = include_str!("../../../../assets/languages.txt");

/// What a text is plainly written in, as BCP 47 has it (`en`); none where that is open.
pub fn written_in(text: &str) -> Option<String> {
    let end = text.floor_char_boundary(TOLD_BY);
    let found = whatlang::detect(text.get(..end)?).filter(whatlang::Info::is_reliable)?;
    let code = found.lang().code();
    let short = CODES.lines().find_map(|line| line.strip_prefix(code)?.strip_prefix(' '));
    Some(short.unwrap_or(code).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_plainly_in_a_language_or_in_none() {
        let told = |text: &str| written_in(text);
        let english = "The warden opens the sluice at low water every day, and keeps the log for seven \
            years in the boathouse; nobody may fish from the northern wall after dusk.";
        let german =
            "Der Wärter öffnet jeden Tag bei Niedrigwasser die Schleuse und führt das Buch.";
        assert_eq!(told(english).as_deref(), Some("en"));
        assert_eq!(told(german).as_deref(), Some("de"));
        assert_eq!(told("契約は当事者が署名した日に効力を生じます。").as_deref(), Some("ja"));
        for nothing in ["", "12.5 17 3", "x"] {
            assert_eq!(told(nothing), None, "{nothing}");
        }
    }
}
