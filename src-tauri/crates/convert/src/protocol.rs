//! What parent and worker say to each other: frames of a length (8 bytes, little-endian) and a body.
//! Bodies are MessagePack, or the raw bytes that the message before announced. Lengths are bounded
//! in both directions, and memory grows with what arrives, never with what a length claims.

use crate::{Error, Limits, Rule, bounded, weigh};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;
use std::io::{self, Read, Write};
use types::ConvertedText;

/// Longest message from the parent, raw bodies apart.
pub(crate) const REQUEST_BYTES: u64 = 1 << 20;

/// Most values of a reply, numbers apart. None takes more than some 30 bytes in memory on average,
/// whatever it is, since `bounded` builds no long list of what takes more; a text of 64 MiB with a block
/// or line every dozen letters stays below.
const REPLY_VALUES: u64 = 32 << 20;

/// Values that a reply may have whatever its words: pages of formulas have a line for each letter.
const FREE_VALUES: u64 = 1 << 20;

/// Pixels on each side of a drawn page, and bytes of all of them.
pub(crate) const DRAWN_SIDE: u32 = 8_000;
pub(crate) const DRAWN_BYTES: u64 = 64 << 20;

/// Beyond these, so many bytes of words for each value: a line has six, and a dozen letters.
const BYTES_A_VALUE: u64 = 2;

/// Parent to worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// First of all: where the PDF engine lies and, for a worker that is to recognise text, the
    /// recogniser's library and model (raw path bytes); and the bounds.
    Hello { pdfium: Option<ByteBuf>, recogniser: Option<(ByteBuf, ByteBuf)>, limits: Limits },
    /// Convert the raw frame that follows.
    Convert { file_name: String },
    /// Convert the raw PDF that follows as if it had no bookmarks, and name these: for measuring.
    Outline { file_name: String },
    /// Render the Markdown in the raw frame that follows.
    Render,
    /// Unpack the archive in the raw frame that follows.
    Unpack,
    /// Read the Zotero database in the raw frame that follows.
    Library,
    /// Draw a page, counted from 1, of the raw PDF that follows, so many pixels wide.
    Draw { page: u32, width: u32 },
}

/// Worker to parent. The parent believes none of it before checking.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// Locked down; what this system could not enforce is noted, and whether text is recognised.
    Ready { notes: Vec<String>, recognises: bool },
    /// The text.
    Converted(#[serde(deserialize_with = "bounded::text")] Box<ConvertedText>),
    /// What the document is without so many pages that only text recognition could read: its text,
    /// or a refusal.
    Unseen { pages: u32, otherwise: Box<Reply> },
    /// The text made without bookmarks, and the bookmarks.
    Outlined(#[serde(deserialize_with = "bounded::text")] Box<ConvertedText>, Vec<OutlineEntry>),
    /// The rendering.
    Html(String),
    /// The paths of an archive's files; a raw frame for each follows.
    Unpacked(Vec<Member>),
    /// A page's picture; a raw frame of its pixels follows.
    Drawn(Drawing),
    /// What a library holds.
    Library(Box<crate::Library>),
    /// Why not.
    Refused(Error),
}

/// A page's picture on its way: three bytes a pixel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Drawing {
    pub width: u32,
    pub height: u32,
    #[serde(skip)]
    pub pixels: Vec<u8>,
}

/// A file out of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// Relative, with `/` between its parts, none of which is `..`.
    pub path: String,
    /// Its content.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

/// A bookmark of a PDF.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutlineEntry {
    /// As the file has it.
    pub title: String,
    /// From 1 for the outermost.
    pub depth: u8,
}

/// Writes one frame.
pub(crate) fn write_frame(out: &mut impl Write, body: &[u8]) -> io::Result<()> {
    out.write_all(&(body.len() as u64).to_le_bytes())?;
    out.write_all(body)?;
    out.flush()
}

/// Reads one frame; `None` where the other side closed at a frame's edge.
pub(crate) fn read_frame(input: &mut impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut length = [0u8; 8];
    match input.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        other => other?,
    }
    let length = u64::from_le_bytes(length);
    if length > limit {
        return Err(io::Error::other(Rule::AnswerSize));
    }
    let mut body = Vec::new();
    input.take(length).read_to_end(&mut body)?;
    if (body.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(Some(body))
}

/// Writes one message.
pub(crate) fn send(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    write_frame(out, &rmp_serde::to_vec(message).map_err(io::Error::other)?)
}

/// Reads one message; `None` at the end.
pub(crate) fn receive<T: DeserializeOwned>(
    input: &mut impl Read,
    limit: u64,
) -> io::Result<Option<T>> {
    let Some(body) = read_frame(input, limit)? else { return Ok(None) };
    rmp_serde::from_slice(&body).map(Some).map_err(io::Error::other)
}

/// Writes a reply, and the raw frames that it announces.
pub(crate) fn send_reply(out: &mut impl Write, reply: &Reply) -> io::Result<()> {
    send(out, reply)?;
    if let Reply::Unpacked(members) = reply {
        members.iter().try_for_each(|member| write_frame(out, &member.bytes))?;
    }
    if let Reply::Drawn(drawing) = reply {
        write_frame(out, &drawing.pixels)?;
    }
    Ok(())
}

