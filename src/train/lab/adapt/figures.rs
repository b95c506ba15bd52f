//! The results of a trial, computed from its record, with intervals.

use serde::Serialize;

use super::arms::{FIXED_POLICIES, TrialArm};
use super::choice::PolicyChoice;
use super::design::AdaptationTrial;
use super::headroom::headroom;
use super::headroom_bound::headroom_bound;
use super::memory_figures::MemoryFigures;
use super::opponent::TrialOpponent;
use super::player_set::TrialPlayers;
use super::pool::OpponentPool;
use super::record::{GivenAnswer, TestedScores, TrialRecord};
use super::strength_band::StrengthBand;
use super::styles::TrialFold;
use crate::arena::EloFigure;
use crate::bayes::{InteractionTest, mean_row};
use crate::opponent::Answer;
use crate::rng;
use crate::units::round_to;

/// Resamples of the bootstrap.
const RESAMPLES: u32 = 1_000;

/// Simulated tables for each headroom that is tested.
const SIMULATIONS: u32 = 1_000;

/// Permutations of the test of interaction.
const PERMUTATIONS: u32 = 499;

/// The results of a trial; those that need more games are `None`.
#[derive(Clone, Debug, Serialize)]
pub struct TrialFigures {
    /// The recipe's hash.
    pub recipe: String,
    /// The opponents.
    pub pool: OpponentPool,
    /// Games of each arm on the second fold, when complete.
    pub games: u32,
    /// Games of each fixed policy on the first fold, when complete.
    pub choosing_games: u32,
    /// The seed.
    pub seed: u64,
    /// Our nodes per move.
    pub nodes: u64,
    /// True if every game was played.
    pub complete: bool,
    /// The fixed policy that the first fold chose.
    pub best_fixed: Option<&'static str>,
    /// Elo of the adaptive arm minus that of the best fixed policy.
    pub adaptive_minus_best_fixed: Option<EloFigure>,
    /// Elo of the adaptive arm minus that of the placebo.
    pub adaptive_minus_placebo: Option<EloFigure>,
    /// Elo of the adaptive arm minus that of the neutral policy.
    pub adaptive_minus_neutral: Option<EloFigure>,
    /// The most that choosing a policy by opponent can gain, in Elo.
    pub headroom: Option<EloFigure>,
    /// An upper bound of the headroom, in Elo (95 %); `None` above 400.
    pub headroom_below: Option<f64>,
    /// The share of the headroom that the adaptive arm gains; `None` while the headroom's interval contains
    /// zero.
    pub capture: Option<f64>,
    /// Elo of the oracle minus that of the anti-oracle.
    pub oracle_minus_anti_oracle: Option<EloFigure>,
    /// The interaction of policies and opponents on the first fold.
    pub non_transitivity: Option<NonTransitivity>,
    /// The arms on the second fold.
    pub arms: Vec<ArmFigures>,
    /// The fixed policies on the first fold.
    pub policies: Vec<PolicyFigures>,
    /// The opponents, one kind a row.
    pub opponents: Vec<OpponentFigures>,
    /// The gain from memory of earlier games.
    pub memory: Option<MemoryFigures>,
}

/// One arm on the second fold.
#[derive(Clone, Debug, Serialize)]
pub struct ArmFigures {
    /// Its name.
    pub name: &'static str,
    /// Its games.
    pub games: u64,
    /// Its mean score.
    pub score: f64,
    /// Its Elo over the opponents.
    #[serde(flatten)]
    pub elo: EloFigure,
    /// Elo of the arm minus that of the best fixed policy.
    pub minus_best_fixed: EloFigure,
}

/// One fixed policy on the first fold.
#[derive(Clone, Debug, Serialize)]
pub struct PolicyFigures {
    /// Its name.
    pub name: &'static str,
    /// Its answer.
    pub answer: Answer,
    /// Its games.
    pub games: u64,
    /// Its mean score.
    pub score: f64,
    /// Its Elo over the opponents.
    #[serde(flatten)]
    pub elo: EloFigure,
}

