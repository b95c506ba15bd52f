//! Advice against a player: choices open to opponents after which the player scored worse.
//!
//! Only choices that an opponent can make or steer for are tested: the first moves, the king's wing, the exchange of
//! queens. Consequences of a game that is already going well (an attack, a won pawn) are not advice. A difference is
//! reported if chance alone would produce one like it in fewer than one in twenty reports: the significance level is
//! divided by the number of choices tested (Bonferroni; Dunn, *Multiple comparisons among means*, 1961).

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color};

use super::game::{ExampleGame, PlayerGame};
use crate::bayes::bonferroni_bound;
use crate::record::{ResultCounts, SideResult};

/// Minimum number of games both with and without a choice, for it to be tested.
const FEWEST_GAMES: u64 = 20;

/// Share of reports that may contain a chance finding.
const LEVEL: f64 = 0.05;

/// A choice of the opponent after which the player scored worse.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// Choice in words, as an instruction to the opponent.
    pub choice: String,
    /// Results of the player when the choice was made.
    #[serde(serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub then: ResultCounts,
    /// Results of the player otherwise (with the same colour, if the choice is an opening).
    #[serde(serialize_with = "ResultCounts::as_won_drawn_lost")]
    pub otherwise: ResultCounts,
    /// Decrease of the player's score, as a share of the points.
    pub difference: f64,
    /// Half the width of the difference's interval, corrected for the number of choices tested.
    pub error: f64,
    /// Shortest game that the player lost after this choice.
    pub example: ExampleGame,
}

/// Function that tells if a choice was made in a game; `None` if it was not open.
type AdviceQuestion = Box<dyn Fn(&PlayerGame) -> Option<bool>>;

/// A choice of the opponent, with its test.
struct OpponentChoice {
    name: String,
    was_made: AdviceQuestion,
}

/// Returns the advice against the player, the greatest difference first.
pub(super) fn advice(games: &[PlayerGame]) -> Vec<Advice> {
    let mut looked_at = Vec::new();
    for choice in choices(games) {
        let points = |wanted: bool| -> ResultCounts {
            let asked = games
                .iter()
                .filter(|game| (choice.was_made)(game) == Some(wanted));
            asked.map(PlayerGame::outcome).collect()
        };
        let (then, otherwise) = (points(true), points(false));
        if then.games().min(otherwise.games()) >= FEWEST_GAMES {
            looked_at.push((choice, then, otherwise));
        }
    }
    let width = bonferroni_bound(LEVEL, looked_at.len());
    let mut advice: Vec<Advice> = looked_at
        .into_iter()
        .filter_map(|(choice, then, otherwise)| {
            let difference = otherwise.score() - then.score();
            let of = |record: &ResultCounts| record.variance() / record.games() as f64;
            let error = width * (of(&then) + of(&otherwise)).sqrt();
            if difference <= error {
                return None;
            }
            let lost = games
                .iter()
                .filter(|game| {
                    (choice.was_made)(game) == Some(true) && game.outcome() == SideResult::Loss
                })
                .min_by_key(|game| game.game.moves.len())?;
            Some(Advice {
                choice: choice.name,
                then,
                otherwise,
                difference,
                error,
                example: lost.example(&[]),
            })
        })
        .collect();
    advice.sort_by(|one, other| other.difference.total_cmp(&one.difference));
    advice
}

fn choices(games: &[PlayerGame]) -> Vec<OpponentChoice> {
    let mut choices = vec![
        OpponentChoice {
            name: "Trade queens by move 20".to_owned(),
            was_made: Box::new(|game| {
                (game.game.moves.len() > 40).then_some(game.queens_left_early)
            }),
        },
        OpponentChoice {
            name: "Keep the queens on beyond move 20".to_owned(),
            was_made: Box::new(|game| {
                (game.game.moves.len() > 40).then_some(!game.queens_left_early)
            }),
        },
        OpponentChoice {
            name: "Put the king on the other wing than theirs".to_owned(),
            was_made: Box::new(|game| Some(game.opposite_wings)),
        },
        OpponentChoice {
            name: "Put the king on the same wing as theirs".to_owned(),
            was_made: Box::new(|game| Some(!game.opposite_wings)),
        },
    ];
    choices.extend(openings(games));
    choices
}

/// Returns the choices of first moves: openings with White, replies with Black. A choice is not open in games in
/// which the player went another way before.
fn openings(games: &[PlayerGame]) -> Vec<OpponentChoice> {
    Color::ALL
        .into_iter()
        .flat_map(|side| openings_against(games, side))
        .collect()
}

/// Returns the lines that opponents of a player of this colour chose often enough.
fn openings_against(games: &[PlayerGame], side: Color) -> Vec<OpponentChoice> {
    let is_usual =
        move |game: &PlayerGame| game.side == side && game.game.start == Chess::default();
    let mut seen: BTreeMap<[String; 2], u64> = BTreeMap::new();
    for game in games.iter().filter(|game| is_usual(game)) {
        for plies in plies_of(side) {
            let key = [plies - 1, *plies].map(|plies| game.line(plies).to_owned());
            *seen.entry(key).or_default() += 1;
        }
    }
    seen.into_iter()
        .filter(|([before, line], games)| *games >= FEWEST_GAMES && before != line)
        .map(|([before, line], _)| {
            let plies = line.split(' ').filter(|word| !word.ends_with('.')).count();
            let own = side.other().fold_wb("White", "Black");
            OpponentChoice {
                name: format!("With {own}, go for {line}"),
                was_made: Box::new(move |game| {
                    let open = is_usual(game) && game.line(plies - 1) == before;
                    open.then(|| game.line(plies) == line)
                }),
            }
        })
        .collect()
}

/// Returns the plies after which the opponent of a player of this colour has just moved.
const fn plies_of(side: Color) -> &'static [usize] {
    match side {
        Color::White => &[2, 4],
        Color::Black => &[1, 3],
    }
}
