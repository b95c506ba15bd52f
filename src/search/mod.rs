//! Search: which move is best, by iterative deepening of a principal variation search.
//!
//! One verb or noun a file. From the top: [`searcher`] holds what threads share, `tree` what each has
//! for itself; `iterate` deepens (with `patience` for the clock, and `mtdf` in the laboratory),
//! `root` and `negamax` search a node, `moves` tries its moves, `pruning`, `late` and `extension`
//! decide what is searched less or more, `quiescence` settles exchanges at the leaves ([`settle`] says where). `ordering`
//! decides what is tried first by what `history` remembers, [`sight`] overlooks, `correction`
//! corrects static evaluations, [`table`] remembers positions, `tablebase` and `draws` know what is
//! certain, `ties` draws among equals. [`mod@reference`] holds the plain algorithms that prove them
//! right. Everything speaks from the side to move's point of view; results are typed [`SearchReport`]s
//! and events, and nothing is printed.
//!
//! A *node* is every position that search or quiescence enters. On one thread, with a limit of nodes
//! or depth and no other, a search is deterministic: the same game, evaluator and table give the
//! same report.
//!
//! May use: L0, `board`, `book`, `heuristic`, `eval`.

pub mod bench;
mod correction;
mod draws;
mod equal_moves;
mod extension;
mod history;
mod iterative_deepening;
mod late_moves;
pub mod limits;
pub mod mate;
pub mod move_blindness;
mod moves;
mod mtdf;
mod negamax;
pub mod node;
mod ordering;
mod pruning;
mod quiescence;
pub mod quiet_position;
pub mod reference;
pub mod report;
mod root;
pub mod searcher;
pub mod table;
mod tablebase;
pub mod techniques;
mod thread;
mod time_manager;
pub mod value;

pub use limits::{PonderClock, SearchLimits};
pub use move_blindness::MoveBlindness;
pub use quiet_position::QuietPositionFinder;
pub use report::{ScoreBound, SearchEvent, SearchReport};
pub use searcher::Searcher;
pub use table::{MOST_HASH, TableSize};
pub use techniques::{Technique, Techniques};

use crate::units::Centipawns;

/// More threads than any board of this time has.
pub const MOST_THREADS: u16 = 256;

/// The most contempt in either direction: three pawns.
pub const MOST_CONTEMPT: Centipawns = Centipawns(300);

/// How a searcher is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The size of its transposition table.
    pub table: TableSize,
    /// What it does beyond plain alpha-beta.
    pub techniques: Techniques,
    /// How many threads search together; nought and one both mean one.
    pub threads: usize,
    /// A draw is worth so much less than nothing to the side that it plays for.
    pub contempt: Centipawns,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            table: TableSize::DEFAULT,
            techniques: Techniques::PLAYING,
            threads: 1,
            contempt: Centipawns::ZERO,
        }
    }
}

impl SearchSettings {
    /// For games of a few hundred nodes a move: a table that stays in the processor's cache.
    pub const fn for_selfplay() -> Self {
        Self {
            table: TableSize::SMALL,
            techniques: Techniques::PLAYING,
            threads: 1,
            contempt: Centipawns::ZERO,
        }
    }
}
