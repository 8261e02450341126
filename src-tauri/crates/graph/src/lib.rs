//! Nodes and edges in the vault: merged on write, filed under their places, walked in memory (seed
//! 003). Changes are staged into a vault's batch and published after its commit. Knows nothing of
//! documents' texts and of how knowledge is found, judges no source, and never logs or reports a name.
//!
//! ```text
//! naming, merge                  which names are one; what becomes of two nodes that are one
//! record, facet                  how they lie in the vault
//! terms → bm25, print, hash → state
//!                                what is in memory while the vault is open
//! touch, meaning → change → reshape, forget, undo
//!                                every way in which the graph changes
//! view → walk                    every way in which it is read
//! checking                       whether places and names fit the nodes and edges
//! export                         GraphML and JSON-LD
//! ```

#![cfg_attr(test, allow(clippy::string_slice))]

mod bm25;
mod change;
mod checking;
mod error;
mod export;
mod facet;
mod forget;
mod graph;
mod hash;
mod head;
mod meaning;
mod merge;
mod naming;
mod print;
mod record;
mod reshape;
mod state;
mod terms;
mod touch;
mod undo;
mod view;
mod walk;

pub use crate::change::{Change, Staged};
pub use crate::checking::Misfits;
pub use crate::error::{Error, Result};
pub use crate::export::{graphml, json_ld};
pub use crate::facet::{EdgeFacet, Facet, drop_unread_facets};
pub use crate::forget::Forgotten;
pub use crate::graph::Graph;
pub use crate::head::{Head, Link};
pub use crate::naming::MIXED_SCRIPT;
pub use crate::undo::Undo;
pub use crate::view::{Counts, View};
pub use crate::walk::Walk;
