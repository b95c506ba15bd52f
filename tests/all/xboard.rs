//! Conversations with `bayeschess xboard`, by the real binary.

use crate::support::{Talk, last};

/// An engine that has said what it can do.
fn xboard() -> Talk {
    let mut talk = Talk::new(&["xboard", "--allow-files"]);
    let features = talk.ask("xboard\nprotover 2", "feature done=1");
    assert!(
        features
            .iter()
            .any(|line| line.contains("ping=1 setboard=1"))
    );
    talk.say("new");
    talk
}

/// The nodes that a line of thinking names; none in other lines.
fn nodes_of(line: &str) -> Option<i64> {
    thinking(line).map(|(numbers, _)| numbers[3])
}

/// Depth, score, time and nodes of a line of thinking, and its moves.
fn thinking(line: &str) -> Option<([i64; 4], &str)> {
    let mut words = line.splitn(5, ' ');
    let mut next = || words.next()?.parse().ok();
    let numbers = [next()?, next()?, next()?, next()?];
    Some((numbers, words.next()?))
}

#[test]
fn a_game_is_played_and_its_result_is_kept() {
    let mut talk = xboard();
    talk.say("option Database=games.db\nname Anne Other\nrating 2000 1500\nst 0.01\neasy");
    assert!(last(&talk.ask("usermove e2e4", "move ")).len() >= 9);
    let heard = talk.ask("ping 1", "pong 1");
    assert_eq!(heard.len(), 1, "{heard:?}");
    talk.ask("usermove a2a3", "move ");
    // It is kept as it was played, whatever is set before the next one.
    talk.say(
        "result 1-0 {Black resigns}\nname Somebody Else\noption Heuristic=initial\nnew\nping 2",
    );
    let heard = talk.until("pong 2");
    assert!(
        heard
            .iter()
            .any(|line| line.contains("game kept in games.db and games.db.played.pgn")),
        "{heard:?}"
    );
    let log =
        std::fs::read_to_string(talk.folder.path().join("games.db.played.pgn")).expect("a log");
    assert!(
        log.contains("[White \"Anne Other\"]") && log.contains("1-0"),
        "{log}"
    );
    assert!(log.contains("BayesChess modern:learned"), "{log}");
    assert!(log.contains("[WhiteElo \"1500\"]"), "{log}");
    assert!(!log.contains("WhiteType"), "{log}");
    assert!(talk.end().is_empty());
}

/// The end of a game may be taken back: what is kept is how it ended in the end, and once.
#[test]
fn a_game_that_ended_and_was_played_on_is_kept_as_it_ended_in_the_end() {
    for (after, last_move, result) in [
        ("result 0-1 {White resigns}", "2. a3 ", "0-1"),
        // Whoever looks through it, and at what might have been, does not play on.
        ("force\nundo\nundo\nusermove d2d4", "2. a3 ", "0-1"),
        (
            "remove\nanalyze\nusermove d2d4\nexit\nresult * {}",
            "2. a3 ",
            "0-1",
        ),
        ("black", "2. a3 ", "0-1"),
        ("remove\nusermove d2d4\nping 1", "2. d4 ", "*"),
        (
            "remove\nusermove d2d4\nping 1\nusermove c2c3\nping 2\nresult 1-0 {Black resigns}",
            "3. c3 ",
            "1-0",
        ),
    ] {
        let mut talk = xboard();
        talk.say("option Database=games.db\neasy\nsd 1");
        talk.ask("usermove e2e4", "move ");
        talk.ask("usermove a2a3", "move ");
        talk.say("result 0-1 {White resigns}");
        for line in after.lines() {
            talk.say(line);
            if line.starts_with("ping") {
                talk.until("pong");
            }
        }
        let heard = talk.ask("new\nping 9", "pong 9");
        let stored = heard
            .iter()
            .filter(|line| line.contains("game kept in games.db and games.db.played.pgn"));
        assert_eq!(
            stored.count(),
            usize::from(result != "*"),
            "{after}: {heard:?}"
        );
        let log =
            std::fs::read_to_string(talk.folder.path().join("games.db.played.pgn")).expect("a log");
        assert_eq!(log.matches("[Event ").count(), 1, "{after}: {log}");
        let (_, rest) = log.split_once(last_move).expect("the last move of White");
        let rest: Vec<&str> = rest.split_whitespace().collect();
        assert_eq!((rest.len(), rest[1]), (2, result), "{after}: {log}");
    }
}

