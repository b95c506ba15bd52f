//! Leaving players out: each is judged by what others teach.

use super::LabelledPlayer;
use super::predictions::{SampledGames, StylePrediction, StylePredictions};
use crate::learn::style::habits;
use crate::style::{
    HabitCounts, HabitCountsError, HabitEvidence, HabitRecogniser, HabitThresholds, Sign,
};

/// What was counted of each player alone, in the order of the labels.
pub(super) fn counts_by_player(
    gathered: &[LabelledPlayer],
    borders: &HabitThresholds,
) -> Vec<HabitCounts> {
    gathered
        .iter()
        .map(|player| {
            let mut own = HabitCounts::new(borders.clone());
            habits::count(&mut own, player);
            own
        })
        .collect()
}

/// All labels but those of one player, whose games may lie in several files.
pub(super) fn others(place: usize, gathered: &[LabelledPlayer]) -> Vec<usize> {
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
/// [`HabitCountsError::OneSided`] when the teachers of one of them lack a style.
pub(super) fn judge_each(
    gathered: &[LabelledPlayer],
    counts: &[HabitCounts],
    draws: &SampledGames,
    teachers: impl Fn(usize) -> Vec<usize>,
    speaks: impl Fn(Sign) -> bool,
    mut see: impl FnMut(usize, &HabitRecogniser, &[HabitEvidence]),
) -> Result<Vec<StylePredictions>, HabitCountsError> {
    let mut cases = SampledGames::cases(gathered);
    for (place, player) in gathered.iter().enumerate() {
        let mut others = HabitCounts::new(counts[place].borders().clone());
        for teacher in teachers(place) {
            others.merge(&counts[teacher])?;
        }
        let judge = HabitRecogniser::learn_with_signs(&others, &speaks)?;
        let evidence: Vec<HabitEvidence> = player
            .games
            .iter()
            .map(|game| judge.evidence(&game.watched.reading(game.side, judge.borders())))
            .collect();
        draws.fill(&mut cases, place, |games| {
            let mut sum = HabitEvidence::default();
            for game in games {
                sum.add(evidence[*game]);
            }
            let verdict = judge.verdict(sum);
            StylePrediction::new(verdict.score, &verdict.posterior)
        });
        see(place, &judge, &evidence);
    }
    Ok(cases)
}
