//! Words of movetext that are moves in any common notation, or remarks.
//!
//! It reads the standard's short algebraic notation; castling with zeros or lower-case letters; pieces in other
//! languages and as figurines; coordinates as in engines and the original's logs (`e2e4`, `b1-c3`, `e7-e8=Q`, with or
//! without a piece letter); promotion as `e8=Q`, `e8Q`, `e8/Q` or `e8(Q)`; captures as `Bxc6`, `B:c6`, `Bc6:`, `Bc6`,
//! `dc6` or `dc`; words glued to a move such as `ep`, `ch` or `mate`; and move numbers joined to their move.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use shakmaty::san::{San, SanError};
use shakmaty::uci::UciMove;
use shakmaty::{Chess, File, Move, Position as _, Role};

use super::capitals::read_capitals;
use super::letters::PgnLanguage;
use super::resolve_san::resolve;
use super::typography::{has_figurine, is_sign, plain, transcribed};

/// Reason why a word is not a move in this position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NonMove {
    /// A comment on the last move, such as `ch`; it is skipped.
    Remark,
    /// A null move.
    Null,
    /// An illegal move.
    Illegal,
    /// A move that several pieces can make.
    Ambiguous,
    /// A word that is not readable as a move.
    Unreadable,
}

/// Upper bound on the bytes of a move in any notation, without suffixes, such as `Ng1xf3=Q`.
const LONGEST: usize = 12;

type SanBuffer = ArrayVec<u8, LONGEST>;

/// Suffixes of a move that do not change it; longer ones first. `N` marks a novelty.
const SUFFIXES: [&[u8]; 11] = [
    b"dblch", b"disch", b"mate", b"dbl", b"dis", b"dch", b"ep", b"ch", b"mt", b"e", b"N",
];

/// Returns the legal move that a word denotes.
pub(super) fn read_move(
    word: &[u8],
    language: PgnLanguage,
    position: &Chess,
) -> Result<Move, NonMove> {
    if language == PgnLanguage::English
        && let Ok(san) = San::from_ascii(word)
        && let Ok(chosen) = resolve(position, san)
    {
        return Ok(chosen);
    }
    read_uncommon(word, language, position)
}

#[cold]
fn read_uncommon(word: &[u8], language: PgnLanguage, position: &Chess) -> Result<Move, NonMove> {
    match read_spellings(word, language, position) {
        Err(why @ (NonMove::Illegal | NonMove::Ambiguous | NonMove::Unreadable))
            if language == PgnLanguage::English =>
        {
            let plainly = |word: &[u8]| read_move(word, language, position).ok();
            read_capitals(word, plainly).ok_or(why)
        }
        read => read,
    }
}

fn read_spellings(word: &[u8], language: PgnLanguage, position: &Chess) -> Result<Move, NonMove> {
    if is_remark(word) {
        return Err(NonMove::Remark);
    }
    if matches!(word, b"--" | b"Z0" | b"null" | b"NULL" | b"@@@@" | b"0000") {
        return Err(NonMove::Null);
    }
    let (word, language) = in_ascii(word, language);
    let letters = standard_letters(&word, language).ok_or(NonMove::Unreadable)?;
    let san = San::from_ascii(&letters).ok();
    let resolved = san.map(|san| resolve(position, san));
    if let Some(Ok(chosen)) = resolved {
        return Ok(chosen);
    }
    let coordinates = coordinates(&letters);
    if let Some(Ok(chosen)) = coordinates.map(|word| word.to_move(position))
        && (chosen.is_capture() || !letters.contains(&b'x'))
    {
        return Ok(chosen);
    }
    let unmarked = unmarked_capture(san);
    if let Some(Ok(chosen)) = unmarked.map(|san| resolve(position, san)) {
        return Ok(chosen);
    }
    if let Some(chosen) = pawn_by_files(&letters, position) {
        return Ok(chosen);
    }
    if matches!(resolved, Some(Err(SanError::AmbiguousSan))) {
        return Err(NonMove::Ambiguous);
    }
    match (san.or(unmarked), coordinates) {
        (Some(San::Put { .. }) | None, None) => Err(NonMove::Unreadable),
        (Some(San::Null), _) => Err(NonMove::Null),
        _ => Err(NonMove::Illegal),
    }
}

