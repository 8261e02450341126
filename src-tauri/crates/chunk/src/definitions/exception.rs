//! What a statement leaves out: "except …", "other than …", "does not include …".

use crate::words::{any_phrase, word_starts};
use language::List;

/// Exceptions that a statement keeps at most.
const MOST: usize = 32;

/// The exceptions that `statement` states, in its own words.
pub(super) fn exceptions(statement: &str) -> Vec<String> {
    let mut starts: Vec<usize> = Vec::new();
    let mut within = 0;
    for at in word_starts(statement) {
        let rest = statement.get(at..).unwrap_or_default();
        let Some((len, _)) = any_phrase(rest, List::of("openers of exceptions").entries()) else {
            continue;
        };
        let more = rest.get(len..).unwrap_or_default().trim_start();
        let only_listed = more.get(..7).is_some_and(|word| word.eq_ignore_ascii_case("limited"));
        if at >= within && !only_listed && starts.len() < MOST {
            starts.push(at);
            within = at + len;
        }
    }
    let ends = starts.iter().skip(1).copied().chain([statement.len()]);
    let said = |(start, end): (&usize, usize)| {
        let words = statement.get(*start..end)?;
        let stop = [";", ". ", ".\n", "\n\n"].iter().filter_map(|stop| words.find(stop)).min();
        let words = words.get(..stop.unwrap_or(words.len()))?;
        let words = words.trim_end_matches(|c: char| c.is_whitespace() || ",.;(".contains(c));
        let words =
            words.strip_suffix(" and").or_else(|| words.strip_suffix(" but")).unwrap_or(words);
        let words = words.strip_suffix(" it").unwrap_or(words).trim_end_matches([',', ' ']);
        words.contains(' ').then(|| words.to_owned())
    };
    starts.iter().zip(ends).filter_map(said).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_end_where_they_end() {
        let check = |statement: &str, expected: &[&str]| {
            assert_eq!(exceptions(statement), expected, "{statement}");
        };
        check(
            "any event, including flood, but excluding lack of funds.",
            &["excluding lack of funds"],
        );
        check(
            "a day other than a Sunday; it does not include holidays, unless they are local",
            &["other than a Sunday", "does not include holidays", "unless they are local"],
        );
        check("any goods, including but not limited to food", &[]);
        check("all goods except.", &[]);
        check("exceptional cases", &[]);
    }
}
