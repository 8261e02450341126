//! One e-mail message (RFC 5322, MIME): its header, its text, and the names of what is attached. The
//! plain text counts, the HTML where it says twice as much. Attachments are documents of their own,
//! which `unpack` hands over; here they are named. Nothing is fetched.

mod attachments;

pub(crate) use attachments::unpack;

use crate::html::page::Page;
use crate::office::properties;
use crate::office::words::{escape_line_starts, one_line, push_escaped};
use crate::tally::Tally;
use crate::{Error, Limits, Result, html, markdown};
use mail_parser::{Address, Message, MessageParser, MessagePart, PartType};
use types::{ConvertedText, Format, Reference};

/// Most addresses of a line, and most attachments that are named.
const NAMED: usize = 200;

/// Converts a message.
pub(crate) fn convert(bytes: &[u8], limits: &Limits) -> Result<ConvertedText> {
    let message = MessageParser::default()
        .parse(bytes)
        .ok_or_else(|| Error::damaged(Format::Email, "its header cannot be read"))?;
    let mut warnings = Vec::new();
    let subject = message.subject().map(one_line).filter(|subject| !subject.is_empty());
    let mut text = header(&message, subject.as_deref());
    let parts = body(&message, &mut text, limits)?;
    attached(&message, &mut text, &mut warnings, limits);
    limits.check_text(text.len())?;
    warnings.extend(tally(&parts).warning(&text));
    let blocks = markdown::outline(&text).blocks;
    let reference = Reference {
        kind: "personal_communication".to_owned(),
        title: subject.clone(),
        authors: senders(&message).iter().flat_map(|name| properties::authors(name)).collect(),
        year: message.date().map(|date| i32::from(date.year)),
        ..Reference::default()
    };
    let converted = ConvertedText::new(Format::Email, text, blocks);
    Ok(ConvertedText { title: subject, warnings, reference, ..converted })
}

fn header(message: &Message, subject: Option<&str>) -> String {
    let mut text = String::new();
    if let Some(subject) = subject {
        text = format!("# {}\n\n", escaped(subject).trim_end_matches('#').trim_end());
    }
    let date = message.date().map(mail_parser::DateTime::to_rfc3339);
    let lines = [
        ("From", addresses(message.from())),
        ("To", addresses(message.to())),
        ("Cc", addresses(message.cc())),
        ("Date", date.unwrap_or_default()),
    ];
    for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        text.push_str(&format!("{name}: {}\n", escaped(value)));
    }
    text.push('\n');
    text
}

fn addresses(address: Option<&Address>) -> String {
    let written = |it: &mail_parser::Addr| match (it.name(), it.address()) {
        (Some(name), Some(address)) if name != address => format!("{name} ({address})"),
        (Some(one), _) | (None, Some(one)) => one.to_owned(),
        (None, None) => String::new(),
    };
    let all = address.into_iter().flat_map(Address::iter).take(NAMED).map(written);
    one_line(&all.filter(|it| !it.is_empty()).collect::<Vec<_>>().join(", "))
}

fn senders(message: &Message) -> Vec<String> {
    let name = |it: &mail_parser::Addr| it.name().or_else(|| it.address()).map(one_line);
    message.from().into_iter().flat_map(Address::iter).take(NAMED).filter_map(name).collect()
}

/// Writes the plain parts, or the HTML ones where those say little; gives what was written.
fn body<'m>(
    message: &'m Message<'m>,
    text: &mut String,
    limits: &Limits,
) -> Result<Vec<&'m MessagePart<'m>>> {
    let written = |ids: &[u32]| -> Result<(Vec<&'m MessagePart<'m>>, String)> {
        let parts = ids.iter().filter_map(|id| message.parts.get(*id as usize)).collect::<Vec<_>>();
        let mut text = String::new();
        parts.iter().try_for_each(|part| write_part(part, &mut text, limits))?;
        Ok((parts, text))
    };
    let mut best = written(&message.text_body)?;
    if message.html_body != message.text_body {
        let words = |text: &str| {
            text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
        };
        let page = written(&message.html_body)?;
        // "your program shows no HTML" is no text
        if words(&page.1) > 2 * words(&best.1) {
            best = page;
        }
    }
    text.push_str(&best.1);
    Ok(best.0)
}

