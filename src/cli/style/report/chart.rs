//! The drawings of the page, as inline SVG.

use std::fmt::Write as _;

use bayeschess::learn::style_report::{StyleReport, WinDrawLoss};

/// The width of a drawing, in pixels.
const WIDTH: f64 = 640.0;

/// The scale reaches this far to both sides of 0.
const REACH: f64 = 3.0;

/// Columns of the histogram.
const COLUMNS: usize = 30;

/// The horizontal position of a score.
fn x(score: f64) -> f64 {
    WIDTH * (score.clamp(-REACH, REACH) + REACH) / (2.0 * REACH)
}

/// Draws the player on the scale from defensive to attacking, with the interval.
pub(super) fn scale(report: &StyleReport) -> String {
    let verdict = &report.verdict;
    let [low, high] = verdict.score_interval_95.map(x);
    let mut svg = format!(
        r#"<svg viewBox="0 0 {WIDTH} 90" role="img" aria-label="The score with its interval">"#
    );
    let _ = write!(
        svg,
        r##"<line x1="0" y1="50" x2="{WIDTH}" y2="50" stroke="#999"/>"##
    );
    for (score, name) in [(-1.0, "defensive"), (0.0, "0"), (1.0, "attacking")] {
        let at = x(score);
        let _ = write!(
            svg,
            r##"<line x1="{at:.1}" y1="44" x2="{at:.1}" y2="56" stroke="#999"/><text x="{at:.1}" y="78" text-anchor="middle">{name}</text>"##
        );
    }
    let at = x(verdict.score);
    let _ = write!(
        svg,
        r##"<rect x="{low:.1}" y="42" width="{:.1}" height="16" fill="#b3541e" fill-opacity="0.25"/><circle cx="{at:.1}" cy="50" r="7" fill="#b3541e"/><text x="{at:.1}" y="28" text-anchor="middle">{:+.2}</text></svg>"##,
        (high - low).max(1.0),
        verdict.score
    );
    svg
}

/// Draws the scores of single games around the player's.
pub(super) fn histogram(report: &StyleReport) -> String {
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
    let mut svg = format!(
        r#"<svg viewBox="0 0 {WIDTH} 130" role="img" aria-label="The scores of single games">"#
    );
    for (place, count) in counts.into_iter().enumerate() {
        let height = 100.0 * f64::from(count) / most;
        let _ = write!(
            svg,
            r##"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{height:.1}" fill="#4a6b8a"><title>{count} games</title></rect>"##,
            place as f64 * step + 1.0,
            105.0 - height,
            step - 2.0
        );
    }
    let _ = write!(
        svg,
        r#"<text x="0" y="125">{:+.0}</text><text x="{:.0}" y="125" text-anchor="middle">0</text><text x="{WIDTH}" y="125" text-anchor="end">{reach:+.0}</text></svg>"#,
        -reach,
        WIDTH / 2.0
    );
    svg
}

/// Draws wins, draws and losses as one bar.
pub(super) fn results(record: &WinDrawLoss) -> String {
    let all = record.games().max(1) as f64;
    let mut svg = String::from(r#"<svg class="bar" viewBox="0 0 120 12" role="img">"#);
    let mut from = 0.0;
    for (count, color) in [
        (record.won, "#3f7d4e"),
        (record.drawn, "#c9c4b8"),
        (record.lost, "#a23b3b"),
    ] {
        let width = 120.0 * count as f64 / all;
        let _ = write!(
            svg,
            r#"<rect x="{from:.1}" y="0" width="{width:.1}" height="12" fill="{color}"/>"#
        );
        from += width;
    }
    svg + "</svg>"
}

/// Draws a weight as a bar to the left or right of the middle; `most` fills one half.
pub(super) fn weight(weight: f64, error: f64, most: f64) -> String {
    let unit = 58.0 / most.max(1e-9);
    let (length, half) = (weight.abs() * unit, error * unit);
    let from = if weight < 0.0 { 60.0 - length } else { 60.0 };
    let end = 60.0 + weight * unit;
    format!(
        r##"<svg class="bar" viewBox="0 0 120 12" role="img"><line x1="60" y1="0" x2="60" y2="12" stroke="#999"/><rect x="{from:.1}" y="2" width="{length:.1}" height="8" fill="#b3541e"/><line x1="{:.1}" y1="6" x2="{:.1}" y2="6" stroke="#333"/></svg>"##,
        end - half,
        end + half
    )
}
