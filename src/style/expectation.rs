//! The expected score among a player's peers, with its standard error.
//!
//! A game's score is compared with that of peers: the same population, the same rating band. If few of them were
//! counted, or the peers are unknown, the expectation is a mean over groups. The differences between these groups
//! then widen the interval of the result.

use shakmaty::Color;
use statrs::statistics::Statistics as _;

use super::circumstance::{RelativeStrength, SideCircumstance};
use super::habit_counts::{HabitCounts, PopulationNorms, STAGES, UsualFrequencies};
use super::population::{Peers, Population, RatingBand};
use super::weights::SignWeights;

/// The expected score of a game, in standard deviations of one game.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct ExpectedScore {
    /// The score of habits.
    pub(super) habits: f64,
    /// The score of the game's end.
    pub(super) end: f64,
    /// The standard error of their sum, the same for all games with these peers.
    pub(super) error: f64,
}

/// The expected scores of one population and rating band.
#[derive(Clone, Debug, PartialEq)]
struct GroupScores {
    /// Scores of habits and of the end, by relative strength and colour.
    whole: Vec<[f64; 2]>,
    /// Scores of habits by stage.
    stages: Vec<f64>,
    /// The standard error of all these scores.
    error: f64,
}

/// The expected scores of all groups that norms were counted for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PeerScores {
    /// By population and band.
    groups: Vec<Option<GroupScores>>,
    /// The mean over all populations; its error is the spread over all groups.
    unknown: GroupScores,
    /// The share of masters in the expectation if the peers are unknown.
    masters_share: f64,
}

impl PeerScores {
    /// Computes the expected scores by these weights; `None` if no norms were counted.
    ///
    /// `middle` is the score half-way between attacking and defensive. It is the expected score in every
    /// population.
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
        let (mut means, mut variances) = (vec![masters], Vec::new());
        // `Online` is the sum of the sites, which are counted already where there are any.
        let sites = [Population::Lichess, Population::ChessCom, Population::Fics];
        let has_sites = norms.populations().any(|one| sites.contains(&one));
        let is_counted = |population| population != Population::Online || !has_sites;
        for population in norms.populations() {
            let usual = norms.usual(population);
            let mean = scorer.even(&usual, RatingBand::UNKNOWN);
            let variance = scorer.variance_of_bands(norms, population, &usual, mean);
            for band in RatingBand::all() {
                let error = (variance * norms.borrowed(population, band)).sqrt();
                groups[place(population, band)] = Some(scorer.group(&usual, band, error));
            }
            if is_counted(population) {
                means.push(mean);
                variances.push(variance);
            }
        }
        let within = variances.iter().sum::<f64>() / means.len() as f64;
        let spread = (means.as_slice().population_variance() + within).sqrt();
        let unrated: Vec<&GroupScores> = Population::ALL
            .into_iter()
            .filter(|population| is_counted(*population))
            .filter_map(|population| groups[place(population, RatingBand::UNKNOWN)].as_ref())
            .collect();
        Some(Self {
            unknown: GroupScores::mean(&unrated, spread),
            masters_share: 1.0 / means.len() as f64,
            groups,
        })
    }

    /// Returns the population if norms were counted for it; masters are compared with the background counts.
    pub(super) fn counted(&self, population: Option<Population>) -> Option<Population> {
        population.filter(|population| {
            *population == Population::Masters
                || self.groups[place(*population, RatingBand::UNKNOWN)].is_some()
        })
    }

    /// Returns the expected score of a whole game; `masters` is that of masters in the same circumstances.
    pub(super) fn whole(&self, cell: SideCircumstance, masters: ExpectedScore) -> ExpectedScore {
        let row = cell.strength() as usize * 2 + cell.color as usize;
        self.among(cell.peers(), masters, |group| group.whole[row])
    }

    /// Returns the expected score of habits after `moves` moves of the player; `masters` is that of masters.
    pub(super) fn after(&self, peers: Peers, moves: u32, masters: f64) -> ExpectedScore {
        let masters = ExpectedScore {
            habits: masters,
            ..ExpectedScore::default()
        };
        self.among(peers, masters, |group| {
            [at_stage(&group.stages, moves), 0.0]
        })
    }

    /// Returns the expectation for these peers; if they are unknown, the mean over masters and all populations.
    fn among(
        &self,
        Peers { population, band }: Peers,
        masters: ExpectedScore,
        of: impl Fn(&GroupScores) -> [f64; 2],
    ) -> ExpectedScore {
        match self.counted(population) {
            Some(Population::Masters) => masters,
            Some(population) => {
                let group = self.groups[place(population, band)].as_ref();
                let group = group.unwrap_or(&self.unknown);
                let [habits, end] = of(group);
                ExpectedScore {
                    habits,
                    end,
                    error: group.error,
                }
            }
            None => {
                let share = self.masters_share;
                let mix = |own: f64, masters: f64| (1.0 - share) * own + share * masters;
                let [habits, end] = of(&self.unknown);
                ExpectedScore {
                    habits: mix(habits, masters.habits),
                    end: mix(end, masters.end),
                    error: self.unknown.error,
                }
            }
        }
    }
}

impl GroupScores {
    /// Returns the mean of groups, of which there is at least one.
    fn mean(groups: &[&Self], error: f64) -> Self {
        let mean = |of: &dyn Fn(&Self) -> f64| groups.iter().map(|group| of(group)).mean();
        Self {
            whole: (0..RelativeStrength::COUNT * 2)
                .map(|row| [0, 1].map(|part| mean(&|group| group.whole[row][part])))
                .collect(),
            stages: (0..STAGES.len())
                .map(|stage| mean(&|group| group.stages[stage]))
                .collect(),
            error,
        }
    }
}

/// Computes expected scores from frequencies.
struct Scorer<'a> {
    weights: &'a SignWeights,
    /// Number of values of both sides' habits.
    habits: usize,
    /// Subtracted, so that usual play is at the middle of the scale.
    middle: f64,
}

impl Scorer<'_> {
    /// Returns the expected scores of habits and of the end.
    fn score(&self, signs: &[f64]) -> [f64; 2] {
        let [habits, end] = self.weights.score_parts(signs, self.habits);
        [habits - self.middle, end]
    }

    /// Returns the expected score of a band between equals, the mean of both colours.
    fn even(&self, usual: &UsualFrequencies, band: RatingBand) -> f64 {
        let [white, black] = [Color::White, Color::Black].map(|color| {
            let signs = usual.signs(band, RelativeStrength::Even, color);
            self.score(&signs).iter().sum::<f64>()
        });
        f64::midpoint(white, black)
    }

    /// Returns the variance of the bands' expected scores around the population's, weighted by sides of games.
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

    /// Returns the expected scores of a band.
    fn group(&self, usual: &UsualFrequencies, band: RatingBand, error: f64) -> GroupScores {
        let whole = RelativeStrength::ALL.into_iter().flat_map(|strength| {
            [Color::Black, Color::White]
                .map(|color| self.score(&usual.signs(band, strength, color)))
        });
        let stage = |stage: usize| {
            let one = usual.at_stage(band, stage);
            self.weights.score(&[one, one].concat()) - self.middle
        };
        GroupScores {
            whole: whole.collect(),
            stages: (0..STAGES.len()).map(stage).collect(),
            error,
        }
    }
}

/// Interpolates linearly between the values at the stages of a game; before the first it is the first value.
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
