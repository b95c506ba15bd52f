//! The order in which moves come.

use super::*;
use crate::board::checks::CheckSquares;
use crate::board::random_walk::random_walk;
use crate::eval::Evaluator;
use crate::heuristic::Heuristic;
use crate::phase::Phase;
use crate::search::history::bonus;
use crate::search::quiet_context::{EarlierMove, PlayedMove, QuietContext};
use crate::search::techniques::Techniques;
use proptest::prelude::*;
use shakmaty::Color;

fn position(text: &str) -> Chess {
    let fen: shakmaty::fen::Fen = text.parse().expect("a valid FEN");
    fen.into_position(shakmaty::CastlingMode::Standard)
        .expect("legal")
}

fn node(position: &Chess, phase: Phase) -> Node {
    Node::new(position, &Evaluator::new(&Heuristic::initial(), phase))
}

#[test]
fn moves_come_in_the_order_of_their_promise() {
    let position = position("4k3/8/3p4/2q1n3/3P1P2/8/8/3QK3 w - - 0 30");
    let find = |uci: &str| {
        let uci: shakmaty::uci::UciMove = uci.parse().expect("UCI");
        uci.to_move(&position).expect("legal")
    };
    let mut history = History::new(Techniques::PLAYING);
    let past = QuietContext::default();
    history.reward_quiet(
        Color::White,
        find("e1f1"),
        3,
        bonus(4),
        &past,
        &[find("e1f2")],
    );
    let hints = OrderingHints {
        techniques: Techniques::PLAYING,
        table_move: PackedMove::from(find("d1h5")),
        past,
        checks: CheckSquares::of(&position),
    };
    let (mut keys, mut moves) = (Keys::default(), MoveList::new());
    let node = node(&position, Phase::Opening);
    let picker = Picker::new(&mut keys, &history, &node, &mut moves, &hints, 3);
    let order = picker.all(&mut keys, &history);
    assert_eq!(order.len(), position.legal_moves().len());
    let expected = ["d1h5", "d4c5", "d4e5", "f4e5", "e1f1"].map(find);
    assert_eq!(order[..5], expected);
    assert_eq!(order.last(), Some(&find("e1f2")));
}

#[test]
fn a_capture_that_loses_material_comes_last_where_exchanges_are_looked_at() {
    let position = position("4k3/3p4/4p3/8/8/8/4Q3/4K3 w - - 0 30");
    let node = node(&position, Phase::Opening);
    let place = |techniques: Techniques| {
        let hints = OrderingHints {
            techniques,
            table_move: PackedMove::NONE,
            past: QuietContext::default(),
            checks: CheckSquares::NONE,
        };
        let (mut keys, mut moves) = (Keys::default(), MoveList::new());
        let history = History::new(techniques);
        let picker = Picker::new(&mut keys, &history, &node, &mut moves, &hints, 0);
        let order = picker.all(&mut keys, &history);
        let first = order.iter().position(|m| m.is_capture());
        (first, order.len())
    };
    let (last, moves) = place(Techniques::PLAYING);
    assert_eq!(last, Some(moves - 1));
    let (first, _) = place(Techniques::PLAYING.without(Technique::ExchangeOrdering));
    assert_eq!(first, Some(0));
}

/// A history in which the first quiet moves of a position are the counter-move and the killers of ply 0.
fn with_refutations(techniques: Techniques, position: &Chess, past: QuietContext) -> History {
    let mut history = History::new(techniques);
    let legal = position.legal_moves();
    let quiets = legal.into_iter().filter(|m| is_quiet(*m));
    for (number, m) in quiets.step_by(3).take(3).enumerate() {
        // The first is the counter-move after `past`, and a killer of another ply.
        let (ply, past) = match number {
            0 => (1, past),
            _ => (0, QuietContext::default()),
        };
        history.reward_quiet(position.turn(), m, ply, bonus(3), &past, &[]);
    }
    history
}

proptest! {
    #[test]
    fn moves_come_one_by_one_as_they_come_all_at_once(
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let last = PlayedMove::of(Chess::default().legal_moves()[0]);
        let past = QuietContext {
            earlier: [EarlierMove::new(last, false), EarlierMove::NONE, EarlierMove::NONE, EarlierMove::NONE],
            ..QuietContext::default()
        };
        for position in random_walk(Chess::default(), &choices) {
            for left_out in [None, Some(Technique::ExchangeOrdering), Some(Technique::CaptureOrdering)] {
                let techniques = left_out.map_or(Techniques::PLAYING, |technique| {
                    Techniques::PLAYING.without(technique)
                });
                let history = with_refutations(techniques, &position, past);
                let hints = OrderingHints { techniques, table_move: PackedMove::NONE, past, checks: CheckSquares::of(&position) };
                let node = node(&position, Phase::Middlegame);
                let (mut keys, mut moves) = (Keys::default(), MoveList::new());
                let picker = Picker::new(&mut keys, &history, &node, &mut moves, &hints, 0);
                let all = picker.all(&mut keys, &history);
                let mut moves = MoveList::new();
                let mut picker = Picker::new(&mut keys, &history, &node, &mut moves, &hints, 0);
                let mut one_by_one = Vec::new();
                loop {
                    match picker.next(&mut keys) {
                        Some(m) => one_by_one.push(m),
                        None if picker.quiets_wait() => match picker.next_refutation() {
                            Some(m) => one_by_one.push(m),
                            None => picker.list_quiets(&mut keys, &history, QuietSelection::Others),
                        },
                        None => break,
                    }
                }
                // Promotions to lesser pieces are listed with the quiet moves, those that capture as well.
                let is_usual = |m: &Move| m.promotion().is_none_or(|role| role == Role::Queen);
                let usual = |moves: Vec<Move>| moves.into_iter().filter(is_usual).collect::<Vec<_>>();
                prop_assert_eq!(one_by_one.len(), all.len());
                prop_assert_eq!(usual(one_by_one), usual(all));
            }
        }
    }
}
