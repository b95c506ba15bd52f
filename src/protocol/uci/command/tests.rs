//! Lines that people and programs send.

use super::*;
use proptest::prelude::*;

#[test]
fn unknown_words_are_skipped_and_white_space_is_free() {
    assert_eq!(
        parse("joho  debug\ton "),
        UciCommand::Debug(DebugSwitch::On)
    );
    assert_eq!(parse("  isready"), UciCommand::IsReady);
    assert_eq!(parse("what is this"), UciCommand::Nothing);
    assert_eq!(parse(""), UciCommand::Nothing);
}

#[test]
fn option_names_and_values_may_hold_spaces() {
    assert_eq!(
        parse("setoption name Move  Overhead value 50"),
        UciCommand::SetOption {
            name: "Move Overhead".into(),
            value: Some("50".into())
        }
    );
    assert_eq!(
        parse("setoption name UCI_Opponent value GM 2500 human Anne  of value"),
        UciCommand::SetOption {
            name: "UCI_Opponent".into(),
            value: Some("GM 2500 human Anne  of value".into())
        }
    );
    assert_eq!(
        parse("setoption name Clear Hash"),
        UciCommand::SetOption {
            name: "Clear Hash".into(),
            value: None
        }
    );
}

#[test]
fn positions_read_with_and_without_moves() {
    assert_eq!(
        parse("position fen 8/8/8/8/8/8/8/K1k5 w - -  moves a1a2"),
        UciCommand::Position {
            fen: Some("8/8/8/8/8/8/8/K1k5 w - -".into()),
            moves: vec!["a1a2".into()]
        }
    );
    assert_eq!(
        parse("position startpos"),
        UciCommand::Position {
            fen: None,
            moves: vec![]
        }
    );
}

#[test]
fn a_position_of_neither_kind_is_no_first_position() {
    for (line, text) in [
        ("position", ""),
        ("position foo", "foo"),
        ("position moves e2e4", ""),
        (
            "position 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
            "8/8/8/4k3/8/8/4P3/4K3 w - - 0 1",
        ),
    ] {
        let UciCommand::Position { fen, .. } = parse(line) else {
            panic!("no position: {line}");
        };
        assert_eq!(fen.as_deref(), Some(text), "{line}");
    }
}

#[test]
fn go_reads_its_arguments_in_any_order_and_saturates() {
    let UciCommand::Go(go) = parse(
        "go searchmoves e2e4 xyz d2d4 wtime -30 btime 99999999999999999999 depth 5 what nodes \
         movestogo -1 mate 70000",
    ) else {
        panic!("no go");
    };
    assert_eq!(go.search_moves, ["e2e4", "xyz", "d2d4"]);
    assert_eq!(go.white_time, Some(Millis(-30)));
    assert_eq!(go.black_time, Some(Millis(i64::MAX)));
    assert_eq!((go.depth, go.nodes), (Some(5), None));
    assert_eq!((go.moves_to_go, go.mate), (Some(0), Some(u16::MAX)));
    assert!(!go.infinite && !go.ponder);
    assert_eq!(go.without_number, ["nodes"]);
}

#[test]
fn a_bench_takes_the_depth_or_table_threads_and_depth() {
    let depth = |line: &str| match parse(line) {
        UciCommand::Bench(conditions) => (conditions.depth, conditions.threads),
        other => panic!("{other:?}"),
    };
    let usual = BenchConditions::default();
    assert_eq!(depth("bench"), (usual.depth, usual.threads));
    assert_eq!(depth("bench 7"), (7, usual.threads));
    assert_eq!(depth("bench 16 2 13"), (13, 2));
    assert_eq!(depth("bench 99999999 0 0 x"), (1, 1));
}

proptest! {
    #[test]
    fn no_line_breaks_the_parser(line in "\\PC*", words in
        "((go|position|setoption|fen|moves|name|value|wtime|depth|searchmoves|-?[0-9]{1,30}|e2e4) ?){0,20}"
    ) {
        parse(&line);
        parse(&words);
    }
}
