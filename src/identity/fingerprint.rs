//! What identifies a game: the fingerprint of its moves, and its players.
//!
//! Two games are the same if they have the same start and moves, their players have compatible names ([`NameMark`]),
//! and neither year nor result are both known and different. For a game of fewer than [`TELLING_PLIES`] plies the
//! full date must agree as well, because grandmasters agree the same short draw every year. If neither game names a
//! player, as in the chapters of a study, event and round must agree as well. The order of the sources determines the
//! first copy, so the outcome does not depend on threads.
//!
//! A game takes some fifty bytes of memory: a hash of sixteen bytes over start and moves, and a few that distinguish
//! games with the same moves.

use shakmaty::fen::Fen;
use shakmaty::{Chess, Color, EnPassantMode, Move};

use super::date::{full_date, known_date};
use super::name_marks::{NameCache, NameMark};
use crate::record::{Game, GameResult};

/// Number of plies from which on the same moves identify a game of two players within a year.
const TELLING_PLIES: usize = 24;

/// The hash of a game's start and moves: the first sixteen bytes of a BLAKE3 hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub u128);

impl Fingerprint {
    /// Returns the fingerprint of a game; `bytes` is scratch memory.
    pub fn of(game: &Game, bytes: &mut Vec<u8>) -> Self {
        Self::of_moves(&game.start, &game.moves, bytes)
    }

    /// Returns the fingerprint of a game of these moves; `bytes` is scratch memory.
    pub fn of_moves(start: &Chess, moves: &[Move], bytes: &mut Vec<u8>) -> Self {
        bytes.clear();
        for &chosen in moves {
            bytes.extend(packed(chosen).to_le_bytes());
        }
        if *start != Chess::default() {
            let fen = Fen::from_position(start, EnPassantMode::Legal).to_string();
            bytes.push(0);
            bytes.extend(fen.bytes());
        }
        let hash = blake3::hash(bytes);
        let half = hash.as_bytes().first_chunk().copied().unwrap_or_default();
        Self(u128::from_le_bytes(half))
    }

    /// Returns a number from 0 to 1 that depends only on fingerprint and seed, for samples independent of order and
    /// threads.
    pub fn sample_fraction(self, seed: u64) -> f64 {
        let mut hasher = blake3::Hasher::new();
        hasher.update(&seed.to_le_bytes());
        hasher.update(&self.0.to_le_bytes());
        let half = hasher.finalize().as_bytes().first_chunk().copied();
        let bits = u64::from_le_bytes(half.unwrap_or_default()) >> 11;
        bits as f64 / (1_u64 << 53) as f64
    }
}

/// Packs a move into sixteen bits: both squares, and the promotion.
fn packed(chosen: Move) -> u16 {
    let from = chosen.from().map_or(0, u16::from);
    let promotion = chosen.promotion().map_or(0, |role| role as u16);
    from | u16::from(chosen.to()) << 6 | promotion << 12
}

/// The data that distinguish games with the same moves: players, year, date and result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameIdentity {
    pub(super) white: NameMark,
    black: NameMark,
    /// Year of the game; 0 if unknown.
    year: u16,
    /// Hash of the full date, for a short game; 0 if unknown.
    date_hash: u16,
    /// Hashes of event and round, for a game without a player's name; 0 if unknown.
    occasion: [u16; 2],
    result: Option<GameResult>,
}

impl GameIdentity {
    /// Returns the identity of a game; `names` caches the marks of players' names.
    pub fn of(game: &Game, names: &mut NameCache) -> Self {
        let [white, black] = Color::ALL.map(|color| names.mark(game.player(color)));
        Self {
            white,
            black,
            year: game.year().unwrap_or(0),
            date_hash: if game.moves.len() < TELLING_PLIES {
                date_hash(game)
            } else {
                0
            },
            occasion: if white.is_empty() && black.is_empty() {
                occasion_of(game)
            } else {
                [0; 2]
            },
            result: game.result,
        }
    }

    /// Returns the identity of a single game; [`of`](Self::of) is faster for many.
    pub fn of_game(game: &Game) -> Self {
        Self::of(game, &mut NameCache::default())
    }

