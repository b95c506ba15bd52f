//! Opening books, opening trees and endgame tablebases: moves and outcomes known without search.
//!
//! Start at [`Book::open`] and the trait [`Tablebase`]. Everything here reads files that others made. A
//! damaged file is refused with a message, and play goes on without it.
//!
//! May use: L0, `board`.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

pub mod build;
pub mod error;
pub mod names;
pub mod polyglot;
pub mod solved;
pub mod syzygy;
pub mod tablebase;
pub mod tree;

use std::path::Path;

use rand::RngExt as _;
use shakmaty::{Chess, Move};

use crate::board::GameState;
use crate::files::{decode, read_whole};
use crate::rng;
use crate::units::Ply;

pub use error::{BookError, BookWarning};
pub use names::{OpeningName, OpeningNames};
pub use polyglot::Polyglot;
pub use syzygy::{Syzygy, SyzygyOptions, TablebaseWarning};
pub use tablebase::{Tablebase, TablebaseOutcome};
pub use tree::OpeningTree;

/// A book of either kind.
#[derive(Clone, Debug)]
pub enum Book {
    /// `.bin`.
    Polyglot(Polyglot),
    /// `.tree`.
    Tree(OpeningTree),
}

/// A move of the book, legal in the position asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub m: Move,
    /// How often the move is played, in proportion to the others; a move of weight 0 is never
    /// played.
    pub weight: u32,
}

/// How one of the book's moves is chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BookVariety {
    /// At random, in proportion to the weights.
    #[default]
    Weighted,
    /// Always the move with the largest weight; the first of several.
    Best,
}

/// How the engine plays from a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookPolicy {
    /// How a move is chosen.
    pub variety: BookVariety,
    /// The last ply that the book plays, the first move being ply 1; `None` without a limit.
    pub last_ply: Option<Ply>,
    /// The seed of the random choices. The same seed plays the same moves, so every game needs its
    /// own.
    pub seed: u64,
}

impl Book {
    /// Reads a book in the format that the ending of its name says.
    ///
    /// # Errors
    ///
    /// [`BookError`] for a file that cannot be used; smaller defects are corrected and returned as
    /// warnings.
    pub fn open(file: &Path) -> Result<(Self, Vec<BookWarning>), BookError> {
        let is = |ending: &str| {
            file.extension()
                .is_some_and(|extension| extension.eq_ignore_ascii_case(ending))
        };
        if is("bin") {
            open_polyglot(file)
        } else if is("tree") {
            let bytes = read_whole(file)?;
            let read = OpeningTree::read(&decode(&bytes));
            let tree = read.map_err(|source| BookError::Tree {
                file: file.to_owned(),
                source,
            })?;
            Ok((Self::Tree(tree), Vec::new()))
        } else {
            Err(BookError::Name(file.to_owned()))
        }
    }

    /// Returns the moves of a position, largest weight first. Moves that the rules forbid are left
    /// out.
    pub fn moves(&self, position: &Chess) -> Vec<BookMove> {
        match self {
            Self::Polyglot(book) => book
                .find(polyglot::key_of(position))
                .iter()
                .filter_map(|entry| {
                    let m = entry.code.to_move(position)?;
                    let weight = u32::from(entry.weight);
                    Some(BookMove { m, weight })
                })
                .collect(),
            Self::Tree(tree) => tree
                .moves(position)
                .into_iter()
                .map(|(m, weight)| BookMove { m, weight })
                .collect(),
        }
    }

    /// Chooses a move for the game; `None` if the book has none, or past its last ply.
    pub fn choose(&self, game: &GameState, how: &BookPolicy) -> Option<Move> {
        self.choose_weighed(game, how, |moves| moves)
    }

    /// Chooses a move for the game after `weigh` has changed the weights of the book's moves, whose order
    /// stays largest first.
    pub fn choose_weighed(
        &self,
        game: &GameState,
        how: &BookPolicy,
        weigh: impl FnOnce(Vec<BookMove>) -> Vec<BookMove>,
    ) -> Option<Move> {
        if how
            .last_ply
            .is_some_and(|last| game.ply() >= usize::from(last.0))
        {
            return None;
        }
        let mut moves = weigh(self.moves(game.position()));
        moves.retain(|found| found.weight > 0);
        if how.variety == BookVariety::Best {
            return moves.first().map(|best| best.m);
        }
        let sum: u64 = moves.iter().map(|found| u64::from(found.weight)).sum();
        if sum == 0 {
            return None;
        }
        let mut drawn = rng::stream(how.seed, "book", game.ply() as u64).random_range(0..sum);
        for found in &moves {
            let weight = u64::from(found.weight);
            if drawn < weight {
                return Some(found.m);
            }
            drawn -= weight;
        }
        None
    }
}

fn open_polyglot(file: &Path) -> Result<(Book, Vec<BookWarning>), BookError> {
    let bytes = read_whole(file)?;
    let (book, defects) = Polyglot::read(&bytes).map_err(|source| BookError::Polyglot {
        file: file.to_owned(),
        source,
    })?;
    let mut warnings = Vec::new();
    if defects.unsorted {
        warnings.push(BookWarning::Unsorted(file.to_owned()));
    }
    if defects.invalid > 0 {
        warnings.push(BookWarning::InvalidEntries {
            file: file.to_owned(),
            count: defects.invalid,
        });
    }
    Ok((Book::Polyglot(book), warnings))
}

#[cfg(test)]
mod tests;
