//! Blocking searches: search and wait for the result.

use super::player::Player;
use super::{Engine, EngineEvent, SearchRequest, WithoutAnswer};
use crate::cancel::CancelFlag;
use crate::search::{SearchLimits, SearchReport};

impl Engine {
    /// Searches and waits for the result.
    pub fn think(&mut self, limits: &SearchLimits) -> SearchReport {
        self.think_and_explain(limits).0
    }

    /// Searches and waits for the result, and for the move without the answer to the opponent, if [that is
    /// on](Self::set_explains).
    pub fn think_and_explain(
        &mut self,
        limits: &SearchLimits,
    ) -> (SearchReport, Option<WithoutAnswer>) {
        let (sender, results) = crossbeam_channel::bounded(1);
        let mut without = None;
        let task = SearchRequest {
            limits: limits.clone(),
            ..SearchRequest::default()
        };
        self.go(
            task,
            Box::new(move |event| match event {
                EngineEvent::WithoutAnswer(found) => without = Some(found),
                EngineEvent::Done(report) => {
                    let _ = sender.send((report.clone(), without));
                }
                _ => {}
            }),
        );
        let report = results.recv();
        if self.moves.is_some() {
            // The measurement of the last move is then complete, however fast the user types.
            self.wait();
        }
        report.unwrap_or_else(|_| {
            // The worker thread is gone; search here, so that a legal move is returned.
            let report = Player::new(
                &self.selector.heuristic(&self.decision(self.game.turn())),
                &self.settings,
            )
            .choose(
                &self.game,
                &SearchLimits::depth(1),
                &CancelFlag::new(),
                &mut |_| {},
            );
            (report, None)
        })
    }
}
