//! The index of each feature of the modern family.
//!
//! A *feature* is something that is counted for one side of a position: an isolated pawn, a knight
//! with four squares to go to. Features are numbered in consecutive blocks. A feature has one
//! parameter for both sides, or, if it is a matter of style ("sided" below), one for the side that
//! searches and one for its opponent.

/// A feature's initial values in opening, middlegame and endgame, in centipawns, or in units of
/// danger for attacks on a king.
pub(super) type PhaseValues = [i32; 3];

/// Features that belong together, with consecutive numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FeatureBlock {
    /// The first of them.
    pub first: usize,
    /// How many there are.
    pub len: usize,
}

impl FeatureBlock {
    /// The block of `len` features right behind this one.
    const fn then(self, len: usize) -> Self {
        Self {
            first: self.first + self.len,
            len,
        }
    }

    /// The feature at `place` in the block.
    #[inline]
    pub(crate) const fn at(self, place: usize) -> usize {
        debug_assert!(place < self.len, "a feature of another block");
        self.first + place
    }
}

// Material and squares: kept up to date move by move.

/// By role, pawn to queen.
pub(crate) const PIECE: FeatureBlock = FeatureBlock { first: 0, len: 5 };
/// A pawn's squares from a2 to h7, from its own side's point of view.
pub(crate) const PAWN_SQUARE: FeatureBlock = PIECE.then(48);
/// By role, knight to king, and square from a1 to h8 from its own side's point of view.
pub(crate) const PIECE_SQUARE: FeatureBlock = PAWN_SQUARE.then(5 * 64);

// Mobility, by the number of squares; sided.

pub(crate) const KNIGHT_MOBILITY: FeatureBlock = PIECE_SQUARE.then(9);
pub(crate) const BISHOP_MOBILITY: FeatureBlock = KNIGHT_MOBILITY.then(14);
pub(crate) const ROOK_MOBILITY: FeatureBlock = BISHOP_MOBILITY.then(15);
pub(crate) const QUEEN_MOBILITY: FeatureBlock = ROOK_MOBILITY.then(28);

// Pawns.

/// A pawn with another of its side before it on its file.
pub(crate) const DOUBLED: FeatureBlock = QUEEN_MOBILITY.then(1);
/// A pawn without neighbours: opposed by an enemy pawn on its file, and not.
pub(crate) const ISOLATED: FeatureBlock = DOUBLED.then(2);
/// A pawn that no neighbour can support and whose next square an enemy pawn attacks: opposed, and
/// not.
pub(crate) const BACKWARD: FeatureBlock = ISOLATED.then(2);
/// A file with pawns of this side alone.
pub(crate) const UNOPPOSED_FILE: FeatureBlock = BACKWARD.then(1);
/// A pawn that supports another and is supported itself.
pub(crate) const CHAIN_LINK: FeatureBlock = UNOPPOSED_FILE.then(1);
/// A pawn with another right beside it, by rank from the second.
pub(crate) const PHALANX: FeatureBlock = CHAIN_LINK.then(6);
/// A pawn supported by a pawn, by rank from the third.
pub(crate) const SUPPORTED: FeatureBlock = PHALANX.then(5);
/// A pawn that can become passed by an exchange, by rank from the second.
pub(crate) const CANDIDATE: FeatureBlock = SUPPORTED.then(5);

// Passed pawns, by rank: the first from the second rank, the others from the fourth.

pub(crate) const PASSED: FeatureBlock = CANDIDATE.then(6);
/// For each king's step between the square before the pawn and its own king, at most five.
pub(crate) const PASSED_OWN_KING: FeatureBlock = PASSED.then(4);
/// The same for the enemy king.
pub(crate) const PASSED_ENEMY_KING: FeatureBlock = PASSED_OWN_KING.then(4);
/// An enemy piece stands before it.
pub(crate) const PASSED_BLOCKED: FeatureBlock = PASSED_ENEMY_KING.then(4);
/// The square before it is empty and not attacked.
pub(crate) const PASSED_SAFE_STEP: FeatureBlock = PASSED_BLOCKED.then(4);
/// Its whole path is empty and not attacked.
pub(crate) const PASSED_FREE_PATH: FeatureBlock = PASSED_SAFE_STEP.then(4);
/// Its own side defends the square before it.
pub(crate) const PASSED_DEFENDED_STEP: FeatureBlock = PASSED_FREE_PATH.then(4);
/// A passed pawn with another on a file beside it.
pub(crate) const PASSED_CONNECTED: FeatureBlock = PASSED_DEFENDED_STEP.then(1);
/// A rook of its own behind it, nothing between.
pub(crate) const ROOK_BEHIND_PASSED: FeatureBlock = PASSED_CONNECTED.then(1);
/// An enemy rook behind it, nothing between.
pub(crate) const ENEMY_ROOK_BEHIND_PASSED: FeatureBlock = ROOK_BEHIND_PASSED.then(1);
/// The enemy has no pieces, and the enemy king comes too late.
pub(crate) const UNSTOPPABLE: FeatureBlock = ENEMY_ROOK_BEHIND_PASSED.then(1);