/// Reads a reply of at most `limits.answer_bytes()`, and the raw frames that it announces, which together
/// keep to `limits.memory_bytes`. What is refused, by its rule, was not built.
pub(crate) fn receive_reply(input: &mut impl Read, limits: &Limits) -> io::Result<Option<Reply>> {
    let Some(body) = read_frame(input, limits.answer_bytes())? else { return Ok(None) };
    let weight = weigh::weigh(&body).ok_or(io::ErrorKind::InvalidData)?;
    let most = REPLY_VALUES.min(FREE_VALUES + weight.text_bytes / BYTES_A_VALUE);
    if weight.values > most {
        return Err(io::Error::other(Rule::Parts));
    }
    let mut reply = rmp_serde::from_slice(&body).map_err(io::Error::other)?;
    if let Reply::Drawn(drawing) = &mut reply {
        drawing.pixels = read_frame(input, DRAWN_BYTES)?.ok_or(io::ErrorKind::UnexpectedEof)?;
    }
    if let Reply::Unpacked(members) = &mut reply {
        let mut left = limits.memory_bytes;
        for member in members {
            member.bytes = read_frame(input, left)?.ok_or(io::ErrorKind::UnexpectedEof)?;
            left -= member.bytes.len() as u64;
        }
    }
    Ok(Some(reply))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn frames_survive(body: Vec<u8>) {
            let mut wire = Vec::new();
            write_frame(&mut wire, &body).unwrap();
            prop_assert_eq!(read_frame(&mut wire.as_slice(), 1 << 20).unwrap(), Some(body));
        }

        #[test]
        fn cut_frames_are_errors(body in proptest::collection::vec(any::<u8>(), 1..64), cut in 1usize..64) {
            let mut wire = Vec::new();
            write_frame(&mut wire, &body).unwrap();
            let cut = cut.min(body.len());
            wire.truncate(wire.len() - cut);
            prop_assert!(read_frame(&mut wire.as_slice(), 1 << 20).is_err());
        }

        #[test]
        fn noise_is_no_message(noise: Vec<u8>) {
            let mut wire = Vec::new();
            write_frame(&mut wire, &noise).unwrap();
            // whatever comes, it is a value or an error, never a panic
            let _ = receive_reply(&mut wire.as_slice(), &Limits::default());
        }

        #[test]
        fn members_survive_within_the_limit(sizes in proptest::collection::vec(0usize..500, 0..5)) {
            let member = |(at, size): (usize, &usize)| Member {
                path: at.to_string(),
                bytes: vec![at as u8; *size],
            };
            let members: Vec<Member> = sizes.iter().enumerate().map(member).collect();
            let mut wire = Vec::new();
            send_reply(&mut wire, &Reply::Unpacked(members.clone())).unwrap();
            let within = |memory_bytes| {
                let limits = Limits { memory_bytes, ..Limits::default() };
                receive_reply(&mut wire.as_slice(), &limits)
            };
            let Ok(Some(Reply::Unpacked(got))) = within(4000) else { panic!("no members") };
            prop_assert_eq!(got, members);
            let over = within(1000).is_err();
            prop_assert_eq!(over, sizes.iter().sum::<usize>() > 1000);
        }
    }

    /// The rule by which a reply is refused.
    fn refused(body: &[u8], limits: &Limits) -> Option<Rule> {
        let mut wire = Vec::new();
        write_frame(&mut wire, body).unwrap();
        let error = receive_reply(&mut wire.as_slice(), limits).unwrap_err();
        error.get_ref().and_then(|inner| inner.downcast_ref()).copied()
    }

    #[test]
    fn a_reply_of_more_parts_than_words_is_refused_unbuilt() {
        // an array of so many empty lists, a byte each here and 24 in memory, beside some words
        let reply = |lists: u64, words: u64| {
            let mut body = vec![0x92, 0xdb];
            body.extend((words as u32).to_be_bytes());
            body.resize(body.len() + words as usize, b'x');
            body.push(0xdd);
            body.extend((lists as u32).to_be_bytes());
            body.resize(body.len() + lists as usize, 0x90);
            body
        };
        let limits = Limits::default();
        // three values beside the lists; a reply of this form is no reply at all
        for (lists, words, rule) in [
            (FREE_VALUES - 3, 0, None),
            (FREE_VALUES - 2, 0, Some(Rule::Parts)),
            (FREE_VALUES + 500_000 - 3, 1_000_000, None),
            (FREE_VALUES + 500_000 - 2, 1_000_000, Some(Rule::Parts)),
            (REPLY_VALUES, 70 << 20, Some(Rule::Parts)),
        ] {
            assert_eq!(refused(&reply(lists, words), &limits), rule, "{lists} {words}");
        }
        let small = Limits { text_bytes: 100, ..limits };
        assert_eq!(refused(&reply(0, 2 << 20), &small), Some(Rule::AnswerSize));
    }

    #[test]
    fn a_length_over_the_limit_is_refused_unread() {
        let wire = u64::MAX.to_le_bytes();
        assert!(read_frame(&mut wire.as_slice(), 1 << 20).is_err());
    }
}
