//! Times the scan on random vectors, beside reading the same bytes. For `loci bench`; a search never
//! uses it.

use crate::{
    kernel::{DIMENSIONS, Row},
    vectors::{Part, QueryVector, Scale, THREADED_ROWS, Vector, scan as scan_rows, scan_threads},
};
use std::{hint::black_box, time::Instant};

/// Rows of noise, laid out as a segment's are.
pub struct Vectors {
    rows: Vec<Row>,
    scale: Scale,
}

/// So many rows, always the same.
pub fn vectors(rows: usize) -> Vectors {
    let scale = Scale { space: String::new(), limit: 0.25 };
    let mut noise = Noise(0x9e37_79b9_7f4a_7c15);
    let rows = (0..rows).map(|_| scale.quantise(&noise.vector())).collect();
    Vectors { rows, scale }
}

/// Milliseconds of each of `times` scans for the nearest `limit`, and the threads used.
pub fn scan(vectors: &Vectors, limit: usize, times: usize) -> (Vec<f64>, u32) {
    let mut noise = Noise(0x2545_f491_4f6c_dd1d);
    let part = Part { place: 0, rows: &vectors.rows, allowed: None, first: 0 };
    let once = || {
        let query = QueryVector::new(&noise.vector(), &vectors.scale);
        milliseconds(|| scan_rows(&[part], &query, limit).len())
    };
    let taken = std::iter::repeat_with(once).take(times).collect();
    let threads = if vectors.rows.len() < THREADED_ROWS { 1 } else { scan_threads() };
    (taken, u32::try_from(threads).unwrap_or(u32::MAX))
}

/// Milliseconds of each of `times` readings of every byte once: the limit of any scan.
pub fn memory_read(vectors: &Vectors, times: usize) -> Vec<f64> {
    std::iter::repeat_with(|| milliseconds(|| sum(&vectors.rows))).take(times).collect()
}

fn sum(rows: &[Row]) -> u64 {
    let mut sums = [0u64; DIMENSIONS / 8];
    for row in rows {
        for (sum, bytes) in sums.iter_mut().zip(row.0.as_chunks::<8>().0) {
            *sum = sum.wrapping_add(u64::from_le_bytes(bytes.map(|byte| byte as u8)));
        }
    }
    sums.iter().fold(0, |all, sum| all.wrapping_add(*sum))
}

fn milliseconds<T>(work: impl FnOnce() -> T) -> f64 {
    let start = Instant::now();
    black_box(work());
    start.elapsed().as_secs_f64() * 1e3
}

/// xorshift64 (Marsaglia 2003): even noise is enough here.
struct Noise(u64);

impl Noise {
    fn vector(&mut self) -> Vector {
        let mut vector = [0f32; DIMENSIONS];
        for x in &mut vector {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            *x = (self.0 >> 40) as f32 / (1u64 << 24) as f32 - 0.5;
        }
        let norm = vector.iter().map(|x| x * x).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        vector.map(|x| x / norm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_what_it_says() {
        let vectors = vectors(300);
        let (taken, threads) = scan(&vectors, 100, 3);
        assert_eq!((taken.len(), threads), (3, 1));
        assert_eq!(memory_read(&vectors, 4).len(), 4);
        assert_ne!(sum(&vectors.rows), 0);
    }
}
