//! Observes the opponent's moves in this game and earlier ones, and computes the posterior over styles.
//!
//! A new move costs only what the recogniser needs for that move: observation continues where it stopped
//! and starts again only after a move was taken back. Both sides are observed, since which one is the
//! opponent is known only when a move is asked for.

use std::sync::Arc;

use shakmaty::{ByColor, Chess, Color, Move};

use super::ageing::MemoryAgeing;
use super::memory::RecalledOpponent;
use crate::board::GameState;
use crate::record::GameResult;
use crate::store::OpponentGame;
use crate::style::{
    AxisScore, GameObserver, HabitEvidence, Population, Posterior, Recogniser, StyleVerdict,
};

/// The posteriors over one side's style.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StylePosteriors {
    /// From earlier games alone; `None` if there are none.
    pub before: Option<Posterior>,
    /// After each move of this game.
    pub after: Vec<Posterior>,
    /// Number of earlier games observed.
    pub games: u32,
    /// False if this game tells nothing of the style, because it began from a set-up position.
    pub is_game_judged: bool,
    /// The score from defensive to attacking after all of it; `None` for models without scores.
    pub score: Option<AxisScore>,
}

/// Observes the games of one opponent.
#[derive(Debug, Default)]
pub struct OpponentTracker {
    styles: Option<Arc<Recogniser>>,
    /// Evidence from the opponent's earlier games.
    earlier: HabitEvidence,
    games: u32,
    /// The population with which the opponent is compared, if it is known.
    population: Option<Population>,
    seen: Option<TrackedGame>,
}

/// The current game, as far as it was observed.
#[derive(Debug)]
struct TrackedGame {
    start: Chess,
    /// False if the habits in this game cannot be compared with those of whole games.
    is_judged: bool,
    moves: Vec<Move>,
    sides: ByColor<TrackedSide>,
}

#[derive(Debug)]
struct TrackedSide {
    observer: GameObserver,
    after: Vec<Posterior>,
}

impl OpponentTracker {
    /// Sets the recogniser; evidence from another one is forgotten.
    pub fn set_styles(&mut self, styles: Option<Recogniser>, game: &GameState) {
        self.styles = styles.map(Arc::new);
        self.forget(game);
    }

    /// Sets the population with which the opponent is compared; the current game `game` is observed again.
    pub fn set_population(&mut self, population: Option<Population>, game: &GameState) {
        if self.population != population {
            self.population = population;
            self.seen = None;
            self.watch(game);
        }
    }

    /// Forgets earlier games, for a new opponent; the current game `game` is observed again.
    pub fn forget(&mut self, game: &GameState) {
        (self.earlier, self.games) = (HabitEvidence::default(), 0);
        self.seen = None;
        self.watch(game);
    }

    /// Returns what remembered games tell of an opponent; nothing is replaced.
    pub fn judge_remembered(&self, games: &[OpponentGame]) -> RecalledOpponent {
        RecalledOpponent::new(games, self.styles.as_deref(), MemoryAgeing::default())
    }

    /// Replaces earlier evidence by what is remembered of an opponent; the current game `game` is observed
    /// again.
    pub fn recall(&mut self, games: &[OpponentGame], game: &GameState) -> RecalledOpponent {
        let recalled = self.judge_remembered(games);
        self.earlier = recalled.evidence;
        let judged = games.iter().filter(|game| game.is_from_initial_position());
        self.games = u32::try_from(judged.count()).unwrap_or(u32::MAX);
        self.seen = None;
        self.watch(game);
        recalled
    }

    /// Observes the moves of the current game that are new.
    pub fn watch(&mut self, game: &GameState) {
        let Some(styles) = &self.styles else {
            return;
        };
        let goes_on = |seen: &TrackedGame| {
            game.moves().starts_with(&seen.moves) && seen.start == *game.start()
        };
        let mut seen = match self.seen.take().filter(goes_on) {
            Some(seen) => seen,
            None => TrackedGame::new(styles, game.start(), self.earlier, self.population),
        };
        let watched = seen.moves.len();
        game.moves()
            .iter()
            .skip(watched)
            .for_each(|chosen| seen.see(*chosen));
        self.seen = Some(seen);
    }

    /// Adds the evidence of the current game about `side` to that of earlier games. An unfinished game has no
    /// result and counts as far as it was played.
    pub fn remember(&mut self, side: Color, result: Option<GameResult>) {
        let Some(seen) = self.seen.take().filter(|seen| seen.is_judged) else {
            return;
        };
        let evidence = seen.sides.get(side).observer.finish(result);
        if evidence.games > self.earlier.games {
            self.earlier = evidence;
            self.games += 1;
        }
    }

    /// Returns the posteriors over the style of `side`.
    pub fn posteriors(&self, side: Color) -> StylePosteriors {
        let Some(seen) = &self.seen else {
            return StylePosteriors::default();
        };
        StylePosteriors {
            before: self
                .styles
                .as_ref()
                .filter(|_| self.games > 0)
                .and_then(|styles| {
                    GameObserver::new(styles, &seen.start, side, self.earlier)
                        .among(self.population)
                        .posterior()
                }),
            after: seen.sides.get(side).after.clone(),
            games: self.games,
            is_game_judged: seen.is_judged,
            score: self.verdict(side).map(|verdict| verdict.axes.attacking),
        }
    }

