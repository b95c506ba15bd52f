//! Speeds of evaluation, learning, self-play, store and style recognition.
//!
//! `cargo bench` runs all, `cargo bench -- style` one module, `cargo bench -- --test` runs each
//! once without measuring. What is computed is checked, so that a fast wrong answer does not pass.

mod evaluation;
mod learning;
mod random_games;
mod selfplay;
mod store;
mod style;

/// Counts allocations, for the memory that learning takes.
#[global_allocator]
static ALLOCATOR: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}
