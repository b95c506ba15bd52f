//! The user's changes to search and evaluation.
//!
//! The entries are those of Joli's `config.ini` (Cazalás and Artola, *Desarrollo y Optimización de Motores de
//! Ajedrez*, 2013, appendix B.1) that still mean something: limits of depth and time, the share of the time after
//! which no new iteration starts, a search for mate before the search, and factors for the terms of the evaluation.
//! A [settings file](super::settings_file) holds them.

use std::time::Duration;

use super::mate::MateSearch;
use crate::heuristic::{Heuristic, Schema, Term};
use crate::phase::Phase;
use crate::search::{SearchLimits, Techniques};
use crate::units::{Nodes, Ply};

/// Nodes that a search for mate enters in a millisecond, roughly.
const NODES_PER_MILLISECOND: u64 = 500;

/// Node limit of a search for mate without clock or node limit.
const NODES_WITHOUT_CLOCK: u64 = 200_000;

/// The most nodes of a search for mate.
const MOST_NODES: u64 = 1_000_000;

/// The user's changes to search and evaluation; by default none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tuning {
    /// Changes to the search.
    pub search: SearchTuning,
    /// Factors for terms of the evaluation, in percent; applied in order.
    pub percents: Vec<(Term, i32)>,
    /// Weights in centipawns by parameter name, for one phase or for all (`None`); later entries replace
    /// earlier ones.
    pub weights: Vec<(Option<Phase>, String, i32)>,
}

/// Changes to the search of a move in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchTuning {
    /// Depth limit, in plies.
    pub depth: Option<Ply>,
    /// Time limit of a move.
    pub time: Option<Duration>,
    /// Node limit of a move.
    pub nodes: Option<Nodes>,
    /// Share of the time, in percent, after which no new iteration starts.
    pub stop_percent: Option<u32>,
    /// Length, in moves, of the mate looked for before each search; 0 turns this off.
    ///
    /// The engine's own mate comes first, then the opponent's after each of its moves.
    pub mate_moves: u16,
    /// Share of the time or nodes that the search for mate may use, in percent.
    pub mate_percent: u32,
    /// The techniques of the search.
    pub techniques: Techniques,
}

impl Default for SearchTuning {
    fn default() -> Self {
        Self {
            depth: None,
            time: None,
            nodes: None,
            stop_percent: None,
            mate_moves: 0,
            mate_percent: 50,
            techniques: Techniques::PLAYING,
        }
    }
}

impl SearchTuning {
    /// Lowers the limits of a search to these.
    pub(super) fn tighten(&self, limits: &mut SearchLimits) {
        limits.depth = lower(limits.depth, self.depth);
        limits.nodes = lower(limits.nodes, self.nodes);
        limits.hard = lower(limits.hard, self.time);
        limits.soft = lower(limits.soft, self.time);
        if let (Some(percent), Some(hard)) = (self.stop_percent, limits.hard) {
            limits.soft = lower(limits.soft, Some(hard.saturating_mul(percent) / 100));
        }
    }

    /// Returns the search for mate that precedes a search within these limits, if any.
    pub(super) fn mate_search(&self, limits: &SearchLimits) -> Option<MateSearch> {
        let share = |whole: u64| whole.saturating_mul(u64::from(self.mate_percent)) / 100;
        let by_time = limits.soft.map(|soft| {
            let milliseconds = u64::try_from(soft.as_millis()).unwrap_or(u64::MAX);
            share(milliseconds.saturating_mul(NODES_PER_MILLISECOND))
        });
        let by_nodes = limits.nodes.map(|nodes| share(nodes.0));
        let nodes = lower(by_time, by_nodes)
            .unwrap_or(NODES_WITHOUT_CLOCK)
            .min(MOST_NODES);
        (self.mate_moves > 0 && nodes > 0).then_some(MateSearch {
            moves: self.mate_moves,
            nodes,
            time: limits
                .soft
                .map(|soft| soft.saturating_mul(self.mate_percent) / 100),
            guards: true,
        })
    }
}

impl Tuning {
    /// Returns true if no weight is changed.
    pub(super) const fn leaves_evaluation(&self) -> bool {
        self.percents.is_empty() && self.weights.is_empty()
    }

    /// Returns the terms, then the parameters, that this family does not have.
    pub(super) fn without_effect(&self, schema: &Schema) -> Vec<String> {
        let has = |term: Term| {
            let parameters = schema.parameters().iter();
            parameters.map(|p| p.kind.term()).any(|has| has == term)
        };
        let terms = self.percents.iter().filter(|(term, _)| !has(*term));
        let weights = self.weights.iter().map(|(_, name, _)| name);
        let mut nothing: Vec<String> = terms
            .map(|(term, _)| term.to_string())
            .chain(
                weights
                    .filter(|name| schema.position_of(name).is_none())
                    .cloned(),
            )
            .collect();
        nothing.dedup();
        nothing
    }

