//! A board with what each side attacks, how many pieces bear on each king, and material.
//!
//! Every habit is computed from two of these, before a move and after it, so that attacks are computed once per
//! move.

use shakmaty::{Bitboard, Board, ByColor, Color, Move, Role, Square, attacks};

use crate::board::captures::attacked_by_pawns;
use crate::units::Centipawns;

/// What the pieces and pawns of one side attack on a board.
#[derive(Clone, Copy, Debug, Default)]
pub struct SideAttacks {
    /// Squares that its pawns attack.
    pub by_pawns: Bitboard,
    /// Squares that its knights and bishops attack.
    pub by_minors: Bitboard,
    /// Squares that its rooks attack.
    pub by_rooks: Bitboard,
    /// Squares that its queens attack.
    pub by_queens: Bitboard,
    /// Squares attacked by any of its pieces or pawns, the king included.
    pub all: Bitboard,
    /// Number of its pieces (neither pawns nor king) that attack the enemy king or a square beside it.
    pub on_king: u32,
    /// Sum over its pieces of the attacked squares not held by its own side.
    pub reach: u32,
    /// Its material without the king, in pawns: 1, 3, 3, 5, 9.
    pub material: i32,
}

/// A board and what both sides attack on it.
#[derive(Clone, Debug)]
pub struct AttackMap {
    /// The board.
    pub board: Board,
    /// The kings' squares.
    pub kings: ByColor<Square>,
    /// What each side attacks.
    pub force: ByColor<SideAttacks>,
}

impl AttackMap {
    /// Computes the attacks on a board; `None` if a king is missing, which no legal game allows.
    pub fn of(board: &Board) -> Option<Self> {
        let kings = ByColor {
            white: board.king_of(Color::White)?,
            black: board.king_of(Color::Black)?,
        };
        let force =
            ByColor::new_with(|side| look(board, side, *kings.get(side), *kings.get(!side)));
        Some(Self {
            board: board.clone(),
            kings,
            force,
        })
    }

    /// Returns the material of `side` less its opponent's, in pawns.
    pub fn lead(&self, side: Color) -> i32 {
        self.force.get(side).material - self.force.get(!side).material
    }

    /// Returns true if both queens are on the board.
    pub fn has_both_queens(&self) -> bool {
        let queens = self.board.queens();
        queens.intersects(self.board.white()) && queens.intersects(self.board.black())
    }

    /// Returns the pieces (or pawns) of `side` with this role.
    pub fn men(&self, side: Color, role: Role) -> Bitboard {
        self.board.by_color(side) & self.board.by_role(role)
    }

    /// Returns the knights and bishops of `side`.
    pub fn minors(&self, side: Color) -> Bitboard {
        self.board.by_color(side) & (self.board.knights() | self.board.bishops())
    }

    /// Returns the pieces of `side` that an enemy piece or pawn of lesser value attacks.
    pub fn threatened(&self, side: Color) -> Bitboard {
        let enemy = self.force.get(!side);
        let own = self.board.by_color(side);
        let light = enemy.by_pawns & own & !self.board.pawns() & !self.board.kings();
        let by_minors = enemy.by_minors & own & (self.board.rooks() | self.board.queens());
        let by_rooks = enemy.by_rooks & own & self.board.queens();
        light | by_minors | by_rooks
    }

    /// Returns the pieces of `side` that an enemy piece of the same value attacks, and could trade.
    pub fn facing_equals(&self, side: Color) -> Bitboard {
        let enemy = self.force.get(!side);
        (enemy.by_minors & self.minors(side))
            | (enemy.by_rooks & self.men(side, Role::Rook))
            | (enemy.by_queens & self.men(side, Role::Queen))
    }
}

fn look(board: &Board, side: Color, own_king: Square, enemy_king: Square) -> SideAttacks {
    let own = board.by_color(side);
    let occupied = board.occupied();
    let ring = attacks::king_attacks(enemy_king).with(enemy_king);
    let mut force = SideAttacks::default();
    let mut piece = |squares: Bitboard| {
        force.on_king += u32::from(squares.intersects(ring));
        force.reach += size(squares & !own);
        squares
    };
    let mut minors = Bitboard::EMPTY;
    for square in own & board.knights() {
        minors |= piece(attacks::knight_attacks(square));
    }
    for square in own & board.bishops() {
        minors |= piece(attacks::bishop_attacks(square, occupied));
    }
    let mut rooks = Bitboard::EMPTY;
    for square in own & board.rooks() {
        rooks |= piece(attacks::rook_attacks(square, occupied));
    }
    let mut queens = Bitboard::EMPTY;
    for square in own & board.queens() {
        queens |= piece(attacks::queen_attacks(square, occupied));
    }
    let pawns = attacked_by_pawns(own & board.pawns(), side);
    let count = |role: Bitboard| i32::try_from((own & role).count()).unwrap_or(0);
    SideAttacks {
        by_pawns: pawns,
        by_minors: minors,
        by_rooks: rooks,
        by_queens: queens,
        all: pawns | minors | rooks | queens | attacks::king_attacks(own_king),
        material: count(board.pawns())
            + 3 * count(board.knights() | board.bishops())
            + 5 * count(board.rooks())
            + 9 * count(board.queens()),
        ..force
    }
}

/// Returns the number of squares.
pub fn size(squares: Bitboard) -> u32 {
    u32::try_from(squares.count()).unwrap_or(u32::MAX)
}

/// Returns the files on which these pieces stand, as whole files.
pub(super) fn files_of(men: Bitboard) -> Bitboard {
    let up = men | men.shift(8);
    let up = up | up.shift(16);
    let up = up | up.shift(32);
    let down = up | up.shift(-8);
    let down = down | down.shift(-16);
    down | down.shift(-32)
}

/// One move of one side, with the boards before and after it.
#[derive(Clone, Copy, Debug)]
pub struct ObservedMove<'a> {
    /// The board before the move.
    pub before: &'a AttackMap,
    /// The board after it.
    pub after: &'a AttackMap,
    /// The move.
    pub chosen: Move,
    /// The opponent's move before it, if there was one.
    pub answered: Option<Move>,
    /// The mover's own move before it, if there was one.
    pub previous: Option<Move>,
    /// The side that moves.
    pub mover: Color,
    /// Number of the move among the mover's moves, from 1.
    pub number: u32,
    /// Material that the move loses by exchanges on its square, in centipawns; 0 if it gains.
    pub risk: Centipawns,
    /// The more valuable enemy pieces that the moved piece attacks.
    pub threats: Bitboard,
}

impl ObservedMove<'_> {
    /// Returns true if the move gives check.
    pub fn gives_check(&self) -> bool {
        let king = *self.after.kings.get(!self.mover);
        self.after.force.get(self.mover).all.contains(king)
    }

    /// Returns true if the move recaptures on the square of the opponent's last capture.
    pub fn is_recapture(&self) -> bool {
        self.chosen.is_capture()
            && self
                .answered
                .is_some_and(|last| last.is_capture() && last.to() == self.chosen.to())
    }

    /// Returns true if a piece moved: neither pawn nor king, and not castling.
    pub fn is_of_piece(&self) -> bool {
        !matches!(self.chosen.role(), Role::Pawn | Role::King)
    }

    /// Returns the rank of a square as the mover counts it, from 0 (the own first rank) to 7.
    pub fn rank_of(&self, square: Square) -> u32 {
        let rank = square.rank().to_u32();
        self.mover.fold_wb(rank, 7 - rank)
    }

    /// Returns the square that the piece left; in castling, the king's.
    pub fn from(&self) -> Square {
        self.chosen.from().unwrap_or(self.chosen.to())
    }
}
