//! The arithmetic of BM25 (Robertson and Zaragoza 2009) with Lucene's idf, which is never negative:
//! score = Σ idf × tf ÷ (tf + k1 × (1 − b + b × length ÷ average)), k1 = 1.2, b = 0.75,
//! idf = ln(1 + (N − df + ½) ÷ (df + ½)). It counts nothing itself and knows no postings.

const K1: f64 = 1.2;
const B: f64 = 0.75;

/// How much a term tells that `with` of `all` texts have.
pub fn idf(all: u64, with: u64) -> f64 {
    let (all, with) = (all as f64, with as f64);
    (1.0 + (all - with + 0.5).max(0.0) / (with + 0.5)).ln()
}

/// The part of the formula that is the same for all terms of a collection.
#[derive(Clone, Copy, Debug)]
pub struct Norm {
    fixed: f64,
    by_length: f64,
}

impl Norm {
    /// For texts of `average` terms.
    pub fn new(average: f64) -> Self {
        Self { fixed: K1 * (1.0 - B), by_length: K1 * B / average.max(f64::MIN_POSITIVE) }
    }

    /// What a term of weight `weight` adds that stands `frequency` times in a text of `length` terms.
    pub fn score(self, weight: f64, frequency: u32, length: u32) -> f64 {
        let frequency = f64::from(frequency);
        let norm = self.fixed + self.by_length * f64::from(length);
        weight * frequency / (frequency + norm)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_those_of_the_formula() {
        // worked by hand: 10 texts, 2 with the term, twice in a text of average length
        let idf = idf(10, 2);
        assert!((idf - (1.0_f64 + 8.5 / 2.5).ln()).abs() < 1e-12);
        assert!((Norm::new(20.0).score(idf, 2, 20) - idf * 2.0 / 3.2).abs() < 1e-12);
        assert!(Norm::new(20.0).score(idf, 2, 10) > Norm::new(20.0).score(idf, 2, 30));
        assert!(super::idf(3, 9) >= 0.0 && Norm::new(0.0).score(1.0, 1, 0).is_finite());
    }
}