    /// Returns the posterior and both axes of `side`, from earlier games and this one.
    ///
    /// `None` before the first move of an unknown opponent, and for the classic recogniser.
    pub fn verdict(&self, side: Color) -> Option<StyleVerdict> {
        self.observer(side)?.verdict()
    }

    /// Returns what observes `side` in the current game.
    pub fn observer(&self, side: Color) -> Option<&GameObserver> {
        Some(&self.seen.as_ref()?.sides.get(side).observer)
    }
}

impl TrackedGame {
    fn new(
        styles: &Arc<Recogniser>,
        start: &Chess,
        earlier: HabitEvidence,
        population: Option<Population>,
    ) -> Self {
        // The recogniser of 2005 looks at the position, and compares no habits.
        let compares_habits = matches!(**styles, Recogniser::Habits(_));
        Self {
            start: start.clone(),
            is_judged: !compares_habits || *start == Chess::default(),
            moves: Vec::new(),
            sides: ByColor::new_with(|side| TrackedSide {
                observer: GameObserver::new(styles, start, side, earlier).among(population),
                after: Vec::new(),
            }),
        }
    }

    fn see(&mut self, chosen: Move) {
        self.moves.push(chosen);
        if !self.is_judged {
            return;
        }
        for side in Color::ALL {
            let side = self.sides.get_mut(side);
            side.after.extend(side.observer.see(chosen));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opponent::load_styles;
    use proptest::prelude::*;
    use shakmaty::Position as _;

    fn tracker() -> OpponentTracker {
        let mut tracker = OpponentTracker::default();
        let styles = load_styles("shipped").expect("it ships");
        tracker.set_styles(Some(styles), &GameState::new());
        tracker
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
        fn observing_in_pieces_is_observing_at_once(
            choices in prop::collection::vec(any::<u16>(), 1..60),
            cuts in prop::collection::vec(any::<prop::sample::Index>(), 1..5),
        ) {
            let mut bites = tracker();
            // Some of these continue the game, some take moves back.
            for cut in cuts {
                bites.watch(&game(&choices[..cut.index(choices.len())]));
            }
            let whole = game(&choices);
            bites.watch(&whole);
            let mut once = tracker();
            once.watch(&whole);
            for side in Color::ALL {
                prop_assert_eq!(bites.posteriors(side), once.posteriors(side));
            }
        }
    }

    #[test]
    fn an_opponent_is_remembered_until_another_comes() {
        let mut tracker = tracker();
        let first = game(&[3, 9, 14, 2, 7, 11, 19, 5, 1, 8, 13, 4]);
        let fresh = GameState::new();
        tracker.watch(&first);
        let known = tracker.posteriors(Color::White);
        assert_eq!((known.before, known.games, known.after.len()), (None, 0, 6));
        tracker.remember(Color::White, None);
        tracker.watch(&fresh);
        let known = tracker.posteriors(Color::White);
        assert_eq!((known.games, known.after.len()), (1, 0));
        // The opponent may have the other colour now.
        assert_eq!(tracker.posteriors(Color::Black).before, known.before);
        assert!(known.before.is_some());
        // A second game with the same moves is more evidence than one.
        tracker.watch(&first);
        let twice = tracker.posteriors(Color::White);
        assert_ne!(twice.after.last().copied(), known.before);
        // A game without moves is not counted.
        tracker.watch(&fresh);
        tracker.remember(Color::White, None);
        tracker.watch(&fresh);
        assert_eq!(tracker.posteriors(Color::White).games, 1);
        tracker.forget(&fresh);
        let nothing = StylePosteriors {
            is_game_judged: true,
            ..StylePosteriors::default()
        };
        assert_eq!(tracker.posteriors(Color::White), nothing);
    }

    #[test]
    fn a_game_from_a_set_up_position_tells_nothing_of_style() {
        let choices = [3, 9, 14, 2, 7, 11, 19, 5, 1, 8, 13, 4];
        let mut tracker = tracker();
        tracker.watch(&game(&choices));
        tracker.remember(Color::White, None);
        let mut endgame = GameState::from_position(game(&choices).position().clone());
        tracker.watch(&endgame);
        let before = tracker.posteriors(Color::White);
        assert!(before.before.is_some() && !before.is_game_judged);
        for _ in 0..20 {
            let legal = endgame.position().legal_moves();
            endgame.play(legal[0]);
        }
        tracker.watch(&endgame);
        assert_eq!(tracker.posteriors(Color::White), before);
        tracker.remember(Color::White, None);
        tracker.watch(&GameState::new());
        let after = tracker.posteriors(Color::White);
        assert_eq!((after.before, after.games), (before.before, 1));
        assert!(after.is_game_judged);
    }

    #[test]
    fn a_program_is_compared_with_programs() {
        let moves = game(&[3, 9, 14, 2, 7, 11, 19, 5, 1, 8, 13, 4]);
        let mut tracker = tracker();
        tracker.watch(&moves);
        let unknown = tracker.posteriors(Color::White);
        tracker.set_population(Some(Population::Engine), &moves);
        let engine = tracker.posteriors(Color::White);
        assert_eq!(engine.after.len(), unknown.after.len());
        assert_ne!(engine.after, unknown.after);
        tracker.set_population(None, &moves);
        assert_eq!(tracker.posteriors(Color::White), unknown);
    }
}
