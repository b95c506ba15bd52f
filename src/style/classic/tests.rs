//! The original's worked example, observations on known boards, and exact counting.

use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, Position as _};

use super::*;
use crate::bayes::Smoothing;
use crate::board::game::GameState;
use crate::style::Style;

/// The printed probabilities of Fernández (2005), §5.2.4, figures 5.5 to 5.8, as far as the example of §5.3 needs
/// them.
fn printed(style: Style, attribute: ClassicAttribute, value: usize) -> f64 {
    match (attribute, attribute.values()[value]) {
        (ClassicAttribute::FirstMove, "e4") => [0.2840, 0.2597, 0.1983][style.index()],
        (ClassicAttribute::Castling, "same") => [0.9106, 0.9351, 0.9290][style.index()],
        (ClassicAttribute::Pieces, "2") => [0.1530, 0.1346, 0.1341][style.index()],
        (ClassicAttribute::Pawns, "1") => [0.3602, 0.3259, 0.3245][style.index()],
        _ => 0.5,
    }
}

const EXAMPLE: ClassicObservation = ClassicObservation {
    first_move: Some(FirstMove::E4),
    castling: KingWings::Same,
    pieces: 2,
    pawns: 1,
};

#[test]
fn the_worked_example_of_the_original_comes_out() {
    let recogniser = ClassicRecogniser::from_probabilities(printed);
    let expected = [0.01425, 0.01065, 0.00802];
    for (style, product) in Style::ALL.into_iter().zip(expected) {
        let found = recogniser.likelihood(style, &EXAMPLE).0.exp();
        assert!((found - product).abs() < 5e-6, "{style}: {found}");
    }
    let posterior = recogniser.posterior(&EXAMPLE);
    assert_eq!(posterior.most_likely(), Style::Attacking);
    let sum: f64 = expected.iter().sum();
    assert!((posterior.attacking - 0.01425 / sum).abs() < 1e-3);
    let game = recogniser.evidence(&[EXAMPLE; 40]);
    assert!((game.posterior().attacking - posterior.attacking).abs() < 1e-12);
    assert!(game.score() > 0.0);
}

#[test]
fn an_attribute_that_was_not_seen_is_left_out() {
    let recogniser = ClassicRecogniser::from_probabilities(printed);
    let unseen = ClassicObservation {
        first_move: None,
        ..EXAMPLE
    };
    let found = recogniser.likelihood(Style::Attacking, &unseen).0.exp();
    assert!((found - 0.01425 / 0.2840).abs() < 5e-5, "{found}");
}

fn moves_of(line: &str) -> Vec<Move> {
    let mut position = Chess::default();
    line.split_whitespace()
        .map(|word| {
            let san: shakmaty::san::San = word.parse().expect("a move");
            let chosen = san.to_move(&position).expect("a legal move");
            position.play_unchecked(chosen);
            chosen
        })
        .collect()
}

#[test]
fn each_side_is_seen_from_its_own_side() {
    let moves = moves_of("e4 Nf6 e5 Nd5 f4 Nb4 f5 Nxa2 g4 Nxc1 g5 Nb3");
    let white = *observe_game(&Chess::default(), &moves, Color::White)
        .last()
        .expect("seen");
    assert_eq!(white.first_move, Some(FirstMove::E4));
    // The pawns of the files e, f and g beside Black's king on e8: g is too far.
    assert_eq!((white.pieces, white.pawns), (0, 2));
    let black = *observe_game(&Chess::default(), &moves, Color::Black)
        .last()
        .expect("seen");
    assert_eq!(black.first_move, Some(FirstMove::Nf6));
    assert_eq!((black.pieces, black.pawns), (1, 0));
    assert_eq!(black.castling, KingWings::Same);
}

#[test]
fn there_is_one_observation_after_each_own_move() {
    let moves = moves_of("d4 d5 c4 e6 Nc3");
    assert_eq!(
        observe_game(&Chess::default(), &moves, Color::White).len(),
        3
    );
    assert_eq!(
        observe_game(&Chess::default(), &moves, Color::Black).len(),
        2
    );
    let mut game = GameState::new();
    assert_eq!(observe(&game, Color::White), None);
    game.play(moves[0]);
    assert!(observe(&game, Color::White).is_some());
    assert_eq!(observe(&game, Color::Black), None);
}

#[test]
fn the_king_may_go_forward_without_being_counted() {
    let moves = moves_of("e4 e5 Ke2 Ke7 Kf3 Kf6 Kg4 d6");
    let seen = observe_game(&Chess::default(), &moves, Color::White);
    assert_eq!(seen.last().expect("seen").pieces, 0);
}

#[test]
fn names_read_back() {
    for style in Style::ALL {
        assert_eq!(style.name().parse(), Ok(style));
    }
    let wrong = "agressive".parse::<Style>().expect_err("no style");
    assert!(
        wrong
            .to_string()
            .contains("expected attacking, defensive or mixed")
    );
}

proptest! {
    #[test]
    fn counting_in_parts_is_counting_at_once(
        cases in prop::collection::vec((0_usize..3, 0_usize..2, 0_u8..5, 0_u8..4), 0..80),
        cut in any::<prop::sample::Index>(),
    ) {
        let observations: Vec<_> = cases.iter().map(|&(style, wing, pieces, pawns)| {
            let castling = [KingWings::Same, KingWings::Opposite][wing];
            (Style::ALL[style], ClassicObservation { castling, pieces, pawns, ..EXAMPLE })
        }).collect();
        let count = |part: &[(Style, ClassicObservation)]| {
            let mut counts = ClassicCounts::new();
            for (style, observation) in part {
                counts.add(*style, observation);
            }
            counts
        };
        let cut = cut.index(observations.len() + 1);
        let mut joined = count(&observations[..cut]);
        let rest = count(&observations[cut..]);
        joined.merge(&rest).expect("merged");
        prop_assert_eq!(&joined, &count(&observations));
        joined.subtract(&rest).expect("subtracted");
        prop_assert_eq!(&joined, &count(&observations[..cut]));
        let posterior = ClassicRecogniser::learn(&joined, Smoothing::LAPLACE).posterior(&EXAMPLE);
        let sum: f64 = Style::ALL.into_iter().map(|style| posterior.of(style)).sum();
        prop_assert!((sum - 1.0).abs() < 1e-12);
    }
}
