//! How the engine answers its opponent.

use super::*;
use crate::model::{Objective, PickTarget};
use crate::opponent::{Answer, AnswerPolicy, AnswerReason, AnswerTable, OBJECTIVE_CONTEMPT};
use crate::record::GameResult;

#[test]
fn only_weights_with_objectives_have_an_answer_by_the_rule_of_2005() {
    let mut engine = engine();
    engine.set_policy(AnswerPolicy::Thesis);
    let reason = |engine: &Engine| engine.decision(Color::White).reason;
    assert_eq!(reason(&engine), AnswerReason::NoObjectives);
    assert!(engine.levels(Color::White).is_none());
    engine.set_weights(HeuristicSource::Random(Schema::classic()));
    let first = engine.levels(Color::White).expect("drawn");
    engine.new_game();
    assert_ne!(engine.levels(Color::White), Some(first));
    engine.set_policy(AnswerPolicy::Objective(Objective::MinLoss.into()));
    assert_eq!(reason(&engine), AnswerReason::NoObjectives);
}

/// An answer that gains much against weaker opponents alone.
const AGAINST_WEAKER: &str = r#"
[[answer]]
target = "min-draw"
draw_contempt = 45
side_bonus = 0
gain = [
    { difference = 100, elo = 0, error = 1, source = "made up" },
    { difference = 200, elo = 50, error = 1, source = "made up" },
]
"#;

#[test]
fn the_adaptive_answer_follows_results_until_the_opponent_leaves() {
    let mut engine = engine();
    engine.set_answers(AnswerTable::read(AGAINST_WEAKER).expect("a table"));
    let decided = |engine: &Engine| {
        let decision = engine.decision(Color::White);
        (decision.answer.draw_contempt, decision.to_string())
    };
    assert_eq!(decided(&engine).0, Centipawns::ZERO);
    let game = engine.game().clone();
    for _ in 0..12 {
        engine.remember(&game, Color::White, Some(GameResult::WhiteWins));
    }
    let (contempt, said) = decided(&engine);
    assert_eq!(contempt, Centipawns(45));
    assert!(
        said.ends_with("weaker (12 games), so I play against a draw and avoid draws"),
        "{said}"
    );
    engine.set_objective_contempt(Centipawns(40));
    assert_eq!(decided(&engine).0, Centipawns::ZERO);
    engine.set_objective_contempt(OBJECTIVE_CONTEMPT);
    engine.forget_opponent();
    assert_eq!(decided(&engine).0, Centipawns::ZERO);
    engine.set_rating_advantage(Some(400));
    engine.forget_opponent();
    assert_eq!(decided(&engine).0, Centipawns(45));
}

