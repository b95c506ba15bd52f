//! What the words besides moves answer, in English and Spanish.

use shakmaty::Color;

use bayeschess::board::notation::Language;
use bayeschess::engine::LONGEST_MATE;
use bayeschess::search::MOST_HASH;
use bayeschess::search::mate::MateVerdict;

use super::messages::{color, either};

/// What a word that was typed wrongly needs behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Usage {
    /// The greatest depth that is counted.
    Perft(u32),
    Mate,
    MateOfFile,
    Depth,
    Time,
    Memory,
    Settings,
    Load,
    ReadFen,
    ReadPgn,
    Test,
}

/// How a word is used.
pub(super) fn usage(language: Language, of: Usage) -> String {
    let (english, spanish) = match of {
        Usage::Perft(most) => (
            format!("Type: perft N, N from 1 to {most}."),
            format!("Escribe: perft N, N de 1 a {most}."),
        ),
        Usage::Mate => (
            format!("Type: mate N, N from 1 to {LONGEST_MATE}."),
            format!("Escribe: mate N, N de 1 a {LONGEST_MATE}."),
        ),
        Usage::MateOfFile => (
            format!(
                "Type: mate N, or mateIn FILE P N for position P of a file; N from 1 to {LONGEST_MATE}."
            ),
            format!(
                "Escribe: mate N, o mate ARCHIVO P N para la posición P de un archivo; N de 1 a {LONGEST_MATE}."
            ),
        ),
        Usage::Memory => (
            format!("Type: memory MB, MB from 1 to {MOST_HASH}."),
            format!("Escribe: memoria MB, MB de 1 a {MOST_HASH}."),
        ),
        other => return format!("{}\n", fixed_usage(language, other)),
    };
    match language {
        Language::English => english + "\n",
        Language::Spanish => spanish + "\n",
    }
}

const fn fixed_usage(language: Language, of: Usage) -> &'static str {
    let (english, spanish) = match of {
        Usage::Depth => (
            "Type: depth N, N from 1 to 100.",
            "Escribe: profundidad N, N de 1 a 100.",
        ),
        Usage::Time => (
            "Type: time MS, MS from 10 to 3600000; or seconds: time 5 s.",
            "Escribe: tiempo MS, MS de 10 a 3600000; o segundos: tiempo 5 s.",
        ),
        Usage::Settings => (
            "Which settings? Type: settings FILE",
            "¿Qué ajustes? Escribe: ajustes ARCHIVO",
        ),
        Usage::Load => (
            "Load what? Type: load FILE",
            "¿Cargar qué? Escribe: cargar ARCHIVO",
        ),
        Usage::ReadFen => (
            "Read what? Type: readfen FILE N",
            "¿Leer qué? Escribe: leerfen ARCHIVO N",
        ),
        Usage::ReadPgn => (
            "Read what? Type: readpgn FILE, readpgn FILE N or readpgn FILE N game G",
            "¿Leer qué? Escribe: leerpgn ARCHIVO, leerpgn ARCHIVO N o leerpgn ARCHIVO N partida G",
        ),
        Usage::Test => (
            "Test what? Type: test FILE",
            "¿Probar qué? Escribe: prueba ARCHIVO",
        ),
        // These name a limit.
        Usage::Perft(_) | Usage::Mate | Usage::MateOfFile | Usage::Memory => ("", ""),
    };
    either(language, english, spanish)
}

/// The number of positions after some plies.
pub(super) fn counted(language: Language, positions: u64, depth: u32) -> String {
    match language {
        Language::English => format!("{positions} positions after {depth} plies\n"),
        Language::Spanish => format!("{positions} posiciones tras {depth} medias jugadas\n"),
    }
}

/// Whether there is a mate; `key` is its first move.
pub(super) fn mate(language: Language, verdict: MateVerdict, moves: u16, key: &str) -> String {
    match (verdict, language) {
        (MateVerdict::Mate { moves, .. }, Language::English) => {
            format!("Mate in {moves}: {key} forces it.\n")
        }
        (MateVerdict::Mate { moves, .. }, Language::Spanish) => {
            format!("Mate en {moves}: lo fuerza {key}.\n")
        }
        (MateVerdict::NoMate, Language::English) => {
            format!("No mate in {moves}: every way was tried.\n")
        }
        (MateVerdict::NoMate, Language::Spanish) => {
            format!("No hay mate en {moves}: se ha probado todo.\n")
        }
        (MateVerdict::Unknown { refuted }, Language::English) => format!(
            "No mate in {refuted}; whether there is one in {moves} takes longer: bayeschess mate.\n"
        ),
        (MateVerdict::Unknown { refuted }, Language::Spanish) => format!(
            "No hay mate en {refuted}; saber si lo hay en {moves} lleva más tiempo: bayeschess mate.\n"
        ),
    }
}

