//! Recognises a player's style: `cargo run --release --example recognise_style FILE.pgn NAME...`.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use std::sync::Arc;

use bayeschess::opponent::load_styles;
use bayeschess::pgn::read_games;
use bayeschess::style::{GameObserver, HabitEvidence, Style};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = std::fs::File::open(arguments.next().ok_or("give a PGN file and a name")?)?;
    let names: Vec<String> = arguments.collect();
    let styles = Arc::new(load_styles("shipped")?);
    let mut evidence = HabitEvidence::default();
    let mut posterior = None;
    for game in read_games(file).flatten() {
        let Some(side) = game.color_of(&names) else {
            continue;
        };
        let mut observer = GameObserver::new(&styles, &game.start, side, evidence);
        posterior = game
            .moves
            .iter()
            .filter_map(|m| observer.see(*m))
            .last()
            .or(posterior);
        evidence = observer.finish(game.result);
    }
    let posterior = posterior.ok_or("no move of that player")?;
    for style in Style::ALL {
        println!("{style}: {:.3}", posterior.of(style));
    }
    Ok(())
}
