//! `loci eval pages`: labelled pages through the real worker and a rival made for the occasion.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod common;

use common::Loci;
use std::os::unix::fs::PermissionsExt;

#[test]
fn passages_are_found_or_left_out_beside_a_rival() {
    let loci = Loci::empty();
    let words = "The tide runs freely over the fields again, and nobody knows for how long. ";
    let page = format!(
        "<nav><a href=/a>Menu</a> <a href=/b>Shop</a></nav><main><h1>Tide</h1><p>{}<p>{}<b>last</b> words.</main>",
        words.repeat(6),
        words.repeat(5)
    );
    let file = loci.file("a.html", page);
    let label = r#"{"file": "a.html", "with": ["for how long. last words", "never"], "without": ["Menu Shop", "absent"]}"#;
    loci.file("labels.jsonl", label);
    let rival = loci.folder.path().join("rival");
    std::fs::write(&rival, "#!/bin/sh\necho 'Menu Shop'").unwrap();
    std::fs::set_permissions(&rival, std::fs::Permissions::from_mode(0o700)).unwrap();
    let folder = file.parent().unwrap().to_str().unwrap();
    let against = rival.to_str().unwrap();
    let report = loci.run(&["eval", "pages", folder, "--against", against]).ok().json();
    let (ours, theirs) = (&report["programs"][0], &report["programs"][1]);
    assert_eq!((ours["precision"].as_f64(), ours["recall"].as_f64()), (Some(1.0), Some(0.5)));
    assert_eq!(ours["pages"][0]["missing"][0], "never");
    assert_eq!(theirs["name"], "rival");
    assert_eq!((theirs["precision"].as_f64(), theirs["recall"].as_f64()), (Some(0.0), Some(0.0)));
    assert_eq!(theirs["pages"][0]["unwanted"][0], "Menu Shop");
    assert_eq!(loci.run(&["eval", "pages", "/nowhere"]).error(1), "unreadable");
}

#[test]
fn the_projects_own_pages_keep_what_is_wanted() {
    let loci = Loci::empty();
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../assets/eval/pages");
    let report = loci.run(&["eval", "pages", folder]).ok().json();
    let ours = &report["programs"][0];
    assert!(ours["pages"].as_array().unwrap().len() >= 60);
    assert!(ours["recall"].as_f64().unwrap() >= 0.94, "{}", ours["recall"]);
    assert!(ours["f1"].as_f64().unwrap() >= 0.85, "{}", ours["f1"]);
}
