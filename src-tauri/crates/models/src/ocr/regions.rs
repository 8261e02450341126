//! A map of how likely each pixel is text, to the smallest turned rectangle around each stretch of
//! it (the method of "Real-time Scene Text Detection with Differentiable Binarization", 2020).
//! Time grows with the map's size, whatever is on it.

use super::manifest::Detection;

/// Narrowest stretch in pixels of the map, and narrowest box once it is widened again.
const THIN: (f32, f32) = (3.0, 5.0);
/// Most stretches of one picture, the largest ones.
const MOST: usize = 4_000;

/// A rectangle in some direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Region {
    middle: [f32; 2],
    /// Unit vector along its rows: within 45° of rightwards.
    along: [f32; 2],
    /// Size along that, and across it.
    size: [f32; 2],
}

/// Pixels next to each other in one row.
struct Run {
    y: usize,
    start: usize,
    end: usize,
    /// Sum of their likelihoods.
    sum: f32,
}

impl Region {
    /// Corners as of a line that is read along its rows, with both axes scaled.
    pub(super) fn corners(&self, scale: [f32; 2]) -> [[f32; 2]; 4] {
        let [dx, dy] = self.along;
        let (half_width, half_height) = (self.size[0] / 2.0, self.size[1] / 2.0);
        [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(|(a, b)| {
            let (a, b) = (a * half_width, b * half_height);
            // across is along, a quarter clockwise
            let x = self.middle[0] + a * dx - b * dy;
            let y = self.middle[1] + a * dy + b * dx;
            [x * scale[0], y * scale[1]]
        })
    }
}

/// Finds the stretches. `map` has `width` values a row.
pub(super) fn find(map: &[f32], width: usize, detection: &Detection) -> Vec<Region> {
    let (runs, owner) = connected(map, width, detection.pixel_from);
    let mut order: Vec<usize> = (0..runs.len()).collect();
    order.sort_by_key(|run| (owner.get(*run).copied(), *run));
    let mut stretches: Vec<Vec<&Run>> = Vec::new();
    let mut last = None;
    for at in order {
        let (Some(run), owner) = (runs.get(at), owner.get(at).copied()) else { continue };
        match stretches.last_mut().filter(|_| last == owner) {
            Some(stretch) => stretch.push(run),
            None => stretches.push(vec![run]),
        }
        last = owner;
    }
    let area = |stretch: &[&Run]| stretch.iter().map(|run| run.end - run.start).sum::<usize>();
    stretches.sort_by_cached_key(|stretch| std::cmp::Reverse(area(stretch)));
    stretches.truncate(MOST);
    stretches.iter().filter_map(|stretch| region(stretch, detection)).collect()
}

/// Runs of likely pixels, and for each the number of the stretch that it belongs to.
fn connected(map: &[f32], width: usize, from: f32) -> (Vec<Run>, Vec<usize>) {
    let mut runs: Vec<Run> = Vec::new();
    let mut owner: Vec<usize> = Vec::new();
    let mut above = 0..0;
    for (y, row) in map.chunks_exact(width.max(1)).enumerate() {
        let first = runs.len();
        let mut open: Option<Run> = None;
        for (x, value) in row.iter().enumerate() {
            if *value > from {
                let run = open.get_or_insert(Run { y, start: x, end: x, sum: 0.0 });
                (run.end, run.sum) = (x + 1, run.sum + value);
            } else {
                runs.extend(open.take());
            }
        }
        runs.extend(open);
        owner.extend(first..runs.len());
        // corners that touch join
        let mut candidate = above.start;
        for here in first..runs.len() {
            let Some((start, end)) = runs.get(here).map(|run| (run.start, run.end)) else { break };
            while candidate < above.end && runs.get(candidate).is_some_and(|run| run.end < start) {
                candidate += 1;
            }
            let touching = (candidate..above.end)
                .take_while(|at| runs.get(*at).is_some_and(|run| run.start <= end));
            for other in touching.collect::<Vec<_>>() {
                join(&mut owner, here, other);
            }
        }
        above = first..runs.len();
    }
    let owner = (0..runs.len()).map(|run| root(&mut owner, run)).collect();
    (runs, owner)
}

fn root(owner: &mut [usize], mut at: usize) -> usize {
    while let Some(up) = owner.get(at).copied().filter(|up| *up != at) {
        // halving the way keeps the next one short
        let further = owner.get(up).copied().unwrap_or(up);
        if let Some(slot) = owner.get_mut(at) {
            *slot = further;
        }
        at = further;
    }
    at
}

fn join(owner: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(owner, a), root(owner, b));
    if let Some(slot) = owner.get_mut(a.max(b)) {
        *slot = a.min(b);
    }
}

/// The box of one stretch: likely enough, not too thin, and as much wider than what the network
/// marks (the core of the letters) as it was taught.
fn region(stretch: &[&Run], detection: &Detection) -> Option<Region> {
    let ends = |run: &&Run| {
        let y = run.y as f32;
        [[run.start as f32, y], [(run.end - 1) as f32, y]]
    };
    let mut region = smallest_rectangle(&hull(stretch.iter().flat_map(ends).collect()))?;
    let [width, height] = region.size;
    if width.min(height) < THIN.0 {
        return None;
    }
    let sum: f32 = stretch.iter().map(|run| run.sum).sum();
    if sum / ((width + 1.0) * (height + 1.0)) < detection.region_from {
        return None;
    }
    let more = width * height * detection.widen / (width + height);
    region.size = [width + more, height + more];
    (width.min(height) + more >= THIN.1).then_some(region)
}