/// Not every program ends the game where a draw is claimed.
#[test]
fn a_game_that_ended_is_played_on_if_the_engine_is_to_move() {
    let mut talk = xboard();
    talk.say("easy\nsd 1");
    talk.ask("usermove e2e4", "move ");
    let moves = |heard: Vec<String>| {
        heard
            .iter()
            .filter(|line| line.starts_with("move "))
            .count()
    };
    let again = talk.ask(
        "result 1/2-1/2 {Draw}\nforce\nusermove a2a3\ngo\nping 1",
        "pong 1",
    );
    assert_eq!(moves(again), 1);
    // The engine's move is the hundredth without capture or pawn move.
    talk.ask(
        "force\nsetboard 6k1/p7/8/8/8/8/8/K3B3 w - - 99 80\ngo",
        "1/2-1/2 ",
    );
    let again = talk.ask("force\nusermove a7a6\ngo\nping 2", "pong 2");
    assert_eq!(moves(again), 1);
    // After mate there is no move.
    talk.ask(
        "force\nsetboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\nsd 3\ngo",
        "1-0 ",
    );
    let heard = talk.ask("go\nping 3", "pong 3");
    assert_eq!(heard, ["pong 3"]);
}

#[test]
fn pings_and_moves_wait_for_the_engines_move() {
    let mut talk = xboard();
    talk.say("easy\nst 0.2\nusermove e2e4\nping 7\nusermove a2a3\nping 8");
    let heard = talk.until("pong 8");
    let order: Vec<&str> = heard
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| ["move", "pong"].contains(word))
        .collect();
    assert_eq!(order, ["move", "pong", "move", "pong"]);
}

#[test]
fn a_ping_is_answered_also_when_the_move_it_waits_for_never_comes() {
    let mut talk = xboard();
    for (number, end) in [
        (1, "setboard k7/8/1K6/8/8/8/8/7R w - - 0 1"),
        (3, "new"),
        (5, "undo"),
        (7, "result * {unfinished}"),
        (9, "force"),
    ] {
        talk.say("new\neasy\nst 1000");
        let next = number + 1;
        talk.say(&format!(
            "usermove e2e4\nping {number}\n{end}\nforce\nping {next}"
        ));
        let heard = talk.until(&format!("pong {next}"));
        let pongs: Vec<&String> = heard.iter().filter(|line| line.contains("pong")).collect();
        assert_eq!(
            *pongs,
            [&format!("pong {number}"), &format!("pong {next}")],
            "{end}"
        );
    }
}

#[test]
fn times_that_are_none_are_told_and_a_new_game_has_its_whole_clock() {
    let mut talk = xboard();
    talk.ask("st x", "Error (malformed): st x");
    talk.ask("level a b c", "Error (malformed): level a b c");
    // Five hundredths of a second are left of the last game; the next one has its minutes again.
    talk.say("easy\nlevel 0 10 0\ntime 5\nnew\nusermove e2e4\nping 1\nforce");
    let heard = talk.until("pong 1");
    assert!(
        heard.iter().all(|line| !line.starts_with("move ")),
        "{heard:?}"
    );
}

#[test]
fn an_analysis_without_moves_is_none() {
    let mut talk = xboard();
    talk.ask("post\nforce\nanalyze\nexclude all\nping 1", "pong 1");
    // A search would show its first iterations long before the last of these answers.
    for number in 2..500 {
        let pong = format!("pong {number}");
        assert_eq!(talk.ask(&format!("ping {number}"), &pong), [pong]);
    }
    // One move is let in again, and is all that is looked at.
    let heard = talk.ask("include a2a3\nexit\nping 500", "pong 500");
    let mut thought = heard.iter().filter_map(|line| thinking(line));
    assert!(
        thought.all(|(_, moves)| moves.starts_with("a2a3")),
        "{heard:?}"
    );
}

#[test]
fn mate_is_claimed_and_illegal_moves_are_named() {
    let mut talk = xboard();
    talk.say("force\nsetboard 7k/8/5K2/6Q1/8/8/8/8 w - - 0 1\nsd 3");
    let heard = talk.ask("usermove g5g9\nusermove g5a1\ngo", "1-0 ");
    assert!(
        heard.contains(&"Illegal move: g5g9".to_owned()),
        "{heard:?}"
    );
    assert!(
        heard.contains(&"Illegal move: g5a1".to_owned()),
        "{heard:?}"
    );
    assert!(heard.contains(&"move g5g7".to_owned()), "{heard:?}");
    assert_eq!(last(&heard), "1-0 {White mates}");
    let heard = talk.ask("setboard 8/8/8/8/8/8/8/8 w - - 0 1", "tellusererror");
    assert!(last(&heard).contains("Illegal position"));
}

