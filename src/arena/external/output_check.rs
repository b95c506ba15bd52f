//! Checks an engine's output for protocol lapses that lose no game: illegal principal variations, false mate scores,
//! best moves that differ from the last variation.
//!
//! The list follows the warnings of fastchess (`-strict`, `-check-mate-pvs`).

use shakmaty::Position as _;
use shakmaty::uci::UciMove;

use super::engine_line::EngineInfo;
use crate::board::GameState;
use crate::play::protocol_warning::{ProtocolLapse, ProtocolWarning};
use crate::record::Termination;
use crate::score::Score;

/// Returns all protocol lapses in the lines `said` before the move `best` in the position of `game`.
pub fn warnings(game: &GameState, said: &[EngineInfo], best: &str) -> Vec<ProtocolWarning> {
    let mut found = Vec::new();
    let mut warn = |lapse, shown: String| found.push(ProtocolWarning { lapse, shown });
    if !is_well_formed(best) {
        warn(ProtocolLapse::MoveFormat, best.to_owned());
    }
    if said.iter().all(|info| info.score.is_none()) {
        warn(ProtocolLapse::NoScore, format!("bestmove {best}"));
    }
    // A line with only a bound does not commit the engine to its move.
    let last = said
        .iter()
        .rfind(|info| info.is_first_line() && !info.is_bound && !info.line.is_empty());
    if let Some(first) = last.and_then(|info| info.line.first())
        && first != best
    {
        warn(
            ProtocolLapse::FirstMove,
            format!("pv {first} …, bestmove {best}"),
        );
    }
    for info in said {
        for (figure, word) in &info.broken {
            warn(ProtocolLapse::Figure, format!("{figure} {word}"));
        }
        if let Some(lapse) = line_lapse(game, info) {
            warn(lapse, describe(info));
        }
    }
    found
}

/// Returns true for four or five letters: two squares, and a piece for a promotion.
fn is_well_formed(word: &str) -> bool {
    let square = |text: Option<&str>| {
        text.is_some_and(|text| {
            let mut letters = text.bytes();
            matches!(letters.next(), Some(b'a'..=b'h'))
                && matches!(letters.next(), Some(b'1'..=b'8'))
        })
    };
    square(word.get(..2))
        && square(word.get(2..4))
        && matches!(word.get(4..), Some("" | "q" | "r" | "b" | "n"))
}

fn describe(info: &EngineInfo) -> String {
    let score = info
        .score
        .map_or_else(String::new, |score| format!("score {score} "));
    let depth = info
        .depth
        .map_or_else(String::new, |depth| format!("depth {depth} "));
    format!("{depth}{score}pv {}", info.line.join(" "))
}

/// Returns the first lapse in one principal variation, `None` if there is none.
fn line_lapse(game: &GameState, info: &EngineInfo) -> Option<ProtocolLapse> {
    if info.line.is_empty() {
        return None;
    }
    let mut after = game.clone();
    for (ply, word) in info.line.iter().enumerate() {
        if ply > 0 && is_over(&after) {
            return Some(ProtocolLapse::LineBeyondEnd);
        }
        let uci: UciMove = match word.parse() {
            Ok(uci) if is_well_formed(word) => uci,
            _ => return Some(ProtocolLapse::IllegalLine),
        };
        match uci.to_move(after.position()) {
            Ok(m) => after.play(m),
            Err(_) => return Some(ProtocolLapse::IllegalLine),
        }
    }
    if info.is_bound {
        return None;
    }
    mate_lapse(&after, info)
}

/// Returns true if the game has ended, so that no variation may go on. Dead positions do not count, since not every
/// engine recognises all of them.
fn is_over(game: &GameState) -> bool {
    game.ending()
        .is_some_and(|ending| ending.termination != Termination::InsufficientMaterial)
}

/// Returns the lapse if the end of a variation contradicts the score's announcement of mate.
fn mate_lapse(after: &GameState, info: &EngineInfo) -> Option<ProtocolLapse> {
    let mates = after.position().is_checkmate();
    let plies = info.line.len();
    // The side that moved last has mated: the searching side on odd plies.
    let for_mover = plies % 2 == 1;
    let (announced, announced_for_mover) = match info.score? {
        Score::MateIn(ply) => (usize::from(ply.0), true),
        Score::MatedIn(ply) => (usize::from(ply.0), false),
        Score::Heuristic(_) => return mates.then_some(ProtocolLapse::MateSign),
    };
    if !mates {
        return Some(ProtocolLapse::MateMissing);
    }
    if for_mover != announced_for_mover {
        return Some(ProtocolLapse::MateSign);
    }
    (plies != announced).then_some(ProtocolLapse::MateLength)
}

