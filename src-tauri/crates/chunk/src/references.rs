//! Mentions of other places: "see Section 4.3(a)", "Articles 5 to 7", "§ 7", "Annex II", "Table 3",
//! "paragraph (b)", "[12]". A mention of a place in another work is none of these.

mod foreign;

use crate::{
    measure::part,
    section::{Lead, Number, id, label_at, number_at},
    targets::{Spot, Targets},
};
use language::List;
use std::ops::Range;
use types::CrossReference;

/// Numbers that one mention lists or spans, at most.
const LISTED: usize = 64;

/// The mentions in `spots`, in order.
pub(crate) fn read(text: &str, targets: &Targets, spots: &[Spot]) -> Vec<CrossReference> {
    let mut reader = Reader { text, head: foreign::head(text), targets, found: Vec::new() };
    for spot in spots {
        reader.read(spot);
    }
    reader.found.sort_by_key(|reference| (reference.start, reference.end));
    reader.found
}

struct Reader<'a> {
    text: &'a str,
    /// How the document names itself.
    head: &'a str,
    targets: &'a Targets,
    found: Vec<CrossReference>,
}

/// Whether a mention counts where its target is not in the text.
#[derive(Clone, Copy, PartialEq)]
enum Kept {
    Always,
    IfThere,
}

