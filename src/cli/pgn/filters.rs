//! The options that select games.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail, ensure};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::value_parser;
use shakmaty::Color;
use strum::VariantArray as _;

use crate::cli::options::SeedArg;
use bayeschess::files::decode;
use bayeschess::identity::NameList;
use bayeschess::pgn::{GameSample, GameSelection, UnusualStarts};
use bayeschess::record::{GameResult, Termination, TimeClass};

/// The group of options for selecting games in help texts.
const SELECTION: &str = "Which games";

/// Filters for games; the default selects all.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct GameFilterArgs {
    /// Games of this player: a name (any compatible spelling), '=Name' (this spelling), a pattern with
    /// * and ?, or /a regular expression/; may be repeated
    #[arg(long, help_heading = SELECTION, value_name = "NAME")]
    player: Vec<String>,
    /// A file with such names, one per line; empty lines and lines that begin with # are ignored
    #[arg(long, help_heading = SELECTION, value_name = "FILE")]
    players: Option<PathBuf>,
    /// The colour of that player
    #[arg(long, help_heading = SELECTION, value_parser = color())]
    color: Option<Color>,
    /// The Elo of that player, or without --player of both players: 2400-2600, 2400-, -2000
    #[arg(long, help_heading = SELECTION, value_name = "A-B", value_parser = range, allow_hyphen_values = true)]
    elo: Option<(u16, u16)>,
    /// The largest Elo difference between both players
    #[arg(long, help_heading = SELECTION, value_name = "N")]
    elo_difference: Option<u16>,
    /// Games from this year, month or day on: 1999, 1999.12, 1999.12.31
    #[arg(long, help_heading = SELECTION, value_name = "DATE", value_parser = date)]
    since: Option<String>,
    /// Games up to and including this year, month or day
    #[arg(long, help_heading = SELECTION, value_name = "DATE", value_parser = date)]
    until: Option<String>,
    /// ECO codes: B90, B20-B99, or several separated by commas
    #[arg(long, help_heading = SELECTION, value_name = "CODES", value_delimiter = ',', value_parser = eco)]
    eco: Vec<(String, String)>,
    /// Results: 1-0, 0-1, 1/2-1/2 or *, or several separated by commas
    #[arg(long, help_heading = SELECTION, value_name = "R", value_delimiter = ',', value_parser = result)]
    result: Vec<ResultChoice>,
    /// Classes of time control: bullet, blitz, rapid, classical or correspondence, or several separated by
    /// commas
    #[arg(long, help_heading = SELECTION, value_name = "CLASS", value_delimiter = ',', value_parser = time_class)]
    time_control: Vec<TimeClass>,
    /// How the game ended, such as `checkmate` or `time_forfeit`, or several separated by commas
    #[arg(long, help_heading = SELECTION, value_name = "WORD", value_delimiter = ',', value_parser = termination)]
    termination: Vec<Termination>,
    /// Length of the game in plies: 20-, 20-120
    #[arg(long, help_heading = SELECTION, value_name = "A-B", value_parser = range, allow_hyphen_values = true)]
    plies: Option<(u16, u16)>,
    /// Games that start from a set-up position (FEN tag)
    #[arg(long, help_heading = SELECTION, value_enum, default_value_t, value_name = "WHAT")]
    positions: UnusualStarts,
    /// Games of Chess960
    #[arg(long, help_heading = SELECTION, value_enum, default_value_t, value_name = "WHAT")]
    chess960: UnusualStarts,
    /// A random share of all games, from 0 to 1; the moves of a game decide whether it belongs to it
    #[arg(long, help_heading = SELECTION, value_name = "SHARE")]
    sample: Option<f64>,
    #[command(flatten)]
    seed: SeedArg,
    /// At most this many games of each player
    #[arg(long, help_heading = SELECTION, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    cap: Option<u32>,
}

/// Reads a colour.
fn color() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|word| Color::from_white(word == "white"))
}

/// A result, or `*`.
#[derive(Clone, Copy, Debug)]
struct ResultChoice(Option<GameResult>);

impl GameFilterArgs {
    /// The file with the names of players, if there is one.
    pub fn file(&self) -> Option<&Path> {
        self.players.as_deref()
    }

