//! What a recogniser is worth on players whom it has never seen.
//!
//! Every player is left out in turn: his counts, his opponents' and his pairs are taken away again,
//! the recogniser is learned anew, and his games are judged as a stranger's. (Where values are cut is
//! learned once, of all opponents and without labels.) Each recogniser is measured on single games
//! and on 5, 20, 100 and all games of a player. Intervals come from resampling *players*, within their
//! styles: games of one player are no independent cases.
//!
//! May use: L0, `bayes`, `style`.

mod baseline;
mod cases;
mod measures;
mod pilot;

pub use cases::{Case, Cases, Level, Progress};
pub use measures::{Interval, Measure, Measures, difference, measure};

use super::{Gathered, habits};
use crate::style::{Judge, KnowledgeError, STAGES};

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
}

/// Leaves each player out in turn and judges him. `seed` draws which of his games stand for him
/// where not all do.
///
/// # Errors
///
/// [`KnowledgeError::OneSided`] unless two attacking and two defensive players are there.
pub fn evaluate(gathered: &[Gathered], seed: u64) -> Result<Evaluation, KnowledgeError> {
    let knowledge = habits::learn(gathered, None);
    let draws = cases::Draws::new(gathered, seed);
    let mut by_habits = cases::Draws::cases(gathered);
    let mut progress: Vec<(u32, Cases)> = STAGES
        .iter()
        .map(|stage| (*stage, Cases::new(Level::Games(1), gathered)))
        .collect();
    for (place, player) in gathered.iter().enumerate() {
        let mut own = crate::style::Knowledge::new(knowledge.borders().clone());
        habits::count(&mut own, player);
        let mut others = knowledge.clone();
        others.subtract(&own)?;
        let judge = Judge::learn(&others)?;
        let evidence: Vec<_> = player
            .games
            .iter()
            .map(|game| judge.evidence(&game.watched.reading(game.side, judge.borders())))
            .collect();
        draws.fill(&mut by_habits, place, |games| {
            let mut sum = crate::style::Evidence::default();
            for game in games {
                sum.add(evidence[*game]);
            }
            let verdict = judge.verdict(sum);
            Case::new(verdict.score, &verdict.posterior)
        });
        cases::in_progress(&mut progress, place, player, &judge);
    }
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
            cases: pilot::pilot(gathered, knowledge.borders(), &draws),
        },
        Line {
            name: "base rate",
            cases: baseline::base_rate(gathered, &draws),
        },
    ];
    Ok(Evaluation { lines, progress })
}
