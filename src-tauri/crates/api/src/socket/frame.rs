//! Frames: `kind 1 │ length 4, big-endian │ payload`, at most 1 MiB each. A message is one or more of
//! them; the last one says so. Nothing is kept of a message that grows over its bound.

use std::io::{self, Read, Write};

/// Longest payload of a frame.
pub(crate) const FRAME_BYTES: usize = 1 << 20;

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// JSON text.
    Json,
    /// Bytes of a file.
    Bytes,
}

impl Kind {
    const fn tag(self, last: bool) -> u8 {
        match (self, last) {
            (Self::Json, true) => b'J',
            (Self::Json, false) => b'j',
            (Self::Bytes, true) => b'B',
            (Self::Bytes, false) => b'b',
        }
    }
}

fn broken(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what)
}

/// Reads one message of at most `most` bytes. `None` where the other side ended before one began.
pub(crate) fn read(from: &mut impl Read, kind: Kind, most: usize) -> io::Result<Option<Vec<u8>>> {
    let mut message = Vec::new();
    loop {
        let mut head = [0u8; 5];
        if !read_head(from, &mut head)? {
            return if message.is_empty() { Ok(None) } else { Err(broken("it ends too early")) };
        }
        let [tag, length @ ..] = head;
        let length = u32::from_be_bytes(length) as usize;
        let last = tag == kind.tag(true);
        if !last && tag != kind.tag(false) {
            return Err(broken("another kind of message was expected"));
        }
        if length > FRAME_BYTES || (length == 0 && !last) {
            return Err(broken("a frame has a length that none has"));
        }
        let before = message.len();
        if before + length > most {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, "the message is too long"));
        }
        message.resize(before + length, 0);
        from.read_exact(message.get_mut(before..).unwrap_or_default())?;
        if last {
            return Ok(Some(message));
        }
    }
}

/// False where there is nothing more at all.
fn read_head(from: &mut impl Read, head: &mut [u8; 5]) -> io::Result<bool> {
    let (first, rest) = head.split_at_mut(1);
    loop {
        match from.read(first) {
            Ok(0) => return Ok(false),
            Ok(_) => break,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    from.read_exact(rest)?;
    Ok(true)
}

/// Writes one message, a frame a call.
pub(crate) fn write(to: &mut impl Write, kind: Kind, message: &[u8]) -> io::Result<()> {
    let mut rest = message;
    loop {
        let (payload, after) = rest.split_at(rest.len().min(FRAME_BYTES));
        let mut frame = Vec::with_capacity(payload.len() + 5);
        frame.push(kind.tag(after.is_empty()));
        frame.extend((payload.len() as u32).to_be_bytes());
        frame.extend(payload);
        to.write_all(&frame)?;
        if after.is_empty() {
            return to.flush();
        }
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn there_and_back(length: usize) {
        let message: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
        let mut wire = Vec::new();
        write(&mut wire, Kind::Bytes, &message).unwrap();
        let mut from = wire.as_slice();
        assert_eq!(read(&mut from, Kind::Bytes, length).unwrap(), Some(message));
        assert!(read(&mut from, Kind::Bytes, 1).unwrap().is_none());
    }

    #[test]
    fn messages_come_back_as_they_went() {
        for length in [0, 1, FRAME_BYTES - 1, FRAME_BYTES, FRAME_BYTES + 1, 3 * FRAME_BYTES] {
            there_and_back(length);
        }
    }

    #[test]
    fn what_is_no_message_is_refused() {
        let long = |length: u32| [&b"J"[..], &length.to_be_bytes()].concat();
        for wire in [
            b"X\0\0\0\x01a".to_vec(),
            b"B\0\0\0\x01a".to_vec(),
            b"J\0\0".to_vec(),
            b"J\0\0\0\x05ab".to_vec(),
            b"j\0\0\0\0".to_vec(),
            b"j\0\0\0\x01a".to_vec(),
            b"GET / HTTP/1.1\r\n\r\n".to_vec(),
            long(FRAME_BYTES as u32 + 1),
            long(u32::MAX),
            [b"j\0\0\0\x40".to_vec(), vec![b' '; 64], b"J\0\0\0\x40".to_vec(), vec![b' '; 64]]
                .concat(),
        ] {
            assert!(read(&mut wire.as_slice(), Kind::Json, 100).is_err(), "{wire:?}");
        }
    }
}
