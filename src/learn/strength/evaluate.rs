//! Evaluates rating estimates on players whom the counts do not contain.
//!
//! Players are divided into five parts; the sides of one part are judged by counts of the other four. Each measure
//! is within one scale, compared with predicting the scale's mean. Intervals come from resampling players.

use std::collections::BTreeMap;

use serde::Serialize;

use super::groups::{FOLDS, SideGroup, fold_of, groups_of_peers, groups_of_players, long_games};
use super::measure::{RatedSide, count_rated};
use super::resample::{PlayerSums, resampled};
use crate::bayes::EstimateWithInterval;
use crate::strength::{LossCounts, LossCountsError, StrengthEstimator, StrengthScale};

/// Numbers of games from which ratings are estimated.
const GAMES: [usize; 3] = [1, 3, 10];

/// The least number of estimates that is evaluated.
const FEWEST_GROUPS: usize = 20;

/// The least number of sides of games on a scale that is evaluated.
const FEWEST_SIDES: usize = 300;

/// The probabilities of the intervals whose coverage is measured.
const LEVELS: [f64; 3] = [0.5, 0.8, 0.95];

/// Which games are combined in an estimate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupedBy {
    /// Games of one player.
    Player,
    /// Games of different players with nearly the same rating; for collections where players have one game
    /// each.
    Rating,
}

/// The quality of estimates from a number of games, on one scale.
#[derive(Clone, Debug, Serialize)]
pub struct StrengthMeasure {
    /// The scale.
    pub scale: StrengthScale,
    /// The number of games in an estimate.
    pub games: usize,
    /// Which games are combined.
    pub grouped_by: GroupedBy,
    /// The number of estimates.
    pub estimates: usize,
    /// The number of players (or of groups of players) that are resampled.
    pub players: usize,
    /// The share of the variance of ratings that the estimates explain; predicting the mean of the scale
    /// explains 0.
    pub r_squared: EstimateWithInterval,
    /// The root mean squared error, in rating points.
    pub error: f64,
    /// The root mean squared error of the scale's mean, in rating points.
    pub error_of_mean: f64,
    /// The share of ratings within the intervals of 50, 80 and 95 %, each 0 to 1.
    pub coverage: [f64; 3],
}

/// An estimate with the true rating.
struct JudgedEstimate {
    player: usize,
    rating: f64,
    error: f64,
    is_within: [bool; 3],
}

/// Evaluates the estimates of every scale, from 1, 3 and 10 games.
///
/// # Errors
///
/// [`LossCountsError`] if a count overflows.
pub fn evaluate_strength(
    sides: &[RatedSide],
    seed: u64,
) -> Result<Vec<StrengthMeasure>, LossCountsError> {
    let mut by_scale: BTreeMap<StrengthScale, Vec<&RatedSide>> = BTreeMap::new();
    for side in sides {
        by_scale.entry(side.rated.scale).or_default().push(side);
    }
    let all = count_rated(sides)?;
    let mut measures = Vec::new();
    for (scale, sides) in by_scale {
        if sides.len() < FEWEST_SIDES {
            continue;
        }
        let mut estimators = Vec::with_capacity(FOLDS);
        for fold in 0..FOLDS {
            let mut others = all.clone();
            for side in sides
                .iter()
                .filter(|side| fold_of(&side.player, seed) == fold)
            {
                others.remove(&side.rated)?;
            }
            estimators.push(others.estimator(scale));
        }
        for games in GAMES {
            let groups = if games == 1 {
                long_games(&sides, seed)
            } else {
                groups_of_players(&sides, games, seed)
            };
            push_measure(
                &mut measures,
                (scale, games, GroupedBy::Player),
                &groups,
                &estimators,
                seed,
            )?;
            if games > 1 {
                let groups = groups_of_peers(&sides, games, seed);
                push_measure(
                    &mut measures,
                    (scale, games, GroupedBy::Rating),
                    &groups,
                    &estimators,
                    seed,
                )?;
            }
        }
    }
    Ok(measures)
}

