//! The report of a match as text, JSON or CSV.

mod players;

use std::fmt::Write as _;

use serde::Serialize;

use crate::cli::output::counted;
use crate::cli::text_table::TextTable;
use bayeschess::arena::elo::plus_minus;
use bayeschess::arena::{
    EloEstimate, MatchEnd, PairCounts, Sprt, SprtVerdict, Tournament, TournamentStandings,
};
use bayeschess::foreign::printable;
use bayeschess::record::ResultCounts;
use bayeschess::units::share;
pub(in crate::cli) use players::{PlayerReport, player_table};

/// The result of a match.
#[derive(Debug, Serialize)]
pub(super) struct MatchReport {
    first: String,
    second: String,
    first_checksum: Option<String>,
    second_checksum: Option<String>,
    games: u64,
    #[serde(flatten)]
    results: ResultCounts,
    draw_ratio: f64,
    #[serde(flatten)]
    estimate: EloEstimate,
    /// Pairs by the first player's points: 0, 1/2, 1, 3/2, 2.
    pairs: PairCounts,
    ended: &'static str,
    /// With `--no-restart`, the crash that ended the match.
    crash: Option<String>,
    sprt: Option<SprtJson>,
    /// The first player, then the second.
    players: Vec<PlayerReport>,
    seed: u64,
    mean_plies: f64,
    adjudicated_share: f64,
    seconds: f64,
    games_per_s: f64,
    resumed_games: u64,
    /// Games that were under way when the test decided.
    uncounted_games: u64,
    #[serde(skip)]
    games_wanted: u64,
    /// True if a journal keeps the games.
    #[serde(skip)]
    is_kept: bool,
}

#[derive(Debug, Serialize)]
struct SprtJson {
    elo0: f64,
    elo1: f64,
    llr: f64,
    bound: f64,
    verdict: SprtVerdict,
}

impl SprtJson {
    fn new(sprt: &Sprt, counts: &PairCounts, end: MatchEnd) -> Self {
        Self {
            elo0: sprt.elo0(),
            elo1: sprt.elo1(),
            llr: sprt.log_likelihood_ratio(counts),
            bound: Sprt::bound(),
            verdict: match end {
                MatchEnd::Decided(verdict) => verdict,
                MatchEnd::Complete | MatchEnd::Stopped | MatchEnd::Crashed => SprtVerdict::Continue,
            },
        }
    }
}

/// What lets a match that was stopped go on.
pub(in crate::cli) fn how_to_go_on(ended: &str, is_kept: bool) -> &'static str {
    match (ended, is_kept) {
        ("stopped", true) => "; the same command goes on",
        ("stopped", false) => "; with --journal FILE a match can go on after a stop",
        _ => "",
    }
}

/// A probability in per cent, which is never told to be certain.
fn probability(share: f64) -> String {
    let percent = 100.0 * share;
    if percent >= 99.95 {
        "> 99.9 %".to_owned()
    } else if percent < 0.05 {
        "< 0.1 %".to_owned()
    } else {
        format!("{percent:.1} %")
    }
}

impl MatchReport {
    pub(super) fn new(
        tournament: &Tournament,
        checksums: &[Option<String>],
        sheet: &TournamentStandings,
        end: MatchEnd,
        is_kept: bool,
    ) -> Self {
        let standing = &sheet.pairings[0];
        let name = |player: usize| tournament.players[player].name.clone();
        let checksum = |player: usize| checksums.get(player).cloned().flatten();
        let games = sheet.games;
        let share = |part| share(part, games).unwrap_or_default();
        Self {
            first: name(0),
            second: name(1),
            first_checksum: checksum(0),
            second_checksum: checksum(1),
            games,
            results: standing.results,
            draw_ratio: share(standing.results.draws),
            estimate: standing.counts.estimate(),
            pairs: standing.counts,
            crash: sheet.crash.clone(),
            ended: match end {
                MatchEnd::Complete => "complete",
                MatchEnd::Decided(_) => "decided",
                MatchEnd::Stopped => "stopped",
                MatchEnd::Crashed => "crashed",
            },
            sprt: tournament
                .sprt
                .as_ref()
                .map(|sprt| SprtJson::new(sprt, &standing.counts, end)),
            players: tournament
                .players
                .iter()
                .zip(&sheet.players)
                .map(|(player, sheet)| PlayerReport::new(player, sheet))
                .collect(),
            seed: tournament.seed,
            mean_plies: share(standing.plies),
            adjudicated_share: share(standing.adjudicated),
            seconds: sheet.elapsed.as_secs_f64(),
            games_per_s: sheet.games_per_second(),
            resumed_games: sheet.resumed,
            uncounted_games: sheet.uncounted,
            is_kept,
            games_wanted: u64::from(tournament.games()),
        }
    }

