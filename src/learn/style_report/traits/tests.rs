//! Players without traits get none, and planted traits are found.

use std::sync::LazyLock;

use super::*;
use crate::model::AnyStyleModel;
use crate::rng::stream;
use crate::style::{
    Circumstance, EloBalance, Era, HabitCounts, OpeningClass, Peers, Population, RatingBand,
    SideCircumstance, Sign, SignLayout, SignValues, UsualSigns,
};
use proptest::prelude::*;
use rand::Rng;
use shakmaty::{ByColor, Color};

/// Players of a population, simulated from the shipped norms.
struct Simulation {
    knowledge: HabitCounts,
}

static SIMULATION: LazyLock<Simulation> = LazyLock::new(Simulation::new);

impl Simulation {
    fn new() -> Self {
        let AnyStyleModel::Habits(model) = AnyStyleModel::load("shipped").expect("shipped") else {
            panic!("the shipped model is by habits");
        };
        Self {
            knowledge: model.knowledge().clone(),
        }
    }

    fn cell(population: Population, rating: u16, color: Color) -> SideCircumstance {
        let peers = Peers {
            population: Some(population),
            band: RatingBand::of(Some(rating)),
        };
        SideCircumstance {
            circumstance: Circumstance {
                era: Era::Engines,
                opening: OpeningClass::Sicilian,
                balance: EloBalance::Even,
                peers: ByColor {
                    white: peers,
                    black: peers,
                },
            },
            color,
        }
    }

    /// Draws the games of a player. Neighbouring habits are drawn together, so that they depend on each other, every
    /// other pair negatively; `planted` habits take the greater of two values.
    fn player(
        tables: &Tables<'_>,
        games: usize,
        planted: &[Habit],
        random: &mut impl Rng,
    ) -> Vec<ComparedGame> {
        let compared = (0..games).filter_map(|game| {
            let (cell, usual) = &tables.by_color[game % 2];
            let mut values = vec![u8::MAX; Sign::COUNT];
            let mut shared = 0.0;
            for (index, habit) in Habit::ALL.iter().enumerate() {
                if index % 4 == 0 {
                    shared = random.random::<f64>();
                }
                let own = random.random::<f64>();
                let mut place = match index % 4 {
                    0 | 1 => shared,
                    2 => 1.0 - shared,
                    _ => own,
                };
                if planted.contains(habit) {
                    place = place.max(random.random::<f64>());
                }
                let shares = &usual[tables.layout.values(Sign::Own(*habit))];
                values[index] = value_at(place, shares);
            }
            let reading = SignValues::of_values(*cell, values);
            ComparedGame::of(game, &reading, &tables.ranks)
        });
        compared.collect()
    }

    fn tables(&self, population: Population, rating: u16) -> Tables<'_> {
        let usual = UsualSigns::new(&self.knowledge);
        Tables {
            ranks: PeerRanks::new(&self.knowledge),
            layout: self.knowledge.layout(),
            by_color: [Color::White, Color::Black].map(|color| {
                let cell = Self::cell(population, rating, color);
                (cell, usual.of(cell))
            }),
        }
    }
}

struct Tables<'a> {
    ranks: PeerRanks<'a>,
    layout: &'a SignLayout,
    by_color: [(SideCircumstance, Vec<f64>); 2],
}

/// Returns the value at a place from 0 to 1 of the cumulated shares.
fn value_at(place: f64, shares: &[f64]) -> u8 {
    let total: f64 = shares.iter().sum();
    let mut left = place * total;
    for (value, share) in (0_u8..).zip(shares) {
        left -= share;
        if left < 0.0 {
            return value;
        }
    }
    u8::try_from(shares.len() - 1).unwrap_or(0)
}

fn found(comparisons: &[HabitComparison]) -> Vec<&HabitComparison> {
    comparisons.iter().filter(|one| one.is_trait).collect()
}

/// The bound of the false-discovery rate: without traits, 10 % of players at most get one.
#[test]
fn of_a_thousand_players_without_traits_nearly_all_get_none() {
    let simulation = &*SIMULATION;
    let groups = [
        (Population::Board, 1500),
        (Population::Lichess, 1500),
        (Population::Masters, 2600),
    ];
    let groups = groups.map(|(population, rating)| simulation.tables(population, rating));
    let without = (0..1_000_usize).filter(|player| {
        let mut random = stream(1, "no traits", *player as u64);
        let games = [25, 100, 200][player / 3 % 3];
        let tables = &groups[player % 3];
        let played = Simulation::player(tables, games, &[], &mut random);
        assert_eq!(played.len(), games);
        found(&compare(&played, &tables.ranks)).is_empty()
    });
    let without = without.count();
    assert!(without >= 880, "{without}");
}

