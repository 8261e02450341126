//! Versions: which document replaces which, and what stood at a moment. A chain of versions has no
//! forks and no cycles.

use crate::{
    Palace, Snapshot,
    documents::view,
    error::{Error, Result},
    knowledge::weave_versions,
    tx::Tx,
};
use language::identifiers::{self, Scheme};
use std::{collections::HashSet, sync::Arc};
use types::{
    DocumentId, DocumentList, DocumentRecord, DocumentState, ErrorCode, Freshness, Timestamp,
};

impl Snapshot {
    /// All versions of a document, the earliest first.
    pub fn versions(&self, id: &DocumentId) -> Result<DocumentList> {
        let chain = self.chain(&*self.record(id)?);
        Ok(DocumentList { documents: chain.iter().map(|record| view(record)).collect() })
    }

    /// The versions of a document in order, itself among them.
    pub(crate) fn chain(&self, record: &DocumentRecord) -> Vec<Arc<DocumentRecord>> {
        let mut seen = HashSet::from([record.id]);
        let walk = |step: fn(&DocumentRecord) -> Option<DocumentId>,
                    seen: &mut HashSet<DocumentId>| {
            let mut found = Vec::new();
            let mut next = step(record);
            while let Some(known) = next.and_then(|id| self.catalogue.get(&id)) {
                if !seen.insert(known.id) {
                    break;
                }
                next = step(&known);
                found.push(known);
            }
            found
        };
        let mut chain = walk(|record| record.supersedes, &mut seen);
        chain.reverse();
        chain.push(Arc::new(record.clone()));
        chain.extend(walk(|record| record.superseded_by, &mut seen));
        chain
    }

    /// Whether `later` may replace `earlier`; the reason where it may not.
    pub(crate) fn may_supersede(&self, later: &DocumentId, earlier: &DocumentId) -> Result<()> {
        let known = self.record(earlier)?;
        if later == earlier {
            return Err(Error::new(
                ErrorCode::Usage,
                "A document cannot be its own new version: these are the same bytes.",
                "Give the file with the new content.",
            ));
        }
        if let Some(by) = known.superseded_by.filter(|by| by != later) {
            return Err(Error::new(
                ErrorCode::Usage,
                format!("That document has been replaced already, by {by}."),
                "Supersede the latest version; `documents versions` lists them.",
            ));
        }
        let own = self.catalogue.get(later);
        let inside = own.as_ref().is_some_and(|own| {
            self.chain(own).iter().any(|version| version.id == *earlier)
                && own.supersedes != Some(*earlier)
        });
        let other = own.and_then(|own| own.supersedes).filter(|other| other != earlier);
        if inside || other.is_some() {
            return Err(Error::new(
                ErrorCode::Usage,
                "The document is a version of something already.",
                "`documents versions` shows of what.",
            ));
        }
        Ok(())
    }

    /// A document that came from the same path, or the same address, as this one: the current
    /// version of what this may be a new version of. Never one taken in after `before`.
    pub(crate) fn earlier_from_there(
        &self,
        id: &DocumentId,
        path: &str,
        source_url: Option<&str>,
        before: Timestamp,
    ) -> Option<Arc<DocumentRecord>> {
        let page = source_url.map(page);
        let same_place = |record: &DocumentRecord| {
            let same_path = !path.is_empty() && record.origin.path == path;
            let url = record.origin.source_url.as_deref();
            same_path || (page.is_some() && url.map(self::page) == page)
        };
        let found = self.catalogue.select(|record| {
            record.id != *id
                && record.state == DocumentState::Indexed
                && record.superseded_by.is_none()
                && record.added_at < before
                && same_place(record)
        });
        found.into_iter().max_by_key(|record| record.added_at)
    }
}

impl Tx<'_, '_> {
    /// Links `later` after `earlier`; returns the earlier record as it will be.
    pub(crate) fn link(
        &mut self,
        later: &mut DocumentRecord,
        earlier: &DocumentRecord,
    ) -> Result<DocumentRecord> {
        let mut earlier = earlier.clone();
        earlier.superseded_by = Some(later.id);
        earlier.superseded_at = Some(self.resources.now());
        earlier.freshness = Freshness::Current;
        later.supersedes = Some(earlier.id);
        later.version = earlier.version.max(1) + 1;
        self.put_document(&earlier)?;
        Ok(earlier)
    }
}

impl Palace {
    /// Makes one document that is in the later version of another.
    pub(crate) fn link_versions(&self, later: &DocumentId, earlier: &DocumentId) -> Result<()> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.may_supersede(later, earlier)?;
        let (mut new, old) = ((*tx.record(later)?).clone(), tx.record(earlier)?);
        if new.supersedes == Some(old.id) && old.superseded_by == Some(new.id) {
            return Ok(());
        }
        let ends = tx.publication_of(Some(new.id)).zip(tx.publication_of(Some(old.id)));
        tx.link(&mut new, &old)?;
        tx.put_document(&new)?;
        let mut change = tx.change();
        if let Some((later, earlier)) = ends {
            weave_versions(&mut change, &new, later, earlier)?;
        }
        tx.put_graph(change)?;
        let subjects = vec![new.id.to_string(), old.id.to_string()];
        tx.commit("document.supersede", subjects)?;
        Ok(())
    }
}

/// An address in the one form in which it is compared; as it is where it is none.
fn page(address: &str) -> String {
    let known = identifiers::read(Scheme::Url, address);
    known.map_or_else(|| address.to_owned(), |page| page.name())
}

/// Whether a record stood at `moment`.
pub(crate) fn stood_at(record: &DocumentRecord, moment: Timestamp) -> bool {
    record.added_at <= moment && record.superseded_at.is_none_or(|until| until > moment)
}
