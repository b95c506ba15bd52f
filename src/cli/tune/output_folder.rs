//! The folder of a tuning: journals, result, picture and option lists.

use std::path::{Path, PathBuf};

use anyhow::bail;

use super::report::TuneReport;
use bayeschess::files::{self, Existing};
use bayeschess::train::tune::{TRIAL_JOURNAL, TuningPlan, validation_journal};

/// Names of the files that are written anew at the end of each run.
const RESULTS: [&str; 4] = ["result.json", "tune.svg", "options.txt", "spsa.txt"];

/// The folder of a tuning.
#[derive(Debug)]
pub(super) struct TuneFolder(PathBuf);

impl TuneFolder {
    /// Opens or creates the folder.
    pub(super) fn open(folder: &Path) -> anyhow::Result<Self> {
        files::make_folder(folder)?;
        // Where a tuning's journal lies, the other files are its own.
        if !folder.join(TRIAL_JOURNAL).exists()
            && let Some(file) = RESULTS
                .map(|name| folder.join(name))
                .iter()
                .find(|file| file.exists())
        {
            bail!(
                "{}: this file would be replaced, and no tuning left it here; give another --out, or remove the file",
                file.display()
            );
        }
        Ok(Self(folder.to_owned()))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The journal of the games with drawn options.
    pub(super) fn trial(&self) -> PathBuf {
        self.0.join(TRIAL_JOURNAL)
    }

    /// The journal of the match of these values against the engine's own: more games may find others.
    pub(super) fn validation(&self, plan: &TuningPlan, best: &[(String, String)]) -> PathBuf {
        validation_journal(&self.0, plan, best)
    }

    /// Writes result, picture and option lists.
    pub(super) fn save(&self, report: &TuneReport) -> anyhow::Result<()> {
        let contents = [
            serde_json::to_string_pretty(report)? + "\n",
            report.picture()?,
            report.result().option_list(),
            report.spsa_list(),
        ];
        for (name, content) in RESULTS.into_iter().zip(contents) {
            let file = self.0.join(name);
            files::write_whole(&file, Existing::Replace, |out| {
                out.write_all(content.as_bytes())
            })?;
        }
        Ok(())
    }
}
