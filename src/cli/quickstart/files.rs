//! The files of the quickstart, and its picture.

use std::path::{Path, PathBuf};

use super::recipes::Recipes;
use bayeschess::files::{self, Existing};
use bayeschess::model::HeuristicTable;
use bayeschess::plot::{Axis, Chart, Curve, CurveStyle, Point, ReferenceLine};
use bayeschess::train::TrainingPoint;
use bayeschess::train::experiment::curve::{CurveOpponent, MatchRow};

/// The paths that the quickstart writes to.
pub(super) struct QuickstartFiles {
    /// The games of the original way.
    pub(super) database: PathBuf,
    /// The match results of the original way.
    pub(super) sheet: PathBuf,
    /// The picture of both curves.
    pub(super) chart: PathBuf,
    /// The table that the original way learned.
    pub(super) table: PathBuf,
    /// The folder of the trial.
    pub(super) trial: PathBuf,
}

impl QuickstartFiles {
    /// Returns the files in `folder`. The trial has a folder for each seed, since a folder holds one training.
    pub(super) fn in_folder(folder: &Path, seed: u64) -> Self {
        Self {
            database: folder.join("quickstart.db"),
            sheet: folder.join("quickstart.csv"),
            chart: folder.join("quickstart.svg"),
            table: folder.join("quickstart-table.csv"),
            trial: folder.join(format!("quickstart-trial-{seed}")),
        }
    }

    /// Writes the table of the original way, unless an earlier run wrote the same one.
    pub(super) fn save_table(
        &self,
        table: &HeuristicTable,
        existing: Existing,
    ) -> anyhow::Result<()> {
        let same = HeuristicTable::load(&self.table)
            .is_ok_and(|there| there.checksum() == table.checksum());
        if !same {
            table.save(&self.table, existing)?;
        }
        Ok(())
    }

    /// Draws both curves.
    pub(super) fn write_chart(
        &self,
        recipes: &Recipes,
        rows: &[MatchRow],
        points: &[TrainingPoint],
    ) -> anyhow::Result<()> {
        let drawn = chart(recipes, rows, points).to_svg()?;
        files::write_whole(&self.chart, Existing::Replace, |out| {
            out.write_all(drawn.as_bytes())
        })?;
        Ok(())
    }
}

fn chart(recipes: &Recipes, rows: &[MatchRow], points: &[TrainingPoint]) -> Chart {
    let original = rows
        .iter()
        .filter(|row| row.opponent == CurveOpponent::Initial)
        .map(|row| Point {
            x: f64::from(row.games_in_database),
            y: row.elo,
            error: row.elo_error_95,
        });
    let start = Point {
        x: 0.0,
        y: 0.0,
        error: 0.0,
    };
    let trial = points.iter().filter_map(|point| {
        Some(Point {
            x: point.games as f64,
            y: point.elo?,
            error: point.elo_error_95?,
        })
    });
    let curve = |name: &str, points: Vec<Point>| Curve {
        name: name.to_owned(),
        style: CurveStyle::Band,
        points,
    };
    Chart {
        title: recipes.original.title.clone(),
        subtitle: format!(
            "{} nodes a move; {} and {} games a point, 95 % bands",
            recipes.matches.nodes, recipes.matches.games, recipes.trial.validation.games
        ),
        x_label: "games of self-play learned from".to_owned(),
        y_label: "Elo against the initial heuristic".to_owned(),
        x_axis: Axis::Linear,
        reference: Some(ReferenceLine {
            y: 0.0,
            name: "the initial heuristic".to_owned(),
        }),
        curves: vec![
            curve("the way of 2005", original.collect()),
            curve(
                "randomised trial",
                std::iter::once(start).chain(trial).collect(),
            ),
        ],
    }
}
