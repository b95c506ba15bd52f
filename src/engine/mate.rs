//! Searches for mate before the search: a proof is faster than finding the mate by the way.
//!
//! First comes the engine's own mate. If none is proved, each of its moves is tested for letting the opponent mate,
//! as in Joli (Cazalás and Artola, 2013), and those that do are excluded from the search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use shakmaty::{Move, Position as _};

use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::search::SearchLimits;
use crate::search::mate::{MateProver, MateVerdict};
use crate::units::Ply;

/// The longest mate that a user may ask for, in moves: longer ones are never proved in time.
pub const LONGEST_MATE: u16 = 20;

/// Nodes for a mate problem whose limits name no number.
const NODES_FOR_PROBLEM: u64 = 1_000_000;

/// Depth of the search for some move if there is no such mate and nothing else ends the search.
const WITHOUT_MATE: Ply = Ply(8);

/// A mate to look for, and its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MateSearch {
    /// The greatest length of the mate, in moves.
    pub(super) moves: u16,
    /// The node limit.
    pub(super) nodes: u64,
    /// The time limit.
    pub(super) time: Option<Duration>,
    /// True if moves that let the opponent mate are excluded, too.
    pub(super) guards: bool,
}

/// The result of a search for mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MateSearchResult {
    /// The search is not restricted.
    Nothing,
    /// The problem has no solution.
    NoMate,
    /// This move mates in `moves` moves.
    Mate { moves: u16, key: Move },
    /// Only after these moves no mate by the opponent was found; `left_out` others allow one.
    Guarded { safe: Vec<Move>, left_out: usize },
}

impl MateSearch {
    /// Makes the search for a mate problem: it may use all that the limits allow.
    pub(super) fn of_problem(moves: u16, limits: &SearchLimits) -> Self {
        let most = [limits.nodes, limits.nodes_after_first]
            .into_iter()
            .flatten()
            .min();
        Self {
            moves,
            nodes: most.map_or(NODES_FOR_PROBLEM, |nodes| nodes.0),
            time: limits.soft,
            guards: false,
        }
    }

    /// Looks for mates and restricts `limits` by the result.
    ///
    /// A move that forces mate becomes the only one to search, so that the search gives the line. Moves that
    /// let the opponent force mate are excluded, unless all do. If there is no mate, a search without any other
    /// limit gets a depth limit. Its time counts as the search's; raising `stop` ends it.
    pub(super) fn narrow(
        self,
        game: &GameState,
        limits: &mut SearchLimits,
        stop: &CancelFlag,
    ) -> MateSearchResult {
        let began = *limits.requested_at.get_or_insert_with(Instant::now);
        let looked = catch_unwind(AssertUnwindSafe(|| self.look(game, limits, stop, began)));
        let found = looked.unwrap_or(MateSearchResult::Nothing);
        match &found {
            MateSearchResult::Nothing => {}
            MateSearchResult::NoMate => {
                let nodes = limits.nodes.or(limits.nodes_after_first);
                if limits.depth.is_none() && nodes.is_none() && limits.hard.is_none() {
                    limits.depth = Some(WITHOUT_MATE);
                }
            }
            MateSearchResult::Mate { moves, key } => {
                limits.search_moves = vec![*key];
                limits.mate = Some(*moves);
            }
            MateSearchResult::Guarded { safe, .. } => limits.search_moves.clone_from(safe),
        }
        found
    }

    fn look(
        self,
        game: &GameState,
        limits: &SearchLimits,
        stop: &CancelFlag,
        began: Instant,
    ) -> MateSearchResult {
        let deadline = self.time.map(|time| began + time);
        let mut prover = MateProver::for_nodes(self.nodes).until(stop, deadline);
        match prover.prove(game.position(), self.moves, self.nodes) {
            MateVerdict::Mate { moves, key, .. } if limits.allows(key) => {
                MateSearchResult::Mate { moves, key }
            }
            _ if self.guards => self.guard(&mut prover, game, limits),
            MateVerdict::NoMate => MateSearchResult::NoMate,
            MateVerdict::Mate { .. } | MateVerdict::Unknown { .. } => MateSearchResult::Nothing,
        }
    }

