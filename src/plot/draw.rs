//! Drawing of a chart: heading, legend, grid, bands, lines and marks.

use plotters::coord::Shift;
use plotters::element::DashedPathElement;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

use super::axis::{Axis, AxisRange, AxisScale, even_ticks, label};
use super::chart::{Chart, Curve, CurveStyle, PlotError, Point};

/// Width and height in pixels; SVG can be scaled.
const SIZE: (u32, u32) = (960, 600);
/// Height of the heading in pixels.
pub(super) const HEAD: i32 = 104;
/// Left margin of heading and plot in pixels.
pub(super) const LEFT: i32 = 28;
/// Width of the y axis labels in pixels.
const Y_LABELS: u32 = 62;

pub(super) const INK: RGBColor = RGBColor(0x22, 0x26, 0x2b);
pub(super) const QUIET: RGBColor = RGBColor(0x5b, 0x63, 0x6e);
pub(super) const GRID: RGBColor = RGBColor(0xe3, 0xe6, 0xea);

/// Colours of Okabe and Ito, those with the most contrast to white first.
const COLOURS: [RGBColor; 6] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xd5, 0x5e, 0x00),
    RGBColor(0x00, 0x9e, 0x73),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x56, 0xb4, 0xe9),
    RGBColor(0xe6, 0x9f, 0x00),
];

pub(super) type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Plane<'a> = DrawingArea<SVGBackend<'a>, Cartesian2d<AxisRange, AxisRange>>;

pub(super) fn failed(error: impl std::fmt::Display) -> PlotError {
    PlotError::Drawing(error.to_string())
}

/// Checks that there is something to draw, and nothing left of zero on a logarithmic axis.
pub(super) fn check(
    title: &str,
    axis: Axis,
    mut values: impl Iterator<Item = f64>,
) -> Result<(), PlotError> {
    let Some(first) = values.next() else {
        return Err(PlotError::Empty(title.to_owned()));
    };
    let negative = std::iter::once(first).chain(values).find(|x| *x < 0.0);
    match (axis, negative) {
        (Axis::Logarithmic, Some(x)) => Err(PlotError::LeftOfZero {
            title: title.to_owned(),
            x,
        }),
        _ => Ok(()),
    }
}

/// Returns the whole SVG document.
pub(super) fn svg(chart: &Chart) -> Result<String, PlotError> {
    check(
        &chart.title,
        chart.x_axis,
        chart.points().map(|point| point.x),
    )?;
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        heading(&root, &chart.title, &chart.subtitle, &chart.curves)?;
        let (_, body) = root.split_vertically(HEAD);
        plane(&body, chart)?;
        root.present().map_err(failed)?;
    }
    Ok(text)
}

/// Draws title, settings and legend, left-aligned above the plot.
pub(super) fn heading(
    root: &Area<'_>,
    title: &str,
    subtitle: &str,
    curves: &[Curve],
) -> Result<(), PlotError> {
    let large = ("sans-serif", 27)
        .into_font()
        .style(FontStyle::Bold)
        .color(&INK);
    let small = ("sans-serif", 17).into_font().color(&QUIET);
    root.draw(&Text::new(title, (LEFT, 18), large))
        .map_err(failed)?;
    root.draw(&Text::new(subtitle, (LEFT, 48), small))
        .map_err(failed)?;
    let mut x = LEFT;
    for (index, curve) in curves.iter().enumerate() {
        legend_entry(root, curve, index, x)?;
        // Letters of this size are about 8 pixels wide.
        x += 58 + 8 * i32::try_from(curve.name.chars().count()).unwrap_or(0);
    }
    Ok(())
}

fn legend_entry(root: &Area<'_>, curve: &Curve, index: usize, x: i32) -> Result<(), PlotError> {
    let (colour, y) = (colour(index), 88);
    if curve.style == CurveStyle::Band {
        let swatch = Rectangle::new([(x, y - 7), (x + 30, y + 7)], colour.mix(0.18).filled());
        root.draw(&swatch).map_err(failed)?;
    }
    if curve.style != CurveStyle::Bars {
        let line = PathElement::new(vec![(x, y), (x + 30, y)], colour.stroke_width(3));
        root.draw(&line).map_err(failed)?;
    }
    if curve.style != CurveStyle::Line {
        root.draw(&mark((x + 15, y), index)).map_err(failed)?;
    }
    let words = ("sans-serif", 17)
        .into_font()
        .color(&INK)
        .pos(Pos::new(HPos::Left, VPos::Center));
    root.draw(&Text::new(curve.name.as_str(), (x + 38, y), words))
        .map_err(failed)
}

