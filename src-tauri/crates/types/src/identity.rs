//! How the ids of nodes and edges are made of names. Frozen by the vectors below, which
//! docs/formats.md repeats.

use crate::{EdgeKind, NodeClass, is_ignorable, normalise_term};

crate::ids::id!(
    /// A node: SHA-256 over its class, normalised name and sense.
    NodeId,
    32
);
crate::ids::id!(
    /// An edge: SHA-256 over its kind and its two ends.
    EdgeId,
    32
);

impl NodeId {
    /// SHA-256 over `"loci node v1"`, the class (`thing` or `statement`), the normalised name and the
    /// sense in decimals, each followed by a zero byte. Sense 0 is the first; a person who splits a
    /// name makes further ones.
    pub fn derive(class: NodeClass, normalised: &str, sense: u32) -> Self {
        use sha2::Digest;
        let class = match class {
            NodeClass::Thing => "thing",
            NodeClass::Statement => "statement",
        };
        let sense = sense.to_string();
        let mut hash = sha2::Sha256::new();
        for part in ["loci node v1", class, normalised, &sense] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let mut id = [0u8; 32];
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self::from_bytes(id)
    }
}

impl EdgeId {
    /// SHA-256 over `"loci edge v1"`, the kind, and the hex ids of both ends, each followed by a zero
    /// byte. `contradicts` has no direction: its smaller end stands first.
    pub fn derive(kind: EdgeKind, from: &NodeId, to: &NodeId) -> Self {
        use sha2::Digest;
        let (from, to) = match kind {
            EdgeKind::Contradicts if to < from => (to, from),
            _ => (from, to),
        };
        let mut hash = sha2::Sha256::new();
        for part in ["loci edge v1", kind.as_str(), &from.to_string(), &to.to_string()] {
            hash.update(part.as_bytes());
            hash.update([0]);
        }
        let mut id = [0u8; 32];
        id.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
        Self::from_bytes(id)
    }
}

/// A name for lookup: what is shown as nothing (zero-width characters, soft hyphens, direction marks)
/// is left out, then [`normalise_term`]. Empty where it has neither letter nor digit.
pub fn normalise_name(name: &str) -> String {
    let shown: String = name.chars().filter(|c| !is_ignorable(*c)).collect();
    normalise_term(&shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_normalise_as_frozen() {
        for (name, normalised) in [
            ("OAuth 2.0", "oauth_2_0"),
            ("  OAuth\u{200b}2 ", "oauth2"),
            ("21 CFR 11.10(e)", "21_cfr_11_10_e"),
            ("Na\u{ad}ive Bayes", "naive_bayes"),
            ("ＯＡｕｔｈ２", "oauth2"),
            ("— … !", ""),
        ] {
            assert_eq!(normalise_name(name), normalised, "{name}");
        }
    }

    #[test]
    fn ids_are_frozen() {
        let thing = NodeId::derive(NodeClass::Thing, "oauth2", 0);
        let statement = NodeId::derive(NodeClass::Statement, "oauth2", 0);
        let second = NodeId::derive(NodeClass::Thing, "oauth2", 1);
        assert_eq!(
            thing.to_string(),
            "2206a5acd20530cfb8b837b4cea51df3d6808ec217dd033d129403b1ae263f3e"
        );
        assert_eq!(
            statement.to_string(),
            "f671fa00ff261a9605d42ca782ae93a06ac34e8d01549b6700298a2a62552c8d"
        );
        assert_eq!(
            second.to_string(),
            "79682266d0dd3fd71c32a2f77c44396e58d0ffde9d002da33a59853b41bfac07"
        );
        let edge = EdgeId::derive(EdgeKind::PartOf, &thing, &second);
        assert_eq!(
            edge.to_string(),
            "b3dafd874116a0aeea462ae96737c9991372387ec78eb3f34a57efc7f9d355e5"
        );
        assert_ne!(edge, EdgeId::derive(EdgeKind::PartOf, &second, &thing));
        assert_eq!(
            EdgeId::derive(EdgeKind::Contradicts, &thing, &second),
            EdgeId::derive(EdgeKind::Contradicts, &second, &thing),
        );
    }
}