#[test]
fn thinking_is_shown_in_the_form_of_the_protocol() {
    let mut talk = xboard();
    talk.say("easy\npost\nsd 4\nusermove e2e4");
    let heard = talk.until("move ");
    let line = heard.iter().find_map(|line| thinking(line));
    let (numbers, moves) = line.expect("a line of thinking");
    assert_eq!(numbers[0], 1);
    // Nothing but moves follows: programs read every further column as one.
    assert!(
        moves.starts_with(|c: char| c.is_ascii_lowercase()),
        "{moves}"
    );
    talk.say("nopost\nusermove a2a3");
    assert!(
        !talk
            .until("move ")
            .iter()
            .any(|line| thinking(line).is_some())
    );
}

#[test]
fn moves_are_taken_back_and_the_engine_changes_sides() {
    let mut talk = xboard();
    talk.ask("sd 2\neasy\nusermove e2e4", "move ");
    // Back to the first position, where e2e4 is legal again.
    let heard = talk.ask("remove\nusermove e2e4", "move ");
    assert!(!heard.iter().any(|line| line.contains("Illegal")));
    talk.say("force\nundo\nusermove e7e5\nusermove g1f3\nplayother\nping 3");
    let heard = talk.until("pong 3");
    assert_eq!(last(&heard), "pong 3");
    assert!(
        !heard.iter().any(|line| line.starts_with("Illegal")),
        "{heard:?}"
    );
    talk.ask("usermove b8c6", "move ");
    talk.ask("undo\nundo\nforce\ngo", "move ");
}

#[test]
fn the_expected_move_is_pondered_on() {
    let mut talk = xboard();
    talk.say("hard\nst 0.05\nusermove e2e4");
    talk.until("move ");
    for _ in 0..4 {
        let hint = talk.ask("hint", "Hint: ");
        let expected = last(&hint).trim_start_matches("Hint: ").to_owned();
        talk.ask(&format!("usermove {expected}"), "move ");
    }
    // And on another move than expected.
    talk.ask(
        "force\nsetboard 4k3/8/8/8/8/8/P6P/4K3 w - - 0 1\ngo",
        "move ",
    );
    talk.ask("usermove e8d8\nping 1", "pong 1");
    assert!(talk.ask("easy\nping 2", "pong 2").len() <= 2);
}

#[test]
fn a_ponder_hit_is_thought_about_for_so_many_nodes_where_they_are_the_clock() {
    let mut talk = xboard();
    talk.say("hard\npost\nnps 1000\nst 3\nforce\nsetboard 4k3/8/8/8/8/8/P6P/4K3 w - - 0 1");
    talk.ask("go", "move ");
    for _ in 0..2 {
        // Pondering is not shown, so nothing can be waited for: it gets time for more than 3,000 nodes.
        std::thread::sleep(std::time::Duration::from_millis(100));
        let hint = talk.ask("hint", "Hint: ");
        let expected = last(&hint).trim_start_matches("Hint: ").to_owned();
        let heard = talk.ask(&format!("usermove {expected}"), "move ");
        let nodes = heard.iter().rev().find_map(|line| nodes_of(line));
        assert!(nodes.is_some_and(|nodes| nodes <= 3000), "{heard:?}");
    }
}

#[test]
fn positions_are_analysed_until_one_leaves() {
    let mut talk = xboard();
    talk.say("analyze");
    talk.until("2 ");
    talk.say(".\nusermove e2e4\nundo\nexclude e2e4\nexclude all\ninclude a2a3");
    let heard = talk.ask("ping 1", "pong 1");
    assert!(
        heard.iter().any(|line| line.starts_with("stat01: ")),
        "{heard:?}"
    );
    let line = loop {
        let line = last(&talk.until("3 ")).to_owned();
        if line.contains(" a2a3") {
            break line;
        }
    };
    assert!(line.starts_with("3 "));
    talk.ask("exit\nping 2", "pong 2");
    assert!(talk.end().is_empty());
}

