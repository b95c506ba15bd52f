//! Games in viriformat, the binary format of the engine viridithas: a start, then four bytes for each move and its
//! score.
//!
//! Format: the specification in the documentation of the crate `viriformat`, version 3. A game has no names, dates or
//! reasons for its end.

use std::io::{self, Read};
use std::num::NonZeroU32;

use shakmaty::uci::UciMove;
use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, Move, Piece, Position as _, Role, Setup,
    Square,
};

use crate::board::GameState;
use crate::record::{Game, GameResult, PositionScore, Tags, Termination};

/// Length of the start of a game in bytes.
const START_BYTES: usize = 32;

/// Code of a rook that may castle, in place of its role.
const UNMOVED_ROOK: u8 = 6;

/// Code of a missing en passant square.
const NO_SQUARE: u8 = 64;

/// Largest number of moves of a game; longer ones are no games.
const MOST_MOVES: usize = 6000;

/// Why bytes are not games in viriformat.
#[derive(Debug, thiserror::Error)]
pub enum ViriformatError {
    /// Reading failed.
    #[error("cannot be read ({0})")]
    Io(#[from] io::Error),
    /// The file ends within a game.
    #[error("game {number} is cut off: the file ends at byte {offset}, before the end of the game")]
    CutOff {
        /// Number of the game, from 1.
        number: u64,
        /// Length of the file in bytes.
        offset: u64,
    },
    /// A game is not valid.
    #[error("game {number}, at byte {offset}: {what}")]
    BadGame {
        /// Number of the game, from 1.
        number: u64,
        /// Byte at which the fault lies.
        offset: u64,
        /// Description of the fault.
        what: String,
    },
}

/// Appends a game to `bytes`; `scores` are those of the positions before the moves.
pub fn write_game(
    bytes: &mut Vec<u8>,
    start: &Chess,
    result: GameResult,
    moves: &[Move],
    scores: &[PositionScore],
) {
    write_start(bytes, start, result);
    for (&m, score) in moves.iter().zip(scores) {
        bytes.extend(packed(m).to_le_bytes());
        bytes.extend(score.centipawns().to_le_bytes());
    }
    bytes.extend([0; 4]);
}

fn write_start(bytes: &mut Vec<u8>, start: &Chess, result: GameResult) {
    let (board, rights) = (start.board(), start.castles().castling_rights());
    bytes.extend(u64::from(board.occupied()).to_le_bytes());
    let codes = board.occupied().into_iter().map(|square| {
        let black = u8::from(board.by_color(Color::Black).contains(square)) << 3;
        let role = match board.role_at(square) {
            _ if rights.contains(square) => UNMOVED_ROOK,
            Some(role) => code_of_role(role),
            None => 0,
        };
        black | role
    });
    let mut pieces = [0_u8; 16];
    for (place, code) in codes.enumerate() {
        if let Some(pair) = pieces.get_mut(place / 2) {
            *pair |= code << (4 * (place % 2));
        }
    }
    bytes.extend(pieces);
    let en_passant = start.ep_square(EnPassantMode::Legal);
    let turn = u8::from(start.turn().is_black()) << 7;
    bytes.push(turn | en_passant.map_or(NO_SQUARE, u8::from));
    bytes.push(u8::try_from(start.halfmoves()).unwrap_or(u8::MAX));
    bytes.extend(
        u16::try_from(start.fullmoves().get())
            .unwrap_or(u16::MAX)
            .to_le_bytes(),
    );
    bytes.extend([0; 2]);
    bytes.push(match result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    });
    bytes.push(0);
}

const fn code_of_role(role: Role) -> u8 {
    match role {
        Role::Pawn => 0,
        Role::Knight => 1,
        Role::Bishop => 2,
        Role::Rook => 3,
        Role::Queen => 4,
        Role::King => 5,
    }
}

