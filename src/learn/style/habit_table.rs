//! Every habit by population, rating band, time class, colour and opening: sums over a collection, as a table in CSV.
//!
//! All numbers are counts, so that tables of parts add up to the table of the whole.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use shakmaty::Color;

use super::labelled_game::watch_finished;
use crate::files::{self, Existing, WriteError};
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::{Game, TimeClass};
use crate::style::habits::{Habit, HabitShares};
use crate::style::{OpeningClass, Population, RatingBand};

/// The columns before those of the habits.
const HEAD: [&str; 6] = [
    "population",
    "rating_from",
    "time_class",
    "color",
    "opening",
    "sides",
];

/// The kind of games and players that are counted together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct HabitCell {
    population: Population,
    /// Band of the mean rating of both players.
    band: RatingBand,
    time_class: Option<TimeClass>,
    is_black: bool,
    opening: OpeningClass,
}

/// The sums of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
struct HabitCellSums {
    /// Number of players' games.
    sides: u64,
    /// How often each habit was shown, and of how many chances.
    habits: Vec<[u64; 2]>,
}

impl Default for HabitCellSums {
    fn default() -> Self {
        Self {
            sides: 0,
            habits: vec![[0; 2]; Habit::ALL.len()],
        }
    }
}

/// Sums of every habit by population, rating band, time class, colour and opening.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HabitTable {
    cells: BTreeMap<HabitCell, HabitCellSums>,
}

/// The error for a file that is not a table of habits.
#[derive(Debug, thiserror::Error)]
pub enum HabitTableError {
    /// The file could not be read.
    #[error("{}: {source}", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Error of the operating system.
        source: io::Error,
    },
    /// The file could not be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// A line is not a row of this version's tables.
    #[error("{}: line {line}: this is not a row of a table of habits; count anew by 'style norms --table'", file.display())]
    Row {
        /// Path of the file.
        file: PathBuf,
        /// Number of the line, from 1.
        line: usize,
    },
}

impl HabitTable {
    /// Returns the number of players' games.
    pub fn sides(&self) -> u64 {
        self.cells.values().map(|sums| sums.sides).sum()
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len()
    }

    fn add(&mut self, cell: HabitCell, shares: &HabitShares) {
        let sums = self.cells.entry(cell).or_default();
        sums.sides += 1;
        for ([happened, chances], habit) in sums.habits.iter_mut().zip(Habit::ALL) {
            let share = shares.of(*habit);
            *happened += u64::from(share.happened);
            *chances += u64::from(share.chances);
        }
    }

    /// Adds the counts of another table.
    pub fn merge(&mut self, other: Self) {
        for (cell, more) in other.cells {
            let sums = self.cells.entry(cell).or_default();
            sums.sides += more.sides;
            for (sum, more) in sums.habits.iter_mut().zip(more.habits) {
                sum[0] += more[0];
                sum[1] += more[1];
            }
        }
    }

    /// Writes the table as CSV, rows in a fixed order.
    ///
    /// # Errors
    ///
    /// [`HabitTableError::Write`].
    pub fn save(&self, file: &Path, existing: Existing) -> Result<(), HabitTableError> {
        files::write_whole(file, existing, |out| {
            writeln!(out, "{}", head())?;
            self.cells
                .iter()
                .try_for_each(|(cell, sums)| write_row(out, *cell, sums))
        })?;
        Ok(())
    }

    /// Reads a table.
    ///
    /// # Errors
    ///
    /// [`HabitTableError::Io`] and [`HabitTableError::Row`].
    pub fn load(file: &Path) -> Result<Self, HabitTableError> {
        let text = files::read_text(file).map_err(|source| HabitTableError::Io {
            file: file.to_owned(),
            source,
        })?;
        let row = |line| HabitTableError::Row {
            file: file.to_owned(),
            line,
        };
        let mut lines = text.lines().zip(1..);
        if lines.next().is_none_or(|(line, _)| line != head()) {
            return Err(row(1));
        }
        let mut table = Self::default();
        for (line, number) in lines {
            let (cell, sums) = parse_row(line).ok_or_else(|| row(number))?;
            if table.cells.insert(cell, sums).is_some() {
                return Err(row(number));
            }
        }
        Ok(table)
    }
}

fn head() -> String {
    let habits = Habit::ALL
        .iter()
        .map(|habit| format!(",{0}_happened,{0}_chances", habit.name()));
    HEAD.join(",") + &habits.collect::<String>()
}

fn write_row(out: &mut dyn Write, cell: HabitCell, sums: &HabitCellSums) -> io::Result<()> {
    let rating = cell.band.lowest().map(|rating| rating.to_string());
    write!(
        out,
        "{},{},{},{},{},{}",
        cell.population.name(),
        rating.unwrap_or_default(),
        cell.time_class.map(TimeClass::name).unwrap_or_default(),
        if cell.is_black { "black" } else { "white" },
        cell.opening.name(),
        sums.sides
    )?;
    for [happened, chances] in &sums.habits {
        write!(out, ",{happened},{chances}")?;
    }
    writeln!(out)
}

