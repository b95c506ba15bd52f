//! Mate problems: proves whether the side to move can force mate in a given number of moves.
//!
//! An exhaustive search of an AND/OR tree: one move of the attacker is enough, every answer of the
//! defender must be met. Mates by checks alone are looked for first, since they are cheap to find;
//! then every shorter mate is refuted, so that the mate is known to be the shortest. The attacker
//! tries what leaves the fewest answers, the defender what refuted a neighbour. As in problems,
//! neither repetition nor the fifty-move rule is counted: no shortest mate repeats a position.

mod mate_table;
mod solution;

use std::time::Instant;

use shakmaty::{Chess, Move, MoveList, Position as _};

use crate::board::checks::gives_check;
use crate::board::key::{key_after, key_of};

use super::table::PackedMove;
use crate::cancel::CancelFlag;
use mate_table::{AttackMoves, MateBounds, MateTable};

pub use solution::{MateSolution, SolutionMove};

/// No mate in more moves is looked for.
pub const MOST_MOVES: u16 = 100;

/// After so many nodes each the clock is looked at.
const CLOCK_INTERVAL: u64 = 512;

/// What is known about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// The side to move forces mate.
    Mate {
        /// Length of the mate in moves of the attacker.
        moves: u16,
        /// A first move that does.
        key: Move,
        /// Whether every shorter mate is refuted.
        shortest: bool,
    },
    /// The position has no mate in the number of moves asked for.
    NoMate,
    /// The nodes did not suffice.
    Unknown {
        /// Number of moves in which a mate is refuted.
        refuted: u16,
    },
}

/// The nodes did not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the nodes did not suffice")]
pub struct OutOfNodes;

/// Whether the side to move can force mate in at most `moves` of its own moves, by entering at most
/// `nodes` positions. A position where the game is over has no mate.
///
/// ```
/// use bayeschess::search::mate::{MateVerdict, prove};
/// let position = bayeschess::board::fen::read("1Q6/8/8/8/8/k2K4/8/8 w").unwrap();
/// assert_eq!(prove(&position, 1, 100_000), MateVerdict::NoMate);
/// assert!(matches!(prove(&position, 2, 100_000), MateVerdict::Mate { moves: 2, shortest: true, .. }));
/// ```
pub fn prove(position: &Chess, moves: u16, nodes: u64) -> MateVerdict {
    MateProver::for_nodes(nodes).prove(position, moves, nodes)
}

/// Solves problems, and remembers what it found out.
#[derive(Debug)]
pub struct MateProver {
    memory: MateTable,
    nodes: u64,
    limit: u64,
    /// Ends it early, and when it ends at the latest.
    stop: CancelFlag,
    deadline: Option<Instant>,
    is_given_up: bool,
    /// By the attacker's moves that remain, the last answers that refuted something.
    refutations: Vec<[PackedMove; 2]>,
}

impl MateProver {
    /// Makes a prover with memory for this number of nodes: 64 MiB at most.
    pub fn for_nodes(nodes: u64) -> Self {
        Self {
            memory: MateTable::for_nodes(nodes),
            nodes: 0,
            limit: 0,
            stop: CancelFlag::new(),
            deadline: None,
            is_given_up: false,
            refutations: vec![[PackedMove::NONE; 2]; usize::from(MOST_MOVES) + 1],
        }
    }

    /// Gives up when `stop` is raised, and at `deadline`, as if the nodes had not sufficed.
    #[must_use]
    pub fn until(self, stop: &CancelFlag, deadline: Option<Instant>) -> Self {
        Self {
            stop: stop.clone(),
            deadline,
            ..self
        }
    }

    /// Positions entered so far, over all problems.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Allows so many nodes from here on.
    const fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// As [`prove()`].
    pub fn prove(&mut self, position: &Chess, moves: u16, nodes: u64) -> MateVerdict {
        let moves = moves.min(MOST_MOVES);
        // A quarter for the quick way, which gives a bound for the thorough one.
        self.allow(nodes / 4);
        let quick =
            (1..=moves).find_map(
                |n| match self.first_move(position, n, AttackMoves::Checks) {
                    Ok(found) => found.map(|key| Ok((n, key))),
                    Err(OutOfNodes) => Some(Err(OutOfNodes)),
                },
            );
        let quick = quick.and_then(Result::ok);
        self.allow(nodes - nodes / 4);
        let below = quick.map_or(moves, |(n, _)| n - 1);
        for n in 1..=below {
            match self.first_move(position, n, AttackMoves::All) {
                Ok(Some(key)) => {
                    return MateVerdict::Mate {
                        moves: n,
                        key,
                        shortest: true,
                    };
                }
                Ok(None) => {}
                Err(OutOfNodes) => {
                    let unknown = MateVerdict::Unknown { refuted: n - 1 };
                    return quick.map_or(unknown, |(moves, key)| MateVerdict::Mate {
                        moves,
                        key,
                        shortest: false,
                    });
                }
            }
        }
        quick.map_or(MateVerdict::NoMate, |(moves, key)| MateVerdict::Mate {
            moves,
            key,
            shortest: true,
        })
    }

