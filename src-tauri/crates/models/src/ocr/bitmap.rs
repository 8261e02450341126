//! Arithmetic on pictures: made smaller by means, turned by quarters, and lines cut out and set
//! upright at the height that the recogniser reads.

use types::Bitmap;

/// Most samples a side of an output pixel: a line 48 times as high as it is read keeps its strokes.
const SAMPLES: f32 = 8.0;

/// The picture at another size; each new pixel is the mean of what it covers, or the nearest.
pub(super) fn scaled(bitmap: &Bitmap, width: u32, height: u32) -> Vec<[f32; 3]> {
    let columns = spans(bitmap.width(), width);
    let mut out = Vec::with_capacity(width as usize * height as usize);
    let stride = bitmap.width() as usize * 3;
    for (top, bottom) in spans(bitmap.height(), height) {
        let mut sums = vec![[0.0f32; 3]; width as usize];
        let rows = bitmap.pixels().get(top * stride..bottom * stride).unwrap_or_default();
        for row in rows.chunks_exact(stride) {
            for (sum, (left, right)) in sums.iter_mut().zip(&columns) {
                for pixel in row.get(left * 3..right * 3).unwrap_or_default().chunks_exact(3) {
                    sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += f32::from(*value));
                }
            }
        }
        let high = (bottom - top) as f32;
        out.extend(sums.into_iter().zip(&columns).map(|(sum, (left, right))| {
            let count = high * (right - left) as f32;
            sum.map(|sum| sum / count)
        }));
    }
    out
}

/// For each of `to` new pixels, which of `from` old ones it covers: at least one.
fn spans(from: u32, to: u32) -> Vec<(usize, usize)> {
    let edge = |at: u64| (at * u64::from(from) / u64::from(to.max(1))) as usize;
    let span = |at: u64| {
        let start = edge(at).min(from.saturating_sub(1) as usize);
        (start, edge(at + 1).clamp(start + 1, from.max(1) as usize))
    };
    (0..u64::from(to)).map(span).collect()
}

/// The picture turned clockwise by so many quarters.
pub(super) fn turned(bitmap: &Bitmap, quarters: u8) -> Option<Bitmap> {
    let (width, height) = (bitmap.width() as usize, bitmap.height() as usize);
    let (new_width, new_height) =
        if quarters.is_multiple_of(2) { (width, height) } else { (height, width) };
    let mut pixels = Vec::with_capacity(bitmap.pixels().len());
    for y in 0..new_height {
        for x in 0..new_width {
            let (x, y) = match quarters % 4 {
                0 => (x, y),
                1 => (y, height - 1 - x),
                2 => (width - 1 - x, height - 1 - y),
                _ => (width - 1 - y, x),
            };
            let at = (y * width + x) * 3;
            pixels.extend_from_slice(bitmap.pixels().get(at..at + 3)?);
        }
    }
    Bitmap::new(new_width as u32, new_height as u32, pixels)
}

/// What lies between four corners (see `RecognisedLine`), as a strip of `width` × `height` pixels.
pub(super) fn strip(
    bitmap: &Bitmap,
    corners: &[[f32; 2]; 4],
    width: u32,
    height: u32,
) -> Vec<[f32; 3]> {
    let [origin, right, _, below] = *corners;
    let across = [right[0] - origin[0], right[1] - origin[1]];
    let down = [below[0] - origin[0], below[1] - origin[1]];
    // as many samples a pixel as it covers of the original
    let covers = across[0].hypot(across[1]) / width as f32;
    let covers = covers.max(down[0].hypot(down[1]) / height as f32);
    let samples = covers.round().clamp(1.0, SAMPLES) as u32;
    let (fine_width, fine_height) = ((width * samples) as f32, (height * samples) as f32);
    let mut out = Vec::with_capacity(width as usize * height as usize);
    for row in 0..height {
        for column in 0..width {
            let mut sum = [0.0f32; 3];
            for sub in 0..samples * samples {
                let a = ((column * samples + sub % samples) as f32 + 0.5) / fine_width;
                let b = ((row * samples + sub / samples) as f32 + 0.5) / fine_height;
                let x = origin[0] + a * across[0] + b * down[0];
                let y = origin[1] + a * across[1] + b * down[1];
                let value = sampled(bitmap, x - 0.5, y - 0.5);
                sum.iter_mut().zip(value).for_each(|(sum, value)| *sum += value);
            }
            out.push(sum.map(|sum| sum / (samples * samples) as f32));
        }
    }
    out
}

