//! Plays 100 self-play games into a database: `cargo run --release --example selfplay [DATABASE]`.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use bayeschess::cancel::CancelFlag;
use bayeschess::search::SearchLimits;
use bayeschess::selfplay::{SelfplayPlan, SelfplayRecipe, run};
use bayeschess::store::{Access, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let database = std::env::args().nth(1).unwrap_or("games.db".to_owned());
    let mut store = Store::open(database.as_ref(), Access::Create)?;
    let recipe = SelfplayRecipe {
        limits: SearchLimits::nodes(50),
        ..SelfplayRecipe::default()
    };
    let outcome = run(
        &mut store,
        &recipe,
        &SelfplayPlan::new(100),
        &CancelFlag::new(),
        &mut |_| {},
    )?;
    println!("{} games, {} now", outcome.tally.games, outcome.played);
    Ok(())
}
