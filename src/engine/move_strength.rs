//! The strength that both sides' moves show in the games of one opponent.
//!
//! After each answer the search thread measures the new positions. The rest is measured after later answers, or at the
//! end of the game:
//!
//! - In a game without a clock it measures at most [`SOONEST`] of them if another order or a decision waits.
//! - Under a clock it stops at once for these, and takes at most a [`SHARE`] of the engine's own time: two engines that
//!   share a core must not slow each other down.
//!
//! So a client that replies within milliseconds may get a decision without the last moves.

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shakmaty::{ByColor, Chess, Color, Move};

use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::model::StrengthModel;
use crate::opponent::{LossRecord, StrengthDifference, shipped_strength};
use crate::search::LossObserver;
use crate::store::{MemorySource, OpponentGame};
use crate::strength::{ESTIMATED_GAMES, LossCounts, PlayerEstimator, RatingPrior, StrengthScale};

/// Positions that are measured after an answer without a clock even if another order waits: one for each side. They
/// take about three milliseconds.
const SOONEST: usize = 2;

/// Under a clock, measuring takes one part in this many of the time that the searches for moves took.
const SHARE: u32 = 10;

/// How much may be measured after an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum MeasuringTime {
    /// As much as is wanted: the move had no clock.
    Free,
    /// A [`SHARE`] of the time of all moves under a clock; the last took this long.
    ShareOf(Duration),
}

/// The longest game that is measured, in plies.
const LONGEST_GAME: usize = 600;

/// Standard deviation that remains however many moves were seen, in Elo. It is an assumption: losses are measured
/// by the engine's own search, which makes its moves look better than an equal player's.
const DOUBT: f64 = 150.0;

/// Measures the games of one opponent; clones share what was measured.
#[derive(Clone, Debug, Default)]
pub(super) struct MoveStrength {
    state: Arc<Mutex<MoveStrengthState>>,
    /// Number of callers that wait for the state; a measurement under way then stops soon.
    waiting: Arc<AtomicUsize>,
}

#[derive(Debug, Default)]
struct MoveStrengthState {
    /// The observer; made at the first measurement.
    observer: Option<LossObserver>,
    estimator: Option<PlayerEstimator>,
    /// The scale that the estimator is for.
    scale: Option<StrengthScale>,
    /// True if nothing can be measured because of an internal error.
    is_broken: bool,
    start: Chess,
    /// The moves measured in the current game.
    moves: Vec<Move>,
    /// The time that measuring may take in games with a clock, and the time it took.
    time_allowed: Duration,
    time_taken: Duration,
    /// True if the last move had a clock.
    has_clock: bool,
    /// The opponent's rating, if the protocol gave it.
    stated: Option<u32>,
    /// The opponent's losses in earlier games.
    opponent: LossCounts,
    /// The engine's losses in earlier games, by the limit of its strength.
    engine: BTreeMap<Option<String>, LossCounts>,
    /// The present limit of the engine's strength; `None` is full strength.
    limit: Option<String>,
    /// The difference that follows; `None` if it must be computed anew.
    known: Option<KnownDifference>,
}

/// A difference in strength, with the inputs it was computed for.
#[derive(Clone, Copy, Debug)]
struct KnownDifference {
    machine: Color,
    /// True if the current game continues the one that was measured.
    goes_on: bool,
    difference: Option<StrengthDifference>,
}

impl MoveStrength {
    /// Sets the opponent's rating and rating scale, as far as they are known.
    pub(super) fn set_opponent(&self, stated: Option<u32>, scale: Option<StrengthScale>) {
        let mut state = self.lock();
        if (state.stated, state.scale) == (stated, scale) {
            return;
        }
        (state.stated, state.known) = (stated, None);
        if state.scale != scale {
            (state.scale, state.estimator) = (scale, None);
        }
    }

    /// Sets the limit of the engine's strength; of its losses in earlier games only those at this limit count.
    pub(super) fn set_limit(&self, limit: Option<String>) {
        let mut state = self.lock();
        if state.limit != limit {
            (state.limit, state.known) = (limit, None);
        }
    }

