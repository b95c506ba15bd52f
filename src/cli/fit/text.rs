//! The text output of `fit`: the games, the quality of the predictions, and the changes.

use std::fmt::Write as _;
use std::path::Path;

use super::options::FitOptions;
use crate::cli::text_table::TextTable;
use bayeschess::foreign::{shell_path, shell_word};
use bayeschess::heuristic::Heuristic;
use bayeschess::learn::positions::{FitResult, ForecastQuality, GamesRead, HeldOutQuality};
use bayeschess::model::{HeuristicTable, card_path};
use bayeschess::phase::Phase;

/// Number of changes listed, the most significant first.
const SUREST: usize = 12;

/// Times of a fit, in seconds.
#[derive(Clone, Copy, Debug)]
pub(super) struct FitTimes {
    /// Until all positions were read, resolved to quiet ones, and searched.
    pub(super) gathering: f64,
    /// Until the weights were fitted and validated.
    pub(super) all: f64,
}

/// The report: data, quality of predictions, largest changes, next commands.
pub(super) fn report(
    learned: &FitResult,
    args: &FitOptions,
    took: FitTimes,
    out: &Path,
    table: &HeuristicTable,
) -> String {
    let [positions, held_positions] = learned.positions;
    let [games, held_games] = learned.games;
    let mut text = read_text(learned.read);
    let _ = write!(
        text,
        "learned from {positions} positions of {games} games; held out: {held_positions} positions of \
         {held_games} games\n\
         {:.1} s to gather and settle them, {:.1} s to fit and judge, {} steps\n\
         a position's odds grow e times for {:.0} centipawns; a lead of {:.0} is won as often as not\n\n",
        took.gathering,
        took.all - took.gathering,
        learned.steps,
        learned.link.scale,
        learned.link.margin
    );
    match &learned.held_out {
        None => text.push_str("no game was held out: play more to know how well it predicts\n"),
        Some(held_out) => text.push_str(&held_out_text(held_out)),
    }
    text.push_str(&surest(&learned.start, learned));
    let card = card_path(out);
    let _ = write!(
        text,
        "\nwritten: {} (checksum {}) and {}, {:.0} % of the way",
        out.display(),
        table.checksum(),
        card.display(),
        100.0 * args.share
    );
    if let Some(file) = &args.deviations {
        let _ = write!(text, "; what is left of doubt: {}", file.display());
    }
    let _ = write!(
        text,
        "\nnext:\n  bayeschess match {} {} --nodes 2000 --games 2000\n",
        shell_path(out),
        shell_word(&args.start.to_string())
    );
    text
}

/// The quality of the predictions on games held out.
fn held_out_text(held_out: &HeldOutQuality) -> String {
    let mut table = TextTable::new(
        &["on games held out"],
        &["log-loss", "Brier", "right", "calibration"],
    );
    for (name, measures) in [
        ("results alone", held_out.shares),
        ("start, at its best scale", held_out.start),
        ("naive Bayes over the terms", held_out.naive),
        ("fitted", held_out.fitted),
    ] {
        add_row(&mut table, name, measures);
    }
    let mut text = table.to_string();
    if let Some(distances) = held_out.from_searches {
        let _ = writeln!(
            text,
            "against scores of searches, in points of a game: start {:.4}, fitted {:.4}",
            distances.start, distances.fitted
        );
    }
    text
}

/// The games that were read; empty if all are self-play games and none was left out.
fn read_text(read: GamesRead) -> String {
    if read
        == (GamesRead {
            self_play: read.self_play,
            ..GamesRead::default()
        })
    {
        return String::new();
    }
    let mut text = match (read.self_play, read.collected) {
        _ if read.lines > 0 => format!(
            "read {} lines of positions; thirty count as one game",
            read.lines
        ),
        (own, 0) => format!("read {own} games of self-play"),
        (0, collected) => format!("read {collected} collected games"),
        (own, collected) => format!(
            "read {own} games of self-play and {collected} collected games (--from chooses)"
        ),
    };
    // Writing into a string cannot fail.
    if read.unfinished > 0 {
        let _ = write!(text, ", {} without result left out", read.unfinished);
    }
    if read.twice > 0 {
        let _ = write!(text, ", {} with the moves of another left out", read.twice);
    }
    if read.given_up > 0 {
        let _ = write!(
            text,
            ", {} left out because the program failed at them (please report it)",
            read.given_up
        );
    }
    text.push('\n');
    if read.collected > 0 {
        text.push_str(
            "tables from people's games predict results well but may play badly: let the match decide\n",
        );
    }
    text
}

fn add_row(table: &mut TextTable, name: &str, measures: ForecastQuality) {
    let figure = |value: f64| format!("{value:.4}");
    table.row(&[
        &name,
        &figure(measures.log_loss),
        &figure(measures.brier),
        &format!("{:.1} %", 100.0 * measures.accuracy),
        &figure(measures.calibration_error),
    ]);
}

/// The changes that are largest relative to their uncertainty.
fn surest(start: &Heuristic, learned: &FitResult) -> String {
    let parameters = start.schema().parameters();
    let mut changes = Vec::new();
    for phase in Phase::ALL {
        let (from, to) = (&start.weights()[phase], &learned.fitted.weights()[phase]);
        for (place, parameter) in parameters.iter().enumerate() {
            // The mirrored parameter of the other side has the same value.
            let is_twin = ["opponent_", "black_"]
                .iter()
                .any(|prefix| parameter.name.starts_with(prefix));
            let doubt = learned.deviations[phase][place];
            if !is_twin && doubt > 0.0 {
                let z = f64::from(to[place] - from[place]) / doubt;
                changes.push((z, phase, place));
            }
        }
    }
    changes.sort_by(|one, two| two.0.abs().total_cmp(&one.0.abs()));
    let mut table = TextTable::new(&["parameter", "phase"], &["start", "fitted", "±"]);
    for (_, phase, place) in changes.into_iter().take(SUREST) {
        table.row(&[
            &parameters[place].name,
            &phase,
            &start.weights()[phase][place],
            &learned.fitted.weights()[phase][place],
            &format!("{:.1}", learned.deviations[phase][place]),
        ]);
    }
    format!(
        "\nsurest changes (±: one standard deviation, the other weights taken as known)\n{table}"
    )
}
