//! The UCI conversation with one engine: introduction, options, games and moves, with the faults that end it.

use std::time::{Duration, Instant};

use shakmaty::Move;
use shakmaty::uci::UciMove;

use super::commands::{go_line, position_line};
use super::engine_line::{self, DeclaredOption, EngineInfo, EngineLine};
use super::output_check;
use super::process::{EngineProcess, NoLine};
use super::spec::EngineSpec;
use super::start::{EngineStartError, EngineTimeouts};
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::play::{ChosenMove, FaultKind, MatchPlayer, MoveRequest, PlayerFault};

/// A running engine, spoken to in UCI.
#[derive(Debug)]
pub struct UciClient {
    process: EngineProcess,
    program: String,
    name: Option<String>,
    declared: Vec<DeclaredOption>,
    patience: EngineTimeouts,
    check: OutputCheck,
    sound: bool,
}

/// Extent of the checks on an engine's output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OutputCheck {
    /// Only moves are checked.
    #[default]
    Moves,
    /// Moves and every `info` line are checked.
    Output,
}

impl UciClient {
    /// Starts an engine, waits for `uciok`, sets its options and waits for `readyok`.
    ///
    /// # Errors
    ///
    /// [`EngineStartError`]; the program is then ended.
    pub fn start(
        spec: &EngineSpec,
        patience: EngineTimeouts,
        stop: &CancelFlag,
    ) -> Result<Self, EngineStartError> {
        let process = EngineProcess::start(spec).map_err(|source| EngineStartError::Spawn {
            program: spec.program.clone(),
            source,
        })?;
        let mut client = Self {
            process,
            program: spec.program.clone(),
            name: None,
            declared: Vec::new(),
            patience,
            check: OutputCheck::Moves,
            sound: true,
        };
        client.introduce(stop)?;
        for (name, value) in &spec.options {
            let line = client.setting(name, value.as_deref())?;
            client.tell("setoption", &line)?;
        }
        client.ready(stop)?;
        Ok(client)
    }

    /// Sets options between games, and waits for `readyok`.
    ///
    /// # Errors
    ///
    /// [`EngineStartError`], as [`start`](Self::start).
    pub fn set_options(
        &mut self,
        options: &[(&str, &str)],
        stop: &CancelFlag,
    ) -> Result<(), EngineStartError> {
        for (name, value) in options {
            let line = self.setting(name, Some(value))?;
            self.tell("setoption", &line)?;
        }
        self.ready(stop).map(drop)
    }

    /// Checks that the program can be started, and ends it again.
    ///
    /// # Errors
    ///
    /// [`EngineStartError::Spawn`].
    pub fn runs(spec: &EngineSpec) -> Result<(), EngineStartError> {
        EngineProcess::start(spec)
            .map(drop)
            .map_err(|source| EngineStartError::Spawn {
                program: spec.program.clone(),
                source,
            })
    }

    /// Sets the extent of the checks on the engine's output.
    pub const fn set_check(&mut self, check: OutputCheck) {
        self.check = check;
    }

    /// Returns the engine's name by `id name`, `None` if it sent none.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the options that the engine declared.
    pub fn declared(&self) -> &[DeclaredOption] {
        &self.declared
    }

    fn introduce(&mut self, stop: &CancelFlag) -> Result<(), EngineStartError> {
        self.tell("uci", "uci")?;
        let until = Instant::now() + self.patience.answer;
        loop {
            match self.process.receive(until, stop) {
                Ok(heard) => match engine_line::parse(&heard.text) {
                    EngineLine::Name(name) => self.name = Some(name),
                    EngineLine::Option(option) => self.declared.push(option),
                    EngineLine::UciOk => return Ok(()),
                    _ => {}
                },
                Err(silence) => return Err(self.unanswered("uci", silence)),
            }
        }
    }

    /// Sends `isready`, waits for `readyok` and returns the time that took.
    fn ready(&mut self, stop: &CancelFlag) -> Result<Duration, EngineStartError> {
        let asked = Instant::now();
        self.tell("isready", "isready")?;
        let until = asked + self.patience.answer;
        loop {
            match self.process.receive(until, stop) {
                Ok(heard) if engine_line::parse(&heard.text) == EngineLine::ReadyOk => {
                    return Ok(heard.at.saturating_duration_since(asked));
                }
                Ok(_) => {}
                Err(silence) => return Err(self.unanswered("isready", silence)),
            }
        }
    }

