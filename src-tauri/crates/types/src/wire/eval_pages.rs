//! What `eval pages` answers: how much of what people want of web pages came out, and how much of what
//! they do not want, by page and by program.

use serde::{Deserialize, Serialize};

/// What became of one page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PageMeasure {
    /// As the labels name it.
    pub file: String,
    /// Why there is no text.
    pub failure: Option<String>,
    /// Wanted passages that came out.
    #[ts(type = "number")]
    pub found: u64,
    /// Wanted passages that did not.
    pub missing: Vec<String>,
    /// Unwanted passages that came out.
    pub unwanted: Vec<String>,
    /// Unwanted passages that did not.
    #[ts(type = "number")]
    pub left_out: u64,
}

/// Everything measured of one program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PagesMeasure {
    /// `loci`, or the rival's name.
    pub name: String,
    /// Of the labelled passages that came out, the share that is wanted.
    pub precision: Option<f64>,
    /// Of the wanted passages, the share that came out.
    pub recall: Option<f64>,
    /// Of both.
    pub f1: Option<f64>,
    /// One by one.
    pub pages: Vec<PageMeasure>,
}

/// `eval pages`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PagesReport {
    /// The folder's name.
    pub folder: String,
    /// Loci first.
    pub programs: Vec<PagesMeasure>,
}

impl PagesMeasure {
    /// Takes pages together, their passages pooled; a page without text gave none of them.
    pub fn of(name: String, pages: Vec<PageMeasure>) -> Self {
        let sum = |of: fn(&PageMeasure) -> usize| pages.iter().map(of).sum::<usize>() as f64;
        let found = sum(|page| page.found as usize);
        let missing = sum(|page| page.missing.len());
        let unwanted = sum(|page| page.unwanted.len());
        let share = |of: f64, all: f64| (all > 0.0).then(|| of / all);
        Self {
            name,
            precision: share(found, found + unwanted),
            recall: share(found, found + missing),
            f1: share(2.0 * found, 2.0 * found + missing + unwanted),
            pages,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passages_are_pooled() {
        let page = |found, missing: usize, unwanted: usize| PageMeasure {
            found,
            missing: vec![String::new(); missing],
            unwanted: vec![String::new(); unwanted],
            ..PageMeasure::default()
        };
        let measure = PagesMeasure::of("x".to_owned(), vec![page(3, 0, 1), page(0, 1, 0)]);
        assert_eq!((measure.precision, measure.recall), (Some(0.75), Some(0.75)));
        assert_eq!(measure.f1, Some(0.75));
        assert_eq!(PagesMeasure::of("x".to_owned(), Vec::new()).f1, None);
    }
}
