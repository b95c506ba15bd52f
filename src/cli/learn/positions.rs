//! `bayeschess learn --positions`: from the positions of a database's games to weights.
//!
//! May use: everything.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::Context as _;
use indicatif::ProgressBar;
use serde::Serialize;

use super::super::Verdict;
use super::super::output::{print, print_json};
use crate::files::Existing;
use crate::heuristic::{Heuristic, Term};
use crate::learn::positions::{
    FromPositions, HeldOut, Measures, Plan, Progress, Sampling, Teaching, bounds, ladder_around,
    learn_positions, step,
};
use crate::model::{HeuristicSpec, HeuristicTable, Source, card_path};
use crate::phase::Phase;
use crate::search::Stop;
use crate::store::{Access, GameFilter, RunKey, Store};

/// How many of the surest changes are listed.
const SUREST: usize = 12;

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
    start: HeuristicSpec,

    /// How far to go from the start (0) to the fit (1); matches tell how far is best
    #[arg(
        long,
        value_name = "SHARE",
        default_value_t = 1.0,
        requires = "positions"
    )]
    share: f64,

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
    threads: Option<usize>,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Figures<'a> {
    games: [u64; 2],
    positions: [u64; 2],
    steps: usize,
    seconds: f64,
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
    let Source::Fixed { heuristic, .. } = args.start.load().context("--start")? else {
        anyhow::bail!(
            "--start {}: weights drawn at random are no start; name a heuristic such as modern:initial",
            args.start
        );
    };
    let store = Store::open(database, Access::Read)?;
    let games = GameFilter {
        run: (run != "all").then(|| RunKey(run.to_owned())),
        numbers: None,
    };
    let begun = Instant::now();
    let bar = super::progress("games and passes");
    let learned = store.in_one_view(|store| {
        learn_positions(store, &heuristic, &plan(args, games), &mut |news| {
            show(&bar, news);
        })
    })?;
    bar.finish_and_clear();
    let seconds = begun.elapsed().as_secs_f64();
    let table = table_of(&learned, args.share)?;
    table.save(out, existing)?;
    if json {
        print_json(&Figures {
            games: learned.games,
            positions: learned.positions,
            steps: learned.steps,
            seconds,
            scale: learned.link.scale,
            margin: learned.link.margin,
            rescaled: learned.rescaled,
            held_out: learned.held_out,
            share: args.share,
            out,
            card: card_path(out),
            checksum: table.checksum(),
            schema: table.schema().name(),
        })?;
    } else {
        print(&report(&learned, args, seconds, out, &table))?;
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

fn plan(args: &Options, games: GameFilter) -> Plan {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Plan {
        games,
        most_games: args.games,
        sampling: Sampling {
            per_game: args.per_game,
            skip: args.skip,
            most: args.most,
            seed: args.seed,
        },
        prior: args.prior,
        evidence: args.evidence,
        teaching: args.teacher.map(|nodes| Teaching {
            nodes,
            trust: args.trust,
        }),
        held: args.hold.clone(),
        threads: args.threads.unwrap_or(cores).max(1),
        stop: Stop::new(),
    }
}

fn show(bar: &ProgressBar, news: Progress) {
    match news {
        Progress::Games(games) => bar.set_position(games),
        Progress::Passes(passes) => {
            if passes == 1 {
                bar.reset();
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

fn report(
    learned: &FromPositions,
    args: &Options,
    seconds: f64,
    out: &Path,
    table: &HeuristicTable,
) -> String {
    let [positions, held_positions] = learned.positions;
    let [games, held_games] = learned.games;
    let mut text = format!(
        "learned from {positions} positions of {games} games in {seconds:.1} s, {} steps; held out: \
         {held_positions} positions of {held_games} games\n\
         a position's odds grow e times for {:.0} centipawns; a lead of {:.0} is won as often as not\n\n",
        learned.steps, learned.link.scale, learned.link.margin
    );
    // Writing into a string cannot fail.
    match &learned.held_out {
        None => text.push_str("no game was held out: play more to know how well it predicts\n"),
        Some(held_out) => {
            let _ = writeln!(
                text,
                "{:28}{:>10}{:>10}{:>10}{:>13}",
                "on games held out", "log-loss", "Brier", "right", "calibration"
            );
            for (name, measures) in [
                ("results alone", held_out.shares),
                ("start, at its best scale", held_out.start),
                ("naive Bayes over the terms", held_out.naive),
                ("fitted", held_out.fitted),
            ] {
                text.push_str(&row(name, measures));
            }
            if let Some(distances) = held_out.from_searches {
                let _ = writeln!(
                    text,
                    "from what searches foretell, in points of a game: start {:.4}, fitted {:.4}",
                    distances.start, distances.fitted
                );
            }
        }
    }
    text.push_str(&surest(&learned.start, learned));
    let start = &args.start;
    let (out, card) = (out.display(), card_path(out));
    let _ = write!(
        text,
        "\nwritten: {out} (checksum {}) and {}, {:.0} % of the way\nnext:\n  \
         bayeschess match {out} {start} --nodes 2000 --games 2000\n",
        table.checksum(),
        card.display(),
        100.0 * args.share
    );
    text
}

fn row(name: &str, measures: Measures) -> String {
    format!(
        "{name:28}{:>10.4}{:>10.4}{:>9.1}%{:>13.4}\n",
        measures.log_loss,
        measures.brier,
        100.0 * measures.accuracy,
        measures.calibration_error
    )
}

/// The changes that are largest beside the doubt that is left.
fn surest(start: &Heuristic, learned: &FromPositions) -> String {
    let parameters = start.schema().parameters();
    let mut changes = Vec::new();
    for phase in Phase::ALL {
        let (from, to) = (&start.weights()[phase], &learned.fitted.weights()[phase]);
        for (place, parameter) in parameters.iter().enumerate() {
            // A twin says the same again.
            let is_twin = ["opponent_", "black_"]
                .iter()
                .any(|prefix| parameter.name.starts_with(prefix));
            let doubt = learned.deviations[phase][place];
            if !is_twin && doubt > 0.0 {
                let z = f64::from(to[place] - from[place]) / doubt;
                changes.push((z, phase, place));
            }
        }
    }
    changes.sort_by(|one, two| two.0.abs().total_cmp(&one.0.abs()));
    let mut text = format!(
        "\nsurest changes (±: one standard deviation, the other weights taken as known)\n\
         {:36}{:12}{:>8}{:>8}{:>8}\n",
        "parameter", "phase", "start", "fitted", "±"
    );
    for (_, phase, place) in changes.into_iter().take(SUREST) {
        let _ = writeln!(
            text,
            "{:36}{:12}{:>8}{:>8}{:>8.1}",
            parameters[place].name,
            phase,
            start.weights()[phase][place],
            learned.fitted.weights()[phase][place],
            learned.deviations[phase][place]
        );
    }
    text
}