/// The words of the parts as they were sent.
fn tally(parts: &[&MessagePart]) -> Tally {
    let mut tally = Tally::default();
    for part in parts {
        match &part.body {
            PartType::Text(plain) => tally.words(plain),
            PartType::Html(html) => {
                let page = Page::parse(html);
                let is_unseen = |id| {
                    let style = page.attribute(id, "style").unwrap_or_default();
                    style.contains("display:none") || style.contains("display: none")
                };
                tally.page(&page, page.find(0, "body").unwrap_or(0), &is_unseen);
            }
            _ => {}
        }
    }
    tally
}

fn write_part(part: &MessagePart, text: &mut String, limits: &Limits) -> Result<()> {
    match &part.body {
        PartType::Text(plain) => write_plain(plain, text),
        PartType::Html(page) => {
            text.push_str(html::fragment(page, limits)?.trim());
            text.push_str("\n\n");
        }
        _ => {}
    }
    limits.check_text(text.len())
}

/// Paragraphs as they are, quoted lines as quotations.
fn write_plain(plain: &str, text: &mut String) {
    let lines: Vec<&str> = plain.lines().map(str::trim_end).collect();
    let kind = |line: &str| (line.trim().is_empty(), line.starts_with('>'));
    for group in lines.chunk_by(|one, next| kind(one) == kind(next)) {
        let Some(first) = group.first().filter(|line| !line.trim().is_empty()) else { continue };
        let is_quote = first.starts_with('>');
        let unquoted = |line: &&str| line.trim_start_matches(['>', ' ']).to_owned();
        let words = match is_quote {
            true => group.iter().map(unquoted).collect::<Vec<_>>().join("\n"),
            false => group.join("\n"),
        };
        let lines: Vec<String> = words.lines().map(escaped).collect();
        let words = escape_line_starts(&lines.join("\n"));
        if words.is_empty() {
            continue;
        }
        let mark = if is_quote { "> " } else { "" };
        text.push_str(mark);
        text.push_str(&words.replace('\n', &format!("\n{mark}")));
        text.push_str("\n\n");
    }
}

fn attached(message: &Message, text: &mut String, warnings: &mut Vec<String>, limits: &Limits) {
    let attached = attachments::attached(message, limits);
    if attached.is_empty() {
        return;
    }
    match attached.iter().filter(|attached| attached.bytes.is_none()).count() {
        0 => {}
        1 => warnings.push("one attachment is named and not read".to_owned()),
        count => warnings.push(format!("{count} attachments are named and not read")),
    }
    text.push_str("Attachments:\n\n");
    for attached in attached.iter().take(NAMED) {
        let line = attachments::line(attached);
        text.push_str(&format!("- {}\n", escape_line_starts(&escaped(&line))));
    }
    if attached.len() > NAMED {
        text.push_str(&format!("- and {} more\n", attached.len() - NAMED));
    }
}

