//! How the player is met: choices that his opponents have, and after which he fared worse.
//!
//! Only what an opponent can choose or steer for is asked: his first moves, his king's side, the
//! exchange of queens. What comes of a game that is already going well (an attack, a won pawn) is
//! no advice. A difference is told when chance alone would make one like it less than once in twenty
//! portraits: the level is shared among all choices that were looked at (Bonferroni; Dunn,
//! *Multiple comparisons among means*, 1961).

use std::collections::BTreeMap;

use serde::Serialize;
use shakmaty::{Chess, Color};
use statrs::distribution::{ContinuousCDF as _, Normal};

use super::game::{ExampleGame, PlayerGame};
use super::results::WinDrawLoss;

/// A choice is looked at when it was made in so many games, and as many times not.
const FEWEST_GAMES: u64 = 20;

/// One portrait in so many says something that is chance.
const LEVEL: f64 = 0.05;

/// A choice of the opponent that went badly for the player.
#[derive(Clone, Debug, Serialize)]
pub struct Advice {
    /// What to do.
    pub choice: String,
    /// How the player fared then.
    pub then: WinDrawLoss,
    /// How he fared otherwise (with the same colour, where the choice is the opponent's opening).
    pub otherwise: WinDrawLoss,
    /// By how much of the points he fared worse.
    pub difference: f64,
    /// Half the width of that difference's interval, wide enough for all choices together.
    pub error: f64,
    /// A game that he lost in this way, the shortest.
    pub example: ExampleGame,
}

/// Whether a choice was made in a game; `None` where it was not open.
type AdviceQuestion = Box<dyn Fn(&PlayerGame) -> Option<bool>>;

/// A choice of the opponent.
struct OpponentChoice {
    name: String,
    was_made: AdviceQuestion,
}

/// What is to be recommended against the player, the greatest difference first.
pub(super) fn advice(games: &[PlayerGame]) -> Vec<Advice> {
    let mut looked_at = Vec::new();
    for choice in choices(games) {
        let points = |wanted: bool| -> WinDrawLoss {
            let asked = games
                .iter()
                .filter(|game| (choice.was_made)(game) == Some(wanted));
            asked.map(PlayerGame::points).collect()
        };
        let (then, otherwise) = (points(true), points(false));
        if then.games().min(otherwise.games()) >= FEWEST_GAMES {
            looked_at.push((choice, then, otherwise));
        }
    }
    let width = width(looked_at.len());
    let mut advice: Vec<Advice> = looked_at
        .into_iter()
        .filter_map(|(choice, then, otherwise)| {
            let difference = otherwise.score() - then.score();
            let of = |record: &WinDrawLoss| record.variance() / record.games() as f64;
            let error = width * (of(&then) + of(&otherwise)).sqrt();
            if difference <= error {
                return None;
            }
            let lost = games
                .iter()
                .filter(|game| (choice.was_made)(game) == Some(true) && game.points() == 0)
                .min_by_key(|game| game.moves.len())?;
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

/// How many standard deviations a difference must have when so many are looked at.
fn width(looked_at: usize) -> f64 {
    let share = LEVEL / (2.0 * looked_at.max(1) as f64);
    Normal::standard().inverse_cdf(1.0 - share)
}

fn choices(games: &[PlayerGame]) -> Vec<OpponentChoice> {
    let mut choices = vec![
        OpponentChoice {
            name: "Trade queens by move 20".to_owned(),
            was_made: Box::new(|game| (game.moves.len() > 40).then_some(game.queens_left_early)),
        },
        OpponentChoice {
            name: "Keep the queens on beyond move 20".to_owned(),
            was_made: Box::new(|game| (game.moves.len() > 40).then_some(!game.queens_left_early)),
        },
        OpponentChoice {
            name: "Put the king on the other wing than his".to_owned(),
            was_made: Box::new(|game| Some(game.opposite_wings)),
        },
        OpponentChoice {
            name: "Put the king on the same wing as his".to_owned(),
            was_made: Box::new(|game| Some(!game.opposite_wings)),
        },
    ];
    choices.extend(openings(games));
    choices
}

/// The opponent's first moves: with White what he opens, with Black what he answers. Where the player
/// had gone another way the choice was not open.
fn openings(games: &[PlayerGame]) -> Vec<OpponentChoice> {
    Color::ALL
        .into_iter()
        .flat_map(|side| openings_against(games, side))
        .collect()
}

/// The lines that opponents of a player of this colour went for, often enough.
fn openings_against(games: &[PlayerGame], side: Color) -> Vec<OpponentChoice> {
    let is_usual = move |game: &PlayerGame| game.side == side && game.start == Chess::default();
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

/// After which plies the opponent of a player of this colour has just moved.
const fn plies_of(side: Color) -> &'static [usize] {
    match side {
        Color::White => &[2, 4],
        Color::Black => &[1, 3],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_more_is_looked_at_the_more_is_asked() {
        assert!((width(1) - 1.96).abs() < 0.01);
        assert!(width(20) > 3.0 && width(20) < width(100));
    }
}
