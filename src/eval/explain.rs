//! An evaluation term by term.
//!
//! Nothing here is estimated: the lines add up to what the search would see, and each step from
//! their sum to the whole stands by itself.
//!
//! May use: score, units, `heuristic`.

use std::fmt;

use shakmaty::Color;

use crate::heuristic::Term;
use crate::score::{Score, WhiteScore};
use crate::units::Centipawns;

/// What a term adds in the middlegame and in the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Part {
    /// With all pieces on the board.
    pub middlegame: Centipawns,
    /// Without any.
    pub endgame: Centipawns,
}

impl Part {
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

impl std::ops::Sub for Part {
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
pub struct Line {
    /// Which term.
    pub term: Term,
    /// What it adds for White.
    pub white: Part,
    /// What it adds for Black.
    pub black: Part,
}

impl Line {
    /// White's part less Black's.
    pub fn balance(&self) -> Part {
        self.white - self.black
    }
}

/// A step from the sum of all terms to the evaluation, in the order in which it is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
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

impl Step {
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

/// The static evaluation of a position taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The schema's name.
    pub family: &'static str,
    /// The terms, in the order of [`Term::ALL`].
    pub lines: Vec<Line>,
    /// How much of the middlegame is in the blend, out of [`Self::WHOLE`].
    pub middlegame_share: i32,
    /// What each step adds for White; the first is the blend itself.
    pub steps: Vec<(Step, Centipawns)>,
    /// Who is to move.
    pub turn: Color,
}

impl Explanation {
    /// The share of a position with all pieces.
    pub const WHOLE: i32 = 24;

    /// White's terms less Black's, added up.
    pub fn sum(&self) -> Part {
        self.lines.iter().fold(Part::default(), |sum, line| {
            let balance = line.balance();
            Part {
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
    /// A table in pawns: each term for White, for Black and in balance, in the middlegame, in the
    /// endgame and blended; below it the steps to the evaluation, from White's point of view.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.middlegame_share;
        writeln!(
            f,
            "{} heuristic, {share}/{} middlegame; pawns",
            self.family,
            Self::WHOLE
        )?;
        writeln!(
            f,
            "{:12} |{:^21} |{:^21} |{:^21}",
            "", "White", "Black", "balance"
        )?;
        write!(f, "{:12}", "term")?;
        for _ in 0..3 {
            write!(f, " |{:>7}{:>7}{:>7}", "middle", "end", "blend")?;
        }
        writeln!(f)?;
        for line in &self.lines {
            write!(f, "{:12}", line.term.name())?;
            for part in [line.white, line.black, line.balance()] {
                write_part(f, part, share)?;
            }
            writeln!(f)?;
        }
        write!(f, "{:12} |{:21} |{:21}", "all terms", "", "")?;
        write_part(f, self.sum(), share)?;
        writeln!(f)?;
        for (step, value) in self.steps.iter().skip(1) {
            let pawns = f64::from(value.0) / 100.0;
            writeln!(f, "{:12}{:60}{pawns:>+7.2}", step.name(), "")?;
        }
        let value = self.value();
        let white = value.0.centipawns_or(0).0;
        let mover = value.for_mover(self.turn).centipawns_or(0).0;
        let turn = self.turn.fold_wb("White", "Black");
        write!(
            f,
            "evaluation {:+.2} for White, {:+.2} for {turn}, who is to move",
            f64::from(white) / 100.0,
            f64::from(mover) / 100.0
        )
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, part: Part, share: i32) -> fmt::Result {
    write!(
        f,
        " |{:>7.2}{:>7.2}{:>7.2}",
        f64::from(part.middlegame.0) / 100.0,
        f64::from(part.endgame.0) / 100.0,
        part.blended(share) / 100.0
    )
}
