//! Norms of a collection of games: the mean of each habit, by result.

use shakmaty::{ByColor, Color};

use crate::bayes::half_width_95;
use crate::record::{GameResult, SideResult};
use crate::style::habits::{Habit, HabitShare, HabitShares};

/// Mean and variance of one habit's share over games; each game counts once for each player who had a chance.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments {
    /// Number of games with a chance.
    pub games: u64,
    sum: f64,
    squares: f64,
}

impl Moments {
    fn add(&mut self, share: HabitShare) {
        if share.chances == 0 {
            return;
        }
        let value = f64::from(share.happened) / f64::from(share.chances);
        self.games += 1;
        self.sum += value;
        self.squares += value * value;
    }

    fn plus(self, other: Self) -> Self {
        Self {
            games: self.games + other.games,
            sum: self.sum + other.sum,
            squares: self.squares + other.squares,
        }
    }

    /// Returns the mean share, 0 to 1; `None` without games.
    pub fn mean(self) -> Option<f64> {
        (self.games > 0).then(|| self.sum / self.games as f64)
    }

    /// Returns the variance of a single game's share; `None` with fewer than two games.
    pub fn variance(self) -> Option<f64> {
        let games = self.games as f64;
        (self.games > 1)
            .then(|| ((self.squares - self.sum * self.sum / games) / (games - 1.0)).max(0.0))
    }
}

/// The difference of a habit between games won and games lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinLossGap {
    /// Mean share in games won minus mean share in games lost.
    pub difference: f64,
    /// Half the width of the 95 % interval, with games taken as independent.
    pub error_95: f64,
    /// Difference in standard deviations of a single game (Cohen's d).
    pub effect: f64,
}

/// Norms of every habit by the result for the player.
#[derive(Clone, Debug, PartialEq)]
pub struct OutcomeNorms {
    moments: Vec<[Moments; 3]>,
    games: [u64; 3],
}

impl Default for OutcomeNorms {
    fn default() -> Self {
        Self {
            moments: vec![[Moments::default(); 3]; Habit::ALL.len()],
            games: [0; 3],
        }
    }
}

impl OutcomeNorms {
    /// Adds the players of a game who had these colours.
    pub fn add(&mut self, shares: &ByColor<HabitShares>, result: GameResult, sides: &[Color]) {
        for &side in sides {
            let outcome = result.seen_by(side) as usize;
            self.games[outcome] += 1;
            for (moments, habit) in self.moments.iter_mut().zip(Habit::ALL) {
                moments[outcome].add(shares.get(side).of(*habit));
            }
        }
    }

    /// Returns how many sides of games had that outcome; a game with both players observed counts for each.
    pub const fn sides(&self, outcome: SideResult) -> u64 {
        self.games[outcome as usize]
    }

    /// Returns the moments of a habit in games with that outcome for the player.
    pub fn of(&self, habit: Habit, outcome: SideResult) -> Moments {
        self.moments[habit as usize][outcome as usize]
    }

    /// Returns the moments of a habit in all games.
    pub fn overall(&self, habit: Habit) -> Moments {
        let [won, drawn, lost] = self.moments[habit as usize];
        won.plus(drawn).plus(lost)
    }

    /// Returns the difference between games won and games lost; `None` with fewer than two of either.
    pub fn gap(&self, habit: Habit) -> Option<WinLossGap> {
        let [won, lost] =
            [SideResult::Win, SideResult::Loss].map(|outcome| self.of(habit, outcome));
        let difference = won.mean()? - lost.mean()?;
        let (of_won, of_lost) = (won.variance()?, lost.variance()?);
        let error = (of_won / won.games as f64 + of_lost / lost.games as f64).sqrt();
        let deviation = f64::midpoint(of_won, of_lost).sqrt();
        Some(WinLossGap {
            difference,
            error_95: half_width_95(error),
            effect: if deviation > 0.0 {
                difference / deviation
            } else {
                0.0
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(happened: u32, chances: u32) -> HabitShares {
        let mut shares = HabitShares::default();
        shares.add_amount(Habit::Check, happened, chances);
        shares
    }

    #[test]
    fn means_gaps_and_games_by_outcome() {
        let mut norms = OutcomeNorms::default();
        for (white, black, result) in [
            ((3, 10), (1, 10), GameResult::WhiteWins),
            ((0, 10), (1, 2), GameResult::BlackWins),
            ((1, 10), (0, 0), GameResult::Draw),
        ] {
            let both = ByColor {
                white: shares(white.0, white.1),
                black: shares(black.0, black.1),
            };
            norms.add(&both, result, &Color::ALL);
        }
        assert_eq!(
            [SideResult::Win, SideResult::Draw, SideResult::Loss]
                .map(|outcome| norms.sides(outcome)),
            [2, 2, 2]
        );
        let close = |one: Option<f64>, two: f64| one.is_some_and(|one| (one - two).abs() < 1e-12);
        // Won: 0.3 and 0.5; lost: 0.1 and 0.
        assert!(close(norms.of(Habit::Check, SideResult::Win).mean(), 0.4));
        assert!(close(
            norms.of(Habit::Check, SideResult::Win).variance(),
            0.02
        ));
        // A player without a chance is not counted.
        assert_eq!(norms.of(Habit::Check, SideResult::Draw).games, 1);
        assert_eq!(norms.overall(Habit::Check).games, 5);
        let gap = norms.gap(Habit::Check).expect("two of each");
        assert!(close(Some(gap.difference), 0.35));
        assert!(close(Some(gap.error_95), half_width_95(0.0125_f64.sqrt())));
        assert_eq!(norms.gap(Habit::Offer), None);
        let mut white = OutcomeNorms::default();
        let both = ByColor {
            white: shares(3, 10),
            black: shares(1, 10),
        };
        white.add(&both, GameResult::WhiteWins, &[Color::White]);
        assert_eq!(
            [SideResult::Win, SideResult::Draw, SideResult::Loss]
                .map(|outcome| white.sides(outcome)),
            [1, 0, 0]
        );
        assert!(close(white.overall(Habit::Check).mean(), 0.3));
    }
}
