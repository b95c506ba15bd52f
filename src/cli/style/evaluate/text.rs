//! The text output of `style evaluate`.

use std::fmt::Write as _;

use super::details;
use super::json::{AucDifferenceJson, RecogniserJson, StyleEvaluateJson};
use bayeschess::learn::style::evaluate::{EstimateWithInterval, StyleMeasures};
use bayeschess::style::Style;

/// All results as text.
pub(super) fn text(figures: &StyleEvaluateJson) -> Result<String, std::fmt::Error> {
    let mut text = format!(
        "{} players, {} games; every player left out in turn; 95 % intervals from resampled players\n",
        figures.players, figures.games
    );
    for recogniser in &figures.recognisers {
        told_recogniser(&mut text, recogniser)?;
    }
    text.push_str("\nhabits, games in progress, after this number of own moves\n");
    for stage in &figures.in_progress {
        row(&mut text, &stage.own_moves.to_string(), &stage.measures)?;
    }
    told_above(&mut text, "classic", &figures.auc_above_classic)?;
    if let Some(habits) = figures.recognisers.first() {
        told_confusion(&mut text, habits)?;
    }
    details::told_within(&mut text, &figures.within_players)?;
    details::told_axes(&mut text, &figures.axes)?;
    if !figures.ablation.is_empty() {
        details::told_worth(&mut text, &figures.ablation)?;
    }
    if !figures.learning_curve.is_empty() {
        details::told_curve(&mut text, &figures.learning_curve)?;
    }
    for population in &figures.populations {
        details::told_population(&mut text, population)?;
    }
    text.push_str(
        "\nthe players, from defensive to attacking; second column: from simplifying to complicating\n",
    );
    for ranked in &figures.ranking {
        let complicating = ranked
            .complicating
            .map_or_else(|| "-".to_owned(), |score| format!("{score:+.2}"));
        writeln!(
            text,
            "{:+.2} {complicating:>6}  {:<10} {}",
            ranked.score, ranked.style, ranked.player
        )?;
    }
    Ok(text)
}

fn shown(figure: &EstimateWithInterval) -> String {
    format!(
        "{:.3} ({:.3} to {:.3})",
        figure.value, figure.low, figure.high
    )
}

fn told_recogniser(text: &mut String, recogniser: &RecogniserJson) -> std::fmt::Result {
    writeln!(
        text,
        "\n{:<10} {:<25} {:<25} {:<25} {:<25} {:<25} {:<12} ECE of two",
        recogniser.name, "AUC", "macro recall", "log-loss", "Brier", "ECE of three", "ECE if right"
    )?;
    for level in &recogniser.levels {
        row(text, &level.games, &level.measures)?;
    }
    Ok(())
}

fn row(text: &mut String, name: &str, measures: &StyleMeasures) -> std::fmt::Result {
    writeln!(
        text,
        "{name:<10} {:<25} {:<25} {:<25} {:<25} {:<25} {:<12} {}",
        shown(&measures.auc),
        shown(&measures.macro_recall),
        shown(&measures.log_loss),
        shown(&measures.brier),
        shown(&measures.calibration_error),
        measures
            .calibration_error_if_right
            .map_or_else(|| "-".to_owned(), |error| format!("{error:.3}")),
        shown(&measures.calibration_error_of_two),
    )
}

fn told_above(text: &mut String, name: &str, above: &[AucDifferenceJson]) -> std::fmt::Result {
    writeln!(text, "\nAUC of habits above {name}, paired")?;
    for level in above {
        writeln!(text, "{:<10} {}", level.games, shown(&level.difference))?;
    }
    Ok(())
}

fn told_confusion(text: &mut String, habits: &RecogniserJson) -> std::fmt::Result {
    text.push_str(
        "\nhabits, true style by row, recognised by column: attacking, defensive, mixed\n",
    );
    for level in &habits.levels {
        for (style, said) in Style::ALL.into_iter().zip(level.measures.confusion) {
            writeln!(
                text,
                "{:<10} {style:<10} {:>7} {:>7} {:>7}",
                level.games, said[0], said[1], said[2]
            )?;
        }
    }
    Ok(())
}
