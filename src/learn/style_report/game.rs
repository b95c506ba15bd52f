//! The record of one game of the player.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::{Board, Chess, Color, Move, Position as _};

use super::expectation::RatedGame;
use crate::board::notation::{self, Language};
use crate::book::{OpeningName, OpeningNames};
use crate::identity::NameList;
use crate::learn::style::occasion;
use crate::record::{Game, GameResult, SideResult};
use crate::style::{GameHabits, HabitRecogniser, SignValues};

/// Ply by which an exchange of queens counts as early: after the twentieth move of both sides.
const EARLY: usize = 40;

/// Maximum number of plies by which openings are distinguished.
const OPENING: usize = 4;

/// Maximum number of pieces of both sides, without kings and pawns, in an endgame.
const ENDGAME_PIECES: usize = 4;

/// A game of the player, reduced to the data of the report.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    /// Place of the game: the source and the number of the game in it.
    pub place: String,
    /// Number of the game in its source, from 1.
    pub number: u64,
    /// Colour of the player.
    pub side: Color,
    /// Game with its moves and tags.
    pub game: Game,
    /// Result of the game.
    pub result: GameResult,
    /// Rating of the player minus rating of the opponent, if both are known.
    pub ahead: Option<i32>,
    /// Signs of the game for the recogniser.
    pub reading: SignValues,
    /// Name of the opening; `None` if no position of the game has one.
    pub named: Option<OpeningName>,
    /// Number of plies after which the last named position stands.
    pub named_plies: usize,
    /// First moves as text, by the number of plies, from 0.
    opening: Vec<String>,
    /// True if both queens were off the board after the twentieth move.
    pub queens_left_early: bool,
    /// True if at some point the kings stood on opposite wings with queens on the board.
    pub opposite_wings: bool,
    /// True if the game ended with four pieces or fewer besides kings and pawns.
    pub endgame: bool,
}

/// A game that shows a statement of the report.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExampleGame {
    /// Description: `White - Black, year, result`.
    pub game: String,
    /// Outcome for the player: `won`, `drawn` or `lost`.
    pub outcome: &'static str,
    /// Place of the game: the source and the number of the game in it.
    pub place: String,
    /// Number of the game in its source, from 1.
    pub number: u64,
    /// Moves that show the statement best; empty if the whole game does.
    pub moves: Vec<String>,
}

impl PlayerGame {
    /// Returns the record of a game; `None` without a result or moves, or if the player did not take part.
    pub fn look(game: &Game, names: &NameList, judge: &HabitRecogniser) -> Option<Self> {
        let result = game.result?;
        let side = Color::ALL
            .into_iter()
            .find(|side| names.matches(game.player(*side)))?;
        if game.moves.is_empty() {
            return None;
        }
        let watched = GameHabits::new(&game.start, &game.moves, Some(result), occasion(game));
        let mut position = game.start.clone();
        let (mut queens_left_early, mut opposite_wings) = (false, false);
        for (ply, m) in game.moves.iter().enumerate() {
            position.play_unchecked(*m);
            let board = position.board();
            if ply < EARLY {
                queens_left_early = board.queens().is_empty();
            }
            opposite_wings |= have_opposite_wings(board);
        }
        let named = OpeningNames::shipped().last_named(&game.start, &game.moves);
        Some(Self {
            place: String::new(),
            number: 0,
            named: named.map(|(name, _)| name),
            named_plies: named.map_or(0, |(_, plies)| plies),
            side,
            result,
            ahead: game
                .elo(side)
                .zip(game.elo(!side))
                .map(|(own, other)| i32::from(own) - i32::from(other)),
            reading: watched.reading(side, judge.borders()),
            opening: opening(&game.start, &game.moves),
            game: game.clone(),
            queens_left_early,
            opposite_wings,
            endgame: is_endgame(position.board()),
        })
    }

    /// Returns the result from the player's point of view.
    pub fn outcome(&self) -> SideResult {
        self.result.seen_by(self.side)
    }

