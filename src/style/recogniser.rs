//! Recognises an opponent's style while they play: after each of their moves, and from game to game.

use std::sync::Arc;

use shakmaty::{Chess, Color, Move, Position as _};

use super::circumstance::GameOccasion;
use super::classic;
use super::habit_recogniser::{HabitEvidence, HabitRecogniser, StyleVerdict};
use super::habits::HabitObserver;
use super::population::Population;
use super::posterior::Posterior;
use super::sign_values::{GameHabits, SignValues};
use super::step_habits::{GameMoment, StepHabits};
use crate::record::GameResult;

/// One of the two style recognisers.
#[derive(Clone, Debug, PartialEq)]
pub enum Recogniser {
    /// The one of 2005: four attributes of the current position, without memory.
    Classic(classic::ClassicRecogniser),
    /// The one by habits: from the game so far and earlier games.
    Habits(Box<HabitRecogniser>),
}

/// Observes one player through a game, given the evidence of their earlier games.
#[derive(Clone, Debug)]
pub struct GameObserver {
    recogniser: Arc<Recogniser>,
    side: Color,
    start: Chess,
    moves: Vec<Move>,
    watch: HabitObserver,
    own_moves: u32,
    earlier: HabitEvidence,
    /// The population with which the player is compared, if it is known.
    population: Option<Population>,
}

impl GameObserver {
    /// Observes `side` in a game that begins at `start`; `earlier` is the evidence of the player's earlier
    /// games.
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

    /// Sets the population with which the player is compared.
    #[must_use]
    pub const fn among(mut self, population: Option<Population>) -> Self {
        self.population = population;
        self
    }

    /// Observes a legal move of either side. Returns the posterior after it if the player made the move.
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

    /// Returns the posterior; `None` before the player's first move without evidence of earlier games.
    pub fn posterior(&self) -> Option<Posterior> {
        match self.recogniser.as_ref() {
            Recogniser::Classic(classic) => {
                classic::observe_now(&self.start, &self.moves, self.watch.position(), self.side)
                    .map(|seen| classic.posterior(&seen))
            }
            Recogniser::Habits(_) => self.verdict().map(|verdict| verdict.posterior),
        }
    }

    /// Returns the posterior and the scores on both axes.
    ///
    /// `None` before the player's first move without evidence of earlier games, and with the classic
    /// recogniser.
    pub fn verdict(&self) -> Option<StyleVerdict> {
        let Recogniser::Habits(judge) = self.recogniser.as_ref() else {
            return None;
        };
        let evidence = self.evidence(judge);
        (evidence.games > 0.0).then(|| judge.verdict(evidence))
    }

    /// Returns the evidence of the game so far and of earlier games together.
    pub fn evidence(&self, judge: &HabitRecogniser) -> HabitEvidence {
        let mut evidence = self.earlier;
        evidence.add(self.evidence_of_game(judge));
        evidence
    }

    /// Returns the habits that moved the scores since an earlier moment of the same game.
    ///
    /// None before the player's first move, and with the classic recogniser.
    pub fn habits_since(&self, earlier: &Self) -> StepHabits {
        match self.recogniser.as_ref() {
            Recogniser::Habits(judge) if earlier.own_moves > 0 && self.own_moves > 0 => {
                judge.step_habits(&earlier.moment(judge), &self.moment(judge))
            }
            _ => StepHabits::default(),
        }
    }

    fn moment(&self, judge: &HabitRecogniser) -> GameMoment {
        GameMoment {
            reading: self.reading(judge),
            moves: self.own_moves,
            earlier: self.earlier,
        }
    }

    /// Returns the evidence of the game so far, without earlier games.
    fn evidence_of_game(&self, judge: &HabitRecogniser) -> HabitEvidence {
        if self.own_moves == 0 {
            return HabitEvidence::default();
        }
        judge.evidence_in_progress(&self.reading(judge), self.own_moves)
    }

    /// Returns the signs of the game so far.
    fn reading(&self, judge: &HabitRecogniser) -> SignValues {
        let mut reading = SignValues::of_shares(self.watch.shares(), self.side, judge.borders());
        if let Some(population) = self.population {
            reading.cell.circumstance.set_population(population);
        }
        reading
    }

    /// Returns the evidence to carry over to the player's next game, now that this one is over.
    ///
    /// The classic recogniser has no memory. A game in which the player did not move adds nothing.
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
            // A game without a result counts by the share that was played.
            evidence.add(if result.is_none() {
                self.evidence_of_game(judge)
            } else {
                judge.evidence(&reading)
            });
        }
        evidence
    }
}
