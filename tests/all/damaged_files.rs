//! Whatever has become of a file that people edit, or that a crash cut off: readers refuse it in words and
//! never break down.

use std::fs;
use std::path::Path;

use bayeschess::arena::RecordedGame;
use bayeschess::arena::journal::Journal;
use bayeschess::arena::suite::test_position;
use bayeschess::files::Existing;
use bayeschess::play::OpeningFile;
use bayeschess::train;
use bayeschess::train::experiment::curve::MatchRow;
use bayeschess::train::{ResultSheet, experiment};
use bayeschess::units::Ply;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::support::folder;

/// What happens to a file: some bytes at a place give way to others.
type Damage = (prop::sample::Index, usize, Vec<u8>);

fn damage() -> impl Strategy<Value = Vec<Damage>> {
    let bytes = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..8),
        "[-0-9.,;=\"\\[\\]{}# a-z\n]{0,12}".prop_map(String::into_bytes),
    ];
    let one = (any::<prop::sample::Index>(), 0_usize..40, bytes);
    prop::collection::vec(one, 1..5)
}

fn damaged(sound: &[u8], damage: &[Damage]) -> Vec<u8> {
    let mut bytes = sound.to_vec();
    for (place, gone, new) in damage {
        let from = place.index(bytes.len() + 1);
        let to = (from + gone).min(bytes.len());
        bytes.splice(from..to, new.iter().copied());
    }
    bytes
}

/// A journal: the settings of its match, and a game.
fn journal() -> String {
    let lapses = json!({
        "move_format": 0, "first_move": 0, "no_score": 0, "figure": 0, "illegal_line": 0,
        "line_beyond_end": 0, "mate_missing": 0, "mate_length": 0, "mate_sign": 0,
    });
    let side = json!({
        "moves": 2, "thought_us": 2_255_902, "nodes": 3_273_507, "searched_us": 2_255_902, "depths": 9,
        "with_depth": 2, "latency_us": 70, "with_latency": 1, "worst_latency_us": 70,
        "longest_us": 108_087, "lapses": lapses,
    });
    let game = json!({
        "game": 0, "result": "1-0", "termination": "checkmate", "plies": 3, "white": side, "black": side,
    });
    format!("{}\n{game}\n", settings())
}

fn settings() -> Value {
    json!({"games": 2})
}

fn read_all(file: &Path) {
    // An error is as good as a value here: it only must be one.
    let _ = Journal::open::<RecordedGame>(file, &settings());
    let _ = test_position::read(file);
    let _ = test_position::read_positions(file);
    let _ = OpeningFile::read(file, Ply(8));
    let _ = experiment::ExperimentRecipe::read(file);
    let _ = train::TrainingRecipe::read(file);
    let _ = ResultSheet::<MatchRow>::open(file, "", Existing::Keep);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_damage_breaks_a_reader(damage in damage()) {
        let folder = folder();
        for (name, sound) in [
            ("match.journal", journal().as_bytes()),
            ("suite.epd", include_bytes!("../../data/mates.epd")),
            ("openings.pgn", &include_bytes!("../../data/balanced.pgn")[..4096]),
            ("curve.toml", include_bytes!("../../training/table-6-1.toml")),
            ("training.toml", include_bytes!("../../training/classic.toml")),
            ("curve.csv", include_bytes!("../../training/table-6-1.csv")),
        ] {
            let file = folder.path().join(name);
            fs::write(&file, damaged(sound, &damage)).expect("written");
            read_all(&file);
        }
    }
}

/// Else the test above would show nothing.
#[test]
fn undamaged_files_are_read() {
    assert!(test_position::read(Path::new("data/mates.epd")).is_ok());
    assert!(OpeningFile::read(Path::new("data/balanced.pgn"), Ply(8)).is_ok());
    assert!(experiment::ExperimentRecipe::read(Path::new("training/table-6-1.toml")).is_ok());
    assert!(train::TrainingRecipe::read(Path::new("training/classic.toml")).is_ok());
    let folder = folder();
    let file = folder.path().join("match.journal");
    fs::write(&file, journal()).expect("written");
    let (_, games) = Journal::open::<RecordedGame>(&file, &settings()).expect("a journal");
    assert_eq!(games.len(), 1);
    let file = folder.path().join("curve.csv");
    fs::copy("training/table-6-1.csv", &file).expect("copied");
    let hash = fs::read_to_string(&file).expect("read");
    let hash = hash.lines().nth(1).and_then(|line| line.split(',').next());
    assert!(ResultSheet::<MatchRow>::open(&file, hash.expect("a row"), Existing::Keep).is_ok());
}
