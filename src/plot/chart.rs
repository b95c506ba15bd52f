//! What a chart is made of: curves of points with their errors, and what is written beside them.

use super::axis::Axis;

/// A picture of some curves over one quantity.
#[derive(Clone, Debug)]
pub struct Chart {
    /// What it shows, in a few words.
    pub title: String,
    /// The settings behind it, in small print below the title.
    pub subtitle: String,
    /// The quantity along the bottom, with its unit.
    pub x_label: String,
    /// The quantity along the side, with its unit.
    pub y_label: String,
    /// How x is spread.
    pub x_axis: Axis,
    /// A level to compare with, drawn as a dashed line with its name.
    pub reference: Option<ReferenceLine>,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// A horizontal line that means something.
#[derive(Clone, Debug)]
pub struct ReferenceLine {
    /// Where it lies.
    pub y: f64,
    /// What it means.
    pub name: String,
}

/// One measured quantity.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// How it is drawn.
    pub style: CurveStyle,
    /// What was measured, by rising x.
    pub points: Vec<Point>,
}

impl Curve {
    /// The diagonal from 0 to 1, on which a share is what was forecast.
    pub fn diagonal() -> Self {
        Self {
            name: "as stated".to_owned(),
            style: CurveStyle::Line,
            points: [0.0, 1.0]
                .map(|at| Point {
                    x: at,
                    y: at,
                    error: 0.0,
                })
                .to_vec(),
        }
    }
}

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveStyle {
    /// Points joined by a line, their errors as a band around it.
    Band,
    /// Single points with error bars.
    Bars,
    /// A line without points.
    Line,
}

/// One measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it was measured.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Half the width of its 95 % interval; 0 where there is none.
    pub error: f64,
}

impl Point {
    pub(super) fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.error.is_finite()
    }
}

/// Why a chart could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// There is nothing to draw.
    #[error("the chart '{0}' has no point to draw; measure at least one")]
    Empty(String),
    /// A logarithmic axis has no place for what lies left of zero.
    #[error("the chart '{title}' has a point at x = {x}; a logarithmic axis begins at zero")]
    LeftOfZero {
        /// The chart's title.
        title: String,
        /// The offending place.
        x: f64,
    },
    /// The drawing library refused.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

impl Chart {
    /// The points that can be drawn, of all curves.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.curves
            .iter()
            .flat_map(|curve| curve.points.iter().copied())
            .filter(Point::is_finite)
    }
}
