//! Broken files, the clock, and the stand-in held against the real tables.

use super::*;
use crate::board::fen;
use crate::book::solved::solved;
use proptest::prelude::*;
use shakmaty::{CastlingMode, Color, Piece, Role, Setup, Square};

fn position(text: &str) -> Chess {
    fen::read(text).expect("a position")
}

/// A file that begins like a table and goes on as `rest`, cut to a length that tables have.
fn table(magic: [u8; 4], rest: &[u8]) -> Vec<u8> {
    let mut bytes = magic.to_vec();
    bytes.extend(rest);
    let length = (bytes.len() - 16).div_ceil(64) * 64 + 16;
    bytes.resize(length, 0);
    bytes
}

#[test]
fn every_broken_file_is_named_and_nothing_breaks() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.path().join(name), bytes).expect(name);
    write("KQvK.rtbw", &[]);
    write("KQvK.rtbz", &[0x71; 100]);
    write("KRvK.rtbw", &table(EXTENSIONS[1].1, &[0; 76]));
    write("hello.rtbw", &table(EXTENSIONS[0].1, &[0; 76]));
    write("KPvK.rtbw", &table(EXTENSIONS[0].1, &[0; 76]));
    write("notes.txt", b"not a table");
    let missing = folder.path().join("missing");
    let list = std::env::join_paths([folder.path(), &missing]).expect("a list");
    let (syzygy, warnings) = Syzygy::open(list.to_str().expect("UTF-8"), SyzygyOptions::default());
    let kinds: Vec<&str> = warnings
        .iter()
        .map(|warning| match warning {
            TablebaseWarning::Length { .. } => "length",
            TablebaseWarning::NoTable(_) => "no table",
            TablebaseWarning::Folder { .. } => "folder",
            _ => "other",
        })
        .collect();
    assert_eq!(
        kinds,
        ["length", "length", "no table", "no table", "folder"]
    );
    assert_eq!((syzygy.files(), syzygy.largest()), (1, 3));

    // A file that looks like a table is found to be none at its first probe, and reported once.
    let pawn = position("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1");
    assert_eq!(syzygy.outcome(&pawn), None);
    assert_eq!(syzygy.rank_root(&pawn), None);
    let late = syzygy.take_warnings();
    assert!(
        matches!(&late[..], [TablebaseWarning::Broken { table, .. }] if table == "KPvK.rtbw"),
        "{late:?}"
    );
    assert_eq!(syzygy.take_warnings(), []);
}

#[test]
fn no_folder_is_no_table_and_no_complaint() {
    let (syzygy, warnings) = Syzygy::open("", SyzygyOptions::default());
    assert_eq!((syzygy.largest(), warnings.len()), (0, 0));
    assert_eq!(syzygy.outcome(&Chess::default()), None);
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().to_str().expect("UTF-8");
    let (_, warnings) = Syzygy::open(list, SyzygyOptions::default());
    assert_eq!(
        warnings,
        [TablebaseWarning::Empty(folder.path().to_owned())]
    );
}

/// The fifty-move rule allows a hundred plies from the last capture or pawn move to the next.
#[test]
fn the_clock_decides_whether_a_win_is_one() {
    let (mut syzygy, _) = Syzygy::open("", SyzygyOptions::default());
    let with = |syzygy: &Syzygy, plies, clock| {
        syzygy.outcome_with_clock(MaybeRounded::Precise(Dtz(plies)), clock)
    };
    assert_eq!(with(&syzygy, 100, 0), TablebaseOutcome::Win);
    assert_eq!(with(&syzygy, 100, 1), TablebaseOutcome::CursedWin);
    assert_eq!(with(&syzygy, -20, 80), TablebaseOutcome::Loss);
    assert_eq!(with(&syzygy, -20, 81), TablebaseOutcome::BlessedLoss);
    assert_eq!(with(&syzygy, 0, 99), TablebaseOutcome::Draw);
    let rounded = MaybeRounded::Rounded(Dtz(20));
    assert_eq!(
        syzygy.outcome_with_clock(rounded, 80),
        TablebaseOutcome::CursedWin
    );
    syzygy.options.fifty_moves = false;
    assert_eq!(with(&syzygy, 120, 50), TablebaseOutcome::Win);
    assert_eq!(syzygy.outcome_of(Wdl::CursedWin), TablebaseOutcome::Win);
    assert_eq!(syzygy.outcome_of(Wdl::BlessedLoss), TablebaseOutcome::Loss);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Whatever a file of the right length holds.
    #[test]
    fn no_table_of_nonsense_breaks_a_question(
        nonsense in prop::collection::vec(any::<u8>(), 12..400),
        endings in prop::sample::select(vec!["KQvK", "KPvK"]),
    ) {
        let folder = tempfile::tempdir().expect("a folder");
        for (extension, magic) in EXTENSIONS {
            let file = folder.path().join(format!("{endings}.{extension}"));
            fs::write(file, table(magic, &nonsense)).expect("written");
        }
        let list = folder.path().to_str().expect("UTF-8");
        let (syzygy, _) = Syzygy::open(list, SyzygyOptions::default());
        for text in ["4k3/8/4K3/4P3/8/8/8/8 w - - 0 1", "8/8/8/8/8/k1K5/8/1Q6 b - - 0 1"] {
            let _ = syzygy.outcome(&position(text));
            let _ = syzygy.rank_root(&position(text));
        }
    }
}