    /// Replaces the losses of earlier games by those of remembered games.
    pub(super) fn recall(&self, games: &[OpponentGame]) {
        let mut state = self.lock();
        state.forget_earlier();
        let Ok(model) = shipped_strength() else {
            return;
        };
        let measured =
            games
                .iter()
                .rev()
                .filter_map(|game| match LossRecord::of(game, model.card()) {
                    LossRecord::Usable(losses) => Some((game, losses)),
                    LossRecord::Missing | LossRecord::Foreign => None,
                });
        for (game, losses) in measured.take(ESTIMATED_GAMES) {
            let [opponent, engine] = losses.counts(game, model.borders());
            state.add_opponent(&opponent);
            if game.source == MemorySource::Played {
                state.add_engine(game.strength_limit.clone(), &engine);
            }
        }
    }

    /// Forgets earlier games.
    pub(super) fn forget(&self) {
        self.lock().forget_earlier();
    }

    /// Adds a finished game, in which the engine had `machine` and this limit of its strength. A game under a clock that
    /// was too fast to be measured within its [`SHARE`] does not count.
    pub(super) fn remember(&self, game: &GameState, machine: Color, limit: Option<String>) {
        let time = if self.lock().has_clock {
            MeasuringTime::ShareOf(Duration::ZERO)
        } else {
            MeasuringTime::Free
        };
        if let Some(losses) = self.losses_within(game, time) {
            let mut state = self.lock();
            state.add_opponent(losses.get(!machine));
            state.add_engine(limit, losses.get(machine));
        }
    }

    /// Learns what is needed to measure, so that the first move of a game need not wait for it.
    pub(super) fn prepare(&self) {
        let mut state = self.lock();
        // A panic here must not end the search thread.
        let prepared = catch_unwind(AssertUnwindSafe(|| state.prepare()));
        if !matches!(prepared, Ok(Some(()))) {
            state.is_broken = true;
        }
    }

    /// Measures the first `plies` plies of a game where that is not done; stops soon once `is_wanted` is true.
    pub(super) fn follow(
        &self,
        game: &GameState,
        plies: usize,
        time: MeasuringTime,
        is_wanted: impl Fn() -> bool,
    ) {
        let is_wanted = || is_wanted() || self.waiting.load(Ordering::Acquire) > 0;
        let mut state = self.lock();
        state.has_clock = time != MeasuringTime::Free;
        // A panic here must not end the search thread.
        let followed = catch_unwind(AssertUnwindSafe(|| {
            let followed = match time {
                MeasuringTime::Free => {
                    state.follow(game, plies, |done| done >= SOONEST && is_wanted())
                }
                MeasuringTime::ShareOf(span) => state.follow_in_share(game, plies, span, is_wanted),
            };
            if !is_wanted() {
                // Computed now, so that the next move need not wait for it.
                let _ = state.difference(game, game.turn());
            }
            followed
        }));
        if !matches!(followed, Ok(Some(()))) {
            state.is_broken = true;
        }
    }

    /// Returns the losses of both sides in a whole game, measuring what is left of it; `None` for very long games.
    pub(super) fn losses_of(&self, game: &GameState) -> Option<ByColor<LossCounts>> {
        self.losses_within(game, MeasuringTime::Free)
    }

    fn losses_within(&self, game: &GameState, time: MeasuringTime) -> Option<ByColor<LossCounts>> {
        self.follow(game, game.ply(), time, || false);
        let state = self.lock();
        let is_whole = !state.is_broken && game.moves() == state.moves;
        state
            .observer
            .as_ref()
            .filter(|_| is_whole)
            .map(LossObserver::finish)
    }

    /// Returns the posterior of the difference in strength after the moves, the engine's minus the opponent's; `None`
    /// while nothing is measured. What is not measured yet of `game` does not count.
    pub(super) fn difference(
        &self,
        game: &GameState,
        machine: Color,
    ) -> Option<StrengthDifference> {
        self.lock().difference(game, machine)
    }

    fn lock(&self) -> MutexGuard<'_, MoveStrengthState> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        // After a panic the state is marked as broken, so a poisoned lock does no harm.
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        state
    }
}

impl MoveStrengthState {
    fn difference(&mut self, game: &GameState, machine: Color) -> Option<StrengthDifference> {
        let goes_on = self.goes_on(game);
        let known = self
            .known
            .filter(|known| known.machine == machine && known.goes_on == goes_on);
        if let Some(known) = known {
            return known.difference;
        }
        let difference = self.compute_difference(goes_on, machine);
        self.known = Some(KnownDifference {
            machine,
            goes_on,
            difference,
        });
        difference
    }

