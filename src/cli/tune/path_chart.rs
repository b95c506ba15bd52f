//! The paths of the values with SPSA as a chart.

use bayeschess::foreign::printable;
use bayeschess::plot::{Axis, Chart, Curve, CurveStyle, Point};
use bayeschess::train::tune::{OptionResult, TuneResult};

/// The most options in a chart; more curves could not be told apart.
const MOST_CURVES: usize = 8;

/// The paths of the options that moved furthest, as shares of their ranges.
pub(super) fn path_chart(title: String, subtitle: String, result: &TuneResult) -> Chart {
    let mut curves: Vec<Curve> = (0..)
        .zip(&result.options)
        .filter_map(|(place, option)| path_of(result, place, option))
        .collect();
    curves.sort_by(|one, other| length(other).total_cmp(&length(one)));
    let subtitle = if curves.len() > MOST_CURVES {
        format!("{subtitle}; the {MOST_CURVES} options that moved furthest")
    } else {
        subtitle
    };
    curves.truncate(MOST_CURVES);
    Chart {
        title,
        subtitle,
        x_label: "games".to_owned(),
        y_label: "value, % of its range".to_owned(),
        x_axis: Axis::Linear,
        reference: None,
        curves,
    }
}

/// The path of one option; `None` if its values are no range.
fn path_of(result: &TuneResult, place: usize, option: &OptionResult) -> Option<Curve> {
    let ends = [option.curve.first()?, option.curve.last()?];
    let [least, most] = ends.map(|point| point.value.parse::<f64>());
    let (least, most) = (least.ok()?, most.ok()?);
    let points = result.path.iter().filter_map(|point| {
        Some(Point {
            x: 2.0 * f64::from(point.pairs),
            y: 100.0 * (point.values.get(place)? - least) / (most - least),
            error: 0.0,
        })
    });
    (most > least).then(|| Curve {
        name: printable(&option.name).into_owned(),
        style: CurveStyle::Line,
        points: points.collect(),
    })
}

/// How far a curve's end lies from its start.
fn length(curve: &Curve) -> f64 {
    let ends = curve.points.first().zip(curve.points.last());
    ends.map_or(0.0, |(first, last)| (last.y - first.y).abs())
}
