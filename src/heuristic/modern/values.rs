//! Initial values of the modern family except the squares: opening, middlegame, endgame.
//!
//! In centipawns; those of attacks on a king are in units of danger. The layout describes each
//! block. Set by hand.

use super::layout::PhaseValues;

/// Pawn, knight, bishop, rook, queen.
#[rustfmt::skip]
pub(super) static PIECE: [PhaseValues; 5] = [
    [90, 90, 120], [385, 385, 375], [405, 405, 400], [560, 560, 650],
    [1180, 1180, 1230],
];
#[rustfmt::skip]
pub(super) static KNIGHT_MOBILITY: [PhaseValues; 9] = [
    [-55, -55, -65], [-35, -35, -45], [-12, -12, -22], [-4, -4, -10],
    [4, 4, 2], [10, 10, 10], [16, 16, 14], [22, 22, 16],
    [28, 28, 16],
];
#[rustfmt::skip]
pub(super) static BISHOP_MOBILITY: [PhaseValues; 14] = [
    [-40, -40, -55], [-20, -20, -38], [-2, -2, -16], [6, 6, -6],
    [13, 13, 4], [18, 18, 13], [22, 22, 20], [25, 25, 25],
    [27, 27, 29], [29, 29, 30], [33, 33, 30], [40, 40, 28],
    [46, 46, 30], [52, 52, 26],
];
#[rustfmt::skip]
pub(super) static ROOK_MOBILITY: [PhaseValues; 15] = [
    [-45, -45, -65], [-22, -22, -38], [-12, -12, -18], [-8, -8, -6],
    [-5, -5, 4], [-2, -2, 14], [0, 0, 22], [4, 4, 29],
    [8, 8, 35], [12, 12, 41], [15, 15, 47], [18, 18, 52],
    [20, 20, 56], [22, 22, 58], [24, 24, 58],
];
#[rustfmt::skip]
pub(super) static QUEEN_MOBILITY: [PhaseValues; 28] = [
    [-30, -30, -70], [-16, -16, -42], [-10, -10, -30], [-6, -6, -22],
    [-2, -2, -14], [1, 1, -7], [4, 4, -1], [7, 7, 4],
    [10, 10, 9], [12, 12, 14], [14, 14, 19], [16, 16, 23],
    [18, 18, 27], [20, 20, 31], [22, 22, 35], [24, 24, 38],
    [26, 26, 42], [28, 28, 45], [29, 29, 49], [31, 31, 52],
    [33, 33, 55], [34, 34, 58], [36, 36, 61], [37, 37, 64],
    [39, 39, 67], [40, 40, 70], [41, 41, 73], [43, 43, 75],
];
pub(super) static DOUBLED: [PhaseValues; 1] = [[-5, -8, -22]];
pub(super) static ISOLATED: [PhaseValues; 2] = [[-4, -5, -8], [-12, -13, -16]];
pub(super) static BACKWARD: [PhaseValues; 2] = [[-4, -5, -8], [-14, -15, -18]];
pub(super) static UNOPPOSED_FILE: [PhaseValues; 1] = [[2, 2, 3]];
pub(super) static CHAIN_LINK: [PhaseValues; 1] = [[2, 2, 2]];
#[rustfmt::skip]
pub(super) static PHALANX: [PhaseValues; 6] = [
    [2, 2, 0], [6, 6, 4], [10, 10, 10], [22, 22, 26],
    [48, 48, 60], [80, 80, 90],
];
#[rustfmt::skip]
pub(super) static SUPPORTED: [PhaseValues; 5] = [
    [10, 10, 6], [10, 10, 6], [16, 16, 12], [30, 30, 30],
    [60, 60, 60],
];
#[rustfmt::skip]
pub(super) static CANDIDATE: [PhaseValues; 5] = [
    [0, 0, 2], [2, 2, 6], [6, 6, 14], [16, 16, 32],
    [30, 30, 60],
];
#[rustfmt::skip]
pub(super) static PASSED: [PhaseValues; 6] = [
    [0, 0, 8], [0, 0, 12], [2, 2, 12], [14, 14, 25],
    [36, 36, 50], [85, 85, 90],
];
pub(super) static PASSED_OWN_KING: [PhaseValues; 4] =
    [[0, 0, -3], [0, 0, -6], [0, 0, -9], [0, 0, -11]];
pub(super) static PASSED_ENEMY_KING: [PhaseValues; 4] =
    [[0, 0, 5], [0, 0, 10], [1, 1, 15], [2, 2, 18]];
#[rustfmt::skip]
pub(super) static PASSED_BLOCKED: [PhaseValues; 4] = [
    [-2, -2, -5], [-6, -6, -14], [-12, -12, -30], [-20, -20, -60],
];
pub(super) static PASSED_SAFE_STEP: [PhaseValues; 4] =
    [[2, 2, 5], [4, 4, 12], [8, 8, 24], [14, 14, 45]];
