//! `bayeschess learn`: learns a heuristic table from a database of self-play games.

mod deviations;
mod fit_cost;
mod fit_text;
mod games;
mod options;
mod positions;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use self::games::FitGames;
use self::positions::FitOutput;
use super::RunStatus;
use super::output::{JsonFlag, print, print_json};
use bayeschess::bayes::Smoothing;
use bayeschess::files::{Existing, check_not_input, folder_of};
use bayeschess::heuristic::{Heuristic, INITIAL_LEVEL};
use bayeschess::learn::{
    LearnError, LearnedTable, TableFinding, TableFindings, changed_parameters, learn, schema_of,
};
use bayeschess::model::{
    CaseResults, HeuristicTable, Objective, Pick, card_path, default_table_path,
};
use bayeschess::phase::{ByPhase, Phase};
use bayeschess::store::{Access, CaseFilter, GameFilter, RunKey, Store, default_path};

/// Number of parameters listed, the most significant first.
const SUREST: usize = 10;

/// Default of `--reach`: levels per standard error of an effect.
const REACH: f64 = 0.33;

const EXAMPLES: &str = "\
The table lists, for each of the parameters, how often each of its five levels was used by a \
side that won, lost or drew in each phase. An objective then picks a heuristic from it: by --pick \
arg-max 'F.csv:max-win' takes the levels most frequent among won games, as in 2005, however little is \
known of them; posterior-mean takes the mean of the levels there, which is nearer to the initial value the \
less stands out; lean goes from the initial value as far as the effect of a parameter is known, shrunk by \
how much those of its kind vary beyond chance.

Examples:
  bayeschess selfplay --games 2000           play the games
  bayeschess learn                           learn from them; 'learned' then names the result
  bayeschess learn --db games.db --out t.csv the same with files of one's own
  bayeschess learn --db games.db --out l.csv --pick lean         follow what is known, as far as it is
  bayeschess match t.csv:max-win initial     how strong is it?
  bayeschess learn --positions --db games.db --out p.csv         fit weights to positions
  bayeschess learn --positions my.pgn twic/ --out p.csv                    games in PGN
  bayeschess learn --positions --from collected --db twic.db --out p.csv   games of 'db import'
  bayeschess learn --positions --start p.csv --share 0.5 --hold material --out q.csv
  bayeschess learn --positions --out p.csv --deviations d.csv              how sure is each weight?
  bayeschess match p.csv modern:initial      a table of positions has one heuristic in it";

/// Learn a table from the games in a database, or weights from games in PGN
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    /// With --positions: PGN files, compressed or not, folders of them, or '-' for standard input, to
    /// learn from instead of a database
    ///
    /// They are read as 'db import' reads them: each game once, broken ones left out and told. Nothing
    /// is kept but the table. To choose games, or to learn from them more than once, use 'db import'.
    #[arg(value_name = "PATH", conflicts_with_all = ["db", "run"])]
    pgn: Vec<PathBuf>,

    /// The database [default: bayeschess.db in the user's folder for data, or in $BAYESCHESS_HOME]
    #[arg(long, value_name = "F")]
    db: Option<PathBuf>,

    /// The table to write, a .csv; its card goes beside it as .toml [default: heuristic.csv in the
    /// same folder, where 'learned' looks for it]
    #[arg(long, value_name = "F.csv")]
    out: Option<PathBuf>,

    /// Pseudo-count added to each level of each parameter (1 is Laplace's rule)
    #[arg(
        long,
        value_name = "A",
        default_value_t = 1.0,
        conflicts_with = "positions"
    )]
    smoothing: f64,

    /// How the weights follow from the counts; stored in the table's card
    #[arg(long, value_name = "RULE", value_enum, default_value_t = PickRule::ArgMax, conflicts_with = "positions")]
    pick: PickRule,

    /// With --pick lean: levels to move per standard error of an effect [default: 0.33]
    #[arg(long, value_name = "LEVELS", conflicts_with = "positions")]
    reach: Option<f64>,

    /// Use only this self-play run; 'db info' lists the runs
    #[arg(long, value_name = "ID", default_value = "all")]
    run: String,

    /// Replace the table when it is there already
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    json: JsonFlag,

    #[command(flatten)]
    positions: options::FitOptions,
}

/// How a heuristic follows from counts.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PickRule {
    /// The level most frequent among games with the wanted result (least frequent with an unwanted one)
    ArgMax,
    /// The mean level of the games with that result
    PosteriorMean,
    /// From the middle level, --reach levels per standard error of the shrunk effect
    Lean,
}

