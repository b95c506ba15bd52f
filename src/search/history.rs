//! Killers, counter-moves and histories: which moves caused cut-offs earlier in the search.
//!
//! A history holds a small number for each kind of move. A bonus raises it and a malus lowers it, by less the
//! nearer it already is to its limit ("gravity"), so that old results fade as new ones arrive.
//!
//! A history whose technique is off learns nothing and stays at zero in move ordering, reductions and pruning.

mod quiet_scores;
#[cfg(test)]
mod tests;

use shakmaty::{Bitboard, Color, Move, Role};

pub(super) use quiet_scores::{PieceScores, QuietScores};

use quiet_scores::{FROM_SQUARE_ROWS, FromSquareRow, butterfly_place};

use super::boxed::boxed;
use super::plies::PLIES;
use super::quiet_context::{
    EARLIER_MOVES, EarlierMove, PIECE_TO_PAIRS, PieceTo, PlayedMove, QuietContext,
};
use super::search_constant::SearchConstant;
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};

/// The limit of butterfly history, up and down.
const BUTTERFLY_LIMIT: i32 = 7_183;

/// The limit of continuation history, up and down. It learns more slowly than the others, as its kinds of moves are
/// more alike.
const CONTINUATION_LIMIT: i32 = 29_952;

/// What continuation history holds of a move before it learns anything: that it is a little worse than others, so that
/// next to the horizon it is pruned. From Stockfish (2022).
const UNSEEN: i16 = -71;

/// The first iteration in which an unseen move counts as a little worse; before that too little was learned.
const SURE_ITERATION: i32 = 8;

/// The limit of capture history, up and down.
const CAPTURE_LIMIT: i32 = 10_692;

/// The largest bonus of one cut-off.
pub(super) static LARGEST_BONUS: SearchConstant =
    SearchConstant::new("LargestBonus", 1594, 600, 4000);

/// The bonus of a cut-off for each ply of depth.
pub(super) static BONUS: SearchConstant = SearchConstant::new("Bonus", 282, 50, 400);

/// By how much that bonus grows with each ply of depth.
const BONUS_GROWTH: i32 = 12;

/// Subtracted from a bonus, so that cut-offs at one ply change little.
const BONUS_BASE: i32 = 349;

/// Subtracted from a move's history score, since most moves have been of no use.
const USUAL_HISTORY: i32 = 4_433;

/// What the histories say of one move in one context.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveHistory {
    /// Its butterfly history, between ±7,183.
    pub(super) butterfly: i32,
    /// The sum of its histories after the moves one, two and four plies earlier, between about ±90,000.
    pub(super) continuations: i32,
}

impl MoveHistory {
    /// Returns both together, butterfly history twice.
    #[inline]
    pub(super) const fn sum(self) -> i32 {
        2 * self.butterfly + self.continuations
    }

    /// Returns the move's history score, by which it is reduced and by which its node is pruned.
    #[inline]
    pub(super) const fn score(self) -> i32 {
        self.sum() - USUAL_HISTORY
    }
}

/// One thread's killers, counter-moves and histories; cleared between games.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The techniques in use; a table whose technique is off learns nothing.
    techniques: Techniques,
    killers: Box<[[PackedMove; 2]; PLIES]>,
    /// The counter-move, by the opponent's last move.
    counters: Box<[PackedMove; 2 * PIECE_TO_PAIRS]>,
    /// By side and from-square, then by to-square; attacked squares apart.
    butterfly: [Box<[FromSquareRow; FROM_SQUARE_ROWS]>; 2],
    /// By side, piece and to-square, and captured piece type.
    captures: Box<[i16; 2 * PIECE_TO_PAIRS * 6]>,
    /// By side, earlier move, and piece and to-square. One table serves all earlier moves; the row of no move learns
    /// nothing.
    continuations: [Box<[i16; EARLIER_MOVES * PIECE_TO_PAIRS]>; 2],
    /// Marks the rows of `continuations` that have learned something. A short game touches few rows, and only
    /// those are cleared.
    touched: [Vec<bool>; 2],
    /// Added to what `continuations` holds: in the first iterations as much as makes an unseen move neutral.
    lift: i32,
}

impl History {
    pub(super) fn new(techniques: Techniques) -> Self {
        Self {
            techniques,
            killers: boxed([PackedMove::NONE; 2]),
            counters: boxed(PackedMove::NONE),
            butterfly: [(); 2].map(|()| boxed([0; _])),
            captures: boxed(0),
            continuations: [(); 2].map(|()| boxed(unseen(techniques))),
            touched: [(); 2].map(|()| vec![false; EARLIER_MOVES]),
            lift: -i32::from(unseen(techniques)),
        }
    }

