//! An evaluation term by term.
//!
//! Nothing here is estimated: the lines add up to what the search would see, and each step from
//! their sum to the whole stands by itself.

use std::fmt;

use shakmaty::Color;

use crate::heuristic::Term;
use crate::phase::Phase;
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// What a term adds in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TermValue {
    /// With all pieces on the board.
    pub middlegame: Centipawns,
    /// Without any.
    pub endgame: Centipawns,
}

impl TermValue {
    /// The same in both.
    pub(super) const fn constant(value: i32) -> Self {
        Self {
            middlegame: Centipawns(value),
            endgame: Centipawns(value),
        }
    }

    /// In between: `share` of [`Explanation::WHOLE`] from the middlegame, in centipawns.
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
    /// What it adds for White.
    pub white: TermValue,
    /// What it adds for Black.
    pub black: TermValue,
}

impl TermContribution {
    /// White's part less Black's.
    pub fn balance(&self) -> TermValue {
        self.white - self.black
    }
}

/// A step from the sum of all terms to the evaluation, in the order in which it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EvaluationStep {
    /// Terms are blended between middlegame and endgame, and the rest of the division dropped.
    Blend,
    /// What makes an endgame winnable.
    Winnable,
    /// What makes it drawish.
    Scale,
    /// The fifty-move rule.
    FiftyMoves,
    /// Having the move.
    Tempo,
    /// Giving check.
    Check,
}

impl EvaluationStep {
    /// A word or two for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blend => "all terms",
            Self::Winnable => "winnable",
            Self::Scale => "drawish",
            Self::FiftyMoves => "fifty moves",
            Self::Tempo => "tempo",
            Self::Check => "check",
        }
    }
}

/// How the weights of the phases go into an evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhaseMix {
    /// So much of the middlegame, out of [`Explanation::WHOLE`], and of the endgame the rest.
    Blended(i32),
    /// One phase's alone.
    Alone(Phase),
}

impl PhaseMix {
    /// How much of the middlegame there is, out of [`Explanation::WHOLE`]; one phase's weights stand in its place.
    pub const fn share(self) -> i32 {
        match self {
            Self::Blended(share) => share,
            Self::Alone(_) => Explanation::WHOLE,
        }
    }
}

/// The static evaluation of a position taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The schema's name.
    pub family: &'static str,
    /// The terms, in the order of [`Term::ALL`].
    pub lines: Vec<TermContribution>,
    /// Which phases' weights are in it.
    pub mix: PhaseMix,
    /// What each step adds for White; the first is the blend itself.
    pub steps: Vec<(EvaluationStep, Centipawns)>,
    /// Who is to move.
    pub turn: Color,
}

impl Explanation {
    /// The share of a position with all pieces.
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
    /// A table in pawns: each term for White, for Black and in balance, where phases are blended in the
    /// middlegame, in the endgame and blended; below it the steps to the evaluation, from White's point of view.
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
    /// The lines above the terms; how wide a column is.
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