/// Returns a word in ASCII, and the language of its letters: figurines and Russian letters become English ones.
fn in_ascii(word: &[u8], language: PgnLanguage) -> (Cow<'_, [u8]>, PgnLanguage) {
    if word.is_ascii() {
        return (Cow::Borrowed(word), language);
    }
    let plainly = plain(word);
    let plainly = plainly.trim();
    if language == PgnLanguage::Russian {
        return (Cow::Owned(transcribed(plainly).into_bytes()), language);
    }
    let language = if has_figurine(word) {
        PgnLanguage::English
    } else {
        language
    };
    (Cow::Owned(plainly.as_bytes().to_vec()), language)
}

/// Converts a word to standard letters: English pieces, `O-O`, `x`, `=` before a promotion, no suffix, no hyphen in
/// coordinates.
fn standard_letters(word: &[u8], language: PgnLanguage) -> Option<SanBuffer> {
    let word = without_suffixes(without_number(word));
    if word.len() >= LONGEST {
        return None;
    }
    if matches!(word.first(), Some(b'O' | b'o' | b'0')) {
        return castling(word);
    }
    let word = word.strip_suffix(b")").unwrap_or(word);
    let mut letters = SanBuffer::new();
    let mut before = 0;
    for (place, &byte) in word.iter().enumerate() {
        let is_last = place + 1 == word.len();
        match byte {
            b'-' => {}
            b'/' | b'(' if place + 2 == word.len() => {}
            b':' | b'X' => letters.push(b'x'),
            b'A'..=b'Z' if place == 0 => letters.push(language.piece(byte)?),
            _ if is_last && is_promotion(before, byte) => {
                if letters.last() != Some(&b'=') {
                    letters.push(b'=');
                }
                letters.push(language.piece(byte.to_ascii_uppercase())?);
            }
            _ => letters.push(byte),
        }
        before = byte;
    }
    Some(letters)
}

/// Returns true if a last letter after this byte names the promotion.
const fn is_promotion(before: u8, byte: u8) -> bool {
    matches!(before, b'=' | b'/' | b'(' | b'1' | b'8') && byte.is_ascii_alphabetic()
}

/// Removes signs and [`SUFFIXES`] from the end of a word; these follow a square or a sign.
fn without_suffixes(mut word: &[u8]) -> &[u8] {
    loop {
        let is_sign = |byte: u8| !byte.is_ascii_alphanumeric() && byte != b')';
        let bare = trim_end(word, is_sign);
        let shorter = SUFFIXES
            .iter()
            .find_map(|suffix| bare.strip_suffix(*suffix))
            .filter(|rest| rest.last().is_some_and(|last| !last.is_ascii_alphabetic()))
            .filter(|rest| !bare.ends_with(b"N") || !may_promote(rest));
        match shorter {
            Some(rest) => word = rest,
            None => return bare,
        }
    }
}

/// Returns the capital letter that names the piece of a promotion at the end of a word, such as the `D` of `bxa8=D+`.
pub(super) fn promotion_letter(word: &[u8]) -> Option<u8> {
    let word = trim_end(word, |byte| !byte.is_ascii_alphanumeric());
    match word {
        [.., before, letter @ b'A'..=b'Z'] if is_promotion(*before, *letter) => Some(*letter),
        _ => None,
    }
}

/// Returns true if a last letter behind this beginning of a word may be the piece of a promotion.
fn may_promote(word: &[u8]) -> bool {
    let is_pawn_move = !word.first().is_some_and(u8::is_ascii_uppercase);
    is_pawn_move && word.last().is_some_and(|last| is_promotion(*last, b'N'))
}

