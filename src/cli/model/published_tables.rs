//! The probability tables printed in the original thesis, in percent: Fernández, *BayesChess*
//! (2005), §5.2.4, figures 5.5 to 5.8. Columns: attacking, defensive, mixed.

use bayeschess::style::classic::ClassicAttribute;

const FIRST_MOVE: [[f64; 3]; 12] = [
    [4.66, 5.92, 6.50],
    [17.92, 19.12, 9.07],
    [28.40, 25.97, 19.83],
    [0.04, 0.02, 0.00],
    [3.04, 4.08, 15.73],
    [0.37, 0.14, 0.00],
    [15.67, 5.70, 18.37],
    [3.41, 3.26, 14.24],
    [1.17, 7.88, 2.28],
    [0.00, 0.12, 0.75],
    [21.41, 21.14, 10.60],
    [3.91, 6.66, 2.62],
];

const CASTLING: [[f64; 3]; 2] = [[91.06, 93.51, 92.90], [8.94, 6.49, 7.10]];

const PIECES: [[f64; 3]; 5] = [
    [45.06, 47.70, 47.89],
    [35.96, 36.13, 35.32],
    [15.30, 13.46, 13.41],
    [3.38, 2.53, 3.06],
    [0.30, 0.19, 0.31],
];

const PAWNS: [[f64; 3]; 4] = [
    [54.98, 60.18, 59.68],
    [36.02, 32.59, 32.45],
    [8.17, 6.72, 7.47],
    [0.83, 0.50, 0.40],
];

/// The printed table of an attribute, and the number of its figure.
pub(super) const fn figure(attribute: ClassicAttribute) -> (&'static str, &'static [[f64; 3]]) {
    match attribute {
        ClassicAttribute::FirstMove => ("5.5", &FIRST_MOVE),
        ClassicAttribute::Castling => ("5.6", &CASTLING),
        ClassicAttribute::Pieces => ("5.7", &PIECES),
        ClassicAttribute::Pawns => ("5.8", &PAWNS),
    }
}
