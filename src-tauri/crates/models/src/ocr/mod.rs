//! Text recognition: a picture of a page to lines of letters with their places and how sure each is.
//! One network marks where text stands, another reads a line at a time. A picture that lies on its
//! side or upside down is turned first: by the shape of its lines, and by which way reads better.
//!
//! Opening comes in two halves, since the process that reads pictures locks itself up in between:
//! [`Parts::read`] needs files, [`Parts::open`] and all after it need none. Reading is deterministic,
//! keeps nothing and logs no text.

mod bitmap;
mod lines;
mod manifest;
mod regions;

use crate::{Error, Result, runtime};
use lines::Alphabet;
use ort::environment::Environment;
use ort::session::{Session, builder::GraphOptimizationLevel};
use ort::value::Tensor;
use std::path::{Path, PathBuf};
use types::{Bitmap, RecognisedLine, Recognition};

pub(crate) use manifest::{Manifest, NAME};

/// The detector wants sides that are multiples of this.
const GRID: u32 = 32;
/// A box so many times as high as wide is a line on its side.
const ON_SIDE: f32 = 1.5;
/// Lines read the other way round to see whether the picture is upside down.
const TRIED: usize = 6;
/// A picture that reads so surely stands upright.
const SURE: f32 = 0.85;

/// Where a recogniser's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// ONNX Runtime's library.
    pub library: PathBuf,
    /// The model's folder.
    pub folder: PathBuf,
}

/// What a recogniser is made of, in memory.
pub struct Parts {
    manifest: Manifest,
    environment: Environment,
    detection: Vec<u8>,
    recognition: Vec<u8>,
}

/// Reads pictures.
pub struct Recogniser {
    manifest: Manifest,
    detector: Session,
    reader: Session,
    alphabet: Alphabet,
}

impl Parts {
    /// Loads ONNX Runtime and reads the model's files, whose hashes are checked.
    pub fn read(place: &Place) -> Result<Self> {
        let manifest = Manifest::builtin()?;
        let detection = manifest.read(&place.folder, manifest::DETECTION_FILE)?;
        let recognition = manifest.read(&place.folder, manifest::RECOGNITION_FILE)?;
        let environment = runtime::environment(Some(&place.library))?;
        Ok(Self { manifest, environment, detection, recognition })
    }

    /// Opens the graphs; each run uses so many threads, which are started here.
    pub fn open(self, threads: usize) -> Result<Recogniser> {
        let session = |graph: &[u8]| {
            let mut builder = Session::builder(&self.environment)?
                .with_optimization_level(GraphOptimizationLevel::All)?
                .with_intra_threads(threads.max(1))?
                .with_intra_op_spinning(false)?
                // pages differ in size: what an arena keeps from one is no use to the next
                .with_memory_pattern(false)?
                .with_execution_providers([ort::ep::CPU::default()
                    .with_arena_allocator(false)
                    .build()])?;
            builder.commit_from_memory(graph)
        };
        let detector = session(&self.detection).map_err(fails)?;
        let reader = session(&self.recognition).map_err(fails)?;
        let list = reader.metadata().map_err(fails)?.custom("character");
        let alphabet = Alphabet::parse(&list.ok_or_else(|| fails("it carries no letters"))?);
        Ok(Recogniser { manifest: self.manifest, detector, reader, alphabet })
    }
}

impl Recogniser {
    /// Recognises the text of a picture. No text is an empty answer.
    ///
    /// # Errors
    /// `Fails` where a network gives what is no answer.
    pub fn read(&mut self, picture: &Bitmap) -> Result<Recognition> {
        let mut turns = 0;
        let mut upright = picture.clone();
        let mut boxes = self.find(&upright)?;
        if mostly_on_side(&boxes) {
            turns = 1;
            upright = self.turn(picture, turns)?;
            boxes = self.find(&upright)?;
        }
        let mut lines = self.read_boxes(&upright, &boxes)?;
        if confidence(&lines) < SURE && self.reads_better_turned(&upright, &boxes)? {
            turns += 2;
            upright = self.turn(picture, turns)?;
            boxes = self.find(&upright)?;
            lines = self.read_boxes(&upright, &boxes)?;
        }
        lines.retain(|line| line.confidence() >= self.manifest.recognition.sure_from);
        let (width, height) = (upright.width(), upright.height());
        Ok(Recognition { quarter_turns: turns, width, height, lines })
    }

    fn turn(&self, picture: &Bitmap, quarters: u8) -> Result<Bitmap> {
        bitmap::turned(picture, quarters).ok_or_else(|| fails("the picture cannot be turned"))
    }

    /// Where lines stand.
    fn find(&mut self, picture: &Bitmap) -> Result<Vec<[[f32; 2]; 4]>> {
        let detection = self.manifest.detection;
        let longest = picture.width().max(picture.height());
        let shrink = (detection.longest_side as f32 / longest as f32).min(1.0);
        let side = |side: u32| {
            let steps = (side as f32 * shrink / GRID as f32).round() as u32;
            steps.max(1) * GRID
        };
        let (width, height) = (side(picture.width()), side(picture.height()));
        let pixels = bitmap::scaled(picture, width, height);
        let input = bitmap::planes(&pixels, width, width);
        let shape = [1, 3, height as usize, width as usize];
        let map = run(&mut self.detector, shape, input)?;
        if map.len() != pixels.len() || map.iter().any(|value| !value.is_finite()) {
            return Err(fails("its map of the text is none"));
        }
        let scale =
            [picture.width() as f32 / width as f32, picture.height() as f32 / height as f32];
        let regions = regions::find(&map, width as usize, &detection);
        Ok(regions.iter().map(|region| region.corners(scale)).collect())
    }

