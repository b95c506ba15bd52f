//! Charts of curves with their uncertainty, as SVG.
//!
//! A [`Chart`] (curves over a quantity) or [`RowChart`] (one mark per row) is plain data; `to_svg` converts it to
//! text that any browser can show. The background is white, so it is readable on dark pages too. The colours are
//! those of M. Okabe and K. Ito, *Color Universal Design* (2008), which colour-blind readers can tell apart, and each
//! curve also has a mark of its own shape.
//!
//! May use: L0.

mod axis;
mod chart;
mod draw;
mod row_chart;

pub use axis::Axis;
pub use chart::{Chart, Curve, CurveStyle, PlotError, Point, ReferenceLine};
pub use row_chart::{RowChart, RowSeries, RowValue};

impl Chart {
    /// Returns the chart as an SVG document. Points that are not finite are left out.
    ///
    /// # Errors
    ///
    /// [`PlotError`] if there is nothing to draw, or a negative x on a logarithmic axis.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        draw::svg(self)
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
