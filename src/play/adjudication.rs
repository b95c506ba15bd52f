//! Adjudication by material: ends games whose result is settled.
//!
//! After every ply the caller passes one score, always from White's point of view and always by the same fixed
//! [`material_judge`](super::material_judge). The adjudicator gives its verdict once that has been clear for long
//! enough. It can be switched off; in a share of the games its verdict is only recorded, so that its error is
//! measured.

use serde::Serialize;
use shakmaty::Color;

use crate::record::{AdjudicatorVerdict, GameResult};
use crate::units::{Centipawns, Ply};

/// Conditions under which a game counts as decided. Plies of both sides count, so a capture that is recaptured on the
/// next ply decides nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct AdjudicationThresholds {
    win_lead_cp: Centipawns,
    win_plies: Ply,
    draw_within_cp: Centipawns,
    draw_plies: Ply,
    draw_after: Ply,
}

/// Reason why thresholds are invalid: they decide games at once, or contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ThresholdError {
    /// The lead is below one centipawn.
    #[error("an adjudicated win needs a lead of at least one centipawn, not {0}")]
    Lead(Centipawns),
    /// The number of plies is below two.
    #[error("an adjudicator needs at least two plies to judge by, one of each side")]
    Plies,
    /// The same score would count as won and as drawn.
    #[error("a lead of {win} centipawns cannot win while {draw} counts as level")]
    Overlap {
        /// Lead that wins, in centipawns.
        win: Centipawns,
        /// Largest lead that still counts as level, in centipawns.
        draw: Centipawns,
    },
}

impl AdjudicationThresholds {
    /// Creates thresholds. A win is a lead of `win_lead` for `win_plies` consecutive plies. A draw is no lead above
    /// `draw_within` for `draw_plies` plies, `draw_after` plies into the game at the earliest.
    ///
    /// # Errors
    ///
    /// [`ThresholdError`] if a game would be decided at once or the two verdicts overlap.
    pub fn new(
        win_lead: Centipawns,
        win_plies: Ply,
        draw_within: Centipawns,
        draw_plies: Ply,
        draw_after: Ply,
    ) -> Result<Self, ThresholdError> {
        if win_lead < Centipawns(1) {
            return Err(ThresholdError::Lead(win_lead));
        }
        if win_plies < Ply(2) || draw_plies < Ply(2) {
            return Err(ThresholdError::Plies);
        }
        if draw_within >= win_lead {
            return Err(ThresholdError::Overlap {
                win: win_lead,
                draw: draw_within,
            });
        }
        Ok(Self {
            win_lead_cp: win_lead,
            win_plies,
            draw_within_cp: draw_within,
            draw_plies,
            draw_after,
        })
    }
}

impl Default for AdjudicationThresholds {
    fn default() -> Self {
        Self {
            win_lead_cp: Centipawns(300),
            win_plies: Ply(2),
            draw_within_cp: Centipawns(100),
            draw_plies: Ply(60),
            draw_after: Ply(120),
        }
    }
}

/// A share of games, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct GameFraction(f64);

impl GameFraction {
    /// The share 0: no game.
    pub const NONE: Self = Self(0.0);

    /// One game in twenty: a thousand games measure an error of 1 % to within 3 %.
    pub const DEFAULT: Self = Self(0.05);

    /// Creates a share; `None` outside 0 to 1.
    pub fn new(share: f64) -> Option<Self> {
        (0.0..=1.0).contains(&share).then_some(Self(share))
    }

    /// Returns the share, 0 to 1.
    pub const fn get(self) -> f64 {
        self.0
    }
}

/// Use that is made of the adjudicator's verdict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// No adjudication: only the rules of chess and the maximum length end a game.
    Off,
    /// The verdict ends the game.
    Enforced(AdjudicationThresholds),
    /// The verdict is recorded and the game played on, to measure the adjudicator's error.
    Recorded(AdjudicationThresholds),
}

impl Adjudication {
    /// Returns the thresholds, or `None` without adjudication.
    pub const fn thresholds(self) -> Option<AdjudicationThresholds> {
        match self {
            Self::Off => None,
            Self::Enforced(thresholds) | Self::Recorded(thresholds) => Some(thresholds),
        }
    }
}

/// An adjudicator of one game, with the number of plies for which the score has been clear.
#[derive(Clone, Copy, Debug)]
pub struct Adjudicator {
    thresholds: AdjudicationThresholds,
    leader: Option<Color>,
    leading_for: Ply,
    level_for: Ply,
}

