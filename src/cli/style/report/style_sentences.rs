//! The style in sentences, for the text, the page and the summary.

use bayeschess::learn::style_report::StyleReport;
use bayeschess::style::{AxisPlace, Style, StyleVerdict};

use super::peers::games;

/// The scale of the second axis.
pub(super) const COMPLICATING_SCALE: &str =
    "-1 is typical of players who exchange much, +1 of those who keep pieces and tension";

/// Writes whether the player complicates or simplifies; `None` if the model cannot tell.
pub(super) fn exchanges(report: &StyleReport) -> Option<String> {
    let found = report.verdict.axes.complicating?;
    let [low, high] = found.score_interval_95;
    let habit = exchanges_in_words(report.exchanges?);
    Some(format!(
        "{habit}: score {:+.2} (95 %: {low:+.2} to {high:+.2}).",
        found.score
    ))
}

/// The page says the same; a test compares the two.
const fn exchanges_in_words(place: AxisPlace) -> &'static str {
    match place {
        AxisPlace::High => "Keeps pieces and tension on the board more than peers",
        AxisPlace::Low => "Exchanges pieces and clears the tension more than peers",
        AxisPlace::Middle => "Exchanges and keeps pieces about as peers do",
        AxisPlace::Unknown => "Whether pieces are kept or exchanged does not stand out",
    }
}

/// The page says the same; a test compares the two.
const fn style_in_words(named: Option<Style>) -> &'static str {
    match named {
        Some(Style::Attacking) => "Attacks more than peers",
        Some(Style::Defensive) => "Defends more than peers",
        Some(Style::Mixed) => "Attacks about as much as peers",
        None => "No style stands out",
    }
}

/// Writes the style, by the same rule as everywhere.
pub(super) fn sentence(report: &StyleReport) -> String {
    let verdict = &report.verdict;
    let named = style_in_words(report.named_style);
    let others: Vec<String> = Style::ALL
        .into_iter()
        .map(|style| format!("{style} {:.0} %", 100.0 * verdict.posterior.of(style)))
        .collect();
    format!("{named} ({}): {}.", others.join(", "), score(verdict))
}

/// Writes the style with its score alone.
pub(super) fn short_sentence(report: &StyleReport) -> String {
    let named = style_in_words(report.named_style);
    format!("{named}: {}.", score(&report.verdict))
}

/// Writes the results with each colour.
pub(super) fn by_color(report: &StyleReport) -> Vec<String> {
    let both = ["White", "Black"].into_iter().zip(&report.by_color);
    both.filter_map(|(color, found)| {
        let found = found.as_ref()?;
        Some(format!(
            "with {color}, {}: {}",
            games(found.games),
            score(&found.verdict)
        ))
    })
    .collect()
}

fn score(verdict: &StyleVerdict) -> String {
    let [low, high] = verdict.score_interval_95;
    format!(
        "score {:+.2} (95 %: {low:+.2} to {high:+.2})",
        verdict.score
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page says what the terminal says: its words are compared with those of this file.
    #[test]
    fn the_page_says_the_same_of_the_style() {
        const PAGE: &str = include_str!("../../../../web/src/i18n/me.en.ts");
        let styles = [
            ("attacking", Some(Style::Attacking)),
            ("defensive", Some(Style::Defensive)),
            ("mixed", Some(Style::Mixed)),
            ("none", None),
        ];
        let exchanges = [
            ("high", AxisPlace::High),
            ("low", AxisPlace::Low),
            ("middle", AxisPlace::Middle),
            ("unknown", AxisPlace::Unknown),
        ];
        let said = styles
            .map(|(key, named)| (key, style_in_words(named)))
            .into_iter()
            .chain(exchanges.map(|(key, place)| (key, exchanges_in_words(place))));
        for (key, words) in said {
            let line = format!("{key}: '{words}',");
            assert!(PAGE.contains(&line), "{line}");
        }
    }
}
