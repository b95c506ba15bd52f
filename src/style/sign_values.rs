//! A game as one case of naive Bayes: one value per sign.

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::circumstance::{
    Circumstance, EloBalance, Era, GameOccasion, OpeningClass, SideCircumstance,
};
use super::habits::{Habit, HabitObserver, HabitShares};
use super::sign::Sign;
use super::thresholds::HabitThresholds;
use crate::record::GameResult;

/// Stands for a sign that the game did not show.
pub const UNSEEN: u8 = u8::MAX;

/// The habits of both sides in a whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHabits {
    /// The circumstances of the game.
    pub circumstance: Circumstance,
    /// The habits of both sides.
    pub shares: ByColor<HabitShares>,
    /// The values of [`Sign::Ending`] and [`Sign::MenAtEnd`]; `None` without a result.
    end: Option<[u8; 2]>,
}

impl GameHabits {
    /// Observes a whole game.
    pub fn new(
        start: &Chess,
        moves: &[Move],
        result: Option<GameResult>,
        occasion: GameOccasion,
    ) -> Self {
        let mut watch = HabitObserver::new(start);
        for chosen in moves {
            watch.play(*chosen);
        }
        Self::of(&watch, start, moves, result, occasion)
    }

    /// Makes a game's habits from an observer at the game's end.
    pub fn of(
        watch: &HabitObserver,
        start: &Chess,
        moves: &[Move],
        result: Option<GameResult>,
        occasion: GameOccasion,
    ) -> Self {
        let men = watch.position().board().occupied().count();
        Self {
            circumstance: Circumstance {
                era: Era::of(occasion.year),
                opening: OpeningClass::of(start, moves),
                balance: occasion.balance,
                peers: occasion.peers,
            },
            shares: watch.shares().clone(),
            end: result.map(|result| end(result, moves.len(), men)),
        }
    }

    /// Makes a game's habits from stored counts; `end` is its result, its plies and the number of pieces and
    /// pawns left.
    pub fn from_counts(
        circumstance: Circumstance,
        shares: ByColor<HabitShares>,
        end: Option<(GameResult, usize, usize)>,
    ) -> Self {
        Self {
            circumstance,
            shares,
            end: end.map(|(result, plies, men)| self::end(result, plies, men)),
        }
    }

    /// Returns the game's sign values for the player of `side`.
    pub fn reading(&self, side: Color, borders: &HabitThresholds) -> SignValues {
        let mut reading = SignValues::of_shares(&self.shares, side, borders);
        reading.cell.circumstance = self.circumstance;
        if let Some([ending, men]) = self.end {
            reading.values[Sign::Ending.index()] = ending;
            reading.values[Sign::MenAtEnd.index()] = men;
        }
        reading
    }
}

/// Returns the values of the two signs of a game's end, from its plies and the pieces and pawns left.
fn end(result: GameResult, plies: usize, men: usize) -> [u8; 2] {
    let above = |borders: &[usize], amount: usize| -> u8 {
        borders
            .iter()
            .map(|border| u8::from(amount > *border))
            .sum()
    };
    let by_men = above(&[10, 18, 25], men);
    if result == GameResult::Draw {
        [above(&[50, 80], plies), by_men]
    } else {
        [3 + above(&[60, 90], plies), 4 + by_men]
    }
}

/// One value for each sign, in the order of [`Sign::all`], and the circumstances of the side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignValues {
    /// The circumstances of the player's side.
    pub cell: SideCircumstance,
    values: Vec<u8>,
}

impl SignValues {
    /// Makes sign values from the habits of `side` alone; circumstances and end are not known.
    pub fn of_shares(
        shares: &ByColor<HabitShares>,
        side: Color,
        borders: &HabitThresholds,
    ) -> Self {
        let mut values = vec![UNSEEN; Sign::COUNT];
        for (place, habit) in Habit::ALL.iter().enumerate() {
            values[place] = borders.value(*habit, shares.get(side).of(*habit));
            values[Habit::ALL.len() + place] = borders.value(*habit, shares.get(!side).of(*habit));
        }
        Self {
            cell: SideCircumstance {
                circumstance: Circumstance {
                    era: Era::Unknown,
                    opening: OpeningClass::Other,
                    balance: EloBalance::Unknown,
                    peers: ByColor::default(),
                },
                color: side,
            },
            values,
        }
    }

    /// Makes sign values of a simulated game.
    #[cfg(test)]
    pub(crate) const fn of_values(cell: SideCircumstance, values: Vec<u8>) -> Self {
        Self { cell, values }
    }

    /// Returns the value of each sign, in the order of [`Sign::all`]; 255 if it has none.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// Returns the value of one sign; `None` if it has none.
    pub fn value(&self, sign: Sign) -> Option<usize> {
        let value = self.values[sign.index()];
        (value != UNSEEN).then_some(usize::from(value))
    }

    /// Returns true if the game has a result.
    pub fn is_finished(&self) -> bool {
        self.value(Sign::Ending).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::sign::ENDINGS;

    #[test]
    fn the_words_for_an_end_say_in_which_move_it_came() {
        let numbers = |words: &str| -> Vec<usize> {
            words
                .split(' ')
                .filter_map(|word| word.parse().ok())
                .collect()
        };
        for result in [GameResult::Draw, GameResult::WhiteWins] {
            let words = |plies| ENDINGS[usize::from(end(result, plies, 20)[0])];
            for plies in 1..=200_usize {
                let last = plies.div_ceil(2);
                let said = words(plies);
                let holds = match numbers(said)[..] {
                    [to] => said.contains("within") && last <= to,
                    [from, to] => (from..=to).contains(&last),
                    // Later than what the others name.
                    _ => {
                        (1..last).any(|other| numbers(words(2 * other)).contains(&(last - 1)))
                            || words(plies - 1) == said
                    }
                };
                assert!(holds, "{said}: {last} moves");
                assert_eq!(said.starts_with("drawn"), result == GameResult::Draw);
            }
        }
    }
}
