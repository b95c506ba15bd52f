//! Counts merge, subtract and age exactly, in any order.

use proptest::prelude::*;
use shakmaty::{Chess, Color, Move, Position as _};

use super::*;
use crate::record::GameResult;
use crate::style::habits::Habit;
use crate::style::{EloBalance, GameHabits, GameOccasion, HabitRecogniser, Sign};

/// A game with moves chosen by these numbers.
pub(crate) fn game(choices: &[u16]) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(*choice) % legal.len()];
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    moves
}

fn watched(choices: &[u16], result: usize) -> GameHabits {
    let moves = game(choices);
    GameHabits::new(
        &Chess::default(),
        &moves,
        Some(GameResult::ALL[result]),
        GameOccasion {
            year: Some(1950),
            balance: [EloBalance::White, EloBalance::Even, EloBalance::Black][result],
            peers: shakmaty::ByColor::default(),
        },
    )
}

fn borders(games: &[GameHabits]) -> HabitThresholds {
    HabitThresholds::learn(&games.iter().map(|game| &game.shares.black))
}

/// Games of two players of different styles in turn.
fn count(games: &[(usize, GameHabits)], borders: &HabitThresholds) -> HabitCounts {
    let mut knowledge = HabitCounts::new(borders.clone());
    for (number, game) in games {
        let name = ["Storm", "Wall", "Middle"][number % 3];
        let style = Style::ALL[number % 3];
        let side = [Color::White, Color::Black][number % 2];
        knowledge.add(
            name,
            style,
            &game.reading(side, borders),
            &game.reading(!side, borders),
        );
        let layout = knowledge.layout().clone();
        knowledge.stages_mut().add(
            number % STAGES.len(),
            side,
            game.shares.get(side),
            borders,
            &layout,
        );
    }
    knowledge
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn merging_subtracting_and_order(
        games in prop::collection::vec((prop::collection::vec(any::<u16>(), 1..60), 0_usize..3), 3..12),
        cut in any::<prop::sample::Index>(),
        turn in any::<prop::sample::Index>(),
    ) {
        let games: Vec<GameHabits> = games.iter().map(|(choices, result)| watched(choices, *result)).collect();
        let borders = borders(&games);
        let mut numbered: Vec<(usize, GameHabits)> = games.into_iter().enumerate().collect();
        let all = count(&numbered, &borders);
        let cut = cut.index(numbered.len());
        let (first, rest) = (count(&numbered[..cut], &borders), count(&numbered[cut..], &borders));
        let mut sum = first.clone();
        sum.merge(&rest).expect("one set of borders");
        prop_assert_eq!(&sum, &all);
        sum.subtract(&rest).expect("it was merged");
        prop_assert_eq!(&sum, &first);
        let turn = turn.index(numbered.len());
        numbered.rotate_left(turn);
        prop_assert_eq!(&count(&numbered, &borders), &all);
        // What is learned does not depend on the order either.
        prop_assert_eq!(HabitRecogniser::learn(&count(&numbered, &borders)), HabitRecogniser::learn(&all));
    }
}

#[test]
fn what_was_not_counted_cannot_be_taken_away() {
    let games = [
        watched(&[3, 1, 4, 1, 5, 9, 2, 6], 0),
        watched(&[2, 7, 1, 8, 2, 8], 2),
    ];
    let borders = borders(&games);
    let numbered: Vec<(usize, GameHabits)> = games.into_iter().enumerate().collect();
    let mut one = count(&numbered[..1], &borders);
    let before = one.clone();
    let other = count(&numbered[1..], &borders);
    assert!(matches!(
        one.subtract(&other),
        Err(HabitCountsError::Below(_))
    ));
    assert_eq!(one, before, "a refusal changes nothing");
    assert!(matches!(
        HabitRecogniser::learn(&one),
        Err(HabitCountsError::OneSided(_))
    ));
    let strange = HabitCounts::new(HabitThresholds::learn(&std::iter::empty()));
    assert_eq!(one.merge(&strange), Err(HabitCountsError::Borders));
}

/// However often counts are halved, no sign occurs more often than the player has games.
#[test]
fn what_is_aged_stays_a_share_of_games() {
    let games: Vec<_> = (0..90_u16)
        .map(|number| {
            let choices: Vec<u16> = (0..30).map(|ply| number * 31 + ply * 7).collect();
            (0, watched(&choices, usize::from(number % 3)))
        })
        .collect();
    let all: Vec<GameHabits> = games.iter().map(|(_, game)| game.clone()).collect();
    let mut knowledge = count(&games, &borders(&all));
    for halved in 1..=6 {
        knowledge.age();
        let Some(player) = knowledge.players().values().next() else {
            assert!(90 >> halved == 0);
            break;
        };
        assert_eq!(player.games(), 90 >> halved);
        for sign in Sign::all() {
            let shown = &player.values()[knowledge.layout().values(sign)];
            let shown: u64 = shown.iter().map(|count| u64::from(*count)).sum();
            assert!(shown <= player.games(), "{sign}: {shown}");
        }
        // What is usual adds up to all games, too.
        let usual = knowledge.background().frequencies();
        let habits = Sign::all().take(Habit::ALL.len());
        for sign in habits.filter(|_| knowledge.background().sides() > 0) {
            let sum: f64 = usual[knowledge.layout().values(sign)].iter().sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sign} after {halved}: {sum}");
        }
    }
}

#[test]
fn ageing_halves_and_forgets() {
    let game = watched(&[3, 1, 4, 1, 5, 9, 2, 6], 0);
    let borders = borders(std::slice::from_ref(&game));
    let games: Vec<(usize, GameHabits)> = [0, 0, 1]
        .into_iter()
        .map(|number| (number, game.clone()))
        .collect();
    let mut knowledge = count(&games, &borders);
    knowledge.age();
    assert_eq!(knowledge.games(), 1);
    assert!(knowledge.players().contains_key("Storm"));
    assert!(
        !knowledge.players().contains_key("Wall"),
        "one game, halved, is none"
    );
}
