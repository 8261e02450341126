//! What names of classes and ids say of the part of a page that bears them. The words are those of
//! Mozilla's Readability and of what sites call their parts; what each is worth is learned.

use crate::html::page::{Id, Page};
use aho_corasick::AhoCorasick;
use std::sync::OnceLock;

/// Groups of words.
pub(super) const GROUPS: usize = 9;

const WORDS: [&[&str]; GROUPS] = [
    &["comment", "disqus", "repl", "remark", "respond", "discuss", "shoutbox", "feedback"],
    &["sidebar", "aside", "widget", "rail", "module", "column", "supplemental"],
    &[
        "related",
        "recommend",
        "promo",
        "teaser",
        "popular",
        "trending",
        "more-",
        "read-more",
        "next",
    ],
    &[
        "footer",
        "header",
        "masthead",
        "menu",
        "nav",
        "breadcrumb",
        "banner",
        "pagin",
        "pager",
        "toolbar",
    ],
    &["cookie", "gdpr", "consent", "legal", "copyright", "disclaimer", "privacy", "modal", "popup"],
    &["share", "social", "follow", "newsletter", "subscri", "signup", "login", "rss", "paywall"],
    &["sponsor", "outbrain", "taboola", "advert", "-ad-", "ad_", "ads", "shop", "affiliate"],
    &["byline", "author", "dateline", "timestamp", "meta", "tags", "categor", "posted", "credit"],
    &["article", "entry", "content", "post", "story", "text", "body", "blog", "main", "prose"],
];

/// Bytes of a name that are looked at.
const NAME_BYTES: usize = 200;

/// For each group whether a word of it is in the element's class or id.
pub(super) fn of(page: &Page, id: Id) -> [bool; GROUPS] {
    let mut found = [false; GROUPS];
    for value in ["class", "id"].iter().filter_map(|name| page.attribute(id, name)) {
        let bytes = value.as_bytes();
        let bytes = bytes.get(..NAME_BYTES).unwrap_or(bytes);
        for hit in words().into_iter().flat_map(|words| words.find_overlapping_iter(bytes)) {
            let group = groups().get(hit.pattern().as_usize());
            let flag = group.and_then(|group| found.get_mut(*group));
            flag.into_iter().for_each(|flag| *flag = true);
        }
    }
    found
}

/// The finder of all words; so few always make one.
fn words() -> Option<&'static AhoCorasick> {
    static FINDER: OnceLock<Option<AhoCorasick>> = OnceLock::new();
    let finder = FINDER.get_or_init(|| {
        let mut builder = AhoCorasick::builder();
        builder.ascii_case_insensitive(true).build(WORDS.iter().copied().flatten()).ok()
    });
    finder.as_ref()
}

fn groups() -> &'static [usize] {
    static GROUP: OnceLock<Vec<usize>> = OnceLock::new();
    GROUP.get_or_init(|| {
        let numbered = WORDS.iter().enumerate();
        numbered.flat_map(|(group, words)| std::iter::repeat_n(group, words.len())).collect()
    })
}
