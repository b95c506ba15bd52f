//! MTD(f): an iteration as a series of empty-window searches, each of which bounds the value from one side.
//!
//! Source: Plaat, Schaeffer, Pijls and de Bruin, *Best-First Fixed-Depth Minimax Algorithms* (1996), figure 3. It
//! depends on the transposition table; without one each search starts anew. An empty window has no principal
//! variation, so the reported line is its first move alone.

use super::report::ScoreBound;
use super::report::SearchEvent;
use super::root_move::RootPass;
use super::thread::SearchThread;
use super::value::INFINITY;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Searches one iteration of one line: moves both bounds until they meet.
    pub(super) fn converge(
        &mut self,
        depth: i32,
        rank: usize,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) {
        let last = self.line.root_moves[rank].value;
        let mut guess = if last > -INFINITY { last } else { 0 };
        let (mut low, mut high) = (-INFINITY, INFINITY);
        while low < high {
            // A value equal to the lower bound is known to be reached, so the next test is one higher.
            let beta = if guess == low { guess + 1 } else { guess };
            let pass = RootPass {
                alpha: beta - 1,
                beta,
                depth,
                rank,
            };
            guess = self.root_pass(pass, on_event);
            if self.control.broken_off {
                return;
            }
            if guess < beta {
                high = guess;
            } else {
                low = guess;
            }
        }
        self.line.root_moves[rank].bound = ScoreBound::Exact;
    }
}

#[cfg(test)]
mod tests {
    use crate::board::GameState;
    use crate::cancel::CancelFlag;
    use crate::eval::Evaluator;
    use crate::heuristic::Heuristic;
    use crate::phase::Phase;
    use crate::score::Score;
    use crate::search::reference::alpha_beta;
    use crate::search::value::to_score;
    use crate::search::{
        SearchLimits, SearchReport, SearchSettings, Searcher, Technique, Techniques,
    };
    use crate::units::Ply;
    use proptest::prelude::*;
    use shakmaty::{Chess, Position as _};

    fn search(
        game: &GameState,
        evaluator: &Evaluator,
        techniques: Techniques,
        limits: &SearchLimits,
    ) -> SearchReport {
        let settings = SearchSettings {
            techniques,
            ..SearchSettings::for_selfplay()
        };
        Searcher::new(&settings).search(game, evaluator, limits, &CancelFlag::new(), &mut |_| {})
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]

        /// Without a table and selective parts it finds the value of plain alpha-beta, and a move
        /// that has it.
        #[test]
        fn the_value_is_that_of_alpha_beta(
            choices in prop::collection::vec(any::<u16>(), 0..60),
            depth in 1_u16..=3,
        ) {
            let mut game = GameState::from_position(Chess::default());
            for choice in choices {
                let moves = game.position().legal_moves();
                if moves.is_empty() {
                    break;
                }
                game.play(moves[usize::from(choice) % moves.len()]);
            }
            prop_assume!(!game.position().legal_moves().is_empty());
            let evaluator = Evaluator::new(&Heuristic::initial(), game.phase());
            let value = alpha_beta(&game, &evaluator, depth).value;
            for techniques in [Techniques::NONE, Techniques::NONE.with(Technique::CaptureOrdering)] {
                let report = search(&game, &evaluator, techniques.with(Technique::MtdF), &SearchLimits::depth(depth));
                prop_assert_eq!(report.score, to_score(value));
                prop_assert_eq!(report.depth, Ply(depth));
                let alone = SearchLimits {
                    search_moves: report.best.into_iter().collect(),
                    ..SearchLimits::depth(depth)
                };
                let best = search(&game, &evaluator, Techniques::NONE, &alone);
                prop_assert_eq!(best.score, report.score);
            }
        }
    }

    #[test]
    fn with_everything_it_mates_and_keeps_to_its_limit() {
        let fen = "1Q6/8/8/8/8/k2K4/8/8 w - - 0 40";
        let game = GameState::from_position(crate::board::fen::read(fen).expect("a position"));
        let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
        let techniques = Techniques::PLAYING.with(Technique::MtdF);
        let report = search(&game, &evaluator, techniques, &SearchLimits::depth(8));
        assert_eq!(report.score, Score::MateIn(Ply(3)));
        let report = search(
            &GameState::new(),
            &evaluator,
            techniques,
            &SearchLimits::nodes(2_000),
        );
        assert!(report.best.is_some() && report.nodes.0 <= 2_000);
    }
}
