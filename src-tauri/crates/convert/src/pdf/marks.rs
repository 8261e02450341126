//! What a line begins with: the mark of a list item, the label of a caption, the mark of a footnote,
//! the number of a section.

use language::List;

const BULLETS: [char; 15] =
    ['•', '◦', '▪', '‣', '●', '○', '■', '□', '–', '·', '➢', '✓', '∙', '►', '—'];
/// The mark of a list item.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mark {
    /// Drawn: replaced by Markdown's own.
    Bullet,
    /// `1.` or `1)`: Markdown's own.
    Number,
    /// `(a)`, `[3]`, `iv.`: kept behind a bullet.
    Label,
}

/// Whether `text` begins with a drawn bullet, which no code does.
pub(super) fn has_bullet(text: &str) -> bool {
    text.starts_with(|c: char| BULLETS.contains(&c) && !"–—".contains(c))
}

/// The mark at the beginning of `text`, when words follow it.
pub(super) fn of_item(text: &str) -> Option<Mark> {
    let (mark, rest) = text.split_once(' ')?;
    if rest.trim().is_empty() {
        return None;
    }
    let mut letters = mark.chars();
    if let (Some(only), None) = (letters.next(), letters.next()) {
        let starts_words = rest.trim_start().starts_with(|c: char| c.is_alphanumeric() || c == '"');
        let is_mark = BULLETS.contains(&only) || matches!(only, '-' | '*' | 'o') && starts_words;
        return is_mark.then_some(Mark::Bullet);
    }
    let inner = mark.trim_start_matches(['(', '[', '.']).trim_end_matches(['.', ')', ']']);
    let closed = mark.ends_with(['.', ')', ']']);
    let digits = !inner.is_empty() && inner.len() <= 3 && inner.chars().all(|c| c.is_ascii_digit());
    let letter = inner.len() == 1 && inner.chars().all(|c| c.is_ascii_lowercase());
    let roman = inner.len() <= 5 && inner.chars().all(|c| matches!(c, 'i' | 'v' | 'x'));
    if digits && closed && mark.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(Mark::Number);
    }
    let opened = mark.starts_with(['(', '[']);
    let is_label = closed && (digits && opened || letter || !inner.is_empty() && roman)
        || digits && mark.starts_with('.');
    is_label.then_some(Mark::Label)
}

/// Whether `text` begins like a caption: `Figure 3:`, `Table 2. `, `Fig. 1 | `.
pub(super) fn is_caption(text: &str) -> bool {
    let lower = text.trim_start().to_lowercase();
    let rests = List::of("labels of captions")
        .entries()
        .iter()
        .filter_map(|label| lower.strip_prefix(label));
    rests.map(str::trim_start).any(|rest| {
        let number: String = rest.chars().take_while(|c| !c.is_whitespace()).collect();
        let has_digit = number.chars().any(|c| c.is_ascii_digit());
        let is_label = number.trim_end_matches([':', '.', '|', '–', '—']).chars().count() <= 6;
        let after = rest.get(number.len()..).unwrap_or_default().trim_start();
        let ended = number.ends_with([':', '.', '|', '–', '—']) || after.is_empty();
        has_digit && is_label && (ended || after.starts_with(['|', ':', '–', '—', '-', '(']))
    })
}

/// Whether `text` begins with the mark of a footnote.
pub(super) fn is_footnote(text: &str) -> bool {
    let marked = text.trim_start_matches(['*', '†', '‡', '§', '¶', '∗']);
    if marked.len() < text.len() {
        return marked.trim_start().starts_with(char::is_alphanumeric);
    }
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = text.len() - rest.len();
    (1..=2).contains(&digits)
        && rest.trim_start().starts_with(|c: char| c.is_alphabetic() || "\"“‘(".contains(c))
}

/// How deep the number at the beginning of a heading lies, and how it is written: `1` is 1, `2.3`
/// and `A.1` are 2. Words such as `Chapter 3` and `§ 4` give no depth.
pub(super) fn section_depth(text: &str) -> Option<usize> {
    if let Some(depth) = han_depth(text) {
        return Some(depth);
    }
    let (number, rest) = text.trim_start().split_once(' ')?;
    if !rest.chars().any(char::is_alphabetic) {
        return None;
    }
    let number = number.strip_suffix(['.', ')', ':']).unwrap_or(number);
    let parts: Vec<&str> = number.split('.').collect();
    let (first, others) = parts.split_first()?;
    let digits =
        |part: &str| (1..=3).contains(&part.len()) && part.chars().all(|c| c.is_ascii_digit());
    let letter = first.len() == 1 && first.chars().all(|c| c.is_ascii_uppercase());
    let roman = first.len() <= 5 && first.chars().all(|c| matches!(c, 'I' | 'V' | 'X'));
    let alone = others.is_empty();
    let dotted =
        text.trim_start().get(number.len()..).is_some_and(|rest| rest.starts_with(['.', ')']));
    let first_fits =
        digits(first) || letter && (!alone || dotted) || !first.is_empty() && roman && dotted;
    (first_fits && others.iter().all(|part| digits(part))).then_some(parts.len())
}

