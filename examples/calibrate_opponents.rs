//! How many nodes make each opponent of `lab adapt` as strong as the engine.
//!
//! `cargo run --release --example calibrate_opponents -- 2400 1` plays 2,400 games a variant with seed 1; the
//! constants in `src/train/lab/adapt/styles.rs` are its last column.

#![expect(clippy::print_stdout, reason = "an example shows what it did")]

use std::error::Error;
use std::num::NonZeroUsize;

use bayeschess::cancel::CancelFlag;
use bayeschess::train::lab::adapt::{
    AdaptationTrial, ArmSelection, OpponentPool, TrialFold, TrialPlayers, calibrate,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<u64> = std::env::args()
        .skip(1)
        .map(|word| word.parse())
        .collect::<Result<_, _>>()?;
    let argument = |place: usize, usual: u64| arguments.get(place).copied().unwrap_or(usual);
    let trial = AdaptationTrial {
        pool: OpponentPool::Equal,
        games: u32::try_from(argument(0, 100))?,
        seed: argument(1, 1),
        nodes: 1000,
        arms: ArmSelection::Main,
    };
    let threads = NonZeroUsize::new(usize::try_from(argument(2, 1))?).unwrap_or(NonZeroUsize::MIN);
    let players = TrialPlayers::load(&trial.pool)?;
    println!("opponent      fold       our Elo  per doubling  equal at (thousandths of our nodes)");
    for fold in TrialFold::ALL {
        for (place, opponent) in players.opponents(fold).iter().enumerate() {
            let row = calibrate(&trial, &players, (fold, place), threads, &CancelFlag::new())
                .ok_or("stopped")?;
            println!(
                "{:<13} {:<9} {:>+8.0} {:>13.0} {:>9.0} ± {:.0} Elo",
                opponent.name,
                format!("{fold:?}").to_lowercase(),
                row.elo,
                row.elo_per_doubling,
                row.equal_permille,
                row.equal_error_95
            );
        }
    }
    Ok(())
}
