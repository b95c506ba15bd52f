//! Learns a table from self-play games: `cargo run --release --example learn_table [DATABASE [TABLE]]`.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use bayeschess::bayes::Smoothing;
use bayeschess::files::Existing;
use bayeschess::heuristic::Schema;
use bayeschess::learn::learn;
use bayeschess::model::Objective;
use bayeschess::store::{Access, CaseFilter, Store};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let database = std::env::args().nth(1).unwrap_or("games.db".to_owned());
    let table = std::env::args().nth(2).unwrap_or("table.csv".to_owned());
    let store = Store::open(database.as_ref(), Access::Read)?;
    let (schema, filter) = (Schema::classic(), CaseFilter::default());
    let learned = learn(&store, schema, &filter, Smoothing::LAPLACE, &mut |_| {})?;
    learned.table.save(table.as_ref(), Existing::Keep)?;
    println!("{} cases of {} games", learned.cases, learned.games);
    let heuristic = learned.table.heuristic(Objective::MaxWin);
    println!("{:?}", heuristic.weights().opening);
    Ok(())
}