impl Adjudicator {
    /// Creates an adjudicator at the start of a game.
    pub const fn new(thresholds: AdjudicationThresholds) -> Self {
        Self {
            thresholds,
            leader: None,
            leading_for: Ply(0),
            level_for: Ply(0),
        }
    }

    /// Returns the lead that wins, in centipawns; larger leads need not be told apart.
    pub const fn horizon(&self) -> Centipawns {
        self.thresholds.win_lead_cp
    }

    /// Takes the material score after `ply` plies of the game, from White's point of view. Returns the verdict if the
    /// game is decided now.
    pub fn observe(&mut self, white_lead: Centipawns, ply: Ply) -> Option<AdjudicatorVerdict> {
        let leader = (white_lead.abs() >= self.thresholds.win_lead_cp)
            .then(|| Color::from_white(white_lead > Centipawns::ZERO));
        self.leading_for = if leader.is_some() && leader == self.leader {
            self.leading_for.next()
        } else {
            Ply(u16::from(leader.is_some()))
        };
        self.leader = leader;
        self.level_for = if white_lead.abs() <= self.thresholds.draw_within_cp {
            self.level_for.next()
        } else {
            Ply(0)
        };
        self.decided(ply)
            .map(|result| AdjudicatorVerdict { result, ply: ply.0 })
    }

    fn decided(&self, ply: Ply) -> Option<GameResult> {
        if self.leading_for >= self.thresholds.win_plies {
            return self.leader.map(GameResult::win_of);
        }
        (self.level_for >= self.thresholds.draw_plies && ply >= self.thresholds.draw_after)
            .then_some(GameResult::Draw)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn thresholds() -> AdjudicationThresholds {
        AdjudicationThresholds::new(Centipawns(500), Ply(3), Centipawns(50), Ply(4), Ply(10))
            .expect("sound thresholds")
    }

    fn first_verdict(leads: &[i32]) -> Option<AdjudicatorVerdict> {
        let mut adjudicator = Adjudicator::new(thresholds());
        leads
            .iter()
            .zip(1..)
            .find_map(|(lead, ply)| adjudicator.observe(Centipawns(*lead), Ply(ply)))
    }

    #[test]
    fn a_lead_must_last_and_must_be_one_sides() {
        assert_eq!(first_verdict(&[600, 600]), None);
        assert_eq!(first_verdict(&[600, 600, 400, 600, 600]), None);
        assert_eq!(first_verdict(&[600, 600, -600, -600, 600, 600]), None);
        assert_eq!(
            first_verdict(&[0, 500, 600, 900]),
            Some(AdjudicatorVerdict {
                result: GameResult::WhiteWins,
                ply: 4
            })
        );
        assert_eq!(
            first_verdict(&[-500, -500, -500]).map(|verdict| verdict.result),
            Some(GameResult::BlackWins)
        );
    }

    #[test]
    fn a_level_game_is_drawn_only_late() {
        let level = [0; 12];
        assert_eq!(
            first_verdict(&level),
            Some(AdjudicatorVerdict {
                result: GameResult::Draw,
                ply: 10
            })
        );
        assert_eq!(first_verdict(&level[..9]), None);
    }

    #[test]
    fn thresholds_that_make_no_sense_are_refused() {
        let make = |lead, plies, level| {
            AdjudicationThresholds::new(
                Centipawns(lead),
                Ply(plies),
                Centipawns(level),
                Ply(10),
                Ply(0),
            )
        };
        assert!(matches!(make(0, 4, -1), Err(ThresholdError::Lead(_))));
        assert_eq!(make(500, 1, 0), Err(ThresholdError::Plies));
        assert!(matches!(
            make(100, 4, 100),
            Err(ThresholdError::Overlap { .. })
        ));
    }

    #[test]
    fn the_defaults_pass_their_own_check() {
        let d = AdjudicationThresholds::default();
        assert_eq!(
            AdjudicationThresholds::new(
                d.win_lead_cp,
                d.win_plies,
                d.draw_within_cp,
                d.draw_plies,
                d.draw_after
            ),
            Ok(d)
        );
    }

    proptest! {
        /// Checks that verdicts are mirrored when the scores are.
        #[test]
        fn colours_are_treated_alike(leads in prop::collection::vec(-900..900_i32, 0..60)) {
            let mirrored: Vec<i32> = leads.iter().map(|lead| -lead).collect();
            let (one, other) = (first_verdict(&leads), first_verdict(&mirrored));
            prop_assert_eq!(one.map(|v| v.ply), other.map(|v| v.ply));
            prop_assert_eq!(
                one.and_then(|v| v.result.winner()),
                other.and_then(|v| v.result.winner()).map(|winner| !winner)
            );
        }
    }
}
