//! Remembered games give the same evidence as the games themselves.

use proptest::prelude::*;
use shakmaty::{ByColor, Chess, Color, Position as _};

use super::{LEAST_MOVES, MemoryAgeing, game_evidence, load_styles, remembered_game};
use crate::record::{Game, GameResult, Tags};
use crate::store::MemorySource;
use crate::style::habits::Habit;
use crate::style::{
    EloBalance, GameHabits, GameOccasion, HabitRecogniser, Peers, Population, RatingBand,
    Recogniser, mean_rating,
};

pub(super) fn judge() -> HabitRecogniser {
    match load_styles("shipped").expect("it ships") {
        Recogniser::Habits(judge) => *judge,
        Recogniser::Classic(_) => panic!("the shipped model is by habits"),
    }
}

pub(super) fn game(choices: &[u16], result: Option<GameResult>, tags: Tags) -> Game {
    let mut game = Game {
        result,
        ..Game::default()
    };
    let mut position = Chess::default();
    for choice in choices {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let chosen = legal[usize::from(*choice) % legal.len()];
        position.play_unchecked(chosen);
        game.moves.push(chosen);
    }
    game.with_tags(tags)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn counts_give_the_evidence_of_the_game(
        choices in prop::collection::vec(any::<u16>(), 24..90),
        white in any::<bool>(),
        result in 0..4_usize,
        elo in prop::option::of(800..2700_u16),
        year in prop::option::of(1900..2026_u16),
    ) {
        let judge = judge();
        let side = Color::from_white(white);
        let mut tags = Tags::new();
        if let Some(elo) = elo {
            tags.set("WhiteElo", &elo.to_string());
            tags.set("BlackElo", &(elo + 150).to_string());
        }
        if let Some(year) = year {
            tags.set("Date", &format!("{year}.05.06"));
        }
        let game = game(&choices, GameResult::ALL.get(result).copied(), tags);
        let Some(remembered) = remembered_game(&game, side, MemorySource::Learned, None) else {
            // Random moves may end a game before it is long enough.
            prop_assert!(game.moves.len() < 2 * LEAST_MOVES as usize);
            return Ok(());
        };
        let occasion = GameOccasion {
            year: game.year(),
            balance: EloBalance::of(ByColor::new_with(|side| game.elo(side))),
            peers: ByColor::new_with(|side| Peers {
                population: Population::of(&game, side),
                band: RatingBand::of(mean_rating(&game)),
            }),
        };
        let values = GameHabits::new(&game.start, &game.moves, game.result, occasion)
            .reading(side, judge.borders());
        let expected = match game.result {
            Some(_) => judge.evidence(&values),
            None => judge.evidence_in_progress(&values, remembered.moves),
        };
        prop_assert_eq!(game_evidence(&remembered, &judge), expected);
        // Who reads "12 of 340" is right: only amounts may be more than their chances.
        for (name, [happened, chances]) in &remembered.habits.own {
            let is_amount = Habit::ALL.iter().any(|habit| habit.name() == name && habit.is_amount());
            prop_assert!(is_amount || *chances == 0 || happened <= chances, "{name}");
        }
        // Writing and reading give the same game.
        let text = serde_json::to_string(&remembered).expect("written");
        prop_assert_eq!(serde_json::from_str::<crate::store::OpponentGame>(&text).expect("read"), remembered);
    }
}

#[test]
fn a_short_game_is_not_remembered_and_an_old_one_counts_less() {
    let plies = 2 * LEAST_MOVES as usize;
    let choices = vec![7; plies];
    let long = game(&choices, None, Tags::new());
    let remember = |game: &Game| remembered_game(game, Color::White, MemorySource::Learned, None);
    let newest = remember(&long).expect("ten moves of each side");
    assert!(remember(&game(&choices[..plies - 2], None, Tags::new())).is_none());
    let dated = |date: Option<&str>| {
        let mut game = newest.clone();
        game.played_at = date.map(str::to_owned);
        game
    };
    let games = [
        dated(None),
        dated(Some("2020-05-01")),
        dated(Some("2021-05-01")),
        dated(Some("2022-05-01T10:00:00Z")),
    ];
    let weights = MemoryAgeing::default().weights(&games);
    assert!((weights[1] - 0.5).abs() < 0.01, "{weights:?}");
    assert!((weights[0] - weights[1]).abs() < 1e-9 && (weights[3] - 1.0).abs() < 1e-9);
    let said = MemoryAgeing::default().sentence(&games);
    let expected = "older games count less, half for every 730 days before the last game, with pauses of a year at most: \
        the 4 games count as 3";
    assert_eq!(said.as_deref(), Some(expected));
    assert_eq!(MemoryAgeing::default().sentence(&games[3..]), None);
    // After eight years the first game leaves most of what was known.
    let returned = [dated(Some("2014-05-01")), dated(Some("2022-05-01"))];
    let weights = MemoryAgeing::default().weights(&returned);
    assert!((weights[0] - 0.5_f64.sqrt()).abs() < 0.01, "{weights:?}");
    assert_eq!(MemoryAgeing { half_life_days: 0 }.sentence(&games), None);
    let equal = MemoryAgeing { half_life_days: 0 }.weights(&games);
    assert!(equal.iter().all(|weight| (weight - 1.0).abs() < 1e-9));
}
