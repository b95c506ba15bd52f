//! Row charts: rows of named items with a mark for each quantity, to be compared by reading down.
//!
//! Source: Cleveland, *Graphical Methods for Data Presentation* (1984), the dot chart.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, AxisRange, AxisScale, label};
use super::chart::{Curve, CurveStyle, PlotError, ReferenceLine};
use super::draw::{self, GRID, HEAD, INK, LEFT, QUIET, failed, heading};

/// Width of the chart in pixels.
const WIDTH: u32 = 960;
/// Height of one row in pixels.
const ROW: u32 = 21;
/// Height of the x axis labels in pixels.
const FOOT: u32 = 78;
/// Approximate width of a letter of the rows' names in pixels.
const LETTER: u32 = 8;

/// A chart of some quantities of named items, one item per row.
#[derive(Clone, Debug)]
pub struct RowChart {
    /// Title of the chart.
    pub title: String,
    /// Settings behind the chart, in small print below the title.
    pub subtitle: String,
    /// Name of the x quantity, with its unit.
    pub x_label: String,
    /// Scale of the x axis.
    pub x_axis: Axis,
    /// Value to compare with, drawn as a dashed vertical line with its name; its `y` is a value of x here.
    pub reference: Option<ReferenceLine>,
    /// Names of the rows, from the top.
    pub names: Vec<String>,
    /// Quantities, in the order of the legend.
    pub series: Vec<RowSeries>,
}

/// One quantity of all rows.
#[derive(Clone, Debug)]
pub struct RowSeries {
    /// Name in the legend.
    pub name: String,
    /// Values by row; `None` if not measured.
    pub values: Vec<Option<RowValue>>,
}

/// The value of one row.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RowValue {
    /// Measured value.
    pub x: f64,
    /// Half the width of the 95 % interval; 0 for none.
    pub error: f64,
    /// True if the value is only a lower bound.
    pub is_more: bool,
}

impl RowChart {
    /// Returns the chart as an SVG document.
    ///
    /// # Errors
    ///
    /// [`PlotError`] if there is nothing to draw, or a negative value on a logarithmic axis.
    pub fn to_svg(&self) -> Result<String, PlotError> {
        let values: Vec<RowValue> = self.values().map(|(_, _, value)| value).collect();
        draw::check(&self.title, self.x_axis, values.iter().map(|value| value.x))?;
        let mut text = String::new();
        {
            let rows = u32::try_from(self.names.len()).unwrap_or(u32::MAX);
            let height = HEAD.unsigned_abs() + FOOT + rows.saturating_mul(ROW);
            let root = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
            root.fill(&WHITE).map_err(failed)?;
            let legend: Vec<Curve> = self.series.iter().map(RowSeries::legend).collect();
            heading(&root, &self.title, &self.subtitle, &legend)?;
            let (_, body) = root.split_vertically(HEAD);
            self.plane(&body, &values)?;
            root.present().map_err(failed)?;
        }
        Ok(text)
    }

