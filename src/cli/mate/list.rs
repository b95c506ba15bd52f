//! Solves a file of mate problems.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::fmt::Write as _;
use std::path::Path;

use anyhow::bail;
use serde::Serialize;

use super::options::MateArgs;
use super::solved::{MateJson, SolvedMate, figures, solve, verdict};
use crate::cli::output::{print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::board::fen;
use bayeschess::files::read_whole;

/// A line of the file.
#[derive(Serialize)]
struct MateProblemJson {
    line: usize,
    /// The expected number of moves (`dm` of the line).
    stated: Option<u16>,
    #[serde(flatten)]
    figures: MateJson,
}

#[derive(Serialize)]
struct MateListJson {
    problems: Vec<MateProblemJson>,
    mates: usize,
    differ: usize,
    nodes: u64,
    seconds: f64,
}

/// Solves each problem; exit code 1 if one has no mate, or another length than its line says.
pub(super) fn run(args: &MateArgs, file: &Path) -> anyhow::Result<RunStatus> {
    let bytes = read_whole(file)?;
    let text = String::from_utf8_lossy(&bytes);
    let mut summary = MateListJson {
        problems: Vec::new(),
        mates: 0,
        differ: 0,
        nodes: 0,
        seconds: 0.0,
    };
    for (content, line) in text.lines().zip(1..) {
        let content = content.trim();
        if content.is_empty() || content.starts_with('#') {
            continue;
        }
        let (fields, stated) = split(content);
        let position = match fen::read(&fields) {
            Ok(position) => position,
            Err(error) => bail!("{}: line {line}: {error}", file.display()),
        };
        let moves = stated.unwrap_or(args.moves);
        let solved = solve(&position, moves, args.nodes, args.max_lines);
        summary.add(line, stated, &solved);
        if !args.json.json {
            print(&row(&summary))?;
        }
    }
    if summary.problems.is_empty() {
        bail!(
            "{}: there is no problem in it; give a FEN or EPD a line",
            file.display()
        );
    }
    if args.json.json {
        print_json(&summary)?;
    } else {
        print(&format!(
            "{} problems: {} mates, {} not as stated; {} nodes, {:.1} s\n",
            summary.problems.len(),
            summary.mates,
            summary.differ,
            summary.nodes,
            summary.seconds
        ))?;
    }
    let all = summary.mates == summary.problems.len() && summary.differ == 0;
    Ok(if all {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

impl MateListJson {
    fn add(&mut self, line: usize, stated: Option<u16>, solved: &SolvedMate) {
        let figures = figures(solved);
        self.mates += usize::from(verdict(solved) == RunStatus::Success);
        let agrees = stated.is_none() || figures.moves == stated && figures.shortest == Some(true);
        self.differ += usize::from(!agrees);
        self.nodes += figures.nodes;
        self.seconds += figures.seconds;
        self.problems.push(MateProblemJson {
            line,
            stated,
            figures,
        });
    }
}

/// Splits an EPD line into its position and the number of its `dm` operation.
fn split(line: &str) -> (String, Option<u16>) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let stated = words
        .iter()
        .position(|word| *word == "dm")
        .and_then(|place| words.get(place + 1)?.trim_end_matches(';').parse().ok())
        .filter(|moves| *moves > 0);
    let is_counter = |word: &&&str| word.bytes().all(|byte| byte.is_ascii_digit());
    let counters = words.iter().skip(4).take(2).filter(is_counter).count();
    let fields = if counters == 2 { 6 } else { 4 };
    let fields: Vec<&str> = words.into_iter().take(fields).collect();
    (fields.join(" "), stated)
}

fn row(summary: &MateListJson) -> String {
    let Some(problem) = summary.problems.last() else {
        return String::new();
    };
    let figures = &problem.figures;
    let verdict = match figures.moves {
        Some(moves) => format!("mate in {moves} by {}", figures.keys.join(" ")),
        None => format!("{} in {}", figures.verdict, figures.asked),
    };
    let mut row = format!("line {}: {verdict}", problem.line);
    if let Some(stated) = problem
        .stated
        .filter(|stated| Some(*stated) != figures.moves)
    {
        // Writing to a string cannot fail.
        let _ = write!(row, " (stated: {stated})");
    }
    let _ = writeln!(row, "; {} nodes, {:.2} s", figures.nodes, figures.seconds);
    row
}
