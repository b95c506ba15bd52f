//! Chess960: whatever the engine keeps up to date move by move is right from every first position.

use bayeschess::board::checks::gives_check;
use bayeschess::board::notation::{self, Language};
use bayeschess::board::{GameState, fen, key, perft::perft, see_at_least};
use bayeschess::cancel::CancelFlag;
use bayeschess::engine::Player;
use bayeschess::eval::Evaluator;
use bayeschess::heuristic::{Heuristic, Schema};
use bayeschess::phase::Phase;
use bayeschess::search::{SearchLimits, SearchSettings};
use bayeschess::units::Centipawns;
use proptest::prelude::*;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Position as _};

const MODE: CastlingMode = CastlingMode::Chess960;

/// The first position of that number (Scharnagl's numbering; 518 is the usual one).
fn first_position(number: u32) -> String {
    let (bishops, rest) = (number % 16, number / 16);
    let mut rank = ['.'; 8];
    rank[(bishops % 4 * 2 + 1) as usize] = 'B';
    rank[(bishops / 4 * 2) as usize] = 'B';
    let free = |rank: &[char; 8], nth: u32| -> usize {
        let places = rank.iter().enumerate().filter(|(_, man)| **man == '.');
        places
            .map(|(place, _)| place)
            .nth(nth as usize)
            .expect("free")
    };
    rank[free(&rank, rest % 6)] = 'Q';
    let knights = [
        (0, 1),
        (0, 2),
        (0, 3),
        (0, 4),
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ][(rest / 6) as usize];
    let (first, second) = (free(&rank, knights.0), free(&rank, knights.1));
    rank[first] = 'N';
    rank[second] = 'N';
    for man in ['R', 'K', 'R'] {
        rank[free(&rank, 0)] = man;
    }
    let white: String = rank.iter().collect();
    format!(
        "{}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1",
        white.to_lowercase()
    )
}

fn start(number: u32) -> Chess {
    fen::read_as(&first_position(number), MODE).expect("legal")
}

#[test]
fn the_usual_first_position_is_number_518() {
    assert_eq!(
        start(518),
        fen::read_as(&first_position(518), MODE).expect("legal")
    );
    assert_eq!(fen::write(&start(518)), fen::write(&Chess::default()));
}

/// Counts of Marcel van Kervinck's FRC perft suite, as its copies in engines' tests have them.
#[test]
fn the_tree_of_moves_has_its_known_size() {
    for (text, counts) in [
        (
            "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
            [21, 528, 12_189],
        ),
        (
            "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
            [21, 807, 18_002],
        ),
        (
            "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
            [20, 479, 10_471],
        ),
    ] {
        let position = fen::read_as(text, MODE).expect("legal");
        for (depth, count) in (1..).zip(counts) {
            assert_eq!(perft(&position, depth), count, "{text} {depth}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_is_kept_move_by_move_is_right(
        number in 0..960_u32,
        choices in prop::collection::vec(any::<u16>(), 0..80),
    ) {
        let heuristics = [Heuristic::initial(), Heuristic::initial_of(Schema::modern())];
        let evaluators: Vec<Evaluator> = heuristics
            .iter()
            .map(|heuristic| Evaluator::new(heuristic, Phase::Middlegame))
            .collect();
        let mut game = GameState::from_position(start(number));
        let mut sums: Vec<_> = evaluators.iter().map(|e| e.sum(game.position())).collect();
        for choice in choices {
            let before = game.position().clone();
            let moves = before.legal_moves();
            let castling = moves.iter().find(|m| m.is_castle());
            // Castling is rare, and what is tested: it is always taken.
            let Some(m) = castling.or_else(|| moves.get(usize::from(choice) % moves.len().max(1)))
            else {
                break;
            };
            let m = *m;
            for (evaluator, sum) in evaluators.iter().zip(&mut sums) {
                *sum = evaluator.sum_after(*sum, before.turn(), m);
            }
            let (checks, _) = (gives_check(&before, m), see_at_least(&before, m, Centipawns(0)));
            let text = UciMove::from_move(m, MODE).to_string();
            let read = text.parse::<UciMove>().expect("a move").to_move(&before);
            prop_assert_eq!(read.ok(), Some(m));
            for language in Language::ALL {
                let written = notation::write(&before, m, language);
                prop_assert_eq!(notation::read(&before, &written, language), Ok(m));
                prop_assert_eq!(notation::read(&before, &text, language), Ok(m));
            }
            game.play(m);
            let after = game.position();
            prop_assert_eq!(checks, after.is_check());
            prop_assert_eq!(game.keys().last(), Some(&key::key_of(after)));
            for (evaluator, sum) in evaluators.iter().zip(&sums) {
                prop_assert_eq!(evaluator.sum(after), *sum);
            }
            let again = fen::read_as(&fen::write(after), MODE).expect("legal");
            prop_assert_eq!(key::key_of(&again), key::key_of(after));
            prop_assert_eq!(again.legal_moves(), after.legal_moves());
        }
    }
}

#[test]
fn games_are_played_from_any_first_position() {
    for (number, schema) in [
        (0, Schema::classic()),
        (287, Schema::modern()),
        (959, Schema::modern()),
    ] {
        let heuristic = Heuristic::initial_of(schema);
        let mut player = Player::new(&heuristic, &SearchSettings::for_selfplay());
        let mut game = GameState::from_position(start(number));
        for _ in 0..60 {
            if game.ending().is_some() {
                break;
            }
            let limits = SearchLimits::nodes(400);
            let report = player.choose(&game, &limits, &CancelFlag::new(), &mut |_| {});
            let best = report.best.expect("a legal move");
            assert!(game.position().is_legal(best));
            game.play(best);
        }
    }
}
