//! The memory stack: what an assistant is handed of what is known here. One function builds every
//! agent's context from one snapshot; handing it out leaves a receipt in the audit log. The crate
//! `memory` says who gets what and how it is worded; here it is looked up.

mod context;
mod deep;
mod diff;
mod gather;
mod receipts;
mod settings;
mod told;
mod topic;