#[cfg(test)]
mod tests {
    use super::super::engine_line::{EngineLine, parse};
    use super::*;
    use crate::play::protocol_warning::LapseCounts;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;

    fn game(fen: &str) -> GameState {
        let fen: Fen = fen.parse().expect("a FEN");
        GameState::from_position(fen.into_position(CastlingMode::Standard).expect("legal"))
    }

    fn lapses(game: &GameState, said: &[&str], best: &str) -> Vec<ProtocolLapse> {
        let said: Vec<EngineInfo> = said
            .iter()
            .map(|line| match parse(&format!("info {line}")) {
                EngineLine::Info(info) => *info,
                other => panic!("{other:?}"),
            })
            .collect();
        warnings(game, &said, best)
            .into_iter()
            .map(|warning| warning.lapse)
            .collect()
    }

    const MATE_IN_TWO: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";

    #[test]
    fn a_polite_engine_is_not_warned() {
        let mate = game(MATE_IN_TWO);
        let said = [
            "depth 1 score cp 900 pv a2a7",
            "depth 3 score mate 2 pv a2a7 h8g8 b1b8",
            "depth 4 score mate 1 lowerbound pv a2a7",
            "string mate is near",
            "currmove a2a7 currmovenumber 1",
        ];
        assert_eq!(lapses(&mate, &said, "a2a7"), []);
    }

    #[test]
    fn every_lapse_is_seen() {
        let mate = game(MATE_IN_TWO);
        let score = "score cp 900 pv a2a7";
        for (said, best, lapse) in [
            (&[score][..], "A2A7", ProtocolLapse::MoveFormat),
            (&[score], "b1b7", ProtocolLapse::FirstMove),
            (&["depth 3 pv a2a7"], "a2a7", ProtocolLapse::NoScore),
            (&[score, "depth 1.5"], "a2a7", ProtocolLapse::Figure),
            (
                &["score cp 900 pv a2a7 h8h6"],
                "a2a7",
                ProtocolLapse::IllegalLine,
            ),
            (
                &["score cp 900 pv a2a7 h8G8"],
                "a2a7",
                ProtocolLapse::IllegalLine,
            ),
            (
                &["score mate 2 pv a2a7 h8g8"],
                "a2a7",
                ProtocolLapse::MateMissing,
            ),
            (
                &["score mate 3 pv a2a7 h8g8 b1b8"],
                "a2a7",
                ProtocolLapse::MateLength,
            ),
            (
                &["score mate -2 pv a2a7 h8g8 b1b8"],
                "a2a7",
                ProtocolLapse::MateSign,
            ),
            (
                &["score cp 30000 pv a2a7 h8g8 b1b8"],
                "a2a7",
                ProtocolLapse::MateSign,
            ),
            (
                &["score mate 2 pv a2a7 h8g8 b1b8 g8h8"],
                "a2a7",
                ProtocolLapse::LineBeyondEnd,
            ),
        ] {
            let found = lapses(&mate, said, best);
            assert!(found.contains(&lapse), "{said:?} {best}: {found:?}");
        }
    }

    #[test]
    fn a_line_ends_with_the_third_repetition() {
        let mut played = game(MATE_IN_TWO);
        for _ in 0..2 {
            for word in ["h1g1", "h8g8", "g1h1", "g8h8"] {
                let uci: UciMove = word.parse().expect("a move");
                // The position would occur for the third time.
                if played.occurrences() == 2 && word == "g8h8" {
                    break;
                }
                played.play(uci.to_move(played.position()).expect("legal"));
            }
        }
        let said = ["score cp 0 pv g8h8 h1g1"];
        assert_eq!(
            lapses(&played, &said, "g8h8"),
            [ProtocolLapse::LineBeyondEnd]
        );
    }

    #[test]
    fn lapses_add_up() {
        let mut one = LapseCounts::default();
        one.add(ProtocolLapse::MateSign);
        let mut sum = one;
        sum.add(ProtocolLapse::NoScore);
        sum.merge(one);
        assert_eq!((sum.mate_sign, sum.no_score, sum.total()), (2, 1, 3));
    }
}
