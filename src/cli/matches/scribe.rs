//! What happens during a match is taken down: games into PGN and journal, the score onto a bar.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use anyhow::Context as _;
use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::elo::plus_minus;
use crate::arena::journal::Journal;
use crate::arena::{Finished, Scribe, Sheet, Standing};
use crate::files::{self, Existing};

/// Takes everything down.
pub(in crate::cli) struct Record {
    pgn: Option<File>,
    journal: Option<Journal>,
    bar: ProgressBar,
}

impl Record {
    /// Begins the PGN file, unless it exists and may not be replaced.
    pub(in crate::cli) fn begin(
        pgn: Option<&Path>,
        existing: Existing,
        journal: Option<Journal>,
        games: u32,
    ) -> anyhow::Result<Self> {
        let pgn = match pgn {
            None => None,
            Some(file) => {
                files::check_output(file, existing)?;
                let opened = OpenOptions::new()
                    .write(true)
                    .create(true)
                    .truncate(true)
                    .open(file)
                    .with_context(|| file.display().to_string())?;
                Some(opened)
            }
        };
        Ok(Self {
            pgn,
            journal,
            bar: progress_bar(u64::from(games)),
        })
    }

    /// Takes the bar away.
    pub(in crate::cli) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

impl Scribe for Record {
    fn arrived(&mut self, game: &Finished) -> io::Result<()> {
        let number = game.outcome.game + 1;
        if let Some(fault) = &game.outcome.fault {
            let end = game.outcome.termination;
            self.bar.println(format!("game {number}: {end}: {fault}"));
        }
        for warning in &game.outcome.warnings {
            self.bar.println(format!("game {number}: {warning}"));
        }
        match &mut self.journal {
            Some(journal) => journal.add(game),
            None => Ok(()),
        }
    }

    fn counted(&mut self, pair: [&Finished; 2], sheet: &Sheet) -> io::Result<()> {
        if let Some(file) = &mut self.pgn {
            for game in pair {
                file.write_all(game.pgn.as_bytes())?;
            }
        }
        match &sheet.pairings[..] {
            [only] => show(&self.bar, only),
            _ => self.bar.set_position(sheet.games),
        }
        Ok(())
    }
}

/// A bar on standard error, hidden where that is no terminal.
fn progress_bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template(
        "{bar:24} {human_pos}/{human_len} games  {per_sec}  {msg}  ETA {eta}",
    )
    .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}

/// Wins, draws, losses and Elo so far.
pub(in crate::cli) fn show(bar: &ProgressBar, standing: &Standing) {
    let estimate = standing.counts.estimate();
    bar.set_position(standing.games());
    bar.set_message(format!(
        "W {} D {} L {}  Elo {}",
        standing.results.wins,
        standing.results.draws,
        standing.results.losses,
        plus_minus(estimate.elo, estimate.elo_error_95)
    ));
}
