//! Techniques of the search beyond plain alpha-beta, each switchable. Matches measure one technique at a time, and
//! the plain algorithms check the rest.

use std::str::FromStr;

/// One technique of search. Its documentation names what it is for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr, strum::EnumString,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownTechnique, parse_err_fn = UnknownTechnique::new)]
pub enum Technique {
    /// Captures are tried first, the most valuable victim by the least valuable attacker.
    CaptureOrdering,
    /// Captures that lose material by static exchange are tried last.
    ExchangeOrdering,
    /// The transposition table's move is tried first.
    HashMove,
    /// Cut-offs from the transposition table.
    HashCutoffs,
    /// What searches of earlier moves left in the transposition table gives way first.
    TableAgeing,
    /// The transposition table keeps static evaluations, independent of the fifty-move counter. A position is
    /// evaluated once.
    StoredEvaluation,
    /// What depends on pawns and kings alone is kept for the next position with the same ones; saves time
    /// alone.
    PawnTable,
    /// Captures are followed to quiet positions at the leaves.
    Quiescence,
    /// Quiescence tries quiet checks at its first ply; only in the laboratory. This is the third of the criteria by
    /// which the UNAM program of 1987 searched on.
    QuiescenceChecks,
    /// The transposition table serves the leaves too.
    QuiescenceTable,
    /// Later moves are first searched with an empty window (Marsland and Campbell, 1982).
    PrincipalVariation,
    /// An iteration begins with a window around the last one's value.
    Aspiration,
    /// Quiet moves that cut off a sibling are tried early (Akl and Newborn, 1977).
    Killers,
    /// Quiet moves are ordered by how often they cut off (Schaeffer, 1989).
    History,
    /// The quiet move that last refuted the opponent's move is tried early (Uiterwijk, 1992).
    CounterMoves,
    /// Quiet moves are also ordered by how well they followed the last two moves.
    ContinuationHistory,
    /// Captures are ordered by how often they cut off, too.
    CaptureHistory,
    /// A position so good that passing would fail high is not searched further (Donninger, *Null
    /// Move and Deep Search*, 1993).
    NullMove,
    /// A deep null move's verdict is verified without passing (Heinz, *Adaptive Null-Move
    /// Pruning*, 1999).
    NullVerification,
    /// Late moves are searched less deeply first.
    LateMoveReductions,
    /// A move out of check is searched one ply deeper.
    CheckExtension,
    /// Positions near the horizon that are far above the window are not searched.
    ReverseFutility,
    /// Positions near the horizon that are far below the window go to quiescence at once (Birmingham
    /// and Kent, 1977); only in the laboratory.
    Razoring,
    /// Quiet moves near the horizon that cannot lift the value are left out (Heinz, *Extended
    /// Futility Pruning*, 1998).
    Futility,
    /// Near the horizon, only a limited number of quiet moves is tried.
    LateMovePruning,
    /// Moves that lose material by static exchange are left out near the horizon.
    ExchangePruning,
    /// A table's move that is much better than all others is searched deeper (Anantharaman,
    /// Campbell and Hsu, *Singular Extensions*, 1988).
    SingularExtension,
    /// No line is searched that could at best mate later than one already found.
    MateDistance,
    /// Static evaluations are corrected by how far they were off in like positions.
    Correction,
    /// A choice that wavers is thought about for longer than one that stands; by the clock alone.
    Patience,
    /// A capture on the square of the last one is searched one ply deeper; only in the laboratory.
    RecaptureExtension,
    /// An iteration is a series of zero-window searches that approach the value; only in the laboratory (Plaat et
    /// al., *Best-First Fixed-Depth Minimax Algorithms*, 1996).
    MtdF,
}

impl Technique {
    /// All of them, in the order in which a laboratory adds them.
    pub const ALL: [Self; 32] = [
        Self::CaptureOrdering,
        Self::HashMove,
        // Values of the table cut off empty windows alone, so those come first.
        Self::PrincipalVariation,
        Self::HashCutoffs,
        Self::TableAgeing,
        Self::StoredEvaluation,
        Self::PawnTable,
        Self::Quiescence,
        Self::QuiescenceChecks,
        Self::QuiescenceTable,
        Self::ExchangeOrdering,
        Self::Aspiration,
        Self::Killers,
        Self::History,
        Self::CounterMoves,
        Self::ContinuationHistory,
        Self::CaptureHistory,
        Self::NullMove,
        Self::NullVerification,
        Self::LateMoveReductions,
        Self::CheckExtension,
        Self::ReverseFutility,
        Self::Razoring,
        Self::Futility,
        Self::LateMovePruning,
        Self::ExchangePruning,
        Self::SingularExtension,
        Self::MateDistance,
        Self::Correction,
        Self::Patience,
        Self::RecaptureExtension,
        Self::MtdF,
    ];

