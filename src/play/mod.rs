//! Playing games: players, clocks, one game loop, openings, adjudication, and the pool of workers.
//!
//! Start at [`play_game`]. Self-play, matches, tournaments and the validations of trainings and experiments all use
//! this module.
//!
//! May use: L0, `board`, `book`, `pgn`, `eval`, `search`, `engine`.

pub mod adjudication;
pub mod draw_offer;
pub mod game;
pub mod game_clock;
pub(crate) mod in_order;
pub mod judgement;
pub mod material_judge;
pub mod opening_file;
pub mod openings;
pub mod player;
pub mod pool;
pub mod protocol_warning;
pub mod score_adjudication;
pub mod time_control;

pub use adjudication::{Adjudication, AdjudicationThresholds, GameFraction};
pub use draw_offer::DrawOfferAnswer;
pub use game::{FinishedGame, GameRules, play_game};
pub use game_clock::GameClock;
pub use judgement::{MoveJudgement, OracleReply, judge_moves, score_of_end, turning_point};
pub use opening_file::{OpeningCut, OpeningFile, RANDOM_OPENINGS, SHIPPED_OPENINGS};
pub use openings::{Opening, OpeningOrder, Openings, RandomOpenings};
pub use player::{ChosenMove, FaultKind, LimitedPlayer, MatchPlayer, MoveRequest, PlayerFault};
pub use time_control::{ClockKind, ThinkingLimits, TimeControl};
