//! What is asked for by name comes first, in hybrid and exact mode, however near other chunks are.
#![allow(clippy::indexing_slicing, clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use search::{ChunkRef, Entry, Index, Query};
use types::{DocumentId, Fusion, FusionRule, SearchMode, Timestamp, normalise_term};
use vault::{AuditEvent, KdfParams, Passphrase, Vault};

/// A chunk: section id, terms it defines, text.
const CHUNKS: [(&str, &str, &str); 18] = [
    // mentions of everything, over and over, and the nearest vector of all
    (
        "sec_9",
        "",
        "See Section 4.3(a), § 4.3, Article 12, Annex II, Appendix B and Table 3. Section \
      4.3(a) is Section 4.3(a); Article 12 is Article 12; Annex II is Annex II; Appendix B is \
      Appendix B; Table 3 is Table 3. Table 3 shows that force majeure excuses.",
    ),
    ("sec_4", "", "Scope of the records.\n(a) paper\n(b) film"),
    ("sec_4_3", "", "Records of trials are kept."),
    ("sec_4_3_a", "", "They are kept for ten years."),
    ("sec_4_3_a_ii", "", "Copies as well."),
    ("art_12", "", "Whoever holds the files answers for them."),
    ("annex_ii", "", "Forms to be filled in."),
    ("appendix_b", "", "A list of addresses."),
    ("", "", "Table 3. Doses by group\n| group | dose |\n| one | 2 mg |"),
    ("", "", "Smith J. A study of mice. doi:10.1038/XYZ.123"),
    ("", "", "Miller K. Another study of mice. arXiv:2301.00001v2"),
    ("", "", "Old K. Strings and branes. hep-th/9901001"),
    ("", "", "Book of mice, ISBN 0-306-40615-2."),
    ("", "", "Jones L. Mice once more. PMID: 12345678"),
    ("", "", "The risk of serious bias was low. Bias, risk; bias of risk."),
    ("", "", "The risk of bias was low in trials of mice."),
    ("sec_5", "force_majeure", "It means an event beyond control."),
    ("sec_6", "", "Force majeure excuses delay; force majeure is force majeure."),
];

/// What is asked for, and the chunk that must come first.
const ASKED: [(&str, usize); 36] = [
    ("Section 4.3(a)", 3),
    ("§ 4.3(a)", 3),
    ("§ 4.3 (a)", 3),
    ("sec_4_3_a", 3),
    ("what does Section 4.3(a) require", 3),
    ("Section 4.3(a) Table", 3),
    ("Section 4.3(a)(ii)", 4),
    ("§ 4.3", 2),
    ("section 4", 1),
    ("Section 4(b)", 1),
    ("Article 12", 5),
    ("art. 12", 5),
    ("who answers under Article 12?", 5),
    ("Annex II", 6),
    ("annex ii", 6),
    ("Appendix B", 7),
    ("appendix b", 7),
    ("Table 3", 8),
    ("what is in table 3", 8),
    ("10.1038/xyz.123", 9),
    ("https://doi.org/10.1038/xyz.123", 9),
    ("doi:10.1038/XYZ.123 mice", 9),
    ("arXiv:2301.00001", 10),
    ("2301.00001v1", 10),
    ("https://arxiv.org/abs/2301.00001", 10),
    ("arXiv:hep-th/9901001", 11),
    ("hep-th/9901001", 11),
    ("ISBN 978-0-306-40615-7", 12),
    ("9780306406157", 12),
    ("0-306-40615-2", 12),
    ("PMID 12345678", 13),
    ("pmid:12345678", 13),
    ("\"risk of bias\"", 15),
    ("“risk of bias” in section", 15),
    ("Force Majeure", 16),
    ("\"force majeure\"", 16),
];

fn chunk(number: usize) -> ChunkRef {
    let document = DocumentId::from_bytes([number as u8 % 3 + 1; 16]);
    ChunkRef { document, ordinal: number as u32 }
}

/// The first chunk's vector is the query's; each other one is as far off as the next.
fn vector(number: usize) -> [f32; 256] {
    let mut vector = [0.0; 256];
    vector[number] = 1.0;
    vector
}

#[test]
fn what_is_asked_for_by_name_comes_first() {
    let folder = tempfile::tempdir().unwrap();
    let passphrase = Passphrase::new("a test's own passphrase".into()).unwrap();
    let now = Timestamp::from_unix_ms(0);
    let vault =
        Vault::create(&folder.path().join("vault"), &passphrase, KdfParams::FLOOR, now).unwrap();
    let mut index = Index::open(&vault.snapshot()).unwrap();
    let terms: Vec<Vec<String>> = CHUNKS
        .iter()
        .map(|(_, term, _)| {
            Some(normalise_term(term)).filter(|it| !it.is_empty()).into_iter().collect()
        })
        .collect();
    let entries: Vec<Entry<'_>> = (0..)
        .zip(CHUNKS.iter().zip(&terms))
        .map(|(number, ((section_id, _, body), defined_terms))| Entry {
            chunk: chunk(number),
            title: "Plan",
            headings: &[],
            context: "",
            body,
            section_id,
            defined_terms,
        })
        .collect();
    let vectors: Vec<_> = (0..CHUNKS.len()).map(vector).collect();
    let mut batch = vault.batch();
    let staged = index.add(&mut batch, &entries, Some(("space", &vectors))).unwrap();
    let event = AuditEvent { at: now, action: "test", subjects: vec![], detail: String::new() };
    vault.commit(batch, event).unwrap();
    index.take(staged);
    let near = vector(0);
    let rules = [
        Fusion { rule: FusionRule::Rrf, semantic: 0.5, keyword: 0.3, exact: 0.2 },
        Fusion { rule: FusionRule::Convex, semantic: 0.5, keyword: 0.5, exact: 0.2 },
    ];
    for (text, expected) in ASKED {
        for (mode, fusion) in [
            (SearchMode::Exact, rules[0]),
            (SearchMode::Hybrid, rules[0]),
            (SearchMode::Hybrid, rules[1]),
        ] {
            let vector = Some(("space", &near));
            let (documents, except) = (None, None);
            let query =
                Query { text, vector, mode, top_k: 10, documents, except, passages: None, fusion };
            let found = index.search(&vault.snapshot(), &query).unwrap();
            let first = found.first().map(|hit| hit.chunk.ordinal as usize);
            assert_eq!(first, Some(expected), "{text:?} {mode:?} {:?}: {found:#?}", fusion.rule);
            assert!(found[0].exact && found.is_sorted_by(|a, b| a.score >= b.score), "{text:?}");
        }
    }
}
