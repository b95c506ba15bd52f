//! Our side of a game: the engine, with an answer that is fixed, replayed or its own.

use std::time::Duration;

use shakmaty::Color;

use crate::cancel::CancelFlag;
use crate::engine::Engine;
use crate::opponent::{Answer, AnswerPolicy};
use crate::play::{ChosenMove, FaultKind, MatchPlayer, MoveRequest, PlayerFault};
use crate::search::SearchLimits;

/// The source of the answer at each move.
#[derive(Clone, Copy, Debug)]
pub(super) enum AnswerSource<'a> {
    /// The same answer throughout.
    Fixed(Answer),
    /// The answers of another game, move by move; after its end the last one stays.
    Replayed(&'a [Answer]),
    /// The engine's own decision.
    Decided,
}

/// The engine in one game.
pub(super) struct OurPlayer<'a> {
    engine: &'a mut Engine,
    limits: &'a SearchLimits,
    source: AnswerSource<'a>,
    /// The answer of each move that was searched.
    pub(super) given: Vec<Answer>,
}

impl<'a> OurPlayer<'a> {
    /// Prepares an engine, which has begun a new game.
    pub(super) const fn new(
        engine: &'a mut Engine,
        limits: &'a SearchLimits,
        source: AnswerSource<'a>,
    ) -> Self {
        Self {
            engine,
            limits,
            source,
            given: Vec::new(),
        }
    }

    /// Returns the answer for the move of `side`.
    fn answer(&mut self, side: Color) -> Answer {
        let answer = match self.source {
            AnswerSource::Fixed(answer) => answer,
            AnswerSource::Replayed(answers) => {
                let own = answers.get(self.given.len()).or(answers.last());
                own.copied().unwrap_or(Answer::NEUTRAL)
            }
            AnswerSource::Decided => return self.engine.decision(side).answer,
        };
        self.engine.set_policy(AnswerPolicy::Fixed(answer));
        answer
    }
}

impl MatchPlayer for OurPlayer<'_> {
    fn begin(&mut self, _: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        Some(Ok(None))
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        if stop.is_raised() {
            return None;
        }
        let mut chosen = ChosenMove {
            chosen: *request.legal.first()?,
            spent: Duration::ZERO,
            score: None,
            depth: None,
            nodes: None,
            warnings: Vec::new(),
        };
        // A forced move is played without a search, as by all other players in this process.
        if request.legal.len() == 1 {
            return Some(Ok(chosen));
        }
        self.engine.set_game(request.game.clone());
        let answer = self.answer(request.game.turn());
        self.given.push(answer);
        let report = self.engine.think(self.limits);
        let Some(best) = report.best else {
            return Some(Err(PlayerFault {
                kind: FaultKind::Illegal,
                detail: "found no move".to_owned(),
            }));
        };
        chosen.chosen = best;
        chosen.score = Some(report.score);
        chosen.depth = Some(report.depth);
        chosen.nodes = Some(report.nodes);
        Some(Ok(chosen))
    }

    fn is_usable(&self) -> bool {
        true
    }
}