    /// Tests for each move whether the opponent mates after it; the moves share the remaining nodes equally.
    ///
    /// A move that ends the game, also by repetition, allows no mate.
    fn guard(
        self,
        prover: &mut MateProver,
        game: &GameState,
        limits: &SearchLimits,
    ) -> MateSearchResult {
        let mut moves = game.position().legal_moves();
        moves.retain(|m| limits.allows(*m));
        let mut safe = Vec::new();
        for (place, m) in moves.iter().enumerate() {
            let mut after = game.clone();
            after.play(*m);
            let left = self.nodes.saturating_sub(prover.nodes());
            let share = left / (moves.len() - place) as u64;
            let lets_mate = after.ending().is_none()
                && matches!(
                    prover.prove(after.position(), self.moves, share),
                    MateVerdict::Mate { .. }
                );
            if !lets_mate {
                safe.push(*m);
            }
        }
        let left_out = moves.len() - safe.len();
        if left_out == 0 || safe.is_empty() {
            MateSearchResult::Nothing
        } else {
            MateSearchResult::Guarded { safe, left_out }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;

    /// Problems that the prover cannot solve with these limits.
    const HARD: &str = "r1bq1rk1/pp2ppbp/2np1np1/8/3NP3/2N1BP2/PPPQ2PP/R3KB1R w KQ - 3 9";

    fn game(text: &str) -> GameState {
        GameState::from_position(fen::read(text).expect("legal"))
    }

    fn guarding(moves: u16, nodes: u64) -> MateSearch {
        MateSearch {
            moves,
            nodes,
            time: None,
            guards: true,
        }
    }

    #[test]
    fn a_problem_is_solved_and_its_move_the_only_one() {
        let game = game("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1");
        let mut limits = SearchLimits {
            mate: Some(2),
            ..SearchLimits::default()
        };
        let search = MateSearch::of_problem(2, &limits);
        let found = search.narrow(&game, &mut limits, &CancelFlag::new());
        assert!(
            matches!(found, MateSearchResult::Mate { moves: 2, .. }),
            "{found:?}"
        );
        assert_eq!(limits.search_moves.len(), 1);
        assert_eq!(limits.search_moves[0].to_string(), "Ra1-a6");
    }

    #[test]
    fn a_problem_without_solution_leaves_a_search_that_ends() {
        let game = GameState::new();
        let found = |mut limits: SearchLimits| {
            limits.mate = Some(2);
            let search = MateSearch::of_problem(2, &limits);
            let found = search.narrow(&game, &mut limits, &CancelFlag::new());
            assert_eq!(found, MateSearchResult::NoMate);
            limits
        };
        assert_eq!(found(SearchLimits::default()).depth, Some(WITHOUT_MATE));
        assert_eq!(found(SearchLimits::depth(3)).depth, Some(Ply(3)));
        assert_eq!(found(SearchLimits::nodes(500_000)).depth, None);
        assert_eq!(
            found(SearchLimits::time(Duration::from_mins(1))).depth,
            None
        );
    }

    #[test]
    fn its_time_counts_as_the_searchs_and_a_flag_ends_it() {
        let game = game(HARD);
        let span = Duration::from_millis(20);
        let begin = Instant::now();
        let mut limits = SearchLimits {
            soft: Some(span),
            hard: Some(4 * span),
            ..SearchLimits::default()
        };
        let search = MateSearch {
            time: limits.soft,
            ..guarding(6, u64::MAX)
        };
        let found = search.narrow(&game, &mut limits, &CancelFlag::new());
        assert_eq!(found, MateSearchResult::Nothing);
        assert!(begin.elapsed() >= span);
        assert_eq!((limits.soft, limits.hard), (Some(span), Some(4 * span)));
        assert!(limits.requested_at.is_some_and(|at| at >= begin));
        let stopped = CancelFlag::new();
        stopped.stop();
        let search = MateSearch {
            time: None,
            ..search
        };
        let found = search.narrow(&game, &mut limits, &stopped);
        assert_eq!(found, MateSearchResult::Nothing);
    }

    /// Returns the moves that the guard excludes; none if it excludes none.
    fn left_out(text: &str, search: MateSearch, only: &[Move]) -> Vec<String> {
        let game = game(text);
        let mut limits = SearchLimits {
            search_moves: only.to_vec(),
            ..SearchLimits::default()
        };
        let found = search.narrow(&game, &mut limits, &CancelFlag::new());
        assert_eq!(limits.mate, None);
        let MateSearchResult::Guarded { safe, left_out } = found else {
            assert_eq!(limits.search_moves, only);
            return Vec::new();
        };
        assert_eq!(limits.search_moves, safe);
        let moves = game.position().legal_moves();
        let out: Vec<String> = moves
            .iter()
            .filter(|m| !safe.contains(m) && (only.is_empty() || only.contains(m)))
            .map(ToString::to_string)
            .collect();
        assert_eq!(out.len(), left_out);
        out
    }

    #[test]
    fn moves_that_let_the_opponent_mate_are_left_out() {
        // The rook guards its back rank, and nothing guards the rook.
        let text = "3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 30";
        let mut out = left_out(text, guarding(1, 10_000), &[]);
        out.sort();
        let expected = [
            "Ra1-a2", "Ra1-a3", "Ra1-a4", "Ra1-a5", "Ra1-a6", "Ra1-d1", "Ra1xa7",
        ];
        assert_eq!(out, expected);
        // A mate problem, or a search without nodes, does not guard.
        let problem = MateSearch {
            guards: false,
            ..guarding(1, 10_000)
        };
        assert!(left_out(text, problem, &[]).is_empty());
        assert!(left_out(text, guarding(1, 0), &[]).is_empty());
        // Only the moves asked for are tested; if all allow a mate, none is excluded.
        let moves = game(text).position().legal_moves();
        let named = |wanted: &[&str]| -> Vec<Move> {
            let is_wanted = |m: &Move| wanted.contains(&m.to_string().as_str());
            moves.iter().copied().filter(is_wanted).collect()
        };
        let one = named(&["Ra1xa7", "h2-h3"]);
        assert_eq!(left_out(text, guarding(1, 10_000), &one), ["Ra1xa7"]);
        let bad = named(&["Ra1xa7", "Ra1-a6"]);
        assert!(left_out(text, guarding(1, 10_000), &bad).is_empty());
    }

    /// The fiftieth move draws the game, whatever would follow.
    #[test]
    fn a_move_that_ends_the_game_lets_nobody_mate() {
        let text = "3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 99 90";
        assert_eq!(left_out(text, guarding(1, 10_000), &[]), ["Ra1xa7"]);
    }
}
