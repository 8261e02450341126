//! What every measuring shares: a palace for a while, numbers by a fixed seed, times in short.

use engine::{Error, KdfParams, Palace, Passphrase, Resources, Result, Spaces, io_problem};
use std::sync::Arc;
use types::Percentiles;

/// SplitMix64 (Steele, Lea and Flood 2014), as a step function.
pub(crate) fn splitmix(state: u64) -> u64 {
    let mut mixed = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// Median and 99th percentile by nearest rank.
pub(crate) fn percentiles(mut times_ms: Vec<f64>) -> Percentiles {
    times_ms.sort_by(f64::total_cmp);
    let rank = |share: f64| {
        let place = (share * times_ms.len() as f64).ceil() as usize;
        times_ms.get(place.saturating_sub(1)).copied().unwrap_or(0.0)
    };
    Percentiles { p50: rank(0.5), p99: rank(0.99) }
}

/// Median by nearest rank.
pub(crate) fn median(times_ms: Vec<f64>) -> f64 {
    percentiles(times_ms).p50
}

/// A folder that goes when it is dropped. It holds sealed records only.
pub(crate) fn temporary_home() -> Result<tempfile::TempDir> {
    tempfile::Builder::new()
        .prefix("loci-")
        .tempdir()
        .map_err(|source| Error::Problem(io_problem("No temporary folder could be made", &source)))
}

/// `resources` with `model` as the only embedding model, where one is named.
pub(crate) fn with_model(resources: Resources, model: Option<&str>) -> Result<Resources> {
    let Some(model) = model else { return Ok(resources) };
    resources.models().load(model)?;
    Ok(resources.with_spaces(Spaces { first: None, preferred: Some(model.to_owned()) }))
}

/// An empty palace in a folder that goes when it is dropped.
pub(crate) fn temporary_palace(resources: Resources) -> Result<(tempfile::TempDir, Palace)> {
    let home = temporary_home()?;
    let palace = Palace::create(
        &home.path().join("vault"),
        &Passphrase::new("a temporary vault".to_owned())?,
        KdfParams::FLOOR,
        Arc::new(resources),
    )?;
    Ok((home, palace))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_nearest_ranks() {
        let hundred = percentiles((1..=100).rev().map(f64::from).collect());
        assert_eq!((hundred.p50, hundred.p99), (50.0, 99.0));
        let one = percentiles(vec![7.0]);
        assert_eq!((one.p50, one.p99), (7.0, 7.0));
        assert_eq!(percentiles(Vec::new()).p50, 0.0);
    }
}
