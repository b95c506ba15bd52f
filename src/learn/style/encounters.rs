//! Style against style between people: do the styles of both players matter for the result, beyond their ratings?
//!
//! Each player's style is the mean score of their games against *other* opponents, drawn towards the mean of all players
//! as far as so few games are unreliable (the best linear predictor of a random effect). White's points are then
//! regressed on the points that the ratings expect, on the difference of the styles and on their products, with errors
//! that allow for games that share a player.

use std::collections::HashMap;

use serde::Serialize;
use shakmaty::{ByColor, Color};

use super::labelled_game::watch_finished;
use crate::bayes::{Coefficient, DyadicRow, GroupSum, RandomEffect, fit_dyadic};
use crate::record::{Game, GameResult};
use crate::style::HabitRecogniser;
use crate::units::{ELO_PER_LOGIT, score_of_elo};

/// Games against other opponents that a player needs, so that the style is known somewhat.
pub const LEAST_OTHER_GAMES: u32 = 20;

/// Both axes, in the order of the scores of an [`Encounter`].
const AXES: usize = 2;

/// One game between two rated players, with the scores of their play in it.
#[derive(Clone, Debug)]
pub struct Encounter {
    names: ByColor<String>,
    result: GameResult,
    /// White's expected points by the ratings.
    expected: f64,
    /// Scores of one game: attacking, and complicating (0 if the model has no such axis).
    scores: ByColor<[f64; AXES]>,
}

impl Encounter {
    /// Observes a game; `None` without result, moves, both names or both ratings.
    pub fn of(game: &Game, judge: &HabitRecogniser) -> Option<Self> {
        let rating = |side| game.elo(side).map(f64::from);
        let difference = rating(Color::White)? - rating(Color::Black)?;
        let names = ByColor::new_with(|side| game.player_key(side).into_owned());
        if names.iter().any(|name| name.is_empty() || name == "?") {
            return None;
        }
        let watched = watch_finished(game, Color::White, false)?.watched;
        let scores = ByColor::new_with(|side| {
            let reading = watched.reading(side, judge.borders());
            let complicating = judge.complicating();
            [
                judge.attacking().game_score(&reading),
                complicating.map_or(0.0, |axis| axis.game_score(&reading)),
            ]
        });
        Some(Self {
            names,
            result: game.result?,
            expected: score_of_elo(difference),
            scores,
        })
    }
}

/// One term of the regression.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct StyleEffect {
    /// Name of the term.
    pub name: &'static str,
    /// Effect on White's points in Elo, for players one standard deviation from the mean.
    pub elo: f64,
    /// Its 95 % half width.
    pub elo_error_95: f64,
    /// Effect on the share of draws; `None` for the last term, which changes its sign with the colours.
    pub draws: Option<f64>,
    /// Its 95 % half width.
    pub draws_error_95: Option<f64>,
}

/// What the styles of both players do to the result of a game.
#[derive(Clone, Debug, Serialize)]
pub struct StyleAgainstStyle {
    /// Number of games in the regression.
    pub games: usize,
    /// Number of players in it.
    pub players: usize,
    /// Standard deviation of the players' styles, on the scale of the recogniser: attacking, complicating.
    pub deviations: [f64; AXES],
    /// The terms.
    pub effects: Vec<StyleEffect>,
}

/// Names of the terms that are reported, in the order of the regressors behind the first two.
const TERMS: [&str; 6] = [
    "more attacking than Black",
    "more complicating than Black",
    "both attacking",
    "both complicating",
    "one attacking, one complicating",
    "attacking against complicating",
];

/// Regressors: a constant, the expected points, and the terms.
const REGRESSORS: usize = TERMS.len() + 2;

/// Encounters of a collection, with each player's sums.
#[derive(Clone, Debug, Default)]
pub struct Encounters {
    numbers: HashMap<String, u32>,
    games: Vec<NumberedGame>,
}

#[derive(Clone, Copy, Debug)]
struct NumberedGame {
    players: ByColor<u32>,
    result: GameResult,
    expected: f64,
    scores: ByColor<[f64; AXES]>,
}

