//! Tablebase probes inside the tree and at its root.

use shakmaty::{Move, Position as _};

use super::frame::{Frame, decides};
use super::node::Node;
use super::table::{Bound, PackedMove, TableEntry};
use super::thread::SearchThread;
use super::value::{TABLEBASE_WIN, to_score, to_table};
use crate::board::GameState;
use crate::book::tablebase::UNKNOWN_DISTANCE;
use crate::book::{Tablebase, TablebaseOutcome};
use crate::score::Score;

/// From this halfmove clock on a win is played by the tables alone, in plies.
const PRESSING: u32 = 60;

impl<const LABORATORY: bool> SearchThread<'_, LABORATORY> {
    /// Returns a node's value by the tablebases, with its bound: a win is a lower bound, since it may be a
    /// mate.
    ///
    /// Probed only after a capture or a pawn move, since the tables ignore the fifty-move count. A value that
    /// decides the window is stored in the transposition table.
    pub(super) fn tablebase_value(
        &mut self,
        node: &Node,
        key: u64,
        frame: Frame,
    ) -> Option<(i32, Bound)> {
        let tables = self.shared.tablebase.as_ref()?;
        let position = &node.position;
        let (men, largest) = (position.board().occupied().count(), tables.largest());
        if position.halfmoves() != 0
            || position.castles().any()
            || men > largest
            || men == largest && frame.depth < i32::from(self.shared.probe_depth.0)
        {
            return None;
        }
        let outcome = tables.outcome(position)?;
        self.control.tablebase_hits += 1;
        let ply = i32::try_from(frame.ply).unwrap_or(0);
        let (value, bound) = match outcome {
            TablebaseOutcome::Win => (TABLEBASE_WIN - ply, Bound::Lower),
            TablebaseOutcome::Loss => (ply - TABLEBASE_WIN, Bound::Upper),
            TablebaseOutcome::CursedWin
            | TablebaseOutcome::Draw
            | TablebaseOutcome::BlessedLoss => (self.shared.draw_value(frame.ply), Bound::Exact),
        };
        if decides(bound, value, frame) {
            let stored = to_table(value, frame.ply);
            let deep = i8::try_from(frame.depth.saturating_add(6)).unwrap_or(i8::MAX);
            let entry = TableEntry::new(PackedMove::NONE, stored, None, deep, bound);
            self.shared.table.store(key, entry);
        }
        Some((value, bound))
    }
}

/// The tablebases' outcome of the root and the moves that keep it.
#[derive(Clone, Debug)]
pub(super) struct RootTablebaseResult {
    pub(super) outcome: TablebaseOutcome,
    /// The moves that keep the outcome.
    ///
    /// Only the one nearest to conversion if a won position has repeated, or the fifty moves draw near, and
    /// distances are known.
    pub(super) sound: Vec<Move>,
}

/// Probes the root position; `None` if the tablebases do not have it.
pub(super) fn probe_root(tables: &dyn Tablebase, game: &GameState) -> Option<RootTablebaseResult> {
    let position = game.position();
    if position.board().occupied().count() > tables.largest() {
        return None;
    }
    let ranked = tables.rank_root(position)?;
    let (first, outcome, distance) = *ranked.first()?;
    // From here on every move comes nearer to the conversion, so that no position occurs a third time. Without
    // distances the search has to find the way.
    let pressed = game.has_repeated() || position.halfmoves() >= PRESSING;
    let sound = if pressed && outcome == TablebaseOutcome::Win && distance != UNKNOWN_DISTANCE {
        vec![first]
    } else {
        let kept = ranked.iter().filter(|(_, found, _)| *found == outcome);
        kept.map(|(m, ..)| *m).collect()
    };
    Some(RootTablebaseResult { outcome, sound })
}

