//! A picture of a page, and what text recognition makes of it. Data only: `models` reads pictures,
//! `convert` makes them and sets what was read.

/// A picture: red, green and blue, a byte each, row by row from the top left.
#[derive(Clone, PartialEq, Eq)]
pub struct Bitmap {
    width: u32,
    height: u32,
    pixels: Vec<u8>,
}

impl Bitmap {
    /// `None` unless there is at least one pixel, and three bytes for each.
    pub fn new(width: u32, height: u32, pixels: Vec<u8>) -> Option<Self> {
        let bytes = (width as usize).checked_mul(height as usize)?.checked_mul(3)?;
        (bytes > 0 && pixels.len() == bytes).then_some(Self { width, height, pixels })
    }

    /// Pixels in a row.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// All bytes, by themselves.
    pub fn into_pixels(self) -> Vec<u8> {
        self.pixels
    }

    /// All bytes.
    pub fn pixels(&self) -> &[u8] {
        &self.pixels
    }
}

impl std::fmt::Debug for Bitmap {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "Bitmap({} × {})", self.width, self.height)
    }
}

/// A letter that was recognised.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RecognisedLetter {
    /// The letter; spaces are letters too.
    pub letter: char,
    /// Where its middle stands on its line: 0 at the line's beginning, 1 at its end.
    pub at: f32,
    /// How sure the recogniser is, 0 to 1.
    pub confidence: f32,
}

/// A line, or a part of one, that was recognised.
#[derive(Clone, Debug, PartialEq)]
pub struct RecognisedLine {
    /// The corners of its box, in pixels from the picture's top left: where its first letter begins
    /// at the top, where its last one ends at the top, then the lower two in the other direction.
    pub corners: [[f32; 2]; 4],
    /// Its letters in order; never empty.
    pub letters: Vec<RecognisedLetter>,
}

impl RecognisedLine {
    /// Mean confidence of its letters.
    pub fn confidence(&self) -> f32 {
        let sum: f32 = self.letters.iter().map(|letter| letter.confidence).sum();
        sum / self.letters.len().max(1) as f32
    }

    /// Its letters as text.
    pub fn text(&self) -> String {
        self.letters.iter().map(|letter| letter.letter).collect()
    }
}

/// What text recognition made of a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Recognition {
    /// Quarter turns, clockwise, that set the picture upright; corners count in the upright one.
    pub quarter_turns: u8,
    /// Size of the upright picture, in pixels.
    pub width: u32,
    /// See `width`.
    pub height: u32,
    /// The lines, in no particular order.
    pub lines: Vec<RecognisedLine>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bitmap_has_three_bytes_a_pixel() {
        assert!(Bitmap::new(2, 3, vec![0; 18]).is_some());
        for (width, height, bytes) in [(2, 3, 17), (0, 3, 0), (u32::MAX, u32::MAX, 3)] {
            assert_eq!(Bitmap::new(width, height, vec![0; bytes]), None);
        }
    }
}
