//! Results against one opponent, by the positions that the engine's own moves led to in the openings.

use std::collections::{BTreeMap, BTreeSet};

use shakmaty::{Chess, Color, Position as _};

use super::memory::{OPENING_PLIES, opening_moves};
use crate::board::GameState;
use crate::board::key::key_of;
use crate::book::BookMove;
use crate::record::{ResultCounts, SideResult};
use crate::store::{MemorySource, OpponentGame};

/// Number of drawn games that are added for each move, so that one game does not decide. An assumption.
const IMAGINED_GAMES: u64 = 4;

/// Factor by which weights are multiplied, so that small ones stay different after weighing.
const FINER: u64 = 16;

/// Results of games against one opponent by opening position, from the engine's point of view.
///
/// Only positions after the engine's own moves count: results with Black say nothing of its first move with White.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningResults {
    by_position: BTreeMap<u64, ResultCounts>,
}

impl OpeningResults {
    /// Counts remembered games that this program played, as far as their openings are remembered.
    pub fn of_games(games: &[OpponentGame]) -> Self {
        let mut results = Self::default();
        for game in games
            .iter()
            .filter(|game| game.source == MemorySource::Played)
        {
            let (Some(opening), Some(result)) = (&game.opening, game.result) else {
                continue;
            };
            let mut line = GameState::new();
            for chosen in opening_moves(opening, OPENING_PLIES) {
                line.play(chosen);
            }
            results.add(&line, !game.color, result);
        }
        results
    }

    /// Adds a game that ended with this result for the engine, which played `machine`. A game from another start than
    /// the usual one is not counted.
    pub fn add(&mut self, game: &GameState, machine: Color, result: SideResult) {
        if *game.start() != Chess::default() {
            return;
        }
        let first = if machine.is_white() { 1 } else { 2 };
        let opening = game.keys().iter().take(OPENING_PLIES + 1);
        // A position that came up twice is still one game.
        let reached: BTreeSet<u64> = opening.skip(first).step_by(2).copied().collect();
        for key in reached {
            *self.by_position.entry(key).or_default() += result;
        }
    }

    /// Returns the results of games in which the engine moved into the position.
    pub fn of(&self, position: &Chess) -> ResultCounts {
        let found = self.by_position.get(&key_of(position));
        found.copied().unwrap_or_default()
    }

    /// Weighs book moves by the engine's score after each, the largest weight first.
    ///
    /// A score of all points doubles a weight, half of the points leaves it unchanged. Without games all
    /// weights stay as they are.
    pub fn weigh(&self, position: &Chess, mut moves: Vec<BookMove>) -> Vec<BookMove> {
        let results: Vec<ResultCounts> = moves
            .iter()
            .map(|found| {
                let mut after = position.clone();
                after.play_unchecked(found.m);
                self.of(&after)
            })
            .collect();
        if results.iter().all(|results| results.games() == 0) {
            return moves;
        }
        for (found, results) in moves.iter_mut().zip(results) {
            found.weight = weighed(found.weight, results);
        }
        moves.sort_by_key(|found| std::cmp::Reverse(found.weight));
        moves
    }
}

fn weighed(weight: u32, results: ResultCounts) -> u32 {
    if weight == 0 {
        return 0;
    }
    let half_points = 2 * results.wins + results.draws;
    let games = results.games() + IMAGINED_GAMES;
    let weight = u64::from(weight) * FINER * (half_points + IMAGINED_GAMES) / games;
    u32::try_from(weight).unwrap_or(u32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn book(weights: [u32; 3]) -> (Chess, Vec<BookMove>) {
        let start = Chess::default();
        let moves = start.legal_moves();
        let book = weights.into_iter().zip(moves);
        let moves = book.map(|(weight, m)| BookMove { m, weight }).collect();
        (start, moves)
    }

    fn played(openings: &mut OpeningResults, m: shakmaty::Move, result: SideResult) {
        let mut game = GameState::new();
        game.play(m);
        openings.add(&game, Color::White, result);
    }

    #[test]
    fn results_count_for_moves_of_the_engine_alone_and_once_a_game() {
        let (start, moves) = book([100, 100, 100]);
        let mut openings = OpeningResults::default();
        let mut game = GameState::new();
        for word in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6"] {
            let language = crate::board::notation::Language::English;
            let chosen = crate::board::notation::read(game.position(), word, language);
            game.play(chosen.expect("legal"));
        }
        openings.add(&game, Color::Black, SideResult::Win);
        assert_eq!(openings.weigh(&start, moves.clone()), moves);
        let games: u64 = openings.by_position.values().map(ResultCounts::games).sum();
        assert_eq!(games, 2);
        let white = || openings.by_position.keys().copied().collect::<Vec<_>>();
        assert!(white().contains(&game.keys()[2]) && white().contains(&game.keys()[4]));
        let from_another_start = GameState::from_position(game.position().clone());
        openings.add(&from_another_start, Color::White, SideResult::Win);
        assert_eq!(openings.by_position.len(), 2);
    }

    #[test]
    fn openings_that_the_opponent_lost_come_more_often() {
        let (start, moves) = book([100, 100, 0]);
        let mut openings = OpeningResults::default();
        assert_eq!(openings.weigh(&start, moves.clone()), moves);
        for _ in 0..4 {
            played(&mut openings, moves[1].m, SideResult::Win);
            played(&mut openings, moves[2].m, SideResult::Win);
        }
        for _ in 0..2 {
            played(&mut openings, moves[0].m, SideResult::Loss);
        }
        let weighed = openings.weigh(&start, moves.clone());
        let order: Vec<_> = weighed.iter().map(|found| found.m).collect();
        assert_eq!(order, [moves[1].m, moves[0].m, moves[2].m]);
        // (8 + 4) / 8 and 4 / 6 of the weight, in sixteenths; moves with weight 0 keep it.
        let weights: Vec<u32> = weighed.iter().map(|found| found.weight).collect();
        assert_eq!(weights, [2400, 1066, 0]);
    }

    proptest! {
        #[test]
        fn a_win_never_makes_a_move_rarer_nor_a_loss_more_frequent(
            weight in 1..u32::MAX,
            [wins, draws, losses] in [0..1000_u64, 0..1000, 0..1000],
        ) {
            let results = ResultCounts { wins, draws, losses };
            let after = |result| {
                let mut results = results;
                results += result;
                weighed(weight, results)
            };
            prop_assert!(after(SideResult::Win) >= weighed(weight, results));
            prop_assert!(after(SideResult::Loss) <= weighed(weight, results));
            prop_assert!(after(SideResult::Loss) >= 1);
        }
    }
}
