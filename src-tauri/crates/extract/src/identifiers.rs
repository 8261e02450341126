//! What is named by a number in running text: publications and people (`language::identifiers`), and by
//! the forms below standards, laws, trials, vulnerabilities. Only what is labelled or has an unmistakable
//! form. Nothing is looked up.

use language::{Scheme, identifiers};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// An identifier where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Identifier {
    /// `doi`, `rfc`, `standard`, `law` …
    pub scheme: &'static str,
    /// In the one way in which it is written here.
    pub name: String,
    /// Where it stands.
    pub range: Range<usize>,
}

/// One form: its scheme, its pattern, and how the canonical name is made of its groups, `$1` being
/// the first.
struct Form {
    scheme: &'static str,
    pattern: Option<Regex>,
    name: &'static str,
}

/// Scheme, pattern, name. `\b` is that of bytes, so that the fast engine serves. An earlier form takes
/// what a later one would find inside it.
const FORMS: [(&str, &str, &str); 25] = [
    ("trial", r"(?-u:\b)(NCT[0-9]{8})(?-u:\b)", "$1"),
    ("trial", r"(?-u:\b)(ISRCTN)\s?([0-9]{8})(?-u:\b)", "$1$2"),
    (
        "trial",
        r"(?-u:\b)EudraCT:?\s?(?:[Nn]umber|[Nn]o\.?)?\s?([0-9]{4}-[0-9]{6}-[0-9]{2})(?-u:\b)",
        "EudraCT $1",
    ),
    ("vulnerability", r"(?-u:\b)(CVE-[0-9]{4}-[0-9]{4,7})(?-u:\b)", "$1"),
    ("weakness", r"(?-u:\b)(CWE-[0-9]{1,5})(?-u:\b)", "$1"),
    ("rfc", r"(?-u:\b)RFC[ -]?([0-9]{1,5})(?-u:\b)", "RFC $1"),
    (
        "standard",
        r"(?-u:\b)((?:(?:EN|BS|DIN) )?(?:(?:EN|BS) )?ISO(?:/(?:IEC|TS|TR|PAS|IEEE|ASTM)){0,4}(?: (?:TS|TR|Guide))?)[ -]([0-9]{1,6}(?:-[0-9]{1,3}){0,4}(?::[0-9]{4})?)(?-u:\b)",
        "$1 $2",
    ),
    (
        "standard",
        r"(?-u:\b)(IEC(?:/(?:TS|TR))?|IEEE(?: Std)?)[ -]((?:P)?[0-9]{2,6}(?:[.-][0-9]{1,4}[a-z]{0,2}){0,4}(?::[0-9]{4})?)(?-u:\b)",
        "$1 $2",
    ),
    (
        "standard",
        r"(?-u:\b)NIST (?:SP|Special Publication) ?([0-9]{3,4}-[0-9]{1,4}[A-Z]?(?: (?:Rev\.|Revision) ?[0-9])?)(?-u:\b)",
        "NIST SP $1",
    ),
    ("standard", r"(?-u:\b)NIST (IR|AI|CSWP) ([0-9]{1,4}(?:-[0-9]{1,4})?)(?-u:\b)", "NIST $1 $2"),
    ("standard", r"(?-u:\b)FIPS(?: PUB)? ([0-9]{2,3}(?:-[0-9])?)(?-u:\b)", "FIPS $1"),
    (
        "standard",
        r"(?-u:\b)(?:ITU-T )?(?:Recommendation )?(X\.[0-9]{3,4}|H\.26[0-9]|G\.7[0-9]{2})(?-u:\b)",
        "$1",
    ),
    ("standard", r"(?-u:\b)(ASTM) ([A-Z][0-9]{1,5}(?:[/-][0-9A-Z]{1,5}){0,4})(?-u:\b)", "$1 $2"),
    (
        "standard",
        r"(?-u:\b)((?:DIN|BS|ETSI) (?:EN )?|EN )([0-9]{2,6}(?: [0-9]{3}(?:-[0-9])?)?(?:-[0-9]{1,3}){0,4}(?::[0-9]{4})?)(?-u:\b)",
        "$1$2",
    ),
    ("standard", r"(?-u:\b)ICH ((?:E|Q|S|M)[0-9]{1,2}[A-F]?(?:\(R[0-9]\))?)", "ICH $1"),
    (
        "law",
        r"(?-u:\b)([0-9]{1,2}) (?:CFR|C\.F\.R\.)(?: Parts?| §{1,2})? ?([0-9]{1,4}(?:\.[0-9]{1,4}[a-z]?)?(?:\([a-zA-Z0-9]{1,4}\)){0,4})",
        "$1 CFR $2",
    ),
    (
        "law",
        r"(?-u:\b)([0-9]{1,2}) (?:USC|U\.S\.C\.|U\.S\. Code)(?: §{1,2})? ?([0-9]{1,5}[a-z]{0,2}(?:-[0-9]{1,3})?(?:\([a-zA-Z0-9]{1,4}\)){0,4})",
        "$1 USC $2",
    ),
    (
        "law",
        r"(?-u:\b)(?:Articles?|Art\.?) ([0-9]{1,3}[a-z]?(?:\([0-9a-z]{1,3}\)){0,4}) (?:of )?(?:the )?(GDPR|DSA|DMA|ECHR|TFEU|TEU|AI Act|EU Charter|General Data Protection Regulation)(?-u:\b)",
        "$2 Article $1",
    ),
    (
        "law",
        r"(?-u:\b)(GDPR|ECHR|TFEU|TEU),? (?:Article|Art\.?) ?([0-9]{1,3}[a-z]?(?:\([0-9a-z]{1,3}\)){0,4})",
        "$1 Article $2",
    ),
    (
        "law",
        r"(?-u:\b)(Council |Commission )?(Directive|Decision|Framework Decision) (?:\((EU|EC|EEC)\) )?([0-9]{2,4}/[0-9]{1,4}(?:/(?:EU|EC|EEC|JHA|CFSP))?)(?-u:\b)",
        "$2 ($3) $4",
    ),
    (
        "law",
        r"(?-u:\b)(Regulation) \((EU|EC|EEC|Euratom)\) (?:No\.? )?([0-9]{1,4}/[0-9]{2,4})(?-u:\b)",
        "$1 ($2) $3",
    ),
    (
        "law",
        r"(?-u:\b)(?:Public Law|Pub\. ?L\.) (?:No\. )?([0-9]{2,3}[-–][0-9]{1,4})(?-u:\b)",
        "Public Law $1",
    ),
    ("law", r"(?-u:\b)(Resolution) ([0-9]{1,4}/[0-9]{1,4}|[0-9]{3,4} \([0-9]{4}\))", "$1 $2"),
    (
        "patent",
        r"(?-u:\b)(?:U\.?S\.? [Pp]atent (?:[Nn]o\. ?)?)([0-9]{1,2}(?:,[0-9]{3}){2}|[0-9]{7,8})(?-u:\b)",
        "US Patent $1",
    ),
    (
        "cas",
        r"(?-u:\b)CAS(?: [Nn](?:o\.?|umber)| RN)?:? ?([0-9]{2,7}-[0-9]{2}-[0-9])(?-u:\b)",
        "CAS $1",
    ),
];

