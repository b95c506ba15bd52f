//! `bayeschess pgn convert`.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};
use std::path::{Path, PathBuf};

use anyhow::ensure;
use clap::ValueEnum;
use shakmaty::fen::{Epd, Fen};
use shakmaty::{Chess, Color, EnPassantMode, Position as _};

use super::reading::{DuplicateArgs, IngestJson, PgnInputArgs, ingest_text};
use super::writing::{verdict_of_writing, write_each, write_games};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json, tell};
use crate::cli::run_status::RunStatus;
use bayeschess::foreign::PrintableWriter;
use bayeschess::pgn::{
    AnnotationKind, IngestOptions, IngestSummary, PgnSource, format_game, format_with_annotations,
};
use bayeschess::record::Game;

/// Rewrite PGN collections: as clean PGN, coordinates, positions or CSV
///
/// The PGN output is UTF-8 in export format with English piece letters, whatever notation the input used.
/// Comments, glyphs and variations are left out, unless --keep names them.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess pgn convert old.pgn --out new.pgn
  bayeschess pgn convert notes.pgn --keep all --out new.pgn
  bayeschess pgn convert games.zip --to csv --out games.csv
  bayeschess pgn convert games.pgn --to epd --plies 40- --out positions.epd
  bayeschess pgn convert games.pgn --to uci --out -      on standard output")]
pub(super) struct PgnConvertArgs {
    #[command(flatten)]
    reading: PgnInputArgs,
    #[command(flatten)]
    twice: DuplicateArgs,
    /// The output format
    #[arg(long, value_enum, default_value_t, value_name = "FORMAT")]
    to: PgnOutputFormat,
    /// Annotations to keep in PGN, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "KINDS")]
    keep: Vec<KeptAnnotations>,
    /// The file to write, compressed if its name ends in .gz or .zst; '-' is standard output, the summary then goes
    /// to standard error
    #[arg(long, value_name = "FILE", required_unless_present = "dry_run")]
    out: Option<PathBuf>,
    /// Only report what would be written
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum PgnOutputFormat {
    /// PGN in export format
    #[default]
    Pgn,
    /// One line per game: position startpos moves e2e4 …
    Uci,
    /// One line per position after a move, with the game's result as operation c9
    Epd,
    /// One row per game: tags, length, moves as coordinates
    Csv,
}

/// Annotations that the output keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum KeptAnnotations {
    /// All kinds
    All,
    /// Comments in braces or behind ;
    Comments,
    /// Glyphs, such as !? or $14
    Glyphs,
    /// Variations, with null moves
    Variations,
    /// Clock times in comments: [%clk …], [%emt …]
    Clocks,
    /// Evaluations in comments: [%eval …]
    Evaluations,
}

impl KeptAnnotations {
    const fn kinds(self) -> &'static [AnnotationKind] {
        match self {
            Self::All => &AnnotationKind::ALL,
            Self::Comments => &[AnnotationKind::Comments],
            Self::Glyphs => &[AnnotationKind::Glyphs],
            Self::Variations => &[AnnotationKind::Variations],
            Self::Clocks => &[AnnotationKind::Clocks],
            Self::Evaluations => &[AnnotationKind::Evaluations],
        }
    }
}

const COLUMNS: [&str; 14] = [
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "result",
    "white_elo",
    "black_elo",
    "eco",
    "termination",
    "plies",
    "fen",
    "moves",
];

pub(super) fn run(args: &PgnConvertArgs) -> anyhow::Result<RunStatus> {
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    if let Some(file) = &args.out {
        args.reading.check_not_input(file, &sources)?;
    }
    ensure!(
        args.keep.is_empty() || args.to == PgnOutputFormat::Pgn,
        "only PGN has annotations: leave out --keep, or --to"
    );
    let kept: Vec<AnnotationKind> = args
        .keep
        .iter()
        .flat_map(|keep| keep.kinds())
        .copied()
        .collect();
    let convert = |out: &mut dyn Write| {
        if kept.is_empty() {
            convert(&sources, &options, args.to, out)
        } else {
            convert_annotated(&sources, &options, &kept, out)
        }
    };
    let account = match &args.out {
        Some(file) if !args.dry_run => {
            if file == Path::new("-") {
                return to_standard_output(args, convert);
            }
            write_games(file, args.force.existing(), convert)?
        }
        _ => {
            let (account, written) = convert(&mut io::sink());
            written?;
            account
        }
    };
    if args.json.json {
        print_json(&IngestJson::of(&account))?;
    } else {
        print(&ingest_text(&account)?)?;
    }
    verdict_of_writing(&account)
}

