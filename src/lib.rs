//! BayesChess: a chess engine that learns its evaluation by naive Bayes from self-play and adapts
//! what it aims at to the style of its opponent.
//!
//! The modules stand here in the order in which they depend on each other: each uses only those
//! above it (`tests/architecture.rs` holds the exact table). Mathematics knows no chess, chess
//! knows no learning, learning knows no protocol, and the core never prints.

// L0: words that every room speaks.
pub mod files;
pub mod phase;
pub mod record;
pub mod rng;
pub mod score;
pub mod units;

// L1: the board, and mathematics without chess.
pub mod bayes;
pub mod board;
pub mod plot;

// L2: what a player believes, and what is observed of one.
pub mod heuristic;
pub mod style;

// L3: what lies on disk.
pub mod model;
pub mod pgn;
pub mod store;

// L4: thinking.
pub mod adapt;
pub mod eval;
pub mod search;

// L5: the engine, and learning.
pub mod engine;
pub mod learn;

// L6: playing: against oneself first, then against others.
pub mod selfplay;

pub mod arena;
pub mod protocol;

// L7: the command line.
pub mod cli;
