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

/// A choice of the opponents, with the player's results.
struct OpponentChoice<'a> {
    name: String,
    then: ResultCounts,
    otherwise: ResultCounts,
    /// Shortest game that the player lost after the choice.
    shortest_loss: Option<&'a PlayerGame>,
}

/// The games with the same answer to a question.
#[derive(Default)]
struct ChosenGames<'a> {
    results: ResultCounts,
    shortest_loss: Option<&'a PlayerGame>,
}

impl<'a> ChosenGames<'a> {
    fn add(&mut self, game: &'a PlayerGame) {
        let outcome = game.outcome();
        self.results += outcome;
        let is_shorter = |found: &PlayerGame| game.game.moves.len() < found.game.moves.len();
        if outcome == SideResult::Loss && self.shortest_loss.is_none_or(is_shorter) {
            self.shortest_loss = Some(game);
        }
    }
}

/// Returns the advice against the player, the greatest difference first.
pub(super) fn advice(games: &[PlayerGame]) -> Vec<Advice> {
    let mut tested = choices(games);
    tested.retain(|choice| choice.then.games().min(choice.otherwise.games()) >= FEWEST_GAMES);
    let width = bonferroni_bound(LEVEL, tested.len());
    let mut advice: Vec<Advice> = tested
        .into_iter()
        .filter_map(|choice| choice.advice(width))
        .collect();
    advice.sort_by(|one, other| other.difference.total_cmp(&one.difference));
    advice
}

impl OpponentChoice<'_> {
    /// Returns the choice as advice if the player scored worse by more than the error; `width` is the half width of
    /// its interval in standard deviations.
    fn advice(self, width: f64) -> Option<Advice> {
        let difference = self.otherwise.score() - self.then.score();
        let of = |record: &ResultCounts| record.variance() / record.games() as f64;
        let error = width * (of(&self.then) + of(&self.otherwise)).sqrt();
        (difference > error).then_some(())?;
        Some(Advice {
            choice: self.name,
            then: self.then,
            otherwise: self.otherwise,
            difference,
            error,
            example: self.shortest_loss?.example(&[]),
        })
    }
}

fn choices(games: &[PlayerGame]) -> Vec<OpponentChoice<'_>> {
    let is_long = |game: &PlayerGame| game.game.moves.len() > 40;
    let mut choices = Vec::new();
    choices.extend(both_ways(
        games.iter().filter(|game| is_long(game)),
        |game| game.queens_left_early,
        [
            "Trade queens by move 20",
            "Keep the queens on beyond move 20",
        ],
    ));
    choices.extend(both_ways(
        games.iter(),
        |game| game.opposite_wings,
        [
            "Put the king on the other wing than theirs",
            "Put the king on the same wing as theirs",
        ],
    ));
    for side in Color::ALL {
        choices.extend(openings_against(games, side));
    }
    choices
}

/// Returns the two answers to a question, yes and no, as choices.
fn both_ways<'a>(
    games: impl Iterator<Item = &'a PlayerGame>,
    is_yes: impl Fn(&PlayerGame) -> bool,
    [yes_name, no_name]: [&str; 2],
) -> [OpponentChoice<'a>; 2] {
    let (mut yes, mut no) = (ChosenGames::default(), ChosenGames::default());
    for game in games {
        if is_yes(game) {
            yes.add(game);
        } else {
            no.add(game);
        }
    }
    let choice = |name: &str, then: &ChosenGames<'a>, otherwise: &ChosenGames<'a>| OpponentChoice {
        name: name.to_owned(),
        then: then.results,
        otherwise: otherwise.results,
        shortest_loss: then.shortest_loss,
    };
    [choice(yes_name, &yes, &no), choice(no_name, &no, &yes)]
}

/// Returns the lines that opponents of a player of this colour chose: openings with White, replies with Black. A
/// choice is not open in games in which the player went another way before.
fn openings_against(games: &[PlayerGame], side: Color) -> Vec<OpponentChoice<'_>> {
    let own = side.other().fold_wb("White", "Black");
    let start = Chess::default();
    let mut lines: BTreeMap<(&str, usize), BTreeMap<&str, ChosenGames<'_>>> = BTreeMap::new();
    for game in games {
        if game.side == side && game.game.start == start {
            for plies in plies_of(side) {
                let alternatives = lines.entry((game.line(plies - 1), *plies)).or_default();
                alternatives.entry(game.line(*plies)).or_default().add(game);
            }
        }
    }
    let mut choices = Vec::new();
    for ((before, _), alternatives) in lines {
        let all: ResultCounts = alternatives.values().map(|games| games.results).sum();
        for (line, games) in alternatives {
            // A game that ended before the choice is still one of the others.
            if line != before {
                choices.push(OpponentChoice {
                    name: format!("With {own}, go for {line}"),
                    then: games.results,
                    otherwise: all - games.results,
                    shortest_loss: games.shortest_loss,
                });
            }
        }
    }
    choices
}

/// Returns the plies after which the opponent of a player of this colour has just moved.
const fn plies_of(side: Color) -> &'static [usize] {
    match side {
        Color::White => &[2, 4],
        Color::Black => &[1, 3],
    }
}
