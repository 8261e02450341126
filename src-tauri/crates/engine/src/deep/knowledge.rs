//! The graph's places and names against its nodes and edges, the levels against their documents, notes
//! against their words.

use super::Found;
use crate::{Snapshot, error::Result, tables::NOTES};
use graph::Misfits;
use types::{DocumentState, LevelsRequest};

impl Snapshot {
    pub(super) fn look_at_knowledge(&self, found: &mut Found) -> Result<()> {
        found.report.nodes = self.graph.view().heads().count() as u64;
        let Misfits { held, unfiled, strays, unnamed } = self.graph.misfits(&self.records)?;
        if held > 0 {
            let what =
                format!("{held} nodes or edges are in memory otherwise than in their records");
            found.of_vault(what, false);
        }
        for (count, what) in [
            (unfiled, "nodes or edges are not filed where they belong"),
            (strays, "entries of places are of no node and no edge"),
            (unnamed, "other names of nodes lead to none"),
        ] {
            if count > 0 {
                found.unfiled = true;
                found.of_vault(format!("{count} {what}"), true);
            }
        }
        self.look_at_levels(found)?;
        self.look_at_notes(found)
    }

    fn look_at_levels(&self, found: &mut Found) -> Result<()> {
        for head in self.built()? {
            let collection = head.collection;
            let state = self.levels_state(&collection)?;
            if state.came + state.went > 0 {
                // stale, and says so wherever it is shown
                continue;
            }
            let request = LevelsRequest { collection: collection.clone() };
            let findings = match self.validate_levels(&request) {
                Ok(check) => check.findings,
                Err(error) => vec![error.to_string()],
            };
            if let Some(first) = findings.first() {
                let (count, name) = (findings.len(), collection.as_str());
                found.of_vault(
                    format!("the levels of “{name}” do not hold in {count} places: {first}"),
                    true,
                );
                found.levels.push(collection);
            }
        }
        Ok(())
    }

    /// The words of each note are a document.
    fn look_at_notes(&self, found: &mut Found) -> Result<()> {
        let mut wordless = 0;
        for note in self.records.scan(NOTES, &[])? {
            let words = note?.document;
            let there =
                |id| self.catalogue.get(&id).is_some_and(|it| it.state == DocumentState::Indexed);
            wordless += u64::from(words.is_some_and(|id| !there(id)));
        }
        if wordless > 0 {
            found.of_vault(format!("the words of {wordless} notes are gone"), false);
        }
        Ok(())
    }
}
