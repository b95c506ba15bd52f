//! The text output of the quickstart.

use std::fmt::Write as _;

use super::comparison::Comparison;
use super::files::QuickstartFiles;
use super::recipes::Recipes;
use crate::cli::text_table::TextTable;
use bayeschess::arena::elo::plus_minus;
use bayeschess::foreign::{shell_path, shell_word};
use bayeschess::train::TrainOutcome;
use bayeschess::train::experiment::curve::{CurveOpponent, MatchRow};

/// Returns the text before the games: what will be played.
pub(super) fn introduction(recipes: &Recipes) -> String {
    let games = recipes.original.sizes.last().copied().unwrap_or(0);
    let generations = recipes.trial.schedule.generations;
    format!(
        "Two ways to learn weights for the same 838 parameters from self-play at {nodes} nodes a move, each judged\n\
         by matches against the hand-set heuristic that it starts from:\n\n\
         1. The way of 2005: {games} games against random heuristics. Of each weight, take the value\n   \
            that won most often.\n\
         2. The randomised trial: {generations} generations of {trial} games around the current weights. Move each\n   \
            weight as far as the counts support it.\n\n",
        nodes = recipes.original.database.nodes,
        trial = recipes.trial.games.number,
    )
}

/// Returns the results of both ways, what they mean, and the next commands.
pub(super) fn conclusion(
    files: &QuickstartFiles,
    rows: &[MatchRow],
    trial: &TrainOutcome,
    comparison: Comparison,
    seconds: f64,
) -> String {
    let mut text = table(rows, trial);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n{}\n\n{seconds:.0} seconds. The picture: {}\n\nNext:\n",
        verdict(comparison),
        files.chart.display()
    );
    let model = trial.model.as_deref().unwrap_or(&files.trial);
    let best = shell_word(&format!("{}:max-win", model.display()));
    for (command, what) in [
        (
            "bayeschess play".to_owned(),
            "play against the engine, which says how it sees you",
        ),
        (
            format!("bayeschess play --heuristic {best}"),
            "play against what it just learned",
        ),
        (
            format!("bayeschess match {best} initial --games 2000 --nodes 1000"),
            "does the gain hold at five times the nodes?",
        ),
        (
            "bayeschess style report games.pgn --player \"Surname, Name\" --html page.html"
                .to_owned(),
            "you have games in PGN? how somebody plays, as a page",
        ),
        (
            format!("bayeschess db info {}", shell_path(&files.database)),
            "look at the games",
        ),
        (
            "bayeschess uci".to_owned(),
            "the command to give to a chess program",
        ),
    ] {
        let _ = writeln!(text, "  {command}\n      {what}");
    }
    text
}

/// Returns a line for each point of both curves.
fn table(rows: &[MatchRow], trial: &TrainOutcome) -> String {
    let mut table = TextTable::new(&[""], &["games", "Elo against the start (95 %)"]);
    let mut line = |name: &str, games: u64, elo: f64, error: f64| {
        table.row(&[&name, &games, &plus_minus(elo, error)]);
    };
    for row in rows {
        if row.opponent == CurveOpponent::Initial {
            let games = u64::from(row.games_in_database);
            line("the way of 2005", games, row.elo, row.elo_error_95);
        }
    }
    for point in &trial.points {
        if let Some((elo, error)) = point.elo.zip(point.elo_error_95) {
            line("randomised trial", point.games, elo, error);
        }
    }
    table.to_string()
}

/// Returns a sentence on the last point of each way.
fn verdict(comparison: Comparison) -> String {
    format!(
        "The way of 2005 ends {}, the randomised trial {}.",
        relation(comparison.original),
        relation(comparison.trial)
    )
}

/// Returns how a match result relates to the start: its 95 % interval is above, below or across zero.
fn relation((elo, error): (f64, f64)) -> String {
    let word = if elo > error {
        "stronger than the start"
    } else if elo < -error {
        "weaker than the start"
    } else {
        "no different from the start as far as the match shows"
    };
    format!("{word} ({} Elo)", plus_minus(elo, error))
}

#[cfg(test)]
mod tests {
    use super::relation;

    #[test]
    fn an_interval_across_zero_claims_nothing() {
        assert!(relation((30.0, 10.0)).starts_with("stronger"));
        assert!(relation((-30.0, 10.0)).starts_with("weaker"));
        assert!(relation((8.0, 10.0)).starts_with("no different"));
        assert!(relation((-8.0, 10.0)).starts_with("no different"));
    }
}
