//! Letters as Markdown wants them: what it would take for markup is escaped, nothing else.

/// Hidden words begin here. No source has this letter or the next: they are taken out of what is read.
pub(crate) const HIDDEN: char = '\u{fdd1}';
/// Hidden words end here.
pub(crate) const SHOWN: char = '\u{fdd2}';

/// Escapes what would be markup in the middle of a line.
pub(crate) fn push_escaped(into: &mut String, text: &str) {
    let mut letters = text.chars().peekable();
    let mut before = into.chars().next_back().unwrap_or(' ');
    while let Some(letter) = letters.next() {
        let after = letters.peek().copied().unwrap_or(' ');
        let is_markup = match letter {
            '`' => true,
            '*' => !(before.is_whitespace() && after.is_whitespace()),
            // inside a word or a blank to be filled in
            '_' => {
                let is_blank = |letter: char| letter.is_whitespace() || letter == '_';
                let is_inside = before.is_alphanumeric() && after.is_alphanumeric();
                !(is_inside || is_blank(before) && is_blank(after))
            }
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
        match letter {
            '\u{a0}' => into.push(' '),
            _ if language::is_break_hint(letter) => {}
            _ if letter.is_whitespace() => into.push(' '),
            _ if letter.is_control() => {}
            _ => into.push(letter),
        }
        before = letter;
    }
}

/// Escapes what would start a block at the beginning of each line.
pub(crate) fn escape_line_starts(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(|line| escape_start(line.trim())).collect();
    lines.into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

fn escape_start(line: &str) -> String {
    if let Some(hidden) = line.strip_prefix(HIDDEN) {
        return format!("{HIDDEN}{}", escape_start(hidden));
    }
    let digits = line.chars().take_while(char::is_ascii_digit).count();
    let is_number = (1..=9).contains(&digits)
        && matches!(line.chars().nth(digits), Some('.' | ')'))
        && line.chars().nth(digits + 1).is_none_or(char::is_whitespace);
    if is_number {
        let (number, rest) = line.split_at_checked(digits).unwrap_or((line, ""));
        return format!("{number}\\{rest}");
    }
    let mut letters = line.chars();
    let starts_block = match (letters.next(), letters.next()) {
        (Some('#' | '>' | '=' | '|'), _) => true,
        (Some('-' | '+' | '*'), next) => {
            next.is_none_or(|next| next.is_whitespace() || next == '-')
        }
        (Some('_'), _) => line.chars().all(|letter| letter == '_' || letter == ' '),
        (Some('~'), _) => line.starts_with("~~~"),
        (Some('['), next) => next != Some('^') && line.contains("]:"),
        _ => false,
    };
    if starts_block { format!("\\{line}") } else { line.to_owned() }
}

/// All words in one line.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A link, where the address is one to show; else its words.
pub(crate) fn linked(words: &str, address: Option<&str>) -> String {
    match address {
        Some(address) if address == words.trim() => format!("<{address}>"),
        Some(address) if !words.trim().is_empty() && !words.contains(['\n', '[', ']']) => {
            format!("[{words}]({address})")
        }
        _ => words.to_owned(),
    }
}

/// Powers and note marks in raised letters, where every one of them exists raised: 10 and a raised 5
/// are not 105.
pub(crate) fn raised(text: &str) -> Option<String> {
    const RAISED: [(char, char); 14] = [
        ('0', '⁰'),
        ('1', '¹'),
        ('2', '²'),
        ('3', '³'),
        ('4', '⁴'),
        ('5', '⁵'),
        ('6', '⁶'),
        ('7', '⁷'),
        ('8', '⁸'),
        ('9', '⁹'),
        ('+', '⁺'),
        ('-', '⁻'),
        ('−', '⁻'),
        ('–', '⁻'),
    ];
    let raise = |letter| Some(RAISED.iter().find(|(flat, _)| *flat == letter)?.1);
    text.chars().map(raise).collect()
}

/// What describes a picture, as words in the text. Programs' own remarks are left out.
pub(crate) fn picture(description: &str) -> Option<String> {
    let lines = description.lines().map(str::trim).filter(|line| {
        let lower = line.to_lowercase();
        !lower.is_empty()
            && !lower.ends_with("automatically generated")
            && !lower.starts_with("ai-generated content may")
    });
    let words = one_line(&lines.collect::<Vec<_>>().join(" "));
    if words.is_empty() || is_file_name(&words) {
        return None;
    }
    let mut escaped = "[Image: ".to_owned();
    push_escaped(&mut escaped, &words);
    escaped.push(']');
    Some(escaped)
}

/// A picture's file name says nothing of what it shows.
fn is_file_name(words: &str) -> bool {
    const EXTENSIONS: [&str; 9] = ["png", "jpg", "jpeg", "gif", "svg", "emf", "wmf", "tif", "bmp"];
    let extension = words.rsplit_once('.').map(|(_, extension)| extension.to_lowercase());
    !words.contains(' ') && extension.is_some_and(|own| EXTENSIONS.contains(&own.as_str()))
}

/// Who commented, and when: `Comment by Ann Lee (2024-03-01): `. The date as ISO 8601 has it.
pub(crate) fn byline(author: Option<&str>, date: Option<&str>) -> String {
    let author = author.map(str::trim).filter(|author| !author.is_empty());
    let day = date.and_then(|date| date.trim().get(..10));
    match (author, day) {
        (Some(author), Some(day)) => format!("Comment by {author} ({day}): "),
        (Some(author), None) => format!("Comment by {author}: "),
        (None, Some(day)) => format!("Comment ({day}): "),
        _ => "Comment: ".to_owned(),
    }
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
            ("Name: ______ ", "Name: ______ "),
            ("_x_ so\u{ad}ft\u{1}", "\\_x\\_ soft"),
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
            ("* no item", "\\* no item"),
            ("____", "\\____"),
        ] {
            assert_eq!(escape_line_starts(line), expected);
        }
    }

    #[test]
    fn raised_letters_and_pictures() {
        assert_eq!(raised("-12").as_deref(), Some("⁻¹²"));
        assert_eq!(raised("st"), None);
        assert_eq!(
            picture("A\nduck\nDescription automatically generated").as_deref(),
            Some("[Image: A duck]")
        );
        assert_eq!(picture(" \n"), None);
        assert_eq!(picture("media/Duck.PNG"), None);
    }
}
