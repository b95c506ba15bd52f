//! The search against its references, its limits and its typed results.

use bayeschess::board::GameState;
use bayeschess::cancel::CancelFlag;
use bayeschess::eval::{Evaluator, RootContext};
use bayeschess::heuristic::{Heuristic, Levels, Schema};
use bayeschess::phase::{ByPhase, Phase};
use bayeschess::rng::stream;
use bayeschess::score::Score;
use bayeschess::search::reference::{alpha_beta, minimax};
use bayeschess::search::value::to_score;
use bayeschess::search::{
    SearchEvent, SearchLimits, SearchReport, SearchSettings, Searcher, TableSize, Technique,
    Techniques,
};
use bayeschess::units::{Nodes, Ply};
use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _};
use std::time::Duration;

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().expect("a valid FEN");
    fen.into_position(CastlingMode::Standard)
        .expect("a legal position")
}

fn random_heuristic(seed: u64) -> Heuristic {
    let schema = Schema::classic();
    let mut rng = stream(seed, "test heuristic", 0);
    Heuristic::from_levels(
        schema,
        &ByPhase::new_with(|_| Levels::random(schema, &mut rng)),
    )
}

fn searcher(techniques: Techniques) -> Searcher {
    Searcher::new(&SearchSettings {
        table: TableSize::kibibytes(256),
        techniques,
        ..SearchSettings::default()
    })
}

fn think(
    searcher: &mut Searcher,
    game: &GameState,
    evaluator: &Evaluator,
    limits: &SearchLimits,
) -> SearchReport {
    searcher.search(game, evaluator, limits, &CancelFlag::new(), &mut |_| {})
}

fn wander(start: Chess, choices: &[u16]) -> GameState {
    let mut game = GameState::from_position(start);
    for choice in choices {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        game.play(moves[usize::from(*choice) % moves.len()]);
    }
    game
}

const STARTS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 14",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 96 60",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 40",
    "8/8/8/4k3/8/8/2KR4/8 w - - 97 90",
    "k7/8/1Q6/8/8/8/8/K7 b - - 3 70",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// With selective parts, extensions and hash cut-offs off, search, alpha-beta and minimax agree.
    #[test]
    fn the_plain_search_is_minimax(
        start in 0..STARTS.len(),
        choices in prop::collection::vec(any::<u16>(), 0..24),
        seed in any::<u64>(),
        depth in 1_u16..=3,
    ) {
        let game = wander(position(STARTS[start]), &choices);
        prop_assume!(!game.position().legal_moves().is_empty());
        let depth = if game.position().legal_moves().len() > 20 { depth.min(2) } else { depth };
        let evaluator = Evaluator::new(&random_heuristic(seed), Phase::Middlegame);
        let plain = minimax(&game, &evaluator, depth);
        let pruned = alpha_beta(&game, &evaluator, depth);
        prop_assert_eq!(plain.value, pruned.value);
        prop_assert!(pruned.nodes <= plain.nodes);
        for techniques in [
            Techniques::NONE,
            Techniques::NONE.with(Technique::PrincipalVariation).with(Technique::Aspiration),
        ] {
            let report = think(&mut searcher(techniques), &game, &evaluator, &SearchLimits::depth(depth));
            prop_assert_eq!(report.score, to_score(plain.value));
            prop_assert_eq!(report.depth, Ply(depth));
        }
    }

    /// A node limit is exact, a search within it is repeatable, and its line is legal.
    #[test]
    fn node_limits_are_exact_and_deterministic(
        choices in prop::collection::vec(any::<u16>(), 0..80),
        limit in 1_u64..3_000,
    ) {
        let game = wander(Chess::default(), &choices);
        prop_assume!(!game.position().legal_moves().is_empty());
        let evaluator = Evaluator::new(&Heuristic::initial(), game.phase());
        let limits = SearchLimits::nodes(limit);
        let first = think(&mut searcher(Techniques::PLAYING), &game, &evaluator, &limits);
        let second = think(&mut searcher(Techniques::PLAYING), &game, &evaluator, &limits);
        prop_assert!(first.nodes <= Nodes(limit));
        prop_assert_eq!(first.nodes, second.nodes);
        prop_assert_eq!(&first.line, &second.line);
        prop_assert_eq!(first.score, second.score);
        let best = first.best.expect("there is a legal move");
        prop_assert_eq!(first.line.first(), Some(&best));
        let mut line = game.clone();
        for m in &first.line {
            prop_assert!(line.position().is_legal(*m));
            line.play(*m);
        }
    }

    /// The mover's view is the same when the colours are exchanged (the initial heuristic is
    /// symmetric).
    #[test]
    fn a_colour_flip_keeps_the_value(choices in prop::collection::vec(any::<u16>(), 0..60)) {
        let game = wander(Chess::default(), &choices);
        prop_assume!(!game.position().legal_moves().is_empty());
        let mut setup = game.position().to_setup(EnPassantMode::Legal);
        setup.mirror();
        let flipped = Chess::from_setup(setup, CastlingMode::Standard).expect("a mirror image");
        let evaluator = Evaluator::new(&Heuristic::initial(), game.phase());
        let value = |position: Chess| minimax(&GameState::from_position(position), &evaluator, 1).value;
        prop_assert_eq!(value(game.position().clone()), value(flipped));
    }
}

