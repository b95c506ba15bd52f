//! What options do, heard through the door of the real binary: each is set and its effect is shown, and
//! files that cannot be used are refused aloud while play goes on.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use crate::support::{Talk, last};

/// The first move takes the last man, so that its score is what a draw is worth.
const FORCED_DRAW: &str = "position fen 7k/8/8/8/8/8/1q6/K7 w - - 0 1";

/// An engine with these options.
fn uci(options: &[&str]) -> Talk {
    let mut talk = Talk::new(&["uci"]);
    talk.ask("uci", "uciok");
    for option in options {
        set(&mut talk, option);
    }
    talk
}

/// Sets an option, written `Name value V`; what is said to it.
fn set(talk: &mut Talk, option: &str) -> String {
    let heard = talk.ask(&format!("setoption name {option}\nisready"), "readyok");
    heard.join("\n")
}

/// What a search says.
fn search(talk: &mut Talk, lines: &str) -> Vec<String> {
    talk.ask(lines, "bestmove ")
}

/// The move that a search ends with.
fn played(talk: &mut Talk, lines: &str) -> String {
    let heard = search(talk, lines);
    let words = last(&heard).split(' ').nth(1);
    words.expect("a move").to_owned()
}

/// The word behind another in the last line of thinking.
fn shown(heard: &[String], name: &str) -> String {
    let mut lines = heard.iter().rev();
    let line = lines.find(|line| line.contains(" score "));
    let mut words = line.expect("a line").split(' ');
    let place = words.position(|word| word == name);
    assert!(place.is_some(), "no {name} in {heard:?}");
    words.next().expect("a value").to_owned()
}

/// The contempt with which the last search was begun, in centipawns; scores do not show it.
fn contempt(heard: &[String]) -> &str {
    assert!(
        shown(heard, "cp").parse() == Ok(0),
        "a draw scores 0: {heard:?}"
    );
    let mut lines = heard.iter().rev();
    let said = lines.find_map(|line| line.strip_prefix("info string contempt "));
    said.and_then(|said| said.split(',').next()).unwrap_or("0")
}

fn has(heard: &[String], part: &str) -> bool {
    heard.iter().any(|line| line.contains(part))
}

/// Bytes under the name of a table, of a length that tables have, which begin like one of outcomes.
fn hollow_table() -> Vec<u8> {
    let mut bytes = vec![0x71, 0xe8, 0x23, 0x5d];
    bytes.resize(80, 0);
    bytes
}

#[test]
fn broken_files_are_refused_aloud_and_play_goes_on() {
    let book = "playing without a book";
    let tables = "playing without endgame tables";
    let no_table = [0x71; 80];
    let rows: [(&str, &[u8], &str, [&str; 2]); 11] = [
        (
            "cut.bin",
            &[7; 17],
            "BookFile value cut.bin",
            ["cut.bin: 17 bytes are not a whole number of records", book],
        ),
        (
            "nothing.bin",
            b"",
            "BookFile value nothing.bin",
            ["there is no move in it; fetch or build it again", book],
        ),
        (
            "hollow.bin",
            &[0; 32],
            "BookFile value hollow.bin",
            ["there is no move in it", book],
        ),
        (
            "bad.tree",
            b"e4\n   e9\n",
            "BookFile value bad.tree",
            ["bad.tree: line 2: 'e9' is not a move", book],
        ),
        (
            "book.txt",
            b"e4\n",
            "BookFile value book.txt",
            ["ends in .bin (Polyglot) or .tree (opening tree)", book],
        ),
        (
            "KQvK.rtbw",
            &no_table,
            "SyzygyPath value .",
            ["KQvK.rtbw: this file has the name of a table", tables],
        ),
        (
            "KQvK.rtbz",
            b"short",
            "SyzygyPath value .",
            ["KQvK.rtbz: no table is 5 bytes long", tables],
        ),
        (
            "notes.txt",
            b"",
            "SyzygyPath value .",
            ["there is no Syzygy table", tables],
        ),
        (
            "table.csv",
            b"no,table\n",
            "HeuristicFile value table.csv",
            ["table.csv", "playing with modern:learned"],
        ),
        (
            "own.toml",
            b"[serach]\n",
            "SettingsFile value own.toml",
            ["own.toml: line 1", "the settings stay as they were"],
        ),
        (
            "hash.toml",
            b"[options]\nUCI_ShowWDL = true\nHash = \"abc\"\n",
            "SettingsFile value hash.toml",
            ["hash.toml: options: ", "the settings stay as they were"],
        ),
    ];
    for (name, bytes, option, words) in rows {
        let mut talk = uci(&["OwnBook value true"]);
        fs::write(talk.folder.path().join(name), bytes).expect("written");
        let heard = set(&mut talk, option);
        for word in words {
            assert!(heard.contains(word), "{option}: no '{word}' in {heard}");
        }
        let goes_on = "position fen 8/8/8/3k4/8/8/8/Q3K3 w - - 0 1\ngo nodes 60";
        assert_eq!(played(&mut talk, goes_on).len(), 4, "{option}");
        talk.end();
    }
}

