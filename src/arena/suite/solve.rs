//! One attempt of a player at a test position, with the time to its solution.

use std::time::Duration;

use serde::Serialize;
use shakmaty::{ByColor, Move, Position as _};

use super::test_position::{PositionGoal, TestPosition};
use crate::arena::external::engine_line::EngineInfo;
use crate::arena::external::{EngineSpec, EngineStartError, EngineTimeouts, UciClient};
use crate::board::GameState;
use crate::board::notation::{self, Language};
use crate::cancel::CancelFlag;
use crate::engine::player::Player;
use crate::play::{
    ChosenMove, GameClock, MatchPlayer as _, MoveRequest, PlayerFault, ThinkingLimits,
};
use crate::score::Score;
use crate::search::{ScoreBound, SearchEvent, SearchReport};

/// A player that solves test positions.
#[derive(Debug)]
pub enum SuiteSolver {
    /// A heuristic, searched in this process.
    Player(Box<Player>),
    /// A program that speaks UCI.
    Engine {
        /// Specification of the program, to start it again after a crash.
        spec: EngineSpec,
        /// Timeouts for its answers.
        patience: EngineTimeouts,
        /// Running program; `None` while it does not run.
        client: Option<Box<UciClient>>,
    },
}

/// A moment of a search: time, depth and nodes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct SearchMoment {
    /// Seconds since the search began.
    pub seconds: f64,
    /// Depth reached, in plies, if the player reports it.
    pub depth: Option<u16>,
    /// Nodes searched so far, if the player reports them.
    pub nodes: Option<u64>,
}

/// The result of one attempt at a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SolveAttempt {
    /// Identifier of the position in the suite.
    pub id: String,
    /// Position as FEN.
    pub fen: String,
    /// Goal in words, as [`TestPosition::wanted`] gives it.
    pub wanted: String,
    /// Earliest moment from which every choice met the goal; `None` if the position was not solved.
    pub solution: Option<SearchMoment>,
    /// Final move in algebraic notation; `None` after a fault.
    pub played: Option<String>,
    /// Final score from the player's point of view, in the notation of UCI.
    pub score: Option<String>,
    /// Final depth in plies, if the player reports it.
    pub depth: Option<u16>,
    /// Nodes of the whole search, if the player reports them.
    pub nodes: Option<u64>,
    /// Seconds of the whole search.
    pub seconds: f64,
    /// Description of the engine's fault, if it did not move.
    pub fault: Option<String>,
}

/// A tracker of the earliest moment of a search from which every choice met the goal.
#[derive(Clone, Copy, Debug)]
struct SolutionTracker<'a> {
    goal: &'a PositionGoal,
    since: Option<SearchMoment>,
}

impl SolutionTracker<'_> {
    fn hear(&mut self, said: Move, score: Option<Score>, now: SearchMoment) {
        if self.goal.is_met(said, score) {
            self.since.get_or_insert(now);
        } else {
            self.since = None;
        }
    }

    /// Takes the best move of an iteration of a search in this process.
    fn hear_report(&mut self, report: &SearchReport) {
        if report.bound == ScoreBound::Exact
            && let Some(best) = report.best
        {
            let now = SearchMoment {
                seconds: report.time.as_secs_f64(),
                depth: Some(report.depth.0),
                nodes: Some(report.nodes.0),
            };
            self.hear(best, Some(report.score), now);
        }
    }

    /// Takes the best move of an `info` line of a program that thinks about `game`.
    fn hear_line(&mut self, info: &EngineInfo, spent: Duration, game: &GameState) {
        if let Some(said) = info.line.first()
            && !info.is_bound
            && let Some(said) = UciClient::legal(said, game)
        {
            let now = SearchMoment {
                seconds: spent.as_secs_f64(),
                depth: info.depth.map(|depth| depth.0),
                nodes: info.nodes.map(|nodes| nodes.0),
            };
            self.hear(said, info.score, now);
        }
    }
}

impl SuiteSolver {
    /// Lets the player search one position; `None` if `stop` was raised meanwhile.
    ///
    /// # Errors
    ///
    /// [`EngineStartError`] of a program that cannot be started again after a fault.
    pub fn attempt(
        &mut self,
        problem: &TestPosition,
        thinking: ThinkingLimits,
        stop: &CancelFlag,
    ) -> Result<Option<SolveAttempt>, EngineStartError> {
        let mut watch = SolutionTracker {
            goal: &problem.goal,
            since: None,
        };
        let Some(answer) = self.think(problem, thinking, stop, &mut watch)? else {
            return Ok(None);
        };
        let position = problem.game.position();
        let mut attempt = SolveAttempt {
            id: problem.id.clone(),
            fen: crate::board::fen::write(position),
            wanted: problem.wanted(Language::English),
            solution: None,
            played: None,
            score: None,
            depth: None,
            nodes: None,
            seconds: 0.0,
            fault: None,
        };
        match answer {
            Ok(choice) => {
                let last = SearchMoment {
                    seconds: choice.spent.as_secs_f64(),
                    depth: choice.depth.map(|depth| depth.0),
                    nodes: choice.nodes.map(|nodes| nodes.0),
                };
                watch.hear(choice.chosen, choice.score, last);
                attempt.solution = watch.since;
                let played = notation::write(position, choice.chosen, Language::English);
                attempt.played = Some(played);
                attempt.score = choice.score.map(|score| score.to_string());
                attempt.seconds = last.seconds;
                attempt.depth = last.depth;
                attempt.nodes = last.nodes;
            }
            Err(fault) => attempt.fault = Some(fault.detail),
        }
        Ok(Some(attempt))
    }

