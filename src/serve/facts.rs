//! What does not depend on the game: the interface, the levels, the licences.

use serde_json::{Value, json};

use super::settings::FIRST_LEVEL;
use crate::engine::strength::{HumanRating, STRONGEST, WEAKEST, human_rating, level_error};

/// The description of the interface (`OpenAPI`).
pub(super) const OPENAPI: &str = include_str!("openapi.json");

/// Distance between two levels in the list, in Elo.
const LEVEL_STEP: usize = 100;

/// Returns the list of levels as JSON.
pub(super) fn levels() -> String {
    let rows: Vec<Value> = (WEAKEST..=STRONGEST)
        .step_by(LEVEL_STEP)
        .map(|elo| {
            json!({ "elo": elo, "error_95": level_error(elo), "human": human(human_rating(elo)) })
        })
        .collect();
    json!({
        "scale": "UCI_Elo",
        "lowest": WEAKEST,
        "highest": STRONGEST,
        "default": FIRST_LEVEL,
        "levels": rows,
        "note": "Levels on the scale of Stockfish's UCI_Elo, by matches, each with its error; beside it the rating in rapid games on \
                 lichess.org of people who play as well, with its interval.",
    })
    .to_string()
}

fn human(rating: HumanRating) -> Value {
    let HumanRating { rating, error_95 } = rating;
    json!({ "elo": rating, "interval_95": [rating - error_95, rating + error_95] })
}

/// Version and licences as JSON. What the page is made of stands in its own file of licences.
pub(super) fn about() -> String {
    let third_party = |name: &str, license: &str, what: &str, url: &str| json!({ "name": name, "license": license, "what": what, "url": url });
    json!({
        "name": "BayesChess",
        "version": env!("CARGO_PKG_VERSION"),
        "license": env!("CARGO_PKG_LICENSE"),
        "source": "https://docs.rs/bayeschess",
        "database": true,
        "third_party": [
            third_party("chessground", "GPL-3.0-or-later", "the board", "https://github.com/lichess-org/chessground"),
            third_party("chessops", "GPL-3.0-or-later", "the rules in the page", "https://github.com/niklasf/chessops"),
            third_party("Preact", "MIT", "the views of the page", "https://preactjs.com"),
            third_party("shakmaty", "GPL-3.0-or-later", "the rules in the engine", "https://github.com/niklasf/shakmaty"),
            third_party("axum", "MIT", "the server", "https://github.com/tokio-rs/axum"),
            third_party("tokio", "MIT", "the server", "https://tokio.rs"),
            third_party("chess-openings", "CC0-1.0", "names of openings", "https://github.com/lichess-org/chess-openings"),
            third_party("SQLite", "public domain", "the database", "https://sqlite.org"),
        ],
    })
    .to_string()
}
