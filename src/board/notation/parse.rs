//! From characters to a [`MovePattern`]: the form of a move, before any rule is checked.

use shakmaty::{CastlingSide, File, Rank, Role, Square};

use super::language::Language;
use super::pattern::MovePattern;

/// The longest written move: `Cb1xc3=D+ a.p.` and some spaces.
const LONGEST: usize = 20;

/// Returns the form of `text`, or `None` if it has no form of a move.
pub(super) fn pattern(text: &str, language: Language) -> Option<MovePattern> {
    if text.len() > LONGEST || !text.is_ascii() {
        return None;
    }
    let bare = without_marks(text);
    castle(bare).or_else(|| piece_or_squares(bare, language))
}

/// Removes the marks behind a move that do not say which move it is.
fn without_marks(mut text: &str) -> &str {
    loop {
        let shorter = ["a.p.", "e.p.", "ap", "ep"]
            .iter()
            .find_map(|mark| text.strip_suffix(mark))
            .unwrap_or(text)
            .trim_end_matches(['+', '#', '!', '?', ' ']);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

fn castle(text: &str) -> Option<MovePattern> {
    let zeros = text.replace(['O', 'o'], "0");
    match zeros.as_str() {
        "0-0" | "00" => Some(MovePattern::Castle(CastlingSide::KingSide)),
        "0-0-0" | "000" => Some(MovePattern::Castle(CastlingSide::QueenSide)),
        _ => None,
    }
}

fn piece_or_squares(text: &str, language: Language) -> Option<MovePattern> {
    let (role, rest) = match text.chars().next().and_then(|c| language.role(c)) {
        Some(role) => (Some(role), text.get(1..)?),
        None => (None, text),
    };
    let (rest, promotion) = promotion(rest, language);
    let coordinates: String = rest
        .chars()
        .filter(|c| !matches!(c, 'x' | 'X' | '-' | ':'))
        .collect();
    // At most one mark between the squares, and none if there is nothing to divide.
    if rest.len() > coordinates.len() + 1 || rest.starts_with(['x', '-', ':']) && role.is_none() {
        return None;
    }
    let split = coordinates.len().checked_sub(2)?;
    let to: Square = coordinates.get(split..)?.parse().ok()?;
    let (file, rank) = origin(coordinates.get(..split)?)?;
    match (role, file, rank) {
        (None, Some(file), Some(rank)) => Some(MovePattern::Squares {
            from: Square::from_coords(file, rank),
            to,
            promotion,
        }),
        _ => Some(MovePattern::Piece {
            role: role.unwrap_or(Role::Pawn),
            file: file.or_else(|| role.is_none().then(|| to.file())),
            rank,
            to,
            promotion,
        }),
    }
}

/// Returns the origin as far as it is written: nothing, a file, a rank or a square.
fn origin(text: &str) -> Option<(Option<File>, Option<Rank>)> {
    let mut file = None;
    let mut rank = None;
    for c in text.chars() {
        match (File::from_char(c), Rank::from_char(c)) {
            (Some(found), _) if file.is_none() && rank.is_none() => file = Some(found),
            (_, Some(found)) if rank.is_none() => rank = Some(found),
            _ => return None,
        }
    }
    Some((file, rank))
}

/// Splits off the piece that a pawn promotes to: `=D`, `D`, or UCI's small letter behind the rank.
fn promotion(text: &str, language: Language) -> (&str, Option<Role>) {
    let Some(letter) = text.chars().last() else {
        return (text, None);
    };
    let role = language.role(letter).or_else(|| {
        // UCI writes a small English letter, and only behind a rank: e7e8q.
        let small = matches!(letter, 'q' | 'r' | 'b' | 'n');
        small.then(|| Role::from_char(letter)).flatten()
    });
    let before = text.get(..text.len() - 1).unwrap_or("");
    let before = before.strip_suffix('=').unwrap_or(before);
    match role {
        Some(role) if before.ends_with(['1', '8']) => (before, Some(role)),
        _ => (text, None),
    }
}