impl Encounters {
    /// Adds a game.
    pub fn add(&mut self, encounter: Encounter) {
        let Encounter {
            names,
            result,
            expected,
            scores,
        } = encounter;
        let players = names.map(|name| {
            let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
            *self.numbers.entry(name).or_insert(next)
        });
        self.games.push(NumberedGame {
            players,
            result,
            expected,
            scores,
        });
    }

    /// Measures the effects; `None` if too few players have enough games.
    pub fn measure(&self) -> Option<StyleAgainstStyle> {
        let mut own = [0, 1].map(|_| vec![GroupSum::default(); self.numbers.len()]);
        let mut against: HashMap<[u32; 2], [GroupSum; AXES]> = HashMap::new();
        for game in &self.games {
            for side in Color::ALL {
                let player = *game.players.get(side) as usize;
                let pairing = against.entry(game.pairing(side)).or_default();
                for (axis, score) in game.scores.get(side).iter().enumerate() {
                    own[axis][player].add(*score);
                    pairing[axis].add(*score);
                }
            }
        }
        let [attacking, complicating] = own.each_ref().map(|axis| RandomEffect::of(axis));
        let scatter = [attacking?, complicating?];
        let style = |game: &NumberedGame, side: Color| {
            let player = *game.players.get(side) as usize;
            let here = against[&game.pairing(side)];
            let others = [0, 1].map(|axis| own[axis][player].less(here[axis]));
            (others[0].count >= LEAST_OTHER_GAMES)
                .then(|| [0, 1].map(|axis| scatter[axis].predicted(others[axis])))
        };
        let styled = self.games.iter().filter_map(|game| {
            Some((game, style(game, Color::White)?, style(game, Color::Black)?))
        });
        let (mut points, mut draws) = (Vec::new(), Vec::new());
        for (game, white, black) in styled {
            let members = [game.players.white, game.players.black];
            points.push(DyadicRow {
                members,
                regressors: point_regressors(game.expected, white, black),
                outcome: game.result.seen_by(Color::White).points(),
            });
            draws.push(DyadicRow {
                members,
                regressors: draw_regressors(game.expected, white, black),
                outcome: f64::from(u8::from(game.result == GameResult::Draw)),
            });
        }
        let mut players: Vec<u32> = points.iter().flat_map(|row| row.members).collect();
        players.sort_unstable();
        players.dedup();
        Some(StyleAgainstStyle {
            games: points.len(),
            players: players.len(),
            deviations: scatter.map(|axis| axis.between.sqrt()),
            effects: effects(&fit_dyadic(&points)?, &fit_dyadic(&draws)?),
        })
    }
}

impl NumberedGame {
    /// The player of `side` and the opponent.
    fn pairing(&self, side: Color) -> [u32; 2] {
        [*self.players.get(side), *self.players.get(!side)]
    }
}

fn point_regressors(expected: f64, white: [f64; AXES], black: [f64; AXES]) -> [f64; REGRESSORS] {
    let [[wa, wc], [ba, bc]] = [white, black];
    let ratings = expected - 0.5;
    [
        1.0,
        ratings,
        wa - ba,
        wc - bc,
        wa * ba,
        wc * bc,
        wa * bc + wc * ba,
        wa * bc - wc * ba,
    ]
}

/// Draws do not know who is White: sums stand where the points have differences.
fn draw_regressors(expected: f64, white: [f64; AXES], black: [f64; AXES]) -> [f64; REGRESSORS - 1] {
    let [[wa, wc], [ba, bc]] = [white, black];
    let ratings = (expected - 0.5).powi(2);
    [
        1.0,
        ratings,
        wa + ba,
        wc + bc,
        wa * ba,
        wc * bc,
        wa * bc + wc * ba,
    ]
}

