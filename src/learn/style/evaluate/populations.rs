//! Fairness of a recogniser to players who are not masters.
//!
//! The norms of a population are counted on half of its games and judged on the other half, both ways. Players with
//! many games are judged by norms without any of their games, and so without their opponents' in these.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use serde::Serialize;
use shakmaty::Color;
use statrs::statistics::Statistics as _;

use super::axis_measures::{PopulationAxis, correlation};
use crate::bayes::EstimateWithInterval;
use crate::learn::style::labelled_game::watch_finished;
use crate::learn::style::{LabelledPlayer, learn};
use crate::pgn::{IngestEvent, IngestOptions, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::style::{HabitCounts, HabitCountsError, HabitRecogniser, Population, SignValues};

/// Minimum number of games of a player who is judged individually and excluded from norms.
const FREQUENT: usize = 100;

/// The measures of one population.
#[derive(Clone, Debug, Serialize)]
pub struct PopulationScores {
    /// Population that was measured.
    pub population: Population,
    /// Number of sides of games that were judged.
    pub sides: usize,
    /// Number of players with at least 100 games.
    pub players: usize,
    /// The scores from defensive to attacking.
    #[serde(flatten)]
    pub attacking: PopulationAxis,
    /// The scores from simplifying to complicating; `None` if too few players are labelled.
    pub complicating: Option<PopulationAxis>,
    /// The correlation of both scores over the players; `None` with fewer than three players.
    pub axes_correlation: Option<EstimateWithInterval>,
}

/// Measurement of populations, with weights learned from labelled masters.
#[derive(Clone, Debug)]
pub struct PopulationEvaluator {
    labelled: HabitCounts,
    /// Standard deviation of the attacking score of one game of a labelled player.
    attacking: f64,
    /// The same for the complicating score.
    complicating: f64,
}

/// One side of a game of a population.
#[derive(Clone, Debug)]
struct PeerSide {
    reading: SignValues,
    rating: Option<u16>,
    player: String,
    game: usize,
}

impl PopulationEvaluator {
    /// Learns the weights from labelled players.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError::OneSided`] without an attacking or without a defensive player.
    pub fn new(gathered: &[LabelledPlayer]) -> Result<Self, HabitCountsError> {
        let labelled = learn(gathered, None);
        let judge = HabitRecogniser::learn(&labelled)?;
        let deviation = |score: &dyn Fn(&SignValues) -> Option<f64>| {
            let games = gathered.iter().flat_map(|player| &player.games);
            let readings = games.map(|game| game.watched.reading(game.side, labelled.borders()));
            readings
                .filter_map(|reading| score(&reading))
                .population_std_dev()
        };
        Ok(Self {
            attacking: deviation(&|reading| Some(judge.attacking().game_score(reading))),
            complicating: deviation(&|reading| Some(judge.complicating()?.game_score(reading))),
            labelled,
        })
    }

    /// Reads games of a population and measures it; also returns the summary of reading. `seed` is for resampling.
    ///
    /// # Errors
    ///
    /// [`HabitCountsError`], as [`new`](Self::new).
    pub fn evaluate(
        &self,
        population: Population,
        sources: &[PgnSource],
        options: &IngestOptions,
        seed: u64,
    ) -> Result<(PopulationScores, IngestSummary), HabitCountsError> {
        let (sides, account) = self.read(population, sources, options);
        let frequent = FrequentPlayers::of(&sides);
        let judges = CrossJudges::new(&sides, &self.labelled, &frequent)?;
        let attacking = ScoredSides::new(&sides, &frequent, |side| {
            let judge = judges.of(side, &frequent);
            Some(judge.attacking().game_score(&side.reading))
        });
        let complicating = ScoredSides::new(&sides, &frequent, |side| {
            let judge = judges.of(side, &frequent);
            Some(judge.complicating()?.game_score(&side.reading))
        });
        let means = attacking.means().zip(complicating.means());
        let found = PopulationScores {
            population,
            sides: attacking.rated.len(),
            players: attacking.players.len(),
            axes_correlation: correlation(&means.map(<[f64; 2]>::from).collect::<Vec<_>>(), seed),
            attacking: attacking.measure(self.attacking, seed),
            complicating: (!complicating.rated.is_empty())
                .then(|| complicating.measure(self.complicating, seed)),
        };
        Ok((found, account))
    }

    fn read(
        &self,
        population: Population,
        sources: &[PgnSource],
        options: &IngestOptions,
    ) -> (Vec<PeerSide>, IngestSummary) {
        let borders = self.labelled.borders();
        let mut sides = Vec::new();
        let account = ingest(
            sources,
            options,
            || {
                move |played: &Game| {
                    let mut watched = watch_finished(played, Color::White, false)?.watched;
                    watched.circumstance.set_population(population);
                    Some([Color::White, Color::Black].map(|side| PeerSide {
                        reading: watched.reading(side, borders),
                        rating: played.elo(side),
                        player: played.player_key(side).into_owned(),
                        game: 0,
                    }))
                }
            },
            |event| {
                if let IngestEvent::Game {
                    value: Some(both), ..
                } = event
                {
                    let game = sides.len() / 2;
                    sides.extend(both.map(|side| PeerSide { game, ..side }));
                }
                ControlFlow::Continue(())
            },
        );
        (sides, account)
    }
}

/// The scores of all sides on one axis.
struct ScoredSides<'a> {
    /// Ratings and scores of the sides that the norms may count.
    rated: Vec<(f64, f64)>,
    /// The scores of each frequent player's games.
    players: BTreeMap<&'a str, Vec<f64>>,
}

