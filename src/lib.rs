//! BayesChess: a chess engine that learns its evaluation by naive Bayes from self-play and adapts
//! what it aims at to the style of its opponent.
//!
//! The modules stand here in the order in which they depend on each other: each uses only those
//! above it (`tests/all/architecture.rs` holds the exact table and checks it). Mathematics knows no chess, chess
//! knows no learning, learning knows no protocol, and the core never prints.

// L0: words that every room speaks.

// Numbers that carry their unit in their type.
pub mod units;

// Text from outside, fit to be repeated in messages.
pub mod foreign;

// Outputs that are whole or not there.
pub mod files;

// Random streams by seed, purpose and number.
pub mod rng;

// Evaluations with their point of view.
pub mod score;

// Opening, middlegame and endgame: the only borders between them.
pub mod phase;

// Games, results and cases, and where they came from.
pub mod record;

// L1: mathematics without chess, the board, and pictures.

// Counts, smoothing and the naive Bayes classifier.
pub mod bayes;

// Positions with their history, exchanges, notation.
pub mod board;

// Curves as SVG.
pub mod plot;

// L2: what a player believes, and what is observed of one.

// The parameters of each family with their levels, and weights by phase.
pub mod heuristic;

// Attributes of a player's style, and their recogniser.
pub mod style;

// Tablebases, opening books and opening trees.
pub mod book;

// L3: what lies on disk.

// Learned tables with their cards.
pub mod model;

// Games as the world writes them.
pub mod pgn;

// The database: the only home of SQL.
pub mod store;

// L4: thinking.

// Heuristic and position give a score.
pub mod eval;

// The tree: one verb a file.
pub mod search;

// From the opponent's style to the objective in force.
pub mod adapt;

// L5: the engine, and learning.

// The facade that every door opens on: no word of a protocol.
pub mod engine;

// From cases and games to tables.
pub mod learn;

// L6: playing, against oneself first, then against others.

// UCI: lines in, lines out.
pub mod protocol;

// Numbered games into the database, whoever plays them and when.
pub mod selfplay;

// Matches, their statistics, and the experiments.
pub mod arena;

// Generation after generation: self-play, learning, validation.
pub mod train;
