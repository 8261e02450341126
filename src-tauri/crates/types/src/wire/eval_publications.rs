//! What `eval publications` answers: how many fields of papers are given and right, how many entries of
//! their bibliographies are read right, and how many entries find their work in a list.

use serde::{Deserialize, Serialize};

/// One field over all papers or entries.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct FieldScore {
    /// `title`, `authors`, `year` …; `all` for the sum.
    pub field: String,
    /// Papers that state it.
    pub to_give: u32,
    /// Papers for which it was given.
    pub given: u32,
    /// Of these, those for which it was right.
    pub right: u32,
    /// Right of given.
    pub precision: Option<f64>,
    /// Right of those to give.
    pub recall: Option<f64>,
}

/// Entries of bibliographies.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct EntriesScore {
    /// Labelled entries.
    pub labelled: u32,
    /// Those that were found in their papers.
    pub found: u32,
    /// Those of which every labelled field is right and nothing is given that is not there.
    pub right: u32,
    /// Right of labelled.
    pub share: Option<f64>,
    /// Field by field, of those found.
    pub fields: Vec<FieldScore>,
}

/// Entries held against a list of references.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct MatchingScore {
    /// References in the list.
    pub library: u32,
    /// Entries.
    pub cases: u32,
    /// Entries whose work is in the list.
    pub to_match: u32,
    /// Of these, those that found it.
    pub right: u32,
    /// Those that found none.
    pub missed: u32,
    /// Entries that found a work that is not theirs.
    pub wrong: u32,
    /// Wrong of all entries.
    pub wrong_share: Option<f64>,
    /// Wrong of those that found any.
    pub wrong_of_matched: Option<f64>,
    /// Right of those to match.
    pub recall: Option<f64>,
}

/// `eval publications`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ts_rs::TS)]
pub struct PublicationsReport {
    /// The folder's name.
    pub folder: String,
    /// Labelled papers.
    pub papers: u32,
    /// Papers that could not be converted, and why.
    pub failures: Vec<String>,
    /// Field by field, then all of them.
    pub fields: Vec<FieldScore>,
    /// Where there are labelled entries.
    pub entries: Option<EntriesScore>,
    /// Where a list was given.
    pub matching: Option<MatchingScore>,
    /// What was wrong or missed, at most 1,000: where, which field, what was expected, what came.
    pub misses: Vec<String>,
}

/// `of` ÷ `all`; nothing where there is nothing to share.
fn share(of: u32, all: u32) -> Option<f64> {
    (all > 0).then(|| f64::from(of) / f64::from(all))
}

impl FieldScore {
    /// Shares of counts.
    pub fn new(field: &str, to_give: u32, given: u32, right: u32) -> Self {
        let (precision, recall) = (share(right, given), share(right, to_give));
        Self { field: field.to_owned(), to_give, given, right, precision, recall }
    }

    /// The sum of others.
    pub fn all(fields: &[Self]) -> Self {
        let sum = |of: fn(&Self) -> u32| fields.iter().map(of).sum();
        Self::new("all", sum(|it| it.to_give), sum(|it| it.given), sum(|it| it.right))
    }
}

impl EntriesScore {
    /// Shares of counts.
    pub fn new(labelled: u32, found: u32, right: u32, fields: Vec<FieldScore>) -> Self {
        Self { labelled, found, right, share: share(right, labelled), fields }
    }
}

impl MatchingScore {
    /// Of each case, whether there is a work to match, and whether a work was matched rightly, wrongly
    /// or (`None`) not at all.
    pub fn of(library: u32, cases: &[(bool, Option<bool>)]) -> Self {
        let count = |fits: fn(&(bool, Option<bool>)) -> bool| {
            u32::try_from(cases.iter().filter(|case| fits(case)).count()).unwrap_or(u32::MAX)
        };
        let to_match = count(|(there, _)| *there);
        let (right, wrong) = (count(|it| it.1 == Some(true)), count(|it| it.1 == Some(false)));
        let all = count(|_| true);
        Self {
            library,
            cases: all,
            to_match,
            right,
            missed: count(|it| it.0 && it.1.is_none()),
            wrong,
            wrong_share: share(wrong, all),
            wrong_of_matched: share(wrong, right + wrong),
            recall: share(right, to_match),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_what_there_is() {
        let title = FieldScore::new("title", 10, 8, 6);
        assert_eq!((title.precision, title.recall), (Some(0.75), Some(0.6)));
        let all = FieldScore::all(&[title, FieldScore::new("doi", 0, 0, 0)]);
        assert_eq!((all.to_give, all.given, all.right), (10, 8, 6));
        assert_eq!(FieldScore::new("doi", 0, 0, 0).precision, None);
        let cases = [(true, Some(true)), (true, None), (true, Some(false)), (false, None)];
        let matching = MatchingScore::of(3, &cases);
        assert_eq!((matching.to_match, matching.right, matching.missed), (3, 1, 1));
        assert_eq!((matching.wrong, matching.wrong_share), (1, Some(0.25)));
        assert_eq!(matching.wrong_of_matched, Some(0.5));
    }
}
