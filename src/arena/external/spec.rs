//! The notation in which users specify an external engine: a command line, then settings between semicolons.
//!
//! `uci:./engine --flag;Threads=1;OwnBook=false;tc=6+0.05`. Words are divided by blanks; single or double quotes keep
//! blanks and semicolons together: `uci:"/my engines/x" --flag;Hash=64`. Inside quotes only the closing quote has a
//! meaning; there is no escape.

use std::fmt;
use std::path::Path;

use crate::files;

/// Prefix of an external engine's specification.
pub const PREFIX: &str = "uci:";

/// The command line and the options of an external engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Path of the program, or a name to be looked up in the search path.
    pub program: String,
    /// Arguments of the program.
    pub arguments: Vec<String>,
    /// UCI options to set, in their order; a button has no value.
    pub options: Vec<(String, Option<String>)>,
}

/// Reason why the specification of an engine cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineSpecError {
    /// No program is named.
    #[error("'{0}' names no program; write uci:/path/to/engine")]
    NoProgram(String),
    /// A quote is not closed.
    #[error("'{0}' has a quote without its end; quotes come in pairs")]
    Quote(String),
    /// A setting has no name.
    #[error("in '{text}', '{setting}' is not a setting; write NAME=VALUE between semicolons")]
    Setting {
        /// Text of the whole specification.
        text: String,
        /// Part of it that cannot be read.
        setting: String,
    },
}

/// A specification split at its semicolons, and its first part at its blanks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecParts {
    /// Words before the first semicolon.
    pub words: Vec<String>,
    /// Settings `NAME=VALUE` or `NAME`, in their order.
    pub settings: Vec<(String, Option<String>)>,
}

impl SpecParts {
    /// Splits `text`.
    ///
    /// # Errors
    ///
    /// [`EngineSpecError::Quote`] and [`EngineSpecError::Setting`].
    pub fn read(text: &str) -> Result<Self, EngineSpecError> {
        let mut fields = split(text, |letter| letter == ';')
            .ok_or_else(|| EngineSpecError::Quote(text.to_owned()))?
            .into_iter();
        let head = fields.next().unwrap_or_default();
        let words = split(&head, char::is_whitespace)
            .ok_or_else(|| EngineSpecError::Quote(text.to_owned()))?
            .iter()
            .filter(|word| !word.is_empty())
            .map(|word| unquoted(word))
            .collect();
        let settings = fields
            .filter(|field| !field.trim().is_empty())
            .map(|field| setting(&field).ok_or_else(|| wrong_setting(text, &field)))
            .collect::<Result<_, _>>()?;
        Ok(Self { words, settings })
    }
}

fn wrong_setting(text: &str, field: &str) -> EngineSpecError {
    EngineSpecError::Setting {
        text: text.to_owned(),
        setting: field.trim().to_owned(),
    }
}

fn setting(field: &str) -> Option<(String, Option<String>)> {
    let (name, value) = match field.split_once('=') {
        Some((name, value)) => (name, Some(unquoted(value.trim()))),
        None => (field, None),
    };
    let name = unquoted(name.trim());
    let sound = !name.is_empty() && !name.chars().any(char::is_control);
    let value_is_sound = value
        .as_ref()
        .is_none_or(|value| !value.chars().any(char::is_control));
    (sound && value_is_sound).then_some((name, value))
}

/// Splits the text at every letter outside quotes for which `at` is true; quotes stay in. `None` if a quote is not
/// closed.
fn split(text: &str, at: impl Fn(char) -> bool) -> Option<Vec<String>> {
    let mut parts = vec![];
    let mut part = String::new();
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            None if at(letter) => {
                parts.push(std::mem::take(&mut part));
                continue;
            }
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            Some(open) if open == letter => quote = None,
            _ => {}
        }
        part.push(letter);
    }
    parts.push(part);
    quote.is_none().then_some(parts)
}

/// Returns the text without its quotes.
fn unquoted(text: &str) -> String {
    let mut quote = None;
    text.chars()
        .filter(|&letter| match quote {
            None if matches!(letter, '"' | '\'') => {
                quote = Some(letter);
                false
            }
            Some(open) if open == letter => {
                quote = None;
                false
            }
            _ => true,
        })
        .collect()
}

