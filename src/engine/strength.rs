//! Playing below full strength: by searching less and by deciding hastily, never by leaving a queen to one capture.
//!
//! A limited engine completes its first iteration as at full strength: it looks at each of its moves with the
//! captures that may follow. Then it searches fewer nodes, and overlooks some quiet moves inside the search; both
//! effects grow as the rating falls. Its evaluation is that of full strength, and it never overlooks captures and
//! checks.
//!
//! The lowest levels decide some moves hastily: one is drawn of those that the first iteration finds less than a queen
//! worse than the best, as far as the level's nodes suffice to compare them (16 at the lowest), captures first. A mate in
//! one is always played.
//!
//! It takes no more time than at full strength. The seed decides which moves are overlooked or hasty. It sees enough
//! to mate a bare king. A node limit set by the user counts from the first node on.
//!
//! # The table
//!
//! `TABLE` gives the budget for ratings 200 apart; between them the logarithm of the nodes and the shares are
//! interpolated. Ratings are those of Stockfish's `UCI_Elo`, by matches against its levels, each with its
//! error; beside it stands the rating of people who play as well. `training/levels.sh` plays the matches, and
//! `docs/diary/limited-strength.md` has their results.

use rand::RngExt as _;
use shakmaty::{Chess, Color, Position as _};

use crate::rng;
use crate::search::{HastyChoice, MoveBlindness, SearchLimits};
use crate::units::{Centipawns, Nodes, Ply};

/// Lowest rating that can be set.
pub const WEAKEST: i64 = 600;

/// Highest rating that can be set; without a limit the engine plays at full strength.
pub const STRONGEST: i64 = 3_200;

/// Lowest human rating that a level stands for.
pub const WEAKEST_HUMAN: i64 = 980;

/// Highest human rating that a level stands for.
pub const STRONGEST_HUMAN: i64 = 2_710;

/// Rating of `Skill Level` 0, that of Stockfish's.
const LEAST_SKILLED: i64 = 1_320;

/// `Skill Level` of full strength.
pub const MOST_SKILL: i64 = 20;

/// A row of the table.
#[derive(Clone, Copy, Debug)]
struct StrengthRow {
    /// Rating in Elo.
    rating: i64,
    /// Half the width of its 95 % interval, in Elo.
    error_95: i64,
    /// Node limit for one move, counted after the first iteration.
    nodes: u64,
    /// Share of quiet moves inside the search that are overlooked, in thousandths.
    overlooked: u16,
    /// Share of moves that are decided hastily, in thousandths.
    hasty: u16,
    /// Rating of people who play as well.
    human: HumanRating,
}

/// A rating in rapid games on lichess.org.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HumanRating {
    /// The rating.
    pub rating: i64,
    /// Half the width of its 95 % interval.
    pub error_95: i64,
}

const fn row(
    (rating, error_95): (i64, i64),
    nodes: u64,
    overlooked: u16,
    hasty: u16,
    (human, human_error_95): (i64, i64),
) -> StrengthRow {
    StrengthRow {
        rating,
        error_95,
        nodes,
        overlooked,
        hasty,
        human: HumanRating {
            rating: human,
            error_95: human_error_95,
        },
    }
}

/// Budgets by ascending rating. The lowest searches little more than the first iteration, about forty nodes, and no
/// budget goes below that.
const TABLE: [StrengthRow; 14] = [
    row((600, 120), 16, 600, 940, (980, 170)),
    row((800, 110), 16, 600, 770, (1_110, 160)),
    row((1_000, 60), 16, 600, 500, (1_250, 140)),
    row((1_200, 50), 16, 600, 350, (1_380, 130)),
    row((1_400, 50), 16, 600, 183, (1_510, 120)),
    row((1_600, 50), 16, 600, 90, (1_640, 110)),
    row((1_800, 70), 29, 558, 0, (1_780, 110)),
    row((2_000, 70), 290, 395, 0, (1_910, 120)),
    row((2_200, 80), 940, 240, 0, (2_040, 120)),
    row((2_400, 70), 3_900, 131, 0, (2_180, 140)),
    row((2_600, 70), 18_700, 49, 0, (2_310, 150)),
    row((2_800, 70), 142_000, 7, 0, (2_440, 170)),
    row((3_000, 180), 1_400_000, 0, 0, (2_580, 190)),
    row((3_200, 250), 12_000_000, 0, 0, (2_710, 210)),
];