/// Every position of a king and a queen, rook or pawn against a king.
fn three_men() -> Vec<Chess> {
    let mut found = Vec::new();
    for role in [Role::Queen, Role::Rook, Role::Pawn] {
        for place in 0..64 * 64 * 64_u32 {
            let square = |shift: u32| Square::new((place >> shift) % 64);
            let (king, piece, lone) = (square(0), square(6), square(12));
            for turn in Color::ALL {
                let mut setup = Setup::empty();
                setup.board.set_piece_at(
                    piece,
                    Piece {
                        color: Color::White,
                        role,
                    },
                );
                setup.board.set_piece_at(king, Color::White.king());
                setup.board.set_piece_at(lone, Color::Black.king());
                setup.turn = turn;
                let three = setup.board.occupied().count() == 3;
                found.extend(
                    setup
                        .position(CastlingMode::Standard)
                        .ok()
                        .filter(|_| three),
                );
            }
        }
    }
    found
}

/// The stand-in of the other tests, held against the real tables.
#[test]
#[ignore = "needs the folder of the tables of three men in SYZYGY_PATH"]
fn the_stand_in_says_what_the_tables_say() {
    let folders = std::env::var("SYZYGY_PATH").expect("SYZYGY_PATH names the folder");
    let (syzygy, warnings) = Syzygy::open(&folders, SyzygyOptions::default());
    assert_eq!(warnings, []);
    let solved = solved();
    let mut checked = 0;
    for (number, position) in three_men().iter().enumerate() {
        assert_eq!(
            syzygy.outcome(position),
            solved.outcome(position),
            "{}",
            fen::write(position)
        );
        if number % 37 == 0 && !position.legal_moves().is_empty() {
            let tables = syzygy.rank_root(position).expect("ranked");
            let ours = solved.rank_root(position).expect("ranked");
            let worths = |ranked: &[RankedMove]| ranked.iter().map(|r| r.1).collect::<Vec<_>>();
            assert_eq!(worths(&tables), worths(&ours), "{}", fen::write(position));
            assert!(
                (tables[0].2 - ours[0].2).abs() <= 1,
                "{}",
                fen::write(position)
            );
        }
        checked += 1;
    }
    assert!(checked > 700_000, "only {checked} positions");
}

/// Real tables, damaged byte by byte.
#[test]
#[ignore = "needs the folder of the tables of three men in SYZYGY_PATH"]
fn damaged_tables_do_not_break_a_question() {
    let folders = std::env::var("SYZYGY_PATH").expect("SYZYGY_PATH names the folder");
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().to_str().expect("UTF-8");
    let mut told = 0;
    for number in 0..3000_usize {
        for name in ["KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"] {
            let mut bytes = fs::read(Path::new(&folders).join(name)).expect(name);
            let place = 4 + number.wrapping_mul(7919) % (bytes.len() - 4);
            // Most of the important bytes are at the beginning.
            let place = if number % 2 == 0 {
                4 + place % 150.min(bytes.len() - 4)
            } else {
                place
            };
            bytes[place] ^= u8::try_from(1 + number % 255).expect("small");
            fs::write(folder.path().join(name), bytes).expect("written");
        }
        let (syzygy, _) = Syzygy::open(list, SyzygyOptions::default());
        for text in [
            "4k3/8/8/4K3/4P3/8/8/8 w - - 0 1",
            "8/8/8/8/8/k1K5/8/1R6 w - - 0 1",
        ] {
            let _ = syzygy.outcome(&position(text));
            let _ = syzygy.rank_root(&position(text));
        }
        told += syzygy.take_warnings().len();
    }
    assert!(told > 0);
}
