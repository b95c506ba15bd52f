//! Static exchange evaluation: what a capture gains when both sides keep recapturing on its square
//! with their least valuable piece.
//!
//! The swap algorithm of the chess programming literature (Slate and Atkin, *Chess 4.5*, 1977):
//! the gains of each capture are listed, then folded back, each side stopping when that pays. Piece
//! values are fixed (100, 300, 300, 500, 900): ordering and pruning must not depend on the
//! heuristic that is being learned.

use shakmaty::{Bitboard, Board, Chess, Color, Move, Position, Role, Square, attacks};

use crate::units::Centipawns;

/// An upper bound of the number of captures on one square: there are 32 pieces and pawns.
const LONGEST: usize = 32;

/// The fixed value of a piece in an exchange; a king counts as beyond any loss.
pub const fn exchange_value(role: Role) -> Centipawns {
    Centipawns(match role {
        Role::Pawn => 100,
        Role::Knight | Role::Bishop => 300,
        Role::Rook => 500,
        Role::Queen => 900,
        Role::King => 20_000,
    })
}

/// Returns what `m` gains for the side that plays it, in centipawns, after the best exchange on its
/// square. A quiet move gains nothing, or loses the piece if it is captured.
pub fn see(position: &Chess, m: Move) -> Centipawns {
    let Some((mut exchange, gain)) = ExchangeState::begun(position, m) else {
        return Centipawns::ZERO;
    };
    let mut gains = [0; LONGEST];
    gains[0] = gain;
    let mut length = 1;
    while length < LONGEST {
        let standing = exchange.standing;
        if !exchange.take_back() {
            break;
        }
        gains[length] = exchange_value(standing).0 - gains[length - 1];
        length += 1;
    }
    for place in (1..length).rev() {
        gains[place - 1] = -gains[place].max(-gains[place - 1]);
    }
    Centipawns(gains[0])
}

/// Returns true if [`see`] of `m` is at least `threshold`; it stops as soon as the answer is known.
#[inline]
pub fn see_at_least(position: &Chess, m: Move, threshold: Centipawns) -> bool {
    let Move::Normal {
        role,
        from,
        capture,
        to,
        promotion: None,
    } = m
    else {
        return special_at_least(position, m, threshold);
    };
    // How much the move gains above what is needed, if the other side does not recapture.
    let surplus = capture.map_or(0, |role| exchange_value(role).0) - threshold.0;
    if surplus < 0 {
        return false;
    }
    if surplus >= exchange_value(role).0 {
        return true;
    }
    ExchangeState::after_step(position, role, from, to).keeps(surplus)
}

/// Does the same as [`see_at_least`] for castling, en passant and promotions, which are rare.
#[cold]
fn special_at_least(position: &Chess, m: Move, threshold: Centipawns) -> bool {
    let Some((exchange, gain)) = ExchangeState::begun(position, m) else {
        return threshold.0 <= 0;
    };
    let surplus = gain - threshold.0;
    surplus >= 0 && exchange.keeps(surplus)
}

/// A sequence of captures on one square, in progress.
struct ExchangeState<'a> {
    board: &'a Board,
    to: Square,
    /// The piece on the square.
    standing: Role,
    /// The side to capture.
    turn: Color,
    /// All pieces that have not yet gone to the square.
    occupied: Bitboard,
}

impl<'a> ExchangeState<'a> {
    /// Starts the exchange of a move and returns what the move itself gains, in centipawns; `None`
    /// for castling.
    #[inline]
    fn begun(position: &'a Chess, m: Move) -> Option<(Self, i32)> {
        let (Some(from), Move::Normal { .. } | Move::EnPassant { .. }) = (m.from(), m) else {
            return None;
        };
        let (board, to) = (position.board(), m.to());
        let mut occupied = board.occupied().without(from);
        if m.is_en_passant() {
            occupied.discard(Square::from_coords(to.file(), from.rank()));
        }
        let mut gain = m.capture().map_or(0, |role| exchange_value(role).0);
        if let Some(promotion) = m.promotion() {
            gain += exchange_value(promotion).0 - exchange_value(Role::Pawn).0;
        }
        let exchange = Self {
            board,
            to,
            standing: m.promotion().unwrap_or(m.role()),
            turn: !position.turn(),
            occupied,
        };
        Some((exchange, gain))
    }

    /// Starts the exchange of a move other than castling, en passant and promotion.
    #[inline]
    fn after_step(position: &'a Chess, role: Role, from: Square, to: Square) -> Self {
        let board = position.board();
        Self {
            board,
            to,
            standing: role,
            turn: !position.turn(),
            occupied: board.occupied().without(from),
        }
    }

    /// Returns true if the side that began the exchange, and is `surplus` centipawns above its needs, stays above them.
    fn keeps(mut self, mut surplus: i32) -> bool {
        let mut is_beginners = true;
        loop {
            // The other side has to recapture, and the recapture has to be enough.
            surplus = exchange_value(self.standing).0 - surplus - 1;
            if surplus < 0 || !self.take_back() {
                return is_beginners;
            }
            is_beginners = !is_beginners;
        }
    }