impl Reader<'_> {
    fn read(&mut self, spot: &Spot) {
        let words = part(self.text, &spot.range);
        let (mut inside, mut next) = (false, 0);
        for (at, c) in words.char_indices() {
            let word = c.is_alphanumeric();
            let starts = word && !inside || matches!(c, '§' | '[');
            inside = word;
            if !starts || at < next {
                continue;
            }
            let end = if c == '[' {
                self.cited(spot, words, at)
            } else {
                self.labelled(spot, words, at).or_else(|| self.relative(spot, words, at))
            };
            next = end.unwrap_or(next);
        }
    }

    /// "Sections 3 and 4(a)": says where it ends.
    fn labelled(&mut self, spot: &Spot, words: &str, at: usize) -> Option<usize> {
        let rest = words.get(at..)?;
        let (prefix, after) = label_at(rest)?;
        let from = words.len() - after.len();
        let label = rest.get(..rest.len() - after.len())?.trim_end();
        let first = number_at(after, Lead::Label)?;
        let lower = label.starts_with(|c: char| c.is_lowercase());
        let digits = first.parts.first()?.starts_with(|c: char| c.is_ascii_digit());
        let lettered = matches!(prefix, "annex" | "appendix" | "schedule" | "table" | "figure");
        let partial = after.starts_with('(');
        let dotless = label.eq_ignore_ascii_case("art") && lower;
        if lower && !digits && !lettered || partial || dotless {
            return None;
        }
        let plural = label.ends_with('s') || label.ends_with("s.") || label == "§§";
        let numbers = list(words, from, first, plural || label == "appendices");
        let end = numbers.last()?.1.end;
        let apart = words.get(end..)?.chars().next().is_none_or(|c| !c.is_alphanumeric());
        let scope = foreign::scope(self.head, words, at, end, prefix);
        if !apart || scope == foreign::Scope::Other {
            return apart.then_some(end);
        }
        let kept = match prefix {
            "ref" | "fn" => Kept::IfThere,
            _ => Kept::Always,
        };
        for (nth, (number, range)) in numbers.into_iter().enumerate() {
            let range = if nth == 0 { at..range.end } else { range };
            let id = id(prefix, &number.parts);
            if scope == foreign::Scope::Within {
                // a section of an annex is not the section of that number
                self.push(spot, range, id, None, Kept::Always);
            } else {
                let start = self.targets.start(&id);
                self.push(spot, range, id, start, kept);
            }
        }
        Some(end)
    }

    /// "paragraph (b)", "paragraphs 2 and 3", "point (c) of Article 5".
    fn relative(&mut self, spot: &Spot, words: &str, at: usize) -> Option<usize> {
        let rest = words.get(at..)?;
        let label = List::of("parts of a place").entries().iter().find(|label| {
            rest.get(..label.len()).is_some_and(|head| head.eq_ignore_ascii_case(label))
        })?;
        let after = rest.get(label.len()..)?;
        let space = after.len() - after.trim_start().len();
        let from = at + label.len() + space;
        let first = number_at(after.trim_start(), Lead::Label).filter(|_| space > 0)?;
        let counted = label.starts_with("para") || label.starts_with("subs");
        if !counted && !after.trim_start().starts_with('(') {
            return None;
        }
        let numbers = list(words, from, first, label.ends_with('s') || label.ends_with("s."));
        let end = numbers.last()?.1.end;
        let of = words.get(end..)?.strip_prefix(" of ").and_then(|rest| {
            let (prefix, after) = label_at(rest)?;
            Some(id(prefix, &number_at(after, Lead::Label)?.parts))
        });
        if foreign::scope(self.head, words, at, end, "sec") == foreign::Scope::Other {
            return Some(end);
        }
        if of.is_some() {
            let to = words.floor_char_boundary((end + 40).min(words.len()));
            let near = words.get(end + 4..to)?;
            let (prefix, after) = label_at(near)?;
            let number = number_at(after, Lead::Label)?;
            let whole = end + 4 + near.len() - after.len() + number.len;
            if foreign::scope(self.head, words, end + 4, whole, prefix) == foreign::Scope::Other {
                return Some(whole);
            }
        }
        for (nth, (number, range)) in numbers.into_iter().enumerate() {
            let range = if nth == 0 { at..range.end } else { range };
            let part = number.parts.join("_");
            let found = match &of {
                Some(base) => Some(format!("{base}_{part}")),
                None => self.nearest(&spot.id, &part),
            };
            if let Some(id) = found {
                let start = self.targets.start(&id);
                self.push(spot, range, id, start, Kept::Always);
            }
        }
        Some(end)
    }

    /// The id of `part` in the innermost place around `id` that has it.
    fn nearest(&self, id: &str, part: &str) -> Option<String> {
        let mut base = id;
        while let Some((outer, _)) = base.rsplit_once('_') {
            let candidate = format!("{base}_{part}");
            if self.targets.start(&candidate).is_some() {
                return Some(candidate);
            }
            base = outer;
        }
        None
    }

    /// `[12]`, `[3, 5–7]`, `[^3]`, where the text has all of them.
    fn cited(&mut self, spot: &Spot, words: &str, at: usize) -> Option<usize> {
        let rest = words.get(at + 1..)?;
        let near = rest.get(..rest.floor_char_boundary(80))?;
        let len = near.find([']', '\n', '['])?;
        let inside =
            near.get(..len).filter(|_| near.get(len..).is_some_and(|r| r.starts_with(']')))?;
        let end = at + 1 + len + 1;
        if let Some(label) = inside.strip_prefix('^') {
            let id = format!("fn_{}", label.to_ascii_lowercase());
            let start = self.targets.start(&id);
            let own = words.get(end..)?.starts_with(':');
            if start.is_some() && !own {
                self.push(spot, at..end, id, start, Kept::IfThere);
            }
            return Some(end);
        }
        let before = words.get(..at)?.trim_end_matches('\\');
        let index = before.chars().rev().take_while(|c| c.is_alphanumeric() || *c == '_').count();
        let inside = inside.trim_end_matches('\\');
        let plain = inside.chars().all(|c| c.is_ascii_digit() || " ,;-–—".contains(c));
        if !plain || (1..=2).contains(&index) || spot.source && before.trim().is_empty() {
            return None;
        }
        let first = number_at(inside, Lead::Nothing).filter(|number| number.parts.len() == 1)?;
        let numbers = list(inside, 0, first, true);
        let whole = numbers.last()?.1.end == inside.trim_end().len();
        let ids: Vec<String> = numbers.iter().map(|(number, _)| id("ref", &number.parts)).collect();
        let known = ids.iter().all(|id| self.targets.start(id).is_some());
        if !whole || !known {
            return None;
        }
        let lone = ids.len() == 1;
        for (id, (_, range)) in ids.into_iter().zip(numbers) {
            let range = if lone { at..end } else { at + 1 + range.start..at + 1 + range.end };
            let start = self.targets.start(&id);
            self.push(spot, range, id, start, Kept::IfThere);
        }
        Some(end)
    }

    fn push(
        &mut self,
        spot: &Spot,
        range: Range<usize>,
        target: String,
        target_start: Option<usize>,
        kept: Kept,
    ) {
        // a caption or an item names itself
        let own = target_start == Some(spot.range.start) && range.start <= 8;
        if own || kept == Kept::IfThere && target_start.is_none() {
            return;
        }
        let (start, end) = (spot.range.start + range.start, spot.range.start + range.end);
        self.found.push(CrossReference { start, end, target, target_start });
    }
}

