//! The mean lead of a player over peers in one habit, and its test.
//!
//! A player without traits plays each game as a peer would, so that the mean lead is 0. Its variance comes from the
//! player's own games, with some games of peers added, and from the sampling error of the norms, which all games among
//! the same peers share.

use std::collections::BTreeMap;

use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::date_order::DateOrder;
use super::game::PlayerGame;
use crate::bayes::half_width_95;
use crate::style::{PeerRank, PeerRanks, Peers, SignValues};

/// Number of games of peers that are added to the variance of a player's games.
const VARIANCE_PULL: f64 = 10.0;

/// The ranks of all habits in one game that can be compared with peers.
#[derive(Clone, Debug)]
pub(super) struct ComparedGame {
    /// Index of the game in the report's list.
    pub(super) game: usize,
    /// Ranks in the order of [`Habit::ALL`](crate::style::habits::Habit::ALL).
    pub(super) ranks: Vec<PeerRank>,
    /// Number of the group of games that the dates do not tell apart; `None` without a date.
    pub(super) date_group: Option<usize>,
    /// Peers of the game.
    peers: Peers,
    /// Number of sides of games that the norms of these peers are made from.
    sides: u64,
}

impl ComparedGame {
    /// Returns the ranks of a game; `None` if it cannot be compared with peers.
    pub(super) fn of(game: usize, reading: &SignValues, peers: &PeerRanks<'_>) -> Option<Self> {
        let sides = peers.sides(reading.cell.peers())?;
        Some(Self {
            game,
            ranks: peers.of(reading),
            date_group: None,
            peers: reading.cell.peers(),
            sides,
        })
    }
}

/// Returns the games that can be compared with peers, in the order of their dates.
pub(super) fn compared(
    games: &[PlayerGame],
    order: &DateOrder,
    peers: &PeerRanks<'_>,
) -> Vec<ComparedGame> {
    let of = |number: &usize| {
        let compared = ComparedGame::of(*number, &games[*number].reading, peers)?;
        Some(ComparedGame {
            date_group: order.group(*number),
            ..compared
        })
    };
    order.games.iter().filter_map(of).collect()
}

/// The mean lead in one habit over some games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MeanLead {
    /// Number of games.
    pub(super) games: u64,
    /// Mean lead, from −1 to 1.
    pub(super) lead: f64,
    /// Standard error of the mean.
    pub(super) standard_error: f64,
}

impl MeanLead {
    /// Returns the mean lead in the habit with this index; 0 with an infinite error without games.
    pub(super) fn of<'a>(games: impl Iterator<Item = &'a ComparedGame>, habit: usize) -> Self {
        let (mut count, mut sum, mut squares, mut expected) = (0_u64, 0.0, 0.0, 0.0);
        let mut by_peers: BTreeMap<Peers, (f64, u64)> = BTreeMap::new();
        for game in games {
            let rank = game.ranks[habit];
            count += 1;
            sum += rank.lead;
            squares += rank.lead * rank.lead;
            expected += rank.peer_variance;
            by_peers.entry(game.peers).or_insert((0.0, game.sides)).0 += 1.0;
        }
        if count == 0 {
            return Self {
                games: 0,
                lead: 0.0,
                standard_error: f64::INFINITY,
            };
        }
        let all = count as f64;
        let lead = sum / all;
        let own = (squares - all * lead * lead).max(0.0);
        let peer = expected / all;
        let variance = (own + VARIANCE_PULL * peer) / (all + VARIANCE_PULL - 1.0);
        // Games among the same peers share the sampling error of their norm.
        let norms: f64 = by_peers
            .values()
            .map(|(games, sides)| (games / all).powi(2) * peer / (*sides).max(1) as f64)
            .sum();
        Self {
            games: count,
            lead,
            standard_error: (variance / all + norms).sqrt(),
        }
    }

    /// Returns the two-sided p-value of the hypothesis that the true lead is 0 (Student's t).
    pub(super) fn p_value(&self) -> f64 {
        if self.standard_error <= 0.0 || self.games == 0 {
            return 1.0;
        }
        let freedom = self.games as f64 + VARIANCE_PULL - 1.0;
        let t = -(self.lead / self.standard_error).abs();
        StudentsT::new(0.0, 1.0, freedom).map_or(1.0, |student| 2.0 * student.cdf(t))
    }

    /// Returns the share of peers' games that a game of the player shows more of the habit than, ties counted half.
    pub(super) fn ahead(&self) -> f64 {
        f64::midpoint(1.0, self.lead)
    }

    /// Returns the 95 % interval of [`ahead`](Self::ahead).
    pub(super) fn ahead_interval_95(&self) -> [f64; 2] {
        let half = half_width_95(self.standard_error);
        [self.lead - half, self.lead + half].map(|lead| f64::midpoint(1.0, lead).clamp(0.0, 1.0))
    }
}
