//! The bitboards that all terms share: pieces and their attacks, computed once for each position.

use shakmaty::attacks::{between, bishop_attacks, king_attacks, rook_attacks};
use shakmaty::{Bitboard, Board, Chess, Color, Position as _, Role, Square};

use super::side::{
    FILE_A, FILE_H, back, beside, grown, index, other, pawn_attacks, pawn_double_attacks, ranks,
};

/// Arrays by colour, White first.
pub(super) type ByColorIndex<T> = [T; 2];

/// A position with its pieces and attacks as bitboards.
pub(super) struct BoardFeatures<'a> {
    pub(super) position: &'a Chess,
    /// Pieces by colour and role, the pawn first.
    pub(super) by_role: ByColorIndex<[Bitboard; 6]>,
    pub(super) all: ByColorIndex<Bitboard>,
    pub(super) occupied: Bitboard,
    pub(super) king: ByColorIndex<Square>,
    /// Attacks by colour and role. Bishops see through queens, rooks through queens and own rooks; a pinned piece
    /// attacks along its pin only.
    pub(super) attacks: ByColorIndex<[Bitboard; 6]>,
    /// All squares that a colour attacks.
    pub(super) attacked: ByColorIndex<Bitboard>,
    /// The squares that a colour attacks at least twice.
    pub(super) twice: ByColorIndex<Bitboard>,
    /// The squares that count for a colour's mobility.
    pub(super) mobility_area: ByColorIndex<Bitboard>,
    /// The squares around a colour's king, without those that two of its pawns defend.
    pub(super) zone: ByColorIndex<Bitboard>,
    /// The pieces of a colour that alone shield its king from a slider.
    pub(super) pinned: ByColorIndex<Bitboard>,
    /// How many pieces of a colour attack the enemy king's zone.
    pub(super) attackers: ByColorIndex<usize>,
    /// Passed pawns of both colours.
    pub(super) passed: Bitboard,
    /// All squares that a colour's pawns can ever attack.
    pub(super) span: ByColorIndex<Bitboard>,
}

/// The indices of the roles in arrays.
pub(super) const PAWN: usize = 0;
pub(super) const KNIGHT: usize = 1;
pub(super) const BISHOP: usize = 2;
pub(super) const ROOK: usize = 3;
pub(super) const QUEEN: usize = 4;
pub(super) const KING: usize = 5;

impl<'a> BoardFeatures<'a> {
    /// Computes the attacks of pawns and kings; the terms of the pieces add theirs with
    /// [`add_attacks`](Self::add_attacks).
    #[inline]
    pub(super) fn new(position: &'a Chess) -> Self {
        let board = position.board();
        let by_role = [Color::White, Color::Black].map(|color| bitboards_of(board, color));
        // Every legal position has its kings.
        let king =
            [Color::White, Color::Black].map(|color| board.king_of(color).unwrap_or(Square::A1));
        let mut features = Self {
            position,
            by_role,
            all: [board.white(), board.black()],
            occupied: board.occupied(),
            king,
            attacks: [[Bitboard::EMPTY; 6]; 2],
            attacked: [Bitboard::EMPTY; 2],
            twice: [Bitboard::EMPTY; 2],
            mobility_area: [Bitboard::EMPTY; 2],
            zone: [Bitboard::EMPTY; 2],
            pinned: [Bitboard::EMPTY; 2],
            attackers: [0; 2],
            passed: Bitboard::EMPTY,
            span: [Bitboard::EMPTY; 2],
        };
        features.prepare::<true>();
        features.prepare::<false>();
        features.set_mobility_area::<true>();
        features.set_mobility_area::<false>();
        features
    }

    /// Computes the attacks of one side's pawns and king, its king's zone and its pinned pieces.
    #[inline]
    fn prepare<const WHITE: bool>(&mut self) {
        let us = index::<WHITE>();
        let pawns = self.by_role[us][PAWN];
        let by_pawns = pawn_attacks::<WHITE>(pawns);
        let by_king = king_attacks(self.king[us]);
        self.attacks[us][PAWN] = by_pawns;
        self.attacks[us][KING] = by_king;
        self.attacked[us] = by_pawns | by_king;
        let twice_by_pawns = pawn_double_attacks::<WHITE>(pawns);
        self.twice[us] = twice_by_pawns | by_pawns & by_king;
        self.zone[us] = zone(self.king[us]) & !twice_by_pawns;
        self.pinned[us] = self.pinned_pieces::<WHITE>();
    }

    /// Mobility counts all squares except the own king's, those of own pawns that are blocked or on their
    /// second or third rank, and those that enemy pawns attack.
    #[inline]
    fn set_mobility_area<const WHITE: bool>(&mut self) {
        let (us, them) = (index::<WHITE>(), other::<WHITE>());
        let stuck = back::<WHITE>(self.occupied) | ranks::<WHITE>(1, 2);
        let own = self.by_role[us][PAWN] & stuck | self.by_role[us][KING];
        self.mobility_area[us] = !(own | self.attacks[them][PAWN]);
    }

    #[inline]
    fn pinned_pieces<const WHITE: bool>(&self) -> Bitboard {
        let (us, them) = (index::<WHITE>(), other::<WHITE>());
        let king = self.king[us];
        let queens = self.by_role[them][QUEEN];
        let straight = self.by_role[them][ROOK] | queens;
        let diagonal = self.by_role[them][BISHOP] | queens;
        // Sliders that would attack the king if only enemy pieces stood in the way.
        let snipers = rook_attacks(king, self.all[them]) & straight
            | bishop_attacks(king, self.all[them]) & diagonal;
        let mut pinned = Bitboard::EMPTY;
        for sniper in snipers {
            let between = between(king, sniper) & self.occupied;
            if !between.more_than_one() {
                pinned |= between;
            }
        }
        pinned
    }

    /// Adds the attacks of one piece.
    #[inline]
    pub(super) fn add_attacks<const WHITE: bool>(&mut self, role: usize, attacks: Bitboard) {
        let us = index::<WHITE>();
        self.twice[us] |= self.attacked[us] & attacks;
        self.attacked[us] |= attacks;
        self.attacks[us][role] |= attacks;
    }

    /// The pieces of `side` other than pawns and king.
    #[inline]
    pub(super) fn pieces(&self, side: usize) -> Bitboard {
        self.all[side] & !self.by_role[side][PAWN] & !self.by_role[side][KING]
    }
}

#[inline]
fn bitboards_of(board: &Board, color: Color) -> [Bitboard; 6] {
    let own = board.by_color(color);
    Role::ALL.map(|role| board.by_role(role) & own)
}

/// The king's square and its neighbours; a king at the edge has the zone of one a step nearer the
/// centre.
#[inline]
fn zone(king: Square) -> Bitboard {
    let mut centre = Bitboard::from_square(king);
    if (centre & (FILE_A | FILE_H)).any() {
        centre = beside(centre);
    }
    centre = match king as usize >> 3 {
        0 => Bitboard(centre.0 << 8),
        7 => Bitboard(centre.0 >> 8),
        _ => centre,
    };
    grown(centre) | king
}
