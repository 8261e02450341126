//! Words of ours between quotations, and how much of a text they may be. They name what is quoted and
//! claim nothing.

/// One line of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// Words of ours.
    Ours(String),
    /// A quotation, by its place in what was given.
    Quoted(usize),
}

/// What is quoted under one heading: words of ours for it, and the places of the quotations.
#[derive(Clone, Debug)]
pub struct Group {
    /// Words of ours that name what they have in common.
    pub heading: String,
    /// The quotations.
    pub quotes: Vec<usize>,
}

/// The groups as lines. Words of ours are left out from the end until they are no more than `ratio` of
/// all characters; `length` tells how many a quotation has.
pub fn join(groups: &[Group], ratio: f32, length: impl Fn(usize) -> usize) -> Vec<Line> {
    let quoted: usize =
        groups.iter().flat_map(|group| &group.quotes).map(|quote| length(*quote)).sum();
    let mut ours = 0;
    let mut lines = Vec::new();
    for group in groups.iter().filter(|group| !group.quotes.is_empty()) {
        let more = ours + group.heading.chars().count();
        if !group.heading.is_empty() && share(more, quoted) <= ratio {
            ours = more;
            lines.push(Line::Ours(group.heading.clone()));
        }
        lines.extend(group.quotes.iter().map(|quote| Line::Quoted(*quote)));
    }
    lines
}

/// The share of a text that is ours, by characters.
pub fn share(ours: usize, quoted: usize) -> f32 {
    let all = ours + quoted;
    if all == 0 { 0.0 } else { ours as f32 / all as f32 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn words_of_ours_stay_within_their_share() {
        let group = |heading: &str, quotes: &[usize]| Group {
            heading: heading.into(),
            quotes: quotes.into(),
        };
        let groups = [group("On marshes:", &[0, 1]), group("On herons:", &[2])];
        let check = |ratio: f32, length: usize, expected: usize| {
            let lines = join(&groups, ratio, |_| length);
            let ours = lines.iter().filter(|line| matches!(line, Line::Ours(_))).count();
            assert_eq!((ours, lines.len()), (expected, 3 + expected), "{ratio} {length}");
        };
        check(0.2, 100, 2);
        check(0.2, 20, 1);
        check(0.0, 100, 0);
        check(0.2, 0, 0);
        assert!(join(&[group("On nothing:", &[])], 1.0, |_| 9).is_empty());
    }

    proptest! {
        #[test]
        fn never_more_than_the_ratio(ratio in 0f32..1.0, sizes in proptest::collection::vec(0usize..200, 0..9)) {
            let groups: Vec<Group> = (0..sizes.len())
                .map(|at| Group { heading: "On this, and on that:".into(), quotes: vec![at] })
                .collect();
            let lines = join(&groups, ratio, |at| sizes[at]);
            let count = |ours: bool| -> usize {
                lines.iter().map(|line| match line {
                    Line::Ours(text) if ours => text.chars().count(),
                    Line::Quoted(at) if !ours => sizes[*at],
                    _ => 0,
                }).sum()
            };
            prop_assert!(share(count(true), count(false)) <= ratio);
        }
    }
}