    /// The text output.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    /// The search limits: one for both players, or one each.
    fn thinking(&self) -> String {
        match &self.players[..] {
            [one, other] if one.thinking != other.thinking => {
                format!("{} against {}", one.thinking, other.thinking)
            }
            [one, ..] => one.thinking.clone(),
            [] => String::new(),
        }
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        let Self { first, second, .. } = self;
        let thinking = self.thinking();
        writeln!(
            out,
            "{first} against {second}, {thinking}, seed {}\n",
            self.seed
        )?;
        if self.games == 0 {
            writeln!(out, "no pair of games is over")?;
            return self.write_end(out);
        }
        self.write_score(out)?;
        self.write_course(out)?;
        self.write_end(out)?;
        writeln!(out)?;
        write!(out, "{}", player_table(self.players.iter()))?;
        if self.resumed_games > 0 {
            let resumed = counted(self.resumed_games, "game");
            writeln!(out, "\n{resumed} of an earlier run.")?;
        }
        writeln!(out, "\n{}.", self.estimate.verdict(first, second))?;
        if self.ended == "decided" {
            writeln!(
                out,
                "The test ended the match early, which overstates the difference on average."
            )?;
        }
        Ok(())
    }

    /// Writes the score.
    fn write_score(&self, out: &mut String) -> std::fmt::Result {
        let estimate = &self.estimate;
        let columns = [
            "games",
            "wins",
            "draws",
            "losses",
            "score",
            "Elo (95 %)",
            "LOS",
        ];
        let mut table = TextTable::new(&[], &columns);
        table.row(&[
            &self.games,
            &self.results.wins,
            &self.results.draws,
            &self.results.losses,
            &format!("{:.1} %", 100.0 * estimate.score),
            &plus_minus(estimate.elo, estimate.elo_error_95),
            &probability(estimate.los),
        ]);
        writeln!(out, "{table}")?;
        let [none, half, one, more, two] = self.pairs.0;
        writeln!(
            out,
            "pairs by points  0: {none}  1/2: {half}  1: {one}  3/2: {more}  2: {two}"
        )
    }

    /// Writes the speed of this run's games, and the outcome of the test.
    fn write_course(&self, out: &mut String) -> std::fmt::Result {
        let (name, speed) = if self.resumed_games == self.games {
            ("games", String::new())
        } else {
            // A slow match needs decimals.
            let decimals = if self.games_per_s < 10.0 { 2 } else { 0 };
            let (pace, seconds) = (self.games_per_s, self.seconds);
            (
                "speed",
                format!("{pace:.decimals$} games/s ({seconds:.1} s), "),
            )
        };
        writeln!(
            out,
            "{name:<17}{speed}{:.0} plies a game, {:.0} % adjudicated",
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
        Ok(())
    }

    /// Writes how the match ended, if not with all its games.
    fn write_end(&self, out: &mut String) -> std::fmt::Result {
        if self.ended == "decided" {
            let more = match self.uncounted_games {
                0 => String::new(),
                1 => " (1 more was under way, not counted)".to_owned(),
                more => format!(" ({more} more were under way, not counted)"),
            };
            writeln!(out, "decided after {} games{more}", self.games)?;
        }
        if let Some(crash) = &self.crash {
            writeln!(out, "ended by a crash: {}", printable(crash))?;
        }
        if matches!(self.ended, "stopped" | "crashed") {
            writeln!(
                out,
                "stopped after {} of {} games{}",
                self.games,
                self.games_wanted,
                how_to_go_on(self.ended, self.is_kept)
            )?;
        }
        Ok(())
    }

    /// The CSV: a header and one line.
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
        let results = &self.results;
        let counts = [self.games, results.wins, results.draws, results.losses];
        row.extend(counts.map(|count| count.to_string()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::model::HeuristicSpec;
    use bayeschess::units::Ply;

    #[test]
    fn a_match_without_games_has_no_elo_and_says_how_it_could_go_on() {
        let player = || {
            let spec = HeuristicSpec::Initial.load();
            ("initial", spec.expect("a heuristic"))
        };
        let mut tournament = Tournament::between([player(), player()], 20, Ply(80), 1);
        tournament.rounds = 5;
        let standings = TournamentStandings::of_match(&[]);
        for (is_kept, what) in [
            (true, "; the same command goes on"),
            (
                false,
                "; with --journal FILE a match can go on after a stop",
            ),
        ] {
            let end = MatchEnd::Stopped;
            let text = MatchReport::new(&tournament, &[], &standings, end, is_kept).text();
            let told = format!("stopped after 0 of 10 games{what}\n");
            assert!(text.contains(&told) && !text.contains("Elo"), "{text}");
        }
    }

    #[test]
    fn no_probability_is_told_to_be_certain() {
        let told = [1.0, 0.9995, 0.9994, 0.226, 0.0].map(probability);
        assert_eq!(
            told,
            ["> 99.9 %", "> 99.9 %", "99.9 %", "22.6 %", "< 0.1 %"]
        );
    }
}
