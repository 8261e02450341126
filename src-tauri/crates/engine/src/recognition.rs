//! Text recognition, wired: the worker of `convert` looks at pictures with what `models` reads them
//! with.

use convert::{Awaken, Recogniser, RecogniserFiles};
use models::ocr;
use std::process::ExitCode;
use types::{Bitmap, Recognition};

/// More threads than this do not make a page faster.
const THREADS: usize = 4;

/// Runs a conversion worker until its parent hangs up.
pub fn worker_main() -> ExitCode {
    convert::worker_main(prepare)
}

fn prepare(files: &RecogniserFiles) -> Option<Awaken> {
    let RecogniserFiles { library, model } = files.clone();
    let parts = ocr::Parts::read(&ocr::Place { library, folder: model }).ok()?;
    let threads = std::thread::available_parallelism().map_or(1, |cores| cores.get().min(THREADS));
    Some(Box::new(move || {
        let reader = Reader(parts.open(threads).ok()?);
        Some(Box::new(reader) as Box<dyn Recogniser>)
    }))
}

struct Reader(ocr::Recogniser);

impl Recogniser for Reader {
    fn read(&mut self, picture: &Bitmap) -> Option<Recognition> {
        self.0.read(picture).ok()
    }
}

/// Where the recogniser's files are, if they are all there.
pub(crate) fn files(models: &models::Models) -> Option<RecogniserFiles> {
    let ocr::Place { library, folder } = models.ocr().ok()?;
    Some(RecogniserFiles { library, model: folder })
}
