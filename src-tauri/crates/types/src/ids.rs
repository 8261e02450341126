//! Newtypes for every identifier. Each prints as lower-case hex and is parsed back from it.

use serde::{Deserialize, Deserializer, Serialize, de};
use std::{fmt, str::FromStr};

/// Why a text is not an id.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum IdError {
    /// Not hexadecimal, or of the wrong length.
    #[error("not an id: expected {expected} hexadecimal digits")]
    NotHex {
        /// Digits that the id has.
        expected: usize,
    },
    /// A collection's name is empty, too long, or has control characters.
    #[error("a collection name has 1 to 200 characters and no control characters")]
    CollectionName,
}

pub(crate) fn hex(bytes: &[u8], out: &mut fmt::Formatter<'_>) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

pub(crate) fn unhex<const N: usize>(text: &str) -> Result<[u8; N], IdError> {
    let wrong = IdError::NotHex { expected: N * 2 };
    let digits: Option<Vec<u32>> = text.chars().map(|c| c.to_digit(16)).collect();
    let Some(digits) = digits.filter(|digits| digits.len() == N * 2) else { return Err(wrong) };
    let mut bytes = [0u8; N];
    for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
        *byte = pair.iter().fold(0u32, |value, digit| value * 16 + digit) as u8;
    }
    Ok(bytes)
}

