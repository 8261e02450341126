//! Pairs of references that are one work, and pairs that look like one.

use super::*;

/// `López, M. & Lee, K. 2019: Title @10.1000/1 arXiv:2305.03393 {Journal}`; each part may be missing.
fn reference(said: &str) -> Reference {
    let mut reference = Reference::default();
    let (by, rest) = said.split_once(": ").unwrap_or(("", said));
    let (names, year) = match by.rsplit_once(' ') {
        Some((names, year)) if year.parse::<i32>().is_ok() => (names, year.parse().ok()),
        _ if by.parse::<i32>().is_ok() => ("", by.parse().ok()),
        _ => (by, None),
    };
    reference.year = year;
    for name in names.split(" & ").filter(|name| !name.is_empty()) {
        let (family, given) = name.split_once(", ").unwrap_or((name, ""));
        reference.authors.push(Author { family: family.into(), given: given.into() });
    }
    let (rest, container) = match rest.split_once(" {") {
        Some((rest, container)) => (rest, Some(container.trim_end_matches('}').to_owned())),
        None => (rest, None),
    };
    reference.container = container;
    let mut title = Vec::new();
    for word in rest.split(' ') {
        if let Some(doi) = word.strip_prefix('@') {
            reference.doi = Some(doi.to_owned());
        } else if let Some(arxiv) = word.strip_prefix("arXiv:") {
            reference.arxiv = Some(arxiv.to_owned());
        } else if let Some(isbn) = word.strip_prefix("ISBN:") {
            reference.isbn = Some(isbn.to_owned());
        } else {
            title.push(word);
        }
    }
    let title = title.join(" ");
    reference.title = (!title.is_empty() && title != "-").then_some(title);
    reference
}

fn check(a: &str, b: &str, expected: bool) {
    let (first, second) = (reference(a), reference(b));
    assert_eq!(is_same_work(&first, &second), expected, "{a}\n{b}");
    assert_eq!(is_same_work(&second, &first), expected, "turned: {a}\n{b}");
}

#[test]
fn one_work_is_told_by_title_and_something_else() {
    for (a, b) in [
        ("López, M. 2019: Carbon in young mud", "López, Maria 2019: Carbon in young mud"),
        ("López, M. 2019: Carbon in young mud", "Lopez 2019: CARBON IN YOUNG MUD."),
        ("López, M. 2019: Carbon in young mud", "López, M.: Carbon in young mud"),
        ("López, M. 2019: Carbon in young mud", "2019: Carbon in young mud"),
        ("López, M. 2019: Carbon in young mud", "López, M. 2020: Carbon in young mud"),
        ("Müller, J. 2019: Carbon in young mud", "Mueller, J. 2019: Carbon in young mud"),
        ("van Dyke, T. 2019: Carbon in young mud", "Dyke, T. van 2019: Carbon in young mud"),
        ("García Márquez, G. 2019: Carbon in mud", "García, G. 2019: Carbon in mud"),
        ("Li, Ming 2019: Carbon in young mud", "Ming, Li 2019: Carbon in young mud"),
        ("López, M. 2019: The carbon of mud", "López, M. 2019: Carbon of mud"),
        ("López, M. 2019: Multi-scale carbon in mud", "López, M. 2019: Multiscale carbon in mud"),
        ("López, M. 2019: Carbon in mud: a survey", "López, M. 2019: Carbon in mud"),
        (
            "López, M. 2019: Carbon held by the sedimemts of the marsh",
            "López, M. 2019: Carbon held by the sediments of the marsh",
        ),
        ("Knuth, D. 1997: Mud", "Knuth, D. 1997: Mud"),
        ("- @10.1000/1", "López, M. 2019: Carbon in young mud @10.1000/1"),
        (
            "López, M. 2019: Carbom in yuong mod @10.1000/1",
            "López, M. 2019: Carbon in young mud @10.1000/1",
        ),
        (
            "Lopes, M. 2019: Carbon in young mud @10.1000/1",
            "López, M. 2019: Carbon in young mud @10.1000/1",
        ),
        ("R Core Team 2020: R: A language", "R Core Team 2020: R: A language"),
        // a preprint and its article
        (
            "López, M. 2017: Carbon in young mud arXiv:1706.03762",
            "López, M. 2020: Carbon in young mud @10.1000/1",
        ),
        (
            "López, M. 2019: Carbon in young mud @10.1101/2019.1",
            "López, M. 2021: Carbon in young mud @10.1000/1",
        ),
        (
            "López, M. 2017: Carbon in young mud {arXiv preprint}",
            "López, M. 2019: Carbon in young mud {J. Mud}",
        ),
        (
            "López, M. 2023: Carbon in mud arXiv:2305.03393v1",
            "López, M. 2023: Carbon in mud arXiv:2305.03393v2",
        ),
        // a book in two bindings
        (
            "Knuth, D. 1997: The art of mud ISBN:9780306406157",
            "Knuth, D. 1997: The art of mud ISBN:9780201896831",
        ),
    ] {
        check(a, b, true);
    }
}

