//! Measures how much the moves of a game lose, by the search's scores before and after each.
//!
//! Every position gets the same number of nodes, in training and in play. The table is cleared for each game and
//! positions are searched in order. So a game's counts depend on the game alone: not on threads, nor on whether it
//! is measured move by move or afterwards.

use shakmaty::{ByColor, Chess, Move, Position as _};

use super::{SearchLimits, SearchSettings, Searcher, TableSize};
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, RootContext};
use crate::heuristic::Heuristic;
use crate::record::Game;
use crate::score::Score;
use crate::strength::{LossClass, LossCounts, PositionKind};
use crate::style::HabitThresholds;
use crate::style::habits::HabitObserver;
use crate::units::Ply;

/// The nodes for each position: a game of eighty plies takes less than a tenth of a second.
pub const LOSS_NODES: u64 = 1000;

/// The first plies of a game are not measured: their scores say little.
const UNMEASURED: usize = 4;

/// The transposition table's size: holds a game's positions; larger tables take longer to clear.
const TABLE: TableSize = TableSize::kibibytes(1024);

/// Follows games and measures how much the moves of both sides lose, in expected points.
#[derive(Debug)]
pub struct LossObserver {
    searcher: Searcher,
    heuristic: Heuristic,
    evaluator: Option<Evaluator>,
    borders: HabitThresholds,
    limits: SearchLimits,
    stop: CancelFlag,
    game: GameState,
    habits: HabitObserver,
    /// Plies that are not measured in this game.
    unmeasured: usize,
    /// The search's score and move in the current position, if it was searched.
    view: Option<SearchedPosition>,
    losses: ByColor<LossCounts>,
}

/// The search's score for the side to move, and its move.
#[derive(Clone, Copy, Debug)]
struct SearchedPosition {
    score: Score,
    best: Option<Move>,
}

impl LossObserver {
    /// Makes an observer that searches with `heuristic` and sorts habits into bins at `borders`.
    ///
    /// Once `stop` is raised, the counts of the current game are not to be used.
    pub fn new(heuristic: Heuristic, borders: HabitThresholds, stop: &CancelFlag) -> Self {
        let settings = SearchSettings {
            table: TABLE,
            ..SearchSettings::for_selfplay()
        };
        let game = GameState::new();
        Self {
            searcher: Searcher::new(&settings),
            heuristic,
            evaluator: None,
            borders,
            limits: SearchLimits::nodes(LOSS_NODES),
            stop: stop.clone(),
            habits: HabitObserver::new(game.position()),
            game,
            unmeasured: UNMEASURED,
            view: None,
            losses: ByColor::default(),
        }
    }

    /// Begins another game; its first `opening_plies` plies came from a book and are not measured.
    pub fn begin(&mut self, start: &Chess, opening_plies: u16) {
        self.searcher.clear();
        self.game = GameState::from_position(start.clone());
        self.habits = HabitObserver::new(start);
        self.unmeasured = usize::from(opening_plies).max(UNMEASURED);
        self.view = None;
        self.losses = ByColor::default();
    }

    /// Plays the next move of the game, which must be legal, and searches the position after it.
    pub fn see(&mut self, chosen: Move) {
        let before = self.view;
        let mover = self.game.turn();
        let kind = before.map(|view| PositionKind::of(self.game.position(), view.score, view.best));
        self.habits.play(chosen);
        self.game.play(chosen);
        self.view = (self.game.ply() >= self.unmeasured).then(|| self.search());
        if let (Some(before), Some(after), Some(kind)) = (before, self.view, kind) {
            let loss = if before.best == Some(chosen) {
                LossClass::BEST
            } else {
                LossClass::of(before.score, -after.score)
            };
            self.losses.get_mut(mover).add_move(kind, loss);
        }
    }

    /// Returns the losses of both sides so far, without habits and without counting a game.
    pub const fn so_far(&self) -> &ByColor<LossCounts> {
        &self.losses
    }

    /// Returns the losses of both sides with their habits, as one game each; a side without moves counts none.
    pub fn finish(&self) -> ByColor<LossCounts> {
        let mut counts = self.losses.clone();
        let first = self.game.start().turn();
        for side in [first, !first] {
            // The other side has moved once two plies were played.
            if self.game.ply() > usize::from(side != first) {
                let shares = self.habits.shares().get(side);
                counts.get_mut(side).add_game(shares, &self.borders);
            }
        }
        counts
    }