fn escaped(words: &str) -> String {
    let mut line = String::with_capacity(words.len());
    push_escaped(&mut line, &one_line(words));
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn message(mail: &str) -> ConvertedText {
        convert(mail.as_bytes(), &Limits::default()).unwrap()
    }

    #[test]
    fn header_body_and_attachments() {
        let mail = "From: =?utf-8?q?Ada_L=C3=B6velace?= <ada@example.org>\r\nTo: b@example.org\r\n\
            Date: Wed, 01 May 2024 10:00:00 +0200\r\nSubject: On *engines*\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\
            Content-Type: text/plain; charset=iso-8859-1\r\n\r\nCaf\u{e9}?\r\n\r\n\
            > earlier words\r\n> # more\r\n\r\nYours\r\n--x\r\n\
            Content-Type: application/pdf; name=\"a_b.pdf\"\r\nContent-Disposition: attachment\r\n\
            Content-Transfer-Encoding: base64\r\n\r\nJVBERi0xLjc=\r\n--x--\r\n";
        let bytes: Vec<u8> = mail.chars().map(|letter| letter as u8).collect();
        let converted = convert(&bytes, &Limits::default()).unwrap();
        assert_eq!(
            converted.text,
            "# On \\*engines\\*\n\nFrom: Ada L\u{f6}velace (ada@example.org)\nTo: b@example.org\n\
             Date: 2024-05-01T10:00:00+02:00\n\nCaf\u{e9}?\n\n> earlier words\n> \\# more\n\n\
             Yours\n\nAttachments:\n\n- a_b.pdf (application/pdf, 8 bytes)\n"
        );
        assert_eq!(converted.title.as_deref(), Some("On *engines*"));
        assert_eq!(converted.reference.authors[0].family, "L\u{f6}velace");
        assert_eq!(converted.reference.year, Some(2024));
        assert_eq!(converted.warnings, [""; 0]);
    }

    #[test]
    fn html_counts_where_it_is_alone() {
        let mail = "From: a@b\nSubject: s\nContent-Type: text/html\n\n\
                    <p>One <b>word</b>.<script>x()</script><img src='http://t/'>";
        let text = message(mail).text;
        assert!(text.contains("word") && !text.contains("x()") && !text.contains("http"), "{text}");
    }

    #[test]
    fn the_alternative_that_says_most_counts() {
        let mail = |plain: &str| {
            format!(
                "From: a@b\nSubject: s\nContent-Type: multipart/alternative; boundary=x\n\n\
                 --x\nContent-Type: text/plain\n\n{plain}\n\
                 --x\nContent-Type: text/html\n\n<p>One two three four five six seven eight nine ten.</p>\n--x--\n"
            )
        };
        assert!(message(&mail("Open in a browser")).text.contains("One two three four"));
        let text = message(&mail("One *two* three four five six.")).text;
        assert!(text.contains("One \\*two\\* three"), "{text}");
    }

    #[test]
    fn words_that_no_part_shows_are_counted() {
        let mail = "From: a@b\nContent-Type: text/html\n\n<p>seen</p><canvas>not seen</canvas>";
        let converted = message(mail);
        let told = converted.warnings.iter().any(|warning| warning.contains("words of"));
        assert_eq!(told, !converted.text.contains("not seen"), "{converted:?}");
    }

    #[test]
    fn hostile_messages_cost_little() {
        let mut nested = "From: a@b\nSubject: deep\n".to_owned();
        for at in 0..1000 {
            nested += &format!("Content-Type: multipart/mixed; boundary=b{at}\n\n--b{at}\n");
        }
        nested += "\n\nwords";
        assert_eq!(message(&nested).title.as_deref(), Some("deep"));
        let junk =
            "From: a@b\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n!!!@@@";
        assert!(message(junk).text.contains("From: a@b"));
        let bomb = format!("From: a@b\nTo: {}\nSubject: s\n\nx", "c@d, ".repeat(100_000));
        assert!(message(&bomb).text.len() < 10_000);
    }

    proptest! {
        #[test]
        fn any_mail_gives_sound_text_or_an_error(
            tail in "(From|To|Subject|Date|Content-Type|boundary|[a-z@<>:;=?\"-]|multipart/mixed|text/html|--x|\\n){0,60}",
        ) {
            let mail = format!("From: a@b\nSubject: s\n{tail}");
            if let Ok(converted) = convert(mail.as_bytes(), &Limits::default()) {
                prop_assert!(crate::validate::is_sound(&converted, &Limits::default()));
            }
        }
    }
}
