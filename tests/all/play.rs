//! Scripted games with `bayeschess play`, by the real binary, in a folder of their own.

use std::path::Path;

use crate::support::{bayeschess, folder};

fn play(folder: &Path, arguments: &[&str], script: &str) -> String {
    let output = bayeschess(folder)
        .arg("play")
        .args(arguments)
        .write_stdin(script)
        .output()
        .expect("ran");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn after_each_move_the_panel_of_the_original_is_shown() {
    let folder = folder();
    let arguments = ["--nodes", "200", "--no-book"];
    let shown = play(folder.path(), &arguments, "e4\nquit\n");
    for part in [
        "Machine plays ",
        "plays modern:learned, at most 200 positions a move",
        "opening, depth ",
        "utility     ",
        "for White: ",
        // One move of the opening is no evidence of anything.
        "your style  not known yet (attacking 0.3",
        "its answer  your strength is not known, so I play the position alone",
        " [", // the last move's squares
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    let thesis = ["--nodes", "200", "--policy", "thesis"];
    let shown = play(folder.path(), &thesis, "e4\nquit\n");
    assert!(shown.contains("its answer  objective "), "{shown}");
}

#[test]
fn a_finished_game_is_stored_with_its_opponent_and_logged() {
    let folder = folder();
    let arguments = [
        "--nodes",
        "100",
        "--db",
        "games.db",
        "--opponent-name",
        "Anne Other",
    ];
    let shown = play(folder.path(), &arguments, "e4\nd4\nresign\nquit\n");
    assert!(
        shown.contains("0-1: BayesChess wins (resignation)"),
        "{shown}"
    );
    assert!(
        shown.contains("(game kept in games.db and games.db.played.pgn)\n"),
        "{shown}"
    );
    let log = std::fs::read_to_string(folder.path().join("games.db.played.pgn")).expect("a log");
    assert!(
        log.contains("[White \"Anne Other\"]") && log.contains("0-1"),
        "{log}"
    );
    assert!(
        log.contains("[WhiteType \"human\"]") && log.contains("[BlackType \"program\"]"),
        "{log}"
    );
    bayeschess(folder.path())
        .args(["db", "verify", "games.db"])
        .assert()
        .success();
}

#[test]
fn the_end_of_the_input_logs_an_unfinished_game_and_stores_no_case() {
    let folder = folder();
    let shown = play(folder.path(), &["--nodes", "50"], "e4\n");
    assert!(shown.contains("(unfinished game kept in "), "{shown}");
    let log =
        std::fs::read_to_string(folder.path().join("bayeschess.db.played.pgn")).expect("a log");
    assert!(log.contains("[Result \"*\"]"), "{log}");
    assert!(!folder.path().join("bayeschess.db").exists());
}

#[test]
fn moves_are_read_and_shown_in_spanish() {
    let folder = folder();
    let shown = play(
        folder.path(),
        &["--language", "es", "--no-db", "--nodes", "50"],
        "Cf3\nDd4\nmoves\nundo\nmoves\nquit\n",
    );
    assert!(
        shown.contains("«Dd4» no es legal aquí; legales: "),
        "{shown}"
    );
    assert!(
        shown.contains(" Cc3 ") && shown.contains("  8  t  c  a  d  r  a  c  t"),
        "{shown}"
    );
}

#[test]
fn a_saved_position_loads_again_in_both_formats() {
    for name in ["here.fen", "here.txt"] {
        let folder = folder();
        let script = format!("e4\nsave {name}\nsave {name}\nload {name}\nmoves\nquit\n");
        let shown = play(folder.path(), &["--no-db", "--depth", "1"], &script);
        assert!(shown.contains(&format!("Saved in {name}.")), "{shown}");
        assert!(shown.contains("the file exists"), "{shown}");
        assert!(!shown.contains("--force"), "{shown}");
        let before = shown.split("Saved in").next().expect("text");
        let board = |text: &str| -> Vec<String> {
            let lines: Vec<&str> = text.lines().filter(|line| line.starts_with("  ")).collect();
            let ranks = lines
                .iter()
                .filter(|line| line.trim_start().starts_with(|c: char| c.is_ascii_digit()));
            let ranks: Vec<String> = ranks.map(|line| line.replace(['[', ']'], " ")).collect();
            ranks[ranks.len() - 8..].to_vec()
        };
        assert_eq!(board(before), board(&shown), "{shown}");
        let found = play(folder.path(), &["--no-db", "--position", name], "quit\n");
        assert!(found.contains("You have White"), "{found}");
    }
}

#[test]
fn draws_are_taken_when_the_machine_is_not_ahead() {
    let folder = folder();
    let behind = "3k4/8/8/8/8/8/4Q3/4K2R w - - 0 40";
    let shown = play(
        folder.path(),
        &["--no-db", "--nodes", "500", "--position", behind],
        "draw\nnew\nquit\n",
    );
    assert!(shown.contains("1/2-1/2: draw (agreed)"), "{shown}");
    let shown = play(
        folder.path(),
        &["--no-db", "--nodes", "100"],
        "e4\n(=)\nquit\n",
    );
    assert!(shown.contains("Declined"), "{shown}");
}

#[test]
fn a_mate_ends_the_game() {
    let folder = folder();
    let shown = play(
        folder.path(),
        &["--no-db", "--position", "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1"],
        "hint\nQg7\ne4\nquit\n",
    );
    assert!(shown.contains("Hint: Qg7# (#1 for White)"), "{shown}");
    assert!(shown.contains("1-0: you win (checkmate)"), "{shown}");
    assert!(shown.contains("The game is over"), "{shown}");
}

#[test]
fn a_hint_is_as_strong_at_every_level() {
    let folder = folder();
    let position = "7k/8/5K2/8/8/8/8/R7 w - - 0 1";
    for level in ["1", "10"] {
        let mut arguments = vec!["--no-db", "--level", level, "--position", position];
        arguments.extend(["--movetime", "10000"]);
        let shown = play(folder.path(), &arguments, "hint\nquit\n");
        assert!(shown.contains("(#2 for White)"), "{level}: {shown}");
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let script = "e4\nNf3\nd4\nquit\n";
    let arguments = [
        "--no-db",
        "--nodes",
        "300",
        "--heuristic",
        "random",
        "--seed",
        "7",
    ];
    let moves = || -> Vec<String> {
        let folder = folder();
        play(folder.path(), &arguments, script)
            .lines()
            .filter(|line| line.contains("Machine plays"))
            .map(str::to_owned)
            .collect()
    };
    assert_eq!(moves(), moves());
}

#[test]
fn what_cannot_be_used_is_one_sentence_and_exit_code_2() {
    let folder = folder();
    std::fs::write(folder.path().join("bad.txt"), "BR BN\n").expect("written");
    for arguments in [
        ["--heuristic", "missing.csv"],
        ["--position", "missing.fen"],
        ["--position", "bad.txt"],
        ["--position", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["--objective", "max-fun"],
        ["--style-table", "missing.csv"],
        ["--db", "nowhere/games.db"],
        ["--time", "0"],
    ] {
        let output = bayeschess(folder.path())
            .arg("play")
            .args(arguments)
            .write_stdin("quit\n")
            .output()
            .expect("ran");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty());
    }
}

#[test]
fn completions_and_manuals_are_printed() {
    let folder = folder();
    for arguments in [&["completions", "fish"][..], &["man"][..]] {
        let output = bayeschess(folder.path())
            .args(arguments)
            .output()
            .expect("ran");
        assert!(String::from_utf8_lossy(&output.stdout).contains("quickstart"));
    }
    let pages = |out: &str| {
        bayeschess(folder.path())
            .args(["man", "--out", out])
            .assert()
    };
    pages("missing").code(2);
    assert!(!folder.path().join("missing").exists());
    pages(".").success();
    assert!(folder.path().join("bayeschess-play.1").exists());
    pages(".").code(2);
}

#[test]
fn the_console_answers_about_the_position() {
    let folder = folder();
    let arguments = ["--nodes", "100", "--no-db", "--position", "mate.fen"];
    // The mate in two of Joli's thesis (2013), and no mate in one.
    std::fs::write(
        folder.path().join("mate.fen"),
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n",
    )
    .expect("written");
    let script = "mate 2\nmate 1\nmate none\nperft 2\nfen\nfacts\neval\ndepth 3\ntime 5\n\
                  settings none.toml\ngame\ngo\ngame\nquit\n";
    let shown = play(folder.path(), &arguments, script);
    for part in [
        "Mate in 2: ",
        "No mate in 1: every way was tried.",
        "Type: mate N, N from 1 to 20.",
        "positions after 2 plies",
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1",
        "White is to move, not in check",
        "material           White 9, Black 0",
        "evaluation +",
        "at most 3 plies ahead now",
        "Type: time MS",
        "none.toml",
        // The game so far, whatever was played.
        "1... 1. ",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}

#[test]
fn the_machine_plays_both_sides_to_the_end() {
    let folder = folder();
    std::fs::write(
        folder.path().join("mate.fen"),
        "1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n",
    )
    .expect("written");
    let arguments = ["--depth", "5", "--no-db", "--position", "mate.fen"];
    let shown = play(folder.path(), &arguments, "both\nquit\n");
    assert!(shown.contains("checkmate"), "{shown}");
}

/// Two positions (the mate in two of Joli's thesis, and Black in check), and two games.
fn folder_of_joli() -> tempfile::TempDir {
    let folder = folder();
    let write = |name: &str, text: &str| {
        std::fs::write(folder.path().join(name), text).expect("written");
    };
    write(
        "my positions.fen",
        "# two\n1Q6/8/8/8/8/k2K4/8/8 w - - 0 1\n\n4k3/8/8/8/8/8/4R3/4K3 b - - 0 40\nhello\n",
    );
    write(
        "games.pgn",
        "[Event \"First\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n\
         [Event \"Second\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 3. e4 d6 4. e5 f5 *\n",
    );
    write(
        "suite.epd",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n\
         6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8#; id \"never\";\n\
         8/8/8/4k3/8/8/4P3/4K3 w - - 0 1\n",
    );
    folder
}

#[test]
fn the_words_of_jolis_console_answer_about_the_position() {
    let folder = folder_of_joli();
    let script = "isCheck\nisMate\n#moves\ncastles\nmaterial\ndup\nmovSPawn\nreachables\n\
                  enpassantMoves\nd\ninfo\nthink\nreadpgn games.pgn 4 game 2\nenpassantMoves\ndup\n\
                  readpgn games.pgn\nisMate\nreadfen my positions.fen 2\nisCheck\n\
                  mateIn my positions.fen 1 2\nmateIn \"my positions.fen\" 1 1\nquit\n";
    let shown = play(folder.path(), &["--nodes", "100", "--no-db"], script);
    for part in [
        "White is not in check\n",
        "White is not mated\n",
        "moves: White 20, Black 20\n",
        "castling rights: White O-O O-O-O, Black O-O O-O-O\n",
        "material in pawns: White 39, Black 39\n",
        "seen twice: -\n",
        "without a pawn: 0 moves (halfmove clock 0)\n",
        "reachable squares: White 16, Black 16\n",
        "captures in passing: -\n",
        "captures in passing: exf6\n",
        "seen twice: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n",
        "(checkmate)",
        "White is mated\n",
        "Black is in check\n",
        "Mate in 2: ",
        "No mate in 1: every way was tried.",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}

#[test]
fn the_turn_passes_and_positions_are_set_up() {
    let folder = folder_of_joli();
    let script = "black\nfen\ne4\ne5\nwhite\nfen\n\
                  setup 4k3/8/8/8/8/8/4R3/4K3 b - - 0 40\nwhite\nfen\n\
                  setup\nclear\nKe1 Qd1\nke8\nboard\nblack\ndone\nfen\nsetup\nclear\ncancel\nfen\n";
    let shown = play(folder.path(), &["--depth", "1", "--no-db"], script);
    for part in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
        "Black is to move, and you have it",
        // Black has no pawn on the fourth rank to move to the fourth.
        "'e4' is not legal here",
        "Machine plays ",
        "The turn cannot pass to White: Black is in check.",
        "setup> ",
        "4k3/8/8/8/8/8/8/3QK3 b - - 0 40",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    // What is set up and cancelled leaves the board as it was.
    assert_eq!(shown.matches("/3QK3 b - - 0 40\n").count(), 2, "{shown}");
}

#[test]
fn a_game_that_was_read_is_gone_on_with_and_its_moves_are_marked_as_given() {
    let folder = folder_of_joli();
    let arguments = ["--nodes", "50", "--db", "games.db"];
    // Read to its end and left: nobody here has played it.
    let shown = play(folder.path(), &arguments, "readpgn games.pgn\nnew\nquit\n");
    assert!(!shown.contains("kept in"), "{shown}");
    let arguments = ["--nodes", "50", "--db", "mine.db"];
    let script = "readpgn games.pgn 1 game 2\ngame\nfen\nd4\nresign\nquit\n";
    let shown = play(folder.path(), &arguments, script);
    assert!(shown.contains("1. Nf3 Nf6\n"), "{shown}");
    assert!(shown.contains("w KQkq - 2 2"), "{shown}");
    assert!(
        shown.contains("game kept in mine.db and mine.db.played.pgn"),
        "{shown}"
    );
    let log = std::fs::read_to_string(folder.path().join("mine.db.played.pgn")).expect("a log");
    assert!(
        log.contains("[OpeningPlies \"2\"]") && log.contains("1. Nf3 Nf6 2. d4"),
        "{log}"
    );
}

#[test]
fn memory_and_settings_are_set_and_settings_are_read_again() {
    let folder = folder();
    std::fs::write(
        folder.path().join("config.toml"),
        "[search]\nmate-moves = 2\n",
    )
    .expect("written");
    std::fs::write(folder.path().join("options.toml"), "[options]\nHash = 16\n").expect("written");
    let script = "ini\nini options.toml\nini config.toml\nini\nini missing.toml\nmemory 2\nmemory 0\nmemory much\n\
                  time 1 s\ntime 2 years\ne4\nquit\n";
    let shown = play(folder.path(), &["--nodes", "50", "--no-db"], script);
    for part in [
        "Which settings? Type: settings FILE",
        "Settings read from options.toml. Its [options] are those of chess programs",
        "missing.toml",
        "The transposition table takes 2 MB from now on.",
        "Type: memory MB, MB from 1 to 65536.",
        "The machine thinks 1000 ms a move now.",
        "Type: time MS",
        "Machine plays ",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    let read = shown.matches("Settings read from config.toml.").count();
    assert_eq!(read, 2, "{shown}");
}

#[test]
fn the_positions_of_a_file_are_searched_with_the_limits_in_force() {
    let folder = folder_of_joli();
    let script = "sd 3\ntest suite.epd\nfen\ntest my positions.fen\ntest\nquit\n";
    let shown = play(folder.path(), &["--depth", "9", "--no-db"], script);
    for part in [
        "back rank: Rd8# (#1 for White), depth ",
        "; solved\n",
        "; not solved, wanted not Rd8#\n",
        "line 3: ",
        "3 positions, 1 of 2 solved\n",
        "(added to test.log)",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "my positions.fen: line 5: 'hello' is not a FEN",
        "Test what? Type: test FILE",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
    let log = std::fs::read_to_string(folder.path().join("test.log")).expect("a log");
    assert!(
        log.starts_with("suite.epd (modern:learned, at most 3 plies deep)\nback rank: Rd8#"),
        "{log}"
    );
}

#[test]
fn what_joli_s_words_cannot_use_is_one_line_and_the_game_stays() {
    let folder = folder_of_joli();
    let script = "e4\nreadfen\nreadfen missing.fen 1\nreadfen my positions.fen 7\n\
                  readfen my positions.fen 3\nreadpgn\nreadpgn missing.pgn\nreadpgn games.pgn 9\n\
                  readpgn games.pgn 1 game 3\nmateIn my positions.fen 2\nmateIn games.pgn 1 2\n\
                  setup nonsense\ngame\nquit\n";
    let shown = play(folder.path(), &["--nodes", "50", "--no-db"], script);
    for part in [
        "Read what? Type: readfen FILE N",
        "could not read the positions",
        "my positions.fen: there is no position 7 in it, but 3",
        "my positions.fen: line 5: 'hello' is not a FEN",
        "Read what? Type: readpgn FILE",
        "missing.pgn: cannot be read",
        "games.pgn: game 1 ends with move 2, before move 9",
        "games.pgn: there is no game 3; it has 2",
        "Type: mate N, or mateIn FILE P N",
        "games.pgn: line 1: '[Event \"First\"]' is not a FEN",
        "'nonsense' is not a FEN",
        "\n2. 1. e4 ",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}

#[test]
fn a_file_that_holds_no_position_is_told_by_what_it_holds() {
    let folder = folder_of_joli();
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(folder.path().join(name), bytes).expect("written");
    };
    write("table.csv", b"phase,parameter,level\nopening,queen,3\n");
    write("games.db", b"SQLite format 3\0\x10\0");
    write("empty.fen", b"\n# nothing\n");
    write("broken.fen", b"4k3/8/8/8/8/8/8 w - - 0 1\n");
    write("short.txt", b"BR BN\n");
    write(
        "noted.fen",
        b"# a note\n4k3/8/8/8/8/8/8/4K3 w - - id \"bare\";\n",
    );
    let script = "load games.pgn\nload my positions.fen\nload table.csv\nload games.db\n\
                  load empty.fen\nload broken.fen\nload short.txt\nload missing/x.fen\n\
                  load 4k3/8/8/8/8/8/8/5K2 w - - 0 1 e4\nload noted.fen\nfen\n\
                  load 4k3/8/8/8/8/8/8/5K2 w - - 0 1\nquit\n";
    let shown = play(folder.path(), &["--depth", "1", "--no-db"], script);
    for part in [
        "games.pgn: this is a game in PGN, not a position",
        "my positions.fen: there are 3 lines in it, the first of them a position; 'readfen FILE N'",
        "table.csv: 'phase,parameter,level' begins neither a FEN",
        "games.db: 'SQLite format 3?",
        "empty.fen: there is no position in it",
        "broken.fen: '4k3/8/8/8/8/8/8 w - - 0 1' is not a FEN",
        "short.txt: line 1: 2 squares instead of 8",
        "missing/x.fen: No such file",
        "'4k3/8/8/8/8/8/8/5K2 w - - 0 1 e4' is not a FEN",
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n",
        "  1  .  .  .  .  .  K  .  . \n",
    ] {
        assert!(shown.contains(part), "without {part:?}:\n{shown}");
    }
}