    /// Captures with the least valuable piece of the side to move. Returns false if there is none, or only a king
    /// that would be captured.
    fn take_back(&mut self) -> bool {
        let Some((square, role)) = self.least_attacker() else {
            return false;
        };
        self.occupied.discard(square);
        self.turn = !self.turn;
        // A king may not capture into a recapture.
        if role == Role::King && self.least_attacker().is_some() {
            return false;
        }
        self.standing = role;
        true
    }

    /// Returns the least valuable piece that attacks the square. Sliders are looked up only if no pawn or knight
    /// attacks it, which is faster.
    fn least_attacker(&self) -> Option<(Square, Role)> {
        let (board, to, color) = (self.board, self.to, self.turn);
        let ours = board.by_color(color) & self.occupied;
        // Which of two equal pieces goes first decides whose line opens behind it. Both colours
        // choose in the same order, as each side sees its own ranks.
        let nearest = |role: Role, squares: Bitboard| {
            let first = color.fold_wb(
                squares.first(),
                squares.flip_vertical().first().map(Square::flip_vertical),
            );
            first.map(|square| (square, role))
        };
        let pawns = attacks::pawn_attacks(!color, to) & board.pawns() & ours;
        if let found @ Some(_) = nearest(Role::Pawn, pawns) {
            return found;
        }
        let knights = attacks::knight_attacks(to) & board.knights() & ours;
        if let found @ Some(_) = nearest(Role::Knight, knights) {
            return found;
        }
        let diagonal = attacks::bishop_attacks(to, self.occupied) & ours;
        if let found @ Some(_) = nearest(Role::Bishop, diagonal & board.bishops()) {
            return found;
        }
        let straight = attacks::rook_attacks(to, self.occupied) & ours;
        nearest(Role::Rook, straight & board.rooks())
            .or_else(|| nearest(Role::Queen, (diagonal | straight) & board.queens()))
            .or_else(|| nearest(Role::King, attacks::king_attacks(to) & board.kings() & ours))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use shakmaty::CastlingMode;
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    fn gain(fen: &str, uci: &str) -> i32 {
        let fen: Fen = fen.parse().expect("a valid FEN");
        let position: Chess = fen.into_position(CastlingMode::Standard).expect("legal");
        let m = uci
            .parse::<UciMove>()
            .expect("UCI")
            .to_move(&position)
            .expect("legal");
        see(&position, m).0
    }

    /// The two positions that the chess programming literature works through.
    #[test]
    fn textbook_exchanges() {
        assert_eq!(
            gain("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5"),
            100
        );
        assert_eq!(
            gain(
                "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
                "d3e5"
            ),
            -200
        );
    }

    /// The same board with the colours changed: White's men are lower case, and the ranks turned.
    fn turned(board: &str) -> String {
        let swap = |letter: char| {
            if letter.is_ascii_uppercase() {
                letter.to_ascii_lowercase()
            } else {
                letter.to_ascii_uppercase()
            }
        };
        let ranks: Vec<String> = board
            .split('/')
            .rev()
            .map(|rank| rank.chars().map(swap).collect())
            .collect();
        ranks.join("/")
    }

    /// Two equal pieces can take back, and one of them opens a line when it goes first.
    #[test]
    fn colours_do_not_matter() {
        for (board, white, black) in [
            ("8/8/8/2qQ4/7q/k7/7R/3K4", "d5h5", "d4h4"),
            ("5B2/8/3q4/8/K1Qq4/8/7k/5b2", "c4b4", "c5b5"),
            ("8/4K3/8/B1B4k/q7/8/q4p2/R2R2q1", "c5a3", "c4a6"),
            ("4q3/r7/p2Rq3/2n5/1K3N2/8/b2Q4/6k1", "f4g6", "f5g3"),
        ] {
            assert_eq!(
                gain(&format!("{board} w - - 0 1"), white),
                gain(&format!("{} b - - 0 1", turned(board)), black),
                "{board} {white}"
            );
        }
    }

    #[test]
    fn promotions_kings_and_en_passant() {
        assert_eq!(gain("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), 800);
        assert_eq!(gain("1r6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q"), -100);
        // The king may take only when nothing takes back.
        assert_eq!(gain("8/8/8/3pk3/8/8/3R4/K7 w - - 0 1", "d2d5"), -400);
        assert_eq!(gain("8/8/8/3pk3/8/3R4/3R4/K7 w - - 0 1", "d3d5"), 100);
        assert_eq!(gain("k7/8/8/3pP3/8/8/8/K7 w - d6 0 1", "e5d6"), 100);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_threshold_agrees_with_the_value(
            choices in prop::collection::vec(any::<u16>(), 10..80),
            threshold in -500_i32..500,
        ) {
            let mut position = Chess::default();
            for choice in choices {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                for m in &moves {
                    prop_assert_eq!(
                        see_at_least(&position, *m, Centipawns(threshold)),
                        see(&position, *m).0 >= threshold,
                        "{:?}", m
                    );
                }
                position.play_unchecked(moves[usize::from(choice) % moves.len()]);
            }
        }
    }
}