#[test]
fn a_position_is_set_up_man_by_man() {
    let mut talk = xboard();
    talk.say("force\nsd 3\nedit\n#\nKf6\nQg5\nc\nKh8\nnonsense\n.\ngo");
    let heard = talk.until("1-0 ");
    assert!(heard.contains(&"move g5g7".to_owned()), "{heard:?}");
}

#[test]
fn draws_are_accepted_when_the_engine_is_not_ahead() {
    let mut talk = xboard();
    talk.say("easy\nsd 4\nforce\nsetboard 3k4/8/8/8/8/8/4Q3/4K2R b - - 0 40\ngo");
    talk.until("move ");
    assert!(last(&talk.ask("draw", "offer draw")).ends_with("offer draw"));
    talk.say("force\nsetboard 3k4/8/8/8/8/8/4Q3/4K2R w - - 0 40\ngo");
    talk.until("move ");
    assert_eq!(talk.ask("draw\nping 1", "pong 1").len(), 1);
    assert_eq!(talk.ask("new\ndraw\nping 2", "pong 2").len(), 1);
    // Some programs offer before they ask for the move; an offer before another move has lapsed.
    let offered = |talk: &mut Talk, between: &str| {
        let heard = talk.ask(
            &format!("sd 4\nforce\nsetboard 3k4/8/8/8/8/8/4Q3/4K2R b - - 0 40\ndraw\n{between}go"),
            "move ",
        );
        heard.contains(&"offer draw".to_owned())
    };
    assert!(offered(&mut talk, ""));
    assert!(!offered(&mut talk, "usermove d8d7\nusermove h1h2\n"));
}

/// "Use wall clock for time measurement", says the protocol of `new`.
#[test]
fn a_new_game_counts_time_and_not_nodes() {
    let mut talk = xboard();
    talk.say("nps 1\nnew\neasy\npost\nst 0.3");
    let heard = talk.ask("usermove e2e4", "move ");
    let depth = heard.iter().rev().find_map(|line| thinking(line));
    assert!(
        depth.is_some_and(|(numbers, _)| numbers[0] > 1),
        "{heard:?}"
    );
}

/// Whoever is rated higher likes a draw less; here the only move makes one.
#[test]
fn the_ratings_that_are_told_are_the_advantage() {
    for (ratings, contempt) in [
        ("easy", "0"),
        ("rating 2000 1500", "50"),
        ("rating 1500 2000", "-50"),
        ("rating 2000 1500\nrating 2000 0", "0"),
        ("rating 2000 1500\nnew", "0"),
        // What the user declared counts before that, and in the next game, too.
        ("option UCI_RatingAdv=300\nrating 2000 1500\nnew", "30"),
        ("option UCI_RatingAdv=300\nrating 2000 1500", "30"),
    ] {
        let mut talk = xboard();
        talk.say(&format!(
            "option Policy=thesis\noption Objective Contempt=0\n{ratings}\npost"
        ));
        let heard = talk.ask(
            "force\nsetboard 7k/8/8/8/8/8/1q6/K7 w - - 0 1\nsd 3\ngo",
            "1/2-1/2 ",
        );
        let line = heard.iter().find_map(|line| thinking(line));
        assert_eq!(line.map(|(numbers, _)| numbers[1]), Some(0), "{heard:?}");
        let said = heard
            .iter()
            .find_map(|line| line.strip_prefix("# contempt "));
        let told = said.and_then(|said| said.split(',').next()).unwrap_or("0");
        assert_eq!(told, contempt, "{ratings}: {heard:?}");
    }
}

#[test]
fn resigning_is_an_option_that_is_off() {
    let lost = "k7/8/8/8/8/8/6QQ/K7 b - - 0 40";
    for resigns in [false, true] {
        let mut talk = xboard();
        talk.say(&format!("easy\nsd 1\noption Resign={}", u8::from(resigns)));
        talk.say(&format!("force\nsetboard {lost}"));
        let mut resigned = false;
        for _ in 0..8 {
            talk.say("go\nping 1");
            let heard = talk.until("pong 1");
            resigned |= heard.contains(&"resign".to_owned());
            // White passes the time.
            talk.say("force\nundo");
        }
        assert_eq!(resigned, resigns);
    }
}

#[test]
fn who_is_asked_to_moves_at_once() {
    let mut talk = xboard();
    // Nothing but the command ends this search.
    talk.say("easy\nst 100000\nusermove e2e4\n?");
    talk.until("move ");
}