static COMPILED: LazyLock<Vec<Form>> = LazyLock::new(|| {
    let compiled = |(scheme, pattern, name): &(&'static str, &str, &'static str)| Form {
        scheme,
        pattern: Regex::new(pattern).ok(),
        name,
    };
    FORMS.iter().map(compiled).collect()
});

/// All identifiers of `text`, in order, none inside another. Time is linear in the text.
pub(crate) fn identified(text: &str) -> Vec<Identifier> {
    let mut found: Vec<Identifier> =
        identifiers::find(text).into_iter().filter_map(known).collect();
    for form in COMPILED.iter() {
        let Some(pattern) = &form.pattern else { continue };
        for groups in pattern.captures_iter(text) {
            found.extend(read(form, &groups, text));
        }
    }
    found.sort_by_key(|one: &Identifier| (one.range.start, usize::MAX - one.range.end));
    let mut end = 0;
    found.retain(|one| {
        let apart = one.range.start >= end;
        end = if apart { one.range.end } else { end };
        apart
    });
    found
}

fn read(form: &Form, groups: &regex::Captures<'_>, text: &str) -> Option<Identifier> {
    let whole = groups.get(0)?;
    let range = whole.range();
    let before = text.get(..range.start)?.chars().next_back();
    if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-')) {
        return None;
    }
    let mut name = String::new();
    groups.expand(form.name, &mut name);
    match form.scheme {
        "cas" => cas(groups.get(1)?.as_str()).then_some(())?,
        _ => name = name.replace(" () ", " ").replace("  ", " ").replace('–', "-"),
    }
    Some(Identifier { scheme: form.scheme, name, range })
}