    /// Returns every value that can be drawn, with its series and row.
    fn values(&self) -> impl Iterator<Item = (usize, usize, RowValue)> + '_ {
        self.series.iter().enumerate().flat_map(|(series, found)| {
            found
                .values
                .iter()
                .take(self.names.len())
                .enumerate()
                .filter_map(move |(row, value)| Some((series, row, (*value)?)))
                .filter(|(_, _, value)| value.x.is_finite() && value.error.is_finite())
        })
    }

    fn plane(&self, body: &draw::Area<'_>, values: &[RowValue]) -> Result<(), PlotError> {
        let ends = values
            .iter()
            .flat_map(|value| [value.x - value.error, value.x + value.error])
            .chain(self.reference.iter().map(|line| line.y));
        let scale = AxisScale::over(self.x_axis, ends);
        let rows = self.names.len() as f64;
        let middles = (0..self.names.len()).map(middle).collect();
        let mut context = ChartBuilder::on(body)
            .margin_left(LEFT - 12)
            .margin_right(30)
            .margin_top(4)
            .margin_bottom(12)
            .x_label_area_size(54)
            .y_label_area_size(self.room_for_names())
            .build_cartesian_2d(
                AxisRange::new(scale.range(), scale.ticks()),
                // The first row is at the top.
                AxisRange::new(rows..0.0, middles),
            )
            .map_err(failed)?;
        context
            .configure_mesh()
            .bold_line_style(GRID.stroke_width(1))
            .light_line_style(TRANSPARENT)
            .axis_style(QUIET.stroke_width(1))
            .label_style(("sans-serif", 16).into_font().color(&QUIET))
            .axis_desc_style(("sans-serif", 17).into_font().color(&INK))
            .x_label_formatter(&|place| label(scale.value(*place)))
            .y_label_formatter(&|place| self.name_at(*place).to_owned())
            .x_desc(self.x_label.as_str())
            .draw()
            .map_err(failed)?;
        let area = context.plotting_area();
        if let Some(reference) = &self.reference {
            let x = scale.place(reference.y);
            draw::dashes(area, [(x, rows), (x, 0.0)], &reference.name)?;
        }
        for (series, row, value) in self.values() {
            let (y, ink) = (middle(row), draw::colour(series));
            if value.error > 0.0 {
                let ends = [value.x - value.error, value.x + value.error];
                let bar = ends.map(|x| (scale.place(x), y)).to_vec();
                let bar = PathElement::new(bar, ink.mix(0.35).stroke_width(2));
                area.draw(&bar).map_err(failed)?;
            }
            let at = (scale.place(value.x), y);
            area.draw(&draw::mark(at, series)).map_err(failed)?;
            if value.is_more {
                let style = ("sans-serif", 17)
                    .into_font()
                    .color(&ink)
                    .pos(Pos::new(HPos::Left, VPos::Center));
                let more = EmptyElement::at(at) + Text::new("…", (8, -3), style);
                area.draw(&more).map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Returns the width that the longest name takes, in pixels.
    fn room_for_names(&self) -> u32 {
        let longest = self.names.iter().map(|name| name.chars().count()).max();
        u32::try_from(longest.unwrap_or(0)).unwrap_or(0) * LETTER + 14
    }

    /// Returns the name of the row at a place of the y axis.
    fn name_at(&self, place: f64) -> &str {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the middle of a row, which has a number"
        )]
        let row = place.max(0.0) as usize;
        self.names.get(row).map_or("", String::as_str)
    }
}

impl RowSeries {
    /// Returns the curve that stands for the series in the legend.
    fn legend(&self) -> Curve {
        Curve {
            name: self.name.clone(),
            style: CurveStyle::Bars,
            points: Vec::new(),
        }
    }
}

/// Returns the middle of a row on the y axis.
fn middle(row: usize) -> f64 {
    row as f64 + 0.5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(values: Vec<Option<RowValue>>) -> RowChart {
        RowChart {
            title: "Nodes by technique".into(),
            subtitle: "made up".into(),
            x_label: "nodes".into(),
            x_axis: Axis::Logarithmic,
            reference: Some(ReferenceLine {
                y: 900.0,
                name: "today".into(),
            }),
            names: vec!["minimax".into(), "alpha & beta".into(), "nothing".into()],
            series: vec![RowSeries {
                name: "to depth 3".into(),
                values,
            }],
        }
    }

    const fn value(x: f64, is_more: bool) -> RowValue {
        RowValue {
            x,
            error: 0.0,
            is_more,
        }
    }

    #[test]
    fn every_row_has_its_name_and_its_mark() {
        let drawn = rows(vec![
            Some(value(90_000.0, true)),
            Some(value(5_000.0, false)),
            None,
        ]);
        let svg = drawn.to_svg().expect("an image");
        for word in [
            "minimax",
            "alpha &amp; beta",
            "nothing",
            "today",
            "to depth 3",
            "…",
        ] {
            assert!(svg.contains(word), "{word} is missing");
        }
        // Two values and one entry in the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg, drawn.to_svg().expect("the same again"));
    }

    #[test]
    fn nothing_to_draw_is_said() {
        assert!(matches!(
            rows(vec![None]).to_svg(),
            Err(PlotError::Empty(_))
        ));
        assert!(matches!(
            rows(vec![Some(value(-1.0, false))]).to_svg(),
            Err(PlotError::LeftOfZero { .. })
        ));
    }
}
