//! Estimates a player's style from games, with either kind of style model.

use serde::Serialize;
use shakmaty::{Color, Position as _};

use bayeschess::learn::style::occasion;
use bayeschess::record::Game;
use bayeschess::style::classic::{self, observe_game};
use bayeschess::style::{GameHabits, HabitEvidence, Population, Posterior, Recogniser, StyleAxes};

/// The estimate of a player's style.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct StyleJudgement {
    /// The most probable style.
    pub(super) style: &'static str,
    /// The probability of each style.
    pub(super) posterior: Posterior,
    /// From -1 (typical defensive player) to +1 (typical attacking player).
    pub(super) score: f64,
    /// The 95 % interval of the score; `None` for the classic recogniser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) score_interval_95: Option<[f64; 2]>,
    /// The scores on both axes; `None` for the classic recogniser.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) axes: Option<StyleAxes>,
}

/// The evidence of the games so far, for either kind of model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct StyleEvidence {
    classic: classic::ClassicEvidence,
    habits: HabitEvidence,
    games: u64,
    /// Number of games by the population that the player is compared with; the last is for unknown ones.
    populations: [u64; UNKNOWN + 1],
}

/// The index of games in which the player is compared with the mean over all populations.
const UNKNOWN: usize = Population::ALL.len();

impl StyleEvidence {
    /// Returns the evidence of one game about the player of a side; `None` if that side made no move.
    ///
    /// `population` is that of the players; if it is `None`, the game's tags decide. `rating` is used if the
    /// tags have none.
    pub(super) fn of(
        game: &Game,
        side: Color,
        recogniser: &Recogniser,
        population: Option<Population>,
        rating: Option<u16>,
    ) -> Option<Self> {
        let mut alone = Self::default();
        match recogniser {
            Recogniser::Classic(classic) => {
                alone.classic = classic.evidence(&observe_game(&game.start, &game.moves, side));
                alone.games = alone.classic.games();
            }
            Recogniser::Habits(judge) => {
                let before_him = usize::from(game.start.turn() != side);
                if game.moves.len() > before_him {
                    let mut watched =
                        GameHabits::new(&game.start, &game.moves, game.result, occasion(game));
                    if let Some(population) = population {
                        watched.circumstance.set_population(population);
                    }
                    if let Some(rating) = rating {
                        watched.circumstance.set_unknown_ratings(rating);
                    }
                    let reading = watched.reading(side, judge.borders());
                    alone.habits = judge.evidence(&reading);
                    alone.games = 1;
                    let place = judge.compared_with(reading.cell.peers().population);
                    alone.populations[place.map_or(UNKNOWN, |population| population as usize)] = 1;
                }
            }
        }
        (alone.games > 0).then_some(alone)
    }

    /// Returns the number of games with evidence.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// Adds the evidence of other games.
    pub(super) fn add(&mut self, other: &Self) {
        self.classic.add(&other.classic);
        self.habits.add(other.habits);
        self.games += other.games;
        for (sum, games) in self.populations.iter_mut().zip(other.populations) {
            *sum += games;
        }
    }

    /// Returns the population that the player is compared with in most games; `None` if it is unknown for most.
    pub(super) fn population(&self) -> Option<Population> {
        let most = self.populations.iter().max().filter(|most| **most > 0)?;
        let place = self.populations.iter().position(|games| games == most)?;
        Population::ALL.get(place).copied()
    }

    /// Returns the estimate from all games together.
    pub(super) fn opinion(&self, recogniser: &Recogniser) -> StyleJudgement {
        let habits = match recogniser {
            Recogniser::Classic(_) => None,
            Recogniser::Habits(judge) => Some(judge.verdict(self.habits)),
        };
        let posterior = habits.map_or_else(|| self.classic.posterior(), |found| found.posterior);
        StyleJudgement {
            style: posterior.most_likely().name(),
            posterior,
            score: habits.map_or_else(|| self.classic.score(), |found| found.score),
            score_interval_95: habits.map(|found| found.score_interval_95),
            axes: habits.map(|found| found.axes),
        }
    }
}
