//! Deletions that are under way.

use serde::{Deserialize, Serialize};
use types::{CertificateBody, DocumentId, Timestamp};

/// A deletion that is committed, but whose traces are still to be wiped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Pending {
    pub body: CertificateBody,
    pub document: DocumentId,
    pub deleted_at: Timestamp,
}
