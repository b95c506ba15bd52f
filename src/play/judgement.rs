//! What the moves of a game cost, by an oracle's scores before and after each, and where the game turned.

use shakmaty::{Color, Move};

use crate::board::GameState;
use crate::record::GameResult;
use crate::score::{MoveQuality, Score};
use crate::units::{Centipawns, Ply};

/// Bound to which scores are clamped before a loss is computed: a slower win of a won game costs nothing.
pub const LARGEST: Centipawns = Centipawns(1000);

/// The oracle's judgement of one move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveJudgement {
    /// Side that moved.
    pub mover: Color,
    /// Move played.
    pub played: Move,
    /// Move that the oracle would have played.
    pub best: Move,
    /// Score before the move, from the mover's point of view.
    pub before: Score,
    /// Score after the move, from the mover's point of view.
    pub after: Score,
    /// Loss of the move in centipawns, scores clamped to ±[`LARGEST`]; at least 0, and 0 for the oracle's own choice.
    pub loss: Centipawns,
    /// Loss of the move in expected points, where 1 is a won game.
    pub points: f64,
}

impl MoveJudgement {
    /// Returns the severity of the move's loss.
    pub fn gravity(&self) -> MoveQuality {
        MoveQuality::of(self.points)
    }
}

/// Returns the score, for the side to move, of a game that the rules have ended; `None` while it goes on.
pub fn score_of_end(game: &GameState) -> Option<Score> {
    let ending = game.ending()?;
    Some(match ending.result.winner() {
        None => Score::DRAW,
        Some(winner) if winner == game.turn() => Score::MateIn(Ply(1)),
        Some(_) => Score::MatedIn(Ply(0)),
    })
}

/// An oracle's reply to a position: its move, and its score for the side to move.
pub type OracleReply = (Option<Move>, Option<Score>);

/// Compares each move with the oracle's replies before and after it; moves without both are left out. `first` moved
/// first.
pub fn judge_moves(first: Color, moves: &[Move], said: &[OracleReply]) -> Vec<MoveJudgement> {
    // For an only move an oracle may give no score: the position then takes the score of the next one.
    let mut following = Score::DRAW;
    let mut scored: Vec<(Option<Move>, Score)> = said
        .iter()
        .rev()
        .map(|(best, score)| {
            following = score.unwrap_or(-following);
            (*best, following)
        })
        .collect();
    scored.reverse();
    let mut mover = first;
    let mut judged = Vec::with_capacity(moves.len());
    for (played, two) in moves.iter().zip(scored.windows(2)) {
        let [(best, before), (_, after)] = two else {
            break;
        };
        let (before, after) = (*before, -*after);
        let best = best.unwrap_or(*played);
        let own = best == *played;
        let cost = capped(before) - capped(after);
        judged.push(MoveJudgement {
            mover,
            played: *played,
            best,
            before,
            after,
            loss: Centipawns(if own { 0 } else { cost.max(0) }),
            points: if own {
                0.0
            } else {
                (before.expected_points() - after.expected_points()).max(0.0)
            },
        });
        mover = !mover;
    }
    judged
}

fn capped(score: Score) -> i32 {
    let Centipawns(value) = score.centipawns_or(LARGEST.0 + 1000);
    value.clamp(-LARGEST.0, LARGEST.0)
}

/// Returns the index of the move at which the game turned: that which lost most expected points, at least a mistake.
///
/// In a game with a winner only moves of the loser count.
pub fn turning_point(judged: &[MoveJudgement], result: Option<GameResult>) -> Option<usize> {
    let winner = result.and_then(GameResult::winner);
    let costly = judged.iter().enumerate().filter(|(_, judgement)| {
        judgement.gravity() >= MoveQuality::Mistake && Some(judgement.mover) != winner
    });
    costly
        .max_by(|(_, one), (_, other)| one.points.total_cmp(&other.points))
        .map(|(place, _)| place)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Language, read_line};
    use shakmaty::Chess;

    fn judged(line: &str, scores: &[i32]) -> Vec<MoveJudgement> {
        let moves = read_line(&Chess::default(), line, Language::English).expect("a line");
        let said: Vec<OracleReply> = scores
            .iter()
            .map(|score| (None, Some(Score::Heuristic(Centipawns(*score)))))
            .collect();
        judge_moves(Color::White, &moves, &said)
    }

    #[test]
    fn the_game_turned_where_the_loser_lost_most() {
        // White's chances after each move: level, level, lost by the second move of White.
        let game = judged("e4 e5 Qh5 Nc6", &[0, 0, 10, 600, -600]);
        // No oracle's move is known, so every move counts as the best.
        assert!(game.iter().all(|judgement| judgement.loss == Centipawns(0)));
        let lost = |mover, points| MoveJudgement {
            mover,
            points,
            best: game[0].best,
            ..game[2]
        };
        let line = [
            lost(Color::White, 0.0),
            lost(Color::Black, 0.4),
            lost(Color::White, 0.3),
            lost(Color::White, 0.12),
        ];
        assert_eq!(turning_point(&line, Some(GameResult::BlackWins)), Some(2));
        assert_eq!(turning_point(&line, Some(GameResult::WhiteWins)), Some(1));
        assert_eq!(turning_point(&line, Some(GameResult::Draw)), Some(1));
        assert_eq!(turning_point(&line, None), Some(1));
        assert_eq!(turning_point(&line[..1], None), None);
        assert_eq!(
            turning_point(&line[3..], Some(GameResult::BlackWins)),
            Some(0)
        );
    }

    #[test]
    fn moves_without_both_scores_are_left_out() {
        assert_eq!(judged("e4 e5 Nf3", &[0, 0]).len(), 1);
        assert_eq!(judged("e4 e5 Nf3", &[]).len(), 0);
        assert_eq!(judged("", &[0]).len(), 0);
    }

    #[test]
    fn a_game_that_is_over_has_the_score_of_its_result() {
        let mut game = GameState::new();
        assert_eq!(score_of_end(&game), None);
        let moves = read_line(&Chess::default(), "f3 e5 g4 Qh4", Language::English);
        for m in moves.expect("a line") {
            game.play(m);
        }
        assert_eq!(score_of_end(&game), Some(Score::MatedIn(Ply(0))));
    }
}
