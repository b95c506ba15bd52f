//! Learning from single positions, whose games are not known.
//!
//! Thirty lines in a row stand for a game: files of positions list games one after the other, or are shuffled, and
//! then it makes no difference. So lines weigh as much as the positions that are sampled from games, and positions of
//! one game are rarely both fitted to and held out. A line without a result gets one drawn by its score, as likely
//! as people's games end so.

use std::path::{Path, PathBuf};

use shakmaty::EnPassantMode;
use shakmaty::fen::Fen;

use super::plan::{FitPlan, FitProgress, PositionsError};
use super::row_flow::RowFlow;
use super::sample::PositionSampler;
use crate::collection::{PositionFile, PositionLine};
use crate::model::RunOrigin;
use crate::record::Provenance;

/// Number of lines that stand for a game.
const LINES_OF_A_GAME: usize = 30;

/// Number of games that each thread samples at a time.
const BATCH: usize = 256;

/// Files of positions to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct PositionFiles {
    /// Paths, in the order of reading.
    pub files: Vec<PathBuf>,
    /// Weight of the lines' scores against their results, 0 to 1, where every line has both.
    pub trust: f64,
}

/// Passes the lines of files to `flow`, in their order. Returns true if a line has a result.
pub(super) fn gather_lines(
    files: &PositionFiles,
    flow: &mut RowFlow<'_>,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<bool, PositionsError> {
    let rows = |sampler: &mut PositionSampler<'_>, lines: &Vec<PositionLine>, number| {
        sampler.rows_of_lines(lines, number)
    };
    let mut batch: Vec<(u64, Vec<PositionLine>)> = Vec::new();
    let mut hasher = blake3::Hasher::new();
    let mut some_results = false;
    for file in &files.files {
        let before = flow.gathered.read.lines;
        for line in PositionFile::open(file)? {
            let is_full = flow.gathered.read.lines >= plan.most_games || flow.is_done();
            if is_full || plan.stop.is_raised() {
                break;
            }
            let line = line?;
            some_results |= line.points.is_some();
            flow.gathered.read.lines += 1;
            add_line(&mut batch, line, &mut hasher);
            let is_full = batch.len() > BATCH * plan.threads.max(1);
            if is_full && let Some(open) = batch.pop() {
                flow.take(&batch, rows)?;
                batch = vec![open];
                on_progress(FitProgress::Games(flow.gathered.read.lines));
            }
        }
        let lines = flow.gathered.read.lines - before;
        flow.gathered.origins.push(origin(file, lines));
    }
    flow.take(&batch, rows)?;
    on_progress(FitProgress::Games(flow.gathered.read.lines));
    let hash = hasher.finalize().to_hex();
    for origin in &mut flow.gathered.origins {
        origin.run = format!("positions-{}", &hash[..16]);
    }
    Ok(some_results)
}

/// Adds a line to the last game of a batch, or begins a game with it.
fn add_line(
    batch: &mut Vec<(u64, Vec<PositionLine>)>,
    line: PositionLine,
    hasher: &mut blake3::Hasher,
) {
    let text = Fen::from_position(&line.position, EnPassantMode::Legal).to_string();
    hasher.update(text.as_bytes());
    match batch.last_mut() {
        Some((_, lines)) if lines.len() < LINES_OF_A_GAME => lines.push(line),
        _ => {
            let digest = blake3::hash(text.as_bytes());
            let mut first = [0; 8];
            first.copy_from_slice(&digest.as_bytes()[..8]);
            batch.push((u64::from_le_bytes(first), vec![line]));
        }
    }
}

fn origin(file: &Path, lines: u64) -> RunOrigin {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    RunOrigin {
        run: String::new(),
        games: lines.div_ceil(LINES_OF_A_GAME as u64),
        provenance: Provenance {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            // A name in quotes and a number are always TOML.
            settings: format!("kind = \"positions\"\nfile = {name:?}\nlines = {lines}\n"),
            ..Provenance::default()
        },
    }
}
