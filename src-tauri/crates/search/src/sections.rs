//! Numbered places: sections, articles, annexes, tables and figures, each with one id (`sec_4_3_a`,
//! `art_12`, `table_3`), written as `chunk` writes them. Recognises a mention of a place in running
//! text, and the places that a chunk is itself. Knows no other chunk and no document.

use crate::runs::Token;

/// How a place is announced, and what its id begins with. A full stop may follow the short ones.
const LABELS: [(&str, &str); 35] = [
    ("section", "sec"),
    ("sections", "sec"),
    ("subsection", "sec"),
    ("subsections", "sec"),
    ("sec.", "sec"),
    ("secs.", "sec"),
    ("sect.", "sec"),
    ("§", "sec"),
    ("§§", "sec"),
    ("article", "art"),
    ("articles", "art"),
    ("art.", "art"),
    ("arts.", "art"),
    ("annex", "annex"),
    ("annexes", "annex"),
    ("appendix", "appendix"),
    ("appendices", "appendix"),
    ("chapter", "chapter"),
    ("chapters", "chapter"),
    ("chap.", "chapter"),
    ("clause", "clause"),
    ("clauses", "clause"),
    ("part", "part"),
    ("parts", "part"),
    ("schedule", "schedule"),
    ("schedules", "schedule"),
    ("title", "title"),
    ("rule", "rule"),
    ("rules", "rule"),
    ("table", "table"),
    ("tables", "table"),
    ("figure", "figure"),
    ("figures", "figure"),
    ("fig.", "figure"),
    ("figs.", "figure"),
];

/// Places that are lettered more often than numbered: "appendix b" in lower case is one.
const LETTERED: [&str; 3] = ["annex", "appendix", "schedule"];

/// Parts that a number has at most.
const PARTS: usize = 12;

/// The place that the first token announces or names, and how many tokens it takes.
pub(crate) fn mention(tokens: &[Token<'_>]) -> Option<(String, usize)> {
    let [first, rest @ ..] = tokens else { return None };
    if first.text.contains('_')
        && let Some(id) = written_id(&first.text.to_lowercase())
    {
        return Some((id, 1));
    }
    let glued = first.text.trim_start_matches('§');
    if glued.len() < first.text.len() && !glued.is_empty() {
        let parts = number("sec", glued)?;
        return Some(with_groups("sec", parts, first, rest, 1));
    }
    let prefix = label(first.text, first.after)?;
    let [second, rest @ ..] = rest else { return None };
    let parts = second.before.is_empty().then(|| number(prefix, second.text)).flatten()?;
    Some(with_groups(prefix, parts, second, rest, 2))
}

/// What the ids of a label begin with. `after` is the punctuation that followed the word.
fn label(word: &str, after: &str) -> Option<&'static str> {
    let (_, prefix) = LABELS.iter().find(|(label, _)| {
        let short = label.strip_suffix('.');
        short.unwrap_or(label).eq_ignore_ascii_case(word)
            && (after.is_empty() || (short.is_some() && after == "."))
    })?;
    Some(prefix)
}

/// Takes up groups that stand apart: "4.3 (a)".
fn with_groups(
    prefix: &str,
    mut parts: Vec<String>,
    last: &Token<'_>,
    rest: &[Token<'_>],
    mut used: usize,
) -> (String, usize) {
    let mut open = last.after.is_empty();
    for token in rest {
        let short = token.text.len() <= 2 || is_roman(token.text);
        let group = token.before == "(" && token.after.starts_with(')');
        if !(open && group && short && is_ordinal(token.text)) {
            break;
        }
        parts.push(token.text.to_lowercase());
        (open, used) = (token.after == ")", used + 1);
    }
    (format!("{prefix}_{}", parts.join("_")), used)
}

/// An id as it is written, `sec_4_3_a`.
fn written_id(lower: &str) -> Option<String> {
    let (prefix, rest) = lower.split_once('_')?;
    LABELS.iter().find(|(_, known)| *known == prefix)?;
    let ordinal = |part: &str| is_ordinal(part) || (prefix == "sec" && is_word(part));
    rest.split('_').all(ordinal).then(|| lower.to_owned())
}

fn is_word(part: &str) -> bool {
    !part.is_empty() && part.chars().all(char::is_alphanumeric)
}

/// The parts of the number that `text` begins with; it may go on with a dash or an apostrophe.
fn number(prefix: &str, text: &str) -> Option<Vec<String>> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '.' | '(' | ')');
    let end = text.find(|c| !is_part(c)).unwrap_or(text.len());
    let parts: Vec<&str> =
        text.get(..end)?.split(['.', '(', ')']).filter(|part| !part.is_empty()).collect();
    let (first, others) = parts.split_first()?;
    let announced = first.starts_with(|c: char| c.is_ascii_digit())
        || first.starts_with(|c: char| c.is_ascii_uppercase())
        || is_small_roman(first)
        || LETTERED.contains(&prefix);
    let shaped =
        (is_ordinal(first) || is_supplement(first)) && others.iter().all(|p| is_ordinal(p));
    let fits = announced && shaped && parts.len() <= PARTS;
    fits.then(|| parts.iter().map(|part| part.to_ascii_lowercase()).collect())
}

