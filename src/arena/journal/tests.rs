//! Journals written, stopped and read again.

use super::*;
use crate::arena::game_summary::{GameSummary, PlayerFigures};
use crate::record::{GameResult, Termination};
use serde_json::json;
use std::fs;

fn game(number: u32) -> RecordedGame {
    RecordedGame {
        outcome: GameSummary {
            game: number,
            result: GameResult::BlackWins,
            termination: Termination::EngineCrash,
            plies: 31,
            fault: Some("ended".to_owned()),
            warnings: vec!["white moved without having shown a score".to_owned()],
            white: PlayerFigures::default(),
            black: PlayerFigures {
                nodes: 7,
                ..PlayerFigures::default()
            },
        },
        pgn: "1. e4 *\n".to_owned(),
    }
}

#[test]
fn a_second_process_is_refused_until_the_first_is_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.journal");
    let settings = json!({"seed": 3});
    let first = Journal::open::<RecordedGame>(&file, &settings).expect("a new journal");
    let second = Journal::open::<RecordedGame>(&file, &settings).expect_err("in use");
    assert!(matches!(second, JournalError::Busy(_)), "{second}");
    drop(first);
    assert!(Journal::open::<RecordedGame>(&file, &settings).is_ok());
}

#[test]
fn games_come_back_and_an_unfinished_line_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.journal");
    let settings = json!({"seed": 3});
    let (mut journal, none) = Journal::open::<RecordedGame>(&file, &settings).expect("begun");
    assert!(none.is_empty());
    journal.add(&game(4)).expect("added");
    journal.add(&game(1)).expect("added");
    drop(journal);
    let mut bytes = fs::read(&file).expect("there");
    bytes.extend_from_slice(b"{\"game\":2,\"resu");
    fs::write(&file, &bytes).expect("written");
    let (mut journal, games) = Journal::open::<RecordedGame>(&file, &settings).expect("opened");
    assert_eq!(games, [game(4), game(1)]);
    journal.add(&game(2)).expect("added");
    drop(journal);
    let (_, games) = Journal::open::<RecordedGame>(&file, &settings).expect("opened");
    assert_eq!(games, [game(4), game(1), game(2)]);
}

#[test]
fn the_last_goal_holds_and_is_no_entry() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.journal");
    let settings = json!({"seed": 3});
    let goal = |games| RunGoal {
        games,
        sprt: Some([0.0, 10.0]),
        anchor: None,
    };
    for games in [20, 20, 40] {
        let (mut journal, _) = Journal::open::<RecordedGame>(&file, &settings).expect("open");
        journal.note_goal(goal(games)).expect("noted");
        if games == 40 {
            journal.add(&game(1)).expect("added");
        }
    }
    let text = fs::read_to_string(&file).expect("there");
    assert_eq!(text.matches("\"goal\"").count(), 2, "{text}");
    let contents = Journal::look::<GameSummary>(&file).expect("read");
    assert_eq!(contents.settings, settings);
    assert_eq!(contents.goal, Some(goal(40)));
    assert_eq!(contents.entries, [game(1).outcome]);
}

/// A journal of an older version has no anchor; one without an anchor is written as before.
#[test]
fn an_anchor_is_kept_with_the_goal_and_may_be_missing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.journal");
    let settings = json!({"seed": 3});
    let old = RunGoal {
        games: 20,
        sprt: None,
        anchor: None,
    };
    let anchor = RatingAnchor {
        player: 1,
        elo: 3000.0,
    };
    let now = RunGoal {
        anchor: Some(anchor),
        ..old
    };
    let line = "{\"goal\":{\"games\":20,\"sprt\":null}}\n";
    fs::write(&file, format!("{settings}\n{line}")).expect("written");
    let goal = || Journal::look::<GameSummary>(&file).expect("read").goal;
    assert_eq!(goal(), Some(old));
    let (mut journal, _) = Journal::open::<RecordedGame>(&file, &settings).expect("open");
    journal.note_goal(old).expect("noted");
    journal.note_goal(now).expect("noted");
    assert_eq!(goal(), Some(now));
    journal.note_goal(old).expect("noted");
    let text = fs::read_to_string(&file).expect("there");
    assert_eq!(text.matches(line).count(), 2, "{text}");
}

#[test]
fn another_match_and_another_file_are_refused_and_untouched() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("match.journal");
    Journal::open::<RecordedGame>(&file, &json!({"seed": 3, "players": ["a"]})).expect("begun");
    let error = Journal::open::<RecordedGame>(&file, &json!({"seed": 4, "players": ["a"]}))
        .expect_err("other");
    assert!(
        error.to_string().contains("seed was 3 and is 4 now"),
        "{error}"
    );
    let notes = folder.path().join("notes.txt");
    for text in [
        "dear diary",
        "dear\ndiary\n",
        "{\"my\":\"precious\"}",
        "{\"seed\":3} and more",
        "{\"seed\":3}\n{\"game\":1}\n",
    ] {
        fs::write(&notes, text).expect("written");
        assert!(
            Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).is_err(),
            "{text}"
        );
        assert_eq!(fs::read_to_string(&notes).expect("there"), text);
    }
    // An incomplete first line is written again.
    fs::write(&notes, "{\"se").expect("written");
    drop(Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).expect("begun again"));
    assert_eq!(fs::read_to_string(&notes).expect("there"), "{\"seed\":3}\n");
    let twice = serde_json::to_string(&game(1)).expect("JSON");
    fs::write(&notes, format!("{{\"seed\":3}}\n{twice}\n{twice}\n")).expect("written");
    let error = Journal::open::<RecordedGame>(&notes, &json!({"seed": 3})).expect_err("twice");
    assert!(error.to_string().contains("line 3"), "{error}");
}
