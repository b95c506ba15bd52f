//! Opening books: what is read is written as the same book, and its moves are legal.

use bayeschess::book::polyglot::{PolyglotDefects, PolyglotMove, key_of};
use bayeschess::book::{OpeningTree, Polyglot};
use shakmaty::{Chess, Position as _};

/// Number of moves that are followed into a book.
const DEPTH: usize = 40;

pub fn polyglot(bytes: &[u8]) {
    let Ok((book, _)) = Polyglot::read(bytes) else {
        return;
    };
    check_polyglot(&book);
    let mut position = Chess::default();
    for _ in 0..DEPTH {
        let entries = book.find(key_of(&position));
        assert!(entries.is_sorted_by_key(|entry| std::cmp::Reverse(entry.weight)));
        let moves = entries.iter().filter_map(|entry| {
            let found = entry.code.to_move(&position)?;
            assert!(position.is_legal(found), "{found}");
            assert_eq!(PolyglotMove::of(found).to_move(&position), Some(found));
            Some(found)
        });
        let Some(chosen) = moves.collect::<Vec<_>>().first().copied() else {
            break;
        };
        position.play_unchecked(chosen);
    }
    let joined = book.merge(&book);
    assert_eq!(joined.positions(), book.positions());
    check_polyglot(&joined);
    assert_eq!(book.fill_missing_from(&joined), book);
    let tree = OpeningTree::from_polyglot(&book, DEPTH);
    check_tree(&tree);
}

pub fn opening_tree(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match OpeningTree::read(&text) {
        Ok(tree) => check_tree(&tree),
        Err(error) => {
            let lines = text.lines().count();
            assert!((1..=lines).contains(&error.line), "{error}");
        }
    }
}

fn check_polyglot(book: &Polyglot) {
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("memory");
    let (back, defects) = Polyglot::read(&bytes).expect("a book");
    assert_eq!((&back, defects), (book, PolyglotDefects::default()));
}

fn check_tree(tree: &OpeningTree) {
    let written = tree.write();
    let back = OpeningTree::read(&written).unwrap_or_else(|error| panic!("{error}:\n{written}"));
    assert_eq!(back.write(), written);
    assert_eq!(
        (back.len(), back.positions(), back.depth()),
        (tree.len(), tree.positions(), tree.depth())
    );
    if !tree.is_empty() {
        let start = Chess::default();
        let moves = tree.moves(&start);
        assert!(moves.iter().all(|&(m, _)| start.is_legal(m)));
        // A tree whose weights are all 0 has no book to play.
        let book = tree.to_polyglot();
        assert!(book.positions() <= tree.len());
    }
}
