//! Plays a move with an engine that adapts to its opponent:
//! `cargo run --release --example adaptive_engine ['1. e4 e5 2. Nf3']`.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use bayeschess::board::GameState;
use bayeschess::board::notation::{Language, read_line, write};
use bayeschess::engine::Engine;
use bayeschess::model::HeuristicSpec;
use bayeschess::opponent::load_styles;
use bayeschess::search::{SearchLimits, SearchSettings};
use shakmaty::Chess;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let moves = std::env::args()
        .nth(1)
        .unwrap_or("1. e4 e5 2. f4".to_owned());
    let mut game = GameState::new();
    for chosen in read_line(&Chess::default(), &moves, Language::English)? {
        game.play(chosen);
    }
    let mut engine = Engine::new(SearchSettings::default(), 1)?;
    engine.set_weights("modern:learned".parse::<HeuristicSpec>()?.load()?);
    engine.set_styles(Some(load_styles("shipped")?));
    engine.set_game(game);
    let report = engine.think(&SearchLimits::nodes(20_000));
    let decision = engine.decision(engine.game().turn());
    let best = report.best.ok_or("the game is over")?;
    println!(
        "{}",
        write(engine.game().position(), best, Language::English)
    );
    println!("{decision}");
    Ok(())
}
