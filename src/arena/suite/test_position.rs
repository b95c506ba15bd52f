//! Test positions, read from EPD files, and the conditions for solving them.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use shakmaty::{Move, Position as _};

use crate::board::GameState;
use crate::board::epd::{self, EpdError};
use crate::board::notation::{self, Language};
use crate::files;
use crate::score::Score;

/// A test position with its goal.
#[derive(Clone, Debug)]
pub struct TestPosition {
    /// Identifier in the suite, or else `line N`.
    pub id: String,
    /// Line number in the file, from 1.
    pub line: usize,
    /// Position as the start of a game.
    pub game: GameState,
    /// Goal to meet.
    pub goal: PositionGoal,
}

/// The goal of a test position; all its conditions must be met.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PositionGoal {
    /// Best moves, one of which is to be played; empty if the suite names none.
    pub best: Vec<Move>,
    /// Moves to avoid.
    pub avoid: Vec<Move>,
    /// Maximum number of moves in which a mate must be found; `None` if the suite asks for no mate.
    pub mate: Option<u32>,
}

impl PositionGoal {
    /// Returns true if a move with its score meets the goal. Without a score no mate counts as found.
    pub fn is_met(&self, played: Move, score: Option<Score>) -> bool {
        let mates = match (self.mate, score) {
            (None, _) => true,
            (Some(moves), Some(Score::MateIn(ply))) => u32::from(ply.0.div_ceil(2)) <= moves,
            (Some(_), _) => false,
        };
        (self.best.is_empty() || self.best.contains(&played))
            && !self.avoid.contains(&played)
            && mates
    }
}

impl TestPosition {
    /// Returns the goal in words: `Qxh7+`, `not Kf1`, `mate in 2`.
    pub fn wanted(&self, language: Language) -> String {
        let [or, not, mate_in] = match language {
            Language::English => [" or ", "not", "mate in"],
            Language::Spanish => [" o ", "no", "mate en"],
        };
        let list = |moves: &[Move]| {
            let written = moves
                .iter()
                .map(|m| notation::write(self.game.position(), *m, language));
            written.collect::<Vec<_>>().join(or)
        };
        let PositionGoal { best, avoid, mate } = &self.goal;
        let parts = [
            (!best.is_empty()).then(|| list(best)),
            (!avoid.is_empty()).then(|| format!("{not} {}", list(avoid))),
            mate.map(|moves| format!("{mate_in} {moves}")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Reason why a suite cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// Input failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A line contains no test position.
    #[error("{}: line {line}: {what}", file.display())]
    Line {
        /// Path of the suite.
        file: PathBuf,
        /// Line number, from 1.
        line: usize,
        /// Fault of the line.
        what: TestPositionFault,
    },
    /// The file contains no position.
    #[error("{}: there is no position in it", .0.display())]
    Empty(PathBuf),
}

/// Fault of a line of a suite.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestPositionFault {
    /// The line is not valid EPD.
    Epd(EpdError),
    /// The line gives no goal.
    NoGoal,
    /// The game is over in the position.
    Over,
}

impl fmt::Display for TestPositionFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Epd(error) => error.fmt(f),
            Self::NoGoal => f.write_str(
                "it does not say what is right; give bm (best moves), am (moves to avoid) or dm \
                 (mate in)",
            ),
            Self::Over => f.write_str("the game is over there"),
        }
    }
}

/// Reads the positions of an EPD file; empty lines and those that begin with `#` are skipped.
///
/// # Errors
///
/// [`SuiteError`].
pub fn read(file: &Path) -> Result<Vec<TestPosition>, SuiteError> {
    let problems = read_positions(file)?;
    for problem in &problems {
        if problem.goal == PositionGoal::default() {
            return Err(SuiteError::Line {
                file: file.to_owned(),
                line: problem.line,
                what: TestPositionFault::NoGoal,
            });
        }
    }
    Ok(problems)
}

