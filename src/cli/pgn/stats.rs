//! `bayeschess pgn stats`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use serde::Serialize;
use shakmaty::Color;

use super::reading::{
    DuplicateArgs, IngestJson, PgnInputArgs, ReadingProgress, ingest_text, verdict,
};
use crate::cli::options::TopArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::book::OpeningNames;
use bayeschess::pgn::{IngestEvent, ingest};
use bayeschess::record::{Game, GameResult, ResultCounts, TimeClass};

/// Count results, openings, players, years, lengths and ratings in PGN collections or a database
///
/// Each game counts once; damaged games do not count. An opening is that of the ECO tag, else that of the moves.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess pgn stats games.pgn.zst
  bayeschess pgn stats games/ --player 'Kasparov, G' --color white --top 30
  bayeschess pgn stats --db games.db --player 'Kasparov, G'
  bayeschess pgn stats games/ --json > figures.json")]
pub(super) struct PgnStatsArgs {
    #[command(flatten)]
    reading: PgnInputArgs,
    #[command(flatten)]
    twice: DuplicateArgs,
    #[command(flatten)]
    top: TopArg,
    #[command(flatten)]
    json: JsonFlag,
}

/// Numbers of games by result.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PgnResultCounts {
    games: u64,
    white: u64,
    draw: u64,
    black: u64,
    open: u64,
}

impl PgnResultCounts {
    const fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::WhiteWins) => self.white += 1,
            Some(GameResult::Draw) => self.draw += 1,
            Some(GameResult::BlackWins) => self.black += 1,
            None => self.open += 1,
        }
    }

    /// White's score in percent, over the games with a result.
    fn white_score(&self) -> f64 {
        let points = self.white as f64 + 0.5 * self.draw as f64;
        100.0 * points / ((self.games - self.open).max(1) as f64)
    }
}

/// A player's results, from the player's point of view.
#[derive(Clone, Copy, Debug, Default, Serialize)]
struct PgnPlayerRow {
    games: u64,
    #[serde(flatten, serialize_with = "ResultCounts::as_won_drawn_lost")]
    results: ResultCounts,
}

#[derive(Serialize)]
struct PgnStatsJson {
    #[serde(flatten)]
    account: IngestJson,
    results: PgnResultCounts,
    years: BTreeMap<String, u64>,
    openings: BTreeMap<String, PgnResultCounts>,
    players: BTreeMap<String, PgnPlayerRow>,
    plies: BTreeMap<usize, u64>,
    elo: BTreeMap<u16, u64>,
    time_controls: BTreeMap<&'static str, u64>,
    terminations: BTreeMap<&'static str, u64>,
}

/// The properties of a game that are counted.
struct PgnGameRow {
    year: Option<u16>,
    eco: String,
    names: [String; 2],
    elo: [Option<u16>; 2],
    result: Option<GameResult>,
    plies: usize,
    time_control: &'static str,
    termination: &'static str,
}

impl PgnGameRow {
    fn of(game: &Game) -> Self {
        let colors = [Color::White, Color::Black];
        Self {
            year: game.year(),
            eco: eco(game).unwrap_or("?").to_owned(),
            names: colors.map(|color| game.player_key(color).into_owned()),
            elo: colors.map(|color| game.elo(color)),
            result: game.result,
            plies: game.moves.len(),
            time_control: game
                .tags
                .get("TimeControl")
                .and_then(TimeClass::of)
                .map_or("?", TimeClass::name),
            termination: game.termination.name(),
        }
    }
}

/// Returns the code of a game's opening: of its tag, else of its moves.
fn eco(game: &Game) -> Option<&str> {
    let tagged = game.tags.get("ECO").and_then(|tag| tag.trim().get(..3));
    tagged.or_else(|| {
        let names = OpeningNames::shipped();
        Some(names.of_moves(&game.start, &game.moves)?.eco)
    })
}

/// Width of a histogram class, in plies and in Elo.
const PLIES: usize = 20;
const ELO: u16 = 100;

impl PgnStatsJson {
    fn add(&mut self, row: PgnGameRow) {
        self.results.add(row.result);
        let year = row
            .year
            .map_or_else(|| "?".to_owned(), |year| year.to_string());
        *self.years.entry(year).or_insert(0) += 1;
        self.openings.entry(row.eco).or_default().add(row.result);
        *self.plies.entry(row.plies / PLIES * PLIES).or_insert(0) += 1;
        for elo in row.elo.into_iter().flatten() {
            *self.elo.entry(elo / ELO * ELO).or_insert(0) += 1;
        }
        *self.time_controls.entry(row.time_control).or_insert(0) += 1;
        *self.terminations.entry(row.termination).or_insert(0) += 1;
        for (name, color) in row.names.into_iter().zip([Color::White, Color::Black]) {
            let player = self.players.entry(name).or_default();
            player.games += 1;
            if let Some(result) = row.result {
                player.results += result.seen_by(color);
            }
        }
    }
}

