//! Tables, and what can be told of a raw key without a key of any other kind.

use std::marker::PhantomData;

/// The kinds of record. The numbers are on disk: never reuse one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum TableId {
    /// What is known of a document apart from its bytes and text.
    Documents = 1,
    /// Converted texts.
    Texts = 2,
    /// Where the text stands on the pages.
    Layouts = 3,
    /// Chunks.
    Chunks = 4,
    /// The originals' sealed bytes, 64 KiB a record.
    Originals = 5,
    /// One key for each original.
    OriginalKeys = 6,
    /// What search segments there are.
    Segments = 7,
    /// Keyword postings.
    Postings = 8,
    /// Vectors.
    Vectors = 9,
    /// Deleted chunks of live segments.
    Deleted = 10,
    /// Settings and calibrations.
    Settings = 11,
    /// Where the vault's own history stands; written by commits only.
    Meta = 12,
    /// The audit log; written by commits only.
    Audit = 13,
    /// Outlines of the texts: what is needed to place a passage without opening every page.
    Shapes = 14,
    /// Definitions found in a document.
    Definitions = 15,
    /// The structure of a document's text.
    Blocks = 16,
    /// Passages that the person keeps.
    Citations = 17,
    /// What was forgotten, and the proof.
    Certificates = 18,
    /// Sentences of a language model that situate chunks.
    Contexts = 19,
    /// Publications named in lists that were taken in.
    References = 20,
    /// Pieces of knowledge.
    Nodes = 21,
    /// Relations between them.
    Edges = 22,
    /// Which nodes and edges are under a name, as keys without values.
    Facets = 23,
    /// Which other names mean a node, and which do not, for good.
    Aliases = 24,
    /// What was done to nodes, with what is needed to undo it.
    Changes = 25,
    /// Questions that found too little.
    Gaps = 26,
    /// Patterns of the palace's vocabulary that were learnt.
    Vocabulary = 27,
    /// What each unit of a table holds, as a digest; written by commits only.
    Leaves = 28,
    /// Notes and highlights of the person's.
    Notes = 29,
}

impl TableId {
    /// Every table.
    pub const ALL: [Self; 29] = [
        Self::Documents,
        Self::Texts,
        Self::Layouts,
        Self::Chunks,
        Self::Originals,
        Self::OriginalKeys,
        Self::Segments,
        Self::Postings,
        Self::Vectors,
        Self::Deleted,
        Self::Settings,
        Self::Meta,
        Self::Audit,
        Self::Shapes,
        Self::Definitions,
        Self::Blocks,
        Self::Citations,
        Self::Certificates,
        Self::Contexts,
        Self::References,
        Self::Nodes,
        Self::Edges,
        Self::Facets,
        Self::Aliases,
        Self::Changes,
        Self::Gaps,
        Self::Vocabulary,
        Self::Leaves,
        Self::Notes,
    ];

    /// The first byte of the table's raw keys.
    pub const fn tag(self) -> u8 {
        self as u8
    }

