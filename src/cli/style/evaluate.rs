//! `bayeschess style evaluate`.

mod details;
mod json;
mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::labelled_games::LabelledGamesArgs;
use crate::cli::options::{ForceFlag, SeedArg, ThreadsArg};
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::{check_not_source, find_sources, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::bayes::reliability::Reliability;
use bayeschess::files;
use bayeschess::learn::style::evaluate::{
    GamesPerPlayer, PopulationEvaluator, PopulationScores, RecogniserPredictions, StyleEvaluation,
    StyleMeasure, StylePredictions, ablate, difference, evaluate, evaluate_by, learning_curves,
    measure,
};
use bayeschess::learn::style::{
    LabelBasis, LabelledPlayer, PlayerLabel, PlayerLabels, StyleTrainingError, gather,
};
use bayeschess::model::{AnyStyleModel, StyleModel};
use bayeschess::pgn::{IngestOptions, PgnSource};
use bayeschess::plot::{Axis, Chart, Curve, CurveStyle as Drawn, Point};
use bayeschess::style::{Population, UnknownPopulation};
use details::{HabitFamilyJson, LearningPointJson, WithinGroupJson};
use json::{
    AucDifferenceJson, InProgressJson, JudgingModelJson, LevelMeasuresJson, RankedPlayerJson,
    RecogniserJson, StyleEvaluateJson,
};

/// Measure how well style models recognise players who were left out of training
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style evaluate --labels labels.csv --pgn games/ --svg right.svg
  bayeschess style evaluate --labels labels.csv --pgn games/ --ablate \\
      --curve curve.svg
  bayeschess style evaluate --labels labels.csv --db games.db
  bayeschess style evaluate --labels labels.csv --pgn games/ \\
      --population lichess=lichess.pgn.zst
  bayeschess style evaluate --labels others.csv --pgn games/ --model shipped

Every player is left out in turn, or, with --model, judged by a model that learned from others. Each figure has its 95 % interval from 1000 resamples of \
the players. 'habits' is the recogniser by habits, 'classic' that of 2005, 'base rate' gives the \
same probabilities to every player. 'ECE' is the mean difference between predicted \
probability and frequency; 'ECE if right' is its value by chance, with so few players, if every probability were \
right.")]
pub(super) struct StyleEvaluateArgs {
    /// Labels: a CSV file with the columns file, names (spellings separated by '|'), style, basis
    #[arg(long, value_name = "FILE")]
    labels: PathBuf,
    #[command(flatten)]
    games: LabelledGamesArgs,
    /// Which labels to use [default: all; for the classic recogniser original]
    #[arg(long, value_enum)]
    basis: Option<LabelBasis>,
    /// Draw the reliability diagram into this SVG file
    #[arg(long, value_name = "F.svg")]
    svg: Option<PathBuf>,
    /// Also measure the model without each group of habits, and with this group alone
    #[arg(long)]
    ablate: bool,
    /// Also measure with fewer players and fewer games, and draw the learning curve into this SVG file
    #[arg(long, value_name = "F.svg")]
    curve: Option<PathBuf>,
    /// Also measure how fair the model is to players who are not masters: a population and their games, as
    /// lichess=games.pgn.zst; may be given several times
    #[arg(long, value_name = "P=PATH", value_parser = population_games)]
    population: Vec<(Population, PathBuf)>,
    /// Judge by this style model by habits, a file or shipped, which learned from other players; by default each player is
    /// judged by a model learned from the rest
    #[arg(long, value_name = "FILE", conflicts_with_all = ["ablate", "curve", "population"])]
    model: Option<String>,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &StyleEvaluateArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    for picture in args.svg.iter().chain(&args.curve) {
        files::check_output(picture, existing)?;
    }
    let labels = PlayerLabels::read(&args.labels, args.basis.unwrap_or(LabelBasis::All))?;
    let model = args.model.as_deref().map(habit_model).transpose()?;
    let opened = args.games.open()?;
    let peers = population_sources(&args.population)?;
    for picture in args.svg.iter().chain(&args.curve) {
        files::check_not_input(picture, opened.files(&labels.players))?;
        files::check_not_input(picture, [&args.labels])?;
        files::check_not_input(picture, model.iter().map(|(_, file)| file))?;
        for (_, sources) in &peers {
            check_not_source(picture, sources)?;
        }
    }
    let gathered = gather(opened.from(), &labels.players, args.threads.given(), true)?;
    let untaught = |source| StyleTrainingError::Knowledge {
        file: args.labels.clone(),
        source,
    };
    let judge = model.as_ref().map(|(model, file)| model.judge(file));
    let evaluation = match judge.transpose()? {
        Some(judge) => evaluate_by(&judge, &gathered, args.seed.seed),
        None => evaluate(&gathered, args.seed.seed),
    }
    .map_err(untaught)?;
    let worth = if args.ablate {
        ablate(&gathered, args.seed.seed).map_err(untaught)?
    } else {
        Vec::new()
    };
    let points = match args.curve {
        Some(_) => learning_curves(&gathered, args.seed.seed).map_err(untaught)?,
        None => Vec::new(),
    };
    let (figures, reliability) = figures(&evaluation, args.seed.seed);
    let ranking = ranking(&evaluation, labels.players.iter().map(PlayerLabel::name));
    let figures = StyleEvaluateJson {
        games: gathered.iter().map(|player| player.games.len()).sum(),
        ranking,
        model: model.map(|(model, _)| JudgingModelJson::of(&model, &labels.players)),
        ablation: worth.iter().map(HabitFamilyJson::of).collect(),
        learning_curve: points.iter().map(LearningPointJson::of).collect(),
        populations: populations(args, &peers, &gathered)?,
        ..figures
    };
    write_pictures(args, &figures, &reliability)?;
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text::text(&figures)?)?;
    }
    Ok(RunStatus::Success)
}

