//! The table of a tournament (ratings, points, results) as text, CSV or JSON.

use std::fmt::{Display, Write as _};

use serde::Serialize;

use super::super::matches::report::{PlayerReport, how_to_go_on, player_table};
use crate::cli::output::counted;
use crate::cli::text_table::TextTable;
use bayeschess::arena::elo::plus_minus;
use bayeschess::arena::rating::{PairingResult, Rating, RatingOrigin, ratings};
use bayeschess::arena::{MatchEnd, PairCounts, Tournament, TournamentStandings};
use bayeschess::foreign::printable;
use bayeschess::record::ResultCounts;

/// The result of a tournament, best player first.
#[derive(Debug, Serialize)]
pub(super) struct TournamentTable {
    rows: Vec<TournamentTableRow>,
    pairings: Vec<TournamentPairingRow>,
    ended: &'static str,
    /// With `--no-restart`, the crash that ended the tournament.
    crash: Option<String>,
    games: u64,
    resumed_games: u64,
    seed: u64,
    seconds: f64,
    games_per_s: f64,
    #[serde(skip)]
    games_wanted: u64,
    /// True if a journal keeps the games.
    #[serde(skip)]
    is_kept: bool,
}

/// One player's row.
#[derive(Debug, Serialize)]
struct TournamentTableRow {
    rank: usize,
    #[serde(flatten)]
    rating: Rating,
    games: u64,
    points: f64,
    score: Option<f64>,
    #[serde(flatten)]
    results: ResultCounts,
    #[serde(flatten)]
    conduct: PlayerReport,
    #[serde(skip)]
    player: usize,
}

/// One pairing, from the first player's point of view.
#[derive(Debug, Serialize)]
struct TournamentPairingRow {
    first: String,
    second: String,
    #[serde(flatten)]
    results: ResultCounts,
    pairs: PairCounts,
    #[serde(skip)]
    players: [usize; 2],
}

impl TournamentTable {
    pub(super) fn new(
        tournament: &Tournament,
        sheet: &TournamentStandings,
        end: MatchEnd,
        origin: RatingOrigin,
        is_kept: bool,
    ) -> Self {
        let name = |player: usize| tournament.players[player].name.clone();
        let pairings: Vec<TournamentPairingRow> = tournament
            .pairings
            .iter()
            .zip(&sheet.pairings)
            .map(|(&players, standing)| TournamentPairingRow {
                first: name(players[0]),
                second: name(players[1]),
                results: standing.results,
                pairs: standing.counts,
                players,
            })
            .collect();
        let met: Vec<PairingResult> = pairings
            .iter()
            .map(|pairing| (pairing.players, pairing.pairs))
            .collect();
        let mut rows: Vec<TournamentTableRow> = ratings(tournament.players.len(), &met, origin)
            .into_iter()
            .enumerate()
            .map(|(player, rating)| {
                let report = PlayerReport::new(&tournament.players[player], &sheet.players[player]);
                TournamentTableRow::new(player, rating, &pairings, report)
            })
            .collect();
        rows.sort_by(|one, other| other.rating.elo.total_cmp(&one.rating.elo));
        for (place, row) in rows.iter_mut().enumerate() {
            row.rank = place + 1;
        }
        Self {
            rows,
            pairings,
            crash: sheet.crash.clone(),
            ended: match end {
                MatchEnd::Complete => "complete",
                MatchEnd::Decided(_) => "decided",
                MatchEnd::Stopped => "stopped",
                MatchEnd::Crashed => "crashed",
            },
            games: sheet.games,
            resumed_games: sheet.resumed,
            seed: tournament.seed,
            seconds: sheet.elapsed.as_secs_f64(),
            games_per_s: sheet.games_per_second(),
            games_wanted: u64::from(tournament.games()),
            is_kept,
        }
    }

