//! The review of a finished game: winning chances after each move, what each cost, and where the game turned.

use shakmaty::Position as _;

use super::table::{TableGame, uci};
use crate::board::notation::{self, Language};
use crate::play::{MoveJudgement, OracleReply, judge_moves, turning_point};
use crate::score::{MoveQuality, Score};
use crate::serve::wire::{LegalMoveJson, ReviewJson, ReviewMoveJson};

impl TableGame {
    /// The review as far as it is made; none while the game goes on.
    pub(super) fn review(&self) -> Option<ReviewJson> {
        self.ending.filter(|_| self.ply() > 0)?;
        let said: Vec<OracleReply> = (0..=self.ply())
            .map_while(|ply| self.replies.get(&ply).copied())
            .collect();
        let first = self.state.start().turn();
        let judged = judge_moves(first, self.state.moves(), &said);
        let is_whole = judged.len() == self.ply();
        let result = self.ending.map(|ending| ending.result);
        let start = said.first().and_then(|(_, score)| *score);
        Some(ReviewJson {
            done: judged.len(),
            of: self.ply(),
            start: start
                .unwrap_or(Score::DRAW)
                .for_white(first)
                .0
                .expected_points(),
            moves: (0..)
                .zip(&judged)
                .map(|(place, judgement)| self.reviewed(place, judgement))
                .collect(),
            turning_point: turning_point(&judged, result)
                .filter(|_| is_whole)
                .map(|place| place + 1),
        })
    }

    fn reviewed(&self, place: usize, judgement: &MoveJudgement) -> ReviewMoveJson {
        let white = judgement.after.for_white(judgement.mover);
        let quality = judgement.gravity();
        let better = (quality != MoveQuality::Sound).then(|| {
            let before = self.position_at(place);
            LegalMoveJson {
                uci: uci(judgement.best),
                san: notation::write(&before, judgement.best, Language::English),
            }
        });
        ReviewMoveJson {
            ply: place + 1,
            white: white.0.expected_points(),
            evaluation: white.into(),
            lost: judgement.points,
            quality: quality.name(),
            better,
        }
    }
}
