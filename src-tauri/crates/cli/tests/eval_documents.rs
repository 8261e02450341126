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

/// A PDF of one page: three titles in large type, each above a line, and bookmarks to two of them.
fn marked_pdf() -> Vec<u8> {
    let mut content = String::new();
    for (at, title) in ["1 Aims", "2 Plots", "3 Results"].into_iter().enumerate() {
        let y = 700 - at * 120;
        content.push_str(&format!("BT /F2 14 Tf 72 {y} Td ({title}) Tj ET\n"));
        for line in 1..=4 {
            let words = "The marsh was opened to the tide in the spring of that year, and grew.";
            let y = y - 10 - line * 12;
            content.push_str(&format!("BT /F1 10 Tf 72 {y} Td ({words}) Tj ET\n"));
        }
    }
    let font = |name: &str| format!("<< /Type /Font /Subtype /Type1 /BaseFont /{name} >>");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R /Outlines 7 0 R >>".to_owned(),
        "<< /Type /Pages /Count 1 /Kids [3 0 R] >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R /F2 6 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{content}\nendstream", content.len()),
        font("Helvetica"),
        font("Helvetica-Bold"),
        "<< /First 8 0 R /Last 9 0 R /Count 2 >>".to_owned(),
        "<< /Title (Aims) /Parent 7 0 R /Next 9 0 R /Dest [3 0 R /Fit] >>".to_owned(),
        "<< /Title (Results) /Parent 7 0 R /Prev 8 0 R /Dest [3 0 R /Fit] >>".to_owned(),
    ];
    let mut file = "%PDF-1.4\n".to_owned();
    let mut offsets = Vec::new();
    for (at, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.push_str(&format!("{} 0 obj\n{object}\nendobj\n", at + 1));
    }
    let start = file.len();
    file.push_str("xref\n0 10\n0000000000 65535 f \n");
    offsets.iter().for_each(|at| file.push_str(&format!("{at:010} 00000 n \n")));
    file.push_str(&format!("trailer\n<< /Size 10 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"));
    file.into_bytes()
}

#[test]
fn headings_are_measured_against_bookmarks() {
    let loci = Loci::empty();
    let file = loci.file("a.pdf", marked_pdf());
    loci.file("b.pdf", "no PDF at all");
    let folder = file.parent().unwrap().to_str().unwrap();
    let asked = ["eval", "documents", folder, "--headings-from-bookmarks"];
    let report = loci.run(&asked).ok().json();
    let (measure, broken) = (&report["files"][0], &report["files"][1]);
    assert_eq!(measure["score"]["titles"]["expected"], 2, "{report}");
    assert_eq!(measure["score"]["titles"]["matched"], 2, "{report}");
    assert_eq!((&measure["recall"], &measure["level_order"]), (&1.0.into(), &1.0.into()));
    assert_eq!(measure["extra"][0], "2 Plots");
    assert_eq!(report["all"]["precision"], 2.0 / 3.0);
    assert!(broken["failure"].is_string(), "{report}");
    let both = ["eval", "documents", folder, "--headings-from-bookmarks", "--against", "x"];
    assert_eq!(loci.run(&both).error(2), "usage");
}