/// What one move is worth is not what the position is worth, also for searches after it.
#[test]
fn a_search_of_some_moves_leaves_no_value_for_the_whole_position() {
    let before = GameState::from_position(position("1Q6/8/8/8/8/k2K4/8/8 w - - 0 1"));
    let mut after = before.clone();
    for uci in ["d3c3", "a3a2"] {
        let uci: shakmaty::uci::UciMove = uci.parse().expect("UCI");
        after.play(uci.to_move(after.position()).expect("a legal move"));
    }
    let evaluator = Evaluator::new(&Heuristic::initial(), before.phase());
    let mut searcher = searcher(Techniques::PLAYING);
    // To b1, where the king takes the queen: a draw, though b2 gives mate.
    let legal = after.position().legal_moves();
    let to_b1 = legal.iter().filter(|m| m.to() == shakmaty::Square::B1);
    let limits = SearchLimits {
        search_moves: to_b1.copied().collect(),
        ..SearchLimits::depth(20)
    };
    assert_eq!(limits.search_moves.len(), 1);
    let report = think(&mut searcher, &after, &evaluator, &limits);
    assert_eq!(report.score, Score::DRAW);
    let report = think(&mut searcher, &before, &evaluator, &SearchLimits::depth(9));
    assert_eq!(report.score, Score::MateIn(Ply(3)));
}

/// Positions with the shortest mate, for or against the side to move.
const MATES: [(&str, Score); 3] = [
    (
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 40",
        Score::MateIn(Ply(1)),
    ),
    ("1Q6/8/8/8/8/k2K4/8/8 w - - 0 40", Score::MateIn(Ply(3))),
    ("7k/R7/6K1/8/8/8/8/8 b - - 0 40", Score::MatedIn(Ply(2))),
];

#[test]
fn mates_are_found_and_typed() {
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    for (fen, score) in MATES {
        let game = GameState::from_position(position(fen));
        let report = think(
            &mut searcher(Techniques::PLAYING),
            &game,
            &evaluator,
            &SearchLimits::depth(12),
        );
        assert_eq!(report.score, score, "{fen}");
    }
}

#[test]
fn a_finished_game_has_no_move_and_its_score() {
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    let limits = SearchLimits::depth(3);
    let mate = GameState::from_position(position("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 40"));
    let report = think(
        &mut searcher(Techniques::PLAYING),
        &mate,
        &evaluator,
        &limits,
    );
    assert_eq!((report.best, report.score), (None, Score::MatedIn(Ply(0))));
    let stalemate = GameState::from_position(position("7k/5Q2/8/8/8/8/8/K7 b - - 0 40"));
    let report = think(
        &mut searcher(Techniques::PLAYING),
        &stalemate,
        &evaluator,
        &limits,
    );
    assert_eq!((report.best, report.score), (None, Score::DRAW));
}

#[test]
fn a_losing_side_repeats_when_it_can() {
    // Black is two rooks up; White has a perpetual check between d8 and f6.
    let game = GameState::from_position(position("6k1/5p1p/5Qp1/4P3/8/7P/q1r3PK/1r6 w - - 0 50"));
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    let report = think(
        &mut searcher(Techniques::PLAYING),
        &game,
        &evaluator,
        &SearchLimits::depth(9),
    );
    assert_eq!(report.score, Score::DRAW);
}

#[test]
fn any_limit_leaves_a_legal_move() {
    let game = GameState::new();
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Opening);
    let mut searcher = searcher(Techniques::PLAYING);
    let stopped = CancelFlag::new();
    stopped.stop();
    for limits in [
        SearchLimits::nodes(0),
        SearchLimits::nodes(1),
        SearchLimits::time(Duration::ZERO),
        SearchLimits {
            soft: Some(Duration::ZERO),
            ..SearchLimits::nodes(50)
        },
    ] {
        let report = searcher.search(&game, &evaluator, &limits, &stopped, &mut |_| {});
        assert!(
            report.best.is_some_and(|m| game.position().is_legal(m)),
            "{limits:?}"
        );
    }
}

