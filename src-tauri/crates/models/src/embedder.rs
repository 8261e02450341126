//! One loaded model: texts in, unit vectors out. Windows of all texts are sorted by length and run
//! in batches; a text of several windows gets their normalised mean. Keeps and logs no text.

use crate::manifest::Pooling;
use crate::package::Package;
use crate::pooling::{self, DIMENSIONS, Vector};
use crate::sessions::Sessions;
use crate::tokens::{Purpose, Tokens};
use crate::{Error, Result};
use ort::environment::Environment;
use ort::session::{SessionInputValue, SessionOutputs};
use ort::value::Tensor;
use types::Fusion;

/// A model at work. Several threads may embed at once.
pub struct Embedder {
    package: Package,
    tokens: Tokens,
    sessions: Sessions,
}

/// Token ids of one window, and the text it belongs to.
struct Window {
    text: usize,
    ids: Vec<u32>,
}

impl Embedder {
    /// Loads a package whose files are there; every hash is checked on the way.
    pub(crate) fn open(package: Package, environment: Environment) -> Result<Self> {
        let span = tracing::info_span!("load_model", model = package.manifest.name);
        let _entered = span.enter();
        package.require()?;
        let tokens = Tokens::open(&package)?;
        let sessions = Sessions::open(package.clone(), environment)?;
        Ok(Self { package, tokens, sessions })
    }

    /// The model's name, which is also the name of its vector space.
    pub fn name(&self) -> &str {
        &self.package.manifest.name
    }

    /// How its list is best joined with the others.
    pub fn fusion(&self) -> Fusion {
        self.package.manifest.fusion
    }

    /// Vectors of passages, in their order.
    pub fn passages(&self, texts: &[&str]) -> Result<Vec<Vector>> {
        self.embed(texts, Purpose::Passage)
    }

    /// The vector of a query.
    pub fn query(&self, text: &str) -> Result<Vector> {
        let vectors = self.embed(&[text], Purpose::Query)?;
        vectors.into_iter().next().ok_or_else(|| self.fails("it gave no vector"))
    }

    fn embed(&self, texts: &[&str], purpose: Purpose) -> Result<Vec<Vector>> {
        let span = tracing::debug_span!("embed", model = self.name(), texts = texts.len());
        let _entered = span.enter();
        let mut windows = Vec::with_capacity(texts.len());
        for (text, content) in texts.iter().enumerate() {
            let ids = self.tokens.windows(content, purpose)?;
            windows.extend(ids.into_iter().map(|ids| Window { text, ids }));
        }
        windows.sort_by_key(|window| window.ids.len());
        let mut sums = vec![Sum::default(); texts.len()];
        let mut rest = windows.as_slice();
        while let Some(count) = self.batch_length(rest) {
            let (batch, after) = rest.split_at(count);
            for (window, vector) in batch.iter().zip(self.run(batch)?) {
                sums.get_mut(window.text).into_iter().for_each(|sum| sum.add(&vector));
            }
            rest = after;
        }
        tracing::debug!(windows = windows.len(), "embedded");
        sums.iter().map(|sum| sum.mean().ok_or_else(|| self.fails("its windows cancel"))).collect()
    }

    /// How many of the next windows, shortest first, make a batch; nothing when none is left.
    fn batch_length(&self, windows: &[Window]) -> Option<usize> {
        let run = self.package.manifest.run;
        let fits = |(before, window): &(usize, &Window)| {
            *before == 0 || (before + 1) * window.ids.len() <= run.batch_tokens
        };
        let count = windows.iter().take(run.batch_texts).enumerate().take_while(fits).count();
        (count > 0).then_some(count)
    }

