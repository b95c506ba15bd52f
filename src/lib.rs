//! BayesChess is a chess engine that learns from its own games by naive Bayes and gets to know its opponents.
//!
//! It counts with which parameter values self-play games were won, drawn and lost (naive Bayes), and
//! recognises the style of its opponents. The program `bayeschess` is built on this library.
//!
//! # What flows through it
//!
//! ```text
//! self-play   recipe ─► openings ─► drawn levels ─► two searches ─► Game, Case ─► database
//!             selfplay              heuristic       search, eval    record        store
//!
//! learning    cases ─► integer counts ─► table with intervals ─► objective ─► heuristic
//!             store    bayes             model, learn                          heuristic
//!
//! style       PGN ─► Game ─► habits ─► counts, less the norms ─► recogniser
//!             pgn    record  style     bayes                     style
//!
//! playing     moves seen ─► posterior of the style ─► answer ─► heuristic ─► search ─► move
//!             engine        opponent, style           opponent  model         search
//! ```
//!
//! The four meet in [`bayes::Counts`]: integers that add and subtract exactly, so that any number of
//! machines, in any order, with any interruption, give the same bytes.
//!
//! # Layers
//!
//! A module uses only modules of the layers above it in this table. Mathematics knows no chess, chess
//! knows no learning, learning knows no protocol, and nothing in the library prints.
//! `tests/all/architecture.rs` holds the exact table.
//!
//! | layer | modules |
//! |---|---|
//! | 0 ground | [`units`], [`foreign`], [`files`], [`cancel`], [`rng`], [`score`], [`phase`], [`record`] |
//! | 1 mathematics and rules | [`bayes`], [`board`], [`plot`], [`identity`] |
//! | 2 evaluation, style, books | [`heuristic`], [`style`], [`strength`], [`book`] |
//! | 3 tables, PGN, database | [`model`], [`pgn`], [`store`] |
//! | 4 collections, thinking | [`collection`], [`eval`], [`search`], [`opponent`] |
//! | 5 engine, learning | [`engine`], [`learn`] |
//! | 6 games | [`play`] |
//! | 7 self-play, matches, protocols | [`protocol`], [`selfplay`], [`arena`] |
//! | 8 training, the page | [`train`], [`shard`], [`serve`] |
//!
//! # Examples
//!
//! The same programs are in `examples/`.
//!
//! ## Read a PGN collection into a database
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use bayeschess::collection::{ImportOptions, WriteMode, import_file};
//! use bayeschess::pgn::PgnSource;
//!
//! # let folder = tempfile::tempdir()?;
//! # let (database, file) = (folder.path().join("games.db"), folder.path().join("games.pgn"));
//! # std::fs::write(&file, "[White \"Doe, Jane\"]\n\n1. e4 e5 1-0\n")?;
//! let sources = PgnSource::find(&[file])?;
//! let (mode, options) = (WriteMode::Commit, ImportOptions::default());
//! let summary = import_file(database.as_ref(), mode, &sources, &options, |_| {
//!     ControlFlow::Continue(())
//! })?;
//! println!("{} games", summary.games_in_database);
//! # assert_eq!(summary.games_in_database, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Play self-play games
//!
//! ```
//! use bayeschess::cancel::CancelFlag;
//! use bayeschess::search::SearchLimits;
//! use bayeschess::selfplay::{SelfplayPlan, SelfplayRecipe, run};
//! use bayeschess::store::{Access, Store};
//!
//! # let folder = tempfile::tempdir()?;
//! # let database = folder.path().join("games.db");
//! let mut store = Store::open(database.as_ref(), Access::Create)?;
//! let recipe = SelfplayRecipe {
//!     limits: SearchLimits::nodes(50),
//!     ..SelfplayRecipe::default()
//! };
//! let outcome = run(&mut store, &recipe, &SelfplayPlan::new(100), &CancelFlag::new(), &mut |_| {})?;
//! println!("{} games, {} now", outcome.tally.games, outcome.played);
//! # assert_eq!(outcome.tally.games, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Learn a table
//!
//! ```
//! use bayeschess::bayes::Smoothing;
//! use bayeschess::heuristic::Schema;
//! use bayeschess::learn::learn;
//! use bayeschess::model::Objective;
//! use bayeschess::store::{Access, CaseFilter, Store};
//!
//! # use bayeschess::cancel::CancelFlag;
//! # use bayeschess::search::SearchLimits;
//! # use bayeschess::selfplay::{SelfplayPlan, SelfplayRecipe, run};
//! # let folder = tempfile::tempdir()?;
//! # let database = folder.path().join("games.db");
//! # let mut store = Store::open(database.as_ref(), Access::Create)?;
//! # let recipe = SelfplayRecipe { limits: SearchLimits::nodes(20), ..SelfplayRecipe::default() };
//! # run(&mut store, &recipe, &SelfplayPlan::new(20), &CancelFlag::new(), &mut |_| {})?;
//! # drop(store);
//! let store = Store::open(database.as_ref(), Access::Read)?;
//! let (schema, filter) = (Schema::classic(), CaseFilter::default());
//! let learned = learn(&store, schema, &filter, Smoothing::LAPLACE, &mut |_| {})?;
//! println!("{} cases of {} games", learned.cases, learned.games);
//! let heuristic = learned.table.heuristic(Objective::MaxWin);
//! println!("{:?}", heuristic.weights().opening);
//! # assert_eq!(learned.games, 20);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Recognise a player's style
//!
//! ```
//! use std::sync::Arc;
//!
//! use bayeschess::opponent::load_styles;
//! use bayeschess::pgn::read_games;
//! use bayeschess::style::{GameObserver, HabitEvidence};
//!
//! # let file = "[White \"Doe, Jane\"]\n\n1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ 4. Kf1 1-0\n".as_bytes();
//! # let names = ["Doe, Jane".to_owned()];
//! let styles = Arc::new(load_styles("shipped")?);
//! let mut evidence = HabitEvidence::default();
//! let mut posterior = None;
//! for game in read_games(file).flatten() {
//!     let Some(side) = game.color_of(&names) else { continue };
//!     let mut observer = GameObserver::new(&styles, &game.start, side, evidence);
//!     posterior = game.moves.iter().filter_map(|m| observer.see(*m)).last().or(posterior);
//!     evidence = observer.finish(game.result);
//! }
//! # assert!(posterior.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Play a move with an engine that adapts
//!
//! ```
//! use bayeschess::board::GameState;
//! use bayeschess::board::notation::{Language, read_line, write};
//! use bayeschess::engine::Engine;
//! use bayeschess::opponent::load_styles;
//! use bayeschess::model::HeuristicSpec;
//! use bayeschess::search::{SearchLimits, SearchSettings};
//!
//! # let moves = "1. e4 e5 2. f4";
//! # let mut game = GameState::new();
//! # for chosen in read_line(&shakmaty::Chess::default(), moves, Language::English)? { game.play(chosen); }
//! let mut engine = Engine::new(SearchSettings::default(), 1)?;
//! engine.set_weights("modern:learned".parse::<HeuristicSpec>()?.load()?);
//! engine.set_styles(Some(load_styles("shipped")?));
//! engine.set_game(game);
//! let report = engine.think(&SearchLimits::nodes(20_000));
//! let decision = engine.decision(engine.game().turn());
//! let best = report.best.ok_or("the game is over")?;
//! println!("{}", write(engine.game().position(), best, Language::English));
//! println!("{decision}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)
)]

