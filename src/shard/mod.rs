//! Counted work divided into parts that any number of machines do: plan, run, merge.
//!
//! A [`ShardManifest`] holds the command, the hashes of its inputs and the parts. [`run_part`] does one part and writes
//! its file, named by the manifest, the number of the part and the hash of its bytes. [`merge_parts`] sums them. A part
//! may be done twice, in any order, on any machine: the result has the content of one process that does all.
//!
//! No server is needed: a scheduler such as Slurm or GNU parallel starts the parts.
//!
//! May use: L0 to L5, `play`, `selfplay`, `train`.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

mod adapt;
mod collection_count;
mod collections;
mod error;
mod execute;
mod habit_table;
mod hash;
mod manifest;
mod norms;
mod part_files;
mod positions;
mod selfplay;
mod strength;
mod tune;
mod work;

pub use adapt::AdaptShards;
pub use collection_count::CountedCollections;
pub use error::ShardError;
pub use execute::{MergeOutcome, PartOutcome, merge_parts, run_part};
pub use habit_table::HabitTableShards;
pub use manifest::{ShardInput, ShardManifest};
pub use norms::NormsShards;
pub use positions::{PositionInputs, PositionShards};
pub use selfplay::SelfplayShards;
pub use strength::StrengthShards;
pub use tune::TuneShards;
pub use work::{ShardSlice, ShardedWork, WorkInputs, even_slices};
