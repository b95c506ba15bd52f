//! The classic family: the original's 838 parameters with the numbers of its figures.
//!
//! Source: Fernández, *BayesChess* (2005): piece values §3.2.2.1, square tables figures 3.1 to 3.12
//! (§3.2.2.2), check §3.2.2.3, levels §4.3.1. The twelve printed tables are pairwise mirror images,
//! so White's six are typed in here and Black's are their reflections, checked against the printed
//! figures in the tests. The endgame king's table is mentioned in §4.3.2 but its numbers are not
//! printed; the centralising one below is this project's.

use shakmaty::{Color, Role, Square};

use super::parameter::{
    LEVELS, Parameter, ParameterKind, ParameterSide, TablePlace, levels_around, printed_squares,
};
use crate::board::notation::role_name;
use crate::phase::ByPhase;

/// A square table as printed: row by row from the eighth rank, a-file first.
type SquareTable = [i32; 64];

/// The pieces that have a value, in the original's order.
const VALUED: [Role; 5] = [
    Role::Pawn,
    Role::Knight,
    Role::Bishop,
    Role::Rook,
    Role::Queen,
];

const PIECE_VALUES: [i32; 5] = [100, 300, 300, 500, 900];

const CHECK: i32 = 30;

#[rustfmt::skip]
const PAWN: SquareTable = [
    0,   0,   0,   0,   0,   0,   0,   0,
    5,  10,  15,  20,  20,  15,  10,   5,
    4,   8,  12,  16,  16,  12,   8,   4,
    3,   6,   9,  12,  12,   9,   6,   3,
    2,   4,   6,   8,   8,   6,   4,   2,
    1,   2,   3, -10, -10,   3,   2,   1,
    0,   0,   0, -40, -40,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KNIGHT: SquareTable = [
  -10, -10, -10, -10, -10, -10, -10, -10,
  -10,   0,   0,   0,   0,   0,   0, -10,
  -10,   0,   5,   5,   5,   5,   0, -10,
  -10,   0,   5,  10,  10,   5,   0, -10,
  -10,   0,   5,  10,  10,   5,   0, -10,
  -10,   0,   5,   5,   5,   5,   0, -10,
  -10,   0,   0,   0,   0,   0,   0, -10,
  -10, -30, -10, -10, -10, -10, -30, -10,
];

#[rustfmt::skip]
const BISHOP: SquareTable = [
  -10, -10, -10, -10, -10, -10, -10, -10,
  -10,   0,   0,   0,   0,   0,   0, -10,
  -10,   0,   5,   5,   5,   5,   0, -10,
  -10,   0,   5,  10,  10,   5,   0, -10,
  -10,   0,   5,  10,  10,   5,   0, -10,
  -10,   0,   5,   5,   5,   5,   0, -10,
  -10,   0,   0,   0,   0,   0,   0, -10,
  -10, -10, -20, -10, -10, -20, -10, -10,
];

#[rustfmt::skip]
const ROOK: SquareTable = [
   10,  10,  10,  10,  10,  10,  10,  10,
   15,  15,  15,  15,  15,  15,  15,  15,
    0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,  10,  10,   0,   0,   0,
    0,   0,   0,  10,  10,   0,   0,   0,
    0,   0,   0,  10,  10,   0,   0,   0,
];

#[rustfmt::skip]
const QUEEN: SquareTable = [
   10,  10,  10,  10,  10,  10,  10,  10,
   15,  15,  15,  15,  15,  15,  15,  15,
    0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,
    5,   5,   0,   0,   0,   0,   5,   5,
    5,   5,   0,   0,   0,   0,   5,   5,
    0,   0,   0,   0,   0,   0,   0,   0,
    0,   0,   0,   0,   0,   0,   0,   0,
];

#[rustfmt::skip]
const KING: SquareTable = [
  -40, -40, -40, -40, -40, -40, -40, -40,
  -40, -40, -40, -40, -40, -40, -40, -40,
  -40, -40, -40, -40, -40, -40, -40, -40,
  -40, -40, -40, -40, -40, -40, -40, -40,
  -40, -40, -40, -40, -40, -40, -40, -40,
  -40, -40, -40, -40, -40, -40, -40, -40,
  -20, -20, -20, -20, -20, -20, -20, -20,
    0,  20,  40, -20,   0, -20,  40,  20,
];

/// Not printed in the original: ten centipawns for each step from the rim towards the centre,
/// counted along both axes and centred on zero, as hand-made endgame tables of its time do.
#[rustfmt::skip]
const ENDGAME_KING: SquareTable = [
  -30, -20, -10,   0,   0, -10, -20, -30,
  -20, -10,   0,  10,  10,   0, -10, -20,
  -10,   0,  10,  20,  20,  10,   0, -10,
    0,  10,  20,  30,  30,  20,  10,   0,
    0,  10,  20,  30,  30,  20,  10,   0,
  -10,   0,  10,  20,  20,  10,   0, -10,
  -20, -10,   0,  10,  10,   0, -10, -20,
  -30, -20, -10,   0,   0, -10, -20, -30,
];

/// White's table of a piece, as printed.
const fn printed(role: Role) -> &'static SquareTable {
    match role {
        Role::Pawn => &PAWN,
        Role::Knight => &KNIGHT,
        Role::Bishop => &BISHOP,
        Role::Rook => &ROOK,
        Role::Queen => &QUEEN,
        Role::King => &KING,
    }
}

