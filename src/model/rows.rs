//! The rows of a heuristic table: `parameter,phase,result,level,value,count,probability`.
//!
//! All columns but `count` follow from the row's place, the schema and the card. Reading checks all of them, so
//! that the error for a changed byte names its line.

use std::fmt::Write as _;
use std::io;
use std::str::FromStr;

use csv::{ByteRecord, ReaderBuilder};

use super::shape::{class_of, shape_of};
use crate::bayes::{Counts, CountsError, Smoothing};
use crate::foreign::shortened;
use crate::heuristic::{LEVELS, LevelValues, Schema};
use crate::phase::{ByPhase, Phase};
use crate::record::SideResult;

const COLUMNS: [&str; 7] = [
    "parameter",
    "phase",
    "result",
    "level",
    "value",
    "count",
    "probability",
];

/// The fault of a table in which rows are missing.
const END: &str = "the table ends here, too early";

/// A row that differs from the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowError {
    /// The line, from 1.
    pub line: u64,
    /// The fault of the line.
    pub what: String,
}

/// The key of one row: its first five columns.
struct RowKey<'a> {
    parameter: usize,
    phase: Phase,
    result: SideResult,
    level: usize,
    /// The five columns as text.
    keys: [&'a str; 5],
}

/// Writes the rows of `counts` as CSV.
pub(super) fn write(
    level_values: &LevelValues,
    counts: &Counts,
    smoothing: Smoothing,
) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(COLUMNS)?;
    let mut probability = String::new();
    for_each_place(level_values, |place| {
        let class = class_of(place.phase, place.result);
        let count = counts
            .feature(class, place.parameter)
            .get(place.level)
            .copied()
            .unwrap_or(0);
        write_probability(&mut probability, smoothing, count, counts.cases(class));
        let count = count.to_string();
        writer.write_record(place.keys.into_iter().chain([&*count, &*probability]))
    })?;
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}

/// Reads the values of the levels from the rows of a table of `schema`, without checking anything else.
pub(super) fn read_level_values(
    schema: &'static Schema,
    text: &[u8],
) -> Result<LevelValues, RowError> {
    let mut reader = ReaderBuilder::new().flexible(true).from_reader(text);
    let mut record = ByteRecord::new();
    let mut five_values = ByPhase::new_with(|_| Vec::with_capacity(schema.len()));
    for _ in schema.parameters() {
        for phase in Phase::ALL {
            let mut values = [0; LEVELS];
            for place in 0..SideResult::ALL.len() * LEVELS {
                let is_row = reader
                    .read_byte_record(&mut record)
                    .map_err(|error| problem(1, error.to_string()))?;
                if !is_row {
                    return Err(problem(1, END));
                }
                let line = record.position().map_or(1, csv::Position::line);
                let value = record.get(4).and_then(number);
                let value = value.ok_or_else(|| problem(line, "its value is not a number"))?;
                // The rows of the first result set the values; the others must repeat them.
                if let Some(place) = values.get_mut(place) {
                    *place = value;
                }
            }
            five_values[phase].push(values);
        }
    }
    LevelValues::from_values(schema, five_values).map_err(|error| problem(1, error.to_string()))
}

/// Reads the counts of a table with these levels, whose card states the numbers of `cases` by class.
pub(super) fn read(
    level_values: &LevelValues,
    cases: impl Fn(Phase, SideResult) -> u64,
    smoothing: Smoothing,
    text: &[u8],
) -> Result<Counts, RowError> {
    let mut reader = ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text);
    let mut record = ByteRecord::new();
    let mut next = |record: &mut ByteRecord| {
        let read = reader.read_byte_record(record);
        let line = record.position().map_or(1, csv::Position::line);
        match read {
            Ok(true) => Ok(line),
            Ok(false) => Err(problem(reader.position().line(), END)),
            Err(error) => Err(problem(line, error.to_string())),
        }
    };
    let line = next(&mut record)?;
    if record != *COLUMNS.as_slice() {
        return Err(problem(line, format!("expected {}", COLUMNS.join(","))));
    }
    let shape = shape_of(level_values.schema());
    let mut cells = vec![0; shape.classes() * shape.cells_per_class()];
    let mut probability = String::new();
    for_each_place(level_values, |place| {
        let line = next(&mut record)?;
        let class_cases = cases(place.phase, place.result);
        let count = read_row(&place, &record, smoothing, class_cases, &mut probability)
            .map_err(|what| problem(line, what))?;
        let cell = shape
            .cells(class_of(place.phase, place.result), place.parameter)
            .nth(place.level)
            .and_then(|cell| cells.get_mut(cell));
        if let Some(cell) = cell {
            *cell = count;
        }
        Ok(())
    })?;
    match next(&mut record) {
        Ok(line) => return Err(problem(line, "the table should have ended before")),
        Err(error) if error.what == END => {}
        Err(error) => return Err(error),
    }
    let counts = Counts::from_cells(shape, cells).map_err(|error| at_its_line(&error))?;
    check_cases(&counts, cases)?;
    Ok(counts)
}

