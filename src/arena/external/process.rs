//! A program with its pipes: lines in, lines out with the moment they came, and its end.

use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};

use super::spec::EngineSpec;
use crate::cancel::CancelFlag;

/// A line longer than this is cut: the longest that makes sense is a line of 127 moves.
const LONGEST_LINE: u64 = 64 * 1024;

/// So many lines may wait; an engine that writes on has to wait itself.
const WAITING_LINES: usize = 4096;

/// How often a wait looks whether the user wants to stop.
const GLANCE: Duration = Duration::from_millis(50);

/// How long a program is given to end by itself.
const GRACE: Duration = Duration::from_millis(500);

/// A line and when it came.
#[derive(Clone, Debug)]
pub(super) struct ReceivedLine {
    /// Taken by the thread that reads, so that nothing else delays it.
    pub(super) at: Instant,
    pub(super) text: String,
}

/// Why nothing was heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The program closed its output, most likely because it ended.
    Ended,
    /// The time is up.
    TimeUp,
    /// The user wants to stop.
    Stopped,
}

/// A running program; ended when dropped.
#[derive(Debug)]
pub(super) struct EngineProcess {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<ReceivedLine>,
}

impl EngineProcess {
    /// Starts the program.
    ///
    /// # Errors
    ///
    /// What the system says.
    pub(super) fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        in_its_own_group(&mut command);
        let mut child = command.spawn()?;
        let input = child.stdin.take();
        let output = child.stdout.take();
        let (sender, lines) = crossbeam_channel::bounded(WAITING_LINES);
        let process = Self {
            child,
            input,
            lines,
        };
        if let Some(output) = output {
            thread::Builder::new()
                .name("engine output".to_owned())
                .spawn(move || read_lines(output, &sender))?;
        }
        Ok(process)
    }

    /// Sends one line.
    ///
    /// # Errors
    ///
    /// When the program does not read any more.
    pub(super) fn send(&mut self, line: &str) -> io::Result<()> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        input.write_all(format!("{line}\n").as_bytes())?;
        input.flush()
    }

    /// The next line, waited for until `until` at the longest.
    pub(super) fn receive(
        &self,
        until: Instant,
        stop: &CancelFlag,
    ) -> Result<ReceivedLine, NoLine> {
        loop {
            if stop.is_raised() {
                return Err(NoLine::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(GLANCE)) {
                Ok(heard) => return Ok(heard),
                Err(RecvTimeoutError::Disconnected) => return Err(NoLine::Ended),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(NoLine::TimeUp),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Lets the program read the end of its input.
    pub(super) fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the program has ended, `span` at the longest.
    pub(super) fn ends_within(&mut self, span: Duration) -> bool {
        let until = Instant::now() + span;
        // The end of its output is the end of a well-mannered program.
        while self.lines.recv_deadline(until).is_ok() {}
        // It may have closed its output a moment before it ended.
        loop {
            match self.child.try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return false,
            }
        }
    }

    /// The lines that came while nobody asked.
    pub(super) fn unread_lines(&self) -> impl Iterator<Item = ReceivedLine> + '_ {
        self.lines.try_iter()
    }
}

/// Asked to quit, then made to, together with whatever it started.
impl Drop for EngineProcess {
    fn drop(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        if !self.ends_within(GRACE) {
            end_group(&self.child);
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

/// A script that starts the engine must not leave it behind.
#[cfg(unix)]
fn end_group(leader: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let _ = kill_process_group(Pid::from_child(leader), Signal::KILL);
}

#[cfg(not(unix))]
fn end_group(_: &Child) {}

/// Ctrl-C in a terminal reaches every program of the foreground group; an engine that ended by it
/// in the middle of a game would seem to have crashed.
#[cfg(unix)]
fn in_its_own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn in_its_own_group(_: &mut Command) {}

fn read_lines(output: ChildStdout, sender: &Sender<ReceivedLine>) {
    let mut reader = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut reader)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut bytes)
        {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let heard = ReceivedLine {
                    at: Instant::now(),
                    text: String::from_utf8_lossy(&bytes).trim_end().to_owned(),
                };
                // Nobody listens any more.
                if sender.send(heard).is_err() {
                    return;
                }
            }
        }
    }
}
