//! A PGN file as they are found, read through the library: every kind of damage costs one game.

use bayeschess::pgn::{PgnGame, ReadError, append_game, read_games};

const WILD: &[u8] = b"\xef\xbb\xbf[Event \"Latin\"]\r\n[White \"H\xfcbner, R\"]\r\n[WhiteElo \"\"]\r\n\
[Result \"1-0\"]\r\n\r\n1.e4 {good} e5 (1...c5 2.Nf3) 2.Nf3 $1 Nc6!? 1-0\r\n\r\n\
[Event \"Illegal\"]\r\n\r\n1.e4 e5 2.Qh6 *\r\n\r\n\
[Event \"Open comment\"]\r\n\r\n1.e4 {never closed 1-0\r\n\r\n\
[Event \"Unterminated\r\n[White \"A\"]\r\n\r\n1.d4 d5 *\r\n\r\n\
[Event \"Position\"]\r\n[SetUp \"1\"]\r\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\r\n\r\n1.e4 Ke7 1/2-1/2\r\n\r\n\
[Event \"Spanish\"]\r\n\r\n1.e4 e5 2.Cf3 *\r\n\r\n\
[Event \"Last\"]\r\n\r\n1.d4 Nf6 0-1\r\n";

#[test]
fn damage_costs_its_own_game_only() {
    let mut games = read_games(WILD);
    let mut kept = Vec::new();
    let mut reasons = Vec::new();
    for game in games.by_ref() {
        match game {
            Ok(game) => kept.push(game),
            Err(ReadError::Rejected(reject)) => reasons.push((reject.game, reject.reason.kind())),
            Err(ReadError::Source(error)) => panic!("{error}"),
        }
    }
    let events: Vec<_> = kept
        .iter()
        .filter_map(|game| game.tags.get("Event"))
        .collect();
    assert_eq!(events, ["Latin", "Position", "Last"]);
    assert_eq!(kept[0].tags.get("White"), Some("Hübner, R"));
    assert_eq!(
        reasons,
        [
            (2, "illegal_move"),
            (3, "unclosed_comment"),
            (4, "broken_tag"),
            (6, "not_a_move")
        ]
    );
    let tally = games.tally();
    assert_eq!(tally.read(), 7);
    assert_eq!(tally.read(), tally.kept + tally.rejected());
}

#[test]
fn a_log_of_games_reads_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log.pgn");
    let games: Vec<PgnGame> = read_games(WILD).filter_map(Result::ok).collect();
    for game in &games {
        append_game(&log, game).expect("appended");
    }
    let text = std::fs::read(&log).expect("a log");
    let back: Vec<PgnGame> = read_games(text.as_slice())
        .map(|game| game.expect("good"))
        .collect();
    assert_eq!(back.len(), games.len());
    for (one, other) in games.iter().zip(&back) {
        assert_eq!(one.moves, other.moves);
        assert_eq!(one.start, other.start);
        assert_eq!(one.result, other.result);
        assert_eq!(
            one.tags.get("White"),
            other.tags.get("White").filter(|name| *name != "?")
        );
    }
}
