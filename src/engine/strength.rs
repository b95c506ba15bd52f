//! Playing below full strength: by searching less, never by giving material away.
//!
//! A limited engine completes its first iteration as at full strength: it looks at each of its moves with the
//! captures that may follow. Then it searches fewer nodes, and overlooks some quiet moves inside the search; both
//! effects grow as the rating falls. Its evaluation is that of full strength, and it never overlooks captures and
//! checks. So it errs like people: it misses quiet replies and long lines, but leaves nothing hanging that one
//! capture takes.
//!
//! It takes no more time than at full strength, and plays the same move in the same position (a seed decides which
//! moves are overlooked). It sees enough to mate a bare king. A node limit set by the user counts from the first
//! node on.
//!
//! # The table
//!
//! `TABLE` gives the budget for ratings 200 apart; between them the logarithm of the nodes and the share overlooked
//! are interpolated. Each row is meant to score 76 % (200 Elo) against the row below it. `training/strength.sh` plays
//! all pairs of neighbours and prints each difference with its 95 % interval; `docs/diary/limited-strength.md` has
//! its output. If a row's interval does not contain 200, its nodes are changed, from the bottom up. The scale is one
//! of differences: the strength of 800 among people has not been measured.

use shakmaty::{Chess, Color, Position as _};

use crate::search::{MoveBlindness, SearchLimits};
use crate::units::{Nodes, Ply};

/// Lowest rating that can be set.
pub const WEAKEST: i64 = 800;

/// Highest rating that can be set; without a limit the engine plays at full strength.
pub const STRONGEST: i64 = 2800;

/// `Skill Level` of full strength.
pub const MOST_SKILL: i64 = 20;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct StrengthRow {
    /// Rating in Elo.
    rating: i64,
    /// Node limit for one move, counted after the first iteration.
    nodes: u64,
    /// Share of quiet moves inside the search that are overlooked, in thousandths.
    overlooked: u16,
}

const fn row(rating: i64, nodes: u64, overlooked: u16) -> StrengthRow {
    StrengthRow {
        rating,
        nodes,
        overlooked,
    }
}

/// Budgets by ascending rating. The lowest searches little more than the first iteration, about forty nodes, and no
/// budget goes below that.
const TABLE: [StrengthRow; 11] = [
    row(800, 16, 600),
    row(1000, 265, 400),
    row(1200, 600, 280),
    row(1400, 1_500, 200),
    row(1600, 3_300, 140),
    row(1800, 6_700, 100),
    row(2000, 13_500, 60),
    row(2200, 25_000, 40),
    row(2400, 50_000, 25),
    row(2600, 105_000, 12),
    row(2800, 230_000, 0),
];

/// Nodes with which the modern family mates a bare king, with bishop and knight too, if it overlooks nothing.
const MATING: Nodes = Nodes(50_000);

/// A strength level by search depth alone, as in Cazalás and Artola (2013).
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DepthLevel {
    /// Four plies deep.
    Basic,
    /// Six plies deep.
    Intermediate,
    /// Eight plies deep.
    Advanced,
}

impl DepthLevel {
    /// All levels, from the weakest.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Intermediate, Self::Advanced];

    /// Returns the name in options.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Returns the search depth in plies.
    pub const fn depth(self) -> Ply {
        match self {
            Self::Basic => Ply(4),
            Self::Intermediate => Ply(6),
            Self::Advanced => Ply(8),
        }
    }
}

/// The playing strength; full strength if nothing is set. Of several limits the lowest applies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Strength {
    /// Rating in Elo.
    pub rating: Option<i64>,
    /// Skill from 0 to [`MOST_SKILL`], which means full strength.
    pub skill: Option<i64>,
    /// Level by search depth.
    pub level: Option<DepthLevel>,
}

impl Strength {
    /// Reduces `limits` to this strength for a search of `position`; the seed determines the overlooked moves.
    /// Against a bare king no move is overlooked, and the nodes suffice to mate, so that a won ending is won.
    pub fn narrow(&self, limits: &mut SearchLimits, position: &Chess, seed: u64) {
        let budget = self.rating().map(budget_of);
        if has_bare_king(position) {
            if let Some(StrengthBudget { nodes, .. }) = budget {
                limits.nodes_after_first = Some(nodes.max(MATING));
            }
            return;
        }
        if let Some(StrengthBudget { nodes, overlooked }) = budget {
            limits.blindness = MoveBlindness { seed, overlooked };
            limits.nodes_after_first = Some(nodes);
        }
        if let Some(level) = self.level {
            let depth = level.depth();
            limits.depth = Some(limits.depth.map_or(depth, |most| most.min(depth)));
        }
    }

