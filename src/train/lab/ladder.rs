//! The ladder: nodes and time to a depth, with one technique more at each rung.
//!
//! It begins with the comparison of minimax and alpha-beta by J. M. Martínez Villarreal (*Desarrollo y análisis de
//! un programa que juega ajedrez*, UNAM, 1987) and ends with today's search. The thesis does not print its ten
//! positions; these are the first ten of the bench.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::rung::LadderRung;
use super::{LabError, MeasurementLog, recipe_of};
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, RootContext};
use crate::heuristic::Heuristic;
use crate::plot::{Axis, RowChart, RowSeries, RowValue};
use crate::search::reference::{alpha_beta_within, minimax_within};
use crate::search::{ScoreBound, SearchEvent, SearchLimits, SearchSettings, Searcher, bench};
use crate::train::Completion;
use crate::train::result_sheet::SheetRow;
use crate::units::{Nodes, Ply};

/// Number of positions that are searched.
pub const POSITIONS: usize = 10;

/// The settings of a ladder.
#[derive(Clone, Debug)]
pub struct TechniqueLadder {
    /// The weights of every evaluation.
    pub heuristic: Heuristic,
    /// The deepest depth in plies, at least 1.
    pub depth: u16,
    /// Node limit for a position; beyond it, its row says "more than".
    pub max_nodes: u64,
}

/// The cost of one rung to one depth, over all positions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LadderRow {
    /// The recipe's hash.
    pub recipe: String,
    /// The rung's name.
    pub rung: String,
    /// Its name in Amyan's text; empty if that does not mention it.
    pub amyan: String,
    /// Plies; with extensions and quiescence some lines go deeper, with reductions less deep.
    pub depth: u16,
    /// Number of positions that were searched.
    pub positions: usize,
    /// Number of positions in which the depth was reached within the node limit.
    pub finished: usize,
    /// Nodes in total; a position that was given up counts with the node limit.
    pub nodes: u64,
    /// Nodes evaluated statically; known only for the plain algorithms.
    pub evaluated: Option<u64>,
    /// Time in total, on one thread.
    pub seconds: f64,
}

impl SheetRow for LadderRow {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

impl LadderRow {
    /// Returns true if nodes and time are only lower bounds.
    pub const fn is_more(&self) -> bool {
        self.finished < self.positions
    }
}

/// The cost of reaching a depth in one position.
#[derive(Clone, Copy, Debug, Default)]
struct DepthCost {
    is_finished: bool,
    nodes: u64,
    evaluated: Option<u64>,
    time: Duration,
}

impl TechniqueLadder {
    /// Returns the hash of the settings, the weights and the program.
    pub fn recipe(&self) -> String {
        let settings = format!("ladder {} {}", self.depth, self.max_nodes);
        recipe_of(&self.heuristic, &[settings])
    }

    /// Measures the missing rungs; `on_rung` is called before each.
    ///
    /// # Errors
    ///
    /// When the sheet cannot be written.
    pub fn measure(
        &self,
        notebook: &mut MeasurementLog<LadderRow>,
        stop: &CancelFlag,
        on_rung: &mut dyn FnMut(LadderRung),
    ) -> Result<Completion, LabError> {
        let recipe = self.recipe();
        for rung in LadderRung::all() {
            on_rung(rung);
            let name = rung.name();
            if notebook.rows().iter().any(|row| row.rung == name) {
                continue;
            }
            let Some(steps) = self.steps(rung, stop) else {
                return Ok(Completion::Stopped);
            };
            let rows = (1..).zip(steps).map(|(depth, steps)| LadderRow {
                recipe: recipe.clone(),
                rung: name.clone(),
                amyan: rung.in_amyan().unwrap_or_default().to_owned(),
                depth,
                positions: steps.len(),
                finished: steps.iter().filter(|step| step.is_finished).count(),
                nodes: steps.iter().map(|step| step.nodes).sum(),
                evaluated: steps.iter().map(|step| step.evaluated).sum(),
                seconds: steps
                    .iter()
                    .map(|step| step.time)
                    .sum::<Duration>()
                    .as_secs_f64(),
            });
            notebook.add(rows.collect())?;
        }
        Ok(Completion::Complete)
    }

