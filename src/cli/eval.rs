//! `bayeschess eval`: the static evaluation of a position, term by term.

use anyhow::{Context as _, bail};
use serde::Serialize;
use shakmaty::Chess;

use super::RunStatus;
use super::output::{JsonFlag, print, print_json};
use bayeschess::board::fen;
use bayeschess::eval::explain::{PhaseMix, TermContribution, TermValue};
use bayeschess::eval::{Evaluator, Explanation, RootContext};
use bayeschess::model::HeuristicSpec;
use bayeschess::phase::Phase;

/// Show what a heuristic makes of a position without searching, term by term
///
/// Each term stands for White, for Black and in balance; where a heuristic blends phases (the rich
/// family does), in the middlegame, in the endgame, and blended by the pieces that are left. All in
/// pawns. Below are the steps from their sum to the evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  bayeschess eval\n  \
    bayeschess eval '4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19'\n  \
    bayeschess eval '8/5k2/3p4/1p1P1p2/pP3P2/P2K4/8/8 w - - 0 40' --heuristic initial --json")]
pub struct EvalArgs {
    /// The position [default: the usual first position]
    #[arg(value_name = "FEN")]
    fen: Vec<String>,
    /// Whose view: initial, modern:initial, learned, modern:learned, or a table's file
    #[arg(
        long,
        value_name = "HEURISTIC",
        default_value = "modern:learned:middle"
    )]
    heuristic: HeuristicSpec,
    #[command(flatten)]
    json: JsonFlag,
}

/// What `--json` prints; centipawns.
#[derive(Serialize)]
struct EvalJson {
    heuristic: String,
    fen: String,
    /// Of a family that has one phase's weights alone at a time: which. All that its parts tell is then the same
    /// in middlegame, endgame and blend.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
    /// Of a family that blends phases.
    #[serde(skip_serializing_if = "Option::is_none")]
    middlegame_share: Option<f64>,
    terms: Vec<TermFigures>,
    steps: Vec<StepFigures>,
    white_cp: i32,
    mover_cp: i32,
}

#[derive(Serialize)]
struct TermFigures {
    term: &'static str,
    white: PartFigures,
    black: PartFigures,
    balance: PartFigures,
}

#[derive(Serialize)]
struct PartFigures {
    middlegame: i32,
    endgame: i32,
    blended: f64,
}

#[derive(Serialize)]
struct StepFigures {
    step: &'static str,
    white: i32,
}

/// Runs the command.
///
/// # Errors
///
/// An illegal FEN, a heuristic that cannot be loaded or is another each time, or standard output
/// that cannot be written.
pub fn run(args: &EvalArgs) -> anyhow::Result<RunStatus> {
    let text = args.fen.join(" ");
    let position = match text.as_str() {
        "" => Chess::default(),
        text => fen::read(text).with_context(|| format!("'{text}' is no position"))?,
    };
    let Some(heuristic) = args.heuristic.load()?.heuristic() else {
        bail!(
            "'{}' is another heuristic each time; name a fixed one, such as modern:initial",
            args.heuristic
        );
    };
    let evaluator = Evaluator::new(&heuristic, RootContext::of(&position));
    let explanation = evaluator.explain(&position);
    if args.json.json {
        print_json(&figures(args, &position, &explanation))?;
    } else {
        print(&format!("{explanation}\n"))?;
    }
    Ok(RunStatus::Success)
}

fn figures(args: &EvalArgs, position: &Chess, explanation: &Explanation) -> EvalJson {
    let share = explanation.mix.share();
    let (phase, middlegame_share) = match explanation.mix {
        PhaseMix::Alone(phase) => (Some(phase), None),
        PhaseMix::Blended(share) => (None, Some(f64::from(share) / f64::from(Explanation::WHOLE))),
    };
    let value = explanation.value();
    EvalJson {
        heuristic: args.heuristic.to_string(),
        fen: fen::write(position),
        phase,
        middlegame_share,
        terms: explanation
            .lines
            .iter()
            .map(|line| term_figures(line, share))
            .collect(),
        steps: explanation
            .steps
            .iter()
            .map(|(step, value)| StepFigures {
                step: step.name(),
                white: value.0,
            })
            .collect(),
        white_cp: value.0.centipawns_or(0).0,
        mover_cp: value.for_mover(explanation.turn).centipawns_or(0).0,
    }
}

fn term_figures(line: &TermContribution, share: i32) -> TermFigures {
    let part = |part: TermValue| PartFigures {
        middlegame: part.middlegame.0,
        endgame: part.endgame.0,
        blended: part.blended(share),
    };
    TermFigures {
        term: line.term.name(),
        white: part(line.white),
        black: part(line.black),
        balance: part(line.balance()),
    }
}
