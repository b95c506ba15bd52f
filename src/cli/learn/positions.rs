//! `bayeschess learn --positions`: from the positions of a database's games to weights.
//!
//! May use: everything.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::Context as _;
use indicatif::{HumanCount, ProgressBar, ProgressStyle};
use serde::Serialize;

use super::super::output::{print, print_json};
use super::super::{Verdict, interrupt};
use super::told::{Took, report};
use crate::files::Existing;
use crate::heuristic::{Heuristic, Term};
use crate::learn::positions::{
    FromPositions, GameKind, GamesRead, HeldOut, Plan, PositionsError, Preconditioner, Progress,
    Sampling, Teaching, bounds, ladder_around, learn_positions, step,
};
use crate::model::{HeuristicSpec, HeuristicTable, Source, card_path};
use crate::store::{Access, GameFilter, RunKey, Store, StoreError};

/// What `--positions` takes beside the options of `learn`.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Learning from positions")]
pub struct Options {
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
    #[arg(long, value_enum, value_name = "WHOSE", requires = "positions")]
    from: Option<FromWord>,

    /// At most so many games, the first ones
    #[arg(long, value_name = "N", default_value_t = u64::MAX, hide_default_value = true, requires = "positions")]
    games: u64,

    /// At most so many positions of each game
    #[arg(long, value_name = "N", default_value_t = Sampling::default().per_game, requires = "positions")]
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
    #[arg(long, value_name = "CP", default_value_t = Sampling::default().most, requires = "positions")]
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

    /// By what columns are measured on the way: fisher (the diagonal of Fisher's information),
    /// naive-bayes (the weights that naive Bayes gives them) or uniform; the weights in the end are
    /// the same, the steps to them are not
    #[arg(
        long,
        value_name = "NAME",
        default_value = Preconditioner::default().name(),
        requires = "positions"
    )]
    preconditioner: Preconditioner,

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
    threads: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum FromWord {
    /// Games of runs
    SelfPlay,
    /// Games of collections
    Collected,
    /// All games
    Both,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Figures<'a> {
    read: GamesRead,
    games: [u64; 2],
    positions: [u64; 2],
    steps: usize,
    seconds: f64,
    /// Of these, until all positions were read, settled and searched.
    seconds_gathering: f64,
    scale: f64,
    margin: f64,
    rescaled: f64,
    held_out: Option<HeldOut>,
    share: f64,
    out: &'a Path,
    card: PathBuf,
    checksum: &'a str,
    schema: &'a str,
}

impl<'a> Figures<'a> {
    fn of(
        learned: &FromPositions,
        took: Took,
        share: f64,
        (out, table): (&'a Path, &'a HeuristicTable),
    ) -> Self {
        Self {
            read: learned.read,
            games: learned.games,
            positions: learned.positions,
            steps: learned.steps,
            seconds: took.all,
            seconds_gathering: took.gathering,
            scale: learned.link.scale,
            margin: learned.link.margin,
            rescaled: learned.rescaled,
            held_out: learned.held_out,
            share,
            out,
            card: card_path(out),
            checksum: table.checksum(),
            schema: table.schema().name(),
        }
    }
}

/// Runs the command on a database, a run or all of them, and writes `out`.
///
/// # Errors
///
/// When the options do not fit, the database cannot be read or holds too little, or the table
/// cannot be written.
pub fn run(
    args: &Options,
    database: &Path,
    run: &str,
    out: &Path,
    existing: Existing,
    json: bool,
) -> anyhow::Result<Verdict> {
    check(args)?;
    let heuristic = one(&args.start, "--start", "start")?;
    let teaching = teaching(args)?;
    let store = Store::open(database, Access::Read)?;
    let games = GameFilter {
        run: (run != "all").then(|| RunKey(run.to_owned())),
        numbers: None,
    };
    let kind = kind(args.from, &store, games.run.is_some())?;
    let plan = plan(args, games, kind, teaching)?;
    let begun = Instant::now();
    let bar = ProgressBar::no_length();
    let mut gathering = Duration::ZERO;
    let learned = store.in_one_view(|store| {
        begin(&bar, games_of(store, &plan)?);
        learn_positions(store, &heuristic, &plan, &mut |news| {
            show(&bar, news);
            if matches!(news, Progress::Games(_)) {
                gathering = begun.elapsed();
            }
        })
    });
    // What is cleared stands at its end.
    let at = format!("{} {}", HumanCount(bar.position()), bar.message());
    bar.finish_and_clear();
    if let Err(PositionsError::Stopped) = learned {
        // Whoever closed standard error does not want to hear it.
        let _ = writeln!(
            io::stderr().lock(),
            "stopped at {at}: {} is not written, and the same command begins again",
            out.display()
        );
        return Ok(Verdict::Stopped);
    }
    let learned = learned?;
    let took = Took {
        gathering: gathering.as_secs_f64(),
        all: begun.elapsed().as_secs_f64(),
    };
    let table = table_of(&learned, args.share)?;
    table.save(out, existing)?;
    if json {
        print_json(&Figures::of(&learned, took, args.share, (out, &table)))?;
    } else {
        print(&report(
            &learned,
            (&args.start, args.share),
            took,
            out,
            &table,
        ))?;
    }
    Ok(Verdict::Success)
}

