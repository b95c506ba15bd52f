//! Totals of a run's games: results, lengths, and errors of the adjudicator.

use shakmaty::{ByColor, Color};

use crate::bayes::EstimateWithInterval;
use crate::record::{Game, ResultCounts};
use crate::units::share;

/// Totals over games, independent of their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SelfplayTotals {
    /// Number of games.
    pub games: u64,
    /// Results from White's point of view.
    pub white: ResultCounts,
    /// Results of the sides whose heuristic was drawn; a game with two such sides counts twice.
    pub drawn: ResultCounts,
    /// Sum of the lengths of all games in plies, openings included.
    pub plies: u64,
    /// Number of games ended by adjudication.
    pub adjudicated: u64,
    /// Number of games played on after the adjudicator's verdict was recorded.
    pub noted: u64,
    /// Number of these games whose result differed from the verdict.
    pub mistaken: u64,
}

impl SelfplayTotals {
    /// Adds one game with a result; `drawn` marks the sides whose heuristics were drawn.
    pub fn add(&mut self, game: &Game, drawn: ByColor<bool>) {
        let Some(result) = game.result else {
            return;
        };
        self.games += 1;
        self.white += result.seen_by(Color::White);
        for side in Color::ALL {
            if *drawn.get(side) {
                self.drawn += result.seen_by(side);
            }
        }
        self.plies += game.moves.len() as u64;
        self.adjudicated += u64::from(game.termination.is_adjudicated());
        if let Some(verdict) = game.verdict {
            self.noted += 1;
            self.mistaken += u64::from(verdict.result != result);
        }
    }

    /// Returns the mean length in plies, opening included; zero without games.
    pub fn mean_plies(&self) -> f64 {
        share(self.plies, self.games).unwrap_or_default()
    }

    /// Returns the share of games ended by adjudication, 0 to 1.
    pub fn adjudicated_share(&self) -> f64 {
        share(self.adjudicated, self.games).unwrap_or_default()
    }

    /// Returns the adjudicator's error rate, measured on the games played on; `None` without any.
    pub fn adjudication_error(&self) -> Option<EstimateWithInterval> {
        EstimateWithInterval::of_share(self.mistaken, self.noted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{AdjudicatorVerdict, GameResult, Termination};

    fn game(result: GameResult, termination: Termination) -> Game {
        Game {
            result: Some(result),
            termination,
            ..Game::default()
        }
    }

    #[test]
    fn games_are_counted_for_white_and_for_the_drawn_side() {
        let black_drawn = ByColor {
            white: false,
            black: true,
        };
        let mut tally = SelfplayTotals::default();
        tally.add(
            &game(GameResult::WhiteWins, Termination::AdjudicatedWin),
            black_drawn,
        );
        let mut noted = game(GameResult::Draw, Termination::FiftyMoves);
        noted.verdict = Some(AdjudicatorVerdict {
            result: GameResult::BlackWins,
            ply: 60,
        });
        tally.add(&noted, black_drawn);
        assert_eq!((tally.white.wins, tally.white.draws), (1, 1));
        assert_eq!((tally.drawn.losses, tally.drawn.draws), (1, 1));
        assert!((tally.adjudicated_share() - 0.5).abs() < 1e-12);
        assert_eq!((tally.noted, tally.mistaken), (1, 1));
    }
}
