//! The columns of positions in Parquet.

use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;
use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{Color, EnPassantMode};

use super::game::ExportedGame;

/// The schema; `docs/reference/files.md` explains the columns.
pub(super) const SCHEMA: &str = "message positions {
    required int64 game;
    required binary kind (utf8);
    required binary source (utf8);
    required int64 number;
    required int32 ply;
    required binary fen (utf8);
    required binary move_uci (utf8);
    required binary move_san (utf8);
    optional int32 score;
    optional double result;
    required binary termination (utf8);
    required binary white (utf8);
    required binary black (utf8);
    optional int32 white_elo;
    optional int32 black_elo;
    optional binary date (utf8);
    optional binary eco (utf8);
}";

/// Values of a column, with the levels that tell present values (1) from missing ones (0).
#[derive(Default)]
struct OptionalColumn<T> {
    values: Vec<T>,
    levels: Vec<i16>,
}

impl<T: Clone> OptionalColumn<T> {
    fn push(&mut self, value: Option<T>, times: usize) {
        self.levels
            .extend(std::iter::repeat_n(i16::from(value.is_some()), times));
        if let Some(value) = value {
            self.values.extend(std::iter::repeat_n(value, times));
        }
    }
}

/// The columns of the rows that wait to be written, in the order of [`SCHEMA`].
#[derive(Default)]
pub(super) struct PositionColumns {
    game: Vec<i64>,
    kind: Vec<ByteArray>,
    source: Vec<ByteArray>,
    number: Vec<i64>,
    ply: Vec<i32>,
    fen: Vec<ByteArray>,
    move_uci: Vec<ByteArray>,
    move_san: Vec<ByteArray>,
    score: OptionalColumn<i32>,
    result: OptionalColumn<f64>,
    termination: Vec<ByteArray>,
    white: Vec<ByteArray>,
    black: Vec<ByteArray>,
    white_elo: OptionalColumn<i32>,
    black_elo: OptionalColumn<i32>,
    date: OptionalColumn<ByteArray>,
    eco: OptionalColumn<ByteArray>,
}

impl PositionColumns {
    /// Returns the number of rows.
    pub(super) const fn rows(&self) -> usize {
        self.game.len()
    }

    /// Adds the positions of a game, whose number in the file is `game`, from 0.
    pub(super) fn add(&mut self, exported: &ExportedGame, game: u64) {
        let (record, origin) = (&exported.record, &exported.origin);
        let plies = record.moves.len();
        let whole = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let text = |text: &str| ByteArray::from(text);
        let tag = |name: &str| {
            let value = record.tags.get(name).unwrap_or_default().trim();
            let is_known = !value.is_empty() && value != "?" && value != "????.??.??";
            is_known.then(|| text(value))
        };
        fill(&mut self.game, whole(game), plies);
        fill(&mut self.kind, text(origin.kind), plies);
        fill(&mut self.source, text(&origin.source), plies);
        fill(&mut self.number, whole(origin.number), plies);
        fill(
            &mut self.termination,
            text(record.termination.name()),
            plies,
        );
        fill(&mut self.white, text(record.player(Color::White)), plies);
        fill(&mut self.black, text(record.player(Color::Black)), plies);
        self.white_elo
            .push(record.elo(Color::White).map(i32::from), plies);
        self.black_elo
            .push(record.elo(Color::Black).map(i32::from), plies);
        self.date.push(tag("Date"), plies);
        self.eco.push(tag("ECO"), plies);
        let points = record
            .result
            .map(|result| result.seen_by(Color::White).points());
        self.result.push(points, plies);
        let mode = record.castling_mode();
        let mut position = record.start.clone();
        for (ply, &m) in record.moves.iter().enumerate() {
            self.ply.push(i32::try_from(ply).unwrap_or(i32::MAX));
            let fen = Fen::from_position(&position, EnPassantMode::Legal);
            self.fen.push(text(&fen.to_string()));
            self.move_uci.push(text(&m.to_uci(mode).to_string()));
            let score = record.score_before(ply);
            self.score
                .push(score.map(|score| score.centipawns().into()), 1);
            let san = SanPlus::from_move_and_play_unchecked(&mut position, m);
            self.move_san.push(text(&san.to_string()));
        }
    }

    /// Writes the columns as a row group.
    pub(super) fn write(
        self,
        group: &mut SerializedRowGroupWriter<'_, impl std::io::Write + Send>,
    ) -> Result<(), ParquetError> {
        let columns = [
            ColumnValues::Long(self.game),
            ColumnValues::Text(self.kind, None),
            ColumnValues::Text(self.source, None),
            ColumnValues::Long(self.number),
            ColumnValues::Whole(self.ply, None),
            ColumnValues::Text(self.fen, None),
            ColumnValues::Text(self.move_uci, None),
            ColumnValues::Text(self.move_san, None),
            ColumnValues::Whole(self.score.values, Some(self.score.levels)),
            ColumnValues::Real(self.result.values, self.result.levels),
            ColumnValues::Text(self.termination, None),
            ColumnValues::Text(self.white, None),
            ColumnValues::Text(self.black, None),
            ColumnValues::Whole(self.white_elo.values, Some(self.white_elo.levels)),
            ColumnValues::Whole(self.black_elo.values, Some(self.black_elo.levels)),
            ColumnValues::Text(self.date.values, Some(self.date.levels)),
            ColumnValues::Text(self.eco.values, Some(self.eco.levels)),
        ];
        for values in columns {
            let Some(mut column) = group.next_column()? else {
                return Err(ParquetError::General("a column is missing".to_owned()));
            };
            values.write(column.untyped())?;
            column.close()?;
        }
        Ok(())
    }
}

fn fill<T: Clone>(column: &mut Vec<T>, value: T, times: usize) {
    column.extend(std::iter::repeat_n(value, times));
}

/// Values of a column of one type, with the levels of an optional one.
enum ColumnValues {
    Long(Vec<i64>),
    Whole(Vec<i32>, Option<Vec<i16>>),
    Real(Vec<f64>, Vec<i16>),
    Text(Vec<ByteArray>, Option<Vec<i16>>),
}

impl ColumnValues {
    fn write(self, column: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        match (self, column) {
            (Self::Long(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(&values, None, None)?;
            }
            (Self::Whole(values, levels), ColumnWriter::Int32ColumnWriter(writer)) => {
                writer.write_batch(&values, levels.as_deref(), None)?;
            }
            (Self::Real(values, levels), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(&values, Some(&levels), None)?;
            }
            (Self::Text(values, levels), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(&values, levels.as_deref(), None)?;
            }
            _ => {
                return Err(ParquetError::General(
                    "a column has another type".to_owned(),
                ));
            }
        }
        Ok(())
    }
}