    /// Returns the costs by depth and position; `None` when stopped.
    fn steps(&self, rung: LadderRung, stop: &CancelFlag) -> Option<Vec<Vec<DepthCost>>> {
        let mut searcher = rung.techniques().map(|techniques| {
            Searcher::new(&SearchSettings {
                techniques,
                ..SearchSettings::default()
            })
        });
        let mut by_depth = vec![Vec::new(); usize::from(self.depth)];
        for game in bench::positions().take(POSITIONS) {
            let evaluator = Evaluator::new(&self.heuristic, RootContext::of(game.position()));
            let steps = match &mut searcher {
                Some(searcher) => self.search(searcher, &game, &evaluator, stop),
                None => self.plain_search(rung, &game, &evaluator),
            };
            if stop.is_raised() {
                return None;
            }
            for (steps, step) in by_depth.iter_mut().zip(steps) {
                steps.push(step);
            }
        }
        Some(by_depth)
    }

    /// Returns the search's cost to each depth, from one search.
    fn search(
        &self,
        searcher: &mut Searcher,
        game: &GameState,
        evaluator: &Evaluator,
        stop: &CancelFlag,
    ) -> Vec<DepthCost> {
        let limits = SearchLimits {
            depth: Some(Ply(self.depth)),
            nodes: Some(Nodes(self.max_nodes)),
            ..SearchLimits::default()
        };
        let mut steps = Vec::new();
        searcher.clear();
        let report = searcher.search(game, evaluator, &limits, stop, &mut |event| {
            if let SearchEvent::Iteration(report) = event
                && report.bound == ScoreBound::Exact
            {
                steps.push(DepthCost {
                    is_finished: true,
                    nodes: report.nodes.0,
                    evaluated: None,
                    time: report.time,
                });
            }
        });
        // A search that found a mate stops deepening, but has not failed.
        let last = DepthCost {
            is_finished: report.nodes.0 < self.max_nodes,
            nodes: report.nodes.0,
            evaluated: None,
            time: report.time,
        };
        steps.resize(usize::from(self.depth), last);
        steps
    }

    /// Returns a plain algorithm's cost to each depth, from separate searches.
    fn plain_search(
        &self,
        rung: LadderRung,
        game: &GameState,
        evaluator: &Evaluator,
    ) -> Vec<DepthCost> {
        let mut steps: Vec<DepthCost> = Vec::new();
        for depth in 1..=self.depth {
            let began = Instant::now();
            let found = match rung {
                LadderRung::Minimax => minimax_within(game, evaluator, depth, self.max_nodes),
                _ => alpha_beta_within(game, evaluator, depth, self.max_nodes),
            };
            let Some(found) = found else {
                let given_up = DepthCost {
                    is_finished: false,
                    nodes: self.max_nodes,
                    evaluated: Some(0),
                    time: began.elapsed(),
                };
                steps.resize(usize::from(self.depth), given_up);
                return steps;
            };
            steps.push(DepthCost {
                is_finished: true,
                nodes: found.nodes,
                evaluated: Some(found.evaluated),
                time: began.elapsed(),
            });
        }
        steps
    }

    /// Returns the depths shown in tables: every second one, down from the deepest.
    pub fn shown_depths(&self) -> Vec<u16> {
        let mut depths: Vec<u16> = (1..=self.depth).rev().step_by(2).take(4).collect();
        depths.reverse();
        depths
    }