/// The initial value of a square for a piece of `color`.
fn square_value(color: Color, role: Role, square: Square) -> i32 {
    // A printed table begins at a8, so White's square is looked up upside down.
    let place = if color.is_white() {
        square.flip_vertical()
    } else {
        square
    };
    printed(role)[place.to_usize()]
}

/// Returns the levels of a piece value or of check: steps of a fifth of the value.
fn value_levels(value: i32) -> [i32; LEVELS] {
    levels_around(value, value.abs() / 5)
}

/// Returns the levels of a square's value: steps of its own size, or of three centipawns for zero.
fn square_levels(value: i32) -> [i32; LEVELS] {
    levels_around(value, if value == 0 { 3 } else { value.abs() })
}

/// The 838 parameters: five piece values, check, six tables of White then of Black by piece, and
/// the endgame king's.
pub(super) fn parameters() -> Vec<Parameter> {
    let values = VALUED.into_iter().zip(PIECE_VALUES).map(|(role, value)| {
        let single = (role_name(role).to_owned(), TablePlace::Single);
        let levels = ByPhase::new_with(|_| value_levels(value));
        Parameter::new(
            ParameterSide::Both,
            single,
            ParameterKind::PieceValue,
            levels,
        )
    });
    let check = Parameter::new(
        ParameterSide::Both,
        ("check".to_owned(), TablePlace::Single),
        ParameterKind::Check,
        ByPhase::new_with(|_| value_levels(CHECK)),
    );
    let squares = Role::ALL.into_iter().flat_map(|role| {
        [Color::White, Color::Black]
            .into_iter()
            .flat_map(move |color| {
                printed_squares().map(move |square| {
                    let levels = square_levels(square_value(color, role, square));
                    Parameter::new(
                        color.into(),
                        (role_name(role).to_owned(), TablePlace::Square(square)),
                        ParameterKind::Square { color, role },
                        ByPhase::new_with(|_| levels),
                    )
                })
            })
    });
    let endgame_king = printed_squares().map(|square| {
        let levels = square_levels(ENDGAME_KING[square.flip_vertical().to_usize()]);
        Parameter::new(
            ParameterSide::Both,
            ("endgame_king".to_owned(), TablePlace::Square(square)),
            ParameterKind::EndgameKing,
            ByPhase::new_with(|_| levels),
        )
    });
    values
        .chain([check])
        .chain(squares)
        .chain(endgame_king)
        .collect()
}

/// The index of each parameter of the classic family in the schema's order.
pub(crate) mod place {
    use super::{Color, Role, Square};

    /// The value of a piece; the king has none.
    pub(crate) const fn value(role: Role) -> Option<usize> {
        match role {
            Role::King => None,
            _ => Some(role as usize - 1),
        }
    }

