//! Parses what the user types: a command word, or else a move.

use shakmaty::Color;

use super::strength::PlayStrength;
use crate::cli::facts::PositionFact;
use bayeschess::board::notation::Language;

/// The words at the board in English, as they are completed.
const ENGLISH: [&str; 32] = [
    "board", "both", "depth", "draw", "eval", "facts", "fen", "flip", "game", "go", "help", "hint",
    "level", "load", "mate", "memory", "moves", "name", "new", "perft", "quit", "readfen",
    "readpgn", "resign", "save", "settings", "setup", "style", "takeback", "test", "time", "undo",
];

/// The words at the board in Spanish.
const SPANISH: [&str; 35] = [
    "abandonar",
    "ajustes",
    "ambos",
    "ayuda",
    "blancas",
    "cargar",
    "datos",
    "deshacer",
    "estilo",
    "fen",
    "girar",
    "guardar",
    "jugadas",
    "leerfen",
    "leerpgn",
    "mate",
    "memoria",
    "montar",
    "negras",
    "nivel",
    "nombre",
    "nueva",
    "partida",
    "perft",
    "pista",
    "profundidad",
    "prueba",
    "rendirse",
    "retirar",
    "salir",
    "sigue",
    "tablas",
    "tablero",
    "tiempo",
    "valor",
];

/// The words that can be completed, in alphabetical order.
pub(super) const fn words(language: Language) -> &'static [&'static str] {
    match language {
        Language::English => &ENGLISH,
        Language::Spanish => &SPANISH,
    }
}

/// A parsed line of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PlayCommand {
    /// A move, as typed.
    Move(String),
    Resign,
    Draw,
    Hint,
    /// Takes back this number of moves of the user, with the answers.
    Undo(usize),
    /// The strength that the engine is to have; `None` if what was typed names none.
    Level(Option<PlayStrength>),
    /// The user's name.
    Name(String),
    /// How the engine sees the user's style.
    Style,
    Flip,
    Moves,
    /// Something about the position.
    Ask(PositionQuestion),
    /// The engine moves for the user, and they change sides.
    Go,
    /// The engine plays both sides.
    Both,
    /// Plies to look ahead.
    Depth(u16),
    /// Milliseconds to think.
    Time(u64),
    /// Mebibytes of the transposition table.
    Memory(u32),
    /// A file of settings; empty for the last one again.
    Settings(String),
    /// Gives the turn to this side.
    Turn(Color),
    /// A position: a FEN, or empty to set it up by hand.
    SetUp(String),
    /// A file of positions, and the number of one.
    ReadFen(String),
    /// A file of games, and a move number.
    ReadPgn(String),
    /// A file of positions, the number of one, and the number of moves to mate.
    MateOf(String),
    /// A file of positions to search.
    Test(String),
    /// A file, optionally followed by the side to move.
    Load(String),
    Save(String),
    New,
    Quit,
    /// Help on a subject; empty for playing.
    Help(String),
    /// An empty line.
    Nothing,
}

/// A question about the current position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PositionQuestion {
    Board,
    Facts,
    /// One of the facts.
    One(PositionFact),
    Fen,
    /// The moves so far.
    Game,
    Evaluation,
    /// The number of move sequences of this length.
    Count(u32),
    /// Whether there is a mate in this many moves.
    Mate(u16),
}

