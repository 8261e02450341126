//! `loci eval documents`: a folder through the real workers and a rival made for the occasion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::Loci;
use std::os::unix::fs::PermissionsExt;

#[test]
fn a_folder_is_measured_beside_a_rival() {
    let loci = Loci::empty();
    let page = "# Aims\n\nOne &amp; *two*.\n\n|a|\n|-|\n|b|\n";
    let file = loci.file("a.md", page);
    loci.file("a.md.md", "# Aims\n\nOne & two.\n\n| a |\n| - |\n| b |\n");
    loci.file("noise.bin", [0u8, 1, 2, 0xff]);
    let rival =
        loci.file("rival", "#!/bin/sh\necho '## aims'; echo; echo one; test \"${1##*.}\" = md");
    std::fs::set_permissions(&rival, std::fs::Permissions::from_mode(0o700)).unwrap();
    // the rival is no document
    let elsewhere = loci.folder.path().join("rival");
    std::fs::rename(rival, &elsewhere).unwrap();
    let folder = file.parent().unwrap().to_str().unwrap();
    let against = elsewhere.to_str().unwrap();
    let report = loci.run(&["eval", "documents", folder, "--against", against]).ok().json();
    let all = |program: usize| {
        let formats = report["programs"][program]["formats"].as_array().unwrap();
        formats.last().unwrap().clone()
    };
    let (ours, theirs) = (all(0), all(1));
    assert_eq!(report["programs"][1]["name"], "rival");
    for (measure, ours_is, theirs_is) in [
        ("documents", 2.0, 2.0),
        ("converted", 1.0, 1.0),
        ("scored", 1.0, 1.0),
        ("text_f1", 1.0, 4.0 / 7.0),
        ("order", 1.0, 4.0 / 7.0),
        ("heading_f1", 1.0, 0.0),
        ("level_accuracy", 1.0, 0.0),
        ("cell_f1", 1.0, 0.0),
    ] {
        assert_eq!(ours[measure], ours_is, "{measure} {ours}");
        assert_eq!(theirs[measure], theirs_is, "{measure} {theirs}");
    }
    assert!(ours["pages_per_s"].as_f64().unwrap() > 0.0);
    assert!(ours["peak_bytes"].as_u64().unwrap() > 1 << 20);
    let failure = report["programs"][0]["documents"][1]["failure"].as_str().unwrap();
    assert!(failure.contains("binary"), "{failure}");
    let wrong = loci.run(&["eval", "documents", "/nowhere"]);
    assert_eq!(wrong.error(1), "unreadable");
}