fn is_digits(part: &str) -> bool {
    (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
}

/// `12`, `12a`, `a` or a Roman numeral.
fn is_ordinal(part: &str) -> bool {
    let digits = part.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    match part.len() - digits.len() {
        1 if digits.is_empty() => true,
        letters => is_roman(part) || (is_digits(digits) && letters <= 1),
    }
}

/// `S1`, as supplements number their tables.
fn is_supplement(part: &str) -> bool {
    let digits = part.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    part.len() - digits.len() == 1 && is_digits(digits)
}

fn is_roman(part: &str) -> bool {
    let upper = part.to_ascii_uppercase();
    (1..=8).contains(&part.len()) && upper.bytes().all(|byte| b"IVXLCDM".contains(&byte))
}

/// Two letters or more and below forty: longer ones may as well be words.
fn is_small_roman(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    (2..=6).contains(&part.len()) && lower.bytes().all(|byte| b"ivx".contains(&byte))
}

/// The ids of the places that a chunk is: its section, and those that a line of it opens, as a
/// numbered heading, a caption or an item ("(a)" in `sec_4_3` is `sec_4_3_a`).
pub(crate) fn places(section_id: &str, body: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |id: String| {
        if !found.contains(&id) {
            found.push(id);
        }
    };
    if !section_id.is_empty() {
        note(section_id.to_lowercase());
    }
    let mut items = Items::default();
    for line in body.lines() {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || ">#*_|+-".contains(c));
        let id = if line.starts_with('#') && bare.starts_with(|c: char| c.is_ascii_digit()) {
            heading(bare)
        } else {
            let item = || {
                let read = items.read(bare, section_id.starts_with("art"));
                read.filter(|_| !section_id.is_empty())
                    .map(|path| format!("{}_{path}", section_id.to_lowercase()))
            };
            caption(bare).or_else(item)
        };
        id.into_iter().for_each(&mut note);
    }
    found
}

/// The section that a heading without a label opens: "4.3 Records", but not "2024 in review".
fn heading(title: &str) -> Option<String> {
    let token = title.split_whitespace().next()?.trim_end_matches([':', '–', '—']);
    let parts = number("sec", token)?;
    let plain = token.chars().all(|c| c.is_ascii_alphanumeric() || ".()".contains(c));
    let first = parts.first().filter(|first| is_digits(first))?;
    (plain && (parts.len() > 1 || first.len() < 4)).then(|| format!("sec_{}", parts.join("_")))
}

/// The place that a caption names: "Table 3. Results", "**Figure 2:** …", "Annex II"; not "Table 3
/// shows that".
fn caption(line: &str) -> Option<String> {
    let (word, rest) = match line.strip_prefix('§') {
        Some(rest) => ("§", rest.trim_start_matches('§').trim_start()),
        None => line.split_once(' ')?,
    };
    let (word, after) = word.strip_suffix('.').map_or((word, ""), |word| (word, "."));
    let prefix = label(word, after)?;
    let capital = word.starts_with(|c: char| c.is_uppercase() || c == '§');
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (token, tail) = rest.split_at_checked(end)?;
    let marks: &[char] = &['.', ':', '–', '—', '-', '*', '_', '|'];
    let plain = token.trim_end_matches(marks);
    let mut tail =
        tail.trim_start_matches(|c: char| c.is_whitespace() || "*_|".contains(c)).chars();
    let ended = plain.len() < token.len()
        || tail.next().is_none_or(|c| !c.is_alphanumeric() || c.is_uppercase());
    let parts = number(prefix, plain).filter(|_| capital && ended)?;
    Some(format!("{prefix}_{}", parts.join("_")))
}

/// How an item is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    Digits,
    Letters,
    Roman,
}

/// The open items of a list, outermost first: how each is counted, its number, its mark.
#[derive(Default)]
struct Items(Vec<(Count, u32, String)>);

impl Items {
    /// The path of the item that a line opens: `a`, `a_ii`. Articles also count by "1.".
    fn read(&mut self, line: &str, by_stops: bool) -> Option<String> {
        let (mark, _) = match line.strip_prefix('(') {
            Some(rest) => rest.split_once(')')?,
            None if by_stops => line.split_once(". ").filter(|(mark, _)| is_digits(mark))?,
            None => return None,
        };
        let mark = Some(mark).filter(|mark| is_ordinal(mark) && mark.len() <= 3)?.to_lowercase();
        let (level, counted) = self.level(&mark)?;
        self.0.truncate(level);
        self.0.push((counted.0, counted.1, mark));
        Some(self.0.iter().map(|(_, _, mark)| mark.as_str()).collect::<Vec<_>>().join("_"))
    }