/// What only the inside of a table shows is told as soon as it is known.
#[test]
fn a_table_that_turns_out_to_be_hollow_is_named_and_play_goes_on() {
    let mut talk = uci(&[]);
    fs::write(talk.folder.path().join("KPvK.rtbw"), hollow_table()).expect("written");
    assert!(set(&mut talk, "SyzygyPath value .").contains("1 files of endgame tables serve"));
    // Whether the fifty-move rule counts is asked of the same tables.
    let again = set(&mut talk, "Syzygy50MoveRule value false");
    assert!(again.contains("1 files of endgame tables serve"), "{again}");
    let go = "position fen 4k3/8/4K3/4P3/8/8/8/8 w - - 0 1\ngo nodes 60";
    assert_eq!(played(&mut talk, go).len(), 4);
    let heard = search(&mut talk, go);
    assert!(has(&heard, "the table KPvK.rtbw is damaged"), "{heard:?}");
    assert!(!has(&search(&mut talk, go), "damaged"));
}

#[test]
fn a_settings_file_holds_and_is_read_again_when_asked() {
    let mut talk = uci(&[]);
    let file = talk.folder.path().join("own.toml");
    let write = |text: &str| fs::write(&file, text).expect("written");
    write("[options]\nUCI_ShowWDL = true\n[search]\ndepth = 2\n");
    let said = set(&mut talk, "SettingsFile value own.toml");
    assert!(said.contains("settings read from own.toml"), "{said}");
    let go = "position startpos\ngo depth 5";
    let heard = search(&mut talk, go);
    assert_eq!(shown(&heard, "depth"), "2", "{heard:?}");
    assert!(has(&heard, " wdl "), "{heard:?}");
    write("[options]\nUCI_ShowWDL = false\n[search]\ndepth = 3\n");
    assert_eq!(shown(&search(&mut talk, go), "depth"), "2");
    set(&mut talk, "Reload Settings");
    let heard = search(&mut talk, go);
    assert_eq!(shown(&heard, "depth"), "3", "{heard:?}");
    assert!(!has(&heard, " wdl "), "{heard:?}");
    set(&mut talk, "SettingsFile value");
    assert_eq!(shown(&search(&mut talk, go), "depth"), "5");
    // A term of another family would change nothing: that is said.
    write("[evaluation]\nspace = 50\n");
    let said = set(&mut talk, "SettingsFile value own.toml");
    assert!(!said.contains("has no"), "{said}");
    set(&mut talk, "Heuristic value initial");
    let said = set(&mut talk, "Reload Settings");
    assert!(
        said.contains("the heuristic that plays has no space"),
        "{said}"
    );
}

#[test]
fn a_personality_in_a_settings_file_stands_below_its_other_options() {
    let mut talk = uci(&[]);
    let file = talk.folder.path().join("own.toml");
    let text = "[options]\nContempt = 5\nPersonality = \"Drawish\"\n\"Objective Contempt\" = 2\n";
    fs::write(file, text).expect("written");
    set(&mut talk, "SettingsFile value own.toml");
    let go = format!("{FORCED_DRAW}\ngo depth 2");
    // It likes draws less by the first and more by the second.
    assert_eq!(contempt(&search(&mut talk, &go)), "3");
    set(&mut talk, "Contempt value 50");
    assert_eq!(contempt(&search(&mut talk, &go)), "48");
    set(&mut talk, "Reload Settings");
    assert_eq!(contempt(&search(&mut talk, &go)), "3");
}

#[test]
fn mates_to_avoid_are_left_out_of_the_search() {
    let mut talk = uci(&[]);
    let file = talk.folder.path().join("own.toml");
    fs::write(file, "[search]\nmate-moves = 1\n").expect("written");
    set(&mut talk, "SettingsFile value own.toml");
    let guards = "position fen 3r2k1/p4ppp/8/8/8/8/5PPP/R5K1 w - - 0 30\ngo nodes 1000";
    let heard = search(&mut talk, guards);
    let told = "moves left out that let the opponent mate in 1: 7";
    assert!(has(&heard, told), "{heard:?}");
    let mates = "position fen 6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 40\ngo nodes 1000";
    let heard = search(&mut talk, mates);
    assert!(
        has(&heard, "a mate in 1 was proved before the search"),
        "{heard:?}"
    );
    assert!(last(&heard).starts_with("bestmove d1d8"), "{heard:?}");
}