/// What is kept of pawns saves time and nothing else: the search goes the same way without it.
#[test]
fn the_pawn_table_changes_no_search() {
    let heuristic = Heuristic::initial_of(Schema::modern());
    let evaluator = Evaluator::new(&heuristic, Phase::Middlegame);
    for start in STARTS {
        let game = GameState::from_position(position(start));
        let found = |techniques| {
            let limits = SearchLimits::nodes(20_000);
            let report = think(&mut searcher(techniques), &game, &evaluator, &limits);
            (report.best, report.score, report.depth, report.nodes)
        };
        let without = found(Techniques::PLAYING.without(Technique::PawnTable));
        assert_eq!(without, found(Techniques::PLAYING), "{start}");
    }
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let game = GameState::new();
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Opening);
    let wanted: Vec<_> = game.position().legal_moves().into_iter().take(2).collect();
    let limits = SearchLimits {
        search_moves: wanted.clone(),
        ..SearchLimits::depth(5)
    };
    let report = think(
        &mut searcher(Techniques::PLAYING),
        &game,
        &evaluator,
        &limits,
    );
    assert!(report.best.is_some_and(|m| wanted.contains(&m)));
}

/// A position with mirror-image moves: whatever one does on the queen's side, its image does on the
/// king's.
#[test]
fn equal_best_moves_are_drawn_and_others_are_not() {
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    let game = GameState::from_position(position("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 40"));
    let techniques = Techniques::NONE.with(Technique::Quiescence);
    let mut played = std::collections::BTreeSet::new();
    let mut values = std::collections::BTreeSet::new();
    let whole = |depth| {
        let mut searcher = searcher(techniques);
        think(
            &mut searcher,
            &game,
            &evaluator,
            &SearchLimits::depth(depth),
        )
        .nodes
        .0
    };
    // An eighth is held back, so that the third iteration just fails to end.
    let broken_off = SearchLimits::nodes(whole(3) / 10 * 11);
    for seed in 0..80 {
        let mut searcher = searcher(techniques);
        searcher.set_seed(Some(seed));
        // Half of the searches are broken off by nodes, within their third iteration.
        let limits = if seed % 2 == 0 {
            SearchLimits::depth(2)
        } else {
            broken_off.clone()
        };
        let report = think(&mut searcher, &game, &evaluator, &limits);
        assert_eq!(report.depth, Ply(2));
        assert!(report.nodes <= limits.nodes.unwrap_or(report.nodes));
        let best = report.best.expect("a move");
        let mut after = game.clone();
        after.play(best);
        values.insert(-minimax(&after, &evaluator, 1).value);
        played.insert((seed % 2, best.to_string()));
    }
    let of = |half| played.iter().filter(|(of, _)| *of == half).count();
    assert!(of(0) > 1, "always {played:?}");
    assert_eq!(of(0), of(1), "{played:?}");
    let best = minimax(&game, &evaluator, 2).value;
    assert_eq!(values.into_iter().collect::<Vec<_>>(), [best]);
}

/// From the tactical positions on, moves of shallow searches: many of these games end in mate.
#[test]
fn the_line_of_an_announced_mate_ends_in_it() {
    let heuristic = Heuristic::from_levels(
        Schema::modern(),
        &ByPhase::new_with(|_| Levels::initial(Schema::modern())),
    );
    let mut announced = 0;
    for line in include_str!("../../data/tactics.epd").lines() {
        let Ok(epd) = bayeschess::board::epd::read(line) else {
            continue; // comments
        };
        let mut game = GameState::from_position(epd.position.clone());
        let mut searcher = searcher(Techniques::PLAYING);
        for ply in 0..30 {
            let evaluator = Evaluator::new(&heuristic, RootContext::of(game.position()));
            let limits = SearchLimits::depth(1 + ply % 3);
            let report = think(&mut searcher, &game, &evaluator, &limits);
            if let Score::MateIn(plies) | Score::MatedIn(plies) = report.score {
                announced += 1;
                let mut end = game.clone();
                for m in &report.line {
                    end.play(*m);
                }
                let fen = Fen::from_position(game.position(), EnPassantMode::Legal);
                assert_eq!(report.line.len(), usize::from(plies.0), "{fen}: {report:?}");
                assert!(end.position().is_checkmate(), "{fen}: {report:?}");
            }
            match report.best {
                Some(best) if !game.position().is_game_over() => game.play(best),
                _ => break,
            }
        }
    }
    assert!(announced > 50, "{announced} mates were announced");
}

