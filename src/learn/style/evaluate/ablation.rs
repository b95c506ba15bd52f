//! Ablation of each family of signs: the recogniser without it, and with it alone.

use super::measures::{StyleMeasure, StyleMeasures, difference, measure};
use super::predictions::SampledGames;
use super::{LabelledPlayer, leave_out};
use crate::bayes::EstimateWithInterval;
use crate::learn::style::habits;
use crate::style::habits::{Habit, HabitFamily};
use crate::style::{HabitCountsError, HabitThresholds, Sign};

/// A subset of the signs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignSubset {
    /// Habits of one family, of the player and of the opponent.
    Family(HabitFamily),
    /// Habits of the player.
    Own,
    /// Habits of the opponent.
    Opponent,
    /// Signs of the end of the game.
    End,
}

impl SignSubset {
    /// Returns all subsets that are measured.
    pub fn all() -> Vec<Self> {
        let mut families: Vec<HabitFamily> =
            Habit::ALL.iter().map(|habit| habit.family()).collect();
        families.dedup();
        let families = families.into_iter().map(Self::Family);
        families
            .chain([Self::Own, Self::Opponent, Self::End])
            .collect()
    }

    /// Returns true if the subset contains a sign.
    pub fn hold(self, sign: Sign) -> bool {
        match (self, sign) {
            (Self::Family(family), Sign::Own(habit) | Sign::Opponent(habit)) => {
                habit.family() == family
            }
            (Self::Own, Sign::Own(_))
            | (Self::Opponent, Sign::Opponent(_))
            | (Self::End, Sign::Ending | Sign::MenAtEnd) => true,
            _ => false,
        }
    }

    /// Returns the name in tables.
    pub fn name(self) -> String {
        match self {
            Self::Family(family) => format!("{family:?}").to_lowercase(),
            Self::Own => "the player's habits".to_owned(),
            Self::Opponent => "the opponents' habits".to_owned(),
            Self::End => "how games end".to_owned(),
        }
    }
}

/// The value of a subset of signs, by the number of games, in the order of [`super::GamesPerPlayer::MEASURED`].
#[derive(Clone, Debug)]
pub struct AblationResult {
    /// Subset of the signs.
    pub signs: SignSubset,
    /// Decrease of the area under the curve without them, on the same resampled players.
    pub lost: Vec<EstimateWithInterval>,
    /// Measures of the recogniser with these signs alone.
    pub alone: Vec<StyleMeasures>,
}

/// Measures the recogniser without each subset of signs, and with each alone.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] if there are fewer than two attacking or two defensive players.
pub fn ablate(
    gathered: &[LabelledPlayer],
    seed: u64,
) -> Result<Vec<AblationResult>, HabitCountsError> {
    let borders: HabitThresholds = habits::learn(gathered, None).borders().clone();
    let counts = leave_out::counts_by_player(gathered, &borders);
    let draws = SampledGames::new(gathered, seed);
    let judged = |speaks: &dyn Fn(Sign) -> bool| {
        let teachers = |place| leave_out::others(place, gathered);
        leave_out::judge_each(gathered, &counts, &draws, teachers, speaks, |_, _, _| {})
    };
    let whole = judged(&|_| true)?;
    SignSubset::all()
        .into_iter()
        .map(|signs| {
            let without = judged(&|sign| !signs.hold(sign))?;
            let alone = judged(&|sign| signs.hold(sign))?;
            let lost = whole
                .iter()
                .zip(&without)
                .map(|(whole, without)| {
                    difference(whole, without, StyleMeasure::AreaUnderCurve, seed)
                })
                .collect();
            Ok(AblationResult {
                signs,
                lost,
                alone: alone
                    .iter()
                    .map(|cases| measure(cases, &[], seed).0)
                    .collect(),
            })
        })
        .collect()
}