    /// The seed of random draws.
    pub const fn seed(&self) -> u64 {
        self.seed.seed
    }

    /// The selection that these options describe.
    pub fn selection(&self) -> anyhow::Result<GameSelection> {
        let mut players = NameList::default();
        for name in &self.player {
            players.add(name)?;
        }
        if let Some(file) = &self.players {
            for name in listed(file)? {
                players
                    .add(&name)
                    .with_context(|| file.display().to_string())?;
            }
        }
        if self.color.is_some() && players.is_empty() {
            bail!("--color is the colour of a player: give --player as well");
        }
        if let Some(share) = self.sample
            && !(0.0..=1.0).contains(&share)
        {
            bail!("--sample {share}: give a share of the games, from 0 to 1");
        }
        if let (Some(since), Some(until)) = (&self.since, &self.until) {
            // Compare the common prefix: 1999 spans 1999.01.01 to 1999.12.31.
            let length = since.len().min(until.len());
            ensure!(
                since.get(..length) <= until.get(..length),
                "--since {since} is later than --until {until}, so no game can pass: exchange them"
            );
        }
        let dates = (self.since.is_some() || self.until.is_some()).then(|| {
            let until = self.until.clone().unwrap_or_else(|| "9999".to_owned());
            (
                self.since.clone().unwrap_or_else(|| "0000".to_owned()),
                until,
            )
        });
        Ok(GameSelection {
            players,
            color: self.color,
            elo: self.elo.map(|(least, most)| least..=most),
            elo_difference: self.elo_difference,
            dates,
            eco: self.eco.clone(),
            results: self.result.iter().map(|word| word.0).collect(),
            time: self.time_control.clone(),
            terminations: self.termination.clone(),
            plies: self.plies.map(plies),
            positions: self.positions,
            chess960: self.chess960,
            sample: self.sample.map(|share| GameSample {
                share,
                seed: self.seed.seed,
            }),
            games_per_player: self.cap,
        })
    }
}

/// Reads a list of players, in any encoding that PGN is read in.
fn listed(file: &Path) -> anyhow::Result<Vec<String>> {
    let bytes = bayeschess::files::read_bytes(file).with_context(|| {
        format!(
            "{}: cannot be read; correct the name of the list of players",
            file.display()
        )
    })?;
    let text = decode(&bytes);
    let names: Vec<String> = text
        .lines()
        .map(str::trim)
        .filter(|name| !name.is_empty() && !name.starts_with('#'))
        .map(str::to_owned)
        .collect();
    ensure!(
        !names.is_empty(),
        "{}: there is no name in it; write one on each line",
        file.display()
    );
    Ok(names)
}

fn plies((least, most): (u16, u16)) -> RangeInclusive<usize> {
    usize::from(least)..=usize::from(most)
}

/// `A-B`, `A-`, `-B` or `A`.
fn range(text: &str) -> Result<(u16, u16), String> {
    let number = |word: &str, missing: u16| {
        let word = word.trim();
        if word.is_empty() {
            return Ok(missing);
        }
        word.parse()
            .map_err(|_| format!("'{word}' is not a number"))
    };
    let (least, most) = match text.split_once('-') {
        Some((least, most)) => (number(least, 0)?, number(most, u16::MAX)?),
        None => (number(text, 0)?, number(text, u16::MAX)?),
    };
    if least > most {
        return Err(format!("{least} is greater than {most}"));
    }
    Ok((least, most))
}

/// `1999`, `1999.12` or `1999.12.31`, with dots or hyphens.
fn date(text: &str) -> Result<String, String> {
    let date = text.replace(['-', '/'], ".");
    let parts: Vec<&str> = date.split('.').collect();
    let is_number = |part: &&str| part.bytes().all(|byte| byte.is_ascii_digit());
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    if !parts.iter().all(is_number) || !matches!(lengths.as_slice(), [4] | [4, 2] | [4, 2, 2]) {
        return Err("give a year, a month as 1999.12, or a day as 1999.12.31".to_owned());
    }
    let numbers: Vec<u16> = parts
        .iter()
        .filter_map(|part| part.parse::<u16>().ok())
        .collect();
    match numbers.as_slice() {
        [_, month, ..] if !(1..=12).contains(month) => Err(format!("there is no month {month}")),
        [year, month, day] if !(1..=days_in(*year, *month)).contains(day) => {
            Err(format!("there is no day {day} in {year}.{month:02}"))
        }
        _ => Ok(date),
    }
}

