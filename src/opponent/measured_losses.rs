//! The losses of the moves of a remembered game, as stored with it.

use serde::{Deserialize, Serialize};
use shakmaty::{ByColor, Color};

use super::memory::shares;
use crate::model::StrengthModelCard;
use crate::record::Game;
use crate::store::OpponentGame;
use crate::strength::{LossCounts, StrengthScale};
use crate::style::HabitThresholds;

/// The losses of both sides of a game, with the search that measured them.
///
/// Only counts of the same heuristic and number of nodes can be compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MeasuredLosses {
    /// The checksum of the heuristic that measured the losses.
    heuristic: String,
    /// The nodes searched for each position.
    nodes: u64,
    /// The rating scale of the opponent; `None` if the game does not tell.
    scale: Option<String>,
    /// The losses of the opponent's moves, without habits.
    own: LossCounts,
    /// The losses of the other side's moves, without habits.
    other: LossCounts,
}

/// What is stored about the losses of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LossRecord {
    /// They were not measured.
    Missing,
    /// They were measured with another table or number of nodes and cannot be compared.
    Foreign,
    /// They can be compared.
    Usable(Box<MeasuredLosses>),
}

impl MeasuredLosses {
    /// Makes the record of a game's losses, measured as `card` says; the opponent had `side`.
    pub fn new(
        card: &StrengthModelCard,
        game: &Game,
        side: Color,
        losses: &ByColor<LossCounts>,
    ) -> Self {
        Self {
            heuristic: card.heuristic.clone(),
            nodes: card.nodes,
            scale: StrengthScale::of(game, side, None).map(|scale| scale.to_string()),
            own: losses.get(side).of_moves(),
            other: losses.get(!side).of_moves(),
        }
    }

    /// Returns the rating scale of the opponent; `None` if it is unknown.
    pub fn scale(&self) -> Option<StrengthScale> {
        self.scale.as_deref().and_then(|text| text.parse().ok())
    }

    /// Returns the losses of the opponent and of the other side, with their habits in `game` binned at
    /// `borders`.
    pub fn counts(&self, game: &OpponentGame, borders: &HabitThresholds) -> [LossCounts; 2] {
        [
            (&self.own, &game.habits.own),
            (&self.other, &game.habits.other),
        ]
        .map(|(losses, habits)| {
            let mut counts = losses.clone();
            counts.add_game(&shares(habits), borders);
            counts
        })
    }

    /// Stores the losses with the other counts of a remembered game.
    pub fn put_into(&self, game: &mut OpponentGame) {
        game.losses = serde_json::to_value(self).ok();
    }
}

impl LossRecord {
    /// Reads what is stored with a remembered game, for a model with this card.
    pub fn of(game: &OpponentGame, card: &StrengthModelCard) -> Self {
        let Some(value) = &game.losses else {
            return Self::Missing;
        };
        match serde_json::from_value::<MeasuredLosses>(value.clone()) {
            Ok(losses) if losses.heuristic == card.heuristic && losses.nodes == card.nodes => {
                Self::Usable(Box::new(losses))
            }
            _ => Self::Foreign,
        }
    }
}
