//! Compliance test of an engine with the UCI protocol: a list of steps, each passed or failed with a reason.
//!
//! The first part runs the steps of `fastchess --compliance`, in its order; the rest is behaviour that GUIs and bots
//! rely on beyond it. An engine that ends or falls silent is started again for the next step.

use std::time::{Duration, Instant};

use shakmaty::uci::UciMove;

use super::engine_line::{self, DeclaredOption, EngineInfo, EngineLine};
use super::output_check;
use super::process::{EngineProcess, NoLine};
use super::script::{self, ScriptedSearch};
use super::spec::EngineSpec;
use super::start::EngineTimeouts;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::play::protocol_warning::ProtocolLapse;

/// One step of the test and its outcome.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ComplianceStep {
    /// Name of the step, mostly the lines sent.
    pub name: String,
    /// Success, or the reason for the failure.
    pub outcome: Result<(), String>,
}

/// Runs all steps on an engine and hands each to `tell` as it ends. Ends early only when `stop` is raised.
pub fn examine(
    spec: &EngineSpec,
    patience: EngineTimeouts,
    stop: &CancelFlag,
    tell: &mut dyn FnMut(&ComplianceStep),
) -> Vec<ComplianceStep> {
    let mut examiner = Examiner {
        spec,
        patience,
        stop,
        tell,
        process: None,
        steps: Vec::new(),
    };
    examiner.introduction();
    examiner.positions();
    for search in script::searches() {
        examiner.search(&search);
    }
    examiner.robustness();
    examiner.endings();
    examiner.steps
}

type StepResult = Result<(), String>;

struct Examiner<'a> {
    spec: &'a EngineSpec,
    patience: EngineTimeouts,
    stop: &'a CancelFlag,
    tell: &'a mut dyn FnMut(&ComplianceStep),
    process: Option<EngineProcess>,
    steps: Vec<ComplianceStep>,
}

/// An engine's answer to a `go`.
struct SearchAnswer {
    said: Vec<EngineInfo>,
    best: String,
}

