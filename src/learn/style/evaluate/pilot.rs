//! The recipe of the project's own pilot, rebuilt as a line to beat: two dozen crude counts of a game,
//! the player's own and his less his opponent's, cut into eight parts of equal frequency; naive Bayes'
//! log-odds of each, weighted by logistic regression. Nothing of opening, era or dependence.

use super::LabelledPlayer;
use super::leave_out::others;
use super::predictions::{SampledGames, StylePrediction, StylePredictions};
use crate::bayes::{normalise, solve_symmetric};
use crate::style::habits::Habit;
use crate::style::{HabitThresholds, Posterior, Style};
use crate::units::LogProb;

/// The counts of the pilot, as far as they stand among the habits.
const COUNTS: [Habit; 24] = [
    Habit::FirstCapture,
    Habit::EvenTrade,
    Habit::Check,
    Habit::OntoAttacked,
    Habit::Storm,
    Habit::StormWithQueens,
    Habit::WingPush,
    Habit::FarPush,
    Habit::KnightForward,
    Habit::BishopForward,
    Habit::RookForward,
    Habit::QueenForward,
    Habit::TowardsKing,
    Habit::Backward,
    Habit::Retreat,
    Habit::EarlyQueen,
    Habit::CastledKingside,
    Habit::CastledQueenside,
    Habit::CastlingTime,
    Habit::QueensOn,
    Habit::OppositeWings,
    Habit::SmallPawn,
    Habit::KingSteps,
    Habit::TensionMade,
];
const FEATURES: usize = 2 * COUNTS.len();
const PARTS: usize = 8;
/// Newton's steps of the regression, and its ridge.
const STEPS: usize = 4;
const RIDGE: f64 = 1.0;
/// Every so many games the regression looks at one.
const STRIDE: usize = 3;

type Row = [u8; FEATURES];

/// The pilot's recipe, learned of the other players.
pub(super) fn pilot(
    gathered: &[LabelledPlayer],
    borders: &HabitThresholds,
    draws: &SampledGames,
) -> Vec<StylePredictions> {
    let rows = rows(gathered, borders);
    let tables: Vec<Vec<f64>> = rows.iter().map(|rows| table(rows)).collect();
    let mut cases = SampledGames::cases(gathered);
    for place in 0..gathered.len() {
        let others = others(place, gathered);
        let style = |player: usize| gathered[player].label.style;
        let odds = log_odds(&others, &tables, style);
        let weights = regression(&others, &rows, &odds, style);
        let score = |row: &Row| -> f64 {
            let features = row
                .iter()
                .enumerate()
                .map(|(feature, part)| odds[feature * PARTS + usize::from(*part)]);
            weights[0]
                + weights[1..]
                    .iter()
                    .zip(features)
                    .map(|(weight, odds)| weight * odds)
                    .sum::<f64>()
        };
        let summary = |player: usize| {
            let games = rows[player].len() as f64;
            let (sum, squares) = rows[player]
                .iter()
                .map(&score)
                .fold((0.0, 0.0), |sums, score| {
                    (sums.0 + score, sums.1 + score * score)
                });
            (sum / games, squares / games - (sum / games).powi(2))
        };
        let summaries: Vec<(Style, (f64, f64))> = others
            .iter()
            .map(|player| (style(*player), summary(*player)))
            .collect();
        let scatter = summaries
            .iter()
            .map(|(_, (_, variance))| variance)
            .sum::<f64>()
            / summaries.len() as f64;
        let of = |wanted: Style| -> Vec<f64> {
            summaries
                .iter()
                .filter(|(style, _)| *style == wanted)
                .map(|(_, (mean, _))| *mean)
                .collect()
        };
        let groups = Style::ALL.map(of);
        let scores: Vec<f64> = rows[place].iter().map(score).collect();
        // The regression's intercept moves against whoever is left out; midway between the styles is 0.
        let centre = f64::midpoint(average(&groups[0]), average(&groups[1]));
        draws.fill(&mut cases, place, |games| {
            let score = games.iter().map(|game| scores[*game]).sum::<f64>() / games.len() as f64;
            StylePrediction::new(
                score - centre,
                &posterior(score, scatter / games.len() as f64, &groups),
            )
        });
    }
    cases
}

