//! The start position of a game by its tags, and the names of variants.

use shakmaty::{CastlingMode, Chess};

use super::reject::RejectReason;
use super::strictness::Chess960Policy;
use crate::board::fen;
use crate::foreign::shortened;
use crate::record::Game;

/// Names for the usual rules in the `Variant` tag, in lower case and without blanks and hyphens.
const USUAL: [&str; 14] = [
    "",
    "?",
    "standard",
    "chess",
    "standardchess",
    "normal",
    "normalchess",
    "fromposition",
    "classical",
    "classic",
    "regular",
    "orthodox",
    "fide",
    "none",
];

/// Other tags in which programs name the variant.
const OTHER_TAGS: [&str; 3] = ["GameVariant", "VariantName", "ChessVariant"];

/// Returns the position of the `FEN` tag, or else the initial position; `castling` is the mode of games that do not
/// state it.
///
/// Other variants than chess, and Chess960 if `chess960` refuses it, are rejected.
pub(super) fn start_of(
    game: &Game,
    chess960: Chess960Policy,
    castling: CastlingMode,
) -> Result<Chess, RejectReason> {
    let mode = if game.is_chess960() {
        match chess960 {
            Chess960Policy::Refuse => {
                return Err(RejectReason::Variant(game.variant().to_owned()));
            }
            Chess960Policy::Read => CastlingMode::Chess960,
        }
    } else if let Some(variant) = other_variant(game) {
        return Err(RejectReason::Variant(shortened(variant)));
    } else {
        castling
    };
    let text = game.tags.get("FEN").unwrap_or_default().trim();
    if text.is_empty() {
        return Ok(Chess::default());
    }
    if let Some(variant) = variant_of_fen(text) {
        return Err(RejectReason::Variant(variant.to_owned()));
    }
    fen::read_as(text, mode).map_err(|_| RejectReason::BadFen(shortened(text)))
}

/// Returns the variant that the tags name, if its rules are other than those of chess and Chess960.
fn other_variant(game: &Game) -> Option<&str> {
    let is_other = |variant: &&str| {
        let plain: String = variant
            .chars()
            .filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '_'))
            .flat_map(char::to_lowercase)
            .collect();
        !USUAL.contains(&plain.as_str())
    };
    let variant = game.variant();
    if !variant.is_empty() {
        return Some(variant).filter(is_other);
    }
    let mut others = OTHER_TAGS.iter().filter_map(|name| game.tags.get(name));
    others.find(is_other)
}

/// Returns the variant that a FEN shows: with pieces in hand, promoted pieces or counted checks.
fn variant_of_fen(text: &str) -> Option<&'static str> {
    let mut fields = text.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let has_hand = board.contains(['[', '~']) || board.matches('/').count() == 8;
    let counts_checks = fields.skip(3).any(|field| field.contains('+'));
    if has_hand {
        Some("pieces in hand, as in crazyhouse")
    } else {
        counts_checks.then_some("counted checks, as in three-check")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Tags;

    fn reason(name: &str, value: &str) -> Option<&'static str> {
        let game = Game::default().with_tags(Tags::new().with(name, value));
        start_of(&game, Chess960Policy::Read, CastlingMode::Standard)
            .err()
            .map(|reason| reason.kind())
    }

    #[test]
    fn variants_are_known_by_their_tags() {
        for word in [
            "Standard",
            "From Position",
            "fromPosition",
            "standard-chess",
            "?",
            "-",
            "",
            "Classical",
            "Chess960",
            "Fischer Random",
            "fischerandom chess",
            "960",
            "Freestyle Chess",
            "chess-960",
            "Chess960 (freestyle)",
            "(Chess960)",
        ] {
            assert_eq!(reason("Variant", word), None, "{word}");
        }
        for (name, word) in [
            ("Variant", "Atomic"),
            ("Variant", "Atomic (Chess960)"),
            ("VARIANT", "King of the Hill"),
            ("GameVariant", "horde"),
            ("FEN", "4k3/8/8/8/8/8/8/4K3[Nn] w - - 0 1"),
            ("FEN", "4k3/8/8/8/8/8/8/4K3/Nn w - - 0 1"),
            ("FEN", "4k3/8/8/8/8/8/8/Q~3K3 w - - 0 1"),
            ("FEN", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1"),
            ("fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +1+0"),
        ] {
            assert_eq!(reason(name, word), Some("variant"), "{name} {word}");
        }
        assert_eq!(reason("Fen", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), None);
        assert_eq!(reason("Fen", "4k3/8/8 w"), Some("bad_fen"));
    }
}
