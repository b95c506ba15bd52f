//! Names of openings by position, whatever the order of moves.
//!
//! The table is that of lichess.org (`data/opening-names.tsv`, CC0).

use std::collections::HashMap;
use std::sync::LazyLock;

use shakmaty::{Chess, Move, Position as _};

use crate::board::key::key_of;
use crate::board::notation::{self, Language};
use crate::board::{GameState, after};

/// The name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// Its code in the *Encyclopaedia of Chess Openings*, `C50`.
    pub eco: &'static str,
    /// Its name in English, `Italian Game: Giuoco Pianissimo`.
    pub name: &'static str,
}

/// Why a text is not a table of names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct OpeningNamesError {
    /// The line number, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub what: String,
}

/// Named positions.
#[derive(Clone, Debug, Default)]
pub struct OpeningNames {
    by_position: HashMap<u64, OpeningName>,
    /// By code the number of plies of its shortest line, and that line's name unless several are as short.
    by_code: HashMap<&'static str, (usize, Option<&'static str>)>,
    /// Number of plies of the longest line.
    longest: usize,
}

/// The shipped table. A line with an error would leave it empty; a test checks that there is none.
static SHIPPED: LazyLock<OpeningNames> = LazyLock::new(|| {
    OpeningNames::read(include_str!("../../data/opening-names.tsv")).unwrap_or_default()
});

