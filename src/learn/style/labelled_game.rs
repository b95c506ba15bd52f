//! What is kept of a labelled player's games: what both sides showed, and no moves.

use shakmaty::{ByColor, Chess, Color, Move, Position as _};

use super::PlayerLabel;
use crate::pgn::ReadCounts;
use crate::record::Game;
use crate::style::classic::{ClassicObservation, observe_game};
use crate::style::habits::{HabitObserver, HabitShares};
use crate::style::{
    EloBalance, GameHabits, GameOccasion, Peers, Population, RatingBand, STAGES, mean_rating,
};

/// One game in so many is also kept as it stood at each stage.
const SNAPSHOTS: u32 = 4;

/// A game of a labelled player.
#[derive(Clone, Debug)]
pub struct LabelledGame {
    /// What both sides showed.
    pub watched: GameHabits,
    /// The player's colour.
    pub side: Color,
    /// For one game in four: the habits of both sides after a number of moves of each.
    pub snapshots: Vec<(usize, ByColor<HabitShares>)>,
    /// What the classic recogniser sees, if that was asked for.
    pub classic: Vec<ClassicObservation>,
}

/// The games of one labelled player.
#[derive(Clone, Debug)]
pub struct LabelledPlayer {
    /// The label.
    pub label: PlayerLabel,
    /// Games read, kept and refused.
    pub tally: ReadCounts,
    /// His games that ended.
    pub games: Vec<LabelledGame>,
    /// Good games of others, and unfinished ones, which are not counted.
    pub passed_over: u64,
}

/// What a game's tags tell of its circumstances.
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

/// What a game of his shows; `None` for one without result or moves.
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

/// A number below [`SNAPSHOTS`] that follows from the moves alone, so that whichever games are read
/// first, the same are sampled.
fn sample(moves: &[Move]) -> u32 {
    moves.iter().map(|chosen| chosen.to().to_u32()).sum::<u32>() % SNAPSHOTS
}