    /// Returns the heuristic with its factors and weights changed.
    pub(super) fn apply(&self, heuristic: Heuristic) -> Heuristic {
        if self.leaves_evaluation() {
            return heuristic;
        }
        heuristic.map_weights(|phase, parameter, weight| {
            let term = parameter.kind.term();
            let scaled = self
                .percents
                .iter()
                .filter(|(scaled, _)| *scaled == term)
                .fold(weight, |weight, (_, percent)| {
                    weight.saturating_mul(*percent) / 100
                });
            self.weights
                .iter()
                .filter(|(when, name, _)| {
                    *name == parameter.name && when.is_none_or(|when| when == phase)
                })
                .fold(scaled, |_, (.., value)| *value)
        })
    }
}

/// Returns the lower of two limits; `None` means no limit.
fn lower<T: Ord>(one: Option<T>, other: Option<T>) -> Option<T> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_tightened_and_never_widened() {
        let tuning = SearchTuning {
            depth: Some(Ply(8)),
            time: Some(Duration::from_secs(2)),
            stop_percent: Some(70),
            ..SearchTuning::default()
        };
        let mut limits = SearchLimits::time(Duration::from_mins(1));
        tuning.tighten(&mut limits);
        assert_eq!(limits.hard, Some(Duration::from_secs(2)));
        assert_eq!(limits.soft, Some(Duration::from_millis(1400)));
        assert_eq!(limits.depth, Some(Ply(8)));
        let mut limits = SearchLimits::depth(3);
        SearchTuning::default().tighten(&mut limits);
        assert_eq!(limits, SearchLimits::depth(3));
    }

    #[test]
    fn a_search_for_mate_takes_its_share_and_no_more() {
        let tuning = SearchTuning {
            mate_moves: 2,
            ..SearchTuning::default()
        };
        let nodes = |limits: SearchLimits| tuning.mate_search(&limits).map(|search| search.nodes);
        assert_eq!(
            nodes(SearchLimits::time(Duration::from_millis(10))),
            Some(2_500)
        );
        assert_eq!(nodes(SearchLimits::nodes(1_000)), Some(500));
        assert_eq!(nodes(SearchLimits::depth(1)), Some(NODES_WITHOUT_CLOCK));
        assert_eq!(nodes(SearchLimits::time(Duration::MAX)), Some(MOST_NODES));
        assert_eq!(nodes(SearchLimits::nodes(1)), None);
        assert_eq!(
            SearchTuning::default().mate_search(&SearchLimits::depth(1)),
            None
        );
    }

    #[test]
    fn factors_and_single_weights_change_both_families() {
        for schema in Schema::all() {
            let before = Heuristic::initial_of(schema);
            assert_eq!(
                Tuning::default().apply(before.clone()).fingerprint(),
                before.fingerprint()
            );
            let tuning = Tuning {
                percents: vec![(Term::Material, 0), (Term::Squares, 200)],
                weights: vec![(
                    Some(Phase::Endgame),
                    schema.parameters()[0].name.clone(),
                    77,
                )],
                ..Tuning::default()
            };
            let after = tuning.apply(before.clone());
            for (phase, weights) in after.weights().iter() {
                for (place, parameter) in schema.parameters().iter().enumerate() {
                    let old = before.weights()[phase][place];
                    let expected = match (place, parameter.kind.term()) {
                        (0, _) if phase == Phase::Endgame => 77,
                        (_, Term::Material) => 0,
                        (_, Term::Squares) => old * 2,
                        _ => old,
                    };
                    assert_eq!(weights[place], expected, "{}", parameter.name);
                }
            }
        }
    }

    #[test]
    fn what_a_family_lacks_is_named_once() {
        let tuning = Tuning {
            percents: vec![(Term::Material, 90), (Term::Space, 120)],
            weights: vec![
                (None, "knight".to_owned(), 330),
                (
                    Some(Phase::Opening),
                    "own_knight_move_on_queen".to_owned(),
                    10,
                ),
                (
                    Some(Phase::Endgame),
                    "own_knight_move_on_queen".to_owned(),
                    20,
                ),
            ],
            ..Tuning::default()
        };
        let [classic, modern] = Schema::all();
        assert_eq!(
            tuning.without_effect(classic),
            ["space", "own_knight_move_on_queen"]
        );
        assert!(tuning.without_effect(modern).is_empty());
    }
}