impl<'a> ScoredSides<'a> {
    fn new(
        sides: &'a [PeerSide],
        frequent: &FrequentPlayers,
        score: impl Fn(&PeerSide) -> Option<f64>,
    ) -> Self {
        let mut scored = Self {
            rated: Vec::new(),
            players: BTreeMap::new(),
        };
        for side in sides {
            let Some(score) = score(side) else { continue };
            if let Some(rating) = side.rating.filter(|_| frequent.counts(side)) {
                scored.rated.push((f64::from(rating), score));
            }
            if frequent.names.contains(&side.player) {
                scored.players.entry(&side.player).or_default().push(score);
            }
        }
        scored
    }

    /// Returns the mean score of each player.
    fn means(&self) -> impl Iterator<Item = f64> {
        self.players.values().map(|scores| scores.iter().mean())
    }

    /// Measures the scores; `deviation` is that of one game of a master.
    fn measure(&self, deviation: f64, seed: u64) -> PopulationAxis {
        let players: Vec<&[f64]> = self.players.values().map(Vec::as_slice).collect();
        PopulationAxis::of(&self.rated, &players, deviation, seed)
    }
}

/// The players who are judged individually, and left out of the norms.
struct FrequentPlayers {
    names: BTreeSet<String>,
    /// Indices of their games; empty if too few other games would be left for the norms.
    games: BTreeSet<usize>,
}

impl FrequentPlayers {
    fn of(sides: &[PeerSide]) -> Self {
        let mut games: BTreeMap<&str, usize> = BTreeMap::new();
        for side in sides.iter().filter(|side| !is_anonymous(&side.player)) {
            *games.entry(&side.player).or_default() += 1;
        }
        games.retain(|_, games| *games >= FREQUENT);
        let names: BTreeSet<String> = games.into_keys().map(str::to_owned).collect();
        let own = sides.iter().filter(|side| names.contains(&side.player));
        let mut games: BTreeSet<usize> = own.map(|side| side.game).collect();
        if sides.len() < 2 * games.len() + FREQUENT {
            games.clear();
        }
        Self { names, games }
    }

    /// Returns true if the norms may count a game.
    fn counts(&self, side: &PeerSide) -> bool {
        !self.games.contains(&side.game)
    }
}

/// Recognisers whose norms come from other games than those that they judge.
struct CrossJudges {
    /// Recognisers for even and odd games, with norms from the other half.
    halves: [HabitRecogniser; 2],
    /// Recogniser for games of frequent players, with norms from all games of others.
    others: HabitRecogniser,
}

impl CrossJudges {
    fn new(
        sides: &[PeerSide],
        labelled: &HabitCounts,
        frequent: &FrequentPlayers,
    ) -> Result<Self, HabitCountsError> {
        let learn = |left_out: Option<usize>| {
            let mut knowledge = labelled.clone();
            for side in sides.iter().filter(|side| frequent.counts(side)) {
                if left_out != Some(side.game % 2) {
                    knowledge.add_peer(&side.reading);
                }
            }
            HabitRecogniser::learn(&knowledge)
        };
        Ok(Self {
            halves: [learn(Some(0))?, learn(Some(1))?],
            others: learn(None)?,
        })
    }

    /// Returns the recogniser for a side of a game.
    fn of(&self, side: &PeerSide, frequent: &FrequentPlayers) -> &HabitRecogniser {
        if frequent.counts(side) {
            &self.halves[side.game % 2]
        } else {
            &self.others
        }
    }
}

/// Returns true for a name that many players share.
fn is_anonymous(name: &str) -> bool {
    matches!(name, "" | "?" | "opponent" | "Anonymous" | "NN")
}
