//! The report of `lab adapt` as plain tables.

use std::fmt::Write as _;
use std::path::Path;

use crate::cli::text_table::TextTable;
use bayeschess::arena::EloFigure;
use bayeschess::arena::elo::plus_minus;
use bayeschess::train::lab::adapt::{FIXED_POLICIES, GivenAnswer, MemoryFigures, TrialFigures};

/// Writes the report; `journal` is the file with the games.
pub(super) fn text(figures: &TrialFigures, journal: Option<&Path>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}\n", heading(figures));
    let mut table = TextTable::without_titles(2, 0);
    for (name, value) in summary(figures) {
        table.row(&[&name, &value]);
    }
    text.push_str(&table.to_string());
    text.push_str(&arms(figures));
    text.push_str(&policies(figures));
    text.push_str(&opponents(figures));
    if let Some(memory) = &figures.memory {
        text.push_str(&regret(memory));
    }
    if !figures.complete {
        text.push_str(match journal {
            Some(_) => "\nstopped; the same command goes on\n",
            None => "\nstopped; with --journal the games are kept, and the same command goes on\n",
        });
    }
    text
}

/// Returns the settings in one line.
pub(super) fn heading(figures: &TrialFigures) -> String {
    format!(
        "Pool {}, {} games an arm, {} games a fixed policy, {} nodes a move, seed {}",
        figures.pool, figures.games, figures.choosing_games, figures.nodes, figures.seed
    )
}

/// Returns a figure with its error as text; `-` for `None`.
pub(super) fn elo(figure: Option<EloFigure>) -> String {
    figure.map_or_else(
        || "-".to_owned(),
        |figure| plus_minus(figure.elo, figure.elo_error_95),
    )
}

/// Returns the main figures of the trial, by name.
pub(super) fn summary(figures: &TrialFigures) -> Vec<(&'static str, String)> {
    let with_unit = |figure: Option<EloFigure>| match figure {
        Some(_) => format!("{} Elo (95 %)", elo(figure)),
        None => "-".to_owned(),
    };
    let is_noise = figures
        .headroom
        .is_some_and(|headroom| headroom.holds_zero());
    let capture = match figures.capture {
        Some(capture) => format!("{:.0} %", 100.0 * capture),
        None if is_noise => "- (the headroom's interval holds 0)".to_owned(),
        None => "-".to_owned(),
    };
    let bound = figures
        .headroom_below
        .map_or_else(|| "-".to_owned(), |bound| format!("{bound:.1} Elo (95 %)"));
    let mut lines = vec![
        (
            "adaptive - best fixed policy",
            with_unit(figures.adaptive_minus_best_fixed),
        ),
        (
            "adaptive - placebo",
            with_unit(figures.adaptive_minus_placebo),
        ),
        ("headroom", with_unit(figures.headroom)),
        ("upper bound of the headroom", bound),
        ("capture", capture),
        (
            "best fixed policy",
            figures.best_fixed.unwrap_or("-").to_owned(),
        ),
    ];
    if figures.adaptive_minus_neutral.is_some() {
        let neutral = with_unit(figures.adaptive_minus_neutral);
        lines.push(("adaptive - neutral policy", neutral));
    }
    if figures.oracle_minus_anti_oracle.is_some() {
        let oracle = with_unit(figures.oracle_minus_anti_oracle);
        lines.push(("oracle - anti-oracle", oracle));
    }
    if let Some(test) = figures.non_transitivity {
        lines.push((
            "policies by opponents, interaction",
            format!("{:.3} (p = {:.3})", test.singular_value, test.p_value),
        ));
    }
    if let Some(memory) = &figures.memory {
        lines.push(("memory - without", with_unit(Some(memory.minus_adaptive))));
        let later = with_unit(memory.minus_adaptive_from_fifth_game);
        lines.push(("the same from the fifth game on", later));
    }
    lines
}

fn arms(figures: &TrialFigures) -> String {
    let titles = ["games", "score", "Elo (95 %)", "less best fixed"];
    let mut table = TextTable::new(&["arm"], &titles);
    for arm in &figures.arms {
        table.row(&[
            &arm.name,
            &arm.games,
            &format!("{:.3}", arm.score),
            &elo(Some(arm.elo)),
            &elo(Some(arm.minus_best_fixed)),
        ]);
    }
    format!("\n{table}")
}

fn policies(figures: &TrialFigures) -> String {
    let titles = ["games", "score", "Elo (95 %)"];
    let mut table = TextTable::new(&["fixed policy, first fold"], &titles);
    for policy in &figures.policies {
        table.row(&[
            &policy.name,
            &policy.games,
            &format!("{:.3}", policy.score),
            &elo(Some(policy.elo)),
        ]);
    }
    format!("\n{table}")
}

/// Returns a table of our Elo against each opponent, by fixed policy, and of the adaptive arm's answers.
fn opponents(figures: &TrialFigures) -> String {
    let mut titles: Vec<&str> = FIXED_POLICIES.iter().map(|policy| policy.name).collect();
    titles.push("error");
    let mut table = TextTable::with_last(&["Elo by opponent"], &titles, &["adaptive's answers"]);
    for opponent in &figures.opponents {
        let mut cells = vec![opponent.name.clone()];
        cells.extend((opponent.policies.iter()).map(|figure| format!("{:+.0}", figure.elo)));
        let errors = opponent.policies.iter().map(|figure| figure.elo_error_95);
        cells.push(format!("±{:.0}", errors.fold(0.0, f64::max)));
        cells.push(answers(&opponent.answers));
        table.texts(cells);
    }
    format!("\n{table}")
}

/// Returns the most frequent answers with their shares of the moves.
pub(super) fn answers(given: &[GivenAnswer]) -> String {
    let moves: u32 = given.iter().map(|given| given.moves).sum();
    let shares = given.iter().take(3).map(|given| {
        let answer = given.answer;
        let named = FIXED_POLICIES.iter().find(|policy| policy.answer == answer);
        let name = named.map_or_else(
            || {
                format!(
                    "{} {:+} {:+}",
                    answer.target, answer.draw_contempt.0, answer.side_bonus.0
                )
            },
            |policy| policy.name.to_owned(),
        );
        let share = 100.0 * f64::from(given.moves) / f64::from(moves);
        format!("{name} {share:.0} %")
    });
    shares.collect::<Vec<_>>().join(", ")
}

fn regret(memory: &MemoryFigures) -> String {
    let titles = ["games", "sequences", "with memory", "without"];
    let mut table = TextTable::new(&[], &titles);
    for point in &memory.regret {
        let pair = |value: f64, error: f64| format!("{value:+.2} ± {error:.2}");
        table.row(&[
            &point.games,
            &point.sequences,
            &pair(point.with_memory, point.with_memory_error_95),
            &pair(point.without_memory, point.without_memory_error_95),
        ]);
    }
    format!("\npoints lost against the oracle\n{table}")
}
