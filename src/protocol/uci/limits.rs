//! Converts the arguments of `go` to the limits of a search.

use std::fmt::Write as _;
use std::time::Duration;

use shakmaty::{Color, Move};

use super::command::GoCommand;
use crate::board::GameState;
use crate::engine::AnswerTiming;
use crate::engine::clock::{Clock, TimeBudget};
use crate::foreign::shortened;
use crate::protocol::line::read_coordinates;
use crate::search::SearchLimits;
use crate::units::{Millis, Nodes, Ply};

/// The plan of a search for a `go` command.
#[derive(Clone, Debug)]
pub(super) struct GoPlan {
    pub(super) limits: SearchLimits,
    pub(super) hold: AnswerTiming,
    /// The time budget after a ponder hit.
    pub(super) after_hit: Option<TimeBudget>,
    /// What was wrong with the arguments, and what is done instead.
    pub(super) objections: Vec<String>,
}

/// The most words that are repeated in a message as not being moves.
const MOST_NAMED: usize = 8;

/// Returns the limits of a search in `game` and when it may be answered. If there are several limits, the first one
/// reached ends it.
pub(super) fn plan(go: &GoCommand, game: &GameState, overhead: Millis) -> GoPlan {
    let budget = budget(go, game.turn(), overhead);
    let (only, illegal) = held_to(&go.search_moves, game);
    let without_number = (!go.without_number.is_empty()).then(|| {
        let words = go.without_number.join(", ");
        format!("{words}: a number is missing; the search goes on without")
    });
    let objections = [illegal, without_number].into_iter().flatten().collect();
    let mut limits = SearchLimits {
        depth: go.depth.map(|depth| Ply(depth.clamp(1, Ply::MAX.0))),
        nodes: go.nodes.map(|nodes| Nodes(nodes.max(1))),
        search_moves: only,
        mate: go.mate.map(|moves| moves.max(1)),
        ..SearchLimits::default()
    };
    let endless = budget.is_none() && go.depth.is_none() && go.nodes.is_none() && go.mate.is_none();
    let hold = if go.ponder {
        AnswerTiming::UntilPonderHit
    } else if go.infinite || endless {
        AnswerTiming::UntilStopped
    } else {
        AnswerTiming::Immediate
    };
    if let (AnswerTiming::Immediate, Some(budget)) = (hold, budget) {
        limits.soft = Some(budget.soft);
        limits.hard = Some(budget.hard);
    }
    GoPlan {
        limits,
        hold,
        after_hit: budget.filter(|_| !go.infinite),
        objections,
    }
}

/// Returns the legal moves among those to be searched, and a message about the others.
fn held_to(words: &[String], game: &GameState) -> (Vec<Move>, Option<String>) {
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    for word in words {
        match read_coordinates(game.position(), word) {
            Some(m) => legal.push(m),
            None => others.push(format!("'{}'", shortened(word))),
        }
    }
    if others.is_empty() {
        return (legal, None);
    }
    let more = others.len().saturating_sub(MOST_NAMED);
    others.truncate(MOST_NAMED);
    let mut named = others.join(", ");
    if more > 0 {
        // Writing to a string cannot fail.
        let _ = write!(named, " and {more} more");
    }
    let remedy = if legal.is_empty() {
        "all moves are searched"
    } else {
        "only the other moves are searched"
    };
    let objection = format!("searchmoves: not legal here: {named}; {remedy}");
    (legal, Some(objection))
}

fn budget(go: &GoCommand, turn: Color, overhead: Millis) -> Option<TimeBudget> {
    let own = turn.fold_wb(
        (go.white_time, go.white_increment),
        (go.black_time, go.black_increment),
    );
    let other = turn.fold_wb(
        (go.black_time, go.black_increment),
        (go.white_time, go.white_increment),
    );
    // Without its own clock the engine takes the opponent's: better than never to answer.
    let by_clock = [own, other].into_iter().find_map(|(time, increment)| {
        time.map(|remaining| {
            let clock = Clock {
                remaining,
                increment: increment.unwrap_or_default(),
                moves_to_go: go.moves_to_go,
            };
            TimeBudget::share_of(&clock, overhead)
        })
    });
    // The standard: "search exactly x mseconds".
    let by_move = go
        .move_time
        .map(|span| TimeBudget::exactly(span, Millis(0)));
    match (by_clock, by_move) {
        (Some(one), Some(other)) => Some(TimeBudget {
            soft: earlier(one.soft, other.soft),
            hard: earlier(one.hard, other.hard),
        }),
        (one, other) => one.or(other),
    }
}

