//! Trees as text, grown and turned into Polyglot books.

use super::*;
use proptest::prelude::*;

const TEXT: &str = "\
# What we play.

e4 10
  e5 Nf3 Nc6
    # The main weapon:
    Bb5 3 \"Ruy Lopez\"  # since 1561
      a6 Ba4 Nf6 O-O
      Nf6
    Bc4 \"Italian game\"

  c5 0
d4 d5 c4
# The end.
";

fn moves(text: &str) -> Vec<Move> {
    let mut position = Chess::default();
    text.split_whitespace()
        .map(|word| {
            let m = notation::read(&position, word, Language::English).expect("a move");
            position.play_unchecked(m);
            m
        })
        .collect()
}

#[test]
fn what_people_write_is_kept() {
    let tree = OpeningTree::read(TEXT).expect("a tree");
    assert_eq!(tree.write(), TEXT);
    assert_eq!((tree.len(), tree.depth(), tree.positions()), (15, 9, 11));
    let lopez = tree.follow(&moves("e4 e5 Nf3 Nc6 Bb5")).expect("there");
    let node = tree.node(lopez).expect("there");
    assert_eq!((node.name.as_str(), node.weight), ("Ruy Lopez", 3));
    let deep = tree
        .follow(&moves("e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O"))
        .expect("there");
    let position = &tree.node(deep).expect("there").position;
    assert_eq!(tree.name(position), Some("Ruy Lopez"));
    assert_eq!(tree.line(lopez), "1. e4 e5 2. Nf3 Nc6 3. Bb5");
}

#[test]
fn a_line_of_a_game_is_read_as_it_is() {
    let tree = OpeningTree::read("1. e4 e5 2.Nf3 Nc6 3. Bb5\n1. e4 5 e5 2. f4").expect("a tree");
    assert_eq!(tree.len(), 6);
    assert_eq!(tree.write(), "e4 5 e5\n  Nf3 Nc6 Bb5\n  f4\n");
}

#[test]
fn mistakes_are_named_by_line() {
    for (text, line, part) in [
        ("e4\n  e5\n  Ke2\n", 3, "Ke2"),
        ("e4\n    e5\n  c5\n", 3, "indentation"),
        ("  e4\nd4\n", 2, "indentation"),
        ("e4 70000\n", 1, "70000"),
        ("5 e4\n", 1, "follow a move"),
        ("e4 \"King's pawn\n", 1, "closed"),
        ("1.\n", 1, "no move"),
    ] {
        let error = OpeningTree::read(text).expect_err(text);
        assert_eq!(error.line, line, "{text}");
        assert!(error.what.contains(part), "{error}");
    }
}

#[test]
fn lines_are_added_without_disturbing_what_is_there() {
    let mut tree = OpeningTree::read(TEXT).expect("a tree");
    let added = tree.add(
        &moves("e4 e5 Nf3 Nc6 Bc4 Bc5"),
        Some(4),
        Some("Giuoco piano"),
    );
    assert_eq!((added.known, added.new), (5, 1));
    assert_eq!(
        tree.write(),
        TEXT.replace("game\"\n", "game\"\n      Bc5 4 \"Giuoco piano\"\n")
    );
    let added = tree.add(&moves("c4 d5 d4"), None, None);
    assert_eq!(
        added.transpositions,
        [("1. c4 d5 2. d4".to_owned(), "1. d4 d5 2. c4".to_owned())]
    );
    let added = tree.add(&moves("c4 d5 d4"), None, Some("Two\nlines, \"quoted\""));
    assert_eq!((added.known, added.new), (3, 0));
    assert!(tree.write().contains("\"Two lines, 'quoted'\""));
}

#[test]
fn remarks_of_a_tree_without_moves_stay_above() {
    let mut tree = OpeningTree::read("# Mine.\n\n").expect("empty");
    tree.add(&moves("e4"), None, None);
    assert_eq!(tree.write(), "# Mine.\n\ne4\n");
}

/// It is written as the program would write it, so that adding to it changes one line.
#[test]
fn the_shipped_tree_is_sound() {
    let text = include_str!("../../../data/openings.tree");
    let tree = OpeningTree::read(text).expect("a tree");
    assert_eq!(tree.write(), text);
    assert!(
        tree.depth() >= 16 && tree.len() > 300,
        "{} moves",
        tree.len()
    );
    let named = |moves_text: &str, name: &str| {
        let id = tree.follow(&moves(moves_text)).expect(moves_text);
        assert_eq!(tree.node(id).map(|node| node.name.as_str()), Some(name));
    };
    named("e4 e5 Nf3 Nc6 Bb5", "Ruy Lopez");
    named("e4 e5 f4", "King's gambit");
    named("c4", "English opening");
    assert_eq!(OpeningTree::shipped().write(), text);
}

fn grown(choices: &[(u8, u16)]) -> OpeningTree {
    let mut tree = OpeningTree::new();
    for line in choices.chunks(6) {
        let mut position = Chess::default();
        let mut played = Vec::new();
        for (choice, _) in line {
            let legal = position.legal_moves();
            // Few enough choices to meet again.
            let m = legal[usize::from(choice % 3) % legal.len()];
            position.play_unchecked(m);
            played.push(m);
        }
        tree.add(&played, line.last().map(|(_, weight)| *weight), None);
    }
    tree
}

proptest! {
    #[test]
    fn no_text_breaks_the_reader(text in "\\PC*", like in "([ ]{0,4}(e4|e5|Nf3|d4|12|\"x\"|#|\n|1\\.| ){0,9}\n){0,9}") {
        let _ = OpeningTree::read(&text);
        if let Ok(tree) = OpeningTree::read(&like) {
            let again = OpeningTree::read(&tree.write()).expect("what was written");
            prop_assert_eq!(again.write(), tree.write());
        }
    }

    #[test]
    fn text_and_polyglot_keep_every_move_and_weight(choices in prop::collection::vec(any::<(u8, u16)>(), 1..60)) {
        let tree = grown(&choices);
        let again = OpeningTree::read(&tree.write()).expect("what was written");
        prop_assert_eq!(again.write(), tree.write());
        prop_assert_eq!(again.len(), tree.len());
        let book = tree.to_polyglot();
        prop_assert_eq!(&again.to_polyglot(), &book);
        prop_assert_eq!(&OpeningTree::from_polyglot(&book, 6).to_polyglot(), &book);
    }
}
