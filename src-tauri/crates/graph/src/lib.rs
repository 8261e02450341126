//! Nodes and edges in the vault: merged on write, filed under their places, walked in memory.

#![cfg_attr(test, allow(clippy::string_slice))]
