//! Parsing of an engine's output lines. No line causes an error: what cannot be read is ignored or marked.
//!
//! Source: Kahlen and Meyer-Kahlen, *Universal Chess Interface* (2006), "Engine to GUI".

use std::time::Duration;

use crate::score::Score;
use crate::units::{Centipawns, Nodes, Ply};

/// A line of an engine's output, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineLine {
    /// `id name N`.
    Name(String),
    /// `id author N`.
    Author(String),
    /// `option name N type T …`.
    Option(DeclaredOption),
    /// `uciok`.
    UciOk,
    /// `readyok`.
    ReadyOk,
    /// `bestmove M [ponder P]`, the moves as written.
    BestMove {
        /// Best move, as written.
        best: String,
        /// Expected reply, as written.
        ponder: Option<String>,
    },
    /// `info …`.
    Info(Box<EngineInfo>),
    /// Anything else.
    Other,
}

/// An option as an engine declares it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredOption {
    /// Name of the option.
    pub name: String,
    /// Type: `check`, `spin`, `combo`, `button`, `string`, or the word as written.
    pub kind: String,
    /// Default value.
    pub default: Option<String>,
    /// Minimum of a spin.
    pub min: Option<i64>,
    /// Maximum of a spin.
    pub max: Option<i64>,
    /// Allowed values of a combo.
    pub values: Vec<String>,
}

/// The values of an `info` line; an absent or unreadable one is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineInfo {
    /// Search depth in plies.
    pub depth: Option<Ply>,
    /// Selective depth in plies.
    pub selective_depth: Option<Ply>,
    /// Search time by the engine's own clock.
    pub time: Option<Duration>,
    /// Nodes searched.
    pub nodes: Option<Nodes>,
    /// Rank of the line, from 1, with `MultiPV`.
    pub rank: Option<u32>,
    /// Score from the point of view of the side to move.
    pub score: Option<Score>,
    /// True if the score is only a `lowerbound` or `upperbound`.
    pub is_bound: bool,
    /// Principal variation, as written.
    pub line: Vec<String>,
    /// Unreadable values: the keyword, and the text found where its value belongs.
    pub broken: Vec<(String, String)>,
}

/// Parses one line.
pub fn parse(line: &str) -> EngineLine {
    let line = line.trim();
    let (word, rest) = line
        .split_once(char::is_whitespace)
        .map_or((line, ""), |(word, rest)| (word, rest.trim()));
    match word {
        "id" => identity(rest),
        "option" => EngineLine::Option(declared(rest)),
        "uciok" => EngineLine::UciOk,
        "readyok" => EngineLine::ReadyOk,
        "bestmove" => best_move(rest),
        "info" => EngineLine::Info(Box::new(info(rest))),
        _ => EngineLine::Other,
    }
}

fn identity(rest: &str) -> EngineLine {
    match rest.split_once(char::is_whitespace) {
        Some(("name", name)) => EngineLine::Name(name.trim().to_owned()),
        Some(("author", author)) => EngineLine::Author(author.trim().to_owned()),
        _ => EngineLine::Other,
    }
}

fn best_move(rest: &str) -> EngineLine {
    let mut words = rest.split_whitespace();
    let best = words.next().unwrap_or_default().to_owned();
    let ponder = match words.next() {
        Some("ponder") => words.next().map(str::to_owned),
        _ => None,
    };
    EngineLine::BestMove { best, ponder }
}

fn declared(rest: &str) -> DeclaredOption {
    let mut option = DeclaredOption::default();
    let mut field = "";
    let mut value: Vec<&str> = Vec::new();
    for word in rest.split_whitespace() {
        // Only `type` ends a name, so that it may hold the other words: `LMR min depth`.
        let is_field = match word {
            "name" => option.name.is_empty() && field != "name",
            "type" => option.kind.is_empty(),
            "default" | "min" | "max" | "var" => field != "name",
            _ => false,
        };
        if is_field {
            option.set(field, &value.join(" "));
            value.clear();
            field = word;
        } else {
            value.push(word);
        }
    }
    option.set(field, &value.join(" "));
    option
}

