//! The coach: it warns of a blunder before the engine answers. Off unless the user switches it on.

use shakmaty::Position as _;

use super::PageSession;
use super::table::{TableGame, uci};
use crate::board::notation::{self, Language};
use crate::play::{MoveJudgement, judge_moves};
use crate::score::MoveQuality;
use crate::serve::wire::{LegalMoveJson, MoveSource, WarningJson};

/// The coach's opinion of the user's last move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum CoachOpinion {
    /// There is nothing to say.
    Silent,
    /// The move is being judged.
    Pending,
    /// The move is a blunder, and the user has not insisted on it.
    Warns(MoveJudgement),
}

impl PageSession {
    /// The coach's opinion of the user's last move.
    pub(super) fn coach_opinion(&self, game: &TableGame) -> CoachOpinion {
        if !self.settings.coach || !game.is_checked() {
            return CoachOpinion::Silent;
        }
        match game.judgement_of_last() {
            None => CoachOpinion::Pending,
            Some(judged) if judged.gravity() == MoveQuality::Blunder => CoachOpinion::Warns(judged),
            Some(_) => CoachOpinion::Silent,
        }
    }

    /// The warning as JSON; none where the coach is silent.
    pub(super) fn warning(&self, game: &TableGame) -> Option<WarningJson> {
        let CoachOpinion::Warns(judged) = self.coach_opinion(game) else {
            return None;
        };
        let played = game.moves.last()?;
        let reply = game.replies.get(&game.ply()).and_then(|(best, _)| *best);
        Some(WarningJson {
            ply: game.ply(),
            san: played.san.clone(),
            lost: judged.points,
            reply: reply.map(|reply| LegalMoveJson {
                uci: uci(reply),
                san: notation::write(game.state.position(), reply, Language::English),
            }),
        })
    }
}

impl TableGame {
    /// Whether the coach looks at the user's last move before the engine answers. With a clock it does not: the
    /// engine's would run.
    pub(super) fn is_checked(&self) -> bool {
        self.time.is_none()
            && self.is_engines_turn()
            && self.insisted != Some(self.ply())
            && self
                .moves
                .last()
                .is_some_and(|played| played.by == MoveSource::Human)
    }

    /// The judgement of the last move; none where a position before or after it was not judged yet.
    fn judgement_of_last(&self) -> Option<MoveJudgement> {
        let ply = self.ply();
        let last = ply.checked_sub(1)?;
        let said = [*self.replies.get(&last)?, *self.replies.get(&ply)?];
        let played = self.state.moves().last().copied()?;
        let mover = self.position_at(last).turn();
        judge_moves(mover, &[played], &said).first().copied()
    }
}