    /// Draws the nodes to each depth shown, a row for each rung.
    pub fn chart(&self, rows: &[LadderRow]) -> RowChart {
        let names: Vec<String> = rows
            .iter()
            .filter(|row| row.depth == 1)
            .map(|row| row.rung.clone())
            .collect();
        let value = |name: &String, depth| {
            let row = rows
                .iter()
                .find(|row| row.rung == *name && row.depth == depth)?;
            Some(RowValue {
                x: row.nodes as f64,
                error: 0.0,
                is_more: row.is_more(),
            })
        };
        RowChart {
            title: "From minimax to today's search".to_owned(),
            subtitle: format!(
                "nodes over {POSITIONS} positions, one technique more a row; … : given up at {} each",
                Nodes(self.max_nodes)
            ),
            x_label: "nodes".to_owned(),
            x_axis: Axis::Logarithmic,
            reference: None,
            series: self
                .shown_depths()
                .into_iter()
                .map(|depth| RowSeries {
                    name: format!("depth {depth}"),
                    values: names.iter().map(|name| value(name, depth)).collect(),
                })
                .collect(),
            names,
        }
    }
}

/// Returns the effective branching factor of a row: the growth of nodes with each ply. It is taken over the last two
/// plies to a depth reached in every position, since odd and even depths differ.
pub fn branching(rows: &[LadderRow], rung: &str) -> Option<f64> {
    let nodes = |depth: u16| {
        let own = |row: &&LadderRow| row.rung == rung && row.depth == depth;
        let row = rows.iter().find(own).filter(|row| !row.is_more())?;
        Some(row.nodes as f64)
    };
    let deepest = (3..=u16::MAX)
        .take_while(|depth| nodes(*depth).is_some())
        .last()?;
    Some((nodes(deepest)? / nodes(deepest - 2)?).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Existing;

    fn climbed(ladder: &TechniqueLadder) -> Vec<LadderRow> {
        let mut notebook = MeasurementLog::open(None, "", Existing::Keep).expect("in memory");
        let progress = ladder.measure(&mut notebook, &CancelFlag::new(), &mut |_| {});
        assert_eq!(progress.expect("climbed"), Completion::Complete);
        notebook.rows().to_vec()
    }

    #[test]
    fn every_rung_is_measured_and_alpha_beta_saves_what_minimax_wastes() {
        let ladder = TechniqueLadder {
            heuristic: Heuristic::initial(),
            depth: 3,
            max_nodes: 20_000,
        };
        let rows = climbed(&ladder);
        assert_eq!(rows.len(), 3 * LadderRung::all().len());
        let row = |rung: &str, depth| {
            let found = rows
                .iter()
                .find(|row| row.rung == rung && row.depth == depth);
            found.expect("a row")
        };
        // The thesis' proportions: alpha-beta saves little at depth 2 and most at depth 3.
        let (plain, pruned) = (row("minimax", 2), row("alpha-beta", 2));
        assert!(!plain.is_more() && pruned.nodes < plain.nodes);
        assert!(plain.evaluated < Some(plain.nodes) && plain.evaluated > pruned.evaluated);
        assert!(row("minimax", 3).is_more() && branching(&rows, "minimax").is_none());
        assert!(branching(&rows, "alpha-beta").is_some_and(|factor| factor > 2.0));
        let chart = ladder.chart(&rows);
        assert_eq!(
            (chart.names.len(), chart.series.len()),
            (LadderRung::all().len(), 2)
        );
        // Nodes repeat; time does not.
        let nodes = |rows: &[LadderRow]| rows.iter().map(|row| row.nodes).collect::<Vec<_>>();
        assert_eq!(nodes(&rows), nodes(&climbed(&ladder)));
    }

    #[test]
    fn a_sheet_is_gone_on_with_and_one_of_other_settings_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("ladder.csv");
        let ladder = TechniqueLadder {
            heuristic: Heuristic::initial(),
            depth: 1,
            max_nodes: 1_000,
        };
        let open = |ladder: &TechniqueLadder| {
            MeasurementLog::<LadderRow>::open(Some(&file), &ladder.recipe(), Existing::Keep)
        };
        let (stop, mut notebook) = (CancelFlag::new(), open(&ladder).expect("begun"));
        let mut heard = 0;
        let progress = ladder.measure(&mut notebook, &stop, &mut |_| {
            heard += 1;
            if heard == 4 {
                stop.stop();
            }
        });
        assert_eq!(progress.expect("stopped"), Completion::Stopped);
        drop(notebook);
        let mut notebook = open(&ladder).expect("gone on with");
        assert_eq!(notebook.rows().len(), 3);
        let progress = ladder.measure(&mut notebook, &CancelFlag::new(), &mut |_| {});
        assert_eq!(progress.expect("climbed"), Completion::Complete);
        let rows = notebook.rows().to_vec();
        drop(notebook);
        assert_eq!(open(&ladder).expect("whole").rows(), rows);
        let other = TechniqueLadder {
            max_nodes: 2_000,
            ..ladder
        };
        assert!(open(&other).is_err());
    }
}
