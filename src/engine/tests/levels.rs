//! What every level of the table of strengths holds to.

use rand::RngExt as _;
use shakmaty::{Move, Role};

use super::*;
use crate::board::after;
use crate::engine::strength::{DepthLevel, MOST_SKILL, STRONGEST, WEAKEST};

/// The levels that are tried.
const LEVELS: [i64; 4] = [WEAKEST, 1_000, 1_400, 1_800];

/// More than this is lost with a queen, whatever takes it.
const QUEEN: Centipawns = Centipawns(750);

fn player(rating: i64, seed: u64) -> Engine {
    let mut engine = engine();
    engine.set_weights(weights("modern:learned"));
    engine.set_strength(Strength {
        rating: Some(rating),
        ..Strength::default()
    });
    engine.set_seed(seed);
    engine.new_game();
    engine
}

/// A position after moves at random from the start, not yet over.
fn random_position(number: u64) -> GameState {
    let mut rng = crate::rng::stream(5, "positions of the levels", number);
    let mut game = GameState::new();
    for _ in 0..rng.random_range(6..70) {
        let moves = game.position().legal_moves();
        let mut next = game.clone();
        next.play(moves[rng.random_range(0..moves.len())]);
        if next.ending().is_some() {
            break;
        }
        game = next;
    }
    game
}

/// What the opponent wins by one capture after a move, less what the move captures.
fn lost(game: &GameState, m: Move) -> Centipawns {
    let mut next = game.clone();
    let taken = m.capture().map_or(Centipawns::ZERO, see::exchange_value);
    next.play(m);
    left_hanging(&next) - taken
}

/// The score that a search of full strength gives to a move, or to the best one.
fn judged(judge: &mut Engine, game: &GameState, m: Option<Move>) -> (Option<Move>, f64) {
    judge.set_game(game.clone());
    let limits = SearchLimits {
        search_moves: m.into_iter().collect(),
        ..SearchLimits::nodes(1_000)
    };
    let report = judge.think(&limits);
    (report.best, report.score.expected_points())
}

fn mates(game: &GameState, m: Move) -> bool {
    after(game.position(), m).is_checkmate()
}

/// No mate in one is missed. Where full strength loses no queen to one capture, no level does, unless a search says that
/// the move costs little.
#[test]
fn no_level_leaves_a_queen_to_one_capture_or_misses_a_mate_in_one() {
    let mut judge = engine();
    judge.set_weights(weights("modern:learned"));
    let mut players = LEVELS.map(|rating| (rating, player(rating, 3)));
    let (mut queens, mut mating) = (0, 0);
    for number in 0..200 {
        let game = random_position(number);
        let moves = game.position().legal_moves();
        let mate = moves.iter().any(|m| mates(&game, *m));
        let (best, points) = judged(&mut judge, &game, None);
        let keeps =
            game.position().our(Role::Queen).any() && best.is_some_and(|m| lost(&game, m) <= QUEEN);
        queens += u32::from(keeps);
        mating += u32::from(mate);
        if !mate && !keeps {
            continue;
        }
        for (rating, player) in &mut players {
            player.set_game(game.clone());
            let m = player.think(&SearchLimits::default()).best.expect("a move");
            let said = format!("{rating}: {}, {m}", fen::write(game.position()));
            assert!(!mate || mates(&game, m), "misses mate: {said}");
            if !mate && lost(&game, m) > QUEEN {
                let (_, left) = judged(&mut judge, &game, Some(m));
                assert!(points - left < 0.3, "leaves the queen: {said}");
            }
        }
    }
    assert!(queens > 50 && mating > 0, "{queens} {mating}");
}

/// A hasty player chooses at random, so that the same moves of the opponent do not lead to the same game.
#[test]
fn two_games_of_one_level_differ() {
    let moves = |seed| {
        let mut player = player(WEAKEST, seed);
        let mut game = GameState::new();
        while game.ply() < 16 && game.ending().is_none() {
            player.set_game(game.clone());
            let best = player.think(&SearchLimits::default()).best;
            game.play(best.expect("a move"));
        }
        game.moves().to_vec()
    };
    assert_eq!(moves(1), moves(1));
    let games: Vec<_> = (1..=6).map(moves).collect();
    for (place, game) in games.iter().enumerate() {
        assert!(!games[..place].contains(game));
    }
}

/// King and rook against king is mated at every level, also with few nodes, and at full strength.
#[test]
fn every_level_mates_with_a_rook() {
    let mut starts = [
        "8/8/8/3k4/8/8/8/R3K3 w - - 0 40",
        "8/2K5/8/4k3/8/8/8/7R w - - 0 40",
        "8/8/4K3/8/2k5/8/8/r7 b - - 0 40",
    ]
    .into_iter()
    .cycle();
    let by_skill = [0, MOST_SKILL / 2, MOST_SKILL].map(|skill| Strength {
        skill: Some(skill),
        ..Strength::default()
    });
    let by_rating = (WEAKEST..=STRONGEST).step_by(400).map(|rating| Strength {
        rating: Some(rating),
        ..Strength::default()
    });
    for strength in by_rating.chain(by_skill) {
        let mut engine = engine();
        engine.set_weights(weights("modern:learned"));
        engine.set_strength(strength);
        let start = starts.next().expect("it repeats");
        let mut game = GameState::from_position(fen::read(start).expect("legal"));
        while game.ending().is_none() {
            engine.set_game(game.clone());
            let report = engine.think(&SearchLimits::nodes(1_000));
            game.play(report.best.expect("a legal move"));
        }
        let ending = game.ending().map(|ending| ending.termination);
        assert_eq!(ending, Some(Termination::Checkmate), "{strength:?} {start}");
    }
}

#[test]
fn a_limit_has_words_and_full_strength_has_none() {
    let by_skill = |skill| Strength {
        skill: Some(skill),
        ..Strength::default()
    };
    let free = SearchLimits::default();
    assert_eq!(Strength::default().limit(&free), None);
    assert_eq!(by_skill(MOST_SKILL).limit(&free), None);
    let by_rating = Strength {
        rating: Some(1320),
        ..Strength::default()
    };
    // The weakest skill has that rating.
    assert_eq!(by_skill(0).limit(&free), by_rating.limit(&free));
    let by_all = Strength {
        level: Some(DepthLevel::Basic),
        nodes: Some(Nodes(50)),
        ..by_rating
    };
    let words = by_all.limit(&free);
    assert_eq!(words.as_deref(), Some("elo 1320, depth 4, nodes 50"));
    // The lower limit holds, whether the level or the single search has it.
    let asked = SearchLimits {
        depth: Some(Ply(3)),
        ..SearchLimits::nodes(90)
    };
    let words = by_all.limit(&asked);
    assert_eq!(words.as_deref(), Some("elo 1320, depth 3, nodes 50"));
    let words = Strength::default().limit(&asked);
    assert_eq!(words.as_deref(), Some("depth 3, nodes 90"));
    // An unlimited depth does not count as a limit, and neither does time.
    let endless = SearchLimits {
        depth: Some(Ply::MAX),
        ..SearchLimits::time(Duration::from_secs(1))
    };
    assert_eq!(Strength::default().limit(&endless), None);
}
