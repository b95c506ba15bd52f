//! Searches the positions of a file, with the current limits.

use std::path::Path;

use shakmaty::Position as _;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::console_messages::{self as said, Usage};
use crate::cli::play::faults::detail;
use crate::cli::play::input::unquoted;
use crate::cli::play::messages::{self, either};
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
        let language = self.set.language;
        let file = unquoted(file);
        if file.is_empty() {
            return print(&said::usage(language, Usage::Test));
        }
        let problems = match read_positions(Path::new(file)) {
            Ok(problems) => problems,
            Err(error) => {
                let spanish = format!("{file}: no se puede usar");
                return print(&(detail(language, &spanish, &error.to_string()) + "\n"));
            }
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
        let total = said::tested(language, problems.len(), solved, asked);
        print(&total)?;
        match position_file::append(Path::new(LOG), &format!("{log}{total}\n")) {
            Ok(()) => print(&said::added(language, LOG, None)),
            Err(error) => print(&said::added(language, LOG, Some(&error))),
        }
    }

    /// Searches a position. Returns a line with the move found and whether it solves the position.
    fn attempt(&mut self, problem: &TestPosition) -> (String, Option<bool>) {
        let language = self.set.language;
        self.set.engine.clear();
        self.set.engine.set_game(problem.game.clone());
        let report = self.set.engine.think(&self.set.limits);
        let position = problem.game.position();
        let played = report.best.map_or_else(
            || either(language, "no move", "ninguna jugada").to_owned(),
            |best| notation::write(position, best, language),
        );
        let found = (problem.goal != PositionGoal::default()).then(|| {
            report
                .best
                .is_some_and(|best| problem.goal.is_met(best, Some(report.score)))
        });
        let verdict = said::solved(language, found, &problem.wanted(language));
        let line = format!(
            "{}: {}{verdict}\n",
            problem.id,
            messages::searched(language, &played, position.turn(), &report)
        );
        (line, found)
    }
}
