//! The options of `fit`, and the plan that they describe.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use bayeschess::cancel::CancelFlag;
use bayeschess::heuristic::{Heuristic, Term};
use bayeschess::learn::positions::{FitPlan, GameKind, PositionSampling, SearchTeaching, bounds};
use bayeschess::model::HeuristicSpec;
use bayeschess::store::{GameFilter, Store};

/// What `--positions` takes beside the options of `learn`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Learning from positions")]
pub struct FitOptions {
    /// Learn weights from the positions of the games, whoever played them, and not from drawn
    /// levels
    #[arg(long)]
    pub positions: bool,

    /// The weights to begin at, which the prior surrounds: initial, modern:initial, learned or
    /// `TABLE.csv[:OBJECTIVE]`
    #[arg(
        long,
        value_name = "HEURISTIC",
        default_value = "modern:initial",
        requires = "positions"
    )]
    pub(super) start: HeuristicSpec,

    /// How far to go from the start (0) to the fit (1); matches tell how far is best
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 1.0,
        requires = "positions"
    )]
    pub(super) share: f64,

    /// Whose games: those that this program played, those of collections ('db import'), or both
    /// [default: all that the database holds, or those of --run]
    ///
    /// Collected games teach the results that they came with. Games of people are foretold well by
    /// what is learned from them, and played badly with it: let a match decide.
    #[arg(
        long,
        value_enum,
        value_name = "WHOSE",
        requires = "positions",
        conflicts_with = "pgn"
    )]
    pub(super) from: Option<GamesFromChoice>,

    /// At most so many games, the first ones
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, requires = "positions")]
    games: u64,

    /// At most so many positions of each game
    #[arg(long, value_name = "N", default_value_t = PositionSampling::default().per_game, requires = "positions")]
    per_game: usize,

    /// Leave out so many plies after each game's opening
    #[arg(
        long,
        value_name = "PLIES",
        default_value_t = 0,
        requires = "positions"
    )]
    skip: usize,

    /// Leave out positions beyond this evaluation, in centipawns
    #[arg(long, value_name = "CP", default_value_t = PositionSampling::default().most, requires = "positions")]
    most: f64,

    /// How far from the start weights may lie: one standard deviation, in tenths of each weight
    /// (of 3 centipawns at the least)
    #[arg(
        long,
        value_name = "WIDTHS",
        default_value_t = 1.0,
        requires = "positions"
    )]
    prior: f64,

    /// As how many independent results the positions of one game count together
    #[arg(long, value_name = "N", default_value_t = 5.0, requires = "positions")]
    evidence: f64,

    /// Search each position to so many nodes and learn from what the search foretells too
    #[arg(long, value_name = "NODES", requires = "positions")]
    teacher: Option<u64>,

    /// Let those searches evaluate by another heuristic, of any family, than the one that learns
    #[arg(long, value_name = "HEURISTIC", requires = "teacher")]
    taught_by: Option<HeuristicSpec>,

    /// The share of those searches in what is learned; results have the rest
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 0.5,
        requires = "teacher"
    )]
    trust: f64,

    /// Terms whose weights stay as they are, separated by commas: material,squares
    #[arg(
        long,
        value_name = "TERMS",
        value_delimiter = ',',
        requires = "positions"
    )]
    hold: Vec<Term>,

    /// Seed of the draw of positions
    #[arg(long, default_value_t = 1, requires = "positions")]
    seed: u64,

    /// How many threads work [default: one for each processor core]; the result is the same
    #[arg(long, value_name = "N", requires = "positions")]
    pub(super) threads: Option<usize>,

    /// Write a row for each weight in each phase, with what is left of doubt about it: one standard
    /// deviation, and the 95 % interval
    ///
    /// The weight is the fit's own, before --share. The deviation is a lower bound: it follows from the
    /// diagonal of the curvature, as if the other weights were known.
    #[arg(long, value_name = "F.csv", requires = "positions")]
    pub(super) deviations: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum GamesFromChoice {
    /// Self-play games
    SelfPlay,
    /// Games of imported collections
    Collected,
    /// All games
    Both,
}

