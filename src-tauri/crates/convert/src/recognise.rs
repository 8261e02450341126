//! Pictures of text, and who reads them. Recognition itself lives elsewhere: whoever starts a worker
//! hands in what does it. An ordinary worker has nothing of the kind and only counts the pictures it
//! meets, so that its parent can ask a worker that has.

use std::cell::RefCell;
use std::path::PathBuf;
use types::{Bitmap, Recognition};

/// Most pixels of a page's picture, and most on one side: what a 1,200 dpi scan is made smaller to.
pub(crate) const PIXELS: u64 = 12_000_000;
pub(crate) const PIXELS_A_SIDE: u32 = 8_000;

/// Recognises the text of pictures.
pub trait Recogniser: Send {
    /// What stands on `picture`; `None` where recognition itself fails.
    fn read(&mut self, picture: &Bitmap) -> Option<Recognition>;
}

/// Where a recogniser's files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecogniserFiles {
    /// The library that runs it.
    pub library: PathBuf,
    /// The folder with its model.
    pub model: PathBuf,
}

/// Second half of making a recogniser, in a process that can open no file any more.
pub type Awaken = Box<dyn FnOnce() -> Option<Box<dyn Recogniser>>>;

/// First half: reads the files. `None` where they are missing or damaged.
pub type Prepare = fn(&RecogniserFiles) -> Option<Awaken>;

/// Looks at pictures, if it can.
#[derive(Default)]
pub(crate) struct Eyes(RefCell<Sight>);

#[derive(Default)]
struct Sight {
    recogniser: Option<Box<dyn Recogniser>>,
    /// Pictures that may still be looked at.
    left: u32,
    /// Pictures that were not looked at, or where that failed.
    missed: u32,
}

impl Eyes {
    /// Eyes that see; see [`Eyes::rest`] for how much.
    pub(crate) fn open(recogniser: Box<dyn Recogniser>) -> Self {
        Self(RefCell::new(Sight { recogniser: Some(recogniser), left: 0, missed: 0 }))
    }

    /// Before each document: so many pictures may be looked at, and none was missed yet.
    pub(crate) fn rest(&self, pictures: u32) {
        let mut sight = self.0.borrow_mut();
        (sight.left, sight.missed) = (pictures, 0);
    }

    /// Whether anything can be recognised at all.
    pub(crate) fn see(&self) -> bool {
        self.0.borrow().recogniser.is_some()
    }

    /// Pictures of the document that nobody has read.
    pub(crate) fn missed(&self) -> u32 {
        self.0.borrow().missed
    }

    /// What stands on a picture, which is drawn only if it will be looked at. Turns at most 3.
    pub(crate) fn look(&self, draw: impl FnOnce() -> Option<Bitmap>) -> Option<Recognition> {
        let mut sight = self.0.borrow_mut();
        let may = sight.left > 0;
        sight.left = sight.left.saturating_sub(1);
        let recogniser = sight.recogniser.as_mut().filter(|_| may);
        let recognition = recogniser.and_then(|recogniser| recogniser.read(&draw()?));
        if recognition.is_none() {
            sight.missed += 1;
        }
        recognition.filter(|recognition| recognition.quarter_turns < 4)
    }
}
