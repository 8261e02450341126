//! All models of an installation: listed, verified, preferred, loaded once and shared.

use crate::catalogue::{self, MINILM};
use crate::embedder::Embedder;
use crate::package::{Package, Presence};
use crate::{DEFAULT_MODEL, DIMENSIONS, Error, Result, ocr, runtime};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use types::ModelView;

/// Where an installation keeps what is not part of the program.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    /// The library file of ONNX Runtime.
    pub onnxruntime: Option<PathBuf>,
    /// The folder with one folder a model.
    pub models: Option<PathBuf>,
}

/// The models; cheap to open, since nothing is loaded before it is asked for.
pub struct Models {
    paths: Paths,
    loaded: Mutex<HashMap<String, Arc<Embedder>>>,
}

impl Models {
    /// Remembers where to look.
    pub fn open(paths: Paths) -> Self {
        Self { paths, loaded: Mutex::default() }
    }

    /// Every model with what is there of it, judged by names and sizes; loads nothing.
    pub fn list(&self) -> Vec<ModelView> {
        let mut views = self.views(|package| {
            package.require()?;
            runtime::present(self.paths.onnxruntime.as_deref()).map(drop)
        });
        views.extend(self.ocr_view(self.ocr().map(drop)));
        views
    }

    /// Every model after recomputing all hashes and embedding a sentence with a fresh session.
    pub fn verify(&self) -> Vec<ModelView> {
        let mut views = self.views(|package| {
            package.verify()?;
            self.open_embedder(package.clone())?.query("The order of the day is verification.")?;
            Ok(())
        });
        let opened = self.ocr().and_then(|place| ocr::Parts::read(&place)?.open(1)).map(drop);
        views.extend(self.ocr_view(opened));
        views
    }

    /// Where the model that recognises text is, if it is there with ONNX Runtime.
    pub fn ocr(&self) -> Result<ocr::Place> {
        ocr::place(self.paths.onnxruntime.as_deref(), self.folder())
    }

    fn ocr_view(&self, outcome: Result<()>) -> Option<ModelView> {
        let manifest = ocr::Manifest::builtin().ok()?;
        let installed = manifest.require(self.folder().map(|at| at.join(ocr::NAME)).as_deref());
        Some(ModelView {
            name: ocr::NAME.to_owned(),
            installed: installed.is_ok(),
            in_use: outcome.is_ok(),
            dimensions: 0,
            max_tokens: 0,
            licence: manifest.licence,
            problem: match outcome {
                Ok(()) | Err(Error::NotInstalled { .. }) => None,
                Err(error) => Some(error.problem()),
            },
        })
    }

    /// The model to use: `minilm-l6` where it is installed, else the default.
    pub fn preferred(&self) -> &str {
        let minilm = catalogue::package(MINILM, self.folder());
        let installed = minilm.is_ok_and(|p| matches!(p.presence(), Presence::Whole));
        if installed { MINILM } else { DEFAULT_MODEL }
    }

    /// The model of that name, loaded now unless it was before.
    pub fn load(&self, name: &str) -> Result<Arc<Embedder>> {
        let loaded = || self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(embedder) = loaded().get(name) {
            return Ok(Arc::clone(embedder));
        }
        // not under the lock: a large model must not keep others waiting
        let package = catalogue::package(name, self.folder())?;
        let embedder = Arc::new(self.open_embedder(package)?);
        Ok(Arc::clone(loaded().entry(name.to_owned()).or_insert(embedder)))
    }

    fn open_embedder(&self, package: Package) -> Result<Embedder> {
        package.require()?;
        let environment = runtime::environment(self.paths.onnxruntime.as_deref())?;
        Embedder::open(package, environment)
    }

    fn folder(&self) -> Option<&Path> {
        self.paths.models.as_deref()
    }

    fn views(&self, check: impl Fn(&Package) -> Result<()>) -> Vec<ModelView> {
        let preferred = self.preferred();
        let view = |name: String| {
            let package = catalogue::package(&name, self.folder());
            let presence = package.as_ref().ok().map(Package::presence);
            let outcome = package.as_ref().map_or(Ok(()), &check);
            let problem = match (&package, outcome) {
                (Err(error), _) => Some(error.problem()),
                // a model that nobody installed is no problem
                (Ok(_), Ok(()) | Err(Error::NotInstalled { .. })) => None,
                (Ok(_), Err(error)) => Some(error.problem()),
            };
            let manifest = package.as_ref().ok().map(|package| &package.manifest);
            ModelView {
                installed: matches!(presence, Some(Presence::Whole)),
                in_use: name == preferred,
                dimensions: manifest.map_or(0, |_| DIMENSIONS as u32),
                max_tokens: manifest.map_or(0, |m| m.max_tokens.try_into().unwrap_or(u32::MAX)),
                licence: manifest.map_or_else(String::new, |m| m.licence.clone()),
                name,
                problem,
            }
        };
        catalogue::names(self.folder()).into_iter().map(view).collect()
    }
}
