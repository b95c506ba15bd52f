//! `bayeschess selfplay`: the engine plays itself and stores games and cases in a database.

mod cost;
mod report;

use std::path::{Path, PathBuf};
use std::time::Duration;

use indicatif::ProgressBar;
use shakmaty::ByColor;

use self::report::{SelfplayJson, report, results};
use super::interrupt;
use super::output::{JsonFlag, print, print_json, progress_bar};
use super::run_status::RunStatus;
use crate::cli::options::{DatabaseArg, OnOff, SeedArg, ThreadsArg};
use bayeschess::model::HeuristicSpec;
use bayeschess::play::openings::MOST_OPENING_PLIES;
use bayeschess::play::{
    AdjudicationThresholds, GameFraction, OpeningCut, OpeningFile, OpeningOrder, RANDOM_OPENINGS,
    RandomOpenings, SHIPPED_OPENINGS,
};
use bayeschess::search::SearchLimits;
use bayeschess::selfplay::{
    ColourAssignment, Contender, OpeningSource, OtherRunPolicy, ScorePolicy, SelfplayEvent,
    SelfplayPlan, SelfplayRecipe, run as play,
};
use bayeschess::shard::{SelfplayShards, ShardedWork};
use bayeschess::store::{Access, Store};
use bayeschess::units::{Nodes, Ply};

/// Nodes per move if no limit is given.
const DEFAULT_NODES: u64 = 200;

/// Play the engine against itself and store the games in a database
///
/// By default the initial heuristic plays White against heuristics whose parameter levels are drawn at
/// random; `learn` learns from such games. Game g depends only on the settings, the seed and g: the
/// database content is the same for any number of threads and interruptions.
#[derive(Debug, clap::Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command"
)]
#[command(after_help = "Examples:
  bayeschess selfplay                                    1,000 games into the default database
  bayeschess selfplay --db games.db --games 20000 --alternate
  bayeschess selfplay --db games.db --games 50000 --alternate    goes on with the same run
  bayeschess selfplay --db games.db --white learned --black table.csv:min-loss --new-run
  bayeschess selfplay --db games.db --openings openings.epd --shuffle --json

A heuristic is initial or random (levels drawn anew for each game and phase),
modern:initial or modern:random (the same of the modern family), learned,
modern:learned, or a table that 'learn' wrote with an objective behind a colon:
table.csv:max-win, :min-loss, :max-draw, :min-draw. The same command goes on
where it was stopped or killed; a larger --games extends the run; other settings
need --new-run. Ctrl-C keeps every finished game.")]
pub struct SelfplayArgs {
    #[command(flatten)]
    db: DatabaseArg,
    /// Number of games that the run has in the end
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// White's heuristic: initial, random, modern:initial, modern:random, learned, modern:learned or
    /// `TABLE.csv[:OBJECTIVE]`
    #[arg(long, default_value = "initial", value_name = "HEURISTIC")]
    white: HeuristicSpec,
    /// Black's heuristic
    #[arg(long, default_value = "random", value_name = "HEURISTIC")]
    black: HeuristicSpec,
    /// Swap colours after each game; games 2k and 2k+1 share their opening
    #[arg(long)]
    alternate: bool,
    /// Maximum number of nodes per search; such a run can be repeated exactly [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Maximum depth of a search in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=64))]
    depth: Option<u16>,
    /// Time for each move in milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    movetime: Option<u64>,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// Openings: 'random' (equal material), 'shipped' (500 balanced ones of twelve plies), or an EPD, FEN
    /// or PGN file
    #[arg(long, default_value = "random", value_name = "random|shipped|FILE")]
    openings: PathBuf,
    /// Plies of a random opening, or of each PGN game
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(0..=i64::from(MOST_OPENING_PLIES)))]
    opening_plies: u16,
    /// Shuffle the openings of a file; otherwise they are used in order
    #[arg(long)]
    shuffle: bool,
    /// End decided games early by material count; its errors make the players look closer in strength
    #[arg(long, value_name = "on|off", value_enum, default_value_t = OnOff::On)]
    adjudicate: OnOff,
    /// Share of games (0 to 1) that are played on after adjudication, to measure its error rate
    #[arg(long, default_value = "0.05", value_name = "SHARE", value_parser = parse_share)]
    play_through: GameFraction,
    /// A game of this many plies, opening included, is a draw
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u16).range(1..=2000))]
    max_plies: u16,
    /// Start a new run in a database that has runs with other settings; a run with the same settings
    /// and seed is continued
    #[arg(long)]
    new_run: bool,
    /// Do not store the score that the search gave each position; 'db export' takes scores along
    #[arg(long)]
    no_scores: bool,
    #[command(flatten)]
    json: JsonFlag,
}

fn parse_share(text: &str) -> Result<GameFraction, String> {
    text.parse()
        .ok()
        .and_then(GameFraction::new)
        .ok_or_else(|| "expected a share from 0 to 1, such as 0.05".to_owned())
}

