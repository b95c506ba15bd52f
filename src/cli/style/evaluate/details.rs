//! Details of an evaluation: circumstances, groups of habits, learning curves.

use std::fmt::Write as _;

use serde::Serialize;

use crate::cli::text_table::TextTable;
use bayeschess::bayes::EstimateWithInterval;
use bayeschess::learn::style::evaluate::{
    AblationResult, CircumstanceComparison, CurveVariable, GamesPerPlayer, LabelledAxes,
    LearningCurvePoint, OddEvenAgreement, PopulationAxis, PopulationScores,
};
use bayeschess::plot::{self, Axis, Chart, Curve, CurveStyle as Drawn};

/// Results for the same players in one circumstance.
#[derive(Serialize)]
pub(super) struct WithinGroupJson {
    circumstance: &'static str,
    group: String,
    players: usize,
    games: usize,
    difference: f64,
    error_95: f64,
}

impl WithinGroupJson {
    pub(super) fn of(within: &CircumstanceComparison) -> Self {
        Self {
            circumstance: within.kind,
            group: within.group.clone(),
            players: within.players,
            games: within.games,
            difference: within.difference,
            error_95: within.error_95,
        }
    }
}

/// The worth of a group of habits.
#[derive(Serialize)]
pub(super) struct HabitFamilyJson {
    signs: String,
    levels: Vec<HabitFamilyLevelJson>,
}

#[derive(Serialize)]
struct HabitFamilyLevelJson {
    games: String,
    /// Area under the ROC curve lost without them.
    auc_lost: f64,
    low: f64,
    high: f64,
    /// Area under the ROC curve with them alone.
    auc_alone: f64,
}

impl HabitFamilyJson {
    pub(super) fn of(worth: &AblationResult) -> Self {
        let levels = GamesPerPlayer::MEASURED
            .iter()
            .zip(&worth.lost)
            .zip(&worth.alone);
        Self {
            signs: worth.signs.name(),
            levels: levels
                .map(|((level, lost), alone)| HabitFamilyLevelJson {
                    games: level.name(),
                    auc_lost: lost.value,
                    low: lost.low,
                    high: lost.high,
                    auc_alone: alone.auc.value,
                })
                .collect(),
        }
    }
}

/// One point of a learning curve.
#[derive(Serialize)]
pub(super) struct LearningPointJson {
    /// `players` or `games` of each.
    varied: &'static str,
    size: f64,
    /// By number of games of the judged player.
    auc: Vec<AucAtLevelJson>,
}

#[derive(Serialize)]
struct AucAtLevelJson {
    games: String,
    auc: f64,
    spread: Option<f64>,
}

const fn word(varied: CurveVariable) -> &'static str {
    match varied {
        CurveVariable::Players => "players",
        CurveVariable::Games => "games of each",
    }
}

impl LearningPointJson {
    pub(super) fn of(point: &LearningCurvePoint) -> Self {
        let levels = GamesPerPlayer::MEASURED.iter().zip(&point.auc).enumerate();
        Self {
            varied: word(point.varied),
            size: point.size,
            auc: levels
                .map(|(place, (level, auc))| AucAtLevelJson {
                    games: level.name(),
                    auc: *auc,
                    spread: point.spread.as_ref().map(|spread| spread[place]),
                })
                .collect(),
        }
    }
}

/// The circumstances as text.
pub(super) fn write_within(text: &mut String, figures: &[WithinGroupJson]) -> std::fmt::Result {
    let mut table = TextTable::with_last(&["", ""], &["players", "games"], &["score"]);
    for row in figures {
        table.row(&[
            &row.circumstance,
            &row.group,
            &row.players,
            &row.games,
            &format!("{:+.3} ± {:.3}", row.difference, row.error_95),
        ]);
    }
    write!(
        text,
        "\nhabits, one and the same player's games in a circumstance less their others (typical attacking and \
         defensive player: 2 apart)\n{table}"
    )
}

/// The worth of groups of habits as text.
pub(super) fn write_worth(text: &mut String, figures: &[HabitFamilyJson]) -> std::fmt::Result {
    let mut table = by_level("signs");
    for worth in figures {
        let mut cells = vec![worth.signs.clone()];
        cells.extend(worth.levels.iter().map(|level| {
            format!(
                "{:+.3} ({:+.3} to {:+.3}) {:.3}",
                level.auc_lost, level.low, level.high, level.auc_alone
            )
        }));
        table.texts(cells);
    }
    write!(
        text,
        "\nhabits, area under the curve lost without some signs, and reached by them alone\n{table}"
    )
}