    /// Where the item belongs: after the one it continues, or else, if it is a first one, below
    /// the last; in doubt beside what is counted alike.
    fn level(&self, mark: &str) -> Option<(usize, (Count, u32))> {
        let ways: Vec<(Count, u32)> =
            [letters(mark), roman(mark), digits(mark)].into_iter().flatten().collect();
        let open = || self.0.iter().enumerate().rev();
        let continued = ways.iter().find_map(|(count, value)| {
            let (at, _) = open().find(|(_, item)| item.0 == *count && item.1 + 1 == *value)?;
            Some((at, (*count, *value)))
        });
        let below = || {
            // a first Roman numeral below a letter is also a letter far down the alphabet
            let first = ways.iter().rev().find(|(_, value)| *value == 1)?;
            let alike = open().find(|(_, item)| item.0 == first.0);
            Some((alike.map_or(self.0.len(), |(at, _)| at), *first))
        };
        let beside = || {
            let way = ways.first()?;
            let alike = open().find(|(_, item)| item.0 == way.0);
            Some((alike.map_or(self.0.len(), |(at, _)| at), *way))
        };
        continued.or_else(below).or_else(beside)
    }
}

fn letters(mark: &str) -> Option<(Count, u32)> {
    let letter = mark.bytes().next().filter(|b| mark.len() == 1 && b.is_ascii_lowercase())?;
    Some((Count::Letters, u32::from(letter - b'a') + 1))
}

fn digits(mark: &str) -> Option<(Count, u32)> {
    mark.parse().ok().map(|value| (Count::Digits, value))
}

fn roman(mark: &str) -> Option<(Count, u32)> {
    let value = |byte: u8| match byte {
        b'i' => Some(1u32),
        b'v' => Some(5),
        b'x' => Some(10),
        _ => None,
    };
    let values: Vec<u32> = mark.bytes().map(value).collect::<Option<_>>()?;
    let next = values.iter().skip(1).copied().chain([0]);
    let sum = values.iter().zip(next).fold(0i64, |sum, (value, next)| {
        let value = i64::from(*value);
        if value < i64::from(next) { sum - value } else { sum + value }
    });
    u32::try_from(sum).ok().filter(|sum| *sum > 0).map(|sum| (Count::Roman, sum))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn check(section_id: &str, body: &str, expected: &[&str]) {
        assert_eq!(places(section_id, body), expected, "{body:?}");
    }

    #[test]
    fn a_chunk_is_what_its_lines_open() {
        check("", "", &[]);
        check("sec_4_3_A", "Records are kept.", &["sec_4_3_a"]);
        check("", "Table 3. Results\n| a | b |", &["table_3"]);
        check("", "**Table S1:** Doses\n\n*Figure 2* Growth", &["table_s1", "figure_2"]);
        check(
            "",
            "Fig. 2.1 – Growth\nTable II\nFigures 3",
            &["figure_2_1", "table_ii", "figure_3"],
        );
        check("", "Table 3 shows that\nSee Table 3.\ntable 3. no", &[]);
        check("", "## 4.3 Records\n# 4\n# 2024 in review\n# 3D printing", &["sec_4_3", "sec_4"]);
        check("", "§ 7 Records\n§§ 8 and 9\nANNEX II\nAnnex I shows", &["sec_7", "annex_ii"]);
        check("", "(a) an item of no section\n4. a list", &[]);
    }

    #[test]
    fn items_count_below_their_section() {
        check(
            "sec_4",
            "- (a) one\n- (b) two\n  - (i) first\n  - (ii) second\n- (c) three\nin (d)",
            &["sec_4", "sec_4_a", "sec_4_b", "sec_4_b_i", "sec_4_b_ii", "sec_4_c"],
        );
        check("sec_4", "(h) x\n(i) y\n(j) z", &["sec_4", "sec_4_h", "sec_4_i", "sec_4_j"]);
        check(
            "sec_4",
            "(a) x\n(1) y\n(2) z\n(b) w\n(1) v",
            &["sec_4", "sec_4_a", "sec_4_a_1", "sec_4_a_2", "sec_4_b", "sec_4_b_1"],
        );
        check(
            "art_6",
            "1. The\n(a) x\n(b) y\n2. Then",
            &["art_6", "art_6_1", "art_6_1_a", "art_6_1_b", "art_6_2"],
        );
        check("sec_6", "1. The\n(see) this\n(2024) it\n()", &["sec_6"]);
    }

    proptest! {
        #[test]
        fn any_text_has_places_of_plain_words(
            body in "([#>*_| -]{0,3}(Table|Section|Art\\.|§|\\()? ?[0-9a-zIVX.()é]{0,6}[ \n:]){0,12}|\\PC{0,60}"
        ) {
            for id in places("sec_1", &body) {
                let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
                prop_assert!(id.chars().all(plain), "{id}");
            }
        }
    }
}
