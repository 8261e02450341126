//! What an answer of a worker must keep, each rule by its name, so that a refusal can say which one
//! was broken.

use serde::{Deserialize, Serialize};

/// A promise of [`types::ConvertedText`] or of [`crate::Member`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error, Serialize, Deserialize,
)]
pub enum Rule {
    /// Nothing is built of an answer that is much larger than any text.
    #[error("the answer is larger than any text of the limit")]
    AnswerSize,
    /// Nothing is built of an answer that has more parts than its words could have.
    #[error("the answer has more parts than its words can have")]
    Parts,
    /// A picture is as large as it says, and keeps to the bounds.
    #[error("the picture is not one of a page")]
    Picture,
    /// The text keeps to the limit.
    #[error("the text is larger than the limit")]
    TextSize,
    /// Blocks lie on the text's characters.
    #[error("a block does not lie on the text")]
    BlockRange,
    /// Blocks are in order and do not overlap.
    #[error("a block begins before the end of the one before it")]
    BlockOrder,
    /// Blocks hold something.
    #[error("a block is empty")]
    BlockEmpty,
    /// Levels are 1 to 6.
    #[error("a heading's level is not one of 1 to 6")]
    HeadingLevel,
    /// Only headings have titles, none longer than the text.
    #[error("a block's title is not one of its text")]
    BlockTitle,
    /// Pages keep to the limit.
    #[error("there are more pages than the limit")]
    PageCount,
    /// Pages are counted from 1.
    #[error("the pages are not numbered one after the other")]
    PageNumber,
    /// Pages lie on the text's characters.
    #[error("a page does not lie on the text")]
    PageRange,
    /// Pages are in order and do not overlap.
    #[error("a page begins before the end of the one before it")]
    PageOrder,
    /// Sides are lengths.
    #[error("a page's size is not one of a page")]
    PageSize,
    /// How sure a recogniser was is a share.
    #[error("a page's confidence is not between 0 and 1")]
    PageConfidence,
    /// Lines lie on the text's characters.
    #[error("a line does not lie on the text")]
    LineRange,
    /// Lines lie on their page.
    #[error("a line begins before its page, or ends after it")]
    LineOutsidePage,
    /// Lines are in order and do not overlap.
    #[error("a line begins before the end of the one before it")]
    LineOrder,
    /// Lines have an edge for each character.
    #[error("a line has more or fewer edges than characters")]
    LineEdges,
    /// Coordinates are numbers.
    #[error("a line's place is not a number")]
    LinePlace,
    /// What is hidden lies on the text, in order.
    #[error("a hidden part does not lie on the text, or is out of order")]
    Hidden,
    /// A title is a short line.
    #[error("the title is not a short line")]
    Title,
    /// Warnings are few.
    #[error("there are too many warnings")]
    WarningCount,
    /// Warnings are short lines.
    #[error("a warning is not a short line")]
    Warning,
    /// What stands in the margins of the first pages are a few short lines.
    #[error("the first page's head, foot and margin are not a few short lines")]
    Margins,
    /// What is said of a publication are short lines.
    #[error("a field of a reference is not a short line")]
    ReferenceField,
    /// Authors keep to a number.
    #[error("a reference has too many authors")]
    AuthorCount,
    /// Lists keep to a number.
    #[error("the list holds too many references")]
    ListedCount,
    /// An archive holds something, and not too much.
    #[error("the archive holds too many files, or none")]
    MemberCount,
    /// Files of an archive stay in their folder.
    #[error("a file's path leads out of the archive, or is there twice")]
    MemberPath,
    /// Files of an archive keep to the limit.
    #[error("the archive's files are larger than the limit")]
    MemberSize,
}
