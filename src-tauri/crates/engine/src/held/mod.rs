//! What is in memory of an open vault: of its last commit, and of its use since it was opened. Nothing
//! here knows of a palace.

pub(crate) mod background;
pub(crate) mod called;
pub(crate) mod catalogue;
pub(crate) mod levels;
pub(crate) mod lists;
pub(crate) mod looked;
pub(crate) mod sketches;
pub(crate) mod sources;
pub(crate) mod terms;
pub(crate) mod trail;
pub(crate) mod used;
pub(crate) mod words;
