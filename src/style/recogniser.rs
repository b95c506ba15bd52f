//! Recognising an opponent while he plays: after each of his moves, and from game to game.
//!
//! May use: L0, `board`.

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position as _};

use super::circumstance::Occasion;
use super::classic;
use super::habits::Watch;
use super::judge::{Evidence, Judge};
use super::posterior::Posterior;
use super::reading::{Reading, Watched};
use crate::record::GameResult;

/// Either recogniser.
#[derive(Clone, Debug, PartialEq)]
pub enum Recogniser {
    /// The original's: four attributes of the moment, without memory.
    Classic(classic::Recogniser),
    /// By habits, over the game so far and the games before it.
    Habits(Box<Judge>),
}

/// Follows one opponent through a game, and takes along what his earlier games have shown.
#[derive(Clone, Debug)]
pub struct Follower {
    recogniser: Arc<Recogniser>,
    side: Color,
    start: Chess,
    moves: Vec<Move>,
    watch: Watch,
    own_moves: u32,
    earlier: Evidence,
}

impl Follower {
    /// Follows `side` in a game that begins at `start`; `earlier` is what his earlier games said.
    pub fn new(
        recogniser: &Arc<Recogniser>,
        start: &Chess,
        side: Color,
        earlier: Evidence,
    ) -> Self {
        Self {
            recogniser: Arc::clone(recogniser),
            side,
            start: start.clone(),
            moves: Vec::new(),
            watch: Watch::new(start),
            own_moves: 0,
            earlier,
        }
    }

    /// Sees a legal move of either side. What is believed afterwards, if the move was his.
    pub fn see(&mut self, chosen: Move) -> Option<Posterior> {
        let mover = self.watch.position().turn();
        self.watch.play(chosen);
        self.moves.push(chosen);
        if mover != self.side {
            return None;
        }
        self.own_moves += 1;
        self.posterior()
    }

    /// What is believed of him now; `None` before his first move, unless earlier games spoke.
    pub fn posterior(&self) -> Option<Posterior> {
        match self.recogniser.as_ref() {
            Recogniser::Classic(classic) => {
                classic::observe_now(&self.start, &self.moves, self.watch.position(), self.side)
                    .map(|seen| classic.posterior(&seen))
            }
            Recogniser::Habits(judge) => {
                let evidence = self.evidence(judge);
                (evidence.games > 0.0).then(|| judge.verdict(evidence).posterior)
            }
        }
    }

    /// What the game so far and the games before it say together.
    pub fn evidence(&self, judge: &Judge) -> Evidence {
        let mut evidence = self.earlier;
        if self.own_moves > 0 {
            let reading = Reading::of_shares(self.watch.shares(), self.side, judge.borders());
            evidence.add(judge.evidence_in_progress(&reading, self.own_moves));
        }
        evidence
    }

    /// What is to be taken along to his next game, now that this one is over. The classic recogniser
    /// has no memory; a game in which he did not move says nothing.
    pub fn finish(&self, result: Option<GameResult>) -> Evidence {
        let mut evidence = self.earlier;
        if let Recogniser::Habits(judge) = self.recogniser.as_ref()
            && self.own_moves > 0
        {
            let watched = Watched::of(
                &self.watch,
                &self.start,
                &self.moves,
                result,
                Occasion::default(),
            );
            let reading = watched.reading(self.side, judge.borders());
            let mut game = judge.evidence(&reading);
            // A game that broke off counts for what was seen of it.
            if result.is_none() {
                game = self.evidence(judge);
                game.games -= self.earlier.games;
                game.sum -= self.earlier.sum;
            }
            evidence.add(game);
        }
        evidence
    }
}