/// A draw is worth so much less to whoever plays a game, and nought to whoever analyses.
#[test]
fn contempt_counts_in_games_and_not_in_analysis() {
    for (options, worth) in [
        (&["Objective Contempt value 0"][..], "0"),
        (&["Objective Contempt value 0", "Contempt value 25"], "25"),
        (
            &[
                "Policy value thesis",
                "Objective Contempt value 0",
                "UCI_RatingAdv value 300",
            ],
            "30",
        ),
        // The adaptive policy chooses no more contempt than that.
        (
            &["Objective Contempt value 0", "UCI_RatingAdv value 300"],
            "0",
        ),
        (
            &[
                "Policy value thesis",
                "Objective Contempt value 0",
                "Contempt value 25",
                "UCI_RatingAdv value -400",
            ],
            "-15",
        ),
        (
            &[
                "Objective Contempt value 0",
                "Contempt value 25",
                "UCI_AnalyseMode value true",
            ],
            "0",
        ),
        (&["Objective value maximise winning"], "60"),
        (&["Objective value minimise losing"], "-60"),
        (
            &[
                "Objective value minimise losing",
                "Objective Contempt value 8",
            ],
            "-8",
        ),
        (
            &[
                "Objective value minimise losing",
                "UCI_AnalyseMode value true",
            ],
            "0",
        ),
        (&["Personality value Drawish"], "-110"),
    ] {
        let mut talk = uci(options);
        let heard = search(&mut talk, &format!("{FORCED_DRAW}\ngo depth 2"));
        assert_eq!(contempt(&heard), worth, "{options:?}: {heard:?}");
    }
}

#[test]
fn adaptation_follows_the_opponent_and_can_be_switched_off() {
    let go = "position startpos moves e2e4\ngo nodes 20";
    let mut talk = uci(&[]);
    let heard = search(&mut talk, go);
    assert!(
        has(
            &heard,
            "your strength is not known, so I play the position alone"
        ),
        "{heard:?}"
    );
    set(&mut talk, "Adaptation value false");
    let heard = search(&mut talk, go);
    assert!(has(&heard, "no objective: fixed in advance"), "{heard:?}");
    set(&mut talk, "Adaptation value true");
    set(&mut talk, "Policy value thesis");
    let heard = search(&mut talk, go);
    assert!(has(&heard, "because opponent "), "{heard:?}");
    set(&mut talk, "Adaptation value false");
    let heard = search(&mut talk, go);
    assert!(
        has(&heard, "objective max-win because fixed in advance"),
        "{heard:?}"
    );
}

#[test]
fn the_answer_follows_the_strength_and_analysis_hears_nothing_of_it() {
    let go = "position startpos moves e2e4\ngo nodes 20";
    let mut talk = uci(&["UCI_RatingAdv value 400"]);
    let heard = search(&mut talk, go);
    let expected = "you are expected to be about 360 Elo weaker (ratings)";
    assert!(has(&heard, expected), "{heard:?}");
    set(&mut talk, "UCI_RatingAdv value 0");
    for option in [
        "UCI_LimitStrength value true",
        "UCI_Elo value 1500",
        "UCI_Opponent value none 1700 human Anne",
    ] {
        set(&mut talk, option);
    }
    let heard = search(&mut talk, go);
    let expected = "you are expected to be about 180 Elo stronger (ratings)";
    assert!(has(&heard, expected), "{heard:?}");
    set(&mut talk, "UCI_AnalyseMode value true");
    let heard = search(&mut talk, go);
    assert!(!has(&heard, "you are"), "{heard:?}");
    assert!(!has(&heard, "style"), "{heard:?}");
}

#[test]
fn equal_moves_are_varied_by_the_seed_and_only_when_asked() {
    // Whatever moves, the game is drawn.
    let go = "position fen k7/8/8/8/8/8/8/K7 w - - 0 1\ngo nodes 60";
    let moves = |varies: bool| -> BTreeSet<String> {
        let mut talk = uci(&[&format!("Vary Equal Moves value {varies}")]);
        (1..=8)
            .map(|seed| {
                set(&mut talk, &format!("Seed value {seed}"));
                played(&mut talk, go)
            })
            .collect()
    };
    assert_eq!(moves(false).len(), 1);
    assert!(moves(true).len() > 1);
}