/// The learning curves as text.
pub(super) fn write_curve(text: &mut String, figures: &[LearningPointJson]) -> std::fmt::Result {
    let mut table = by_level("taught by");
    for point in figures {
        let mut cells = vec![format!("{:.0} {}", point.size, point.varied)];
        cells.extend(point.auc.iter().map(|level| {
            let spread = level.spread;
            let spread = spread.map_or_else(String::new, |spread| format!(" ± {spread:.3}"));
            format!("{:.3}{spread}", level.auc)
        }));
        table.texts(cells);
    }
    write!(
        text,
        "\nhabits, area under the curve by what it was taught (±: one standard deviation between draws)\n{table}"
    )
}

/// Returns an empty table with a column for each number of games.
fn by_level(title: &str) -> TextTable {
    let levels = GamesPerPlayer::MEASURED.map(GamesPerPlayer::name);
    TextTable::new(&[title], &levels.each_ref().map(String::as_str))
}

/// Plots the learning curve over the number of training players.
pub(super) fn chart(figures: &[LearningPointJson]) -> Chart {
    let curves = GamesPerPlayer::MEASURED
        .iter()
        .enumerate()
        .map(|(place, level)| Curve {
            name: match level {
                GamesPerPlayer::Games(1) => "one game".to_owned(),
                GamesPerPlayer::Games(games) => format!("{games} games"),
                GamesPerPlayer::All => "all games".to_owned(),
            },
            style: Drawn::Line,
            points: figures
                .iter()
                .filter(|point| point.varied == word(CurveVariable::Players))
                .map(|point| plot::Point {
                    x: point.size,
                    y: point.auc[place].auc,
                    error: point.auc[place].spread.unwrap_or(0.0),
                })
                .collect(),
        });
    Chart {
        title: "Recognition of unseen players, by the number of players learned from".to_owned(),
        subtitle:
            "area under the curve, attacking against defensive; every player left out in turn"
                .to_owned(),
        x_label: "players that taught".to_owned(),
        y_label: "area under the curve".to_owned(),
        x_axis: Axis::Linear,
        reference: None,
        curves: curves.collect(),
    }
}

/// The axes of a population: its rating bands and players.
pub(super) fn write_population(text: &mut String, found: &PopulationScores) -> std::fmt::Result {
    writeln!(
        text,
        "\n{}, {} sides of games, norms from the other half of the games",
        found.population.description(),
        found.sides
    )?;
    write_axis(text, ATTACKING, &found.attacking, found.players)?;
    if let Some(complicating) = &found.complicating {
        write_axis(text, COMPLICATING, complicating, found.players)?;
    }
    write_correlation(text, found.axes_correlation)
}

/// The names of the axes, by their ends.
const ATTACKING: &str = "from defensive to attacking";
const COMPLICATING: &str = "from simplifying to complicating";

fn write_axis(
    text: &mut String,
    name: &str,
    axis: &PopulationAxis,
    players: usize,
) -> std::fmt::Result {
    let titles = ["rating", "sides", "mean score", "deviation / masters'"];
    let mut table = TextTable::new(&[], &titles);
    for band in &axis.bands {
        table.row(&[
            &band.from_rating,
            &band.sides,
            &format!("{:+.2} ± {:.2}", band.mean, band.mean_error_95),
            &format!("{:.2}", band.deviation_of_masters),
        ]);
    }
    write!(
        text,
        "{name}: slope of the score on the rating {:+.3} ± {:.3} per 100 points\n{table}",
        axis.slope_per_100, axis.slope_error_95
    )?;
    if let Some(agreement) = agreement_text(&axis.agreement) {
        writeln!(
            text,
            "odd against even games of {players} players with 100 games or more: {agreement}"
        )?;
    }
    Ok(())
}

fn agreement_text(agreement: &OddEvenAgreement) -> Option<String> {
    let odd_even = agreement.odd_even?;
    let games = agreement.games_for_0_8.map_or_else(String::new, |games| {
        format!("; {games:.0} games a half give 0.8")
    });
    Some(format!(
        "correlation {:.2} ({:.2} to {:.2}){games}",
        odd_even.value, odd_even.low, odd_even.high
    ))
}

fn write_correlation(text: &mut String, found: Option<EstimateWithInterval>) -> std::fmt::Result {
    let Some(found) = found else { return Ok(()) };
    writeln!(
        text,
        "both axes, over the players: correlation {:.2} ({:.2} to {:.2})",
        found.value, found.low, found.high
    )
}

/// The axes of the labelled players.
pub(super) fn write_axes(text: &mut String, axes: &LabelledAxes) -> std::fmt::Result {
    text.push_str("\nodd against even games of the players\n");
    let complicating = axes.complicating.as_ref();
    let both = [
        (ATTACKING, Some(&axes.attacking)),
        (COMPLICATING, complicating),
    ];
    for (name, agreement) in both {
        if let Some(agreement) = agreement.and_then(agreement_text) {
            writeln!(text, "{name}: {agreement}")?;
        }
    }
    write_correlation(text, axes.correlation)
}
