//! Plots of an analysed game: score, chances and loss by ply.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::game_analysis::{AnalysedMove, GameAnalysis};
use bayeschess::engine::wdl::WdlChances;
use bayeschess::plot::{Axis, Chart, Curve, CurveStyle, PlotError, Point, ReferenceLine};

/// Scores beyond this many pawns are drawn at the edge.
const PAWNS: f64 = 10.0;

/// Returns the names of the files with this prefix, in the order of [`draw`].
pub(super) fn files(prefix: &Path) -> Vec<PathBuf> {
    ["-score.svg", "-chances.svg", "-loss.svg"]
        .iter()
        .map(|ending| {
            let mut name = OsString::from(prefix);
            name.push(ending);
            PathBuf::from(name)
        })
        .collect()
}

/// Draws the three plots as SVG.
pub(super) fn draw(figures: &GameAnalysis) -> Result<Vec<String>, PlotError> {
    let pawns = |judged: &AnalysedMove| match judged.centipawns {
        Some(centipawns) => (f64::from(centipawns) / 100.0).clamp(-PAWNS, PAWNS),
        None if judged.expected > 0.5 => PAWNS,
        None => -PAWNS,
    };
    let white = |judged: &AnalysedMove| judged.ply % 2 == 1;
    let score = Chart {
        y_label: "score in pawns, from White's side".to_owned(),
        reference: Some(ReferenceLine {
            y: 0.0,
            name: "level".to_owned(),
        }),
        curves: vec![curve("score", CurveStyle::Line, figures, pawns, |_| true)],
        ..chart("Score by ply", figures)
    };
    let chance = |name: &str, of: fn(&WdlChances) -> u16| {
        let percent = move |judged: &AnalysedMove| f64::from(of(&judged.chances)) / 10.0;
        curve(name, CurveStyle::Line, figures, percent, |_| true)
    };
    let chances = Chart {
        y_label: "chances in %".to_owned(),
        curves: vec![
            chance("White wins", |chances| chances.win),
            chance("drawn", |chances| chances.draw),
            chance("Black wins", |chances| chances.loss),
        ],
        ..chart("Chances by ply", figures)
    };
    let lost = |judged: &AnalysedMove| f64::from(judged.loss);
    let loss = Chart {
        y_label: "loss in centipawns".to_owned(),
        curves: vec![
            curve("White", CurveStyle::Bars, figures, lost, white),
            curve("Black", CurveStyle::Bars, figures, lost, |judged| {
                !white(judged)
            }),
        ],
        ..chart("Loss by ply", figures)
    };
    [score, chances, loss].iter().map(Chart::to_svg).collect()
}

fn chart(title: &str, figures: &GameAnalysis) -> Chart {
    Chart {
        title: format!("{title}: {} - {}", figures.white, figures.black),
        subtitle: format!("judged by {}, {}", figures.by, figures.thinking),
        x_label: "ply".to_owned(),
        y_label: String::new(),
        x_axis: Axis::Linear,
        reference: None,
        curves: Vec::new(),
    }
}

fn curve(
    name: &str,
    style: CurveStyle,
    figures: &GameAnalysis,
    value: impl Fn(&AnalysedMove) -> f64,
    keep: impl Fn(&AnalysedMove) -> bool,
) -> Curve {
    let points = figures.moves.iter().filter(|judged| keep(judged));
    Curve {
        name: name.to_owned(),
        style,
        points: points
            .map(|judged| Point {
                x: judged.ply as f64,
                y: value(judged),
                error: 0.0,
            })
            .collect(),
    }
}
