//! Small decision trees that weigh what is seen of a line of a PDF or a unit of a web page: the sum of
//! their leaves is the log odds of its being a heading, or content. A first set weighs each by
//! itself, a second one by what the first said of its company too. Scripts in `assets` grow them.

#[derive(Clone, Copy, Debug, PartialEq)]
struct Node {
    feature: usize,
    threshold: f32,
    /// Where to go up to the threshold, and above it; -1 is the first leaf.
    ways: (i32, i32),
}

#[derive(Debug, Default)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<f32>,
}

/// All trees.
#[derive(Debug, Default)]
pub(crate) struct Trees {
    trees: Vec<Tree>,
    threshold: f32,
}

impl Trees {
    /// Reads both sets of grown trees, an empty line between them: names of the features, then the
    /// threshold, then a tree a line. A tree is its nodes from the root, `feature threshold left
    /// right`, where a negative place is that leaf; then `|` and its leaves.
    pub(crate) fn pair(grown: &str) -> [Self; 2] {
        let (first, second) = grown.split_once("\n\n").unwrap_or((grown, ""));
        [first, second].map(|set| Self::read(set).unwrap_or_default())
    }

    /// Reads trees; `None` where a line is none.
    fn read(text: &str) -> Option<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.next()?;
        let threshold = lines.next()?.trim().parse().ok()?;
        let trees: Option<Vec<Tree>> = lines.map(Tree::read).collect();
        Some(Self { trees: trees?, threshold })
    }

    /// How far above the threshold the odds are.
    pub(crate) fn odds(&self, row: &[f32]) -> f32 {
        self.trees.iter().map(|tree| tree.leaf(row)).sum::<f32>() - self.threshold
    }
}

impl Tree {
    fn read(line: &str) -> Option<Self> {
        let (nodes, leaves) = line.split_once('|')?;
        let words: Vec<&str> = nodes.split_whitespace().collect();
        let node = |words: &[&str]| match words {
            [feature, threshold, left, right] => Some(Node {
                feature: feature.parse().ok()?,
                threshold: threshold.parse().ok()?,
                ways: (left.parse().ok()?, right.parse().ok()?),
            }),
            _ => None,
        };
        let nodes: Option<Vec<Node>> = words.chunks(4).map(node).collect();
        let leaves: Result<Vec<f32>, _> = leaves.split_whitespace().map(str::parse).collect();
        Some(Self { nodes: nodes?, leaves: leaves.ok()? })
    }

    fn leaf(&self, row: &[f32]) -> f32 {
        let mut at = 0;
        // a path is at most as long as there are nodes
        for _ in 0..self.nodes.len() {
            let Some(node) = self.nodes.get(at) else { break };
            let value = row.get(node.feature).copied().unwrap_or(0.0);
            let next = if value <= node.threshold { node.ways.0 } else { node.ways.1 };
            match usize::try_from(next) {
                Ok(next) => at = next,
                Err(_) => {
                    let leaf = usize::try_from(-(next + 1)).unwrap_or(usize::MAX);
                    return self.leaves.get(leaf).copied().unwrap_or(0.0);
                }
            }
        }
        self.leaves.first().copied().unwrap_or(0.0)
    }
}

/// That grown trees were grown on these features.
#[cfg(test)]
pub(crate) fn check_names(grown: &str, first: &[&str], second: &[&str]) {
    let sets = grown.split_once("\n\n").unwrap();
    for (set, expected) in [(sets.0, first), (sets.1, second)] {
        let names = set.lines().find(|line| !line.starts_with('#')).unwrap();
        assert_eq!(names.split_whitespace().collect::<Vec<_>>(), expected);
        let trees = Trees::read(set).unwrap();
        assert!(trees.trees.len() > 20);
        let nodes = trees.trees.iter().flat_map(|tree| &tree.nodes);
        assert!(nodes.into_iter().all(|node| node.feature < expected.len()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_walked_to_a_leaf() {
        let trees = Trees::read("a b\n0.5\n0 1.5 1 -3 1 0 -1 -2 | -1 2 4\n | 1\n").unwrap();
        for (row, expected) in [([2.0, 0.0], 4.5), ([1.0, 0.0], -0.5), ([1.0, 1.0], 2.5)] {
            assert_eq!(trees.odds(&row), expected, "{row:?}");
        }
        for broken in ["", "a", "a\nx", "a\n0\n0 1 2 | 3", "a\n0\n0 1"] {
            assert!(Trees::read(broken).is_none(), "{broken}");
        }
        // a tree that runs in circles ends
        assert_eq!(Trees::read("a\n0\n0 1 0 0 | 3").unwrap().odds(&[0.0]), 3.0);
    }
}
