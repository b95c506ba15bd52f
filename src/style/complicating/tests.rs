//! Games in which everything is exchanged, and games in which nothing is.

use std::path::Path;
use std::sync::{Arc, LazyLock};

use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::{Chess, Color, Move, Position as _};

use crate::model::StyleModel;
use crate::record::GameResult;
use crate::style::habit_counts::tests::game;
use crate::style::*;

static JUDGE: LazyLock<HabitRecogniser> = LazyLock::new(|| {
    StyleModel::shipped()
        .and_then(|model| model.judge(Path::new("shipped")))
        .expect("it ships")
});

fn axis() -> &'static AxisScorer {
    JUDGE.complicating().expect("33 players are labelled")
}

fn reading(moves: &[Move], result: GameResult) -> SignValues {
    let masters = Peers {
        population: Some(Population::Masters),
        ..Peers::default()
    };
    let occasion = GameOccasion {
        peers: shakmaty::ByColor::new_with(|_| masters),
        ..GameOccasion::default()
    };
    let watched = GameHabits::new(&Chess::default(), moves, Some(result), occasion);
    watched.reading(Color::White, JUDGE.borders())
}

/// A Spanish game, then moves of both sides chosen by `wants`.
fn played(wants: impl Fn(Move) -> i32, plies: usize) -> Vec<Move> {
    let mut position = Chess::default();
    let mut moves = Vec::new();
    for word in "e4 e5 Nf3 Nc6 Bb5 Nf6 d3 d6 O-O Be7".split_whitespace() {
        let san: San = word.parse().expect("a move");
        let chosen = san.to_move(&position).expect("legal");
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    while moves.len() < plies {
        let legal = position.legal_moves();
        let Some(chosen) = legal.iter().copied().max_by_key(|chosen| wants(*chosen)) else {
            break;
        };
        position.play_unchecked(chosen);
        moves.push(chosen);
    }
    moves
}

fn takes(chosen: Move) -> i32 {
    i32::from(chosen.is_capture())
}

#[test]
fn who_takes_everything_simplifies_and_who_keeps_everything_complicates() {
    let trader = played(takes, 70);
    let keeper = played(|chosen| -takes(chosen), 70);
    let [trader, keeper] =
        [trader, keeper].map(|moves| axis().game_score(&reading(&moves, GameResult::Draw)));
    assert!(trader < -3.0, "{trader}");
    assert!(keeper > 3.0, "{keeper}");
    let mut all = HabitEvidence::default();
    let game = reading(&played(takes, 70), GameResult::Draw);
    for _ in 0..200 {
        all.add(JUDGE.evidence(&game));
    }
    let verdict = JUDGE.verdict(all).axes.complicating.expect("33 players");
    assert!(verdict.score_interval_95[1] < -1.0, "{verdict:?}");
}

/// A short draw leaves all pieces on the board, which is no sign of complicating.
#[test]
fn a_short_draw_does_not_complicate() {
    let short = played(|chosen| -takes(chosen), 24);
    let long = played(|chosen| -takes(chosen), 70);
    let [short, long] =
        [short, long].map(|moves| axis().game_score(&reading(&moves, GameResult::Draw)));
    assert!(short < long - 3.0, "{short} {long}");
}

/// The second axis needs three players or more.
#[test]
fn two_players_teach_one_axis() {
    let mut knowledge = HabitCounts::new(JUDGE.borders().clone());
    let mut verdicts = Vec::new();
    let names = [
        ("A", Style::Attacking),
        ("B", Style::Defensive),
        ("C", Style::Mixed),
    ];
    for (number, (name, style)) in (1_u16..).zip(names) {
        for choices in 0..20_u16 {
            let choices: Vec<u16> = (0..60).map(|ply| choices * 7 + ply * number).collect();
            let own = reading(&game(&choices), GameResult::WhiteWins);
            knowledge.add(name, style, &own, &own);
        }
        if number > 1 {
            let judge = HabitRecogniser::learn(&knowledge).expect("both styles");
            let verdict = judge.verdict(HabitEvidence::default());
            verdicts.push(verdict.axes.complicating.is_some());
        }
    }
    assert_eq!(verdicts, [false, true]);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// The evidence of several games is the sum of the evidence of each, in any order and grouping.
    #[test]
    fn evidence_adds_up(games in prop::collection::vec(prop::collection::vec(any::<u16>(), 2..80), 1..6), cut in any::<prop::sample::Index>()) {
        let evidence: Vec<HabitEvidence> = games
            .iter()
            .map(|choices| JUDGE.evidence(&reading(&game(choices), GameResult::BlackWins)))
            .collect();
        let sum = |parts: &[HabitEvidence]| {
            let mut all = HabitEvidence::default();
            for part in parts {
                all.add(*part);
            }
            all
        };
        let (first, rest) = evidence.split_at(cut.index(evidence.len()));
        let mut parts = sum(rest);
        parts.add(sum(first));
        let whole = sum(&evidence);
        prop_assert!((parts.complicating.sum - whole.complicating.sum).abs() < 1e-9);
        // The score is a linear function of the sum.
        let score = |sum: f64| {
            let mut all = whole;
            all.complicating.sum = sum;
            JUDGE.verdict(all).axes.complicating.expect("33 players").score
        };
        let (one, other) = (whole.complicating.sum, -2.5 * whole.complicating.sum + 1.0);
        let middle = f64::midpoint(one, other);
        prop_assert!((score(one) + score(other) - 2.0 * score(middle)).abs() < 1e-9);
    }

    /// The contributions of the signs sum to the score.
    #[test]
    fn contributions_add_up(choices in prop::collection::vec(any::<u16>(), 2..100)) {
        let reading = reading(&game(&choices), GameResult::Draw);
        let knowledge = StyleModel::shipped().expect("it ships").knowledge().clone();
        let usual = UsualSigns::new(&knowledge).of(reading.cell);
        for (axis, evidence) in [
            (JUDGE.attacking(), JUDGE.evidence(&reading).attacking),
            (axis(), JUDGE.evidence(&reading).complicating),
        ] {
            let parts: f64 = axis.contributions(&reading, &usual).iter().sum();
            prop_assert!((parts - evidence.sum).abs() < 1e-6, "{} {}", parts, evidence.sum);
        }
    }

    /// Evidence move by move equals evidence from the whole game.
    #[test]
    fn increments_are_the_whole(choices in prop::collection::vec(any::<u16>(), 2..100)) {
        let moves = game(&choices);
        let recogniser = Arc::new(Recogniser::Habits(Box::new(JUDGE.clone())));
        let mut observer = GameObserver::new(&recogniser, &Chess::default(), Color::White, HabitEvidence::default());
        for chosen in &moves {
            observer.see(*chosen);
        }
        let whole = GameHabits::new(&Chess::default(), &moves, Some(GameResult::Draw), GameOccasion::default());
        let whole = JUDGE.evidence(&whole.reading(Color::White, JUDGE.borders()));
        prop_assert_eq!(observer.finish(Some(GameResult::Draw)), whole);
    }
}
