//! Games of `bayeschess play` differ from one to the next, and a seed makes them repeatable.

use std::collections::BTreeSet;

use crate::support::{bayeschess, folder};

/// The machine's moves in a game of these options, in which the user has Black and answers always alike.
fn moves(options: &[&str], seed: u64) -> Vec<String> {
    let folder = folder();
    let seed = seed.to_string();
    let output = bayeschess(folder.path())
        .args(["play", "--no-db", "--color", "black", "--seed", &seed])
        .args(options)
        .write_stdin("a6\nh6\nRa7\nRh7\nquit\n")
        .output()
        .expect("ran");
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8(output.stdout).expect("text");
    let moves = shown.lines().filter_map(|line| {
        let played = line.strip_prefix("Machine plays ")?;
        Some(played.to_owned())
    });
    moves.collect()
}

/// Seeds of games that are to differ.
const SEEDS: [u64; 6] = [1, 2, 3, 4, 5, 6];

#[test]
fn other_seeds_give_other_games_and_the_same_seed_the_same() {
    // A level varies by the book alone and by equal moves, a rating of people by its mistakes, too.
    for (options, least) in [(["--level", "2"], 3), (["--elo", "1400"], 4)] {
        let options = &options[..];
        let games: BTreeSet<_> = SEEDS.iter().map(|seed| moves(options, *seed)).collect();
        assert!(games.len() >= least, "{options:?}: {games:#?}");
        let firsts: BTreeSet<_> = games.iter().map(|game| game.first()).collect();
        assert!(firsts.len() > 1, "{options:?}: {games:#?}");
        for seed in [1, 2] {
            let game = moves(options, seed);
            assert!(game.len() > 2, "{game:?}");
            assert_eq!(moves(options, seed), game, "{options:?}: seed {seed}");
        }
    }
    // The book alone makes the first move differ: nothing else does.
    let alone: BTreeSet<_> = SEEDS
        .iter()
        .map(|seed| {
            moves(&["--level", "2", "--no-book"], *seed)
                .first()
                .cloned()
        })
        .collect();
    assert_eq!(alone.len(), 1, "{alone:?}");
}

#[test]
fn the_next_game_of_a_session_has_another_opening_and_a_position_has_no_book() {
    let folder = folder();
    let play = |script: &str| {
        let output = bayeschess(folder.path())
            .args([
                "play", "--no-db", "--color", "black", "--level", "1", "--seed", "1",
            ])
            .write_stdin(script)
            .output()
            .expect("ran");
        String::from_utf8(output.stdout).expect("text")
    };
    let shown = play(&format!("{}quit\n", "new\n".repeat(7)));
    let book = "last move   opening, from the book";
    assert_eq!(shown.matches(book).count(), 8, "{shown}");
    let firsts: BTreeSet<&str> = shown
        .lines()
        .filter_map(|line| line.strip_prefix("Machine plays "))
        .collect();
    assert!(firsts.len() > 1, "{firsts:?}");
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    // The first game's move is of the book, that from a position is not, unless it is the initial one.
    let shown = play(&format!("setup {start}\ngo\nquit\n"));
    assert_eq!(shown.matches(book).count(), 2, "{shown}");
    let shown = play(&format!("setup {after_e4}\ngo\nquit\n"));
    assert_eq!(shown.matches(book).count(), 1, "{shown}");
    assert_eq!(shown.matches("Machine plays ").count(), 2, "{shown}");
}
