//! Layer 0: what a source is worth before a word of it is read. The table is data,
//! `assets/source_tiers.txt`; nothing here reads a document or asks the network.

use crate::address;
use std::{collections::HashMap, sync::LazyLock};
use types::Reference;

/// What is known of a source.
#[derive(Clone, Copy, Debug)]
pub struct Source<'a> {
    /// Where it came from.
    pub url: Option<&'a str>,
    /// What the person says it is: `journal`, `blog`.
    pub source_type: Option<&'a str>,
    /// What its own words show it to be: [`crate::genre`].
    pub genre: Option<&'a str>,
    /// The publication it is, as far as it tells.
    pub reference: &'a Reference,
}

/// What a source is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct SourceTier {
    /// `institutional`, `social` …
    pub name: String,
    /// 0 to 1.
    pub base: f32,
    /// Admiralty: A (reliable) to F (cannot be judged).
    pub letter: char,
}

/// The table of source tiers, with what review taught about domains.
#[derive(Clone, Debug)]
pub struct Tiers {
    tiers: Vec<SourceTier>,
    /// Domain, top-level domain or `gov.uk`, to its tier.
    domains: HashMap<String, usize>,
    types: HashMap<String, usize>,
    kinds: HashMap<String, usize>,
    learnt: HashMap<String, f32>,
}

static BUILTIN: LazyLock<Tiers> =
    LazyLock::new(|| Tiers::parse(include_str!("../../../../assets/source_tiers.txt")).0);

/// The tier of a peer-reviewed publication.
const INSTITUTIONAL: &str = "institutional";
/// Of a preprint.
const PREPRINT: &str = "preprint";
/// Of a file that nothing is known of.
const DOCUMENT: &str = "document";
/// Of a page on a domain that is not in the table.
const WEBSITE: &str = "website";
/// Of a server without a name.
const ANONYMOUS: &str = "anonymous";

impl Tiers {
    /// Loci's own table.
    pub fn builtin() -> Self {
        BUILTIN.clone()
    }

    /// Reads a table. Broken lines are left out and told of, with their number.
    fn parse(text: &str) -> (Self, Vec<String>) {
        let mut table = Self {
            tiers: Vec::new(),
            domains: HashMap::new(),
            types: HashMap::new(),
            kinds: HashMap::new(),
            learnt: HashMap::new(),
        };
        let lines = text.lines().enumerate().map(|(at, line)| (at + 1, line.trim()));
        let mut refused = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            if let Err(reason) = table.line(line) {
                refused.push(format!("line {number}: {reason}"));
            }
        }
        (table, refused)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.split_whitespace();
        let verb = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        if verb == "tier" {
            self.tiers.push(tier(&words)?);
            return Ok(());
        }
        let at = self.tiers.len().checked_sub(1).ok_or("no tier is open")?;
        let (keys, map): (Vec<String>, _) = match (verb, words.split_first()) {
            (_, None) => return Err("nothing follows".into()),
            ("under", Some((label, countries))) => (
                countries.iter().map(|code| format!("{label}.{code}")).collect(),
                &mut self.domains,
            ),
            ("top" | "domain", _) => {
                if let Some(word) = words.iter().find(|word| !is_domain(word)) {
                    return Err(format!("{word} is no domain"));
                }
                (words.iter().map(|word| (*word).to_owned()).collect(), &mut self.domains)
            }
            ("type", _) => (words.iter().map(|word| type_key(word)).collect(), &mut self.types),
            ("kind", _) => (words.iter().map(|word| (*word).to_owned()).collect(), &mut self.kinds),
            _ => return Err(format!("{verb} is no word of the table")),
        };
        for key in keys {
            if map.insert(key.clone(), at).is_some() {
                return Err(format!("{key} stands twice"));
            }
        }
        Ok(())
    }

    /// What review taught: from now on sources of `domain`, and of what lies below it, begin with
    /// `base`. Refused where the domain is none, is a whole registry (`com`, `gov.uk`), or `base` is
    /// not within 0 to 1.
    pub fn set(&mut self, domain: &str, base: f32) -> Result<(), String> {
        let host = address::domain(domain).ok_or_else(|| format!("{domain} is no domain"))?;
        if !(0.0..=1.0).contains(&base) {
            return Err(format!("{base} is not between 0 and 1"));
        }
        let registry = host.split_once('.').is_none_or(|(label, rest)| {
            let state = ["gov", "gob", "gouv", "ac", "edu", "co", "com", "org", "net", "or", "ne"];
            state.contains(&label) && rest.len() == 2
        });
        if registry {
            return Err(format!("{host} is a whole registry, not one source"));
        }
        self.learnt.insert(host, base);
        Ok(())
    }

    /// Host of a web address; see [`address::domain`].
    pub fn domain(url: &str) -> Option<String> {
        address::domain(url)
    }

    /// What a source is worth. In this order: what the person says it is; a learnt domain; a domain of
    /// the table; the publication it is; the kind of publication; a web page; what a file's own words show; a file as such.
    ///
    /// A publication that was found on a domain of a lower tier than `document` stays there: whoever
    /// posts a text can put a DOI on it.
    pub fn judge(&self, source: &Source<'_>) -> SourceTier {
        if let Some(at) = source.source_type.and_then(|word| self.types.get(&type_key(word))) {
            return self.at(*at);
        }
        let own = source.url.or(source.reference.url.as_deref().filter(|_| source.url.is_none()));
        let host = own.and_then(address::domain);
        let placed = host.as_deref().and_then(|host| self.of_host(host));
        let learnt = host.as_deref().and_then(|host| longest(host, &self.learnt));
        if let Some(base) = learnt {
            let tier = placed.unwrap_or_else(|| self.named(WEBSITE));
            let letter = if tier.letter == 'F' { 'F' } else { letter(*base) };
            return SourceTier { base: *base, letter, ..tier };
        }
        let published = self.of_reference(source.reference);
        match (placed, published) {
            (Some(placed), Some(published)) if placed.base >= 0.5 => {
                if published.base > placed.base { published } else { placed }
            }
            (Some(placed), _) => placed,
            (None, Some(published)) => published,
            (None, None) if host.is_some() => self.named(WEBSITE),
            (None, None) => {
                let at = source.genre.and_then(|genre| self.types.get(&type_key(genre)));
                at.map_or_else(|| self.named(DOCUMENT), |at| self.at(*at))
            }
        }
    }

    fn of_host(&self, host: &str) -> Option<SourceTier> {
        if address::is_number(host) || !host.contains('.') {
            return Some(self.named(ANONYMOUS));
        }
        longest(host, &self.domains).map(|at| self.at(*at))
    }

    /// Peer-reviewed where a journal and a DOI, or a PubMed id, are known.
    fn of_reference(&self, reference: &Reference) -> Option<SourceTier> {
        let filled = |field: &Option<String>| field.as_ref().is_some_and(|text| !text.is_empty());
        if filled(&reference.pmid) || (filled(&reference.doi) && filled(&reference.container)) {
            return Some(self.named(INSTITUTIONAL));
        }
        if filled(&reference.arxiv) || filled(&reference.doi) {
            return Some(self.named(PREPRINT));
        }
        self.kinds.get(reference.kind.as_str()).map(|at| self.at(*at))
    }

    fn named(&self, name: &str) -> SourceTier {
        let tier = self.tiers.iter().find(|tier| tier.name == name).cloned();
        tier.unwrap_or_else(|| SourceTier { name: name.to_owned(), base: 0.5, letter: 'F' })
    }

    fn at(&self, at: usize) -> SourceTier {
        self.tiers.get(at).cloned().unwrap_or_else(|| self.named(DOCUMENT))
    }
}

