//! Pictures as documents: PNG, JPEG and TIFF, a page a picture, read by text recognition. What is
//! drawn on them, and what a camera noted beside its direction, is not read.

use crate::pdf::scan;
use crate::recognise::{Eyes, PIXELS, PIXELS_A_SIDE};
use crate::{Error, Limits, Result};
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, RgbImage, imageops};
use std::io::Cursor;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::{ColorType, TiffError};
use types::{Bitmap, ConvertedText, Format};

/// Widest and highest picture, and the most memory that decoding one may take.
const SIDE: u32 = 30_000;
const DECODING_BYTES: u64 = 512 << 20;

/// Whether `bytes` begin as a picture that is read does.
pub(crate) fn is_picture(bytes: &[u8]) -> bool {
    let beginnings: [&[u8]; 5] =
        [b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\0", b"MM\0*", b"II+\0"];
    beginnings.iter().any(|beginning| bytes.starts_with(beginning))
}

/// Converts a picture, or the pictures of a TIFF.
pub(crate) fn convert(bytes: &[u8], limits: &Limits, eyes: &Eyes) -> Result<ConvertedText> {
    if bytes.starts_with(b"II") || bytes.starts_with(b"MM") {
        return pages(bytes, limits, eyes);
    }
    let picture = single(bytes, eyes)?;
    scan::of_pictures([Ok(picture)].into_iter(), eyes)
}

/// The one picture of a PNG or JPEG, upright as its camera noted; only its size is looked at where
/// nobody will look at more.
fn single(bytes: &[u8], eyes: &Eyes) -> Result<Bitmap> {
    let mut reader =
        ImageReader::new(Cursor::new(bytes)).with_guessed_format().map_err(|_| cut_short())?;
    if reader.format().is_none_or(|it| !matches!(it, ImageFormat::Png | ImageFormat::Jpeg)) {
        return Err(cut_short());
    }
    let mut limits = image::Limits::default();
    limits.max_image_width = Some(SIDE);
    limits.max_image_height = Some(SIDE);
    limits.max_alloc = Some(DECODING_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().map_err(|error| reason(&error))?;
    let (width, height) = decoder.dimensions();
    check_size(width, height)?;
    if decoder.total_bytes() > DECODING_BYTES {
        return Err(too_large());
    }
    if !eyes.see() {
        return unseen();
    }
    let orientation = decoder.orientation().map_err(|error| reason(&error))?;
    let mut image = DynamicImage::from_decoder(decoder).map_err(|error| reason(&error))?;
    image.apply_orientation(orientation);
    bounded(on_white(image))
}

/// The pictures of a TIFF, one at a time: each is decoded when the one before has been read.
fn pages(bytes: &[u8], limits: &Limits, eyes: &Eyes) -> Result<ConvertedText> {
    let mut limited = tiff::decoder::Limits::default();
    limited.decoding_buffer_size = DECODING_BYTES as usize;
    limited.intermediate_buffer_size = DECODING_BYTES as usize;
    let decoder = Decoder::new(Cursor::new(bytes)).map_err(|error| tiff_reason(&error))?;
    let mut decoder = Some(decoder.with_limits(limited));
    let mut count = 0u32;
    let too_many = Error::TooLarge { what: format!("it has more than {} pages", limits.pages) };
    let pictures = std::iter::from_fn(|| {
        let open = decoder.as_mut()?;
        if count > 0 {
            if !open.more_images() {
                return None;
            }
            if let Err(error) = open.next_image() {
                decoder = None;
                return Some(Err(tiff_reason(&error)));
            }
        }
        count += 1;
        if count > limits.pages {
            decoder = None;
            return Some(Err(too_many.clone()));
        }
        // beyond what will be looked at, pages are counted only
        let picture =
            if eyes.see() && count <= limits.recognised_pages { tiff_page(open) } else { unseen() };
        if picture.is_err() {
            decoder = None;
        }
        Some(picture)
    });
    scan::of_pictures(pictures, eyes)
}

/// Stands for a picture that nobody will look at.
fn unseen() -> Result<Bitmap> {
    Bitmap::new(1, 1, vec![255; 3]).ok_or_else(cut_short)
}

fn tiff_page(decoder: &mut Decoder<Cursor<&[u8]>>) -> Result<Bitmap> {
    let (width, height) = decoder.dimensions().map_err(|error| tiff_reason(&error))?;
    check_size(width, height)?;
    let color = decoder.colortype().map_err(|error| tiff_reason(&error))?;
    let samples = decoder.read_image().map_err(|error| tiff_reason(&error))?;
    let bytes: Vec<u8> = match samples {
        DecodingResult::U8(values) => values,
        DecodingResult::U16(values) => values.iter().map(|value| (value >> 8) as u8).collect(),
        _ => return Err(other_kind("its pixels are no whole numbers")),
    };
    let pixels = (width as usize) * (height as usize);
    let mut rgb = Vec::with_capacity(pixels * 3);
    match color {
        ColorType::Gray(bits @ 1..8) => spread(&bytes, width, bits, &mut rgb),
        ColorType::Gray(_) => rgb.extend(bytes.iter().flat_map(|value| [*value; 3])),
        ColorType::GrayA(_) => take(&bytes, 2, &mut rgb, |p| [p(0), p(0), p(0)]),
        ColorType::RGB(_) => rgb = bytes,
        ColorType::RGBA(_) => take(&bytes, 4, &mut rgb, |p| [p(0), p(1), p(2)]),
        ColorType::CMYK(_) => take(&bytes, 4, &mut rgb, |p| {
            let mix = |ink: u8| {
                let light = (255 - u16::from(ink)) * (255 - u16::from(p(3))) / 255;
                light as u8
            };
            [mix(p(0)), mix(p(1)), mix(p(2))]
        }),
        ColorType::YCbCr(_) => take(&bytes, 3, &mut rgb, |p| [p(0), p(0), p(0)]),
        _ => return Err(other_kind("its colours are of a kind that is not read")),
    }
    let image = RgbImage::from_raw(width, height, rgb).ok_or_else(cut_short)?;
    bounded(image)
}

/// Pixels of less than a byte, rows beginning at bytes, to three bytes each.
fn spread(bytes: &[u8], width: u32, bits: u8, rgb: &mut Vec<u8>) {
    let row_bytes = (width as usize * usize::from(bits)).div_ceil(8).max(1);
    let most = (1u16 << bits) - 1;
    let each = usize::from(8 / bits.max(1));
    for row in bytes.chunks_exact(row_bytes) {
        let values = row.iter().flat_map(|byte| {
            (0..each).map(move |at| {
                let shift = 8 - bits * (at as u8 + 1);
                (u16::from(*byte) >> shift & most) * 255 / most
            })
        });
        rgb.extend(values.take(width as usize).flat_map(|value| [value as u8; 3]));
    }
}

/// Pixels of `each` bytes to three.
fn take(
    bytes: &[u8],
    each: usize,
    rgb: &mut Vec<u8>,
    color: impl Fn(&dyn Fn(usize) -> u8) -> [u8; 3],
) {
    for pixel in bytes.chunks_exact(each) {
        rgb.extend(color(&|at| pixel.get(at).copied().unwrap_or(0)));
    }
}

/// What shines through is white, as on paper.
fn on_white(image: DynamicImage) -> RgbImage {
    if !image.color().has_alpha() {
        return image.into_rgb8();
    }
    let image = image.into_rgba8();
    let (width, height) = image.dimensions();
    let mut paper = RgbImage::new(width, height);
    for (on, pixel) in paper.pixels_mut().zip(image.pixels()) {
        let [red, green, blue, alpha] = pixel.0.map(u16::from);
        on.0 = [red, green, blue].map(|c| ((c * alpha + 255 * (255 - alpha)) / 255) as u8);
    }
    paper
}

/// No larger than what is looked at.
fn bounded(image: RgbImage) -> Result<Bitmap> {
    let (width, height) = image.dimensions();
    let pixels = u64::from(width) * u64::from(height);
    let shrink = (PIXELS as f64 / pixels.max(1) as f64).sqrt();
    let shrink = shrink.min(f64::from(PIXELS_A_SIDE) / f64::from(width.max(height).max(1)));
    let image = if shrink < 1.0 {
        let side = |side: u32| ((f64::from(side) * shrink) as u32).max(1);
        imageops::thumbnail(&image, side(width), side(height))
    } else {
        image
    };
    let (width, height) = image.dimensions();
    Bitmap::new(width, height, image.into_raw()).ok_or_else(cut_short)
}

fn check_size(width: u32, height: u32) -> Result<()> {
    if width.max(height) <= SIDE {
        return Ok(());
    }
    Err(Error::TooLarge { what: format!("its picture is over {SIDE} pixels wide or high") })
}

fn reason(error: &ImageError) -> Error {
    match error {
        ImageError::Limits(_) => too_large(),
        ImageError::Unsupported(_) => other_kind("it is of a kind that is not read"),
        _ => cut_short(),
    }
}

fn tiff_reason(error: &TiffError) -> Error {
    match error {
        TiffError::LimitsExceeded => too_large(),
        TiffError::UnsupportedError(_) => other_kind("it is of a kind that is not read"),
        _ => cut_short(),
    }
}

fn too_large() -> Error {
    Error::TooLarge { what: "its picture takes too much memory".to_owned() }
}

fn other_kind(what: &str) -> Error {
    Error::damaged(Format::Image, what)
}

fn cut_short() -> Error {
    Error::damaged(Format::Image, "it is cut short or broken")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognise::Recogniser;
    use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};
    use tiff::encoder::{TiffEncoder, colortype::Gray8};
    use types::{ErrorCode, RecognisedLetter, RecognisedLine, Recognition};

    /// Reads the same words on every picture larger than a pixel.
    struct Fake;

    impl Recogniser for Fake {
        fn read(&mut self, picture: &Bitmap) -> Option<Recognition> {
            let (width, height) = (picture.width(), picture.height());
            let right = width as f32;
            let letters = "words on it".chars().zip(0u8..).map(|(letter, at)| RecognisedLetter {
                letter,
                at: (f32::from(at) + 0.5) / 11.0,
                confidence: 0.8,
            });
            let line = RecognisedLine {
                corners: [[0.0, 0.0], [right, 0.0], [right, 9.0], [0.0, 9.0]],
                letters: letters.collect(),
            };
            let lines = if width > 1 { vec![line] } else { Vec::new() };
            Some(Recognition { quarter_turns: 0, width, height, lines })
        }
    }

    fn eyes() -> Eyes {
        let eyes = Eyes::open(Box::new(Fake));
        eyes.rest(Limits::default().recognised_pages);
        eyes
    }

    fn png(width: u32, height: u32) -> Vec<u8> {
        let mut file = Vec::new();
        let pixels = vec![200; (width * height) as usize];
        let encoder = PngEncoder::new(&mut file);
        encoder.write_image(&pixels, width, height, ExtendedColorType::L8).unwrap();
        file
    }

    fn tiff(pages: usize, side: u32) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        let mut encoder = TiffEncoder::new(&mut file).unwrap();
        let pixels = vec![200; (side * side) as usize];
        for _ in 0..pages {
            encoder.write_image::<Gray8>(side, side, &pixels).unwrap();
        }
        file.into_inner()
    }

    /// A PNG that claims a size, with next to nothing in it.
    fn bomb(width: u32, height: u32) -> Vec<u8> {
        let mut file = png(1, 1);
        file[16..20].copy_from_slice(&width.to_be_bytes());
        file[20..24].copy_from_slice(&height.to_be_bytes());
        let crc = file[12..29].iter().fold(u32::MAX, |crc, byte| {
            (0..8).fold(crc ^ u32::from(*byte), |crc, _| {
                crc >> 1 ^ if crc & 1 == 1 { 0xedb8_8320 } else { 0 }
            })
        });
        file[29..33].copy_from_slice(&(!crc).to_be_bytes());
        file
    }

    fn check_refused(bytes: &[u8], code: ErrorCode) {
        let error = convert(bytes, &Limits::default(), &eyes()).unwrap_err();
        assert_eq!(error.problem().code, code, "{error}");
    }

    #[test]
    fn a_picture_is_a_page_of_what_was_recognised() {
        for bytes in [png(300, 200), tiff(1, 300)] {
            let converted = convert(&bytes, &Limits::default(), &eyes()).unwrap();
            assert_eq!((converted.format, converted.text.as_str()), (Format::Image, "words on it"));
            assert_eq!(converted.warnings[0], "pages read by text recognition: 1");
            assert!((converted.pages[0].recognised.unwrap() - 0.8).abs() < 1e-6);
            assert!(crate::validate::is_sound(&converted, &Limits::default()));
        }
    }

    #[test]
    fn nobody_looks_unless_someone_can() {
        let blind = Eyes::default();
        for (bytes, pages) in [(png(300, 200), 1), (tiff(3, 20), 3)] {
            blind.rest(9);
            let error = convert(&bytes, &Limits::default(), &blind).unwrap_err();
            assert_eq!((error, blind.missed()), (Error::NoText { pages }, pages));
        }
    }

    #[test]
    fn ten_thousand_pages_are_counted_and_some_are_read() {
        let eyes = eyes();
        let converted = convert(&tiff(10_000, 2), &Limits::default(), &eyes).unwrap();
        assert_eq!((converted.pages.len(), eyes.missed()), (10_000, 9_500));
        let read = converted.pages.iter().filter(|page| page.recognised.is_some()).count();
        assert_eq!(read, 500);
        let few = Limits { pages: 99, ..Limits::default() };
        let error = convert(&tiff(100, 2), &few, &super::Eyes::default()).unwrap_err();
        assert_eq!(error.problem().code, ErrorCode::TooLarge);
    }

    #[test]
    fn broken_and_huge_pictures_are_refused_with_a_reason() {
        check_refused(&png(1, 1), ErrorCode::NoText);
        check_refused(&png(100_000, 1), ErrorCode::TooLarge);
        check_refused(&bomb(29_000, 29_000), ErrorCode::TooLarge);
        check_refused(&bomb(3_000, 3_000), ErrorCode::DamagedDocument);
        let whole = png(300, 300);
        check_refused(&whole[..whole.len() / 2], ErrorCode::DamagedDocument);
        check_refused(&whole[..20], ErrorCode::DamagedDocument);
        let whole = tiff(1, 300);
        check_refused(&whole[..whole.len() / 2], ErrorCode::DamagedDocument);
        check_refused(b"II*\0", ErrorCode::DamagedDocument);
        check_refused(b"\xff\xd8\xff\xe0 no more", ErrorCode::DamagedDocument);
    }

    #[test]
    fn pixels_of_a_bit_and_inks_become_colours() {
        let mut rgb = Vec::new();
        spread(&[0b1010_0000, 0b0100_0000], 3, 1, &mut rgb);
        let shades: Vec<u8> = rgb.iter().step_by(3).copied().collect();
        assert_eq!(shades, [255, 0, 255, 0, 255, 0]);
    }
}
