//! What an assistant is handed of what a person knows (seed 003's memory stack): who gets which layers,
//! what is essential, how a statement is worded, and how much fits. Pure: it is given statements and a
//! function that counts tokens, and gives text. It never says anything that is not quoted and attributed,
//! and never more than its budget.
//!
//! - L0 identity: the person's own words.
//! - L1 essentials: [`is_essential`], by [`priority`].
//! - L2 room context: statements of the room that the task is about ([`topic`]).
//! - L3 deep search: passages, with what contradicts them.

#![cfg_attr(test, allow(clippy::unwrap_used, clippy::string_slice, clippy::indexing_slicing))]

mod essentials;
mod packing;
mod policies;
pub mod topic;
mod wording;

pub use crate::essentials::{Weighed, is_essential, may_be_told, priority};
pub use crate::packing::{Packed, Taken, pack};
pub use crate::policies::{POLICIES, builtin, policy_for};
pub use crate::wording::{Cited, Role, Statement, header, identity};
