//! Problems with known solutions, endings that are solved otherwise, and plain exhaustion.

use super::*;
use crate::board::fen;
use crate::board::notation::{self, Language};
use crate::book::solved::solved;
use crate::book::{Tablebase as _, TablebaseOutcome};
use proptest::prelude::*;
use shakmaty::{CastlingMode, Color, Role, Setup, Square};

/// From Cazalás and Artola, *Desarrollo y Optimización de Motores de Ajedrez* (2013), §4.4.2.
const JOLI: &str = "1Q6/8/8/8/8/k2K4/8/8 w";

fn position(text: &str) -> Chess {
    fen::read(text).expect("a position")
}

fn solve(text: &str, moves: u16) -> (Chess, MateSolution) {
    let position = position(text);
    let solution = MateProver::for_nodes(10_000_000).solve(&position, moves, 10_000, 10_000_000);
    (position, solution.expect("nodes enough"))
}

fn keys(text: &str, moves: u16) -> Vec<String> {
    let (position, solution) = solve(text, moves);
    solution
        .keys
        .iter()
        .map(|step| notation::write(&position, step.m, Language::English))
        .collect()
}

fn is_mate_in(text: &str, moves: u16) {
    match prove(&position(text), moves, 10_000_000) {
        MateVerdict::Mate {
            moves: found,
            shortest: true,
            ..
        } => assert_eq!(found, moves, "{text}"),
        other => panic!("{text}: {other:?}"),
    }
    let shorter = prove(&position(text), moves - 1, 10_000_000);
    assert_eq!(shorter, MateVerdict::NoMate, "{text}");
}

#[test]
fn problems_are_solved_in_the_known_number_of_moves() {
    is_mate_in(JOLI, 2);
    // Morphy (before 1850), with its one key.
    let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1";
    is_mate_in(morphy, 2);
    assert_eq!(keys(morphy, 2), ["Ra6"]);
    // Loyd, "Excelsior" (1861).
    is_mate_in("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1", 5);
}

#[test]
fn where_there_is_nothing_to_mate_there_is_no_mate() {
    for text in [
        "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
        "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1",
        "8/8/8/8/8/k2K4/8/8 w - - 0 1",
    ] {
        assert_eq!(
            prove(&position(text), 9, 100_000),
            MateVerdict::NoMate,
            "{text}"
        );
    }
    assert_eq!(prove(&position(JOLI), 0, 100_000), MateVerdict::NoMate);
}

#[test]
fn too_few_nodes_are_admitted() {
    let hard = position("n1rb4/1p3p1p/1p6/1R5K/8/p3p1PN/1PP1R3/N6k w - - 0 1");
    match prove(&hard, 5, 20_000) {
        MateVerdict::Unknown { refuted } => assert!((1..5).contains(&refuted), "{refuted}"),
        other => panic!("{other:?}"),
    }
    let long = MateProver::for_nodes(100).solve(&hard, 5, 100, 100);
    assert_eq!(long, Err(OutOfNodes));
}

/// Every answer stands in the solution, and every line ends in mate in time.
fn check(position: &Chess, answers: &[SolutionMove], n: u16) {
    let mut legal: Vec<Move> = position.legal_moves().into_iter().collect();
    for answer in answers {
        assert!(answer.mate_in <= n);
        let place = legal.iter().position(|m| *m == answer.m);
        legal.remove(place.expect("a legal move, and once"));
        let mut after = position.clone();
        after.play_unchecked(answer.m);
        for (number, step) in answer.next.iter().enumerate() {
            assert_eq!(step.mate_in, answer.mate_in);
            let mut behind = after.clone();
            behind.play_unchecked(step.m);
            if step.mate_in == 1 {
                assert!(behind.is_checkmate());
            } else if number == 0 {
                check(&behind, &step.next, step.mate_in - 1);
            }
        }
    }
    assert!(legal.is_empty(), "answers are missing: {legal:?}");
}