impl OpeningNames {
    /// Returns the shipped table, which the first call reads.
    pub fn shipped() -> &'static Self {
        &SHIPPED
    }

    /// Reads lines of four columns: number of moves shared with the line above, the moves after them, code, name.
    ///
    /// # Errors
    ///
    /// [`OpeningNamesError`] for the first line that is not as described.
    pub fn read(text: &'static str) -> Result<Self, OpeningNamesError> {
        let mut names = Self::default();
        let mut line_of_positions: Vec<Chess> = vec![Chess::default()];
        for (number, line) in (1..).zip(text.lines()) {
            if line.starts_with('#') || line.is_empty() {
                continue;
            }
            let wrong = |what: &str| OpeningNamesError {
                line: number,
                what: what.to_owned(),
            };
            let mut columns = line.split('\t');
            let (Some(shared), Some(moves), Some(eco), Some(name), None) = (
                columns.next(),
                columns.next(),
                columns.next(),
                columns.next(),
                columns.next(),
            ) else {
                return Err(wrong("four columns are expected"));
            };
            let shared: usize = shared.parse().map_err(|_| wrong("no number of moves"))?;
            if shared >= line_of_positions.len() {
                return Err(wrong("the line above has fewer moves"));
            }
            line_of_positions.truncate(shared + 1);
            for san in moves.split_ascii_whitespace() {
                let Some(last) = line_of_positions.last() else {
                    break;
                };
                let m = notation::read(last, san, Language::English)
                    .map_err(|error| wrong(&error.to_string()))?;
                let next = after(last, m);
                line_of_positions.push(next);
            }
            if let Some(last) = line_of_positions.last() {
                let plies = line_of_positions.len() - 1;
                names.longest = names.longest.max(plies);
                names
                    .by_position
                    .insert(key_of(last), OpeningName { eco, name });
                names.name_code(eco, plies, name);
            }
        }
        Ok(names)
    }

    /// Lets a code go by the name of its shortest line.
    fn name_code(&mut self, eco: &'static str, plies: usize, name: &'static str) {
        let so_far = self.by_code.entry(eco).or_insert((plies, Some(name)));
        if plies < so_far.0 {
            *so_far = (plies, Some(name));
        } else if plies == so_far.0 && so_far.1 != Some(name) {
            so_far.1 = None;
        }
    }

    /// Returns the name of the openings with this code, that of their shortest line.
    ///
    /// `None` if it is no code, or if several names are as short, as in A00.
    pub fn of_code(&self, eco: &str) -> Option<&'static str> {
        self.by_code.get(eco)?.1
    }

    /// Returns the name of the last position of the game that has one.
    pub fn of_game(&self, game: &GameState) -> Option<OpeningName> {
        self.of_moves(game.start(), game.moves())
    }

    /// Returns the name of the last position of a line that has one; moves that are not legal end it.
    pub fn of_moves(&self, start: &Chess, moves: &[Move]) -> Option<OpeningName> {
        self.last_named(start, moves).map(|(name, _)| name)
    }

    /// Returns the name of the last position of a line that has one, and the number of plies before that position.
    pub fn last_named(&self, start: &Chess, moves: &[Move]) -> Option<(OpeningName, usize)> {
        let mut position = start.clone();
        let name_of = |position: &Chess| self.by_position.get(&key_of(position)).copied();
        let mut found = name_of(&position).map(|name| (name, 0));
        for (plies, m) in (1..).zip(moves.iter().take(self.longest)) {
            if !position.is_legal(*m) {
                break;
            }
            position.play_unchecked(*m);
            found = name_of(&position).map(|name| (name, plies)).or(found);
        }
        found
    }

    /// The number of named positions.
    pub fn len(&self) -> usize {
        self.by_position.len()
    }

    /// Returns true if no position has a name.
    pub fn is_empty(&self) -> bool {
        self.by_position.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::read_line;

    fn name_after(line: &str) -> Option<&'static str> {
        let start = Chess::default();
        let moves = read_line(&start, line, Language::English).expect("a line");
        let named = OpeningNames::shipped().of_moves(&start, &moves);
        named.map(|named| named.name)
    }

    #[test]
    fn the_shipped_table_is_read_whole() {
        let text = include_str!("../../data/opening-names.tsv");
        let names = OpeningNames::read(text).expect("a table");
        let lines = text.lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(names.len(), lines);
        assert!(names.by_position.values().all(|named| {
            let [letter, tens, ones] = named.eco.as_bytes() else {
                return false;
            };
            (b'A'..=b'E').contains(letter) && tens.is_ascii_digit() && ones.is_ascii_digit()
        }));
    }

    #[test]
    fn a_game_has_the_name_of_its_last_named_position_by_any_order_of_moves() {
        assert_eq!(name_after(""), None);
        assert_eq!(name_after("e4 e5 Nf3 Nc6 Bc4"), Some("Italian Game"));
        let transposed = name_after("Nf3 Nc6 e4 e5 Bc4 h6 a3 a6 h3");
        assert!(transposed.is_some_and(|name| name.starts_with("Italian Game")));
        assert_eq!(
            name_after("d4 Nf6 c4 e6 Nc3 Bb4"),
            name_after("c4 Nf6 d4 e6 Nc3 Bb4")
        );
    }

    #[test]
    fn a_code_goes_by_the_name_of_its_shortest_line() {
        let names = OpeningNames::shipped();
        assert_eq!(names.of_code("C50"), Some("Italian Game"));
        let najdorf = "Sicilian Defense: Najdorf Variation";
        assert_eq!(names.of_code("B90"), Some(najdorf));
        assert_eq!(names.of_code("D00"), Some("Queen's Pawn Game"));
        // Many first moves that are rarely played.
        assert_eq!(names.of_code("A00"), None);
        assert_eq!([names.of_code("F00"), names.of_code("")], [None, None]);
    }

    #[test]
    fn a_damaged_table_is_refused_by_line() {
        for (text, line) in [
            ("0\te4\tB00\n", 1),
            ("# header\n0\te4\tB00\tKing's Pawn\n2\te5\tC20\tx\n", 3),
            ("x\te4\tB00\tx\n", 1),
            ("0\tKe2\tB00\tx\n", 1),
        ] {
            assert_eq!(
                OpeningNames::read(text).expect_err("damaged").line,
                line,
                "{text}"
            );
        }
    }
}
