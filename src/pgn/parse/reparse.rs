//! A damaged game read once more as what it may be without saying so: with Spanish letters, or as
//! one of Chess960.

use std::ops::Range;

use shakmaty::CastlingMode;

use super::{Chess960Policy, ParseStatus, PgnParser};
use crate::pgn::move_token::PgnLanguage;
use crate::pgn::movetext::Movetext;
use crate::pgn::reject::RejectReason;
use crate::record::Game;

/// How the `Variant` tag names Chess960.
const CHESS960: &str = "Chess960";

/// What a second reading comes to.
pub(super) struct Reparsed {
    pub(super) fate: ParseStatus,
    /// The line of the game on which it is damaged, counted from 0.
    pub(super) damage: Option<u64>,
}

impl PgnParser<'_> {
    /// Reads a damaged game once more as what it may be without saying so; `None` if it is not.
    #[cold]
    pub(super) fn reparse(
        &self,
        bytes: Range<usize>,
        movetext: &Movetext,
        game: &mut Game,
    ) -> Option<Reparsed> {
        if self.language != PgnLanguage::English || self.castling != CastlingMode::Standard {
            return None;
        }
        if movetext.looks_spanish() {
            return self.read_in_spanish(bytes, game);
        }
        let may_be_chess960 = self.strictness.chess960 == Chess960Policy::Read
            && !game.is_chess960()
            && game.tags.get("FEN").is_some();
        may_be_chess960
            .then(|| self.read_in_chess960(bytes, game))
            .flatten()
    }

    /// Reads the game once more with kings and rooks that castle from anywhere; `None` if it is not
    /// sound then, either. A sound one gets the tag that says so.
    #[cold]
    fn read_in_chess960(&self, bytes: Range<usize>, game: &mut Game) -> Option<Reparsed> {
        let (castling, language) = (CastlingMode::Chess960, self.language);
        let (other, otherwise) = self.read_again(bytes, castling, language)?;
        if otherwise.fate != ParseStatus::Sound {
            return None;
        }
        *game = other;
        game.tags.set("Variant", CHESS960);
        Some(otherwise)
    }

    /// Reads the game once more with Spanish letters; `None` if that is no better.
    #[cold]
    fn read_in_spanish(&self, bytes: Range<usize>, game: &mut Game) -> Option<Reparsed> {
        let (castling, language) = (self.castling, PgnLanguage::Spanish);
        let (other, otherwise) = self.read_again(bytes, castling, language)?;
        if matches!(
            otherwise.fate,
            ParseStatus::Refused(RejectReason::NotAMove(_))
        ) {
            return None;
        }
        *game = other;
        Some(otherwise)
    }

    fn read_again(
        &self,
        bytes: Range<usize>,
        castling: CastlingMode,
        language: PgnLanguage,
    ) -> Option<(Game, Reparsed)> {
        let mut again = PgnParser {
            language,
            castling,
            ..PgnParser::new(self.text.get(bytes)?, self.strictness)
        };
        let mut game = Game::default();
        let parsed = again.next_game(&mut game)?;
        let otherwise = Reparsed {
            fate: parsed.status,
            damage: parsed.damage_line,
        };
        Some((game, otherwise))
    }
}
