//! The straight lines drawn on a page: borders of tables, rules above and below them. Thin
//! rectangles count as lines, curves do not count. The number of lines looked at is bounded.

use super::letters::View;
use super::rect::Rect;
use pdfium_render::prelude::{
    PdfMatrix, PdfPage, PdfPageObject, PdfPageObjectsCommon, PdfPagePathObject, PdfPathSegmentType,
    PdfPathSegments,
};

/// Objects and segments looked at on a page: a map may have a million.
const OBJECTS: usize = 20_000;
const SEGMENTS: u32 = 4_000;
/// Pages with more lines are drawings.
const RULES: usize = 3_000;
/// A rectangle no thicker is a line, in points.
const THIN: f32 = 3.0;
/// Shorter lines are parts of drawings.
const SHORT: f32 = 5.0;
/// Lines this near to each other are one.
const NEAR: f32 = 2.0;
/// Forms in forms end here.
const NESTING: usize = 3;

/// A line across or down the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rule {
    /// Its y when it runs across, its x when it runs down.
    pub(super) at: f32,
    pub(super) from: f32,
    pub(super) to: f32,
}

impl Rule {
    pub(super) fn length(&self) -> f32 {
        self.to - self.from
    }
}

/// All lines of a page, each sorted by place.
#[derive(Clone, Debug, Default)]
pub(super) struct Rules {
    pub(super) across: Vec<Rule>,
    pub(super) down: Vec<Rule>,
}

impl Rules {
    /// Reads the lines drawn on `page`.
    pub(super) fn of_page(page: &PdfPage, view: &View) -> Self {
        let mut pen = Pen { view, rules: Self::default(), left: OBJECTS };
        for object in page.objects().iter().take(OBJECTS) {
            pen.object(&object, &[], NESTING);
            if pen.rules.across.len().max(pen.rules.down.len()) > RULES {
                return Self::default();
            }
        }
        Self { across: joined(pen.rules.across), down: joined(pen.rules.down) }
    }
}

struct Pen<'a> {
    view: &'a View,
    rules: Rules,
    left: usize,
}

impl Pen<'_> {
    fn object(&mut self, object: &PdfPageObject, outer: &[PdfMatrix], nesting: usize) {
        self.left = self.left.saturating_sub(1);
        if self.left == 0 {
            return;
        }
        if let Some(path) = object.as_path_object() {
            self.path(path, outer);
        } else if let (Some(form), Some(nesting)) =
            (object.as_x_object_form_object(), nesting.checked_sub(1))
        {
            let Ok(own) = form.matrix() else { return };
            let matrices: Vec<PdfMatrix> = std::iter::once(own).chain(outer.to_vec()).collect();
            for object in form.iter().take(self.left) {
                self.object(&object, &matrices, nesting);
            }
        }
    }

    fn path(&mut self, path: &PdfPagePathObject, outer: &[PdfMatrix]) {
        let Ok(own) = path.matrix() else { return };
        let place = |(mut x, mut y): (f32, f32)| {
            for matrix in std::iter::once(&own).chain(outer) {
                (x, y) = (
                    matrix.a() * x + matrix.c() * y + matrix.e(),
                    matrix.b() * x + matrix.d() * y + matrix.f(),
                );
            }
            let spot = self.view.shown(Rect { x0: x, y0: y, x1: x, y1: y });
            (spot.x0, spot.y0)
        };
        let stroked = path.is_stroked().unwrap_or(false);
        let segments = path.segments();
        let mut subpaths: Vec<Vec<(f32, f32)>> = Vec::new();
        for index in 0..segments.len().min(SEGMENTS) {
            let Ok(segment) = segments.get(index) else { return };
            let (x, y) = segment.point();
            let point = place((x.value, y.value));
            match segment.segment_type() {
                PdfPathSegmentType::MoveTo => subpaths.push(vec![point]),
                PdfPathSegmentType::LineTo => {
                    let Some(open) = subpaths.last_mut() else { continue };
                    open.push(point);
                    if let (true, Some(first)) = (segment.is_close(), open.first().copied()) {
                        open.push(first);
                    }
                }
                // round corners end a side and begin the next
                _ => subpaths.push(vec![point]),
            }
        }
        subpaths.iter().for_each(|points| self.subpath(points, stroked));
    }

    fn subpath(&mut self, points: &[(f32, f32)], stroked: bool) {
        let Some(bounds) =
            points.iter().map(|(x, y)| Rect { x0: *x, y0: *y, x1: *x, y1: *y }).reduce(Rect::union)
        else {
            return;
        };
        let (x, y) = bounds.middle();
        if bounds.height() <= THIN {
            self.across(y, bounds.x0, bounds.x1);
        } else if bounds.width() <= THIN {
            self.down(x, bounds.y0, bounds.y1);
        } else if stroked {
            for ((x0, y0), (x1, y1)) in points.iter().zip(points.iter().skip(1)) {
                if (y1 - y0).abs() <= 0.5 {
                    self.across((y0 + y1) / 2.0, x0.min(*x1), x0.max(*x1));
                } else if (x1 - x0).abs() <= 0.5 {
                    self.down((x0 + x1) / 2.0, y0.min(*y1), y0.max(*y1));
                }
            }
        }
    }

    fn across(&mut self, at: f32, from: f32, to: f32) {
        if [at, from, to].iter().all(|side| side.is_finite()) {
            self.rules.across.push(Rule { at, from, to });
        }
    }

    fn down(&mut self, at: f32, from: f32, to: f32) {
        if [at, from, to].iter().all(|side| side.is_finite()) {
            self.rules.down.push(Rule { at, from, to });
        }
    }
}

/// Pieces of one line joined; short ones left out.
fn joined(mut rules: Vec<Rule>) -> Vec<Rule> {
    rules.sort_by(|a, b| a.at.total_cmp(&b.at).then(a.from.total_cmp(&b.from)));
    let mut done: Vec<Rule> = Vec::new();
    for rule in rules {
        let near = done.iter_mut().rev().take_while(|other| rule.at - other.at <= NEAR);
        let mut touching = near.filter(|other| {
            rule.from <= other.to + NEAR * 1.5 && other.from <= rule.to + NEAR * 1.5
        });
        match touching.next() {
            Some(other) => {
                other.from = other.from.min(rule.from);
                other.to = other.to.max(rule.to);
            }
            None => done.push(rule),
        }
    }
    done.retain(|rule| rule.length() >= SHORT);
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_become_one_line() {
        let rule = |at, from, to| Rule { at, from, to };
        let pieces = vec![
            rule(10.0, 50.0, 60.0),
            rule(10.5, 0.0, 30.0),
            rule(10.2, 30.0, 52.0),
            rule(10.0, 100.0, 102.0),
            rule(40.0, 0.0, 60.0),
        ];
        let lines = joined(pieces);
        let ends: Vec<_> = lines.iter().map(|line| (line.from, line.to)).collect();
        assert!(ends.contains(&(0.0, 60.0)), "{ends:?}");
        assert!(lines.iter().all(|line| line.length() > 20.0));
    }
}
