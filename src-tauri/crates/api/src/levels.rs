//! Building the levels over a collection: a long job that a person waits for, says how far it is, and
//! stops at its next safe edge where that is asked for.

use crate::Host;
use types::{LevelsBuildRequest, LevelsBuilt, LevelsUpdateRequest, Problem};

impl Host {
    /// Builds a collection's levels from nothing.
    pub(crate) fn build_levels(&self, ask: &LevelsBuildRequest) -> Result<LevelsBuilt, Problem> {
        let palace = self.palace()?;
        self.telling(&|_, _| {}, |cancel, told| palace.build_levels(ask, cancel, told))
            .map_err(|error| error.problem())
    }

    /// Takes what came and went since into a collection's levels.
    pub(crate) fn update_levels(&self, ask: &LevelsUpdateRequest) -> Result<LevelsBuilt, Problem> {
        let palace = self.palace()?;
        self.telling(&|_, _| {}, |cancel, told| palace.update_levels(ask, cancel, told))
            .map_err(|error| error.problem())
    }
}