// The values of pieces beside other pieces.

/// For each knight, the pawns of its side beyond five.
pub(crate) const KNIGHT_PAWNS: FeatureBlock = UNSTOPPABLE.then(1);
/// For each rook, the pawns of its side beyond five.
pub(crate) const ROOK_PAWNS: FeatureBlock = KNIGHT_PAWNS.then(1);
/// For each rook or queen beyond the first.
pub(crate) const MAJOR_REDUNDANCY: FeatureBlock = ROOK_PAWNS.then(1);

// Minor pieces.

pub(crate) const BISHOP_PAIR: FeatureBlock = MAJOR_REDUNDANCY.then(1);
/// For each pawn of its own on the bishop's colour.
pub(crate) const BISHOP_PAWNS: FeatureBlock = BISHOP_PAIR.then(1);
/// A bishop that sees both central squares of a long diagonal.
pub(crate) const LONG_DIAGONAL: FeatureBlock = BISHOP_PAWNS.then(1);
/// A knight or bishop right behind a pawn.
pub(crate) const MINOR_BEHIND_PAWN: FeatureBlock = LONG_DIAGONAL.then(1);
/// For each king's step between knight and king.
pub(crate) const KNIGHT_KING_DISTANCE: FeatureBlock = MINOR_BEHIND_PAWN.then(1);
/// For each king's step between bishop and king.
pub(crate) const BISHOP_KING_DISTANCE: FeatureBlock = KNIGHT_KING_DISTANCE.then(1);

// Outposts: without a pawn's support, and with it.

pub(crate) const KNIGHT_OUTPOST: FeatureBlock = BISHOP_KING_DISTANCE.then(2);
pub(crate) const BISHOP_OUTPOST: FeatureBlock = KNIGHT_OUTPOST.then(2);
/// A knight that can go to a supported outpost.
pub(crate) const REACHABLE_OUTPOST: FeatureBlock = BISHOP_OUTPOST.then(1);

// Rooks.

pub(crate) const ROOK_OPEN_FILE: FeatureBlock = REACHABLE_OUTPOST.then(1);
pub(crate) const ROOK_HALF_OPEN_FILE: FeatureBlock = ROOK_OPEN_FILE.then(1);
/// A rook behind pawns of its own on a file where the enemy has none.
pub(crate) const ROOK_UNOPPOSED_FILE: FeatureBlock = ROOK_HALF_OPEN_FILE.then(1);
pub(crate) const ROOK_SEVENTH: FeatureBlock = ROOK_UNOPPOSED_FILE.then(1);
/// Two rooks on one file, nothing between.
pub(crate) const ROOKS_DOUBLED: FeatureBlock = ROOK_SEVENTH.then(1);
/// Two rooks on one rank, nothing between.
pub(crate) const ROOKS_CONNECTED: FeatureBlock = ROOKS_DOUBLED.then(1);
/// A rook shut in by its own king.
pub(crate) const ROOK_TRAPPED: FeatureBlock = ROOKS_CONNECTED.then(1);

// Shelter; sided by whose king it is.

/// By the file's distance to the edge (four), then by the rank of the rearmost own pawn before the
/// king on that file (first: none, then second to seventh).
pub(crate) const SHELTER: FeatureBlock = ROOK_TRAPPED.then(4 * 7);
/// The same by the rank of the foremost enemy pawn, if no own pawn blocks it.
pub(crate) const STORM: FeatureBlock = SHELTER.then(4 * 7);
/// An enemy pawn that an own one blocks, by its rank from the second.
pub(crate) const BLOCKED_STORM: FeatureBlock = STORM.then(6);
/// For each king's step to the nearest pawn.
pub(crate) const KING_PAWN_DISTANCE: FeatureBlock = BLOCKED_STORM.then(1);

// Attack on the enemy king, in units of danger; sided by who attacks.

