//! `bayeschess tables diff`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::bail;
use serde::Serialize;

use super::super::RunStatus;
use super::super::output::{JsonFlag, print, print_json};
use super::weights;
use bayeschess::heuristic::{Heuristic, Term};
use bayeschess::model::HeuristicSpec;
use bayeschess::phase::Phase;

/// In which weights two models differ; exit code 1 when they do
#[derive(Debug, clap::Args)]
pub(super) struct ModelDiffArgs {
    /// The model to come from
    before: HeuristicSpec,
    /// The model to go to
    after: HeuristicSpec,
    /// How many of the furthest moves are listed
    #[arg(long, value_name = "N", default_value_t = 20)]
    most: usize,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct ModelDiffJson<'a> {
    before: String,
    after: String,
    schema: &'a str,
    weights: usize,
    changed: usize,
    root_mean_square_cp: f64,
    moves: Vec<WeightChangeJson<'a>>,
}

#[derive(Clone, Copy, Serialize)]
struct WeightChangeJson<'a> {
    parameter: &'a str,
    #[serde(skip)]
    term: Term,
    phase: Phase,
    before: i32,
    after: i32,
}

impl WeightChangeJson<'_> {
    const fn by(&self) -> i32 {
        self.after - self.before
    }
}

pub(super) fn run(args: &ModelDiffArgs) -> anyhow::Result<RunStatus> {
    let (before, after) = (weights(&args.before)?, weights(&args.after)?);
    if before.schema().fingerprint() != after.schema().fingerprint() {
        bail!(
            "'{}' is of the family {}, '{}' of the family {}; compare models of one family",
            args.before,
            before.schema().name(),
            args.after,
            after.schema().name()
        );
    }
    let all = moves(&before, &after);
    let mut changed: Vec<WeightChangeJson<'_>> =
        all.iter().copied().filter(|one| one.by() != 0).collect();
    changed.sort_by_key(|one| std::cmp::Reverse(one.by().abs()));
    let verdict = if changed.is_empty() {
        RunStatus::Success
    } else {
        RunStatus::Findings
    };
    let difference = ModelDiffJson {
        before: args.before.to_string(),
        after: args.after.to_string(),
        schema: before.schema().name(),
        weights: all.len(),
        changed: changed.len(),
        root_mean_square_cp: root_mean_square(&all),
        moves: changed.into_iter().take(args.most).collect(),
    };
    if args.json.json {
        print_json(&difference)?;
    } else {
        print(&in_words(&difference, &all))?;
    }
    Ok(verdict)
}

fn moves<'a>(before: &'a Heuristic, after: &Heuristic) -> Vec<WeightChangeJson<'a>> {
    let of_phase = |phase: Phase| {
        let pairs = before.weights()[phase].iter().zip(&after.weights()[phase]);
        let parameters = before.schema().parameters().iter();
        let moves = parameters
            .zip(pairs)
            .map(move |(parameter, (old, new))| WeightChangeJson {
                parameter: &parameter.name,
                term: parameter.group.term(),
                phase,
                before: *old,
                after: *new,
            });
        moves.collect::<Vec<_>>()
    };
    Phase::ALL.into_iter().flat_map(of_phase).collect()
}

fn root_mean_square(moves: &[WeightChangeJson<'_>]) -> f64 {
    let squares: f64 = moves.iter().map(|one| f64::from(one.by()).powi(2)).sum();
    let mean = squares / moves.len().max(1) as f64;
    (mean.sqrt() * 100.0).round() / 100.0
}

fn in_words(difference: &ModelDiffJson<'_>, all: &[WeightChangeJson<'_>]) -> String {
    let mut text = format!(
        "{} of {} weights differ, by {} cp in the root mean square\n",
        difference.changed, difference.weights, difference.root_mean_square_cp
    );
    let mut terms: BTreeMap<Term, Vec<WeightChangeJson<'_>>> = BTreeMap::new();
    for one in all {
        terms.entry(one.term).or_default().push(*one);
    }
    for (term, moves) in &terms {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {:24}{:>8} cp",
            term.to_string(),
            root_mean_square(moves)
        );
    }
    if !difference.moves.is_empty() {
        let _ = writeln!(
            text,
            "\n{:40}{:12}{:>8}{:>8}{:>8}",
            "furthest", "phase", "before", "after", "moved"
        );
    }
    for one in &difference.moves {
        let _ = writeln!(
            text,
            "{:40}{:12}{:>8}{:>8}{:>+8}",
            one.parameter,
            one.phase,
            one.before,
            one.after,
            one.by()
        );
    }
    text
}
