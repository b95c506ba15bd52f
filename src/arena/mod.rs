//! Matches: which player is stronger, by how much, and with what certainty.
//!
//! Start at [`tournament`], of which a match is one with two players. The unit of all statistics is the *pair* of
//! games on one opening with colours changed, never the single game. The two games of a pair share their opening, so
//! their results are correlated; counting them one by one would understate the error.
//!
//! A [`tournament`] has two players or more: heuristics in this process and external engines, with fixed limits or
//! clocks. Games between heuristics without clocks are reproducible move for move.
//!
//! May use: L0, `board`, `heuristic`, `model`, `pgn`, `search`, `engine`, `play`, `selfplay`.

pub mod drawn_options;
pub mod draws;
pub mod elo;
pub mod entrant;
pub mod external;
mod game_log;
pub mod game_summary;
pub mod journal;
pub mod match_score;
pub mod oracle;
pub mod overview;
pub mod paired;
pub mod player_spec;
pub mod rating;
mod schedule;
pub mod sprt;
pub mod standings;
pub mod suite;
pub mod tournament;
mod worker;

pub use drawn_options::{DrawnOption, GivenOptions, OptionDraws, OptionSettings, PairOptions};
pub use draws::opening_seed;
pub use elo::{EloEstimate, PairCounts};
pub use entrant::{Entrant, EntrantKind};
pub use match_score::{MatchEnd, MatchError, MatchScore};
pub use paired::EloFigure;
pub use player_spec::PlayerSpec;
pub use schedule::PlayState;
pub use sprt::{Sprt, SprtVerdict};
pub use standings::TournamentStandings;
pub use tournament::{RecordedGame, ScoreListener, Tournament, TournamentObserver};

#[cfg(test)]
mod tests;
