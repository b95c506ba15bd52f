//! `bayeschess lab ladder`.

use std::fmt::Display;

use serde::Serialize;

use super::options::LabCommonArgs;
use crate::cli::interrupt;
use crate::cli::output::{print, print_json, progress_bar};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::train::Completion;
use bayeschess::train::lab::ladder::{self, POSITIONS};
use bayeschess::train::lab::thesis::{PRINTED, PublishedCount};
use bayeschess::train::lab::{LadderRow, LadderRung, MeasurementLog, TechniqueLadder};
use bayeschess::units::Nodes;

const EXAMPLES: &str = "\
Examples:
  bayeschess lab ladder
      minimax against alpha-beta as in a thesis of 1987 (Martínez Villarreal, UNAM),
      and what each technique since then saves
  bayeschess lab ladder --depth 10 --max-nodes 20000000 --out ladder.csv --svg ladder.svg
      deeper, kept on disk; after Ctrl-C the same command goes on
  bayeschess lab ladder --depth 6 --heuristic initial --json
      with the evaluation of 2005, as one JSON object

Nodes repeat on every machine, times do not. A row '>N' was given up in some
position. The effective branching factor is the square root of the nodes to a
depth divided by those to two plies less, at the deepest depth that was reached
everywhere. The last column is what A. Diéguez calls the technique in 'Amyan:
cómo funcionan'; empty if it is not mentioned.";

/// Count nodes and time to a depth, adding one search technique per row
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LabLadderArgs {
    /// Maximum depth of a search in plies
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..=40))]
    depth: u16,
    /// Stop the search of a position after this many nodes
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_nodes: u64,
    #[command(flatten)]
    common: LabCommonArgs,
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct LadderJson<'a> {
    recipe: String,
    heuristic: String,
    depth: u16,
    max_nodes: u64,
    complete: bool,
    printed_1987: &'a [PublishedCount],
    rows: &'a [LadderRow],
    branching: Vec<BranchingJson>,
}

/// The effective branching factor of one row.
#[derive(Debug, Serialize)]
struct BranchingJson {
    rung: String,
    factor: Option<f64>,
}

/// Measures the rows that are missing in the CSV, and reports all.
pub(super) fn run(args: &LabLadderArgs) -> anyhow::Result<RunStatus> {
    let common = &args.common;
    let ladder = TechniqueLadder {
        heuristic: common.heuristic()?,
        depth: args.depth,
        max_nodes: args.max_nodes,
    };
    let stop = interrupt::stop_on_ctrl_c();
    let recipe = ladder.recipe();
    let mut notebook = MeasurementLog::open(common.out.as_deref(), &recipe, common.existing())?;
    let existing = common.drawing(notebook.rows().len())?;
    let bar = progress_bar(
        LadderRung::all().len() as u64,
        "{bar:24} {pos}/{len}  {msg}",
    );
    let progress = ladder.measure(&mut notebook, &stop, &mut |rung| {
        bar.inc(1);
        bar.set_message(rung.name());
    })?;
    bar.finish_and_clear();
    let rows = notebook.rows();
    common.draw(&ladder.chart(rows), existing)?;
    if common.output.json {
        let factor = |rung: LadderRung| BranchingJson {
            factor: ladder::branching(rows, &rung.name()),
            rung: rung.name(),
        };
        print_json(&LadderJson {
            recipe,
            heuristic: common.heuristic.to_string(),
            depth: args.depth,
            max_nodes: args.max_nodes,
            complete: progress == Completion::Complete,
            printed_1987: &PRINTED,
            rows,
            branching: LadderRung::all().into_iter().map(factor).collect(),
        })?;
    } else {
        let mut text = thesis(rows);
        text.push_str(&table(&ladder, rows));
        text.push_str(&common.end(progress, rows.len()));
        print(&text)?;
    }
    Ok(RunStatus::Success)
}

/// Compares minimax with alpha-beta, next to the numbers printed in Fernández (2005).
fn thesis(rows: &[LadderRow]) -> String {
    let mut table = TextTable::new(
        &[""],
        &[
            "depth",
            "seconds",
            "nodes",
            "evaluated",
            "1987: s",
            "nodes",
            "evaluated",
        ],
    );
    for printed in PRINTED {
        let own = |row: &&LadderRow| row.rung == printed.rung && row.depth == printed.depth;
        let own = rows.iter().find(own).filter(|row| !row.is_more());
        let mean = |total: f64| total / POSITIONS as f64;
        let figures = own.map_or_else(
            || ["-".to_owned(), "-".to_owned(), "-".to_owned()],
            |row| {
                [
                    format!("{:.6}", mean(row.seconds)),
                    format!("{:.0}", mean(row.nodes as f64)),
                    format!("{:.0}", mean(row.evaluated.unwrap_or(0) as f64)),
                ]
            },
        );
        let [seconds, nodes, evaluated] = figures;
        table.row(&[
            &printed.rung,
            &printed.depth,
            &seconds,
            &nodes,
            &evaluated,
            &format!("{:.1}", printed.seconds),
            &printed.nodes,
            &printed.evaluated,
        ]);
    }
    format!(
        "Means over {POSITIONS} positions, and the thesis of 1987 over its own ten\n\n{table}\n"
    )
}

/// The table of all rows.
fn table(ladder: &TechniqueLadder, rows: &[LadderRow]) -> String {
    let depths = ladder.shown_depths();
    let titles: Vec<String> = depths
        .iter()
        .map(|depth| format!("depth {depth}"))
        .collect();
    let mut numbers: Vec<&str> = titles.iter().map(String::as_str).collect();
    numbers.extend(["seconds", "factor"]);
    let mut table = TextTable::with_last(&[""], &numbers, &["Amyan"]);
    for rung in LadderRung::all() {
        let name = rung.name();
        let at = |depth: u16| {
            rows.iter()
                .find(|row| row.rung == name && row.depth == depth)
        };
        let Some(deepest) = at(ladder.depth) else {
            continue;
        };
        let more = |row: &LadderRow| if row.is_more() { ">" } else { "" };
        let nodes: Vec<String> = depths
            .iter()
            .map(|depth| {
                at(*depth).map_or_else(String::new, |row| {
                    format!("{}{}", more(row), Nodes(row.nodes))
                })
            })
            .collect();
        let factor = ladder::branching(rows, &name)
            .map_or_else(|| "-".to_owned(), |factor| format!("{factor:.2}"));
        let seconds = format!("{}{:.2}", more(deepest), deepest.seconds);
        let mut cells: Vec<&dyn Display> = vec![&name];
        cells.extend(nodes.iter().map(|cell| cell as &dyn Display));
        cells.extend([&seconds as &dyn Display, &factor, &deepest.amyan]);
        table.row(&cells);
    }
    format!("Nodes over {POSITIONS} positions, one technique more a row\n\n{table}\n")
}
