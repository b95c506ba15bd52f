//! The gain from memory: games of one opponent in order, with and without it.

use serde::Serialize;

use super::arms::TrialArm;
use super::design::AdaptationTrial;
use super::player_set::TrialPlayers;
use super::record::{TestedScores, TrialRecord};
use super::styles::TrialFold;
use crate::arena::EloFigure;
use crate::bayes::mean_with_error_95;
use crate::units::round_to;

/// The numbers of games after which regret is reported.
const REPORTED: [usize; 8] = [1, 2, 5, 10, 20, 30, 40, 50];

/// Openings of a sequence before its fifth game.
const BEFORE_FIFTH: usize = 2;

/// The memory arm against the adaptive arm, which plays the same games without memory.
#[derive(Clone, Debug, Serialize)]
pub struct MemoryFigures {
    /// Games with memory.
    pub games: u64,
    /// Sequences of games against one opponent.
    pub sequences: u64,
    /// Mean Elo over the opponents, with memory.
    #[serde(flatten)]
    pub elo: EloFigure,
    /// Elo with memory minus Elo without, in all games.
    pub minus_adaptive: EloFigure,
    /// The same from the fifth game of a sequence on; `None` if no sequence is as long.
    pub minus_adaptive_from_fifth_game: Option<EloFigure>,
    /// Points lost compared with the oracle, by the number of games played so far.
    ///
    /// The oracle plays the fixed policy that was best against this kind of opponent.
    pub regret: Vec<RegretPoint>,
}

/// The regret after some games of one opponent: points lost compared with the oracle's mean score.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RegretPoint {
    /// Games of the sequence so far.
    pub games: usize,
    /// Sequences that are as long.
    pub sequences: usize,
    /// Points lost with memory.
    pub with_memory: f64,
    /// Half the width of its 95 % interval.
    pub with_memory_error_95: f64,
    /// Points lost without memory.
    pub without_memory: f64,
    /// Half the width of its 95 % interval.
    pub without_memory_error_95: f64,
}

/// A sequence: the oracle's mean score against its opponent, and the scores game by game.
struct ScoredSequence {
    oracle: f64,
    with_memory: Vec<f64>,
    without: Vec<f64>,
}

impl MemoryFigures {
    /// Computes the figures; `None` without games with memory.
    pub(super) fn of(
        trial: &AdaptationTrial,
        players: &TrialPlayers,
        record: &TrialRecord,
        tested: &TestedScores,
    ) -> Option<Self> {
        let opponents = players.opponents(TrialFold::Testing).len();
        let arms = trial.arms.arms(&trial.pool);
        let place = |wanted| arms.iter().position(|arm| *arm == wanted);
        let (adaptive, oracle) = (place(TrialArm::Adaptive)?, place(TrialArm::Oracle)?);
        let sequence = |(number, points): (&u32, &Vec<u8>)| {
            let (opponent, openings) = trial.sequence(*number, opponents);
            let blocks = &tested[opponent];
            // Of an unfinished trial some rounds may be missing, so places are not numbers of rounds.
            let mut own = Vec::new();
            for round in openings {
                let games = record.testing.get(&round)?.get(opponent)?;
                own.push(games.points[adaptive].map(|half| f64::from(half) / 2.0));
            }
            let all = blocks.iter().flat_map(|block| block[oracle]);
            Some(ScoredSequence {
                oracle: all.sum::<f64>() / (2 * blocks.len()) as f64,
                with_memory: points.iter().map(|half| f64::from(*half) / 2.0).collect(),
                without: own.into_iter().flatten().collect(),
            })
        };
        let sequences: Vec<ScoredSequence> =
            record.remembering.iter().filter_map(sequence).collect();
        if sequences.is_empty() {
            return None;
        }
        let with: Vec<f64> = sequences
            .iter()
            .flat_map(|one| pairs(&one.with_memory))
            .collect();
        let later = compared(&sequences, BEFORE_FIFTH);
        Some(Self {
            games: 2 * with.len() as u64,
            sequences: sequences.len() as u64,
            elo: EloFigure::of_scores(&with),
            minus_adaptive: EloFigure::of_differences(&compared(&sequences, 0)),
            minus_adaptive_from_fifth_game: (!later.is_empty())
                .then(|| EloFigure::of_differences(&later)),
            regret: REPORTED
                .iter()
                .filter_map(|games| RegretPoint::after(*games, &sequences))
                .collect(),
        })
    }
}

/// The mean score of both colours of each opening.
fn pairs(scores: &[f64]) -> Vec<f64> {
    let pair = |pair: &[f64]| pair.iter().sum::<f64>() / pair.len() as f64;
    scores.chunks(2).map(pair).collect()
}

/// Returns the scores with and without memory, opening by opening, from opening `from` of each sequence on.
fn compared(sequences: &[ScoredSequence], from: usize) -> Vec<[f64; 2]> {
    let of_sequence = |one: &ScoredSequence| {
        let both = pairs(&one.with_memory).into_iter().zip(pairs(&one.without));
        both.skip(from)
            .map(|(with, without)| [with, without])
            .collect::<Vec<_>>()
    };
    sequences.iter().flat_map(of_sequence).collect()
}

impl RegretPoint {
    /// Returns the regret after that many games, over the sequences that are as long.
    fn after(games: usize, sequences: &[ScoredSequence]) -> Option<Self> {
        let long: Vec<&ScoredSequence> = sequences
            .iter()
            .filter(|one| one.with_memory.len() >= games && one.without.len() >= games)
            .collect();
        let lost = |scores: fn(&ScoredSequence) -> &Vec<f64>| {
            let lost: Vec<f64> = long
                .iter()
                .map(|one| one.oracle * games as f64 - scores(one)[..games].iter().sum::<f64>())
                .collect();
            let [mean, error] = mean_with_error_95(&lost);
            (round_to(mean, 4), round_to(error, 4))
        };
        if long.is_empty() {
            return None;
        }
        let (with_memory, with_memory_error_95) = lost(|one| &one.with_memory);
        let (without_memory, without_memory_error_95) = lost(|one| &one.without);
        Some(Self {
            games,
            sequences: long.len(),
            with_memory,
            with_memory_error_95,
            without_memory,
            without_memory_error_95,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regret_is_the_oracles_points_less_ones_own() {
        let sequence = |with: f64| ScoredSequence {
            oracle: 0.75,
            with_memory: vec![with; 10],
            without: vec![0.5; 10],
        };
        let sequences = [sequence(1.0), sequence(0.5)];
        let point = RegretPoint::after(10, &sequences).expect("long enough");
        let figures = [
            point.with_memory,
            point.without_memory,
            point.without_memory_error_95,
        ];
        assert!((figures[1] - 2.5).abs() + figures[0].abs() + figures[2].abs() < 1e-9);
        assert_eq!(point.sequences, 2);
        assert_eq!(RegretPoint::after(20, &sequences), None);
        // The first two openings are not compared.
        assert_eq!(compared(&sequences, BEFORE_FIFTH).len(), 6);
        assert!(compared(&sequences, 0)[0][0] > compared(&sequences, 0)[0][1]);
    }
}