/// Reads a row as [`write_row`] writes it.
fn parse_row(line: &str) -> Option<(HabitCell, HabitCellSums)> {
    let mut fields = line.split(',');
    let population = fields.next()?.parse().ok()?;
    let band = match fields.next()? {
        "" => RatingBand::UNKNOWN,
        rating => RatingBand::of(Some(rating.parse().ok()?)),
    };
    let time_class = match fields.next()? {
        "" => None,
        name => Some(name.parse().ok()?),
    };
    let is_black = match fields.next()? {
        "white" => false,
        "black" => true,
        _ => return None,
    };
    let cell = HabitCell {
        population,
        band,
        time_class,
        is_black,
        opening: fields.next()?.parse().ok()?,
    };
    let numbers = fields.map(|field| field.parse().ok());
    let numbers: Vec<u64> = numbers.collect::<Option<_>>()?;
    let (sides, habits) = numbers.split_first()?;
    let (pairs, rest) = habits.as_chunks();
    let sums = HabitCellSums {
        sides: *sides,
        habits: pairs.to_vec(),
    };
    (rest.is_empty() && pairs.len() == Habit::ALL.len()).then_some((cell, sums))
}

/// Counts the habits of both players of every finished game. All players belong to `population`; if it is `None`, each
/// game's tags decide. Returns also the number of sides of no known population, which are left out.
pub fn count_habits(
    sources: &[PgnSource],
    options: &IngestOptions,
    population: Option<Population>,
    mut news: impl FnMut(&IngestProgress) -> ControlFlow<()>,
) -> (HabitTable, u64, IngestSummary) {
    let (mut table, mut passed_over) = (HabitTable::default(), 0);
    let observe = |game: &Game| {
        let time_class = game.tags.get("TimeControl").and_then(TimeClass::of);
        watch_finished(game, Color::White, false).map(|seen| (seen.watched, time_class))
    };
    let account = ingest(
        sources,
        options,
        || observe,
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some((mut game, time_class)),
                    ..
                } => {
                    if let Some(population) = population {
                        game.circumstance.set_population(population);
                    }
                    for side in Color::ALL {
                        let peers = *game.circumstance.peers.get(side);
                        let Some(population) = peers.population else {
                            passed_over += 1;
                            continue;
                        };
                        let cell = HabitCell {
                            population,
                            band: peers.band,
                            time_class,
                            is_black: side.is_black(),
                            opening: game.circumstance.opening,
                        };
                        table.add(cell, game.shares.get(side));
                    }
                }
                IngestEvent::Progress(progress) => return news(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    (table, passed_over, account)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn table(cells: &[(usize, u16, u32)]) -> HabitTable {
        let mut table = HabitTable::default();
        for &(place, rating, count) in cells {
            let mut shares = HabitShares::default();
            shares.add_amount(Habit::ALL[place % Habit::ALL.len()], count, count + 1);
            let cell = HabitCell {
                population: Population::ALL[place % 7],
                band: RatingBand::of((rating > 0).then_some(rating)),
                time_class: (place % 3 > 0).then_some(TimeClass::Blitz),
                is_black: place % 2 == 1,
                opening: OpeningClass::ALL[place % OpeningClass::COUNT],
            };
            table.add(cell, &shares);
        }
        table
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn tables_read_back_and_parts_add_up(
            cells in prop::collection::vec((0..500_usize, 0..3500_u16, 0..1000_u32), 0..12),
            cut in 0..12_usize,
        ) {
            let folder = tempfile::tempdir().expect("a folder");
            let file = folder.path().join("t.csv");
            let whole = table(&cells);
            whole.save(&file, Existing::Keep).expect("written");
            prop_assert_eq!(&HabitTable::load(&file).expect("sound"), &whole);
            let (one, two) = cells.split_at(cut.min(cells.len()));
            let mut sum = table(two);
            sum.merge(table(one));
            prop_assert_eq!(sum, whole);
        }
    }

    #[test]
    fn other_files_are_refused_by_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("t.csv");
        let text = {
            table(&[(1, 1500, 7)])
                .save(&file, Existing::Keep)
                .expect("written");
            std::fs::read_to_string(&file).expect("there")
        };
        for (bad, line) in [
            ("a,b\n".to_owned(), 1),
            (text.replace(",1400,", ",x,"), 2),
            (
                text.trim_end()
                    .trim_end_matches(|c: char| c != ',')
                    .to_owned(),
                2,
            ),
            (format!("{text}{}", text.lines().nth(1).expect("a row")), 3),
        ] {
            std::fs::write(&file, bad).expect("written");
            let refused = HabitTable::load(&file)
                .expect_err("not a table")
                .to_string();
            assert!(refused.contains(&format!("line {line}:")), "{refused}");
        }
    }
}