/// The numbers of "3, 4(a) and (b)" or "5 to 7", with their places in `words`. What lies between the
/// ends of a range stands at what joins them.
fn list(words: &str, from: usize, first: Number, plural: bool) -> Vec<(Number, Range<usize>)> {
    // "4 and (b)" is 4(b), "(a) and (b)" is not (a)(b)
    let whole = usize::from(!words.get(from..).unwrap_or_default().starts_with('('));
    let mut end = from + first.len;
    let mut numbers = vec![(first, from..end)];
    while numbers.len() < LISTED {
        let rest = words.get(end..).unwrap_or_default();
        let Some((joint, spans)) = joint(rest) else { break };
        let next = rest.get(joint..).unwrap_or_default();
        let Some(mut number) = number_at(next, Lead::Label) else { break };
        let Some((last, _)) = numbers.last() else { break };
        let partial = next.starts_with('(');
        let after = next.get(number.len..).unwrap_or_default();
        let word = after.starts_with(char::is_alphanumeric);
        let digits = next.starts_with(|c: char| c.is_ascii_digit());
        let roman = number.parts.iter().all(|part| part.len() <= 4) && plural;
        if word || !(partial || plural && (digits || roman) || spans && digits) {
            break;
        }
        if partial {
            // "4.3(a) and (b)": the last of them changes
            let kept = last.parts.len().saturating_sub(number.parts.len()).max(whole);
            let base = last.parts.iter().take(kept).cloned();
            number.parts = base.chain(number.parts).collect();
        }
        let range = end + joint..end + joint + number.len;
        if spans {
            let between = between(&last.parts, &number.parts);
            let gap = end..end + joint;
            numbers
                .extend(between.into_iter().map(|parts| (Number { parts, len: 0 }, gap.clone())));
        }
        end = range.end;
        numbers.push((number, range));
    }
    numbers
}

/// What joins two numbers, and whether it spans those between: bytes of ", ", " and ", "–", " to ".
fn joint(text: &str) -> Option<(usize, bool)> {
    const JOINTS: [(&str, bool); 16] = [
        (", and ", false),
        (", or ", false),
        (", ", false),
        (" and ", false),
        (" or ", false),
        (" & ", false),
        ("; ", false),
        (",", false),
        (" to ", true),
        (" through ", true),
        (" – ", true),
        (" - ", true),
        ("–", true),
        ("-", true),
        ("—", true),
        (" and/or ", false),
    ];
    let found = JOINTS.iter().find(|(joint, _)| text.starts_with(joint));
    found.map(|(joint, spans)| (joint.len(), *spans))
}

/// The numbers between `first` and `last`, which differ in their last part alone.
fn between(first: &[String], last: &[String]) -> Vec<Vec<String>> {
    let (Some((from, base)), Some((to, other))) = (first.split_last(), last.split_last()) else {
        return vec![];
    };
    let letter = |part: &str| {
        let mut bytes = part.bytes();
        bytes.next().filter(|byte| byte.is_ascii_lowercase() && bytes.next().is_none())
    };
    if base != other {
        return vec![];
    }
    let with = |part: String| base.iter().cloned().chain([part]).collect();
    match (from.parse::<u32>(), to.parse::<u32>(), letter(from), letter(to)) {
        (Ok(from), Ok(to), ..) if to > from && to - from < LISTED as u32 => {
            (from + 1..to).map(|number| with(number.to_string())).collect()
        }
        (_, _, Some(from), Some(to)) if to > from => {
            (from + 1..to).map(|letter| with(char::from(letter).to_string())).collect()
        }
        _ => vec![],
    }
}
