//! What is attached to a message, as files of their own: with safe names, within bounds, those of
//! attached messages as well. Pictures that stand in the text, signatures, calendar entries and
//! address cards are for programs and are left out. Opens none of them.

use crate::limits::ALL_BYTES;
use crate::limits::size;
use crate::{Error, Limits, Member, Result};
use mail_parser::{Message, MessageParser, MessagePart, MimeHeaders, PartType};
use std::borrow::Cow;
use std::collections::HashSet;
use types::Format;

/// Deepest message within messages.
const DEPTH: usize = 8;
/// Most attachments of a message, those of attached messages included.
const ATTACHMENTS: usize = 1000;
/// Longest name, in bytes.
const NAME_BYTES: usize = 120;

/// Types that say nothing to a reader, whatever they are called.
const UNREAD: &str = " application/pgp-signature application/pkcs7-signature \
    application/x-pkcs7-signature application/pgp-encrypted message/delivery-status \
    message/disposition-notification text/calendar application/ics text/vcard text/x-vcard \
    text/directory text/rfc822-headers ";

/// One attachment.
pub(super) struct Attached<'m> {
    /// Relative and safe; what is in an attached message lies in a folder of its name.
    pub(super) path: String,
    /// Its media type.
    pub(super) kind: String,
    /// Its content; `None` where it is no document, or over a limit.
    pub(super) bytes: Option<Cow<'m, [u8]>>,
    /// Bytes of its content.
    pub(super) size_bytes: usize,
}

/// The attachments of a message as documents.
///
/// # Errors
/// `Damaged`; `NotAnArchive` where nothing is attached that could be read.
pub(crate) fn unpack(bytes: &[u8], limits: &Limits) -> Result<Vec<Member>> {
    let message = MessageParser::default()
        .parse(bytes)
        .ok_or_else(|| Error::damaged(Format::Email, "its header cannot be read"))?;
    let documents = attached(&message, limits).into_iter().filter_map(|attached| {
        Some(Member { path: attached.path, bytes: attached.bytes?.into_owned() })
    });
    let members: Vec<Member> = documents.collect();
    if members.is_empty() { Err(Error::NotAnArchive) } else { Ok(members) }
}

/// All attachments, those of attached messages behind them.
pub(super) fn attached<'m>(message: &'m Message<'m>, limits: &Limits) -> Vec<Attached<'m>> {
    let mut list = List { found: Vec::new(), paths: HashSet::new(), left: ALL_BYTES };
    let mut coming = vec![(message, String::new(), 0)];
    while let Some((message, folder, depth)) = coming.pop() {
        for part in message.attachments() {
            if list.found.len() >= ATTACHMENTS {
                return list.found;
            }
            if is_in_text(part) {
                continue;
            }
            let path = list.add(message, part, &folder, limits);
            if let PartType::Message(inner) = &part.body
                && depth < DEPTH
            {
                let folder = path.strip_suffix(".eml").unwrap_or(&path).to_owned();
                coming.push((inner, folder + "/", depth + 1));
            }
        }
    }
    list.found
}

struct List<'m> {
    found: Vec<Attached<'m>>,
    /// In lower case: some file systems tell no case.
    paths: HashSet<String>,
    left: u64,
}

impl<'m> List<'m> {
    /// Adds one; gives its path.
    fn add(
        &mut self,
        message: &'m Message<'m>,
        part: &'m MessagePart<'m>,
        folder: &str,
        limits: &Limits,
    ) -> String {
        let kind = kind(part);
        let name = safe_name(part, &kind, self.found.len() + 1);
        let path = self.unique(folder, &name);
        let bytes = content(message, part);
        let size_bytes = bytes.len();
        let fits = size_bytes as u64 <= self.left.min(limits.input_bytes);
        let is_read = fits && size_bytes > 0 && !UNREAD.contains(&format!(" {kind} "));
        self.left -= if is_read { size_bytes as u64 } else { 0 };
        let bytes = is_read.then_some(bytes);
        self.found.push(Attached { path: path.clone(), kind, bytes, size_bytes });
        path
    }

