//! What the engine believes and aims at: where its weights come from, what it makes of its
//! opponent, and the heuristic that follows.

use std::sync::{Arc, OnceLock};

use rand_chacha::ChaCha8Rng;
use shakmaty::Color;

use super::opponent_tracker::{OpponentTracker, StylePosteriors};
use super::tuning::Tuning;
use crate::adapt::{OBJECTIVE_CONTEMPT, ObjectiveChoice, ObjectiveSelector, StyleEstimate};
use crate::board::GameState;
use crate::eval::material_balance;
use crate::heuristic::{Heuristic, Levels, Schema};
use crate::model::{HeuristicSource, Objective, Pick, PickTarget};
use crate::phase::ByPhase;
use crate::rng;
use crate::style::Posterior;
use crate::units::Centipawns;

/// How the objective is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ObjectivePolicy {
    /// By the opponent's style and the material, as in the original.
    #[default]
    Adapt,
    /// It stays what somebody chose; in the middle there is none, and a draw is worth nought.
    Fixed(PickTarget),
}

/// What the engine aims at in a position, and what it makes of its opponent.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// The opponent's likeliest style now; nothing before the first move of his first game, or without
    /// a style table.
    pub opponent: Option<StyleEstimate>,
    /// The probability of each style, as far as the last.
    pub posterior: Option<Posterior>,
    /// The moves of the opponent that were seen in this game.
    pub moves_seen: usize,
    /// His earlier games that were seen.
    pub games_seen: u32,
    /// The objective in force with its reason; none while weights and draws are the same for all.
    pub choice: Option<ObjectiveChoice>,
}

/// Everything that decides which heuristic is played.
#[derive(Debug)]
pub(super) struct HeuristicSelector {
    weights: HeuristicSource,
    pub(super) policy: ObjectivePolicy,
    pub(super) tracker: OpponentTracker,
    /// How much less or more a draw is worth by the objective.
    pub(super) objective_contempt: Centipawns,
    seed: u64,
    /// From what choices among equal moves are drawn.
    seed_of_ties: u64,
    tuning: Tuning,
    /// How many games were begun: numbers the random draws.
    games: u64,
    /// The heuristic for each objective, and behind them the one for none, made once: a learned table takes
    /// a millisecond for it, and a fast game has no more for a move.
    made: [OnceLock<Arc<Heuristic>>; Objective::ALL.len() + 1],
}