    fn tell(&mut self, asked: &'static str, line: &str) -> Result<(), EngineStartError> {
        self.process
            .send(line)
            .map_err(|_| self.unanswered(asked, NoLine::Ended))
    }

    fn unanswered(&self, asked: &'static str, silence: NoLine) -> EngineStartError {
        let program = self.program.clone();
        match silence {
            NoLine::Ended => EngineStartError::Ended {
                last_words: self.process.last_words(),
                program,
                asked,
            },
            NoLine::TimeUp => EngineStartError::Silent {
                program,
                asked,
                waited: self.patience.answer,
            },
            NoLine::Stopped => EngineStartError::Stopped(program),
        }
    }

    /// Returns the `setoption` line for an option, after checking name and value against the declaration.
    fn setting(&self, name: &str, value: Option<&str>) -> Result<String, EngineStartError> {
        let option = self
            .declared
            .iter()
            .find(|option| option.name.eq_ignore_ascii_case(name))
            .ok_or_else(|| EngineStartError::UnknownOption {
                program: self.program.clone(),
                name: name.to_owned(),
                known: self
                    .declared
                    .iter()
                    .map(|option| option.name.as_str())
                    .collect::<Vec<_>>()
                    .join(", "),
            })?;
        if let Some(expected) = option.refuses(value) {
            return Err(EngineStartError::Value {
                program: self.program.clone(),
                name: option.name.clone(),
                value: value.unwrap_or_default().to_owned(),
                expected,
            });
        }
        Ok(match value {
            Some(value) => format!("setoption name {} value {value}", option.name),
            None => format!("setoption name {}", option.name),
        })
    }

    /// Returns a fault after which this process cannot be used any more.
    fn broken(&mut self, kind: FaultKind, detail: String) -> PlayerFault {
        self.sound = false;
        PlayerFault { kind, detail }
    }

    fn fault_of(&mut self, silence: NoLine, waiting_for: &str) -> Option<PlayerFault> {
        match silence {
            NoLine::Stopped => None,
            NoLine::Ended => {
                let last_words = self.process.last_words();
                let detail = format!("ended while it should send {waiting_for}{last_words}");
                Some(self.broken(FaultKind::Crash, detail))
            }
            NoLine::TimeUp => {
                let detail = format!("did not send {waiting_for} in time");
                Some(self.broken(FaultKind::Stall, detail))
            }
        }
    }

    /// Asks for a move as [`MatchPlayer::choose`] does. `on_info` receives each `info` line about the best line, with
    /// the time since the request.
    pub fn choose_with_info(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
        on_info: &mut dyn FnMut(&EngineInfo, Duration),
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        self.process.unread_lines().for_each(drop);
        let (game, own) = (request.game, request.clock());
        let allowed = own
            .allowance()
            .map(|allowed| allowed.saturating_add(request.margin));
        let position = self.process.send(&position_line(game));
        let go = go_line(game.turn(), request.clocks);
        let began = Instant::now();
        if position.and_then(|()| self.process.send(&go)).is_err() {
            return self.fault_of(NoLine::Ended, "its move").map(Err);
        }
        let answer = match self.listen(began, allowed, stop, on_info)? {
            Ok(answer) => answer,
            Err(fault) => return Some(Err(fault)),
        };
        // A late move need not be checked for legality.
        if allowed.is_some_and(|allowed| answer.spent > allowed) {
            return Some(Err(PlayerFault::late(answer.spent, own.allowance())));
        }
        let Some(chosen) = Self::legal(&answer.best, game) else {
            let shown: String = answer.best.chars().take(20).collect();
            return Some(Err(PlayerFault {
                kind: FaultKind::Illegal,
                detail: format!("played '{shown}', which is not a legal move"),
            }));
        };
        Some(Ok(ChosenMove {
            chosen,
            spent: answer.spent,
            score: answer.last.score,
            depth: answer.last.depth,
            nodes: answer.last.nodes,
            warnings: match self.check {
                OutputCheck::Moves => Vec::new(),
                OutputCheck::Output => output_check::warnings(game, &answer.said, &answer.best),
            },
        }))
    }