/// Normal around the styles' means as the training players show them, who were not left out for it.
fn posterior(score: f64, variance_of_mean: f64, groups: &[Vec<f64>; 3]) -> Posterior {
    let squares: f64 = groups
        .iter()
        .flat_map(|group| group.iter().map(|one| (one - average(group)).powi(2)))
        .sum();
    let between = squares / groups.iter().map(Vec::len).sum::<usize>().max(1) as f64;
    let variance = between + variance_of_mean;
    let logs: Vec<LogProb> = groups
        .iter()
        .map(|group| LogProb(-(score - average(group)).powi(2) / (2.0 * variance)))
        .collect();
    match normalise(&logs).as_slice() {
        &[attacking, defensive, mixed] => Posterior {
            attacking,
            defensive,
            mixed,
        },
        _ => Posterior::EQUAL,
    }
}

fn average(group: &[f64]) -> f64 {
    group.iter().sum::<f64>() / group.len().max(1) as f64
}

/// The parts into which each game falls, by player.
fn rows(gathered: &[LabelledPlayer], borders: &HabitThresholds) -> Vec<Vec<Row>> {
    let raw: Vec<Vec<[f64; FEATURES]>> = gathered
        .iter()
        .map(|player| {
            player
                .games
                .iter()
                .map(|game| {
                    let mut row = [0.0; FEATURES];
                    for (place, habit) in COUNTS.iter().enumerate() {
                        let rate =
                            |side| borders.rate(*habit, game.watched.shares.get(side).of(*habit));
                        row[place] = rate(game.side);
                        row[COUNTS.len() + place] = rate(game.side) - rate(!game.side);
                    }
                    row
                })
                .collect()
        })
        .collect();
    let cuts: Vec<Vec<f64>> = (0..FEATURES)
        .map(|feature| {
            let mut column: Vec<f64> = raw.iter().flatten().map(|row| row[feature]).collect();
            column.sort_by(f64::total_cmp);
            (1..PARTS)
                .filter_map(|part| column.get(column.len() * part / PARTS).copied())
                .collect()
        })
        .collect();
    let part = |value: f64, cuts: &[f64]| cuts.iter().map(|cut| u8::from(value >= *cut)).sum();
    raw.iter()
        .map(|rows| {
            rows.iter()
                .map(|row| std::array::from_fn(|feature| part(row[feature], &cuts[feature])))
                .collect()
        })
        .collect()
}

fn table(rows: &[Row]) -> Vec<f64> {
    let mut counts = vec![0.0; FEATURES * PARTS];
    for row in rows {
        for (feature, part) in row.iter().enumerate() {
            counts[feature * PARTS + usize::from(*part)] += 1.0;
        }
    }
    counts
}

/// Laplace's rule over the games of each style.
fn log_odds(others: &[usize], tables: &[Vec<f64>], style: impl Fn(usize) -> Style) -> Vec<f64> {
    let log = |wanted: Style| -> Vec<f64> {
        let mut sums = vec![1.0; FEATURES * PARTS];
        for player in others.iter().filter(|player| style(**player) == wanted) {
            for (sum, count) in sums.iter_mut().zip(&tables[*player]) {
                *sum += count;
            }
        }
        let total: f64 = sums[..PARTS].iter().sum();
        sums.iter().map(|sum| (sum / total).ln()).collect()
    };
    log(Style::Attacking)
        .iter()
        .zip(log(Style::Defensive))
        .map(|(one, two)| one - two)
        .collect()
}

/// Weights of the log-odds, attacking against defensive, by Newton's method.
fn regression(
    others: &[usize],
    rows: &[Vec<Row>],
    odds: &[f64],
    style: impl Fn(usize) -> Style,
) -> Vec<f64> {
    let size = FEATURES + 1;
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let (mut gradient, mut curvature) = (vec![0.0; size], vec![0.0; size * size]);
        for player in others
            .iter()
            .filter(|player| style(**player) != Style::Mixed)
        {
            let truth = f64::from(u8::from(style(*player) == Style::Attacking));
            for row in rows[*player].iter().step_by(STRIDE) {
                let mut case = [1.0; FEATURES + 1];
                for (feature, part) in row.iter().enumerate() {
                    case[feature + 1] = odds[feature * PARTS + usize::from(*part)];
                }
                let sum: f64 = case.iter().zip(&weights).map(|(one, two)| one * two).sum();
                let probability = 1.0 / (1.0 + (-sum).exp());
                let weight = probability * (1.0 - probability);
                for (place, one) in case.iter().enumerate() {
                    gradient[place] += one * (truth - probability);
                    let target = &mut curvature[place * size..][..=place];
                    for (entry, two) in target.iter_mut().zip(&case) {
                        *entry += weight * one * two;
                    }
                }
            }
        }
        for place in 0..size {
            gradient[place] -= RIDGE * weights[place];
            curvature[place * size + place] += RIDGE;
        }
        let Some(step) = solve_symmetric(&curvature, &gradient) else {
            break;
        };
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
    }
    weights
}
