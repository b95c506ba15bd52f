//! Search: which move is best, by iterative deepening of a principal variation search.
//!
//! One verb or noun a file: [`iterate`] deepens, [`negamax`] searches the tree (with `pruning` and `draws`), [`quiescence`]
//! settles exchanges at its leaves, [`ordering`] decides what is tried first, [`table`] remembers.
//! [`mod@reference`] holds the plain algorithms that prove them right. Everything speaks from the side
//! to move's point of view; results are typed [`Report`]s and events, and nothing is printed.
//!
//! A *node* is every position that search or quiescence enters. With a node limit and no other, a
//! search is deterministic: the same game, evaluator and table give the same report.
//!
//! May use: L0, `board`, `heuristic`, `eval`.

pub mod bench;
mod draws;
pub mod iterate;
pub mod limits;
pub mod negamax;
pub mod node;
pub mod ordering;
mod pruning;
pub mod quiescence;
pub mod reference;
pub mod report;
pub mod table;
pub mod techniques;
pub mod value;

pub use iterate::Searcher;
pub use limits::{Limits, Stop};
pub use report::{Event, Report, ReportBound};
pub use table::TableSize;
pub use techniques::{Technique, Techniques};

/// How a searcher is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchSettings {
    /// The size of its transposition table.
    pub table: TableSize,
    /// What it does beyond plain alpha-beta.
    pub techniques: Techniques,
    /// How many threads search together; nought and one both mean one.
    pub threads: usize,
}

impl Default for SearchSettings {
    fn default() -> Self {
        Self {
            table: TableSize::DEFAULT,
            techniques: Techniques::ALL,
            threads: 1,
        }
    }
}

impl SearchSettings {
    /// For games of a few hundred nodes a move: a table that stays in the processor's cache.
    pub const fn for_selfplay() -> Self {
        Self {
            table: TableSize::SMALL,
            techniques: Techniques::ALL,
            threads: 1,
        }
    }
}
