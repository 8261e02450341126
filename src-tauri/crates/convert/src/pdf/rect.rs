//! A box on a page.

/// A rectangle: left, top, right, bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rect {
    pub(super) x0: f32,
    pub(super) y0: f32,
    pub(super) x1: f32,
    pub(super) y1: f32,
}

impl Rect {
    /// The smallest rectangle around both.
    pub(super) fn union(self, other: Self) -> Self {
        Self {
            x0: self.x0.min(other.x0),
            y0: self.y0.min(other.y0),
            x1: self.x1.max(other.x1),
            y1: self.y1.max(other.y1),
        }
    }

    pub(super) fn height(&self) -> f32 {
        self.y1 - self.y0
    }

    pub(super) fn width(&self) -> f32 {
        self.x1 - self.x0
    }

    pub(super) fn middle(&self) -> (f32, f32) {
        ((self.x0 + self.x1) / 2.0, (self.y0 + self.y1) / 2.0)
    }

    pub(super) fn has(&self, (x, y): (f32, f32)) -> bool {
        self.x0 <= x && x <= self.x1 && self.y0 <= y && y <= self.y1
    }

    /// Shared height, as a share of the lower one.
    pub(super) fn overlap_y(&self, other: &Self) -> f32 {
        let shared = self.y1.min(other.y1) - self.y0.max(other.y0);
        shared / self.height().min(other.height()).max(0.1)
    }
}