    fn compute_difference(&self, goes_on: bool, machine: Color) -> Option<StrengthDifference> {
        let estimator = self.estimator.as_ref()?;
        let mut opponent = self.opponent.clone();
        let mut engine = self.engine.get(&self.limit).cloned().unwrap_or_default();
        if let Some(observer) = self.observer.as_ref().filter(|_| goes_on) {
            let now = observer.so_far();
            // The counts cannot overflow with the moves of a hundred games.
            let _ = opponent.merge(now.get(!machine));
            let _ = engine.merge(now.get(machine));
        }
        let stated = self.stated.map(RatingPrior::stated);
        // The estimate contains the difference and the remaining deviation; only the difference's share is
        // kept.
        let usual = StrengthDifference::UNKNOWN.deviation;
        let shown = estimator.difference(&engine, &opponent, stated, usual.hypot(DOUBT))?;
        let share = usual.powi(2) / (usual.powi(2) + DOUBT.powi(2));
        Some(StrengthDifference {
            mean: share * shown.mean,
            deviation: (share * shown.deviation).hypot((1.0 - share).sqrt() * usual),
        })
    }

    /// Returns true if `game` begins with the moves that were measured.
    fn goes_on(&self, game: &GameState) -> bool {
        *game.start() == self.start && game.moves().starts_with(&self.moves)
    }

    fn forget_earlier(&mut self) {
        self.opponent = LossCounts::default();
        self.engine.clear();
        self.known = None;
    }

    fn add_opponent(&mut self, losses: &LossCounts) {
        self.known = None;
        // The counts cannot overflow with the games of one opponent.
        let _ = self.opponent.merge(losses);
    }

    fn add_engine(&mut self, limit: Option<String>, losses: &LossCounts) {
        self.known = None;
        // The counts cannot overflow with the games of one opponent.
        let _ = self.engine.entry(limit).or_default().merge(losses);
    }

    /// Makes estimator and observer where they are missing; `None` if nothing can be measured.
    fn prepare(&mut self) -> Option<()> {
        if self.is_broken {
            return None;
        }
        let model = shipped_strength().ok()?;
        if self.estimator.is_none() {
            self.estimator = Some(PlayerEstimator::learn(model.counts(), self.scale));
        }
        if self.observer.is_none() {
            self.observer = Some(observer(model)?);
        }
        Some(())
    }

    /// Measures new moves until `is_enough`, which is told how many were measured; `None` if nothing can be measured.
    fn follow(
        &mut self,
        game: &GameState,
        plies: usize,
        is_enough: impl Fn(usize) -> bool,
    ) -> Option<()> {
        let is_new = self.observer.is_none() || !self.goes_on(game);
        self.prepare()?;
        self.known = None;
        let observer = self.observer.as_mut()?;
        if is_new {
            observer.begin(game.start(), 0);
            self.start.clone_from(game.start());
            self.moves.clear();
        }
        let new = game.moves().iter().take(plies.min(LONGEST_GAME));
        for (done, chosen) in new.skip(self.moves.len()).enumerate() {
            if is_enough(done) {
                break;
            }
            observer.see(*chosen);
            self.moves.push(*chosen);
        }
        Some(())
    }

    /// Does the same within the time allowed, after a move under a clock that took `span`.
    fn follow_in_share(
        &mut self,
        game: &GameState,
        plies: usize,
        span: Duration,
        is_wanted: impl Fn() -> bool,
    ) -> Option<()> {
        self.time_allowed = self.time_allowed.saturating_add(span / SHARE);
        let left = self.time_allowed.saturating_sub(self.time_taken);
        if is_wanted() {
            return (!self.is_broken).then_some(());
        }
        let begun = Instant::now();
        let followed = self.follow(game, plies, |_| begun.elapsed() >= left || is_wanted());
        self.time_taken = self.time_taken.saturating_add(begun.elapsed());
        followed
    }
}

fn observer(model: &StrengthModel) -> Option<LossObserver> {
    let heuristic = StrengthModel::heuristic().ok()?;
    Some(LossObserver::new(
        heuristic,
        model.borders().clone(),
        &CancelFlag::new(),
    ))
}