/// Returns the root's score given its outcome: a mate found by the search stays, any other score is replaced.
pub(super) fn certain(outcome: TablebaseOutcome, score: Score) -> Score {
    match (outcome, score) {
        (_, Score::MateIn(_) | Score::MatedIn(_)) => score,
        (TablebaseOutcome::Win, _) => to_score(TABLEBASE_WIN),
        (TablebaseOutcome::Loss, _) => to_score(-TABLEBASE_WIN),
        (
            TablebaseOutcome::CursedWin | TablebaseOutcome::Draw | TablebaseOutcome::BlessedLoss,
            _,
        ) => Score::DRAW,
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Chess, Color};

    use super::*;
    use crate::board::after;
    use crate::book::solved::solved;
    use crate::book::tablebase::RankedMove;
    use crate::cancel::CancelFlag;
    use crate::eval::{Evaluator, RootContext};
    use crate::heuristic::Heuristic;
    use crate::record::GameResult;
    use crate::search::value::LARGEST_HEURISTIC;
    use crate::search::{SearchLimits, SearchReport, SearchSettings, Searcher, TableSize};
    use crate::units::Ply;

    /// Tablebases without distance files, which are large and often left out.
    #[derive(Debug)]
    struct Outcomes;

    impl Tablebase for Outcomes {
        fn largest(&self) -> usize {
            solved().largest()
        }

        fn outcome(&self, position: &Chess) -> Option<TablebaseOutcome> {
            solved().outcome(position)
        }

        fn rank_root(&self, position: &Chess) -> Option<Vec<RankedMove>> {
            let rank = |m: &Move| {
                let outcome = -self.outcome(&after(position, *m))?;
                Some((*m, outcome, UNKNOWN_DISTANCE))
            };
            let moves = position.legal_moves();
            let mut ranked = moves.iter().map(rank).collect::<Option<Vec<_>>>()?;
            ranked.sort_by_key(|(_, outcome, _)| std::cmp::Reverse(*outcome));
            (!ranked.is_empty()).then_some(ranked)
        }
    }

    fn game(fen: &str) -> GameState {
        let fen: Fen = fen.parse().expect("a valid FEN");
        GameState::from_position(fen.into_position(CastlingMode::Standard).expect("legal"))
    }

    fn searcher() -> Searcher {
        let mut searcher = Searcher::new(&SearchSettings {
            table: TableSize::kibibytes(256),
            ..SearchSettings::default()
        });
        let tables: std::sync::Arc<dyn Tablebase> = solved();
        searcher.set_tablebase(Some(&tables));
        searcher
    }

    fn think(searcher: &mut Searcher, game: &GameState, depth: u16) -> SearchReport {
        let evaluator = Evaluator::new(&Heuristic::initial(), RootContext::of(game.position()));
        let limits = SearchLimits::depth(depth);
        searcher.search(game, &evaluator, &limits, &CancelFlag::new(), &mut |_| {})
    }

    #[test]
    fn what_the_tables_promise_is_kept_until_mate() {
        for fen in [
            "4k3/8/4K3/4P3/8/8/8/8 w - - 0 60",
            "8/8/8/8/4p3/4k3/8/4K3 b - - 0 60",
            "8/8/3k4/8/8/3K4/8/7R w - - 0 60",
        ] {
            let mut game = game(fen);
            let mut searcher = searcher();
            let strong = game.turn();
            assert_eq!(
                solved().outcome(game.position()),
                Some(TablebaseOutcome::Win),
                "{fen}"
            );
            while game.ending().is_none() {
                let best = think(&mut searcher, &game, 2).best.expect("a move");
                game.play(best);
            }
            let result = game.ending().map(|ending| ending.result);
            assert_eq!(result, Some(GameResult::win_of(strong)), "{fen}");
        }
    }

    #[test]
    fn without_distances_the_search_finds_the_way() {
        let mut game = game("8/8/8/3k4/8/8/8/KQ6 w - - 61 60");
        let mut searcher = searcher();
        let tables: std::sync::Arc<dyn Tablebase> = std::sync::Arc::new(Outcomes);
        searcher.set_tablebase(Some(&tables));
        while game.ending().is_none() {
            let best = think(&mut searcher, &game, 8).best.expect("a move");
            game.play(best);
        }
        let result = game.ending().map(|ending| ending.result);
        assert_eq!(result, Some(GameResult::win_of(Color::White)));
    }

    #[test]
    fn a_capture_into_a_known_ending_is_worth_what_the_tables_say() {
        // Positions of four pieces are not in the tables, but the rook takes the pawn at once.
        let report = think(&mut searcher(), &game("7k/8/8/8/8/p7/8/R3K3 w - - 0 60"), 4);
        assert!(report.tablebase_hits > 0);
        assert!(report.score.centipawns_or(32_000).0 > LARGEST_HEURISTIC);
    }

    #[test]
    fn the_largest_tables_are_asked_only_so_many_plies_before_the_horizon() {
        let before = game("7k/8/8/8/8/p7/8/R3K3 w - - 0 60");
        let mut searcher = searcher();
        searcher.set_probe_depth(Ply(10));
        assert_eq!(think(&mut searcher, &before, 4).tablebase_hits, 0);
        searcher.set_probe_depth(Ply(2));
        assert!(think(&mut searcher, &before, 6).tablebase_hits > 0);
    }

    #[test]
    fn a_dead_draw_is_seen_where_material_deceives() {
        // A rook's pawn with the lone king in its corner.
        let drawn = game("k7/8/8/8/8/K7/P7/8 w - - 0 60");
        assert_eq!(think(&mut searcher(), &drawn, 6).score, Score::DRAW);
        let mut without = searcher();
        without.set_tablebase(None);
        assert_ne!(think(&mut without, &drawn, 6).score, Score::DRAW);
    }
}