/// How much worse than the best a hasty move may be by the first iteration: less than a queen.
const MARGIN: Centipawns = Centipawns(750);

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
    /// Node limit of one move, counted from the first node on.
    pub nodes: Option<Nodes>,
}

impl Strength {
    /// Reduces `limits` to this strength for a search of `position`; the seed determines the overlooked moves.
    /// Against a bare king no move is overlooked, and the nodes suffice to mate, so that a won ending is won.
    pub fn narrow(&self, limits: &mut SearchLimits, position: &Chess, seed: u64) {
        if let Some(nodes) = self.nodes {
            limits.nodes = Some(limits.nodes.map_or(nodes, |most| most.min(nodes)));
        }
        let budget = self.rating().map(budget_of);
        if has_bare_king(position) {
            if let Some(StrengthBudget { nodes, .. }) = budget {
                limits.nodes_after_first = Some(nodes.max(MATING));
            }
            return;
        }
        if let Some(budget) = budget {
            limits.blindness = MoveBlindness {
                seed,
                overlooked: budget.overlooked,
            };
            limits.nodes_after_first = Some(budget.nodes);
            if let Some(haste) = budget.haste(position, seed) {
                limits.haste = Some(haste);
                limits.depth = Some(Ply(1));
            }
        }
        if let Some(level) = self.level {
            let depth = level.depth();
            limits.depth = Some(limits.depth.map_or(depth, |most| most.min(depth)));
        }
    }

    /// Returns the limit in words, such as `elo 1200`, `depth 4` or `nodes 450`; `None` at full strength.
    ///
    /// Depth and nodes of `search`, the limits of single searches, count too. Equal limits have equal words.
    pub fn limit(&self, search: &SearchLimits) -> Option<String> {
        let depths = [self.level.map(DepthLevel::depth), search.depth];
        let depth = depths.into_iter().flatten().min();
        let nodes = [self.nodes, search.nodes].into_iter().flatten().min();
        let rating = self.rating().map(|rating| format!("elo {rating}"));
        let depth = depth.filter(|depth| *depth < Ply::MAX);
        let depth = depth.map(|depth| format!("depth {}", depth.0));
        let nodes = nodes.map(|nodes| format!("nodes {}", nodes.0));
        let limits: Vec<String> = [rating, depth, nodes].into_iter().flatten().collect();
        (!limits.is_empty()).then(|| limits.join(", "))
    }

    /// Returns the lower of the ratings from `rating` and `skill`.
    fn rating(&self) -> Option<i64> {
        let by_skill = self
            .skill
            .filter(|skill| *skill < MOST_SKILL)
            .map(|skill| LEAST_SKILLED + (STRONGEST - LEAST_SKILLED) * skill.max(0) / MOST_SKILL);
        [self.rating, by_skill].into_iter().flatten().min()
    }
}

/// The search budget of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StrengthBudget {
    nodes: Nodes,
    overlooked: u16,
    hasty: u16,
}

impl StrengthBudget {
    /// Returns the choice among the moves of `position` if its move is decided hastily.
    fn haste(self, position: &Chess, seed: u64) -> Option<HastyChoice> {
        let side = u64::from(position.turn().is_black());
        let ply = u64::from(position.fullmoves().get()) * 2 + side;
        let mut rng = rng::stream(seed, "hasty moves", ply);
        (rng.random_range(0..1000) < self.hasty).then(|| HastyChoice {
            seed: rng.random(),
            margin: MARGIN,
        })
    }
}

/// Returns half the width of the 95 % interval of a level's rating, in Elo.
pub fn level_error(rating: i64) -> i64 {
    let (below, above, share) = place_of(rating, |row| row.rating);
    between(below.error_95, above.error_95, share)
}

