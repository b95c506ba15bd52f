//! Openings: drawn at random and balanced, or taken from a file, one for each number.
//!
//! Opening n of a run follows from (seed, n) alone, so games share an opening by sharing a number.

use rand::seq::{IndexedRandom as _, SliceRandom as _};
use serde::Serialize;
use shakmaty::{Chess, Move, Position as _};

use crate::rng;
use crate::units::{Centipawns, Ply};

use super::material_judge;

/// An opening: the start position of a game, and moves played before the players think.
#[derive(Clone, Debug)]
pub struct Opening {
    /// Start position.
    pub start: Chess,
    /// Moves of the opening, from `start`.
    pub moves: Vec<Move>,
    /// Name in the file; empty for a random opening.
    pub name: String,
}

impl Opening {
    /// Returns the initial position without moves.
    pub fn initial() -> Self {
        Self {
            start: Chess::default(),
            moves: Vec::new(),
            name: String::new(),
        }
    }
}

/// Rules for drawing openings at random.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RandomOpenings {
    /// Number of plies drawn, each uniformly among the legal moves.
    pub plies: Ply,
    /// Largest lead in settled material, in centipawns, that counts as balanced.
    pub limit: Centipawns,
}

impl Default for RandomOpenings {
    fn default() -> Self {
        Self {
            plies: Ply(8),
            limit: Centipawns(50),
        }
    }
}

/// Order in which the openings of a list are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningOrder {
    /// Order of the file.
    AsListed,
    /// Order shuffled by the seed.
    Shuffled,
}

/// An endless sequence of openings, by number.
#[derive(Clone, Debug)]
pub enum Openings {
    /// Openings drawn at random for each number.
    Random(RandomOpenings, OpeningSeed),
    /// Openings taken in turn from a list that is not empty.
    Listed(Vec<Opening>),
}

/// Seed of a run, from which the random stream of each opening is derived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningSeed(pub u64);

/// Maximum length of a random opening, in plies.
pub const MOST_OPENING_PLIES: u16 = 40;

/// Maximum number of draws for a balanced position. Even with the most plies and the least limit that are accepted,
/// failing all of them is practically impossible.
const TRIES: u32 = 10_000;

impl Openings {
    /// Returns random openings of `seed`.
    pub const fn random(rules: RandomOpenings, seed: u64) -> Self {
        Self::Random(rules, OpeningSeed(seed))
    }

    /// Returns the openings of a list, or the initial position if the list is empty.
    pub fn listed(mut list: Vec<Opening>, order: OpeningOrder, seed: u64) -> Self {
        if list.is_empty() {
            list.push(Opening::initial());
        }
        if order == OpeningOrder::Shuffled {
            list.shuffle(&mut rng::stream(seed, "opening order", 0));
        }
        Self::Listed(list)
    }

    /// Returns the number of different openings; `None` for random ones.
    pub const fn number(&self) -> Option<usize> {
        match self {
            Self::Random(..) => None,
            Self::Listed(list) => Some(list.len()),
        }
    }

    /// Returns the opening with that number; a list starts again at its end.
    pub fn opening(&self, number: u64) -> Opening {
        match self {
            Self::Random(rules, OpeningSeed(seed)) => rules.draw(*seed, number),
            Self::Listed(list) => {
                let place = number % list.len() as u64;
                usize::try_from(place)
                    .ok()
                    .and_then(|place| list.get(place).cloned())
                    .unwrap_or_else(Opening::initial)
            }
        }
    }
}

impl RandomOpenings {
    /// Draws from the opening's own random stream until the position is balanced and the game is not over.
    fn draw(self, seed: u64, number: u64) -> Opening {
        self.draw_after(Opening::initial(), seed, number)
    }

    /// Returns an opening with random moves appended to those of `opening`. They are drawn as by
    /// [`Openings::random`], but need to be balanced only if `opening` is balanced.
    pub fn draw_after(self, mut opening: Opening, seed: u64, number: u64) -> Opening {
        let mut start = opening.start.clone();
        for m in &opening.moves {
            start.play_unchecked(*m);
        }
        let is_even = material_judge::is_balanced(&start, self.limit);
        let mut rng = rng::stream(seed, "opening", number);
        for _ in 0..TRIES {
            if let Some((moves, position)) = self.attempt(&start, &mut rng)
                && (!is_even || material_judge::is_balanced(&position, self.limit))
            {
                opening.moves.extend(moves);
                break;
            }
        }
        opening
    }

    /// Draws moves; returns them with the final position, unless it is check or the end of the game.
    fn attempt(self, start: &Chess, rng: &mut impl rand::Rng) -> Option<(Vec<Move>, Chess)> {
        let mut position = start.clone();
        let mut moves = Vec::with_capacity(usize::from(self.plies.0));
        for _ in 0..self.plies.0 {
            let drawn = *position.legal_moves().choose(rng)?;
            position.play_unchecked(drawn);
            moves.push(drawn);
        }
        let open = !position.is_check() && !position.is_game_over();
        open.then_some((moves, position))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// Checks that random openings have the requested length, are balanced and unfinished, and repeat.
        #[test]
        fn random_openings_keep_their_promises(seed: u64, number: u64, plies in 0..20_u16) {
            let rules = RandomOpenings { plies: Ply(plies), ..RandomOpenings::default() };
            let opening = Openings::random(rules, seed).opening(number);
            prop_assert_eq!(&opening.moves, &Openings::random(rules, seed).opening(number).moves);
            prop_assert_eq!(opening.moves.len(), usize::from(plies));
            let mut position = opening.start;
            for m in opening.moves {
                prop_assert!(position.is_legal(m));
                position.play_unchecked(m);
            }
            prop_assert!(!position.is_game_over() && !position.is_check());
            prop_assert!(material_judge::is_balanced(&position, rules.limit));
        }
    }

    #[test]
    fn a_list_is_taken_in_turn_and_a_seed_shuffles_it() {
        let named = |name: u32| Opening {
            name: name.to_string(),
            ..Opening::initial()
        };
        let list: Vec<Opening> = (0..20).map(named).collect();
        let names = |openings: &Openings| -> Vec<String> {
            (0..20)
                .map(|number| openings.opening(number).name)
                .collect()
        };
        let listed = Openings::listed(list.clone(), OpeningOrder::AsListed, 1);
        assert_eq!(listed.opening(21).name, "1");
        let shuffled = |seed| {
            names(&Openings::listed(
                list.clone(),
                OpeningOrder::Shuffled,
                seed,
            ))
        };
        assert_eq!(shuffled(1), shuffled(1));
        assert_ne!(shuffled(1), shuffled(2));
        let mut sorted = shuffled(1);
        sorted.sort_by_key(|name| name.parse::<u32>().expect("a number"));
        assert_eq!(sorted, names(&listed));
    }

    #[test]
    fn an_empty_list_gives_the_initial_position() {
        let openings = Openings::listed(Vec::new(), OpeningOrder::AsListed, 1);
        assert!(openings.opening(7).moves.is_empty());
    }
}