/// One kind of opponent.
#[derive(Clone, Debug, Serialize)]
pub struct OpponentFigures {
    /// Its name.
    pub name: String,
    /// Its strength band.
    pub band: StrengthBand,
    /// Nodes per move of its variants in both folds; `None` for an engine that is limited by depth alone.
    pub nodes: [Option<u64>; 2],
    /// The policy that was best against it on the first fold.
    pub best_policy: Option<&'static str>,
    /// The Elo of each fixed policy against it on the first fold.
    pub policies: Vec<EloFigure>,
    /// The Elo of each arm against it on the second fold.
    pub arms: Vec<EloFigure>,
    /// How often the adaptive arm gave it each answer, the most frequent first.
    pub answers: Vec<GivenAnswer>,
}

/// The interaction of policies and opponents.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct NonTransitivity {
    /// The first singular value of the double-centred matrix of scores.
    pub singular_value: f64,
    /// The probability of such a large value by chance alone.
    pub p_value: f64,
}

impl AdaptationTrial {
    /// Computes the figures of a record.
    pub fn figures(&self, players: &TrialPlayers, record: &TrialRecord) -> TrialFigures {
        let blocks = self.policy_blocks(players, record);
        let stream = |purpose| rng::stream(self.seed, purpose, 0);
        let headroom = headroom(&blocks, RESAMPLES, &mut stream("headroom of the trial"));
        let mut simulations = stream("upper bound of the headroom");
        let headroom_below = headroom_bound(&blocks, SIMULATIONS, &mut simulations);
        let mut permutations = stream("interaction of the trial");
        let interaction = InteractionTest::of(&blocks, PERMUTATIONS, &mut permutations);
        let choice = self.choice(players, record);
        let arms = self.arms.arms(&self.pool);
        let tested = tested(record, players.opponents(TrialFold::Testing).len());
        let difference = |one, other| difference(&tested, &arms, one, other);
        let adaptive = difference(TrialArm::Adaptive, TrialArm::BestFixed);
        let capture = headroom.filter(|headroom| !headroom.holds_zero());
        TrialFigures {
            recipe: self.recipe(players),
            pool: self.pool.clone(),
            games: self.games,
            choosing_games: 2 * self.choosing_blocks(blocks.len()),
            seed: self.seed,
            nodes: self.nodes,
            complete: self.is_complete(players, record),
            best_fixed: choice.as_ref().map(|choice| choice.best_policy().name),
            adaptive_minus_best_fixed: adaptive,
            adaptive_minus_placebo: difference(TrialArm::Adaptive, TrialArm::Placebo),
            adaptive_minus_neutral: difference(TrialArm::Adaptive, TrialArm::Neutral),
            headroom,
            headroom_below,
            capture: capture
                .zip(adaptive)
                .map(|(headroom, gain)| round_to(gain.elo / headroom.elo, 3)),
            oracle_minus_anti_oracle: difference(TrialArm::Oracle, TrialArm::AntiOracle),
            non_transitivity: interaction.map(|test| NonTransitivity {
                singular_value: round_to(test.singular_value, 4),
                p_value: round_to(test.p_value, 4),
            }),
            arms: arm_figures(&tested, &arms),
            policies: policy_figures(&blocks),
            memory: MemoryFigures::of(self, players, record, &tested),
            opponents: self.opponent_figures(players, record, choice.as_ref(), &blocks, &tested),
        }
    }