    /// Returns the move written as `word` in UCI notation, if it is legal in the position of `game`.
    pub fn legal(word: &str, game: &GameState) -> Option<Move> {
        let uci: UciMove = word.parse().ok()?;
        uci.to_move(game.position()).ok()
    }

    /// Waits for the move. A late engine is sent `stop`: if it then answers, it has lost on time and can play on,
    /// else it has stalled.
    fn listen(
        &mut self,
        began: Instant,
        allowed: Option<Duration>,
        stop: &CancelFlag,
        on_info: &mut dyn FnMut(&EngineInfo, Duration),
    ) -> Option<Result<UciAnswer, PlayerFault>> {
        let mut answer = UciAnswer::default();
        let mut until = began + allowed.unwrap_or(self.patience.untimed_move);
        let mut reminded = false;
        loop {
            match self.process.receive(until, stop) {
                Ok(heard) => match engine_line::parse(&heard.text) {
                    EngineLine::Info(info) => {
                        if info.is_first_line() {
                            on_info(&info, heard.at.saturating_duration_since(began));
                        }
                        answer.take_in(&info);
                        if self.check == OutputCheck::Output {
                            answer.said.push(*info);
                        }
                    }
                    EngineLine::BestMove { best, .. } => {
                        answer.best = best;
                        answer.spent = heard.at.saturating_duration_since(began);
                        if allowed.is_none() && reminded {
                            let detail = "moved only when told to stop".to_owned();
                            return Some(Err(PlayerFault {
                                kind: FaultKind::Stall,
                                detail,
                            }));
                        }
                        return Some(Ok(answer));
                    }
                    _ => {}
                },
                Err(NoLine::TimeUp) if !reminded => {
                    reminded = true;
                    until = Instant::now() + self.patience.answer;
                    // A program that has ended is noticed by its silence.
                    let _ = self.process.send("stop");
                }
                Err(silence) => return self.fault_of(silence, "its move").map(Err),
            }
        }
    }
}

/// An engine's answer to one `go`.
#[derive(Clone, Debug, Default)]
struct UciAnswer {
    best: String,
    spent: Duration,
    /// Latest value of each statistic of the best line.
    last: EngineInfo,
    /// All `info` lines, if the output is checked.
    said: Vec<EngineInfo>,
}

impl UciAnswer {
    fn take_in(&mut self, info: &EngineInfo) {
        if !info.is_first_line() {
            return;
        }
        self.last.nodes = info.nodes.or(self.last.nodes);
        if info.score.is_some() {
            self.last.score = info.score;
            self.last.depth = info.depth.or(self.last.depth);
        }
    }
}

impl MatchPlayer for UciClient {
    fn begin(&mut self, stop: &CancelFlag) -> Option<Result<Option<Duration>, PlayerFault>> {
        // Output left from the last game must not answer for this one.
        self.process.unread_lines().for_each(drop);
        let ready = self
            .tell("ucinewgame", "ucinewgame")
            .and_then(|()| self.ready(stop))
            // The first answer may have waited until a table was cleared, so the second is timed.
            .and_then(|_| self.ready(stop));
        match ready {
            Ok(latency) => Some(Ok(Some(latency))),
            Err(EngineStartError::Stopped(_)) => None,
            Err(error @ EngineStartError::Silent { .. }) => {
                Some(Err(self.broken(FaultKind::Stall, error.to_string())))
            }
            Err(error) => Some(Err(self.broken(FaultKind::Crash, error.to_string()))),
        }
    }

    fn choose(
        &mut self,
        request: &MoveRequest<'_>,
        stop: &CancelFlag,
    ) -> Option<Result<ChosenMove, PlayerFault>> {
        self.choose_with_info(request, stop, &mut |_, _| {})
    }

    fn is_usable(&self) -> bool {
        self.sound
    }
}
