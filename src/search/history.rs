//! Killers, counter-moves and histories: which moves caused cut-offs earlier in the search.
//!
//! A history holds a small number for each kind of move. A bonus raises it and a malus lowers it, by less the
//! nearer it already is to its limit ("gravity"), so that old results fade as new ones arrive.
//!
//! A history whose technique is off learns nothing and stays at zero in move ordering, reductions and pruning.

use shakmaty::{Bitboard, Color, Move, Role};

use super::quiet_context::{PIECE_TO_PAIRS, PieceTo, QuietContext};
use super::search_constant::SearchConstant;
use super::table::PackedMove;
use super::techniques::{Technique, Techniques};
use crate::units::Ply;

/// The limit of a history's number, up and down.
pub(super) const HISTORY_LIMIT: i32 = 1 << 14;

/// The largest bonus of one cut-off.
pub(super) static LARGEST_BONUS: SearchConstant =
    SearchConstant::new("LargestBonus", 1600, 600, 4000);

/// The bonus of a cut-off for each ply of depth.
pub(super) static BONUS: SearchConstant = SearchConstant::new("Bonus", 220, 50, 400);

/// Number of pairs of from-square and to-square.
const PATHS: usize = 64 * 64;

/// The history row after a null move or at the root: all zero.
const NOTHING: [i16; PIECE_TO_PAIRS] = [0; PIECE_TO_PAIRS];

/// The history tables that score the quiet moves of one node.
#[derive(Clone, Copy, Debug)]
pub(super) struct QuietScores<'a> {
    /// By from-square and to-square, and which of them the other side attacks.
    butterfly: &'a [i16; 4 * PATHS],
    /// By piece and to-square, after the moves one, two and four plies earlier.
    rows: [&'a [i16; PIECE_TO_PAIRS]; 3],
    /// The squares that the other side attacks.
    attacked: Bitboard,
}

impl QuietScores<'_> {
    /// Returns a quiet move's history score: the sum of the tables, each between ±16,384; the last counts half.
    #[expect(
        clippy::inline_always,
        reason = "asked for every quiet move of a node, where a call costs as much as the answer"
    )]
    #[inline(always)]
    pub(super) fn say(&self, m: PackedMove, piece_to: PieceTo) -> i32 {
        let [last, before, earlier] = self.rows.map(|row| i32::from(row[piece_to.place()]));
        i32::from(self.butterfly[attacks_and_path(m, self.attacked)]) + last + before + earlier / 2
    }
}

/// One thread's killers, counter-moves and histories; cleared between games.
#[derive(Clone, Debug)]
pub(super) struct History {
    /// The techniques in use; a table whose technique is off learns nothing.
    techniques: Techniques,
    killers: Vec<[PackedMove; 2]>,
    /// The counter-move, by the opponent's last move.
    counters: Vec<PackedMove>,
    /// By side, which of from-square and to-square are attacked, and these two.
    butterfly: Vec<i16>,
    /// By side, piece and to-square, and captured piece type.
    captures: Vec<i16>,
    /// By side, earlier move and move (each as piece and to-square). One table serves the moves one, two and four
    /// plies earlier.
    continuations: Vec<i16>,
    /// Marks the rows of `continuations` that have learned something. A short game touches few rows, and only
    /// those are cleared.
    touched: Vec<bool>,
}

impl History {
    pub(super) fn new(techniques: Techniques) -> Self {
        Self {
            techniques,
            killers: vec![[PackedMove::NONE; 2]; usize::from(Ply::MAX.0) + 2],
            counters: vec![PackedMove::NONE; 2 * PIECE_TO_PAIRS],
            butterfly: vec![0; 2 * 4 * PATHS],
            captures: vec![0; 2 * PIECE_TO_PAIRS * 6],
            continuations: vec![0; 2 * PIECE_TO_PAIRS * PIECE_TO_PAIRS],
            touched: vec![false; 2 * PIECE_TO_PAIRS],
        }
    }

