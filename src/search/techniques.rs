//! The techniques of the search beyond plain alpha-beta, each of which can be switched off. Matches measure one at
//! a time, and tests compare the search without them to the plain algorithms.

use std::str::FromStr;

/// A technique of the search that can be switched on and off.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, strum::Display, strum::IntoStaticStr, strum::EnumString,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownTechnique, parse_err_fn = UnknownTechnique::new)]
pub enum Technique {
    /// Captures are tried first, those of valuable pieces before others.
    CaptureOrdering,
    /// Captures that lose material by static exchange are tried last.
    ExchangeOrdering,
    /// The transposition table's move is tried first.
    HashMove,
    /// Cut-offs from the transposition table.
    HashCutoffs,
    /// Entries of earlier searches are replaced first.
    TableAgeing,
    /// The transposition table keeps static evaluations, so that a position is evaluated once. They do not
    /// depend on the fifty-move counter.
    StoredEvaluation,
    /// Evaluation terms that depend on pawns and kings alone are cached; saves time, changes no value.
    PawnTable,
    /// Captures are followed to quiet positions at the leaves.
    Quiescence,
    /// Quiescence tries quiet checks at its first ply. This is criterion 3 of the UNAM program of 1987.
    QuiescenceChecks,
    /// In check, quiescence tries all moves and does not stand pat.
    QuiescenceEvasions,
    /// Captures that can hardly raise the value to alpha are skipped in quiescence, and late in it all but recaptures.
    DeltaPruning,
    /// The transposition table is used in quiescence, too.
    QuiescenceTable,
    /// Later moves are first searched with an empty window (Marsland and Campbell, 1982).
    PrincipalVariation,
    /// An iteration starts with a window around the last iteration's value.
    Aspiration,
    /// Quiet moves that cut off a sibling are tried early (Akl and Newborn, 1977).
    Killers,
    /// Quiet moves are ordered by how often they cut off (Schaeffer, 1989).
    History,
    /// The quiet move that last refuted the opponent's move is tried early (Uiterwijk, 1992).
    CounterMoves,
    /// Quiet moves are also ordered by how well they followed the moves one, two, four and six plies earlier.
    ContinuationHistory,
    /// Captures are ordered by how often they cut off, too.
    CaptureHistory,
    /// A node where passing fails high is not searched further (Donninger, *Null Move and Deep Search*, 1993).
    NullMove,
    /// A null-move cut-off at high depth is verified by a search without null moves (Heinz, *Adaptive Null-Move
    /// Pruning*, 1999).
    NullVerification,
    /// Late moves are searched less deeply first.
    LateMoveReductions,
    /// A move that gives check far from the horizon is searched one ply deeper.
    CheckExtension,
    /// Positions near the horizon that are far above beta are not searched.
    ReverseFutility,
    /// Positions that are far below alpha go to quiescence at once (Birmingham and Kent, 1977).
    Razoring,
    /// Quiet moves and captures near the horizon that cannot raise the value to alpha are skipped (Heinz, *Extended
    /// Futility Pruning*, 1998).
    Futility,
    /// Only a limited number of quiet moves is tried, more at greater depth.
    LateMovePruning,
    /// Quiet moves near the horizon that seldom cut off before are skipped.
    HistoryPruning,
    /// Moves that lose too much material by static exchange are skipped.
    ExchangePruning,
    /// A capture that is far above beta in a shallower search cuts off (Buro, *`ProbCut`*, 1995).
    #[strum(serialize = "probcut")]
    ProbCut,
    /// A table's move that is much better than all others is searched deeper (Anantharaman,
    /// Campbell and Hsu, *Singular Extensions*, 1988).
    SingularExtension,
    /// A node is cut off if another move than the table's is above beta in a shallower search.
    ///
    /// After Björnsson and Marsland, *Multi-Cut Alpha-Beta Pruning*, 1999; only together with
    /// [`SingularExtension`](Self::SingularExtension).
    MultiCut,
    /// A node without a move of the table is searched less deeply (Schröder, *Internal Iterative Reductions*, 2020).
    InternalReduction,
    /// No line is searched that could at best mate later than one already found.
    MateDistance,
    /// A side that can repeat a position of the search at once has at least a draw (van Kervinck, 2013).
    UpcomingRepetition,
    /// Static evaluations are corrected by their average error in similar positions.
    Correction,
    /// A search on the clock takes longer while its best move changes, and less time when it is stable.
    Patience,
    /// A capture on the square of the last one is searched one ply deeper; only in the laboratory.
    RecaptureExtension,
    /// An iteration is a series of zero-window searches that approach the value; only in the laboratory (Plaat et
    /// al., *Best-First Fixed-Depth Minimax Algorithms*, 1996).
    MtdF,
}

impl Technique {
    /// All techniques, in the order in which `lab` experiments add them.
    pub const ALL: [Self; 39] = [
        Self::CaptureOrdering,
        Self::HashMove,
        // The table's values cut off empty windows only, so principal variation comes first.
        Self::PrincipalVariation,
        Self::HashCutoffs,
        Self::TableAgeing,
        Self::StoredEvaluation,
        Self::PawnTable,
        Self::Quiescence,
        Self::QuiescenceChecks,
        Self::QuiescenceEvasions,
        Self::DeltaPruning,
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
        Self::HistoryPruning,
        Self::ExchangePruning,
        Self::ProbCut,
        Self::SingularExtension,
        Self::MultiCut,
        Self::InternalReduction,
        Self::MateDistance,
        Self::UpcomingRepetition,
        Self::Correction,
        Self::Patience,
        Self::RecaptureExtension,
        Self::MtdF,
    ];

    /// The techniques that the engine does not use: matches found a loss, or no gain.
    pub const LABORATORY: [Self; 2] = [Self::RecaptureExtension, Self::MtdF];

    /// Returns the name on the command line and in tables.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The error for a word that names no technique.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not a technique of search; expected one of {names}",
    names = Technique::ALL.map(Technique::name).join(", ")
)]
pub struct UnknownTechnique(String);

impl UnknownTechnique {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u64);

impl Techniques {
    /// No techniques: plain alpha-beta with a static evaluation at its leaves.
    pub const NONE: Self = Self(0);

    /// The techniques that the engine plays with: all but those [for the laboratory](Technique::LABORATORY).
    pub const PLAYING: Self = {
        let mut playing = Self(u64::MAX);
        let mut place = 0;
        while place < Technique::LABORATORY.len() {
            playing = playing.without(Technique::LABORATORY[place]);
            place += 1;
        }
        playing
    };

    /// Returns the set with `technique`.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u64)
    }

    /// Returns the set without `technique`.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u64))
    }

    /// Returns true if `technique` is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u64) != 0
    }
}

/// Parses the command line's form: changes to the playing set with commas between, such as
/// `-null-move,+recapture-extension`; `none` first starts from plain alpha-beta.
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
        let message = "magic"
            .parse::<Technique>()
            .expect_err("no technique")
            .to_string();
        assert!(message.contains("is not a technique"), "{message}");
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
