//! Lines of positions: every layout, and what is wrong with others.

use super::*;
use proptest::prelude::*;

const BOARD: &str = "4k3/8/8/8/8/8/8/4K2R";

fn read(line: &str) -> (Option<f64>, Option<i16>) {
    let line = PositionLine::parse(line).expect(line);
    (line.points, line.score.map(PositionScore::centipawns))
}

#[test]
fn every_layout_is_read() {
    for (line, expected) in [
        (" w K - 0 1 | 512 | 1.0", (Some(1.0), Some(512))),
        (" b K - 3 40|-7|0.5", (Some(0.5), Some(-7))),
        (" w K - 0 1; [0.0]", (Some(0.0), None)),
        (" w K - 0 1 [0.6]", (Some(0.6), None)),
        (" w K - 0 1; [1/2-1/2];", (Some(0.5), None)),
        (" w K - c9 \"1-0\"; ce 35;", (Some(1.0), Some(35))),
        (" b K - c9 \"0-1\"; ce 35;", (Some(0.0), Some(-35))),
        (" b K - ce -32000;", (None, Some(32000))),
    ] {
        assert_eq!(read(&format!("{BOARD}{line}")), expected, "{line}");
    }
}

#[test]
fn the_deepest_search_of_lichess_counts() {
    let line = |evals: &str| format!("{{\"fen\":\"{BOARD} b K -\",\"evals\":[{evals}]}}");
    let shallow = r#"{"pvs":[{"cp":30,"line":"e8e7"}],"knodes":900,"depth":20}"#;
    let deep =
        r#"{"pvs":[{"cp":-311,"line":"e8e7"},{"cp":0,"line":"e8d7"}],"knodes":206,"depth":36}"#;
    let mate = r#"{"pvs":[{"mate":-2,"line":"e8e7"}],"knodes":206,"depth":99}"#;
    assert_eq!(
        read(&line(&format!("{shallow},{deep}"))),
        (None, Some(-311))
    );
    assert_eq!(read(&line(mate)), (None, Some(-31_996)));
    let none = PositionLine::parse(&line(""));
    assert!(none.expect_err("no score").to_string().contains("no score"));
}

#[test]
fn what_is_wrong_is_named() {
    for (line, reason) in [
        (" w K - 0 1 | x | 1.0", "'x' is not a score"),
        (" w K - 0 1 | 5 | 1.5", "'1.5' is not a result"),
        (" w K - 0 1 | 5", "neither a result nor a score"),
        (" w K - 0 1", "neither a result nor a score"),
        (" w K - c9 \"?\";", "'?' is not a result"),
        ("/8 w K - 0 1 | 5 | 1.0", "not a FEN"),
    ] {
        let error = PositionLine::parse(&format!("{BOARD}{line}")).expect_err(line);
        assert!(error.to_string().contains(reason), "{line}: {error}");
    }
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(
        text in "\\PC*",
        like in "[-0-9 |;.\"\\[\\]ce{}:a-z]{0,40}",
    ) {
        for line in [&text, &format!("{BOARD} w K - 0 1{like}"), &format!("{{\"fen\":{like}")] {
            let _ = PositionLine::parse(line);
        }
    }
}