// L0: types that all modules use.

// Typed numbers with units.
pub mod units;

// Cleans text from outside for messages.
pub mod foreign;

// Whole-file writes.
pub mod files;

// The flag that cancels long work.
pub mod cancel;

// Random streams by seed, purpose and number.
pub mod rng;

// Evaluations with their point of view.
pub mod score;

// Opening, middlegame and endgame, and the rules that separate them.
pub mod phase;

// The record of a game, its results and its cases, with their provenance.
pub mod record;

// L1: statistics without chess, the board, and SVG plots.

// Counts, smoothing and the naive Bayes classifier.
pub mod bayes;

// Positions with their history, static exchange evaluation, notation.
pub mod board;

// Plots as SVG.
pub mod plot;

// Names and their spellings, dates, fingerprints of games.
pub mod identity;

// L2: the parameters of evaluations, style, strength, and books.

// The parameters of each family with their levels, and weights by phase.
pub mod heuristic;

// Habits, attributes and recognisers of a player's style.
pub mod style;

// A player's strength, estimated from the losses of their moves.
pub mod strength;

// Tablebases, opening books and opening trees.
pub mod book;

// L3: files on disk.

// Learned tables with their cards.
pub mod model;

// Reading and writing PGN.
pub mod pgn;

// The database: the only module with SQL.
pub mod store;

// L4: collections, evaluation, search, and the opponent.

// PGN collections in the database: import, growth, removal, export.
pub mod collection;

// The evaluation: a score from heuristic and position.
pub mod eval;

// The search: one file for each part.
pub mod search;

// The opponent's style and strength, the answer to them, and the reason.
pub mod opponent;

// L5: the engine, and learning.

// The engine's facade for protocols and the terminal; it knows no protocol.
pub mod engine;

// Learning: from cases and positions to tables.
pub mod learn;

// L6 to L8: playing games, and what is built on them.

// Players, clocks, the game loop, openings, adjudication and the pool of workers.
pub mod play;

// UCI: lines in, lines out.
pub mod protocol;

// Numbered self-play games, into the database.
pub mod selfplay;

// Matches, tournaments and their statistics.
pub mod arena;

// Training over generations: self-play, learning, validation.
pub mod train;

// Work that counts, divided into parts for many machines.
pub mod shard;

// The local page: the game and the engine's view of its opponent, in a browser.
#[cfg(feature = "serve")]
pub mod serve;
