//! `bayeschess style norms --strength`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Serialize;

use bayeschess::cancel::CancelFlag;
use bayeschess::files::{Existing, check_output};
use bayeschess::learn::strength::{
    GroupedBy, LossJournal, RatedGame, RatedSide, StrengthMeasure, count_rated, evaluate_strength,
    measure_games, rated_sides, read_rated_games,
};
use bayeschess::model::{StrengthModel, StyleModel};
use bayeschess::record::Game;
use bayeschess::search::{LOSS_NODES, LossObserver};
use bayeschess::strength::RatingCounts;
use bayeschess::style::HabitThresholds;

use super::norms::StyleNormsArgs;
use crate::cli::interrupt;
use crate::cli::output::{print, print_json, progress_bar};
use crate::cli::pgn::reading::{IngestJson, ReadingProgress, ingest_text, verdict};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;

#[derive(Serialize)]
struct StyleStrengthJson {
    #[serde(flatten)]
    account: IngestJson,
    games_measured: usize,
    sides: usize,
    scales: Vec<ScaleCountsJson>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    measures: Vec<StrengthMeasure>,
    checksum: Option<String>,
}

/// The number of sides of games counted on one scale.
#[derive(Serialize)]
pub(in crate::cli) struct ScaleCountsJson {
    scale: String,
    sides: u64,
    from_rating: u16,
    to_rating: u16,
}

/// Returns the counted scales, in order.
pub(in crate::cli) fn scales(counts: &RatingCounts) -> Vec<ScaleCountsJson> {
    let mut found: BTreeMap<_, ScaleCountsJson> = BTreeMap::new();
    for (scale, band, losses) in counts.rows() {
        let Some(lowest) = band.lowest() else {
            continue;
        };
        let row = found.entry(scale).or_insert_with(|| ScaleCountsJson {
            scale: scale.to_string(),
            sides: 0,
            from_rating: lowest,
            to_rating: lowest,
        });
        row.sides += u64::from(losses.games());
        row.to_rating = lowest + 199;
    }
    found.into_values().collect()
}

/// A row for each counted scale.
pub(in crate::cli) fn scales_text(scales: &[ScaleCountsJson]) -> String {
    let mut table = TextTable::with_last(&["scale"], &["sides of games"], &["ratings"]);
    for row in scales {
        let ratings = format!("{} to {}", row.from_rating, row.to_rating);
        table.row(&[&row.scale, &row.sides, &ratings]);
    }
    table.indented()
}

/// Counts the losses of rated players, measures estimates from them, or both.
pub(super) fn run(args: &StyleNormsArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    if let Some(out) = &args.out {
        check_output(out, existing)?;
        args.reading.check_not_input(out, &sources)?;
    }
    let stop = interrupt::stop_on_ctrl_c();
    let meter = ReadingProgress::new();
    let (games, account) = read_rated_games(&sources, &options, args.population, |progress| {
        meter.show(progress);
    });
    drop(meter);
    if games.is_empty() {
        verdict(&account, RunStatus::Success)?;
        anyhow::bail!(
            "none of the {} games has a rating on a known scale; ratings stand in the tags WhiteElo and BlackElo, \
             the site in Site; --population names who plays",
            account.tally.kept
        );
    }
    let borders = StyleModel::shipped()?.knowledge().borders().clone();
    let Some(sides) = measured(args, &games, &borders, &stop)? else {
        return Ok(RunStatus::Stopped);
    };
    let counts = count_rated(&sides)?;
    let measures = if args.evaluate {
        evaluate_strength(&sides, args.reading.filters.seed())?
    } else {
        Vec::new()
    };
    let checksum = match &args.out {
        Some(out) => Some(save(out, existing, counts.clone(), borders)?),
        None => None,
    };
    let result = StyleStrengthJson {
        account: IngestJson::of(&account),
        games_measured: games.len(),
        sides: sides.len(),
        scales: scales(&counts),
        measures,
        checksum,
    };
    if args.json.json {
        print_json(&result)?;
    } else {
        print(&(ingest_text(&account)? + &text(&result, args.out.as_deref())))?;
    }
    verdict(&account, RunStatus::Success)
}

/// Writes the model and removes the journal of interrupted runs; returns the model's checksum.
fn save(
    out: &Path,
    existing: Existing,
    counts: RatingCounts,
    borders: HabitThresholds,
) -> anyhow::Result<String> {
    let model = StrengthModel::new(counts, borders, LOSS_NODES)?;
    model.save(out, existing)?;
    let journal = journal_file(out);
    match std::fs::remove_file(&journal) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(error).with_context(|| format!("{}: cannot be deleted", journal.display()))
        }
        _ => Ok(model.card().checksum.clone()),
    }
}

