//! What a PDF's XMP packet says of it as a publication (ISO 16684-1; Dublin Core, PRISM, and the names
//! that publishers use in PDF/X's schema). Packets lie in the file as they are, so that a reader of
//! any format finds them; pictures have packets of their own, and one that is compressed is not read.
//! Doubt is silence: where two packets that can be the document's name two DOIs there is none.

use super::said::{authors, is_title, one_line};
use crate::identifiers;
use crate::office::xml::{self, Node};
use types::{Author, Format, Reference};

const OPENS: &[u8] = b"<rdf:RDF";
const CLOSES: &[u8] = b"</rdf:RDF>";
/// Longest packet that is read, and packets of one file.
const PACKET_BYTES: usize = 512 * 1024;
const PACKETS: usize = 64;
/// Most authors taken.
const AUTHORS: usize = 400;
const YEARS: std::ops::RangeInclusive<i32> = 1500..=2100;

/// The document's own packet; the last one, since a file that was changed goes on at its end.
pub(super) fn reference(bytes: &[u8]) -> Reference {
    let mut best: Option<(u8, Reference)> = None;
    let mut dois: Vec<String> = Vec::new();
    for packet in packets(bytes) {
        // a packet that is no XML costs itself
        let Ok(root) = xml::parse(packet, Format::Pdf) else { continue };
        let Some(weight) = weight(&root) else { continue };
        let found = read(&root);
        dois.extend(found.doi.clone());
        if best.as_ref().is_none_or(|(known, _)| weight >= *known) {
            best = Some((weight, found));
        }
    }
    let mut reference = best.map(|(_, reference)| reference).unwrap_or_default();
    dois.dedup();
    if dois.len() > 1 {
        reference.doi = None;
    }
    reference
}

fn packets(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = 0;
    let next = move || -> Option<&[u8]> {
        let start = at + find(bytes.get(at..)?, OPENS)?;
        let end = bytes.len().min(start + PACKET_BYTES);
        let Some(length) = find(bytes.get(start..end)?, CLOSES) else {
            at = start + OPENS.len();
            return Some(&[]);
        };
        at = start + length + CLOSES.len();
        bytes.get(start..at)
    };
    std::iter::from_fn(next).take(PACKETS).filter(|packet| !packet.is_empty())
}

fn find(bytes: &[u8], sign: &[u8]) -> Option<usize> {
    bytes.windows(sign.len()).position(|window| window == sign)
}

/// How much a packet looks like the document's own; `None` where it is a picture's.
fn weight(root: &Node) -> Option<u8> {
    let says = |names: &[&str]| names.iter().any(|name| property(root, name).is_some());
    if says(&["publicationName", "doi", "DOI", "WPS-ARTICLEDOI", "isbn"]) {
        return Some(2);
    }
    says(&["Producer", "CreatorTool"]).then(|| u8::from(says(&["Producer"])))
}

fn read(root: &Node) -> Reference {
    let word = |names: &[&str]| {
        let mut found = names.iter().filter_map(|name| property(root, name));
        found.find(|text| !text.is_empty())
    };
    let dates = ["publicationDate", "coverDate", "coverDisplayDate"];
    let pages = word(&["startingPage"]).map(|first| match word(&["endingPage"]) {
        Some(last) if last != first => format!("{first}–{last}"),
        _ => first,
    });
    let doi = word(&["doi", "DOI", "WPS-ARTICLEDOI"]).or_else(|| word(&["identifier"]));
    Reference {
        title: word(&["title"]).filter(|title| is_title(title)),
        authors: creators(root),
        year: dates.iter().find_map(|name| year(&property(root, name)?)),
        container: word(&["publicationName"]).filter(|name| is_title(name)),
        volume: word(&["volume"]).filter(|it| is_number(it)),
        issue: word(&["number"]).filter(|it| is_number(it)),
        pages: pages.filter(|pages| pages.len() <= 40),
        doi: doi.and_then(|doi| identifiers::doi(&doi)),
        isbn: word(&["isbn"]).and_then(|isbn| identifiers::isbn(&isbn)),
        ..Reference::default()
    }
}

/// A property of the document: an attribute of a description, or an element in it, of whose
/// alternatives the first.
fn property(root: &Node, name: &str) -> Option<String> {
    let descriptions = || described(root).into_iter();
    let element = descriptions().find_map(|it| it.child(name)).map(|it| match first_item(it) {
        Some(item) => item.text(),
        None => it.text(),
    });
    let text =
        element.or_else(|| descriptions().find_map(|it| it.attribute(name)).map(str::to_owned));
    text.map(|text| one_line(&text)).filter(|text| !text.is_empty())
}