impl EngineSpec {
    /// Creates the specification of an engine from its words, of which the first still has the prefix. `options` are
    /// the settings meant for the engine; `text` is the whole specification, for errors.
    ///
    /// # Errors
    ///
    /// [`EngineSpecError::NoProgram`].
    pub fn new(
        text: &str,
        words: &[String],
        options: Vec<(String, Option<String>)>,
    ) -> Result<Self, EngineSpecError> {
        let none = || EngineSpecError::NoProgram(text.to_owned());
        let (first, rest) = words.split_first().ok_or_else(none)?;
        let bare = first.strip_prefix(PREFIX).unwrap_or(first);
        // A blank after the prefix is allowed.
        let (program, arguments) = if bare.is_empty() {
            rest.split_first().ok_or_else(none)?
        } else {
            (&bare.to_owned(), rest)
        };
        if program.is_empty() {
            return Err(none());
        }
        Ok(Self {
            program: program.clone(),
            arguments: arguments.to_vec(),
            options,
        })
    }

    /// Returns the checksum of the program's file, by which a program that was built anew is noticed; `None` if the file
    /// cannot be read.
    pub fn program_checksum(&self) -> Option<String> {
        let program = Path::new(&self.program);
        let file = if program.components().count() > 1 {
            program.to_owned()
        } else {
            // As the system looks it up.
            let folders = std::env::var_os("PATH")?;
            let mut files = std::env::split_paths(&folders).map(|folder| folder.join(program));
            files.find(|file| file.is_file())?
        };
        files::read_bytes(&file)
            .ok()
            .map(|bytes| files::checksum(&bytes))
    }
}

/// Writes the specification in the users' notation, without quotes.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}", self.program)?;
        for argument in &self.arguments {
            write!(f, " {argument}")?;
        }
        for (name, value) in &self.options {
            write!(f, ";{name}")?;
            if let Some(value) = value {
                write!(f, "={value}")?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spec(text: &str) -> Result<EngineSpec, EngineSpecError> {
        let parts = SpecParts::read(text)?;
        EngineSpec::new(text, &parts.words, parts.settings)
    }

    fn pairs(settings: &[(&str, Option<&str>)]) -> Vec<(String, Option<String>)> {
        settings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.map(str::to_owned)))
            .collect()
    }

    #[test]
    fn programs_arguments_and_options_are_told_apart() {
        let read = spec("uci:/usr/games/glaurung -x 3; Threads=1;OwnBook=false ;Clear Hash")
            .expect("sound");
        assert_eq!(read.program, "/usr/games/glaurung");
        assert_eq!(read.arguments, ["-x", "3"]);
        assert_eq!(
            read.options,
            pairs(&[
                ("Threads", Some("1")),
                ("OwnBook", Some("false")),
                ("Clear Hash", None)
            ])
        );
    }

    #[test]
    fn quotes_keep_blanks_and_semicolons_together() {
        for text in [
            "uci:\"/my engines/a;b\" \"two words\" 'it''s';BookFile='c;d.bin'",
            "\"uci:/my engines/a;b\" 'two words' its;BookFile=\"c;d.bin\"",
            "uci: '/my engines/a;b' two' 'words its;BookFile=c';'d.bin",
        ] {
            let read = spec(text).expect(text);
            assert_eq!(read.program, "/my engines/a;b", "{text}");
            assert_eq!(read.arguments, ["two words", "its"], "{text}");
            assert_eq!(read.options, pairs(&[("BookFile", Some("c;d.bin"))]));
        }
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        assert_eq!(
            spec("uci:").expect_err("no program").to_string(),
            "'uci:' names no program; write uci:/path/to/engine"
        );
        assert!(matches!(spec("uci:\"x"), Err(EngineSpecError::Quote(_))));
        assert!(matches!(
            spec("uci:\"\""),
            Err(EngineSpecError::NoProgram(_))
        ));
        assert!(matches!(
            spec("uci:x;=3"),
            Err(EngineSpecError::Setting { .. })
        ));
        assert!(
            matches!(spec("uci:x;A=\n"), Ok(read) if read.options == pairs(&[("A", Some(""))]))
        );
        assert!(matches!(
            spec("uci:x;A=b\nquit"),
            Err(EngineSpecError::Setting { .. })
        ));
    }

    proptest! {
        #[test]
        fn no_text_breaks_the_reader(text in "[a-z;='\" \\n]{0,24}") {
            if let Ok(read) = spec(&text) {
                prop_assert!(!read.program.is_empty());
            }
        }
    }

    #[test]
    fn a_changed_program_has_another_checksum() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("engine");
        let of = |program: &Path| {
            let text = format!("uci:'{}'", program.display());
            spec(&text).expect("sound").program_checksum()
        };
        assert_eq!(of(&file), None);
        std::fs::write(&file, "one").expect("written");
        let one = of(&file).expect("a checksum");
        assert_eq!(of(&file), Some(one.clone()));
        std::fs::write(&file, "two").expect("written");
        assert_ne!(of(&file), Some(one));
        assert_eq!(of(Path::new("no-such-engine-anywhere")), None);
        #[cfg(unix)]
        assert!(of(Path::new("sh")).is_some());
    }
}
