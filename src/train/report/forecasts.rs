//! The accuracy of the fits' predictions compared with their start: measures and reliability diagrams.

use maud::{Markup, PreEscaped, html};

use super::super::error::TrainError;
use super::super::fit::{FEWEST_FORECASTS, FitSummary};
use crate::bayes::reliability::Reliability;
use crate::learn::positions::{ForecastQuality, HeldOutQuality};
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point as Mark};

/// Returns the section on the accuracy of fits and of their starts; empty if nothing was held out.
pub(super) fn section(fits: &[FitSummary]) -> Result<Markup, TrainError> {
    let held_out: Vec<(usize, &FitSummary, HeldOutQuality)> = (1..)
        .zip(fits.iter().filter_map(|fit| Some((fit, fit.held_out?))))
        .map(|(number, (fit, quality))| (number, fit, quality))
        .collect();
    let diagrams = held_out
        .iter()
        .map(|(number, fit, quality)| {
            let reliability = quality.reliability.as_ref();
            reliability
                .map(|found| diagram(*number, fit, found).to_svg())
                .transpose()
        })
        .collect::<Result<Vec<_>, _>>()?;
    Ok(html! {
        @if !held_out.is_empty() {
            h2 { "Forecasts" }
            p.see {
                "How well evaluations predict results on positions of games that no weight was fitted to."
            }
            (table(&held_out))
            @for ((number, _, quality), diagram) in held_out.iter().zip(&diagrams) {
                @if let Some(from) = quality.from_searches {
                    p {
                        (format!(
                            "Fit {number}: against the scores of searches of these positions, the start has {:.4} \
                             and the fit {:.4} points of a game away (root of the mean square).",
                            from.start, from.fitted
                        ))
                    }
                }
                @if let Some(svg) = diagram { (PreEscaped(svg)) }
            }
        }
    })
}

/// Returns the measures of each fit, one row for each forecaster.
fn table(held_out: &[(usize, &FitSummary, HeldOutQuality)]) -> Markup {
    let columns = [
        "fit",
        "positions",
        "games",
        "forecast by",
        "log-loss",
        "Brier",
        "right",
        "calibration error",
    ];
    html! {
        table {
            tr { @for column in columns { th { (column) } } }
            @for (number, fit, quality) in held_out {
                @for (name, measures) in by_forecaster(quality) {
                    tr {
                        td { (number) }
                        td { (fit.positions[1]) }
                        td { (fit.games[1]) }
                        td { (name) }
                        td { (format!("{:.4}", measures.log_loss)) }
                        td { (format!("{:.4}", measures.brier)) }
                        td { (format!("{:.1}\u{a0}%", 100.0 * measures.accuracy)) }
                        td { (format!("{:.4}", measures.calibration_error)) }
                    }
                }
            }
        }
    }
}

/// Returns each predictor with its measures.
fn by_forecaster(quality: &HeldOutQuality) -> [(&'static str, ForecastQuality); 4] {
    [
        ("results alone", quality.shares),
        ("where it began", quality.start),
        ("naive Bayes", quality.naive),
        ("fitted", quality.fitted),
    ]
}

/// Creates the reliability diagram of fit `number`: observed frequency over predicted probability, on the positions
/// held out.
fn diagram(number: usize, fit: &FitSummary, reliability: &[Reliability; 2]) -> Chart {
    let curve = |name: &str, forecasts: &Reliability| Curve {
        name: name.to_owned(),
        style: CurveStyle::Bars,
        points: forecasts
            .points(FEWEST_FORECASTS)
            .iter()
            .map(|point| Mark {
                x: point.stated,
                y: point.came_true,
                error: point.error_95,
            })
            .collect(),
    };
    let [start, fitted] = reliability;
    Chart {
        title: format!("Fit {number}: how often what is held likely comes"),
        subtitle: format!(
            "wins, draws and losses of {} positions of {} games held out; 95 % as if positions were independent",
            fit.positions[1], fit.games[1]
        ),
        x_label: "stated probability".to_owned(),
        y_label: "share that came".to_owned(),
        x_axis: Axis::Linear,
        reference: None,
        curves: vec![
            curve("where it began", start),
            curve("fitted", fitted),
            Curve::diagonal(),
        ],
    }
}
