//! What score is expected of a player's peers, and how sure that is.
//!
//! A game's score is judged against what peers of the same population and strength score. Where few of them were
//! seen, or nobody knows who the peers are, the expectation is a mean over the groups that are possible, and
//! their spread widens the interval of the judgement.

use shakmaty::Color;

use super::circumstance::{RelativeStrength, SideCircumstance};
use super::habit_counts::{HabitCounts, PopulationNorms, STAGES, UsualFrequencies};
use super::population::{Peers, Population, RatingBand};
use super::weights::SignWeights;

/// The expected score of a game, and its uncertainty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ExpectedScore {
    /// Of habits.
    pub(super) habits: f64,
    /// Of the game's end.
    pub(super) end: f64,
    /// The standard error of both together, alike for all games with these peers.
    pub(super) error: f64,
}

/// The expected scores of one population and rating band.
#[derive(Clone, Debug, PartialEq)]
struct GroupScores {
    /// By relative strength and colour.
    whole: Vec<ExpectedScore>,
    /// Of habits at each stage.
    stages: Vec<f64>,
}

/// The expected scores of all groups that norms were counted for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PeerScores {
    groups: Vec<Option<GroupScores>>,
    /// The populations, apart from the union of the sites.
    populations: Vec<Population>,
    /// The standard deviation of the expected score over all possible groups.
    spread: f64,
}

impl PeerScores {
    /// The expected scores by these weights; `None` if no norms were counted. `middle` is the score half-way between
    /// the attacking and the defensive: that of a usual member of every population.
    pub(super) fn new(knowledge: &HabitCounts, weights: &SignWeights, middle: f64) -> Option<Self> {
        let norms = knowledge.norms();
        if norms.is_empty() {
            return None;
        }
        let scorer = Scorer {
            weights,
            habits: 2 * knowledge.layout().habits(),
            middle,
        };
        let mut groups = vec![None; Population::ALL.len() * RatingBand::COUNT];
        let masters = weights.score(&knowledge.background().frequencies()) - middle;
        let (mut populations, mut means, mut variances) = (Vec::new(), vec![masters], Vec::new());
        for population in norms.populations() {
            let usual = norms.usual(population);
            let mean = scorer.even(&usual, RatingBand::UNKNOWN);
            let variance = scorer.variance_of_bands(norms, population, &usual, mean);
            for band in RatingBand::all() {
                let error = (variance * norms.borrowed(population, band)).sqrt();
                groups[place(population, band)] = Some(scorer.group(&usual, band, error));
            }
            if population != Population::Online {
                populations.push(population);
                means.push(mean);
                variances.push(variance);
            }
        }
        let count = means.len() as f64;
        let centre = means.iter().sum::<f64>() / count;
        let between = means
            .iter()
            .map(|mean| (mean - centre).powi(2))
            .sum::<f64>()
            / count;
        let within = variances.iter().sum::<f64>() / count;
        Some(Self {
            groups,
            populations,
            spread: (between + within).sqrt(),
        })
    }

    /// What is expected of a whole game; `masters` is what is expected of masters in its circumstances.
    pub(super) fn whole(&self, cell: SideCircumstance, masters: ExpectedScore) -> ExpectedScore {
        let row = cell.strength() as usize * 2 + cell.color as usize;
        self.among(cell.peers(), masters, |group| group.whole[row])
    }

    /// What is expected of the habits of a game in progress after `moves` moves of the player; `masters` is what is
    /// expected of masters.
    pub(super) fn after(&self, peers: Peers, moves: u32, masters: f64) -> ExpectedScore {
        let masters = ExpectedScore {
            habits: masters,
            ..ExpectedScore::default()
        };
        self.among(peers, masters, |group| ExpectedScore {
            habits: at_stage(&group.stages, moves),
            end: 0.0,
            error: group.whole[0].error,
        })
    }

