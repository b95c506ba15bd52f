//! The options of `fit`, and the plan that they describe.

use std::path::{Path, PathBuf};

use anyhow::Context as _;

use crate::cli::options::{SeedArg, ThreadsArg};
use bayeschess::cancel::CancelFlag;
use bayeschess::heuristic::{Heuristic, Term};
use bayeschess::learn::positions::{FitPlan, GameKind, PositionSampling, SearchTeaching, bounds};
use bayeschess::model::HeuristicSpec;
use bayeschess::store::{GameFilter, Store};

/// The options of a fit.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Fitting")]
pub struct FitOptions {
    /// The starting weights, and the centre of the prior: initial, modern:initial, learned or
    /// `TABLE.csv[:OBJECTIVE]`
    #[arg(long, value_name = "HEURISTIC", default_value = "modern:initial")]
    pub(super) start: HeuristicSpec,

    /// How far to go from the starting weights (0) to the fitted ones (1); let matches decide
    #[arg(long, value_name = "SHARE", default_value_t = 1.0)]
    pub(super) share: f64,

    /// Which games: self-play, collected ('db import'), or both [default: all in the database, or
    /// those of --run]
    ///
    /// Weights fitted to games of people predict such games well, but often play badly: let a match
    /// decide.
    #[arg(long, value_enum, value_name = "WHOSE", conflicts_with = "pgn")]
    pub(super) from: Option<GameKind>,

    /// Use at most this many games, or lines of positions, the first ones
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true)]
    games: u64,

    /// Use at most this many positions of each game
    #[arg(long, value_name = "N", default_value_t = PositionSampling::default().per_game)]
    max_per_game: usize,

    /// Skip this many plies after the opening of each game
    #[arg(long, value_name = "PLIES", default_value_t = 0)]
    skip: usize,

    /// Leave out positions whose evaluation is beyond this, in centipawns
    #[arg(long, value_name = "CP", default_value_t = PositionSampling::default().most)]
    max_score: f64,

    /// Width of the prior around the starting weights: one standard deviation, in tenths of each weight (at
    /// least of 3 centipawns)
    #[arg(long, value_name = "WIDTHS", default_value_t = 1.0)]
    prior: f64,

    /// Effective number of independent observations per game (positions of one game share its result)
    #[arg(long, value_name = "N", default_value_t = 5.0)]
    evidence: f64,

    /// Also search each position with this many nodes, and fit to the scores of these searches
    #[arg(long, value_name = "NODES")]
    teacher: Option<u64>,

    /// Heuristic of those searches, of any family [default: the starting weights]
    #[arg(long, value_name = "HEURISTIC", requires = "teacher")]
    taught_by: Option<HeuristicSpec>,

    /// Weight of those scores, or of the scores of lines, against the results of games, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5)]
    pub(super) trust: f64,

    /// Take the positions from this file, which 'shard merge' wrote for the same games and options, in place of
    /// sampling and searching them
    #[arg(long, value_name = "FILE")]
    pub(super) sampled: Option<PathBuf>,

    /// Evaluation terms whose weights are not changed, separated by commas: material,squares
    #[arg(long, value_name = "TERMS", value_delimiter = ',')]
    hold: Vec<Term>,

    #[command(flatten)]
    seed: SeedArg,

    #[command(flatten)]
    pub(super) threads: ThreadsArg,

    /// Write every weight with its standard deviation and 95 % interval to this CSV file
    ///
    /// Weights are the fitted ones, before --share. The deviation is a lower bound: it follows from the
    /// diagonal of the curvature, as if the other weights were known.
    #[arg(long, value_name = "F.csv")]
    pub(super) deviations: Option<PathBuf>,
}

/// Checks that numbers are within their bounds.
pub(super) fn check(args: &FitOptions) -> anyhow::Result<()> {
    let settings = [
        ("--share", args.share, bounds::SHARE),
        ("--prior", args.prior, bounds::PRIOR),
        ("--evidence", args.evidence, bounds::EVIDENCE),
        ("--max-score", args.max_score, bounds::MOST),
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
        ("--max-per-game", args.max_per_game as u64),
        ("--teacher", args.teacher.unwrap_or(1)),
    ] {
        anyhow::ensure!(value > 0, "{name} 0: expected at least 1");
    }
    Ok(())
}

/// Which games to use; all games in the database unless the options choose.
pub(super) fn kind(
    asked: Option<GameKind>,
    store: &Store,
    is_of_run: bool,
) -> anyhow::Result<GameKind> {
    if is_of_run {
        return match asked {
            None | Some(GameKind::SelfPlay) => Ok(GameKind::SelfPlay),
            Some(_) => anyhow::bail!(
                "--run names games of self-play, and collected games belong to no run: leave out --run or --from"
            ),
        };
    }
    Ok(match asked {
        Some(GameKind::SelfPlay) => GameKind::SelfPlay,
        Some(GameKind::Collected) => GameKind::Collected,
        None if store.collected_games()? == 0 => GameKind::SelfPlay,
        None | Some(GameKind::Both) => GameKind::Both,
    })
}

/// Loads the heuristic that an option names; random weights are an error.
pub(super) fn one(spec: &HeuristicSpec, option: &str, role: &str) -> anyhow::Result<Heuristic> {
    match spec.load().with_context(|| option.to_owned())?.heuristic() {
        Some(heuristic) => Ok(heuristic),
        None => anyhow::bail!(
            "{option} {spec}: weights drawn at random cannot be the {role}; name a heuristic such as modern:initial"
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
    FitPlan {
        games,
        kind,
        most_games: args.games,
        sampling: PositionSampling {
            per_game: args.max_per_game,
            skip: args.skip,
            most: args.max_score,
            seed: args.seed.seed,
        },
        prior: args.prior,
        evidence: args.evidence,
        teaching,
        sampled: args.sampled.clone(),
        held: args.hold.clone(),
        threads: args.threads.count().get(),
        stop,
    }
}