/// Parses a line. No command word is a move in any notation, in upper or lower case.
pub(super) fn read(line: &str) -> PlayCommand {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    // An invalid number shows the help.
    match (word.to_lowercase().as_str(), rest) {
        ("", _) => PlayCommand::Nothing,
        ("board" | "d", "") => PlayCommand::Ask(PositionQuestion::Board),
        ("facts" | "info" | "datos", "") => PlayCommand::Ask(PositionQuestion::Facts),
        ("fen", "") => PlayCommand::Ask(PositionQuestion::Fen),
        ("game", "") => PlayCommand::Ask(PositionQuestion::Game),
        ("eval" | "valor", "") => PlayCommand::Ask(PositionQuestion::Evaluation),
        ("perft", depth) => PlayCommand::Ask(PositionQuestion::Count(depth.parse().unwrap_or(0))),
        ("mate" | "matein", place) if place.contains(char::is_whitespace) => {
            PlayCommand::MateOf(place.to_owned())
        }
        ("mate" | "matein", moves) => {
            PlayCommand::Ask(PositionQuestion::Mate(moves.parse().unwrap_or(0)))
        }
        ("go", "") => PlayCommand::Go,
        ("both" | "cc", "") => PlayCommand::Both,
        ("depth" | "sd" | "profundidad", depth) => PlayCommand::Depth(depth.parse().unwrap_or(0)),
        ("time" | "tiempo", time) => PlayCommand::Time(milliseconds(time).unwrap_or(0)),
        ("memory" | "memoria", size) => PlayCommand::Memory(size.parse().unwrap_or(0)),
        ("settings" | "ini" | "ajustes", file) => PlayCommand::Settings(file.to_owned()),
        ("white" | "blancas", "") => PlayCommand::Turn(Color::White),
        ("black" | "negras", "") => PlayCommand::Turn(Color::Black),
        ("setup" | "montar", fen) => PlayCommand::SetUp(fen.to_owned()),
        ("readfen" | "leerfen", place) => PlayCommand::ReadFen(place.to_owned()),
        ("readpgn" | "leerpgn", place) => PlayCommand::ReadPgn(place.to_owned()),
        ("test" | "prueba", file) => PlayCommand::Test(file.to_owned()),
        ("move", m) if !m.is_empty() => PlayCommand::Move(m.to_owned()),
        ("load" | "cargar", file) => PlayCommand::Load(file.to_owned()),
        (word, "") => playing(word, "")
            .or_else(|| fact(word).map(|fact| PlayCommand::Ask(PositionQuestion::One(fact))))
            .unwrap_or_else(|| PlayCommand::Move(line.to_owned())),
        (word, rest) => playing(word, rest).unwrap_or_else(|| PlayCommand::Move(line.to_owned())),
    }
}

/// The words that one needs to play, in English and Spanish.
fn playing(word: &str, rest: &str) -> Option<PlayCommand> {
    Some(match (word, rest) {
        ("resign" | "rendirse" | "abandonar", "") => PlayCommand::Resign,
        ("draw" | "(=)" | "tablas", "") => PlayCommand::Draw,
        ("hint" | "think" | "pista", "") => PlayCommand::Hint,
        ("undo" | "takeback" | "retirar" | "deshacer", "") => PlayCommand::Undo(1),
        ("undo" | "takeback" | "retirar" | "deshacer", moves) => {
            PlayCommand::Undo(moves.parse().ok().filter(|moves| *moves > 0)?)
        }
        ("level" | "nivel", level) => PlayCommand::Level(PlayStrength::read(level)),
        ("name" | "nombre", name) => PlayCommand::Name(name.to_owned()),
        ("style" | "estilo", "") => PlayCommand::Style,
        ("save" | "guardar", file) => PlayCommand::Save(file.to_owned()),
        ("flip" | "r" | "girar", "") => PlayCommand::Flip,
        ("moves" | "jugadas", "") => PlayCommand::Moves,
        ("tablero", "") => PlayCommand::Ask(PositionQuestion::Board),
        ("partida", "") => PlayCommand::Ask(PositionQuestion::Game),
        ("sigue", "") => PlayCommand::Go,
        ("ambos", "") => PlayCommand::Both,
        ("new" | "nueva", "") => PlayCommand::New,
        ("quit" | "exit" | "salir", "") => PlayCommand::Quit,
        ("help" | "h" | "?" | "ayuda", subject) => PlayCommand::Help(subject.to_lowercase()),
        _ => return None,
    })
}

/// The words of Joli's console for single facts, in lower case.
fn fact(word: &str) -> Option<PositionFact> {
    Some(match word {
        "ischeck" => PositionFact::Check,
        "ismate" => PositionFact::Mate,
        "#moves" => PositionFact::Moves,
        "castles" => PositionFact::Castling,
        "material" => PositionFact::Material,
        "dup" => PositionFact::SeenTwice,
        "movspawn" => PositionFact::WithoutPawn,
        "reachables" => PositionFact::Squares,
        "enpassantmoves" => PositionFact::EnPassant,
        _ => return None,
    })
}