    fn read_boxes(
        &mut self,
        picture: &Bitmap,
        boxes: &[[[f32; 2]; 4]],
    ) -> Result<Vec<RecognisedLine>> {
        let thick = usual_thickness(boxes);
        let mut lines = Vec::with_capacity(boxes.len());
        for corners in boxes {
            // a box higher than wide may be a single letter: text on its side is longer than that
            let line = if on_side(corners) && sides(corners).1 > 2.0 * thick {
                let up = self.read_line(picture, &rotated(corners, 3))?;
                let down = self.read_line(picture, &rotated(corners, 1))?;
                if up.confidence() >= down.confidence() { up } else { down }
            } else {
                self.read_line(picture, corners)?
            };
            if !line.letters.is_empty() {
                lines.push(line);
            }
        }
        Ok(lines)
    }

    /// Whether some of its longest lines are read with more confidence the other way round.
    fn reads_better_turned(&mut self, picture: &Bitmap, boxes: &[[[f32; 2]; 4]]) -> Result<bool> {
        let mut longest: Vec<_> = boxes.iter().filter(|corners| !on_side(corners)).collect();
        longest.sort_by(|a, b| sides(b).0.total_cmp(&sides(a).0));
        let (mut as_is, mut turned) = (Vec::new(), Vec::new());
        for corners in longest.into_iter().take(TRIED) {
            as_is.push(self.read_line(picture, corners)?);
            turned.push(self.read_line(picture, &rotated(corners, 2))?);
        }
        Ok(confidence(&turned) > confidence(&as_is))
    }

    fn read_line(&mut self, picture: &Bitmap, corners: &[[f32; 2]; 4]) -> Result<RecognisedLine> {
        let recognition = self.manifest.recognition;
        let (length, thickness) = sides(corners);
        let width = recognition.height as f32 * length / thickness.max(1.0);
        let width = (width.ceil() as u32).clamp(1, recognition.most_width);
        let padded = width.max(recognition.least_width);
        let strip = bitmap::strip(picture, corners, width, recognition.height);
        let input = bitmap::planes(&strip, width, padded);
        let shape = [1, 3, recognition.height as usize, padded as usize];
        let likelihoods = run(&mut self.reader, shape, input)?;
        let classes = self.alphabet.classes();
        if likelihoods.is_empty() || !likelihoods.len().is_multiple_of(classes) {
            return Err(fails("it does not answer with its own letters"));
        }
        let filled = width as f32 / padded as f32;
        let letters = lines::decode(&likelihoods, &self.alphabet, filled)
            .ok_or_else(|| fails("its likelihoods are no numbers"))?;
        Ok(RecognisedLine { corners: *corners, letters })
    }
}

/// The values of the graph's only answer.
fn run(session: &mut Session, shape: [usize; 4], input: Vec<f32>) -> Result<Vec<f32>> {
    let input = Tensor::from_array((shape, input)).map_err(fails)?;
    let outputs = session.run(ort::inputs![input]).map_err(fails)?;
    let (_, output) = outputs.iter().next().ok_or_else(|| fails("it has no output"))?;
    let (_, values) = output.try_extract_tensor::<f32>().map_err(fails)?;
    Ok(values.to_vec())
}

fn fails(reason: impl ToString) -> Error {
    Error::Fails { name: NAME.to_owned(), reason: reason.to_string() }
}

/// Length and thickness of a line.
fn sides([a, b, _, d]: &[[f32; 2]; 4]) -> (f32, f32) {
    ((b[0] - a[0]).hypot(b[1] - a[1]), (d[0] - a[0]).hypot(d[1] - a[1]))
}

fn on_side(corners: &[[f32; 2]; 4]) -> bool {
    let (length, thickness) = sides(corners);
    thickness > ON_SIDE * length
}

/// The same box, its line beginning so many corners further.
fn rotated(corners: &[[f32; 2]; 4], by: usize) -> [[f32; 2]; 4] {
    let mut corners = *corners;
    corners.rotate_left(by);
    corners
}

/// Whether lines on their side are longer, all together, than the others.
fn mostly_on_side(boxes: &[[[f32; 2]; 4]]) -> bool {
    let long = |side: bool| -> f32 {
        let of = boxes.iter().filter(|corners| on_side(corners) == side);
        of.map(|corners| sides(corners).0.max(sides(corners).1)).sum()
    };
    long(true) > long(false)
}

/// The middle thickness of the lines that do not stand on their side.
fn usual_thickness(boxes: &[[[f32; 2]; 4]]) -> f32 {
    let lines = boxes.iter().filter(|corners| !on_side(corners));
    let mut thick: Vec<f32> = lines.map(|corners| sides(corners).1).collect();
    thick.sort_by(f32::total_cmp);
    thick.get(thick.len() / 2).copied().unwrap_or(0.0)
}

/// Mean over all letters; 0 where there is none.
fn confidence(lines: &[RecognisedLine]) -> f32 {
    let letters = || lines.iter().flat_map(|line| &line.letters);
    letters().map(|letter| letter.confidence).sum::<f32>() / letters().count().max(1) as f32
}

impl std::fmt::Debug for Recogniser {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Recogniser")
    }
}

/// Where the recogniser's files are, if they are all there with the right sizes.
pub(crate) fn place(library: Option<&Path>, models: Option<&Path>) -> Result<Place> {
    let manifest = Manifest::builtin()?;
    let folder = models.map(|models| models.join(NAME));
    manifest.require(folder.as_deref())?;
    let library = runtime::present(library)?.to_owned();
    Ok(Place { library, folder: folder.unwrap_or_default() })
}