    /// Sets how unseen moves count in the iteration of this depth.
    pub(super) fn begin_iteration(&mut self, depth: i32) {
        self.lift = if depth < SURE_ITERATION {
            -i32::from(unseen(self.techniques))
        } else {
            0
        };
    }

    /// Clears everything, as before a new game.
    pub(super) fn clear(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        self.counters.fill(PackedMove::NONE);
        for rows in &mut self.butterfly {
            rows.fill([0; _]);
        }
        self.captures.fill(0);
        let unseen = unseen(self.techniques);
        for (table, touched) in self.continuations.iter_mut().zip(&mut self.touched) {
            let rows = table.chunks_exact_mut(PIECE_TO_PAIRS).zip(touched);
            for (row, touched) in rows {
                if std::mem::take(touched) {
                    row.fill(unseen);
                }
            }
        }
    }

    /// Clears the killers before a new search; they belong to the old tree.
    pub(super) fn begin(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
    }

    #[inline]
    pub(super) fn killers(&self, ply: usize) -> [PackedMove; 2] {
        self.killers[ply]
    }

    /// Clears the killers at `ply`, if there are any so deep; they belong to another subtree.
    #[inline]
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [PackedMove::NONE; 2];
        }
    }

    /// Returns the quiet move of `turn` that last refuted the opponent's last move.
    #[inline]
    pub(super) fn counter(&self, turn: Color, past: &QuietContext) -> PackedMove {
        past.last()
            .map_or(PackedMove::NONE, |last| self.counters[counter(turn, last)])
    }

    /// Returns the butterfly history of a quiet move (by from-square and to-square).
    #[cfg(test)]
    pub(super) fn butterfly(&self, turn: Color, m: Move) -> i32 {
        let (row, column) = butterfly_place(PackedMove::from(m), Bitboard::EMPTY);
        i32::from(self.butterfly[side(turn)][row][column])
    }

    /// Returns the sum of the continuation histories of a quiet move after the moves before it.
    #[cfg(test)]
    pub(super) fn continuation(&self, turn: Color, m: Move, past: QuietContext) -> i32 {
        let piece_to = PieceTo::of(m);
        past.moves()
            .map(|earlier| self.after(turn, earlier, piece_to))
            .sum()
    }

    /// Returns the tables that score the quiet moves of a node, looked up once for all of them.
    #[inline]
    pub(super) fn of_quiets(&self, turn: Color, past: &QuietContext) -> QuietScores<'_> {
        let (continuations, _) = self.continuations[side(turn)].as_chunks();
        let row = |earlier: EarlierMove| &continuations[earlier.row()];
        let [one, two, four, six] = past.earlier;
        QuietScores {
            butterfly: &self.butterfly[side(turn)],
            rows: [row(one), row(two), row(four), row(six)],
            attacked: past.attacked.by_all,
        }
    }

    /// Returns what the histories say of one move of `turn`.
    #[inline]
    pub(super) fn of_move(
        &self,
        turn: Color,
        PlayedMove { m, piece_to, .. }: PlayedMove,
        past: &QuietContext,
    ) -> MoveHistory {
        let [last, before, fourth, _] = past.earlier;
        let (row, column) = butterfly_place(m, past.attacked.by_all);
        MoveHistory {
            butterfly: i32::from(self.butterfly[side(turn)][row][column]),
            continuations: self.after(turn, last, piece_to)
                + self.after(turn, before, piece_to)
                + self.after(turn, fourth, piece_to),
        }
    }

    /// Returns true if a quiet move's histories after the last two moves are both below zero.
    #[inline]
    pub(super) fn is_bad(&self, turn: Color, m: Move, past: &QuietContext) -> bool {
        let [last, before, ..] = past.earlier;
        let piece_to = PieceTo::of(m);
        self.after(turn, last, piece_to) < 0 && self.after(turn, before, piece_to) < 0
    }

    /// Returns the history of a piece and to-square after an earlier move.
    #[inline]
    fn after(&self, turn: Color, earlier: EarlierMove, piece_to: PieceTo) -> i32 {
        self.lift + i32::from(self.continuations[side(turn)][earlier.place(piece_to)])
    }

    /// Returns the capture history of a capture, between ±10,692.
    #[inline]
    pub(super) fn capture(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.captures[capture(turn, m)])
    }

    /// Learns that a quiet move was best at `ply`, and that the quiet moves in `tried` before it were not.
    ///
    /// `bonus` is what the move gains and the others lose.
    pub(super) fn reward_quiet(
        &mut self,
        turn: Color,
        m: Move,
        ply: usize,
        bonus: i32,
        past: &QuietContext,
        tried: &[Move],
    ) {
        let packed = PackedMove::from(m);
        let killers = &mut self.killers[ply];
        if killers[0] != packed && self.techniques.has(Technique::Killers) {
            *killers = [packed, killers[0]];
        }
        if let Some(last) = past.last()
            && self.techniques.has(Technique::CounterMoves)
        {
            self.counters[counter(turn, last)] = packed;
        }
        self.adjust_quiet(turn, m, past, bonus);
        for other in tried {
            self.adjust_quiet(turn, *other, past, -bonus);
        }
    }

    /// Learns that the capture `best` (`None`: a quiet move) was best, and that the captures in `tried` before it were
    /// not.
    pub(super) fn reward_captures(
        &mut self,
        turn: Color,
        best: Option<Move>,
        bonus: i32,
        tried: &[Move],
    ) {
        if !self.techniques.has(Technique::CaptureHistory) {
            return;
        }
        if let Some(m) = best {
            adjust(&mut self.captures[capture(turn, m)], bonus, CAPTURE_LIMIT);
        }
        for other in tried {
            let slot = &mut self.captures[capture(turn, *other)];
            adjust(slot, -bonus, CAPTURE_LIMIT);
        }
    }

    /// Adds to the butterfly and continuation histories of a quiet move.
    pub(super) fn adjust_quiet(&mut self, turn: Color, m: Move, past: &QuietContext, by: i32) {
        self.adjust_butterfly(turn, PackedMove::from(m), past.attacked.by_all, by);
        self.adjust_continuations(turn, PieceTo::of(m), past, by);
    }

    /// Adds to the butterfly history of a move of `turn`, whose opponent attacks the squares `attacked`.
    pub(super) fn adjust_butterfly(
        &mut self,
        turn: Color,
        m: PackedMove,
        attacked: Bitboard,
        by: i32,
    ) {
        if self.techniques.has(Technique::History) {
            let (row, column) = butterfly_place(m, attacked);
            let slot = &mut self.butterfly[side(turn)][row][column];
            adjust(slot, by, BUTTERFLY_LIMIT);
        }
    }

    /// Adds to the continuation histories of a move of `turn`.
    pub(super) fn adjust_continuations(
        &mut self,
        turn: Color,
        piece_to: PieceTo,
        past: &QuietContext,
        by: i32,
    ) {
        if !self.techniques.has(Technique::ContinuationHistory) {
            return;
        }
        let (table, touched) = (
            &mut self.continuations[side(turn)],
            &mut self.touched[side(turn)],
        );
        for earlier in past.moves() {
            touched[earlier.row()] = true;
            adjust(&mut table[earlier.place(piece_to)], by, CONTINUATION_LIMIT);
        }
    }
}