    /// Those that the engine does not play with: matches showed that they cost, or did not show that they
    /// bring anything.
    pub const LABORATORY: [Self; 4] = [
        Self::QuiescenceChecks,
        Self::Razoring,
        Self::RecaptureExtension,
        Self::MtdF,
    ];

    /// The name on the command line and in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Techniques of earlier versions in which no match showed a gain.
const REMOVED: [&str; 6] = [
    "delta-pruning",
    "quiescence-evasions",
    "history-pruning",
    "probcut",
    "internal-reduction",
    "multi-cut",
];

/// A word that names no technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnknownTechnique {
    /// It names nothing.
    #[error(
        "'{0}' is not a technique of search; expected one of {names}",
        names = Technique::ALL.map(Technique::name).join(", ")
    )]
    Word(String),
    /// It names a technique of an earlier version.
    #[error(
        "the technique '{0}' was removed: no match showed a gain (docs/diary/small-features.md)"
    )]
    Removed(String),
}

impl UnknownTechnique {
    fn new(word: &str) -> Self {
        if REMOVED.contains(&word) {
            Self::Removed(word.to_owned())
        } else {
            Self::Word(word.to_owned())
        }
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u64);

impl Techniques {
    /// Plain alpha-beta with a static evaluation at its leaves.
    pub const NONE: Self = Self(0);

    /// How the engine plays: everything but what is [for the laboratory](Technique::LABORATORY).
    pub const PLAYING: Self = {
        let mut playing = Self(u64::MAX);
        let mut place = 0;
        while place < Technique::LABORATORY.len() {
            playing = playing.without(Technique::LABORATORY[place]);
            place += 1;
        }
        playing
    };

    /// This set and `technique`.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u64)
    }

    /// This set without `technique`.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u64))
    }

    /// Returns true if the set has a technique that only the laboratory plays with.
    pub fn has_laboratory(self) -> bool {
        Technique::LABORATORY
            .iter()
            .any(|technique| self.has(*technique))
    }

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u64) != 0
    }
}

/// As on the command line: how the engine plays, and what is different, `-null-move` left out and
/// `+recapture-extension` added, with commas between; `none` at the front begins with nothing.
impl FromStr for Techniques {
    type Err = UnknownTechnique;
    fn from_str(text: &str) -> Result<Self, UnknownTechnique> {
        let mut techniques = Self::PLAYING;
        for (place, word) in text.split(',').map(str::trim).enumerate() {
            techniques = if place == 0 && word == "none" {
                Self::NONE
            } else if let Some(name) = word.strip_prefix('-') {
                techniques.without(name.parse()?)
            } else {
                techniques.with(word.strip_prefix('+').unwrap_or(word).parse()?)
            };
        }
        Ok(techniques)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_sets_keep_apart() {
        for technique in Technique::ALL {
            assert_eq!(technique.name().parse(), Ok(technique));
            let alone = Techniques::NONE.with(technique);
            let found = Technique::ALL.into_iter().filter(|one| alone.has(*one));
            assert_eq!(found.collect::<Vec<_>>(), [technique]);
            assert_eq!(alone.without(technique), Techniques::NONE);
        }
        for (word, told) in [("magic", "is not a technique"), ("probcut", "was removed")] {
            let message = word
                .parse::<Technique>()
                .expect_err("no technique")
                .to_string();
            assert!(message.contains(told), "{message}");
        }
    }

    #[test]
    fn sets_are_written_by_what_differs() {
        let set = |text: &str| text.parse::<Techniques>().expect("techniques");
        let playing = Techniques::PLAYING;
        assert_eq!(set("-null-move"), playing.without(Technique::NullMove));
        let recaptures = playing.with(Technique::RecaptureExtension);
        assert_eq!(
            set("+recapture-extension,-killers"),
            recaptures.without(Technique::Killers)
        );
        assert_eq!(set("none"), Techniques::NONE);
        assert_eq!(
            set("none,killers"),
            Techniques::NONE.with(Technique::Killers)
        );
        assert!("none,magic".parse::<Techniques>().is_err());
    }
}