    /// Clears everything, as before a new game.
    pub(super) fn clear(&mut self) {
        self.killers.fill([PackedMove::NONE; 2]);
        self.counters.fill(PackedMove::NONE);
        self.butterfly.fill(0);
        self.captures.fill(0);
        let rows = self.continuations.chunks_exact_mut(PIECE_TO_PAIRS);
        for (row, touched) in rows.zip(&mut self.touched) {
            if std::mem::take(touched) {
                row.fill(0);
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
    pub(super) fn counter(&self, turn: Color, past: QuietContext) -> PackedMove {
        past.last()
            .map_or(PackedMove::NONE, |last| self.counters[counter(turn, last)])
    }

    /// Returns the butterfly history of a quiet move (by from-square and to-square), between ±16,384.
    #[cfg(test)]
    pub(super) fn butterfly(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.butterfly[butterfly(turn, m, Bitboard::EMPTY)])
    }

    /// Returns the continuation history of a quiet move after the moves before it, each between ±16,384.
    #[cfg(test)]
    pub(super) fn continuation(&self, turn: Color, m: Move, past: QuietContext) -> i32 {
        let piece_to = PieceTo::of(m);
        past.moves()
            .map(|earlier| i32::from(self.continuations[continuation(turn, earlier, piece_to)]))
            .sum()
    }

    /// Returns the tables that score the quiet moves of a node, looked up once for all of them.
    #[inline]
    pub(super) fn of_quiets(&self, turn: Color, past: QuietContext) -> QuietScores<'_> {
        let (butterflies, _) = self.butterfly.as_chunks();
        let (continuations, _) = self.continuations.as_chunks();
        let row = |earlier: PieceTo| &continuations[row_after(turn, earlier)];
        QuietScores {
            butterfly: &butterflies[side(turn)],
            rows: past.earlier.map(|earlier| earlier.map_or(&NOTHING, row)),
            attacked: past.attacked,
        }
    }

    /// Returns the capture history of a capture, between ±16,384.
    #[inline]
    pub(super) fn capture(&self, turn: Color, m: Move) -> i32 {
        i32::from(self.captures[capture(turn, m)])
    }

    /// Learns that a quiet move caused a cut-off at `ply` after the quiet moves in `tried` had not.
    pub(super) fn reward_quiet(
        &mut self,
        turn: Color,
        m: Move,
        ply: usize,
        depth: i32,
        past: QuietContext,
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
        let bonus = bonus(depth);
        self.push_quiet(turn, m, past, bonus);
        for other in tried {
            self.push_quiet(turn, *other, past, -bonus);
        }
    }

    /// Learns that the capture `best` (`None`: a quiet move) caused a cut-off after the captures in `tried` had
    /// not.
    pub(super) fn reward_captures(
        &mut self,
        turn: Color,
        best: Option<Move>,
        depth: i32,
        tried: &[Move],
    ) {
        if !self.techniques.has(Technique::CaptureHistory) {
            return;
        }
        let bonus = bonus(depth);
        if let Some(m) = best {
            push(&mut self.captures[capture(turn, m)], bonus);
        }
        for other in tried {
            push(&mut self.captures[capture(turn, *other)], -bonus);
        }
    }

    fn push_quiet(&mut self, turn: Color, m: Move, past: QuietContext, bonus: i32) {
        if self.techniques.has(Technique::History) {
            push(
                &mut self.butterfly[butterfly(turn, m, past.attacked)],
                bonus,
            );
        }
        if !self.techniques.has(Technique::ContinuationHistory) {
            return;
        }
        let piece_to = PieceTo::of(m);
        for earlier in past.moves() {
            let place = continuation(turn, earlier, piece_to);
            self.touched[place / PIECE_TO_PAIRS] = true;
            push(&mut self.continuations[place], bonus);
        }
    }
}

/// Returns the bonus for a cut-off at `depth`: larger where more work was saved, up to a limit.
fn bonus(depth: i32) -> i32 {
    (BONUS.get() * depth - 60).min(LARGEST_BONUS.get())
}

fn push(slot: &mut i16, bonus: i32) {
    let value = i32::from(*slot);
    let next = value + bonus - value * bonus.abs() / HISTORY_LIMIT;
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
fn butterfly(turn: Color, m: Move, attacked: Bitboard) -> usize {
    side(turn) * 4 * PATHS + attacks_and_path(PackedMove::from(m), attacked)
}

/// Returns which of a move's two squares are attacked, and both squares, as one index.
#[inline]
fn attacks_and_path(m: PackedMove, attacked: Bitboard) -> usize {
    let path = m.path();
    let from = usize::from(attacked.0 >> (path & 63) & 1 == 1);
    let to = usize::from(attacked.0 >> (path >> 6) & 1 == 1);
    (from << 1 | to) * PATHS + path
}

#[inline]
fn counter(turn: Color, last: PieceTo) -> usize {
    side(turn) * PIECE_TO_PAIRS + last.place()
}

#[inline]
fn capture(turn: Color, m: Move) -> usize {
    // A promotion without a capture shares the index of capturing a pawn.
    let captured = m.capture().map_or(0, |role: Role| role as usize - 1);
    (side(turn) * PIECE_TO_PAIRS + PieceTo::of(m).place()) * 6 + captured
}

/// Returns the index of the row of continuations after an earlier move.
#[inline]
fn row_after(turn: Color, earlier: PieceTo) -> usize {
    side(turn) * PIECE_TO_PAIRS + earlier.place()
}

#[inline]
fn continuation(turn: Color, earlier: PieceTo, piece_to: PieceTo) -> usize {
    row_after(turn, earlier) * PIECE_TO_PAIRS + piece_to.place()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::Square;

    fn quiet(from: Square, to: Square) -> Move {
        Move::Normal {
            role: Role::Knight,
            from,
            capture: None,
            to,
            promotion: None,
        }
    }

    #[test]
    fn rewards_lift_the_best_and_lower_the_rest_within_the_limit() {
        let mut history = History::new(Techniques::PLAYING);
        let (good, bad) = (quiet(Square::G1, Square::F3), quiet(Square::B1, Square::A3));
        let past = QuietContext {
            earlier: [Some(PieceTo::of(quiet(Square::G8, Square::F6))), None, None],
            ..QuietContext::default()
        };
        for _ in 0..200 {
            history.reward_quiet(Color::White, good, 3, 12, past, &[bad]);
        }
        assert!(history.butterfly(Color::White, good) > HISTORY_LIMIT * 9 / 10);
        assert!(history.butterfly(Color::White, good) <= HISTORY_LIMIT);
        assert!(history.butterfly(Color::White, bad) < -HISTORY_LIMIT * 9 / 10);
        assert!(history.continuation(Color::White, good, past) > 0);
        assert_eq!(history.butterfly(Color::Black, good), 0);
        assert_eq!(history.killers(3)[0], PackedMove::from(good));
        assert_eq!(history.counter(Color::White, past), PackedMove::from(good));
        history.clear();
        assert_eq!(history.butterfly(Color::White, good), 0);
    }

    #[test]
    fn what_is_left_out_says_nothing_and_the_others_as_much_as_before() {
        let good = quiet(Square::G1, Square::F3);
        let taking = Move::Normal {
            role: Role::Queen,
            from: Square::D1,
            capture: Some(Role::Pawn),
            to: Square::D5,
            promotion: None,
        };
        let past = QuietContext {
            earlier: [Some(PieceTo::of(quiet(Square::G8, Square::F6))), None, None],
            ..QuietContext::default()
        };
        let said = |techniques| {
            let mut history = History::new(techniques);
            history.reward_quiet(Color::White, good, 3, 12, past, &[]);
            history.reward_captures(Color::White, Some(taking), 12, &[]);
            [
                history.killers(3)[0] != PackedMove::NONE,
                history.counter(Color::White, past) != PackedMove::NONE,
                history.butterfly(Color::White, good) != 0,
                history.continuation(Color::White, good, past) != 0,
                history.capture(Color::White, taking) != 0,
            ]
        };
        assert_eq!(said(Techniques::PLAYING), [true; 5]);
        let each = [
            Technique::Killers,
            Technique::CounterMoves,
            Technique::History,
            Technique::ContinuationHistory,
            Technique::CaptureHistory,
        ];
        for (place, technique) in each.into_iter().enumerate() {
            let mut expected = [true; 5];
            expected[place] = false;
            assert_eq!(
                said(Techniques::PLAYING.without(technique)),
                expected,
                "{technique}"
            );
        }
    }
}
