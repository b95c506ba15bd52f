//! Options of an external engine that each pair of games sets anew, by a draw or as given.
//!
//! Draws are balanced in blocks: in as many pairs as an option has values each value occurs once for the first player.
//! The second player's value is at a random distance from it, so that its values are balanced on average; the two never
//! have the same one, since such a pair would say nothing of the option. The order within a block is random, so that
//! options are independent of each other.

use std::sync::Arc;

use rand::RngExt as _;
use rand::seq::SliceRandom as _;
use serde::{Deserialize, Serialize};

use crate::rng;

/// An option with the values that are drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawnOption {
    /// Name of the option, as the engine declares it.
    pub name: String,
    /// Values, at least two; those of a number in rising order.
    pub values: Vec<String>,
}

/// Options that are drawn for each pair of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionDraws {
    options: Arc<[DrawnOption]>,
}

/// Names of options with their values.
pub type OptionSettings = Vec<(String, String)>;

/// Options of both players that are given for some pairs of games, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenOptions {
    /// Number of the first pair.
    pub first: u32,
    /// Names and values for each pair, of the first and the second player.
    pub settings: Arc<[[OptionSettings; 2]]>,
}

/// The options of both players in each pair of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PairOptions {
    /// Drawn from the values of each option.
    Drawn(OptionDraws),
    /// Given for each pair; in other pairs nothing is set.
    Given(GivenOptions),
}

impl PairOptions {
    /// Returns names and values for one player of a pair: 0 for the first, 1 for the second.
    pub(super) fn settings(&self, seed: u64, pair: u32, player: usize) -> Vec<(&str, &str)> {
        match self {
            Self::Drawn(draws) => draws.settings(seed, pair, player),
            Self::Given(given) => given.settings(pair, player),
        }
    }
}

impl GivenOptions {
    fn settings(&self, pair: u32, player: usize) -> Vec<(&str, &str)> {
        let place = pair.checked_sub(self.first).map(|place| place as usize);
        let both = place.and_then(|place| self.settings.get(place));
        let own = both.and_then(|both| both.get(player));
        let own = own.into_iter().flatten();
        own.map(|(name, value)| (name.as_str(), value.as_str()))
            .collect()
    }
}

impl OptionDraws {
    /// Creates the draws of some options; those with fewer than two values are never changed.
    pub fn new(options: impl IntoIterator<Item = DrawnOption>) -> Self {
        Self {
            options: options.into_iter().collect(),
        }
    }

    /// Returns the options.
    pub fn options(&self) -> &[DrawnOption] {
        &self.options
    }

    /// Returns the number of the value of each option in a pair of games, for the first and the second player.
    pub fn levels(&self, seed: u64, pair: u32) -> Vec<[usize; 2]> {
        let both = (0_u64..).zip(self.options.iter());
        both.map(|(number, option)| levels_of(option.values.len(), seed, number, pair))
            .collect()
    }

    /// Returns names and values for one player of a pair: 0 for the first, 1 for the second.
    fn settings(&self, seed: u64, pair: u32, player: usize) -> Vec<(&str, &str)> {
        let levels = self.levels(seed, pair);
        let both = self.options.iter().zip(levels);
        both.filter_map(|(option, levels)| {
            let value = option.values.get(*levels.get(player)?)?;
            Some((option.name.as_str(), value.as_str()))
        })
        .collect()
    }
}

/// Returns the values of both players in a pair, of `count` values of option `number`.
fn levels_of(count: usize, seed: u64, number: u64, pair: u32) -> [usize; 2] {
    if count < 2 {
        return [0, 0];
    }
    let size = u32::try_from(count).unwrap_or(u32::MAX);
    let block = u64::from(pair / size);
    // Blocks of one option have streams of their own.
    let mut draw = rng::stream(seed, "drawn options", (number << 32) | block);
    let mut order: Vec<usize> = (0..count).collect();
    order.shuffle(&mut draw);
    // The distance of the second player's value, for each pair of the block.
    let mut distances: Vec<usize> = (0..count).map(|_| draw.random_range(1..count)).collect();
    let place = (pair % size) as usize;
    let first = order.get(place).copied().unwrap_or(0);
    let distance = distances.swap_remove(place);
    [first, (first + distance) % count]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draws(counts: &[usize]) -> OptionDraws {
        OptionDraws::new(
            counts
                .iter()
                .enumerate()
                .map(|(number, count)| DrawnOption {
                    name: format!("Option {number}"),
                    values: (0..*count).map(|value| value.to_string()).collect(),
                }),
        )
    }

    #[test]
    fn values_are_balanced_and_never_equal() {
        let draws = draws(&[5, 2, 3]);
        let mut times = [[[0_u32; 5]; 2]; 3];
        for pair in 0..3000 {
            for (option, levels) in draws.levels(7, pair).into_iter().enumerate() {
                assert_ne!(levels[0], levels[1]);
                for (player, level) in levels.into_iter().enumerate() {
                    times[option][player][level] += 1;
                }
            }
        }
        assert_eq!(times[0][0], [600; 5]);
        assert_eq!(times[1][0], [1500, 1500, 0, 0, 0]);
        assert_eq!(times[1][1], [1500, 1500, 0, 0, 0]);
        assert_eq!(times[2][0], [1000, 1000, 1000, 0, 0]);
        // The second player's values are drawn by distance: balanced on average.
        for count in times[0][1] {
            assert!((500..700).contains(&count), "{count}");
        }
    }

    #[test]
    fn options_are_independent_of_each_other() {
        let draws = draws(&[5, 5]);
        let mut together = [[0_u32; 5]; 5];
        for pair in 0..10_000 {
            let levels = draws.levels(1, pair);
            together[levels[0][0]][levels[1][0]] += 1;
        }
        for count in together.as_flattened() {
            assert!((330..470).contains(count), "{together:?}");
        }
    }

    #[test]
    fn a_pair_is_drawn_alike_whatever_was_played_before() {
        let draws = draws(&[4, 6]);
        assert_eq!(draws.levels(3, 100), draws.levels(3, 100));
        assert_ne!(
            (0..20)
                .map(|pair| draws.levels(3, pair))
                .collect::<Vec<_>>(),
            (0..20)
                .map(|pair| draws.levels(4, pair))
                .collect::<Vec<_>>()
        );
        let levels = draws.levels(3, 5);
        let expected = levels[1][1].to_string();
        let settings = draws.settings(3, 5, 1);
        assert_eq!(settings[1], ("Option 1", expected.as_str()));
    }

    #[test]
    fn given_options_are_those_of_their_pair_and_player() {
        let both =
            |pair: u32| [0, 1].map(|player| vec![("A".to_owned(), format!("{pair}-{player}"))]);
        let options = PairOptions::Given(GivenOptions {
            first: 8,
            settings: (8..10).map(both).collect(),
        });
        assert_eq!(options.settings(1, 9, 1), [("A", "9-1")]);
        assert_eq!(options.settings(1, 8, 0), [("A", "8-0")]);
        for pair in [0, 7, 10] {
            assert_eq!(options.settings(1, pair, 0), []);
        }
    }

    #[test]
    fn an_option_of_one_value_stays() {
        assert_eq!(draws(&[1]).levels(1, 9), [[0, 0]]);
    }
}
