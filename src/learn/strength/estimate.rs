//! Estimates the strength of one player from their latest games.

use std::collections::{BTreeMap, VecDeque};
use std::num::NonZeroUsize;

use shakmaty::Color;

use super::measure::measure_games;
use crate::cancel::CancelFlag;
use crate::model::{StrengthModel, TableError};
use crate::record::Game;
use crate::search::LossObserver;
use crate::strength::{ESTIMATED_GAMES, LossCounts, StrengthEstimate, StrengthScale};

/// The latest games of one player, by scale.
#[derive(Clone, Debug, Default)]
pub struct RecentGames {
    scales: BTreeMap<StrengthScale, ScaleGames>,
}

#[derive(Clone, Debug, Default)]
struct ScaleGames {
    games: usize,
    latest: VecDeque<(Game, Color)>,
}

impl RecentGames {
    /// Adds a game of the player, who has `side`.
    pub fn add(&mut self, scale: StrengthScale, game: Game, side: Color) {
        let of_scale = self.scales.entry(scale).or_default();
        of_scale.games += 1;
        of_scale.latest.push_back((game, side));
        if of_scale.latest.len() > ESTIMATED_GAMES {
            of_scale.latest.pop_front();
        }
    }

    /// Returns the scale with the most games, and the latest of them.
    fn most_played(&self) -> Option<(StrengthScale, &VecDeque<(Game, Color)>)> {
        let (scale, found) = self.scales.iter().max_by_key(|(_, found)| found.games)?;
        Some((*scale, &found.latest))
    }
}

/// Estimates the player's strength from at most [`ESTIMATED_GAMES`] games on the scale that they play most.
///
/// `None` if no scale is known, if the model has too few games of it, or if `stop` was raised.
///
/// # Errors
///
/// [`TableError`] if the shipped heuristic cannot be read, which would be a fault of this program.
pub fn estimate_strength(
    games: &RecentGames,
    model: &StrengthModel,
    threads: NonZeroUsize,
    stop: &CancelFlag,
) -> Result<Option<StrengthEstimate>, TableError> {
    let Some((scale, latest)) = games.most_played() else {
        return Ok(None);
    };
    let Some(estimator) = model.counts().estimator(scale) else {
        return Ok(None);
    };
    let heuristic = StrengthModel::heuristic()?;
    let searched: Vec<&Game> = latest.iter().map(|(game, _)| game).collect();
    let measured = measure_games(
        &searched,
        threads,
        stop,
        || LossObserver::new(heuristic.clone(), model.borders().clone(), stop),
        |_, _| {},
    );
    let mut sum = LossCounts::new();
    for (sides, (_, side)) in measured.iter().zip(latest) {
        let Some(sides) = sides else { return Ok(None) };
        // The counts cannot overflow with a hundred games.
        if sum.merge(sides.get(*side)).is_err() {
            return Ok(None);
        }
    }
    Ok((sum.moves() > 0).then(|| estimator.posterior(None, &sum).estimate()))
}
