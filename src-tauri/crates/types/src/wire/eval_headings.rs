//! What `eval documents --headings-from-bookmarks` answers: how well the headings of PDFs are found
//! when their own bookmarks are not looked at.

use crate::Tally;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// Headings against bookmarks. `convert::score` says how each is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ts_rs::TS)]
pub struct HeadingScore {
    /// Bookmark titles that occur in the text, headings found, and those that are both.
    pub titles: Tally,
    /// Bookmarks whose title does not occur in the text.
    #[ts(type = "number")]
    pub absent: u64,
    /// Neighbours among the matched headings.
    #[ts(type = "number")]
    pub steps: u64,
    /// Those of them where headings and bookmarks agree on going deeper, up, or neither.
    #[ts(type = "number")]
    pub steps_right: u64,
}

impl HeadingScore {
    /// `steps_right / steps`; `None` where there are no neighbours.
    pub fn step_accuracy(&self) -> Option<f64> {
        (self.steps > 0).then(|| self.steps_right as f64 / self.steps as f64)
    }
}

impl AddAssign for HeadingScore {
    fn add_assign(&mut self, more: Self) {
        self.titles += more.titles;
        self.absent += more.absent;
        self.steps += more.steps;
        self.steps_right += more.steps_right;
    }
}

/// One PDF, or all of them together.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct HeadingMeasure {
    /// Path below the folder, or `all`.
    pub file: String,
    /// Why there is no text.
    pub failure: Option<String>,
    /// Counts.
    pub score: HeadingScore,
    /// `titles.matched / titles.got`: at least so many are right, since bookmarks may leave
    /// headings out.
    pub precision: Option<f64>,
    /// `titles.matched / titles.expected`.
    pub recall: Option<f64>,
    /// `steps_right / steps`.
    pub level_order: Option<f64>,
    /// Headings found that no bookmark names, in order.
    pub extra: Vec<String>,
    /// Bookmarks whose title occurs in the text and is no heading, in order.
    pub missed: Vec<String>,
}

impl HeadingMeasure {
    /// A measure with its shares.
    pub fn new(file: String, score: HeadingScore) -> Self {
        Self {
            file,
            failure: None,
            score,
            precision: score.titles.precision(),
            recall: score.titles.recall(),
            level_order: score.step_accuracy(),
            extra: Vec::new(),
            missed: Vec::new(),
        }
    }
}

/// `eval documents --headings-from-bookmarks`.
#[derive(Clone, Debug, Serialize, Deserialize, ts_rs::TS)]
pub struct HeadingsReport {
    /// The folder's name.
    pub folder: String,
    /// PDFs without a bookmark whose title occurs in their text; they are not among `files`.
    #[ts(type = "number")]
    pub without: u64,
    /// One by one.
    pub files: Vec<HeadingMeasure>,
    /// Their counts together.
    pub all: HeadingMeasure,
}
