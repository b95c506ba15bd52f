//! Selects the heuristic of a search: from the weights, the opponent's style and the user's changes.

use std::sync::{Arc, OnceLock};

use rand_chacha::ChaCha8Rng;
use shakmaty::Color;

use super::tuning::Tuning;
use crate::board::GameState;
use crate::eval::material_balance;
use crate::heuristic::{Heuristic, Levels, Schema};
use crate::model::{HeuristicSource, Objective, Pick, PickTarget};
use crate::opponent::{
    AnswerPolicy, AnswerTable, Decision, DecisionContext, OBJECTIVE_CONTEMPT, OpeningResults,
    OpponentTracker, ResultsByLimit, StrengthDifference, StrengthEvidence,
};
use crate::phase::ByPhase;
use crate::rng;
use crate::units::Centipawns;

/// The state from which the heuristic of a search is selected.
#[derive(Debug)]
pub(super) struct HeuristicSelector {
    weights: HeuristicSource,
    pub(super) policy: AnswerPolicy,
    pub(super) tracker: OpponentTracker,
    /// The engine's rating minus the opponent's, in Elo, if it is known.
    pub(super) rating_advantage: Option<i32>,
    /// Results against this opponent by the limit of the engine's strength.
    pub(super) results: ResultsByLimit,
    /// Results against this opponent by opening.
    pub(super) openings: OpeningResults,
    /// The answers from which the adaptive policy chooses.
    pub(super) answers: AnswerTable,
    /// The most contempt that the engine chooses by itself, in centipawns.
    pub(super) objective_contempt: Centipawns,
    /// The seed of all random choices.
    seed: u64,
    /// The changes that the user makes to the weights.
    tuning: Tuning,
    /// Number of games started; the number of the next random draw.
    games: u64,
    /// The heuristic for each objective, then the one for no objective. Cached, since making one from a table
    /// takes about a millisecond.
    made: [OnceLock<Arc<Heuristic>>; Objective::ALL.len() + 1],
}

impl HeuristicSelector {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            weights: HeuristicSource::fixed(Heuristic::initial()),
            policy: AnswerPolicy::Adapt,
            tracker: OpponentTracker::default(),
            rating_advantage: None,
            results: ResultsByLimit::default(),
            openings: OpeningResults::default(),
            answers: AnswerTable::shipped().clone(),
            objective_contempt: OBJECTIVE_CONTEMPT,
            seed,
            tuning: Tuning::default(),
            games: 0,
            made: Default::default(),
        }
    }

    /// Starts a new game: random levels are drawn again.
    pub(super) fn new_game(&mut self) {
        self.games += 1;
        self.made = Default::default();
    }

    /// Returns the number of games started.
    pub(super) const fn games(&self) -> u64 {
        self.games
    }

    /// Sets the weights.
    pub(super) fn set_weights(&mut self, weights: HeuristicSource) {
        self.weights = weights;
        self.made = Default::default();
    }

    /// Returns the changes that the user makes to the weights.
    pub(super) const fn tuning(&self) -> &Tuning {
        &self.tuning
    }

    /// Returns the changes that have no effect in the heuristic family that plays.
    pub(super) fn idle_tuning(&self) -> Vec<String> {
        self.tuning
            .without_effect(self.weights.schema().unwrap_or_else(Schema::classic))
    }

    /// Sets the changes that the user makes to the weights.
    pub(super) fn set_tuning(&mut self, tuning: Tuning) {
        self.tuning = tuning;
        self.made = Default::default();
    }

    /// Returns the seed of [move blindness](crate::search::MoveBlindness) for the current game.
    pub(super) fn seed_of_blindness(&self) -> u64 {
        use rand::RngExt as _;
        rng::stream(self.seed, "moves overlooked in a game", self.games).random()
    }

    /// Returns the seed of the choice among equal moves in the current game.
    pub(super) fn seed_of_game(&self) -> u64 {
        use rand::RngExt as _;
        rng::stream(self.seed, "moves of a game", self.games).random()
    }

    /// Sets the seed and draws again.
    pub(super) fn set_seed(&mut self, seed: u64) {
        self.seed = seed;
        self.made = Default::default();
    }

    /// Returns the results against this opponent by opening, for the adaptive policy; none for the other
    /// policies.
    pub(super) fn openings(&self) -> &OpeningResults {
        static NONE: OnceLock<OpeningResults> = OnceLock::new();
        match self.policy {
            AnswerPolicy::Adapt => &self.openings,
            _ => NONE.get_or_init(OpeningResults::default),
        }
    }

    /// Decides the answer to the opponent in a game that the tracker has observed, for the engine's side
    /// `machine`.
    ///
    /// `shown` is the difference in strength estimated from the moves of both sides, if any; `limit` is that of the
    /// engine's strength, and `None` full strength.
    pub(super) fn decide(
        &self,
        game: &GameState,
        machine: Color,
        shown: Option<StrengthDifference>,
        limit: Option<&str>,
    ) -> Decision {
        let has_objectives = match &self.weights {
            HeuristicSource::Table { table, .. } => {
                self.objective_contempt != Centipawns::ZERO || table.distinguishes_objectives()
            }
            _ => false,
        };
        let context = DecisionContext {
            phase: game.phase(),
            lead: lead(game, machine),
            most_contempt: self.objective_contempt,
            has_objectives,
            seed: rng_seed(self.seed, self.games),
            strength: StrengthEvidence {
                rating_advantage: self.rating_advantage,
                results: self.results.at(limit),
                from_moves: shown,
            },
            answers: &self.answers,
        };
        Decision::new(self.tracker.posteriors(!machine), self.policy, &context)
    }

    /// Returns the heuristic of a decision.
    pub(super) fn heuristic(&self, decision: &Decision) -> Arc<Heuristic> {
        self.heuristic_for(decision.answer.target)
    }

    /// Returns the heuristic that an objective picks from the weights.
    pub(super) fn heuristic_for(&self, aim: PickTarget) -> Arc<Heuristic> {
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

    /// Returns the parameter levels in force; `None` if the heuristic has no levels or the user changed it.
    pub(super) fn levels(&self, decision: &Decision) -> Option<ByPhase<Levels>> {
        self.picked(decision)
            .filter(|_| self.tuning.leaves_evaluation())
    }

    fn picked(&self, decision: &Decision) -> Option<ByPhase<Levels>> {
        match &self.weights {
            HeuristicSource::Fixed(_) | HeuristicSource::Designed(_) | HeuristicSource::Opposed => {
                None
            }
            HeuristicSource::Random(schema) => Some(draw(schema, self.seed, self.games)),
            HeuristicSource::Table { table, .. } => match table.card().pick {
                Pick::Level => Some(table.levels(decision.answer.target.objective())),
                // These weights lie between levels.
                Pick::Mean | Pick::Lean { .. } => None,
            },
        }
    }
}

fn rng_seed(seed: u64, game: u64) -> u64 {
    use rand::RngExt as _;
    rng::stream(seed, "adapter of a game", game).random()
}

fn draw(schema: &Schema, seed: u64, game: u64) -> ByPhase<Levels> {
    let mut draws: ChaCha8Rng = rng::stream(seed, "levels of a game", game);
    ByPhase::new_with(|_| Levels::random(schema, &mut draws))
}

/// Returns the material of `side` minus its opponent's, by the initial piece values.
fn lead(game: &GameState, side: Color) -> Centipawns {
    material_balance(game.position())
        .for_mover(side)
        .centipawns_or(0)
}
