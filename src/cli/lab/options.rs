//! The options that the commands of the laboratory share, and their output files.

use std::path::{Path, PathBuf};

use anyhow::bail;
use bayeschess::files::{self, Existing};
use bayeschess::heuristic::Heuristic;
use bayeschess::model::HeuristicSpec;
use bayeschess::plot::RowChart;
use bayeschess::train::Completion;

use crate::cli::options::ForceFlag;
use crate::cli::output::JsonFlag;

/// Options of both commands.
#[derive(Debug, clap::Args)]
pub(super) struct LabCommonArgs {
    /// The heuristic: learned, modern:learned, initial, modern:initial, random, modern:random or a table file
    #[arg(long, value_name = "HEURISTIC", default_value = "modern:initial")]
    pub(super) heuristic: HeuristicSpec,
    /// Write the rows to this CSV; the same command continues an unfinished one
    #[arg(long, value_name = "FILE")]
    pub(super) out: Option<PathBuf>,
    /// Draw the rows into this SVG file
    #[arg(long, value_name = "FILE")]
    pub(super) svg: Option<PathBuf>,
    #[command(flatten)]
    pub(super) force: ForceFlag,
    #[command(flatten)]
    pub(super) output: JsonFlag,
}

impl LabCommonArgs {
    pub(super) fn heuristic(&self) -> anyhow::Result<Heuristic> {
        let outputs: Vec<&PathBuf> = self.out.iter().chain(&self.svg).collect();
        files::check_distinct(&outputs)?;
        if let Some(csv) = &self.out {
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

    pub(super) const fn existing(&self) -> Existing {
        self.force.existing()
    }

    /// Checks before the work begins that the drawing can be written. A continued CSV's drawing may be
    /// replaced.
    pub(super) fn drawing(&self, rows: usize) -> anyhow::Result<Existing> {
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
    pub(super) fn draw(&self, rows: &RowChart, existing: Existing) -> anyhow::Result<()> {
        let Some(svg) = self.svg.as_deref().filter(|_| !rows.names.is_empty()) else {
            return Ok(());
        };
        let drawn = rows.to_svg()?;
        files::write_whole(svg, existing, |out| out.write_all(drawn.as_bytes()))?;
        Ok(())
    }

    /// The end of the text output: a note for a stopped run, and the written files.
    pub(super) fn end(&self, progress: Completion, rows: usize) -> String {
        let stopped = (progress == Completion::Stopped).then(|| self.stop_note(rows).to_owned());
        let written = Some(self.written_files(rows)).filter(|files| !files.is_empty());
        let lines = stopped.into_iter().chain(written);
        lines.flat_map(|line| [line, "\n".to_owned()]).collect()
    }

    /// A note for a stopped run that has this number of rows.
    const fn stop_note(&self, rows: usize) -> &'static str {
        match (&self.out, rows) {
            (None, _) => "stopped; with --out the rows are kept, and the same command goes on",
            (Some(_), 0) => "stopped before the first row; the same command begins anew",
            (Some(_), _) => "stopped; the same command goes on",
        }
    }

    /// Names the written files, for the end of the output; none before the first row.
    fn written_files(&self, rows: usize) -> String {
        if rows == 0 {
            return String::new();
        }
        let places: Vec<String> = [&self.out, &self.svg]
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
    pub(super) fn a_stop_tells_only_of_rows_that_are_kept() {
        let with = |csv: Option<&str>| LabCommonArgs {
            heuristic: "initial".parse().expect("a heuristic"),
            out: csv.map(PathBuf::from),
            svg: None,
            force: ForceFlag::default(),
            output: JsonFlag { json: false },
        };
        let kept = with(Some("rows.csv"));
        assert!(kept.stop_note(0).contains("before the first row"));
        assert_eq!(kept.written_files(0), "");
        assert_eq!(kept.stop_note(2), "stopped; the same command goes on");
        assert_eq!(kept.written_files(2), "rows.csv");
        assert!(with(None).stop_note(2).contains("with --out"));
        assert_eq!(kept.end(Completion::Complete, 2), "rows.csv\n");
        let stopped = "stopped; the same command goes on\nrows.csv\n";
        assert_eq!(kept.end(Completion::Stopped, 2), stopped);
        assert_eq!(with(None).end(Completion::Complete, 2), "");
    }
}