    fn opponent_figures(
        &self,
        players: &TrialPlayers,
        record: &TrialRecord,
        choice: Option<&PolicyChoice>,
        blocks: &[Vec<Vec<f64>>],
        tested: &TestedScores,
    ) -> Vec<OpponentFigures> {
        let [choosing, testing] = TrialFold::ALL.map(|fold| players.opponents(fold));
        let figures = |(place, opponent): (usize, &TrialOpponent)| {
            let columns = |rows: Vec<Vec<f64>>| {
                let width = rows.first().map_or(0, Vec::len);
                (0..width)
                    .map(|column| {
                        let scores: Vec<f64> = rows.iter().map(|row| row[column]).collect();
                        EloFigure::of_scores(&scores)
                    })
                    .collect()
            };
            let pairs = |block: &Vec<[f64; 2]>| {
                let pair = |[white, black]: &[f64; 2]| f64::midpoint(*white, *black);
                block.iter().map(pair).collect()
            };
            OpponentFigures {
                name: opponent.name.clone(),
                band: opponent.band(),
                nodes: [choosing, testing].map(|fold| fold[place].nodes(self.nodes)),
                best_policy: choice.map(|choice| FIXED_POLICIES[choice.best[place]].name),
                policies: columns(blocks[place].clone()),
                arms: columns(tested[place].iter().map(pairs).collect()),
                answers: answers(record, place),
            }
        };
        testing.iter().enumerate().map(figures).collect()
    }
}

/// The scores of the second fold.
fn tested(record: &TrialRecord, opponents: usize) -> TestedScores {
    let mut scores = vec![Vec::new(); opponents];
    for opponents in record.testing.values() {
        for (scores, games) in scores.iter_mut().zip(opponents) {
            let halves = |half: u8| f64::from(half) / 2.0;
            scores.push(games.points.iter().map(|both| both.map(halves)).collect());
        }
    }
    scores
}

/// The difference of two arms, in Elo; `None` unless both were played. A block has both colours.
fn difference(
    tested: &TestedScores,
    arms: &[TrialArm],
    one: TrialArm,
    other: TrialArm,
) -> Option<EloFigure> {
    let place = |wanted| arms.iter().position(|arm| *arm == wanted);
    let (one, other) = (place(one)?, place(other)?);
    let score = |block: &Vec<[f64; 2]>, arm: usize| f64::midpoint(block[arm][0], block[arm][1]);
    let pairs: Vec<[f64; 2]> = tested
        .iter()
        .flatten()
        .map(|block| [score(block, one), score(block, other)])
        .collect();
    (!pairs.is_empty()).then(|| EloFigure::of_differences(&pairs))
}

fn arm_figures(tested: &TestedScores, arms: &[TrialArm]) -> Vec<ArmFigures> {
    let figures = |(place, arm): (usize, &TrialArm)| {
        let scores: Vec<f64> = tested
            .iter()
            .flatten()
            .map(|block| f64::midpoint(block[place][0], block[place][1]))
            .collect();
        let minus_best_fixed = difference(tested, arms, *arm, TrialArm::BestFixed)?;
        Some(ArmFigures {
            name: arm.name(),
            games: 2 * scores.len() as u64,
            score: round_to(scores.iter().sum::<f64>() / scores.len() as f64, 5),
            elo: EloFigure::of_scores(&scores),
            minus_best_fixed,
        })
    };
    arms.iter().enumerate().filter_map(figures).collect()
}

fn policy_figures(blocks: &[Vec<Vec<f64>>]) -> Vec<PolicyFigures> {
    let all: Vec<&Vec<f64>> = blocks.iter().flatten().collect();
    if all.is_empty() {
        return Vec::new();
    }
    let means = mean_row(all.iter().copied());
    let figures = FIXED_POLICIES.iter().zip(means).enumerate();
    figures
        .map(|(place, (policy, mean))| {
            let scores: Vec<f64> = all.iter().map(|block| block[place]).collect();
            PolicyFigures {
                name: policy.name,
                answer: policy.answer,
                games: 2 * scores.len() as u64,
                score: round_to(mean, 5),
                elo: EloFigure::of_scores(&scores),
            }
        })
        .collect()
}

/// How often the adaptive arm gave each answer to an opponent, the most frequent first.
fn answers(record: &TrialRecord, opponent: usize) -> Vec<GivenAnswer> {
    let mut counts = Vec::new();
    let games = record.testing.values();
    for games in games.filter_map(|opponents| opponents.get(opponent)) {
        for given in &games.given {
            GivenAnswer::add(&mut counts, given.answer, given.moves);
        }
    }
    // Rounds come by number, so that equal counts are in the same order every time.
    counts.sort_by_key(|given| std::cmp::Reverse(given.moves));
    counts
}
