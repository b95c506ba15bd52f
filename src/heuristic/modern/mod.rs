//! The modern family: what strong hand-written evaluations look at, as parameters with levels.
//!
//! Its values differ by phase, and an evaluation blends them. Parameters that make a style have
//! one value for the side that searches (`own_…`) and one for the other (`opponent_…`), the same
//! at the start. Initial values are this project's own: set by hand after what the literature
//! tells of such terms.

pub(crate) mod layout;
mod names;
mod squares;
mod values;

use std::sync::LazyLock;

use shakmaty::Color;

use super::parameter::{LEVELS, Parameter, ParameterKind, ParameterSide};
use super::term::Term;
use crate::phase::ByPhase;
use layout::{FEATURES, PhaseValues};
use names::{BLOCKS, SideParameters};

/// The smallest step between two levels.
const SMALLEST_STEP: i32 = 3;

/// For each feature, which parameter it takes for the side that searches, and which for the other.
pub(crate) struct FeatureParameters {
    own: [u16; FEATURES],
    opponent: [u16; FEATURES],
}

impl FeatureParameters {
    /// Where the parameters of the modern schema stand.
    pub(crate) fn get() -> &'static Self {
        static PLACES: LazyLock<FeatureParameters> = LazyLock::new(FeatureParameters::new);
        &PLACES
    }

    /// The parameter of `feature` for `side` when `own` searches.
    pub(crate) fn of(&self, feature: usize, side: Color, own: Color) -> usize {
        let places = if side == own {
            &self.own
        } else {
            &self.opponent
        };
        usize::from(places[feature])
    }

    fn new() -> Self {
        let mut places = Self {
            own: [0; FEATURES],
            opponent: [0; FEATURES],
        };
        let mut next = 0;
        for entry in BLOCKS {
            let features = entry.block.first..entry.block.first + entry.block.len;
            for feature in features.clone() {
                places.own[feature] = next;
                places.opponent[feature] = next;
                next += 1;
            }
            if entry.sides == SideParameters::Apart {
                for feature in features {
                    places.opponent[feature] = next;
                    next += 1;
                }
            }
        }
        places
    }
}

/// How many times as much as its initial value what leads to mate weighs in endgames at the least. At once its
/// value, learned mobility and squares of the rook outweighed it, and a player who sees little moved to and fro;
/// from three times on, eight positions of king and rook against king were won.
const TECHNIQUE_FACTOR: i32 = 4;

/// The features that lead to mate against a bare king, each with the least that it weighs in
/// middlegames and in endgames, whatever a heuristic says. A rook alone is a twelfth of a
/// middlegame, so that its weights there count as well. Positions that are won so clearly are left
/// out where weights are learned, and the few that are not teach the wrong thing.
pub(crate) static TECHNIQUE: LazyLock<[(usize, [i32; 2]); 3]> = LazyLock::new(|| {
    let least = |values: &[PhaseValues; 1]| [values[0][1], TECHNIQUE_FACTOR * values[0][2]];
    [
        (layout::BARE_KING_EDGE.at(0), least(&values::BARE_KING_EDGE)),
        (layout::BARE_KING_NEAR.at(0), least(&values::BARE_KING_NEAR)),
        (
            layout::BARE_KING_CORNER.at(0),
            least(&values::BARE_KING_CORNER),
        ),
    ]
});

/// The term that a feature belongs to.
pub(crate) fn term_of(feature: usize) -> Term {
    BLOCKS
        .iter()
        .rfind(|entry| entry.block.first <= feature)
        .map_or(Term::Material, |entry| entry.term)
}

/// Whether any parameter of the side that searches differs from its opponent's.
pub(super) fn distinguish_sides(weights: &ByPhase<Vec<i32>>) -> bool {
    let places = FeatureParameters::get();
    weights.iter().any(|(_, weights)| {
        let apart = |(own, opponent): (&u16, &u16)| {
            weights[usize::from(*own)] != weights[usize::from(*opponent)]
        };
        places.own.iter().zip(&places.opponent).any(apart)
    })
}

/// The parameters: block by block, those of both sides behind each other where they are apart.
pub(super) fn parameters() -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for entry in BLOCKS {
        let sides: &[ParameterSide] = match entry.sides {
            SideParameters::Alike => &[ParameterSide::Both],
            SideParameters::Apart => &[ParameterSide::Own, ParameterSide::Opponent],
        };
        for side in sides {
            for (label, value) in entry.labels().into_iter().zip(entry.values) {
                let [opening, middlegame, endgame] = value.map(levels_around);
                let levels = ByPhase {
                    opening,
                    middlegame,
                    endgame,
                };
                let kind = ParameterKind::Term(entry.term);
                parameters.push(Parameter::new(*side, label, kind, levels));
            }
        }
    }
    parameters
}

/// A value varies by a fifth and two fifths of itself, as the original's piece values do
/// (Fernández 2005, §4.3.1), but in steps of three at the least.
fn levels_around(value: i32) -> [i32; LEVELS] {
    let step = (value.abs() / 5).max(SMALLEST_STEP);
    [-2, -1, 0, 1, 2].map(|steps| value + steps * step)
}

#[cfg(test)]
mod tests {
    use super::super::schema::Schema;
    use super::*;

    #[test]
    fn blocks_follow_each_other_and_are_named_and_valued_throughout() {
        let mut next = 0;
        for entry in BLOCKS {
            assert_eq!(entry.block.first, next, "{:?}", entry.labels());
            assert_eq!(entry.labels().len(), entry.block.len);
            assert_eq!(entry.values.len(), entry.block.len);
            next += entry.block.len;
        }
        assert_eq!(next, FEATURES);
    }

    #[test]
    fn features_find_their_parameters() {
        let name = |feature, side| {
            let place = FeatureParameters::get().of(feature, side, Color::Black);
            Schema::modern().parameters()[place].name.as_str()
        };
        assert_eq!(name(layout::PIECE.at(1), Color::White), "knight");
        assert_eq!(name(layout::PAWN_SQUARE.at(0), Color::Black), "pawn_a2");
        assert_eq!(
            name(layout::PIECE_SQUARE.at(64 + 10), Color::White),
            "bishop_c2"
        );
        assert_eq!(
            name(layout::KNIGHT_MOBILITY.at(4), Color::Black),
            "own_knight_mobility_4"
        );
        assert_eq!(
            name(layout::SHELTER.at(7 + 2), Color::White),
            "opponent_shelter_b_or_g_file_rank_3"
        );
        assert_eq!(
            name(layout::PASSED.at(4), Color::White),
            "passed_pawn_rank_6"
        );
        assert_eq!(
            name(layout::WINNABLE.at(3), Color::White),
            "winnable_always"
        );
    }

    #[test]
    fn a_case_stays_small() {
        let parameters = Schema::modern().len();
        assert!((500..=900).contains(&parameters), "{parameters}");
    }
}
