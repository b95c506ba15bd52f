//! Tests of how histories learn.

use super::*;
use shakmaty::Square;

fn quiet(from: Square, to: Square) -> Move {
    Move::Normal {
        role: Role::Knight,
        from,
        capture: None,
        to,
        promotion: None,
    }
}

fn after_one(m: Move) -> [EarlierMove; 4] {
    let last = EarlierMove::new(PlayedMove::of(m), false);
    [
        last,
        EarlierMove::NONE,
        EarlierMove::NONE,
        EarlierMove::NONE,
    ]
}

#[test]
fn rewards_lift_the_best_and_lower_the_rest_within_the_limit() {
    let mut history = History::new(Techniques::PLAYING);
    let (good, bad) = (quiet(Square::G1, Square::F3), quiet(Square::B1, Square::A3));
    let past = QuietContext {
        earlier: after_one(quiet(Square::G8, Square::F6)),
        ..QuietContext::default()
    };
    for _ in 0..200 {
        history.reward_quiet(Color::White, good, 3, bonus(12), &past, &[bad]);
    }
    assert!(history.butterfly(Color::White, good) > BUTTERFLY_LIMIT * 9 / 10);
    assert!(history.butterfly(Color::White, good) <= BUTTERFLY_LIMIT);
    assert!(history.butterfly(Color::White, bad) < -BUTTERFLY_LIMIT * 9 / 10);
    assert!(history.continuation(Color::White, good, past) > 0);
    assert_eq!(history.butterfly(Color::Black, good), 0);
    assert_eq!(history.killers(3)[0], PackedMove::from(good));
    assert_eq!(history.counter(Color::White, &past), PackedMove::from(good));
    history.clear();
    assert_eq!(history.butterfly(Color::White, good), 0);
    // In later iterations a move is a little worse than neutral until it was tried.
    for (depth, unseen) in [(1, 0), (SURE_ITERATION - 1, 0), (SURE_ITERATION, -71)] {
        history.begin_iteration(depth);
        assert_eq!(history.continuation(Color::White, good, past), unseen);
    }
}

#[test]
fn what_is_left_out_says_nothing_and_the_others_as_much_as_before() {
    let good = quiet(Square::G1, Square::F3);
    let taking = Move::Normal {
        role: Role::Queen,
        from: Square::D1,
        capture: Some(Role::Pawn),
        to: Square::D5,
        promotion: None,
    };
    let past = QuietContext {
        earlier: after_one(quiet(Square::G8, Square::F6)),
        ..QuietContext::default()
    };
    let said = |techniques| {
        let mut history = History::new(techniques);
        history.reward_quiet(Color::White, good, 3, bonus(12), &past, &[]);
        history.reward_captures(Color::White, Some(taking), bonus(12), &[]);
        [
            history.killers(3)[0] != PackedMove::NONE,
            history.counter(Color::White, &past) != PackedMove::NONE,
            history.butterfly(Color::White, good) != 0,
            history.continuation(Color::White, good, past) != 0,
            history.capture(Color::White, taking) != 0,
        ]
    };
    assert_eq!(said(Techniques::PLAYING), [true; 5]);
    let each = [
        Technique::Killers,
        Technique::CounterMoves,
        Technique::History,
        Technique::ContinuationHistory,
        Technique::CaptureHistory,
    ];
    for (place, technique) in each.into_iter().enumerate() {
        let mut expected = [true; 5];
        expected[place] = false;
        assert_eq!(
            said(Techniques::PLAYING.without(technique)),
            expected,
            "{technique}"
        );
    }
}
