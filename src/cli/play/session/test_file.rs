//! Searches the positions of a file, with the current limits.

use std::fmt::Write as _;
use std::path::Path;

use shakmaty::Position as _;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::input::unquoted;
use crate::cli::play::position_file;
use bayeschess::arena::suite::test_position::read_positions;
use bayeschess::arena::suite::{PositionGoal, TestPosition};
use bayeschess::board::notation;

/// The results are appended to this file, as Joli did.
const LOG: &str = "test.log";

impl PlaySession {
    /// Searches every position of a file and prints the move found, and whether it solves the position
    /// if the file has a solution. The game is not changed.
    pub(super) fn test(&mut self, file: &str) -> anyhow::Result<()> {
        let file = unquoted(file);
        if file.is_empty() {
            return print("Test what? Type: test FILE\n");
        }
        let problems = match read_positions(Path::new(file)) {
            Ok(problems) => problems,
            Err(error) => return print(&format!("{error}\n")),
        };
        let mut log = format!("{file} ({})\n", self.manner());
        let (mut solved, mut asked) = (0, 0);
        self.close_book();
        for problem in &problems {
            let (line, found) = self.attempt(problem);
            if self.set.cancel.is_raised() {
                return Ok(());
            }
            asked += u32::from(found.is_some());
            solved += u32::from(found == Some(true));
            print(&line)?;
            log += &line;
        }
        self.open_book();
        self.set.engine.clear();
        self.set.engine.set_game(self.game.clone());
        let mut total = format!("{} positions", problems.len());
        if asked > 0 {
            // Writing to a string cannot fail.
            let _ = write!(total, ", {solved} of {asked} solved");
        }
        total += "\n";
        print(&total)?;
        match position_file::append(Path::new(LOG), &format!("{log}{total}\n")) {
            Ok(()) => print(&format!("(added to {LOG})\n")),
            Err(error) => print(&format!("(not added to {LOG}: {error})\n")),
        }
    }

    /// Searches a position. Returns a line with the move found and whether it solves the position.
    fn attempt(&mut self, problem: &TestPosition) -> (String, Option<bool>) {
        self.set.engine.clear();
        self.set.engine.set_game(problem.game.clone());
        let report = self.set.engine.think(&self.set.limits);
        let position = problem.game.position();
        let played = report.best.map_or_else(
            || "no move".to_owned(),
            |best| notation::write(position, best, self.set.language),
        );
        let found = (problem.goal != PositionGoal::default()).then(|| {
            report
                .best
                .is_some_and(|best| problem.goal.is_met(best, Some(report.score)))
        });
        let verdict = match found {
            None => String::new(),
            Some(true) => "; solved".to_owned(),
            Some(false) => format!("; not solved, wanted {}", problem.wanted()),
        };
        let line = format!(
            "{}: {played} ({} for White), depth {}, {} ms, {} positions{verdict}\n",
            problem.id,
            report.score.for_white(position.turn()),
            report.depth,
            report.time.as_millis(),
            report.nodes
        );
        (line, found)
    }
}
