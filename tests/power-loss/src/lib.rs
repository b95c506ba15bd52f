//! A file system layer for SQLite that notes every write and sync, and lets writes fail; and what a power cut leaves of what was noted.

mod disk;
mod layer;

pub use disk::{Cut, Disk, Loss};
pub use layer::{Event, Failure, fail, install, mark, recording};