impl DeclaredOption {
    fn set(&mut self, field: &str, value: &str) {
        match field {
            "name" => value.clone_into(&mut self.name),
            "type" => value.clone_into(&mut self.kind),
            "default" => self.default = Some(value.to_owned()),
            "min" => self.min = value.parse().ok(),
            "max" => self.max = value.parse().ok(),
            "var" => self.values.push(value.to_owned()),
            _ => {}
        }
    }
}

/// Keywords of an `info` line.
const FIGURES: [&str; 17] = [
    "depth",
    "seldepth",
    "time",
    "nodes",
    "pv",
    "multipv",
    "score",
    "currmove",
    "currmovenumber",
    "hashfull",
    "nps",
    "tbhits",
    "sbhits",
    "cpuload",
    "string",
    "refutation",
    "currline",
];

fn info(rest: &str) -> EngineInfo {
    let mut info = EngineInfo::default();
    let mut words = rest.split_whitespace().peekable();
    while let Some(word) = words.next() {
        match word {
            // The rest of the line is free text.
            "string" => break,
            "pv" => {
                while let Some(m) = words.next_if(|next| !FIGURES.contains(next)) {
                    info.line.push(m.to_owned());
                }
            }
            "score" => {
                let kind = words.next().unwrap_or_default();
                let value = words.next().unwrap_or_default();
                match score(kind, value) {
                    Some(score) => info.score = Some(score),
                    None => info
                        .broken
                        .push((word.to_owned(), format!("{kind} {value}"))),
                }
            }
            "lowerbound" | "upperbound" => info.is_bound = true,
            "depth" | "seldepth" | "time" | "nodes" | "multipv" | "nps" | "hashfull" | "tbhits"
            | "currmovenumber" => {
                let value = words.next().unwrap_or_default();
                if info.set(word, value).is_none() {
                    info.broken.push((word.to_owned(), value.to_owned()));
                }
            }
            _ => {}
        }
    }
    info
}

impl EngineInfo {
    fn set(&mut self, figure: &str, value: &str) -> Option<()> {
        match figure {
            "depth" => self.depth = Some(Ply(value.parse().ok()?)),
            "seldepth" => self.selective_depth = Some(Ply(value.parse().ok()?)),
            "time" => self.time = Some(Duration::from_millis(value.parse().ok()?)),
            "nodes" => self.nodes = Some(Nodes(value.parse().ok()?)),
            "multipv" => self.rank = Some(value.parse().ok()?),
            _ => {
                value.parse::<u64>().ok()?;
            }
        }
        Some(())
    }

    /// Returns true if the line is about the best move: it has no `multipv` or rank 1.
    pub fn is_first_line(&self) -> bool {
        self.rank.is_none_or(|rank| rank == 1)
    }
}

fn score(kind: &str, value: &str) -> Option<Score> {
    match kind {
        "cp" => Some(Score::Heuristic(Centipawns(value.parse().ok()?))),
        "mate" => {
            let moves: i32 = value.parse().ok()?;
            let plies = |moves: u32, less: u32| {
                u16::try_from(moves.saturating_mul(2).saturating_sub(less))
                    .ok()
                    .map(Ply)
            };
            if moves > 0 {
                plies(moves.unsigned_abs(), 1).map(Score::MateIn)
            } else {
                plies(moves.unsigned_abs(), 0).map(Score::MatedIn)
            }
        }
        _ => None,
    }
}

