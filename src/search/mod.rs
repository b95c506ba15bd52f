//! Search: which move is best, by iterative deepening of a principal variation search.
//!
//! Start at [`Searcher`]. From the top: [`searcher`] starts the threads, `shared` is what all of them see. Each
//! `thread` has its `history` (what was learned of moves, in each `quiet_context`), its `stack` (a frame for each
//! ply), its `line` (principal variations) and its `control` (nodes, time, stop). `iterative_deepening` deepens
//! (`mtdf` in the laboratory only) and `time_manager` decides when to stop. `root` and `negamax` search a node and
//! `moves` tries its moves, each by `move_search`; `pruning`, `probcut`, `late_moves`, `reductions` and `extension`
//! decide what is searched less or more, and `rewards` what the histories learn. `quiescence` follows captures at
//! the leaves, and [`quiet_position`] returns the position where they end. `ordering` sorts moves by what `history`
//! has learned, [`move_blindness`] hides moves from weakened players, `correction` corrects static evaluations,
//! [`table`] is the transposition table, `tablebase` knows exact results, and `equal_moves` draws among equal best
//! moves. [`constants`] lists the numbers that can be tuned, each a [`search_constant`]. [`mod@reference`] holds
//! plain algorithms to test against. Scores are for the side to move; results are [`SearchReport`]s and events, and
//! nothing is printed.
//!
//! A *node* is every position that search or quiescence enters. On one thread, with a limit of nodes
//! or depth and no other, a search is deterministic: the same game, evaluator and table give the
//! same report.
//!
//! [`losses`] measures how much the moves of a game lose.
//!
//! May use: L0, `board`, `book`, `heuristic`, `style`, `strength`, `eval`.

pub mod bench;
mod boxed;
pub mod constants;
mod control;
mod correction;
mod equal_moves;
mod extension;
mod frame;
mod history;
mod iterative_deepening;
mod late_moves;
pub mod limits;
mod line;
pub mod losses;
pub mod mate;
pub mod move_blindness;
mod move_kind;
mod move_search;
mod moves;
mod mtdf;
mod negamax;
pub mod node;
mod ordering;
mod plies;
mod probcut;
mod pruning;
mod quiescence;
mod quiet_context;
pub mod quiet_position;
mod reduction_table;
mod reductions;
pub mod reference;
pub mod report;
mod rewards;
mod root;
mod root_move;
pub mod search_constant;
pub mod searcher;
mod shared;
mod stack;
pub mod table;
mod tablebase;
pub mod techniques;
mod thread;
mod time_manager;
pub mod value;

pub use limits::{HastyChoice, PonderClock, SearchLimits};
pub use losses::{LOSS_NODES, LossObserver};
pub use move_blindness::MoveBlindness;
pub use quiet_position::QuietPositionFinder;
pub use report::{ScoreBound, SearchEvent, SearchReport};
pub use searcher::{Searcher, check_memory};
pub use table::{MOST_HASH, TableSize};
pub use techniques::{Technique, Techniques};

use crate::units::Centipawns;

/// The most search threads that may be asked for.
pub const MOST_THREADS: u16 = 256;

/// The most contempt that may be set, up or down, in centipawns.
pub const MOST_CONTEMPT: Centipawns = Centipawns(300);

/// The settings with which a [`Searcher`] is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The size of the transposition table.
    pub table: TableSize,
    /// The techniques in use beyond plain alpha-beta.
    pub techniques: Techniques,
    /// Number of search threads; 0 means 1.
    pub threads: usize,
    /// Contempt in centipawns: a draw scores `-contempt` for the root side.
    pub contempt: Centipawns,
    /// Bonus in every evaluation for the root side, in centipawns: whole with all pieces on the board, half
    /// without any. The evaluator adds it; see [`RootContext`](crate::eval::RootContext).
    pub side_bonus: Centipawns,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            table: TableSize::DEFAULT,
            techniques: Techniques::PLAYING,
            threads: 1,
            contempt: Centipawns::ZERO,
            side_bonus: Centipawns::ZERO,
        }
    }
}

impl SearchSettings {
    /// Returns settings for games of a few hundred nodes a move: a table that stays in the processor's cache.
    pub const fn for_selfplay() -> Self {
        Self {
            table: TableSize::SMALL,
            techniques: Techniques::PLAYING,
            threads: 1,
            contempt: Centipawns::ZERO,
            side_bonus: Centipawns::ZERO,
        }
    }
}
