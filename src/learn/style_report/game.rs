//! What is kept of one game of the player.

use std::fmt::Write as _;

use serde::Serialize;
use shakmaty::{Board, Chess, Color, Move, Position as _};

use super::expectation::RatedGame;
use crate::board::notation::{self, Language};
use crate::identity::NameList;
use crate::learn::style::occasion;
use crate::record::{Game, GameResult};
use crate::style::{GameHabits, HabitRecogniser, SignValues};

/// Queens that are gone by this ply were traded early: White's and Black's twentieth move.
const EARLY: usize = 40;

/// Openings are told apart by no more plies than this.
const OPENING: usize = 4;

/// An endgame has so few men besides kings and pawns.
const ENDGAME_PIECES: usize = 4;

/// A game of the player, as small as it can be told from.
#[derive(Clone, Debug)]
pub struct PlayerGame {
    /// Where it was found.
    pub place: String,
    /// The player's colour.
    pub side: Color,
    /// Both players' names, White first.
    pub names: [String; 2],
    /// When it was played.
    pub year: Option<u16>,
    /// Who won.
    pub result: GameResult,
    /// His rating less his opponent's, where both are known.
    pub ahead: Option<i32>,
    /// Its case for the recogniser.
    pub reading: SignValues,
    /// Where it began.
    pub start: Chess,
    /// What was played.
    pub moves: Vec<Move>,
    /// Its first moves as lines: of no ply, of one, and so on.
    opening: Vec<String>,
    /// Whether both queens had left by the twentieth move.
    pub queens_left_early: bool,
    /// Whether the kings stood on opposite wings with queens on, once both had castled or moved.
    pub opposite_wings: bool,
    /// Whether the game reached an endgame: four pieces or fewer.
    pub endgame: bool,
}

/// A game that shows what is said.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ExampleGame {
    /// `White - Black, year, result`.
    pub game: String,
    /// What came of it for the player: `won`, `drawn` or `lost`.
    pub outcome: &'static str,
    /// Where it is found.
    pub place: String,
    /// The moves that show it best; none where the whole game does.
    pub moves: Vec<String>,
}

impl PlayerGame {
    /// What is kept of a game; nothing if it has no result or no moves, or if the player is not in
    /// it.
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
        let pieces = position.board().occupied() & !position.board().pawns();
        Some(Self {
            place: String::new(),
            side,
            names: [Color::White, Color::Black].map(|side| game.player(side).to_owned()),
            year: game.year(),
            result,
            ahead: game
                .elo(side)
                .zip(game.elo(!side))
                .map(|(own, other)| i32::from(own) - i32::from(other)),
            reading: watched.reading(side, judge.borders()),
            start: game.start.clone(),
            moves: game.moves.clone(),
            opening: opening(&game.start, &game.moves),
            queens_left_early,
            opposite_wings,
            // The kings are pieces too.
            endgame: pieces.count() <= ENDGAME_PIECES + 2,
        })
    }

    /// What the player got out of it: 1, ½ or 0, in halves.
    pub fn points(&self) -> u8 {
        match self.result.winner() {
            Some(winner) if winner == self.side => 2,
            Some(_) => 0,
            None => 1,
        }
    }

    /// The game as one of which both ratings are known, if they are.
    pub(super) fn rated(&self) -> Option<RatedGame> {
        let points = f64::from(self.points()) / 2.0;
        self.ahead.map(|ahead| RatedGame { ahead, points })
    }

    /// The game as an example, shown by the moves after these plies.
    pub fn example(&self, plies: &[usize]) -> ExampleGame {
        let year = self
            .year
            .map(|year| format!(", {year}"))
            .unwrap_or_default();
        let [white, black] = &self.names;
        ExampleGame {
            game: format!("{white} - {black}{year}, {}", self.result.as_pgn()),
            outcome: match self.points() {
                0 => "lost",
                1 => "drawn",
                _ => "won",
            },
            place: self.place.clone(),
            moves: self.written(plies),
        }
    }

    /// The first `plies` moves as a line: `1. e4 c5 2. Nf3`; of four plies at the most.
    pub fn line(&self, plies: usize) -> &str {
        let last = self.opening.len().saturating_sub(1);
        self.opening.get(plies.min(last)).map_or("", String::as_str)
    }

    /// The moves at these plies (from nought, ascending): `12. Nf3` or `12... Nf6`.
    fn written(&self, plies: &[usize]) -> Vec<String> {
        let mut position = self.start.clone();
        let mut written = Vec::new();
        for (ply, m) in self.moves.iter().enumerate() {
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

/// The first moves as lines of growing length.
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

/// One king on the files a to c, the other on f to h, and queens on the board.
fn have_opposite_wings(board: &Board) -> bool {
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
