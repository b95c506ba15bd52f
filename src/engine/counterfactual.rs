//! What the engine would have played without adapting to its opponent.
//!
//! After the search two small ones are made, with and without the answer to the opponent, each with a fortieth of
//! its nodes and time. The answer made a difference only if these two differ: a small search and a large one may
//! differ anyway.

use std::sync::Arc;

use shakmaty::{Move, Position as _};

use super::player::Player;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::heuristic::Heuristic;
use crate::search::{SearchLimits, SearchReport, SearchSettings, TableSize};
use crate::units::{Centipawns, Nodes};

/// Each of the two searches gets one part in this many of the nodes and the time; together five per cent.
const SHARE: u32 = 40;

/// Searches of fewer nodes are not compared: a fortieth of them says nothing.
const LEAST_NODES: u64 = 2000;

/// How the engine plays without an answer to its opponent: heuristic, contempt and side bonus.
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
        let Nodes(nodes) = report.nodes;
        let has_choice = order.game.position().legal_moves().len() > 1;
        if nodes < LEAST_NODES || !has_choice || order.stop.is_raised() {
            return None;
        }
        let limits = SearchLimits {
            nodes: Some(Nodes(nodes / u64::from(SHARE))),
            hard: Some(report.time / SHARE),
            search_moves: order.limits.search_moves.clone(),
            ..SearchLimits::default()
        };
        let [with, without] = [with, self].map(|play| play.best(order, &limits, settings));
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