#[test]
fn nothing_is_thought_in_a_pause() {
    let mut talk = xboard();
    let heard = talk.ask("easy\nst 0.01\npause\nusermove e2e4\nping 1", "pong 1");
    assert!(
        heard.iter().all(|line| !line.starts_with("move ")),
        "{heard:?}"
    );
    talk.ask("resume", "move ");
}

/// Commands of the protocol's first version: who is to move; the engine has the other side.
#[test]
fn white_and_black_say_who_is_to_move() {
    for (command, answered) in [("white", "usermove e2e4"), ("black", "usermove e7e5")] {
        let mut talk = xboard();
        talk.say(&format!("easy\nst 0.01\nforce\n{command}"));
        let heard = talk.ask(&format!("{answered}\nping 1"), "pong 1");
        assert!(
            heard.iter().any(|line| line.starts_with("move ")),
            "{command}: {heard:?}"
        );
    }
}

#[test]
fn castling_in_chess960_is_written_with_letters() {
    let mut talk = xboard();
    talk.say("easy\nvariant fischerandom\nforce\nsd 1");
    talk.say("setboard 1k6/8/8/8/8/8/8/R4KR1 w GA - 0 1");
    assert_eq!(talk.ask("usermove O-O\nping 1", "pong 1"), ["pong 1"]);
    assert_eq!(
        talk.ask("undo\nusermove O-O-O\nping 2", "pong 2"),
        ["pong 2"]
    );
    let heard = talk.ask("variant crazyhouse", "Error");
    assert_eq!(last(&heard), "Error (unsupported variant): crazyhouse");
}

#[test]
fn the_first_word_decides_between_the_protocols() {
    let mut talk = Talk::new(&["uci"]);
    talk.ask("xboard\nprotover 2\nping 1", "pong 1");
    let mut talk = Talk::new(&["xboard", "--allow-files"]);
    talk.ask("uci", "uciok");
    let mut talk = Talk::new(&[]);
    talk.ask("\n  uci", "uciok");
    let mut talk = Talk::new(&[]);
    talk.ask("xboard\nprotover 2", "feature done=1");
}

#[test]
fn the_end_of_the_input_ends_everything() {
    for said in [
        "usermove e2e4",
        "analyze",
        "st 100\ngo",
        "hard\nst 0.01\nusermove e2e4",
        "edit\n#",
        "pause\ngo",
        "st 100\ngo\nping 1\nusermove e7e5\nquit",
    ] {
        let mut talk = xboard();
        talk.say(said);
        talk.end();
    }
}

#[test]
fn what_is_not_understood_is_named() {
    let mut talk = xboard();
    let heard = talk.ask("frobnicate now", "Error");
    assert_eq!(last(&heard), "Error (unknown command): frobnicate");
    let heard = talk.ask("option StyleTable=missing.csv", "telluser");
    assert!(last(&heard).contains("missing.csv"), "{heard:?}");
    talk.ask(
        "egtpath nalimov x",
        "# endgame tables 'nalimov' are not read, only 'syzygy'",
    );
    // Debian's configuration of XBoard names this folder, which few have: no window may open for it.
    let heard = talk.ask("egtpath syzygy /EGT/Syzygy\nping 4", "pong 4");
    assert!(
        heard.iter().any(|line| line.starts_with("# /EGT/Syzygy"))
            && !heard.iter().any(|line| line.starts_with("tell")),
        "{heard:?}"
    );
    talk.ask(
        "memory 1\ncores 1\nnps 1000\nsd 2\nlevel 40 0:10 0\ntime 100\notim 100\nrandom\n\
         accepted ping\nrejected san\ncomputer\nics -\nnps -1\nbk\nping 5",
        "pong 5",
    );
}

#[test]
fn moves_that_are_tried_in_analysis_are_not_those_of_the_game() {
    let mut talk = xboard();
    talk.say(
        "option Database=games.db\nname Anne\neasy\nforce\nusermove e2e4\nusermove e7e5\nsd 1",
    );
    talk.ask("go", "move ");
    talk.say("analyze\nundo\nusermove b1c3\nusermove b8c6\nexit");
    talk.ask("new\nping 1", "pong 1");
    let log =
        std::fs::read_to_string(talk.folder.path().join("games.db.played.pgn")).expect("a log");
    assert!(!log.contains("Nc6") && log.contains("1. e4 e5 2."), "{log}");
    assert!(talk.end().is_empty());
}
