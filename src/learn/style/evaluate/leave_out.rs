//! Leave-one-out evaluation: each player is judged by counts of the others.

use std::borrow::Cow;

use super::LabelledPlayer;
use super::predictions::{SampledGames, StylePrediction, StylePredictions};
use crate::learn::style::habits;
use crate::style::{
    HabitCounts, HabitCountsError, HabitEvidence, HabitRecogniser, HabitThresholds, Sign,
};

/// Returns the counts of each player alone, in the order of the labels.
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

/// Returns the labels of all other players; a player may have labels for several files.
pub(super) fn others(place: usize, gathered: &[LabelledPlayer]) -> Vec<usize> {
    let name = gathered[place].label.name();
    (0..gathered.len())
        .filter(|other| gathered[*other].label.name() != name)
        .collect()
}

/// Judges each player with the counts that `teachers` selects, using the signs for which `speaks` is true. Calls
/// `see` with each player's index, the recogniser, and the evidence of their games.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] if the selected players for one of them lack a style.
pub(super) fn judge_each(
    gathered: &[LabelledPlayer],
    counts: &[HabitCounts],
    draws: &SampledGames,
    teachers: impl Fn(usize) -> Vec<usize>,
    speaks: impl Fn(Sign) -> bool,
    see: impl FnMut(usize, &HabitRecogniser, &[HabitEvidence]),
) -> Result<Vec<StylePredictions>, HabitCountsError> {
    let learned = |place: usize| {
        let mut others = HabitCounts::new(counts[place].borders().clone());
        for teacher in teachers(place) {
            others.merge(&counts[teacher])?;
        }
        HabitRecogniser::learn_with_signs(&others, &speaks).map(Cow::Owned)
    };
    judge_by(gathered, draws, learned, see)
}

/// Judges each player by the recogniser that `judge_of` returns for the player's index. Calls `see` as
/// [`judge_each`].
///
/// # Errors
///
/// The first error of `judge_of`.
pub(super) fn judge_by<'a>(
    gathered: &[LabelledPlayer],
    draws: &SampledGames,
    judge_of: impl Fn(usize) -> Result<Cow<'a, HabitRecogniser>, HabitCountsError>,
    mut see: impl FnMut(usize, &HabitRecogniser, &[HabitEvidence]),
) -> Result<Vec<StylePredictions>, HabitCountsError> {
    let mut cases = SampledGames::cases(gathered);
    for (place, player) in gathered.iter().enumerate() {
        let judge = judge_of(place)?;
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
