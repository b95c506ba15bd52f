//! The players of a game: the trait, and players of this program with and without a clock.

use std::time::{Duration, Instant};

use shakmaty::{ByColor, Move};

use super::game_clock::GameClock;
use super::protocol_warning::ProtocolWarning;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::engine::clock::TimeBudget;
use crate::engine::player::Player;
use crate::record::Termination;
use crate::score::Score;
use crate::search::{SearchEvent, SearchLimits};
use crate::units::{Millis, Nodes, Ply};

/// Reserve of time that a player of this program keeps on its clock. The operating system may take some milliseconds
/// to give back a processor that another program uses.
const OVERHEAD: Millis = Millis(10);

/// A position in which a player must choose a move.
#[derive(Clone, Copy, Debug)]
pub struct MoveRequest<'a> {
    /// The game so far; it is not over.
    pub game: &'a GameState,
    /// The legal moves of its position, at least one.
    pub legal: &'a [Move],
    /// The clocks of both sides.
    pub clocks: &'a ByColor<GameClock>,
    /// Time that the move may take beyond the clock.
    pub margin: Duration,
}

impl MoveRequest<'_> {
    /// Returns the clock of the side to move.
    pub fn clock(&self) -> &GameClock {
        self.clocks.get(self.game.turn())
    }
}

/// A move with its player's report about it.
#[derive(Clone, Debug)]
pub struct ChosenMove {
    /// A legal move.
    pub chosen: Move,
    /// Time taken, measured by the program that runs the game.
    pub spent: Duration,
    /// Score from the point of view of the side that moved; `None` if not reported.
    pub score: Option<Score>,
    /// Depth of the search behind the score, in plies; `None` if not reported.
    pub depth: Option<Ply>,
    /// Nodes searched; `None` if nothing was searched or reported.
    pub nodes: Option<Nodes>,
    /// Protocol lapses in an engine's output, if it is checked.
    pub warnings: Vec<ProtocolWarning>,
}

impl ChosenMove {
    /// Returns the only legal move, chosen without a search.
    const fn forced(chosen: Move) -> Self {
        Self {
            chosen,
            spent: Duration::ZERO,
            score: None,
            depth: None,
            nodes: None,
            warnings: Vec::new(),
        }
    }
}

/// A fault of a player, which loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerFault {
    /// Kind of fault.
    pub kind: FaultKind,
    /// Description of the fault, as a predicate: `ended while it should send its move`.
    pub detail: String,
}

impl PlayerFault {
    /// Returns the fault of a move that took longer than its clock allowed.
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

/// The ways to lose a game other than by the rules of chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The clock ran out.
    Time,
    /// An illegal move, or no move at all.
    Illegal,
    /// The program ended.
    Crash,
    /// The program does not answer any more.
    Stall,
}

impl FaultKind {
    /// Returns the termination of a game that was lost by this fault.
    pub const fn termination(self) -> Termination {
        match self {
            Self::Time => Termination::TimeForfeit,
            Self::Illegal => Termination::IllegalMove,
            Self::Crash => Termination::EngineCrash,
            Self::Stall => Termination::EngineStall,
        }
    }
}

/// A player of one game after another. Methods return `None` when the match was stopped.
pub trait MatchPlayer {
    /// Begins a new game. Returns how long an engine in another process took to report that it is
    /// ready; `None` for a player in this process.
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>>;

    /// Chooses a move; returns it with its report, or the player's fault.
    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>>;

    /// Returns true if the player can play another game.
    fn is_usable(&self) -> bool;
}

impl Player {
    /// Searches the position within the limits of its clock and reports events of the search. Unlike
    /// [`choose`](MatchPlayer::choose), it also searches a position with a single legal move.
    pub fn choose_with_events(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
        on_event: &mut dyn FnMut(SearchEvent<'_>),
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        search(self, request.game, &limits(request.clock()), stop, on_event)
    }

    /// Plays a single legal move at once, and else searches the position within `limits`.
    fn choose_within(
        &mut self,
        request: &MoveRequest<'_>,
        limits: &SearchLimits,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        if let [only] = *request.legal {
            return Some(Ok(ChosenMove::forced(only)));
        }
        search(self, request.game, limits, stop, &mut |_| {})
    }
}

/// A player of this program that uses the clock, with one heuristic and without adapting.
impl MatchPlayer for Player {
    fn begin(&mut self, _: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        self.new_game();
        Some(Ok(None))
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        self.choose_within(request, &limits(request.clock()), stop)
    }

    fn is_usable(&self) -> bool {
        true
    }
}

/// A player of this program that searches each move within the same limits, without a clock.
#[derive(Debug)]
pub struct LimitedPlayer {
    /// Player, whose heuristic may change between games.
    pub player: Player,
    limits: SearchLimits,
}

impl LimitedPlayer {
    /// Creates a player with these limits for each move.
    pub const fn new(player: Player, limits: SearchLimits) -> Self {
        Self { player, limits }
    }

    /// Searches within other limits from the next move on.
    pub fn set_limits(&mut self, limits: SearchLimits) {
        self.limits = limits;
    }
}

impl MatchPlayer for LimitedPlayer {
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        self.player.begin(stop)
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        self.player.choose_within(request, &self.limits, stop)
    }

    fn is_usable(&self) -> bool {
        true
    }
}

fn search(
    player: &mut Player,
    game: &GameState,
    limits: &SearchLimits,
    stop: &CancelFlag,
    on_event: &mut dyn FnMut(SearchEvent<'_>),
) -> Option<Result<ChosenMove, PlayerFault>> {
    let began = Instant::now();
    let report = player.choose(game, limits, stop, on_event);
    if stop.is_raised() {
        return None;
    }
    let spent = began.elapsed();
    let no_move = || PlayerFault {
        kind: FaultKind::Illegal,
        detail: "found no move".to_owned(),
    };
    Some(report.best.ok_or_else(no_move).map(|chosen| ChosenMove {
        chosen,
        spent,
        score: Some(report.score),
        depth: Some(report.depth),
        nodes: Some(report.nodes),
        warnings: Vec::new(),
    }))
}

/// Returns the reserve kept of a fixed time for one move. It is at most half of that time, since a search needs some
/// time to find a move.
fn overhead_of(move_time: Duration) -> Millis {
    OVERHEAD.min(Millis::from(move_time / 2))
}

/// Returns the limits of one search: the share of the clock for this move, at most the time for one move, and the
/// player's other limits.
fn limits(clock: &GameClock) -> SearchLimits {
    let thinking = clock.thinking();
    let share = clock.for_next_move();
    let share = share.map(|clock| TimeBudget::share_of(&clock, OVERHEAD));
    let most = thinking
        .move_time
        .map(|time| TimeBudget::exactly(time.into(), overhead_of(time)));
    let budget = match (share, most) {
        (Some(share), Some(most)) => Some(TimeBudget {
            soft: share.soft.min(most.soft),
            hard: share.hard.min(most.hard),
        }),
        (share, most) => share.or(most),
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
    use super::super::time_control::ThinkingLimits;
    use super::*;
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

    #[test]
    fn a_clock_beside_a_time_for_one_move_does_not_lift_it() {
        let time = Duration::from_millis(100);
        let limits = limits(&GameClock::new(ThinkingLimits {
            clock: Some("600".parse().expect("a clock")),
            move_time: Some(time),
            ..ThinkingLimits::default()
        }));
        assert!(limits.hard.is_some_and(|hard| hard < time), "{limits:?}");
    }
}