const fn role_of_code(code: u8) -> Option<Role> {
    Some(match code {
        0 => Role::Pawn,
        1 => Role::Knight,
        2 => Role::Bishop,
        3 | UNMOVED_ROOK => Role::Rook,
        4 => Role::Queen,
        5 => Role::King,
        _ => return None,
    })
}

/// Returns a move in sixteen bits: from, to, promotion, kind.
fn packed(m: Move) -> u16 {
    let (from, to) = (m.from().unwrap_or(m.to()), m.to());
    let promotion = m
        .promotion()
        .map_or(0, |role| u16::from(code_of_role(role)) - 1);
    let kind = match m {
        Move::EnPassant { .. } => 1,
        Move::Castle { .. } => 2,
        Move::Normal {
            promotion: Some(_), ..
        } => 3,
        Move::Normal { .. } | Move::Put { .. } => 0,
    };
    u16::from(u8::from(from)) | u16::from(u8::from(to)) << 6 | promotion << 12 | kind << 14
}

/// Returns the legal move of a position that has these sixteen bits.
fn unpacked(bits: u16, position: &Chess) -> Option<Move> {
    let square = |shift: u16| Square::new(u32::from(bits >> shift & 63));
    let promotions = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let kind = bits >> 14;
    let promotion = promotions.get(usize::from(bits >> 12 & 3)).copied();
    let word = UciMove::Normal {
        from: square(0),
        to: square(6),
        promotion: promotion.filter(|_| kind == 3),
    };
    let m = word.to_move(position).ok()?;
    // The kind must fit; the bits of the promotion are free where there is none.
    let free = if kind == 3 { 0 } else { 3 << 12 };
    (packed(m) == bits & !free).then_some(m)
}

/// Reader of games, one after the other. After an error it is at its end: the games behind a fault cannot be found.
#[derive(Debug)]
pub struct ViriformatReader<R> {
    input: R,
    /// Number of bytes read.
    offset: u64,
    /// Number of games begun.
    number: u64,
    is_over: bool,
}

/// A game with the byte at which it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViriformatGame {
    /// Byte at which the game begins.
    pub offset: u64,
    /// The game, with scores of all its positions.
    pub record: Game,
}

impl<R: Read> ViriformatReader<R> {
    /// Creates a reader; `input` should be buffered.
    pub const fn new(input: R) -> Self {
        Self {
            input,
            offset: 0,
            number: 0,
            is_over: false,
        }
    }

    /// Fills `bytes`; returns false at the end of the input, before the first of them.
    fn fill(&mut self, bytes: &mut [u8]) -> Result<bool, ViriformatError> {
        let mut filled = 0;
        while let Some(rest) = bytes.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            match self.input.read(rest) {
                Ok(0) => break,
                Ok(read) => filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        self.offset += filled as u64;
        match filled {
            0 => Ok(false),
            _ if filled == bytes.len() => Ok(true),
            _ => Err(self.cut_off()),
        }
    }

    const fn cut_off(&self) -> ViriformatError {
        ViriformatError::CutOff {
            number: self.number,
            offset: self.offset,
        }
    }

    fn read_game(&mut self) -> Result<Option<ViriformatGame>, ViriformatError> {
        let offset = self.offset;
        let number = self.number + 1;
        self.number = number;
        let bad = |offset: u64, what: String| ViriformatError::BadGame {
            number,
            offset,
            what,
        };
        let mut start = [0; START_BYTES];
        if !self.fill(&mut start)? {
            return Ok(None);
        }
        let (start, mode, result) = read_start(&start).map_err(|what| bad(offset, what))?;
        let mut game = Game {
            start,
            result: Some(result),
            ..Game::default()
        };
        let mut state = GameState::from_position(game.start.clone());
        loop {
            let at = self.offset;
            let mut pair = [0; 4];
            if !self.fill(&mut pair)? {
                return Err(self.cut_off());
            }
            if pair == [0; 4] {
                break;
            }
            let [low, high, score @ ..] = pair;
            let bits = u16::from_le_bytes([low, high]);
            let ply = game.moves.len() + 1;
            let m = unpacked(bits, state.position())
                .filter(|_| ply <= MOST_MOVES)
                .ok_or_else(|| bad(at, format!("move {ply} ({bits:#06x}) is not legal")))?;
            state.play(m);
            game.moves.push(m);
            let score = PositionScore::new(i16::from_le_bytes(score));
            game.scores.push(Some(score));
        }
        game.termination = termination(&state, result)
            .ok_or_else(|| bad(offset, "its result is not the one on the board".to_owned()))?;
        if mode.is_chess960() {
            game.tags = Tags::new().with("Variant", "Chess960");
        }
        Ok(Some(ViriformatGame {
            offset,
            record: game,
        }))
    }
}

impl<R: Read> Iterator for ViriformatReader<R> {
    type Item = Result<ViriformatGame, ViriformatError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let read = self.read_game();
        self.is_over = !matches!(read, Ok(Some(_)));
        read.transpose()
    }
}

