//! Reads games of rated players and measures how much their moves lose.

#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use shakmaty::{ByColor, Color, Position as _};

use crate::cancel::CancelFlag;
use crate::identity::Fingerprint;
use crate::pgn::{IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest};
use crate::record::Game;
use crate::search::LossObserver;
use crate::strength::{LossCounts, LossCountsError, RatedLosses, RatingCounts, StrengthScale};
use crate::style::Population;

/// Games with fewer plies are left out.
const SHORTEST: usize = 16;

/// The losses of both sides of a game.
pub type MeasuredSides = ByColor<LossCounts>;

/// A finished game with at least one player whose rating and scale are known.
#[derive(Clone, Debug)]
pub struct RatedGame {
    /// Hash of start and moves.
    pub fingerprint: Fingerprint,
    /// The game.
    pub game: Game,
}

/// One side of a measured game.
#[derive(Clone, Debug)]
pub struct RatedSide {
    /// The player's name, in composed form.
    pub player: String,
    /// The number of their moves in the game.
    pub moves: usize,
    /// Scale, rating and losses.
    pub rated: RatedLosses,
}

/// Reads the finished games in which a player's rating and scale are known.
///
/// All players belong to `population`; if it is `None`, each game's tags decide. `news` is called with the
/// progress.
pub fn read_rated_games(
    sources: &[PgnSource],
    options: &IngestOptions,
    population: Option<Population>,
    mut news: impl FnMut(&IngestProgress),
) -> (Vec<RatedGame>, IngestSummary) {
    let is_rated = move |game: &Game| {
        let known =
            |side| game.elo(side).is_some() && StrengthScale::of(game, side, population).is_some();
        game.result.is_some()
            && game.moves.len() >= SHORTEST
            && (known(Color::White) || known(Color::Black))
    };
    let mut games = Vec::new();
    let summary = ingest(
        sources,
        options,
        || move |game: &Game| is_rated(game).then(|| game.clone()),
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(game),
                    fingerprint,
                    ..
                } => games.push(RatedGame { fingerprint, game }),
                IngestEvent::Progress(progress) => news(&progress),
                _ => {}
            }
            ControlFlow::Continue(())
        },
    );
    (games, summary)
}

/// Measures games on `threads` threads, each with its own observer made by `observer`.
///
/// The results are in the order of the games and do not depend on the number of threads. A game stays `None` if
/// `stop` was raised before it was measured. `on_game` is called after each game, in any order.
pub fn measure_games(
    games: &[&Game],
    threads: NonZeroUsize,
    stop: &CancelFlag,
    observer: impl Fn() -> LossObserver + Sync,
    mut on_game: impl FnMut(usize, &MeasuredSides),
) -> Vec<Option<MeasuredSides>> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = crossbeam_channel::unbounded();
    let mut measured: Vec<Option<MeasuredSides>> = games.iter().map(|_| None).collect();
    thread::scope(|scope| {
        for _ in 0..threads.get().min(games.len()) {
            let (sender, next, observer) = (sender.clone(), &next, &observer);
            scope.spawn(move || {
                let mut observer = observer();
                while !stop.is_raised() {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    let Some(game) = games.get(place) else { break };
                    let Some(sides) = observer.losses_of_game(game) else {
                        break;
                    };
                    if sender.send((place, sides)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (place, sides) in receiver {
            on_game(place, &sides);
            if let Some(slot) = measured.get_mut(place) {
                *slot = Some(sides);
            }
        }
    });
    measured
}

/// Returns the sides of a measured game whose rating and scale are known.
pub fn rated_sides(
    game: &Game,
    losses: &MeasuredSides,
    population: Option<Population>,
) -> Vec<RatedSide> {
    let first = game.start.turn();
    let side = |side: Color| {
        let plies = game.moves.len();
        Some(RatedSide {
            player: game.player_key(side).into_owned(),
            moves: plies.midpoint(usize::from(side == first)),
            rated: RatedLosses {
                scale: StrengthScale::of(game, side, population)?,
                rating: game.elo(side)?,
                losses: losses.get(side).clone(),
            },
        })
    };
    Color::ALL.into_iter().filter_map(side).collect()
}

/// Sums the losses of rated players by scale and rating band.
///
/// # Errors
///
/// [`LossCountsError::Overflow`].
pub fn count_rated(sides: &[RatedSide]) -> Result<RatingCounts, LossCountsError> {
    let mut counts = RatingCounts::default();
    for side in sides {
        counts.add(&side.rated)?;
    }
    Ok(counts)
}
