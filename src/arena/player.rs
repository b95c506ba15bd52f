//! Who sits at the board: a player of this program, or an engine behind a pipe.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Move, Position as _};

use super::external::output_check::ProtocolWarning;
use super::time_control::GameClock;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::engine::clock::{Clock, TimeBudget};
use crate::engine::player::Player;
use crate::record::Termination;
use crate::score::Score;
use crate::search::{SearchEvent, SearchLimits};
use crate::units::{Millis, Nodes, Ply};

/// What a player of this program may lose between its search and the arena's clock: a processor
/// that is given to somebody else takes some milliseconds to come back.
const OVERHEAD: Millis = Millis(10);

/// A move with what its player said about it.
#[derive(Clone, Debug)]
pub struct ChosenMove {
    /// A legal move.
    pub chosen: Move,
    /// By the arena's watch.
    pub spent: Duration,
    /// For the side that moved.
    pub score: Option<Score>,
    /// Of the search behind the score.
    pub depth: Option<Ply>,
    /// Positions searched.
    pub nodes: Option<Nodes>,
    /// What was wrong with its words, when they are checked.
    pub warnings: Vec<ProtocolWarning>,
}

/// What a player did wrong; each costs the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// Which rule of conduct it broke.
    pub kind: FaultKind,
    /// What happened, as a predicate: `ended while it should send its move`.
    pub detail: String,
}

impl PlayerFault {
    /// A move that took longer than its clock allowed.
    pub fn late(spent: Duration, allowed: Option<Duration>) -> Self {
        let milliseconds = |span: Duration| span.as_secs_f64() * 1e3;
        Self {
            kind: FaultKind::Time,
            detail: format!(
                "took {:.1} ms and had {:.1} ms",
                milliseconds(spent),
                milliseconds(allowed.unwrap_or_default())
            ),
        }
    }
}

/// The ways to lose a game beside the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The clock ran out.
    Time,
    /// A move that the rules forbid, or none at all.
    Illegal,
    /// The program ended.
    Crash,
    /// The program does not answer.
    Stall,
}

impl FaultKind {
    /// How a game is said to have ended by it.
    pub const fn termination(self) -> Termination {
        match self {
            Self::Time => Termination::TimeForfeit,
            Self::Illegal => Termination::IllegalMove,
            Self::Crash => Termination::EngineCrash,
            Self::Stall => Termination::EngineStall,
        }
    }
}

/// Somebody who can play a game. `None` always means that the match was stopped meanwhile.
pub trait MatchPlayer {
    /// A new game begins. Returns the latency: how long a question that needs no thinking takes to
    /// be answered; none within this process.
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>>;

    /// Asks for a move in a game that is not over. `margin` is what the arena forgives beyond the
    /// clock.
    fn choose(
        &mut self,
        game: &GameState,
        clocks: &ByColor<GameClock>,
        margin: Duration,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>>;

    /// Whether it can play another game.
    fn is_usable(&self) -> bool;
}

impl Player {
    /// Chooses a move, as [`MatchPlayer::choose`] does, and lets hear what the search tells meanwhile.
    pub fn choose_with_events(
        &mut self,
        game: &GameState,
        clocks: &ByColor<GameClock>,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        let began = Instant::now();
        let limits = limits(clocks.get(game.turn()));
        let report = Self::choose(self, game, &limits, stop, on_event);
        if stop.is_raised() {
            return None;
        }
        let spent = began.elapsed();
        Some(report.best.map_or_else(
            || {
                Err(PlayerFault {
                    kind: FaultKind::Illegal,
                    detail: "found no move".to_owned(),
                })
            },
            |chosen| {
                Ok(ChosenMove {
                    chosen,
                    spent,
                    score: Some(report.score),
                    depth: Some(report.depth),
                    nodes: Some(report.nodes),
                    warnings: Vec::new(),
                })
            },
        ))
    }
}

/// A player of this program without its adaptation: one heuristic, searched in this process.
impl MatchPlayer for Player {
    fn begin(&mut self, _: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        self.new_game();
        Some(Ok(None))
    }

    fn choose(
        &mut self,
        game: &GameState,
        clocks: &ByColor<GameClock>,
        _: Duration,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        let began = Instant::now();
        // Nothing is to be found out about the only legal move.
        if let [chosen] = game.position().legal_moves()[..] {
            return Some(Ok(ChosenMove {
                chosen,
                spent: began.elapsed(),
                score: None,
                depth: None,
                nodes: None,
                warnings: Vec::new(),
            }));
        }
        self.choose_with_events(game, clocks, stop, &mut |_| {})
    }

    fn is_usable(&self) -> bool {
        true
    }
}

/// What is kept back of a time for one move: no more than half of it, for a search that has no time finds
/// nothing.
fn overhead_of(move_time: Duration) -> Millis {
    OVERHEAD.min(Millis::from(move_time / 2))
}

/// The limits of one search by the clock and whatever else bounds it.
fn limits(clock: &GameClock) -> SearchLimits {
    let thinking = clock.thinking();
    let budget = match (clock.remaining(), thinking.move_time) {
        (Some(remaining), _) => Some(TimeBudget::share_of(
            &Clock {
                remaining: remaining.into(),
                increment: clock.increment().into(),
                moves_to_go: clock.moves_to_go(),
            },
            OVERHEAD,
        )),
        (None, Some(time)) => Some(TimeBudget::exactly(time.into(), overhead_of(time))),
        (None, None) => None,
    };
    SearchLimits {
        depth: thinking.depth.map(Ply),
        nodes: thinking.nodes.map(Nodes),
        soft: budget.map(|budget| budget.soft),
        hard: budget.map(|budget| budget.hard),
        ..SearchLimits::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::time_control::ThinkingLimits;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn a_time_for_one_move_is_never_used_up(milliseconds in 4_u64..600_000) {
            let time = Duration::from_millis(milliseconds);
            let limits = limits(&GameClock::new(ThinkingLimits {
                move_time: Some(time),
                ..ThinkingLimits::default()
            }));
            let hard = limits.hard.expect("a limit");
            let kept = time.saturating_sub(hard);
            prop_assert!(kept >= (time / 3).min(OVERHEAD.to_duration()), "{kept:?} of {time:?}");
            prop_assert!(!hard.is_zero());
        }
    }
}
