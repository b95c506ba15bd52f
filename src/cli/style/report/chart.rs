//! The drawings of the page, as inline SVG.

use maud::{Markup, html};

use bayeschess::learn::style_report::StyleReport;
use bayeschess::record::ResultCounts;

use super::peers::games;

/// The width of a drawing, in pixels.
const WIDTH: f64 = 640.0;

/// The scale reaches this far to both sides of 0.
const REACH: f64 = 3.0;

/// Columns of the histogram.
const COLUMNS: usize = 30;

/// Colour of the player.
const PLAYER: &str = "#b3541e";

/// Colour of lines that serve as a scale.
const SCALE: &str = "#999";

/// The horizontal position of a score.
fn x(score: f64) -> f64 {
    WIDTH * (score.clamp(-REACH, REACH) + REACH) / (2.0 * REACH)
}

/// A length in pixels.
fn px(length: f64) -> String {
    format!("{length:.1}")
}

/// Draws the player on the scale from defensive to attacking, with the interval.
pub(super) fn scale(report: &StyleReport) -> Markup {
    let verdict = &report.verdict;
    let [low, high] = verdict.score_interval_95.map(x);
    let at = px(x(verdict.score));
    html! {
        svg viewBox={ "0 0 " (WIDTH) " 90" } role="img" aria-label="The score with its interval" {
            line x1="0" y1="50" x2=(WIDTH) y2="50" stroke=(SCALE) {}
            @for (score, name) in [(-1.0, "defensive"), (0.0, "0"), (1.0, "attacking")] {
                @let mark = px(x(score));
                line x1=(mark) y1="44" x2=(mark) y2="56" stroke=(SCALE) {}
                text x=(mark) y="78" text-anchor="middle" { (name) }
            }
            rect x=(px(low)) y="42" width=(px((high - low).max(1.0))) height="16" fill=(PLAYER) fill-opacity="0.25" {}
            circle cx=(at) cy="50" r="7" fill=(PLAYER) {}
            text x=(at) y="28" text-anchor="middle" { (format!("{:+.2}", verdict.score)) }
        }
    }
}

/// Draws the scores of single games around the player's.
pub(super) fn histogram(report: &StyleReport) -> Markup {
    let mut counts = [0_u32; COLUMNS];
    let scores = &report.scores;
    // Single games scatter several times as much as players do.
    let reach = scores
        .iter()
        .fold(REACH, |reach, score| reach.max(score.abs()));
    for score in scores {
        let place = (score + reach) / (2.0 * reach) * COLUMNS as f64;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "between zero and the number of columns"
        )]
        let place = (place.max(0.0) as usize).min(COLUMNS - 1);
        counts[place] += 1;
    }
    let most = f64::from(counts.iter().copied().max().unwrap_or(0).max(1));
    let step = WIDTH / COLUMNS as f64;
    html! {
        svg viewBox={ "0 0 " (WIDTH) " 130" } role="img" aria-label="The scores of single games" {
            @for (place, count) in counts.into_iter().enumerate() {
                @let height = 100.0 * f64::from(count) / most;
                rect x=(px(place as f64 * step + 1.0)) y=(px(105.0 - height))
                    width=(px(step - 2.0)) height=(px(height)) fill="#4a6b8a" {
                    title { (games(u64::from(count))) }
                }
            }
            text x="0" y="125" { (format!("{:+.0}", -reach)) }
            text x=(WIDTH / 2.0) y="125" text-anchor="middle" { "0" }
            text x=(WIDTH) y="125" text-anchor="end" { (format!("{reach:+.0}")) }
        }
    }
}

/// Draws wins, draws and losses as one bar.
pub(super) fn results(record: &ResultCounts) -> Markup {
    let unit = 120.0 / record.games().max(1) as f64;
    let [wins, draws, losses] =
        [record.wins, record.draws, record.losses].map(|count| count as f64 * unit);
    html! {
        svg.bar viewBox="0 0 120 12" role="img" {
            rect x="0" y="0" width=(px(wins)) height="12" fill="#3f7d4e" {}
            rect x=(px(wins)) y="0" width=(px(draws)) height="12" fill="#c9c4b8" {}
            rect x=(px(wins + draws)) y="0" width=(px(losses)) height="12" fill="#a23b3b" {}
        }
    }
}

/// Draws a weight as a bar to the left or right of the middle; `most` fills one half.
pub(super) fn weight(weight: f64, error: f64, most: f64) -> Markup {
    let unit = 58.0 / most.max(1e-9);
    let (length, half) = (weight.abs() * unit, error * unit);
    let from = if weight < 0.0 { 60.0 - length } else { 60.0 };
    let end = 60.0 + weight * unit;
    html! {
        svg.bar viewBox="0 0 120 12" role="img" {
            line x1="60" y1="0" x2="60" y2="12" stroke=(SCALE) {}
            rect x=(px(from)) y="2" width=(px(length)) height="8" fill=(PLAYER) {}
            line x1=(px(end - half)) y1="6" x2=(px(end + half)) y2="6" stroke="#333" {}
        }
    }
}
