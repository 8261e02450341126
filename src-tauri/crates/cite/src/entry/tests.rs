//! Entries as papers print them, style by style.

use super::*;
use proptest::prelude::*;

proptest! {
    #[test]
    fn any_entry_is_read(entry in "(\\PC|[A-Z]\\. |Smith, |and |\\(2019\\)\\. |“|”|In: |10\\.1234/a ){0,60}") {
        read(&entry);
    }
}

#[test]
fn entries_of_many_styles() {
    let check = |entry: &str, families: &str, year: i32, title: &str| {
        let found = read(entry);
        let named: Vec<&str> = found.authors.iter().map(|author| author.family.as_str()).collect();
        let said = (named.join(";"), found.year, found.title.unwrap_or_default());
        assert_eq!(said, (families.to_owned(), Some(year), title.to_owned()), "{entry}");
    };
    check(
        "Kyle Lo, Lucy Lu Wang, and Daniel S. Weld. 2020. S2ORC: The open corpus. In Proceedings of the ACL, pages 4969–4983.",
        "Lo;Wang;Weld",
        2020,
        "S2ORC: The open corpus",
    );
    check(
        "K. Lo and D. S. Weld, “The open corpus,” in Proc. ACL, 2020, pp. 1900–1983.",
        "Lo;Weld",
        2020,
        "The open corpus",
    );
    check(
        "Smith, J. R., & van Dyke, K. (2019). Carbon in mud. Journal of Mud, 12(3), 100–110. https://doi.org/10.1000/abc",
        "Smith;van Dyke",
        2019,
        "Carbon in mud",
    );
    check(
        "Zeileis A, Hornik K, van de Wiel MA (2003). “Testing change.” Journal of Software, 7(2), 1–38.",
        "Zeileis;Hornik;van de Wiel",
        2003,
        "Testing change",
    );
    check(
        "Smith, J., Doe, K.: A toolkit. In: Advances in Mud. LNCS, vol. 12, pp. 1–10. Springer (2018)",
        "Smith;Doe",
        2018,
        "A toolkit",
    );
    check(
        "J. Smith, K. Jones, The carbon of mud, sand and silt, J. Mud Res. 12 (2017) 1–10.",
        "Smith;Jones",
        2017,
        "The carbon of mud, sand and silt",
    );
    check(
        "D. E. Knuth. The art of computer programming. Addison-Wesley, 1968.",
        "Knuth",
        1968,
        "The art of computer programming",
    );
    check(
        "Yamamoto K., Kondo T, Kimata A, and Yamada S.: Lack of an effect of exercise, Mud 12: 1–9, 2001.",
        "Yamamoto;Kondo;Kimata;Yamada",
        2001,
        "Lack of an effect of exercise",
    );
    check(
        "I. Sutskever, O. Vinyals, and Q. V. Le. Sequence to sequence learning. In Proceedings of Mud, pages 3104–3112, 2014.",
        "Sutskever;Vinyals;Le",
        2014,
        "Sequence to sequence learning",
    );
    check(
        "Worthy, D. A., & Maddox, W. T. (2014). Learning of tides: A tribute to W. K. Estes. Journal of Mud, 59, 41.",
        "Worthy;Maddox",
        2014,
        "Learning of tides: A tribute to W. K. Estes",
    );
    check(
        "A. Aho, R. Sethi, and M. Lam. Compilers: Principles, techniques, and tools, 2006.",
        "Aho;Sethi;Lam",
        2006,
        "Compilers: Principles, techniques, and tools",
    );
    check(
        "Owen A, Zhou Y (2000). “Safe and Effective Sampling.” Journal of Mud, 95, 135 – 143.",
        "Owen;Zhou",
        2000,
        "Safe and Effective Sampling",
    );
    check(
        "Everitt BS, Hothorn T (2006). A Handbook of Analyses Using R. Chapman & Hall/CRC, Boca Raton.",
        "Everitt;Hothorn",
        2006,
        "A Handbook of Analyses Using R",
    );
    check(
        "R Core Team (2020). R: A language for computing. Vienna.",
        "R Core Team",
        2020,
        "R: A language for computing",
    );
    check("Smith J. Carbon in mud. J Mud. 2001;12:1–10.", "Smith", 2001, "Carbon in mud");
    check(
        "Smith, John, and Mary Jones. “Of mud.” Mud Studies 4 (1999): 12–30.",
        "Smith;Jones",
        1999,
        "Of mud",
    );
}

#[test]
fn what_has_no_title_gets_none() {
    let found = read("J. Smith and K. Jones, Phys. Rev. Lett. 12, 345 (1999).");
    assert_eq!((found.title, found.year), (None, Some(1999)));
}