fn tier(words: &[&str]) -> Result<SourceTier, String> {
    let [name, base, letter] = words else {
        return Err("tier wants a name, a base, a letter".into());
    };
    let base: f32 = base.parse().map_err(|_| format!("{base} is no number"))?;
    let letter: char = letter.parse().map_err(|_| format!("{letter} is no letter"))?;
    if !(0.0..=1.0).contains(&base) || !('A'..='F').contains(&letter) {
        return Err("base is 0 to 1, letter A to F".into());
    }
    Ok(SourceTier { name: (*name).to_owned(), base, letter })
}

/// The value of the longest domain in `map` that `host` is or lies below. Labels are compared whole:
/// `evilnih.gov` does not lie below `nih.gov`, nor `gov.evil.com` below `gov`.
fn longest<'a, V>(host: &str, map: &'a HashMap<String, V>) -> Option<&'a V> {
    let mut rest = host;
    loop {
        if let Some(value) = map.get(rest) {
            return Some(value);
        }
        rest = rest.split_once('.')?.1;
    }
}

/// The letter for a base that review taught.
fn letter(base: f32) -> char {
    match base {
        base if base >= 0.8 => 'A',
        base if base >= 0.65 => 'B',
        base if base >= 0.5 => 'C',
        base if base >= 0.3 => 'D',
        _ => 'E',
    }
}

fn type_key(word: &str) -> String {
    word.trim().to_lowercase().replace([' ', '_'], "-")
}

