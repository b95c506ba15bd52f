//! Records a match while it is played: PGN, journal, progress bar.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use indicatif::ProgressBar;

use crate::cli::output::progress_bar;
use crate::cli::progress_lines::say;
use bayeschess::arena::elo::plus_minus;
use bayeschess::arena::journal::Journal;
use bayeschess::arena::rating::{PairingResult, Rating, RatingOrigin, ratings};
use bayeschess::arena::{
    MatchScore, RecordedGame, Tournament, TournamentObserver, TournamentStandings,
};
use bayeschess::files::{self, Existing};
use bayeschess::foreign::printable;

/// Number of leading players shown during a tournament.
const LEADERS: usize = 3;

/// Writes the games of a match to PGN and journal, and shows the score.
pub(in crate::cli) struct MatchRecorder {
    pgn: Option<(PathBuf, File)>,
    journal: Option<Journal>,
    bar: ProgressBar,
    names: Vec<String>,
    pairings: Vec<[usize; 2]>,
}

impl MatchRecorder {
    /// Creates the PGN file, unless it exists and may not be replaced.
    pub(in crate::cli) fn begin(
        pgn: Option<&Path>,
        existing: Existing,
        journal: Option<Journal>,
        tournament: &Tournament,
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
                Some((file.to_owned(), opened))
            }
        };
        Ok(Self {
            pgn,
            journal,
            bar: games_bar(u64::from(tournament.games())),
            names: tournament
                .players
                .iter()
                .map(|player| player.name.clone())
                .collect(),
            pairings: tournament.pairings.clone(),
        })
    }

    /// The leading players so far.
    fn leaders(&self, sheet: &TournamentStandings) -> String {
        let met: Vec<PairingResult> = self
            .pairings
            .iter()
            .zip(&sheet.pairings)
            .map(|(players, standing)| (*players, standing.counts))
            .collect();
        let mut rated: Vec<(&String, Rating)> = self
            .names
            .iter()
            .zip(ratings(self.names.len(), &met, RatingOrigin::Mean))
            .collect();
        rated.sort_by(|(_, one), (_, other)| other.elo.total_cmp(&one.elo));
        let shown: Vec<String> = rated
            .iter()
            .take(LEADERS)
            .map(|(name, rating)| {
                let elo = plus_minus(rating.elo, rating.elo_error_95);
                format!("{name} {elo}")
            })
            .collect();
        printable(&shown.join(", ")).into_owned()
    }

    /// Removes the progress bar.
    pub(in crate::cli) fn close(&self) {
        self.bar.finish_and_clear();
    }
}

impl TournamentObserver for MatchRecorder {
    fn game_finished(&mut self, game: &RecordedGame) -> io::Result<()> {
        let number = game.outcome.game + 1;
        if let Some(fault) = &game.outcome.fault {
            let end = game.outcome.termination;
            say(&self.bar, &format!("game {number}: {end}: {fault}"));
        }
        for warning in &game.outcome.warnings {
            let said = format!("game {number}: {warning}");
            self.bar.println(printable(&said));
        }
        match &mut self.journal {
            Some(journal) => journal.add(game),
            None => Ok(()),
        }
    }

    fn pair_counted(
        &mut self,
        pair: [&RecordedGame; 2],
        sheet: &TournamentStandings,
    ) -> io::Result<()> {
        if let Some((name, file)) = &mut self.pgn {
            for game in pair {
                file.write_all(game.pgn.as_bytes()).map_err(|error| {
                    io::Error::new(error.kind(), format!("{}: {error}", name.display()))
                })?;
            }
        }
        if let [only] = &sheet.pairings[..] {
            show(&self.bar, only);
        } else {
            self.bar.set_position(sheet.games);
            self.bar.set_message(self.leaders(sheet));
        }
        Ok(())
    }
}

/// A progress bar on standard error; hidden if that is not a terminal.
fn games_bar(games: u64) -> ProgressBar {
    progress_bar(
        games,
        "{bar:24} {human_pos}/{human_len} games  {per_sec}  {msg}  ETA {eta}",
    )
}

/// Wins, draws, losses and Elo so far.
pub(in crate::cli) fn show(bar: &ProgressBar, standing: &MatchScore) {
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
