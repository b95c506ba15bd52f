//! The format's own reference keys, and books of any content.

use super::*;
use crate::board::fen;
use proptest::prelude::*;
use shakmaty::uci::UciMove;

fn after(moves: &str) -> Chess {
    let mut position = Chess::default();
    for word in moves.split_whitespace() {
        let uci: UciMove = word.parse().expect("a UCI move");
        position.play_unchecked(uci.to_move(&position).expect("a legal move"));
    }
    position
}

/// The keys that the format's description gives (Letouzey, *PolyGlot*, book format, "test data").
#[test]
fn keys_are_those_of_the_description() {
    for (moves, key) in [
        ("", 0x463b_9618_1691_fc9c),
        ("e2e4", 0x823c_9b50_fd11_4196),
        ("e2e4 d7d5", 0x0756_b944_61c5_0fb0),
        ("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4),
        // An en-passant square that a pawn stands beside,
        ("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78),
        ("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1),
        ("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9),
        // and castling rights that a rook's move takes away.
        ("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637),
        ("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560),
    ] {
        assert_eq!(key_of(&after(moves)), key, "{moves}");
    }
}

#[test]
fn moves_are_coded_as_described() {
    let castles = fen::read("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1").expect("a position");
    // e1h1 and e1a1, and what some write instead: e1g1 and e1c1.
    for (code, to) in [
        (0o407, "O-O"),
        (0o400, "O-O-O"),
        (0o406, "O-O"),
        (0o402, "O-O-O"),
    ] {
        let m = PolyglotMove(code).to_move(&castles).expect("legal");
        assert_eq!(shakmaty::san::San::from_move(&castles, m).to_string(), to);
    }
    let promotes = fen::read("8/P6k/8/8/8/8/8/K7 w - - 0 1").expect("a position");
    let queen = PolyglotMove(0o4_6070);
    assert_eq!(
        queen.to_move(&promotes).and_then(Move::promotion),
        Some(Role::Queen)
    );
    assert_eq!(PolyglotMove(0o6070).to_move(&promotes), None);
    assert_eq!(PolyglotMove(0o1434).to_move(&after("e2e4")), None);
}

fn entry(key: u64, code: u16, weight: u16) -> PolyglotEntry {
    let code = PolyglotMove(code);
    PolyglotEntry { key, code, weight }
}

fn bytes(book: &Polyglot) -> Vec<u8> {
    let mut bytes = Vec::new();
    book.write(&mut bytes).expect("memory");
    bytes
}

#[test]
fn broken_books_are_refused_or_mended_and_say_so() {
    assert_eq!(Polyglot::read(&[]), Err(PolyglotError::Empty));
    assert_eq!(Polyglot::read(&[1; 17]), Err(PolyglotError::Length(17)));
    assert_eq!(Polyglot::read(&[0; 32]), Err(PolyglotError::Empty));
    let sorted = Polyglot::new(vec![entry(1, 0o1434, 2), entry(2, 0o1434, 1)]);
    let mut turned = bytes(&sorted)[16..].to_vec();
    turned.extend(&bytes(&sorted)[..16]);
    turned.extend([0; 16]);
    let defects = PolyglotDefects {
        unsorted: true,
        invalid: 1,
    };
    assert_eq!(Polyglot::read(&turned), Ok((sorted, defects)));
}

#[test]
fn merged_weights_keep_their_shares() {
    let one = Polyglot::new(vec![entry(1, 0o1434, 60_000), entry(1, 0o1333, 1)]);
    let other = Polyglot::new(vec![
        entry(1, 0o1434, 60_000),
        entry(1, 0o1525, 30_000),
        entry(2, 0o1525, 7),
    ]);
    let merged = one.merge(&other);
    let weights: Vec<u16> = merged.find(1).iter().map(|entry| entry.weight).collect();
    assert_eq!(weights, [65_535, 16_383, 1]);
    assert_eq!(merged.find(2), other.find(2));
    assert_eq!(one.merge(&other), other.merge(&one));
    assert_eq!(one.fill_missing_from(&other).find(1), one.find(1));
    assert_eq!(one.fill_missing_from(&other).find(2), other.find(2));
}

proptest! {
    #[test]
    fn no_bytes_break_the_reader(mut bytes in prop::collection::vec(any::<u8>(), 0..200), key: u64) {
        if let Ok((book, _)) = Polyglot::read(&bytes) {
            let _ = book.find(key);
        }
        bytes.truncate(bytes.len() / 16 * 16);
        if let Ok((book, _)) = Polyglot::read(&bytes) {
            let start = Chess::default();
            for entry in book.entries() {
                let _ = entry.code.to_move(&start);
                prop_assert!(book.find(entry.key).contains(entry));
            }
        }
    }

    #[test]
    fn what_is_written_reads_back(
        entries in prop::collection::vec((0..20_u64, 1..0o7777_u16, any::<u16>()), 1..60),
    ) {
        let entries: Vec<PolyglotEntry> = entries.iter().map(|(k, c, w)| entry(*k, *c, *w)).filter(|e| !e.code.is_invalid()).collect();
        prop_assume!(!entries.is_empty());
        let book = Polyglot::new(entries);
        prop_assert_eq!(Polyglot::read(&bytes(&book)), Ok((book, PolyglotDefects::default())));
    }

    #[test]
    fn every_legal_move_has_a_code_of_its_own(choices in prop::collection::vec(any::<usize>(), 0..80)) {
        let mut position = Chess::default();
        for choice in choices {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            for m in &moves {
                prop_assert_eq!(PolyglotMove::of(*m).to_move(&position), Some(*m));
            }
            position.play_unchecked(moves[choice % moves.len()]);
        }
    }
}
