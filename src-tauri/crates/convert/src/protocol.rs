//! What parent and worker say to each other: frames of a length (8 bytes, little-endian) and a body.
//! Bodies are MessagePack, or the raw bytes that the message before announced. Lengths are bounded
//! in both directions, and memory grows with what arrives, never with what a length claims.

use crate::{Error, Limits};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_bytes::ByteBuf;
use std::io::{self, Read, Write};
use types::ConvertedText;

/// Longest message from the parent, raw bodies apart.
pub(crate) const REQUEST_BYTES: u64 = 1 << 20;

/// Parent to worker.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// First of all: where the PDF engine lies (raw path bytes), and the bounds.
    Hello { pdfium: Option<ByteBuf>, limits: Limits },
    /// Convert the raw frame that follows.
    Convert { file_name: String },
    /// Render the Markdown in the raw frame that follows.
    Render,
}

/// Worker to parent. The parent believes none of it before checking.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// Locked down; what this system could not enforce is noted.
    Ready { notes: Vec<String> },
    /// The text.
    Converted(ConvertedText),
    /// The rendering.
    Html(String),
    /// Why not.
    Refused(Error),
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
            let _ = receive::<Reply>(&mut wire.as_slice(), 1 << 20);
        }
    }

    #[test]
    fn a_length_over_the_limit_is_refused_unread() {
        let wire = u64::MAX.to_le_bytes();
        assert!(read_frame(&mut wire.as_slice(), 1 << 20).is_err());
    }
}
