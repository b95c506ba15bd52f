//! `bayeschess analyse --eval`: the evaluation of a position, term by term, without search.

use anyhow::bail;
use serde::Serialize;
use shakmaty::Chess;

use super::options::AnalyseArgs;
use crate::cli::output::{print, print_json};
use crate::cli::position_words::position_of;
use crate::cli::run_status::RunStatus;
use bayeschess::arena::player_spec::PlayerSpecKind;
use bayeschess::board::fen;
use bayeschess::eval::explain::{PhaseMix, TermContribution, TermValue};
use bayeschess::eval::{Evaluator, Explanation, RootContext};
use bayeschess::phase::Phase;

/// The JSON output, in centipawns.
#[derive(Serialize)]
struct EvalJson {
    heuristic: String,
    fen: String,
    /// The game phase, if the family uses the weights of one phase at a time. The values for middlegame,
    /// endgame and blend are then equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    phase: Option<Phase>,
    /// The share of the middlegame, if the family blends phases.
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

/// Shows the evaluation of a position term by term, without search.
pub(super) fn run(args: &AnalyseArgs) -> anyhow::Result<RunStatus> {
    let position = position_of(&args.subject)?;
    let PlayerSpecKind::Heuristic(spec) = &args.by.kind else {
        bail!(
            "--by {}: an engine does not show its evaluation; name a heuristic",
            args.by
        );
    };
    let Some(heuristic) = spec.load()?.heuristic() else {
        bail!("'{spec}' is random; name a fixed heuristic, such as modern:initial");
    };
    let evaluator = Evaluator::new(&heuristic, RootContext::of(&position));
    let explanation = evaluator.explain(&position);
    if args.json.json {
        print_json(&figures(&spec.to_string(), &position, &explanation))?;
    } else {
        print(&format!("{explanation}\n"))?;
    }
    Ok(RunStatus::Success)
}

fn figures(heuristic: &str, position: &Chess, explanation: &Explanation) -> EvalJson {
    let share = explanation.mix.share();
    let (phase, middlegame_share) = match explanation.mix {
        PhaseMix::Alone(phase) => (Some(phase), None),
        PhaseMix::Blended(share) => (None, Some(f64::from(share) / f64::from(Explanation::WHOLE))),
    };
    let value = explanation.value();
    EvalJson {
        heuristic: heuristic.to_owned(),
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
