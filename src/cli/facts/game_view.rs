//! A game with the facts after each ply.

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{ByColor, Chess, Color, Move, Position as _, Role};

use bayeschess::board::facts::{PositionFacts, SideMobility, placement};
use bayeschess::board::notation::{self, Language, color_name};
use bayeschess::board::{GameState, fen};
use bayeschess::record::{Game, GameResult, Termination};

/// The game.
#[derive(Serialize)]
pub(super) struct GameView {
    pub(super) tags: Vec<(String, String)>,
    pub(super) over: bool,
    pub(super) result: Option<GameResult>,
    pub(super) termination: Option<&'static str>,
    pub(super) sentence: String,
    /// The facts from the initial position on.
    pub(super) plies: Vec<PlyView>,
}

/// The facts after a ply.
#[derive(Serialize)]
pub(super) struct PlyView {
    pub(super) ply: usize,
    /// The move, with its number; none for the initial position.
    pub(super) played: Option<String>,
    pub(super) fen: String,
    pub(super) to_move: &'static str,
    pub(super) check: bool,
    pub(super) mate: bool,
    pub(super) stalemate: bool,
    pub(super) en_passant: Vec<String>,
    pub(super) castling: BothSides<CastlingRightsJson>,
    /// Plies since the last capture or pawn move.
    pub(super) halfmove_clock: u32,
    /// Moves (two plies each) since a pawn moved or was captured.
    pub(super) moves_without_pawn: u32,
    pub(super) seen_twice: Vec<String>,
    pub(super) material: BothSides<u32>,
    pub(super) reachable_squares: BothSides<Option<u32>>,
    pub(super) moves: BothSides<Option<u32>>,
}

#[derive(Serialize)]
pub(super) struct BothSides<T> {
    pub(super) white: T,
    pub(super) black: T,
}

#[derive(Serialize)]
pub(super) struct CastlingRightsJson {
    pub(super) short: bool,
    pub(super) long: bool,
}

impl GameView {
    /// The facts of a game, with its moves in the notation of a language.
    pub(super) fn new(game: &Game, language: Language) -> Self {
        let mut played = GameState::from_position(game.start.clone());
        let mut seen = BTreeMap::new();
        let mut without_pawn = game.start.halfmoves();
        let mut plies = vec![ply_view(&played, None, &mut seen, without_pawn, language)];
        for m in &game.moves {
            let before = played.position().clone();
            played.play(*m);
            without_pawn = if moves_or_takes_pawn(*m) {
                0
            } else {
                without_pawn + 1
            };
            plies.push(ply_view(
                &played,
                Some(move_text(&before, *m, language)),
                &mut seen,
                without_pawn,
                language,
            ));
        }
        let ending = played.ending();
        let result = ending.map(|ending| ending.result).or(game.result);
        let termination = ending.map_or(game.termination, |ending| ending.termination);
        let known = result.is_some() && termination != Termination::Unknown;
        Self {
            tags: game
                .tags
                .iter()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            over: result.is_some(),
            result,
            termination: known.then(|| termination.name()),
            sentence: sentence(result, termination, played.turn()),
            plies,
        }
    }
}

/// Returns true if the move moves or captures a pawn.
fn moves_or_takes_pawn(m: Move) -> bool {
    m.role() == Role::Pawn || m.capture() == Some(Role::Pawn)
}

/// `12. Nf3`, or `12... Nf6`.
fn move_text(before: &Chess, m: Move, language: Language) -> String {
    let dots = if before.turn().is_white() { "." } else { "..." };
    let san = notation::write(before, m, language);
    format!("{}{dots} {san}", before.fullmoves())
}

fn ply_view(
    game: &GameState,
    played: Option<String>,
    seen: &mut BTreeMap<String, u32>,
    without_pawn: u32,
    language: Language,
) -> PlyView {
    let position = game.position();
    *seen.entry(placement(position)).or_insert(0) += 1;
    let facts = PositionFacts::of(position);
    let castling = |color: Color| {
        let wings = facts.castling[color];
        CastlingRightsJson {
            short: wings.king_side,
            long: wings.queen_side,
        }
    };
    let freedom =
        |count: fn(SideMobility) -> u32| sides(&facts.mobility.map(|free| free.map(count)));
    PlyView {
        ply: game.ply(),
        played,
        fen: fen::write(position),
        to_move: color_name(position.turn()),
        check: facts.check,
        mate: facts.mate,
        stalemate: facts.stalemate,
        en_passant: facts
            .en_passant
            .iter()
            .map(|m| notation::write(position, *m, language))
            .collect(),
        castling: BothSides {
            white: castling(Color::White),
            black: castling(Color::Black),
        },
        halfmove_clock: position.halfmoves(),
        moves_without_pawn: without_pawn / 2,
        seen_twice: seen
            .iter()
            .filter(|(_, times)| **times > 1)
            .map(|(placement, _)| placement.clone())
            .collect(),
        material: sides(&facts.material),
        reachable_squares: freedom(|free| free.squares),
        moves: freedom(|free| free.moves),
    }
}

fn sides<T: Copy>(both: &ByColor<T>) -> BothSides<T> {
    BothSides {
        white: both.white,
        black: both.black,
    }
}

/// A sentence about the end of the game.
fn sentence(result: Option<GameResult>, termination: Termination, turn: Color) -> String {
    let Some(result) = result else {
        return format!("The game is not over: {} is to move.", color_name(turn));
    };
    let who = match result.winner() {
        Some(winner) => format!("{} won", color_name(winner)),
        None => "it is a draw".to_owned(),
    };
    match termination {
        Termination::Unknown => format!(
            "The game is over: {who}, as its result {} says; the board does not show why.",
            result.as_pgn()
        ),
        known => format!(
            "The game is over: {who} by {}.",
            known.name().replace('_', " ")
        ),
    }
}