/// Returns the rating of people who play as well as this level.
pub fn human_rating(rating: i64) -> HumanRating {
    let (below, above, share) = place_of(rating, |row| row.rating);
    let (below, above) = (below.human, above.human);
    HumanRating {
        rating: between(below.rating, above.rating, share),
        error_95: between(below.error_95, above.error_95, share),
    }
}

/// Returns the level that plays as well as people of this rating.
pub fn level_of_human(human: i64) -> i64 {
    let (below, above, share) = place_of(human, |row| row.human.rating);
    between(below.rating, above.rating, share)
}

/// Interpolates the table; ratings outside are set to its ends.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between two values of the table"
)]
fn budget_of(rating: i64) -> StrengthBudget {
    let (below, above, share) = place_of(rating, |row| row.rating);
    let mix = |low: u16, high: u16| between(low.into(), high.into(), share) as u16;
    let (fewest, most) = ((below.nodes as f64).ln(), (above.nodes as f64).ln());
    StrengthBudget {
        nodes: Nodes((fewest + (most - fewest) * share).exp().round() as u64),
        overlooked: mix(below.overlooked, above.overlooked),
        hasty: mix(below.hasty, above.hasty),
    }
}

/// Returns the rows around a value of one column, and how far it lies from the first to the second, 0 to 1.
fn place_of(value: i64, column: impl Fn(&StrengthRow) -> i64) -> (StrengthRow, StrengthRow, f64) {
    let next = TABLE.partition_point(|row| column(row) <= value);
    let next = next.clamp(1, TABLE.len() - 1);
    let (below, above) = (TABLE[next - 1], TABLE[next]);
    let (low, high) = (column(&below), column(&above));
    let share = (value.clamp(low, high) - low) as f64 / (high - low) as f64;
    (below, above, share)
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "between two values of the table"
)]
fn between(low: i64, high: i64, share: f64) -> i64 {
    (low as f64 + (high - low) as f64 * share).round() as i64
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
            assert!(pair[0].rating < pair[1].rating && pair[0].nodes <= pair[1].nodes);
            assert!(pair[0].overlooked >= pair[1].overlooked && pair[0].hasty >= pair[1].hasty);
            assert!(pair[0].human.rating < pair[1].human.rating && pair[0].human.error_95 > 0);
            assert!(pair[0].error_95 > 0);
        }
        let last = TABLE[TABLE.len() - 1];
        assert_eq!((TABLE[0].rating, last.rating), (WEAKEST, STRONGEST));
        let human = [TABLE[0], last].map(|row| row.human.rating);
        assert_eq!(human, [WEAKEST_HUMAN, STRONGEST_HUMAN]);
        for row in TABLE {
            assert_eq!(budget_of(row.rating).nodes, Nodes(row.nodes));
            assert_eq!(human_rating(row.rating), row.human);
            assert_eq!(level_error(row.rating), row.error_95);
            assert_eq!(level_of_human(row.human.rating), row.rating);
        }
        assert_eq!(budget_of(i64::MIN).nodes, Nodes(TABLE[0].nodes));
        assert_eq!(budget_of(i64::MAX).nodes, Nodes(last.nodes));
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
            nodes: Some(Nodes(500)),
        };
        let limits = narrowed(weak);
        let least = budget_of(LEAST_SKILLED);
        assert_eq!(limits.nodes_after_first, Some(least.nodes));
        assert_eq!(limits.nodes, Some(Nodes(500)));
        assert!(limits.depth <= Some(Ply(4)));
        assert_eq!(limits.blindness.overlooked, least.overlooked);
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
            prop_assert!(lower.overlooked >= higher.overlooked && lower.hasty >= higher.hasty);
            prop_assert!(human_rating(rating).rating <= human_rating(rating + 1).rating);
            let back = level_of_human(human_rating(rating).rating);
            prop_assert!((back - rating).abs() <= 2, "{rating} {back}");
        }
    }
}
