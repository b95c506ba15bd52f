//! Between what numbers a plan's settings lie, wherever they are asked for.

use std::ops::RangeInclusive;

/// Of [`PositionSampling::most`](super::PositionSampling::most), in centipawns.
pub const MOST: RangeInclusive<f64> = 1.0..=1e5;

/// Of [`FitPlan::prior`](super::FitPlan::prior), in widths.
pub const PRIOR: RangeInclusive<f64> = 1e-3..=1e3;

/// Of [`FitPlan::evidence`](super::FitPlan::evidence), in results.
pub const EVIDENCE: RangeInclusive<f64> = 1e-3..=1e3;

/// Of [`SearchTeaching::trust`](super::SearchTeaching::trust).
pub const TRUST: RangeInclusive<f64> = 0.0..=1.0;

/// Of the share of the way that is gone; beyond 1 the fit is overshot.
pub const SHARE: RangeInclusive<f64> = 0.0..=2.0;
