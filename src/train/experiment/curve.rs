//! The experiment of table 6.1, continued: strength of the learned heuristic by size of its database.
//!
//! It plays two matches at each size: against random heuristics (as in the original) and against the initial one (not
//! in the original).

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::recipe::{MAX_PLIES, MatchSeries, PrintedMatches};
use super::{
    ExperimentError, ExperimentEvent, ExperimentOptions, ExperimentRecipe, GrowingDatabase,
};
use crate::arena::elo::{EloEstimate, PairCounts, plus_minus};
use crate::arena::{MatchEnd, MatchScore, ScoreListener, Tournament};
use crate::files::Existing;
use crate::heuristic::{Heuristic, Schema};
use crate::model::HeuristicSource;
use crate::plot::{Axis, Chart, Curve, CurveStyle, Point, ReferenceLine};
use crate::train::result_sheet::SheetRow;
use crate::train::{Completion, ResultSheet};
use crate::units::round_to;

/// Opponent of the learned heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum CurveOpponent {
    /// Random heuristics, drawn for each pair.
    Random,
    /// The heuristic that learning began with.
    Initial,
}

impl CurveOpponent {
    /// Both opponents, in the order in which they are played.
    pub const ALL: [Self; 2] = [Self::Random, Self::Initial];

    /// Returns the name in sheets and charts.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// The result of one match, from the point of view of the learned heuristic.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchRow {
    /// Hash of the recipe.
    pub recipe: String,
    /// Number of games learned from.
    pub games_in_database: u32,
    /// Opponent of the match.
    pub opponent: CurveOpponent,
    /// Number of games of the match.
    pub games: u64,
    /// Number of games won.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost.
    pub losses: u64,
    /// Number of pairs with 0 points.
    pub pairs_0: u64,
    /// Number of pairs with 1/2 point.
    pub pairs_half: u64,
    /// Number of pairs with 1 point.
    pub pairs_1: u64,
    /// Number of pairs with 3/2 points.
    pub pairs_3_half: u64,
    /// Number of pairs with 2 points.
    pub pairs_2: u64,
    /// Share of the points, 0 to 1.
    pub score: f64,
    /// Logistic Elo against the opponent.
    pub elo: f64,
    /// Half the width of the 95 % interval of `elo`.
    pub elo_error_95: f64,
}

impl SheetRow for MatchRow {
    fn recipe(&self) -> &str {
        &self.recipe
    }
}

impl MatchRow {
    fn new(recipe: &str, size: u32, opponent: CurveOpponent, standing: &MatchScore) -> Self {
        let EloEstimate {
            score,
            elo,
            elo_error_95,
            ..
        } = standing.counts.estimate();
        let [pairs_0, pairs_half, pairs_1, pairs_3_half, pairs_2] = standing.counts.0;
        let rounded = |value| round_to(value, 2);
        Self {
            recipe: recipe.to_owned(),
            games_in_database: size,
            opponent,
            games: standing.games(),
            wins: standing.results.wins,
            draws: standing.results.draws,
            losses: standing.results.losses,
            pairs_0,
            pairs_half,
            pairs_1,
            pairs_3_half,
            pairs_2,
            score: (10_000.0 * score).round() / 10_000.0,
            elo: rounded(elo),
            elo_error_95: rounded(elo_error_95),
        }
    }
}

