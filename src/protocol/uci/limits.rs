//! From the arguments of `go` to what the engine understands.

use std::time::Duration;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color, Move};

use super::command::Go;
use crate::board::Game;
use crate::engine::Hold;
use crate::engine::clock::{Budget, Clock};
use crate::search::Limits;
use crate::units::{Millis, Nodes, Ply};

/// The limits of a search in `game` and when it may be answered; the earliest limit wins.
pub(super) fn of(go: &Go, game: &Game, overhead: Millis) -> (Limits, Hold) {
    let budget = budget(go, game.turn(), overhead);
    let mut limits = Limits {
        depth: go.depth.map(|depth| Ply(depth.clamp(1, Ply::MAX.0))),
        nodes: go.nodes.map(|nodes| Nodes(nodes.max(1))),
        only: go
            .search_moves
            .iter()
            .filter_map(|text| read_move(game.position(), text))
            .collect(),
        mate: go.mate,
        ..Limits::default()
    };
    if go.ponder {
        return (limits, Hold::UntilHit(budget));
    }
    if go.infinite {
        return (limits, Hold::UntilStopped);
    }
    if let Some(budget) = budget {
        limits.soft = Some(budget.soft);
        limits.hard = Some(budget.hard);
    }
    let endless = budget.is_none() && go.depth.is_none() && go.nodes.is_none() && go.mate.is_none();
    let hold = if endless {
        Hold::UntilStopped
    } else {
        Hold::None
    };
    (limits, hold)
}

fn budget(go: &Go, turn: Color, overhead: Millis) -> Option<Budget> {
    let own = turn.fold_wb(
        (go.white_time, go.white_increment),
        (go.black_time, go.black_increment),
    );
    let other = turn.fold_wb(
        (go.black_time, go.black_increment),
        (go.white_time, go.white_increment),
    );
    // A side without a clock is taken to have the other's: better than never to answer.
    let by_clock = [own, other].into_iter().find_map(|(time, increment)| {
        time.map(|remaining| {
            let clock = Clock {
                remaining,
                increment: increment.unwrap_or_default(),
                moves_to_go: go.moves_to_go,
            };
            Budget::share_of(&clock, overhead)
        })
    });
    let by_move = go.move_time.map(|span| Budget::exactly(span, overhead));
    match (by_clock, by_move) {
        (Some(one), Some(other)) => Some(Budget {
            soft: earlier(one.soft, other.soft),
            hard: earlier(one.hard, other.hard),
        }),
        (one, other) => one.or(other),
    }
}

fn earlier(one: Duration, other: Duration) -> Duration {
    one.min(other)
}

/// A legal move as UCI writes it.
pub(super) fn read_move(position: &Chess, text: &str) -> Option<Move> {
    let uci: UciMove = text.parse().ok()?;
    uci.to_move(position).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::command::{Command, parse};

    fn limits(line: &str) -> (Limits, Hold) {
        let Command::Go(go) = parse(line) else {
            panic!("no go: {line}");
        };
        of(&go, &Game::new(), Millis(0))
    }

    #[test]
    fn the_earliest_limit_wins() {
        let (found, hold) = limits("go wtime 600000 btime 1 depth 5 movetime 2000");
        assert_eq!(found.hard, Some(Duration::from_secs(2)));
        assert_eq!((found.depth, hold), (Some(Ply(5)), Hold::None));
        let (found, _) = limits("go wtime 3000 movetime 2000");
        assert_eq!(found.soft, Some(Duration::from_millis(100)));
    }

    #[test]
    fn one_clock_is_enough_and_no_limit_waits_for_stop() {
        assert!(limits("go btime 1000").0.hard.is_some());
        assert_eq!(limits("go").1, Hold::UntilStopped);
        assert_eq!(limits("go infinite wtime 10").0.hard, None);
        let (found, hold) = limits("go ponder wtime 3000 nodes 0");
        assert_eq!((found.hard, found.nodes), (None, Some(Nodes(1))));
        assert!(matches!(hold, Hold::UntilHit(Some(_))));
    }

    #[test]
    fn only_legal_moves_are_searched_and_depth_is_bounded() {
        let (found, _) = limits("go searchmoves e2e4 e2e5 depth 60000");
        assert_eq!(found.only.len(), 1);
        assert_eq!(found.depth, Some(Ply::MAX));
    }
}