    /// The check bonus.
    pub(crate) const CHECK: usize = 5;

    /// The value of a square for a piece of one colour.
    pub(crate) fn square(color: Color, role: Role, square: Square) -> usize {
        let table = (role as usize - 1) * 2 + usize::from(color.is_black());
        CHECK + 1 + table * 64 + square.flip_vertical().to_usize()
    }

    /// The value of a square for the king in the endgame: Black reads the table mirrored, so that
    /// one table serves both colours.
    pub(crate) fn endgame_king(color: Color, square: Square) -> usize {
        let square = if color.is_white() {
            square
        } else {
            square.flip_vertical()
        };
        CHECK + 1 + 12 * 64 + square.flip_vertical().to_usize()
    }
}

#[cfg(test)]
mod tests {
    use super::super::schema::Schema;
    use super::*;

    #[test]
    fn there_are_838_parameters_and_every_place_names_its_own() {
        let schema = Schema::classic();
        assert_eq!(schema.len(), 838);
        let name = |place: usize| schema.parameters()[place].name.as_str();
        assert_eq!(name(place::value(Role::Queen).expect("a value")), "queen");
        assert_eq!(place::value(Role::King), None);
        assert_eq!(name(place::CHECK), "check");
        for square in Square::ALL {
            for role in Role::ALL {
                for color in Color::ALL {
                    let expected = format!("{color}_{}_{square}", role_name(role));
                    assert_eq!(name(place::square(color, role, square)), expected);
                }
            }
            assert_eq!(
                name(place::endgame_king(Color::White, square)),
                format!("endgame_king_{square}")
            );
            assert_eq!(
                place::endgame_king(Color::Black, square),
                place::endgame_king(Color::White, square.flip_vertical())
            );
        }
    }

    #[test]
    fn levels_follow_the_printed_rule() {
        let levels = |name: &str| {
            let schema = Schema::classic();
            schema.parameters()[schema.position_of(name).expect("a parameter")]
                .levels
                .opening
        };
        assert_eq!(levels("pawn"), [60, 80, 100, 120, 140]);
        assert_eq!(levels("knight"), [180, 240, 300, 360, 420]);
        assert_eq!(levels("queen"), [540, 720, 900, 1080, 1260]);
        assert_eq!(levels("check"), [18, 24, 30, 36, 42]);
        assert_eq!(levels("white_pawn_a8"), [-6, -3, 0, 3, 6]);
        assert_eq!(levels("white_pawn_d2"), [-120, -80, -40, 0, 40]);
        assert_eq!(levels("black_knight_g8"), [-90, -60, -30, 0, 30]);
    }

    /// Rows of the printed figures for Black: the pawn's (3.7), the rook's (3.10), the queen's
    /// (3.11) and the king's (3.12).
    #[test]
    fn black_tables_are_the_printed_ones() {
        let row = |role, rank: char| -> Vec<i32> {
            ('a'..='h')
                .map(|file| {
                    let square = format!("{file}{rank}").parse().expect("a square");
                    square_value(Color::Black, role, square)
                })
                .collect()
        };
        assert_eq!(row(Role::Pawn, '7'), [0, 0, 0, -40, -40, 0, 0, 0]);
        assert_eq!(row(Role::Pawn, '2'), [5, 10, 15, 20, 20, 15, 10, 5]);
        assert_eq!(row(Role::Rook, '6'), [0, 0, 0, 10, 10, 0, 0, 0]);
        assert_eq!(row(Role::Rook, '1'), [10; 8]);
        assert_eq!(row(Role::Queen, '5'), [5, 5, 0, 0, 0, 0, 5, 5]);
        assert_eq!(row(Role::King, '8'), [0, 20, 40, -20, 0, -20, 40, 20]);
        assert_eq!(
            row(Role::Knight, '8'),
            [-10, -30, -10, -10, -10, -10, -30, -10]
        );
        assert_eq!(
            row(Role::Bishop, '8'),
            [-10, -10, -20, -10, -10, -20, -10, -10]
        );
    }
}