/// Checks that numbers are within their bounds.
///
/// # Errors
///
/// A message that names the option.
pub(super) fn check(args: &FitOptions) -> anyhow::Result<()> {
    let settings = [
        ("--share", args.share, bounds::SHARE),
        ("--prior", args.prior, bounds::PRIOR),
        ("--evidence", args.evidence, bounds::EVIDENCE),
        ("--most", args.most, bounds::MOST),
        ("--trust", args.trust, bounds::TRUST),
    ];
    for (name, value, bounds) in settings {
        anyhow::ensure!(
            bounds.contains(&value),
            "{name} {value}: expected a number from {} to {}",
            bounds.start(),
            bounds.end()
        );
    }
    for (name, value) in [
        ("--games", args.games),
        ("--per-game", args.per_game as u64),
        ("--teacher", args.teacher.unwrap_or(1)),
    ] {
        anyhow::ensure!(value > 0, "{name} 0: expected at least 1");
    }
    Ok(())
}

/// Which games to use; all games in the database unless the options choose.
pub(super) fn kind(
    asked: Option<GamesFromChoice>,
    store: &Store,
    is_of_run: bool,
) -> anyhow::Result<GameKind> {
    if is_of_run {
        return match asked {
            None | Some(GamesFromChoice::SelfPlay) => Ok(GameKind::SelfPlay),
            Some(_) => anyhow::bail!(
                "--run names games of self-play, and collected games belong to no run: leave out --run or --from"
            ),
        };
    }
    Ok(match asked {
        Some(GamesFromChoice::SelfPlay) => GameKind::SelfPlay,
        Some(GamesFromChoice::Collected) => GameKind::Collected,
        None if store.collected_games()? == 0 => GameKind::SelfPlay,
        None | Some(GamesFromChoice::Both) => GameKind::Both,
    })
}

/// Loads the heuristic that an option names; random weights are an error.
pub(super) fn one(spec: &HeuristicSpec, option: &str, role: &str) -> anyhow::Result<Heuristic> {
    match spec.load().with_context(|| option.to_owned())?.heuristic() {
        Some(heuristic) => Ok(heuristic),
        None => anyhow::bail!(
            "{option} {spec}: weights drawn at random are no {role}; name a heuristic such as modern:initial"
        ),
    }
}

/// The settings of `--teacher`, if it was given.
pub(super) fn teaching(args: &FitOptions) -> anyhow::Result<Option<SearchTeaching>> {
    let Some(nodes) = args.teacher else {
        return Ok(None);
    };
    let by = args.taught_by.as_ref();
    Ok(Some(SearchTeaching {
        nodes,
        trust: args.trust,
        by: by
            .map(|spec| one(spec, "--taught-by", "teacher"))
            .transpose()?,
    }))
}

impl FitOptions {
    /// Returns the files of the tables that are read.
    pub(super) fn tables(&self) -> impl Iterator<Item = &Path> {
        let specs = self.taught_by.iter().chain([&self.start]);
        specs.filter_map(HeuristicSpec::file)
    }
}

/// The plan that the options describe.
pub(super) fn plan(
    args: &FitOptions,
    (games, kind): (GameFilter, GameKind),
    teaching: Option<SearchTeaching>,
    stop: CancelFlag,
) -> FitPlan {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    FitPlan {
        games,
        kind,
        most_games: args.games,
        sampling: PositionSampling {
            per_game: args.per_game,
            skip: args.skip,
            most: args.most,
            seed: args.seed,
        },
        prior: args.prior,
        evidence: args.evidence,
        teaching,
        held: args.hold.clone(),
        threads: args.threads.unwrap_or(cores).max(1),
        stop,
    }
}