#[test]
fn a_solution_holds_every_defence() {
    for (text, moves) in [
        (JOLI, 2),
        ("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
        ("8/8/8/8/8/2k5/7r/K7 b - - 0 1", 3),
    ] {
        let (position, solution) = solve(text, moves);
        assert!(!solution.cut && !solution.keys.is_empty());
        for key in &solution.keys {
            let mut after = position.clone();
            after.play_unchecked(key.m);
            check(&after, &key.next, moves - 1);
        }
    }
}

#[test]
fn cooks_duals_and_short_mates_are_counted() {
    let (_, morphy) = solve("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2);
    assert_eq!(
        (morphy.keys.len(), morphy.duals, morphy.short_mates),
        (1, Some(0), 0)
    );
    let queens = "k7/8/8/2K5/8/8/8/3QQ3 w - - 0 1";
    let (position, solution) = solve(queens, 2);
    assert_eq!((solution.keys.len(), solution.duals), (6, Some(3)));
    let cut = MateProver::for_nodes(100_000).solve(&position, 2, 3, 1_000_000);
    assert!(cut.expect("nodes enough").cut);
}

/// A position with a white king on c6 and a queen or rook against a king, if it is legal.
fn ending(role: Role, piece: u32, lone: u32) -> Option<Chess> {
    let mut setup = Setup::empty();
    setup
        .board
        .set_piece_at(Square::new(piece % 64), role.of(Color::White));
    setup.board.set_piece_at(Square::C6, Color::White.king());
    setup
        .board
        .set_piece_at(Square::new(lone % 64), Color::Black.king());
    setup.position(CastlingMode::Standard).ok()
}

/// The lengths of the mates are the tablebase's distances.
#[test]
fn endings_take_as_long_as_the_tables_say() {
    let tables = solved();
    let mut prover = MateProver::for_nodes(1 << 20);
    let mut checked = [0; 4];
    for number in 0..800 {
        let role = if number % 2 == 0 {
            Role::Queen
        } else {
            Role::Rook
        };
        let Some(position) = ending(role, number * 37 + 1, number * 11) else {
            continue;
        };
        if tables.outcome(&position) != Some(TablebaseOutcome::Win) {
            continue;
        }
        let ranked = tables.rank_root(&position).expect("known");
        let moves = u16::try_from(ranked[0].2 / 2 + 1).expect("small");
        if moves > 4 {
            continue;
        }
        match prover.prove(&position, moves, 1 << 20) {
            MateVerdict::Mate {
                moves: found,
                shortest: true,
                ..
            } => assert_eq!(found, moves, "{}", fen::write(&position)),
            other => panic!("{}: {other:?}", fen::write(&position)),
        }
        checked[usize::from(moves) - 1] += 1;
    }
    assert!(checked.iter().all(|count| *count > 5), "{checked:?}");
}

/// The exhaustive search of Joli's pseudocode (§4.4.2).
fn mate_in(position: &Chess, n: u16) -> bool {
    n > 0
        && position.legal_moves().into_iter().any(|m| {
            let mut after = position.clone();
            after.play_unchecked(m);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.is_check();
            }
            replies.into_iter().all(|reply| {
                let mut behind = after.clone();
                behind.play_unchecked(reply);
                mate_in(&behind, n - 1)
            })
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Wherever a game between random movers leads.
    #[test]
    fn as_plain_exhaustion_finds(choices in prop::collection::vec(any::<usize>(), 4..160)) {
        let mut position = Chess::default();
        for choice in choices {
            // Checks and captures first, so that kings come into danger.
            let mut moves = position.legal_moves();
            moves.sort_by_key(|m| (!gives_check(&position, *m), !m.is_capture()));
            if moves.is_empty() {
                break;
            }
            let most = if choice % 3 == 0 { 3 } else { moves.len() };
            position.play_unchecked(moves[choice % most.min(moves.len())]);
        }
        let shortest = (1..=2).find(|n| mate_in(&position, *n));
        match prove(&position, 2, 10_000_000) {
            MateVerdict::Mate { moves, shortest: true, .. } => prop_assert_eq!(Some(moves), shortest),
            MateVerdict::NoMate => prop_assert_eq!(shortest, None),
            other => prop_assert!(false, "{:?}", other),
        }
    }
}