impl SelfplayArgs {
    const fn scores(&self) -> ScorePolicy {
        if self.no_scores {
            ScorePolicy::Omit
        } else {
            ScorePolicy::Keep
        }
    }

    /// The run as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        anyhow::ensure!(
            self.movetime.is_none(),
            "--movetime: games by time differ from machine to machine; give --nodes or --depth"
        );
        let words = [RANDOM_OPENINGS, SHIPPED_OPENINGS].map(Path::new);
        let openings = Some(&*self.openings).filter(|file| !words.contains(file));
        let tables = [&self.white, &self.black].map(HeuristicSpec::file);
        let inputs = openings.into_iter().chain(tables.into_iter().flatten());
        let inputs = inputs.map(Path::to_owned).collect();
        Ok(Box::new(SelfplayShards::of_run(
            recipe(self)?,
            self.games,
            self.scores(),
            inputs,
        )))
    }
}

/// Runs the command.
pub fn run(args: &SelfplayArgs) -> anyhow::Result<RunStatus> {
    let recipe = recipe(args)?;
    let threads = args.threads.count();
    let plan = SelfplayPlan {
        threads,
        scores: args.scores(),
        begin: if args.new_run {
            OtherRunPolicy::NewRun
        } else {
            OtherRunPolicy::Refuse
        },
        ..SelfplayPlan::new(args.games)
    };
    let file = args.db.file_to_write()?;
    let stop = interrupt::stop_on_ctrl_c();
    let mut store = Store::open(&file, Access::Create)?;
    let bar = games_bar(args.games);
    if !cost::print_estimate(args.games, &recipe, threads, &stop)? {
        return Ok(RunStatus::Success);
    }
    let outcome = play(&mut store, &recipe, &plan, &stop, &mut |event| {
        show(&bar, event);
    });
    bar.finish_and_clear();
    let outcome = outcome?;
    if args.json.json {
        print_json(&SelfplayJson::new(&file, threads, &outcome))?;
    } else {
        print(&report(&file, args.games, &outcome)?)?;
    }
    Ok(if outcome.lost == 0 {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

/// Reads everything that the arguments name, before the database is opened.
fn recipe(args: &SelfplayArgs) -> anyhow::Result<SelfplayRecipe> {
    let plies = Ply(args.opening_plies);
    let openings = if args.openings == Path::new(RANDOM_OPENINGS) {
        OpeningSource::Random(RandomOpenings {
            plies,
            ..RandomOpenings::default()
        })
    } else {
        let order = if args.shuffle {
            OpeningOrder::Shuffled
        } else {
            OpeningOrder::AsListed
        };
        let file = if args.openings == Path::new(SHIPPED_OPENINGS) {
            OpeningFile::shipped(OpeningCut::At(plies))?
        } else {
            OpeningFile::read(&args.openings, plies)?
        };
        OpeningSource::File(file, order)
    };
    Ok(SelfplayRecipe {
        seed: args.seed.seed,
        contenders: ByColor {
            white: contender(&args.white)?,
            black: contender(&args.black)?,
        },
        colours: if args.alternate {
            ColourAssignment::Alternate
        } else {
            ColourAssignment::Fixed
        },
        limits: limits(args),
        openings,
        adjudication: match args.adjudicate {
            OnOff::On => Some(AdjudicationThresholds::default()),
            OnOff::Off => None,
        },
        play_through: args.play_through,
        max_plies: Ply(args.max_plies),
    })
}

fn contender(spec: &HeuristicSpec) -> anyhow::Result<Contender> {
    Ok(Contender {
        name: spec.to_string(),
        source: spec.load()?,
    })
}

fn limits(args: &SelfplayArgs) -> SearchLimits {
    let time = args.movetime.map(Duration::from_millis);
    let unlimited = args.depth.is_none() && time.is_none();
    let nodes = args.nodes.or(unlimited.then_some(DEFAULT_NODES));
    SearchLimits {
        nodes: nodes.map(Nodes),
        depth: args.depth.map(Ply),
        soft: time,
        hard: time,
        ..SearchLimits::default()
    }
}

fn games_bar(games: u32) -> ProgressBar {
    let template = "{bar:30} {pos}/{len} games  {per_sec}  {eta} left  White {msg}";
    progress_bar(u64::from(games), template)
}

fn show(bar: &ProgressBar, event: SelfplayEvent<'_>) {
    match event {
        SelfplayEvent::Begun { tally, .. } => {
            bar.set_position(tally.games);
            bar.reset_eta();
            bar.set_message(results(&tally.white));
        }
        SelfplayEvent::Written { tally } => {
            bar.set_position(tally.games);
            bar.set_message(results(&tally.white));
        }
        SelfplayEvent::Lost { number, what } => {
            tracing::warn!("game {number} was given up after two panics: {what}");
        }
    }
}
