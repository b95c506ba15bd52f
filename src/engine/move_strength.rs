//! The strength that both sides' moves show in the games of one opponent.
//!
//! After each answer the search thread measures the new positions: all of them, or at most [`SOONEST`] if another
//! order or a decision waits, so that a move loses no time to it. The rest is measured after later answers, or at the
//! end of the game. So a client that replies within milliseconds may get a decision without the last moves.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shakmaty::{ByColor, Chess, Color, Move};

use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::model::StrengthModel;
use crate::opponent::{LossRecord, StrengthDifference, shipped_strength};
use crate::search::LossObserver;
use crate::store::{MemorySource, OpponentGame};
use crate::strength::{ESTIMATED_GAMES, LossCounts, PlayerEstimator, RatingPrior, StrengthScale};

/// Positions that are measured after an answer even if another order waits: one for each side. About a millisecond.
const SOONEST: usize = 2;

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

    /// Adds a finished game, in which the engine had `machine` and this limit of its strength.
    pub(super) fn remember(&self, game: &GameState, machine: Color, limit: Option<String>) {
        if let Some(losses) = self.losses_of(game) {
            let mut state = self.lock();
            state.add_opponent(losses.get(!machine));
            state.add_engine(limit, losses.get(machine));
        }
    }

    /// Measures the first `plies` plies of a game where that is not done; stops soon once `is_wanted` is true.
    pub(super) fn follow(&self, game: &GameState, plies: usize, is_wanted: impl Fn() -> bool) {
        let is_wanted = || is_wanted() || self.waiting.load(Ordering::Acquire) > 0;
        let mut state = self.lock();
        // A panic here must not end the search thread.
        let followed = catch_unwind(AssertUnwindSafe(|| {
            let followed = state.follow(game, plies, is_wanted);
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
        self.follow(game, game.ply(), || false);
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

    /// Returns `None` if nothing can be measured.
    fn follow(
        &mut self,
        game: &GameState,
        plies: usize,
        is_wanted: impl Fn() -> bool,
    ) -> Option<()> {
        if self.is_broken {
            return None;
        }
        let model = shipped_strength().ok()?;
        if self.estimator.is_none() {
            self.estimator = Some(PlayerEstimator::learn(model.counts(), self.scale));
        }
        self.known = None;
        if self.observer.is_none() || !self.goes_on(game) {
            let mut observer = self.observer.take().map_or_else(|| observer(model), Some)?;
            observer.begin(game.start(), 0);
            self.observer = Some(observer);
            self.start.clone_from(game.start());
            self.moves.clear();
        }
        let observer = self.observer.as_mut()?;
        let new = game.moves().iter().take(plies.min(LONGEST_GAME));
        for (place, chosen) in new.skip(self.moves.len()).enumerate() {
            if place >= SOONEST && is_wanted() {
                break;
            }
            observer.see(*chosen);
            self.moves.push(*chosen);
        }
        Some(())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Language, read_line};
    use crate::opponent::StrengthEvidence;

    fn game(line: &str) -> GameState {
        let mut game = GameState::new();
        for chosen in read_line(&Chess::default(), line, Language::English).expect("a line") {
            game.play(chosen);
        }
        game
    }

    const LINES: [&str; 3] = [
        "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5",
        "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5 Nxd5 Bxd8 Bb4+ Qd2 Bxd2+ Kxd2 Kxd8",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3 Be6",
    ];

    fn with(shown: Option<StrengthDifference>) -> StrengthDifference {
        let evidence = StrengthEvidence {
            from_moves: shown,
            ..StrengthEvidence::default()
        };
        evidence.difference()
    }

    #[test]
    fn the_order_of_games_does_not_matter_and_each_narrows_the_difference() {
        let games = LINES.map(game);
        let (now, side) = (GameState::new(), Color::White);
        let strength = MoveStrength::default();
        assert_eq!(
            with(strength.difference(&now, side)),
            StrengthDifference::UNKNOWN
        );
        let mut deviations = vec![StrengthDifference::UNKNOWN.deviation];
        for game in &games {
            strength.remember(game, side, None);
            deviations.push(with(strength.difference(&now, side)).deviation);
        }
        assert!(
            deviations.is_sorted_by(|one, next| one > next),
            "{deviations:?}"
        );
        let turned = MoveStrength::default();
        games
            .iter()
            .rev()
            .for_each(|game| turned.remember(game, side, None));
        assert_eq!(
            turned.difference(&now, side),
            strength.difference(&now, side)
        );
        strength.forget();
        assert_eq!(
            with(strength.difference(&now, side)),
            StrengthDifference::UNKNOWN
        );
    }

    #[test]
    fn the_engines_losses_count_at_the_limit_of_their_games_only() {
        let (played, now, side) = (game(LINES[0]), GameState::new(), Color::White);
        let limit = || Some("elo 1200".to_owned());
        let strength = MoveStrength::default();
        strength.remember(&played, side, limit());
        assert_eq!(strength.difference(&now, side), None);
        strength.set_limit(limit());
        let limited = strength.difference(&now, side);
        assert!(limited.is_some());
        let full = MoveStrength::default();
        full.remember(&played, side, None);
        assert_eq!(full.difference(&now, side), limited);
    }

    #[test]
    fn a_game_is_measured_alike_in_pieces_and_at_once() {
        let whole = game(LINES[1]);
        let (pieces, once) = (MoveStrength::default(), MoveStrength::default());
        // Another order always waits: two positions at a time.
        for plies in (2..=whole.ply()).step_by(2) {
            pieces.follow(&whole, plies, || true);
        }
        once.follow(&whole, whole.ply(), || false);
        let side = Color::Black;
        assert_eq!(
            pieces.difference(&whole, side),
            once.difference(&whole, side)
        );
        assert_eq!(pieces.losses_of(&whole), once.losses_of(&whole));
        // A game that was taken back is measured anew.
        let other = game(LINES[2]);
        assert_eq!(
            pieces.losses_of(&other),
            MoveStrength::default().losses_of(&other)
        );
        let mut long = GameState::new();
        for word in std::iter::repeat_n(["Nf3", "Nf6", "Ng1", "Ng8"], 160).flatten() {
            let chosen = crate::board::notation::read(long.position(), word, Language::English);
            long.play(chosen.expect("legal"));
        }
        assert_eq!(pieces.losses_of(&long), None);
    }
}
