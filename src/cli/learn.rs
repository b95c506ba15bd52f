//! `bayeschess learn`: learns a heuristic table from a database of self-play games.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use serde::Serialize;

use super::options::{DatabaseArg, ForceFlag, RunArg, TableOutArg};
use super::output::{JsonFlag, print, print_json, progress};
use super::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::bayes::Smoothing;
use bayeschess::files::check_not_input;
use bayeschess::foreign::{shell_path, shell_word};
use bayeschess::heuristic::{Heuristic, INITIAL_LEVEL};
use bayeschess::learn::{
    LearnError, LearnedTable, TableFinding, TableFindings, changed_parameters, learn, schema_of,
};
use bayeschess::model::{CaseResults, HeuristicTable, Objective, Pick, card_path};
use bayeschess::phase::{ByPhase, Phase};
use bayeschess::store::{CaseFilter, GameFilter, RunKey, Store};

/// Number of parameters listed, the most significant first.
const SUREST: usize = 10;

/// Default of `--reach`: levels per standard error of an effect.
const REACH: f64 = 0.33;

const EXAMPLES: &str = "\
For each parameter the table counts how often each of its five levels was used by a side that won, lost or \
drew, in each phase of the game. From these counts --pick chooses the weights for an objective (max-win, \
min-loss, max-draw, min-draw). 'arg-max' takes the level most frequent among the wanted results, as in 2005, \
even if the difference is not significant. 'posterior-mean' takes the mean level. 'lean' moves from the \
initial value in proportion to the estimated effect and its certainty.

Examples:
  bayeschess selfplay --games 2000           play games
  bayeschess learn                           learn from them; 'learned' then names the result
  bayeschess learn --db games.db --out t.csv with files of your own
  bayeschess learn --db games.db --out l.csv --pick lean
  bayeschess match t.csv:max-win initial     is it stronger?

To learn from games whose levels were not drawn at random (PGN, matches), use 'bayeschess fit'.";

/// Learn a heuristic from self-play games whose parameter levels were drawn at random
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct LearnArgs {
    #[command(flatten)]
    db: DatabaseArg,

    #[command(flatten)]
    out: TableOutArg,

    /// Pseudo-count added to each level of each parameter (1 is Laplace's rule)
    #[arg(long, value_name = "A", default_value_t = 1.0)]
    smoothing: f64,

    /// How the weights follow from the counts; stored in the table's card
    #[arg(long, value_name = "RULE", value_enum, default_value_t = PickRule::ArgMax)]
    pick: PickRule,

    /// With --pick lean: levels to move per standard error of an effect [default: 0.33]
    #[arg(long, value_name = "LEVELS")]
    reach: Option<f64>,

    #[command(flatten)]
    run: RunArg,

    #[command(flatten)]
    force: ForceFlag,

    #[command(flatten)]
    json: JsonFlag,
}

/// How a heuristic follows from counts.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum PickRule {
    /// The level most frequent among games with the wanted result (least frequent with an unwanted one)
    ArgMax,
    /// The mean level of the games with that result
    PosteriorMean,
    /// From the middle level, --reach levels for each standard error of the effect, pulled towards zero as far as it
    /// may be chance
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
pub fn run(args: &LearnArgs) -> anyhow::Result<RunStatus> {
    let smoothing = Smoothing::new(args.smoothing).context("--smoothing")?;
    let pick = args.pick()?;
    let existing = args.force.existing();
    let out = args.out.file()?;
    HeuristicTable::check_output(&out, existing)?;
    for output in [&out, &card_path(&out)] {
        check_not_input(output, args.db.given())?;
    }
    let store = args.db.open_to_read()?;
    let run = &args.run.run;
    let filter = CaseFilter {
        run: (run != "all").then(|| RunKey(run.clone())),
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
            anyhow::anyhow!(
                "{}: there are no cases to learn from: the collected games here have no drawn levels; \
                 fit weights to their positions with 'bayeschess fit', or play games with \
                 'bayeschess selfplay --db {}'",
                store.file().display(),
                shell_path(store.file())
            )
        }
        other => other.into(),
    })
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
        "learned from {} cases of {} games in {:.3} s ({:.0} cases/s)\n\n",
        learned.cases,
        learned.games,
        learned.time.as_secs_f64(),
        rate(learned.cases, learned.time)
    );
    let mut cases = TextTable::new(&["cases"], &["won", "lost", "drawn"]);
    for (phase, CaseResults { win, loss, draw }) in table.card().results.iter() {
        cases.row(&[&phase, win, loss, draw]);
    }
    let moved = format!(
        "parameters moved from their initial value, of {}",
        choices(table)
    );
    let mut objectives = TextTable::with_last(&["objective"], &[], &[&moved]);
    for objective in Objective::ALL {
        objectives.row(&[&objective, &changed_parameters(table, objective)]);
    }
    // Writing into a string cannot fail.
    let _ = writeln!(text, "{cases}\n{objectives}");
    text.push_str(&surest(table));
    let card = card_path(out);
    let best = shell_word(&format!("{}:max-win", out.display()));
    let _ = write!(
        text,
        "\nwritten: {} (checksum {}) and {}\nnext:\n  \
         bayeschess match {best} random --games 1000\n  \
         bayeschess match {best} initial --games 1000\n",
        out.display(),
        table.checksum(),
        card.display()
    );
    text
}

fn surest(table: &HeuristicTable) -> String {
    let findings = TableFindings::of(table, Objective::MaxWin, SUREST);
    let chosen = table.heuristic(Objective::MaxWin);
    let mut text = format!(
        "levels that stand out among games won, and what max-win makes of them\n\
         (z: standard deviations from chance; among {} rows chance alone reaches about {:.1})\n",
        choices(table),
        findings.largest_by_chance
    );
    let mut rows = TextTable::new(
        &["parameter", "phase"],
        &["initial", "level", "chosen", "P(level | win) [95 %]", "z"],
    );
    for finding in &findings.surest {
        add_row(&mut rows, table, &chosen, finding);
    }
    text.push_str(&rows.to_string());
    if let Some(mean) = findings.mean_square_z {
        let _ = writeln!(
            text,
            "mean of z² over the whole table: {mean:.3} (1 is chance alone)"
        );
    }
    text
}

fn add_row(
    rows: &mut TextTable,
    table: &HeuristicTable,
    chosen: &Heuristic,
    finding: &TableFinding,
) {
    let parameter = &table.schema().parameters()[finding.parameter];
    let rungs = table.level_values().values(finding.phase)[finding.parameter];
    let value = |level: u8| rungs[usize::from(level)];
    let interval = finding
        .interval
        .map(|interval| format!(" [{:.3}, {:.3}]", interval.low, interval.high))
        .unwrap_or_default();
    rows.row(&[
        &parameter.name,
        &finding.phase,
        &value(INITIAL_LEVEL),
        &value(finding.level),
        &chosen.weights()[finding.phase][finding.parameter],
        &format!("{:.3}{interval}", finding.probability),
        &format!("{:.1}", finding.z),
    ]);
}
