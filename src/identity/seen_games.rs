//! Sets of different games, for finding copies.
//!
//! Most moves belong to one game, but thousands of games end after `1. e4 e5`. Games with the same moves are therefore
//! looked up by their players, too: a set of n of them finds a copy without comparing all n.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::fingerprint::{Fingerprint, GameIdentity};
use super::name_marks::FAMILY;

/// Number of different games with the same moves that [`SeenGames`] compares one by one, before it looks them up by
/// their players.
const COMPARED_ONE_BY_ONE: u128 = 8;

/// A set of the different games seen so far.
#[derive(Debug, Default)]
pub struct SeenGames {
    games: HashMap<u128, GameIdentity, BuildHasherDefault<FingerprintHasher>>,
    /// Further games of moves that many games share.
    crowded: HashMap<u128, DifferentGames, BuildHasherDefault<FingerprintHasher>>,
    len: usize,
}

/// The place of a new game in [`SeenGames`].
enum Place {
    /// A free key among the keys that follow the fingerprint.
    Key(u128),
    /// Among the further games with this fingerprint.
    Crowd,
}

impl SeenGames {
    /// Adds a game; returns false if it was seen before.
    pub fn insert(&mut self, fingerprint: Fingerprint, identity: GameIdentity) -> bool {
        match self.place(fingerprint, &identity) {
            Some(Place::Key(key)) => {
                self.games.insert(key, identity);
            }
            Some(Place::Crowd) => {
                let crowd = self.crowded.entry(fingerprint.0).or_default();
                crowd.insert(identity);
            }
            None => return false,
        }
        self.len += 1;
        true
    }

    /// Returns true if a game was seen before; later insertions never change a true answer.
    pub fn contains(&self, fingerprint: Fingerprint, identity: &GameIdentity) -> bool {
        self.place(fingerprint, identity).is_none()
    }

    /// Returns the place of a game; `None` if it was seen before.
    fn place(&self, fingerprint: Fingerprint, identity: &GameIdentity) -> Option<Place> {
        // Different games with the same moves are stored at the following keys.
        for step in 0..COMPARED_ONE_BY_ONE {
            let key = fingerprint.0.wrapping_add(step);
            match self.games.get(&key) {
                None => return Some(Place::Key(key)),
                Some(known) if known.is_compatible(identity) => return None,
                Some(_) => {}
            }
        }
        let crowd = self.crowded.get(&fingerprint.0);
        let is_known = crowd.is_some_and(|crowd| crowd.contains(identity));
        (!is_known).then_some(Place::Crowd)
    }

    /// Returns the number of different games seen.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns true if no game was seen.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// The place in [`DifferentGames`] of games whose White has no name; no word has this mark.
const NAMELESS: u16 = 0;

/// A set of different games that share start and moves.
///
/// Names with information are compatible only if they share a word. So a game is compared only with those games that
/// share a word of White's name with it, or have no name of White.
#[derive(Clone, Debug, Default)]
pub struct DifferentGames {
    games: Vec<GameIdentity>,
    /// Places in `games` by the words of White's name; games without one are under [`NAMELESS`].
    by_white: HashMap<u16, Vec<u32>>,
}

impl DifferentGames {
    /// Adds a game; returns false if it is the same as one of the set.
    pub fn insert(&mut self, identity: GameIdentity) -> bool {
        let is_new = !self.contains(&identity);
        // Beyond four thousand million games with the same moves, copies would be found late, never wrongly.
        if is_new && let Ok(place) = u32::try_from(self.games.len()) {
            let nameless = identity.white.is_empty().then_some(NAMELESS);
            for word in words_of_white(&identity).chain(nameless) {
                self.by_white.entry(word).or_default().push(place);
            }
            self.games.push(identity);
        }
        is_new
    }

    /// Returns true if a game is the same as one of the set.
    pub fn contains(&self, identity: &GameIdentity) -> bool {
        if identity.white.is_empty() {
            return self.games.iter().any(|game| game.is_compatible(identity));
        }
        words_of_white(identity).chain([NAMELESS]).any(|word| {
            let places = self.by_white.get(&word).into_iter().flatten();
            places
                .filter_map(|place| self.games.get(*place as usize))
                .any(|game| game.is_compatible(identity))
        })
    }
}

/// Returns the words of White's name, without the flag of the family name, which compatible names may differ in.
fn words_of_white(identity: &GameIdentity) -> impl Iterator<Item = u16> {
    let words = identity.white.words().into_iter();
    words.filter(|word| *word != 0).map(|word| word & !FAMILY)
}

/// A hasher that takes the lower half of a fingerprint as its hash.
#[derive(Debug, Default)]
struct FingerprintHasher(u64);

impl Hasher for FingerprintHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u128(&mut self, number: u128) {
        let half = number.to_le_bytes().first_chunk().copied();
        self.0 = u64::from_le_bytes(half.unwrap_or_default());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use shakmaty::Chess;

    use super::*;
    use crate::record::{Game, GameResult, Tags, Termination};

    /// Names that are compatible with each other in many ways, and names without information.
    const NAMES: [&str; 12] = [
        "?",
        "",
        "G",
        "Tal, M",
        "Tal, Mihail",
        "Mihail Tal",
        "Mihail",
        "Tan, M",
        "user1",
        "user2",
        "Van der Sterren, Paul",
        "Sterren, P",
    ];

    fn identity(white: usize, black: usize, year: usize, result: usize) -> GameIdentity {
        let results = [
            None,
            Some(GameResult::WhiteWins),
            Some(GameResult::BlackWins),
        ];
        GameIdentity::of_game(&Game {
            start: Chess::default(),
            moves: Vec::new(),
            termination: Termination::Unknown,
            opening_plies: 0,
            verdict: None,
            scores: Vec::new(),
            result: results[result % 3],
            tags: Tags::new()
                .with("White", NAMES[white % NAMES.len()])
                .with("Black", NAMES[black % NAMES.len()])
                .with("Date", ["????.??.??", "2024.01.02", "2025.01.02"][year % 3])
                .with("Event", ["?", "Study: 1", "Study: 2"][year / 3 % 3]),
        })
    }

    proptest! {
        #[test]
        fn copies_are_those_that_comparing_with_every_game_finds(
            games in prop::collection::vec((0_usize..12, 0_usize..12, 0_usize..9, 0_usize..3), 1..80),
        ) {
            let mut different: Vec<GameIdentity> = Vec::new();
            let mut set = DifferentGames::default();
            let mut seen = SeenGames::default();
            for (white, black, year, result) in games {
                let game = identity(white, black, year, result);
                let is_new = !different.iter().any(|known| known.is_compatible(&game));
                prop_assert_eq!(seen.contains(Fingerprint(7), &game), !is_new);
                prop_assert_eq!(set.contains(&game), !is_new);
                prop_assert_eq!(seen.insert(Fingerprint(7), game), is_new);
                prop_assert_eq!(set.insert(game), is_new);
                if is_new {
                    different.push(game);
                }
                prop_assert_eq!(seen.len(), different.len());
            }
        }
    }
}