/// `一、` and `（一）`.
fn han_depth(text: &str) -> Option<usize> {
    let is_number = |c: char| "一二三四五六七八九十".contains(c);
    let inner = text.trim_start().trim_start_matches(['（', '(']);
    let rest = inner.trim_start_matches(is_number);
    let opened = inner.len() < text.trim_start().len();
    let count = inner.chars().take_while(|c| is_number(*c)).count();
    let closed = if opened { rest.starts_with(['）', ')']) } else { rest.starts_with('、') };
    ((1..=3).contains(&count) && closed).then_some(if opened { 2 } else { 1 })
}

/// `第三章`, `第 4 条`: the rank of the counted thing.
fn han_word(text: &str) -> Option<usize> {
    let rest = text.trim_start().strip_prefix('第')?.trim_start();
    let unit = rest.chars().take(6).find(|c| "编編篇部章节節条條".contains(*c))?;
    Some(match unit {
        '编' | '編' | '篇' | '部' => 0,
        '章' => 1,
        '节' | '節' => 2,
        _ => 3,
    })
}

/// `Part`, `Chapter`, `Article` … and a number: the rank of the word, from the outermost.
pub(super) fn section_word(text: &str) -> Option<usize> {
    if let Some(rank) = han_word(text) {
        return Some(rank);
    }
    let lower = text.trim_start().to_lowercase();
    const WORDS: [(&str, usize); 14] = [
        ("part ", 0),
        ("title ", 0),
        ("annex ", 0),
        ("appendix ", 0),
        ("chapter ", 1),
        ("kapitel ", 1),
        ("chapitre ", 1),
        ("section ", 2),
        ("abschnitt ", 2),
        ("article ", 3),
        ("artikel ", 3),
        ("clause ", 3),
        ("§ ", 3),
        ("schedule ", 0),
    ];
    WORDS.iter().find_map(|(word, rank)| {
        let rest = lower.strip_prefix(word)?;
        let number: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
        let is_number = number.chars().all(|c| c.is_ascii_digit())
            || number.len() <= 5 && number.chars().all(|c| matches!(c, 'i' | 'v' | 'x' | 'l'))
            || number.len() == 1;
        (!number.is_empty() && is_number).then_some(*rank)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_known_by_their_marks() {
        for (text, expected) in [
            ("• one", Some(Mark::Bullet)),
            ("- one", Some(Mark::Bullet)),
            ("- 3", Some(Mark::Bullet)),
            ("1. one", Some(Mark::Number)),
            ("12) one", Some(Mark::Number)),
            ("(a) one", Some(Mark::Label)),
            ("[12] Author, Title", Some(Mark::Label)),
            ("(iv) one", Some(Mark::Label)),
            (".1 one", Some(Mark::Label)),
            ("2024. A year", None),
            ("1.", None),
            ("A. Smith", None),
            ("(see) one", None),
            ("1.1 Aims", None),
        ] {
            assert_eq!(of_item(text), expected, "{text}");
        }
    }

    #[test]
    fn captions_are_labels_not_sentences() {
        for (text, expected) in [
            ("Figure 3: A marsh", true),
            ("Fig. 2 | A marsh", true),
            ("Table 1. Effects", true),
            ("TABLE 1", true),
            ("Listing 1: Code", true),
            ("Table 1 shows that", false),
            ("Tables are good", false),
            ("Figure of speech", false),
            ("图 1：示例", true),
        ] {
            assert_eq!(is_caption(text), expected, "{text}");
        }
    }

    #[test]
    fn depths_are_read_from_numbers() {
        for (text, expected) in [
            ("1 Introduction", Some(1)),
            ("1. Introduction", Some(1)),
            ("2.3 Methods", Some(2)),
            ("2.3.1. Methods", Some(3)),
            ("A.1 Proofs", Some(2)),
            ("A. Proofs", Some(1)),
            ("IV. Results", Some(1)),
            ("A marsh", None),
            ("I think", None),
            ("1998 was a year", None),
            ("3.14", None),
            ("一、目标", Some(1)),
            ("（二）方法", Some(2)),
            ("一天", None),
        ] {
            assert_eq!(section_depth(text), expected, "{text}");
        }
        for (text, expected) in [
            ("Chapter 3", Some(1)),
            ("ARTICLE IV Terms", Some(3)),
            ("Part of it", None),
            ("§ 4 Aims", Some(3)),
            ("第三章 方法", Some(1)),
            ("第一", None),
        ] {
            assert_eq!(section_word(text), expected, "{text}");
        }
    }
}
