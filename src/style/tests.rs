//! Habits on known boards, symmetry of colours, and recognition in a game in progress.

use std::sync::Arc;

use proptest::prelude::*;
use shakmaty::san::San;
use shakmaty::{Chess, Color, FromSetup as _, Move, Position as _, Setup};

use super::habits::{Habit, HabitObserver, HabitShare};
use super::*;
use crate::record::GameResult;

fn moves_of(line: &str) -> Vec<Move> {
    let mut position = Chess::default();
    line.split_whitespace()
        .map(|word| {
            let san: San = word.parse().expect("a move");
            let chosen = san.to_move(&position).expect("a legal move");
            position.play_unchecked(chosen);
            chosen
        })
        .collect()
}

fn shares_of(line: &str, side: Color) -> habits::HabitShares {
    let mut watch = HabitObserver::new(&Chess::default());
    for chosen in moves_of(line) {
        watch.play(chosen);
    }
    watch.shares().get(side).clone()
}

fn share(happened: u32, chances: u32) -> HabitShare {
    HabitShare { happened, chances }
}

/// Morphy against the Duke of Brunswick and Count Isouard, Paris 1858.
const OPERA: &str = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5 Nxb5 cxb5 \
    Bxb5+ Nbd7 O-O-O Rd8 Rxd7 Rxd7 Rd1 Qe6 Bxd7+ Nxd7 Qb8+ Nxb8 Rd8#";

#[test]
fn a_famous_attack_shows_its_habits() {
    let white = shares_of(OPERA, Color::White);
    // The checks: Bxb5+, Bxd7+, Qb8+ and Rd8#.
    assert_eq!(white.of(Habit::Check), share(4, 17));
    // Nxb5 and Qb8+ give up more than a pawn on their square; Rxd7 takes a knight and is protected.
    assert_eq!(white.of(Habit::PieceOffer), share(2, 17));
    assert_eq!(white.of(Habit::CastledQueenside).happened, 1);
    assert_eq!(white.of(Habit::CastledKingside).happened, 0);
    // Eleven moves before castling, and castling itself is the twelfth.
    assert_eq!(white.of(Habit::CastlingTime).happened, 11);
    let black = shares_of(OPERA, Color::Black);
    assert_eq!(black.of(Habit::Check), share(0, 16));
    assert!(black.of(Habit::KingExposed).happened > white.of(Habit::KingExposed).happened);
}

#[test]
fn pawns_and_queens_are_told() {
    let storm = shares_of("e4 e5 g4 Nf6 g5 Nd5 h4 d6 h5 h6 g6", Color::White);
    // g5, h5 and g6 are beyond the fourth rank; all but those of the h-file are beside the king on e8.
    assert_eq!(storm.of(Habit::FarPush), share(3, 6));
    let queens = shares_of("d4 d5 Qd3 Qd6 Qg3 Qxg3", Color::Black);
    assert_eq!(queens.of(Habit::QueenTraded).happened, 1);
    let white = shares_of("d4 d5 Qd3 Qd6 Qg3 Qxg3", Color::White);
    assert_eq!(white.of(Habit::QueenTraded).happened, 0);
    // Qg3 offers the exchange of queens.
    assert_eq!(white.of(Habit::QueenOffered).happened, 1);
}

#[test]
fn every_habit_has_its_name_and_place() {
    let mut names: Vec<&str> = Habit::ALL.iter().map(|habit| habit.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Habit::ALL.len());
    for (place, sign) in Sign::all().enumerate() {
        assert_eq!(sign.index(), place);
    }
    assert_eq!(Sign::all().count(), Sign::COUNT);
}

/// The same position with the colours changed.
fn flipped(position: &Chess) -> Chess {
    let setup = position.to_setup(shakmaty::EnPassantMode::Legal);
    let mut turned = Setup::empty();
    turned.board = setup.board.clone();
    turned.board.flip_vertical();
    turned.board.swap_colors();
    turned.turn = !setup.turn;
    turned.castling_rights = setup.castling_rights.flip_vertical();
    turned.ep_square = setup.ep_square.map(shakmaty::Square::flip_vertical);
    Chess::from_setup(turned, shakmaty::CastlingMode::Standard).expect("as legal as before")
}

