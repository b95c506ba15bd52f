//! How strong the engine plays at the board: how that is asked for, read and said.

use bayeschess::board::notation::Language;
use bayeschess::engine::Strength;
use bayeschess::engine::strength::{
    HumanRating, STRONGEST_HUMAN, WEAKEST_HUMAN, human_rating, level_of_human,
};

use super::lines::TypedLine;
use super::messages::either;
use crate::cli::run_status::RunStatus;

/// The highest level; it has no node limit.
pub(super) const HIGHEST_LEVEL: u8 = 10;

/// The rating that an empty answer means: that of most players.
const USUAL_RATING: i64 = 1500;

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

/// The answer to the question for the strength.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum StrengthAnswer {
    Strength(PlayStrength),
    /// The user leaves.
    Leave(RunStatus),
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
            (Self::Full, _) => {
                either(language, "at full strength", "con toda su fuerza").to_owned()
            }
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

/// Asks for the strength until there is an answer.
pub(super) fn ask(
    language: Language,
    mut next: impl FnMut(String) -> anyhow::Result<TypedLine>,
) -> anyhow::Result<StrengthAnswer> {
    let mut prompt = question(language);
    loop {
        let line = match next(prompt)? {
            TypedLine::End => return Ok(StrengthAnswer::Strength(PlayStrength::Full)),
            TypedLine::Interrupted => return Ok(StrengthAnswer::Leave(RunStatus::Stopped)),
            TypedLine::Line(line) => line,
        };
        let strength = match line.trim() {
            "" => Some(PlayStrength::Human(USUAL_RATING)),
            text => PlayStrength::read(text),
        };
        if let Some(strength) = strength {
            return Ok(StrengthAnswer::Strength(strength));
        }
        prompt = question_again(language);
    }
}

fn question(language: Language) -> String {
    let range = format!("{WEAKEST_HUMAN}-{STRONGEST_HUMAN}");
    match language {
        Language::English => format!(
            "My strength: a lichess rapid rating, {range}, or full (Enter: {USUAL_RATING})? "
        ),
        Language::Spanish => format!(
            "Mi fuerza: puntos de rápidas de lichess, {range}, o total (Intro: {USUAL_RATING}): "
        ),
    }
}

fn question_again(language: Language) -> String {
    match language {
        Language::English => format!(
            "A number from {WEAKEST_HUMAN} to {STRONGEST_HUMAN}, or full (Enter: {USUAL_RATING})? "
        ),
        Language::Spanish => format!(
            "Un número de {WEAKEST_HUMAN} a {STRONGEST_HUMAN}, o total (Intro: {USUAL_RATING}): "
        ),
    }
}

/// Says how 'level' is used.
pub(super) fn usage(language: Language) -> String {
    match language {
        Language::English => format!(
            "Type: level RATING, {WEAKEST_HUMAN} to {STRONGEST_HUMAN} as in rapid games on lichess.org; \
             level full; or level N, N from 1 to {HIGHEST_LEVEL}.\n"
        ),
        Language::Spanish => format!(
            "Escribe: nivel PUNTOS, de {WEAKEST_HUMAN} a {STRONGEST_HUMAN} como en partidas rápidas de \
             lichess.org; nivel total; o nivel N, N de 1 a {HIGHEST_LEVEL}.\n"
        ),
    }
}

/// Says what holds after the strength was set.
pub(super) fn set(language: Language, strength: PlayStrength) -> String {
    let text = strength.text(language);
    match language {
        Language::English => format!("The machine plays {text} now.\n"),
        Language::Spanish => format!("La máquina juega ahora {text}.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strength_is_asked_for_until_there_is_one() {
        let answered = |text: &str| {
            let mut lines = text.lines();
            let mut prompts = Vec::new();
            let answer = ask(Language::English, |prompt| {
                prompts.push(prompt);
                let line = lines.next().map(|line| TypedLine::Line(line.to_owned()));
                Ok(line.unwrap_or(TypedLine::End))
            });
            (answer.expect("read"), prompts)
        };
        for (text, strength) in [
            ("1200\n", PlayStrength::Human(1200)),
            (
                "strong\n979\n2711\n0\n11\n 980 \n",
                PlayStrength::Human(980),
            ),
            ("3\n", PlayStrength::Level(3)),
            ("Full\n", PlayStrength::Full),
            ("\n", PlayStrength::Human(USUAL_RATING)),
            // Who goes away without an answer plays no game.
            ("", PlayStrength::Full),
            ("strong", PlayStrength::Full),
        ] {
            let (answer, _) = answered(text);
            assert_eq!(answer, StrengthAnswer::Strength(strength), "{text:?}");
        }
        let (_, prompts) = answered("strong\n1200\n");
        for prompt in prompts {
            // The prompt says what may be typed, and fits on a line.
            assert!(
                prompt.contains("980") && prompt.contains("2710"),
                "{prompt}"
            );
            assert!(prompt.contains("full (Enter: 1500)"), "{prompt}");
            assert!(prompt.chars().count() < 80, "{prompt}");
        }
        let left = ask(Language::English, |_| Ok(TypedLine::Interrupted));
        let left = left.expect("read");
        assert_eq!(left, StrengthAnswer::Leave(RunStatus::Stopped));
    }

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
