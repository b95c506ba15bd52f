//! Between what numbers a plan's settings lie, wherever they are asked for.

use std::ops::RangeInclusive;

/// Of [`Sampling::most`](super::Sampling::most), in centipawns.
pub const MOST: RangeInclusive<f64> = 1.0..=1e5;

/// Of [`Plan::prior`](super::Plan::prior), in widths.
pub const PRIOR: RangeInclusive<f64> = 1e-3..=1e3;

/// Of [`Plan::evidence`](super::Plan::evidence), in results.
pub const EVIDENCE: RangeInclusive<f64> = 1e-3..=1e3;

/// Of [`Teaching::trust`](super::Teaching::trust).
pub const TRUST: RangeInclusive<f64> = 0.0..=1.0;

/// Of the share of the way that is gone; beyond 1 the fit is overshot.
pub const SHARE: RangeInclusive<f64> = 0.0..=2.0;
