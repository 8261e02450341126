//! What parent and worker say to each other: frames of a length (8 bytes, little-endian) and a body.
//! Bodies are MessagePack, or the raw bytes that the message before announced. Lengths are bounded
//! in both directions, and memory grows with what arrives, never with what a length claims.

use crate::{Error, Limits, weigh};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;
use std::io::{self, Read, Write};
use types::ConvertedText;

/// Longest message from the parent, raw bodies apart.
pub(crate) const REQUEST_BYTES: u64 = 1 << 20;

/// Most values of a reply, numbers apart. None takes more than some 30 bytes in memory on average,
/// whatever it is; a text of 64 MiB with a block or line every dozen letters stays below.
const REPLY_VALUES: u64 = 32 << 20;

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
}

/// Worker to parent. The parent believes none of it before checking.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// Locked down; what this system could not enforce is noted, and whether text is recognised.
    Ready { notes: Vec<String>, recognises: bool },
    /// The text.
    Converted(Box<ConvertedText>),
    /// What the document is without so many pages that only text recognition could read: its text,
    /// or a refusal.
    Unseen { pages: u32, otherwise: Box<Reply> },
    /// The text made without bookmarks, and the bookmarks.
    Outlined(Box<ConvertedText>, Vec<OutlineEntry>),
    /// The rendering.
    Html(String),
    /// The paths of an archive's files; a raw frame for each follows.
    Unpacked(Vec<Member>),
    /// Why not.
    Refused(Error),
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
        return Err(io::Error::other("frame over the limit"));
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
    Ok(())
}

/// Reads a reply, and the raw frames that it announces; `limit` holds for them all together.
pub(crate) fn receive_reply(input: &mut impl Read, limit: u64) -> io::Result<Option<Reply>> {
    let Some(body) = read_frame(input, limit)? else { return Ok(None) };
    if weigh::values(&body).is_none_or(|values| values > REPLY_VALUES) {
        return Err(io::Error::other("a reply of too many parts"));
    }
    let mut reply = rmp_serde::from_slice(&body).map_err(io::Error::other)?;
    if let Reply::Unpacked(members) = &mut reply {
        let mut left = limit;
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
            let _ = receive_reply(&mut wire.as_slice(), 1 << 20);
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
            let Ok(Some(Reply::Unpacked(got))) = receive_reply(&mut wire.as_slice(), 4000) else {
                panic!("no members")
            };
            prop_assert_eq!(got, members);
            let over = receive_reply(&mut wire.as_slice(), 1000).is_err();
            prop_assert_eq!(over, sizes.iter().sum::<usize>() > 1000);
        }
    }

    #[test]
    fn a_reply_of_too_many_parts_is_refused_unbuilt() {
        // an array of so many empty lists: a byte each here, 24 in memory
        let count = REPLY_VALUES as usize + 1;
        let mut body = vec![0xdd];
        body.extend((count as u32).to_be_bytes());
        body.resize(body.len() + count, 0x90);
        let mut wire = Vec::new();
        write_frame(&mut wire, &body).unwrap();
        let error = receive_reply(&mut wire.as_slice(), 1 << 30).unwrap_err();
        assert_eq!(error.to_string(), "a reply of too many parts");
    }

    #[test]
    fn a_length_over_the_limit_is_refused_unread() {
        let wire = u64::MAX.to_le_bytes();
        assert!(read_frame(&mut wire.as_slice(), 1 << 20).is_err());
    }
}
