//! The shim, and many assistants at once: `loci bench --agents 60` in short. Fails on errors alone.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

mod common;

use common::Loci;

#[test]
fn many_assistants_are_answered() {
    let loci = Loci::empty();
    let report = loci.run(&["bench", "--agents", "3", "--chunks", "200"]).ok().json();
    assert_eq!(report["failed"], 0, "{report}");
    assert!(report["asked"].as_u64() >= report["assistants"].as_u64(), "{report}");
    assert_eq!(report["calls"].as_array().unwrap().len(), 4, "{report}");
}
