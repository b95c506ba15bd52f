//! `bayeschess model diff`.

use std::collections::BTreeMap;

use anyhow::bail;
use serde::Serialize;

use super::fixed::weights;
use super::name::ModelName;
use super::style_diff;
use crate::cli::options::TopArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::heuristic::{Heuristic, Term};
use bayeschess::model::HeuristicSpec;
use bayeschess::phase::Phase;

/// Compare two models; exit code 1 if they differ
///
/// Two heuristics of one family: the weights that differ most, in centipawns. Two style models: the players
/// whose games differ.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess model diff initial t.csv
  bayeschess model diff style:shipped style.toml --json")]
pub(super) struct ModelDiffArgs {
    /// The first model
    #[arg(value_name = "BEFORE")]
    before: ModelName,
    /// The second model
    #[arg(value_name = "AFTER")]
    after: ModelName,
    #[command(flatten)]
    top: TopArg,
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
    match (&args.before, &args.after) {
        (ModelName::Heuristic(before), ModelName::Heuristic(after)) => diff_heuristics(
            args,
            &ModelName::heuristic(before)?,
            &ModelName::heuristic(after)?,
        ),
        (ModelName::Style(before), ModelName::Style(after)) => {
            style_diff::diff(before, after, args.top.rows, args.json)
        }
        _ => bail!("a heuristic and a style model have nothing to compare; name two of one kind"),
    }
}

fn diff_heuristics(
    args: &ModelDiffArgs,
    before_spec: &HeuristicSpec,
    after_spec: &HeuristicSpec,
) -> anyhow::Result<RunStatus> {
    let (before, after) = (weights(before_spec)?, weights(after_spec)?);
    if before.schema().fingerprint() != after.schema().fingerprint() {
        bail!(
            "'{}' is of the family {}, '{}' of the family {}; compare models of one family",
            before_spec,
            before.schema().name(),
            after_spec,
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
        before: before_spec.to_string(),
        after: after_spec.to_string(),
        schema: before.schema().name(),
        weights: all.len(),
        changed: changed.len(),
        root_mean_square_cp: root_mean_square(&all),
        moves: changed.into_iter().take(args.top.rows).collect(),
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
                term: parameter.kind.term(),
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
    let mut by_term = TextTable::new(&["term"], &["moved, cp"]);
    for (term, moves) in &terms {
        by_term.row(&[term, &root_mean_square(moves)]);
    }
    text.push_str(&by_term.to_string());
    if difference.moves.is_empty() {
        return text;
    }
    let mut furthest = TextTable::new(&["furthest", "phase"], &["before", "after", "moved"]);
    for one in &difference.moves {
        let moved = format!("{:+}", one.by());
        furthest.row(&[&one.parameter, &one.phase, &one.before, &one.after, &moved]);
    }
    text + "\n" + &furthest.to_string()
}
