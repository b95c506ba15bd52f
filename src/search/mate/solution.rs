//! The solution of a mate problem: every first move, every answer, and how each is met.

use shakmaty::{Chess, Move, Position as _};

use super::mate_table::AttackMoves;
use super::{MateProver, OutOfNodes};

/// A move of the solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionMove {
    /// The move.
    pub m: Move,
    /// Number of the attacker's moves to mate: for a move of the attacker with this move, for an answer those
    /// after it.
    pub mate_in: u16,
    /// After a move of the attacker: every answer, the longest defence first. After an answer: the move that
    /// mates soonest, then its duals, whose continuations are left out.
    pub next: Vec<SolutionMove>,
}

/// The solution of a mate problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MateSolution {
    /// Length of the mate in moves.
    pub moves: u16,
    /// All first moves that mate in this length; a second one makes the problem cooked.
    pub keys: Vec<SolutionMove>,
    /// Number of answers that allow a shorter mate than the others do.
    pub short_mates: usize,
    /// Number of later positions with a dual, a second mating move of the attacker; `None` if the node limit
    /// left it open.
    pub duals: Option<usize>,
    /// True if lines were left out because there are too many.
    pub cut: bool,
}

/// How many more lines a solution may have, and the short mates counted.
struct SolutionBudget {
    lines: usize,
    short_mates: usize,
}

impl MateProver {
    /// Returns the solution of a problem whose shortest mate is in `moves` moves, with about `lines` lines at
    /// most.
    ///
    /// # Errors
    ///
    /// [`OutOfNodes`] if the node limit is reached before every answer has a line.
    pub fn solve(
        &mut self,
        position: &Chess,
        moves: u16,
        lines: usize,
        nodes: u64,
    ) -> Result<MateSolution, OutOfNodes> {
        self.allow(nodes);
        let mut budget = SolutionBudget {
            lines,
            short_mates: 0,
        };
        let mut keys = Vec::new();
        for m in position.legal_moves() {
            if self.keeps(position, m, moves, AttackMoves::All)? {
                let mut after = position.clone();
                after.play_unchecked(m);
                let next = self.answers(&after, moves - 1, &mut budget)?;
                keys.push(SolutionMove {
                    m,
                    mate_in: moves,
                    next,
                });
            }
        }
        let mut duals = 0;
        let complete = keys.iter_mut().try_for_each(|key| {
            let mut after = position.clone();
            after.play_unchecked(key.m);
            self.add_duals(&after, &mut key.next, &mut duals)
        });
        Ok(MateSolution {
            moves,
            keys,
            short_mates: budget.short_mates,
            duals: complete.is_ok().then_some(duals),
            cut: budget.lines == 0,
        })
    }

    /// Returns every answer in a position in which the defender is mated in `n` moves.
    fn answers(
        &mut self,
        position: &Chess,
        n: u16,
        budget: &mut SolutionBudget,
    ) -> Result<Vec<SolutionMove>, OutOfNodes> {
        let mut steps = Vec::new();
        for m in position.legal_moves() {
            let mut after = position.clone();
            after.play_unchecked(m);
            let (mate_in, continuation) = self.shortest(&after, n)?;
            steps.push((mate_in, m, after, continuation));
        }
        steps.sort_by_key(|(mate_in, ..)| std::cmp::Reverse(*mate_in));
        let longest = steps.first().map_or(0, |(mate_in, ..)| *mate_in);
        let mut answers = Vec::new();
        for (mate_in, m, after, continuation) in steps {
            if budget.lines == 0 {
                break;
            }
            budget.short_mates += usize::from(mate_in < longest);
            let mut behind = after;
            behind.play_unchecked(continuation);
            let next = if mate_in > 1 {
                self.answers(&behind, mate_in - 1, budget)?
            } else {
                budget.lines -= 1;
                Vec::new()
            };
            let continuation = SolutionMove {
                m: continuation,
                mate_in,
                next,
            };
            answers.push(SolutionMove {
                m,
                mate_in,
                next: vec![continuation],
            });
        }
        Ok(answers)
    }

    /// Returns the length of the shortest mate, which is at most `n` moves, and its first move.
    fn shortest(&mut self, position: &Chess, n: u16) -> Result<(u16, Move), OutOfNodes> {
        for mate_in in 1..=n {
            if let Some(m) = self.first_move(position, mate_in, AttackMoves::All)? {
                return Ok((mate_in, m));
            }
        }
        // Reached only if an entry was overwritten, or two positions share a key.
        Err(OutOfNodes)
    }

    /// Adds to each of the attacker's moves its duals.
    fn add_duals(
        &mut self,
        position: &Chess,
        answers: &mut [SolutionMove],
        duals: &mut usize,
    ) -> Result<(), OutOfNodes> {
        for answer in answers {
            let mut after = position.clone();
            after.play_unchecked(answer.m);
            let Some(main) = answer.next.first_mut() else {
                continue;
            };
            let (m, mate_in) = (main.m, main.mate_in);
            let mut behind = after.clone();
            behind.play_unchecked(m);
            self.add_duals(&behind, &mut main.next, duals)?;
            for other in after.legal_moves() {
                if other != m && self.keeps(&after, other, mate_in, AttackMoves::All)? {
                    answer.next.push(SolutionMove {
                        m: other,
                        mate_in,
                        next: Vec::new(),
                    });
                }
            }
            *duals += usize::from(answer.next.len() > 1);
        }
        Ok(())
    }
}