fn is_domain(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-' || b == b'.')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(url: Option<&str>, source_type: Option<&str>, reference: &Reference) -> String {
        Tiers::builtin().judge(&Source { url, source_type, genre: None, reference }).name
    }

    #[test]
    fn the_table_has_no_broken_line() {
        let (table, refused) = Tiers::parse(include_str!("../../../../assets/source_tiers.txt"));
        assert_eq!(refused, Vec::<String>::new());
        let of = |name: &str| table.named(name).base;
        assert_eq!((of("institutional"), of("social"), of("anonymous")), (0.85, 0.40, 0.20));
        for name in [INSTITUTIONAL, PREPRINT, DOCUMENT, WEBSITE, ANONYMOUS] {
            assert!(table.tiers.iter().any(|tier| tier.name == name), "{name}");
        }
        let broken = "domain a.org\ntier x 2 A\ntier y 0.5 Q\ntier z 0.5 A\nfoo bar\ndomain\n\
                      domain A/b\ntype t\ntype t";
        let lines = Tiers::parse(broken).1.join("|");
        for number in [1, 2, 3, 5, 6, 7, 9] {
            assert!(lines.contains(&format!("line {number}:")), "{number} in {lines}");
        }
    }

    #[test]
    fn domains_are_matched_label_by_label() {
        let none = Reference::default();
        for (url, tier) in [
            ("https://www.nih.gov/x", "institutional"),
            ("https://ncbi.nlm.nih.gov", "institutional"),
            ("https://NIH.GOV.", "institutional"),
            ("https://www.gov.uk/guidance", "institutional"),
            ("https://cs.ox.ac.uk", "institutional"),
            ("https://www.who.int/news", "institutional"),
            ("https://eur-lex.europa.eu", "institutional"),
            ("https://health.govt.nz", "institutional"),
            ("https://www.mhlw.go.jp", "institutional"),
            ("https://gov.evil.com", "website"),
            ("https://nih.gov.evil.com", "website"),
            ("https://nih.gov@evil.com", "website"),
            ("https://evil.com/nih.gov", "website"),
            ("https://evil.com\\.nih.gov", "website"),
            ("https://notwho.int.example", "website"),
            ("https://evilwho.com", "website"),
            ("https://fakegov", "anonymous"),
            ("https://nihgov.com", "website"),
            ("https://nih-gov.com", "website"),
            ("https://edu.example.org", "website"),
            ("https://stanford.edu.co.example", "website"),
            ("https://gov.tk", "website"),
            ("https://phish.gov.tk", "website"),
            ("https://ac.me", "website"),
            ("https://nature.com.evil.org", "website"),
            ("https://mynature.com", "website"),
            ("https://nаture.com", "website"),
            ("https://x.com/a/status/1", "social"),
            ("https://netflix.com", "website"),
            ("https://old.reddit.com/r/science", "forum"),
            ("https://en.wikipedia.org/wiki/X", "reference"),
            ("https://plato.stanford.edu/entries/x", "reference"),
            ("https://arxiv.org/abs/1706.03762", "preprint"),
            ("https://someone.github.io", "blog"),
            ("https://sites.google.com/x", "blog"),
            ("https://groups.google.com/x", "forum"),
            ("https://cloud.google.com/x", "corporate"),
            ("https://pastebin.com/x", "anonymous"),
            ("https://10.0.0.1/gov", "anonymous"),
            ("http://abcdef.onion/", "anonymous"),
            ("mailto:a@nih.gov", "document"),
            ("not a url", "document"),
        ] {
            assert_eq!(named(Some(url), None, &none), tier, "{url}");
        }
    }

    #[test]
    fn a_publication_and_the_persons_word_count() {
        let some = |text: &str| Some(text.to_owned());
        let article = Reference { doi: some("10.1/2"), container: some("J"), ..Default::default() };
        let pubmed = Reference { pmid: some("1"), ..Default::default() };
        let arxiv = Reference { arxiv: some("1706.03762"), ..Default::default() };
        let book = Reference { kind: "book".into(), ..Default::default() };
        let none = Reference::default();
        for (url, source_type, reference, tier) in [
            (None, None, &none, "document"),
            (None, None, &article, "institutional"),
            (None, None, &pubmed, "institutional"),
            (None, None, &arxiv, "preprint"),
            (None, None, &book, "reference"),
            (Some("https://example.org"), None, &article, "institutional"),
            (Some("https://arxiv.org/x"), None, &article, "institutional"),
            (Some("https://reddit.com/x"), None, &article, "forum"),
            (Some("https://reddit.com/x"), Some("Journal"), &none, "institutional"),
            (Some("https://nih.gov/x"), Some("blog"), &none, "blog"),
            (Some("https://nih.gov/x"), Some("nonsense"), &none, "institutional"),
            (None, Some(" Press Release "), &none, "corporate"),
            (None, Some("anonymous"), &pubmed, "anonymous"),
            (None, Some("guideline"), &none, "institutional"),
        ] {
            assert_eq!(named(url, source_type, reference), tier, "{url:?} {source_type:?}");
        }
    }

    #[test]
    fn review_teaches_a_domain() {
        let mut tiers = Tiers::builtin();
        let reference = Reference::default();
        let judge = |tiers: &Tiers, url| {
            let source =
                Source { url: Some(url), source_type: None, genre: None, reference: &reference };
            tiers.judge(&source)
        };
        tiers.set("https://www.Example.org/about", 0.7).unwrap();
        tiers.set("medium.com", 0.3).unwrap();
        assert_eq!(judge(&tiers, "https://a.example.org").base, 0.7);
        assert_eq!(judge(&tiers, "https://example.org.evil.com").base, 0.45);
        let medium = judge(&tiers, "https://medium.com/x");
        assert_eq!((medium.name.as_str(), medium.base, medium.letter), ("blog", 0.3, 'D'));
        for (domain, base) in [
            ("com", 0.5),
            ("gov.uk", 0.5),
            ("a b", 0.5),
            ("", 0.5),
            ("a.org", 1.5),
            ("a.org", f32::NAN),
        ] {
            assert!(tiers.set(domain, base).is_err(), "{domain} {base}");
        }
    }
}
