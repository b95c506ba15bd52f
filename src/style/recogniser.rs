//! Recognising an opponent while he plays: after each of his moves, and from game to game.

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position as _};

use super::circumstance::GameOccasion;
use super::classic;
use super::habit_recogniser::{HabitEvidence, HabitRecogniser, StyleVerdict};
use super::habits::HabitObserver;
use super::population::Population;
use super::posterior::Posterior;
use super::sign_values::{GameHabits, SignValues};
use crate::record::GameResult;

/// Either recogniser.
#[derive(Clone, Debug, PartialEq)]
pub enum Recogniser {
    /// The original's: four attributes of the moment, without memory.
    Classic(classic::ClassicRecogniser),
    /// By habits, over the game so far and the games before it.
    Habits(Box<HabitRecogniser>),
}

/// Follows one opponent through a game, and takes along what his earlier games have shown.
#[derive(Clone, Debug)]
pub struct GameObserver {
    recogniser: Arc<Recogniser>,
    side: Color,
    start: Chess,
    moves: Vec<Move>,
    watch: HabitObserver,
    own_moves: u32,
    earlier: HabitEvidence,
    /// The kind of players that the opponent is compared with, if it is known.
    population: Option<Population>,
}

impl GameObserver {
    /// Follows `side` in a game that begins at `start`; `earlier` is what his earlier games said.
    pub fn new(
        recogniser: &Arc<Recogniser>,
        start: &Chess,
        side: Color,
        earlier: HabitEvidence,
    ) -> Self {
        Self {
            recogniser: Arc::clone(recogniser),
            side,
            start: start.clone(),
            moves: Vec::new(),
            watch: HabitObserver::new(start),
            own_moves: 0,
            earlier,
            population: None,
        }
    }

    /// Compares the player with this kind of players.
    #[must_use]
    pub const fn among(mut self, population: Option<Population>) -> Self {
        self.population = population;
        self
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
            Recogniser::Habits(_) => self.verdict().map(|verdict| verdict.posterior),
        }
    }

    /// Returns the posterior and both axes as they stand now.
    ///
    /// `None` before the player's first move, unless earlier games spoke, and for the classic recogniser.
    pub fn verdict(&self) -> Option<StyleVerdict> {
        let Recogniser::Habits(judge) = self.recogniser.as_ref() else {
            return None;
        };
        let evidence = self.evidence(judge);
        (evidence.games > 0.0).then(|| judge.verdict(evidence))
    }

    /// What the game so far and the games before it say together.
    pub fn evidence(&self, judge: &HabitRecogniser) -> HabitEvidence {
        let mut evidence = self.earlier;
        evidence.add(self.evidence_of_game(judge));
        evidence
    }

    /// Returns the evidence of the game so far, without earlier games.
    fn evidence_of_game(&self, judge: &HabitRecogniser) -> HabitEvidence {
        if self.own_moves == 0 {
            return HabitEvidence::default();
        }
        let mut reading = SignValues::of_shares(self.watch.shares(), self.side, judge.borders());
        if let Some(population) = self.population {
            reading.cell.circumstance.set_population(population);
        }
        judge.evidence_in_progress(&reading, self.own_moves)
    }

    /// What is to be taken along to his next game, now that this one is over. The classic recogniser
    /// has no memory; a game in which he did not move says nothing.
    pub fn finish(&self, result: Option<GameResult>) -> HabitEvidence {
        let mut evidence = self.earlier;
        if let Recogniser::Habits(judge) = self.recogniser.as_ref()
            && self.own_moves > 0
        {
            let watched = GameHabits::of(
                &self.watch,
                &self.start,
                &self.moves,
                result,
                GameOccasion::default(),
            );
            let mut reading = watched.reading(self.side, judge.borders());
            if let Some(population) = self.population {
                reading.cell.circumstance.set_population(population);
            }
            // A game that broke off counts for what was seen of it.
            evidence.add(if result.is_none() {
                self.evidence_of_game(judge)
            } else {
                judge.evidence(&reading)
            });
        }
        evidence
    }
}