impl Examiner<'_> {
    fn step(&mut self, name: &str, check: impl FnOnce(&mut Self) -> StepResult) {
        if self.stop.is_raised() {
            return;
        }
        let outcome = check(self);
        self.record(name, outcome);
    }

    fn record(&mut self, name: &str, outcome: StepResult) {
        let step = ComplianceStep {
            name: name.to_owned(),
            outcome,
        };
        (self.tell)(&step);
        self.steps.push(step);
    }

    /// Returns the running engine; starts and introduces it first if necessary.
    fn engine(&mut self) -> Result<&mut EngineProcess, String> {
        if self.process.is_none() {
            self.process =
                Some(EngineProcess::start(self.spec).map_err(|error| error.to_string())?);
            self.say("uci")?;
            self.until(
                |line| matches!(line, EngineLine::UciOk).then_some(()),
                "uciok",
            )?;
        }
        self.process.as_mut().ok_or_else(|| "it is gone".to_owned())
    }

    fn say(&mut self, line: &str) -> StepResult {
        let said = self.engine()?.send(line);
        said.map_err(|_| {
            self.process = None;
            format!("it does not read '{line}' any more")
        })
    }

    /// Receives lines until `wanted` returns a value; `name` names the expected line in errors.
    fn until<T>(
        &mut self,
        mut wanted: impl FnMut(EngineLine) -> Option<T>,
        name: &str,
    ) -> Result<T, String> {
        let until = Instant::now() + self.patience.answer;
        let heard = loop {
            let Some(process) = &mut self.process else {
                return Err("it is gone".to_owned());
            };
            match process.receive(until, self.stop) {
                Ok(heard) => {
                    if let Some(found) = wanted(engine_line::parse(&heard.text)) {
                        break Ok(found);
                    }
                }
                Err(NoLine::Ended) => break Err(format!("it ended before '{name}'")),
                Err(NoLine::Stopped) => break Err("stopped".to_owned()),
                Err(NoLine::TimeUp) => {
                    let seconds = self.patience.answer.as_secs_f64();
                    break Err(format!("no '{name}' within {seconds} s"));
                }
            }
        };
        if heard.is_err() {
            self.process = None;
        }
        heard
    }

    fn ready(&mut self) -> StepResult {
        self.say("isready")?;
        self.until(
            |line| matches!(line, EngineLine::ReadyOk).then_some(()),
            "readyok",
        )
    }

    /// Runs a step that sends `line` and expects the engine to answer `isready` afterwards.
    fn ready_after(&mut self, line: &str) {
        self.step(&format!("'{line}', then ready"), |this| {
            this.say(line)?;
            this.ready()
        });
    }

    fn best_move(&mut self) -> Result<SearchAnswer, String> {
        let mut said = Vec::new();
        let best = self.until(
            |line| match line {
                EngineLine::Info(info) => {
                    said.push(*info);
                    None
                }
                EngineLine::BestMove { best, .. } => Some(best),
                _ => None,
            },
            "bestmove",
        )?;
        Ok(SearchAnswer { said, best })
    }

    fn introduction(&mut self) {
        let mut name = None;
        let mut author = None;
        let mut options = Vec::new();
        self.step("the engine starts", |this| {
            let process = EngineProcess::start(this.spec).map_err(|error| error.to_string())?;
            this.process = Some(process);
            Ok(())
        });
        self.step("'uci' is answered by 'uciok'", |this| {
            this.say("uci")?;
            this.until(
                |line| {
                    match line {
                        EngineLine::UciOk => return Some(()),
                        EngineLine::Name(text) => name = Some(text),
                        EngineLine::Author(text) => author = Some(text),
                        EngineLine::Option(option) => options.push(option),
                        _ => {}
                    }
                    None
                },
                "uciok",
            )
        });
        let named = |what: &Option<String>| match what {
            Some(text) if !text.is_empty() => Ok(()),
            _ => Err("it is missing".to_owned()),
        };
        self.step("'id name' is there", |_| named(&name));
        self.step("'id author' is there", |_| named(&author));
        self.step("options are declared soundly", |_| {
            options.iter().try_for_each(sound_option)
        });
        self.step("'isready' is answered by 'readyok'", Self::ready);
    }

    fn positions(&mut self) {
        for line in script::POSITIONS {
            self.ready_after(line);
        }
    }

    /// Runs the steps of one search: a legal move, a score, and correct `info` lines.
    fn search(&mut self, search: &ScriptedSearch) {
        if self.stop.is_raised() {
            return;
        }
        let asked = search.to_string();
        let answer = self.ask(search);
        let outcome = answer.as_ref().map_err(Clone::clone).and_then(|answer| {
            if search.is_answered_by(&answer.best) {
                Ok(())
            } else {
                Err(format!("'bestmove {}' is not an answer", answer.best))
            }
        });
        self.record(&format!("{asked}: a move"), outcome);
        let Ok(answer) = answer else { return };
        if search.is_over() {
            return;
        }
        let shown = answer.said.iter().any(|info| info.score.is_some());
        let outcome = if shown {
            Ok(())
        } else {
            Err("no 'info' line with a score came before the move".to_owned())
        };
        self.record(&format!("{asked}: a score"), outcome);
        let warning = output_check::warnings(search.game(), &answer.said, &answer.best)
            .into_iter()
            .find(|warning| warning.lapse != ProtocolLapse::NoScore);
        let outcome = warning.map_or(Ok(()), |warning| Err(format!("it {warning}")));
        self.record(&format!("{asked}: sound lines"), outcome);
    }

    fn ask(&mut self, search: &ScriptedSearch) -> Result<SearchAnswer, String> {
        self.say("ucinewgame")?;
        self.ready()?;
        self.say(search.position())?;
        self.say(search.go())?;
        self.best_move()
    }

    fn robustness(&mut self) {
        self.ready_after("stop");
        self.ready_after("ponderhit");
        self.ready_after("no such command, surely");
        self.ready_after("");
        self.ready_after("setoption name NoSuchOption value 1");
        self.ready_after("   position \t startpos   moves  e2e4   e7e5  ");
        self.step("'isready' is answered while it searches", |this| {
            this.say("position startpos")?;
            this.say("go infinite")?;
            this.ready()
        });
        self.step("'stop' ends an infinite search with a move", |this| {
            this.say("stop")?;
            legal_at_start(&this.best_move()?)
        });
        self.step("a second 'stop' brings no second move", |this| {
            this.say("stop")?;
            this.say("isready")?;
            let stray = this.until(
                |line| match line {
                    EngineLine::ReadyOk => Some(false),
                    EngineLine::BestMove { .. } => Some(true),
                    _ => None,
                },
                "readyok",
            )?;
            if stray {
                Err("'bestmove' came twice".to_owned())
            } else {
                Ok(())
            }
        });
        self.step("'ponderhit' ends pondering with a move", |this| {
            this.say("position startpos")?;
            this.say("go ponder wtime 100 btime 100")?;
            this.ready()?;
            this.say("ponderhit")?;
            legal_at_start(&this.best_move()?)
        });
        self.step("'stop' ends pondering with a move", |this| {
            this.say("go ponder wtime 100 btime 100")?;
            this.say("stop")?;
            legal_at_start(&this.best_move()?)
        });
    }

    fn endings(&mut self) {
        self.step("'quit' ends the engine", |this| {
            this.ready()?;
            this.say("quit")?;
            this.ends()
        });
        self.step("the end of its input ends the engine", |this| {
            this.ready()?;
            this.engine()?.close_input();
            this.ends()
        });
        self.step("the end of its input ends it while it searches", |this| {
            this.say("position startpos")?;
            this.say("go infinite")?;
            this.ready()?;
            this.engine()?.close_input();
            this.ends()
        });
    }

    /// Waits until the engine has ended.
    fn ends(&mut self) -> StepResult {
        let Some(mut process) = self.process.take() else {
            return Err("it was gone before".to_owned());
        };
        if process.ends_within(self.patience.answer) {
            Ok(())
        } else {
            let seconds = self.patience.answer.as_secs_f64();
            Err(format!("it still runs after {seconds} s"))
        }
    }
}

