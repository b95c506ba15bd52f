//! Databases in which another program changed rows or bytes: readers give legal games or an error, and `verify` finds
//! every changed row.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::LazyLock;

use bayeschess::cancel::CancelFlag;
use bayeschess::collection::{ImportOptions, WriteMode, import_file};
use bayeschess::pgn::PgnSource;
use bayeschess::record::Game;
use bayeschess::search::SearchLimits;
use bayeschess::selfplay::{SelfplayPlan, SelfplayRecipe, run};
use bayeschess::store::{
    Access, CaseFilter, GameFilter, OpponentGame, OpponentKey, OpponentKind, Store, StoreError,
};
use rusqlite::types::Value;
use rusqlite::{Connection, params};
use serde_json::json;
use shakmaty::Position as _;

use super::patch;

const GAMES: &str = "[Event \"Club\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
    [White \"C\"]\n[Black \"D\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. O-O-O Kf7 *\n";

/// Columns of each table that hold what was read, played or remembered.
const COLUMNS: &[(&str, &[&str])] = &[
    ("runs", &["seed", "kind", "games_wanted"]),
    (
        "games",
        &["start", "moves", "result", "termination", "opening_plies"],
    ),
    ("cases", &["result", "levels"]),
    ("sources", &["name", "hash", "games"]),
    (
        "collected",
        &[
            "start",
            "moves",
            "result",
            "termination",
            "tags",
            "fingerprint",
        ],
    ),
    ("opponents", &["name", "kind"]),
    (
        "opponent_games",
        &["habits", "result", "moves", "fingerprint", "objective"],
    ),
];

/// The bytes of a database with rows in every table.
static SOUND: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("sound.db");
    let mut store = Store::open(&file, Access::Create).expect("a database");
    let recipe = SelfplayRecipe {
        limits: SearchLimits::nodes(5),
        ..SelfplayRecipe::default()
    };
    run(
        &mut store,
        &recipe,
        &SelfplayPlan::new(2),
        &CancelFlag::new(),
        &mut |_| {},
    )
    .expect("played");
    let game: OpponentGame = serde_json::from_value(json!({
        "fingerprint": "0".repeat(32), "occasion": "a", "source": "learned", "played_at": "2020",
        "color": "white", "moves": 20, "plies": 40, "men": 12, "opening": "e4 e5 Nf3 Nc6",
        "objective": null, "result": "win", "rating": 1500, "other_rating": null, "population": null,
        "habits": {"own": {"even_trade": [1, 2]}, "other": {}}, "losses": null,
    }))
    .expect("a game");
    let key = OpponentKey::new("Ann", "", OpponentKind::Human);
    store.learn_game(&key, &game).expect("remembered");
    drop(store);
    let games = folder.path().join("games.pgn");
    fs::write(&games, GAMES).expect("written");
    let sources = PgnSource::find(&[games]).expect("a file");
    let (mode, options) = (WriteMode::Commit, ImportOptions::default());
    import_file(&file, mode, &sources, &options, |_| {
        ControlFlow::Continue(())
    })
    .expect("imported");
    let connection = Connection::open(&file).expect("SQLite");
    connection
        .pragma_update(None, "journal_mode", "DELETE")
        .expect("one file");
    drop(connection);
    fs::read(&file).expect("there")
});

/// The first byte says whether rows or bytes are changed; the rest says which.
pub fn database(script: &[u8]) {
    let Some((first, script)) = script.split_first() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.db");
    if first & 1 == 1 {
        fs::write(&file, patch::apply(&SOUND, script)).expect("written");
        read_all(&file);
        return;
    }
    fs::write(&file, SOUND.as_slice()).expect("written");
    let changed = change_row(&file, script);
    let sound = read_all(&file);
    assert!(!(changed && sound), "a changed row is called sound");
}

/// Changes one value of one row; returns whether it is another one then.
fn change_row(file: &Path, script: &[u8]) -> bool {
    let Some((&[table, column, row, kind], rest)) = script.split_first_chunk() else {
        return false;
    };
    let (table, columns) = COLUMNS[usize::from(table) % COLUMNS.len()];
    let column = columns[usize::from(column) % columns.len()];
    let connection = Connection::open(file).expect("SQLite");
    connection
        .execute_batch("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY")
        .expect("not waiting for the disk");
    let value = match kind % 4 {
        0 => Value::Integer(rest.iter().fold(0, |sum, &byte| sum << 8 | i64::from(byte))),
        1 => Value::Blob(rest.to_vec()),
        2 => Value::Text(String::from_utf8_lossy(rest).into_owned()),
        _ => {
            // What was there, with a few bytes changed.
            let sql = format!(
                "SELECT CAST({column} AS BLOB) FROM {table} LIMIT 1 OFFSET {row} % (SELECT count(*) FROM {table})"
            );
            let old: Option<Vec<u8>> = connection
                .query_row(&sql, (), |row| row.get(0))
                .expect("a value");
            Value::Blob(patch::apply(&old.unwrap_or_default(), rest))
        }
    };
    let rows = || -> Vec<String> {
        let sql = format!("SELECT quote({column}) FROM {table} ORDER BY rowid");
        let mut statement = connection.prepare(&sql).expect("a column");
        let rows = statement.query_map((), |row| row.get(0)).expect("rows");
        rows.collect::<Result<_, _>>().expect("text")
    };
    let before = rows();
    let sql = format!(
        "UPDATE {table} SET {column} = ?1 WHERE rowid = (
             SELECT rowid FROM {table} ORDER BY rowid LIMIT 1 OFFSET ?2 % (SELECT count(*) FROM {table}))"
    );
    // A constraint may refuse the value.
    let _ = connection.execute(&sql, params![value, row]);
    rows() != before
}

/// Reads everything; returns whether the database is called sound.
fn read_all(file: &Path) -> bool {
    let Ok(store) = Store::open(file, Access::Read) else {
        return false;
    };
    let go_on = || ControlFlow::Continue(());
    let said = |read: Result<(), StoreError>| {
        if let Err(error) = read {
            assert!(!error.to_string().is_empty());
        }
    };
    said(store.for_each_game(&GameFilter::default(), |_, game| {
        check_game(&game.record);
        go_on()
    }));
    said(store.for_each_collected(|game| {
        check_game(&game.record);
        go_on()
    }));
    said(
        store
            .for_each_case(&CaseFilter::default(), |_, _, levels| {
                assert!(levels.iter().all(|level| *level < 5));
            })
            .map(drop),
    );
    said(store.opponents().and_then(|known| {
        for opponent in known {
            store.opponent_games(opponent.id)?;
        }
        Ok(())
    }));
    said(store.sources().map(drop));
    said(store.statistics(&GameFilter::default()).map(drop));
    store
        .verify()
        .is_ok_and(|report| report.findings.is_empty())
}

fn check_game(game: &Game) {
    let mut position = game.start.clone();
    for &chosen in &game.moves {
        assert!(position.is_legal(chosen), "{chosen}");
        position.play_unchecked(chosen);
    }
}
