//! Games written with their annotations: by kind, twice alike, and as other programs read them.

use super::*;
use crate::pgn::read_games;

const TEXT: &str = "[Event \"e\"]\n[Source \"notes\"]\n\n{before} 1. e4 {[%clk 0:01:00] good [%eval 0.2]} e5!? \
    (1... c5 2. Cf3 (2. -- d6 {free}) 2... d6 3. Qh8 Nf6) 2. Nf3 $14 Nc6 (2... d6 {old} 3. d4) 3. Bb51-0\n";

fn written(kept: &[AnnotationKind]) -> String {
    let game = read_games(TEXT.as_bytes())
        .next()
        .expect("a game")
        .expect("sound");
    let text = format_with_annotations(&game, TEXT.as_bytes(), kept);
    let again = read_games(text.as_bytes())
        .next()
        .expect("a game")
        .expect("sound");
    assert_eq!(
        (&again.moves, again.result),
        (&game.moves, game.result),
        "{text}"
    );
    assert!(text.contains("[Source \"notes\"]"));
    assert_eq!(
        format_with_annotations(&again, text.as_bytes(), kept),
        text,
        "written twice"
    );
    let (_, moves) = text.split_once("\n\n").expect("moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Reads a game, writes it with everything, and returns the movetext on one line.
fn rewritten(movetext: &str) -> String {
    let game = read_games(movetext.as_bytes())
        .next()
        .expect("a game")
        .expect("sound");
    let text = format_with_annotations(&game, movetext.as_bytes(), &AnnotationKind::ALL);
    let again = read_games(text.as_bytes())
        .next()
        .expect("a game")
        .expect("sound");
    assert_eq!(again.moves, game.moves, "{text}");
    assert_eq!(
        format_with_annotations(&again, text.as_bytes(), &AnnotationKind::ALL),
        text,
        "written twice"
    );
    let (_, moves) = text.split_once("\n\n").expect("moves");
    moves.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_other_programs_do_not_know_is_written_as_they_do() {
    for (read, written) in [
        // Comments to the end of the line.
        (
            "; first\n1. e4 ; best {by} test\ne5 *",
            "{first} 1. e4 {best by test} 1... e5 *",
        ),
        // Signs that are words, or glued to a move.
        (
            "1. e4 ± e5 +- 2. Nf3∞ Nc6 N 3. Bb5!!! (3. Bc4 = Nf6⩲) *",
            "1. e4 $16 e5 $18 2. Nf3 $13 Nc6 $146 3. Bb5 $3 (3. Bc4 $10 Nf6 $14) *",
        ),
        (
            "1. e4 e5 D 2. Nf3 N Nc6 D 3. Bb5 *",
            "1. e4 e5 $220 2. Nf3 $146 Nc6 $220 3. Bb5 *",
        ),
        // Variations before the first move, without moves, and in such ones.
        ("(1. d4 d5) 1. e4 e5 *", "1. e4 (1. d4 d5) 1... e5 *"),
        ("{a} (1. d4) (1. c4) 1. e4 *", "{a} 1. e4 (1. d4) (1. c4) *"),
        ("1. e4 (!) e5 ({c}) 2. Nf3 *", "1. e4 $1 e5 {c} 2. Nf3 *"),
        ("1. e4 (0:05) e5 ((1... c5)) *", "1. e4 e5 *"),
        (
            "1. e4 ({sharp} 1. d4) e5 *",
            "1. e4 ({sharp} 1. d4) 1... e5 *",
        ),
        // The number of the move after Black's null move.
        (
            "1. e4 e5 (1... -- 2. d4 -- 3. c4) *",
            "1. e4 e5 (1... -- 2. d4 -- 3. c4) *",
        ),
    ] {
        assert_eq!(rewritten(read), written, "{read}");
    }
    let long = "a ".repeat(38);
    for word in ["%", "[Event"] {
        let text = format!("1. e4 {{{long}{word} \"x\"]}} e5 *");
        assert!(
            rewritten(&text).contains(&format!("a {word} \"x\"]}}")),
            "{text}"
        );
    }
}

#[test]
fn annotations_are_written_by_kind() {
    assert_eq!(written(&[]), "1. e4 e5 2. Nf3 Nc6 3. Bb5 1-0");
    assert_eq!(
        written(&AnnotationKind::ALL),
        "{before} 1. e4 {[%clk 0:01:00] good [%eval 0.2]} 1... e5 $5 (1... c5 2. Nf3 (2. -- d6 {free}) 2... d6) \
         2. Nf3 $14 Nc6 (2... d6 {old} 3. d4) 3. Bb5 1-0"
    );
    assert_eq!(
        written(&[AnnotationKind::Clocks]),
        "1. e4 {[%clk 0:01:00]} 1... e5 2. Nf3 Nc6 3. Bb5 1-0"
    );
    assert_eq!(
        written(&[AnnotationKind::Comments, AnnotationKind::Glyphs]),
        "{before} 1. e4 {good} 1... e5 $5 2. Nf3 $14 Nc6 3. Bb5 1-0"
    );
    assert_eq!(
        written(&[AnnotationKind::Evaluations, AnnotationKind::Variations]),
        "1. e4 {[%eval 0.2]} 1... e5 (1... c5 2. Nf3 (2. -- d6) 2... d6) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 1-0"
    );
}

#[test]
fn annotations_behind_the_damage_are_left_out() {
    let salvage = crate::pgn::Strictness {
        damaged: crate::pgn::DamagePolicy::Salvage,
        ..crate::pgn::Strictness::default()
    };
    for (damaged, written) in [
        (
            "1. e4 {[%clk 0:01:00]} e5 {good} (1... c5) 2. Ke3 {[%clk 0:00:30] bad} Nf6 $2 {late} *",
            "1. e4 {[%clk 0:01:00]} 1... e5 {good} (1... c5) *",
        ),
        ("1. e4 e5 2. Zf3 {bad} Nc6 {late} *", "1. e4 e5 *"),
        ("1. e2e4 e7e5 2. e1e3 {bad} g8f6 (2... d6) *", "1. e4 e5 *"),
    ] {
        let mut games = crate::pgn::read_games_as(damaged.as_bytes(), salvage);
        let game = games.next().expect("a game").expect("kept in part");
        let text = format_with_annotations(&game, damaged.as_bytes(), &AnnotationKind::ALL);
        assert!(text.ends_with(&format!("\n\n{written}\n\n")), "{text}");
    }
}
