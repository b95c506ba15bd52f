//! Positions in lines of text, each with a result, a score or both: text for bullet and texel-tuner, EPD, and the
//! evaluations that lichess.org publishes.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;
use serde::Deserialize;
use shakmaty::{Chess, Position as _};

use crate::board::epd::{self, EpdError};
use crate::board::fen::{self, FenError};
use crate::foreign::shortened;
use crate::record::{GameResult, PositionScore};
use crate::score::{Score, WhiteScore};
use crate::units::Ply;

/// Most bytes of a line; longer ones are no positions.
const MOST_BYTES: u64 = 1 << 20;

/// A position with what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionLine {
    /// The position.
    pub position: Chess,
    /// Points of White in the game, 0 to 1; `None` if unknown.
    pub points: Option<f64>,
    /// Score of the position; `None` if unknown.
    pub score: Option<PositionScore>,
}

/// Why a line is not a position with a result or a score.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PositionLineError {
    /// The position is not a FEN.
    #[error(transparent)]
    Position(#[from] FenError),
    /// The line is not EPD.
    #[error(transparent)]
    Epd(#[from] EpdError),
    /// The result cannot be read.
    #[error("'{0}' is not a result: expected 1.0, 0.5, 0.0, or 1-0, 1/2-1/2, 0-1")]
    Result(String),
    /// The score cannot be read.
    #[error("'{0}' is not a score in centipawns")]
    Score(String),
    /// The line is not JSON as lichess.org writes it.
    #[error("not an evaluation of lichess.org ({0})")]
    Json(String),
    /// Neither result nor score are given.
    #[error(
        "there is neither a result nor a score: expected FEN | score | result, FEN; [result], or EPD with c9 or ce"
    )]
    Bare,
}

/// Why a file of positions cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum PositionFileError {
    /// Input failed.
    #[error("{}: line {line}: cannot be read ({source}); get the file anew", file.display())]
    Io {
        /// Path of the file.
        file: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// Error of the operating system, or of decompression.
        source: io::Error,
    },
    /// A line is not a position.
    #[error("{}: line {line}: {source}; mend the line, or leave it out", file.display())]
    Line {
        /// Path of the file.
        file: PathBuf,
        /// Number of the line, from 1.
        line: u64,
        /// What is wrong with it.
        source: PositionLineError,
    },
}

/// A line of `lichess_db_eval.jsonl`.
#[derive(Deserialize)]
struct LichessEvaluation {
    fen: String,
    evals: Vec<LichessSearch>,
}

/// A search of a position; scores are from White's point of view.
#[derive(Deserialize)]
struct LichessSearch {
    pvs: Vec<LichessVariation>,
    #[serde(default)]
    knodes: u64,
    #[serde(default)]
    depth: u32,
}

#[derive(Deserialize)]
struct LichessVariation {
    cp: Option<i32>,
    mate: Option<i32>,
}

impl PositionLine {
    /// Reads a line, whose layout its signs tell: `{` JSON, `|` text, `[` text with the result in brackets, else EPD.
    ///
    /// # Errors
    ///
    /// [`PositionLineError`].
    ///
    /// ```
    /// use bayeschess::collection::PositionLine;
    ///
    /// let line = PositionLine::parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1 | 512 | 1.0").expect("a line");
    /// assert_eq!(line.points, Some(1.0));
    /// assert_eq!(line.score.map(|score| score.centipawns()), Some(512));
    /// ```
    pub fn parse(line: &str) -> Result<Self, PositionLineError> {
        let line = line.trim();
        if line.starts_with('{') {
            return Self::of_lichess(line);
        }
        if let Some((position, rest)) = line.split_once('|') {
            let (score, result) = rest.split_once('|').ok_or(PositionLineError::Bare)?;
            return Ok(Self {
                position: fen::read(position)?,
                points: Some(points(result)?),
                score: Some(score_of(score)?),
            });
        }
        if let Some((position, result)) = line.split_once('[') {
            return Ok(Self {
                position: fen::read(position.trim().trim_end_matches(';'))?,
                points: Some(points(result.trim().trim_end_matches([']', ';']))?),
                score: None,
            });
        }
        Self::of_epd(line)
    }

    fn of_epd(line: &str) -> Result<Self, PositionLineError> {
        let read = epd::read(line)?;
        let points = read.word("c9").map(points).transpose()?;
        let score = match read.word("ce") {
            None => None,
            Some(word) => {
                let own: i32 = word
                    .parse()
                    .map_err(|_| PositionLineError::Score(shortened(word)))?;
                Some(heuristic(if read.position.turn().is_white() {
                    own
                } else {
                    own.saturating_neg()
                }))
            }
        };
        if points.is_none() && score.is_none() {
            return Err(PositionLineError::Bare);
        }
        Ok(Self {
            position: read.position,
            points,
            score,
        })
    }

    fn of_lichess(line: &str) -> Result<Self, PositionLineError> {
        let json = |what: &dyn std::fmt::Display| PositionLineError::Json(what.to_string());
        let read: LichessEvaluation = serde_json::from_str(line).map_err(|error| json(&error))?;
        let deepest = read
            .evals
            .iter()
            .max_by_key(|search| (search.depth, search.knodes));
        let first = deepest.and_then(|search| search.pvs.first());
        let score = first.and_then(|variation| match (variation.cp, variation.mate) {
            (Some(cp), _) => Some(heuristic(cp)),
            (None, Some(moves)) => mate(moves),
            (None, None) => None,
        });
        Ok(Self {
            position: fen::read(&read.fen)?,
            points: None,
            score: Some(score.ok_or_else(|| json(&"it has no score"))?),
        })
    }
}

