//! The standings of a tournament: the results of each pairing and each player.

use std::time::Duration;

use serde::Serialize;
use shakmaty::Color;

use super::game_summary::{GameSummary, PlayerFigures};
use super::match_score::MatchScore;
use crate::record::{GameResult, SideResult, Termination};

/// Number of games lost by faults, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FaultCounts {
    /// Games lost on time.
    pub time_forfeits: u64,
    /// Games lost by an illegal move.
    pub illegal_moves: u64,
    /// Games lost because the program ended.
    pub crashes: u64,
    /// Games lost because the program did not answer.
    pub stalls: u64,
}

impl FaultCounts {
    fn add(&mut self, termination: Termination) {
        match termination {
            Termination::TimeForfeit => self.time_forfeits += 1,
            Termination::IllegalMove => self.illegal_moves += 1,
            Termination::EngineCrash => self.crashes += 1,
            Termination::EngineStall => self.stalls += 1,
            _ => {}
        }
    }

    /// Returns the number of all faults.
    pub const fn total(&self) -> u64 {
        self.time_forfeits + self.illegal_moves + self.crashes + self.stalls
    }
}

/// The results of one player over all its games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlayerRecord {
    /// Statistics of the player's moves.
    pub conduct: PlayerFigures,
    /// Games that the player lost by faults.
    pub faults: FaultCounts,
}

/// The standings of all pairings and players of a tournament.
#[derive(Clone, Debug, Default)]
pub struct TournamentStandings {
    /// Score of each pairing, by its number, from its first player's side.
    pub pairings: Vec<MatchScore>,
    /// Record of each player, by number.
    pub players: Vec<PlayerRecord>,
    /// Number of games counted.
    pub games: u64,
    /// Number of counted games that an earlier run played.
    pub resumed: u64,
    /// Number of finished games that do not count, such as those under way when a sequential test decided.
    pub uncounted: u64,
    /// The last counted game that a player lost by a fault, with what happened.
    pub last_fault: Option<String>,
    /// The crash that ended the match: the game, the player, and what happened.
    pub crash: Option<String>,
    /// Wall-clock time since this run began.
    pub elapsed: Duration,
}

impl TournamentStandings {
    pub(super) fn new(players: usize, pairings: usize) -> Self {
        Self {
            pairings: vec![MatchScore::default(); pairings],
            players: vec![PlayerRecord::default(); players],
            ..Self::default()
        }
    }

    /// Counts the pairs of games of a match of two players.
    pub fn of_match(pairs: &[[&GameSummary; 2]]) -> Self {
        let mut standings = Self::new(2, 1);
        for pair in pairs {
            standings.add(0, [0, 1], *pair);
        }
        standings
    }

    /// Returns the games per second of this run, over all threads.
    pub fn games_per_second(&self) -> f64 {
        let seconds = self.elapsed.as_secs_f64();
        if seconds > 0.0 {
            self.games.saturating_sub(self.resumed) as f64 / seconds
        } else {
            0.0
        }
    }

    /// Returns the number of games that players lost because they crashed, stalled, overstepped their time or moved
    /// illegally.
    pub fn faults(&self) -> u64 {
        let players = self.players.iter();
        players.map(|player| player.faults.total()).sum()
    }

    /// Adds both games of a pair; the pairing's first player has White in the first game.
    pub fn add(&mut self, pairing: usize, players: [usize; 2], games: [&GameSummary; 2]) {
        let [first, second] = players;
        let colors = [Color::White, Color::Black];
        let standing = &mut self.pairings[pairing];
        let mut results = [SideResult::Draw; 2];
        for ((game, own), result) in games.iter().zip(colors).zip(&mut results) {
            *result = game.result.seen_by(own);
            standing.add_game(u64::from(game.plies), game.termination);
            for (player, color) in [(first, own), (second, !own)] {
                let sheet = &mut self.players[player];
                sheet.conduct.add(game.conduct(color));
                if game.result == GameResult::win_of(!color) {
                    sheet.faults.add(game.termination);
                }
            }
            if let Some(fault) = &game.fault {
                self.last_fault = Some(format!("game {}: {fault}", game.game + 1));
            }
        }
        standing.add_results(results);
        self.games += 2;
    }
}