/// Writes the pictures that the arguments name.
fn write_pictures(
    args: &StyleEvaluateArgs,
    figures: &StyleEvaluateJson,
    reliability: &[(String, Reliability)],
) -> anyhow::Result<()> {
    let existing = args.force.existing();
    if let Some(svg) = &args.curve {
        let picture = details::chart(&figures.learning_curve).to_svg()?;
        files::write_whole(svg, existing, |out| out.write_all(picture.as_bytes()))?;
    }
    if let Some(svg) = &args.svg {
        let picture = diagram(reliability, figures).to_svg()?;
        files::write_whole(svg, existing, |out| out.write_all(picture.as_bytes()))?;
    }
    Ok(())
}

/// Loads a model by habits; also returns its name as a path, for errors.
fn habit_model(name: &str) -> anyhow::Result<(StyleModel, &Path)> {
    match AnyStyleModel::load(name)? {
        AnyStyleModel::Habits(model) => Ok((*model, Path::new(name))),
        AnyStyleModel::Classic(_) => bail!(
            "--model {name}: the classic recogniser has its own rows without --model; give a model by habits"
        ),
    }
}

/// A population and where its games are, from `P=PATH`.
fn population_games(text: &str) -> Result<(Population, PathBuf), String> {
    let (name, path) = text
        .split_once('=')
        .ok_or("write the population and its games as lichess=games.pgn.zst")?;
    let population = name
        .parse()
        .map_err(|unknown: UnknownPopulation| unknown.to_string())?;
    Ok((population, path.into()))
}

/// Returns the sources of each population's games; several of one population are joined.
fn population_sources(
    named: &[(Population, PathBuf)],
) -> anyhow::Result<Vec<(Population, Vec<PgnSource>)>> {
    let mut found = Vec::new();
    for population in Population::ALL {
        let own = named.iter().filter(|(one, _)| *one == population);
        let paths: Vec<PathBuf> = own.map(|(_, path)| path.clone()).collect();
        if !paths.is_empty() {
            found.push((population, find_sources(&paths)?));
        }
    }
    Ok(found)
}

/// Measures populations; a source that cannot be read, or holds no game, is an error.
fn populations(
    args: &StyleEvaluateArgs,
    sources: &[(Population, Vec<PgnSource>)],
    gathered: &[LabelledPlayer],
) -> anyhow::Result<Vec<PopulationScores>> {
    if sources.is_empty() {
        return Ok(Vec::new());
    }
    let evaluator = PopulationEvaluator::new(gathered)?;
    let options = IngestOptions {
        threads: args.threads.given(),
        ..IngestOptions::default()
    };
    let of = |(population, sources): &(Population, Vec<PgnSource>)| {
        let (found, account) =
            evaluator.evaluate(*population, sources, &options, args.seed.seed)?;
        verdict(&account, RunStatus::Success)?;
        Ok(found)
    };
    sources.iter().map(of).collect()
}