    /// The name in its folder, numbered where there is another of that name.
    fn unique(&mut self, folder: &str, name: &str) -> String {
        let (stem, ending) = match name.rsplit_once('.') {
            Some((stem, ending)) => (stem, format!(".{ending}")),
            None => (name, String::new()),
        };
        let mut path = format!("{folder}{name}");
        // as many tries as there are attachments find a free one
        let mut number = self.found.len() + 1;
        while !self.paths.insert(path.to_lowercase()) {
            path = format!("{folder}{stem} ({number}){ending}");
            number += 1;
        }
        path
    }
}

/// `type/subtype` in lower case.
fn kind(part: &MessagePart) -> String {
    let kind = part.content_type();
    let kind = kind.map(|kind| format!("{}/{}", kind.ctype(), kind.subtype().unwrap_or("x")));
    match (&part.body, kind) {
        (PartType::Message(_), _) => "message/rfc822".to_owned(),
        (_, Some(kind)) => kind.to_lowercase(),
        (_, None) => "application/octet-stream".to_owned(),
    }
}

/// A picture that the text shows in its place.
fn is_in_text(part: &MessagePart) -> bool {
    let is_picture = part.content_type().is_some_and(|kind| kind.ctype() == "image");
    let is_attachment = part.content_disposition().is_some_and(|it| it.is_attachment());
    is_picture
        && !is_attachment
        && (part.content_id().is_some() || matches!(part.body, PartType::InlineBinary(_)))
}

fn content<'m>(message: &'m Message<'m>, part: &'m MessagePart<'m>) -> Cow<'m, [u8]> {
    let PartType::Message(inner) = &part.body else { return Cow::Borrowed(part.contents()) };
    if inner.raw_message.len() != message.raw_message.len() {
        // it came encoded, and has bytes of its own
        return Cow::Borrowed(inner.raw_message());
    }
    let range = part.offset_body as usize..part.offset_end as usize;
    Cow::Borrowed(message.raw_message.get(range).unwrap_or_default())
}

/// A name without folders, control characters and dots at its beginning; made up where there is none.
fn safe_name(part: &MessagePart, kind: &str, number: usize) -> String {
    let subject = match &part.body {
        PartType::Message(inner) => inner.subject().map(|subject| format!("{subject}.eml")),
        _ => None,
    };
    let stated = subject.as_deref().or(part.attachment_name()).unwrap_or_default();
    let stated = match &part.body {
        // a subject is no path
        PartType::Message(_) => stated.replace(['/', '\\'], " "),
        _ => stated.rsplit(['/', '\\']).next().unwrap_or_default().to_owned(),
    };
    let letters = stated.chars().filter(|letter| !letter.is_control());
    let name: String = letters.collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ");
    let name = name.trim_start_matches(['.', ' ', '~']);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let ending: String = ending.chars().take(10).collect();
    let ending = match ending.as_str() {
        "" => usual_ending(kind),
        ending => ending,
    };
    let mut stem = stem.trim_end_matches(['.', ' ']).to_owned();
    while stem.len() > NAME_BYTES {
        stem.pop();
    }
    if stem.is_empty() {
        stem = format!("attachment {number}");
    }
    if ending.is_empty() { stem } else { format!("{stem}.{ending}") }
}

fn usual_ending(kind: &str) -> &'static str {
    match kind {
        "message/rfc822" => "eml",
        "text/plain" => "txt",
        "text/html" => "html",
        "text/csv" => "csv",
        "application/pdf" => "pdf",
        _ => "",
    }
}

