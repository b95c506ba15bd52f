//! Former names of commands: each is answered with its present name.

use crate::support::{bayeschess, folder, told};

/// Former commands with arguments, and the present name that the answer must contain.
const FORMER: &[(&str, &str)] = &[
    ("tables show learned", "model show"),
    ("tables diff initial t.csv", "model diff"),
    ("tables merge a.csv b.csv --out c.csv", "model merge"),
    ("tables subtract c.csv a.csv --out b.csv", "model subtract"),
    ("tables --help", "model"),
    ("style merge a.toml b.toml --out c.toml", "model merge"),
    (
        "style subtract c.toml a.toml --out b.toml",
        "model subtract",
    ),
    ("style age a.toml --out b.toml", "model age"),
    ("style tables --json", "model show style:classic"),
    ("learn --db games.db --positions --out t.csv", "fit"),
    ("report game.pgn --ply 3", "analyse --facts"),
    ("eval --heuristic initial", "analyse --eval"),
    ("book probe FEN --tables .", "analyse --tables"),
    ("book info book.bin", "book show --summary"),
    ("book merge out.bin a.bin", "book convert"),
    ("book tree new my.tree", "book add"),
    ("book tree add my.tree e4", "book add"),
    ("book tree show my.tree", "book show --tree"),
    ("compliance uci:engine", "match --check"),
    ("db opponents list", "opponent list"),
    ("db opponents forget Ann", "opponent forget"),
    ("help compliance", "match --check"),
];

#[test]
fn a_former_name_is_answered_with_the_present_one() {
    for (former, present) in FORMER {
        let output = bayeschess(folder().path()).args(former.split(' ')).output();
        let (code, shown, said) = told(output.expect("the program runs"));
        assert_eq!(code, Some(2), "{former}: {said}");
        assert!(shown.is_empty(), "{former}: {shown}");
        assert_eq!(said.trim_end().lines().count(), 1, "{former}: {said}");
        assert!(
            said.contains(&format!("is now '{present}'")),
            "{former}: {said}"
        );
    }
}

#[test]
fn help_lists_the_commands_in_groups() {
    let output = bayeschess(folder().path()).arg("--help").output();
    let (code, shown, _) = told(output.expect("the program runs"));
    assert_eq!(code, Some(0));
    for group in [
        "Play and analyse",
        "Know a player",
        "Collect games",
        "Train",
        "Measure",
    ] {
        assert!(shown.contains(&format!("{group}:\n")), "{shown}");
    }
}
