//! First pages as their makers lay them out, made up: what is read of each, and what is left out.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use types::{
    Author, Block, BlockKind, ConvertedText, Format, PageLayout, Reference, ReferenceField,
    TextLine,
};

/// A page of 600 by 800 points from lines `height left top words`; lines between empty ones are a block.
fn page(layout: &str) -> ConvertedText {
    let (mut text, mut lines, mut blocks) = (String::new(), Vec::new(), Vec::new());
    let mut start = 0;
    for line in layout.lines().map(str::trim).chain([""]) {
        if line.is_empty() {
            if start < text.len() {
                let kind = BlockKind::Paragraph;
                blocks.push(Block { kind, range: start..text.len(), title: String::new() });
                text.push_str("\n\n");
            }
            start = text.len();
            continue;
        }
        let mut parts = line.splitn(4, ' ');
        let mut number = || parts.next().unwrap().parse::<f32>().unwrap();
        let (size, left, top) = (number(), number(), number());
        let words = parts.next().unwrap();
        if text.len() > start {
            text.push('\n');
        }
        let range = text.len()..text.len() + words.len();
        text.push_str(words);
        let edges = (1..=words.chars().count()).map(|at| (at as f32 * size * 5.0) as u16).collect();
        lines.push(TextLine { range, x0: left, y0: top, y1: top + size, edges });
    }
    let mut converted = ConvertedText::new(Format::Pdf, text.clone(), blocks);
    let range = 0..text.len();
    converted.pages =
        vec![PageLayout { page: 1, width: 600.0, height: 800.0, range, lines, recognised: None }];
    converted
}

/// Running text below a title block.
const BODY: &str = "\n\n10 60 300 Abstract\n\n\
    10 60 320 Mud keeps nine tenths of the carbon that rivers bring to it and we show that this is so\n\
    10 60 334 in eleven of the twelve marshes that were seen between the spring and the autumn of two\n\
    10 60 348 years while the sand of the beaches beside them keeps none and gives what it had away.\n";

struct Expected<'a> {
    title: Option<&'a str>,
    authors: &'a str,
    year: Option<i32>,
}

fn check(layout: &str, expected: &Expected<'_>) {
    let found = cite::identify(&page(&format!("{layout}{BODY}")));
    let families: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(found.title.as_deref(), expected.title, "{layout}");
    assert_eq!(families.join(";"), expected.authors, "{layout}");
    assert_eq!(found.year, expected.year, "{layout}");
}

const TITLE: &str = "Carbon held by young tidal mud";

#[test]
fn one_author_below_the_title() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n\
         10 220 180 University of Somewhere\n\n10 240 200 14 March 1999",
        &Expected { title: Some(TITLE), authors: "López", year: Some(1999) },
    );
}

#[test]
fn the_day_on_which_a_file_was_made_is_no_year() {
    let layout =
        |date: &str| format!("18 150 120 {TITLE}\n\n12 250 160 Maria López\n\n{date}{BODY}");
    let year = |text: &str, made: &str| {
        let mut converted = page(&layout(text));
        converted.made = language::dates::day(made, false);
        assert!(converted.made.is_some(), "{made}");
        cite::identify(&converted).year
    };
    let dated = "10 240 200 14 March 1999";
    assert_eq!(year(dated, "1999-03-14"), None);
    assert_eq!(year(dated, "2009-03-14"), Some(1999));
    // below a line of the same head
    let head = "9 100 30 Mud Collaboration\n9 100 42 (Dated: March 14, 1999)";
    assert_eq!(year(head, "1999-03-14"), None);
    // a template's own year, beside an identifier that nobody filled in
    let filled = "9 100 720 © 1999 Copyright held by the authors.\n9 100 740 https://doi.org/";
    assert_eq!(year(&format!("{filled}10.1145/nnnnnnn.nnnnnnn"), "1999-06-01"), None);
    assert_eq!(year(&format!("{filled}10.1145/3292500.1"), "1999-06-01"), Some(1999));
}

