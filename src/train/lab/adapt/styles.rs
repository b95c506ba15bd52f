//! The styles of opponents that this program plays itself, with a variant for each fold.
//!
//! A style is a set of factors for terms of the evaluation, with a contempt. What is chosen on the first fold is
//! tested on new players of the same styles. Strength is set by nodes.

use serde::Serialize;

use crate::heuristic::{Heuristic, Term};
use crate::units::Centipawns;

/// A half of the trial, with openings and opponents of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrialFold {
    /// The policies are chosen on it.
    Choosing,
    /// The chosen policies are tested on it.
    Testing,
}

impl TrialFold {
    /// Both folds.
    pub const ALL: [Self; 2] = [Self::Choosing, Self::Testing];
}

/// How the weights of a trial's opponent are changed; not the [`Style`](crate::style::Style) that a recogniser sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PlayStyle {
    /// Attacks the king and leaves its own less shelter.
    Attacker,
    /// Shelters its king and does not attack.
    Defender,
    /// Exchanges active pieces and likes a draw.
    Trader,
    /// Keeps pieces, space and threats, and dislikes a draw.
    Complicator,
    /// Favours its pawn structure.
    PawnPlayer,
    /// Favours material.
    Materialist,
}

impl PlayStyle {
    /// All styles.
    pub const ALL: [Self; 6] = [
        Self::Attacker,
        Self::Defender,
        Self::Trader,
        Self::Complicator,
        Self::PawnPlayer,
        Self::Materialist,
    ];

    /// Factors for terms of the evaluation, in percent.
    const fn percents(self, fold: TrialFold) -> &'static [(Term, i32)] {
        use Term::{
            Attack, Material, MinorPieces, Mobility, Outposts, PassedPawns, Pawns, Shelter, Space,
            Threats,
        };
        match (self, fold) {
            (Self::Attacker, TrialFold::Choosing) => {
                &[(Attack, 200), (Threats, 130), (Shelter, 70), (Space, 140)]
            }
            (Self::Attacker, TrialFold::Testing) => {
                &[(Attack, 180), (Threats, 140), (Shelter, 70), (Space, 120)]
            }
            (Self::Defender, TrialFold::Choosing) => &[(Attack, 30), (Shelter, 220), (Threats, 80)],
            (Self::Defender, TrialFold::Testing) => &[(Attack, 10), (Shelter, 250), (Pawns, 130)],
            (Self::Trader, TrialFold::Choosing) => &[
                (Mobility, 40),
                (Space, 0),
                (Outposts, 40),
                (MinorPieces, 40),
            ],
            (Self::Trader, TrialFold::Testing) => {
                &[(Mobility, 25), (Space, 0), (Outposts, 0), (MinorPieces, 60)]
            }
            (Self::Complicator, TrialFold::Choosing) => {
                &[(Mobility, 170), (Space, 250), (Threats, 170)]
            }
            (Self::Complicator, TrialFold::Testing) => {
                &[(Mobility, 200), (Space, 300), (Threats, 140)]
            }
            (Self::PawnPlayer, TrialFold::Choosing) => {
                &[(Pawns, 220), (PassedPawns, 170), (Attack, 70)]
            }
            (Self::PawnPlayer, TrialFold::Testing) => {
                &[(Pawns, 260), (PassedPawns, 140), (Attack, 60)]
            }
            (Self::Materialist, TrialFold::Choosing) => &[(Material, 140)],
            (Self::Materialist, TrialFold::Testing) => &[(Material, 170)],
        }
    }

    /// Returns its contempt, in centipawns: a draw scores this much below zero.
    const fn contempt(self, fold: TrialFold) -> Centipawns {
        Centipawns(match (self, fold) {
            (Self::Trader, TrialFold::Choosing) => -100,
            (Self::Trader, TrialFold::Testing) => -150,
            (Self::Complicator, TrialFold::Choosing) => 100,
            (Self::Complicator, TrialFold::Testing) => 150,
            _ => 0,
        })
    }

    /// Returns the nodes per move, in thousandths of ours, at which it is as strong as our engine at 1,000
    /// nodes.
    ///
    /// By `cargo run --release --example calibrate_opponents -- 2400 1 2`, 2,400 games a variant: errors are 14 to 16 Elo at
    /// 95 %. (The table in `docs/diary/adapting.md`.)
    const fn equal_nodes(self, fold: TrialFold) -> u64 {
        let by_fold = match self {
            Self::Attacker => [1569, 1352],
            Self::Defender => [1333, 1435],
            Self::Trader => [1135, 1202],
            Self::Complicator => [1108, 1130],
            Self::PawnPlayer => [1173, 1204],
            Self::Materialist => [1035, 1111],
        };
        by_fold[fold as usize]
    }

    /// Returns the two strengths at which the style plays in the mixed pool, in Elo above ours.
    pub(super) const fn mixed_strengths(self) -> [i32; 2] {
        match self {
            Self::Attacker | Self::Complicator => [-300, 60],
            Self::Defender | Self::PawnPlayer => [-180, 180],
            Self::Trader | Self::Materialist => [-60, 300],
        }
    }
}

/// Elo gain from twice the nodes, around 1,000 nodes per move: the mean of the same twelve calibrations.
const ELO_PER_DOUBLING: f64 = 210.0;

/// An opponent that this program plays, with weights of a style.
#[derive(Clone, Debug)]
pub struct StyledPlayer {
    /// Its style.
    pub style: PlayStyle,
    /// The fold whose variant of the style it plays.
    pub fold: TrialFold,
    /// Its nodes per move, in thousandths of ours.
    pub nodes_permille: u64,
}

impl StyledPlayer {
    /// Makes a player with this style, `elo` above our strength.
    pub fn new(style: PlayStyle, fold: TrialFold, elo: i32) -> Self {
        let factor = (f64::from(elo) / ELO_PER_DOUBLING).exp2();
        let permille = style.equal_nodes(fold) as f64 * factor;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a small positive number"
        )]
        let nodes_permille = permille.round() as u64;
        Self {
            style,
            fold,
            nodes_permille,
        }
    }

    /// Returns its nodes per move if we have `ours`.
    pub fn nodes(&self, ours: u64) -> u64 {
        (ours.saturating_mul(self.nodes_permille) / 1000).max(1)
    }

    /// Returns its contempt, in centipawns: a draw scores this much below zero.
    pub const fn contempt(&self) -> Centipawns {
        self.style.contempt(self.fold)
    }

    /// Returns its heuristic: `base` with the factors of its style.
    pub fn heuristic(&self, base: Heuristic) -> Heuristic {
        let percents = self.style.percents(self.fold);
        base.map_weights(|_, parameter, weight| {
            let term = parameter.kind.term();
            let scaled = percents.iter().find(|(scaled, _)| *scaled == term);
            scaled.map_or(weight, |(_, percent)| weight.saturating_mul(*percent) / 100)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_set_by_nodes() {
        let player = |style, elo| StyledPlayer::new(style, TrialFold::Testing, elo);
        let nodes = |elo| player(PlayStyle::Defender, elo).nodes(10_000);
        assert!(nodes(-300) < nodes(0) && nodes(0) < nodes(300));
        assert_eq!(player(PlayStyle::Trader, -300).nodes(1), 1);
    }
}
