//! The runs of a text without white space, less their outer punctuation, as the rules for identifiers
//! read them.

/// A token and where it stands.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Token<'a> {
    /// Without outer punctuation.
    pub(crate) text: &'a str,
    /// The punctuation before it.
    pub(crate) before: &'a str,
    /// The punctuation after it.
    pub(crate) after: &'a str,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// Runs without white space, less their outer punctuation.
pub(crate) struct Tokens<'a> {
    pub(crate) text: &'a str,
    /// Where the next one is looked for.
    pub(crate) at: usize,
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let rest = self.text.get(self.at..)?;
            let lead = rest.len() - rest.trim_start().len();
            let run = rest.trim_start().split(char::is_whitespace).next()?;
            if run.is_empty() {
                return None;
            }
            let start = self.at + lead;
            self.at = start + run.len();
            let (skipped, text) = trim(run);
            if !text.is_empty() {
                let before = run.get(..skipped).unwrap_or_default();
                let after = run.get(skipped + text.len()..).unwrap_or_default();
                let start = start + skipped;
                return Some(Token { text, before, after, start, end: start + text.len() });
            }
        }
    }
}

/// Bytes cut off the front, and what is left.
fn trim(run: &str) -> (usize, &str) {
    let inner = run.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '§');
    let skipped = run.len() - inner.len();
    let mut inner = inner;
    loop {
        let cut = inner.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')' && c != '§');
        let balanced = cut.matches('(').count() >= cut.matches(')').count();
        match cut.strip_suffix(')') {
            Some(shorter) if !balanced => inner = shorter,
            _ => return (skipped, cut),
        }
    }
}
