//! Positions of the player's games that show a statement, to be played on against the engine.

use std::cmp::Reverse;

use serde::Serialize;
use shakmaty::{Chess, Color, Move, Position as _};

use super::direction::TraitDirection;
use super::game::{ExampleGame, PlayerGame};
use super::lead::ComparedGame;
use crate::board::fen;
use crate::record::SideResult;
use crate::style::habits::{Habit, HabitObserver, HabitShare};

/// Number of positions for each statement.
const POSITIONS: usize = 3;

/// Number of games that are searched for the positions of one statement.
const MOST_SEARCHED: usize = 200;

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
    /// Returns the position before a ply (from 0) of a game; `None` if it is not the player's turn there, or if a mate in
    /// one decides it.
    fn before(game: &PlayerGame, ply: usize) -> Option<Self> {
        game.game.moves.get(ply)?;
        let mut position: Chess = game.game.start.clone();
        for m in &game.game.moves[..ply] {
            position.play_unchecked(*m);
        }
        let is_shown = position.turn() == game.side && !is_decided(&position);
        is_shown.then(|| Self {
            fen: fen::write(&position),
            color: color_name(game.side),
            example: game.example(&[ply]),
        })
    }

    /// Returns true if both show the same position, whatever their move numbers are.
    pub fn is_same(&self, other: &Self) -> bool {
        let [own, others] = [self, other].map(|position| position.fen.split(' ').take(4));
        own.eq(others)
    }
}

/// Returns true if a mate in one decides the position: that of the side to move, or one that no move prevents.
fn is_decided(position: &Chess) -> bool {
    let after = |chosen: Move| {
        let mut next = position.clone();
        next.play_unchecked(chosen);
        next
    };
    let moves = position.legal_moves();
    can_mate(position) || moves.iter().all(|chosen| can_mate(&after(*chosen)))
}

/// Returns true if the side to move can mate at once.
fn can_mate(position: &Chess) -> bool {
    position.legal_moves().iter().any(|chosen| {
        let mut next = position.clone();
        next.play_unchecked(*chosen);
        next.is_checkmate()
    })
}

/// Returns the first three positions that differ; one that stands `elsewhere` only if there are too few others.
pub(super) fn first_different(
    positions: impl Iterator<Item = ReportPosition>,
    elsewhere: &[ReportPosition],
) -> Vec<ReportPosition> {
    let is_in = |list: &[ReportPosition], position: &ReportPosition| {
        list.iter().any(|other| other.is_same(position))
    };
    let mut kept: Vec<ReportPosition> = Vec::with_capacity(POSITIONS);
    let mut repeated: Vec<ReportPosition> = Vec::new();
    for position in positions {
        if is_in(elsewhere, &position) {
            if repeated.len() < POSITIONS && !is_in(&repeated, &position) {
                repeated.push(position);
            }
        } else if !is_in(&kept, &position) {
            kept.push(position);
        }
        if kept.len() == POSITIONS {
            break;
        }
    }
    kept.extend(repeated);
    kept.truncate(POSITIONS);
    kept
}

/// Returns the name of a colour in JSON.
pub(super) fn color_name(side: Color) -> &'static str {
    side.fold_wb("white", "black")
}

