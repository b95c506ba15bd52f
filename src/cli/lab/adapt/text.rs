//! The report of `lab adapt` as plain tables.

use std::fmt::Write as _;
use std::path::Path;

use bayeschess::arena::EloFigure;
use bayeschess::arena::elo::plus_minus;
use bayeschess::train::lab::adapt::{FIXED_POLICIES, GivenAnswer, MemoryFigures, TrialFigures};

/// Writes the report; `journal` is the file with the games.
pub(super) fn text(figures: &TrialFigures, journal: Option<&Path>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "{}\n", heading(figures));
    for (name, value) in summary(figures) {
        let _ = writeln!(text, "{name:<34} {value}");
    }
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
    let capture = figures.capture.map_or_else(
        || "- (the headroom's interval holds 0)".to_owned(),
        |capture| format!("{:.0} %", 100.0 * capture),
    );
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
    let mut text = format!(
        "\n{:<16} {:>7} {:>7} {:>14} {:>18}\n",
        "arm", "games", "score", "Elo (95 %)", "less best fixed"
    );
    for arm in &figures.arms {
        let _ = writeln!(
            text,
            "{:<16} {:>7} {:>7.3} {:>14} {:>18}",
            arm.name,
            arm.games,
            arm.score,
            elo(Some(arm.elo)),
            elo(Some(arm.minus_best_fixed))
        );
    }
    text
}

fn policies(figures: &TrialFigures) -> String {
    let mut text = format!(
        "\n{:<16} {:>7} {:>7} {:>14}   (first fold)\n",
        "fixed policy", "games", "score", "Elo (95 %)"
    );
    for policy in &figures.policies {
        let _ = writeln!(
            text,
            "{:<16} {:>7} {:>7.3} {:>14}",
            policy.name,
            policy.games,
            policy.score,
            elo(Some(policy.elo))
        );
    }
    text
}

/// Returns a table of our Elo against each opponent, by fixed policy, and of the adaptive arm's answers.
fn opponents(figures: &TrialFigures) -> String {
    let mut text = format!("\n{:<17}", "Elo by opponent");
    for policy in &FIXED_POLICIES {
        let _ = write!(text, " {:>9}", policy.name);
    }
    text.push_str("  error  adaptive's answers\n");
    for opponent in &figures.opponents {
        let _ = write!(text, "{:<17}", opponent.name);
        for figure in &opponent.policies {
            let _ = write!(text, " {:>+9.0}", figure.elo);
        }
        let errors = opponent.policies.iter().map(|figure| figure.elo_error_95);
        let _ = writeln!(
            text,
            " ±{:>5.0}  {}",
            errors.fold(0.0, f64::max),
            answers(&opponent.answers)
        );
    }
    text
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
    let mut text = format!(
        "\n{:>7} {:>10} {:>20} {:>20}   (points lost against the oracle)\n",
        "games", "sequences", "with memory", "without"
    );
    for point in &memory.regret {
        let pair = |value: f64, error: f64| format!("{value:+.2} ± {error:.2}");
        let _ = writeln!(
            text,
            "{:>7} {:>10} {:>20} {:>20}",
            point.games,
            point.sequences,
            pair(point.with_memory, point.with_memory_error_95),
            pair(point.without_memory, point.without_memory_error_95)
        );
    }
    text
}
