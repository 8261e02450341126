//! One e-mail message (RFC 5322, MIME): its header, its text, and the names of what is attached. The
//! plain text counts, the HTML where there is no other; attachments are named and not opened, and
//! nothing is fetched.

use crate::limits::size;
use crate::office::properties;
use crate::office::words::{escape_line_starts, one_line, push_escaped};
use crate::{Error, Limits, Result, html, markdown};
use mail_parser::{Address, Message, MessageParser, MessagePart, MimeHeaders, PartType};
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
    body(&message, &mut text, limits)?;
    attachments(&message, &mut text, &mut warnings);
    limits.check_text(text.len())?;
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

/// The plain parts; the HTML ones where those say nothing.
fn body(message: &Message, text: &mut String, limits: &Limits) -> Result<()> {
    let before = text.len();
    let parts = |ids: &[u32]| {
        ids.iter().filter_map(|id| message.parts.get(*id as usize)).collect::<Vec<_>>()
    };
    for part in parts(&message.text_body) {
        write_part(part, text, limits)?;
    }
    let is_silent = text.get(before..).is_none_or(|body| body.trim().is_empty());
    if is_silent {
        for part in parts(&message.html_body) {
            write_part(part, text, limits)?;
        }
    }
    Ok(())
}

fn write_part(part: &MessagePart, text: &mut String, limits: &Limits) -> Result<()> {
    match &part.body {
        PartType::Text(plain) => write_plain(plain, text),
        PartType::Html(page) => {
            let converted = html::convert(page.as_bytes(), limits)?;
            text.push_str(converted.text.trim());
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

fn attachments(message: &Message, text: &mut String, warnings: &mut Vec<String>) {
    let count = message.attachments.len();
    if count == 0 {
        return;
    }
    warnings.push(match count {
        1 => "its attachment is named and not read".to_owned(),
        _ => format!("its {count} attachments are named and not read"),
    });
    text.push_str("Attachments:\n\n");
    for part in message.attachments().take(NAMED) {
        let name = part.attachment_name().unwrap_or("without a name");
        let kind = part.content_type().map_or_else(String::new, |kind| {
            format!("{}/{}, ", kind.ctype(), kind.subtype().unwrap_or("octet-stream"))
        });
        let line = format!("{name} ({kind}{})", size(part.len() as u64));
        text.push_str(&format!("- {}\n", escape_line_starts(&escaped(&line))));
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
        assert_eq!(converted.warnings, ["its attachment is named and not read"]);
    }

    #[test]
    fn html_counts_where_it_is_alone() {
        let mail = "From: a@b\nSubject: s\nContent-Type: text/html\n\n\
                    <p>One <b>word</b>.<script>x()</script><img src='http://t/'>";
        let text = message(mail).text;
        assert!(text.contains("word") && !text.contains("x()") && !text.contains("http"), "{text}");
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
