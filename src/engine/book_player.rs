//! The opening book and how the engine plays from it.

use rand::RngExt as _;
use shakmaty::Move;

use crate::board::GameState;
use crate::book::{self, Book, BookMove, BookVariety};
use crate::opponent::OpeningResults;
use crate::rng;
use crate::units::Ply;

/// Settings for playing from the opening book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookSettings {
    /// True if the book is used at all.
    pub active: bool,
    /// How one of the book's moves is chosen.
    pub variety: BookVariety,
    /// The last ply of a game that is played from the book.
    pub last_ply: Ply,
    /// Seed of the choices; each game derives a seed of its own from it.
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

impl BookSettings {
    /// Returns the settings against people: the book is played for up to 16 plies, its moves by their weights.
    pub fn against_people(seed: u64) -> Self {
        Self {
            active: true,
            last_ply: Ply(16),
            seed,
            ..Self::default()
        }
    }
}

/// The opening book, if there is one, with its settings.
#[derive(Debug, Default)]
pub(super) struct BookPlayer {
    pub(super) book: Option<Book>,
    pub(super) settings: BookSettings,
}

impl BookPlayer {
    /// Returns the book's move in game `number`, if it has one.
    ///
    /// Openings in which the engine scored well against this opponent are chosen more often, others less often.
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

    /// Returns all book moves of a position, whether the book is in use or not.
    pub(super) fn moves(&self, game: &GameState) -> Vec<BookMove> {
        self.book
            .as_ref()
            .map_or_else(Vec::new, |book| book.moves(game.position()))
    }
}