    /// The name in reports and errors.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Documents => "documents",
            Self::Texts => "texts",
            Self::Layouts => "layouts",
            Self::Chunks => "chunks",
            Self::Originals => "originals",
            Self::OriginalKeys => "original_keys",
            Self::Segments => "segments",
            Self::Postings => "postings",
            Self::Vectors => "vectors",
            Self::Deleted => "deleted",
            Self::Settings => "settings",
            Self::Meta => "meta",
            Self::Audit => "audit",
            Self::Shapes => "shapes",
            Self::Definitions => "definitions",
            Self::Blocks => "blocks",
            Self::Citations => "citations",
            Self::Certificates => "certificates",
            Self::Contexts => "contexts",
            Self::References => "references",
            Self::Nodes => "nodes",
            Self::Edges => "edges",
            Self::Facets => "facets",
            Self::Aliases => "aliases",
            Self::Changes => "changes",
            Self::Gaps => "gaps",
            Self::Vocabulary => "vocabulary",
            Self::Leaves => "leaves",
            Self::Notes => "notes",
        }
    }

    /// The table with this tag.
    pub(crate) fn of_tag(tag: u8) -> Option<Self> {
        // tags are counted from 1, in the order of the list: a test holds it
        Self::ALL.get(usize::from(tag).checked_sub(1)?).copied()
    }

    /// True for the tables whose records only the vault itself may write.
    pub(crate) const fn is_reserved(self) -> bool {
        matches!(
            self,
            Self::Originals | Self::OriginalKeys | Self::Meta | Self::Audit | Self::Leaves
        )
    }

    /// How many components name a unit of the table: records that come and go together, most of all
    /// those of one document, and have a digest of their own. 0 for tables that have one digest only.
    const fn unit_components(self) -> usize {
        match self {
            Self::Documents
            | Self::Texts
            | Self::Layouts
            | Self::Chunks
            | Self::Originals
            | Self::OriginalKeys
            | Self::Shapes
            | Self::Definitions
            | Self::Blocks
            | Self::Contexts
            | Self::References => 1,
            // a stream, or a space, of a segment
            Self::Postings | Self::Vectors => 2,
            _ => 0,
        }
    }

    /// Whether it has units.
    pub(crate) const fn has_units(self) -> bool {
        self.unit_components() > 0
    }

    /// Longest raw key of a unit; a shorter record is a unit of its own.
    pub(crate) const fn unit_len(self) -> usize {
        1 + COMPONENT_LEN * self.unit_components()
    }

    /// Whether its records have a digest together. The history and the audit log are bound by the
    /// chain of entries and by the anchor; leaves are counted by the table that they speak for.
    pub(crate) const fn is_digested(self) -> bool {
        !matches!(self, Self::Meta | Self::Audit | Self::Leaves)
    }
}

/// A table with the type of its values.
pub struct Table<V> {
    id: TableId,
    value: PhantomData<fn() -> V>,
}

impl<V> Table<V> {
    /// Names the type of the values in a table.
    pub const fn new(id: TableId) -> Self {
        Self { id, value: PhantomData }
    }

    /// Which table.
    pub const fn id(self) -> TableId {
        self.id
    }
}

impl<V> Clone for Table<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V> Copy for Table<V> {}

/// Bytes of one component in a raw key.
pub(crate) const COMPONENT_LEN: usize = 16;

/// The raw key of the record that a valueless entry names.
pub(crate) fn target_of(facet: &[u8], target: TableId) -> Option<Vec<u8>> {
    let start = facet.len().checked_sub(COMPONENT_LEN)?;
    let mut raw = vec![target.tag()];
    raw.extend(facet.get(start..)?);
    Some(raw)
}

/// The unit that a raw key belongs to, as a prefix of that key; nothing for tables without units.
pub(crate) fn unit_of(raw: &[u8]) -> Option<&[u8]> {
    let table = TableId::of_tag(*raw.first()?).filter(|table| table.has_units())?;
    raw.get(..table.unit_len().min(raw.len()))
}

/// The raw key of the leaf that speaks for a unit.
pub(crate) fn leaf_key(unit: &[u8]) -> Vec<u8> {
    [&[TableId::Leaves.tag()], unit].concat()
}

/// The first raw key after everything that starts with `prefix`.
pub(crate) fn after_prefix(prefix: &[u8]) -> Vec<u8> {
    let mut after = prefix.to_vec();
    while let Some(last) = after.pop() {
        if let Some(next) = last.checked_add(1) {
            after.push(next);
            break;
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_range_of_a_prefix_holds_what_starts_with_it(
            prefix in prop::collection::vec(prop_oneof![Just(255u8), any::<u8>()], 1..5),
            key in prop::collection::vec(prop_oneof![Just(255u8), any::<u8>()], 0..8),
        ) {
            let after = after_prefix(&prefix);
            let inside = key >= prefix && (after.is_empty() || key < after);
            prop_assert_eq!(inside, key.starts_with(&prefix));
        }
    }

    #[test]
    fn tags_and_names_are_unique_and_frozen() {
        let tags: Vec<u8> = TableId::ALL.iter().map(|table| table.tag()).collect();
        assert_eq!(tags, (1..=29).collect::<Vec<u8>>());
        let names: std::collections::HashSet<_> = TableId::ALL.iter().map(|t| t.name()).collect();
        assert_eq!(names.len(), TableId::ALL.len());
    }
}
