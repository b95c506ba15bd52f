//! `bayeschess style norms --table`.

use std::ops::ControlFlow;

use anyhow::Context as _;
use bayeschess::files::check_output;
use bayeschess::learn::style::count_habits;
use serde::Serialize;

use super::norms::StyleNormsArgs;
use crate::cli::output::{print, print_json};
use crate::cli::pgn::reading::{IngestJson, ReadingProgress, ingest_text, verdict};
use crate::cli::run_status::RunStatus;

#[derive(Serialize)]
struct HabitTableJson {
    #[serde(flatten)]
    account: IngestJson,
    sides: u64,
    passed_over: u64,
    rows: usize,
}

/// Counts every habit by population, rating band, time class, colour and opening.
pub(super) fn run(args: &StyleNormsArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    let out = args.out.as_deref().context("name a file with --out")?;
    check_output(out, existing)?;
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    args.reading.check_not_input(out, &sources)?;
    let meter = ReadingProgress::new();
    let (table, passed_over, account) =
        count_habits(&sources, &options, args.population, |progress| {
            meter.show(progress);
            ControlFlow::Continue(())
        });
    drop(meter);
    if table.rows() == 0 {
        verdict(&account, RunStatus::Success)?;
        anyhow::bail!(
            "none of the {} games tells who played it; say so with --population",
            account.tally.kept
        );
    }
    table.save(out, existing)?;
    let (sides, rows) = (table.sides(), table.rows());
    if args.json.json {
        print_json(&HabitTableJson {
            account: IngestJson::of(&account),
            sides,
            passed_over,
            rows,
        })?;
    } else {
        print(&format!(
            "{}{sides} sides counted in {rows} rows, {passed_over} of players of no known population left out\n\
             written: {}\n",
            ingest_text(&account)?,
            out.display(),
        ))?;
    }
    verdict(&account, RunStatus::Success)
}
