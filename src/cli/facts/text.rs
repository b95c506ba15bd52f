//! The facts of a game as text and as CSV.

use std::fmt::Write as _;

use super::game_view::{BothSides, CastlingRightsJson, GameView, PlyView};
use super::position_fact::PositionFact;

/// Writes the facts of a game as text.
pub(super) fn text(view: &GameView) -> String {
    let mut text = String::new();
    for (name, value) in &view.tags {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
    let _ = writeln!(text, "\n{}", view.sentence);
    for ply in &view.plies {
        write_ply(&mut text, ply);
    }
    text
}

/// The facts after one ply as text.
pub(super) fn ply(ply: &PlyView) -> String {
    let mut text = String::new();
    write_ply(&mut text, ply);
    text
}

fn write_ply(text: &mut String, ply: &PlyView) {
    let played = ply.played.as_deref().unwrap_or("before the first move");
    let _ = writeln!(text, "\nply {}: {played}\n  {}", ply.ply, ply.fen);
    let state = match (ply.mate, ply.stalemate, ply.check) {
        (true, ..) => "is mated",
        (_, true, _) => "is stalemated",
        (.., true) => "is to move and in check",
        _ => "is to move, not in check",
    };
    let _ = writeln!(
        text,
        "  {} {state}\n  en passant         {}\n  castling           {}\n  \
         without a pawn     {}\n  material           {}\n  \
         reachable squares  {}\n  moves              {}\n  seen twice         {}",
        ply.to_move,
        or_dash(&ply.en_passant),
        both_castling(ply),
        without_pawn(ply),
        both(&ply.material, |pawns| pawns.to_string()),
        both(&ply.reachable_squares, number),
        both(&ply.moves, number),
        or_dash(&ply.seen_twice),
    );
}

/// One fact about the position after a ply, in one line.
pub(super) fn fact(ply: &PlyView, fact: PositionFact) -> String {
    let line = match fact {
        PositionFact::Check => format!("{} is {}in check", ply.to_move, not_unless(ply.check)),
        PositionFact::Mate => format!("{} is {}mated", ply.to_move, not_unless(ply.mate)),
        PositionFact::EnPassant => format!("captures in passing: {}", or_dash(&ply.en_passant)),
        PositionFact::Castling => format!("castling rights: {}", both_castling(ply)),
        PositionFact::WithoutPawn => format!("without a pawn: {}", without_pawn(ply)),
        PositionFact::Material => {
            let material = both(&ply.material, |pawns| pawns.to_string());
            format!("material in pawns: {material}")
        }
        PositionFact::Squares => format!(
            "reachable squares: {}",
            both(&ply.reachable_squares, number)
        ),
        PositionFact::Moves => format!("moves: {}", both(&ply.moves, number)),
        PositionFact::SeenTwice => format!("seen twice: {}", or_dash(&ply.seen_twice)),
    };
    line + "\n"
}

const fn not_unless(so: bool) -> &'static str {
    if so { "" } else { "not " }
}

pub(super) fn or_dash(list: &[String]) -> String {
    match list {
        [] => "-".to_owned(),
        _ => list.join(", "),
    }
}

fn both_castling(ply: &PlyView) -> String {
    format!(
        "White {}, Black {}",
        castling(&ply.castling.white),
        castling(&ply.castling.black)
    )
}

fn without_pawn(ply: &PlyView) -> String {
    format!(
        "{} moves (halfmove clock {})",
        ply.moves_without_pawn, ply.halfmove_clock
    )
}

pub(super) const fn castling(castling: &CastlingRightsJson) -> &'static str {
    match (castling.short, castling.long) {
        (true, true) => "O-O O-O-O",
        (true, false) => "O-O",
        (false, true) => "O-O-O",
        (false, false) => "-",
    }
}

fn both<T: Copy>(sides: &BothSides<T>, write: impl Fn(T) -> String) -> String {
    format!("White {}, Black {}", write(sides.white), write(sides.black))
}

pub(super) fn number(number: Option<u32>) -> String {
    number.map_or("-".to_owned(), |number| number.to_string())
}

/// The facts as CSV: one line per ply; unknown values are empty.
pub(super) fn csv(view: &GameView) -> anyhow::Result<String> {
    let mut table = csv::Writer::from_writer(Vec::new());
    table.write_record([
        "ply",
        "played",
        "fen",
        "check",
        "mate",
        "stalemate",
        "en_passant",
        "white_short",
        "white_long",
        "black_short",
        "black_long",
        "halfmove_clock",
        "moves_without_pawn",
        "white_material",
        "black_material",
        "white_squares",
        "black_squares",
        "white_moves",
        "black_moves",
        "seen_twice",
    ])?;
    let blank = |number: Option<u32>| number.map(|number| number.to_string()).unwrap_or_default();
    for ply in &view.plies {
        table.write_record([
            ply.ply.to_string(),
            ply.played.clone().unwrap_or_default(),
            ply.fen.clone(),
            ply.check.to_string(),
            ply.mate.to_string(),
            ply.stalemate.to_string(),
            ply.en_passant.join(" "),
            ply.castling.white.short.to_string(),
            ply.castling.white.long.to_string(),
            ply.castling.black.short.to_string(),
            ply.castling.black.long.to_string(),
            ply.halfmove_clock.to_string(),
            ply.moves_without_pawn.to_string(),
            ply.material.white.to_string(),
            ply.material.black.to_string(),
            blank(ply.reachable_squares.white),
            blank(ply.reachable_squares.black),
            blank(ply.moves.white),
            blank(ply.moves.black),
            ply.seen_twice.join("; "),
        ])?;
    }
    Ok(String::from_utf8(table.into_inner()?)?)
}