fn check(args: &Options) -> anyhow::Result<()> {
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

/// Whose games are meant; where nothing is said, all that are there.
fn kind(asked: Option<FromWord>, store: &Store, is_of_run: bool) -> anyhow::Result<GameKind> {
    if is_of_run {
        return match asked {
            None | Some(FromWord::SelfPlay) => Ok(GameKind::SelfPlay),
            Some(_) => anyhow::bail!(
                "--run names games of self-play, and collected games belong to no run: leave out --run or --from"
            ),
        };
    }
    Ok(match asked {
        Some(FromWord::SelfPlay) => GameKind::SelfPlay,
        Some(FromWord::Collected) => GameKind::Collected,
        None if store.collected_games()? == 0 => GameKind::SelfPlay,
        None | Some(FromWord::Both) => GameKind::Both,
    })
}

/// The one heuristic that an option names; a heuristic drawn anew each time is no `role`.
fn one(spec: &HeuristicSpec, option: &str, role: &str) -> anyhow::Result<Heuristic> {
    match spec.load().with_context(|| option.to_owned())? {
        Source::Fixed { heuristic, .. } => Ok(heuristic),
        Source::Random(_) => anyhow::bail!(
            "{option} {spec}: weights drawn at random are no {role}; name a heuristic such as modern:initial"
        ),
    }
}

fn teaching(args: &Options) -> anyhow::Result<Option<Teaching>> {
    let Some(nodes) = args.teacher else {
        return Ok(None);
    };
    let by = args.taught_by.as_ref();
    Ok(Some(Teaching {
        nodes,
        trust: args.trust,
        by: by
            .map(|spec| one(spec, "--taught-by", "teacher"))
            .transpose()?,
    }))
}

fn plan(
    args: &Options,
    games: GameFilter,
    kind: GameKind,
    teaching: Option<Teaching>,
) -> anyhow::Result<Plan> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Plan {
        games,
        kind,
        most_games: args.games,
        sampling: Sampling {
            per_game: args.per_game,
            skip: args.skip,
            most: args.most,
            seed: args.seed,
        },
        prior: args.prior,
        evidence: args.evidence,
        teaching,
        preconditioner: args.preconditioner,
        held: args.hold.clone(),
        threads: args.threads.unwrap_or(cores).max(1),
        stop: interrupt::stop_on_ctrl_c()?,
    })
}

/// How many games a plan reads, unless some of them are unfinished or were played twice.
fn games_of(store: &Store, plan: &Plan) -> Result<u64, StoreError> {
    let mut games = 0;
    if plan.kind != GameKind::Collected {
        games += store.tally(&plan.games)?.games;
    }
    if plan.kind != GameKind::SelfPlay {
        games += store.collected_games()?;
    }
    Ok(games.min(plan.most_games))
}

/// A bar over the games that are read, settled and searched; invisible when standard error is no terminal.
fn begin(bar: &ProgressBar, games: u64) {
    bar.set_length(games);
    bar.set_message("games");
    if let Ok(style) =
        ProgressStyle::with_template("{bar:24} {human_pos}/{human_len} {msg}  ETA {eta}")
    {
        bar.set_style(style);
    }
}

/// Nobody knows how many passes a fit takes, so they are only counted.
fn show(bar: &ProgressBar, news: Progress) {
    match news {
        Progress::Games(games) => bar.set_position(games),
        Progress::Passes(passes) => {
            if passes == 1 {
                bar.unset_length();
                bar.set_message("passes of the fit over the positions");
                bar.set_style(super::counting());
            }
            bar.set_position(passes);
        }
    }
}

/// A table without counts whose middle is what was learned.
fn table_of(learned: &FromPositions, share: f64) -> anyhow::Result<HeuristicTable> {
    let weights = step(&learned.start, &learned.fitted, share);
    Ok(HeuristicTable::in_the_middle(
        ladder_around(&weights),
        learned.origins.clone(),
    )?)
}