#[test]
fn works_that_look_alike_are_not_taken_for_each_other() {
    for (a, b) in [
        // a title alone
        ("Carbon in young mud", "Carbon in young mud"),
        ("López, M. 2019: Carbon in young mud", "Carbon in young mud"),
        // other authors, another year, another identifier
        ("López, M. 2019: Carbon in young mud", "Baker, M. 2019: Carbon in young mud"),
        ("López, M. 2019: Carbon in young mud", "López, K. 2019: Carbon in young mud"),
        ("López, M. 2009: Carbon in young mud", "López, M. 2019: Carbon in young mud"),
        ("López, M. 2019: Carbon in mud @10.1000/1", "López, M. 2019: Carbon in mud @10.1000/2"),
        (
            "López, M. 2023: Carbon in mud arXiv:2305.03393",
            "López, M. 2023: Carbon in mud arXiv:2305.03394",
        ),
        (
            "López, M. 2010: Carbon in mud arXiv:1005.0339",
            "López, M. 2019: Carbon in mud @10.1000/1",
        ),
        // other titles of one author and year
        ("López, M. 2019: Carbon in young mud", "López, M. 2019: Carbon in old mud"),
        (
            "López, M. 2019: Carbon in young mud",
            "López, M. 2019: Carbon in young mud and in old sand",
        ),
        (
            "López, M. 2019: The life of male rats in the marsh",
            "López, M. 2019: The life of female rats in the marsh",
        ),
        (
            "López, M. 2019: A study of sodium in the mud of rivers",
            "López, M. 2019: A study of iodine in the mud of rivers",
        ),
        (
            "López, M. 2019: Effects of hypotension on the heart of mice",
            "López, M. 2019: Effects of hypertension on the heart of mice",
        ),
        // parts, volumes, editions, versions
        ("López, M. 2019: Carbon in mud: Part I", "López, M. 2019: Carbon in mud: Part II"),
        ("López, M. 2019: Carbon in mud. I", "López, M. 2019: Carbon in mud. II"),
        ("López, M. 2019: Carbon in mud. II. Rivers", "López, M. 2019: Carbon in mud. III. Rivers"),
        ("López, M. 2019: Carbon in mud", "López, M. 2019: Carbon in mud: Part II"),
        ("López, M. 2019: Carbon in mud (2nd ed.)", "López, M. 2019: Carbon in mud (3rd ed.)"),
        ("López, M. 2001: The carbon of mud", "López, M. 2009: The carbon of mud"),
        ("López, M. 2019: Carbon in mud, volume 1", "López, M. 2019: Carbon in mud, volume 2"),
        (
            "López, M. 2019: Mud model version 2 described",
            "López, M. 2019: Mud model version 3 described",
        ),
        (
            "López, M. 2019: Results of the mud census 2018",
            "López, M. 2019: Results of the mud census 2017",
        ),
        // notices about a work, whatever they name
        (
            "López, M. 2019: Erratum: Carbon in young mud @10.1000/1",
            "López, M. 2019: Carbon in young mud @10.1000/1",
        ),
        (
            "López, M. 2019: Correction to: Carbon in young mud",
            "López, M. 2019: Carbon in young mud",
        ),
        ("López, M. 2019: Carbon in young mud: Corrigendum", "López, M. 2019: Carbon in young mud"),
        ("López, M. 2020: Reply to: Carbon in young mud", "López, M. 2019: Carbon in young mud"),
        ("Baker, M. 2019: Comment on “Carbon in young mud”", "López, M. 2019: Carbon in young mud"),
        ("López, M. 2019: Retracted: Carbon in young mud", "López, M. 2019: Carbon in young mud"),
        // titles that many works have
        ("López, M. 2019: Introduction", "López, M. 2018: Introduction"),
        ("López, M.: Mud", "López, M. 2018: Mud"),
        ("2019: Editorial", "2019: Editorial"),
        // chapters of one book
        (
            "López, M. 2019: Carbon of mud ISBN:9780306406157",
            "López, M. 2019: The sand of seas ISBN:9780306406157",
        ),
        (
            "Baker, K. 2019: - ISBN:9780306406157",
            "López, M. 2019: The sand of seas ISBN:9780306406157",
        ),
        // a DOI that was copied to another work
        (
            "Baker, K. 2001: On the sand of seas @10.1000/1",
            "López, M. 2019: Carbon in young mud @10.1000/1",
        ),
        ("Baker, K. 2001: - @10.1000/1", "López, M. 2019: Carbon in young mud @10.1000/1"),
        ("- ", "- "),
        ("López, M. 2019: -", "López, M. 2019: -"),
        ("López, M. 2019: …", "López, M. 2019: …"),
    ] {
        check(a, b, false);
    }
}

#[test]
fn a_long_title_is_compared_in_bounded_time() {
    let long = format!("López, M. 2019: {}", "mud ".repeat(50_000));
    check(&long, &long, true);
    check(&long, "López, M. 2019: Carbon in young mud", false);
}

#[test]
fn versions_have_identifiers_that_the_other_has_not() {
    let of = |doi: &str, arxiv: &str| Reference {
        title: Some("Carbon held by young tidal mud".into()),
        doi: Some(doi.to_owned()).filter(|doi| !doi.is_empty()),
        arxiv: Some(arxiv.to_owned()).filter(|arxiv| !arxiv.is_empty()),
        ..Reference::default()
    };
    let article = of("10.1000/mud.1", "");
    for (other, expected) in [
        (of("", "1905.01234v1"), true),
        (of("10.1101/2019.05.01.1", ""), true),
        (of("10.1000/MUD.1", ""), false),
        (of("10.1000/mud.1", "1905.01234"), false),
        (of("", ""), false),
    ] {
        assert_eq!(are_versions(&article, &other), expected, "{other:?}");
        assert_eq!(are_versions(&other, &article), expected, "{other:?}");
    }
    assert!(!are_versions(&of("", "1905.01234v1"), &of("", "1905.01234v2")));
}