/// What holds after the depth was set.
pub(super) fn depth_set(language: Language, depth: u16) -> String {
    match language {
        Language::English => format!("The machine looks at most {depth} plies ahead now.\n"),
        Language::Spanish => {
            format!("La máquina mira ahora como mucho {depth} medias jugadas adelante.\n")
        }
    }
}

/// What holds after the time was set.
pub(super) fn time_set(language: Language, milliseconds: u64) -> String {
    match language {
        Language::English => format!("The machine thinks {milliseconds} ms a move now.\n"),
        Language::Spanish => format!("La máquina piensa ahora {milliseconds} ms por jugada.\n"),
    }
}

/// What holds after the memory was set.
pub(super) fn memory_set(language: Language, mebibytes: u32) -> String {
    match language {
        Language::English => {
            format!("The transposition table takes {mebibytes} MB from now on.\n")
        }
        Language::Spanish => {
            format!("La tabla de transposiciones ocupa desde ahora {mebibytes} MB.\n")
        }
    }
}

/// What was read of a file of settings; `idle` are those that the heuristic does not have.
pub(super) fn settings_read(
    language: Language,
    file: &str,
    has_options: bool,
    idle: &[String],
) -> String {
    let (mut text, options) = match language {
        Language::English => (
            format!("Settings read from {file}."),
            " Its [options] are those of chess programs ('bayeschess uci'); none is set here.",
        ),
        Language::Spanish => (
            format!("Ajustes leídos de {file}."),
            " Sus [options] son las de programas de ajedrez ('bayeschess uci'); aquí no rigen.",
        ),
    };
    if has_options {
        text += options;
    }
    if !idle.is_empty() {
        text += either(
            language,
            " The heuristic that plays has no ",
            " La heurística que juega no tiene ",
        );
        text += &idle.join(", ");
        text.push('.');
    }
    text + "\n"
}

/// What is said where settings cannot be read.
pub(super) const fn settings_stay(language: Language) -> &'static str {
    either(
        language,
        "; the settings stay as they were.\n",
        "; los ajustes siguen como estaban.\n",
    )
}

/// What is said of a board that is not replaced.
pub(super) const fn board_stays(language: Language) -> &'static str {
    either(
        language,
        "; the board stays as it is.\n",
        "; el tablero sigue como está.\n",
    )
}

/// What is said where the turn cannot pass to a side.
pub(super) fn turn_stays(language: Language, side: Color) -> String {
    let (side, other) = (color(language, side), color(language, !side));
    match language {
        Language::English => format!("The turn cannot pass to {side}: {other} is in check.\n"),
        Language::Spanish => format!("El turno no puede pasar a {side}: {other} en jaque.\n"),
    }
}

/// How many positions of a file were searched, and how many of them solved.
pub(super) fn tested(language: Language, positions: usize, solved: u32, asked: u32) -> String {
    let (noun, of, verb) = match language {
        Language::English => ("positions", "of", "solved"),
        Language::Spanish => ("posiciones", "de", "resueltas"),
    };
    if asked == 0 {
        return format!("{positions} {noun}\n");
    }
    format!("{positions} {noun}, {solved} {of} {asked} {verb}\n")
}

/// Where the results of a test were added.
pub(super) fn added(language: Language, log: &str, error: Option<&std::io::Error>) -> String {
    match (language, error) {
        (Language::English, None) => format!("(added to {log})\n"),
        (Language::Spanish, None) => format!("(añadido a {log})\n"),
        (Language::English, Some(error)) => format!("(not added to {log}: {error})\n"),
        (Language::Spanish, Some(error)) => {
            format!("(no añadido a {log}; detalle en inglés: {error})\n")
        }
    }
}

/// Whether a position of a test was solved, behind what was found.
pub(super) fn solved(language: Language, found: Option<bool>, wanted: &str) -> String {
    match (found, language) {
        (None, _) => String::new(),
        (Some(true), _) => either(language, "; solved", "; resuelta").to_owned(),
        (Some(false), Language::English) => format!("; not solved, wanted {wanted}"),
        (Some(false), Language::Spanish) => format!("; no resuelta, se pedía {wanted}"),
    }
}
