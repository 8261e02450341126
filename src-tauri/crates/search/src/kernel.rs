//! The inner loop of the scan: dot products of signed bytes. The only file of this crate with
//! `unsafe`, for AVX2 where the machine has it; everywhere else `wide` is used. Both give the same
//! integers.

use wide::{i8x32, i16x32, i32x16};

/// Dimensions of a vector.
pub(crate) const DIMENSIONS: usize = 256;

/// A stored vector, on a cache line of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Row(pub(crate) [i8; DIMENSIONS]);

/// The query's vector, widened once for both kernels.
pub(crate) struct Needle {
    wide: [i16x32; DIMENSIONS / 32],
    #[cfg(target_arch = "x86_64")]
    plain: [i16; DIMENSIONS],
}

impl Needle {
    /// Widens a quantised query.
    pub(crate) fn new(row: &Row) -> Self {
        let mut wide = [i16x32::from_i8x32(i8x32::default()); DIMENSIONS / 32];
        for (to, from) in wide.iter_mut().zip(row.0.as_chunks::<32>().0) {
            *to = i16x32::from_i8x32(i8x32::new(*from));
        }
        Self {
            wide,
            #[cfg(target_arch = "x86_64")]
            plain: row.0.map(i16::from),
        }
    }
}

/// Dot product of each row with the needle, into the first places of `out`, which is no shorter.
pub(crate) fn dots(rows: &[Row], needle: &Needle, out: &mut [i32]) {
    let (out, _) = out.split_at_mut(rows.len().min(out.len()));
    #[cfg(target_arch = "x86_64")]
    if is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has AVX2; it was asked on the line above.
        #[allow(unsafe_code)]
        return unsafe { avx2::dots(rows, needle, out) };
    }
    dots_portable(rows, needle, out);
}

fn dots_portable(rows: &[Row], needle: &Needle, out: &mut [i32]) {
    for (rows, out) in rows.chunks(4).zip(out.chunks_mut(4)) {
        let mut sums = [i32x16::default(); 4];
        for (part, wide) in needle.wide.iter().enumerate() {
            for (row, sum) in rows.iter().zip(&mut sums) {
                if let Some(values) = row.0.as_chunks::<32>().0.get(part) {
                    *sum += i16x32::from_i8x32(i8x32::new(*values)).dot(*wide);
                }
            }
        }
        out.iter_mut().zip(sums).for_each(|(out, sum)| *out = sum.reduce_add());
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use super::{Needle, Row};
    use std::arch::x86_64::{
        __m256i, _mm_add_epi32, _mm_cvtsi128_si32, _mm_loadu_si128, _mm_shuffle_epi32,
        _mm256_add_epi32, _mm256_castsi256_si128, _mm256_cvtepi8_epi16, _mm256_extracti128_si256,
        _mm256_loadu_si256, _mm256_madd_epi16, _mm256_setzero_si256,
    };

    #[target_feature(enable = "avx2")]
    pub(super) fn dots(rows: &[Row], needle: &Needle, out: &mut [i32]) {
        let mut pairs = rows.chunks_exact(2);
        let mut places = out.chunks_exact_mut(2);
        for (pair, place) in pairs.by_ref().zip(places.by_ref()) {
            if let ([first, second], [to_first, to_second]) = (pair, place) {
                (*to_first, *to_second) = two(first, second, needle);
            }
        }
        if let ([last], [to_last]) = (pairs.remainder(), places.into_remainder()) {
            *to_last = two(last, last, needle).0;
        }
    }

    /// Two rows at once, so that each part of the needle is loaded once for both.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn two(first: &Row, second: &Row, needle: &Needle) -> (i32, i32) {
        let mut sums = [_mm256_setzero_si256(); 2];
        let rows = first.0.as_chunks::<16>().0.iter().zip(second.0.as_chunks::<16>().0);
        for ((first, second), needle) in rows.zip(needle.plain.as_chunks::<16>().0) {
            let needle = load_needle(needle);
            let [a, b] = sums;
            sums = [
                _mm256_add_epi32(a, _mm256_madd_epi16(widen(first), needle)),
                _mm256_add_epi32(b, _mm256_madd_epi16(widen(second), needle)),
            ];
        }
        let [a, b] = sums;
        (total(a), total(b))
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn load_needle(values: &[i16; 16]) -> __m256i {
        // SAFETY: the array is 32 bytes long, and the load needs no alignment.
        #[allow(unsafe_code)]
        unsafe {
            _mm256_loadu_si256(values.as_ptr().cast())
        }
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn widen(values: &[i8; 16]) -> __m256i {
        // SAFETY: the array is 16 bytes long, and the load needs no alignment.
        #[allow(unsafe_code)]
        let bytes = unsafe { _mm_loadu_si128(values.as_ptr().cast()) };
        _mm256_cvtepi8_epi16(bytes)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn total(sums: __m256i) -> i32 {
        let four = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32(four, 0b0100_1110));
        _mm_cvtsi128_si32(_mm_add_epi32(two, _mm_shuffle_epi32(two, 0b1011_0001)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn row() -> impl Strategy<Value = Row> {
        prop::collection::vec(any::<i8>(), DIMENSIONS)
            .prop_map(|values| Row(values.try_into().unwrap()))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn both_kernels_equal_the_plain_sum(
            rows in prop::collection::vec(row(), 0..9),
            query in row(),
            longer in 0usize..3,
        ) {
            let needle = Needle::new(&query);
            let sum = |row: &Row| -> i32 {
                row.0.iter().zip(query.0).map(|(a, b)| i32::from(*a) * i32::from(b)).sum()
            };
            let expected: Vec<i32> = rows.iter().map(sum).collect();
            for kernel in [dots, dots_portable] {
                let mut out = vec![0; rows.len() + longer];
                kernel(&rows, &needle, &mut out);
                prop_assert_eq!(&out[..rows.len()], &expected);
            }
        }
    }
}
