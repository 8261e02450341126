//! The shapes of a slide: which are placeholders, where they stand, and the order to read them in.

use crate::office::Node;

/// Shapes whose tops differ by less than this stand side by side: 0.15 inch in English Metric Units.
const LINE_EMU: i64 = 137_160;

/// A shape that fills a place of the layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Placeholder {
    /// `title`, `body`, `ftr` …; `obj` where nothing is said.
    pub(super) kind: String,
    /// Its number in the layout.
    pub(super) index: Option<String>,
}

impl Placeholder {
    /// The place that a shape fills.
    pub(super) fn of(shape: &Node) -> Option<Self> {
        let ph = properties(shape)?.child("nvPr")?.child("ph")?;
        let kind = ph.attribute("type").unwrap_or("obj").to_owned();
        Some(Self { kind, index: ph.attribute("idx").map(str::to_owned) })
    }

    /// Whether it holds the slide's title.
    pub(super) fn is_title(&self) -> bool {
        self.basic_kind() == "title"
    }

    /// Whether it holds what every slide repeats.
    pub(super) fn is_furniture(&self) -> bool {
        matches!(self.kind.as_str(), "dt" | "ftr" | "sldNum" | "hdr" | "sldImg")
    }

    /// The kind as masters know it.
    pub(super) fn basic_kind(&self) -> &str {
        match self.kind.as_str() {
            "title" | "ctrTitle" => "title",
            "dt" | "ftr" | "sldNum" | "hdr" | "sldImg" => self.kind.as_str(),
            _ => "body",
        }
    }
}

/// Properties that every kind of shape has under a name of its own: `nvSpPr`, `nvPicPr` …
pub(super) fn properties(shape: &Node) -> Option<&Node> {
    shape.nodes().find(|node| node.name.starts_with("nv") && node.name.ends_with("Pr"))
}

/// The upper left corner, in English Metric Units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    top: i64,
    left: i64,
}

impl Place {
    /// Where a shape says that it stands.
    pub(super) fn of(shape: &Node) -> Option<Self> {
        let around = ["spPr", "grpSpPr"].into_iter().find_map(|name| shape.child(name));
        let corner = around.unwrap_or(shape).child("xfrm")?.child("off")?;
        let number = |name: &str| corner.attribute(name)?.parse().ok();
        Some(Self { top: number("y")?, left: number("x")? })
    }
}

/// Sorts by place: from top to bottom, and from left to right what stands side by side. Without a
/// place, a shape follows the one before it.
pub(super) fn in_reading_order<T>(shapes: Vec<(Option<Place>, T)>) -> Vec<T> {
    let mut last = Place::default();
    let mut placed: Vec<(Place, T)> = Vec::with_capacity(shapes.len());
    for (place, shape) in shapes {
        last = place.unwrap_or(last);
        placed.push((last, shape));
    }
    placed.sort_by_key(|(place, _)| place.top);
    let mut line_top = i64::MIN;
    let mut line = 0usize;
    let mut keyed: Vec<((usize, i64), T)> = Vec::with_capacity(placed.len());
    for (place, shape) in placed {
        if place.top.saturating_sub(line_top) >= LINE_EMU {
            (line_top, line) = (place.top, line + 1);
        }
        keyed.push(((line, place.left), shape));
    }
    keyed.sort_by_key(|(key, _)| *key);
    keyed.into_iter().map(|(_, shape)| shape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_read_line_by_line() {
        let at = |top, left| Some(Place { top, left });
        let shapes = vec![
            (at(5_000_000, 0), "below"),
            (at(1_050_000, 0), "left"),
            (None, "with left"),
            (at(1_000_000, 4_000_000), "right"),
            (at(i64::MAX, i64::MIN), "far"),
        ];
        assert_eq!(in_reading_order(shapes), ["left", "with left", "right", "below", "far"]);
    }
}
