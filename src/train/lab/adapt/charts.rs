//! The charts of a trial: what each arm gains over the best fixed policy, and regret by game.

use super::figures::TrialFigures;
use super::memory_figures::{MemoryFigures, RegretPoint};
use crate::arena::EloFigure;
use crate::plot::{
    Axis, Chart, Curve, CurveStyle, Point, ReferenceLine, RowChart, RowSeries, RowValue,
};

impl TrialFigures {
    /// Draws a row for the headroom, if it is known, and under it a row for each arm: its gain over the best fixed policy.
    pub fn chart(&self) -> RowChart {
        let value = |figure: EloFigure| RowValue {
            x: figure.elo,
            error: figure.elo_error_95,
            is_more: false,
        };
        let headroom = self
            .headroom
            .map(|figure| ("headroom, first fold".to_owned(), figure));
        let arms = self.arms.iter().filter(|arm| arm.name != "best-fixed");
        let arms = arms.map(|arm| (arm.name.to_owned(), arm.minus_best_fixed));
        let (names, figures): (Vec<String>, Vec<EloFigure>) =
            headroom.into_iter().chain(arms).unzip();
        RowChart {
            title: "What answering the opponent gains".to_owned(),
            subtitle: format!(
                "pool {}, {} games an arm, {} nodes a move, seed {}; 95 % intervals",
                self.pool, self.games, self.nodes, self.seed
            ),
            x_label: "Elo over the best fixed policy".to_owned(),
            x_axis: Axis::Linear,
            reference: Some(ReferenceLine {
                y: 0.0,
                name: self.best_fixed.unwrap_or("best fixed policy").to_owned(),
            }),
            names,
            series: vec![RowSeries {
                name: "Elo".to_owned(),
                values: figures.into_iter().map(value).map(Some).collect(),
            }],
        }
    }
}

impl MemoryFigures {
    /// Draws the regret by the number of games of one opponent, with and without memory.
    pub fn chart(&self) -> Chart {
        let curve = |name: &str, value: fn(&RegretPoint) -> (f64, f64)| Curve {
            name: name.to_owned(),
            style: CurveStyle::Band,
            points: self
                .regret
                .iter()
                .map(|point| {
                    let (y, error) = value(point);
                    Point {
                        x: point.games as f64,
                        y,
                        error,
                    }
                })
                .collect(),
        };
        Chart {
            title: "Points lost against the oracle".to_owned(),
            subtitle: format!("{} sequences of games against one opponent", self.sequences),
            x_label: "games".to_owned(),
            y_label: "points".to_owned(),
            x_axis: Axis::Linear,
            reference: Some(ReferenceLine {
                y: 0.0,
                name: "oracle".to_owned(),
            }),
            curves: vec![
                curve("with memory", |p| (p.with_memory, p.with_memory_error_95)),
                curve("without", |p| (p.without_memory, p.without_memory_error_95)),
            ],
        }
    }
}
