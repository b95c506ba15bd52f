//! `bayeschess style train`.

use std::fmt::Write as _;
use std::path::PathBuf;

use serde::Serialize;

use super::{labelled_games, train_classic};
use crate::cli::options::{ForceFlag, ThreadsArg};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::files;
use bayeschess::learn::style::{
    LabelBasis, LabelledPlayer, PlayerLabels, StyleTrainingError, gather, learn,
};
use bayeschess::model::{StyleModel, StyleSource, load_style_model};
use bayeschess::style::{HabitRecogniser, Style};

/// Count the games of players of known style and write a style model
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style train --labels labels.csv --pgn games/ --out style.toml
  bayeschess style train --labels labels.csv --db games.db --out style.toml
  bayeschess style train --labels labels.csv --pgn games/ --out style.csv \\
      --recogniser classic
  bayeschess style train --labels new.csv --pgn new/ --out new.toml \\
      --like style.toml

The labels file is CSV with the columns file,names,style,basis:
  Karpov.pgn,\"Karpov, Anatoly|Karpov,An\",defensive,original

A game with an illegal move or broken syntax is left out whole and counted as rejected.")]
pub(super) struct StyleTrainArgs {
    /// Labels: a CSV file with the columns file, names (spellings separated by '|'), style, basis
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    #[command(flatten)]
    games: labelled_games::LabelledGamesArgs,
    /// The model file to write; a classic table ends in .csv, with its card next to it as .toml
    #[arg(long, value_name = "F")]
    out: PathBuf,
    /// The kind of model
    #[arg(long, value_enum, default_value_t = RecogniserChoice::Habits)]
    recogniser: RecogniserChoice,
    /// Which labels to use [default: all; for the classic recogniser original]
    #[arg(long, value_enum)]
    basis: Option<LabelBasis>,
    /// Sort the values of habits into the classes of this model, a file or shipped, so that both can be merged (not for
    /// classic)
    #[arg(long, value_name = "MODEL")]
    like: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum RecogniserChoice {
    /// By the player's habits, and how their games end
    Habits,
    /// By the four attributes of the original of 2005
    Classic,
}

#[derive(Serialize)]
struct StyleTrainJson {
    games: u64,
    rejected: u64,
    checksum: String,
    files: Vec<StyleTrainFileJson>,
}

#[derive(Serialize)]
struct StyleTrainFileJson {
    file: String,
    player: String,
    style: &'static str,
    read: u64,
    kept: u64,
    duplicates: u64,
    rejected: u64,
    passed_over: u64,
    games: u64,
}

impl StyleTrainFileJson {
    fn new(player: &LabelledPlayer, file: String) -> Self {
        Self {
            file,
            player: player.label.name().to_owned(),
            style: player.label.style.name(),
            read: player.tally.read(),
            kept: player.tally.kept,
            duplicates: player.tally.duplicates,
            rejected: player.tally.rejected(),
            passed_over: player.passed_over,
            games: player.games.len() as u64,
        }
    }
}

pub(super) fn run(args: &StyleTrainArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    if args.recogniser == RecogniserChoice::Classic {
        return run_classic(args);
    }
    files::check_output(&args.out, existing)?;
    let labels = PlayerLabels::read(&args.labels, args.basis.unwrap_or(LabelBasis::All))?;
    let like = args.like.as_deref().map(load_style_model).transpose()?;
    let borders = like.map(|model| model.knowledge().borders().clone());
    let joins = borders.is_some();
    let opened = args.games.open()?;
    files::check_not_input(&args.out, opened.files(&labels.players))?;
    files::check_not_input(&args.out, args.like.iter().chain([&args.labels]))?;
    let gathered = gather(opened.from(), &labels.players, args.threads.given(), false)?;
    let knowledge = learn(&gathered, borders);
    // A model that cannot recognise anything is written only if it is meant for merging.
    if !joins {
        HabitRecogniser::learn(&knowledge).map_err(|source| StyleTrainingError::Knowledge {
            file: args.labels.clone(),
            source,
        })?;
    }
    let sources = gathered
        .iter()
        .map(|player| StyleSource {
            file: opened.name_of(&player.label),
            style: player.label.style,
            games: player.games.len() as u64,
            cases: player.games.len() as u64,
            halved: 0,
        })
        .collect();
    let model = StyleModel::new(knowledge, sources, labels.checksum);
    model.save(&args.out, existing)?;
    let figures = StyleTrainJson {
        games: model.card().games,
        rejected: gathered.iter().map(|player| player.tally.rejected()).sum(),
        checksum: model.checksum().to_owned(),
        files: gathered
            .iter()
            .map(|player| StyleTrainFileJson::new(player, opened.name_of(&player.label)))
            .collect(),
    };
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures, args)?)?;
    }
    Ok(RunStatus::Success)
}

fn run_classic(args: &StyleTrainArgs) -> anyhow::Result<RunStatus> {
    anyhow::ensure!(
        args.like.is_none(),
        "--like is for models by habits; the classic recogniser cuts no values: leave it out"
    );
    train_classic::run(&train_classic::ClassicTrainJob {
        labels: &args.labels,
        folder: args.games.folder()?,
        basis: args.basis.unwrap_or(LabelBasis::Original),
        out: &args.out,
        existing: args.force.existing(),
        json: args.json.json,
    })
}

fn text(figures: &StyleTrainJson, args: &StyleTrainArgs) -> Result<String, std::fmt::Error> {
    let is_one_file = args.games.are_in_one_file();
    let first = if is_one_file { "player" } else { "file" };
    let mut table = TextTable::new(
        &[first, "style"],
        &["read", "twice", "rejected", "others", "counted"],
    );
    for file in &figures.files {
        table.row(&[
            if is_one_file {
                &file.player
            } else {
                &file.file
            },
            &file.style,
            &file.read,
            &file.duplicates,
            &file.rejected,
            &file.passed_over,
            &file.games,
        ]);
    }
    let mut text = table.to_string();
    let players = |style: Style| {
        figures
            .files
            .iter()
            .filter(|file| file.style == style.name())
            .count()
    };
    writeln!(
        text,
        "{} games of {} attacking, {} defensive and {} mixed players written to {}",
        figures.games,
        players(Style::Attacking),
        players(Style::Defensive),
        players(Style::Mixed),
        args.out.display()
    )?;
    Ok(text)
}
