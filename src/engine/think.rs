//! Blocking searches: search and wait for the result.

use std::time::Duration;

use crossbeam_channel::RecvTimeoutError;

use super::player::Player;
use super::{Engine, EngineEvent, Purpose, SearchRequest, WithoutAnswer};
use crate::cancel::CancelFlag;
use crate::opponent::AnswerPolicy;
use crate::search::{SearchLimits, SearchReport};

/// How often a waiting search looks whether it is cancelled.
const CANCEL_POLL: Duration = Duration::from_millis(50);

impl Engine {
    /// Sets a flag that ends blocking searches when it is raised; they return the best move so far.
    pub fn set_cancel(&mut self, cancel: CancelFlag) {
        self.cancel = cancel;
    }

    /// Searches and waits for the result.
    pub fn think(&mut self, limits: &SearchLimits) -> SearchReport {
        self.think_and_explain(limits).0
    }

    /// Searches a move to suggest to the user, and waits for it.
    ///
    /// It is an analysis at full strength: the engine's answer to the user is none of the user's to their opponent.
    pub fn suggest(&mut self, limits: &SearchLimits) -> SearchReport {
        let policy = std::mem::replace(&mut self.selector.policy, AnswerPolicy::NEUTRAL);
        let task = SearchRequest {
            limits: limits.clone(),
            purpose: Purpose::Analysis,
            ..SearchRequest::default()
        };
        let (report, _) = self.search_and_wait(task);
        self.selector.policy = policy;
        report
    }

    /// Searches and waits for the result, and for the move without the answer to the opponent, if [that is
    /// on](Self::set_explains).
    pub fn think_and_explain(
        &mut self,
        limits: &SearchLimits,
    ) -> (SearchReport, Option<WithoutAnswer>) {
        self.search_and_wait(SearchRequest {
            limits: limits.clone(),
            ..SearchRequest::default()
        })
    }

    fn search_and_wait(&mut self, task: SearchRequest) -> (SearchReport, Option<WithoutAnswer>) {
        let (sender, results) = crossbeam_channel::bounded(1);
        let mut without = None;
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
        let report = loop {
            match results.recv_timeout(CANCEL_POLL) {
                Err(RecvTimeoutError::Timeout) if self.cancel.is_raised() => self.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                report => break report,
            }
        };
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
