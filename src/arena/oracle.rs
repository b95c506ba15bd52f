//! Judging a game move by move with an engine as oracle: each move's loss, by the scores before and after it.
//!
//! After Fast and Oliveri, *Medición de fuerza de juego por comparación de rendimiento con motores* (2013), as
//! Cazalás and Artola (2013, ch. 5) use it: a player's strength is measured by the loss against the choices of a
//! stronger engine. Any [`Entrant`] may be the oracle.

use std::time::Duration;

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::entrant::Entrant;
use super::external::{EngineStartError, EngineTimeouts, OutputCheck};
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::play::{
    GameClock, MatchPlayer as _, MoveJudgement, MoveRequest, PlayerFault, judge_moves, score_of_end,
};
use crate::score::MoveQuality;

/// Reason why a game could not be judged.
#[derive(Debug, thiserror::Error)]
pub enum OracleError {
    /// The oracle could not be started.
    #[error(transparent)]
    Start(#[from] EngineStartError),
    /// The oracle crashed, stalled or played an illegal move.
    #[error("the oracle {} at ply {ply}; nothing was judged", fault.detail)]
    Fault {
        /// Ply of the game at which it happened, from 0.
        ply: usize,
        /// The fault.
        fault: PlayerFault,
    },
    /// The user stopped the judging.
    #[error("stopped before the game was judged to its end")]
    Stopped,
}

/// Judges the moves of a game from `start`; calls `on_position` after each position.
///
/// # Errors
///
/// [`OracleError`].
pub fn judge(
    oracle: &Entrant,
    start: &Chess,
    moves: &[Move],
    stop: &CancelFlag,
    on_position: &mut dyn FnMut(),
) -> Result<Vec<MoveJudgement>, OracleError> {
    let mut seat = oracle.start(EngineTimeouts::default(), OutputCheck::Moves, stop)?;
    let fault = |ply| move |fault| OracleError::Fault { ply, fault };
    seat.begin(stop)
        .ok_or(OracleError::Stopped)?
        .map_err(fault(0))?;
    let mut game = GameState::from_position(start.clone());
    let mut said = Vec::with_capacity(moves.len() + 1);
    for ply in 0..=moves.len() {
        said.push(if let Some(score) = score_of_end(&game) {
            (None, Some(score))
        } else {
            // A fresh clock, so that each position gets the same time.
            let clock = GameClock::new(oracle.thinking);
            let clocks = ByColor::new_with(|_| clock);
            let request = MoveRequest {
                game: &game,
                legal: &game.position().legal_moves(),
                clocks: &clocks,
                margin: Duration::from_secs(1),
            };
            let choice = seat
                .choose(&request, stop)
                .ok_or(OracleError::Stopped)?
                .map_err(fault(ply))?;
            (Some(choice.chosen), choice.score)
        });
        on_position();
        if let Some(m) = moves.get(ply) {
            game.play(*m);
        }
    }
    Ok(judge_moves(start.turn(), moves, &said))
}

/// Accuracy of one side over a game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AccuracySummary {
    /// Number of moves judged.
    pub moves: u32,
    /// Number of moves equal to the oracle's choice.
    pub agreed: u32,
    /// Mean loss in centipawns; 0 without moves.
    pub mean_loss: f64,
    /// Mean loss in expected points; 0 without moves.
    pub mean_points: f64,
    /// Number of inaccuracies, mistakes and blunders, in this order.
    pub grave: [u32; 3],
}