#[rustfmt::skip]
pub(super) static PASSED_FREE_PATH: [PhaseValues; 4] = [
    [0, 0, 4], [4, 4, 15], [10, 10, 35], [20, 20, 70],
];
#[rustfmt::skip]
pub(super) static PASSED_DEFENDED_STEP: [PhaseValues; 4] = [
    [2, 2, 4], [5, 5, 8], [10, 10, 14], [18, 18, 25],
];
pub(super) static PASSED_CONNECTED: [PhaseValues; 1] = [[4, 4, 10]];
pub(super) static ROOK_BEHIND_PASSED: [PhaseValues; 1] = [[6, 6, 14]];
pub(super) static ENEMY_ROOK_BEHIND_PASSED: [PhaseValues; 1] = [[-4, -4, -14]];
pub(super) static UNSTOPPABLE: [PhaseValues; 1] = [[0, 0, 350]];
pub(super) static KNIGHT_PAWNS: [PhaseValues; 1] = [[4, 4, 6]];
pub(super) static ROOK_PAWNS: [PhaseValues; 1] = [[-4, -4, -8]];
pub(super) static MAJOR_REDUNDANCY: [PhaseValues; 1] = [[-8, -8, -12]];
pub(super) static BISHOP_PAIR: [PhaseValues; 1] = [[28, 30, 60]];
pub(super) static BISHOP_PAWNS: [PhaseValues; 1] = [[-2, -2, -5]];
pub(super) static LONG_DIAGONAL: [PhaseValues; 1] = [[15, 18, 8]];
pub(super) static MINOR_BEHIND_PAWN: [PhaseValues; 1] = [[6, 8, 3]];
pub(super) static KNIGHT_KING_DISTANCE: [PhaseValues; 1] = [[-3, -4, -3]];
pub(super) static BISHOP_KING_DISTANCE: [PhaseValues; 1] = [[-3, -3, -1]];
pub(super) static KNIGHT_OUTPOST: [PhaseValues; 2] = [[8, 10, 6], [28, 30, 22]];
pub(super) static BISHOP_OUTPOST: [PhaseValues; 2] = [[6, 8, 4], [22, 24, 12]];
pub(super) static REACHABLE_OUTPOST: [PhaseValues; 1] = [[10, 10, 6]];
pub(super) static ROOK_OPEN_FILE: [PhaseValues; 1] = [[26, 30, 12]];
pub(super) static ROOK_HALF_OPEN_FILE: [PhaseValues; 1] = [[10, 13, 8]];
pub(super) static ROOK_UNOPPOSED_FILE: [PhaseValues; 1] = [[2, 4, 5]];
pub(super) static ROOK_SEVENTH: [PhaseValues; 1] = [[4, 6, 22]];
pub(super) static ROOKS_DOUBLED: [PhaseValues; 1] = [[6, 8, 6]];
pub(super) static ROOKS_CONNECTED: [PhaseValues; 1] = [[3, 3, 2]];
pub(super) static ROOK_TRAPPED: [PhaseValues; 1] = [[-35, -35, -12]];
#[rustfmt::skip]
pub(super) static SHELTER: [PhaseValues; 28] = [
    [-14, -14, 0], [26, 26, 0], [22, 22, 0], [8, 8, 0], [4, 4, 0], [2, 2, 0], [0, 0, 0],
    [-28, -28, 0], [36, 36, 0], [20, 20, 0], [-8, -8, 0], [-10, -10, 0], [-8, -8, 0], [-4, -4, 0],
    [-16, -16, 0], [30, 30, 0], [8, 8, 0], [-2, -2, 0], [4, 4, 0], [0, 0, 0], [-4, -4, 0],
    [-20, -20, 0], [16, 16, 0], [6, 6, 0], [-14, -14, 0], [-12, -12, 0], [-10, -10, 0], [-20, -20, 0],
];
#[rustfmt::skip]
pub(super) static STORM: [PhaseValues; 28] = [
    [0, 0, 0], [-10, -10, 0], [-45, -45, 0], [-28, -28, 0], [-12, -12, 0], [-6, -6, 0], [-3, -3, 0],
    [0, 0, 0], [-8, -8, 0], [-50, -50, 0], [-30, -30, 0], [-12, -12, 0], [-6, -6, 0], [-4, -4, 0],
    [0, 0, 0], [-10, -10, 0], [-45, -45, 0], [-28, -28, 0], [-14, -14, 0], [-8, -8, 0], [-4, -4, 0],
    [0, 0, 0], [-8, -8, 0], [-40, -40, 0], [-20, -20, 0], [-10, -10, 0], [-6, -6, 0], [-4, -4, 0],
];
#[rustfmt::skip]
pub(super) static BLOCKED_STORM: [PhaseValues; 6] = [
    [0, 0, -2], [-30, -30, -24], [-5, -5, -8], [0, 0, -4],
    [2, 2, -2], [2, 2, 0],
];
pub(super) static KING_PAWN_DISTANCE: [PhaseValues; 1] = [[0, 0, -8]];
#[rustfmt::skip]
pub(super) static ATTACKERS: [PhaseValues; 6] = [
    [0, 0, 0], [5, 5, 0], [40, 40, 8], [75, 75, 10],
    [100, 100, 12], [120, 120, 14],
];
pub(super) static ATTACKER: [PhaseValues; 4] =
    [[40, 40, 20], [22, 22, 15], [35, 35, 10], [25, 25, 5]];
