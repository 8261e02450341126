//! The sample documents of `assets/samples`, inside the program so that they are there wherever it is.

use api::Source;

const SAMPLES: [(&str, &[u8]); 6] = [
    ("study-plan.md", include_bytes!("../../assets/samples/study-plan.md")),
    ("field-notes.txt", include_bytes!("../../assets/samples/field-notes.txt")),
    (
        "interview-with-the-warden.html",
        include_bytes!("../../assets/samples/interview-with-the-warden.html"),
    ),
    ("monitoring-protocol.docx", include_bytes!("../../assets/samples/monitoring-protocol.docx")),
    ("carbon-in-young-mud.pdf", include_bytes!("../../assets/samples/carbon-in-young-mud.pdf")),
    ("open-questions.md", include_bytes!("../../assets/samples/open-questions.md")),
];

/// The samples, ready for an ingest.
pub fn sources() -> Vec<Source> {
    SAMPLES
        .iter()
        .map(|(name, bytes)| Source::Bytes { name: (*name).to_owned(), bytes: bytes.to_vec() })
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_sample_is_embedded() {
        let folder = std::env::var("CARGO_MANIFEST_DIR").unwrap() + "/assets/samples";
        let mut found: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        let mut embedded: Vec<_> = super::SAMPLES.iter().map(|(name, _)| *name).collect();
        found.sort();
        embedded.sort_unstable();
        assert_eq!(found, embedded);
    }
}