/// Milliseconds from `500`, or from seconds as `5 s`.
fn milliseconds(text: &str) -> Option<u64> {
    match text.strip_suffix('s') {
        Some(seconds) => seconds.trim().parse::<u64>().ok()?.checked_mul(1000),
        None => text.parse().ok(),
    }
}

/// Splits a file name from a number after it, if any; removes quotes around the name.
pub(super) fn file_and_number(text: &str) -> (&str, Option<u64>) {
    let divided = text
        .rsplit_once(char::is_whitespace)
        .and_then(|(file, number)| Some((file, number.parse().ok()?)));
    match divided {
        Some((file, number)) => (unquoted(file), Some(number)),
        None => (unquoted(text), None),
    }
}

/// Removes the quotes around a file name.
pub(super) fn unquoted(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_told_from_moves() {
        for word in [" Resign ", "rendirse", "abandonar"] {
            assert_eq!(read(word), PlayCommand::Resign, "{word}");
        }
        assert_eq!(
            read("load my game.txt black"),
            PlayCommand::Load("my game.txt black".into())
        );
        assert_eq!(read("exd6 a.p."), PlayCommand::Move("exd6 a.p.".into()));
        assert_eq!(read("Dd4"), PlayCommand::Move("Dd4".into()));
        assert_eq!(read("(=)"), PlayCommand::Draw);
        assert_eq!(read("mate 3"), PlayCommand::Ask(PositionQuestion::Mate(3)));
        assert_eq!(
            read("perft two"),
            PlayCommand::Ask(PositionQuestion::Count(0))
        );
        assert_eq!(
            read("mateIn my problems.fen 2 3"),
            PlayCommand::MateOf("my problems.fen 2 3".into())
        );
        assert_eq!(
            read("isCheck"),
            PlayCommand::Ask(PositionQuestion::One(PositionFact::Check))
        );
        assert_eq!(
            read("#moves"),
            PlayCommand::Ask(PositionQuestion::One(PositionFact::Moves))
        );
        assert_eq!(read("time 5 s"), PlayCommand::Time(5000));
        assert_eq!(read("time 5s"), PlayCommand::Time(5000));
        assert_eq!(read("time 99999999999999999999 s"), PlayCommand::Time(0));
        assert_eq!(read("black"), PlayCommand::Turn(Color::Black));
        assert_eq!(read("setup"), PlayCommand::SetUp(String::new()));
        assert_eq!(read("move e2e4"), PlayCommand::Move("e2e4".into()));
        assert_eq!(read("d4"), PlayCommand::Move("d4".into()));
        assert_eq!(read("\n"), PlayCommand::Nothing);
        assert_eq!(read("takeback 3"), PlayCommand::Undo(3));
        assert_eq!(read("Deshacer"), PlayCommand::Undo(1));
        assert_eq!(read("undo x"), PlayCommand::Move("undo x".into()));
        for (line, strength) in [
            ("nivel 3", Some(PlayStrength::Level(3))),
            ("level 1200", Some(PlayStrength::Human(1200))),
            ("nivel total", Some(PlayStrength::Full)),
            ("level 700", None),
            ("level", None),
        ] {
            assert_eq!(read(line), PlayCommand::Level(strength), "{line}");
        }
        assert_eq!(
            read("name Anne Other"),
            PlayCommand::Name("Anne Other".into())
        );
        assert_eq!(read("help Engine"), PlayCommand::Help("engine".into()));
        // A move that looks like a word is still a move.
        assert_eq!(read("Rd1"), PlayCommand::Move("Rd1".into()));
    }

    #[test]
    fn each_word_that_is_completed_is_understood() {
        for language in [Language::English, Language::Spanish] {
            assert!(words(language).is_sorted());
            for word in words(language) {
                assert!(!matches!(read(word), PlayCommand::Move(_)), "{word}");
            }
        }
    }

    #[test]
    fn a_number_behind_a_files_name_is_no_part_of_it() {
        for (text, found) in [
            ("a.fen 3", ("a.fen", Some(3))),
            ("my games.fen 12", ("my games.fen", Some(12))),
            ("\"my games 2.fen\" 1", ("my games 2.fen", Some(1))),
            ("my games.fen", ("my games.fen", None)),
            ("3", ("3", None)),
            ("\"", ("\"", None)),
            ("", ("", None)),
        ] {
            assert_eq!(file_and_number(text), found, "{text}");
        }
    }
}