/// Publications and people that say what they are. A serial is nothing that can be cited.
fn known(found: identifiers::Found) -> Option<Identifier> {
    let scheme = match found.identifier.scheme() {
        Scheme::Doi => "doi",
        Scheme::Arxiv => "arxiv",
        Scheme::Isbn => "isbn",
        Scheme::Pmid => "pmid",
        Scheme::Pmcid => "pmcid",
        Scheme::Orcid => "orcid",
        Scheme::Issn | Scheme::Url => return None,
    };
    let name = found.identifier.name();
    found.labelled.then_some(Identifier { scheme, name, range: found.range })
}

/// Whether the check digit of a CAS registry number is right.
fn cas(written: &str) -> bool {
    let digits: Vec<u32> = written.chars().rev().filter_map(|c| c.to_digit(10)).collect();
    let sum: u32 = digits.iter().skip(1).zip(1..).map(|(digit, weight)| digit * weight).sum();
    digits.first() == Some(&(sum % 10))
}

/// Whether it names a publication that a document can cite.
pub(crate) fn is_publication(scheme: &str) -> bool {
    !matches!(scheme, "trial" | "vulnerability" | "weakness" | "orcid" | "cas")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn every_form_compiles() {
        for (form, (_, pattern, _)) in COMPILED.iter().zip(FORMS) {
            assert!(form.pattern.is_some(), "{pattern}");
        }
    }

    #[test]
    fn identifiers_have_one_name() {
        let check = |text: &str, expected: &[&str]| {
            let found: Vec<String> = identified(text).into_iter().map(|one| one.name).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("(https://doi.org/10.1000/182).", &["10.1000/182"]);
        check(
            "doi:10.1002/(SICI)1097-0258(19980815)17:15, and",
            &["10.1002/(sici)1097-0258(19980815)17:15"],
        );
        check("version 10.4/5 of 110.1000/1, 10.x/1, 10.1234/", &[]);
        check("see arXiv:2305.03393v1 [cs.CV]", &["arXiv:2305.03393"]);
        check("arxiv.org/abs/hep-th/9901001 too", &["arXiv:hep-th/9901001"]);
        check("ISBN-13: 978-0-306-40615-7 (print)", &["ISBN 9780306406157"]);
        check("ISBN 978-0-306-40615-8", &[]);
        check("PMID: 12345678; PMC1234567", &["PMID 12345678", "PMC1234567"]);
        check("RFC 6749, RFC7519 and RFC-2119", &["RFC 6749", "RFC 7519", "RFC 2119"]);
        check("ISO/IEC 27001:2022 and ISO 9001", &["ISO/IEC 27001:2022", "ISO 9001"]);
        check("NIST SP 800-53 Rev. 5, FIPS 140-3", &["NIST SP 800-53 Rev. 5", "FIPS 140-3"]);
        check("NIST Special Publication 800-63B", &["NIST SP 800-63B"]);
        check("under 21 CFR 11.10(e) and 21 C.F.R. § 11.", &["21 CFR 11.10(e)", "21 CFR 11"]);
        check("21 CFR Part 11 applies", &["21 CFR 11"]);
        check(
            "Article 17 of the GDPR; GDPR Article 6(1)(f)",
            &["GDPR Article 17", "GDPR Article 6(1)(f)"],
        );
        check("Directive 95/46/EC was replaced", &["Directive 95/46/EC"]);
        check("Directive (EU) 2016/680", &["Directive (EU) 2016/680"]);
        check(
            "Regulation (EU) 2016/679; Regulation (EC) No 1907/2006",
            &["Regulation (EU) 2016/679", "Regulation (EC) 1907/2006"],
        );
        check("NCT01234567, CVE-2021-44228, CWE-79", &["NCT01234567", "CVE-2021-44228", "CWE-79"]);
        check("IEEE 802.11 and IEC 62304:2006", &["IEEE 802.11", "IEC 62304:2006"]);
        check("ORCID 0000-0002-1825-0097", &["ORCID 0000-0002-1825-0097"]);
        check("0000-0002-1825-0098", &[]);
        check("CAS No. 7732-18-5", &["CAS 7732-18-5"]);
        check("ICH E6(R2)", &["ICH E6(R2)"]);
        check("the en 12 people; ISO alone; RFC", &[]);
    }

    proptest! {
        #[test]
        fn ranges_lie_in_the_text(text in "(\\PC|10\\.1234/|ISO |RFC |[0-9]{1,13}|ISBN |[()./-]){0,40}") {
            for one in identified(&text) {
                prop_assert!(text.get(one.range).is_some_and(|words| !words.is_empty()));
            }
        }
    }
}
