//! `bayeschess analyse --tables`: the value of a position by Syzygy endgame tables.

use anyhow::bail;
use serde::Serialize;
use shakmaty::CastlingMode;

use super::options::AnalyseArgs;
use crate::cli::output::{print, print_json};
use crate::cli::position_words::position_of;
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};
use bayeschess::book::tablebase::UNKNOWN_DISTANCE;
use bayeschess::book::{Syzygy, SyzygyOptions, Tablebase as _, TablebaseOutcome};

#[derive(Serialize)]
struct TablebaseJson {
    fen: String,
    outcome: Option<&'static str>,
    moves: Vec<TablebaseMoveJson>,
    tables: usize,
    warnings: Vec<String>,
}

#[derive(Serialize)]
struct TablebaseMoveJson {
    san: String,
    uci: String,
    outcome: &'static str,
    /// Plies from after the move to the next capture, pawn move or mate.
    distance: Option<i32>,
}

const fn word(outcome: TablebaseOutcome) -> &'static str {
    match outcome {
        TablebaseOutcome::Win => "win",
        TablebaseOutcome::CursedWin => "cursed win",
        TablebaseOutcome::Draw => "draw",
        TablebaseOutcome::BlessedLoss => "blessed loss",
        TablebaseOutcome::Loss => "loss",
    }
}

/// Shows the value of a position and of its moves; exit code 1 if the tables do not have it.
pub(super) fn run(args: &AnalyseArgs, folders: &str) -> anyhow::Result<RunStatus> {
    let position = position_of(&args.subject)?;
    let options = SyzygyOptions {
        fifty_moves: !args.no_fifty_moves,
        ..SyzygyOptions::default()
    };
    let (tables, mut warnings) = Syzygy::open(folders, options);
    if tables.files() == 0 {
        if warnings.is_empty() {
            bail!("--tables names no folder; give the folder of the Syzygy tables");
        }
        let why: Vec<String> = warnings.iter().map(ToString::to_string).collect();
        bail!(
            "--tables names no table that can be used: {}",
            why.join("; ")
        );
    }
    let ranked = tables.rank_root(&position).unwrap_or_default();
    // Ranked moves respect the halfmove clock; the value of the position alone does not.
    let best = ranked.first().map(|(_, outcome, _)| *outcome);
    let outcome = best.or_else(|| tables.outcome(&position));
    warnings.extend(tables.take_warnings());
    for warning in &warnings {
        tracing::warn!("{warning}");
    }
    let figures = TablebaseJson {
        fen: fen::write(&position),
        outcome: outcome.map(word),
        moves: ranked
            .iter()
            .map(|&(m, outcome, distance)| TablebaseMoveJson {
                san: notation::write(&position, m, Language::English),
                uci: m.to_uci(CastlingMode::Standard).to_string(),
                outcome: word(outcome),
                distance: (distance != UNKNOWN_DISTANCE).then_some(distance),
            })
            .collect(),
        tables: tables.files(),
        warnings: warnings.iter().map(ToString::to_string).collect(),
    };
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures))?;
    }
    Ok(if outcome.is_some() {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

fn text(figures: &TablebaseJson) -> String {
    let Some(outcome) = figures.outcome else {
        return format!("{}\nThe tables do not have this position.\n", figures.fen);
    };
    let mut text = format!("{}\n{outcome} for the side to move\n", figures.fen);
    let mut table = TextTable::new(&["move", "outcome"], &["plies to zeroing"]);
    for m in &figures.moves {
        let distance = m.distance.map_or("?".to_owned(), |plies| plies.to_string());
        table.row(&[&m.san, &m.outcome, &distance]);
    }
    if !figures.moves.is_empty() {
        text.push_str(&table.to_string());
    }
    text
}
