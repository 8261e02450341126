//! How far the pass over all records is that goes on behind everything else.

use std::sync::Mutex;
use types::Problem;
use vault::Pass;

/// The pass that goes on behind everything else.
#[derive(Default)]
pub(crate) struct Background(pub Mutex<Progress>);

/// Where it stands.
#[derive(Default)]
pub(crate) enum Progress {
    #[default]
    Ahead,
    Under(Pass),
    InSlice,
    Sound,
    Damaged(Problem),
}