fn described(root: &Node) -> Vec<&Node> {
    let inner = root.nodes().flat_map(Node::nodes);
    root.nodes().chain(inner).filter(|node| node.name == "Description").collect()
}

fn first_item(property: &Node) -> Option<&Node> {
    property.nodes().flat_map(Node::nodes).find(|node| node.name == "li")
}

fn creators(root: &Node) -> Vec<Author> {
    let creator = described(root).into_iter().find_map(|it| it.child("creator"));
    let items = creator.into_iter().flat_map(Node::nodes).flat_map(Node::nodes);
    let names = items.filter(|node| node.name == "li").map(|item| one_line(&item.text()));
    names.flat_map(|name| authors(&name)).take(AUTHORS).collect()
}

fn year(date: &str) -> Option<i32> {
    let digits = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = date.split(|c: char| !c.is_ascii_digit()).filter(digits);
    words.next()?.parse().ok().filter(|year| YEARS.contains(year))
}

fn is_number(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.contains(|c: char| c.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packet(inner: &str) -> String {
        format!(
            "%PDF-1.7\n<?xpacket begin='' id='W5M0'?><x:xmpmeta><rdf:RDF><rdf:Description {inner}\
             </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end='w'?>\n"
        )
    }

    const OWN: &str = "pdf:Producer='p' prism:volume='12'><dc:title><rdf:Alt><rdf:li>On marshes \
        &amp; mud</rdf:li><rdf:li>Andere</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq>\
        <rdf:li>Ada Lovelace</rdf:li><rdf:li>Babbage, Charles</rdf:li></rdf:Seq></dc:creator>\
        <prism:publicationName>Journal of Mud</prism:publicationName>\
        <prism:coverDate>2019-03-01</prism:coverDate><prism:doi>10.1000/Mud.1</prism:doi>\
        <prism:startingPage>7</prism:startingPage><prism:endingPage>19</prism:endingPage>\
        <xmp:CreateDate>2024-01-01</xmp:CreateDate>";

    #[test]
    fn a_publishers_packet_is_read() {
        let found = reference(packet(OWN).as_bytes());
        let families: Vec<&str> = found.authors.iter().map(|it| it.family.as_str()).collect();
        assert_eq!(families, ["Lovelace", "Babbage"]);
        assert_eq!(found.title.as_deref(), Some("On marshes & mud"));
        assert_eq!((found.year, found.doi.as_deref()), (Some(2019), Some("10.1000/mud.1")));
        assert_eq!(found.container.as_deref(), Some("Journal of Mud"));
        assert_eq!((found.volume.as_deref(), found.pages.as_deref()), (Some("12"), Some("7–19")));
    }

    #[test]
    fn packets_of_pictures_and_hostile_ones_say_nothing() {
        let picture = packet(
            "tiff:Make='c'><dc:title><rdf:Alt><rdf:li>A flower</rdf:li></rdf:Alt></dc:title>",
        );
        let bomb = "<rdf:RDF><!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a></rdf:RDF>".to_owned();
        let deep = format!("<rdf:RDF>{}</rdf:RDF>", "<a>".repeat(100_000));
        let cut = "<rdf:RDF><rdf:Description pdf:Producer='p'>".repeat(1_000);
        let long =
            packet(&format!("pdf:Producer='p'><dc:title>{}</dc:title>", "é ".repeat(400_000)));
        for hostile in [picture.clone(), bomb, deep, cut, long, String::new()] {
            assert!(reference(hostile.as_bytes()).is_empty(), "{:.60}", hostile);
        }
        let both = format!("{}{picture}", packet(OWN));
        assert_eq!(reference(both.as_bytes()).title.as_deref(), Some("On marshes & mud"));
        let two = format!("{}{}", packet(OWN), packet(&OWN.replace("Mud.1", "mud.2")));
        assert_eq!(reference(two.as_bytes()).doi, None);
        let made_up = packet(
            "pdf:Producer='p'><dc:title>Microsoft Word - a</dc:title><prism:doi>10.x/</prism:doi>",
        );
        assert!(reference(made_up.as_bytes()).is_empty());
    }
}