fn push_measure(
    measures: &mut Vec<StrengthMeasure>,
    (scale, games, grouped_by): (StrengthScale, usize, GroupedBy),
    groups: &[SideGroup<'_>],
    estimators: &[Option<StrengthEstimator>],
    seed: u64,
) -> Result<(), LossCountsError> {
    let mut judged = Vec::with_capacity(groups.len());
    for group in groups {
        if let Some(estimator) = &estimators[group.fold] {
            judged.push(judge(group, estimator)?);
        }
    }
    if judged.len() < FEWEST_GROUPS {
        return Ok(());
    }
    let sums = PlayerSums::of(judged.iter().map(|one| (one.player, one.rating, one.error)));
    let number = judged.len() as f64;
    let total = sums.iter().fold(PlayerSums::default(), PlayerSums::plus);
    let share =
        |level: usize| judged.iter().filter(|one| one.is_within[level]).count() as f64 / number;
    measures.push(StrengthMeasure {
        scale,
        games,
        grouped_by,
        estimates: judged.len(),
        players: sums.len(),
        r_squared: resampled(&sums, seed),
        error: (total.errors / number).sqrt(),
        error_of_mean: (total.variation() / number).sqrt(),
        coverage: [share(0), share(1), share(2)],
    });
    Ok(())
}

fn judge(
    group: &SideGroup<'_>,
    estimator: &StrengthEstimator,
) -> Result<JudgedEstimate, LossCountsError> {
    let mut losses = LossCounts::new();
    let mut ratings = 0.0;
    for side in &group.sides {
        losses.merge(&side.rated.losses)?;
        ratings += f64::from(side.rated.rating);
    }
    let rating = ratings / group.sides.len() as f64;
    let posterior = estimator.posterior(None, &losses);
    Ok(JudgedEstimate {
        player: group.player,
        rating,
        error: posterior.mean() - rating,
        is_within: LEVELS.map(|level| {
            let [low, high] = posterior.interval(level);
            low <= rating && rating <= high
        }),
    })
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::rng;
    use crate::strength::{LossClass, PositionKind, RatedLosses};
    use crate::style::Population;

    /// Games in which a player's share of best moves follows their rating.
    fn sides(informative: bool) -> Vec<RatedSide> {
        let scale = StrengthScale {
            population: Population::Board,
            time_class: None,
        };
        let position = shakmaty::Chess::default();
        let kind = PositionKind::of(&position, crate::score::Score::DRAW, None);
        let worst = LossClass::of(
            crate::score::Score::DRAW,
            crate::score::Score::MatedIn(crate::units::Ply(2)),
        );
        let mut all = Vec::new();
        for player in 0_u16..120 {
            let rating = 1000 + 10 * player;
            for game in 0_u64..12 {
                let mut draws = rng::stream(1, "moves", u64::from(player) * 100 + game);
                let mut losses = LossCounts::new();
                let mut one = LossCounts::from_text(&format!("1 -{}", losses_width() - 1)).unwrap();
                for _ in 0..30 {
                    let chance = if informative {
                        f64::from(player) / 120.0
                    } else {
                        0.5
                    };
                    let best = draws.random::<f64>() < chance;
                    losses.add_move(kind, if best { LossClass::BEST } else { worst });
                }
                one.merge(&losses).unwrap();
                all.push(RatedSide {
                    player: format!("p{player}"),
                    moves: 30,
                    rated: RatedLosses {
                        scale,
                        rating,
                        losses: one,
                    },
                });
            }
        }
        all
    }

    fn losses_width() -> usize {
        PositionKind::COUNT * LossClass::COUNT
            + 1
            + crate::style::habits::Habit::ALL.len() * crate::style::HABIT_VALUES
    }

    #[test]
    fn ratings_that_moves_tell_are_found_and_others_are_not() {
        let told = evaluate_strength(&sides(true), 1).unwrap();
        let of = |games| {
            let is_it =
                |one: &&StrengthMeasure| one.games == games && one.grouped_by == GroupedBy::Player;
            told.iter().find(is_it).unwrap()
        };
        assert!(of(1).r_squared.low > 0.5, "{:?}", of(1));
        assert!(of(10).r_squared.value > of(1).r_squared.value);
        assert!(of(10).error < of(1).error && of(1).error < of(1).error_of_mean);
        assert_eq!((of(1).players, of(1).estimates), (120, 600));
        let untold = evaluate_strength(&sides(false), 1).unwrap();
        let single = untold.iter().find(|one| one.games == 1).unwrap();
        assert!(single.r_squared.value < 0.05, "{single:?}");
        assert!(single.coverage[2] > 0.9, "{single:?}");
    }
}