    /// Returns true if this is the identity of a game, also if an earlier version computed it.
    ///
    /// Earlier versions did not compose the letters of names before they computed marks, read only the tag `Date`, and did
    /// not compare event and round.
    pub fn is_of(&self, game: &Game, names: &mut NameCache) -> bool {
        let mut now = Self::of(game, names);
        if self.date_hash == 0 && full_date(game.tags.get("Date").unwrap_or_default()).is_none() {
            now.date_hash = 0;
        }
        if self.occasion == [0; 2] {
            now.occasion = [0; 2];
        }
        let earlier = || Self {
            white: NameMark::as_written(game.player(Color::White)),
            black: NameMark::as_written(game.player(Color::Black)),
            ..now
        };
        *self == now || *self == earlier()
    }

    /// Returns the identity as bytes, for storing; those of event and round are left out if they are unknown.
    pub fn to_bytes(&self) -> Vec<u8> {
        let [white, black] = [self.white, self.black].map(NameMark::words);
        let words = white.into_iter().chain(black);
        let mut bytes = bytes_of(words.chain([self.year, self.date_hash]));
        bytes.push(match self.result {
            None => 0,
            Some(GameResult::WhiteWins) => 1,
            Some(GameResult::BlackWins) => 2,
            Some(GameResult::Draw) => 3,
        });
        if self.occasion != [0; 2] {
            bytes.extend(bytes_of(self.occasion));
        }
        bytes
    }

    /// Returns the identity from bytes of [`to_bytes`](Self::to_bytes); `None` for invalid ones.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let (known, rest) = bytes.split_at_checked(Self::WORDS * 2)?;
        let [w1, w2, w3, b1, b2, b3, year, date_hash] = words_of(known)?;
        let (result, occasion) = rest.split_first()?;
        Some(Self {
            white: NameMark::from_words([w1, w2, w3]),
            black: NameMark::from_words([b1, b2, b3]),
            year,
            date_hash,
            occasion: match occasion {
                [] => [0; 2],
                occasion => words_of(occasion)?,
            },
            result: match result {
                0 => None,
                1 => Some(GameResult::WhiteWins),
                2 => Some(GameResult::BlackWins),
                3 => Some(GameResult::Draw),
                _ => return None,
            },
        })
    }

    /// Number of words of [`to_bytes`](Self::to_bytes) before the result.
    const WORDS: usize = 8;

    /// Returns true if two games with the same moves may be the same: no known data differ.
    pub fn is_compatible(&self, other: &Self) -> bool {
        let agrees = |one: u16, two: u16| one == two || one == 0 || two == 0;
        agrees(self.year, other.year)
            && agrees(self.date_hash, other.date_hash)
            && self
                .occasion
                .into_iter()
                .zip(other.occasion)
                .all(|(one, two)| agrees(one, two))
            && (self.result == other.result || self.result.is_none() || other.result.is_none())
            && self.white.is_compatible(other.white)
            && self.black.is_compatible(other.black)
    }
}

/// Returns a hash of the date if it is complete and means one day, else 0.
fn date_hash(game: &Game) -> u16 {
    // The first tag that states anything counts, as for the year.
    let stated = game.dates().find(|date| !known_date(date).is_empty());
    match stated.and_then(full_date) {
        // This is the spelling of the PGN standard.
        Some([year, month, day]) => hash_of(&format!("{year:04}.{month:02}.{day:02}")),
        None => 0,
    }
}

/// Returns hashes of event and round; 0 for one that is unknown.
fn occasion_of(game: &Game) -> [u16; 2] {
    ["Event", "Round"].map(|tag| match game.tags.get(tag).unwrap_or_default().trim() {
        "" | "?" | "-" => 0,
        text => hash_of(text),
    })
}

/// Returns words as bytes, the low byte of each first.
fn bytes_of(words: impl IntoIterator<Item = u16>) -> Vec<u8> {
    words.into_iter().flat_map(u16::to_le_bytes).collect()
}

/// Returns words from bytes of [`bytes_of`]; `None` if there are more or fewer.
fn words_of<const N: usize>(bytes: &[u8]) -> Option<[u16; N]> {
    let (pairs, []) = bytes.as_chunks::<2>() else {
        return None;
    };
    let words: Vec<u16> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    words.try_into().ok()
}

