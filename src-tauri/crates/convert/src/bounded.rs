//! Builds a worker's text without the lists that would take many times their bytes: of a list that may
//! hold so many, one more is built, which `mend` or `validate` then names, and the rest passed over.

use crate::limits::LISTED;
use crate::validate::{MARGINS, WARNINGS};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;
use types::{Block, ConvertedText, Format, PageLayout, Reference};

/// [`ConvertedText`], field by field.
#[derive(Deserialize)]
#[serde(remote = "ConvertedText")]
struct Text {
    format: Format,
    text: String,
    blocks: Vec<Block>,
    title: Option<String>,
    pages: Vec<PageLayout>,
    #[serde(deserialize_with = "few::<WARNINGS, _, _>")]
    warnings: Vec<String>,
    reference: Reference,
    #[serde(deserialize_with = "few::<LISTED, _, _>")]
    listed: Vec<Reference>,
    #[serde(default)]
    hidden: Vec<Range<usize>>,
    #[serde(default, deserialize_with = "few::<MARGINS, _, _>")]
    margins: Vec<String>,
    #[serde(default, deserialize_with = "few::<MARGINS, _, _>")]
    heads: Vec<String>,
    #[serde(default)]
    made: Option<i32>,
}

/// Reads a text.
pub(crate) fn text<'de, D: Deserializer<'de>>(from: D) -> Result<Box<ConvertedText>, D::Error> {
    Text::deserialize(from).map(Box::new)
}

/// Reads a list of at most `MOST` and one.
fn few<'de, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    from.deserialize_seq(Few::<MOST, T>(PhantomData))
}

struct Few<const MOST: usize, T>(PhantomData<T>);

impl<'de, const MOST: usize, T: Deserialize<'de>> Visitor<'de> for Few<MOST, T> {
    type Value = Vec<T>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
        let mut built = Vec::new();
        while built.len() <= MOST {
            match list.next_element()? {
                Some(element) => built.push(element),
                None => return Ok(built),
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(built)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::validate;

    fn read(bytes: &[u8]) -> Option<Box<ConvertedText>> {
        text(&mut rmp_serde::Deserializer::from_read_ref(bytes)).ok()
    }

    #[test]
    fn a_text_is_read_as_it_was_written() {
        let converted = ConvertedText {
            listed: vec![Reference::default(); 3],
            heads: vec!["a".to_owned()],
            warnings: vec!["b".to_owned()],
            ..validate::tests::sample()
        };
        let bytes = rmp_serde::to_vec(&converted).unwrap();
        assert_eq!(read(&bytes).as_deref(), Some(&converted));
        assert!((0..bytes.len()).all(|end| read(&bytes[..end]).is_none()));
    }

    #[test]
    fn of_a_long_list_no_more_is_built_than_shows_that_it_is_long() {
        // as thin as can be: an empty list reads as a reference of nothing
        let thin = |count: usize| {
            let mut bytes = vec![0x98];
            bytes.extend(rmp_serde::to_vec(&(Format::Text, "words")).unwrap().iter().skip(1));
            bytes.extend([0x90, 0xc0, 0x90, 0x90, 0x90, 0xdd]);
            bytes.extend((count as u32).to_be_bytes());
            bytes.resize(bytes.len() + count, 0x90);
            bytes
        };
        assert_eq!(read(&thin(7)).unwrap().listed.len(), 7);
        let long = read(&thin(3_000_000)).unwrap();
        assert_eq!(long.listed.len(), LISTED + 1);
        assert!(long.listed.capacity() < 2 * LISTED);
    }
}
