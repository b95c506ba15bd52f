//! Contents of a chart: curves of points with errors, and labels.

use super::axis::Axis;

/// A chart of curves over one quantity.
#[derive(Clone, Debug)]
pub struct Chart {
    /// Title of the chart.
    pub title: String,
    /// Settings behind the chart, in small print below the title.
    pub subtitle: String,
    /// Name of the x quantity, with its unit.
    pub x_label: String,
    /// Name of the y quantity, with its unit.
    pub y_label: String,
    /// Scale of the x axis.
    pub x_axis: Axis,
    /// Value to compare with, drawn as a dashed line with its name.
    pub reference: Option<ReferenceLine>,
    /// Curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// A reference line: horizontal in a [`Chart`], vertical in a [`RowChart`](super::RowChart).
#[derive(Clone, Debug)]
pub struct ReferenceLine {
    /// Value at which the line lies: of y in a chart, of x in a chart of rows.
    pub y: f64,
    /// Name shown beside the line.
    pub name: String,
}

/// A curve: one measured quantity.
#[derive(Clone, Debug)]
pub struct Curve {
    /// Name in the legend.
    pub name: String,
    /// Drawing style.
    pub style: CurveStyle,
    /// Measured points, by ascending x.
    pub points: Vec<Point>,
}

impl Curve {
    /// Returns the diagonal from 0 to 1, on which observed frequencies equal predicted probabilities.
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

/// Drawing style of a curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveStyle {
    /// Points joined by a line, their errors as a band around it.
    Band,
    /// Single points with error bars.
    Bars,
    /// A line without points.
    Line,
}

/// A measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Value of the x quantity.
    pub x: f64,
    /// Value of the y quantity.
    pub y: f64,
    /// Half the width of the 95 % interval of y; 0 for none.
    pub error: f64,
}

impl Point {
    pub(super) fn is_finite(&self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.error.is_finite()
    }
}

/// Reason why a chart could not be drawn.
#[derive(Debug, thiserror::Error)]
pub enum PlotError {
    /// The chart has no point to draw.
    #[error("the chart '{0}' has no point to draw; measure at least one")]
    Empty(String),
    /// A point lies left of zero, where a logarithmic axis has no place.
    #[error("the chart '{title}' has a point at x = {x}; a logarithmic axis begins at zero")]
    LeftOfZero {
        /// Title of the chart.
        title: String,
        /// Value of x at the point.
        x: f64,
    },
    /// The drawing library returned an error.
    #[error("the chart could not be drawn: {0}")]
    Drawing(String),
}

impl Chart {
    /// Returns the points of all curves that can be drawn.
    pub(super) fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.curves
            .iter()
            .flat_map(|curve| curve.points.iter().copied())
            .filter(Point::is_finite)
    }
}
