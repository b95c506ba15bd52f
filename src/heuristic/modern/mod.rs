//! The modern family: the terms of strong hand-written evaluations, as parameters with levels.
//!
//! Its values differ by phase, and an evaluation blends them. Parameters that make a style have one
//! value for the side that searches (`own_…`) and one for the other (`opponent_…`), the same at the
//! start. The initial values are this project's own, set by hand with the literature as a guide.

pub(crate) mod layout;
mod names;
mod squares;
mod values;

use std::sync::LazyLock;

use shakmaty::Color;

use super::parameter::{Parameter, ParameterKind, ParameterSide, levels_around};
use super::term::Term;
use crate::phase::ByPhase;
use layout::{FEATURES, PhaseValues};
use names::{BLOCKS, SideParameters};

/// The smallest step between two levels.
const SMALLEST_STEP: i32 = 3;

/// The parameters of each feature: one for the side that searches, one for its opponent.
pub(crate) struct FeatureParameters {
    own: [u16; FEATURES],
    opponent: [u16; FEATURES],
}

impl FeatureParameters {
    /// Returns the parameters of the modern schema's features.
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

/// The lower limit of the weights for mating a bare king in endgames, as a multiple of their initial
/// values. With 1, learned weights of mobility and rook squares outweighed them, and a player that
/// searched few nodes moved back and forth. From 3 on, it won eight positions of king and rook
/// against king.
const TECHNIQUE_FACTOR: i32 = 4;

/// The features of mating a bare king, with the lower limits of their weights in middlegames and
/// endgames, for every heuristic. With a rook alone a position is a twelfth middlegame, so
/// middlegame weights count as well. Weights need a limit because learning leaves out clearly won
/// positions, and the few that remain teach wrong weights.
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

/// Returns true if any parameter of the side that searches differs from its opponent's.
pub(super) fn distinguish_sides(weights: &ByPhase<Vec<i32>>) -> bool {
    let places = FeatureParameters::get();
    weights.iter().any(|(_, weights)| {
        let apart = |(own, opponent): (&u16, &u16)| {
            weights[usize::from(*own)] != weights[usize::from(*opponent)]
        };
        places.own.iter().zip(&places.opponent).any(apart)
    })
}

/// The parameters block by block; if sides differ, first all of one side, then all of the other.
pub(super) fn parameters() -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for entry in BLOCKS {
        let sides: &[ParameterSide] = match entry.sides {
            SideParameters::Alike => &[ParameterSide::Both],
            SideParameters::Apart => &[ParameterSide::Own, ParameterSide::Opponent],
        };
        for side in sides {
            for (label, value) in entry.labels().into_iter().zip(entry.values) {
                let [opening, middlegame, endgame] =
                    value.map(|value| levels_around(value, step_of(value)));
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

/// Returns the step between the levels of a value: a fifth of it, as for the original's piece values (Fernández 2005,
/// §4.3.1), but at least three centipawns.
fn step_of(value: i32) -> i32 {
    (value.abs() / 5).max(SMALLEST_STEP)
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
