//! Norms of populations: invariants of their counts, and their effect on the estimate.

use proptest::prelude::*;
use shakmaty::{ByColor, Chess, Color};

use super::habit_counts::tests::game as moves;
use super::*;
use crate::record::GameResult;

fn game(choices: &[u16], result: usize, peers: Peers) -> GameHabits {
    let occasion = GameOccasion {
        peers: ByColor {
            white: peers,
            black: peers,
        },
        ..GameOccasion::default()
    };
    let result = Some(GameResult::ALL[result % 3]);
    GameHabits::new(&Chess::default(), &moves(choices), result, occasion)
}

fn peers(population: Population, rating: u16) -> Peers {
    Peers {
        population: Some(population),
        band: RatingBand::of(Some(rating)),
    }
}

/// The shipped counts of labelled players, without norms.
fn labelled() -> HabitCounts {
    let model = crate::model::StyleModel::shipped().expect("it ships");
    let knowledge = model.knowledge();
    HabitCounts::from_tables(
        knowledge.borders().clone(),
        knowledge.background().clone(),
        knowledge.stages().clone(),
        knowledge.players().clone(),
        knowledge.pairs().clone(),
        PopulationNorms::from_counts(Vec::new(), Vec::new(), knowledge.layout()),
    )
    .expect("the tables fit")
}

fn sides(knowledge: &mut HabitCounts, games: &[GameHabits]) {
    for game in games {
        for side in Color::ALL {
            let reading = game.reading(side, knowledge.borders());
            knowledge.add_peer(&reading);
            let peers = reading.cell.peers();
            knowledge.add_peer_stage(2, peers, game.shares.get(side));
        }
    }
}

fn counted(games: &[GameHabits]) -> HabitCounts {
    let mut knowledge = HabitCounts::new(labelled().borders().clone());
    sides(&mut knowledge, games);
    knowledge
}

fn any_game() -> impl Strategy<Value = GameHabits> {
    (
        prop::collection::vec(any::<u16>(), 1..60),
        0_usize..3,
        prop::sample::select(Population::ALL.to_vec()),
        0_u16..3500,
    )
        .prop_map(|(choices, result, population, rating)| {
            game(&choices, result, peers(population, rating))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn norms_merge_and_subtract_exactly(
        games in prop::collection::vec(any_game(), 1..8),
        cut in any::<prop::sample::Index>(),
    ) {
        let cut = cut.index(games.len());
        let (first, rest) = (counted(&games[..cut]), counted(&games[cut..]));
        let mut sum = first.clone();
        sum.merge(&rest).expect("one set of borders");
        prop_assert_eq!(&sum, &counted(&games));
        sum.subtract(&rest).expect("it was merged");
        prop_assert_eq!(&sum, &first);
    }

    /// The frequencies of each sign sum to the share of games that show it.
    #[test]
    fn what_is_usual_adds_up(games in prop::collection::vec(any_game(), 1..8), rating in 0_u16..3500) {
        let knowledge = counted(&games);
        for population in knowledge.norms().populations() {
            let usual = knowledge.norms().usual(population);
            for band in [RatingBand::UNKNOWN, RatingBand::of(Some(rating))] {
                let signs = usual.signs(band, RelativeStrength::Even, Color::White);
                for sign in Sign::all() {
                    let sum: f64 = signs[knowledge.layout().values(sign)].iter().sum();
                    prop_assert!((sum - 1.0).abs() < 1e-9, "{} {}", sign, sum);
                }
            }
        }
    }
}

/// The usual play of a population is in the middle of the scale, however much it differs from that of masters.
#[test]
fn peers_are_in_the_middle() {
    let mut knowledge = labelled();
    let games: Vec<GameHabits> = (0..120_u16)
        .map(|number| {
            let choices: Vec<u16> = (0..50).map(|ply| number * 37 + ply * 11).collect();
            game(
                &choices,
                usize::from(number),
                peers(Population::Lichess, 900),
            )
        })
        .collect();
    let mean = |judge: &HabitRecogniser| {
        let mut all = HabitEvidence::default();
        for game in &games {
            for side in Color::ALL {
                all.add(judge.evidence(&game.reading(side, judge.borders())));
            }
        }
        judge.attacking().scaled(all.attacking.sum / all.games)
    };
    let masters = HabitRecogniser::learn(&knowledge).expect("both styles are there");
    assert!(
        mean(&masters).abs() > 1.0,
        "random moves are unlike a master's"
    );
    sides(&mut knowledge, &games);
    let judge = HabitRecogniser::learn(&knowledge).expect("both styles are there");
    assert!(mean(&judge).abs() < 0.2, "{}", mean(&judge));
    // Masters are judged as without norms.
    let master = game(
        &[3, 1, 4, 1, 5, 9, 2, 6],
        0,
        peers(Population::Masters, 2500),
    );
    let reading = master.reading(Color::White, judge.borders());
    assert_eq!(judge.evidence(&reading), masters.evidence(&reading));
}

/// Somebody may have norms of an unknown site alone.
#[test]
fn norms_of_an_unknown_site_alone_give_finite_scores() {
    let mut knowledge = labelled();
    let games: Vec<GameHabits> = (0..20_u16)
        .map(|number| {
            let choices: Vec<u16> = (0..50).map(|ply| number * 37 + ply * 11).collect();
            game(&choices, 0, peers(Population::Online, 900))
        })
        .collect();
    sides(&mut knowledge, &games);
    let judge = HabitRecogniser::learn(&knowledge).expect("both styles are there");
    for of in [Peers::default(), peers(Population::Online, 900)] {
        let played = game(&[3, 1, 4, 1, 5, 9, 2, 6], 0, of);
        let evidence = judge.evidence(&played.reading(Color::White, judge.borders()));
        let interval = judge.verdict(evidence).score_interval_95;
        assert!(interval.iter().all(|end| end.is_finite()), "{interval:?}");
    }
}

/// Unknown peers widen the interval, and no number of games makes up for it.
#[test]
fn unknown_peers_widen_the_interval() {
    let judge = crate::model::StyleModel::shipped()
        .and_then(|model| model.judge(std::path::Path::new("shipped")))
        .expect("it ships");
    let choices: Vec<u16> = (0..60).map(|ply| ply * 11 + 3).collect();
    let width = |peers: Peers, games: f64| {
        let played = game(&choices, 0, peers);
        let mut evidence = judge.evidence(&played.reading(Color::White, judge.borders()));
        evidence.games *= games;
        evidence.attacking.sum *= games;
        evidence.attacking.expectation_error *= games;
        let [low, high] = judge.verdict(evidence).score_interval_95;
        high - low
    };
    let known = peers(Population::Lichess, 1500);
    let unrated = Peers {
        band: RatingBand::UNKNOWN,
        ..known
    };
    for games in [1.0, 1000.0] {
        assert!(width(known, games) < width(unrated, games), "{games}");
        assert!(
            width(unrated, games) < width(Peers::default(), games),
            "{games}"
        );
    }
    assert!(width(known, 1000.0) < 0.5 * width(Peers::default(), 1000.0));
}