macro_rules! id {
    ($(#[$doc:meta])* $name:ident, $len:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; $len]);

        impl $name {
            /// Bytes in the id.
            pub const LEN: usize = $len;

            /// Takes the raw bytes as they are.
            pub const fn from_bytes(bytes: [u8; $len]) -> Self {
                Self(bytes)
            }

            /// The raw bytes.
            pub const fn as_bytes(&self) -> &[u8; $len] {
                &self.0
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::ids::hex(&self.0, out)
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(out, "{}({self})", stringify!($name))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::IdError;
            fn from_str(text: &str) -> Result<Self, $crate::IdError> {
                $crate::ids::unhex(text).map(Self)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
                if out.is_human_readable() {
                    out.collect_str(self)
                } else {
                    out.serialize_bytes(&self.0)
                }
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
                if input.is_human_readable() {
                    <String as serde::Deserialize>::deserialize(input)?.parse().map_err(serde::de::Error::custom)
                } else {
                    let bytes = <serde_bytes::ByteBuf as serde::Deserialize>::deserialize(input)?;
                    let bytes = <[u8; $len]>::try_from(bytes.as_slice())
                        .map_err(|_| <D::Error as serde::de::Error>::invalid_length(bytes.len(), &"an id"))?;
                    Ok(Self(bytes))
                }
            }
        }

        impl ts_rs::TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;
            fn name(_: &ts_rs::Config) -> String {
                "string".to_owned()
            }
            fn inline(_: &ts_rs::Config) -> String {
                "string".to_owned()
            }
        }
    };
}
pub(crate) use id;

id!(
    /// A vault, drawn at random when it is created.
    VaultId,
    16
);
id!(
    /// The SHA-256 of a document's bytes, whole (FIPS 180-4).
    Sha256,
    32
);
id!(
    /// A document: the first 128 bits of the SHA-256 of its original bytes.
    DocumentId,
    16
);
id!(
    /// A chunk: the first 128 bits of SHA-256 over its document id and byte range.
    ChunkId,
    16
);

id!(
    /// A paired agent, drawn at random.
    AgentId,
    8
);
id!(
    /// What an agent proposes, drawn at random.
    ProposalId,
    8
);
id!(
    /// A note or highlight of the person's.
    NoteId,
    16
);

impl NoteId {
    /// First 128 bits of SHA-256 over `"loci note v1"` and what tells the note from all others, each part
    /// after its length (8 bytes, big-endian).
    pub fn derive(parts: &[&[u8]]) -> Self {
        use sha2::{Digest, Sha256};
        let mut hash = Sha256::new().chain_update("loci note v1");
        for part in parts {
            hash.update((part.len() as u64).to_be_bytes());
            hash.update(part);
        }
        let mut id = [0u8; 16];
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self(id)
    }
}

impl DocumentId {
    /// The id that a document with this content hash has.
    pub fn derive(content: &Sha256) -> Self {
        let mut id = [0u8; 16];
        id.iter_mut().zip(content.as_bytes()).for_each(|(to, from)| *to = *from);
        Self(id)
    }
}

impl ChunkId {
    /// The id of the chunk at bytes `start..end` of the text of `document`.
    pub fn derive(document: &DocumentId, start: usize, end: usize) -> Self {
        use sha2::Digest;
        let mut hash = sha2::Sha256::new();
        hash.update(b"loci chunk v1");
        hash.update(document.as_bytes());
        hash.update((start as u64).to_be_bytes());
        hash.update((end as u64).to_be_bytes());
        let mut id = [0u8; 16];
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self(id)
    }
}

id!(
    /// A kept citation: drawn from its document and byte range.
    CitationId,
    16
);

impl CitationId {
    /// First 128 bits of SHA-256 over `"loci citation v1"`, document id, start and end (8 bytes
    /// each, big-endian).
    pub fn derive(document: &DocumentId, start: usize, end: usize) -> Self {
        use sha2::{Digest, Sha256};
        let hash = Sha256::new()
            .chain_update("loci citation v1")
            .chain_update(document.as_bytes())
            .chain_update((start as u64).to_be_bytes())
            .chain_update((end as u64).to_be_bytes());
        let mut id = [0u8; 16];
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self(id)
    }
}

/// A named set of documents that is filtered, summarised and exported as one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, ts_rs::TS)]
#[serde(transparent)]
pub struct Collection(String);

impl Collection {
    /// The collection of documents that were given none.
    pub const DEFAULT: &str = "default";

    /// Checks the name: 1 to 200 characters after trimming, none of them control characters.
    pub fn new(name: &str) -> Result<Self, IdError> {
        let name = name.trim();
        let well_formed = (1..=200).contains(&name.chars().count());
        if !well_formed || name.chars().any(char::is_control) {
            return Err(IdError::CollectionName);
        }
        Ok(Self(name.to_owned()))
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Default for Collection {
    fn default() -> Self {
        Self(Self::DEFAULT.to_owned())
    }
}

impl fmt::Display for Collection {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl FromStr for Collection {
    type Err = IdError;
    fn from_str(name: &str) -> Result<Self, IdError> {
        Self::new(name)
    }
}

impl<'de> Deserialize<'de> for Collection {
    fn deserialize<D: Deserializer<'de>>(input: D) -> Result<Self, D::Error> {
        Self::new(&String::deserialize(input)?).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ids_survive_text_and_bytes(bytes: [u8; 16]) {
            let id = DocumentId::from_bytes(bytes);
            prop_assert_eq!(id.to_string().parse(), Ok(id));
            let json = serde_json::to_string(&id).unwrap();
            prop_assert_eq!(serde_json::from_str::<DocumentId>(&json).unwrap(), id);
        }

        #[test]
        fn any_text_is_an_id_or_refused(text in ".{0,40}") {
            if let Ok(id) = text.parse::<DocumentId>() {
                prop_assert_eq!(id.to_string(), text.to_lowercase());
            }
        }
    }

    #[test]
    fn a_collection_needs_a_name() {
        for bad in ["", "  ", "a\nb", &"x".repeat(201)] {
            assert_eq!(Collection::new(bad), Err(IdError::CollectionName), "{bad:?}");
        }
        assert_eq!(Collection::new(" Trials 2024 ").unwrap().as_str(), "Trials 2024");
    }

    #[test]
    fn chunk_ids_are_frozen() {
        let document = DocumentId::from_bytes([7; 16]);
        let id = ChunkId::derive(&document, 3, 900).to_string();
        assert_eq!(id.len(), 32);
        assert_ne!(id, ChunkId::derive(&document, 3, 901).to_string());
    }
}