    /// Unit vectors of one batch.
    fn run(&self, batch: &[Window]) -> Result<Vec<Vector>> {
        let length = batch.iter().map(|window| window.ids.len()).max().unwrap_or(0);
        let shape = [batch.len(), length];
        let mut ids = Vec::with_capacity(batch.len() * length);
        let mut mask = Vec::with_capacity(batch.len() * length);
        for window in batch {
            let padding = length - window.ids.len();
            ids.extend(window.ids.iter().map(|id| i64::from(*id)));
            ids.extend(std::iter::repeat_n(0, padding));
            mask.extend(std::iter::repeat_n(1i64, window.ids.len()));
            mask.extend(std::iter::repeat_n(0, padding));
        }
        let inputs = self.inputs(shape, ids, &mask).map_err(|error| self.fails(error))?;
        let mut loan = self.sessions.borrow()?;
        let session = loan.session().ok_or_else(|| self.fails("its session is gone"))?;
        let outputs = session.run(inputs).map_err(|error| self.fails(error))?;
        self.pool(&outputs, shape, &mask)
    }

    /// The graph's inputs by name.
    fn inputs(
        &self,
        shape: [usize; 2],
        ids: Vec<i64>,
        mask: &[i64],
    ) -> ort::Result<Vec<(String, SessionInputValue<'static>)>> {
        let names = self.package.manifest.inputs.iter();
        names
            .map(|name| {
                let values = match name.as_str() {
                    "input_ids" => ids.clone(),
                    "attention_mask" => mask.to_vec(),
                    // one segment: every token is of type 0
                    _ => vec![0; ids.len()],
                };
                Ok((name.clone(), Tensor::from_array((shape, values))?.into()))
            })
            .collect()
    }

    /// Pooling, layer norm, truncation and length 1, as the manifest has it.
    fn pool(
        &self,
        outputs: &SessionOutputs<'_>,
        [texts, length]: [usize; 2],
        mask: &[i64],
    ) -> Result<Vec<Vector>> {
        let manifest = &self.package.manifest;
        let width = manifest.dimensions;
        let (_, output) = outputs.iter().next().ok_or_else(|| self.fails("it has no output"))?;
        let (shape, values) =
            output.try_extract_tensor::<f32>().map_err(|error| self.fails(error))?;
        let sizes = match manifest.pooling {
            Pooling::InGraph => vec![texts as i64, width as i64],
            Pooling::Mean => vec![texts as i64, length as i64, width as i64],
        };
        if shape.iter().ne(sizes.iter()) {
            return Err(self.fails(format!("its output is {shape:?} and not {sizes:?}")));
        }
        let rows: Vec<Vec<f32>> = match manifest.pooling {
            Pooling::InGraph => values.chunks_exact(width).map(<[f32]>::to_vec).collect(),
            Pooling::Mean => values
                .chunks_exact(width * length)
                .zip(mask.chunks_exact(length))
                .map(|(states, mask)| pooling::masked_mean(states, mask, width))
                .collect(),
        };
        let finish = |mut row: Vec<f32>| {
            if manifest.layer_norm {
                pooling::layer_norm(&mut row);
            }
            pooling::unit(&row).ok_or_else(|| self.fails("it gave a vector without direction"))
        };
        rows.into_iter().map(finish).collect()
    }

    fn fails(&self, reason: impl ToString) -> Error {
        Error::Fails { name: self.name().to_owned(), reason: reason.to_string() }
    }
}

/// The windows of one text, added up.
#[derive(Clone)]
struct Sum {
    vector: Vector,
    windows: usize,
}

impl Default for Sum {
    fn default() -> Self {
        Self { vector: [0.0; DIMENSIONS], windows: 0 }
    }
}

impl Sum {
    fn add(&mut self, window: &Vector) {
        self.vector.iter_mut().zip(window).for_each(|(sum, value)| *sum += value);
        self.windows += 1;
    }

    /// The normalised mean; a single window as it is, to the last bit.
    fn mean(&self) -> Option<Vector> {
        if self.windows == 1 { Some(self.vector) } else { pooling::unit(&self.vector) }
    }
}
