//! Allowed ranges of a plan's settings.

use std::ops::RangeInclusive;

/// Allowed range of [`PositionSampling::most`](super::PositionSampling::most), in centipawns: positions whose
/// evaluation is beyond it are left out.
pub const MOST: RangeInclusive<f64> = 1.0..=1e5;

/// Range of [`FitPlan::prior`](super::FitPlan::prior), in widths.
pub const PRIOR: RangeInclusive<f64> = 1e-3..=1e3;

/// Range of [`FitPlan::evidence`](super::FitPlan::evidence), in results.
pub const EVIDENCE: RangeInclusive<f64> = 1e-3..=1e3;

/// Range of [`SearchTeaching::trust`](super::SearchTeaching::trust).
pub const TRUST: RangeInclusive<f64> = 0.0..=1.0;

/// Range of the share of the way to the fit; beyond 1 the weights go beyond the fit.
pub const SHARE: RangeInclusive<f64> = 0.0..=2.0;