#[test]
fn names_that_something_bears_out() {
    let below = |rows: &str| format!("18 150 120 {TITLE}\n\n{rows}");
    let named = |rows: &str, authors: &str| {
        check(&below(rows), &Expected { title: Some(TITLE), authors, year: None });
    };
    named("12 250 160 Lee Pike\n\n10 240 180 Mud, Inc.\n10 240 194 leepike@mud.com", "Pike");
    named("12 250 160 Contact Pike\n\n10 240 194 contact a mud pike: desk@mud.com", "");
    named(
        "12 200 160 Ada López a, and Su Shu Fang b\n\n10 200 180 aUniversity of Mud",
        "López;Fang",
    );
    let degree = "10 200 150 A thesis for the degree of\n\n10 200 164 Doctor of Mud\n\n\
                  10 200 178 in the\n\n10 200 192 Graduate Division";
    named(&format!("{degree}\n\n10 200 206 by\n\n10 200 220 Maria López"), "López");
    // over two blocks
    let two = "12 100 160 Ada López1, Tom van Dyke2, Alvaro Martínez\n\n12 200 174 Barrio2, and Ian Fiddes";
    named(two, "López;van Dyke;Barrio;Fiddes");
    named("12 200 160 (ANONYMOUS AUTHORS)", "");
}

#[test]
fn a_title_on_two_lines_and_authors_in_one() {
    check(
        "18 100 120 Carbon held by\n18 100 142 young tidal mud\n\n\
         12 150 170 Maria López, Tom B. van Dyke and J.-R. Smith\n\n10 200 190 Institute of Marshes",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Smith", year: None },
    );
}

#[test]
fn columns_of_authors_with_their_places() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 80 160 Maria López\n10 80 176 University of York\n\
         10 80 190 maria@york.example\n\n12 330 160 Tom Bakerfield\n10 330 176 Technische Universität Wien\n\
         10 330 190 tom@wien.example",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: None },
    );
}

#[test]
fn marks_of_affiliations_are_no_names() {
    check(
        "18 150 120 Carbon held by young tidal mud∗\n\n12 150 160 Maria López1,2, Tom Bakerfield2 and Ann Quill†\n\n\
         9 150 180 1 University of York, York, UK\n9 150 192 2 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield;Quill", year: None },
    );
}

#[test]
fn a_journals_head_says_where_and_when() {
    check(
        "9 60 30 Tidal Letters 40 (2007) 27–41\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria López and Tom Bakerfield\n\n10 150 180 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: Some(2007) },
    );
}

#[test]
fn a_foot_says_where_and_when() {
    check(
        "9 60 770 The Marsh Journal Vol. 9/2, December 2017\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 by Maria López and Tom Bakerfield",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: Some(2017) },
    );
}

#[test]
fn a_version_says_where_it_was_published() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 200 180 University of York\n\n\
         10 60 400 This is a modified version of López (2006), published in the Journal of Mud.",
        &Expected { title: Some(TITLE), authors: "López", year: Some(2006) },
    );
}

#[test]
fn a_page_of_one_type_says_nothing() {
    check(
        "10 60 100 Chapter of accounts\n\n10 60 140 Rooms were let by the day\n\n10 60 160 and by the week",
        &Expected { title: None, authors: "", year: None },
    );
}

#[test]
fn sorts_of_articles_are_no_titles() {
    check(
        "20 60 60 RESEARCH ARTICLE\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria López and Tom Bakerfield\n\n10 150 180 Institute of Marshes, Utrecht",
        &Expected { title: Some(TITLE), authors: "López;Bakerfield", year: None },
    );
}

#[test]
fn a_years_span_and_a_version_of_software_are_no_year_of_publication() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 220 180 University of York\n\n\
         9 60 770 Copyright 2008–2020 somebody",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
}

#[test]
fn authors_that_the_file_names_and_the_page_does_not_are_none() {
    let layout = "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 220 180 University of York";
    let mut converted = page(&format!("{layout}{BODY}"));
    converted.reference = Reference {
        authors: vec![Author { family: "Scanner".into(), given: "Office".into() }],
        title: Some("Microsoft Word - mud_final.doc".into()),
        ..Reference::default()
    };
    let found = cite::identify(&converted);
    assert_eq!(found.title.as_deref(), Some(TITLE));
    assert_eq!((found.authors.len(), found.authors[0].family.as_str()), (1, "López"));
    assert!(found.sources.contains_key(&ReferenceField::Authors));
}