/// How an attachment is named in the text of its message.
pub(super) fn line(attached: &Attached) -> String {
    let unread = if attached.bytes.is_some() { "" } else { ", not read" };
    let size = size(attached.size_bytes as u64);
    format!("{} ({}, {size}{unread})", attached.path, attached.kind)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate;
    use proptest::prelude::*;

    fn part(header: &str, body: &str) -> String {
        format!("--x\r\n{header}\r\n\r\n{body}\r\n")
    }

    fn mail(parts: &[String]) -> String {
        format!(
            "From: a@b\r\nSubject: s\r\nMIME-Version: 1.0\r\n\
             Content-Type: multipart/mixed; boundary=x\r\n\r\n{}{}--x--\r\n",
            part("Content-Type: text/plain", "Hello"),
            parts.concat()
        )
    }

    fn paths(mail: &str) -> Vec<String> {
        let limits = Limits::default();
        match unpack(mail.as_bytes(), &limits) {
            Ok(members) => {
                assert_eq!(validate::check_members(&members, &limits), Ok(()), "{members:?}");
                members.into_iter().map(|member| member.path).collect()
            }
            Err(error) => vec![error.to_string()],
        }
    }

    fn named(name: &str) -> String {
        part(
            &format!(
                "Content-Type: application/pdf\r\n\
                 Content-Disposition: attachment; filename=\"{name}\""
            ),
            "%PDF-",
        )
    }

    #[test]
    fn documents_come_out_and_decoration_stays() {
        let inner = "From: c@d\r\nSubject: About/it\r\nMIME-Version: 1.0\r\n\
            Content-Type: multipart/mixed; boundary=y\r\n\r\n--y\r\nContent-Type: text/plain\r\n\r\n\
            Inner words\r\n--y\r\nContent-Type: text/csv; name=t.csv\r\n\
            Content-Disposition: attachment\r\n\r\na,b\r\n--y--\r\n";
        let mail = mail(&[
            named("a.pdf"),
            named("A.pdf"),
            part("Content-Type: image/png\r\nContent-ID: <p>\r\nContent-Disposition: inline", "x"),
            part("Content-Type: application/pgp-signature; name=s.asc", "x"),
            part("Content-Type: text/calendar\r\nContent-Disposition: attachment", "BEGIN"),
            part("Content-Type: message/rfc822", inner),
        ]);
        assert_eq!(paths(&mail), ["a.pdf", "A (2).pdf", "About it.eml", "About it/t.csv"]);
        let members = unpack(mail.as_bytes(), &Limits::default()).unwrap();
        let inner = String::from_utf8_lossy(&members[2].bytes);
        assert!(inner.starts_with("From: c@d") && inner.contains("Inner words"), "{inner}");
        assert_eq!(members[3].bytes.trim_ascii(), b"a,b");
    }

    #[test]
    fn names_stay_in_their_folder() {
        for (name, expected) in [
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\\\Users\\\\x\\\\y.pdf", "y.pdf"),
            ("..", "attachment 1.pdf"),
            (".hidden.pdf", "hidden.pdf"),
            ("a/", "attachment 1.pdf"),
            ("no ending", "no ending.pdf"),
        ] {
            assert_eq!(paths(&mail(&[named(name)])), [expected], "{name}");
        }
        let long = format!("{}.pdf", "ä".repeat(5000));
        assert!(paths(&mail(&[named(&long)])).iter().all(|path| path.len() < 200));
        assert_eq!(paths(&mail(&[])), ["this is not an archive of files"]);
    }

    #[test]
    fn thousands_of_attachments_and_deep_ones_are_bounded() {
        let many: Vec<String> = (0..3000).map(|_| named("same.pdf")).collect();
        assert_eq!(paths(&mail(&many)).len(), ATTACHMENTS);
        let mut deep = mail(&[named("core.pdf")]);
        for at in 0..50 {
            deep = format!(
                "From: a@b\r\nSubject: {at}\r\nContent-Type: multipart/mixed; boundary=q{at}\r\n\r\n\
                 --q{at}\r\nContent-Type: message/rfc822\r\n\r\n{deep}\r\n--q{at}--\r\n"
            );
        }
        assert!(paths(&deep).len() <= DEPTH + 2);
    }

    proptest! {
        #[test]
        fn any_name_is_safe(name in "[a-z./\\\\: \u{e4}\u{202e}\u{7}~-]{0,40}") {
            paths(&mail(&[named(&name), named(&name)]));
        }
    }
}
