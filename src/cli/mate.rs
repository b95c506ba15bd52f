//! `bayeschess mate`: proves forced mates, with all defences.

mod list;
mod text;

use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use serde::Serialize;
use shakmaty::{Chess, Color, Position as _};

use super::output::{JsonFlag, print, print_json};
use super::run_status::RunStatus;
use crate::cli::options::ForceFlag;
use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language};
use bayeschess::files::{check_output, write_whole};
use bayeschess::search::mate::{MateProver, MateSolution, MateVerdict as Proof};

/// Prove whether the side to move can force mate in N moves, and print the solution
///
/// The answer is a PGN game with the position in the tag FEN, the result in the tags and the first
/// comment, and the solution as moves with variations: every first move that mates (a second one is a
/// cook), every defence, the fastest mating moves (more than one is a dual). The mate is the shortest
/// one; the result says if that could not be proved. Repetition and the fifty-move rule are ignored,
/// as in problems.
///
/// Exit code 0 if there is a mate, 1 if there is none or it is unknown.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess mate '1Q6/8/8/8/8/k2K4/8/8 w' --moves 2
  bayeschess mate '1Q6/8/8/8/8/k2K4/8/8 w' --moves 1
  bayeschess mate 'kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1' --moves 2 --out morphy.pgn
  bayeschess mate --file problems.epd --moves 4        one line each; 'dm 3' in it is checked")]
pub struct MateArgs {
    /// The position; missing fields at the end of the FEN get their usual values
    #[arg(value_name = "FEN", required_unless_present = "file")]
    position: Vec<String>,
    /// Mate in at most this many moves of the side to move
    #[arg(long, short = 'n', value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=50))]
    moves: u16,
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", default_value_t = 100_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Print at most this many lines of the solution
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..))]
    max_lines: u32,
    /// Write the PGN to this file instead of standard output
    #[arg(long, value_name = "FILE.pgn", conflicts_with = "file")]
    out: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    /// Solve all problems of a file, one FEN or EPD per line
    #[arg(long, value_name = "FILE", conflicts_with = "position")]
    file: Option<PathBuf>,
    #[command(flatten)]
    json: JsonFlag,
}

/// A problem with its result.
struct SolvedMate {
    position: Chess,
    asked: u16,
    proof: Proof,
    solution: Option<MateSolution>,
    nodes: u64,
    seconds: f64,
}

#[derive(Serialize)]
struct MateJson {
    fen: String,
    asked: u16,
    verdict: &'static str,
    /// Moves to mate.
    moves: Option<u16>,
    /// Whether every shorter mate is refuted.
    shortest: Option<bool>,
    /// No mate in this many moves.
    refuted: Option<u16>,
    keys: Vec<String>,
    unique: Option<bool>,
    duals: Option<usize>,
    short_mates: Option<usize>,
    cut: bool,
    nodes: u64,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pgn: Option<String>,
}

/// Runs the command.
///
/// # Errors
///
/// When the text is not a position, or a file cannot be read or written.
pub fn run(args: &MateArgs) -> anyhow::Result<RunStatus> {
    if let Some(file) = &args.file {
        return list::run(args, file);
    }
    let existing = args.force.existing();
    if let Some(out) = &args.out {
        check_output(out, existing)?;
    }
    let position = fen::read(&args.position.join(" "))?;
    if position.legal_moves().is_empty() {
        bail!(
            "'{}' is a game that is over: give a position with moves",
            fen::write(&position)
        );
    }
    let solved = solve(&position, args.moves, args.nodes, args.max_lines);
    let pgn = text::pgn(&solved);
    let mut figures = figures(&solved);
    match &args.out {
        Some(out) => write_whole(out, existing, |file| file.write_all(pgn.as_bytes()))?,
        None if args.json.json => figures.pgn = Some(pgn),
        None => print(&pgn)?,
    }
    if args.json.json {
        print_json(&figures)?;
    } else if args.out.is_some() {
        print(&format!("{}\n", text::sentence(&solved)))?;
    }
    Ok(verdict(&solved))
}

const fn verdict(solved: &SolvedMate) -> RunStatus {
    match solved.proof {
        Proof::Mate { .. } => RunStatus::Success,
        Proof::NoMate | Proof::Unknown { .. } => RunStatus::Findings,
    }
}

fn solve(position: &Chess, moves: u16, nodes: u64, lines: u32) -> SolvedMate {
    let began = Instant::now();
    let mut prover = MateProver::for_nodes(nodes);
    let proof = prover.prove(position, moves, nodes);
    let solution = match proof {
        Proof::Mate {
            moves,
            shortest: true,
            ..
        } => prover.solve(position, moves, lines as usize, nodes).ok(),
        _ => None,
    };
    SolvedMate {
        position: position.clone(),
        asked: moves,
        proof,
        solution,
        nodes: prover.nodes(),
        seconds: began.elapsed().as_secs_f64(),
    }
}

impl SolvedMate {
    /// The mating first moves in SAN.
    fn keys(&self) -> Vec<String> {
        let write = |m| notation::write(&self.position, m, Language::English);
        match (&self.solution, self.proof) {
            (Some(solution), _) => solution.keys.iter().map(|step| write(step.m)).collect(),
            (None, Proof::Mate { key, .. }) => vec![write(key)],
            (None, _) => Vec::new(),
        }
    }

    fn turn(&self) -> &'static str {
        match self.position.turn() {
            Color::White => "White",
            Color::Black => "Black",
        }
    }
}

fn figures(solved: &SolvedMate) -> MateJson {
    let (verdict, moves, shortest, refuted) = match solved.proof {
        Proof::Mate {
            moves, shortest, ..
        } => (
            "mate",
            Some(moves),
            Some(shortest),
            shortest.then(|| moves - 1),
        ),
        Proof::NoMate => ("no mate", None, None, Some(solved.asked)),
        Proof::Unknown { refuted } => ("unknown", None, None, Some(refuted)),
    };
    let solution = solved.solution.as_ref();
    MateJson {
        fen: fen::write(&solved.position),
        asked: solved.asked,
        verdict,
        moves,
        shortest,
        refuted,
        keys: solved.keys(),
        unique: solution.map(|solution| solution.keys.len() == 1),
        duals: solution.and_then(|solution| solution.duals),
        short_mates: solution.map(|solution| solution.short_mates),
        cut: solution.is_some_and(|solution| solution.cut),
        nodes: solved.nodes,
        seconds: solved.seconds,
        pgn: None,
    }
}
