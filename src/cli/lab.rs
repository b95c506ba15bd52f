//! `bayeschess lab`: measure the search techniques and the terms of the evaluation.

mod ablate;
mod ladder;

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;

use super::output::JsonFlag;
use super::run_status::RunStatus;
use crate::cli::options::ForceFlag;
use bayeschess::files::{self, Existing};
use bayeschess::heuristic::Heuristic;
use bayeschess::model::HeuristicSpec;
use bayeschess::plot::RowChart;

/// Measure what each search technique and each evaluation term is worth
///
/// 'ladder' counts nodes and time to a depth and adds one technique per row, from plain minimax to the
/// full search. 'ablate' plays matches of the engine with a feature against the engine without it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess lab ladder --csv ladder.csv --svg ladder.svg
      from minimax to today's search
  bayeschess lab ablate --games 400 --csv ablation.csv --svg ablation.svg
      what every feature is worth in Elo; the same command goes on after Ctrl-C")]
pub struct LabArgs {
    #[command(subcommand)]
    command: LabCommand,
}

#[derive(Debug, Subcommand)]
enum LabCommand {
    Ladder(ladder::LabLadderArgs),
    Ablate(ablate::LabAblateArgs),
}

/// Runs the command.
///
/// # Errors
///
/// When a measurement or an output file fails.
pub fn run(args: &LabArgs) -> anyhow::Result<RunStatus> {
    match &args.command {
        LabCommand::Ladder(args) => ladder::run(args),
        LabCommand::Ablate(args) => ablate::run(args),
    }
}

/// Options of both commands.
#[derive(Debug, clap::Args)]
struct LabCommonArgs {
    /// The heuristic: learned, modern:learned, initial, modern:initial, random, modern:random or a table file
    #[arg(long, value_name = "HEURISTIC", default_value = "modern:initial")]
    heuristic: HeuristicSpec,
    /// Write the rows to this CSV; the same command continues an unfinished one
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw the rows into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    output: JsonFlag,
}

impl LabCommonArgs {
    fn heuristic(&self) -> anyhow::Result<Heuristic> {
        if let Some(csv) = &self.csv {
            files::check_not_input(csv, self.heuristic.file())?;
        }
        match self.heuristic.load()?.heuristic() {
            Some(heuristic) => Ok(heuristic),
            None => bail!(
                "'{}' is another heuristic each time; name a fixed one",
                self.heuristic
            ),
        }
    }

    const fn existing(&self) -> Existing {
        self.force.existing()
    }

    /// Checks before the work begins that the drawing can be written. A continued CSV's drawing may be
    /// replaced.
    fn drawing(&self, rows: usize) -> anyhow::Result<Existing> {
        let existing = if rows > 0 {
            Existing::Replace
        } else {
            self.existing()
        };
        if let Some(svg) = &self.svg {
            files::check_output(svg, existing)?;
            files::check_not_input(svg, self.heuristic.file())?;
        }
        Ok(existing)
    }

    /// Draws the rows if a file was named and there are any.
    fn draw(&self, rows: &RowChart, existing: Existing) -> anyhow::Result<()> {
        let Some(svg) = self.svg.as_deref().filter(|_| !rows.names.is_empty()) else {
            return Ok(());
        };
        let drawn = rows.to_svg()?;
        files::write_whole(svg, existing, |out| out.write_all(drawn.as_bytes()))?;
        Ok(())
    }

    /// A note for a stopped run that has this number of rows.
    const fn stop_note(&self, rows: usize) -> &'static str {
        match (&self.csv, rows) {
            (None, _) => "stopped; with --csv the rows are kept, and the same command goes on",
            (Some(_), 0) => "stopped before the first row; the same command begins anew",
            (Some(_), _) => "stopped; the same command goes on",
        }
    }

    /// Names the written files, for the end of the output; none before the first row.
    fn written_files(&self, rows: usize) -> String {
        if rows == 0 {
            return String::new();
        }
        let places: Vec<String> = [&self.csv, &self.svg]
            .into_iter()
            .flatten()
            .map(|file: &PathBuf| Path::new(file).display().to_string())
            .collect();
        places.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_tells_only_of_rows_that_are_kept() {
        let with = |csv: Option<&str>| LabCommonArgs {
            heuristic: "initial".parse().expect("a heuristic"),
            csv: csv.map(PathBuf::from),
            svg: None,
            force: ForceFlag::default(),
            output: JsonFlag { json: false },
        };
        let kept = with(Some("rows.csv"));
        assert!(kept.stop_note(0).contains("before the first row"));
        assert_eq!(kept.written_files(0), "");
        assert_eq!(kept.stop_note(2), "stopped; the same command goes on");
        assert_eq!(kept.written_files(2), "rows.csv");
        assert!(with(None).stop_note(2).contains("with --csv"));
    }
}