/// Returns what continuation history holds at first: nothing if its technique is off.
const fn unseen(techniques: Techniques) -> i16 {
    if techniques.has(Technique::ContinuationHistory) {
        UNSEEN
    } else {
        0
    }
}

/// Returns the bonus for a cut-off at `depth`: larger where more work was saved, up to a limit.
pub(super) fn bonus(depth: i32) -> i32 {
    ((BONUS_GROWTH * depth + BONUS.get()) * depth - BONUS_BASE).min(LARGEST_BONUS.get())
}

/// Adds to a history's number: by less the nearer it is to its limit.
#[inline]
fn adjust(slot: &mut i16, by: i32, limit: i32) {
    let by = by.clamp(-limit, limit);
    let value = i32::from(*slot);
    let next = value + by - value * by.abs() / limit;
    *slot = i16::try_from(next).unwrap_or(*slot);
}

#[inline]
const fn side(turn: Color) -> usize {
    match turn {
        Color::White => 0,
        Color::Black => 1,
    }
}

#[inline]
fn counter(turn: Color, last: PieceTo) -> usize {
    side(turn) * PIECE_TO_PAIRS + last.place()
}

#[inline]
fn capture(turn: Color, m: Move) -> usize {
    let captured = match m {
        Move::Normal { capture, .. } => capture,
        _ => m.capture(),
    };
    // A promotion without a capture shares the index of capturing a pawn.
    let captured = captured.map_or(0, |role: Role| role as usize - 1);
    (side(turn) * PIECE_TO_PAIRS + PieceTo::of(m).place()) * 6 + captured
}
