//! The text output of `style evaluate`.

use std::fmt::Write as _;

use super::details;
use super::json::{AucDifferenceJson, RecogniserJson, StyleEvaluateJson};
use crate::cli::text_table::TextTable;
use bayeschess::bayes::EstimateWithInterval;
use bayeschess::learn::style::evaluate::StyleMeasures;
use bayeschess::style::Style;

/// Number of attacking, and of defensive, players below which a warning precedes the figures.
const LEAST_PLAYERS: usize = 5;

/// All results as text.
pub(super) fn text(figures: &StyleEvaluateJson) -> Result<String, std::fmt::Error> {
    let judged = figures.model.as_ref().map_or_else(
        || "every player left out in turn".to_owned(),
        |model| format!("judged by model {}", model.checksum),
    );
    let mut text = format!(
        "{} players, {} games; {judged}; 95 % intervals from resampled players\n",
        figures.players, figures.games
    );
    text.push_str(&few_players_text(figures));
    let known = figures.model.iter().flat_map(|model| &model.learned_from);
    for file in known {
        writeln!(
            text,
            "The model learned from a file named {file}: if it is this one, leave its row out, since the figures would flatter the model."
        )?;
    }
    for recogniser in &figures.recognisers {
        let levels = recogniser.levels.iter();
        let rows = levels.map(|level| (level.games.clone(), &level.measures));
        text.push_str(&measures_text(recogniser.name, rows));
    }
    let stages = figures.in_progress.iter();
    let rows = stages.map(|stage| (stage.own_moves.to_string(), &stage.measures));
    text.push_str(&measures_text("habits, games in progress, own moves", rows));
    if !figures.auc_above_classic.is_empty() {
        text.push_str(&above_text("classic", &figures.auc_above_classic));
    }
    if let Some(habits) = figures.recognisers.first() {
        text.push_str(&confusion_text(habits));
    }
    details::write_within(&mut text, &figures.within_players)?;
    details::write_axes(&mut text, &figures.axes)?;
    if !figures.ablation.is_empty() {
        details::write_worth(&mut text, &figures.ablation)?;
    }
    if !figures.learning_curve.is_empty() {
        details::write_curve(&mut text, &figures.learning_curve)?;
    }
    for population in &figures.populations {
        details::write_population(&mut text, population)?;
    }
    text.push_str("\nthe players, from defensive to attacking\n");
    let mut table = TextTable::with_last(&[], &["score", "complicating"], &["style", "player"]);
    for ranked in &figures.ranking {
        let complicating = ranked.complicating;
        let complicating =
            complicating.map_or_else(|| "-".to_owned(), |score| format!("{score:+.2}"));
        let score = format!("{:+.2}", ranked.score);
        table.row(&[&score, &complicating, &ranked.style, &ranked.player]);
    }
    text.push_str(&table.to_string());
    Ok(text)
}

/// Returns a warning if there are too few attacking or defensive players to resample, else nothing.
fn few_players_text(figures: &StyleEvaluateJson) -> String {
    let of = |style: Style| {
        let players = figures.ranking.iter();
        players
            .filter(|player| player.style == style.name())
            .count()
    };
    let (attacking, defensive) = (of(Style::Attacking), of(Style::Defensive));
    if attacking.min(defensive) >= LEAST_PLAYERS {
        return String::new();
    }
    format!(
        "Too few players: {attacking} attacking and {defensive} defensive. With fewer than {LEAST_PLAYERS} of a style the \
         figures depend on chance and their intervals are too narrow; label more players.\n"
    )
}

fn shown(figure: &EstimateWithInterval) -> String {
    format!(
        "{:.3} ({:.3} to {:.3})",
        figure.value, figure.low, figure.high
    )
}

fn measures_text<'a>(
    name: &str,
    rows: impl Iterator<Item = (String, &'a StyleMeasures)>,
) -> String {
    let mut table = TextTable::new(
        &[
            name,
            "AUC",
            "macro recall",
            "log-loss",
            "Brier",
            "ECE of three",
            "ECE if right",
            "ECE of two",
        ],
        &[],
    );
    for (row, measures) in rows {
        let if_right = measures.calibration_error_if_right;
        table.row(&[
            &row,
            &shown(&measures.auc),
            &shown(&measures.macro_recall),
            &shown(&measures.log_loss),
            &shown(&measures.brier),
            &shown(&measures.calibration_error),
            &if_right.map_or_else(|| "-".to_owned(), |error| format!("{error:.3}")),
            &shown(&measures.calibration_error_of_two),
        ]);
    }
    format!("\n{table}")
}

fn above_text(name: &str, above: &[AucDifferenceJson]) -> String {
    let mut table = TextTable::without_titles(2, 0);
    for level in above {
        table.row(&[&level.games, &shown(&level.difference)]);
    }
    format!("\nAUC of habits above {name}, paired\n{table}")
}

fn confusion_text(habits: &RecogniserJson) -> String {
    let recognised = Style::ALL.map(Style::name);
    let mut table = TextTable::new(&["games", "true style"], &recognised);
    for level in &habits.levels {
        for (style, said) in Style::ALL.into_iter().zip(level.measures.confusion) {
            table.row(&[&level.games, &style, &said[0], &said[1], &said[2]]);
        }
    }
    format!("\nhabits, true style by row, recognised by column\n{table}")
}
