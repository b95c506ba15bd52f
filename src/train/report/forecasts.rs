//! How well fits foretell results, beside what they started from: figures and reliability diagrams.

use std::fmt::Write as _;

use super::super::error::TrainError;
use super::super::fit::FitSummary;
use crate::bayes::half_width_95;
use crate::bayes::reliability::Reliability;
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point as Mark};

/// Fewer forecasts than this say nothing about a probability.
const FEWEST: f64 = 30.0;

/// How well the fits predict results, beside what they started from.
pub(super) fn section(fits: &[FitSummary]) -> Result<String, TrainError> {
    let held_out: Vec<_> = fits
        .iter()
        .filter_map(|fit| Some((fit, fit.held_out?)))
        .collect();
    if held_out.is_empty() {
        return Ok(String::new());
    }
    let mut html = String::from(
        "<h2>Forecasts</h2>\n<p class=\"see\">How well evaluations foretell results on positions of games \
         that no weight was fitted to.</p>\n<table><tr><th>fit</th><th>positions</th><th>games</th>\
         <th>forecast by</th><th>log-loss</th><th>Brier</th><th>right</th><th>calibration error</th></tr>\n",
    );
    let mut below = String::new();
    for (number, (fit, quality)) in held_out.into_iter().enumerate() {
        if let Some(from) = quality.from_searches {
            let _ = writeln!(
                below,
                "<p>Fit {}: from what searches of these positions foretell, where it began is {:.4} and \
                 the fit {:.4} points of a game away (root of the mean square).</p>",
                number + 1,
                from.start,
                from.fitted
            );
        }
        if let Some(reliability) = &quality.reliability {
            below.push_str(&diagram(number + 1, fit, reliability).to_svg()?);
        }
        for (name, measures) in [
            ("results alone", quality.shares),
            ("where it began", quality.start),
            ("naive Bayes", quality.naive),
            ("fitted", quality.fitted),
        ] {
            let _ = writeln!(
                html,
                "<tr><td>{}</td><td>{}</td><td>{}</td><td>{name}</td><td>{:.4}</td><td>{:.4}</td>\
                 <td>{:.1}&nbsp;%</td><td>{:.4}</td></tr>",
                number + 1,
                fit.positions[1],
                fit.games[1],
                measures.log_loss,
                measures.brier,
                100.0 * measures.accuracy,
                measures.calibration_error
            );
        }
    }
    html.push_str("</table>\n");
    html.push_str(&below);
    Ok(html)
}

/// How often what was held likely came, on the positions held out from the fit of that number.
fn diagram(number: usize, fit: &FitSummary, reliability: &[Reliability; 2]) -> Chart {
    let curve = |name: &str, forecasts: &Reliability| Curve {
        name: name.to_owned(),
        style: CurveStyle::Bars,
        points: forecasts
            .bins()
            .iter()
            .filter(|bin| bin.forecasts >= FEWEST)
            .map(|bin| {
                let share = bin.true_ones / bin.forecasts;
                Mark {
                    x: bin.stated / bin.forecasts,
                    y: share,
                    error: half_width_95((share * (1.0 - share) / bin.forecasts).sqrt()),
                }
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