pub(super) static RING_ATTACK: [PhaseValues; 1] = [[30, 30, 0]];
pub(super) static RING_WEAK: [PhaseValues; 1] = [[35, 35, 10]];
pub(super) static SAFE_CHECK: [PhaseValues; 4] =
    [[95, 95, 40], [55, 55, 20], [95, 95, 40], [80, 80, 50]];
pub(super) static UNSAFE_CHECK: [PhaseValues; 1] = [[12, 12, 3]];
pub(super) static FLANK_ATTACK: [PhaseValues; 1] = [[4, 4, 0]];
pub(super) static FLANK_DEFENCE: [PhaseValues; 1] = [[-5, -5, 0]];
pub(super) static NO_QUEEN: [PhaseValues; 1] = [[-230, -230, -60]];
pub(super) static KNIGHT_DEFENDER: [PhaseValues; 1] = [[-30, -30, 0]];
pub(super) static OPEN_KING_FILE: [PhaseValues; 1] = [[20, 20, 0]];
pub(super) static OPPOSITE_STORM: [PhaseValues; 1] = [[12, 12, 0]];
pub(super) static PINNED_DEFENDER: [PhaseValues; 1] = [[25, 25, 5]];
pub(super) static DANGER_BASE: [PhaseValues; 1] = [[-60, -60, -20]];
#[rustfmt::skip]
pub(super) static PAWN_THREAT: [PhaseValues; 4] = [
    [55, 55, 35], [55, 55, 45], [70, 70, 40], [65, 65, 40],
];
#[rustfmt::skip]
pub(super) static MINOR_THREAT: [PhaseValues; 5] = [
    [5, 5, 20], [35, 35, 30], [38, 38, 35], [60, 60, 40],
    [55, 55, 45],
];
pub(super) static ROOK_THREAT: [PhaseValues; 4] =
    [[2, 2, 22], [30, 30, 30], [30, 30, 35], [50, 50, 35]];
pub(super) static KING_THREAT: [PhaseValues; 1] = [[12, 12, 45]];
pub(super) static HANGING: [PhaseValues; 1] = [[40, 40, 25]];
pub(super) static PUSH_THREAT: [PhaseValues; 1] = [[18, 18, 16]];
pub(super) static QUEEN_KNIGHT_THREAT: [PhaseValues; 1] = [[12, 12, 8]];
pub(super) static QUEEN_SLIDER_THREAT: [PhaseValues; 1] = [[35, 35, 14]];
pub(super) static RESTRICTED: [PhaseValues; 1] = [[4, 4, 4]];
pub(super) static SPACE: [PhaseValues; 1] = [[3, 3, 0]];
pub(super) static CONTROL: [PhaseValues; 1] = [[1, 1, 1]];
pub(super) static UNDEVELOPED: [PhaseValues; 1] = [[-14, -5, 0]];
pub(super) static CASTLED: [PhaseValues; 1] = [[18, 8, 0]];
pub(super) static CASTLING_RIGHT: [PhaseValues; 1] = [[8, 6, 0]];
pub(super) static CASTLING_LOST: [PhaseValues; 1] = [[-22, -12, 0]];
pub(super) static EARLY_QUEEN: [PhaseValues; 1] = [[-5, -1, 0]];
pub(super) static BLOCKED_CENTRE: [PhaseValues; 1] = [[-18, -12, 0]];
pub(super) static TEMPO: [PhaseValues; 1] = [[22, 22, 20]];
pub(super) static CHECK: [PhaseValues; 1] = [[10, 12, 10]];
pub(super) static BARE_KING_EDGE: [PhaseValues; 1] = [[0, 0, 12]];
pub(super) static BARE_KING_NEAR: [PhaseValues; 1] = [[0, 0, 8]];
pub(super) static BARE_KING_CORNER: [PhaseValues; 1] = [[0, 0, 20]];
pub(super) static WINNABLE: [PhaseValues; 4] = [[0, 0, 6], [0, 0, 20], [0, 0, 40], [0, 0, -85]];
