//! Tests of the game on the board.

use super::*;
use crate::play::ClockKind;
use proptest::prelude::*;
use std::num::NonZeroU32;

fn played(human: Color, black_first: bool, choices: &[u16]) -> TableGame {
    let start = if black_first {
        fen::read("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1").expect("legal")
    } else {
        Chess::default()
    };
    let state = GameState::from_position(start);
    let time = TimeSetting {
        base_seconds: Some(60.0),
        ..TimeSetting::default()
    };
    let mut game = TableGame::new(
        "1".to_owned(),
        &state,
        human,
        Some(time),
        LevelSetting { elo: None },
    );
    for choice in choices {
        let legal = game.state.position().legal_moves();
        if legal.is_empty() {
            break;
        }
        let by = if game.state.turn() == human {
            MoveSource::Human
        } else {
            MoveSource::Engine
        };
        game.play(legal[usize::from(*choice) % legal.len()], by);
    }
    game
}

proptest! {
    #[test]
    fn the_user_takes_back_to_their_last_move(
        white: bool, black_first: bool, choices in prop::collection::vec(any::<u16>(), 0..12),
    ) {
        let human = Color::from_white(white);
        let game = played(human, black_first, &choices);
        let theirs = (0..game.ply()).rev().find(|ply| game.position_at(*ply).turn() == human);
        prop_assert_eq!(game.back(), theirs);
    }

    #[test]
    fn what_is_taken_back_leaves_the_game_as_it_was(
        white: bool, choices in prop::collection::vec(any::<u16>(), 1..12), at: prop::sample::Index,
    ) {
        let mut game = played(Color::from_white(white), false, &choices);
        let ply = at.index(game.ply());
        let (before, position) = (fens(&game), game.position_at(ply));
        game.take_back(ply);
        prop_assert_eq!(game.state.position(), &position);
        let after = fens(&game);
        prop_assert_eq!(after.as_slice(), &before[..ply]);
        prop_assert_eq!(game.running().is_some(), game.ending.is_none() && ply >= FREE_PLIES);
        let clocks = game.clocks().expect("clocks");
        let most = Duration::from_mins(1);
        prop_assert!(clocks.iter().all(|clock| clock.remaining().is_some_and(|left| left <= most)));
    }
}

/// A game of four moves, after which both sides have moved once without and once with their clocks.
fn after_two_moves_each(time: TimeSetting) -> TableGame {
    let mut game = TableGame::new(
        "1".to_owned(),
        &GameState::new(),
        Color::White,
        Some(time),
        LevelSetting { elo: None },
    );
    for (number, seconds) in [50, 50, 10, 4].into_iter().enumerate() {
        let first = game.state.position().legal_moves()[0];
        let by = if number % 2 == 0 {
            MoveSource::Human
        } else {
            MoveSource::Engine
        };
        game.push(first, by, Some(Duration::from_secs(seconds)));
    }
    game
}

fn seconds_left(game: &TableGame) -> [u64; 2] {
    let clocks = game.clocks().expect("clocks");
    [clocks.white, clocks.black].map(|clock| clock.remaining().expect("a clock").as_secs())
}

#[test]
fn the_clocks_of_each_kind_are_kept() {
    let of_kind = |kind| TimeSetting {
        kind,
        base_seconds: Some(60.0),
        increment_seconds: (kind != ClockKind::Hourglass).then_some(5.0),
        ..TimeSetting::default()
    };
    for (kind, left) in [
        (ClockKind::Increment, [60, 66]),
        (ClockKind::Delay, [55, 60]),
        (ClockKind::Bronstein, [55, 60]),
        (ClockKind::Hourglass, [54, 66]),
    ] {
        assert_eq!(
            seconds_left(&after_two_moves_each(of_kind(kind))),
            left,
            "{kind:?}"
        );
    }
    let periods = TimeSetting {
        moves: NonZeroU32::new(2),
        rest_seconds: Some(30.0),
        ..of_kind(ClockKind::Increment)
    };
    assert_eq!(seconds_left(&after_two_moves_each(periods)), [90, 96]);
}

#[test]
fn a_colour_keeps_its_clock_when_the_user_takes_the_other() {
    let odds = TimeSetting {
        base_seconds: Some(60.0),
        engine_base_seconds: Some(20.0),
        ..TimeSetting::default()
    };
    let mut game = after_two_moves_each(odds);
    assert_eq!(seconds_left(&game), [50, 16]);
    game.give_user(Color::Black);
    assert_eq!(seconds_left(&game), [50, 16]);
    // So it does when the game is read from its file.
    let time = game.time.expect("a clock");
    assert_eq!(time.limits(Color::Black).ok().as_ref(), game.limits());
}

fn fens(game: &TableGame) -> Vec<String> {
    game.moves.iter().map(|played| played.fen.clone()).collect()
}