/// Reads positions as [`read`] does, but also accepts positions without a goal, which any move meets.
///
/// # Errors
///
/// [`SuiteError`], never for [`TestPositionFault::NoGoal`].
pub fn read_positions(file: &Path) -> Result<Vec<TestPosition>, SuiteError> {
    let bytes = files::read_whole(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let problems = text
        .lines()
        .zip(1..)
        .map(|(line, number)| (line.trim(), number))
        .filter(|(line, _)| !line.is_empty() && !line.starts_with('#'))
        .map(|(line, number)| {
            problem(line, number).map_err(|what| SuiteError::Line {
                file: file.to_owned(),
                line: number,
                what,
            })
        })
        .collect::<Result<Vec<_>, _>>()?;
    if problems.is_empty() {
        return Err(SuiteError::Empty(file.to_owned()));
    }
    Ok(problems)
}

/// Parses one line of a suite.
fn problem(line: &str, number: usize) -> Result<TestPosition, TestPositionFault> {
    let epd = epd::read(line).map_err(TestPositionFault::Epd)?;
    let goal = PositionGoal {
        best: epd.moves("bm").map_err(TestPositionFault::Epd)?,
        avoid: epd.moves("am").map_err(TestPositionFault::Epd)?,
        mate: epd.number("dm").map_err(TestPositionFault::Epd)?,
    };
    if epd.position.is_game_over() {
        return Err(TestPositionFault::Over);
    }
    Ok(TestPosition {
        id: epd
            .word("id")
            .map_or_else(|| format!("line {number}"), str::to_owned),
        line: number,
        game: GameState::from_position(epd.position),
        goal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{Centipawns, Ply};
    use std::fs;

    fn read_text(text: &str) -> Result<Vec<TestPosition>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("suite.epd");
        fs::write(&file, text).expect("written");
        read(&file).map_err(|error| error.to_string())
    }

    fn one(text: &str) -> TestPosition {
        read_text(text).expect(text).remove(0)
    }

    #[test]
    fn goals_are_met_by_moves_and_by_mates() {
        let problem = one("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; dm 1; id \"back rank\";");
        let right = problem.goal.best[0];
        let wrong = problem.game.position().legal_moves();
        let wrong = *wrong.iter().find(|m| **m != right).expect("another move");
        let (mate, later) = (Score::MateIn(Ply(1)), Score::MateIn(Ply(3)));
        assert_eq!(problem.id, "back rank");
        assert_eq!(problem.wanted(Language::English), "Rd8#, mate in 1");
        assert!(problem.goal.is_met(right, Some(mate)));
        assert!(!problem.goal.is_met(wrong, Some(mate)));
        assert!(!problem.goal.is_met(right, Some(later)));
        assert!(!problem.goal.is_met(right, None));
        let avoiding = one("# a comment\n\n6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - am Rd8+");
        assert_eq!(
            (
                avoiding.id.as_str(),
                avoiding.wanted(Language::English).as_str()
            ),
            ("line 3", "not Rd8#")
        );
        assert!(
            avoiding
                .goal
                .is_met(wrong, Some(Score::Heuristic(Centipawns(0))))
        );
        assert!(!avoiding.goal.is_met(right, None));
    }

    #[test]
    fn what_is_no_problem_is_named_with_its_line() {
        for (text, words) in [
            ("", "suite.epd: there is no position in it"),
            ("\nhello", "suite.epd: line 2: 'hello' is not a FEN"),
            (
                "4k3/8/8/8/8/8/8/4K2R w K - id \"x\";",
                "does not say what is right",
            ),
            ("4k3/8/8/8/8/8/8/4K2R w K - bm Qe5;", "line 1: bm: "),
            (
                "R5k1/5ppp/8/8/8/8/8/6K1 b - - dm 1;",
                "the game is over there",
            ),
        ] {
            let error = read_text(text).expect_err(text);
            assert!(error.contains(words), "{error}");
        }
        assert!(read(Path::new("missing.epd")).is_err());
    }

    #[test]
    fn positions_alone_need_no_goal() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("positions.fen");
        fs::write(
            &file,
            "# two\n4k3/8/8/8/8/8/8/4K2R w K - 0 1\n\n4k3/8/8/8/8/8/8/4K2R b K -\n",
        )
        .expect("written");
        let found = read_positions(&file).expect("two positions");
        let lines: Vec<_> = found.iter().map(|problem| problem.line).collect();
        assert_eq!(lines, [2, 4]);
        assert!(
            found
                .iter()
                .all(|problem| problem.goal == PositionGoal::default())
        );
        fs::write(&file, "4k3/8/8/8/8/8/8/4K2R w K - 0 1\nhello\n").expect("written");
        let error = read_positions(&file).expect_err("no FEN").to_string();
        assert!(error.contains("line 2: 'hello' is not a FEN"), "{error}");
    }
}