/// Writes the games to standard output and the summary to standard error. A closed pipe is not an
/// error: its reader has ended.
fn to_standard_output(
    args: &PgnConvertArgs,
    convert: impl FnOnce(&mut dyn Write) -> (IngestSummary, io::Result<()>),
) -> anyhow::Result<RunStatus> {
    let mut out = io::stdout().lock();
    let (account, written) = if out.is_terminal() {
        convert(&mut PrintableWriter::new(out))
    } else {
        convert(&mut out)
    };
    match written {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(RunStatus::Success),
        written => written?,
    }
    let said = if args.json.json {
        serde_json::to_string(&IngestJson::of(&account))?
    } else {
        ingest_text(&account)?
    };
    tell(said.trim_end());
    verdict_of_writing(&account)
}

/// Writes every selected game.
fn convert(
    sources: &[PgnSource],
    options: &IngestOptions,
    format: PgnOutputFormat,
    out: &mut dyn Write,
) -> (IngestSummary, io::Result<()>) {
    let begun = match format {
        PgnOutputFormat::Csv => out.write_all(&row(&COLUMNS)),
        PgnOutputFormat::Pgn | PgnOutputFormat::Uci | PgnOutputFormat::Epd => Ok(()),
    };
    let worker = || move |game: &Game| formatted(game, format);
    write_each(sources, options, worker, begun, |found| {
        out.write_all(&found.value)
    })
}

/// Writes every selected game as PGN with annotations.
fn convert_annotated(
    sources: &[PgnSource],
    options: &IngestOptions,
    kept: &[AnnotationKind],
    out: &mut dyn Write,
) -> (IngestSummary, io::Result<()>) {
    write_each(
        sources,
        options,
        || Game::clone,
        Ok(()),
        |found| {
            let text = format_with_annotations(&found.value, found.text, kept);
            out.write_all(text.as_bytes())
        },
    )
}

fn formatted(game: &Game, format: PgnOutputFormat) -> Vec<u8> {
    match format {
        PgnOutputFormat::Pgn => format_game(game).into_bytes(),
        PgnOutputFormat::Uci => uci_line(game).into_bytes(),
        PgnOutputFormat::Epd => epd_lines(game).into_bytes(),
        PgnOutputFormat::Csv => csv_row(game),
    }
}

fn fen(position: &Chess) -> String {
    Fen::from_position(position, EnPassantMode::Legal).to_string()
}

/// The moves as coordinates, each after a space.
fn coordinates(game: &Game) -> String {
    let mode = game.castling_mode();
    game.moves.iter().fold(String::new(), |mut moves, chosen| {
        // Writing to a string cannot fail.
        let _ = write!(moves, " {}", chosen.to_uci(mode));
        moves
    })
}

fn uci_line(game: &Game) -> String {
    let start = if game.start == Chess::default() {
        "startpos".to_owned()
    } else {
        format!("fen {}", fen(&game.start))
    };
    format!("position {start} moves{}\n", coordinates(game))
}

fn epd_lines(game: &Game) -> String {
    let result = game.result.map_or("*", |result| result.as_pgn());
    let mut position = game.start.clone();
    let mut lines = String::new();
    for &chosen in &game.moves {
        position.play_unchecked(chosen);
        let epd = Epd::from_position(&position, EnPassantMode::Legal);
        // Writing to a string cannot fail.
        let _ = writeln!(lines, "{epd} c9 \"{result}\";");
    }
    lines
}

fn csv_row(game: &Game) -> Vec<u8> {
    let tag = |name| game.tags.get(name).unwrap_or_default().to_owned();
    let elo = |color| {
        game.elo(color)
            .map_or_else(String::new, |elo| elo.to_string())
    };
    let start = if game.start == Chess::default() {
        String::new()
    } else {
        fen(&game.start)
    };
    let cells = [
        tag("Event"),
        tag("Site"),
        tag("Date"),
        tag("Round"),
        tag("White"),
        tag("Black"),
        game.result.map_or("*", |result| result.as_pgn()).to_owned(),
        elo(Color::White),
        elo(Color::Black),
        tag("ECO"),
        game.termination.name().to_owned(),
        game.moves.len().to_string(),
        start,
        coordinates(game).trim_start().to_owned(),
    ];
    row(&cells)
}

/// A row of CSV.
fn row(cells: &[impl AsRef<[u8]>]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing to memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}