#[test]
fn the_same_seed_draws_the_same_heuristic() {
    let mut talk = uci(&["Heuristic value random"]);
    let mut of = |seed: u32| {
        set(&mut talk, &format!("Seed value {seed}"));
        let moves = "position startpos moves e2e4 d7d5 e4d5";
        let heard = talk.ask(&format!("{moves}\neval\nisready"), "readyok");
        heard.join("\n")
    };
    let (first, second) = (of(1), of(2));
    assert!(first.contains("evaluation "), "{first}");
    assert_ne!(first, second);
    assert_eq!(of(1), first);
}

#[test]
fn the_book_is_used_as_deeply_and_as_variedly_as_asked() {
    let from_book = "this move is from the opening book";
    let start = "position startpos\ngo nodes 20";
    let later = "position startpos moves e2e4 e7e5\ngo nodes 20";
    let mut talk = uci(&[]);
    assert!(!has(&search(&mut talk, start), from_book));
    set(&mut talk, "OwnBook value true");
    assert!(has(&search(&mut talk, start), from_book));
    assert!(has(&search(&mut talk, later), from_book));
    set(&mut talk, "Book Depth value 2");
    assert!(has(&search(&mut talk, start), from_book));
    assert!(!has(&search(&mut talk, later), from_book));
    for (variety, is_one) in [("weighted", false), ("best", true)] {
        set(&mut talk, &format!("Book Variety value {variety}"));
        let moves: BTreeSet<String> = (1..=12)
            .map(|seed| {
                set(&mut talk, &format!("Seed value {seed}"));
                played(&mut talk, start)
            })
            .collect();
        assert_eq!(moves.len() == 1, is_one, "{variety}: {moves:?}");
    }
}

#[test]
fn a_cleared_table_remembers_nothing() {
    let mut talk = uci(&[]);
    let mut nodes = || shown(&search(&mut talk, "position startpos\ngo depth 6"), "nodes");
    let (first, second) = (nodes(), nodes());
    assert_ne!(first, second);
    set(&mut talk, "Clear Hash");
    let third = shown(&search(&mut talk, "position startpos\ngo depth 6"), "nodes");
    assert_eq!(third, first);
}

#[test]
fn a_heuristic_file_plays_until_it_is_emptied() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("models/classic/heuristic.csv");
    let mut talk = uci(&[]);
    let mut judged = |option: &str| {
        set(&mut talk, option);
        let moves = "position startpos moves e2e4 d7d5 e4d5";
        let heard = talk.ask(&format!("{moves}\neval\nisready"), "readyok");
        heard.join("\n")
    };
    let modern = judged("Heuristic value modern:learned");
    let classic = judged(&format!("HeuristicFile value {}", file.display()));
    assert!(modern.contains("mobility"), "{modern}");
    assert!(!classic.contains("mobility"), "{classic}");
    assert_eq!(judged("HeuristicFile value"), modern);
}

/// Six hundred moves in which men only shuffle, as bots have played them; no capture ends them sooner.
#[test]
fn a_game_of_six_hundred_moves_is_played_on() {
    use shakmaty::uci::UciMove;
    use shakmaty::{CastlingMode, Chess, Position as _};
    let quiet = |position: &Chess| {
        let mut moves = position.legal_moves();
        moves.retain(|m| !m.is_capture());
        moves
    };
    let mut position = Chess::default();
    let mut moves = String::new();
    for ply in 0..1200_usize {
        let mut shuffles = quiet(&position);
        // Nor does a mate.
        shuffles.retain(|m| {
            let mut after = position.clone();
            after.play_unchecked(*m);
            !quiet(&after).is_empty()
        });
        let m = shuffles[ply.wrapping_mul(2_654_435_761) % shuffles.len()];
        moves.push(' ');
        moves.push_str(&UciMove::from_move(m, CastlingMode::Standard).to_string());
        position.play_unchecked(m);
    }
    let mut talk = uci(&[]);
    let go = format!("position startpos moves{moves}\ngo nodes 60");
    let best: UciMove = played(&mut talk, &go).parse().expect("a move");
    assert!(best.to_move(&position).is_ok(), "{best}");
    let heard = talk.ask("d\nisready", "readyok");
    assert!(!has(&heard, "not legal"), "{heard:?}");
    // The next move of the same game.
    let go = format!("position startpos moves{moves} {best}\ngo nodes 60");
    assert!(played(&mut talk, &go).len() >= 4);
    talk.end();
}
