//! The handle of one search: when it may be answered, and how other threads stop it.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::clock::TimeBudget;
use crate::cancel::CancelFlag;
use crate::search::PonderClock;

/// When the result of a finished search may be reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AnswerTiming {
    /// As soon as the search is finished.
    #[default]
    Immediate,
    /// Not before the search is stopped (analysis).
    UntilStopped,
    /// Not before the search is stopped or the expected move is played (pondering).
    UntilPonderHit,
}

/// The handle by which other threads stop a search or release its result.
#[derive(Debug)]
pub(super) struct SearchHandle {
    pub(super) stop: CancelFlag,
    clock: PonderClock,
    pub(super) hold: AnswerTiming,
    state: Mutex<ReleaseState>,
    changed: Condvar,
}

/// Whether the result may be reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReleaseState {
    Held,
    Released,
}

impl SearchHandle {
    pub(super) fn new(hold: AnswerTiming) -> Arc<Self> {
        Arc::new(Self {
            stop: CancelFlag::new(),
            clock: PonderClock::new(),
            hold,
            state: Mutex::new(match hold {
                AnswerTiming::Immediate => ReleaseState::Released,
                AnswerTiming::UntilStopped | AnswerTiming::UntilPonderHit => ReleaseState::Held,
            }),
            changed: Condvar::new(),
        })
    }

    /// Returns the clock for the limits of the search, which a ponder hit starts.
    pub(super) fn ponder_clock(&self) -> Option<PonderClock> {
        (self.hold == AnswerTiming::UntilPonderHit).then(|| self.clock.clone())
    }

    /// Stops the search and releases its result.
    pub(super) fn stop(&self) {
        self.stop.stop();
        self.release();
    }

    /// Handles a ponder hit: the clock runs from now on.
    pub(super) fn hit(&self, budget: Option<TimeBudget>) {
        // A second hit, or one after `stop`, must not start another clock.
        if self.hold != AnswerTiming::UntilPonderHit || *self.lock() == ReleaseState::Released {
            return;
        }
        if let Some(TimeBudget { soft, hard }) = budget {
            self.clock.start(soft, hard);
        }
        self.release();
    }

    fn release(&self) {
        *self.lock() = ReleaseState::Released;
        self.changed.notify_all();
    }

    pub(super) fn wait_for_release(&self) {
        let guard = self.lock();
        drop(
            self.changed
                .wait_while(guard, |state| *state == ReleaseState::Held)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn lock(&self) -> MutexGuard<'_, ReleaseState> {
        // The state is one value, so a poisoned lock does no harm.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