/// Returns why a game ended, as the board shows it; `None` if the board shows another result.
fn termination(state: &GameState, result: GameResult) -> Option<Termination> {
    let Some(ending) = state.ending() else {
        return Some(Termination::Unknown);
    };
    if ending.result == result {
        return Some(ending.termination);
    }
    // Only mate and stalemate end a game for every program.
    let is_over = matches!(
        ending.termination,
        Termination::Checkmate | Termination::Stalemate
    );
    (!is_over).then_some(Termination::Unknown)
}

/// Returns the start position, its castling mode and the result, or a description of the fault.
fn read_start(bytes: &[u8; START_BYTES]) -> Result<(Chess, CastlingMode, GameResult), String> {
    let [
        o0,
        o1,
        o2,
        o3,
        o4,
        o5,
        o6,
        o7,
        pieces @ ..,
        flags,
        half,
        full0,
        full1,
        _,
        _,
        result,
        _,
    ] = *bytes;
    let occupied = Bitboard(u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]));
    if occupied.count() > 32 {
        return Err(format!("{} pieces stand on its board", occupied.count()));
    }
    let mut setup = Setup::empty();
    let codes = pieces.iter().flat_map(|pair| [pair & 15, pair >> 4]);
    for (square, code) in occupied.into_iter().zip(codes) {
        let role = role_of_code(code & 7).ok_or_else(|| format!("{code} is not a piece"))?;
        let color = Color::from_white(code & 8 == 0);
        setup.board.set_piece_at(square, Piece { color, role });
        if code & 7 == UNMOVED_ROOK {
            setup.castling_rights.add(square);
        }
    }
    setup.turn = Color::from_white(flags & 0x80 == 0);
    setup.ep_square = match flags & 0x7f {
        NO_SQUARE => None,
        square => Some(Square::try_from(square).map_err(|_| format!("{square} is not a square"))?),
    };
    setup.halfmoves = half.into();
    let fullmoves = u32::from(u16::from_le_bytes([full0, full1]));
    setup.fullmoves = NonZeroU32::new(fullmoves).unwrap_or(NonZeroU32::MIN);
    let result = match result {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        _ => return Err(format!("{result} is not a result")),
    };
    let unplayable =
        |error: &dyn std::fmt::Display| format!("its start is not a legal position ({error})");
    if let Ok(position) = setup.clone().position(CastlingMode::Standard) {
        return Ok((position, CastlingMode::Standard, result));
    }
    let position = setup
        .position(CastlingMode::Chess960)
        .map_err(|error: shakmaty::PositionError<Chess>| unplayable(&error))?;
    Ok((position, CastlingMode::Chess960, result))
}

/// Returns true if a file begins like a game in viriformat. PGN and other text never does.
pub fn is_viriformat(beginning: &[u8]) -> bool {
    beginning
        .first_chunk()
        .is_some_and(|start| read_start(start).is_ok())
}

#[cfg(test)]
mod tests;
