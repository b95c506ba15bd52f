//! Who sits at the board: how that is asked for at the start, read and said.

use bayeschess::board::notation::Language;
use bayeschess::identity::player_name;
use bayeschess::protocol::OpponentInfo;

use super::lines::TypedLine;
use super::messages::either;
use super::question;

/// What a guest types.
const GUEST: &str = "-";

/// Who sits at the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Seat {
    /// Somebody whose games are stored and remembered under a name.
    Named(String),
    /// Somebody of whom nothing is stored or remembered.
    Guest,
}

impl Seat {
    /// Reads a name with a letter or a digit in it, or the word for a guest.
    pub(super) fn read(text: &str) -> Option<Self> {
        match text.trim() {
            GUEST => Some(Self::Guest),
            name => player_name(name).map(Self::Named),
        }
    }

    /// Returns the user as an opponent; `None` for a guest.
    pub(super) fn opponent(&self) -> Option<OpponentInfo> {
        match self {
            Self::Named(name) => Some(OpponentInfo::person(name)),
            Self::Guest => None,
        }
    }
}

/// Asks who sits here until there is an answer; `None` if the user leaves. `last` is who played last, whom an empty answer
/// means.
pub(super) fn ask(
    language: Language,
    last: Option<String>,
    next: impl FnMut(String) -> anyhow::Result<TypedLine>,
) -> anyhow::Result<Option<Seat>> {
    let choice = match (language, &last) {
        (Language::English, None) => "(Enter: guest)? ".to_owned(),
        (Language::English, Some(last)) => format!("(Enter: {last}; guest: {GUEST})? "),
        (Language::Spanish, None) => "(Intro: invitado): ".to_owned(),
        (Language::Spanish, Some(last)) => format!("(Intro: {last}; invitado: {GUEST}): "),
    };
    let prompts = match language {
        Language::English => ["Your name", "A name with a letter in it"],
        Language::Spanish => ["Tu nombre", "Un nombre con alguna letra"],
    };
    let usual = last.map_or(Seat::Guest, Seat::Named);
    let read = |text: &str| match text {
        "" => Some(usual.clone()),
        text => Seat::read(text),
    };
    let prompts = prompts.map(|prompt| format!("{prompt} {choice}"));
    question::ask(&prompts, Seat::Guest, read, next)
}

/// How 'name' is used.
pub(super) const fn usage(language: Language) -> &'static str {
    either(
        language,
        "Type: name NAME, with a letter in it; or name -, as a guest.\n",
        "Escribe: nombre NOMBRE, con alguna letra; o nombre -, como invitado.\n",
    )
}

/// What is said to a guest.
pub(super) const fn guest(language: Language) -> &'static str {
    either(
        language,
        "You play as a guest: your games are neither stored nor remembered.\n",
        "Juegas como invitado: tus partidas no se guardan ni se recuerdan.\n",
    )
}

/// What is said after the name was set.
pub(super) fn named(language: Language, name: &str) -> String {
    match language {
        Language::English => format!("You are {name} now.\n"),
        Language::Spanish => format!("Ahora eres {name}.\n"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_is_asked_for_until_there_is_one() {
        let asked = |text: &str, last: Option<&str>| {
            let last = last.map(str::to_owned);
            question::answered(text, |next| ask(Language::English, last, next))
        };
        let named = |name: &str| Some(Seat::Named(name.to_owned()));
        for (text, last, seat) in [
            ("Anna\n", None, named("Anna")),
            ("  Anna \t K. \n", Some("Ben"), named("Anna K.")),
            ("\n", Some("Ben"), named("Ben")),
            ("\n", None, Some(Seat::Guest)),
            (" - \n", Some("Ben"), Some(Seat::Guest)),
            ("?!\n--\nAnna\n", Some("Ben"), named("Anna")),
            // Who goes away without an answer is not taken for the last one.
            ("", Some("Ben"), Some(Seat::Guest)),
            ("^C\n", Some("Ben"), None),
        ] {
            assert_eq!(asked(text, last).0, seat, "{text:?} {last:?}");
        }
        assert_eq!(Seat::read(""), None);
        let (_, prompts) = asked("?\nAnna\n", Some("Ben"));
        assert_eq!(
            prompts,
            [
                "Your name (Enter: Ben; guest: -)? ",
                "A name with a letter in it (Enter: Ben; guest: -)? "
            ]
        );
    }
}
