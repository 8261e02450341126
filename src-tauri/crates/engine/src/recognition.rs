//! Text recognition, wired: the worker of `convert` looks at pictures with what `models` reads them
//! with. And the person's switch for it, kept in the vault.

use crate::{
    Palace, Snapshot,
    error::Result,
    tables::{SCANS, ScansRecord},
};
use convert::{Awaken, Recogniser, RecogniserFiles};
use models::ocr;
use std::process::ExitCode;
use types::{Bitmap, Recognition, ScansRequest, ScansView};

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

impl Snapshot {
    /// Whether pages that are pictures are read, and whether there is what reads them.
    pub fn scans(&self) -> Result<ScansView> {
        let problem = self.resources.models.ocr().err().map(|error| error.problem());
        Ok(ScansView { recognise: self.recognises()?, problem })
    }

    /// On unless it was switched off.
    pub(crate) fn recognises(&self) -> Result<bool> {
        let record = self.records.get(SCANS, &[b"scans"])?;
        Ok(record.is_none_or(|record| record.recognise))
    }
}

impl Palace {
    /// Switches it on or off, for what is read from now on.
    pub fn set_scans(&self, request: &ScansRequest) -> Result<ScansView> {
        let mut writer = self.write()?;
        let mut tx = writer.begin();
        tx.batch.put(SCANS, &[b"scans"], &ScansRecord { recognise: request.recognise })?;
        let action = if request.recognise { "scans.on" } else { "scans.off" };
        tx.commit(action, Vec::new())?.scans()
    }
}
