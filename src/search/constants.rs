//! The list of all numbers of the search that can be tuned.

use super::search_constant::SearchConstant;
use super::{
    correction, extension, history, iterative_deepening, late_moves, move_search, negamax, probcut,
    pruning, quiescence, reduction_table, reductions, time_manager,
};

/// All constants of the search that can be tuned; those of the clock are listed where time is shared.
pub static ALL: [&SearchConstant; 37] = [
    &pruning::REVERSE_FUTILITY_DEPTH,
    &pruning::REVERSE_FUTILITY_MARGIN,
    &pruning::NULL_MARGIN,
    &pruning::NULL_DEPTH_MARGIN,
    &pruning::NULL_REDUCTION,
    &pruning::NULL_DIVISOR,
    &pruning::NULL_SURPLUS,
    &probcut::MARGIN,
    &late_moves::FUTILITY_BASE,
    &late_moves::FUTILITY_MARGIN,
    &late_moves::FUTILITY_HISTORY,
    &late_moves::CAPTURE_FUTILITY_BASE,
    &late_moves::LATE_MOVE_SHARE,
    &late_moves::HISTORY_PRUNING,
    &late_moves::EXCHANGE_QUIET,
    &late_moves::EXCHANGE_CAPTURE,
    &reductions::REDUCTION_BASE,
    &reduction_table::REDUCTION_DIVISOR,
    &reductions::PRINCIPAL_REDUCTION,
    &reductions::CUT_REDUCTION,
    &reductions::HISTORY_PER_PLY,
    &extension::SINGULAR_DEPTH,
    &extension::SINGULAR_MARGIN,
    &extension::DOUBLE_MARGIN,
    &move_search::DEEPER_MARGIN,
    &history::BONUS,
    &history::LARGEST_BONUS,
    &correction::LARGEST,
    &iterative_deepening::ASPIRATION_WINDOW,
    &quiescence::DELTA,
    &negamax::INTERNAL_REDUCTION,
    &negamax::INTERNAL_DEPTH,
    &time_manager::STEADY_START,
    &time_manager::STEADY_STEP,
    &time_manager::WORK_START,
    &time_manager::WORK_SHARE,
    &time_manager::FALL_SHARE,
];

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn each_has_a_name_of_its_own_and_plays_within_its_range() {
        let names: BTreeSet<&str> = ALL.iter().map(|constant| constant.name).collect();
        assert_eq!(names.len(), ALL.len());
        for constant in ALL {
            let range = constant.least..=constant.most;
            assert!(range.contains(&constant.default), "{}", constant.name);
            assert_eq!(constant.get(), constant.default, "{}", constant.name);
        }
    }
}