    /// The table as text.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, out: &mut String) -> std::fmt::Result {
        if self.games == 0 {
            writeln!(out, "no pair of games is over")?;
            return self.write_end(out);
        }
        let places: Vec<String> = self
            .rows
            .iter()
            .map(|row| format!("{}.", row.rank))
            .collect();
        let mut columns = vec!["Elo (95 %)", "games", "points", "score", "draws"];
        columns.extend(places.iter().map(String::as_str));
        let mut table = TextTable::new(&["rank", "player"], &columns);
        for row in &self.rows {
            let score = row
                .score
                .map_or_else(|| "-".to_owned(), |score| format!("{:.1} %", 100.0 * score));
            let against: Vec<String> = self
                .rows
                .iter()
                .map(|other| {
                    let results = self.between(row.player, other.player);
                    results.map_or_else(String::new, |results| {
                        format!("{:.1}/{}", results.points(), results.games())
                    })
                })
                .collect();
            let elo = plus_minus(row.rating.elo, row.rating.elo_error_95);
            let (name, points) = (row.conduct.name(), format!("{:.1}", row.points));
            let mut cells: Vec<&dyn Display> = vec![
                &row.rank,
                &name,
                &elo,
                &row.games,
                &points,
                &score,
                &row.results.draws,
            ];
            cells.extend(against.iter().map(|cell| cell as &dyn Display));
            table.row(&cells);
        }
        writeln!(out, "{table}")?;
        let speed = if self.resumed_games == self.games {
            String::new()
        } else {
            format!("{:.2} games/s ({:.1} s), ", self.games_per_s, self.seconds)
        };
        writeln!(out, "{} games, {speed}seed {}\n", self.games, self.seed)?;
        let players = self.rows.iter().map(|row| &row.conduct);
        write!(out, "{}", player_table(players))?;
        self.write_end(out)
    }

    /// Writes how the tournament ended.
    fn write_end(&self, out: &mut String) -> std::fmt::Result {
        if self.resumed_games > 0 {
            let resumed = counted(self.resumed_games, "game");
            writeln!(out, "\n{resumed} of an earlier run.")?;
        }
        if let Some(crash) = &self.crash {
            writeln!(out, "\nended by a crash: {}", printable(crash))?;
        }
        if matches!(self.ended, "stopped" | "crashed") {
            writeln!(
                out,
                "\nstopped after {} of {} games{}",
                self.games,
                self.games_wanted,
                how_to_go_on(self.ended, self.is_kept)
            )?;
        }
        Ok(())
    }

    /// The results of `one` against `other`.
    fn between(&self, one: usize, other: usize) -> Option<ResultCounts> {
        self.pairings.iter().find_map(|pairing| {
            if pairing.players == [one, other] {
                Some(pairing.results)
            } else if pairing.players == [other, one] {
                Some(pairing.results.reversed())
            } else {
                None
            }
        })
    }

    /// The CSV: a header and one line per player.
    pub(super) fn csv(&self) -> anyhow::Result<String> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let mut header: Vec<String> = [
            "rank",
            "player",
            "elo",
            "elo_error_95",
            "games",
            "points",
            "wins",
            "draws",
            "losses",
        ]
        .map(str::to_owned)
        .to_vec();
        header.extend(
            self.rows
                .iter()
                .map(|row| format!("points_against_{}", row.conduct.name())),
        );
        writer.write_record(&header)?;
        for row in &self.rows {
            let mut line = vec![
                row.rank.to_string(),
                row.conduct.name().to_owned(),
                format!("{:.1}", row.rating.elo),
                format!("{:.1}", row.rating.elo_error_95),
                row.games.to_string(),
                format!("{:.1}", row.points),
            ];
            let ResultCounts {
                wins,
                draws,
                losses,
            } = row.results;
            line.extend([wins, draws, losses].map(|count| count.to_string()));
            line.extend(self.rows.iter().map(|other| {
                self.between(row.player, other.player)
                    .map_or_else(String::new, |results| format!("{:.1}", results.points()))
            }));
            writer.write_record(line)?;
        }
        Ok(String::from_utf8(writer.into_inner()?)?)
    }
}

impl TournamentTableRow {
    fn new(
        player: usize,
        rating: Rating,
        pairings: &[TournamentPairingRow],
        conduct: PlayerReport,
    ) -> Self {
        let own = |pairing: &TournamentPairingRow| match pairing.players {
            [first, _] if first == player => Some(pairing.results),
            [_, second] if second == player => Some(pairing.results.reversed()),
            _ => None,
        };
        let results: ResultCounts = pairings.iter().filter_map(own).sum();
        let (games, points) = (results.games(), results.points());
        Self {
            rank: 0,
            rating,
            games,
            points,
            score: (games > 0).then(|| points / games as f64),
            results,
            conduct,
            player,
        }
    }
}
