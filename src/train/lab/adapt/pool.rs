//! The sets of opponents, in two folds.

use serde::{Deserialize, Serialize};

use super::engine_player::EngineOpponent;
use super::opponent::{OpponentPlayer, TrialOpponent};
use super::styles::{PlayStyle, TrialFold};

/// The set of opponents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum OpponentPool {
    /// All styles at strengths from 300 Elo below ours to 300 above.
    Mixed,
    /// All styles, as strong as our engine.
    Equal,
    /// Engines outside this program.
    Engines(Vec<EngineOpponent>),
}

impl OpponentPool {
    /// Both pools that this program plays itself.
    pub const STYLED: [Self; 2] = [Self::Mixed, Self::Equal];

    /// The opponents of one fold. The opponent at one place has the same style and strength in both.
    pub fn opponents(&self, fold: TrialFold) -> Vec<TrialOpponent> {
        let styles = PlayStyle::ALL.into_iter();
        match self {
            Self::Equal => styles
                .map(|style| TrialOpponent::styled(style, fold, 0))
                .collect(),
            Self::Mixed => styles
                .flat_map(|style| {
                    style
                        .mixed_strengths()
                        .map(|elo| TrialOpponent::styled(style, fold, elo))
                })
                .collect(),
            Self::Engines(engines) => engines
                .iter()
                .map(|engine| TrialOpponent {
                    name: engine.name.clone(),
                    elo: engine.elo,
                    player: OpponentPlayer::Engine(match fold {
                        TrialFold::Choosing => engine.choosing.clone(),
                        TrialFold::Testing => engine.testing.clone(),
                    }),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::strength_band::StrengthBand;
    use super::super::styles::StyledPlayer;
    use super::*;
    use crate::heuristic::Heuristic;
    use std::collections::BTreeSet;

    fn styled(opponent: &TrialOpponent) -> &StyledPlayer {
        match &opponent.player {
            OpponentPlayer::Styled(player) => player,
            OpponentPlayer::Engine(engine) => panic!("{engine}"),
        }
    }

    #[test]
    fn both_folds_have_the_same_kinds_and_no_common_player() {
        for pool in OpponentPool::STYLED {
            let [choosing, testing] = TrialFold::ALL.map(|fold| pool.opponents(fold));
            assert_eq!(choosing.len(), testing.len());
            let base = Heuristic::initial_of(crate::heuristic::Schema::modern());
            for (one, other) in choosing.iter().zip(&testing) {
                assert_eq!((&one.name, one.elo), (&other.name, other.elo));
                let weights = |player| styled(player).heuristic(base.clone()).fingerprint();
                assert_ne!(weights(one), weights(other), "{}", one.name);
                assert_ne!(weights(one), base.fingerprint());
            }
            let names: BTreeSet<&String> = choosing.iter().map(|player| &player.name).collect();
            assert_eq!(names.len(), choosing.len());
        }
    }

    /// A placebo needs another opponent of the band, with another style.
    #[test]
    fn every_band_that_is_met_has_several_styles() {
        for pool in OpponentPool::STYLED {
            let opponents = pool.opponents(TrialFold::Testing);
            for band in StrengthBand::ALL {
                let of_band = opponents.iter().filter(|player| player.band() == band);
                let styles: BTreeSet<String> = of_band
                    .clone()
                    .map(|p| styled(p).style.to_string())
                    .collect();
                assert_eq!(styles.len(), of_band.count());
                assert_ne!(styles.len(), 1);
            }
        }
    }
}
