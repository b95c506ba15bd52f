//! Counts of rated players' losses, by scale and rating band.

use std::collections::BTreeMap;

use super::counts::{LossCounts, LossCountsError};
use super::estimator::StrengthEstimator;
use super::scale::StrengthScale;
use crate::style::RatingBand;

/// The least number of games from which a scale is learned.
const FEWEST_GAMES: u64 = 300;

/// The losses of one side of a game whose player's rating is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedLosses {
    /// The scale of the rating.
    pub scale: StrengthScale,
    /// The rating.
    pub rating: u16,
    /// The losses of the moves.
    pub losses: LossCounts,
}

/// Losses of rated players by scale and rating band: the counts of a strength model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RatingCounts {
    rows: BTreeMap<(StrengthScale, RatingBand), LossCounts>,
}

impl RatingCounts {
    /// Adds the losses of one player.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Overflow`].
    pub fn add(&mut self, rated: &RatedLosses) -> Result<(), LossCountsError> {
        let band = RatingBand::of(Some(rated.rating));
        self.add_row(rated.scale, band, &rated.losses)
    }

    /// Subtracts the losses of one player that were added.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Below`].
    pub fn remove(&mut self, rated: &RatedLosses) -> Result<(), LossCountsError> {
        let band = RatingBand::of(Some(rated.rating));
        self.remove_row(rated.scale, band, &rated.losses)
    }

    /// Adds the losses of players of one rating band.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Overflow`].
    pub fn add_row(
        &mut self,
        scale: StrengthScale,
        band: RatingBand,
        losses: &LossCounts,
    ) -> Result<(), LossCountsError> {
        if losses.is_empty() {
            return Ok(());
        }
        self.rows.entry((scale, band)).or_default().merge(losses)
    }

    fn remove_row(
        &mut self,
        scale: StrengthScale,
        band: RatingBand,
        losses: &LossCounts,
    ) -> Result<(), LossCountsError> {
        if losses.is_empty() {
            return Ok(());
        }
        let row = self.rows.get_mut(&(scale, band));
        let row = row.ok_or(LossCountsError::Below)?;
        row.subtract(losses)?;
        if row.is_empty() {
            self.rows.remove(&(scale, band));
        }
        Ok(())
    }

    /// Adds other counts.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Overflow`]; then nothing is changed.
    pub fn merge(&mut self, other: &Self) -> Result<(), LossCountsError> {
        let mut sum = self.clone();
        for ((scale, band), losses) in &other.rows {
            sum.add_row(*scale, *band, losses)?;
        }
        *self = sum;
        Ok(())
    }

    /// Subtracts other counts.
    ///
    /// # Errors
    ///
    /// [`LossCountsError::Below`]; then nothing is changed.
    pub fn subtract(&mut self, other: &Self) -> Result<(), LossCountsError> {
        let mut rest = self.clone();
        for ((scale, band), losses) in &other.rows {
            rest.remove_row(*scale, *band, losses)?;
        }
        *self = rest;
        Ok(())
    }

    /// Returns true if nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Returns the rows: scale, rating band and counts, in order.
    pub fn rows(&self) -> impl Iterator<Item = (StrengthScale, RatingBand, &LossCounts)> {
        self.rows
            .iter()
            .map(|((scale, band), losses)| (*scale, *band, losses))
    }

    /// Returns the number of sides of games of a scale; without a time class, of all.
    pub fn games(&self, scale: StrengthScale) -> u64 {
        self.rows_of(scale)
            .map(|(_, losses)| u64::from(losses.games()))
            .sum()
    }

    /// Returns the rows of a scale; without a time class, of all.
    fn rows_of(&self, scale: StrengthScale) -> impl Iterator<Item = (RatingBand, &LossCounts)> {
        self.rows
            .iter()
            .filter(move |((other, _), _)| {
                other.population == scale.population
                    && (scale.time_class.is_none() || other.time_class == scale.time_class)
            })
            .map(|((_, band), losses)| (*band, losses))
    }

    /// Returns the estimator of a scale, or of all time classes together if few games of this one were counted.
    ///
    /// `None` if few games of the population were counted.
    pub fn estimator(&self, scale: StrengthScale) -> Option<StrengthEstimator> {
        [scale, scale.of_all_time_classes()]
            .into_iter()
            .find(|scale| self.games(*scale) >= FEWEST_GAMES)
            .map(|scale| StrengthEstimator::learn(scale, self.rows_of(scale)))
    }
}
