//! Joins the lists of a hybrid search. Pure: knows ranks, scores and weights, nothing else.

use std::collections::{BTreeMap, BTreeSet};
use types::{Fusion, FusionRule};

/// Rank constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009).
const K: f32 = 60.0;
/// The cosine at this rank becomes 0 in the convex rule.
const SCALED_TO_RANK: usize = 100;

/// The lists, each best first: place and score.
#[derive(Default)]
pub(crate) struct Lists {
    /// Cosines.
    pub(crate) semantic: Vec<(u64, f32)>,
    /// BM25 scores.
    pub(crate) keyword: Vec<(u64, f32)>,
    /// Specificities.
    pub(crate) exact: Vec<(u64, f32)>,
    /// BM25 scores of chunks of the other lists that `keyword` was too short for.
    pub(crate) keyword_beyond: Vec<(u64, f32)>,
}

/// Places and fused scores. Better first; equal ones by place.
pub(crate) fn fuse(fusion: &Fusion, lists: &Lists) -> Vec<(u64, f32)> {
    let mut sums: BTreeMap<u64, f32> = BTreeMap::new();
    let mut add = |place: u64, value: f32| *sums.entry(place).or_insert(0.0) += value;
    match fusion.rule {
        FusionRule::Rrf => {
            for (list, weight) in [
                (&lists.semantic, fusion.semantic),
                (&lists.keyword, fusion.keyword),
                (&lists.exact, fusion.exact),
            ] {
                for (rank, (place, _)) in (1u16..).zip(list) {
                    add(*place, weight / (K + f32::from(rank)));
                }
            }
        }
        FusionRule::Convex => {
            let best = |list: &[(u64, f32)]| list.first().map_or(1.0, |(_, score)| *score);
            let (top, low) = (best(&lists.semantic), lowest(&lists.semantic));
            for (place, cosine) in &lists.semantic {
                let scaled = if top > low { (cosine - low) / (top - low) } else { 1.0 };
                add(*place, fusion.semantic * scaled.max(0.0));
            }
            let keyword = lists.keyword.iter().chain(&lists.keyword_beyond);
            for (list, weight, best) in [
                (keyword.collect::<Vec<_>>(), fusion.keyword, best(&lists.keyword)),
                (lists.exact.iter().collect(), fusion.exact, best(&lists.exact)),
            ] {
                for (place, score) in list {
                    add(*place, weight * score / best.max(f32::MIN_POSITIVE));
                }
            }
        }
    }
    let mut fused: Vec<(u64, f32)> = sums.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused
}

/// Puts first what has the most of what was asked for by name: a person who types a section or a DOI
/// means that one, however near other chunks are. Their scores rise above the others', their order
/// among themselves stays.
pub(crate) fn lead(fused: Vec<(u64, f32)>, exact: &[(u64, f32)]) -> Vec<(u64, f32)> {
    let best = exact.first().map_or(0.0, |(_, specificity)| *specificity);
    let most: BTreeSet<u64> =
        exact.iter().take_while(|(_, it)| *it >= best).map(|(place, _)| *place).collect();
    let top = fused.first().map_or(0.0, |(_, score)| *score);
    let (leading, rest): (Vec<_>, Vec<_>) =
        fused.into_iter().partition(|(place, _)| most.contains(place));
    leading.into_iter().map(|(place, score)| (place, score + top)).chain(rest).collect()
}

fn lowest(semantic: &[(u64, f32)]) -> f32 {
    semantic.iter().take(SCALED_TO_RANK).next_back().map_or(0.0, |(_, cosine)| *cosine)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rule: FusionRule, expected: &[(u64, f32)]) {
        let fusion = Fusion { rule, semantic: 0.5, keyword: 0.3, exact: 0.2 };
        let lists = Lists {
            semantic: vec![(1, 0.9), (2, 0.7), (3, 0.5)],
            keyword: vec![(2, 8.0), (4, 4.0)],
            exact: vec![(4, 2.0)],
            keyword_beyond: vec![(3, 2.0)],
        };
        let fused = fuse(&fusion, &lists);
        assert_eq!(fused.len(), expected.len());
        for ((place, score), (expected_place, expected)) in fused.iter().zip(expected) {
            assert_eq!(place, expected_place, "{fused:?}");
            assert!((score - expected).abs() < 1e-6, "{fused:?}");
        }
    }

    #[test]
    fn the_rules_are_the_published_ones() {
        check(
            FusionRule::Rrf,
            &[
                (2, 0.5 / 62.0 + 0.3 / 61.0),
                (1, 0.5 / 61.0),
                (4, 0.3 / 62.0 + 0.2 / 61.0),
                (3, 0.5 / 63.0),
            ],
        );
        check(
            FusionRule::Convex,
            &[(2, 0.5 * 0.5 + 0.3), (1, 0.5), (4, 0.3 * 0.5 + 0.2), (3, 0.3 * 0.25)],
        );
    }

    #[test]
    fn what_was_asked_for_by_name_leads() {
        let fused = vec![(1, 0.5), (2, 0.4), (3, 0.3), (4, 0.2)];
        assert_eq!(lead(fused.clone(), &[]), fused);
        let led = lead(fused, &[(4, 8.0), (2, 8.0), (3, 4.0)]);
        assert_eq!(led, [(2, 0.9), (4, 0.7), (1, 0.5), (3, 0.3)]);
    }

    #[test]
    fn one_list_keeps_its_order() {
        let keyword: Vec<(u64, f32)> = (0..200).map(|n| (n, 300.0 - n as f32)).collect();
        let lists = Lists { keyword: keyword.clone(), ..Lists::default() };
        for rule in [FusionRule::Rrf, FusionRule::Convex] {
            let fusion = Fusion { rule, semantic: 0.2, keyword: 0.8, exact: 0.2 };
            let places: Vec<u64> = fuse(&fusion, &lists).into_iter().map(|(at, _)| at).collect();
            assert!(places.iter().eq(keyword.iter().map(|(at, _)| at)));
        }
    }
}