    /// The expectation for these peers; where they are not known, the mean over masters and all populations.
    fn among(
        &self,
        Peers { population, band }: Peers,
        masters: ExpectedScore,
        of: impl Fn(&GroupScores) -> ExpectedScore,
    ) -> ExpectedScore {
        let group = |population, band| self.groups[place(population, band)].as_ref().map(&of);
        if population == Some(Population::Masters) {
            return masters;
        }
        if let Some(known) = population.and_then(|population| group(population, band)) {
            return known;
        }
        let all: Vec<ExpectedScore> = self
            .populations
            .iter()
            .filter_map(|population| group(*population, RatingBand::UNKNOWN))
            .chain([masters])
            .collect();
        let mean =
            |part: fn(&ExpectedScore) -> f64| all.iter().map(part).sum::<f64>() / all.len() as f64;
        ExpectedScore {
            habits: mean(|score| score.habits),
            end: mean(|score| score.end),
            error: self.spread,
        }
    }
}

/// Turns frequencies into expected scores.
struct Scorer<'a> {
    weights: &'a SignWeights,
    /// Values of both sides' habits.
    habits: usize,
    /// Taken off, so that what is usual lies at the middle of the scale.
    middle: f64,
}

impl Scorer<'_> {
    /// The expected score of habits and of the end.
    fn score(&self, signs: &[f64]) -> (f64, f64) {
        let part = |from: usize, to: usize| -> f64 {
            let weights = &self.weights.values()[from..to];
            weights
                .iter()
                .zip(&signs[from..to])
                .map(|(weight, seen)| weight * seen)
                .sum()
        };
        let end = part(self.habits, signs.len());
        (part(0, self.habits) - self.middle, end)
    }

    /// The expected score of a band between equals, the mean of both colours.
    fn even(&self, usual: &UsualFrequencies, band: RatingBand) -> f64 {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let (habits, end) = self.score(&usual.signs(band, RelativeStrength::Even, color));
            habits + end
        });
        f64::midpoint(white, black)
    }

    /// The variance of the bands' expected scores around the population's, by sides of games.
    fn variance_of_bands(
        &self,
        norms: &PopulationNorms,
        population: Population,
        usual: &UsualFrequencies,
        mean: f64,
    ) -> f64 {
        let (mut sides, mut squares) = (0.0, 0.0);
        for band in RatingBand::all().filter(|band| *band != RatingBand::UNKNOWN) {
            let seen = norms.sides(population, band) as f64;
            sides += seen;
            squares += seen * (self.even(usual, band) - mean).powi(2);
        }
        squares / f64::max(sides, 1.0)
    }

    fn group(&self, usual: &UsualFrequencies, band: RatingBand, error: f64) -> GroupScores {
        let whole = RelativeStrength::ALL.into_iter().flat_map(|strength| {
            [Color::Black, Color::White].map(|color| {
                let (habits, end) = self.score(&usual.signs(band, strength, color));
                ExpectedScore { habits, end, error }
            })
        });
        let stage = |stage: usize| {
            let one = usual.at_stage(band, stage);
            self.weights.score(&[one, one].concat()) - self.middle
        };
        GroupScores {
            whole: whole.collect(),
            stages: (0..STAGES.len()).map(stage).collect(),
        }
    }
}

/// A value between the stages of a game, in proportion; before the first stage as at it.
pub(super) fn at_stage(values: &[f64], moves: u32) -> f64 {
    let mut before: Option<(u32, f64)> = None;
    for (stage, value) in STAGES.iter().zip(values) {
        if moves < *stage {
            return before.map_or(*value, |(from, start)| {
                let way = f64::from(moves - from) / f64::from(stage - from);
                start + way * (value - start)
            });
        }
        before = Some((*stage, *value));
    }
    before.map_or(0.0, |(_, value)| value)
}

fn place(population: Population, band: RatingBand) -> usize {
    population as usize * RatingBand::COUNT + band.index()
}
