//! Learning curves: the gain from more players, and from more games of each player.

use rand::RngExt as _;
use rand::seq::SliceRandom as _;

use super::measures::{StyleMeasure, value};
use super::predictions::SampledGames;
use super::{LabelledPlayer, leave_out};
use crate::learn::style::habits;
use crate::rng;
use crate::style::{HabitCounts, HabitCountsError, Style};

/// Number of random draws of players or games.
const DRAWS: u64 = 5;

/// Shares of players to learn from, and numbers of games per player.
const SHARES: [f64; 5] = [0.2, 0.35, 0.5, 0.75, 1.0];
const GAMES: [usize; 5] = [10, 30, 100, 300, 1000];

/// Quantity varied along a learning curve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CurveVariable {
    /// Number of players to learn from, with all their games.
    Players,
    /// Number of games per player to learn from.
    Games,
}

/// A point of a learning curve.
#[derive(Clone, Debug)]
pub struct LearningCurvePoint {
    /// Quantity that was varied.
    pub varied: CurveVariable,
    /// Number of players, or of games per player, learned from: the mean over the players left out.
    pub size: f64,
    /// Area under the curve, attacking against defensive, by the number of games, in the order of
    /// [`super::GamesPerPlayer::MEASURED`]: the mean over the draws.
    pub auc: Vec<f64>,
    /// Standard deviation between draws; `None` for a single draw.
    pub spread: Option<Vec<f64>>,
}

/// Measures both learning curves.
///
/// # Errors
///
/// [`HabitCountsError::OneSided`] if there are fewer than two attacking or two defensive players.
pub fn learning_curves(
    gathered: &[LabelledPlayer],
    seed: u64,
) -> Result<Vec<LearningCurvePoint>, HabitCountsError> {
    let borders = habits::learn(gathered, None).borders().clone();
    let draws = SampledGames::new(gathered, seed);
    let counts = leave_out::counts_by_player(gathered, &borders);
    let mut points = Vec::new();
    for share in SHARES {
        let mut size = 0.0;
        let areas = (0..draws_of(share >= 1.0))
            .map(|draw| {
                size = 0.0;
                let teachers: Vec<Vec<usize>> = (0..gathered.len())
                    .map(|place| teachers(gathered, place, share, seed, draw))
                    .collect();
                let all: usize = teachers.iter().map(Vec::len).sum();
                size = all as f64 / gathered.len().max(1) as f64;
                areas(gathered, &counts, &draws, |place| teachers[place].clone())
            })
            .collect::<Result<Vec<_>, _>>()?;
        points.push(LearningCurvePoint::new(
            CurveVariable::Players,
            size,
            &areas,
        ));
    }
    let longest = gathered.iter().map(|player| player.games.len()).max();
    for games in GAMES.into_iter().filter(|games| Some(*games) < longest) {
        let mut size = 0.0;
        let areas = (0..DRAWS)
            .map(|draw| {
                let some = thinned(gathered, games, seed, draw);
                let all: usize = some.iter().map(|player| player.games.len()).sum();
                size = all as f64 / some.len().max(1) as f64;
                let counts = leave_out::counts_by_player(&some, &borders);
                areas(gathered, &counts, &draws, |place| {
                    leave_out::others(place, gathered)
                })
            })
            .collect::<Result<Vec<_>, _>>()?;
        points.push(LearningCurvePoint::new(CurveVariable::Games, size, &areas));
    }
    Ok(points)
}

/// Returns the number of draws; one suffices if all players are used.
const fn draws_of(is_all: bool) -> u64 {
    if is_all { 1 } else { DRAWS }
}

fn areas(
    gathered: &[LabelledPlayer],
    counts: &[HabitCounts],
    draws: &SampledGames,
    teachers: impl Fn(usize) -> Vec<usize>,
) -> Result<Vec<f64>, HabitCountsError> {
    let cases = leave_out::judge_each(gathered, counts, draws, teachers, |_| true, |_, _, _| {})?;
    Ok(cases
        .iter()
        .map(|cases| value(cases, StyleMeasure::AreaUnderCurve))
        .collect())
}

/// Draws a share of the other players of each style, at least two if there are as many.
fn teachers(
    gathered: &[LabelledPlayer],
    place: usize,
    share: f64,
    seed: u64,
    draw: u64,
) -> Vec<usize> {
    let mut chosen = Vec::new();
    for style in Style::ALL {
        let mut own: Vec<usize> = leave_out::others(place, gathered)
            .into_iter()
            .filter(|other| gathered[*other].label.style == style)
            .collect();
        let purpose = format!("teachers of style {style}, draw {draw}, for player");
        own.shuffle(&mut rng::stream(seed, &purpose, place as u64));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a share of a few players"
        )]
        let wanted = (share * own.len() as f64).round() as usize;
        chosen.extend(own.into_iter().take(wanted.max(2)));
    }
    chosen
}

/// Draws at most `games` games of each player at random.
fn thinned(gathered: &[LabelledPlayer], games: usize, seed: u64, draw: u64) -> Vec<LabelledPlayer> {
    (0_u64..)
        .zip(gathered)
        .map(|(number, player)| {
            let purpose = format!("games that teach, draw {draw}, of player");
            let mut random = rng::stream(seed, &purpose, number);
            let mut left = player.games.len();
            let mut wanted = games.min(left);
            let kept = player.games.iter().filter(|_| {
                // Each of those left is drawn with the same probability (Knuth's algorithm S).
                let is_drawn = random.random_range(0..left) < wanted;
                left -= 1;
                wanted -= usize::from(is_drawn);
                is_drawn
            });
            LabelledPlayer {
                label: player.label.clone(),
                tally: player.tally.clone(),
                games: kept.cloned().collect(),
                passed_over: player.passed_over,
            }
        })
        .collect()
}

impl LearningCurvePoint {
    fn new(varied: CurveVariable, size: f64, draws: &[Vec<f64>]) -> Self {
        let count = draws.len() as f64;
        let levels = draws.first().map_or(0, Vec::len);
        let column = |level: usize| draws.iter().map(move |areas| areas[level]);
        let auc: Vec<f64> = (0..levels)
            .map(|level| column(level).sum::<f64>() / count)
            .collect();
        let spread = (draws.len() > 1).then(|| {
            (0..levels)
                .map(|level| {
                    let squares: f64 = column(level).map(|area| (area - auc[level]).powi(2)).sum();
                    (squares / (count - 1.0)).sqrt()
                })
                .collect()
        });
        Self {
            varied,
            size,
            auc,
            spread,
        }
    }
}
