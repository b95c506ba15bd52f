//! Mates looked for before the search: a proof is quicker than a search that meets one by the way.
//!
//! First comes the engine's own mate. Where none is proved, its moves are asked one by one whether
//! they let the opponent mate, as in Joli, and those that do are left out of the search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use shakmaty::{Move, Position as _};

use super::clock::SHORTEST;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::search::SearchLimits;
use crate::search::mate::{MateProver, MateVerdict};
use crate::units::Ply;

/// No longer mate is looked for where a user says how long one may be: more moves are never proved in time.
pub const LONGEST_MATE: u16 = 20;

/// So many nodes are spent on a problem whose limits name no number.
const NODES_FOR_PROBLEM: u64 = 1_000_000;

/// So deep is searched for something to play where there is no such mate and nothing else ends the search.
const WITHOUT_MATE: Ply = Ply(8);

/// A mate to look for, and how long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MateSearch {
    /// In at most so many moves.
    pub(super) moves: u16,
    /// By at most so many nodes.
    pub(super) nodes: u64,
    /// And for no longer than this.
    pub(super) time: Option<Duration>,
    /// Whether moves that let the opponent mate are looked for, too.
    pub(super) guards: bool,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum MateSearchResult {
    /// The search is free.
    Nothing,
    /// The problem has no solution.
    NoMate,
    /// This move mates in so many.
    Mate { moves: u16, key: Move },
    /// Only after these the opponent was not seen to mate; so many others let him.
    Guarded { safe: Vec<Move>, left_out: usize },
}

impl MateSearch {
    /// A problem that was set: it may take all that the limits allow.
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

    /// Looks for mates. A move that forces one becomes the only one within `limits`, so that the
    /// search gives the line; moves that let the opponent force one are no longer within them, unless
    /// all do. Where there is no mate to be found, a search without any other limit gets one. The time
    /// that this takes is taken off the limits, and raising `stop` ends it.
    pub(super) fn narrow(
        self,
        game: &GameState,
        limits: &mut SearchLimits,
        stop: &CancelFlag,
    ) -> MateSearchResult {
        let began = Instant::now();
        let looked = catch_unwind(AssertUnwindSafe(|| self.look(game, limits, stop, began)));
        let spent = began.elapsed();
        for span in [&mut limits.soft, &mut limits.hard].into_iter().flatten() {
            *span = span.saturating_sub(spent).max(SHORTEST);
        }
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

    /// Asks each move whether the opponent mates after it; those that are left share what nodes are
    /// left. A move that ends the game, be it by repetition, lets nobody mate.
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

    /// Problems that take the prover far longer than it is given here.
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
    fn its_time_is_taken_off_the_limits_and_a_flag_ends_it() {
        let game = game(HARD);
        let span = Duration::from_millis(20);
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
        assert_eq!(limits.soft, Some(SHORTEST));
        assert!(limits.hard < Some(3 * span) || limits.hard == Some(SHORTEST));
        let stopped = CancelFlag::new();
        stopped.stop();
        let search = MateSearch {
            time: None,
            ..search
        };
        let found = search.narrow(&game, &mut limits, &stopped);
        assert_eq!(found, MateSearchResult::Nothing);
    }

    /// Which moves the guard leaves out; none where it leaves all of them in.
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
        // Who solves a problem, or has no nodes left, looks for no such thing.
        let problem = MateSearch {
            guards: false,
            ..guarding(1, 10_000)
        };
        assert!(left_out(text, problem, &[]).is_empty());
        assert!(left_out(text, guarding(1, 0), &[]).is_empty());
        // Of the moves that are asked for, and all of them where all are as bad.
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

    /// With the fiftieth move the game is drawn, whatever would follow.
    #[test]
    fn a_move_that_ends_the_game_lets_nobody_mate() {
        let text = "3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 99 90";
        assert_eq!(left_out(text, guarding(1, 10_000), &[]), ["Ra1xa7"]);
    }
}
