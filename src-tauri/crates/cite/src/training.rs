//! What the models of [`crate::evidence`] are grown from: candidates with their signs. Not part of the
//! program.

use crate::byline::{Place, named_rows};
use crate::lines::Front;
use crate::{front, titles};
use serde_json::{Value, json};
use types::ConvertedText;

/// The lines of a page that can be its title, and the rows around each of the likeliest that look like
/// names.
pub fn candidates(converted: &ConvertedText) -> Value {
    let front = Front::of(converted);
    let stated = front::stated_titles(converted);
    if !front.is_page {
        return json!({ "titles": [] });
    }
    let titles = titles::candidates(&front, &stated).into_iter().map(|title| {
        let body = front.body_after(title.lines.end);
        let rows = |block, place| -> Vec<Value> {
            let rows = named_rows(&front, block, place, &converted.reference.authors).into_iter();
            rows.map(|row| {
                let families: Vec<String> = row.names.into_iter().map(|it| it.family).collect();
                json!({ "families": families, "signs": row.signs.as_slice() })
            })
            .collect()
        };
        json!({
            "words": title.words,
            "signs": title.signs.as_slice(),
            "below": rows(title.lines.end..body, Place::Below),
            "above": rows(0..title.lines.start, Place::Above),
        })
    });
    let stated = converted.reference.authors.iter().map(|author| author.family.as_str());
    json!({ "titles": titles.collect::<Vec<_>>(), "stated": stated.collect::<Vec<_>>() })
}