    /// Measures a whole game; `None` if it was stopped.
    pub fn losses_of_game(&mut self, game: &Game) -> Option<ByColor<LossCounts>> {
        self.begin(&game.start, game.opening_plies);
        for chosen in &game.moves {
            if self.stop.is_raised() {
                return None;
            }
            self.see(*chosen);
        }
        (!self.stop.is_raised()).then(|| self.finish())
    }

    fn search(&mut self) -> SearchedPosition {
        let turn = self.game.turn();
        if let Some(ending) = self.game.ending() {
            let score = match ending.result.winner() {
                None => Score::DRAW,
                Some(winner) if winner == turn => Score::MateIn(Ply(1)),
                Some(_) => Score::MatedIn(Ply(0)),
            };
            return SearchedPosition { score, best: None };
        }
        let context = RootContext::of(self.game.position());
        let evaluator = match self.evaluator.take() {
            Some(evaluator) if evaluator.is_valid_for(context) => evaluator,
            _ => Evaluator::new(&self.heuristic, context),
        };
        let report = self.searcher.search(
            &self.game,
            &evaluator,
            &self.limits,
            &self.stop,
            &mut |_| {},
        );
        self.evaluator = Some(evaluator);
        SearchedPosition {
            score: report.score,
            best: report.best,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::notation::{Language, read_line};
    use crate::heuristic::Schema;
    use crate::record::GameResult;
    use crate::style::habits::HabitShares;

    fn observer() -> LossObserver {
        let borders = HabitThresholds::learn(&std::iter::empty::<&HabitShares>());
        let heuristic = Heuristic::initial_of(Schema::modern());
        LossObserver::new(heuristic, borders, &CancelFlag::new())
    }

    fn game(line: &str) -> Game {
        Game {
            moves: read_line(&Chess::default(), line, Language::English).expect("a line"),
            result: Some(GameResult::WhiteWins),
            ..Game::default()
        }
    }

    const SCHOLAR: &str = "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#";

    #[test]
    fn a_game_is_measured_alike_move_by_move_and_after_other_games() {
        let (scholar, other) = (game(SCHOLAR), game("d4 d5 c4 e6 Nc3 Nf6 Bg5 Be7 e3 O-O"));
        let mut observer = observer();
        let whole = observer.losses_of_game(&scholar).expect("not stopped");
        observer.losses_of_game(&other).expect("not stopped");
        observer.begin(&scholar.start, 0);
        scholar
            .moves
            .iter()
            .for_each(|chosen| observer.see(*chosen));
        assert_eq!(observer.finish(), whole);
        assert_eq!((whole.white.games(), whole.black.games()), (1, 1));
        assert_eq!((whole.white.moves(), whole.black.moves()), (2, 1));
    }

    #[test]
    fn a_blunder_costs_more_than_a_sound_move() {
        let start = Chess::default();
        let (blunder, sound) = (game(SCHOLAR), game("e4 e5 Bc4 Nc6 Qh5 g6 Qf3"));
        let mut observer = observer();
        let black = |game: &Game, observer: &mut LossObserver| {
            let losses = observer.losses_of_game(game).expect("not stopped");
            let lost = losses.black.losses();
            let places = lost.iter().enumerate().filter(|(_, count)| **count > 0);
            places.map(|(place, _)| place % LossClass::COUNT).max()
        };
        assert_eq!(start, blunder.start);
        assert_eq!(black(&blunder, &mut observer), Some(LossClass::COUNT - 1));
        assert!(black(&sound, &mut observer) < Some(3));
    }

    #[test]
    fn a_stopped_measurement_counts_nothing_and_a_short_game_no_moves() {
        let stop = CancelFlag::new();
        let mut observer = observer();
        let short = observer.losses_of_game(&game("e4")).expect("not stopped");
        assert_eq!((short.white.games(), short.black.games()), (1, 0));
        assert_eq!(short.white.moves(), 0);
        observer.stop = stop.clone();
        stop.stop();
        assert_eq!(observer.losses_of_game(&game(SCHOLAR)), None);
    }
}
