//! Counts the values of a MessagePack message without building any of them. A message of a few
//! bytes a value can become many times its size in memory; who counts first can refuse it.

/// What a message is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    /// Values, numbers apart (they never take more than four times their bytes).
    pub(crate) values: u64,
    /// Bytes of texts.
    pub(crate) text_bytes: u64,
}

/// How many values there are, and how much text; `None` where the message is cut short or of no
/// known form.
pub(crate) fn weigh(message: &[u8]) -> Option<Weight> {
    let (mut rest, mut open, mut weight) = (message, 1u64, Weight::default());
    while open > 0 {
        let (&marker, after) = rest.split_first()?;
        let length = |bytes: usize| {
            let field = after.get(..bytes)?;
            Some(field.iter().fold(0u64, |length, byte| (length << 8) | u64::from(*byte)))
        };
        let wide = |from: u8| 1usize << (marker - from);
        // bytes to go over, and values that follow
        let (skip, inner) = match marker {
            0x00..=0x7f | 0xe0..=0xff => (0, None),
            0x80..=0x8f => (0, Some(u64::from(marker & 0x0f) * 2)),
            0x90..=0x9f => (0, Some(u64::from(marker & 0x0f))),
            0xa0..=0xbf => (u64::from(marker & 0x1f), Some(0)),
            0xc0 | 0xc2 | 0xc3 => (0, Some(0)),
            0xc1 => return None,
            0xc4..=0xc6 => (wide(0xc4) as u64 + length(wide(0xc4))?, Some(0)),
            0xc7..=0xc9 => (wide(0xc7) as u64 + 1 + length(wide(0xc7))?, Some(0)),
            0xca => (4, Some(0)),
            0xcb => (8, Some(0)),
            0xcc..=0xcf => (wide(0xcc) as u64, None),
            0xd0..=0xd3 => (wide(0xd0) as u64, None),
            0xd4..=0xd8 => (wide(0xd4) as u64 + 1, Some(0)),
            0xd9..=0xdb => (wide(0xd9) as u64 + length(wide(0xd9))?, Some(0)),
            0xdc | 0xdd => (wide(0xdb) as u64, Some(length(wide(0xdb))?)),
            0xde | 0xdf => (wide(0xdd) as u64, Some(length(wide(0xdd))? * 2)),
        };
        weight.values += u64::from(inner.is_some());
        weight.text_bytes += match marker {
            0xa0..=0xbf => skip,
            0xd9..=0xdb => skip - wide(0xd9) as u64,
            _ => 0,
        };
        open = open - 1 + inner.unwrap_or(0);
        rest = after.get(usize::try_from(skip).ok()?..)?;
    }
    rest.is_empty().then_some(weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::Serialize;
    use types::{ConvertedText, Format};

    fn check(value: &impl Serialize, expected: u64) {
        let weight = weigh(&rmp_serde::to_vec(value).unwrap());
        assert_eq!(weight.map(|it| it.values), Some(expected));
    }

    #[test]
    fn what_is_no_number_counts() {
        check(&7, 0);
        check(&"word", 1);
        check(&vec![1u32, 300, 70_000], 1);
        check(&vec![vec!["a", "b"]; 20], 1 + 20 * 3);
        check(&(None::<u8>, true, 1.5f32, 2.5f64, "x".repeat(300)), 6);
        check(&std::collections::BTreeMap::from([("a", 1), ("b", 2)]), 3);
        check(&vec![(); 70_000], 70_001);
    }

    #[test]
    fn what_is_cut_or_goes_on_is_none() {
        let text = ConvertedText::new(Format::Text, "words".repeat(100), Vec::new());
        let whole = rmp_serde::to_vec(&text).unwrap();
        // the name of the format, and the head of each
        assert!((500..530).contains(&weigh(&whole).unwrap().text_bytes));
        assert!((0..whole.len()).all(|end| weigh(&whole[..end]).is_none()));
        assert_eq!(weigh(&[whole, vec![0]].concat()), None);
    }

    proptest! {
        #[test]
        fn noise_costs_nothing(noise: Vec<u8>) {
            if let Some(weight) = weigh(&noise) {
                prop_assert!(weight.values + weight.text_bytes <= noise.len() as u64);
            }
        }
    }
}