/// The corners of the convex hull, in order (Andrew's monotone chain).
fn hull(mut points: Vec<[f32; 2]>) -> Vec<[f32; 2]> {
    points.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    points.dedup();
    let turn = |a: [f32; 2], b: [f32; 2], c: [f32; 2]| {
        (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    };
    let half = |points: &mut dyn Iterator<Item = &[f32; 2]>| {
        let mut chain: Vec<[f32; 2]> = Vec::new();
        for point in points {
            while let [.., a, b] = chain.as_slice() {
                if turn(*a, *b, *point) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*point);
        }
        chain.pop();
        chain
    };
    let mut lower = half(&mut points.iter());
    lower.extend(half(&mut points.iter().rev()));
    if lower.is_empty() { points } else { lower }
}

/// The smallest rectangle around a hull: one of its sides lies on one of the hull's.
fn smallest_rectangle(hull: &[[f32; 2]]) -> Option<Region> {
    let next = hull.iter().cycle().skip(1);
    let mut best: Option<(f32, Region)> = None;
    for (a, b) in hull.iter().zip(next) {
        let length = (b[0] - a[0]).hypot(b[1] - a[1]);
        if length == 0.0 {
            continue;
        }
        let mut along = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
        if along[0].abs() < along[1].abs() {
            along = [-along[1], along[0]];
        }
        if along[0] < 0.0 {
            along = along.map(|part| -part);
        }
        let bounds = |axis: [f32; 2]| {
            let at = |point: &[f32; 2]| point[0] * axis[0] + point[1] * axis[1];
            let low = hull.iter().map(at).fold(f32::INFINITY, f32::min);
            (low, hull.iter().map(at).fold(f32::NEG_INFINITY, f32::max))
        };
        let across = [-along[1], along[0]];
        let (left, right) = bounds(along);
        let (top, bottom) = bounds(across);
        let (u, v) = ((left + right) / 2.0, (top + bottom) / 2.0);
        let middle = [u * along[0] + v * across[0], u * along[1] + v * across[1]];
        let region = Region { middle, along, size: [right - left, bottom - top] };
        let area = (right - left) * (bottom - top);
        if best.is_none_or(|(least, _)| area < least) {
            best = Some((area, region));
        }
    }
    best.map(|(_, region)| region)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const DETECTION: Detection =
        Detection { longest_side: 960, pixel_from: 0.3, region_from: 0.5, widen: 1.6 };

    fn draw(width: usize, height: usize, inside: impl Fn(f32, f32) -> bool) -> Vec<f32> {
        let at = |at: usize| inside((at % width) as f32, (at / width) as f32);
        (0..width * height).map(|n| if at(n) { 0.9 } else { 0.0 }).collect()
    }

    #[test]
    fn an_upright_bar_is_found_and_widened() {
        let map = draw(100, 40, |x, y| (10.0..=70.0).contains(&x) && (10.0..=20.0).contains(&y));
        let found = find(&map, 100, &DETECTION);
        assert_eq!(found.len(), 1, "{found:?}");
        // 60 × 10, each side out by 60·10·1.6 / 2·70
        let more = 600.0 * 1.6 / 140.0;
        let [[x0, y0], [x1, _], [_, y1], _] = found[0].corners([1.0, 2.0]);
        for (is, should) in
            [(x0, 10.0 - more), (x1, 70.0 + more), (y0, 20.0 - 2.0 * more), (y1, 40.0 + 2.0 * more)]
        {
            assert!((is - should).abs() < 0.01, "{found:?}");
        }
    }

    #[test]
    fn a_leaning_bar_keeps_its_direction() {
        let (sin, cos) = 0.1f32.sin_cos();
        let map = draw(300, 120, |x, y| {
            let (x, y) = (x - 150.0, y - 60.0);
            (x * cos + y * sin).abs() < 100.0 && (y * cos - x * sin).abs() < 8.0
        });
        let found = find(&map, 300, &DETECTION);
        assert_eq!(found.len(), 1, "{found:?}");
        let angle = found[0].along[1].atan2(found[0].along[0]);
        assert!((angle - 0.1).abs() < 0.02, "{found:?}");
    }

    #[test]
    fn specks_weak_marks_and_other_bars_are_told_apart() {
        let mut map = draw(200, 60, |x, y| {
            let bar =
                |x0: f32, y0: f32| (x0..x0 + 60.0).contains(&x) && (y0..y0 + 9.0).contains(&y);
            bar(10.0, 10.0) || bar(90.0, 10.0) || bar(10.0, 40.0) || (x == 150.0 && y == 50.0)
        });
        assert_eq!(find(&map, 200, &DETECTION).len(), 3);
        map.iter_mut().for_each(|value| *value *= 0.5);
        assert_eq!(find(&map, 200, &DETECTION), []);
    }

    proptest! {
        #[test]
        fn any_map_gives_finite_boxes(
            map in proptest::collection::vec(prop_oneof![Just(0.0f32), Just(0.9), Just(f32::NAN)], 0..400),
            width in 1usize..30,
        ) {
            for region in find(&map, width, &DETECTION) {
                let corners = region.corners([1.5, 0.5]);
                prop_assert!(corners.iter().flatten().all(|value| value.is_finite()));
            }
        }

        #[test]
        fn the_rectangle_holds_its_points(points in proptest::collection::vec((0i16..200, 0i16..200), 1..40)) {
            let points: Vec<[f32; 2]> =
                points.iter().map(|(x, y)| [f32::from(*x), f32::from(*y)]).collect();
            if let Some(region) = smallest_rectangle(&hull(points.clone())) {
                let [dx, dy] = region.along;
                for [x, y] in points {
                    let (x, y) = (x - region.middle[0], y - region.middle[1]);
                    prop_assert!((x * dx + y * dy).abs() <= region.size[0] / 2.0 + 0.01);
                    prop_assert!((y * dx - x * dy).abs() <= region.size[1] / 2.0 + 0.01);
                }
            }
        }
    }
}