fn flipped_move(chosen: Move) -> Move {
    match chosen {
        Move::Normal {
            role,
            from,
            capture,
            to,
            promotion,
        } => Move::Normal {
            role,
            from: from.flip_vertical(),
            capture,
            to: to.flip_vertical(),
            promotion,
        },
        Move::EnPassant { from, to } => Move::EnPassant {
            from: from.flip_vertical(),
            to: to.flip_vertical(),
        },
        Move::Castle { king, rook } => Move::Castle {
            king: king.flip_vertical(),
            rook: rook.flip_vertical(),
        },
        Move::Put { role, to } => Move::Put {
            role,
            to: to.flip_vertical(),
        },
    }
}

/// A model of two invented players.
fn judge(games: &[Vec<Move>]) -> HabitRecogniser {
    let watched: Vec<GameHabits> = games
        .iter()
        .map(|moves| {
            GameHabits::new(
                &Chess::default(),
                moves,
                Some(GameResult::Draw),
                GameOccasion::default(),
            )
        })
        .collect();
    let borders = HabitThresholds::learn(&watched.iter().map(|game| &game.shares.black));
    let mut knowledge = HabitCounts::new(borders.clone());
    for (number, game) in watched.iter().enumerate() {
        let (name, style) = [("Storm", Style::Attacking), ("Wall", Style::Defensive)][number % 2];
        let [own, theirs] = [Color::White, Color::Black].map(|side| game.reading(side, &borders));
        knowledge.add(name, style, &own, &theirs);
    }
    HabitRecogniser::learn(&knowledge).expect("both styles")
}