fn castling(word: &[u8]) -> Option<SanBuffer> {
    let zeros = word.iter().filter(|byte| **byte != b'-').count();
    let only_zeros = word
        .iter()
        .all(|byte| matches!(byte, b'O' | b'o' | b'0' | b'-'));
    let castles: &[u8] = match zeros {
        2 if only_zeros => b"O-O",
        3 if only_zeros => b"O-O-O",
        _ => return None,
    };
    SanBuffer::try_from(castles).ok()
}

/// Returns a capture that is written without `x`: `Bc6` or `dc6`.
fn unmarked_capture(san: Option<San>) -> Option<San> {
    match san {
        Some(San::Normal {
            role,
            file,
            rank,
            capture: false,
            to,
            promotion,
        }) if role != Role::Pawn || (file.is_some() && rank.is_none()) => Some(San::Normal {
            role,
            file,
            rank,
            capture: true,
            to,
            promotion,
        }),
        _ => None,
    }
}

/// Returns a pawn's capture that is written as two neighbouring files, `ed` or `exd`, if only one is legal.
fn pawn_by_files(letters: &[u8], position: &Chess) -> Option<Move> {
    let (from, to) = match letters {
        [from, to] | [from, b'x', to] => (file(*from)?, file(*to)?),
        _ => return None,
    };
    let mut captures = position.capture_moves().into_iter().filter(|chosen| {
        chosen.role() == Role::Pawn
            && chosen.promotion().is_none()
            && chosen.to().file() == to
            && chosen.from().is_some_and(|square| square.file() == from)
    });
    captures.next().filter(|_| captures.next().is_none())
}

fn file(letter: u8) -> Option<File> {
    File::from_char(char::from(letter))
}

/// Parses `b1c3`, `c3xd5` or `e7e8=Q` as coordinates. A word with a piece letter is algebraic notation instead, and
/// must be correct in every part.
fn coordinates(letters: &[u8]) -> Option<UciMove> {
    if letters.first().is_some_and(u8::is_ascii_uppercase) {
        return None;
    }
    let squares: SanBuffer = letters
        .iter()
        .copied()
        .filter(|byte| !matches!(byte, b'x' | b'='))
        .map(|byte| byte.to_ascii_lowercase())
        .collect();
    UciMove::from_ascii(&squares)
        .ok()
        .filter(|word| matches!(word, UciMove::Normal { .. }))
}

/// Removes a move number without a dot, as in `12Nf3`.
fn without_number(word: &[u8]) -> &[u8] {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    match word.split_at_checked(digits) {
        Some((_, rest)) if rest.first().is_some_and(u8::is_ascii_alphabetic) => rest,
        _ => word,
    }
}

fn trim_end(mut word: &[u8], drop: impl Fn(u8) -> bool) -> &[u8] {
    while let Some((&last, rest)) = word.split_last()
        && drop(last)
    {
        word = rest;
    }
    word
}

/// Returns true for words that comment on a move: `e.p.`, `ch`, `mate`, `N` (novelty), `D` (diagram), `resigns`, and
/// signs such as `+-` or `=`.
fn is_remark(word: &[u8]) -> bool {
    const REMARKS: [&[u8]; 14] = [
        b"e",
        b"p",
        b"ep",
        b"ch",
        b"dbl",
        b"dis",
        b"mt",
        b"mate",
        b"N",
        b"D",
        b"TN",
        b"RR",
        b"resigns",
        b"resigned",
    ];
    (is_sign(word) && word != b"--") || REMARKS.contains(&word)
}

/// Returns true if a remark may also be the beginning of a move, so that a text that ends after it is ambiguous.
pub(super) fn begins_move(remark: &[u8]) -> bool {
    matches!(remark, b"e" | b"N" | b"D")
}

#[cfg(test)]
mod tests;