/// Returns the score of a mate in a number of moves, negative if Black mates; `None` for none.
fn mate(moves: i32) -> Option<PositionScore> {
    let plies = |moves: u32| {
        Ply(u16::try_from(moves.saturating_mul(2))
            .unwrap_or(u16::MAX)
            .min(1000))
    };
    let score = match moves {
        0 => return None,
        1.. => Score::MateIn(Ply(plies(moves.unsigned_abs()).0 - 1)),
        _ => Score::MatedIn(plies(moves.unsigned_abs())),
    };
    Some(WhiteScore(score).into())
}

fn heuristic(centipawns: i32) -> PositionScore {
    PositionScore::new(i16::try_from(centipawns.clamp(-32_000, 32_000)).unwrap_or(0))
}

fn score_of(word: &str) -> Result<PositionScore, PositionLineError> {
    let word = word.trim();
    match word.parse::<i32>() {
        Ok(centipawns) => Ok(heuristic(centipawns)),
        Err(_) => Err(PositionLineError::Score(shortened(word))),
    }
}

/// Returns the points of White that a result means.
fn points(word: &str) -> Result<f64, PositionLineError> {
    let word = word.trim().trim_matches(['[', ']', '"', ';']).trim();
    match word.parse::<GameResult>() {
        Ok(GameResult::WhiteWins) => return Ok(1.0),
        Ok(GameResult::BlackWins) => return Ok(0.0),
        Ok(GameResult::Draw) => return Ok(0.5),
        Err(_) => {}
    }
    word.parse()
        .ok()
        .filter(|points| (0.0..=1.0).contains(points))
        .ok_or_else(|| PositionLineError::Result(shortened(word)))
}

/// A file of positions, plain or packed with zstd or gzip.
pub struct PositionFile {
    file: PathBuf,
    input: Box<dyn BufRead + Send>,
    /// Number of the line read last, from 1.
    line: u64,
    text: Vec<u8>,
    is_over: bool,
}

impl PositionFile {
    /// Opens a file.
    ///
    /// # Errors
    ///
    /// [`PositionFileError::Io`].
    pub fn open(file: &Path) -> Result<Self, PositionFileError> {
        let input = open(file).map_err(|source| PositionFileError::Io {
            file: file.to_owned(),
            line: 1,
            source,
        })?;
        Ok(Self {
            file: file.to_owned(),
            input,
            line: 0,
            text: Vec::new(),
            is_over: false,
        })
    }

    /// Returns the next line that is not empty and no comment (`#`); `None` at the end.
    fn next_line(&mut self) -> io::Result<Option<()>> {
        loop {
            self.text.clear();
            self.line += 1;
            let mut line = (&mut self.input).take(MOST_BYTES);
            if line.read_until(b'\n', &mut self.text)? == 0 {
                return Ok(None);
            }
            let text = self.text.trim_ascii();
            if !text.is_empty() && !text.starts_with(b"#") {
                return Ok(Some(()));
            }
        }
    }

    fn next_position(&mut self) -> Result<Option<PositionLine>, PositionFileError> {
        let next = self.next_line();
        let (file, line) = (self.file.clone(), self.line);
        match next {
            Err(source) => Err(PositionFileError::Io { file, line, source }),
            Ok(None) => Ok(None),
            Ok(Some(())) => PositionLine::parse(&String::from_utf8_lossy(&self.text))
                .map(Some)
                .map_err(|source| PositionFileError::Line { file, line, source }),
        }
    }
}

impl Iterator for PositionFile {
    type Item = Result<PositionLine, PositionFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_position();
        self.is_over = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

fn open(file: &Path) -> io::Result<Box<dyn BufRead + Send>> {
    let mut input = BufReader::with_capacity(1 << 16, File::open(file)?);
    let beginning = input.fill_buf()?;
    if beginning.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
        let mut unpacked = zstd::stream::read::Decoder::with_buffer(input)?;
        // Files of lichess.org need long windows.
        unpacked.window_log_max(31)?;
        return Ok(Box::new(BufReader::with_capacity(1 << 16, unpacked)));
    }
    if beginning.starts_with(&[0x1f, 0x8b]) {
        let unpacked = MultiGzDecoder::new(input);
        return Ok(Box::new(BufReader::with_capacity(1 << 16, unpacked)));
    }
    Ok(Box::new(input))
}

/// Returns true if a file has lines of positions: by its name (`.epd`, `.jsonl`, packed or not), or by its first line.
pub fn is_position_file(file: &Path) -> bool {
    if !std::fs::metadata(file).is_ok_and(|there| there.is_file()) {
        return false;
    }
    let is_named = |path: &Path, endings: &[&str]| {
        let ending = path.extension().unwrap_or_default();
        endings.iter().any(|one| ending.eq_ignore_ascii_case(one))
    };
    let unpacked = if is_named(file, &["zst", "gz"]) {
        Path::new(file.file_stem().unwrap_or_default())
    } else {
        file
    };
    is_named(unpacked, &["epd", "jsonl"])
        || PositionFile::open(file).is_ok_and(|mut lines| matches!(lines.next(), Some(Ok(_))))
}

#[cfg(test)]
mod tests;