/// The number of earlier games by whose results the engine judges the opponent.
fn games_that_count(engine: &Engine) -> u64 {
    match engine.decision(Color::White).reason {
        AnswerReason::Expectation(expectation) => expectation.evidence.results.games(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn results_tell_the_difference_at_the_strength_of_their_games_only() {
    let mut engine = engine();
    let short = SearchLimits::time(Duration::from_millis(1));
    let limited = Strength {
        rating: Some(1200),
        ..Strength::default()
    };
    let game = engine.game().clone();
    let lost = |engine: &mut Engine| {
        engine.remember(&game, Color::White, Some(GameResult::BlackWins));
    };
    engine.set_strength(limited);
    engine.think(&short);
    // The strength that is set after the last move is that of the next game.
    engine.set_strength(Strength::default());
    assert_eq!(engine.limit_of_game().as_deref(), Some("elo 1200"));
    lost(&mut engine);
    assert_eq!(games_that_count(&engine), 0);
    engine.set_strength(limited);
    assert_eq!(games_that_count(&engine), 1);
    // A game at both strengths counts at neither.
    engine.think(&short);
    engine.set_strength(Strength::default());
    engine.think(&short);
    assert_eq!(engine.limit_of_game().as_deref(), Some("changed"));
    lost(&mut engine);
    assert_eq!(games_that_count(&engine), 0);
    // The game after it is at full strength again.
    engine.new_game();
    engine.think(&short);
    assert_eq!(engine.limit_of_game(), None);
    lost(&mut engine);
    assert_eq!(games_that_count(&engine), 1);
    engine.forget_opponent();
    assert_eq!(games_that_count(&engine), 0);
}

#[test]
fn a_game_of_searches_limited_by_nodes_or_depth_counts_at_that_limit_only() {
    let mut engine = engine();
    let game = engine.game().clone();
    let (by_nodes, by_depth) = (SearchLimits::nodes(20), SearchLimits::depth(1));
    engine.think(&by_nodes);
    assert_eq!(engine.limit_of_game().as_deref(), Some("nodes 20"));
    engine.remember(&game, Color::White, Some(GameResult::BlackWins));
    assert_eq!(games_that_count(&engine), 1);
    for other in [&SearchLimits::default(), &by_depth] {
        engine.expect_limits(other);
        assert_eq!(games_that_count(&engine), 0);
    }
    engine.expect_limits(&by_nodes);
    assert_eq!(games_that_count(&engine), 1);
    // A suggestion and an analysis are no moves of the game.
    engine.new_game();
    engine.think(&by_nodes);
    engine.suggest(&by_depth);
    let analysis = SearchRequest {
        limits: by_depth.clone(),
        purpose: Purpose::Analysis,
        ..SearchRequest::default()
    };
    engine.go(analysis, Box::new(|_| {}));
    engine.wait();
    assert_eq!(engine.limit_of_game().as_deref(), Some("nodes 20"));
    engine.think(&by_depth);
    assert_eq!(engine.limit_of_game().as_deref(), Some("changed"));
}

/// The engine's contempt is for its opponent, who is the user; a level weakens its own moves.
#[test]
fn a_suggestion_to_the_user_is_an_analysis_at_full_strength() {
    let answer = Answer {
        draw_contempt: Centipawns(80),
        ..Answer::NEUTRAL
    };
    let limits = SearchLimits::nodes(2_000);
    let mut suggestions = Vec::new();
    for (policy, strength) in [
        (AnswerPolicy::NEUTRAL, Strength::default()),
        (
            AnswerPolicy::Fixed(answer),
            Strength {
                rating: Some(800),
                ..Strength::default()
            },
        ),
    ] {
        let mut engine = engine();
        engine.set_policy(policy);
        engine.set_strength(strength);
        let first = engine.suggest(&limits);
        // The only move makes a draw.
        let position = fen::read("7k/8/8/8/8/8/1q6/K7 w - - 0 1").expect("legal");
        engine.set_game(GameState::from_position(position));
        let draw = engine.suggest(&limits);
        assert_eq!(draw.score, Score::DRAW);
        suggestions.push([first, draw].map(|report| (report.best, report.score, report.nodes)));
        assert_eq!(engine.selector.policy, policy);
    }
    assert_eq!(suggestions[0], suggestions[1]);
}

#[test]
fn a_fixed_answer_is_played_with_any_weights() {
    let mut engine = engine();
    for target in [PickTarget::Middle, Objective::MinLoss.into()] {
        let answer = Answer {
            target,
            draw_contempt: Centipawns(25),
            side_bonus: Centipawns::ZERO,
        };
        engine.set_policy(AnswerPolicy::Fixed(answer));
        for name in ["initial", "modern:learned"] {
            engine.set_weights(weights(name));
            assert_eq!(engine.decision(Color::White).answer, answer);
            assert_eq!(engine.contempt(Color::White), Centipawns(25));
        }
    }
}

#[test]
fn who_plays_to_win_does_without_draws_and_who_plays_not_to_lose_looks_for_them() {
    let mut engine = engine();
    engine.set_contempt(Centipawns(10));
    // Weights that were not learned have no objective.
    assert_eq!(engine.contempt(Color::White), Centipawns(10));
    engine.set_weights(weights("modern:learned"));
    engine.set_objective_contempt(Centipawns(30));
    let mut of = |objective: Objective| {
        engine.set_policy(AnswerPolicy::Objective(objective.into()));
        engine.contempt(Color::White)
    };
    assert_eq!(of(Objective::MaxWin), Centipawns(40));
    assert_eq!(of(Objective::MinDraw), Centipawns(40));
    assert_eq!(of(Objective::MinLoss), Centipawns(-20));
    assert_eq!(of(Objective::MaxDraw), Centipawns(-20));
    engine.set_contempt(Centipawns(290));
    assert_eq!(engine.contempt(Color::White), Centipawns(260));
    engine.set_policy(AnswerPolicy::Objective(Objective::MaxWin.into()));
    assert_eq!(engine.contempt(Color::White), MOST_CONTEMPT);
    engine.set_objective_contempt(Centipawns::ZERO);
    assert_eq!(engine.contempt(Color::White), Centipawns(290));
}

#[test]
fn who_judges_aims_at_nothing() {
    let mut engine = engine();
    engine.set_weights(weights("modern:learned"));
    let of = |engine: &mut Engine, policy| {
        engine.set_policy(policy);
        let decision = engine.decision(Color::White);
        (decision.answer.target, engine.contempt(Color::White))
    };
    assert_eq!(
        of(&mut engine, AnswerPolicy::Objective(PickTarget::Middle)),
        (PickTarget::Middle, Centipawns::ZERO)
    );
    let winning = of(
        &mut engine,
        AnswerPolicy::Objective(Objective::MaxWin.into()),
    );
    assert_eq!(winning, (Objective::MaxWin.into(), OBJECTIVE_CONTEMPT));
}

/// What an engine by the rule of 2005 tells in one search of a game, by `d` for done and `w` for the comparison.
fn told(engine: &mut Engine, timing: ExplainTiming, nodes: u64) -> String {
    told_after(engine, timing, nodes, AnswerTiming::Immediate)
}

/// The same of a search that may have pondered.
fn told_after(
    engine: &mut Engine,
    timing: ExplainTiming,
    nodes: u64,
    hold: AnswerTiming,
) -> String {
    engine.set_explains(timing);
    let (sender, events) = crossbeam_channel::unbounded();
    let request = SearchRequest {
        limits: SearchLimits {
            nodes: Some(Nodes(nodes)),
            ..SearchLimits::default()
        },
        hold,
        ..SearchRequest::default()
    };
    engine.go(
        request,
        Box::new(move |event| {
            let letter = match event {
                EngineEvent::Done(_) => 'd',
                EngineEvent::WithoutAnswer(_) => 'w',
                _ => return,
            };
            let _ = sender.send(letter);
        }),
    );
    engine.ponder_hit(None);
    engine.wait();
    events.try_iter().collect()
}

#[test]
fn what_would_be_played_otherwise_is_told_before_or_after_the_move() {
    let mut engine = engine();
    engine.set_weights(weights("modern:learned"));
    engine.set_policy(AnswerPolicy::Thesis);
    assert_eq!(told(&mut engine, ExplainTiming::BeforeMove, 4000), "wd");
    assert_eq!(told(&mut engine, ExplainTiming::AfterMove, 4000), "dw");
    assert_eq!(told(&mut engine, ExplainTiming::Never, 4000), "d");
    // A short search is compared only where that costs the move nothing.
    assert_eq!(told(&mut engine, ExplainTiming::BeforeMove, 100), "d");
    assert_eq!(told(&mut engine, ExplainTiming::AfterMove, 100), "dw");
    // After a ponder hit the clock has less time than was pondered.
    let after_hit = |engine: &mut Engine, timing| {
        told_after(engine, timing, 4000, AnswerTiming::UntilPonderHit)
    };
    assert_eq!(after_hit(&mut engine, ExplainTiming::BeforeMove), "d");
    assert_eq!(after_hit(&mut engine, ExplainTiming::AfterMove), "dw");
    // Without an answer there is nothing to compare.
    engine.set_policy(AnswerPolicy::Adapt);
    assert_eq!(told(&mut engine, ExplainTiming::AfterMove, 4000), "d");
}

#[test]
fn an_engine_that_does_not_adapt_measures_no_moves_while_it_plays() {
    let mut game = GameState::new();
    let line = "e4 e5 Nf3 d6 d4 Bg4 dxe5 Bxf3 Qxf3 dxe5 Bc4 Nf6 Qb3 Qe7 Nc3 c6 Bg5 b5";
    let moves = notation::read_line(game.position(), line, notation::Language::English);
    for m in moves.expect("legal moves") {
        game.play(m);
    }
    for follows in [false, true] {
        let mut engine = engine();
        engine.measure_losses();
        engine.set_follows_moves(follows);
        engine.set_game(game.clone());
        engine.think(&SearchLimits::depth(1));
        let moves = engine.moves.as_ref().expect("wanted");
        let is_measured = moves.difference(&game, Color::White).is_some();
        assert_eq!(is_measured, follows);
        // What is kept of a game is measured at its end.
        assert!(engine.losses_of(&game).is_some());
    }
}