#[test]
fn where_somebody_works_may_read_as_a_name() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         11 120 160 Maria López\n11 110 176 Department of Silt\n11 124 192 Virginia Tech\n11 118 208 ml@vt.edu\n\n\
         11 400 160 Tom van Dyke\n11 390 176 Center for Marine\n11 380 192 Computational Toxicology",
        &Expected { title: Some(TITLE), authors: "López;van Dyke", year: None },
    );
    check(
        "18 150 120 Carbon held by young tidal mud\n\n11 250 160 Maria López\n11 246 176 INRIA Rocquencourt",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
    check(
        "18 150 120 Carbon held by young tidal mud\n\n11 250 160 Maria López\n11 256 176 Marais Paris\n\n\
         11 230 192 maria.lopez@marais.fr",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
}

#[test]
fn authors_below_each_other_with_where_they_work() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         12 250 160 Maria López\n10 230 176 University of Somewhere\n\n\
         12 250 204 Tom van Dyke\n10 230 220 University of Elsewhere\n\n\
         12 250 248 Jo Hällström\n10 230 264 Institute of Marshes",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Hällström", year: None },
    );
}

#[test]
fn a_byline_that_is_not_read_whole_is_none() {
    // letters of a name are lost
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         12 120 160 Maria López\n10 110 176 Department of Silt\n\n\
         12 400 160 Tom Sta r z\n10 380 176 Institute of Marshes",
        &Expected { title: Some(TITLE), authors: "", year: None },
    );
    // more addresses than names
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 150 160 Maria López\n\n\
         10 150 180 ml@mud.org, tvd@silt.org",
        &Expected { title: Some(TITLE), authors: "", year: None },
    );
    // one person named in two ways
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 150 160 M. López\n\n12 150 180 Maria López\n\n\
         10 200 200 Institute of Marshes",
        &Expected { title: Some(TITLE), authors: "", year: None },
    );
}

#[test]
fn names_with_where_each_works_in_one_line() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         12 80 160 Maria López, University of Somewhere; Tom van Dyke,\n\
         12 80 176 Institute of Marshes; Jo Hällström, University of Somewhere",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Hällström", year: None },
    );
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria Lópeza,∗, Tom van Dykeb\n\n\
         9 150 180 aUniversity of Somewhere\n9 150 192 bIBM Research Centre",
        &Expected { title: Some(TITLE), authors: "López;van Dyke", year: None },
    );
}

#[test]
fn what_is_no_title() {
    // a first section, and a page without a title
    check("12 100 120 1. Silt and its friends", &Expected { title: None, authors: "", year: None });
    // a sort of manuscript in larger type, a list of contents behind the title
    check(
        "25 70 90 Accepted Manuscript\n\n14 70 140 Carbon held by young tidal mud\n\n\
         14 70 170 Maria López",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
    // the number of a note
    check(
        "18 150 120 Carbon held by young tidal mud 1\n\n12 250 160 Maria López\n\n\
         9 70 700 1This research was supported by nobody.",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
}

#[test]
fn where_a_work_appeared() {
    let venue = |layout: &str, expected: Option<&str>| {
        let front = "18 150 150 Carbon held by young tidal mud\n\n12 250 190 Maria López\n\n";
        let found = cite::identify(&page(&format!("{layout}\n\n{front}{BODY}")));
        assert_eq!(found.container.as_deref(), expected, "{layout}");
    };
    let below = |line: &str, expected: Option<&str>| {
        let layout = format!(
            "18 150 150 Carbon held by young tidal mud\n\n12 250 190 Maria López\n\n{BODY}\n\n{line}"
        );
        assert_eq!(cite::identify(&page(&layout)).container.as_deref(), expected, "{line}");
    };
    venue("8 60 20 Mud Research 40 (2007) 2730–2741", Some("Mud Research"));
    venue("8 60 20 Environ. Sci. Mud. 2006, 40, 6304–6309", Some("Environ. Sci. Mud."));
    venue("8 60 20 The Mud Journal Vol. 11/01, June 2019", Some("The Mud Journal"));
    venue("8 60 20 M. López / Mud Research 40 (2007) 2730–2741", Some("Mud Research"));
    venue(
        "24 60 40 Journal of Marshes\n\n8 60 70 May 2012, Volume 51, Issue 7.",
        Some("Journal of Marshes"),
    );
    venue("8 60 20 Notes on mud, January 26, 2006", None);
    venue("8 60 20 Version 3 (2004) 2–5", None);
    below(
        "8 60 760 Proceedings of the 5th Workshop on Silt, pages 4–9",
        Some("Proceedings of the 5th Workshop on Silt"),
    );
    below("8 60 760 MUDC’09, June 15–20, 2009, Dublin, Ireland.", Some("MUDC’09"));
    below(
        "8 60 700 This is a modified version of López (2008), published in the Journal of Marshes.",
        Some("Journal of Marshes"),
    );
    below("8 60 700 ∗To appear in: Mud Letters, 2004.", Some("Mud Letters"));
    below("8 60 700 This paper is no longer submitted for publication in Mud Letters.", None);
    below(
        "8 60 700 A chapter of this manual now appears in the Springer-Verlag book of mud.",
        None,
    );
    below("8 60 700 The model was published in the Journal of Marshes by others.", None);
}

#[test]
fn a_text_is_newer_than_its_notice_of_copyright() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n10 240 200 March 2022\n\n\
         9 70 780 Copyright 2012 Mud Team",
        &Expected { title: Some(TITLE), authors: "López", year: Some(2022) },
    );
}