/// Between the four pixels around a place; beyond the edge, the edge goes on.
fn sampled(bitmap: &Bitmap, x: f32, y: f32) -> [f32; 3] {
    let (left, top) = (x.floor(), y.floor());
    let (a, b) = (x - left, y - top);
    let at = |x: f32, y: f32| {
        let x = x.clamp(0.0, (bitmap.width() - 1) as f32) as usize;
        let y = y.clamp(0.0, (bitmap.height() - 1) as f32) as usize;
        let start = (y * bitmap.width() as usize + x) * 3;
        let mut pixel = [0.0f32; 3];
        let bytes = bitmap.pixels().get(start..start + 3).unwrap_or_default();
        pixel.iter_mut().zip(bytes).for_each(|(value, byte)| *value = f32::from(*byte));
        pixel
    };
    let corners = [
        (at(left, top), (1.0 - a) * (1.0 - b)),
        (at(left + 1.0, top), a * (1.0 - b)),
        (at(left, top + 1.0), (1.0 - a) * b),
        (at(left + 1.0, top + 1.0), a * b),
    ];
    let mut mixed = [0.0f32; 3];
    for (pixel, weight) in corners {
        mixed.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += value * weight);
    }
    mixed
}

/// The planes blue, green, red with 0 to 255 as -1 to 1, which is what both networks were taught
/// with. Rows are filled up to `padded` pixels with nothing.
pub(super) fn planes(pixels: &[[f32; 3]], width: u32, padded: u32) -> Vec<f32> {
    let mut planes = Vec::with_capacity(pixels.len() * 3);
    for channel in [2, 1, 0] {
        for row in pixels.chunks_exact(width as usize) {
            let value = |pixel: &[f32; 3]| pixel.get(channel).map_or(0.0, |v| v / 127.5 - 1.0);
            planes.extend(row.iter().map(value));
            planes.extend(std::iter::repeat_n(0.0, (padded - width) as usize));
        }
    }
    planes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ramp(width: u32, height: u32) -> Bitmap {
        let pixels = (0..width * height).flat_map(|at| [at as u8, (at / 2) as u8, 7]).collect();
        Bitmap::new(width, height, pixels).unwrap()
    }

    #[test]
    fn a_smaller_picture_is_made_of_means() {
        let smaller = scaled(&ramp(4, 2), 2, 1);
        // 0, 1, 4, 5 and 2, 3, 6, 7
        assert_eq!(smaller, [[2.5, 1.0, 7.0], [4.5, 2.0, 7.0]]);
        assert_eq!(scaled(&ramp(1, 1), 3, 2), vec![[0.0, 0.0, 7.0]; 6]);
    }

    #[test]
    fn a_quarter_turn_puts_the_lower_left_corner_up() {
        let turned = turned(&ramp(3, 2), 1).unwrap();
        let reds: Vec<u8> = turned.pixels().iter().step_by(3).copied().collect();
        assert_eq!((turned.width(), turned.height(), reds), (2, 3, vec![3, 0, 4, 1, 5, 2]));
    }

    #[test]
    fn a_strip_of_the_whole_is_the_whole() {
        let bitmap = ramp(5, 4);
        let whole = [[0.0, 0.0], [5.0, 0.0], [5.0, 4.0], [0.0, 4.0]];
        let strip: Vec<u8> = strip(&bitmap, &whole, 5, 4).iter().map(|p| p[0] as u8).collect();
        let reds: Vec<u8> = bitmap.pixels().iter().step_by(3).copied().collect();
        assert_eq!(strip, reds);
    }

    #[test]
    fn planes_are_blue_green_red_and_filled_up() {
        let planes = planes(&[[255.0, 127.5, 0.0]], 1, 2);
        assert_eq!(planes, [-1.0, 0.0, 0.0, 0.0, 1.0, 0.0]);
    }

    proptest! {
        #[test]
        fn four_turns_are_none(width in 1u32..9, height in 1u32..9, quarters in 0u8..4) {
            let bitmap = ramp(width, height);
            let there = turned(&bitmap, quarters).unwrap();
            prop_assert_eq!(turned(&there, (4 - quarters) % 4).unwrap(), bitmap);
        }

        #[test]
        fn strips_of_anywhere_are_whole(x in -99.0f32..99.0, y in -99.0f32..99.0, side in 0.0f32..300.0) {
            let corners = [[x, y], [x + side, y], [x + side, y + 1.0], [x, y + 1.0]];
            prop_assert_eq!(strip(&ramp(7, 5), &corners, 6, 3).len(), 18);
            prop_assert_eq!(scaled(&ramp(7, 5), side as u32 + 1, 2).len(), (side as usize + 1) * 2);
        }
    }
}
