//! A heuristic's evaluators, one for each outlook that was met.

use shakmaty::{Chess, Color};

use crate::eval::{Evaluator, RootContext};
use crate::heuristic::Heuristic;

/// Makes evaluators as they are needed: a heuristic takes longer to compile than to be asked.
#[derive(Debug)]
pub(super) struct Evaluators<'a> {
    heuristic: &'a Heuristic,
    made: Vec<Evaluator>,
}

impl<'a> Evaluators<'a> {
    /// None are made yet.
    pub(super) const fn new(heuristic: &'a Heuristic) -> Self {
        Self {
            heuristic,
            made: Vec::new(),
        }
    }

    /// The one for a position. Who searches does not matter: the weights of both sides are taken to be
    /// equal, and White is taken to search.
    pub(super) fn of(&mut self, position: &Chess) -> &Evaluator {
        let outlook = RootContext {
            own: Color::White,
            ..RootContext::of(position)
        };
        let known = self.made.iter().position(|one| one.is_valid_for(outlook));
        let which = known.unwrap_or_else(|| {
            self.made.push(Evaluator::new(self.heuristic, outlook));
            self.made.len() - 1
        });
        &self.made[which]
    }
}
