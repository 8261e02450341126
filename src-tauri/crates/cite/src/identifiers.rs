//! DOI, arXiv, ISBN and PubMed ids in running text. Only what is labelled or has an unmistakable
//! form; check digits must be right.

/// All DOIs, lower case, in order, each once. Form after the DOI Handbook, 2.2.
pub(crate) fn dois(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for (at, _) in text.match_indices("10.") {
        let before = text.get(..at).unwrap_or_default().chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() || c == '.') {
            continue;
        }
        let rest = text.get(at..).unwrap_or_default();
        let end = rest.find(|c: char| c.is_whitespace() || "\"'<>[]{}|\\^`*".contains(c));
        let doi = closed(rest.get(..end.unwrap_or(rest.len())).unwrap_or_default());
        let Some((registrant, suffix)) = doi.get(3..).and_then(|doi| doi.split_once('/')) else {
            continue;
        };
        let digits = registrant
            .split('.')
            .all(|part| (1..=9).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit()));
        let doi = doi.to_lowercase();
        if digits && registrant.len() >= 4 && !suffix.is_empty() && !found.contains(&doi) {
            found.push(doi);
        }
    }
    found
}

/// Without the sentence's own punctuation, and without a bracket that opened before it.
fn closed(mut doi: &str) -> &str {
    loop {
        let open = doi.matches('(').count();
        let trimmed = doi.trim_end_matches(['.', ',', ';', ':', '!', '?']);
        let trimmed = match trimmed.strip_suffix(')') {
            Some(inner) if doi.matches(')').count() > open => inner,
            _ => trimmed,
        };
        if trimmed.len() == doi.len() {
            return doi;
        }
        doi = trimmed;
    }
}

/// The first arXiv id with its label: `arXiv:2305.03393v1`, `arxiv.org/abs/hep-th/9901001`.
pub(crate) fn arxiv(text: &str) -> Option<String> {
    let lower = text.to_ascii_lowercase();
    ["arxiv:", "arxiv.org/abs/", "arxiv.org/pdf/"].into_iter().find_map(|label| {
        lower.match_indices(label).find_map(|(at, _)| {
            let rest = lower.get(at + label.len()..)?.trim_start();
            let end = rest
                .find(|c: char| !(c.is_ascii_alphanumeric() || "./-".contains(c)))
                .unwrap_or(rest.len());
            let id = rest.get(..end)?.trim_end_matches(['.', '/', '-']);
            let id = id.strip_suffix(".pdf").unwrap_or(id);
            is_arxiv(id).then(|| id.to_owned())
        })
    })
}

/// New ids `YYMM.NNNNN`, old ones `archive/YYMMNNN`, each with or without a version.
fn is_arxiv(id: &str) -> bool {
    let id = crate::without_version(id);
    let digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
    match (id.split_once('.'), id.split_once('/')) {
        (_, Some((archive, number))) => {
            let letters = archive.chars().all(|c| c.is_ascii_lowercase() || "-.".contains(c));
            !archive.is_empty() && letters && number.len() == 7 && digits(number)
        }
        (Some((month, number)), None) => {
            month.len() == 4 && digits(month) && matches!(number.len(), 4 | 5) && digits(number)
        }
        _ => false,
    }
}

/// The first labelled ISBN whose check digit is right, without hyphens (ISO 2108).
pub(crate) fn isbn(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    upper.match_indices("ISBN").find_map(|(at, _)| {
        let rest = upper.get(at + 4..)?;
        let rest = ["-13", "-10"].iter().find_map(|kind| rest.strip_prefix(kind)).unwrap_or(rest);
        let rest = rest.trim_start_matches([':', ' ', '\u{a0}', '(']);
        let digits: String = rest
            .chars()
            .take_while(|c| c.is_ascii_digit() || matches!(c, '-' | '‐' | '–' | ' ' | 'X'))
            .filter(|c| c.is_ascii_digit() || *c == 'X')
            .collect();
        [13, 10].into_iter().filter_map(|length| digits.get(..length)).find_map(checked_isbn)
    })
}

/// The digits if their check digit is right.
fn checked_isbn(digits: &str) -> Option<String> {
    let values: Option<Vec<u32>> = digits
        .char_indices()
        .map(|(at, c)| match c {
            'X' if at == 9 && digits.len() == 10 => Some(10),
            c => c.to_digit(10),
        })
        .collect();
    let values = values?;
    let right = match values.len() {
        10 => values.iter().zip((1..=10).rev()).map(|(v, w)| v * w).sum::<u32>() % 11 == 0,
        13 => {
            let weights = [1, 3].into_iter().cycle();
            values.iter().zip(weights).map(|(v, w)| v * w).sum::<u32>() % 10 == 0
        }
        _ => false,
    };
    right.then(|| digits.to_owned())
}

/// The first labelled PubMed id.
pub(crate) fn pmid(text: &str) -> Option<String> {
    let upper = text.to_ascii_uppercase();
    upper.match_indices("PMID").find_map(|(at, _)| {
        let rest = upper.get(at + 4..)?.trim_start_matches([':', ' ', '\u{a0}']);
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        (4..=8).contains(&digits.len()).then_some(digits)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_in_running_text() {
        let check = |text: &str, expected: &[&str]| assert_eq!(dois(text), expected, "{text}");
        check("(https://doi.org/10.1000/182).", &["10.1000/182"]);
        check(
            "doi:10.1002/(SICI)1097-0258(19980815)17:15, and",
            &["10.1002/(sici)1097-0258(19980815)17:15"],
        );
        check("version 10.4/5 of 110.1000/1, 10.x/1, 10.1234/", &[]);

        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(arxiv(text).as_deref(), expected, "{text}");
        };
        check("arXiv:2305.03393v1 [cs.CV] 5 May", Some("2305.03393v1"));
        check("https://arxiv.org/pdf/hep-th/9901001.pdf", Some("hep-th/9901001"));
        check("arXiv: none; 2305.03393 alone", None);

        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(isbn(text).as_deref(), expected, "{text}");
        };
        check("ISBN-13: 978-0-306-40615-7 (print)", Some("9780306406157"));
        check("ISBN 0-8044-2957-X.", Some("080442957X"));
        check("ISBN 978-0-306-40615-8", None);
        assert_eq!(pmid("PMID: 12345678").as_deref(), Some("12345678"));
        assert_eq!(pmid("PMID none"), None);
    }
}
