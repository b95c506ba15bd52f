//! How the strength is asked for at the start, and what 'level' answers in the game.

use bayeschess::board::notation::Language;
use bayeschess::engine::strength::{STRONGEST_HUMAN, WEAKEST_HUMAN};

use super::lines::TypedLine;
use super::question;
use super::strength::{HIGHEST_LEVEL, PlayStrength};

/// The rating that an empty answer means: that of most players.
const USUAL_RATING: i64 = 1500;

/// Asks for the strength until there is an answer; `None` if the user leaves.
pub(super) fn ask(
    language: Language,
    next: impl FnMut(String) -> anyhow::Result<TypedLine>,
) -> anyhow::Result<Option<PlayStrength>> {
    let read = |text: &str| match text {
        "" => Some(PlayStrength::Human(USUAL_RATING)),
        text => PlayStrength::read(text),
    };
    // Who goes away without an answer plays no game.
    let prompts = [first_question(language), question_again(language)];
    question::ask(&prompts, PlayStrength::Full, read, next)
}

fn first_question(language: Language) -> String {
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
        let answered = |text: &str| question::answered(text, |next| ask(Language::English, next));
        for (text, strength) in [
            ("1200\n", PlayStrength::Human(1200)),
            (
                "strong\n979\n2711\n0\n11\n 980 \n",
                PlayStrength::Human(980),
            ),
            ("3\n", PlayStrength::Level(3)),
            ("Full\n", PlayStrength::Full),
            ("\n", PlayStrength::Human(USUAL_RATING)),
            ("", PlayStrength::Full),
            ("strong", PlayStrength::Full),
        ] {
            assert_eq!(answered(text).0, Some(strength), "{text:?}");
        }
        assert_eq!(answered("strong\n^C\n").0, None);
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
    }
}
