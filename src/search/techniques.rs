//! What the search does beyond plain alpha-beta, each switchable, so that a laboratory can measure
//! one technique at a time and the plain algorithms can check the rest.

/// One technique of search. Its documentation names what it is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Technique {
    /// Cut-offs from the transposition table (its moves are used for ordering all the same).
    HashCutoffs,
    /// Captures are followed to quiet positions at the leaves.
    Quiescence,
    /// A position so good that passing would fail high is not searched further (Donninger, *Null
    /// Move and Deep Search*, 1993).
    NullMove,
    /// Late quiet moves are searched less deeply first.
    LateMoveReductions,
    /// A move that leaves the mover in check is searched one ply deeper.
    CheckExtension,
    /// Later moves are first searched with an empty window (Marsland and Campbell, 1982).
    PrincipalVariation,
    /// An iteration begins with a window around the last one's value.
    Aspiration,
    /// Positions near the horizon that are far above the window are not searched.
    ReverseFutility,
}

/// A set of techniques.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Techniques(u16);

impl Techniques {
    /// Plain alpha-beta with a static evaluation at its leaves.
    pub const NONE: Self = Self(0);

    /// Everything: how the engine plays.
    pub const ALL: Self = Self(u16::MAX);

    /// This set and `technique`.
    pub const fn with(self, technique: Technique) -> Self {
        Self(self.0 | 1 << technique as u16)
    }

    /// This set without `technique`.
    pub const fn without(self, technique: Technique) -> Self {
        Self(self.0 & !(1 << technique as u16))
    }

    /// Whether `technique` is in the set.
    #[inline]
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & (1 << technique as u16) != 0
    }
}
