//! A mate problem with its result.

use std::time::Instant;

use bayeschess::board::fen;
use bayeschess::board::notation::{self, Language, color_name};
use bayeschess::search::mate::{MateProver, MateSolution, MateVerdict as Proof};
use serde::Serialize;
use shakmaty::{Chess, Position as _};

use crate::cli::run_status::RunStatus;

/// A problem with its result.
pub(super) struct SolvedMate {
    pub(super) position: Chess,
    pub(super) asked: u16,
    pub(super) proof: Proof,
    pub(super) solution: Option<MateSolution>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

#[derive(Serialize)]
pub(super) struct MateJson {
    fen: String,
    pub(super) asked: u16,
    pub(super) verdict: &'static str,
    /// Moves to mate.
    pub(super) moves: Option<u16>,
    /// Whether every shorter mate is refuted.
    pub(super) shortest: Option<bool>,
    /// No mate in this many moves.
    refuted: Option<u16>,
    pub(super) keys: Vec<String>,
    unique: Option<bool>,
    duals: Option<usize>,
    short_mates: Option<usize>,
    cut: bool,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) pgn: Option<String>,
}

pub(super) const fn verdict(solved: &SolvedMate) -> RunStatus {
    match solved.proof {
        Proof::Mate { .. } => RunStatus::Success,
        Proof::NoMate | Proof::Unknown { .. } => RunStatus::Findings,
    }
}

pub(super) fn solve(position: &Chess, moves: u16, nodes: u64, lines: u32) -> SolvedMate {
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
    pub(super) fn keys(&self) -> Vec<String> {
        let write = |m| notation::write(&self.position, m, Language::English);
        match (&self.solution, self.proof) {
            (Some(solution), _) => solution.keys.iter().map(|step| write(step.m)).collect(),
            (None, Proof::Mate { key, .. }) => vec![write(key)],
            (None, _) => Vec::new(),
        }
    }

    pub(super) fn turn(&self) -> &'static str {
        color_name(self.position.turn())
    }
}

pub(super) fn figures(solved: &SolvedMate) -> MateJson {
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
