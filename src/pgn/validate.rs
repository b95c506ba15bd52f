//! Validation of a parsed game: valid, valid up to a damage, or rejected.

use shakmaty::{Chess, Position as _};

use super::movetext::Movetext;
use super::reject::{MAX_GAME_BYTES, MAX_TAGS, RejectReason};
use super::result_token::read_result_tag;
use super::strictness::{DamagePolicy, MissingResultPolicy, Strictness};
use crate::record::{Game, GameResult, Termination};

/// Status of a game after validation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ParseStatus {
    /// The game is valid and kept.
    Sound,
    /// The game is damaged, and its valid beginning is kept.
    Salvaged,
    /// The game is rejected.
    Refused(RejectReason),
}

/// The findings in a game's text, in addition to the game itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct ParseFindings<'a> {
    /// First broken tag, if the game cannot be kept without it.
    pub(super) broken_tag: Option<&'a RejectReason>,
    /// Number of tags that were left out because they are broken.
    pub(super) dropped_tags: u64,
    /// Movetext; empty if there is none.
    pub(super) movetext: &'a Movetext,
    /// Length of the text, in bytes.
    pub(super) length: usize,
}

/// Validates a game and completes the result and termination of one that is kept.
///
/// A salvaged game loses its moves from the damage on.
pub(super) fn validate(
    found: ParseFindings<'_>,
    strictness: Strictness,
    game: &mut Game,
) -> ParseStatus {
    if found.length > MAX_GAME_BYTES {
        return ParseStatus::Refused(RejectReason::TooLong);
    }
    if game.tags.len() > MAX_TAGS {
        return ParseStatus::Refused(RejectReason::TooManyTags);
    }
    let damaged = strictness.damaged;
    let damage = damage_of(found, strictness.missing_result, game);
    if let Some((reason, sound)) = &damage {
        if damaged == DamagePolicy::Refuse || *sound == 0 {
            return ParseStatus::Refused(reason.clone());
        }
        game.moves.truncate(*sound);
    }
    let replayed = damage.as_ref().map(|_| game.final_position());
    let end = replayed.as_ref().unwrap_or(found.movetext.position());
    let mut is_whole = damage.is_none();
    let on_board = ending_on(end);
    match agreed([
        on_board.map(|(result, _)| result),
        found.movetext.result(),
        result_tag(game),
    ]) {
        Ok(result) => game.result = result,
        Err(_) if damaged == DamagePolicy::Salvage && !game.moves.is_empty() => {
            // The result on the board is certain, whatever was written.
            game.result = on_board.map(|(result, _)| result);
            is_whole = false;
        }
        Err((one, other)) => {
            return ParseStatus::Refused(match on_board {
                Some((board, termination)) => RejectReason::ResultOfBoard {
                    ending: if termination == Termination::Checkmate {
                        "mate"
                    } else {
                        "stalemate"
                    },
                    board,
                    text: other,
                },
                None => RejectReason::TwoResults { one, other },
            });
        }
    }
    game.termination = termination_of(game, end, on_board.map(|(_, termination)| termination));
    let plies = game.tags.get("OpeningPlies");
    game.opening_plies = plies.and_then(|plies| plies.parse().ok()).unwrap_or(0);
    if is_whole {
        ParseStatus::Sound
    } else {
        ParseStatus::Salvaged
    }
}

/// Returns the damage of a game and the number of moves before it.
fn damage_of(
    found: ParseFindings<'_>,
    missing_result: MissingResultPolicy,
    game: &Game,
) -> Option<(RejectReason, usize)> {
    let moves = game.moves.len();
    let broken_tag = || found.broken_tag.map(|reason| (reason.clone(), moves));
    let cut_off = || {
        let reason = cut_of(found, game)?;
        let is_kept =
            reason == RejectReason::NoResult && missing_result == MissingResultPolicy::FromTag;
        (!is_kept).then_some((reason, moves))
    };
    // The first damage of the movetext determines how much of it is valid.
    match (broken_tag(), found.movetext.defect(moves)) {
        (Some((reason, _)), Some((_, sound))) => Some((reason, sound)),
        (Some(damage), None) | (None, Some(damage)) => Some(damage),
        (None, None) => cut_off(),
    }
}

/// Returns how the text of a game without other damage ends early, at the end of its source or before another game;
/// `None` if it does not.
///
/// Not one of 357,746 games of masters, in a large collection and in the files of 33 players, lacks the result or `*`
/// after its moves. So a game without it is complete only if nothing contradicts that: it lacks only its `*`, or the
/// board shows the result.
fn cut_of(found: ParseFindings<'_>, game: &Game) -> Option<RejectReason> {
    let movetext = found.movetext;
    if movetext.has_outcome() {
        return None;
    }
    let has_tags = !game.tags.is_empty() || found.dropped_tags > 0;
    let lacks_moves = !movetext.has_words() && has_tags;
    if lacks_moves || movetext.ends_in_remark(game.moves.len()) {
        return Some(RejectReason::CutOff);
    }
    let lacks_result = result_tag(game).is_some() && ending_on(movetext.position()).is_none();
    lacks_result.then_some(RejectReason::NoResult)
}

/// Returns the result in the `Result` tag.
fn result_tag(game: &Game) -> Option<GameResult> {
    read_result_tag(game.tags.get("Result").unwrap_or_default())
}

/// Returns result and termination if the board shows mate or stalemate.
fn ending_on(end: &Chess) -> Option<(GameResult, Termination)> {
    if end.is_checkmate() {
        Some((GameResult::win_of(!end.turn()), Termination::Checkmate))
    } else if end.is_stalemate() {
        Some((GameResult::Draw, Termination::Stalemate))
    } else {
        None
    }
}

/// Returns the result on which board, movetext and tag agree; sources without a result are ignored.
fn agreed(claims: [Option<GameResult>; 3]) -> Result<Option<GameResult>, (GameResult, GameResult)> {
    let mut claims = claims.into_iter().flatten();
    let first = claims.next();
    match (first, claims.find(|claim| Some(*claim) != first)) {
        (Some(one), Some(other)) => Err((one, other)),
        _ => Ok(first),
    }
}

/// Returns the termination by the tags and the final position of a game.
pub(super) fn termination_by_tags(game: &Game) -> Termination {
    let end = game.final_position();
    termination_of(
        game,
        &end,
        ending_on(&end).map(|(_, termination)| termination),
    )
}

/// Returns the termination: from this program's own tag, the board, or the standard's tag.
fn termination_of(game: &Game, end: &Chess, on_board: Option<Termination>) -> Termination {
    if let Some(own) = game
        .tags
        .get("TerminationDetails")
        .and_then(|word| word.parse().ok())
    {
        return own;
    }
    if let Some(on_board) = on_board {
        return on_board;
    }
    let word = game.tags.get("Termination").unwrap_or_default();
    match word.to_ascii_lowercase().as_str() {
        "time forfeit" => Termination::TimeForfeit,
        "rules infraction" => Termination::IllegalMove,
        "adjudication" if game.result == Some(GameResult::Draw) => Termination::AdjudicatedDraw,
        "adjudication" => Termination::AdjudicatedWin,
        _ if end.is_insufficient_material() => Termination::InsufficientMaterial,
        _ => Termination::Unknown,
    }
}