/// By the number of attacking pieces, 0 to 5.
pub(crate) const ATTACKERS: FeatureBlock = KING_PAWN_DISTANCE.then(6);
/// For each attacking knight, bishop, rook and queen.
pub(crate) const ATTACKER: FeatureBlock = ATTACKERS.then(4);
/// For each attack on a square beside the king.
pub(crate) const RING_ATTACK: FeatureBlock = ATTACKER.then(1);
/// For each attacked square of the king's zone that nobody, or only king or queen once, defends.
pub(crate) const RING_WEAK: FeatureBlock = RING_ATTACK.then(1);
/// By the checking knight, bishop, rook and queen.
pub(crate) const SAFE_CHECK: FeatureBlock = RING_WEAK.then(4);
/// For each square from which a knight, bishop or rook could give check and be taken.
pub(crate) const UNSAFE_CHECK: FeatureBlock = SAFE_CHECK.then(1);
/// For each attack, at most two a square, on the defending king's wing from the attacker's fourth rank on.
pub(crate) const FLANK_ATTACK: FeatureBlock = UNSAFE_CHECK.then(1);
/// For each of these squares that the defender attacks.
pub(crate) const FLANK_DEFENCE: FeatureBlock = FLANK_ATTACK.then(1);
/// The attacker has no queen.
pub(crate) const NO_QUEEN: FeatureBlock = FLANK_DEFENCE.then(1);
/// A knight of the defender beside the defending king.
pub(crate) const KNIGHT_DEFENDER: FeatureBlock = NO_QUEEN.then(1);
/// For each file at the king without a defender's pawn.
pub(crate) const OPEN_KING_FILE: FeatureBlock = KNIGHT_DEFENDER.then(1);
/// With kings on opposite wings, for each advanced pawn on the files at the king.
pub(crate) const OPPOSITE_STORM: FeatureBlock = OPEN_KING_FILE.then(1);
/// For each piece that alone stands between the king and an attacking slider.
pub(crate) const PINNED_DEFENDER: FeatureBlock = OPPOSITE_STORM.then(1);
/// Once for every attack.
pub(crate) const DANGER_BASE: FeatureBlock = PINNED_DEFENDER.then(1);

// Threats; sided by who threatens.

/// A safe pawn attacks a knight, bishop, rook, queen.
pub(crate) const PAWN_THREAT: FeatureBlock = DANGER_BASE.then(4);
/// A minor piece attacks a weak pawn, knight or bishop, or any rook or queen.
pub(crate) const MINOR_THREAT: FeatureBlock = PAWN_THREAT.then(5);
/// A rook attacks a weak pawn, knight, bishop, or any queen.
pub(crate) const ROOK_THREAT: FeatureBlock = MINOR_THREAT.then(4);
/// The king attacks a weak piece or pawn.
pub(crate) const KING_THREAT: FeatureBlock = ROOK_THREAT.then(1);
/// A weak piece or pawn that nobody defends, or a piece attacked twice.
pub(crate) const HANGING: FeatureBlock = KING_THREAT.then(1);
/// A pawn can safely advance to attack a piece.
pub(crate) const PUSH_THREAT: FeatureBlock = HANGING.then(1);
/// A knight can safely go where it attacks the queen.
pub(crate) const QUEEN_KNIGHT_THREAT: FeatureBlock = PUSH_THREAT.then(1);
/// A bishop or rook, supported, can safely go where it attacks the queen.
pub(crate) const QUEEN_SLIDER_THREAT: FeatureBlock = QUEEN_KNIGHT_THREAT.then(1);
/// A square that the enemy attacks but cannot safely use.
pub(crate) const RESTRICTED: FeatureBlock = QUEEN_SLIDER_THREAT.then(1);

// Space.

/// Safe squares on the centre files of ranks 2 to 4, those behind pawns twice, times the squared number of the side's
/// pieces and pawns.
pub(crate) const SPACE: FeatureBlock = RESTRICTED.then(1);
/// A square that this side attacks and the other does not.
pub(crate) const CONTROL: FeatureBlock = SPACE.then(1);

// Development.

/// A knight or bishop where it began.
pub(crate) const UNDEVELOPED: FeatureBlock = CONTROL.then(1);
/// The king is on the first rank of a wing, cannot castle any more, and no rook stands between it and the edge.
pub(crate) const CASTLED: FeatureBlock = UNDEVELOPED.then(1);
/// For each side to which castling is still allowed.
pub(crate) const CASTLING_RIGHT: FeatureBlock = CASTLED.then(1);
/// The king is in the centre and can no longer castle.
pub(crate) const CASTLING_LOST: FeatureBlock = CASTLING_RIGHT.then(1);
/// For each minor piece at home while the queen is out.
pub(crate) const EARLY_QUEEN: FeatureBlock = CASTLING_LOST.then(1);
/// A d- or e-pawn at home that a piece of its own blocks.
pub(crate) const BLOCKED_CENTRE: FeatureBlock = EARLY_QUEEN.then(1);

// The move, and check.

pub(crate) const TEMPO: FeatureBlock = BLOCKED_CENTRE.then(1);
pub(crate) const CHECK: FeatureBlock = TEMPO.then(1);

// Endings.

/// For each step of a bare enemy king from the centre.
pub(crate) const BARE_KING_EDGE: FeatureBlock = CHECK.then(1);
/// For each step that the kings are nearer than seven, against a bare king.
pub(crate) const BARE_KING_NEAR: FeatureBlock = BARE_KING_EDGE.then(1);
/// For each step of a bare king towards a corner of the bishop's colour, against bishop and knight.
pub(crate) const BARE_KING_CORNER: FeatureBlock = BARE_KING_NEAR.then(1);
/// Features that make an endgame winnable for the side that is ahead: pawns, pawns on both wings, only pawns, and a
/// constant.
pub(crate) const WINNABLE: FeatureBlock = BARE_KING_CORNER.then(4);

/// How many features there are.
pub(crate) const FEATURES: usize = WINNABLE.first + WINNABLE.len;
