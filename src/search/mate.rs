//! Mate problems: proves whether the side to move can force mate in a given number of moves.
//!
//! An exhaustive search of an AND/OR tree: one move of the attacker is enough, every answer of the defender must be
//! met. Mates by checks alone are looked for first, since they are cheap to find. Then every shorter mate is
//! refuted, so that the mate is known to be the shortest. The attacker's moves with the fewest answers are tried
//! first, and the defender's moves that refuted mates in sibling positions. As in problems, neither repetition nor
//! the fifty-move rule counts: no shortest mate repeats a position.

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

/// The longest mate that is looked for, in moves of the attacker.
pub const MOST_MOVES: u16 = 100;

/// How many nodes are entered between two looks at the clock.
const CLOCK_INTERVAL: u64 = 512;

/// What is known about a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateVerdict {
    /// The side to move forces mate.
    Mate {
        /// Length of the mate in moves of the attacker.
        moves: u16,
        /// A first move that forces it.
        key: Move,
        /// True if every shorter mate is refuted.
        shortest: bool,
    },
    /// The position has no mate in the number of moves asked for.
    NoMate,
    /// The node limit was reached first.
    Unknown {
        /// Number of moves in which a mate is refuted.
        refuted: u16,
    },
}

/// Returned when the node limit was reached before the answer was known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the node limit was reached first")]
pub struct OutOfNodes;

/// Proves whether the side to move can force mate in at most `moves` of its moves, within `nodes` positions
/// entered. A position where the game is over has no mate.
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

/// Solves mate problems, and keeps what it has proved from one problem to the next.
#[derive(Debug)]
pub struct MateProver {
    memory: MateTable,
    nodes: u64,
    limit: u64,
    /// Ends the search early; so does `deadline`.
    stop: CancelFlag,
    deadline: Option<Instant>,
    is_given_up: bool,
    /// The defender's last moves that refuted a mate, by the number of the attacker's moves that remain.
    refutations: Vec<[PackedMove; 2]>,
}

impl MateProver {
    /// Makes a prover with a table sized for this number of nodes, 64 MiB at most.
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

    /// Sets a stop flag and a deadline; either ends the search as if the node limit had been reached.
    #[must_use]
    pub fn until(self, stop: &CancelFlag, deadline: Option<Instant>) -> Self {
        Self {
            stop: stop.clone(),
            deadline,
            ..self
        }
    }

    /// Returns the positions entered so far, over all problems.
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Sets the node limit to `nodes` more than now.
    const fn allow(&mut self, nodes: u64) {
        self.limit = self.nodes.saturating_add(nodes);
    }

    /// Does the same as [`prove()`], with this prover's table.
    pub fn prove(&mut self, position: &Chess, moves: u16, nodes: u64) -> MateVerdict {
        let moves = moves.min(MOST_MOVES);
        // A quarter for checks alone: a mate found there bounds the length for the full search.
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

    /// Returns a move that forces mate in `n` moves or fewer.
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

    /// Returns true if the attacker's move `m` forces mate in `n` moves, itself included.
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

    /// Returns true if the side to move, the attacker, forces mate in `n` moves; one such move is enough.
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
        // The search below may have replaced or improved this entry.
        let known = self.memory.get(key).unwrap_or(known);
        self.memory.put(key, known.with_refutation(n, attack));
        Ok(false)
    }

    /// Returns true if the attacker mates in `n` moves after every reply of the defender; there is at least one
    /// reply.
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

/// Returns a move that mates at once.
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

/// Sorts the attacker's moves: the best known first, then by the number of replies, doubled for moves that do not
/// check.
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
