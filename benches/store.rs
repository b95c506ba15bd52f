//! How fast the store writes whole games and hands cases to the learner, and how large it gets.
//!
//! `cargo bench --bench store [GAMES]`: random games of 100 plies with six cases each (both sides
//! drawn), the largest that self-play makes. The floors stand in the README.

use std::path::Path;
use std::time::Instant;

use bayeschess::phase::Phase;
use bayeschess::record::{Case, Game, GameResult, Provenance, Termination};
use bayeschess::store::{
    Access, CaseFilter, GameFilter, RunKind, RunSettings, Store, StoreError, StoredGame,
};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use shakmaty::{ByColor, Chess, Color, Position as _};

const LEVELS: u16 = 838;
const PLIES: usize = 100;
const BATCH: usize = 200;

fn random_game(number: u32) -> StoredGame {
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(number));
    let mut position = Chess::default();
    let mut moves = Vec::with_capacity(PLIES);
    while moves.len() < PLIES {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let m = legal[rng.random_range(0..legal.len())];
        position.play_unchecked(m);
        moves.push(m);
    }
    let result = GameResult::ALL[rng.random_range(0..3)];
    let mut cases = Vec::with_capacity(6);
    for phase in Phase::ALL {
        for side in [Color::White, Color::Black] {
            cases.push(Case {
                phase,
                side,
                levels: (0..LEVELS).map(|_| rng.random_range(0..5)).collect(),
                result: result.seen_by(side),
            });
        }
    }
    StoredGame {
        number,
        record: Game {
            moves,
            opening_plies: 8,
            result: Some(result),
            termination: Termination::MoveLimit,
            ..Game::default()
        },
        cases,
        names: ByColor {
            white: "random".to_owned(),
            black: "random".to_owned(),
        },
        opponent: None,
        played_at: None,
    }
}

fn write(file: &Path, games: &[StoredGame]) -> Result<f64, StoreError> {
    let mut store = Store::open(file, Access::Create)?;
    let settings = RunSettings {
        kind: RunKind::Selfplay,
        provenance: Provenance::default(),
        levels: LEVELS,
    };
    let run = store.begin_run(&settings, u32::try_from(games.len()).unwrap_or(u32::MAX))?;
    let began = Instant::now();
    for batch in games.chunks(BATCH) {
        store.write_games(&run, batch)?;
    }
    store.close()?;
    Ok(began.elapsed().as_secs_f64())
}

#[expect(clippy::print_stdout, reason = "a benchmark's figures are its output")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u32 = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(20_000);
    let played: Vec<_> = (0..games).map(random_game).collect();
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("bench.db");

    let seconds = write(&file, &played)?;
    println!(
        "written: {:.0} games/s in batches of {BATCH}",
        f64::from(games) / seconds
    );
    let bytes = std::fs::metadata(&file)?.len();
    println!(
        "size: {:.2} MB per 1,000 games of {PLIES} plies with 6 cases",
        bytes as f64 / 1e3 / f64::from(games)
    );

    let store = Store::open(&file, Access::Read)?;
    for round in ["first", "second"] {
        let began = Instant::now();
        let mut sum = 0_u64;
        let cases = store.for_each_case(&CaseFilter::default(), |_, _, levels| {
            sum += u64::from(std::hint::black_box(levels)[0]);
        })?;
        let cases = cases.cases;
        let rate = cases as f64 / began.elapsed().as_secs_f64();
        println!(
            "scanned: {rate:.0} cases/s ({round} time, {cases} cases, levels unpacked, {sum})"
        );
    }
    let began = Instant::now();
    let hash = store.content_hash(&GameFilter::default())?;
    let rate = f64::from(games) / began.elapsed().as_secs_f64();
    println!("hashed: {rate:.0} games/s ({hash})");
    Ok(())
}
