//! Tests of the measurement of moves.

use super::*;
use crate::board::notation::{Language, read_line};
use crate::opponent::StrengthEvidence;

fn game(line: &str) -> GameState {
    let mut game = GameState::new();
    for chosen in read_line(&Chess::default(), line, Language::English).expect("a line") {
        game.play(chosen);
    }
    game
}

const LINES: [&str; 3] = [
    "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5",
    "d4 d5 c4 e6 Nc3 Nf6 Bg5 Nbd7 cxd5 exd5 Nxd5 Nxd5 Bxd8 Bb4+ Qd2 Bxd2+ Kxd2 Kxd8",
    "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6 Be2 e5 Nb3 Be7 O-O O-O Be3 Be6",
];

fn with(shown: Option<StrengthDifference>) -> StrengthDifference {
    let evidence = StrengthEvidence {
        from_moves: shown,
        ..StrengthEvidence::default()
    };
    evidence.difference()
}

#[test]
fn the_order_of_games_does_not_matter_and_each_narrows_the_difference() {
    let games = LINES.map(game);
    let (now, side) = (GameState::new(), Color::White);
    let strength = MoveStrength::default();
    assert_eq!(
        with(strength.difference(&now, side)),
        StrengthDifference::UNKNOWN
    );
    let mut deviations = vec![StrengthDifference::UNKNOWN.deviation];
    for game in &games {
        strength.remember(game, side, None);
        deviations.push(with(strength.difference(&now, side)).deviation);
    }
    assert!(
        deviations.is_sorted_by(|one, next| one > next),
        "{deviations:?}"
    );
    let turned = MoveStrength::default();
    games
        .iter()
        .rev()
        .for_each(|game| turned.remember(game, side, None));
    assert_eq!(
        turned.difference(&now, side),
        strength.difference(&now, side)
    );
    strength.forget();
    assert_eq!(
        with(strength.difference(&now, side)),
        StrengthDifference::UNKNOWN
    );
}

#[test]
fn the_engines_losses_count_at_the_limit_of_their_games_only() {
    let (played, now, side) = (game(LINES[0]), GameState::new(), Color::White);
    let limit = || Some("elo 1200".to_owned());
    let strength = MoveStrength::default();
    strength.remember(&played, side, limit());
    assert_eq!(strength.difference(&now, side), None);
    strength.set_limit(limit());
    let limited = strength.difference(&now, side);
    assert!(limited.is_some());
    let full = MoveStrength::default();
    full.remember(&played, side, None);
    assert_eq!(full.difference(&now, side), limited);
}

#[test]
fn a_game_is_measured_alike_in_pieces_and_at_once() {
    let whole = game(LINES[1]);
    let (pieces, once) = (MoveStrength::default(), MoveStrength::default());
    // Another order always waits: two positions at a time.
    for plies in (2..=whole.ply()).step_by(2) {
        pieces.follow(&whole, plies, MeasuringTime::Free, || true);
    }
    once.follow(&whole, whole.ply(), MeasuringTime::Free, || false);
    let side = Color::Black;
    assert_eq!(
        pieces.difference(&whole, side),
        once.difference(&whole, side)
    );
    assert_eq!(pieces.losses_of(&whole), once.losses_of(&whole));
    // A game that was taken back is measured anew.
    let other = game(LINES[2]);
    assert_eq!(
        pieces.losses_of(&other),
        MoveStrength::default().losses_of(&other)
    );
    let mut long = GameState::new();
    for word in std::iter::repeat_n(["Nf3", "Nf6", "Ng1", "Ng8"], 160).flatten() {
        let chosen = crate::board::notation::read(long.position(), word, Language::English);
        long.play(chosen.expect("legal"));
    }
    assert_eq!(pieces.losses_of(&long), None);
}

#[test]
fn under_a_clock_measuring_takes_a_share_of_the_time_and_stops_for_other_orders() {
    let whole = game(LINES[0]);
    let measured = |strength: &MoveStrength| strength.lock().moves.len();
    let strength = MoveStrength::default();
    strength.prepare();
    assert!(strength.lock().estimator.is_some() && strength.lock().observer.is_some());
    let follow = |time: MeasuringTime, is_wanted: bool| {
        strength.follow(&whole, whole.ply(), time, || is_wanted);
        measured(&strength)
    };
    assert_eq!(follow(MeasuringTime::ShareOf(Duration::ZERO), false), 0);
    assert_eq!(follow(MeasuringTime::Free, true), SOONEST);
    let long = MeasuringTime::ShareOf(Duration::from_hours(1));
    assert_eq!(follow(long, true), SOONEST);
    assert_eq!(follow(long, false), whole.ply());
    assert!(strength.lock().time_taken > Duration::ZERO);
    // A game that was measured within its time is remembered; one that was not, is not.
    strength.remember(&whole, Color::White, None);
    let remembered = strength.lock().opponent.moves();
    assert!(remembered > 0);
    let next = game(LINES[1]);
    strength.lock().time_allowed = Duration::ZERO;
    strength.remember(&next, Color::White, None);
    assert_eq!(strength.lock().opponent.moves(), remembered);
}
