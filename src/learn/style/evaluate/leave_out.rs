//! Leaving players out: each is judged by what others teach.
//!
//! May use: L0, `style`.

use super::Gathered;
use super::cases::{Case, Cases, Draws};
use crate::learn::style::habits;
use crate::style::{Borders, Evidence, Judge, Knowledge, KnowledgeError, Sign};

/// What was counted of each player alone, in the order of the labels.
pub(super) fn alone(gathered: &[Gathered], borders: &Borders) -> Vec<Knowledge> {
    gathered
        .iter()
        .map(|player| {
            let mut own = Knowledge::new(borders.clone());
            habits::count(&mut own, player);
            own
        })
        .collect()
}

/// All labels but those of one player, whose games may lie in several files.
pub(super) fn all_but(place: usize, gathered: &[Gathered]) -> Vec<usize> {
    let name = gathered[place].label.name();
    (0..gathered.len())
        .filter(|other| gathered[*other].label.name() != name)
        .collect()
}

/// Judges each player by what `teachers` chooses of the others' counts and by these signs. `see` is shown
/// each player's place, his judge, and what each of his games says.
///
/// # Errors
///
/// [`KnowledgeError::OneSided`] when the teachers of one of them lack a style.
pub(super) fn judge_each(
    gathered: &[Gathered],
    counts: &[Knowledge],
    draws: &Draws,
    teachers: impl Fn(usize) -> Vec<usize>,
    speaks: impl Fn(Sign) -> bool,
    mut see: impl FnMut(usize, &Judge, &[Evidence]),
) -> Result<Vec<Cases>, KnowledgeError> {
    let mut cases = Draws::cases(gathered);
    for (place, player) in gathered.iter().enumerate() {
        let mut others = Knowledge::new(counts[place].borders().clone());
        for teacher in teachers(place) {
            others.merge(&counts[teacher])?;
        }
        let judge = Judge::learn_by(&others, &speaks)?;
        let evidence: Vec<Evidence> = player
            .games
            .iter()
            .map(|game| judge.evidence(&game.watched.reading(game.side, judge.borders())))
            .collect();
        draws.fill(&mut cases, place, |games| {
            let mut sum = Evidence::default();
            for game in games {
                sum.add(evidence[*game]);
            }
            let verdict = judge.verdict(sum);
            Case::new(verdict.score, &verdict.posterior)
        });
        see(place, &judge, &evidence);
    }
    Ok(cases)
}
