//! How strong the engine plays at the board: how that is read and said.

use bayeschess::board::notation::Language;
use bayeschess::engine::Strength;
use bayeschess::engine::strength::{
    HumanRating, STRONGEST_HUMAN, WEAKEST_HUMAN, human_rating, level_of_human,
};
use bayeschess::units::Nodes;

/// The highest level; it has no node limit.
pub(super) const HIGHEST_LEVEL: u8 = 10;

/// A playing strength that users choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlayStrength {
    /// Full strength.
    Full,
    /// That of people with this rating in rapid games on lichess.org.
    Human(i64),
    /// A level from 1 to [`HIGHEST_LEVEL`], by nodes alone.
    Level(u8),
}

impl PlayStrength {
    /// Reads a rating of people, a level from 1 to 10, or the word for full strength.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "full" | "total" => Some(Self::Full),
            number => match number.parse().ok()? {
                rating @ WEAKEST_HUMAN..=STRONGEST_HUMAN => Some(Self::Human(rating)),
                level => u8::try_from(level)
                    .ok()
                    .filter(|level| (1..=HIGHEST_LEVEL).contains(level))
                    .map(Self::Level),
            },
        }
    }

    /// Returns the limit of the engine's strength.
    pub(super) fn engine(self) -> Strength {
        Strength {
            rating: match self {
                Self::Human(rating) => Some(level_of_human(rating)),
                Self::Full | Self::Level(_) => None,
            },
            nodes: self.nodes().map(Nodes),
            ..Strength::default()
        }
    }

    /// Returns the node limit of one move, if it has one.
    pub(super) fn nodes(self) -> Option<u64> {
        match self {
            Self::Level(level) if level < HIGHEST_LEVEL => {
                Some(50 * 3_u64.pow(u32::from(level.saturating_sub(1))))
            }
            Self::Full | Self::Human(_) | Self::Level(_) => None,
        }
    }

    /// Says the strength, as the end of "the machine plays".
    pub(super) fn text(self, language: Language) -> String {
        match (self, language) {
            (Self::Full, Language::English) => "at full strength".to_owned(),
            (Self::Full, Language::Spanish) => "con toda su fuerza".to_owned(),
            (Self::Level(level), Language::English) => format!("at level {level}"),
            (Self::Level(level), Language::Spanish) => format!("con nivel {level}"),
            (Self::Human(rating), _) => {
                let HumanRating { error_95, .. } = human_rating(level_of_human(rating));
                match language {
                    Language::English => format!(
                        "as well as people rated {rating} ± {error_95} in rapid games on lichess.org"
                    ),
                    Language::Spanish => format!(
                        "como quien tiene {rating} ± {error_95} en partidas rápidas de lichess.org"
                    ),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rating_of_people_is_that_of_the_table_with_its_error() {
        let weakest = PlayStrength::Human(WEAKEST_HUMAN);
        assert_eq!(weakest.engine().rating, Some(600));
        assert_eq!(
            weakest.text(Language::English),
            "as well as people rated 980 ± 170 in rapid games on lichess.org"
        );
        assert_eq!(weakest.nodes(), None);
        assert_eq!(PlayStrength::Full.engine(), Strength::default());
    }

    #[test]
    fn each_level_has_three_times_the_nodes_of_the_one_below() {
        let nodes = |level| PlayStrength::Level(level).nodes();
        assert_eq!(nodes(1), Some(50));
        assert!((2..10).all(|level| nodes(level) == nodes(level - 1).map(|below| 3 * below)));
        assert_eq!(nodes(10), None);
    }
}