/// Returns a hash of a text that is never 0.
fn hash_of(text: &str) -> u16 {
    let hash = blake3::hash(text.as_bytes());
    let half = hash.as_bytes().first_chunk().copied().unwrap_or_default();
    u16::from_le_bytes(half).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;

    #[test]
    fn an_identity_of_an_earlier_version_is_that_of_its_game() {
        let name = "\u{415}\u{308}лкин, Антон";
        let game =
            Game::default().with_tags(Tags::new().with("White", name).with("Black", "Tal, M"));
        let now = GameIdentity::of_game(&game);
        let earlier = GameIdentity {
            white: NameMark::as_written(name),
            ..now
        };
        let other = GameIdentity { year: 1999, ..now };
        assert_ne!(now, earlier);
        for (identity, is_of) in [(now, true), (earlier, true), (other, false)] {
            assert_eq!(identity.is_of(&game, &mut NameCache::default()), is_of);
        }
    }

    fn dated(tags: &[(&str, &str)]) -> Game {
        let names = Tags::new().with("White", "Fine, R").with("Black", "Tal, M");
        let with_date = tags
            .iter()
            .fold(names, |all, (tag, date)| all.with(tag, date));
        Game::default().with_tags(with_date)
    }

    #[test]
    fn the_day_of_a_short_game_is_in_any_tag_that_states_its_year() {
        let identity = |tags: &[_]| GameIdentity::of_game(&dated(tags));
        let unknown = ("Date", "????.??.??");
        for tag in ["UTCDate", "EventDate"] {
            let [one, other] =
                ["2020.01.02", "2020.03.04"].map(|date| identity(&[unknown, (tag, date)]));
            assert!(!one.is_compatible(&other), "{tag}");
            assert_eq!(one, identity(&[("Date", "2020.01.02")]));
            assert!(one.is_compatible(&identity(&[unknown])));
            // The day of the game is another one than that on which its event began.
            let partly = identity(&[("Date", "2020.??.??"), (tag, "2020.03.04")]);
            assert!(one.is_compatible(&partly), "{tag}");
        }
    }

    #[test]
    fn an_identity_without_the_day_of_other_tags_is_that_of_its_game() {
        let game = dated(&[("UTCDate", "2020.01.02")]);
        let now = GameIdentity::of_game(&game);
        let earlier = GameIdentity {
            date_hash: 0,
            ..now
        };
        let stated = dated(&[("Date", "2020.01.02")]);
        for (game, identity, is_of) in [
            (&game, now, true),
            (&game, earlier, true),
            (&stated, now, true),
            (&stated, earlier, false),
        ] {
            assert_eq!(identity.is_of(game, &mut NameCache::default()), is_of);
        }
    }

    fn chapter(event: &str, round: &str, white: &str) -> GameIdentity {
        let tags = [("Event", event), ("Round", round), ("White", white)];
        let tags = tags
            .iter()
            .fold(Tags::new(), |all, (tag, value)| all.with(tag, value));
        GameIdentity::of_game(&Game::default().with_tags(tags))
    }

    #[test]
    fn games_without_names_are_told_apart_by_event_and_round() {
        let one = chapter("Study: One", "1", "?");
        for same in [
            chapter("Study: One", "1", ""),
            chapter("Study: One", "?", "?"),
            chapter("?", "-", "?"),
            // A game with a name may be any without one.
            chapter("Study: Two", "2", "Tal, M"),
            GameIdentity {
                occasion: [0; 2],
                ..one
            },
        ] {
            assert!(
                one.is_compatible(&same) && same.is_compatible(&one),
                "{same:?}"
            );
        }
        for other in [
            chapter("Study: Two", "1", "?"),
            chapter("Study: One", "2", "?"),
        ] {
            assert!(!one.is_compatible(&other), "{other:?}");
        }
        assert!(chapter("One", "1", "Tal, M").is_compatible(&chapter("Two", "2", "Tal")));
    }

    #[test]
    fn a_stored_identity_is_read_as_it_was_and_those_of_earlier_versions_stay_valid() {
        let named = chapter("Study", "1", "Tal, M");
        assert_eq!(named.to_bytes().len(), 17);
        let nameless = chapter("Study", "1", "?");
        for identity in [named, nameless] {
            assert_eq!(
                GameIdentity::from_bytes(&identity.to_bytes()),
                Some(identity)
            );
        }
        let stored = nameless.to_bytes();
        let earlier = GameIdentity::from_bytes(&stored[..17]).expect("valid");
        let tags = Tags::new().with("Event", "Study").with("Round", "1");
        assert!(earlier.is_of(&Game::default().with_tags(tags), &mut NameCache::default()));
        for damaged in [&stored[..16], &stored[..18], &stored[..20], &[]] {
            assert_eq!(GameIdentity::from_bytes(damaged), None);
        }
    }
}
