//! Positions as Parquet, one row for each.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use super::game::ExportedGame;
use super::parquet_rows::{PositionColumns, SCHEMA};
use super::sink::{ExportCounts, GameSink};

/// Number of rows of a row group.
const ROWS: usize = 1 << 17;

/// Bytes that the writer of Parquet has written and nobody has taken yet.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl Written {
    fn take(&self) -> Vec<u8> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        written.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writer of Parquet.
pub(super) struct ParquetSink {
    written: Written,
    /// `None` before the first game.
    writer: Option<SerializedFileWriter<Written>>,
    columns: PositionColumns,
}

impl ParquetSink {
    pub(super) fn new() -> Self {
        Self {
            written: Written::default(),
            writer: None,
            columns: PositionColumns::default(),
        }
    }

    /// Returns the writer, begun if it is not there yet.
    fn begun(&mut self) -> Result<&mut SerializedFileWriter<Written>, ParquetError> {
        let writer = match self.writer.take() {
            Some(writer) => writer,
            None => begin(self.written.clone())?,
        };
        Ok(self.writer.insert(writer))
    }

    /// Writes the rows that wait as a group.
    fn write_group(&mut self) -> Result<(), ParquetError> {
        let columns = std::mem::take(&mut self.columns);
        let writer = self.begun()?;
        let mut group = writer.next_row_group()?;
        columns.write(&mut group)?;
        group.close()?;
        writer.flush()?;
        Ok(())
    }
}

fn begin(written: Written) -> Result<SerializedFileWriter<Written>, ParquetError> {
    let schema = Arc::new(parse_message_type(SCHEMA)?);
    let properties = WriterProperties::builder()
        .set_created_by(concat!("bayeschess ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::try_new(1)?))
        // Nearly every position is another one, so a dictionary of them only costs time.
        .set_column_dictionary_enabled(ColumnPath::from("fen"), false)
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .build();
    SerializedFileWriter::new(written, schema, Arc::new(properties))
}

impl GameSink for ParquetSink {
    fn put(
        &mut self,
        game: &ExportedGame,
        counts: &mut ExportCounts,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        self.columns.add(game, counts.games);
        counts.games += 1;
        counts.positions += game.record.moves.len() as u64;
        if self.columns.rows() < ROWS {
            return Ok(());
        }
        self.write_group().map_err(io::Error::other)?;
        out.write_all(&self.written.take())
    }

    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.columns.rows() > 0 {
            self.write_group().map_err(io::Error::other)?;
        }
        let writer = self.begun().map_err(io::Error::other)?;
        writer.finish().map_err(io::Error::other)?;
        out.write_all(&self.written.take())
    }
}
