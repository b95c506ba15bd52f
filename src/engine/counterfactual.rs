//! What the engine would have played without adapting to its opponent.
//!
//! Two searches alike, with and without the answer to the opponent, are compared. Only where they differ the answer made
//! a difference: a small search and a large one differ by themselves. Before the move they get a fortieth of its nodes
//! and time each; after it, while the opponent thinks, they get more.

use std::sync::Arc;
use std::time::Duration;

use shakmaty::{Move, Position as _};

use super::player::Player;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::heuristic::Heuristic;
use crate::search::{SearchLimits, SearchReport, SearchSettings, TableSize};
use crate::units::{Centipawns, Nodes};

/// Each of the two searches gets one part in this many of the nodes and the time; together five per cent.
const SHARE: u32 = 40;

/// A search of fewer nodes is not explained before its move: a fortieth of it says nothing.
const LEAST_NODES: u64 = 2000;

/// Nodes that each of the two searches may have after the move, or as many as the search had if those are fewer.
const NODES_AFTER: u64 = 20_000;

/// Longest time of each of the two searches after the move.
const TIME_AFTER: Duration = Duration::from_secs(1);

/// When an engine says what it would have played without its answer to the opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ExplainTiming {
    /// Never.
    #[default]
    Never,
    /// Before its move, in five per cent more time; not after a ponder hit.
    BeforeMove,
    /// After its move, which is not delayed; another order ends the comparison.
    AfterMove,
}

/// How the engine plays without an answer to its opponent.
#[derive(Clone, Debug)]
pub(super) struct NeutralPlay {
    pub(super) heuristic: Arc<Heuristic>,
    pub(super) contempt: Centipawns,
    pub(super) side_bonus: Centipawns,
}

/// What the engine would have played without its answer to the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithoutAnswer {
    /// It would have played the same move.
    Same,
    /// It would have played this move.
    Other(Move),
}

/// The position that was searched, with the limits of the search.
pub(super) struct SearchedPosition<'a> {
    pub(super) game: &'a GameState,
    pub(super) limits: &'a SearchLimits,
    pub(super) stop: &'a CancelFlag,
    pub(super) timing: ExplainTiming,
}

impl SearchedPosition<'_> {
    /// The limits of each of the two searches; `None` if nothing is to be compared.
    fn limits_of_comparison(&self, report: &SearchReport) -> Option<SearchLimits> {
        let Nodes(nodes) = report.nodes;
        let share = nodes / u64::from(SHARE);
        let (nodes, hard) = match self.timing {
            ExplainTiming::Never => return None,
            ExplainTiming::BeforeMove if nodes < LEAST_NODES => return None,
            ExplainTiming::BeforeMove => (share, report.time / SHARE),
            ExplainTiming::AfterMove if nodes == 0 => return None,
            ExplainTiming::AfterMove => (share.max(nodes.min(NODES_AFTER)), TIME_AFTER),
        };
        let limits = SearchLimits {
            nodes: Some(Nodes(nodes)),
            hard: Some(hard),
            search_moves: self.limits.search_moves.clone(),
            ..SearchLimits::default()
        };
        Some(match self.timing {
            // Below full strength both overlook what the search overlooked.
            ExplainTiming::AfterMove => SearchLimits {
                blindness: self.limits.blindness,
                ..limits
            },
            ExplainTiming::Never | ExplainTiming::BeforeMove => limits,
        })
    }
}

impl NeutralPlay {
    /// Searches with and without the answer; `None` for a single legal move, or after a short search.
    pub(super) fn compare(
        &self,
        with: &Self,
        order: &SearchedPosition<'_>,
        report: &SearchReport,
        settings: &SearchSettings,
    ) -> Option<WithoutAnswer> {
        let has_choice = order.game.position().legal_moves().len() > 1;
        let limits = order.limits_of_comparison(report)?;
        if !has_choice || order.stop.is_raised() {
            return None;
        }
        let [with, without] = [with, self].map(|play| play.best(order, &limits, settings));
        if order.stop.is_raised() {
            // What a search knows that was cut short says nothing.
            return None;
        }
        match (with?, without?) {
            (with, without) if with == without => Some(WithoutAnswer::Same),
            (_, without) if report.best == Some(without) => Some(WithoutAnswer::Same),
            (_, without) => Some(WithoutAnswer::Other(without)),
        }
    }

    fn best(
        &self,
        order: &SearchedPosition<'_>,
        limits: &SearchLimits,
        settings: &SearchSettings,
    ) -> Option<Move> {
        let small = SearchSettings {
            table: TableSize::SMALL,
            threads: 1,
            ..*settings
        };
        let mut player = Player::new(&self.heuristic, &small);
        player.set_contempt(self.contempt);
        player.set_side_bonus(self.side_bonus);
        player
            .choose(order.game, limits, order.stop, &mut |_| {})
            .best
    }
}