pub(super) fn run(args: &PgnStatsArgs) -> anyhow::Result<RunStatus> {
    let (sources, options) = args.reading.resolve(args.twice.duplicates())?;
    let meter = ReadingProgress::new();
    let mut figures = PgnStatsJson {
        account: IngestJson::default(),
        results: PgnResultCounts::default(),
        years: BTreeMap::new(),
        openings: BTreeMap::new(),
        players: BTreeMap::new(),
        plies: BTreeMap::new(),
        elo: BTreeMap::new(),
        time_controls: BTreeMap::new(),
        terminations: BTreeMap::new(),
    };
    let account = ingest(
        &sources,
        &options,
        || PgnGameRow::of,
        |event| {
            match event {
                IngestEvent::Game { value, .. } => figures.add(value),
                IngestEvent::Progress(progress) => meter.show(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    drop(meter);
    figures.account = IngestJson::of(&account);
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&format!(
            "{}{}",
            ingest_text(&account)?,
            text(&figures, args.top.rows)?
        ))?;
    }
    verdict(&account, RunStatus::Success)
}

fn text(figures: &PgnStatsJson, top: usize) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let results = &figures.results;
    if results.games == 0 {
        return Ok(text);
    }
    writeln!(
        text,
        "\nresults: {} 1-0, {} 1/2-1/2, {} 0-1, {} open; White scores {:.1} %",
        results.white,
        results.draw,
        results.black,
        results.open,
        results.white_score()
    )?;
    let mut decades: BTreeMap<String, u64> = BTreeMap::new();
    for (year, games) in &figures.years {
        let decade = year
            .get(..3)
            .map_or_else(|| "?".to_owned(), |tens| format!("{tens}0s"));
        *decades.entry(decade).or_insert(0) += games;
    }
    counted(&mut text, "years", &decades)?;
    let lengths = figures.plies.iter();
    let lengths = lengths.map(|(plies, games)| (format!("{plies}-{}", plies + PLIES - 1), *games));
    counted(
        &mut text,
        "length in plies",
        lengths.collect::<Vec<_>>().iter().map(|(a, b)| (a, b)),
    )?;
    counted(&mut text, "Elo from", &figures.elo)?;
    counted(&mut text, "time control", &figures.time_controls)?;
    counted(&mut text, "ended by", &figures.terminations)?;
    write!(text, "\n{}", openings(figures, top))?;
    let mut table = TextTable::new(&["player"], &["games", "won", "drawn", "lost", "score"]);
    for (name, found) in most(&figures.players, top, |found| found.games) {
        let results = &found.results;
        let score = 100.0 * results.points() / (results.games().max(1) as f64);
        table.row(&[
            &name,
            &found.games,
            &results.wins,
            &results.draws,
            &results.losses,
            &format!("{score:.1} %"),
        ]);
    }
    write!(text, "\n{table}")?;
    Ok(text)
}

/// Returns the most frequent openings with their names and results.
fn openings(figures: &PgnStatsJson, top: usize) -> TextTable {
    let mut table = TextTable::new(
        &["opening", "name"],
        &["share", "games", "1-0", "1/2-1/2", "0-1", "White scores"],
    );
    for (eco, found) in most(&figures.openings, top, |found| found.games) {
        let share = 100.0 * found.games as f64 / figures.results.games as f64;
        table.row(&[
            &eco,
            &OpeningNames::shipped().of_code(eco).unwrap_or_default(),
            &format!("{share:.1} %"),
            &found.games,
            &found.white,
            &found.draw,
            &found.black,
            &format!("{:.1} %", found.white_score()),
        ]);
    }
    table
}

/// Writes a line of counts; nothing if there are none.
fn counted<'a, N: std::fmt::Display + 'a>(
    text: &mut String,
    title: &str,
    counts: impl IntoIterator<Item = (&'a N, &'a u64)>,
) -> std::fmt::Result {
    let counts: Vec<String> = counts
        .into_iter()
        .map(|(name, games)| format!("{name}: {games}"))
        .collect();
    if counts.is_empty() {
        return Ok(());
    }
    writeln!(text, "{title}: {}", counts.join(", "))
}

/// The largest rows of a table; ties in alphabetical order.
fn most<T>(table: &BTreeMap<String, T>, top: usize, size: impl Fn(&T) -> u64) -> Vec<(&str, &T)> {
    let mut rows: Vec<_> = table
        .iter()
        .map(|(name, row)| (name.as_str(), row))
        .collect();
    rows.sort_by_key(|(_, row)| std::cmp::Reverse(size(row)));
    rows.truncate(top);
    rows
}