    /// A move that forces mate in `n` moves or fewer.
    fn first_move(
        &mut self,
        position: &Chess,
        n: u16,
        attack: AttackMoves,
    ) -> Result<Option<Move>, OutOfNodes> {
        let key = key_of(position);
        if !self.attack(position, key, n, attack)? {
            return Ok(None);
        }
        let best = self.memory.get(key).map(|known| known.best);
        let legal = position.legal_moves();
        let remembered = legal.iter().find(|m| Some(PackedMove::from(**m)) == best);
        if let Some(m) = remembered {
            return Ok(Some(*m));
        }
        for m in legal {
            if self.keeps(position, m, n, attack)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Whether the attacker's move `m` keeps a mate in `n` moves, itself included.
    fn keeps(
        &mut self,
        position: &Chess,
        m: Move,
        n: u16,
        attack: AttackMoves,
    ) -> Result<bool, OutOfNodes> {
        let mut after = position.clone();
        after.play_unchecked(m);
        let replies = after.legal_moves();
        if replies.is_empty() {
            return Ok(after.is_check());
        }
        if n <= 1 {
            return Ok(false);
        }
        let key = key_after(key_of(position), position, m, &after);
        self.defend(&after, key, replies, n - 1, attack)
    }

    fn enter(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(CLOCK_INTERVAL) && self.is_over() {
            self.is_given_up = true;
        }
        if self.nodes > self.limit || self.is_given_up {
            return Err(OutOfNodes);
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        let late = |deadline| Instant::now() >= deadline;
        self.stop.is_raised() || self.deadline.is_some_and(late)
    }

    /// Whether the side to move forces mate in `n` moves; one of its moves is enough.
    fn attack(
        &mut self,
        position: &Chess,
        key: u64,
        n: u16,
        attack: AttackMoves,
    ) -> Result<bool, OutOfNodes> {
        self.enter()?;
        if n <= 1 {
            return Ok(n == 1 && mates_at_once(position).is_some());
        }
        let known = self.memory.get(key).unwrap_or(MateBounds::NOTHING);
        if let Some(answer) = known.answer(n, attack) {
            return Ok(answer);
        }
        let candidates = match candidates(position, attack, known.best) {
            AttackCandidates::Mate(m) => {
                self.memory
                    .put(key, known.with_mate(1, PackedMove::from(m)));
                return Ok(true);
            }
            AttackCandidates::Moves(moves) => moves,
        };
        for (_, m) in candidates {
            let mut after = position.clone();
            after.play_unchecked(m);
            let key_after = key_after(key, position, m, &after);
            let replies = after.legal_moves();
            if self.defend(&after, key_after, replies, n - 1, attack)? {
                self.memory
                    .put(key, known.with_mate(n, PackedMove::from(m)));
                return Ok(true);
            }
        }
        // What lies below may have replaced or improved what was known above.
        let known = self.memory.get(key).unwrap_or(known);
        self.memory.put(key, known.with_refutation(n, attack));
        Ok(false)
    }

    /// Whether every answer is met by a mate in `n` moves; there is at least one.
    fn defend(
        &mut self,
        position: &Chess,
        key: u64,
        mut replies: MoveList,
        n: u16,
        attack: AttackMoves,
    ) -> Result<bool, OutOfNodes> {
        self.enter()?;
        let place = usize::from(n.min(MOST_MOVES));
        let known = self.refutations[place];
        replies.sort_by_cached_key(|m| {
            let packed = PackedMove::from(*m);
            let familiar = known.iter().position(|old| *old == packed);
            let gain = m.capture().map_or(0, |role| role as i32);
            (familiar.unwrap_or(known.len()), -gain)
        });
        for m in replies {
            let mut after = position.clone();
            after.play_unchecked(m);
            let key = if n > 1 {
                key_after(key, position, m, &after)
            } else {
                0
            };
            if !self.attack(&after, key, n, attack)? {
                let packed = PackedMove::from(m);
                if known[0] != packed {
                    self.refutations[place] = [packed, known[0]];
                }
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A move that mates on the spot.
fn mates_at_once(position: &Chess) -> Option<Move> {
    position
        .legal_moves()
        .into_iter()
        .find(|m| gives_check(position, *m) && is_mated(position, *m))
}

fn is_mated(position: &Chess, check: Move) -> bool {
    let mut after = position.clone();
    after.play_unchecked(check);
    after.legal_moves().is_empty()
}

/// The attacker's moves in the order in which they are tried, or a mate.
enum AttackCandidates {
    Mate(Move),
    Moves(Vec<(usize, Move)>),
}

/// Sorts by the number of answers: fewer are met sooner, and a check is worth half of them.
fn candidates(position: &Chess, attack: AttackMoves, best: PackedMove) -> AttackCandidates {
    let legal = position.legal_moves();
    let mut moves = Vec::with_capacity(legal.len());
    for m in legal {
        let check = gives_check(position, m);
        if attack == AttackMoves::Checks && !check {
            continue;
        }
        let mut after = position.clone();
        after.play_unchecked(m);
        let replies = after.legal_moves().len();
        if replies == 0 {
            if check {
                return AttackCandidates::Mate(m);
            }
            // Stalemate.
            continue;
        }
        let place = match (PackedMove::from(m) == best, check) {
            (true, _) => 0,
            (false, true) => replies,
            (false, false) => 2 * replies + 4,
        };
        moves.push((place, m));
    }
    moves.sort_by_key(|(place, _)| *place);
    AttackCandidates::Moves(moves)
}

#[cfg(test)]
mod tests;
