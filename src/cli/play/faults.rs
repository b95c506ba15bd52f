//! What went wrong with a file or a position, in English and Spanish.

use std::fmt;
use std::io;

use bayeschess::board::fen::FenError;
use bayeschess::board::notation::Language;

/// A fault that is told in both languages.
#[derive(Debug)]
pub(super) struct BoardFault {
    pub(super) english: String,
    pub(super) spanish: String,
}

impl fmt::Display for BoardFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl std::error::Error for BoardFault {}

/// Returns what went wrong with `place`, a file or a text, as a line.
///
/// Faults of parts that know English alone have a sentence in Spanish before them.
pub(super) fn fault(language: Language, place: &str, error: &anyhow::Error) -> String {
    match language {
        Language::English => format!("{error:#}\n"),
        Language::Spanish => match error.chain().find_map(in_spanish) {
            Some(known) => format!("{place}: {known}.\n"),
            None => format!("{place}: no se puede usar; detalle en inglés: {error:#}\n"),
        },
    }
}

/// Returns a known fault in Spanish.
fn in_spanish(cause: &(dyn std::error::Error + 'static)) -> Option<String> {
    if let Some(fault) = cause.downcast_ref::<BoardFault>() {
        return Some(fault.spanish.clone());
    }
    if let Some(error) = cause.downcast_ref::<FenError>() {
        return Some(match error {
            FenError::Syntax { text, .. } => format!(
                "«{text}» no es una FEN: se esperan tablero, w o b, enroques, casilla al paso y dos contadores"
            ),
            FenError::Rules { text, .. } => {
                format!("desde «{text}» no se puede jugar: corrige el tablero o el turno")
            }
        });
    }
    let kind = cause.downcast_ref::<io::Error>()?.kind();
    Some(
        match kind {
            io::ErrorKind::NotFound => "no existe; comprueba el nombre",
            io::ErrorKind::PermissionDenied => "no tienes permiso",
            io::ErrorKind::IsADirectory => "es una carpeta, no un archivo",
            io::ErrorKind::AlreadyExists => "ya existe",
            io::ErrorKind::StorageFull => "el disco está lleno",
            _ => return None,
        }
        .to_owned(),
    )
}

/// Returns what a part that knows English alone says, behind a sentence of the user's language.
pub(super) fn detail(language: Language, spanish: &str, english: &str) -> String {
    match language {
        Language::English => english.to_owned(),
        Language::Spanish => format!("{spanish}; detalle en inglés: {english}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::board::fen;

    #[test]
    fn known_faults_are_told_in_spanish_and_others_with_their_detail() {
        let said = |error: anyhow::Error| fault(Language::Spanish, "aqui.fen", &error);
        let syntax = fen::read("hello").expect_err("no FEN");
        assert!(said(syntax.into()).starts_with("aqui.fen: «hello» no es una FEN: "));
        let empty = fen::read("8/8/8/8/8/8/8/8 w - - 0 1").expect_err("empty");
        assert!(said(empty.into()).contains("no se puede jugar"));
        let missing = io::Error::from(io::ErrorKind::NotFound);
        let missing = anyhow::Error::new(missing).context("could not read");
        assert_eq!(said(missing), "aqui.fen: no existe; comprueba el nombre.\n");
        let other = anyhow::anyhow!("strange");
        assert_eq!(
            said(other),
            "aqui.fen: no se puede usar; detalle en inglés: strange\n"
        );
        let both = BoardFault {
            english: "none".to_owned(),
            spanish: "ninguna".to_owned(),
        };
        assert_eq!(fault(Language::English, "x", &both.into()), "none\n");
    }
}
