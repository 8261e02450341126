//! Sketches of statements, so that only those that may meet are read whole to be compared.

use graph::Head;
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
    sync::{Arc, Mutex, PoisonError},
};
use trust::{Sketch, Statement};
use types::NodeId;

/// Statements whose sketches are kept at most: of some 200 bytes each.
const KEPT: usize = 131_072;

/// Sketches by node, each with a hash of the words that it is of.
#[derive(Default)]
pub(crate) struct Sketches {
    kept: Mutex<HashMap<NodeId, (u64, Arc<Sketch>)>>,
    hashes: RandomState,
}

impl Sketches {
    /// A statement's sketch; `read` reads it where it is not known yet.
    pub fn of<S: AsRef<Statement>>(&self, head: &Head, read: impl FnOnce() -> S) -> Arc<Sketch> {
        let hash = self.hashes.hash_one(&head.name);
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let known = kept().get(&head.id).filter(|(of, _)| *of == hash).map(|(_, it)| it.clone());
        known.unwrap_or_else(|| {
            let sketch = Arc::new(read().as_ref().sketch());
            let mut kept = kept();
            if kept.len() >= KEPT {
                kept.clear();
            }
            kept.insert(head.id, (hash, Arc::clone(&sketch)));
            sketch
        })
    }
}
