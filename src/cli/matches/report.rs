//! What a match is told as: a table for people, one JSON object, or one line of CSV.

use std::fmt::Write as _;

use serde::Serialize;

use crate::arena::elo::plus_minus;
use crate::arena::{Duel, End, Estimate, PairCounts, Sprt, SprtVerdict, Standing};
use crate::model::Source;

/// Everything that a match came to.
#[derive(Debug, Serialize)]
pub(super) struct Report {
    first: String,
    second: String,
    first_checksum: Option<String>,
    second_checksum: Option<String>,
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    #[serde(flatten)]
    estimate: Estimate,
    /// By the first player's points in the pair: 0, 1/2, 1, 3/2, 2.
    pairs: PairCounts,
    ended: &'static str,
    sprt: Option<SprtReport>,
    seed: u64,
    mean_plies: f64,
    adjudicated_share: f64,
    seconds: f64,
    games_per_s: f64,
    #[serde(skip)]
    games_wanted: u64,
}

#[derive(Debug, Serialize)]
struct SprtReport {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    verdict: SprtVerdict,
}

impl SprtReport {
    fn new(sprt: &Sprt, counts: &PairCounts, end: End) -> Self {
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            llr: sprt.log_likelihood_ratio(counts),
            bound: Sprt::bound(),
            verdict: match end {
                End::Decided(verdict) => verdict,
                End::Complete | End::Stopped => SprtVerdict::Continue,
            },
        }
    }
}

impl Report {
    pub(super) fn new(duel: &Duel, sources: &[Source; 2], standing: &Standing, end: End) -> Self {
        let [first, second] = sources;
        let games = standing.games();
        let share = |part: u64| {
            if games == 0 {
                0.0
            } else {
                part as f64 / games as f64
            }
        };
        Self {
            first: first.name().to_owned(),
            second: second.name().to_owned(),
            first_checksum: first.checksum().map(str::to_owned),
            second_checksum: second.checksum().map(str::to_owned),
            games,
            wins: standing.results.wins,
            draws: standing.results.draws,
            losses: standing.results.losses,
            estimate: standing.counts.estimate(),
            pairs: standing.counts,
            ended: match end {
                End::Complete => "complete",
                End::Decided(_) => "decided",
                End::Stopped => "stopped",
            },
            sprt: duel
                .sprt
                .as_ref()
                .map(|sprt| SprtReport::new(sprt, &standing.counts, end)),
            seed: duel.seed,
            mean_plies: share(standing.plies),
            adjudicated_share: share(standing.adjudicated),
            seconds: standing.elapsed.as_secs_f64(),
            games_per_s: standing.games_per_second(),
            games_wanted: 2 * u64::from(duel.pairs),
        }
    }

    /// A table and a verdict; `thinking` says how long the players thought.
    pub(super) fn text(&self, thinking: &str) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text, thinking);
        text
    }

    fn write(&self, out: &mut String, thinking: &str) -> std::fmt::Result {
        let Self { first, second, .. } = self;
        let estimate = &self.estimate;
        writeln!(
            out,
            "{first} against {second}, {thinking}, seed {}\n",
            self.seed
        )?;
        writeln!(
            out,
            "{:>8} {:>7} {:>7} {:>7} {:>8} {:>15} {:>8}",
            "games", "wins", "draws", "losses", "score", "Elo (95 %)", "LOS"
        )?;
        writeln!(
            out,
            "{:>8} {:>7} {:>7} {:>7} {:>6.1} % {:>15} {:>6.1} %\n",
            self.games,
            self.wins,
            self.draws,
            self.losses,
            100.0 * estimate.score,
            plus_minus(estimate.elo, estimate.elo_error_95),
            100.0 * estimate.los
        )?;
        let [none, half, one, more, two] = self.pairs.0;
        writeln!(
            out,
            "pairs by points  0: {none}  1/2: {half}  1: {one}  3/2: {more}  2: {two}"
        )?;
        writeln!(
            out,
            "speed            {:.0} games/s ({:.1} s), {:.0} plies a game, {:.0} % adjudicated",
            self.games_per_s,
            self.seconds,
            self.mean_plies,
            100.0 * self.adjudicated_share
        )?;
        if let Some(sprt) = &self.sprt {
            writeln!(
                out,
                "SPRT             LLR {:.2}, bounds ±{:.2}, for {:+} against {:+} Elo: {}",
                sprt.llr,
                sprt.bound,
                sprt.elo1,
                sprt.elo0,
                match sprt.verdict {
                    SprtVerdict::Accept => "the gain is accepted",
                    SprtVerdict::Reject => "the gain is rejected",
                    SprtVerdict::Continue => "not decided",
                }
            )?;
        }
        if self.ended == "stopped" {
            writeln!(
                out,
                "stopped after {} of {} games",
                self.games, self.games_wanted
            )?;
        }
        writeln!(out, "\n{}.", estimate.in_words(first, second))?;
        if self.ended == "decided" {
            writeln!(
                out,
                "The test ended the match early, which overstates the difference on average."
            )?;
        }
        Ok(())
    }

    /// A header and one line.
    pub(super) fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record([
            "first",
            "second",
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "elo",
            "elo_error_95",
            "los",
            "pairs_0",
            "pairs_half",
            "pairs_1",
            "pairs_3_half",
            "pairs_2",
            "seed",
        ])?;
        let mut row = vec![self.first.clone(), self.second.clone()];
        row.extend([self.games, self.wins, self.draws, self.losses].map(|count| count.to_string()));
        let estimate = &self.estimate;
        row.push(format!("{:.4}", estimate.score));
        row.push(format!("{:.1}", estimate.elo));
        row.push(format!("{:.1}", estimate.elo_error_95));
        row.push(format!("{:.4}", estimate.los));
        row.extend(self.pairs.0.map(|count| count.to_string()));
        row.push(self.seed.to_string());
        writer.write_record(row)?;
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}