impl DeclaredOption {
    /// Returns a description of the values that the option allows, if `value` is not one of them.
    pub(super) fn refuses(&self, value: Option<&str>) -> Option<String> {
        let text = value.unwrap_or_default();
        match self.kind.as_str() {
            "check" => (!matches!(text, "true" | "false")).then(|| "true or false".to_owned()),
            "spin" => {
                let (min, max) = (self.min.unwrap_or(i64::MIN), self.max.unwrap_or(i64::MAX));
                let fits = text
                    .parse()
                    .is_ok_and(|number: i64| (min..=max).contains(&number));
                (!fits).then(|| format!("a whole number from {min} to {max}"))
            }
            "combo" => {
                let known = self.values.iter().any(|one| one.eq_ignore_ascii_case(text));
                (!known).then(|| format!("one of {}", self.values.join(", ")))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read_info(text: &str) -> EngineInfo {
        match parse(text) {
            EngineLine::Info(info) => *info,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn figures_are_read_in_any_order() {
        let info = read_info(
            "info pv e2e4 e7e5 nps 7 nodes 120 score cp -13 upperbound depth 9 seldepth 14 time 20 multipv 2 wdl 1 2 3",
        );
        assert_eq!(info.line, ["e2e4", "e7e5"]);
        assert_eq!(
            (info.depth, info.selective_depth),
            (Some(Ply(9)), Some(Ply(14)))
        );
        assert_eq!(info.score, Some(Score::Heuristic(Centipawns(-13))));
        assert!(info.is_bound && !info.is_first_line() && info.broken.is_empty());
        assert_eq!(info.time, Some(Duration::from_millis(20)));
    }

    #[test]
    fn mates_count_moves() {
        for (text, score) in [
            ("info score mate 1", Score::MateIn(Ply(1))),
            ("info score mate 3", Score::MateIn(Ply(5))),
            ("info score mate -2", Score::MatedIn(Ply(4))),
            ("info score mate 0", Score::MatedIn(Ply(0))),
        ] {
            assert_eq!(read_info(text).score, Some(score), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_kept_as_broken() {
        let info = read_info("info depth 3.5 nodes many score cp nan");
        assert_eq!(info.broken.len(), 3);
        assert_eq!(
            info,
            EngineInfo {
                broken: info.broken.clone(),
                ..EngineInfo::default()
            }
        );
    }

    #[test]
    fn options_keep_blanks_in_names_and_values() {
        let EngineLine::Option(option) = parse(
            "option name Clear Hash type combo default Very Good var Very Good var Bad min 1 max x",
        ) else {
            panic!("no option");
        };
        assert_eq!(
            (option.name.as_str(), option.kind.as_str()),
            ("Clear Hash", "combo")
        );
        assert_eq!(option.values, ["Very Good", "Bad"]);
        assert_eq!((option.min, option.max), (Some(1), None));
    }

    #[test]
    fn names_may_hold_the_words_of_the_protocol() {
        for name in ["LMR min depth", "Use default name", "max", "Var name min"] {
            let line = format!("option name {name} type spin default 3 min 1 max 10");
            let EngineLine::Option(option) = parse(&line) else {
                panic!("no option");
            };
            assert_eq!((option.name.as_str(), option.kind.as_str()), (name, "spin"));
            assert_eq!(option.default.as_deref(), Some("3"));
            assert_eq!((option.min, option.max), (Some(1), Some(10)));
        }
        let line = "option name Book type string default name of a type";
        let EngineLine::Option(option) = parse(line) else {
            panic!("no option");
        };
        assert_eq!(option.name, "Book");
        assert_eq!(option.default.as_deref(), Some("name of a type"));
    }

    #[test]
    fn the_other_words_are_read() {
        assert_eq!(parse(" uciok \r"), EngineLine::UciOk);
        assert_eq!(parse("readyok"), EngineLine::ReadyOk);
        assert_eq!(
            parse("id name Toga II"),
            EngineLine::Name("Toga II".to_owned())
        );
        assert_eq!(
            parse("bestmove e7e8q ponder a7a6"),
            EngineLine::BestMove {
                best: "e7e8q".to_owned(),
                ponder: Some("a7a6".to_owned())
            }
        );
        assert_eq!(parse("Segmentation fault"), EngineLine::Other);
    }

    proptest! {
        #[test]
        fn no_line_breaks_the_reader(line in "\\PC{0,80}") {
            let _ = parse(&line);
        }

        #[test]
        fn no_figure_breaks_the_reader(words in prop::collection::vec(
            prop::sample::select(&["info", "score", "cp", "mate", "depth", "pv", "e2e4", "-32768", "99999999999999999999", "option", "name", "type", "string", "bestmove", "ponder"]), 0..12)) {
            let _ = parse(&words.join(" "));
            let _ = parse(&format!("info {}", words.join(" ")));
        }
    }
}