    /// Returns the player's choice or fault; `None` if `stop` was raised meanwhile.
    fn think(
        &mut self,
        problem: &TestPosition,
        thinking: ThinkingLimits,
        stop: &CancelFlag,
        watch: &mut SolutionTracker<'_>,
    ) -> Result<Option<Result<ChosenMove, PlayerFault>>, EngineStartError> {
        let clocks = ByColor::new_with(|_| GameClock::new(thinking));
        let game = &problem.game;
        let mut request = MoveRequest {
            game,
            legal: &game.position().legal_moves(),
            clocks: &clocks,
            margin: Duration::ZERO,
        };
        match self {
            Self::Player(player) => {
                if player.begin(stop).is_none() {
                    return Ok(None);
                }
                Ok(player.choose_with_events(&request, stop, &mut |event| {
                    if let SearchEvent::Iteration(report) = event {
                        watch.hear_report(report);
                    }
                }))
            }
            Self::Engine {
                spec,
                patience,
                client: seat,
            } => {
                let client = match seat {
                    Some(client) => client,
                    None => match UciClient::start(spec, *patience, stop) {
                        Ok(client) => seat.insert(Box::new(client)),
                        Err(EngineStartError::Stopped(_)) => return Ok(None),
                        Err(error) => return Err(error),
                    },
                };
                // An engine may be a little late, since solving is not timed against an opponent.
                request.margin = patience.answer;
                let answer = match client.begin(stop) {
                    None => return Ok(None),
                    Some(Err(fault)) => Some(Err(fault)),
                    Some(Ok(_)) => client.choose_with_info(&request, stop, &mut |info, spent| {
                        watch.hear_line(info, spent, game);
                    }),
                };
                if !client.is_usable() {
                    *seat = None;
                }
                Ok(answer)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::heuristic::Heuristic;
    use crate::search::SearchSettings;
    use crate::units::Centipawns;

    fn problem(line: &str) -> TestPosition {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("one.epd");
        std::fs::write(&file, line).expect("written");
        super::super::test_position::read(&file)
            .expect(line)
            .remove(0)
    }

    #[test]
    fn the_solution_is_the_first_moment_of_the_last_stretch() {
        let problem = problem("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;");
        let right = problem.goal.best[0];
        let moves = problem.game.position().legal_moves();
        let wrong = *moves.iter().find(|m| **m != right).expect("another move");
        let mut watch = SolutionTracker {
            goal: &problem.goal,
            since: None,
        };
        let score = Some(Score::Heuristic(Centipawns(0)));
        let mut hear = |said, seconds| {
            watch.hear(
                said,
                score,
                SearchMoment {
                    seconds,
                    ..SearchMoment::default()
                },
            );
            watch.since.map(|moment| moment.seconds)
        };
        assert_eq!(hear(right, 0.1), Some(0.1));
        assert_eq!(hear(wrong, 0.2), None);
        assert_eq!(hear(right, 0.3), Some(0.3));
        assert_eq!(hear(right, 0.4), Some(0.3));
    }

    #[test]
    fn a_player_solves_what_it_can_within_its_nodes() {
        let mut solver = SuiteSolver::Player(Box::new(Player::new(
            &Heuristic::initial(),
            &SearchSettings::for_selfplay(),
        )));
        let thinking = ThinkingLimits {
            nodes: Some(20_000),
            ..ThinkingLimits::default()
        };
        let mut attempt = |line: &str| {
            solver
                .attempt(&problem(line), thinking, &CancelFlag::new())
                .expect("no program")
                .expect("not stopped")
        };
        let solved = attempt("1Q6/8/8/8/8/k2K4/8/8 w - - dm 2; id \"Joli\";");
        assert_eq!(solved.score.as_deref(), Some("mate 2"));
        let moment = solved.solution.expect("solved");
        assert!(moment.nodes <= solved.nodes && moment.depth.is_some());
        let failed = attempt("1Q6/8/8/8/8/k2K4/8/8 w - - dm 1; id \"not in 1\";");
        assert_eq!((failed.solution, failed.fault), (None, None));
        assert!(failed.played.is_some());
    }
}