#[test]
fn planted_traits_are_found_and_few_others() {
    let simulation = &*SIMULATION;
    let tables = simulation.tables(Population::Board, 1500);
    let planted = [Habit::Retreat, Habit::Storm, Habit::EarlyQueen];
    let (mut right, mut wrong) = (0, 0);
    for player in 0..100 {
        let mut random = stream(1, "planted traits", player);
        let played = Simulation::player(&tables, 200, &planted, &mut random);
        let comparisons = compare(&played, &tables.ranks);
        for one in found(&comparisons) {
            let is_planted = planted.iter().any(|habit| habit.name() == one.habit);
            if is_planted && one.direction == TraitDirection::More {
                right += 1;
            } else {
                wrong += 1;
            }
        }
    }
    assert!(right >= 285, "{right} of 300");
    assert!(wrong <= 30, "{wrong} among {right}");
}

#[test]
fn every_tested_habit_can_differ_from_peers_and_the_reference_names_the_others() {
    let tables = SIMULATION.tables(Population::Board, 1500);
    let mut random = stream(1, "tested habits", 0);
    let played = Simulation::player(&tables, 200, &[], &mut random);
    let comparisons = compare(&played, &tables.ranks);
    for one in &comparisons {
        let [low, high] = one.ahead_interval_95;
        assert!(low < high, "{}", one.habit);
    }
    let untested: Vec<&str> = Habit::ALL
        .iter()
        .map(|habit| habit.name())
        .filter(|name| comparisons.iter().all(|one| one.habit != *name))
        .collect();
    assert_eq!(untested, ["castled_queenside", "queen_traded"]);
    let page = include_str!("../../../../docs/reference/habits.md");
    let said = page.lines().find(|line| line.contains("does not compare"));
    for name in untested {
        assert!(said.is_some_and(|line| line.contains(name)), "{name}");
    }
}

#[test]
fn unknown_peers_and_few_games_are_not_compared() {
    let simulation = &*SIMULATION;
    let ranks = PeerRanks::new(&simulation.knowledge);
    let unknown = Peers {
        population: Some(Population::Board),
        band: RatingBand::UNKNOWN,
    };
    assert_eq!(ranks.sides(unknown), None);
    assert_eq!(ranks.sides(Peers::default()), None);
    let tables = simulation.tables(Population::Board, 1500);
    let mut random = stream(1, "few games", 0);
    let played = Simulation::player(&tables, 19, &[Habit::Storm], &mut random);
    assert!(compare(&played, &ranks).is_empty());
}

#[test]
fn only_dates_tell_earlier_games_from_later_ones() {
    let simulation = &*SIMULATION;
    let tables = simulation.tables(Population::Board, 1500);
    let mut random = stream(1, "halves", 0);
    let mut played = Simulation::player(&tables, 60, &[Habit::Storm], &mut random);
    let halves = |games: &[ComparedGame]| TraitStability::of(games, Habit::Storm as usize).halves;
    let date = |games: &mut [ComparedGame], group_of: fn(usize) -> usize| {
        for (number, game) in games.iter_mut().enumerate() {
            game.date_group = Some(group_of(number));
        }
    };
    assert_eq!(halves(&played), None);
    date(&mut played, |_| 0);
    assert_eq!(halves(&played), None);
    // Five games are too few.
    date(&mut played, |number| number / 55);
    assert_eq!(halves(&played), None);
    date(&mut played, |number| number / 40);
    let found = halves(&played).expect("two dates");
    played[..40].reverse();
    played[40..].reverse();
    let other = halves(&played).expect("two dates");
    assert!((found.earlier - other.earlier).abs() < 1e-9);
    assert!((found.later - other.later).abs() < 1e-9);
    assert!((found.change - (found.later - found.earlier)).abs() < 1e-9);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn intervals_hold_the_estimate_and_the_order_of_games_does_not_matter(
        games in 20_usize..60,
        seed in any::<u64>(),
    ) {
        let simulation = &*SIMULATION;
        let tables = simulation.tables(Population::Lichess, 1700);
        let mut random = stream(seed, "order", 0);
        let mut played = Simulation::player(&tables, games, &[Habit::Check], &mut random);
        let one = compare(&played, &tables.ranks);
        played.reverse();
        let other = compare(&played, &tables.ranks);
        for (one, other) in one.iter().zip(&other) {
            let [low, high] = one.ahead_interval_95;
            prop_assert!((0.0..=1.0).contains(&low) && low <= one.ahead && one.ahead <= high && high <= 1.0);
            prop_assert!((one.ahead - other.ahead).abs() < 1e-9);
            prop_assert!((one.adjusted_p - other.adjusted_p).abs() < 1e-9);
            prop_assert_eq!(one.is_trait, one.adjusted_p <= FALSE_DISCOVERY_RATE);
        }
    }
}