/// Draws the plot with its axes.
fn plane(body: &Area<'_>, chart: &Chart) -> Result<(), PlotError> {
    let xs: Vec<f64> = chart.points().map(|point| point.x).collect();
    let scale = AxisScale::over(chart.x_axis, xs.iter().copied());
    let (low, high) = heights(chart);
    let y_ticks = even_ticks(low, high);
    let mut context = ChartBuilder::on(body)
        .margin_left(LEFT - 12)
        .margin_right(30)
        .margin_top(6)
        .margin_bottom(14)
        .x_label_area_size(54)
        .y_label_area_size(Y_LABELS)
        .build_cartesian_2d(
            AxisRange::new(scale.range(), scale.ticks()),
            AxisRange::new(low..high, y_ticks),
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
        .y_label_formatter(&|value| label(*value))
        .x_desc(chart.x_label.as_str())
        .y_desc(chart.y_label.as_str())
        .draw()
        .map_err(failed)?;
    let area = context.plotting_area();
    let at = |point: &Point, shift: f64| (scale.place(point.x), (point.y + shift).clamp(low, high));
    reference_line(area, chart, scale.range())?;
    // Bands come first, so that they hide no curve.
    for (index, curve) in chart.curves.iter().enumerate() {
        uncertainty(area, curve, index, &at)?;
    }
    for (index, curve) in chart.curves.iter().enumerate() {
        values(area, curve, index, &at)?;
    }
    Ok(())
}

/// Returns the range of the y axis: all values, bands, and the reference line. Single error bars may be cut off,
/// since those of a few games would flatten everything else.
fn heights(chart: &Chart) -> (f64, f64) {
    let mut ends: Vec<f64> = chart.reference.iter().map(|line| line.y).collect();
    for curve in &chart.curves {
        let reach = if curve.style == CurveStyle::Band {
            1.0
        } else {
            0.0
        };
        for point in curve.points.iter().filter(|point| point.is_finite()) {
            ends.push(point.y - reach * point.error);
            ends.push(point.y + reach * point.error);
        }
    }
    let low = ends.iter().copied().fold(f64::INFINITY, f64::min);
    let high = ends.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let air = if high > low { 0.07 * (high - low) } else { 1.0 };
    (low - air, high + air)
}

fn reference_line(
    area: &Plane<'_>,
    chart: &Chart,
    range: std::ops::Range<f64>,
) -> Result<(), PlotError> {
    let Some(reference) = &chart.reference else {
        return Ok(());
    };
    let ends = [(range.start, reference.y), (range.end, reference.y)];
    dashes(area, ends, &reference.name)
}

/// Draws a dashed reference line with its name at its end.
pub(super) fn dashes(area: &Plane<'_>, ends: [(f64, f64); 2], name: &str) -> Result<(), PlotError> {
    let line = DashedPathElement::new(ends, 7, 5, QUIET.stroke_width(2));
    area.draw(&line).map_err(failed)?;
    let words = ("sans-serif", 15)
        .into_font()
        .color(&QUIET)
        .pos(Pos::new(HPos::Right, VPos::Bottom));
    let name = EmptyElement::at(ends[1]) + Text::new(name.to_owned(), (-6, -5), words);
    area.draw(&name).map_err(failed)
}

/// Draws the band or the error bars of one curve.
fn uncertainty(
    area: &Plane<'_>,
    curve: &Curve,
    index: usize,
    at: &impl Fn(&Point, f64) -> (f64, f64),
) -> Result<(), PlotError> {
    let points = curve.points.iter().filter(|point| point.is_finite());
    match curve.style {
        CurveStyle::Line => Ok(()),
        CurveStyle::Band => {
            let upper = points.clone().map(|point| at(point, point.error));
            let lower = points.rev().map(|point| at(point, -point.error));
            let outline: Vec<(f64, f64)> = upper.chain(lower).collect();
            area.draw(&Polygon::new(outline, colour(index).mix(0.18)))
                .map_err(failed)
        }
        CurveStyle::Bars => {
            for point in points.filter(|point| point.error > 0.0) {
                let ends = vec![at(point, -point.error), at(point, point.error)];
                let bar = PathElement::new(ends, colour(index).mix(0.35).stroke_width(2));
                area.draw(&bar).map_err(failed)?;
            }
            Ok(())
        }
    }
}

/// Draws the line and the marks of one curve.
fn values(
    area: &Plane<'_>,
    curve: &Curve,
    index: usize,
    at: &impl Fn(&Point, f64) -> (f64, f64),
) -> Result<(), PlotError> {
    let places: Vec<(f64, f64)> = curve
        .points
        .iter()
        .filter(|point| point.is_finite())
        .map(|point| at(point, 0.0))
        .collect();
    if curve.style != CurveStyle::Bars {
        let line = PathElement::new(places.clone(), colour(index).stroke_width(3));
        area.draw(&line).map_err(failed)?;
    }
    if curve.style != CurveStyle::Line {
        for place in places {
            area.draw(&mark(place, index)).map_err(failed)?;
        }
    }
    Ok(())
}

pub(super) fn colour(index: usize) -> RGBColor {
    COLOURS.iter().copied().cycle().nth(index).unwrap_or(INK)
}

/// Returns a curve's mark, recognisable without colour: disc, square and triangle in turn.
pub(super) fn mark<'a, C: Clone + 'a>(place: C, index: usize) -> DynElement<'a, SVGBackend<'a>, C> {
    let ink = colour(index).filled();
    match index % 3 {
        0 => Circle::new(place, 5, ink).into_dyn(),
        1 => (EmptyElement::at(place) + Rectangle::new([(-4, -4), (4, 4)], ink)).into_dyn(),
        _ => {
            let corners = vec![(-6, 5), (6, 5), (0, -6)];
            (EmptyElement::at(place) + Polygon::new(corners, ink)).into_dyn()
        }
    }
}
