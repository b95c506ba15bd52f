//! What a recogniser is worth on players whom it has never seen.
//!
//! Every player is left out in turn: his counts, his opponents' and his pairs are taken away again,
//! the recogniser is learned anew, and his games are judged as a stranger's. (Where values are cut is
//! learned once, of all opponents and without labels.) Each recogniser is measured on single games
//! and on 5, 20, 100 and all games of a player. Intervals come from resampling *players*, within their
//! styles: games of one player are no independent cases.
//!
//! May use: L0, `bayes`, `style`.

mod ablation;
mod baseline;
mod cases;
mod curve;
mod leave_out;
mod measures;
mod pilot;
mod within;

pub use ablation::{Signs, Worth, ablate};
pub use cases::{Case, Cases, Level, Progress};
pub use curve::{Point, Varied, learning_curves};
pub use measures::{Interval, Measure, Measures, difference, measure, value};
pub use within::Within;

use super::{Gathered, habits};
use crate::style::{KnowledgeError, STAGES};

/// The cases of one recogniser.
#[derive(Clone, Debug)]
pub struct Line {
    /// Its name.
    pub name: &'static str,
    /// What it said, level by level.
    pub cases: Vec<Cases>,
}

/// What every recogniser said of every player who was left out.
#[derive(Clone, Debug)]
pub struct Evaluation {
    /// By habits, classic, the pilot's recipe, and the base rate.
    pub lines: Vec<Line>,
    /// Games in progress, by habits: the own moves seen, and the cases.
    pub progress: Vec<(u32, Cases)>,
    /// How the same players' games are judged in different circumstances, by habits.
    pub within: Vec<Within>,
}

/// Leaves each player out in turn and judges him. `seed` draws which of his games stand for him
/// where not all do.
///
/// # Errors
///
/// [`KnowledgeError::OneSided`] unless two attacking and two defensive players are there.
pub fn evaluate(gathered: &[Gathered], seed: u64) -> Result<Evaluation, KnowledgeError> {
    let borders = habits::learn(gathered, None).borders().clone();
    let draws = cases::Draws::new(gathered, seed);
    let counts = leave_out::alone(gathered, &borders);
    let mut progress: Vec<(u32, Cases)> = STAGES
        .iter()
        .map(|stage| (*stage, Cases::new(Level::Games(1), gathered)))
        .collect();
    let mut comparison = within::Comparison::default();
    let by_habits = leave_out::judge_each(
        gathered,
        &counts,
        &draws,
        |place| leave_out::all_but(place, gathered),
        |_| true,
        |place, judge, evidence| {
            let player = &gathered[place];
            cases::in_progress(&mut progress, place, player, judge);
            comparison.add(player, evidence, |step| judge.scaled_step(step));
        },
    )?;
    let lines = vec![
        Line {
            name: "habits",
            cases: by_habits,
        },
        Line {
            name: "classic",
            cases: baseline::classic(gathered, &draws),
        },
        Line {
            name: "pilot",
            cases: pilot::pilot(gathered, &borders, &draws),
        },
        Line {
            name: "base rate",
            cases: baseline::base_rate(gathered, &draws),
        },
    ];
    Ok(Evaluation {
        lines,
        progress,
        within: comparison.finish(),
    })
}