/// Measures the points that the sheet lacks, and adds each of them at once.
///
/// # Errors
///
/// [`ExperimentError`]; finished points stay in the sheet.
pub fn measure(
    recipe: &ExperimentRecipe,
    matches: &MatchSeries,
    growing: &mut GrowingDatabase<'_>,
    sheet: &mut ResultSheet<MatchRow>,
    means: &ExperimentOptions,
    on_event: &mut dyn FnMut(ExperimentEvent<'_>),
) -> Result<Completion, ExperimentError> {
    let hash = recipe.hash();
    for &size in &recipe.sizes {
        let there = |opponent: &CurveOpponent| {
            sheet
                .rows()
                .iter()
                .any(|row| row.games_in_database == size && row.opponent == *opponent)
        };
        let missing: Vec<CurveOpponent> = CurveOpponent::ALL
            .into_iter()
            .filter(|opponent| !there(opponent))
            .collect();
        if missing.is_empty() {
            continue;
        }
        let Some(learned) = growing.learned(size, recipe.objective, means, on_event)? else {
            return Ok(Completion::Stopped);
        };
        for opponent in missing {
            let tournament = tournament(matches, &learned, opponent);
            let mut tell = ScoreListener(|standing: &MatchScore| {
                on_event(ExperimentEvent::Playing {
                    size,
                    opponent: opponent.name(),
                    games: u64::from(matches.games),
                    standing,
                });
            });
            let (standings, end) =
                tournament.play(means.threads, Vec::new(), &means.stop, &mut tell)?;
            if end != MatchEnd::Complete {
                return Ok(Completion::Stopped);
            }
            let standing = standings.pairings.first().cloned().unwrap_or_default();
            let row = MatchRow::new(&hash, size, opponent, &standing);
            let what = format!(
                "{} Elo against {}",
                plus_minus(row.elo, row.elo_error_95),
                opponent.name()
            );
            sheet.add(row)?;
            on_event(ExperimentEvent::Measured { size, what: &what });
        }
    }
    Ok(Completion::Complete)
}

fn tournament(matches: &MatchSeries, learned: &Heuristic, opponent: CurveOpponent) -> Tournament {
    let other = match opponent {
        CurveOpponent::Random => HeuristicSource::Random(Schema::classic()),
        CurveOpponent::Initial => HeuristicSource::fixed(Heuristic::initial()),
    };
    let players = [
        ("learned", HeuristicSource::fixed(learned.clone())),
        (opponent.name(), other),
    ];
    Tournament {
        rounds: matches.games / 2,
        ..Tournament::between(players, matches.nodes, MAX_PLIES, matches.seed)
    }
}

/// Opens the result sheet of a recipe.
///
/// # Errors
///
/// [`ExperimentError`] for a sheet that is damaged or belongs to another recipe.
pub fn open(
    file: &Path,
    recipe: &ExperimentRecipe,
    other: Existing,
) -> Result<ResultSheet<MatchRow>, ExperimentError> {
    Ok(ResultSheet::open(file, &recipe.hash(), other)?)
}

/// Creates the chart: both curves with their bands, and the printed values of the original.
pub fn chart(recipe: &ExperimentRecipe, matches: &MatchSeries, rows: &[MatchRow]) -> Chart {
    let mut curves: Vec<Curve> = CurveOpponent::ALL
        .into_iter()
        .map(|opponent| Curve {
            name: format!("against {}", opponent.name()),
            style: CurveStyle::Band,
            points: points(recipe, rows, opponent),
        })
        .collect();
    curves.extend(matches.printed.as_ref().map(|printed| Curve {
        name: printed.source.clone(),
        style: CurveStyle::Bars,
        points: printed_points(printed),
    }));
    Chart {
        title: recipe.title.clone(),
        subtitle: format!(
            "{} of the first N games, {} nodes a move; {} games a point, 95 % bands",
            recipe.objective.name(),
            matches.nodes,
            matches.games
        ),
        x_label: "games in the database (N)".to_owned(),
        y_label: "Elo of the learned heuristic".to_owned(),
        x_axis: Axis::Logarithmic,
        reference: Some(ReferenceLine {
            y: 0.0,
            name: "equal strength".to_owned(),
        }),
        curves,
    }
}

fn points(recipe: &ExperimentRecipe, rows: &[MatchRow], opponent: CurveOpponent) -> Vec<Point> {
    let mut points: Vec<Point> = rows
        .iter()
        .filter(|row| row.opponent == opponent && recipe.sizes.contains(&row.games_in_database))
        .map(|row| Point {
            x: f64::from(row.games_in_database),
            y: row.elo,
            error: row.elo_error_95,
        })
        .collect();
    points.sort_by(|one, other| one.x.total_cmp(&other.x));
    points
}

/// Returns points for printed counts of single games, each of which counts as a pair.
fn printed_points(printed: &PrintedMatches) -> Vec<Point> {
    let results = printed.wins.iter().zip(&printed.draws).zip(&printed.losses);
    printed
        .sizes
        .iter()
        .zip(results)
        .map(|(size, ((wins, draws), losses))| {
            let estimate = PairCounts([*losses, 0, *draws, 0, *wins]).estimate();
            Point {
                x: f64::from(*size),
                y: estimate.elo,
                error: estimate.elo_error_95,
            }
        })
        .collect()
}
