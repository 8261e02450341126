//! Which sentences represent many: each stands for those that are like it (facility location, Lin and
//! Bilmes 2011), so that the best next one covers most of what is not yet covered.

use crate::overlap::Words;

/// A sentence more like one that was taken than this repeats it.
const REPEATS: f32 = 0.6;

/// A sentence that may represent others.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// Its words.
    pub words: Words,
    /// How much it is worth to be represented, and to represent.
    pub weight: f32,
}

/// Up to `most` of the candidates, best first, as places in the list. Of equals the first.
pub fn represent(candidates: &[Candidate], most: usize) -> Vec<usize> {
    let alike: Vec<Vec<f32>> = candidates
        .iter()
        .map(|one| candidates.iter().map(|other| one.words.cosine(&other.words)).collect())
        .collect();
    let mut covered = vec![0f32; candidates.len()];
    let mut taken: Vec<usize> = Vec::new();
    while taken.len() < most.min(candidates.len()) {
        let gain = |at: usize| -> Option<f32> {
            let (row, own) = (alike.get(at)?, candidates.get(at)?);
            let repeats = |other: &usize| row.get(*other).is_some_and(|like| *like > REPEATS);
            if taken.contains(&at) || taken.iter().any(repeats) {
                return None;
            }
            let each = row.iter().zip(&covered).zip(candidates);
            let gained: f32 = each.map(|((like, had), of)| of.weight * (like - had).max(0.0)).sum();
            Some(gained * own.weight)
        };
        let best = (0..candidates.len()).filter_map(|at| Some((at, gain(at)?)));
        let best = best.fold(None, |best: Option<(usize, f32)>, other| match best {
            Some(best) if best.1 >= other.1 => Some(best),
            _ => Some(other),
        });
        let Some((at, _)) = best.filter(|(_, gained)| *gained > 0.0) else { break };
        taken.push(at);
        if let Some(row) = alike.get(at) {
            covered.iter_mut().zip(row).for_each(|(had, like)| *had = had.max(*like));
        }
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(sentences: &[&str], most: usize, expected: &[usize]) {
        let candidates: Vec<Candidate> = sentences
            .iter()
            .map(|text| Candidate { words: Words::of(text), weight: 1.0 })
            .collect();
        assert_eq!(represent(&candidates, most), expected, "{sentences:?}");
    }

    #[test]
    fn what_covers_most_comes_first_and_nothing_is_said_twice() {
        let carbon = "Marsh soil stores carbon.";
        let again = "Carbon stores: marsh soil.";
        let heron = "Herons nest in reeds.";
        let reeds = "Herons and reeds nest in marsh lakes.";
        check(&[carbon, again, heron], 3, &[0, 2]);
        check(&[heron, carbon, again], 1, &[1]);
        check(&[heron, carbon, again, reeds], 2, &[1, 0]);
        check(&[], 2, &[]);
        check(&["", ""], 2, &[]);
    }
}
