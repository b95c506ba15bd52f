//! Scores of positions: stored, exchanged, and no part of what a game is.

use super::exchange::{filled, findings, legal_game};
use super::*;
use crate::files::Existing;

fn scores(store: &Store) -> Vec<Vec<Option<PositionScore>>> {
    let mut scores = Vec::new();
    store
        .for_each_game(&GameFilter::default(), |_, game| {
            scores.push(game.record.scores);
            ControlFlow::Continue(())
        })
        .expect("readable");
    scores
}

/// Returns the games without their scores.
fn unscored(numbers: std::ops::Range<u32>) -> Vec<StoredGame> {
    let mut games: Vec<_> = numbers.map(legal_game).collect();
    for game in &mut games {
        game.record.scores.clear();
    }
    games
}

#[test]
fn scores_come_back_from_the_file_from_csv_and_from_a_merge() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = filled(&folder.path().join("a.db"), 1, 0..6);
    let expected: Vec<_> = (0..6)
        .map(|number| legal_game(number).record.scores)
        .collect();
    assert!(expected[0].len() > 8 && expected[1].is_empty());
    assert_eq!(scores(&store), expected);
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    store.export_csv(&files, Existing::Keep).expect("written");
    let mut copy = Store::in_memory().expect("memory");
    copy.import_csv(&files).expect("imported");
    assert_eq!(scores(&copy), expected);
    let mut merged = Store::in_memory().expect("memory");
    merged.merge(&[store]).expect("merged");
    assert_eq!(scores(&merged), expected);
    assert_eq!(findings(&merged), [""; 0]);
}

#[test]
fn csv_of_a_version_without_scores_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = filled(&folder.path().join("a.db"), 1, 1..2);
    let files = CsvFiles::at(&folder.path().join("out.csv"));
    store.export_csv(&files, Existing::Keep).expect("written");
    let text = std::fs::read_to_string(&files.games).expect("text");
    assert!(text.contains(",moves,scores\n"), "{text}");
    let old = text.replace(",scores\n", "\n").replace(",\n", "\n");
    std::fs::write(&files.games, old).expect("written");
    let mut copy = Store::in_memory().expect("memory");
    assert_eq!(copy.import_csv(&files).expect("imported").new, 1);
}

#[test]
fn scores_do_not_change_the_content_and_are_added_to_games_without() {
    let folder = tempfile::tempdir().expect("a folder");
    let with = filled(&folder.path().join("with.db"), 1, 0..4);
    let mut without = create(&folder.path().join("without.db"));
    let run = without.begin_run(&settings(1), 20).expect("a run");
    without.write_games(&run, &unscored(0..4)).expect("written");
    assert_eq!(hash(&with), hash(&without));
    let expected = scores(&with);
    // The games that are there already stay, and get their scores; a second time nothing changes.
    for _ in 0..2 {
        let merged = without.merge(std::slice::from_ref(&with)).expect("merged");
        assert_eq!((merged.games.new, merged.games.known), (0, 4));
        assert_eq!(scores(&without), expected);
    }
    // Games without scores take none away.
    without.write_games(&run, &unscored(0..4)).expect("known");
    assert_eq!(scores(&without), expected);
    assert_eq!(findings(&without), [""; 0]);
}

#[test]
fn scores_that_do_not_fit_their_moves_are_found() {
    let mut store = Store::in_memory().expect("memory");
    let run = store.begin_run(&settings(1), 20).expect("a run");
    store.write_games(&run, &[legal_game(0)]).expect("written");
    store
        .connection
        .execute_batch("PRAGMA ignore_check_constraints = ON; UPDATE games SET scores = x'0000'")
        .expect("damaged");
    let found = findings(&store);
    assert!(
        found.iter().any(|finding| finding.contains("scores")),
        "{found:?}"
    );
}
