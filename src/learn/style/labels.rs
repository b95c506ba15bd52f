//! Labels of players: the file of their games, the spellings of their names, and their style.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::{Component, Path};

use super::StyleTrainingError;
use crate::files;
use crate::foreign::one_line;
use crate::style::Style;

/// Basis of a player's label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum LabelBasis {
    /// The players of the original of 2005.
    Original,
    /// Players known by reputation.
    Reputation,
    /// Both.
    All,
}

impl LabelBasis {
    /// Returns the name in labels files and on the command line.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// A player of known style, with the file of their games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLabel {
    /// Path of the PGN file, relative to the folder of games.
    pub file: String,
    /// Spellings of the player's name.
    pub names: Vec<String>,
    /// Style of the player.
    pub style: Style,
}

impl PlayerLabel {
    /// Returns the name under which the player is counted: the first spelling.
    pub fn name(&self) -> &str {
        self.names
            .first()
            .map_or(self.file.as_str(), String::as_str)
    }
}

/// The labels of one basis in a labels file.
#[derive(Clone, Debug)]
pub struct PlayerLabels {
    /// Labels in the order of the file.
    pub players: Vec<PlayerLabel>,
    /// Checksum of the file's bytes.
    pub checksum: String,
}

impl PlayerLabels {
    /// Reads a labels file: CSV with the columns file, names (spellings separated by `|`), style and basis. Other
    /// columns are ignored.
    ///
    /// # Errors
    ///
    /// [`StyleTrainingError`] for a missing file or column, an invalid row, two rows by which a game would count
    /// twice or a player have two styles, or no row of that basis.
    pub fn read(file: &Path, basis: LabelBasis) -> Result<Self, StyleTrainingError> {
        let bytes = crate::files::read_bytes(file).map_err(|source| StyleTrainingError::Read {
            file: file.to_owned(),
            source,
        })?;
        let players = read_rows(&bytes, basis).map_err(|(line, what)| {
            let (file, what) = (file.to_owned(), one_line(&what));
            StyleTrainingError::Label { file, line, what }
        })?;
        if players.is_empty() {
            let file = file.to_owned();
            return Err(match basis {
                LabelBasis::All => StyleTrainingError::NoRows(file),
                LabelBasis::Original | LabelBasis::Reputation => StyleTrainingError::NoPlayers {
                    file,
                    basis: basis.name().to_owned(),
                },
            });
        }
        Ok(Self {
            players,
            checksum: files::checksum(&bytes),
        })
    }
}

/// Line of a labels file, from 1, and its fault.
type LineFault = (u64, String);

/// Columns of a labels file.
const COLUMNS: [&str; 4] = ["file", "names", "style", "basis"];

fn read_rows(bytes: &[u8], basis: LabelBasis) -> Result<Vec<PlayerLabel>, LineFault> {
    let mut reader = csv::Reader::from_reader(bytes);
    let header = reader
        .headers()
        .map_err(|error| unreadable(&error, 1))?
        .clone();
    let column = |name: &str| {
        let found = header.iter().position(|found| found.trim() == name);
        found.ok_or_else(|| {
            let columns = COLUMNS.join(",");
            let what = format!(
                "there is no column '{name}'; the first line is to be {columns}, with commas between"
            );
            (1, what)
        })
    };
    let [file, names, style, ground] = COLUMNS.map(column);
    let (file, names, style, ground) = (file?, names?, style?, ground?);
    let mut players: Vec<(u64, PlayerLabel)> = Vec::new();
    let mut last = 1;
    for record in reader.records() {
        let record = record.map_err(|error| unreadable(&error, last + 1))?;
        let line = record.position().map_or(0, csv::Position::line);
        last = line;
        let cell = |column: usize| record.get(column).unwrap_or_default().trim();
        let style: Style = cell(style)
            .parse()
            .map_err(|error: crate::style::UnknownStyle| (line, error.to_string()))?;
        let known = [LabelBasis::Original, LabelBasis::Reputation]
            .into_iter()
            .find(|known| known.name() == cell(ground))
            .ok_or_else(|| {
                let word = cell(ground);
                (
                    line,
                    format!("'{word}' is not a basis: expected original or reputation"),
                )
            })?;
        let spellings: Vec<String> = cell(names)
            .split('|')
            .map(|name| name.trim().to_owned())
            .filter(|name| !name.is_empty())
            .collect();
        if spellings.is_empty() || cell(file).is_empty() {
            return Err((line, "a file and at least one name are needed".to_owned()));
        }
        if basis == LabelBasis::All || basis == known {
            let label = PlayerLabel {
                file: cell(file).to_owned(),
                names: spellings,
                style,
            };
            for (other_line, other) in &players {
                go_together(&label, other, *other_line).map_err(|what| (line, what))?;
            }
            players.push((line, label));
        }
    }
    Ok(players.into_iter().map(|(_, label)| label).collect())
}

