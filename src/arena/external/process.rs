//! An external program with its pipes: input lines, timestamped output lines, and its end.

use std::io::{self, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::error_output::ErrorOutput;
use super::line_reader::each_line;
use super::spec::EngineSpec;
use crate::cancel::CancelFlag;

/// Maximum number of unread lines; beyond it the engine's output blocks.
const WAITING_LINES: usize = 4096;

/// Interval at which a wait checks for a stop by the user.
const GLANCE: Duration = Duration::from_millis(50);

/// Time that a program gets to end by itself before it is killed.
const GRACE: Duration = Duration::from_millis(500);

/// A line of output and its time of arrival.
#[derive(Clone, Debug)]
pub(super) struct ReceivedLine {
    /// Time of arrival, taken by the reading thread so that nothing else delays it.
    pub(super) at: Instant,
    pub(super) text: String,
}

/// Reason why no line was received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The program closed its output, most likely because it ended.
    Ended,
    /// The timeout was reached.
    TimeUp,
    /// The user stopped the wait.
    Stopped,
}

/// The ids of the running programs, which lead their process groups.
static RUNNING: Mutex<Vec<u32>> = Mutex::new(Vec::new());

/// Kills all running engines, for a program that ends at once.
pub fn kill_engines() {
    for engine in running().iter() {
        end_group(*engine);
    }
}

fn running() -> std::sync::MutexGuard<'static, Vec<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A running program, which is ended when dropped.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<ReceivedLine>,
    /// A line that arrived after the end of a wait; the next wait begins with it.
    held: Option<ReceivedLine>,
    errors: Option<ErrorOutput>,
}

impl EngineProcess {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// The error of the operating system.
    pub(super) fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        in_its_own_group(&mut command);
        let mut child = command.spawn()?;
        running().push(child.id());
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, lines) = crossbeam_channel::bounded(WAITING_LINES);
        let errors = child.stderr.take();
        let mut process = Self {
            child,
            input,
            lines,
            held: None,
            errors: None,
        };
        if let Some(output) = output {
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || read_lines(output, &sender))?;
        }
        process.errors = errors.map(ErrorOutput::listen).transpose()?;
        Ok(process)
    }

    /// Sends one line.
    ///
    /// # Errors
    ///
    /// An error if the program no longer reads its input.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// Returns the next line that arrives by `until`, and waits no longer for it.
    ///
    /// A later line ends the wait and is kept for the next one, so that no flood of lines makes a wait last longer.
    pub(super) fn receive(
        &mut self,
        until: Instant,
        stop: &CancelFlag,
    ) -> Result<ReceivedLine, NoLine> {
        loop {
            if stop.is_raised() {
                return Err(NoLine::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            let held = self.held.take();
            match held.map_or_else(|| self.lines.recv_timeout(left.min(GLANCE)), Ok) {
                Ok(heard) if heard.at > until => {
                    self.held = Some(heard);
                    return Err(NoLine::TimeUp);
                }
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::TimeUp),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Returns the last lines on standard error of a program that has ended, as the end of a sentence; empty if there are
    /// none.
    pub(super) fn last_words(&self) -> String {
        let errors = self.errors.as_ref();
        errors.map_or_else(String::new, ErrorOutput::last_words)
    }

    /// Closes the program's input, so that the program reads its end.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the program has ended, at most for `span`; returns false if it still runs.
    pub(super) fn ends_within(&mut self, span: Duration) -> bool {
        let until = Instant::now() + span;
        // A program normally closes its output when it ends.
        while Instant::now() < until && self.lines.recv_deadline(until).is_ok() {}
        // It may have closed its output a moment before it ended.
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return false,
            }
        }
    }

    /// Returns the lines that have arrived and were not received yet, without waiting.
    pub(super) fn unread_lines(&mut self) -> impl Iterator<Item = ReceivedLine> + '_ {
        let held = self.held.take();
        // More may arrive meanwhile, without an end.
        let waiting = self.lines.len();
        held.into_iter().chain(self.lines.try_iter().take(waiting))
    }
}

/// Sends `quit`; after a grace period kills the program with its process group.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        if !self.ends_within(GRACE) {
            end_group(self.child.id());
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
        let id = self.child.id();
        running().retain(|engine| *engine != id);
    }
}

/// Kills the process group, so that a script does not leave the engine behind that it started.
#[cfg(unix)]
fn end_group(leader: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};
    if let Some(leader) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
        let _ = kill_process_group(leader, Signal::KILL);
    }
}

/// Ends the program with those that it started, as long as it runs itself.
#[cfg(windows)]
fn end_group(leader: u32) {
    let _ = Command::new("taskkill")
        .args(["/T", "/F", "/PID", &leader.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

#[cfg(not(any(unix, windows)))]
fn end_group(_: u32) {}

/// Puts the program into its own process group. Ctrl-C in a terminal reaches every program of the foreground group;
/// an engine ended by it in the middle of a game would count as crashed.
#[cfg(unix)]
fn in_its_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_its_own_group(_: &mut Command) {}

fn read_lines(output: ChildStdout, sender: &Sender<ReceivedLine>) {
    each_line(output, |text| {
        let heard = ReceivedLine {
            at: Instant::now(),
            text: text.to_owned(),
        };
        // It fails when the receiver is gone.
        sender.send(heard).is_ok()
    });
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A program that writes lines without an end, and does not read.
    fn flood() -> EngineProcess {
        let spec = EngineSpec {
            program: "yes".to_owned(),
            arguments: Vec::new(),
            options: Vec::new(),
        };
        EngineProcess::start(&spec).expect("it starts")
    }

    #[test]
    fn a_wait_ends_in_time_though_lines_keep_coming() {
        let (mut process, stop) = (flood(), CancelFlag::new());
        let first = process.receive(Instant::now() + Duration::from_mins(1), &stop);
        let until = first.expect("a line").at + Duration::from_millis(20);
        let mut in_time = 0;
        let silence = loop {
            match process.receive(until, &stop) {
                // A reader slower than the program always finds a line.
                Ok(heard) if in_time < 100_000 => {
                    assert!(heard.at <= until);
                    in_time += 1;
                    thread::sleep(Duration::from_micros(10));
                }
                other => break other.map(|heard| heard.text),
            }
        };
        assert_eq!(silence, Err(NoLine::TimeUp));
        // The line that ended the wait is not lost.
        let next = process.receive(until + Duration::from_mins(1), &stop);
        assert!(next.is_ok_and(|heard| heard.at > until));
        process.unread_lines().for_each(drop);
        assert!(!process.ends_within(Duration::from_millis(1)));
    }
}