fn earlier(one: Duration, other: Duration) -> Duration {
    one.min(other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::command::{UciCommand, parse};

    fn plan_of(line: &str) -> GoPlan {
        let UciCommand::Go(go) = parse(line) else {
            panic!("no go: {line}");
        };
        plan(&go, &GameState::new(), Millis(0))
    }

    #[test]
    fn the_earliest_limit_wins() {
        let found = plan_of("go wtime 600000 btime 1 depth 5 movetime 2000");
        assert_eq!(found.limits.hard, Some(Duration::from_secs(2)));
        assert_eq!(
            (found.limits.depth, found.hold),
            (Some(Ply(5)), AnswerTiming::Immediate)
        );
        let found = plan_of("go wtime 3000 movetime 2000");
        assert_eq!(found.limits.soft, Some(Duration::from_millis(100)));
    }

    #[test]
    fn a_time_for_one_move_is_thought_out_and_a_clock_is_not() {
        let hard = |line: &str| {
            let UciCommand::Go(go) = parse(line) else {
                panic!("no go: {line}");
            };
            plan(&go, &GameState::new(), Millis(500)).limits.hard
        };
        assert_eq!(hard("go movetime 700"), Some(Duration::from_millis(700)));
        assert!(hard("go wtime 700") < Some(Duration::from_millis(101)));
    }

    #[test]
    fn one_clock_is_enough_and_no_limit_waits_for_stop() {
        assert!(plan_of("go btime 1000").limits.hard.is_some());
        assert_eq!(plan_of("go").hold, AnswerTiming::UntilStopped);
        assert_eq!(plan_of("go infinite wtime 10").limits.hard, None);
    }

    #[test]
    fn a_pondering_search_gets_its_clock_with_the_hit() {
        let found = plan_of("go ponder wtime 3000 nodes 0");
        assert_eq!(
            (found.limits.hard, found.limits.nodes),
            (None, Some(Nodes(1)))
        );
        assert_eq!(found.hold, AnswerTiming::UntilPonderHit);
        assert!(found.after_hit.is_some());
        assert!(plan_of("go ponder").after_hit.is_none());
    }

    #[test]
    fn only_legal_moves_are_searched_and_depth_is_bounded() {
        let found = plan_of("go depth 60000 searchmoves e2e4 e2e5");
        assert_eq!(found.limits.search_moves.len(), 1);
        assert_eq!(
            found.objections,
            ["searchmoves: not legal here: 'e2e5'; only the other moves are searched"]
        );
        assert_eq!(found.limits.depth, Some(Ply::MAX));
    }

    #[test]
    fn moves_that_are_none_are_named_up_to_a_number() {
        for sound in ["go nodes 5 searchmoves e2e4", "go nodes 5"] {
            assert_eq!(plan_of(sound).objections, [""; 0]);
        }
        let found = plan_of(&format!("go searchmoves {} depth 3", "x ".repeat(20)));
        assert!(found.limits.search_moves.is_empty());
        assert_eq!(found.limits.depth, Some(Ply(3)));
        let [said] = &found.objections[..] else {
            panic!("one objection: {:?}", found.objections);
        };
        assert!(
            said.ends_with("'x', 'x' and 12 more; all moves are searched"),
            "{said}"
        );
    }

    #[test]
    fn what_has_no_number_is_named_and_a_mate_takes_a_move() {
        let found = plan_of("go movetime abc depth nodes 5");
        assert_eq!(
            found.objections,
            ["movetime, depth: a number is missing; the search goes on without"]
        );
        assert_eq!(found.limits.nodes, Some(Nodes(5)));
        assert_eq!(plan_of("go mate 0").limits.mate, Some(1));
    }
}
