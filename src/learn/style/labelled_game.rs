//! The record of a labelled player's game: the habits of both sides, without moves.

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::PlayerLabel;
use crate::pgn::ReadCounts;
use crate::record::Game;
use crate::style::classic::{ClassicObservation, observe_game};
use crate::style::habits::{HabitObserver, HabitShares};
use crate::style::{
    EloBalance, GameHabits, GameOccasion, Peers, Population, RatingBand, STAGES, mean_rating,
};

/// Divisor that decides which games are also recorded at intermediate stages: one in this number.
const SNAPSHOTS: u32 = 4;

/// A game of a labelled player.
#[derive(Clone, Debug)]
pub struct LabelledGame {
    /// Habits of both sides.
    pub watched: GameHabits,
    /// Colour of the labelled player.
    pub side: Color,
    /// Habits of both sides at each stage reached, recorded for one game in four.
    pub snapshots: Vec<(usize, ByColor<HabitShares>)>,
    /// Observations of the classic recogniser; empty if not requested.
    pub classic: Vec<ClassicObservation>,
}

/// The games of one labelled player.
#[derive(Clone, Debug)]
pub struct LabelledPlayer {
    /// Label of the player.
    pub label: PlayerLabel,
    /// Number of games read, kept and refused.
    pub tally: ReadCounts,
    /// Games of the player that have a result.
    pub games: Vec<LabelledGame>,
    /// Number of valid games of others, and of games without a result, which are not counted.
    pub passed_over: u64,
}

/// Returns the circumstances of a game from its tags: year, ratings and population.
pub fn occasion(game: &Game) -> GameOccasion {
    GameOccasion {
        year: game.year(),
        balance: EloBalance::of(ByColor {
            white: game.elo(Color::White),
            black: game.elo(Color::Black),
        }),
        peers: ByColor::new_with(|side| Peers {
            population: Population::of(game, side),
            band: RatingBand::of(mean_rating(game)),
        }),
    }
}

/// Returns the record of a player's game; `None` for one without result or moves.
pub(super) fn watch_finished(game: &Game, side: Color, with_classic: bool) -> Option<LabelledGame> {
    let is_over = game.result.is_some() && !game.moves.is_empty();
    is_over.then(|| watch(game, side, with_classic))
}

fn watch(game: &Game, side: Color, with_classic: bool) -> LabelledGame {
    let is_kept = sample(&game.moves) == 0;
    let mut watch = HabitObserver::new(&game.start);
    let mut snapshots = Vec::new();
    for (ply, chosen) in (1_u32..).zip(&game.moves) {
        watch.play(*chosen);
        let stage = STAGES.iter().position(|stage| stage * 2 == ply);
        if let Some(stage) = stage.filter(|_| is_kept && watch.position().turn().is_white()) {
            snapshots.push((stage, watch.shares().clone()));
        }
    }
    let classic = if with_classic && game.start == Chess::default() {
        observe_game(&game.start, &game.moves, side)
    } else {
        Vec::new()
    };
    LabelledGame {
        watched: GameHabits::of(
            &watch,
            &game.start,
            &game.moves,
            game.result,
            occasion(game),
        ),
        side,
        snapshots,
        classic,
    }
}

/// Returns a number below [`SNAPSHOTS`] that follows from the moves alone, so that the sample does not depend on the
/// order of reading.
fn sample(moves: &[Move]) -> u32 {
    moves.iter().map(|chosen| chosen.to().to_u32()).sum::<u32>() % SNAPSHOTS
}