    /// Returns how far the outcome is from a result, in half points.
    pub(super) fn half_points_from(&self, result: SideResult) -> u8 {
        self.outcome().half_points().abs_diff(result.half_points())
    }

    /// Returns the game with its rating difference; `None` unless both ratings are known.
    pub(super) fn rated(&self) -> Option<RatedGame> {
        let points = self.outcome().points();
        self.ahead.map(|ahead| RatedGame { ahead, points })
    }

    /// Returns the game as an example, with the moves at these plies.
    pub fn example(&self, plies: &[usize]) -> ExampleGame {
        let year = self.game.year().map(|year| format!(", {year}"));
        let [white, black] = [Color::White, Color::Black].map(|side| self.game.player(side));
        ExampleGame {
            game: format!(
                "{white} - {black}{}, {}",
                year.unwrap_or_default(),
                self.result.as_pgn()
            ),
            outcome: match self.outcome() {
                SideResult::Loss => "lost",
                SideResult::Draw => "drawn",
                SideResult::Win => "won",
            },
            place: self.place.clone(),
            number: self.number,
            moves: self.written(plies),
        }
    }

    /// Returns the number of plies until the board is so; that of all plies if it never is.
    pub(super) fn plies_until(&self, is_so: impl Fn(&Board) -> bool) -> usize {
        let mut position = self.game.start.clone();
        let mut plies = 0;
        for m in &self.game.moves {
            if is_so(position.board()) {
                break;
            }
            position.play_unchecked(*m);
            plies += 1;
        }
        plies
    }

    /// Returns the first `plies` moves as text: `1. e4 c5 2. Nf3`; at most four plies.
    pub fn line(&self, plies: usize) -> &str {
        let last = self.opening.len().saturating_sub(1);
        self.opening.get(plies.min(last)).map_or("", String::as_str)
    }

    /// Returns the moves at these plies (from 0, ascending): `12. Nf3` or `12... Nf6`.
    fn written(&self, plies: &[usize]) -> Vec<String> {
        let mut position = self.game.start.clone();
        let mut written = Vec::new();
        for (ply, m) in self.game.moves.iter().enumerate() {
            if plies.contains(&ply) {
                let dots = if position.turn().is_white() {
                    "."
                } else {
                    "..."
                };
                let san = notation::write(&position, *m, Language::English);
                written.push(format!("{}{dots} {san}", position.fullmoves()));
            }
            position.play_unchecked(*m);
        }
        written
    }
}

/// Returns the first moves as texts of increasing length.
fn opening(start: &Chess, moves: &[Move]) -> Vec<String> {
    let mut position = start.clone();
    let mut lines = vec![String::new()];
    for m in moves.iter().take(OPENING) {
        let mut line = lines.last().cloned().unwrap_or_default();
        if !line.is_empty() {
            line.push(' ');
        }
        if position.turn().is_white() {
            // Writing to a string cannot fail.
            let _ = write!(line, "{}. ", position.fullmoves());
        }
        line += &notation::write(&position, *m, Language::English);
        lines.push(line);
        position.play_unchecked(*m);
    }
    lines
}

/// Returns true if four pieces or fewer are left besides kings and pawns.
pub(super) fn is_endgame(board: &Board) -> bool {
    // The kings count as pieces here.
    (board.occupied() & !board.pawns()).count() <= ENDGAME_PIECES + 2
}

/// Returns true if one king is on the files a to c, the other on f to h, and a queen is on the board.
pub(super) fn have_opposite_wings(board: &Board) -> bool {
    let wing = |side| {
        let king = board.king_of(side)?;
        match king.file() as u8 {
            0..=2 => Some(false),
            5..=7 => Some(true),
            _ => None,
        }
    };
    match (wing(Color::White), wing(Color::Black)) {
        (Some(white), Some(black)) => white != black && board.queens().any(),
        _ => false,
    }
}