impl LearnArgs {
    /// The rule that the options choose.
    fn pick(&self) -> anyhow::Result<Pick> {
        if self.reach.is_some() && !matches!(self.pick, PickRule::Lean) {
            bail!("--reach says how far --pick lean goes: add --pick lean, or leave --reach out");
        }
        let reach = self.reach.unwrap_or(REACH);
        // Beyond 2 levels per standard error chance decides; 0 would change nothing.
        if !(reach > 0.0 && reach <= 2.0) {
            bail!("--reach {reach}: expected a number above 0, up to 2");
        }
        Ok(match self.pick {
            PickRule::ArgMax => Pick::Level,
            PickRule::PosteriorMean => Pick::Mean,
            PickRule::Lean => Pick::Lean { reach },
        })
    }
}

/// The JSON output.
#[derive(Serialize)]
struct LearnJson<'a> {
    games: u64,
    cases: u64,
    seconds: f64,
    cases_per_s: f64,
    out: &'a Path,
    card: PathBuf,
    checksum: &'a str,
    schema: &'a str,
    smoothing: f64,
    results: ByPhase<CaseResults>,
    moved_parameters: Vec<MovedParametersJson>,
    mean_square_z: Option<f64>,
}

#[derive(Serialize)]
struct MovedParametersJson {
    objective: Objective,
    parameters: usize,
    of_parameters: usize,
}

/// Runs the command.
///
/// # Errors
///
/// When the database cannot be read or holds no cases, or the table cannot be written.
pub fn run(args: &LearnArgs) -> anyhow::Result<RunStatus> {
    if let (false, Some(path)) = (args.positions.positions, args.pgn.first()) {
        bail!(
            "{}: games in PGN have no drawn levels to count; learn weights from their positions with --positions, \
             or name a database with --db",
            path.display()
        );
    }
    let smoothing = Smoothing::new(args.smoothing).context("--smoothing")?;
    let pick = args.pick()?;
    let existing = Existing::from_force(args.force);
    let out = output(args)?;
    HeuristicTable::check_output(&out, existing)?;
    for output in args.positions.deviations.iter().chain([&out]) {
        check_not_input(output, args.positions.tables())?;
        check_not_input(output, &args.pgn)?;
        check_not_input(output, &args.db)?;
    }
    if args.positions.positions {
        let output = FitOutput {
            table: &out,
            existing,
            json: args.json.json,
        };
        return if args.pgn.is_empty() {
            let (file, run) = (&database(args)?, args.run.as_str());
            positions::run(&args.positions, FitGames::Database { file, run }, &output)
        } else {
            positions::run(&args.positions, FitGames::Collections(&args.pgn), &output)
        };
    }
    let store = Store::open(&database(args)?, Access::Read)?;
    let filter = CaseFilter {
        run: (args.run != "all").then(|| RunKey(args.run.clone())),
        games: None,
    };
    let mut learned = store.in_one_view(|store| count(store, &filter, smoothing))?;
    learned.table = learned.table.with_pick(pick);
    learned.table.save(&out, existing)?;
    if args.json.json {
        print_json(&figures(&learned, &out))?;
    } else {
        print(&report(&learned, &out))?;
    }
    Ok(RunStatus::Success)
}

/// Checks that the cases are undamaged, and counts them.
fn count(store: &Store, filter: &CaseFilter, smoothing: Smoothing) -> anyhow::Result<LearnedTable> {
    store.check_integrity(&GameFilter {
        run: filter.run.clone(),
        numbers: filter.games.clone(),
    })?;
    let schema = schema_of(store, filter)?;
    let bar = progress("cases");
    let learned = learn(store, schema, filter, smoothing, &mut |cases| {
        bar.set_position(cases);
    });
    bar.finish_and_clear();
    learned.map_err(|error| match error {
        LearnError::NoCases(_) if store.collected_games().is_ok_and(|games| games > 0) => {
            let file = store.file().display();
            anyhow::anyhow!(
                "{file}: there are no cases to learn from: the collected games here have no drawn levels; \
                 learn weights from their positions with --positions, or play games with \
                 'bayeschess selfplay --db {file}'"
            )
        }
        other => other.into(),
    })
}

/// The database that was named, or the usual one.
fn database(args: &LearnArgs) -> anyhow::Result<PathBuf> {
    Ok(match &args.db {
        Some(file) => file.clone(),
        None => default_path()?,
    })
}

/// The file to write. The default folder belongs to this program and is created if missing.
fn output(args: &LearnArgs) -> anyhow::Result<PathBuf> {
    if let Some(file) = &args.out {
        return Ok(file.clone());
    }
    let file = default_table_path()
        .context("there is no home folder to keep a table in; name a file with --out, or set BAYESCHESS_HOME")?;
    let folder = folder_of(&file);
    std::fs::create_dir_all(folder).with_context(|| {
        format!(
            "{}: cannot be created; name a file with --out",
            folder.display()
        )
    })?;
    Ok(file)
}