/// Checks that a row does not conflict with an earlier one in `line`: a game counts once, and a player has one style.
fn go_together(label: &PlayerLabel, other: &PlayerLabel, line: u64) -> Result<(), String> {
    // The path `./games.pgn` is the same as `games.pgn`.
    let is_same_file = Path::new(&label.file)
        .components()
        .filter(|part| *part != Component::CurDir)
        .eq(Path::new(&other.file)
            .components()
            .filter(|part| *part != Component::CurDir));
    let shared = label.names.iter().find(|name| other.names.contains(name));
    if let Some(name) = shared.filter(|_| is_same_file) {
        return Err(format!(
            "'{name}' of {} stands in line {line} already, and the games would count twice; take one \
             of the two out",
            label.file
        ));
    }
    if label.name() == other.name() && label.style != other.style {
        return Err(format!(
            "{} is {} here and {} in line {line}; give the player one style",
            label.name(),
            label.style,
            other.style
        ));
    }
    Ok(())
}

/// Returns the fault of a file that is not valid CSV; `line` is used if the error has no position.
fn unreadable(error: &csv::Error, line: u64) -> LineFault {
    let line = error.position().map_or(line, csv::Position::line);
    let what = match error.kind() {
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => format!(
            "it has {len} columns and the first line has {expected_len}; put names with commas in \
             quotes, and leave no column out"
        ),
        csv::ErrorKind::Utf8 { .. } => {
            "it is not UTF-8 text; save the file as UTF-8, without which names do not match"
                .to_owned()
        }
        _ => "it is not CSV; save the file as text with commas between columns".to_owned(),
    };
    (line, what)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HEADER: &str = "file,names,style,basis\n";

    fn refused(rows: &str) -> LineFault {
        let text = format!("{HEADER}{rows}");
        read_rows(text.as_bytes(), LabelBasis::All).expect_err("it is wrong")
    }

    #[test]
    fn a_game_counts_once_and_a_player_has_one_style() {
        let karpov = "Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original\n";
        let (line, what) = refused(&karpov.repeat(2));
        assert_eq!(line, 3);
        assert!(
            what.contains("'Karpov, Anatoly'") && what.contains("line 2"),
            "{what}"
        );
        // One common spelling suffices for a conflict, also if the path to the file is written differently.
        let (line, what) = refused(&format!(
            "{karpov}Tal.pgn,\"Tal, M\",attacking,original\n\
             ./Karpov.pgn,\"Karpov, A|Karpov,An\",defensive,reputation\n"
        ));
        assert_eq!(line, 4);
        assert!(
            what.contains("'Karpov,An'") && what.contains("line 2"),
            "{what}"
        );
        let (line, what) = refused(&format!(
            "{karpov}more.pgn,\"Karpov, Anatoly\",attacking,original\n"
        ));
        assert_eq!(line, 3);
        assert!(
            what.contains("attacking here and defensive in line 2"),
            "{what}"
        );
    }

    #[test]
    fn a_file_may_hold_several_players_and_a_player_several_files() {
        let rows = "games.pgn,\"Storm, A.\",attacking,original\n\
                    games.pgn,\"Wall, D.\",defensive,original\n\
                    more.pgn,\"Wall, D.\",defensive,reputation\n";
        let text = format!("{HEADER}{rows}");
        let labels = read_rows(text.as_bytes(), LabelBasis::All).expect("sound");
        assert_eq!(labels.len(), 3);
        // A row of another basis causes no conflict.
        let text = format!("{text}more.pgn,\"Wall, D.\",mixed,original\n");
        assert!(read_rows(text.as_bytes(), LabelBasis::Reputation).is_ok());
        assert!(read_rows(text.as_bytes(), LabelBasis::Original).is_err());
    }

    #[test]
    fn a_file_that_is_no_csv_is_told_in_words() {
        let (line, what) =
            refused("a.pgn,Tal,attacking,original\nb.pgn,Karpov, A,defensive,original\n");
        assert_eq!(line, 3);
        assert!(
            what.contains("it has 5 columns and the first line has 4"),
            "{what}"
        );
        let latin = b"file,names,style,basis\na.pgn,H\xfcbner,mixed,original\n";
        let (line, what) = read_rows(latin, LabelBasis::All).expect_err("not UTF-8");
        assert_eq!(line, 2);
        assert!(what.contains("save the file as UTF-8"), "{what}");
        let (_, what) = read_rows(b"", LabelBasis::All).expect_err("empty");
        assert!(what.contains("there is no column 'file'"), "{what}");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]

        #[test]
        fn no_bytes_make_it_panic(
            bytes in prop::collection::vec(any::<u8>(), 0..200),
            with_header in any::<bool>(),
        ) {
            let mut text = if with_header { HEADER.as_bytes().to_vec() } else { Vec::new() };
            text.extend(bytes);
            if let Err((line, what)) = read_rows(&text, LabelBasis::All) {
                prop_assert!(line > 0 && !what.contains('\n'), "{}: {}", line, what);
            }
        }

        #[test]
        fn rows_are_read_or_refused_in_a_sentence(rows in prop::collection::vec(
            ("[ab./]{0,3}", "[AB|,\"]{0,4}", "attacking|mixed|[a-c]{1,2}", "original|reputation|x"),
            0..5,
        )) {
            let mut writer = csv::Writer::from_writer(HEADER.as_bytes().to_vec());
            for (file, names, style, basis) in &rows {
                writer.write_record([file, names, style, basis]).expect("in memory");
            }
            let text = writer.into_inner().expect("in memory");
            match read_rows(&text, LabelBasis::All) {
                Ok(labels) => prop_assert_eq!(labels.len(), rows.len()),
                Err((line, what)) => {
                    prop_assert!(line > 1 && !what.contains('\n'), "{}: {}", line, what);
                }
            }
        }
    }
}