fn effects(points: &[Coefficient], draws: &[Coefficient]) -> Vec<StyleEffect> {
    // One Elo is worth this many points between equals.
    let points_per_elo = 0.25 / ELO_PER_LOGIT;
    let draws = draws.iter().map(Some).chain([None]);
    let both = points.iter().zip(draws).skip(REGRESSORS - TERMS.len());
    TERMS
        .into_iter()
        .zip(both)
        .map(|(name, (points, draws))| StyleEffect {
            name,
            elo: points.value / points_per_elo,
            elo_error_95: points.error_95 / points_per_elo,
            draws: draws.map(|draws| draws.value),
            draws_error_95: draws.map(|draws| draws.error_95),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use rand::RngExt as _;

    use super::*;
    use crate::rng;

    /// A league of 40 players of whom everybody meets everybody twice with each colour; styles move points by
    /// `rotation` times (attack of one × complication of the other, less the reverse).
    fn league(seed: u64, rotation: f64) -> Encounters {
        const PLAYERS: usize = 40;
        let mut draw = rng::stream(seed, "league", 0);
        let mut normal = || (0..12).map(|_| draw.random::<f64>()).sum::<f64>() - 6.0;
        // Mean 0 and standard deviation 1 exactly, since effects are told in deviations of these players.
        let mut axis = || {
            let drawn: Vec<f64> = (0..PLAYERS).map(|_| normal()).collect();
            let mean = drawn.iter().sum::<f64>() / PLAYERS as f64;
            let squares: f64 = drawn.iter().map(|style| (style - mean).powi(2)).sum();
            let deviation = (squares / (PLAYERS - 1) as f64).sqrt();
            let scaled = drawn.iter().map(|style| (style - mean) / deviation);
            scaled.collect::<Vec<f64>>()
        };
        let [attacking, complicating] = [axis(), axis()];
        let styles: Vec<[f64; AXES]> = attacking
            .into_iter()
            .zip(complicating)
            .map(<[f64; AXES]>::from)
            .collect();
        let mut played = Encounters::default();
        let mut draw = rng::stream(seed, "results", 0);
        for white in 0..PLAYERS {
            for black in (0..PLAYERS).filter(|other| *other != white) {
                for _ in 0..2 {
                    let [[wa, wc], [ba, bc]] = [styles[white], styles[black]];
                    let expected = 0.4 + 0.2 * draw.random::<f64>();
                    let share = expected + rotation * (wa * bc - wc * ba);
                    let noise = |draw: &mut rand_chacha::ChaCha8Rng, style: [f64; AXES]| {
                        style.map(|axis| axis + 4.0 * (draw.random::<f64>() - 0.5))
                    };
                    let scores = ByColor {
                        white: noise(&mut draw, styles[white]),
                        black: noise(&mut draw, styles[black]),
                    };
                    let result = if draw.random::<f64>() < share {
                        GameResult::WhiteWins
                    } else {
                        GameResult::BlackWins
                    };
                    played.add(Encounter {
                        names: ByColor {
                            white: white.to_string(),
                            black: black.to_string(),
                        },
                        result,
                        expected,
                        scores,
                    });
                }
            }
        }
        played
    }

    /// The last term, in points.
    fn rotation(seed: u64, planted: f64) -> (f64, f64) {
        let found = league(seed, planted).measure().expect("enough games");
        assert_eq!((found.games, found.players), (3120, 40));
        let last = found.effects.last().expect("terms");
        let points = 0.25 / ELO_PER_LOGIT;
        (last.elo * points, last.elo_error_95 * points)
    }

    #[test]
    fn a_planted_rotation_is_found_and_none_is_not() {
        for planted in [0.0, 0.05] {
            let held = (0..40)
                .map(|seed| rotation(seed, planted))
                .filter(|(value, error)| (value - planted).abs() <= *error)
                .count();
            // 38 of 40 are expected; three standard deviations below are 34.
            assert!(held >= 33, "{held} of 40 hold {planted}");
        }
        let (value, error) = rotation(1, 0.05);
        assert!(value - error > 0.0, "{value} ± {error}");
    }

    #[test]
    fn few_games_say_nothing() {
        assert!(Encounters::default().measure().is_none());
    }
}
