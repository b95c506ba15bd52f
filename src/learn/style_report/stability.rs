//! How stable a trait is: odd against even games, and the first half of the games against the second.

use serde::Serialize;

use super::lead::{ComparedGame, MeanLead};
use crate::bayes::half_width_95;

/// A judgement on the stability of a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StabilityVerdict {
    /// Each half shows the trait beyond its own 95 % interval, and the change may be chance.
    Stable,
    /// Not every half shows it beyond its own interval: there are too few games to tell.
    Uncertain,
    /// The second half of the games differs from the first beyond its 95 % interval.
    Changing,
}

/// A trait measured in parts of the games, each as the share of peers' games with less of the habit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraitStability {
    /// In the games with odd numbers.
    pub odd: f64,
    /// In the games with even numbers.
    pub even: f64,
    /// In the first half of the games, by date.
    pub first_half: f64,
    /// In the second half of the games.
    pub second_half: f64,
    /// Second half minus first half.
    pub change: f64,
    /// Half the width of the 95 % interval of the change.
    pub change_error_95: f64,
    /// The judgement.
    pub verdict: StabilityVerdict,
}

impl TraitStability {
    /// Returns the stability of a habit over games in the order of their dates.
    pub(super) fn of(games: &[ComparedGame], habit: usize) -> Self {
        let middle = games.len() / 2;
        let odd = MeanLead::of(games.iter().step_by(2), habit);
        let even = MeanLead::of(games.iter().skip(1).step_by(2), habit);
        let first = MeanLead::of(games[..middle].iter(), habit);
        let second = MeanLead::of(games[middle..].iter(), habit);
        let change = (second.lead - first.lead) / 2.0;
        let error = first.standard_error.hypot(second.standard_error) / 2.0;
        let change_error_95 = half_width_95(error);
        let halves = [odd, even, first, second];
        let shows =
            |half: &MeanLead, sign: f64| sign * half.lead > half_width_95(half.standard_error);
        let all_show = [1.0, -1.0]
            .iter()
            .any(|sign| halves.iter().all(|half| shows(half, *sign)));
        Self {
            odd: odd.ahead(),
            even: even.ahead(),
            first_half: first.ahead(),
            second_half: second.ahead(),
            change,
            change_error_95,
            verdict: if change.abs() > change_error_95 {
                StabilityVerdict::Changing
            } else if all_show {
                StabilityVerdict::Stable
            } else {
                StabilityVerdict::Uncertain
            },
        }
    }
}
