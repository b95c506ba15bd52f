//! An analysed game as text and as annotated PGN.

use std::fmt::Write as _;

use super::game_analysis::{AnalysedMove, GameAnalysis, SideLosses};
use crate::cli::text_table::TextTable;
use bayeschess::pgn::format_annotated;
use bayeschess::record::Game;

/// The text output: each move, then the losses of each side.
pub(super) fn text(figures: &GameAnalysis) -> String {
    let mut text = format!(
        "{} - {}, {}; judged by {}, {}\n",
        figures.white, figures.black, figures.result, figures.by, figures.thinking
    );
    let mut table = TextTable::with_last(&["move"], &["score", "loss", "points"], &[""]);
    for judged in &figures.moves {
        let better = match judged.gravity {
            "sound" => String::new(),
            gravity => format!("{gravity}; better {}", judged.best),
        };
        let points = format!("{:.3}", judged.points);
        table.row(&[
            &judged.played,
            &judged.score,
            &judged.loss,
            &points,
            &better,
        ]);
    }
    text.push_str(&table.to_string());
    let mut table = TextTable::new(
        &[""],
        &[
            "moves",
            "agreed",
            "mean loss",
            "mean points",
            "inaccuracies",
            "mistakes",
            "blunders",
        ],
    );
    for (name, side) in [
        ("White", &figures.losses.white),
        ("Black", &figures.losses.black),
    ] {
        add_side(&mut table, name, side);
    }
    let _ = write!(text, "\n{table}");
    for file in &figures.files {
        let _ = writeln!(text, "wrote {}", file.display());
    }
    text
}

fn add_side(table: &mut TextTable, name: &str, side: &SideLosses) {
    table.row(&[
        &name,
        &side.moves,
        &side.agreed,
        &format!("{:.1}", side.mean_loss),
        &format!("{:.4}", side.mean_points),
        &side.inaccuracies,
        &side.mistakes,
        &side.blunders,
    ]);
}

/// The game as PGN, each move with a comment: the score in program notation, and the judgement.
pub(super) fn pgn(game: &Game, figures: &GameAnalysis) -> String {
    let comments: Vec<String> = figures.moves.iter().map(comment).collect();
    format_annotated(game, &comments)
}

fn comment(judged: &AnalysedMove) -> String {
    let score = judged.score.trim_start_matches('+');
    let eval = match score {
        "mate" => String::new(),
        _ => format!("[%eval {score}]"),
    };
    let said = match judged.gravity {
        "sound" => String::new(),
        gravity => format!(" {gravity}; better {}", judged.best),
    };
    format!("{eval}{said}")
}