#[test]
fn memberships_and_rows_of_columns() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         11 60 160 Maria A. López, Member, IEEE, Tom van Dyke, Senior Member, IEEE, and Jo Hällström",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Hällström", year: None },
    );
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         11 60 160 Maria López\n\n11 240 160 Tom van Dyke\n\n11 420 160 Jo Hällström\n\n\
         11 60 176 Ann Bakerfield\n\n11 240 176 Li Quill\n\n\
         10 200 196 Storage Systems Research Center\n10 200 210 University of Somewhere, Santa Rosa",
        &Expected {
            title: Some(TITLE),
            authors: "López;van Dyke;Hällström;Bakerfield;Quill",
            year: None,
        },
    );
    check(
        "18 150 120 Carbon held by young tidal mud\n\n\
         12 60 160 Maria López\n10 60 176 Mud Technology, Inc.\n10 60 190 Cleveland, Ohio, USA\n10 60 204 ml@mud.com\n\n\
         12 250 160 Tom van Dyke\n10 250 176 HP Labs\n10 250 190 Palo Alto, California\n10 250 204 tvd@hp.com\n\n\
         12 430 160 Jo Hällström\n10 430 176 Santa Rosa\n10 430 190 jo@rosa.edu",
        &Expected { title: Some(TITLE), authors: "López;van Dyke;Hällström", year: None },
    );
}

#[test]
fn who_is_named_below_a_label_is_no_author() {
    check(
        "18 150 120 Carbon held by young tidal mud\n\n12 250 160 Maria López\n\n\
         10 220 180 University of Somewhere\n\n10 200 200 Committee members:\n\n12 240 216 Tom van Dyke",
        &Expected { title: Some(TITLE), authors: "López", year: None },
    );
}

#[test]
fn a_journals_name_is_no_title_and_no_address_is_an_author() {
    let layout = "20 60 60 Mud & Geosciences\n\n18 100 120 Carbon held by young tidal mud\n\n\
         12 150 160 Maria López\n\n10 150 180 Institute of Marshes\n\n\
         8 400 600 Received\n8 400 612 3 November 2014\n8 400 630 Published\n8 400 642 25 February 2015";
    let mut converted = page(&format!("{layout}{BODY}"));
    converted.heads = vec!["M. López et al. / Mud & Geosciences 35 (2009) 1177–1185".into()];
    converted.reference.authors =
        vec![Author { family: "<ml@mud.org>".into(), given: "Maria López".into() }];
    let found = cite::identify(&converted);
    assert_eq!(found.title.as_deref(), Some(TITLE));
    let families: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!(families, ["López"]);
}

