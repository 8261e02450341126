//! Text to candidate knowledge: names, claims, events, relations, and where in the palace they belong.
//! Pure: no I/O, no clock, no model.

#![cfg_attr(test, allow(clippy::string_slice))]
