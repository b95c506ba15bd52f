//! The terms of an evaluation: groups of parameters, as a breakdown lists them.

use serde::{Deserialize, Serialize};

/// A part of an evaluation.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    strum::Display,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[serde(try_from = "String", into = "String")]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownTerm, parse_err_fn = UnknownTerm::new)]
pub enum Term {
    /// The value of pieces and pawns on any square.
    Material,
    /// The squares that pieces and pawns stand on.
    Squares,
    /// The number of useful squares each piece can go to.
    Mobility,
    /// Doubled, isolated, backward, connected and candidate pawns.
    Pawns,
    /// Passed pawns: how far advanced they are, and what helps or stops them.
    #[strum(serialize = "passed")]
    PassedPawns,
    /// How the values of knights, rooks and queens depend on the other pieces of their side.
    Imbalance,
    /// The bishop pair, bad bishops, minor pieces behind pawns and near their king.
    #[strum(serialize = "minors")]
    MinorPieces,
    /// Knights and bishops on squares that no pawn can attack.
    Outposts,
    /// Rooks on open files, on the seventh rank, doubled, trapped.
    Rooks,
    /// The pawns in front of a king, and those that storm it.
    Shelter,
    /// Attacks against a king: attackers, weak squares, safe checks.
    Attack,
    /// Attacked and hanging pieces, and those that can soon be attacked.
    Threats,
    /// Safe squares behind one's own pawns, and squares that only one side controls.
    Space,
    /// Pieces still at home, castling, and the queen that comes out too early.
    Development,
    /// The bonus of the side to move.
    Tempo,
    /// Giving check.
    Check,
    /// Mating a bare king, and what makes an endgame winnable or drawish. Without it no ending is
    /// scaled, and values do not fade by the fifty-move counter.
    Endings,
}

impl Term {
    /// Every term, in the order of a breakdown.
    pub const ALL: [Self; 17] = [
        Self::Material,
        Self::Squares,
        Self::Mobility,
        Self::Pawns,
        Self::PassedPawns,
        Self::Imbalance,
        Self::MinorPieces,
        Self::Outposts,
        Self::Rooks,
        Self::Shelter,
        Self::Attack,
        Self::Threats,
        Self::Space,
        Self::Development,
        Self::Tempo,
        Self::Check,
        Self::Endings,
    ];

    /// The term's name, one word.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A word that is not the name of a term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a term of an evaluation: expected one of {list}", list = Term::ALL.map(Term::name).join(", "))]
pub struct UnknownTerm(pub String);

impl UnknownTerm {
    fn new(word: &str) -> Self {
        Self(word.to_owned())
    }
}

impl TryFrom<String> for Term {
    type Error = UnknownTerm;
    fn try_from(word: String) -> Result<Self, UnknownTerm> {
        word.parse()
    }
}

impl From<Term> for String {
    fn from(term: Term) -> Self {
        term.name().to_owned()
    }
}