const fn days_in(year: u16, month: u16) -> u16 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// `B90` or `B20-B99`.
fn eco(text: &str) -> Result<(String, String), String> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let code = |word: &str, filler: &str| {
        let word = word.trim().to_ascii_uppercase();
        let is_code = matches!(word.as_bytes(), [b'A'..=b'E', digits @ ..]
            if digits.len() <= 2 && digits.iter().all(u8::is_ascii_digit));
        if !is_code {
            return Err(format!(
                "'{word}' is not an ECO code: give one as B, B2 or B20"
            ));
        }
        let missing = filler.get(word.len() - 1..).unwrap_or_default();
        Ok(format!("{word}{missing}"))
    };
    let (first, last) = (code(first, "00")?, code(last, "99")?);
    if first > last {
        return Err(format!("{first} comes after {last}: exchange them"));
    }
    Ok((first, last))
}

fn result(text: &str) -> Result<ResultChoice, String> {
    match text.trim() {
        "*" => Ok(ResultChoice(None)),
        "draw" | "1/2" => Ok(ResultChoice(Some(GameResult::Draw))),
        word => word
            .parse()
            .map(|result| ResultChoice(Some(result)))
            .map_err(|_| "give 1-0, 0-1, 1/2-1/2 or *".to_owned()),
    }
}

fn time_class(text: &str) -> Result<TimeClass, String> {
    text.trim().parse().map_err(|_| {
        let names: Vec<&str> = TimeClass::VARIANTS
            .iter()
            .map(|class| class.name())
            .collect();
        format!("give one of {}", names.join(", "))
    })
}

fn termination(text: &str) -> Result<Termination, String> {
    text.trim().parse().map_err(|_| {
        format!(
            "give one of {}",
            Termination::ALL.map(Termination::name).join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read() {
        assert_eq!(range("20-30"), Ok((20, 30)));
        assert_eq!(range("20-"), Ok((20, u16::MAX)));
        assert_eq!(range("-30"), Ok((0, 30)));
        assert!(range("30-20").is_err());
        assert_eq!(eco("b2"), Ok(("B20".to_owned(), "B29".to_owned())));
        assert_eq!(eco("B20-C"), Ok(("B20".to_owned(), "C99".to_owned())));
        assert!(eco("F10").is_err());
        assert_eq!(date("1999-12"), Ok("1999.12".to_owned()));
        assert!(eco("C-B").is_err());
        for wrong in ["99", "1970.13.45", "1970.00", "1999.02.29", "1999.04.31"] {
            assert!(date(wrong).is_err(), "{wrong}");
        }
        assert_eq!(date("2000/02/29"), Ok("2000.02.29".to_owned()));
    }

    #[test]
    fn a_list_of_players_is_read_in_any_encoding_without_its_remarks() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("players.txt");
        let listed = |bytes: &[u8]| {
            std::fs::write(&file, bytes).expect("written");
            super::listed(&file)
        };
        let names = listed(b"# the best\n\nH\xfcbner, R\r\n =Tal, M\n").expect("two names");
        assert_eq!(names, ["H\u{fc}bner, R", "=Tal, M"]);
        let error = listed(b"\xef\xbb\xbf# nobody\n\n").expect_err("no name");
        assert!(error.to_string().contains("there is no name in it"));
    }

    #[test]
    fn a_span_that_ends_before_it_begins_is_refused() {
        let span = |since: &str, until: &str| GameFilterArgs {
            since: Some(since.to_owned()),
            until: Some(until.to_owned()),
            ..GameFilterArgs::default()
        };
        assert!(span("1971", "1970").selection().is_err());
        assert!(span("1970.06", "1970.05.31").selection().is_err());
        assert!(span("1970.06", "1970").selection().is_ok());
        assert!(span("1970", "1970.01.01").selection().is_ok());
    }
}
