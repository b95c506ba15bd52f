//! A cache of evaluators, one for each root context that occurred.

use shakmaty::{Chess, Color};

use crate::eval::{Evaluator, RootContext};
use crate::heuristic::Heuristic;

/// A cache of evaluators: compiling one takes longer than evaluating with it.
#[derive(Debug)]
pub(super) struct Evaluators<'a> {
    heuristic: &'a Heuristic,
    made: Vec<Evaluator>,
}

impl<'a> Evaluators<'a> {
    /// Creates an empty cache.
    pub(super) const fn new(heuristic: &'a Heuristic) -> Self {
        Self {
            heuristic,
            made: Vec::new(),
        }
    }

    /// Returns the evaluator for a position. The context is that of White as searching side, whoever moves: the
    /// weights of both sides are assumed equal.
    pub(super) fn of(&mut self, position: &Chess) -> &Evaluator {
        let context = RootContext {
            own: Color::White,
            ..RootContext::of(position)
        };
        let known = self.made.iter().position(|one| one.is_valid_for(context));
        let which = known.unwrap_or_else(|| {
            self.made.push(Evaluator::new(self.heuristic, context));
            self.made.len() - 1
        });
        &self.made[which]
    }
}
