//! Curves with their uncertainty, as SVG: the only room that draws.
//!
//! A [`Chart`] (curves over a quantity) or [`RowChart`] (one mark a row) is plain data; `to_svg` turns
//! it into text that any browser shows. The
//! ground is white, so it reads on dark pages too; the colours are those of M. Okabe and K. Ito,
//! *Color Universal Design* (2008), which colour-blind readers can tell apart, and each curve also
//! has a mark of its own shape.
//!
//! May use: L0.

mod axis;
mod draw;
mod row_chart;

pub use axis::Axis;
pub use row_chart::{RowChart, RowSeries, RowValue};

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
    /// The line on which a share is what was stated, from nought to one.
    pub fn exact_number() -> Self {
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
    fn is_finite(&self) -> bool {
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
    /// The chart as one SVG document. Points that are not finite are left out.
    ///
    /// # Errors
    ///
    /// [`PlotError`]: nothing to draw, or a negative x on a logarithmic axis.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        draw::svg(self)
    }

    /// The points that can be drawn, of all curves.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        self.curves
            .iter()
            .flat_map(|curve| curve.points.iter().copied())
            .filter(Point::is_finite)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart(x_axis: Axis, points: Vec<Point>) -> Chart {
        Chart {
            title: "Learned against random".into(),
            subtitle: "made up".into(),
            x_label: "games".into(),
            y_label: "Elo".into(),
            x_axis,
            reference: Some(ReferenceLine {
                y: 0.0,
                name: "equal strength".into(),
            }),
            curves: vec![Curve {
                name: "a < b".into(),
                style: CurveStyle::Band,
                points,
            }],
        }
    }

    fn point(x: f64, y: f64) -> Point {
        Point { x, y, error: 10.0 }
    }

    #[test]
    fn a_chart_is_one_svg_document_with_its_words_escaped() {
        let points = vec![point(0.0, -5.0), point(20.0, 30.0), point(100_000.0, 90.0)];
        for axis in [Axis::Linear, Axis::Logarithmic] {
            let svg = chart(axis, points.clone()).to_svg().expect("an image");
            assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
            for word in [
                "Learned against random",
                "equal strength",
                "a &lt; b",
                "Elo",
            ] {
                assert!(svg.contains(word), "{word} is missing");
            }
        }
    }

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        let chart = chart(Axis::Linear, vec![point(1.0, 2.0), point(3.0, 4.0)]);
        assert_eq!(chart.to_svg().expect("svg"), chart.to_svg().expect("svg"));
    }

    #[test]
    fn a_single_point_and_a_point_that_is_not_finite_are_no_trouble() {
        let points = vec![point(5.0, 7.0), point(6.0, f64::NAN)];
        chart(Axis::Logarithmic, points).to_svg().expect("an image");
    }

    #[test]
    fn nothing_to_draw_is_said() {
        let error = chart(Axis::Linear, vec![]).to_svg().expect_err("no point");
        assert!(error.to_string().contains("no point to draw"));
        let error = chart(Axis::Logarithmic, vec![point(-1.0, 0.0)])
            .to_svg()
            .expect_err("left of zero");
        assert!(matches!(error, PlotError::LeftOfZero { .. }));
    }
}
