//! An evaluation term by term.
//!
//! The terms and the steps after their sum add up exactly to the evaluation that the search uses
//! without a side bonus.

use std::fmt;

use shakmaty::Color;

use crate::heuristic::Term;
use crate::phase::Phase;
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// The value of a term in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TermValue {
    /// With all pieces on the board.
    pub middlegame: Centipawns,
    /// Without any pieces.
    pub endgame: Centipawns,
}

impl TermValue {
    /// One value for both.
    pub(super) const fn constant(value: i32) -> Self {
        Self {
            middlegame: Centipawns(value),
            endgame: Centipawns(value),
        }
    }

    /// Blends both: `share` of [`Explanation::WHOLE`] from the middlegame, in centipawns.
    pub fn blended(self, share: i32) -> f64 {
        let whole = Explanation::WHOLE;
        f64::from(self.middlegame.0 * share + self.endgame.0 * (whole - share)) / f64::from(whole)
    }
}

impl std::ops::Sub for TermValue {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self {
            middlegame: self.middlegame - other.middlegame,
            endgame: self.endgame - other.endgame,
        }
    }
}

/// A term, and what it adds for each side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TermContribution {
    /// Which term.
    pub term: Term,
    /// The value for White.
    pub white: TermValue,
    /// The value for Black.
    pub black: TermValue,
}

impl TermContribution {
    /// White's part less Black's.
    pub fn balance(&self) -> TermValue {
        self.white - self.black
    }
}

/// A step from the sum of all terms to the evaluation, in the order in which it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum EvaluationStep {
    /// Terms are blended between middlegame and endgame, and rounded towards zero.
    #[strum(serialize = "all terms")]
    Blend,
    /// Adjusts by what makes an endgame winnable.
    Winnable,
    /// Scales drawish endgames down.
    #[strum(serialize = "drawish")]
    Scale,
    /// Fades the value as the fifty-move rule comes nearer.
    #[strum(serialize = "fifty moves")]
    FiftyMoves,
    /// The bonus of the side to move.
    Tempo,
    /// The bonus for giving check.
    Check,
}

impl EvaluationStep {
    /// Returns a short name.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How the weights of the phases are combined in an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseMix {
    /// This share of the middlegame, out of [`Explanation::WHOLE`]; the rest is endgame.
    Blended(i32),
    /// The weights of one phase only.
    Alone(Phase),
}

impl PhaseMix {
    /// Returns the share of the middlegame, out of [`Explanation::WHOLE`]; all of it for a single
    /// phase.
    pub const fn share(self) -> i32 {
        match self {
            Self::Blended(share) => share,
            Self::Alone(_) => Explanation::WHOLE,
        }
    }
}

/// The static evaluation of a position, broken down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The schema's name.
    pub family: &'static str,
    /// The terms, in the order of [`Term::ALL`].
    pub lines: Vec<TermContribution>,
    /// How the weights of the phases are combined.
    pub mix: PhaseMix,
    /// The contribution of each step in centipawns for White; the first is the blend of all terms.
    pub steps: Vec<(EvaluationStep, Centipawns)>,
    /// The side to move.
    pub turn: Color,
}

impl Explanation {
    /// The middlegame share of a position with all pieces, out of itself.
    pub const WHOLE: i32 = 24;

    /// White's terms less Black's, added up.
    pub fn sum(&self) -> TermValue {
        self.lines.iter().fold(TermValue::default(), |sum, line| {
            let balance = line.balance();
            TermValue {
                middlegame: sum.middlegame + balance.middlegame,
                endgame: sum.endgame + balance.endgame,
            }
        })
    }

    /// The evaluation: every step added up.
    pub fn value(&self) -> WhiteScore {
        let value = self.steps.iter().map(|(_, step)| step.0).sum();
        WhiteScore(Score::Heuristic(Centipawns(value)))
    }
}

impl fmt::Display for Explanation {
    /// A table in pawns: each term for White, for Black and in balance, and below it the steps to
    /// the evaluation, from White's point of view. If phases are blended, there are columns for
    /// middlegame, endgame and the blend.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mix, width) = (self.mix, self.write_head(f)?);
        for line in &self.lines {
            write!(f, "{:12}", line.term.name())?;
            for part in [line.white, line.black, line.balance()] {
                write_part(f, part, mix)?;
            }
            writeln!(f)?;
        }
        write!(f, "{:12} |{:width$} |{:width$}", "all terms", "", "")?;
        write_part(f, self.sum(), mix)?;
        writeln!(f)?;
        for (step, value) in self.steps.iter().skip(1) {
            let (name, pawns) = (step.name(), f64::from(value.0) / 100.0);
            let before = 3 * (width + 2) - 7;
            writeln!(f, "{name:12}{:before$}{pawns:>+7.2}", "")?;
        }
        let value = self.value();
        let white = value.0.centipawns_or(0).0;
        let mover = value.for_mover(self.turn).centipawns_or(0).0;
        write!(f, "evaluation {:+.2} for White", f64::from(white) / 100.0)?;
        if self.turn.is_black() {
            write!(f, ", {:+.2} for Black", f64::from(mover) / 100.0)?;
        }
        f.write_str(", who is to move")
    }
}

impl Explanation {
    /// Writes the lines above the terms; returns the width of a column.
    fn write_head(&self, f: &mut fmt::Formatter<'_>) -> Result<usize, fmt::Error> {
        let width = match self.mix {
            PhaseMix::Blended(share) => {
                let whole = Self::WHOLE;
                writeln!(
                    f,
                    "{} heuristic, {share}/{whole} middlegame; pawns",
                    self.family
                )?;
                21
            }
            PhaseMix::Alone(phase) => {
                writeln!(
                    f,
                    "{} heuristic, its weights for the {phase}; pawns",
                    self.family
                )?;
                7
            }
        };
        let (white, black, balance) = match self.mix {
            PhaseMix::Blended(_) => ("White", "Black", "balance"),
            PhaseMix::Alone(_) => ("  White", "  Black", "balance"),
        };
        writeln!(
            f,
            "{:12} |{white:^width$} |{black:^width$} |{balance:^width$}",
            ""
        )?;
        if let PhaseMix::Blended(_) = self.mix {
            write!(f, "{:12}", "term")?;
            for _ in 0..3 {
                write!(f, " |{:>7}{:>7}{:>7}", "middle", "end", "blend")?;
            }
            writeln!(f)?;
        }
        Ok(width)
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, part: TermValue, mix: PhaseMix) -> fmt::Result {
    f.write_str(" |")?;
    if let PhaseMix::Blended(_) = mix {
        let (middlegame, endgame) = (part.middlegame.0, part.endgame.0);
        write!(f, "{:>7.2}", f64::from(middlegame) / 100.0)?;
        write!(f, "{:>7.2}", f64::from(endgame) / 100.0)?;
    }
    write!(f, "{:>7.2}", part.blended(mix.share()) / 100.0)
}