/// Returns positions in which the player did more, or less, of a habit than peers; one from each game.
///
/// Games come in the order of how far their outcome is from `result`, if one is given, then by how much of the habit
/// they show.
pub(super) fn positions_of_habit<'a>(
    compared: impl Iterator<Item = &'a ComparedGame>,
    habit: Habit,
    direction: TraitDirection,
    result: Option<SideResult>,
    games: &'a [PlayerGame],
) -> impl Iterator<Item = ReportPosition> + 'a {
    let sign = match direction {
        TraitDirection::More => 1.0,
        TraitDirection::Less => -1.0,
    };
    let mut order: Vec<(u8, f64, usize)> = compared
        .map(|game| {
            let lead = sign * game.ranks[habit as usize].lead;
            let distance = result.map_or(0, |result| games[game.game].half_points_from(result));
            (distance, lead, game.game)
        })
        .filter(|(_, lead, _)| *lead > 0.0)
        .collect();
    // Newer games first among those that show it alike.
    let by_distance = |one: &(u8, f64, usize), other: &(u8, f64, usize)| {
        let more = other.1.total_cmp(&one.1).then(other.2.cmp(&one.2));
        one.0.cmp(&other.0).then(more)
    };
    if order.len() > MOST_SEARCHED {
        order.select_nth_unstable_by(MOST_SEARCHED, by_distance);
        order.truncate(MOST_SEARCHED);
    }
    order.sort_unstable_by(by_distance);
    order
        .into_iter()
        .filter_map(move |(_, _, game)| position_of_habit(&games[game], habit, direction))
}

/// Returns the position of a game that shows the habit best; `None` if none does.
fn position_of_habit(
    game: &PlayerGame,
    habit: Habit,
    direction: TraitDirection,
) -> Option<ReportPosition> {
    let mut watch = HabitObserver::new(&game.game.start);
    let mut before = HabitShare::default();
    let mut found: Vec<(bool, u32, Reverse<usize>)> = Vec::new();
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
        if shows > 0 {
            found.push((ply >= FIRST_PLY, shows, Reverse(ply)));
        }
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    let mut plies = found.into_iter().map(|(_, _, Reverse(ply))| ply);
    plies.find_map(|ply| ReportPosition::before(game, ply))
}

/// Returns positions of these games, each after as many plies as `plies_of` gives or one more.
///
/// Games whose outcome is nearest to `result` come first, newer ones first among them.
pub(super) fn positions_after<'a>(
    games: impl Iterator<Item = &'a PlayerGame>,
    result: SideResult,
    plies_of: impl Fn(&PlayerGame) -> usize + 'a,
) -> impl Iterator<Item = ReportPosition> + 'a {
    let mut games: Vec<&PlayerGame> = games.collect();
    games.reverse();
    games.sort_by_key(|game| game.half_points_from(result));
    games
        .into_iter()
        .take(MOST_SEARCHED)
        .filter_map(move |game| {
            let plies = plies_of(game);
            ReportPosition::before(game, plies).or_else(|| ReportPosition::before(game, plies + 1))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mate_in_one_decides_a_position() {
        for (fen, is) in [
            // White mates at once.
            ("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1", true),
            // Black is to move and cannot prevent it.
            ("k7/8/1K6/8/8/8/8/7R b - - 0 1", true),
            // Black opens a square for the king.
            ("6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1", false),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                false,
            ),
        ] {
            let position = fen::read(fen).expect("legal");
            assert_eq!(is_decided(&position), is, "{fen}");
        }
    }

    #[test]
    fn a_position_is_shown_once_and_elsewhere_only_for_want_of_others() {
        let position = |fen: &str| ReportPosition {
            fen: fen.to_owned(),
            color: "white",
            example: ExampleGame::default(),
        };
        let same = position("8/8/8/8/8/k7/8/K6R w - - 0 1");
        let later = position("8/8/8/8/8/k7/8/K6R w - - 12 40");
        let other = position("8/8/8/8/8/k7/8/K5R1 w - - 0 1");
        let shown = |elsewhere: &[ReportPosition]| {
            let positions = [&same, &later, &other, &same].into_iter().cloned();
            first_different(positions, elsewhere)
        };
        assert_eq!(shown(&[]), [same.clone(), other.clone()]);
        assert_eq!(
            shown(std::slice::from_ref(&later)),
            [other.clone(), same.clone()]
        );
        let more =
            ["1", "2", "3"].map(|row| position(&format!("8/8/8/8/8/k7/{row}P6/K6R w - - 0 1")));
        let positions = [&same].into_iter().chain(&more).cloned();
        assert_eq!(
            first_different(positions, std::slice::from_ref(&later)),
            more
        );
    }
}
