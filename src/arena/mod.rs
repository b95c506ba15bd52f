//! Matches: who is stronger, by how much, and how surely.
//!
//! The unit of every figure is the *pair* of games on one opening with colours changed, never the
//! single game: the two games of a pair share their opening, so their results hang together, and
//! counting them one by one would promise more than they tell.
//!
//! A [`duel`] is between two heuristics within this process and repeats to the ply. A
//! [`tournament`] seats anybody, external engines and real clocks included.
//!
//! May use: L0, `bayes`, `board`, `plot`, `heuristic`, `model`, `pgn`, `store`, `eval`, `search`,
//! `engine`, `selfplay`.

pub mod duel;
pub mod elo;
pub mod entrant;
pub mod experiment;
pub mod external;
pub mod game_summary;
mod in_order;
pub mod journal;
pub mod lab;
pub mod match_game;
pub mod oracle;
pub mod player;
pub mod player_spec;
pub mod rating;
pub mod score_adjudication;
pub mod sprt;
pub mod standings;
pub mod suite;
pub mod time_control;
pub mod tournament;
mod worker;

pub use duel::{Duel, GamePair, MatchEnd, MatchError, MatchScore, opening_seed};
pub use elo::{EloEstimate, PairCounts};
pub use entrant::{Entrant, EntrantKind};
pub use player_spec::PlayerSpec;
pub use sprt::{Sprt, SprtVerdict};
pub use standings::TournamentStandings;
pub use tournament::{RecordedGame, Tournament, TournamentObserver};
