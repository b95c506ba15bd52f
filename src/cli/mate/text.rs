//! A solved problem as text and as PGN.

use shakmaty::Position as _;

use super::solved::SolvedMate;
use bayeschess::pgn::{VariationNode, format_variations};
use bayeschess::record::{GameResult, Tags};
use bayeschess::search::mate::{MateSolution, MateVerdict as Proof, SolutionMove};

/// The result as a sentence.
pub(super) fn sentence(solved: &SolvedMate) -> String {
    let turn = solved.turn();
    match solved.proof {
        Proof::NoMate => format!("{turn} has no mate in {}.", solved.asked),
        Proof::Unknown { refuted } => format!(
            "It is not known whether {turn} mates in {}: {} nodes did not suffice. There is no mate in {refuted}.",
            solved.asked, solved.nodes
        ),
        Proof::Mate {
            moves, shortest, ..
        } => {
            let keys = solved.keys();
            let mut said = format!("{turn} mates in {moves} by {}", keys.join(" or "));
            if shortest {
                said.push_str(", and not sooner.");
            } else {
                said.push_str("; whether sooner, the nodes did not suffice to say.");
            }
            if let Some(solution) = &solved.solution {
                said.push_str(&remarks(solution));
            }
            said
        }
    }
}

fn remarks(solution: &MateSolution) -> String {
    let mut said = Vec::new();
    said.push(match solution.keys.len() {
        0 | 1 => " The key is the only one.".to_owned(),
        keys => format!(" There are {keys} keys."),
    });
    said.push(match solution.duals {
        Some(0) => " No duals.".to_owned(),
        Some(1) => " One dual.".to_owned(),
        Some(duals) => format!(" {duals} duals."),
        None => " Duals were not looked for to the end.".to_owned(),
    });
    match solution.short_mates {
        0 => {}
        1 => said.push(" One answer allows a shorter mate.".to_owned()),
        short => said.push(format!(" {short} answers allow a shorter mate.")),
    }
    if solution.cut {
        said.push(" The solution has more lines than are written.".to_owned());
    }
    said.concat()
}

/// The problem and its solution.
pub(super) fn pgn(solved: &SolvedMate) -> String {
    let turn = solved.position.turn();
    let (word, result) = match solved.proof {
        Proof::Mate { .. } => ("true", Some(GameResult::win_of(turn))),
        Proof::NoMate => ("false", None),
        Proof::Unknown { .. } => ("unknown", None),
    };
    let mut tags = Tags::new()
        .with("Event", &format!("Mate in {}", solved.asked))
        .with("White", &format!("Mate in {}", solved.asked))
        .with("Black", &format!("{} to move", solved.turn()))
        .with(&format!("MateIn{}", solved.asked), word);
    if let Proof::Mate {
        moves, shortest, ..
    } = solved.proof
    {
        let name = if shortest {
            "ShortestMate"
        } else {
            "KnownMate"
        };
        tags.set(name, &moves.to_string());
        tags.set("Keys", &solved.keys().join(" "));
    }
    let branches = branches(solved);
    format_variations(
        &tags,
        &solved.position,
        &sentence(solved),
        &branches,
        result,
    )
}

fn branches(solved: &SolvedMate) -> Vec<VariationNode> {
    let Some(solution) = &solved.solution else {
        // Without a proof that it is the shortest mate, only one first move is known.
        return match solved.proof {
            Proof::Mate { key, .. } => vec![VariationNode {
                m: key,
                comment: String::new(),
                next: Vec::new(),
            }],
            _ => Vec::new(),
        };
    };
    solution
        .keys
        .iter()
        .zip(0..)
        .map(|(key, number)| branch(key, if number == 0 { "" } else { "a cook" }, true))
        .collect()
}

/// Writes a move with its continuation; after a defence, all but the first move are duals.
fn branch(step: &SolutionMove, comment: &str, attacker: bool) -> VariationNode {
    let next = step
        .next
        .iter()
        .zip(0..)
        .map(|(next, number)| {
            let dual = !attacker && number > 0;
            branch(next, if dual { "a dual" } else { "" }, !attacker)
        })
        .collect();
    VariationNode {
        m: step.m,
        comment: comment.to_owned(),
        next,
    }
}