/// Returns the journal of interrupted runs.
fn journal_file(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".part");
    PathBuf::from(name)
}

/// Number of games between two writes of the journal.
const SAVED_EVERY: usize = 1000;

/// Measures the games that no interrupted run has measured; `None` if Ctrl-C ended it.
fn measured(
    args: &StyleNormsArgs,
    games: &[RatedGame],
    borders: &HabitThresholds,
    stop: &CancelFlag,
) -> anyhow::Result<Option<Vec<RatedSide>>> {
    let heuristic = StrengthModel::heuristic()?;
    let file = args.out.as_deref().map(journal_file);
    let mut journal = open_journal(file.as_deref(), borders)?;
    let open: Vec<&RatedGame> = games
        .iter()
        .filter(|rated| journal.get(rated.fingerprint).is_none())
        .collect();
    let searched: Vec<&Game> = open.iter().map(|rated| &rated.game).collect();
    let template = "{bar:30} {pos} of {len} games, {eta} left";
    let bar = progress_bar(games.len() as u64, template);
    bar.set_position((games.len() - open.len()) as u64);
    let mut unsaved = 0;
    let mut written = Ok(());
    measure_games(
        &searched,
        args.reading.how.threads.count(),
        stop,
        || LossObserver::new(heuristic.clone(), borders.clone(), stop),
        |place, sides| {
            journal.insert(open[place].fingerprint, sides.clone());
            bar.inc(1);
            unsaved += 1;
            if let Some(file) = file.as_deref().filter(|_| unsaved == SAVED_EVERY) {
                unsaved = 0;
                written = journal.save(file);
                if written.is_err() {
                    stop.stop();
                }
            }
        },
    );
    bar.finish_and_clear();
    written?;
    let mut all = Vec::new();
    for rated in games {
        let Some(sides) = journal.get(rated.fingerprint) else {
            return stopped(&journal, file.as_deref(), games.len());
        };
        all.extend(rated_sides(&rated.game, sides, args.population));
    }
    Ok(Some(all))
}

/// Opens the journal of interrupted runs; without a file it is empty.
fn open_journal(file: Option<&Path>, borders: &HabitThresholds) -> anyhow::Result<LossJournal> {
    let Some(file) = file else {
        return Ok(LossJournal::default());
    };
    let empty = StrengthModel::new(RatingCounts::default(), borders.clone(), LOSS_NODES)?;
    let card = empty.card();
    let settings = format!("{} {} {}", card.heuristic, card.nodes, card.checksum);
    Ok(LossJournal::open(file, &settings)?)
}

/// Saves the measured games of a run that Ctrl-C ended.
fn stopped(
    journal: &LossJournal,
    file: Option<&Path>,
    games: usize,
) -> anyhow::Result<Option<Vec<RatedSide>>> {
    let then = match file {
        Some(file) => {
            journal.save(file)?;
            format!("the same command continues from {}", file.display())
        }
        None => "with --out they would be kept".to_owned(),
    };
    let measured = journal.len();
    print(&format!(
        "{measured} of {games} games are measured; {then}\n"
    ))?;
    Ok(None)
}

fn text(result: &StyleStrengthJson, out: Option<&Path>) -> String {
    let mut text = format!(
        "{} games measured, {} sides with a rating:\n{}",
        result.games_measured,
        result.sides,
        scales_text(&result.scales)
    );
    if !result.measures.is_empty() {
        text += "\nestimates of players who were left out (R2 with its 95 % interval; within: ratings inside the \
                 intervals of 50, 80 and 95 %):\n";
        text += &measures_text(&result.measures);
    }
    if let (Some(out), Some(checksum)) = (out, &result.checksum) {
        let _ = writeln!(text, "written: {} (checksum {checksum})", out.display());
    }
    text
}

fn measures_text(measures: &[StrengthMeasure]) -> String {
    let titles = ["estimates", "R2", "interval", "error", "of mean"];
    let mut table = TextTable::with_last(&["scale", "of", "games"], &titles, &["within"]);
    for row in measures {
        let of = match row.grouped_by {
            GroupedBy::Player => "one player",
            GroupedBy::Rating => "one rating",
        };
        let [half, most, nearly_all] = row.coverage.map(|share| 100.0 * share);
        table.row(&[
            &row.scale,
            &of,
            &row.games,
            &row.estimates,
            &format!("{:.3}", row.r_squared.value),
            &format!("{:.3} to {:.3}", row.r_squared.low, row.r_squared.high),
            &format!("{:.0}", row.error),
            &format!("{:.0}", row.error_of_mean),
            &format!("{half:.0} {most:.0} {nearly_all:.0}"),
        ]);
    }
    table.to_string()
}