    /// Returns the lower of the ratings from `rating` and `skill`.
    fn rating(&self) -> Option<i64> {
        let by_skill = self
            .skill
            .filter(|skill| *skill < MOST_SKILL)
            .map(|skill| WEAKEST + (STRONGEST - WEAKEST) * skill.max(0) / MOST_SKILL);
        [self.rating, by_skill].into_iter().flatten().min()
    }
}

/// The search budget of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StrengthBudget {
    nodes: Nodes,
    overlooked: u16,
}

/// Interpolates the table; ratings outside are set to its ends.
fn budget_of(rating: i64) -> StrengthBudget {
    let rating = rating.clamp(WEAKEST, STRONGEST);
    let exact = |row: StrengthRow| StrengthBudget {
        nodes: Nodes(row.nodes),
        overlooked: row.overlooked,
    };
    for pair in TABLE.windows(2) {
        if let [below, above] = *pair
            && (below.rating..above.rating).contains(&rating)
        {
            let share = (rating - below.rating) as f64 / (above.rating - below.rating) as f64;
            return between(below, above, share);
        }
    }
    TABLE.last().copied().map_or(exact(TABLE[0]), exact)
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "both lie between two values of the table"
)]
fn between(below: StrengthRow, above: StrengthRow, share: f64) -> StrengthBudget {
    let mix = |low: f64, high: f64| low + (high - low) * share;
    StrengthBudget {
        nodes: Nodes(
            mix((below.nodes as f64).ln(), (above.nodes as f64).ln())
                .exp()
                .round() as u64,
        ),
        overlooked: mix(f64::from(below.overlooked), f64::from(above.overlooked)).round() as u16,
    }
}

fn has_bare_king(position: &Chess) -> bool {
    Color::ALL
        .into_iter()
        .any(|color| position.board().by_color(color).count() == 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::fen;
    use proptest::prelude::*;

    #[test]
    fn the_table_rises_and_reaches_from_end_to_end() {
        for pair in TABLE.windows(2) {
            assert!(pair[0].rating < pair[1].rating && pair[0].nodes < pair[1].nodes);
            assert!(pair[0].overlooked >= pair[1].overlooked);
        }
        assert_eq!((TABLE[0].rating, TABLE[10].rating), (WEAKEST, STRONGEST));
        for row in TABLE {
            assert_eq!(budget_of(row.rating).nodes, Nodes(row.nodes));
        }
        assert_eq!(budget_of(i64::MIN).nodes, Nodes(TABLE[0].nodes));
        assert_eq!(budget_of(i64::MAX).nodes, Nodes(TABLE[10].nodes));
    }

    #[test]
    fn the_lowest_limit_holds_and_full_strength_has_none() {
        let position = Chess::default();
        let narrowed = |strength: Strength| {
            let mut limits = SearchLimits::nodes(1_000);
            strength.narrow(&mut limits, &position, 1);
            limits
        };
        assert_eq!(narrowed(Strength::default()), SearchLimits::nodes(1_000));
        let full = Strength {
            skill: Some(MOST_SKILL),
            ..Strength::default()
        };
        assert_eq!(narrowed(full), SearchLimits::nodes(1_000));
        let weak = Strength {
            rating: Some(STRONGEST),
            skill: Some(0),
            level: Some(DepthLevel::Basic),
        };
        let limits = narrowed(weak);
        assert_eq!(limits.nodes_after_first, Some(Nodes(TABLE[0].nodes)));
        assert_eq!(limits.nodes, Some(Nodes(1_000)));
        assert_eq!(limits.depth, Some(Ply(4)));
        assert_eq!(limits.blindness.overlooked, TABLE[0].overlooked);
    }

    #[test]
    fn against_a_bare_king_nothing_is_overlooked() {
        let position = fen::read("8/8/8/3k4/8/8/8/R3K3 w - - 0 40").expect("legal");
        let mut limits = SearchLimits::default();
        let weakest = Strength {
            rating: Some(WEAKEST),
            ..Strength::default()
        };
        weakest.narrow(&mut limits, &position, 1);
        let expected = SearchLimits {
            nodes_after_first: Some(MATING),
            ..SearchLimits::default()
        };
        assert_eq!(limits, expected);
        let strongest = Strength {
            rating: Some(STRONGEST),
            level: Some(DepthLevel::Basic),
            ..Strength::default()
        };
        strongest.narrow(&mut limits, &position, 1);
        assert!(limits.nodes_after_first > Some(MATING) && limits.depth.is_none());
    }

    proptest! {
        #[test]
        fn more_rating_sees_no_less(rating in WEAKEST..STRONGEST) {
            let (lower, higher) = (budget_of(rating), budget_of(rating + 1));
            prop_assert!(lower.nodes <= higher.nodes);
            prop_assert!(lower.overlooked >= higher.overlooked);
        }
    }
}
