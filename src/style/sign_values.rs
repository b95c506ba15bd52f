//! A game as one case of naive Bayes: one value for each sign.

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::circumstance::{
    Circumstance, EloBalance, Era, GameOccasion, OpeningClass, SideCircumstance,
};
use super::habits::{Habit, HabitObserver, HabitShares};
use super::sign::Sign;
use super::thresholds::HabitThresholds;
use crate::record::GameResult;

/// Stands for a sign that the game has not shown.
pub const UNSEEN: u8 = u8::MAX;

/// What both sides showed in a game that was seen to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameHabits {
    /// In what circumstances.
    pub circumstance: Circumstance,
    /// The habits of both sides.
    pub shares: ByColor<HabitShares>,
    /// The values of [`Sign::Ending`] and [`Sign::MenAtEnd`]; none without a result.
    end: Option<[u8; 2]>,
}

impl GameHabits {
    /// Watches a whole game.
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

    /// What was watched of a game that is over.
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

    /// Makes a game's habits from counts that were kept; `end` is its result, with its plies and the men left.
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

    /// The game as a case, from the side of one player.
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

/// The values of the two signs of a game's end, by its plies and the men left.
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

/// One value for each sign, in the order of [`Sign::all`], and the side's circumstances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignValues {
    /// The player's side of the game.
    pub cell: SideCircumstance,
    values: Vec<u8>,
}

impl SignValues {
    /// What habits say of `side`; the game's circumstances and end are not known.
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

    /// The value of each sign, in the order of [`Sign::all`]; 255 where there is none.
    pub fn values(&self) -> &[u8] {
        &self.values
    }

    /// The value of one sign.
    pub fn value(&self, sign: Sign) -> Option<usize> {
        let value = self.values[sign.index()];
        (value != UNSEEN).then_some(usize::from(value))
    }

    /// Whether the game was seen to its end.
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