impl HeuristicSelector {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            weights: HeuristicSource::fixed(Heuristic::initial()),
            policy: ObjectivePolicy::Adapt,
            tracker: OpponentTracker::default(),
            objective_contempt: OBJECTIVE_CONTEMPT,
            seed,
            seed_of_ties: seed,
            tuning: Tuning::default(),
            games: 0,
            made: Default::default(),
        }
    }

    /// Draws anew what is drawn for each game.
    pub(super) fn new_game(&mut self) {
        self.games += 1;
        self.made = Default::default();
    }

    /// How many games were begun.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// Takes other weights.
    pub(super) fn set_weights(&mut self, weights: HeuristicSource) {
        self.weights = weights;
        self.made = Default::default();
    }

    /// What the user changes on top of the weights.
    pub(super) const fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// What of those changes the family that plays knows nothing of.
    pub(super) fn idle_tuning(&self) -> Vec<String> {
        self.tuning
            .without_effect(self.weights.schema().unwrap_or_else(Schema::classic))
    }

    /// Takes other changes.
    pub(super) fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
        self.made = Default::default();
    }

    /// What choices are drawn from.
    pub(super) const fn seed(&self) -> u64 {
        self.seed
    }

    /// What choices among equal moves of the game at hand are drawn from.
    pub(super) fn seed_of_game(&self) -> u64 {
        use rand::RngExt as _;
        rng::stream(self.seed_of_ties, "moves of a game", self.games).random()
    }

    /// Draws choices among equal moves from another seed than all else.
    pub(super) const fn set_seed_of_ties(&mut self, seed: u64) {
        self.seed_of_ties = seed;
    }

    /// Takes another seed and draws anew.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.seed_of_ties = seed;
        self.made = Default::default();
    }

    /// What `machine` makes of the game so far, which the spectator has watched.
    pub(super) fn decide(&self, game: &GameState, machine: Color) -> Decision {
        let StylePosteriors {
            before,
            after,
            games,
        } = self.tracker.posteriors(!machine);
        let mut adapter = ObjectiveSelector::new(rng_seed(self.seed, self.games));
        for posterior in before.iter().chain(&after) {
            let style = posterior.most_likely();
            adapter.see(StyleEstimate {
                style,
                probability: posterior.of(style),
            });
        }
        let answer = match (&self.weights, self.policy) {
            (HeuristicSource::Table { .. }, ObjectivePolicy::Fixed(PickTarget::Middle)) => None,
            (HeuristicSource::Table { table, .. }, _)
                if self.objective_contempt == Centipawns::ZERO
                    && !table.distinguishes_objectives() =>
            {
                None
            }
            (
                HeuristicSource::Table { .. },
                ObjectivePolicy::Fixed(PickTarget::Objective(objective)),
            ) => Some(ObjectiveChoice::chosen(objective)),
            (HeuristicSource::Table { .. }, ObjectivePolicy::Adapt) => {
                Some(adapter.answer(game.phase(), lead(game, machine)))
            }
            _ => None,
        };
        Decision {
            opponent: adapter.seen(),
            posterior: after.last().copied().or(before),
            moves_seen: after.len(),
            games_seen: games,
            choice: answer,
        }
    }

    /// How much less a draw is worth by that counsel.
    pub(super) fn contempt(&self, counsel: &Decision) -> Centipawns {
        let answer = counsel.choice.as_ref();
        answer.map_or(Centipawns::ZERO, |answer| {
            answer.contempt(self.objective_contempt)
        })
    }

    /// The heuristic for that counsel.
    pub(super) fn heuristic(&self, counsel: &Decision) -> Arc<Heuristic> {
        let aim = aim(counsel);
        let place = match aim {
            PickTarget::Objective(objective) => objective as usize,
            PickTarget::Middle => Objective::ALL.len(),
        };
        let made = self.made[place].get_or_init(|| Arc::new(self.tuning.apply(self.untuned(aim))));
        Arc::clone(made)
    }

    fn untuned(&self, aim: PickTarget) -> Heuristic {
        match &self.weights {
            HeuristicSource::Table { table, .. } => table.pick(aim),
            HeuristicSource::Random(schema) => {
                let levels = draw(schema, self.seed, self.games);
                Heuristic::from_levels(schema, &levels)
            }
            other => other.initial(),
        }
    }

    /// The levels in force; none for a heuristic that was not picked by levels, or that a user has
    /// changed: it is no case to learn from.
    pub(super) fn levels(&self, counsel: &Decision) -> Option<ByPhase<Levels>> {
        self.picked(counsel)
            .filter(|_| self.tuning.leaves_evaluation())
    }

    fn picked(&self, counsel: &Decision) -> Option<ByPhase<Levels>> {
        match &self.weights {
            HeuristicSource::Fixed(_) | HeuristicSource::Designed(_) | HeuristicSource::Opposed => {
                None
            }
            HeuristicSource::Random(schema) => Some(draw(schema, self.seed, self.games)),
            HeuristicSource::Table { table, .. } => match table.card().pick {
                Pick::Level => Some(table.levels(aim(counsel).objective())),
                // Between the levels.
                Pick::Mean | Pick::Lean { .. } => None,
            },
        }
    }
}

/// What the counsel aims at.
fn aim(counsel: &Decision) -> PickTarget {
    let answer = counsel.choice.as_ref();
    answer.map_or(PickTarget::Middle, |answer| {
        PickTarget::Objective(answer.objective)
    })
}

fn rng_seed(seed: u64, game: u64) -> u64 {
    use rand::RngExt as _;
    rng::stream(seed, "adapter of a game", game).random()
}

fn draw(schema: &Schema, seed: u64, game: u64) -> ByPhase<Levels> {
    let mut draws: ChaCha8Rng = rng::stream(seed, "levels of a game", game);
    ByPhase::new_with(|_| Levels::random(schema, &mut draws))
}

/// Material of `side` less its opponent's, by the initial piece values.
fn lead(game: &GameState, side: Color) -> Centipawns {
    material_balance(game.position())
        .for_mover(side)
        .centipawns_or(0)
}
