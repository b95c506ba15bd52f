//! Watching the opponent: what the game at hand and his earlier games say of his style.
//!
//! A move costs what the recogniser needs for that one move, however long the game is: the watch goes
//! on where it stopped, and begins anew only after a move was taken back. Both sides are watched,
//! for which of them is the opponent is known only when a move is asked for.

use std::sync::Arc;

use shakmaty::{ByColor, Chess, Color, Move};

use crate::board::GameState;
use crate::record::GameResult;
use crate::style::{GameObserver, HabitEvidence, Posterior, Recogniser};

/// What is believed of one side, after each of its moves.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct StylePosteriors {
    /// By its earlier games alone.
    pub(super) before: Option<Posterior>,
    /// After each move: the original classifies the moment, not the history (§5.3).
    pub(super) after: Vec<Posterior>,
    /// The earlier games.
    pub(super) games: u32,
}

/// Watches games of one opponent.
#[derive(Debug, Default)]
pub(super) struct OpponentTracker {
    styles: Option<Arc<Recogniser>>,
    /// What the opponent's earlier games have shown, and how many they were.
    earlier: HabitEvidence,
    games: u32,
    seen: Option<TrackedGame>,
}

/// The game at hand, as far as it was watched.
#[derive(Debug)]
struct TrackedGame {
    start: Chess,
    moves: Vec<Move>,
    sides: ByColor<TrackedSide>,
}

#[derive(Debug)]
struct TrackedSide {
    follower: GameObserver,
    after: Vec<Posterior>,
}

impl OpponentTracker {
    /// Recognises by this from now on; what another recogniser has shown is forgotten.
    pub(super) fn set_styles(&mut self, styles: Option<Recogniser>, game: &GameState) {
        self.styles = styles.map(Arc::new);
        self.forget(game);
    }

    /// Another opponent: nothing is known of him but the game at hand.
    pub(super) fn forget(&mut self, game: &GameState) {
        (self.earlier, self.games) = (HabitEvidence::default(), 0);
        self.seen = None;
        self.watch(game);
    }

    /// Watches what is new in the game at hand.
    pub(super) fn watch(&mut self, game: &GameState) {
        let Some(styles) = &self.styles else {
            return;
        };
        let goes_on = |seen: &TrackedGame| {
            game.moves().starts_with(&seen.moves) && seen.start == *game.start()
        };
        let mut seen = match self.seen.take().filter(goes_on) {
            Some(seen) => seen,
            None => TrackedGame::new(styles, game.start(), self.earlier),
        };
        let watched = seen.moves.len();
        game.moves()
            .iter()
            .skip(watched)
            .for_each(|chosen| seen.see(*chosen));
        self.seen = Some(seen);
    }

    /// What the game that was watched has shown of `side` is taken along to his next one. A game that
    /// broke off has no result and counts for what was seen of it.
    pub(super) fn remember(&mut self, side: Color, result: Option<GameResult>) {
        let Some(seen) = self.seen.take() else {
            return;
        };
        let evidence = seen.sides.get(side).follower.finish(result);
        if evidence.games > self.earlier.games {
            self.earlier = evidence;
            self.games += 1;
        }
    }

    /// What is believed of `side` in the game at hand.
    pub(super) fn posteriors(&self, side: Color) -> StylePosteriors {
        let Some(seen) = &self.seen else {
            return StylePosteriors::default();
        };
        StylePosteriors {
            before: self
                .styles
                .as_ref()
                .filter(|_| self.games > 0)
                .and_then(|styles| {
                    GameObserver::new(styles, &seen.start, side, self.earlier).posterior()
                }),
            after: seen.sides.get(side).after.clone(),
            games: self.games,
        }
    }
}

impl TrackedGame {
    fn new(styles: &Arc<Recogniser>, start: &Chess, earlier: HabitEvidence) -> Self {
        Self {
            start: start.clone(),
            moves: Vec::new(),
            sides: ByColor::new_with(|side| TrackedSide {
                follower: GameObserver::new(styles, start, side, earlier),
                after: Vec::new(),
            }),
        }
    }

    fn see(&mut self, chosen: Move) {
        self.moves.push(chosen);
        for side in Color::ALL {
            let side = self.sides.get_mut(side);
            side.after.extend(side.follower.see(chosen));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::load_styles;
    use proptest::prelude::*;
    use shakmaty::Position as _;

    fn spectator() -> OpponentTracker {
        let mut spectator = OpponentTracker::default();
        let styles = load_styles("shipped").expect("it ships");
        spectator.set_styles(Some(styles), &GameState::new());
        spectator
    }

    fn game(choices: &[u16]) -> GameState {
        let mut game = GameState::new();
        for choice in choices {
            let legal = game.position().legal_moves();
            if legal.is_empty() {
                break;
            }
            let chosen = legal[usize::from(*choice) % legal.len()];
            game.play(chosen);
        }
        game
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn watching_in_bites_is_watching_at_once(
            choices in prop::collection::vec(any::<u16>(), 1..60),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        ) {
            let mut bites = spectator();
            // Some of these go on, some take moves back.
            for cut in cuts {
                bites.watch(&game(&choices[..cut.index(choices.len())]));
            }
            let whole = game(&choices);
            bites.watch(&whole);
            let mut once = spectator();
            once.watch(&whole);
            for side in Color::ALL {
                prop_assert_eq!(bites.posteriors(side), once.posteriors(side));
            }
        }
    }

    #[test]
    fn an_opponent_is_remembered_until_another_comes() {
        let mut spectator = spectator();
        let first = game(&[3, 9, 14, 2, 7, 11, 19, 5, 1, 8, 13, 4]);
        let fresh = GameState::new();
        spectator.watch(&first);
        let known = spectator.posteriors(Color::White);
        assert_eq!((known.before, known.games, known.after.len()), (None, 0, 6));
        spectator.remember(Color::White, None);
        spectator.watch(&fresh);
        let known = spectator.posteriors(Color::White);
        assert_eq!((known.games, known.after.len()), (1, 0));
        // He may have the other colour now.
        assert_eq!(spectator.posteriors(Color::Black).before, known.before);
        assert!(known.before.is_some());
        // The same game again says more than once.
        spectator.watch(&first);
        let twice = spectator.posteriors(Color::White);
        assert_ne!(twice.after.last().copied(), known.before);
        // A game in which nobody moved is none.
        spectator.watch(&fresh);
        spectator.remember(Color::White, None);
        spectator.watch(&fresh);
        assert_eq!(spectator.posteriors(Color::White).games, 1);
        spectator.forget(&fresh);
        assert_eq!(
            spectator.posteriors(Color::White),
            StylePosteriors::default()
        );
    }
}