/// Evidence of these games, the sum of whose scores is the same on both axes.
fn evidence(games: f64, sum: f64) -> HabitEvidence {
    let axis = AxisEvidence {
        sum,
        expectation_error: 0.0,
    };
    HabitEvidence {
        games,
        attacking: axis,
        complicating: axis,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn colours_do_not_matter_to_habits(choices in prop::collection::vec(any::<u16>(), 1..120)) {
        let moves = habit_counts::tests::game(&choices);
        let mut upright = HabitObserver::new(&Chess::default());
        let mut turned = HabitObserver::new(&flipped(&Chess::default()));
        for chosen in moves {
            upright.play(chosen);
            turned.play(flipped_move(chosen));
        }
        prop_assert_eq!(&upright.shares().white, &turned.shares().black);
        prop_assert_eq!(&upright.shares().black, &turned.shares().white);
    }

    #[test]
    fn following_a_game_is_judging_it_from_scratch(
        choices in prop::collection::vec(any::<u16>(), 1..100),
        others in prop::collection::vec(prop::collection::vec(any::<u16>(), 10..60), 4..8),
        earlier in (0.0..5.0_f64, -2.0..2.0_f64),
    ) {
        let games: Vec<Vec<Move>> = others.iter().map(|choices| habit_counts::tests::game(choices)).collect();
        let judge = judge(&games);
        let recogniser = Arc::new(Recogniser::Habits(Box::new(judge.clone())));
        let earlier = evidence(earlier.0, earlier.1);
        let moves = habit_counts::tests::game(&choices);
        let start = Chess::default();
        let mut tracker = GameObserver::new(&recogniser, &start, Color::Black, earlier);
        for upto in 1..=moves.len() {
            let said = tracker.see(moves[upto - 1]);
            prop_assert_eq!(said.is_some(), upto % 2 == 0);
            let mut watch = HabitObserver::new(&start);
            moves[..upto].iter().for_each(|chosen| watch.play(*chosen));
            let reading = SignValues::of_shares(watch.shares(), Color::Black, judge.borders());
            let mut whole = earlier;
            let own = u32::try_from(upto / 2).expect("few");
            if own > 0 {
                whole.add(judge.evidence_in_progress(&reading, own));
            }
            prop_assert_eq!(tracker.evidence(&judge), whole);
            if let Some(said) = said {
                prop_assert_eq!(said, judge.verdict(whole).posterior);
                prop_assert_eq!(tracker.verdict(), Some(judge.verdict(whole)));
            }
        }
        let finished = GameHabits::new(&start, &moves, Some(GameResult::WhiteWins), GameOccasion::default());
        let mut whole = earlier;
        if moves.len() > 1 {
            whole.add(judge.evidence(&finished.reading(Color::Black, judge.borders())));
        }
        prop_assert_eq!(tracker.finish(Some(GameResult::WhiteWins)), whole);
    }

    #[test]
    fn a_verdict_is_a_probability_and_a_score_within_its_interval(
        games in 0.0..5000.0_f64,
        mean in -3.0..3.0_f64,
    ) {
        let judge = judge(&[moves_of(OPERA), moves_of("d4 d5 Nf3 Nf6 Bf4 e6 e3 Bd6 Bxd6 Qxd6")]);
        let verdict = judge.verdict(evidence(games, mean * games));
        let sum: f64 = Style::ALL.into_iter().map(|style| verdict.posterior.of(style)).sum();
        prop_assert!((sum - 1.0).abs() < 1e-9);
        let [low, high] = verdict.score_interval_95;
        prop_assert!(low <= verdict.score && verdict.score <= high);
        let more = judge.verdict(evidence(games + 10.0, mean * (games + 10.0)));
        prop_assert!(more.score_interval_95[1] - more.score_interval_95[0] < high - low);
    }
}

#[test]
fn nothing_seen_is_nothing_known() {
    let judge = judge(&[
        moves_of(OPERA),
        moves_of("d4 d5 Nf3 Nf6 Bf4 e6 e3 Bd6 Bxd6 Qxd6"),
    ]);
    assert_eq!(
        judge.verdict(HabitEvidence::default()).posterior,
        Posterior::EQUAL
    );
    let recogniser = Arc::new(Recogniser::Habits(Box::new(judge)));
    let tracker = GameObserver::new(
        &recogniser,
        &Chess::default(),
        Color::White,
        HabitEvidence::default(),
    );
    assert_eq!(tracker.posterior(), None);
    assert_eq!(tracker.finish(None), HabitEvidence::default());
}

/// Returns the observers of a side after each of its moves.
fn observers(line: &str, side: Color, earlier: HabitEvidence) -> Vec<GameObserver> {
    let styles = Arc::new(crate::opponent::load_styles("shipped").expect("it ships"));
    let mut watch = GameObserver::new(&styles, &Chess::default(), side, earlier);
    let mut found = Vec::new();
    for chosen in moves_of(line) {
        if watch.see(chosen).is_some() {
            found.push(watch.clone());
        }
    }
    found
}

#[test]
fn a_step_is_told_by_the_habits_that_explain_it() {
    let line = &OPERA[..OPERA.find(" cxb5").expect("the answer to the sacrifice")];
    let white = observers(line, Color::White, HabitEvidence::default());
    let [.., before, now] = &white[..] else {
        panic!("{} moves", white.len());
    };
    // 10. Nxb5 gives a knight for two pawns.
    let told = now.habits_since(before).attacking;
    assert_eq!(told[0].sign, "offer");
    assert_eq!(told[0].question, Habit::Offer.question());
    assert_ne!(told[0].before, told[0].value);
    assert_eq!(told[0].value, "much");
    assert!((0.0..0.5).contains(&told[0].usual), "{told:?}");
    for pair in white.windows(2) {
        for told in [
            pair[1].habits_since(&pair[0]).attacking,
            pair[1].habits_since(&pair[0]).complicating,
        ] {
            assert!(told.len() <= 2 && told.iter().all(|habit| habit.share >= 0.2));
            assert!(told.is_sorted_by(|one, next| one.share >= next.share));
        }
    }
    // After the first move there is nothing to compare with, and nothing happens between a moment and itself.
    assert_eq!(now.habits_since(now), StepHabits::default());
    // Earlier games make each step smaller; its habits and their shares stay.
    let earlier = evidence(8.0, 4.0);
    let known = observers(line, Color::White, earlier);
    let again = known[9].habits_since(&known[8]).attacking;
    assert_eq!(again[0].sign, told[0].sign);
}

#[test]
fn a_habit_has_one_of_its_values_in_each_game_in_progress() {
    let Recogniser::Habits(judge) = crate::opponent::load_styles("shipped").expect("it ships")
    else {
        panic!("it counts habits");
    };
    for population in [None, Some(Population::Masters), Some(Population::Lichess)] {
        for habit in Habit::ALL {
            for moves in [1, 4, 12, 60] {
                let values = judge.borders().values(*habit);
                let share = |sign: Sign, value| {
                    let share = judge.usual_stages().share(population, sign, value, moves);
                    share.expect("a habit")
                };
                let sum: f64 = (0..values)
                    .map(|value| share(Sign::Own(*habit), value))
                    .sum();
                assert!((sum - 1.0).abs() < 1e-6, "{habit:?} {moves}: {sum}");
                let theirs = share(Sign::Opponent(*habit), 0);
                assert_eq!(theirs.to_bits(), share(Sign::Own(*habit), 0).to_bits());
            }
        }
    }
    let end = judge.usual_stages().share(None, Sign::Ending, 0, 12);
    assert_eq!(end, None);
}