fn legal_at_start(answer: &SearchAnswer) -> StepResult {
    let position = GameState::new();
    let uci: Option<UciMove> = answer.best.parse().ok();
    match uci.and_then(|uci| uci.to_move(position.position()).ok()) {
        Some(_) => Ok(()),
        None => Err(format!("'bestmove {}' is not a legal move", answer.best)),
    }
}

/// Checks that every GUI can show a declared option.
fn sound_option(option: &DeclaredOption) -> StepResult {
    let name = &option.name;
    let default = option.default.as_deref();
    let wrong = |what: &str| Err(format!("option '{name}': {what}"));
    if name.is_empty() {
        return wrong("it has no name");
    }
    match option.kind.as_str() {
        "button" | "string" => Ok(()),
        "check" if matches!(default, Some("true" | "false")) => Ok(()),
        "check" => wrong("its default is neither true nor false"),
        "spin" => {
            let value: Option<i64> = default.and_then(|text| text.parse().ok());
            match (value, option.min, option.max) {
                (Some(value), Some(min), Some(max)) if (min..=max).contains(&value) => Ok(()),
                (Some(_), Some(_), Some(_)) => wrong("its default is out of its range"),
                _ => wrong("default, min or max is not a whole number"),
            }
        }
        "combo" if default.is_some_and(|text| option.values.iter().any(|one| one == text)) => {
            Ok(())
        }
        "combo" => wrong("its default is none of its values"),
        kind => wrong(&format!("there is no type '{kind}'")),
    }
}

/// Default timeout for each answer; the searches are short.
pub const PATIENCE: Duration = Duration::from_secs(5);
