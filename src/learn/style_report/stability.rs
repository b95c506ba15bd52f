//! How stable a trait is: odd against even games, and earlier games against later ones, as far as dates tell them apart.

use serde::Serialize;

use super::lead::{ComparedGame, MeanLead};
use crate::bayes::half_width_95;

/// Minimum number of games, earlier and later, that are compared.
const FEWEST_GAMES: usize = 10;

/// A judgement on the stability of a trait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StabilityVerdict {
    /// Each half shows the trait beyond its own 95 % interval, and the change may be chance.
    Stable,
    /// Not every half shows it beyond its own interval: there are too few games to tell.
    Uncertain,
    /// The later games differ from the earlier ones beyond the 95 % interval.
    Changing,
}

/// A trait in the earlier and in the later games, divided by the date that is nearest to the middle.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraitHalves {
    /// In the earlier games, as the share of peers' games with less of the habit.
    pub earlier: f64,
    /// In the later games.
    pub later: f64,
    /// Later games minus earlier ones.
    pub change: f64,
    /// Half the width of the 95 % interval of the change.
    pub change_error_95: f64,
}

/// A trait measured in parts of the games, each as the share of peers' games with less of the habit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct TraitStability {
    /// In the games with odd numbers.
    pub odd: f64,
    /// In the games with even numbers.
    pub even: f64,
    /// In earlier and later games; `None` if the dates do not tell which these are.
    pub halves: Option<TraitHalves>,
    /// The judgement.
    pub verdict: StabilityVerdict,
}

impl TraitStability {
    /// Returns the stability of a habit over games in the order of their dates.
    pub(super) fn of(games: &[ComparedGame], habit: usize) -> Self {
        let odd = MeanLead::of(games.iter().step_by(2), habit);
        let even = MeanLead::of(games.iter().skip(1).step_by(2), habit);
        let halves =
            halves(games).map(|halves| halves.map(|half| MeanLead::of(half.iter(), habit)));
        let shows =
            |half: &MeanLead, sign: f64| sign * half.lead > half_width_95(half.standard_error);
        let all_show = [1.0, -1.0].iter().any(|sign| {
            let mut parts = [odd, even].into_iter().chain(halves.into_iter().flatten());
            parts.all(|part| shows(&part, *sign))
        });
        let halves = halves.map(TraitHalves::of);
        let is_changing = halves.is_some_and(|found| found.change.abs() > found.change_error_95);
        Self {
            odd: odd.ahead(),
            even: even.ahead(),
            halves,
            verdict: if is_changing {
                StabilityVerdict::Changing
            } else if all_show {
                StabilityVerdict::Stable
            } else {
                StabilityVerdict::Uncertain
            },
        }
    }
}

impl TraitHalves {
    fn of([earlier, later]: [MeanLead; 2]) -> Self {
        let error = earlier.standard_error.hypot(later.standard_error) / 2.0;
        Self {
            earlier: earlier.ahead(),
            later: later.ahead(),
            change: (later.lead - earlier.lead) / 2.0,
            change_error_95: half_width_95(error),
        }
    }
}

/// Returns the earlier and the later games; `None` if the dates do not tell enough of both.
fn halves(games: &[ComparedGame]) -> Option<[&[ComparedGame]; 2]> {
    let dated = games.iter().filter(|game| game.date_group.is_some());
    let dated = &games[..dated.count()];
    // Each part has a quarter of the games, or it would be no half.
    let fewest = FEWEST_GAMES.max(dated.len() / 4);
    let middle = (fewest..=dated.len().saturating_sub(fewest))
        .filter(|place| dated[place - 1].date_group != dated[*place].date_group)
        .min_by_key(|place| place.abs_diff(dated.len() / 2))?;
    let (earlier, later) = dated.split_at(middle);
    Some([earlier, later])
}