fn problem(line: u64, what: impl Into<String>) -> RowError {
    RowError {
        line,
        what: what.into(),
    }
}

/// Reads the count of the row expected at `place`; `expected` holds the probability that it must state.
fn read_row(
    place: &RowKey<'_>,
    record: &ByteRecord,
    smoothing: Smoothing,
    cases: u64,
    expected: &mut String,
) -> Result<u64, String> {
    let keys = place.keys.map(str::as_bytes);
    if !record.iter().take(keys.len()).eq(keys) {
        return Err(other_row(place, record));
    }
    let mut fields = record.iter().skip(place.keys.len());
    let (Some(count), Some(probability), None) = (fields.next(), fields.next(), fields.next())
    else {
        return Err(format!("expected {} columns", COLUMNS.len()));
    };
    let cell: u64 = number(count)
        .filter(|number| *number <= cases && is_canonical(count))
        .ok_or_else(|| {
            let count = shortened(&String::from_utf8_lossy(count));
            format!("the count '{count}' is not a whole number from 0 to {cases}")
        })?;
    write_probability(expected, smoothing, cell, cases);
    if probability != expected.as_bytes() {
        // A stray quotation mark can join many lines into one field.
        let found = shortened(&String::from_utf8_lossy(probability));
        return Err(format!(
            "count {cell} of {cases} gives the probability {expected}, not '{found}'"
        ));
    }
    Ok(cell)
}

#[cold]
fn other_row(place: &RowKey<'_>, record: &ByteRecord) -> String {
    let fields: Vec<&[u8]> = record.iter().take(place.keys.len()).collect();
    let found = fields.join(&b',');
    let shown = shortened(&String::from_utf8_lossy(&found));
    format!("'{shown}' stands where '{}' belongs", place.keys.join(","))
}

/// Returns true for a whole number without a sign and without leading zeros.
fn is_canonical(number: &[u8]) -> bool {
    number.iter().all(u8::is_ascii_digit) && (number == b"0" || !number.starts_with(b"0"))
}

/// Reads a number from the bytes of a field.
fn number<N: FromStr>(field: &[u8]) -> Option<N> {
    str::from_utf8(field).ok()?.parse().ok()
}

fn check_cases(counts: &Counts, cases: impl Fn(Phase, SideResult) -> u64) -> Result<(), RowError> {
    for phase in Phase::ALL {
        for result in SideResult::ALL {
            let class = class_of(phase, result);
            let (counted, stated) = (counts.cases(class), cases(phase, result));
            if counted != stated {
                let what = format!(
                    "the counts of {phase}, {result} add up to {counted}, but the card says {stated}"
                );
                return Err(problem(line_of(class, 0), what));
            }
        }
    }
    Ok(())
}

fn at_its_line(error: &CountsError) -> RowError {
    let line = match *error {
        CountsError::Sum { class, feature, .. } => line_of(class, feature),
        CountsError::Below { class } | CountsError::Overflow { class } => line_of(class, 0),
        CountsError::Shape { .. } => 1,
    };
    problem(line, error.to_string())
}

/// Returns the line of the first row of a class and parameter.
fn line_of(class: usize, parameter: usize) -> u64 {
    let classes = Phase::ALL.len() * SideResult::ALL.len();
    2 + ((parameter * classes + class) * LEVELS) as u64
}

/// Replaces `text` by the probability of a level in a table.
fn write_probability(text: &mut String, smoothing: Smoothing, count: u64, cases: u64) {
    text.clear();
    let probability = smoothing.probability(count, cases, LEVELS);
    // Writing to a string cannot fail.
    let _ = write!(text, "{probability:.6}");
}

/// Calls a function for each row in order.
fn for_each_place<E>(
    level_values: &LevelValues,
    mut visit: impl FnMut(RowKey<'_>) -> Result<(), E>,
) -> Result<(), E> {
    for (number, parameter) in level_values.schema().parameters().iter().enumerate() {
        for phase in Phase::ALL {
            let five_values = level_values
                .values(phase)
                .get(number)
                .copied()
                .unwrap_or_default();
            let values = five_values.map(|value| value.to_string());
            for result in SideResult::ALL {
                for (level, value) in values.iter().enumerate() {
                    visit(RowKey {
                        parameter: number,
                        phase,
                        result,
                        level,
                        keys: [
                            &parameter.name,
                            phase.name(),
                            result.name(),
                            &level.to_string(),
                            value,
                        ],
                    })?;
                }
            }
        }
    }
    Ok(())
}
