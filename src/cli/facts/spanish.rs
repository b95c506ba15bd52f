//! The facts of a position as text in Spanish.

use super::game_view::{BothSides, PlyView};
use super::position_fact::PositionFact;
use super::text;

/// The facts after one ply.
pub(super) fn ply(ply: &PlyView) -> String {
    let played = ply
        .played
        .as_deref()
        .unwrap_or("antes de la primera jugada");
    let state = match (ply.mate, ply.stalemate, ply.check) {
        (true, ..) => "reciben mate",
        (_, true, _) => "están ahogadas",
        (.., true) => "mueven, en jaque",
        _ => "mueven, sin jaque",
    };
    format!(
        "\nmedia jugada {}: {played}\n  {}\n  {} {state}\n  al paso            {}\n  enroques           {}\n  \
         sin peón           {}\n  material           {}\n  casillas al alcance {}\n  jugadas            {}\n  \
         repetidas          {}\n",
        ply.ply,
        ply.fen,
        side(ply),
        text::or_dash(&ply.en_passant),
        castling(ply),
        without_pawn(ply),
        both(&ply.material, |pawns| pawns.to_string()),
        both(&ply.reachable_squares, text::number),
        both(&ply.moves, text::number),
        text::or_dash(&ply.seen_twice),
    )
}

/// One fact about the position after a ply, in one line.
pub(super) fn fact(ply: &PlyView, fact: PositionFact) -> String {
    let side = side(ply);
    let line = match fact {
        PositionFact::Check if ply.check => format!("{side} en jaque"),
        PositionFact::Check => format!("{side} sin jaque"),
        PositionFact::Mate if ply.mate => format!("{side} reciben mate"),
        PositionFact::Mate => format!("{side} sin mate"),
        PositionFact::EnPassant => format!("capturas al paso: {}", text::or_dash(&ply.en_passant)),
        PositionFact::Castling => format!("enroques posibles: {}", castling(ply)),
        PositionFact::WithoutPawn => format!("sin peón: {}", without_pawn(ply)),
        PositionFact::Material => {
            let material = both(&ply.material, |pawns| pawns.to_string());
            format!("material en peones: {material}")
        }
        PositionFact::Squares => {
            let squares = both(&ply.reachable_squares, text::number);
            format!("casillas al alcance: {squares}")
        }
        PositionFact::Moves => format!("jugadas: {}", both(&ply.moves, text::number)),
        PositionFact::SeenTwice => format!("repetidas: {}", text::or_dash(&ply.seen_twice)),
    };
    line + "\n"
}

/// The side to move.
fn side(ply: &PlyView) -> &'static str {
    match ply.to_move {
        "White" => "blancas",
        _ => "negras",
    }
}

fn both<T: Copy>(sides: &BothSides<T>, write: impl Fn(T) -> String) -> String {
    format!(
        "blancas {}, negras {}",
        write(sides.white),
        write(sides.black)
    )
}

fn castling(ply: &PlyView) -> String {
    let sides = BothSides {
        white: text::castling(&ply.castling.white),
        black: text::castling(&ply.castling.black),
    };
    both(&sides, |moves| moves.replace('O', "0"))
}

fn without_pawn(ply: &PlyView) -> String {
    format!(
        "{} jugadas (cuenta de medias jugadas: {})",
        ply.moves_without_pawn, ply.halfmove_clock
    )
}