/// Measures everything; also returns the calibration for single games and for twenty games.
fn figures(
    evaluation: &StyleEvaluation,
    seed: u64,
) -> (StyleEvaluateJson, Vec<(String, Reliability)>) {
    let mut reliability = Vec::new();
    let mut recogniser = |line: &RecogniserPredictions| RecogniserJson {
        name: line.name,
        levels: line
            .cases
            .iter()
            .map(|cases| {
                let (measures, forecasts) = measure(cases, &believed(line), seed);
                if line.name == "habits" && cases.level != GamesPerPlayer::All {
                    reliability.push((cases.level.name(), forecasts));
                }
                let games = cases.level.name();
                LevelMeasuresJson { games, measures }
            })
            .collect(),
    };
    let recognisers = evaluation.lines.iter().map(&mut recogniser).collect();
    let above = |other: &str| -> Vec<AucDifferenceJson> {
        let line = |name: &str| evaluation.lines.iter().find(|line| line.name == name);
        let (Some(own), Some(other)) = (line("habits"), line(other)) else {
            return Vec::new();
        };
        own.cases
            .iter()
            .zip(&other.cases)
            .map(|(own, other)| AucDifferenceJson {
                games: own.level.name(),
                difference: difference(own, other, StyleMeasure::AreaUnderCurve, seed),
            })
            .collect()
    };
    let within_players = evaluation.within.iter().map(WithinGroupJson::of).collect();
    let figures = StyleEvaluateJson {
        players: evaluation
            .lines
            .first()
            .map_or(0, |line| line.cases[0].players.len()),
        games: 0,
        recognisers,
        auc_above_classic: above("classic"),
        in_progress: in_progress(evaluation, seed),
        within_players,
        axes: evaluation.axes.clone(),
        model: None,
        ablation: Vec::new(),
        learning_curve: Vec::new(),
        populations: Vec::new(),
        ranking: Vec::new(),
    };
    (figures, reliability)
}

/// Measures the recogniser after a number of own moves in each game.
fn in_progress(evaluation: &StyleEvaluation, seed: u64) -> Vec<InProgressJson> {
    evaluation
        .progress
        .iter()
        .filter(|(_, cases)| cases.players.iter().all(|cases| !cases.is_empty()))
        .map(|(own_moves, cases)| InProgressJson {
            own_moves: *own_moves,
            measures: measure(cases, &[], seed).0,
        })
        .collect()
}

/// Returns each player's posterior from all of the player's games.
fn believed(line: &RecogniserPredictions) -> Vec<[f64; 3]> {
    let all = line
        .cases
        .iter()
        .find(|cases| cases.level == GamesPerPlayer::All);
    let of_each = |cases: &StylePredictions| -> Option<Vec<[f64; 3]>> {
        let said = cases
            .players
            .iter()
            .map(|cases| Some(cases.first()?.posterior));
        said.collect()
    };
    all.and_then(of_each).unwrap_or_default()
}

/// The players sorted by the score of all their games.
fn ranking<'a>(
    evaluation: &StyleEvaluation,
    names: impl Iterator<Item = &'a str>,
) -> Vec<RankedPlayerJson> {
    let all = evaluation.lines.first().and_then(|line| line.cases.last());
    let mut ranking: Vec<RankedPlayerJson> = all.map_or_else(Vec::new, |cases| {
        names
            .zip(cases.styles.iter().zip(&cases.players))
            .enumerate()
            .filter_map(|(place, (name, (style, cases)))| {
                Some(RankedPlayerJson {
                    player: name.to_owned(),
                    style: style.name(),
                    score: cases.first()?.score,
                    complicating: evaluation.axes.complicating_scores.get(place).copied(),
                })
            })
            .collect()
    });
    ranking.sort_by(|one, other| one.score.total_cmp(&other.score));
    ranking
}

/// The reliability diagram: predicted probability of attacking against its frequency.
fn diagram(reliability: &[(String, Reliability)], figures: &StyleEvaluateJson) -> Chart {
    let curve = |(level, forecasts): &(String, Reliability)| Curve {
        name: if level == "game" {
            "one game".to_owned()
        } else {
            format!("{level} games")
        },
        style: Drawn::Bars,
        points: forecasts
            .bins()
            .iter()
            .filter(|bin| bin.forecasts >= 10.0)
            .map(|bin| Point {
                x: bin.stated / bin.forecasts,
                y: bin.true_ones / bin.forecasts,
                error: 0.0,
            })
            .collect(),
    };
    Chart {
        title: "How often a player called attacking is one".to_owned(),
        subtitle: format!(
            "{} players, {}; attacking against defensive",
            figures.players,
            if figures.model.is_some() {
                "judged by a model of others"
            } else {
                "each left out in turn"
            }
        ),
        x_label: "stated probability of attacking".to_owned(),
        y_label: "share that is attacking".to_owned(),
        x_axis: Axis::Linear,
        reference: None,
        curves: reliability
            .iter()
            .map(curve)
            .chain([Curve::diagonal()])
            .collect(),
    }
}
