//! The learned part: how sure it is that a unit belongs to the page's content. Two stages of boosted
//! trees over what `features` counts: the first looks at each unit, the second also at what the first
//! said of its neighbours and containers. `weights.txt` is fitted by `assets/pages/fit_pages.py`.

use super::features::{CONTAINERS, Counted};
use super::hints;
use super::page::Page;
use super::units::Unit;
use std::collections::HashMap;
use std::sync::OnceLock;

const WEIGHTS: &str = include_str!("weights.txt");

/// Units before and behind over whose first probabilities the second stage takes a mean.
const NEAR: usize = 8;

/// Where among the counts a heading's level and the letters' logarithm stand.
const LEVEL: usize = 10;
const LETTERS: usize = 0;

#[derive(Debug)]
enum Node {
    Leaf(f32),
    Split { feature: usize, threshold: f64, left: usize, right: usize },
}

/// Trees whose leaves are added up.
#[derive(Debug, Default)]
struct Stage {
    base: f32,
    trees: Vec<Vec<Node>>,
}

/// What was learned.
#[derive(Debug, Default)]
pub(super) struct Model {
    names: HashMap<String, f32>,
    stages: Vec<Stage>,
}

impl Model {
    /// The one that is built in.
    pub(super) fn built_in() -> &'static Self {
        static MODEL: OnceLock<Model> = OnceLock::new();
        MODEL.get_or_init(|| Self::parse(WEIGHTS).unwrap_or_default())
    }

    fn parse(text: &str) -> Option<Self> {
        let mut model = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split(' ');
            let mut next = || words.next();
            match next()? {
                "name" => {
                    let name = next()?.to_owned();
                    model.names.insert(name, next()?.parse().ok()?);
                }
                "stage" => model.stages.push(Stage::default()),
                "base" => model.stages.last_mut()?.base = next()?.parse().ok()?,
                "tree" => model.stages.last_mut()?.trees.push(Vec::new()),
                "leaf" => {
                    let leaf = Node::Leaf(next()?.parse().ok()?);
                    model.stages.last_mut()?.trees.last_mut()?.push(leaf);
                }
                feature => {
                    let split = Node::Split {
                        feature: feature.parse().ok()?,
                        threshold: next()?.parse().ok()?,
                        left: next()?.parse().ok()?,
                        right: next()?.parse().ok()?,
                    };
                    model.stages.last_mut()?.trees.last_mut()?.push(split);
                }
            }
        }
        Some(model)
    }

    /// How likely each unit is content, from 0 to 1.
    pub(super) fn judge(&self, page: &Page, units: &[Unit], counted: Counted) -> Vec<f32> {
        let Counted { mut rows, containers } = counted;
        let [first, second] = self.stages.as_slice() else { return vec![1.0; units.len()] };
        let marks = hints::Marks::of(page, &self.names);
        for (row, unit) in rows.iter_mut().zip(units) {
            row.extend(marks.around(unit.element));
        }
        let alone: Vec<f32> = rows.iter().map(|row| first.probability(row)).collect();
        let context = Context::of(&rows, &alone);
        let mut heading = -1.0;
        for (at, row) in rows.iter_mut().enumerate() {
            let own = alone.get(at).copied().unwrap_or(0.0);
            let level = row.get(LEVEL).copied().unwrap_or(0.0);
            let around = containers.get(at).map(Vec::as_slice).unwrap_or_default();
            context.extend(at, around, heading, row);
            if level > 0.0 {
                heading = own;
            }
        }
        rows.iter().map(|row| second.probability(row)).collect()
    }
}

impl Stage {
    fn probability(&self, row: &[f32]) -> f32 {
        let sum: f32 = self.trees.iter().map(|tree| leaf(tree, row)).sum();
        1.0 / (1.0 + (-(self.base + sum)).exp())
    }
}

/// The leaf that a row falls to. A tree's splits lead on to later nodes only.
fn leaf(tree: &[Node], row: &[f32]) -> f32 {
    let mut at = 0;
    loop {
        match tree.get(at) {
            Some(Node::Leaf(value)) => return *value,
            Some(Node::Split { feature, threshold, left, right }) => {
                let count = row.get(*feature).copied().unwrap_or(0.0);
                let next = if f64::from(count) <= *threshold { *left } else { *right };
                if next <= at {
                    return 0.0;
                }
                at = next;
            }
            None => return 0.0,
        }
    }
}

/// What the first stage said of all units.
struct Context<'a> {
    alone: &'a [f32],
    /// Running sums of letters, and of letters times probability.
    letters: Vec<f64>,
    likely: Vec<f64>,
}

impl<'a> Context<'a> {
    fn of(rows: &[Vec<f32>], alone: &'a [f32]) -> Self {
        let (mut letters, mut likely) = (vec![0.0], vec![0.0]);
        let (mut all, mut sure) = (0.0, 0.0);
        for (row, probability) in rows.iter().zip(alone) {
            let own = f64::from(row.get(LETTERS).copied().unwrap_or(0.0)).exp_m1();
            all += own;
            sure += own * f64::from(*probability);
            letters.push(all);
            likely.push(sure);
        }
        Self { alone, letters, likely }
    }

    /// The mean over a run of units, by letters.
    fn mean(&self, start: usize, end: usize) -> f32 {
        let sum = |sums: &[f64]| {
            let at = |at: usize| sums.get(at).copied().unwrap_or(0.0);
            at(end) - at(start)
        };
        (sum(&self.likely) / sum(&self.letters).max(1.0)) as f32
    }

    fn extend(&self, at: usize, around: &[(usize, usize)], heading: f32, row: &mut Vec<f32>) {
        let units = self.alone.len();
        for step in [0, -1, 1, -2, 2, -3, 3] {
            let near = at.checked_add_signed(step).and_then(|at| self.alone.get(at));
            row.push(near.copied().unwrap_or(-1.0));
        }
        for level in 0..CONTAINERS {
            let range = around.get(level).or(around.last()).copied().unwrap_or((at, at + 1));
            row.push(self.mean(range.0, range.1));
        }
        let all = self.likely.last().copied().unwrap_or(0.0);
        row.extend([self.mean(0, units), all.ln_1p() as f32, heading]);
        row.push(self.mean(at.saturating_sub(NEAR), at));
        row.push(self.mean(at + 1, (at + 1 + NEAR).min(units)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_is_whole() {
        let model = Model::parse(WEIGHTS).unwrap();
        assert_eq!(model.stages.len(), 2);
        assert!(model.names.len() > 100);
        for tree in model.stages.iter().flat_map(|stage| &stage.trees) {
            let sound = |(at, node): (usize, &Node)| match node {
                Node::Leaf(value) => value.is_finite(),
                Node::Split { left, right, .. } => {
                    (at + 1..tree.len()).contains(left) && (at + 1..tree.len()).contains(right)
                }
            };
            assert!(tree.iter().enumerate().all(sound));
        }
    }

    #[test]
    fn rows_fall_to_their_leaf() {
        let model = Model::parse("stage\nbase 0.0\ntree\n1 0.5 1 2\nleaf -9\nleaf 9").unwrap();
        let stage = &model.stages[0];
        assert!(stage.probability(&[0.0, 0.5]) < 0.01);
        assert!(stage.probability(&[0.0, 0.6]) > 0.99);
        assert!(Model::parse("tree\nleaf 1").is_none());
    }
}