#[test]
fn numbers_of_lines_are_no_words() {
    let front = "18 150 120 1 Carbon held by young\n18 150 140 2 tidal mud\n\n\
                 12 250 170 3 Maria López\n\n5 40 190 4\n\n10 220 200 5 Silt Research, Bath\n\n5 40 215 6";
    check(front, &Expected { title: Some(TITLE), authors: "López", year: None });
    // places of work are numbered, too
    let places = "18 150 120 Carbon held by young tidal mud\n\n12 150 160 Maria López1,2, Tom Smith3,4,5,\n\n\
                  10 150 180 1 Éducation Marine, Bath\n10 150 192 2 Cercle Silt, Bath\n10 150 204 3 Silt, Bath\n\
                  10 150 216 4 Anna Judic, Bath\n10 150 228 5 Haute Vase, Bath";
    check(places, &Expected { title: Some(TITLE), authors: "López;Smith", year: None });
}

#[test]
fn heads_and_judges_of_manuscripts_are_no_titles_and_no_authors() {
    let front = "9 60 30 MNRAS 000, 1–4 (2021)\n\n14 60 90 A wing of tidal mud\n\n\
                 12 60 120 Maria López1,2★, Tom van Dyke3 &Ana Ruiz3\n\n9 60 150 1University of Somewhere\n\n\
                 9 60 180 Last updated XXX; in original form XXX";
    let found = cite::identify(&page(&format!("{front}{BODY}")));
    assert_eq!(found.title.as_deref(), Some("A wing of tidal mud"));
    assert_eq!(found.container.as_deref(), Some("MNRAS"));
    let families: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!((families.join(";").as_str(), found.year), ("López;van Dyke;Ruiz", Some(2021)));
    let thesis = "18 150 120 Carbon held by young tidal mud\n\n10 290 145 by\n\n12 250 160 Maria López\n\n\
                  10 220 180 © 2021 University of Somewhere\n\n10 60 200 Certified by: …\n\n\
                  12 250 220 Robert Silt Morris\n10 250 235 Professor of Mud";
    check(thesis, &Expected { title: Some(TITLE), authors: "López", year: Some(2021) });
    let replicated = "18 150 120 Carbon held by young tidal mud\n\n\
                      12 150 160 Maria López1, ID and Tom van Dyke2, ID\n\n9 150 180 1University of Somewhere\n\n\
                      9 60 200 Edited by\n9 60 212 Olivia Guest ID";
    check(replicated, &Expected { title: Some(TITLE), authors: "López;van Dyke", year: None });
}

#[test]
fn what_a_title_may_look_like() {
    let labelled = "11 80 90 Title: Carbon held by young tidal mud\n\n\
                    13 80 130 Authors: Maria López1, Tom van Dyke2\n\n10 80 160 1: Silt Research, Bath";
    check(labelled, &Expected { title: Some(TITLE), authors: "López;van Dyke", year: None });
    let capitals = "10 120 100 THE CARBON OF TIDAL MUD\n\n10 120 120 M. López1, T. van Dyke2\n\n\
                    10 120 135 University of Somewhere";
    let title = Some("THE CARBON OF TIDAL MUD");
    check(capitals, &Expected { title, authors: "López;van Dyke", year: None });
    // a root is higher than its line; the first letter of a text may be, too
    let root = "16 80 150 Carbon held by young tidal mud at\n29 80 160 √s = 13 TeV with the mud detector\n\n\
                10 80 220 Maria López, on behalf of the Mud Collaboration\n\n9 80 240 University of Somewhere";
    let title = Some("Carbon held by young tidal mud at √s = 13 TeV with the mud detector");
    check(root, &Expected { title, authors: "López", year: None });
    let large = "25 100 80 Carbon held by young tidal mud\n\n9 100 150 Maria López\n\n\
                 9 100 170 University of Somewhere\n\n60 100 210 Our marsh prides itself on\n\n\
                 10 150 230 having held more carbon than any other";
    check(large, &Expected { title: Some(TITLE), authors: "López", year: None });
}

#[test]
fn a_second_author_below_and_a_note_of_thanks() {
    let front = "18 150 120 Carbon held by young tidal mud\n\n16 250 160 Maria López ∗\n\n\
                 12 200 180 University of Somewhere\n\n11 290 200 and\n\n11 250 220 Frank Silt Moers\n\n\
                 12 200 240 Silt University";
    let notes = "\n\n8 60 740 ∗We thank the participants of the 2018 Conference on Mud in Bath for their comments.";
    let found = cite::identify(&page(&format!("{front}{BODY}{notes}")));
    let families: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
    assert_eq!((families.join(";").as_str(), found.year), ("López;Moers", None));
}