impl AccuracySummary {
    /// Summarises the judged moves of one side.
    pub fn of(judged: &[MoveJudgement], side: Color) -> Self {
        let mut losses = Self::default();
        for judgement in judged.iter().filter(|judgement| judgement.mover == side) {
            losses.moves += 1;
            losses.agreed += u32::from(judgement.best == judgement.played);
            losses.mean_loss += f64::from(judgement.loss.0);
            losses.mean_points += judgement.points;
            match judgement.gravity() {
                MoveQuality::Sound => {}
                MoveQuality::Inaccuracy => losses.grave[0] += 1,
                MoveQuality::Mistake => losses.grave[1] += 1,
                MoveQuality::Blunder => losses.grave[2] += 1,
            }
        }
        let moves = f64::from(losses.moves.max(1));
        losses.mean_loss /= moves;
        losses.mean_points /= moves;
        losses
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::EntrantKind;
    use crate::board::notation::{Language, read_line};
    use crate::heuristic::Heuristic;
    use crate::model::HeuristicSource;
    use crate::play::time_control::ThinkingLimits;
    use crate::score::Score;
    use crate::search::SearchSettings;
    use crate::units::{Centipawns, Ply};

    fn judged(line: &str) -> Vec<MoveJudgement> {
        let oracle = Entrant {
            name: "oracle".to_owned(),
            thinking: ThinkingLimits {
                depth: Some(4),
                ..ThinkingLimits::default()
            },
            kind: EntrantKind::Heuristic {
                source: HeuristicSource::fixed(Heuristic::initial()),
                settings: SearchSettings::for_selfplay(),
            },
        };
        let start = Chess::default();
        let moves = read_line(&start, line, Language::English).expect("a line");
        let mut positions = 0;
        let judged = judge(&oracle, &start, &moves, &CancelFlag::new(), &mut || {
            positions += 1;
        });
        assert_eq!(positions, moves.len() + 1);
        judged.expect("a judgement")
    }

    #[test]
    fn the_fools_mate_is_a_blunder_of_its_second_move() {
        let judged = judged("f3 e5 g4 Qh4#");
        assert_eq!(judged[2].gravity(), MoveQuality::Blunder);
        assert_eq!(judged[2].after, Score::MatedIn(Ply(1)));
        assert!(judged[2].loss > Centipawns(500));
        assert_eq!(
            (judged[3].loss, judged[3].best),
            (Centipawns(0), judged[3].played)
        );
        assert_eq!(judged[3].before, Score::MateIn(Ply(1)));
        let white = AccuracySummary::of(&judged, Color::White);
        let black = AccuracySummary::of(&judged, Color::Black);
        assert_eq!((white.moves, white.grave[2] >= 1), (2, true));
        assert!(black.mean_loss < white.mean_loss);
    }

    #[test]
    fn borders_lie_where_people_put_them() {
        let moves = read_line(&Chess::default(), "e4", Language::English).expect("a line");
        let cp = |value| Score::Heuristic(Centipawns(value));
        let lost = |before, after| MoveJudgement {
            mover: Color::White,
            played: moves[0],
            best: moves[0],
            before: cp(before),
            after: cp(after),
            loss: Centipawns(before - after),
            points: cp(before).expected_points() - cp(after).expected_points(),
        };
        assert_eq!(lost(20, -20).gravity(), MoveQuality::Sound);
        assert_eq!(lost(20, -50).gravity(), MoveQuality::Inaccuracy);
        assert_eq!(lost(20, -100).gravity(), MoveQuality::Mistake);
        assert_eq!(lost(20, -300).gravity(), MoveQuality::Blunder);
        assert_eq!(lost(900, 700).gravity(), MoveQuality::Sound);
        assert_eq!(
            (
                Score::MateIn(Ply(3)).expected_points(),
                Score::DRAW.expected_points()
            ),
            (1.0, 0.5)
        );
    }

    #[test]
    fn what_was_not_said_is_taken_from_what_follows() {
        let start = Chess::default();
        let moves = read_line(&start, "e4 e5", Language::English).expect("a line");
        let cp = |value| Some(Score::Heuristic(Centipawns(value)));
        let said = [(Some(moves[0]), None), (None, None), (None, cp(30))];
        let judged = judge_moves(Color::White, &moves, &said);
        assert!(
            judged
                .iter()
                .all(|judgement| judgement.loss == Centipawns(0))
        );
        assert_eq!(judged[0].before, Score::Heuristic(Centipawns(30)));
        let said = [
            (Some(moves[0]), cp(30)),
            (Some(moves[0]), cp(-2000)),
            (None, cp(-1500)),
        ];
        let judged = judge_moves(Color::White, &moves, &said);
        // The oracle's own choice costs nothing; in a lost position nothing beyond the cap is lost.
        assert_eq!(
            (judged[0].loss, judged[1].loss),
            (Centipawns(0), Centipawns(0))
        );
    }
}