/// A counter on standard error; hidden if that is not a terminal.
fn progress(what: &'static str) -> ProgressBar {
    ProgressBar::new_spinner()
        .with_message(what)
        .with_style(counting())
}

/// The style of a counter without a known end.
fn counting() -> ProgressStyle {
    ProgressStyle::with_template("{spinner} {human_pos} {msg}, {per_sec}")
        .unwrap_or_else(|_| ProgressStyle::default_spinner())
}

fn rate(cases: u64, time: Duration) -> f64 {
    cases as f64 / time.as_secs_f64().max(1e-9)
}

fn figures<'a>(learned: &'a LearnedTable, out: &'a Path) -> LearnJson<'a> {
    let table = &learned.table;
    LearnJson {
        games: learned.games,
        cases: learned.cases,
        seconds: learned.time.as_secs_f64(),
        cases_per_s: rate(learned.cases, learned.time),
        out,
        card: card_path(out),
        checksum: table.checksum(),
        schema: table.schema().name(),
        smoothing: table.smoothing().alpha(),
        results: table.card().results,
        moved_parameters: Objective::ALL
            .into_iter()
            .map(|objective| MovedParametersJson {
                objective,
                parameters: changed_parameters(table, objective),
                of_parameters: choices(table),
            })
            .collect(),
        mean_square_z: TableFindings::of(table, Objective::MaxWin, 0).mean_square_z,
    }
}

/// Number of values to choose: every parameter in every phase.
fn choices(table: &HeuristicTable) -> usize {
    table.schema().len() * Phase::ALL.len()
}

fn report(learned: &LearnedTable, out: &Path) -> String {
    let table = &learned.table;
    let mut text = format!(
        "learned from {} cases of {} games in {:.3} s ({:.0} cases/s)\n\n{:12}{:>10}{:>10}{:>10}\n",
        learned.cases,
        learned.games,
        learned.time.as_secs_f64(),
        rate(learned.cases, learned.time),
        "cases",
        "won",
        "lost",
        "drawn"
    );
    // Writing into a string cannot fail.
    for (phase, outcomes) in table.card().results.iter() {
        let CaseResults { win, loss, draw } = outcomes;
        let _ = writeln!(text, "{phase:12}{win:>10}{loss:>10}{draw:>10}");
    }
    let _ = writeln!(
        text,
        "\nobjective   parameters moved away from their initial value, of {}",
        choices(table)
    );
    for objective in Objective::ALL {
        let _ = writeln!(
            text,
            "{objective:12}{}",
            changed_parameters(table, objective)
        );
    }
    text.push_str(&surest(table));
    let (out, card) = (out.display(), card_path(out));
    let _ = write!(
        text,
        "\nwritten: {out} (checksum {}) and {}\nnext:\n  \
         bayeschess match {out}:max-win random --games 1000\n  \
         bayeschess match {out}:max-win initial --games 1000\n",
        table.checksum(),
        card.display()
    );
    text
}

fn surest(table: &HeuristicTable) -> String {
    let findings = TableFindings::of(table, Objective::MaxWin, SUREST);
    let chosen = table.heuristic(Objective::MaxWin);
    let mut text = format!(
        "\nlevels that stand out among games won, and what max-win makes of them\n\
         (z: standard deviations from chance; among {} rows chance alone reaches about {:.1})\n{:24}{:12}{:>8}{:>8}{:>8}{:>26}{:>7}\n",
        choices(table),
        findings.largest_by_chance,
        "parameter",
        "phase",
        "initial",
        "level",
        "chosen",
        "P(level | win) [95 %]",
        "z"
    );
    for finding in &findings.surest {
        text.push_str(&row(table, &chosen, finding));
    }
    if let Some(mean) = findings.mean_square_z {
        let _ = writeln!(
            text,
            "mean of z² over the whole table: {mean:.3} (1 is chance alone)"
        );
    }
    text
}

fn row(table: &HeuristicTable, chosen: &Heuristic, finding: &TableFinding) -> String {
    let parameter = &table.schema().parameters()[finding.parameter];
    let rungs = table.level_values().values(finding.phase)[finding.parameter];
    let value = |level: u8| rungs[usize::from(level)];
    let interval = finding
        .interval
        .map(|interval| format!(" [{:.3}, {:.3}]", interval.low, interval.high))
        .unwrap_or_default();
    format!(
        "{:24}{:12}{:>8}{:>8}{:>8}{:>26}{:>7.1}\n",
        parameter.name,
        finding.phase,
        value(INITIAL_LEVEL),
        value(finding.level),
        chosen.weights()[finding.phase][finding.parameter],
        format!("{:.3}{interval}", finding.probability),
        finding.z
    )
}
