//! Books of either kind, as an engine uses them.

use super::*;
use crate::board::notation::{self, Language};
use std::fs;

const TREE: &str = "e4 3\n  e5 Nf3\n  c5 0\nd4\n  d5 c4\nc4 d5 d4 \"By the back door\"\n  e6\n";

fn both() -> [Book; 2] {
    let tree = OpeningTree::read(TREE).expect("a tree");
    [Book::Polyglot(tree.to_polyglot()), Book::Tree(tree)]
}

fn game(moves: &str) -> GameState {
    let mut game = GameState::new();
    for word in moves.split_whitespace() {
        let m = notation::read(game.position(), word, Language::English).expect("a move");
        game.play(m);
    }
    game
}

fn using(seed: u64) -> BookPolicy {
    BookPolicy {
        variety: BookVariety::Weighted,
        last_ply: None,
        seed,
    }
}

#[test]
fn weights_are_the_odds_and_the_seed_decides() {
    for book in both() {
        let mut counts = [0; 2];
        for seed in 0..1000 {
            let m = book.choose(&game(""), &using(seed)).expect("a move");
            assert_eq!(book.choose(&game(""), &using(seed)), Some(m));
            match m.to_string().as_str() {
                "e2-e4" => counts[0] += 1,
                "d2-d4" => counts[1] += 1,
                _ => {}
            }
        }
        // 3 : 1 : 1 of a thousand; five standard deviations are 77 and 63.
        assert!((523..=677).contains(&counts[0]), "{counts:?}");
        assert!((137..=263).contains(&counts[1]), "{counts:?}");
    }
}

#[test]
fn the_best_move_the_limit_and_the_unplayed_move_are_kept() {
    let best = BookPolicy {
        variety: BookVariety::Best,
        last_ply: Some(Ply(3)),
        seed: 0,
    };
    for book in both() {
        assert_eq!(
            book.choose(&game(""), &best).expect("e4").to_string(),
            "e2-e4"
        );
        assert_eq!(
            book.choose(&game("e4"), &best).expect("e5").to_string(),
            "e7-e5"
        );
        assert!(book.choose(&game("d4 d5"), &best).is_some());
        assert_eq!(book.choose(&game("c4 d5 d4"), &best), None);
        assert_eq!(book.choose(&game("e4 c5"), &using(1)), None);
        assert_eq!(book.moves(game("e4").position()).len(), 2);
        assert_eq!(book.choose(&game("h4"), &using(1)), None);
    }
}

#[test]
fn another_order_of_moves_is_followed() {
    for book in both() {
        let m = book.choose(&game("d4 d5 c4"), &using(1)).expect("e6");
        assert_eq!(m.to_string(), "e7-e6");
    }
}

#[test]
fn files_are_known_by_their_names_and_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |name: &str, bytes: &[u8]| {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("written");
        Book::open(&file).map_err(|error| error.to_string())
    };
    assert!(matches!(
        open("a.tree", TREE.as_bytes()),
        Ok((Book::Tree(_), _))
    ));
    let refused = [
        ("a.bin", &b"0123456789abcdefg"[..], "17 bytes"),
        ("b.bin", b"", "no move"),
        ("b.tree", b"e4\n  e5\n    Ke3\n", "line 3"),
        ("c.txt", b"e4", ".bin (Polyglot)"),
    ];
    for (name, bytes, part) in refused {
        let message = open(name, bytes).expect_err(name);
        assert!(
            message.contains(part) && message.contains(name),
            "{message}"
        );
    }
    let missing = Book::open(&folder.path().join("none.bin")).expect_err("not there");
    assert!(missing.to_string().contains("none.bin"));

    let Book::Polyglot(book) = &both()[0] else {
        panic!("the first is Polyglot")
    };
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("memory");
    bytes.extend([0; 16]);
    let (_, warnings) = open("d.bin", &bytes).expect("a book");
    assert_eq!(warnings.len(), 2, "{warnings:?}");
}