/// A fault of one technique is not hidden by the others, nor one that shows only in its absence.
#[test]
fn each_technique_alone_and_all_but_it_find_what_is_forced() {
    let heuristic = Heuristic::initial_of(Schema::modern());
    let problems = [
        ("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 40", 1),
        ("7k/8/R7/1R6/8/8/8/K7 w - - 0 1", 3),
        ("1Q6/8/8/8/8/k2K4/8/8 w - - 0 1", 3),
    ];
    let playing = Techniques::PLAYING;
    for technique in Technique::ALL {
        let alone = Techniques::NONE.with(technique);
        for techniques in [alone, playing.without(technique), playing.with(technique)] {
            for (fen, plies) in problems {
                let game = GameState::from_position(position(fen));
                let evaluator = Evaluator::new(&heuristic, RootContext::of(game.position()));
                let limits = SearchLimits {
                    mate: Some(2),
                    ..SearchLimits::nodes(100_000)
                };
                let report = think(&mut searcher(techniques), &game, &evaluator, &limits);
                let told = format!("{technique}, {techniques:?}, {fen}: {report:?}");
                assert_eq!(report.score, Score::MateIn(Ply(plies)), "{told}");
                let mut end = game;
                for m in &report.line {
                    assert!(end.position().is_legal(*m), "{told}");
                    end.play(*m);
                }
                // Empty windows alone know no line beyond the first move.
                let knows_line = technique != Technique::MtdF;
                assert!(end.position().is_checkmate() || !knows_line, "{told}");
            }
        }
    }
}

/// Two threads that share a small table.
fn pair_of_threads() -> Searcher {
    Searcher::new(&SearchSettings {
        table: TableSize::kibibytes(256),
        threads: 2,
        ..SearchSettings::default()
    })
}

/// One thread may count so many nodes before it notices that all together have used up the limit.
const UNNOTICED: u64 = 1_000;

#[test]
fn two_threads_play_legal_lines_within_their_nodes() {
    let mut searcher = pair_of_threads();
    for (number, start) in STARTS.into_iter().enumerate() {
        for nodes in [1, 40, 700, 20_000] {
            let choices = [3, 14, 15, 9, 2, 6].map(|choice| choice * (number + 1));
            let choices = choices.map(|choice| u16::try_from(choice).expect("small"));
            let game = wander(position(start), &choices);
            let evaluator = Evaluator::new(&Heuristic::initial(), game.phase());
            let report = think(
                &mut searcher,
                &game,
                &evaluator,
                &SearchLimits::nodes(nodes),
            );
            assert!(report.nodes.0 <= nodes + 2 * UNNOTICED, "{report:?}");
            assert_eq!(report.line.first(), report.best.as_ref(), "{start}");
            let mut line = game.clone();
            for m in &report.line {
                assert!(line.position().is_legal(*m), "{start}: {report:?}");
                line.play(*m);
            }
            let is_over = game.position().legal_moves().is_empty();
            assert_eq!(report.best.is_none(), is_over, "{start}");
        }
    }
}

#[test]
fn two_threads_find_the_shortest_mates() {
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Endgame);
    for (fen, score) in MATES {
        let game = GameState::from_position(position(fen));
        for _ in 0..4 {
            let mut searcher = pair_of_threads();
            let report = think(&mut searcher, &game, &evaluator, &SearchLimits::depth(12));
            assert_eq!(report.score, score, "{fen}");
        }
    }
}

/// Without an end to their search both threads end it when the flag is raised, and serve again.
#[test]
fn two_threads_stop_when_asked() {
    let evaluator = Evaluator::new(&Heuristic::initial(), Phase::Opening);
    let mut searcher = pair_of_threads();
    let game = GameState::new();
    for depth in [1, 4, 7] {
        let stop = CancelFlag::new();
        let report = searcher.search(
            &game,
            &evaluator,
            &SearchLimits::default(),
            &stop,
            &mut |event| {
                if let SearchEvent::Iteration(report) = event
                    && report.depth >= Ply(depth)
                {
                    stop.stop();
                }
            },
        );
        assert!(report.depth >= Ply(depth), "{report:?}");
        assert!(report.best.is_some_and(|m| game.position().is_legal(m)));
    }
}
