//! Positions of the player's games that show a statement, to be played on against the engine.

use std::cmp::Reverse;

use serde::Serialize;
use shakmaty::{Chess, Color, Position as _};

use super::direction::TraitDirection;
use super::game::{ExampleGame, PlayerGame};
use super::lead::ComparedGame;
use crate::board::fen;
use crate::style::habits::{Habit, HabitObserver, HabitShare};

/// Number of positions for each statement.
const POSITIONS: usize = 3;

/// Number of games that are searched for positions of a habit.
const MOST_SEARCHED: usize = 40;

/// Earlier positions are shown if there are no others: those of the opening are alike.
const FIRST_PLY: usize = 12;

/// A position in which it is the player's turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ReportPosition {
    /// The position in Forsyth-Edwards notation.
    pub fen: String,
    /// The player's colour: `white` or `black`.
    pub color: &'static str,
    /// The game; its move is what the player played here.
    #[serde(flatten)]
    pub example: ExampleGame,
}

impl ReportPosition {
    /// Returns the position before a ply (from 0) of a game; `None` if it is not the player's turn there.
    fn before(game: &PlayerGame, ply: usize) -> Option<Self> {
        game.game.moves.get(ply)?;
        let mut position: Chess = game.game.start.clone();
        for m in &game.game.moves[..ply] {
            position.play_unchecked(*m);
        }
        (position.turn() == game.side).then(|| Self {
            fen: fen::write(&position),
            color: color_name(game.side),
            example: game.example(&[ply]),
        })
    }
}

/// Returns the name of a colour in JSON.
pub(super) fn color_name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// Returns up to three positions in which the player did more, or less, of a habit than peers; one from each game.
pub(super) fn positions_of_habit(
    compared: &[ComparedGame],
    index: usize,
    habit: Habit,
    direction: TraitDirection,
    games: &[PlayerGame],
) -> Vec<ReportPosition> {
    let sign = match direction {
        TraitDirection::More => 1.0,
        TraitDirection::Less => -1.0,
    };
    let mut order: Vec<(f64, usize)> = compared
        .iter()
        .map(|game| (sign * game.ranks[index].lead, game.game))
        .filter(|(lead, _)| *lead > 0.0)
        .collect();
    // Newer games first among those that show it alike.
    order.sort_by(|one, other| other.0.total_cmp(&one.0).then(other.1.cmp(&one.1)));
    order
        .into_iter()
        .take(MOST_SEARCHED)
        .filter_map(|(_, game)| position_of_habit(&games[game], habit, direction))
        .take(POSITIONS)
        .collect()
}

/// Returns the position of a game that shows the habit best; `None` if none does.
fn position_of_habit(
    game: &PlayerGame,
    habit: Habit,
    direction: TraitDirection,
) -> Option<ReportPosition> {
    let mut watch = HabitObserver::new(&game.game.start);
    let mut before = HabitShare::default();
    let mut best: Option<(bool, u32, Reverse<usize>)> = None;
    for (ply, m) in game.game.moves.iter().enumerate() {
        let is_own = watch.position().turn() == game.side;
        watch.play(*m);
        if !is_own {
            continue;
        }
        let now = watch.shares().get(game.side).of(habit);
        let happened = now.happened - before.happened;
        let chances = now.chances - before.chances;
        before = now;
        let shows = match direction {
            TraitDirection::More => happened,
            TraitDirection::Less => chances.saturating_sub(happened),
        };
        let key = (ply >= FIRST_PLY, shows, Reverse(ply));
        if shows > 0 && best.is_none_or(|found| key > found) {
            best = Some(key);
        }
    }
    best.and_then(|(_, _, Reverse(ply))| ReportPosition::before(game, ply))
}

/// Returns up to three positions of these games, after `ply` plies or one more; lost games first, newer ones first.
pub(super) fn positions_after<'a>(
    games: impl Iterator<Item = (&'a PlayerGame, usize)>,
) -> Vec<ReportPosition> {
    let mut games: Vec<(&PlayerGame, usize)> = games.collect();
    games.reverse();
    games.sort_by_key(|(game, _)| game.outcome().half_points());
    games
        .into_iter()
        .filter_map(|(game, ply)| {
            ReportPosition::before(game, ply).or_else(|| ReportPosition::before(game, ply + 1))
        })
        .take(POSITIONS)
        .collect()
}
