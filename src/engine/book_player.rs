//! The opening book and how the engine plays from it.

use rand::RngExt as _;
use shakmaty::Move;

use crate::board::GameState;
use crate::book::{self, Book, BookMove, BookVariety};
use crate::opponent::OpeningResults;
use crate::rng;
use crate::units::Ply;

/// How the book is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// Whether it is used at all.
    pub active: bool,
    /// How one of its moves is chosen.
    pub variety: BookVariety,
    /// The last ply of a game that it plays.
    pub last_ply: Ply,
    /// What the choices follow from; each game draws from a seed of its own.
    pub seed: u64,
}

impl Default for BookSettings {
    fn default() -> Self {
        Self {
            active: false,
            variety: BookVariety::Weighted,
            last_ply: Ply(u16::MAX),
            seed: 1,
        }
    }
}

/// A book, perhaps, and its use.
#[derive(Debug, Default)]
pub(super) struct BookPlayer {
    pub(super) book: Option<Book>,
    pub(super) settings: BookSettings,
}

impl BookPlayer {
    /// The book's move in the game of that number, if it has one.
    ///
    /// Openings in which the engine scored well come more often, those in which it scored badly less often.
    pub(super) fn choose(
        &self,
        game: &GameState,
        number: u64,
        openings: &OpeningResults,
    ) -> Option<Move> {
        let book = self.book.as_ref().filter(|_| self.settings.active)?;
        let how = book::BookPolicy {
            variety: self.settings.variety,
            last_ply: Some(self.settings.last_ply),
            seed: rng::stream(self.settings.seed, "book of a game", number).random(),
        };
        book.choose_weighed(game, &how, |moves| openings.weigh(game.position(), moves))
    }

    /// All that the book knows of a position, whether it is used or not.
    pub(super) fn moves(&self, game: &GameState) -> Vec<BookMove> {
        self.book
            .as_ref()
            .map_or_else(Vec::new, |book| book.moves(game.position()))
    }
}
