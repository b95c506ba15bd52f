//! One invariant for each kind of foreign bytes. Each function takes any bytes and panics if its invariant does not hold.
//!
//! `tests/all/fuzz` runs them on generated inputs, and the package in `fuzz/` under libFuzzer.

mod books;
#[cfg(feature = "serve")]
mod page;
mod patch;
mod pgn;
mod positions;
mod sessions;
mod stored;
mod tables;
mod texts;

/// A kind of foreign bytes.
#[derive(Clone, Copy)]
pub struct FuzzTarget {
    /// Its name, and that of the target of cargo-fuzz.
    pub name: &'static str,
    /// Folder of its seeds, from the project's root.
    pub seeds: &'static str,
    /// Panics if the invariant does not hold for these bytes.
    pub check: fn(&[u8]),
}

/// Kinds whose inputs go on from each other, so that many can be joined to a long one. To start an engine for each would
/// take most of the time.
pub const CONVERSATIONS: [&str; 2] = ["uci", "xboard"];

/// Kinds whose inputs are a megabyte and more; each takes some 20 ms.
pub const LARGE: [&str; 2] = ["heuristic_table", "style_model"];

macro_rules! targets {
    ($($(#[$condition:meta])* $name:ident: $seeds:literal, $check:path;)*) => {
        /// All kinds.
        pub const TARGETS: &[FuzzTarget] = &[
            $($(#[$condition])* FuzzTarget { name: stringify!($name), seeds: $seeds, check: $check },)*
        ];
    };
}

targets! {
    pgn_strict: "tests/pgn", pgn::strict;
    pgn_salvaged: "tests/pgn", pgn::salvaged;
    fen: "tests/fuzz/fen", positions::fen;
    epd: "tests/fuzz/epd", positions::epd;
    moves: "tests/fuzz/moves", positions::moves;
    uci: "tests/fuzz/uci", sessions::uci;
    xboard: "tests/fuzz/xboard", sessions::xboard;
    polyglot: "tests/fuzz/polyglot", books::polyglot;
    opening_tree: "tests/fuzz/opening_tree", books::opening_tree;
    heuristic_table: "tests/fuzz/patches", tables::heuristic;
    style_model: "tests/fuzz/patches", tables::style;
    recipe: "tests/fuzz/recipe", texts::recipe;
    settings: "tests/fuzz/settings", texts::settings;
    journal: "tests/fuzz/journal", texts::journal;
    manifest: "tests/fuzz/manifest", texts::manifest;
    database: "tests/fuzz/patches", stored::database;
    #[cfg(feature = "serve")]
    page: "tests/fuzz/page", page::request;
}
