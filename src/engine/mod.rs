//! The engine: players that search, and the facade that protocols and the terminal drive.
//!
//! Start at [`Engine`]: it holds a game, the weights and the style tables, and a search thread. It reports typed
//! events and knows no protocol. Before each search it estimates the opponent from the moves so far, decides its
//! answer (objective and contempt), and says why ([`Decision`]).
//!
//! May use: L0, `board`, `book`, `heuristic`, `style`, `model`, `eval`, `search`, `opponent`, and `store`
//! for remembered games.

mod book_player;
pub mod clock;
mod counterfactual;
mod heuristic_selector;
mod mate;
mod memory;
mod move_strength;
pub mod player;
mod score_bias;
mod search_handle;
pub mod settings_file;
mod setup;
pub mod strength;
#[cfg(test)]
mod tests;
mod think;
pub mod tuning;
pub mod wdl;
mod worker;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Instant;

use crossbeam_channel::Sender;
use shakmaty::{Color, Position as _};

pub use book_player::BookSettings;
pub use counterfactual::{ExplainTiming, WithoutAnswer};
pub use mate::LONGEST_MATE;
pub use player::Player;
pub use score_bias::ScoreBias;
pub use search_handle::AnswerTiming;
pub use settings_file::{SettingsError, SettingsFile};
pub use strength::Strength;
pub use tuning::Tuning;
pub use worker::{EngineEvent, EventListener};

use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::eval::{Evaluator, Explanation, RootContext};
use crate::heuristic::Levels;
use crate::model::PickTarget;
use crate::opponent::Decision;
use crate::phase::ByPhase;
use crate::score::Score;
use crate::search::{self, MOST_CONTEMPT, SearchLimits, SearchSettings};
use crate::style::{GameObserver, StyleVerdict};
use crate::units::Centipawns;
use book_player::BookPlayer;
use clock::TimeBudget;
use counterfactual::NeutralPlay;
use heuristic_selector::HeuristicSelector;
use mate::MateSearch;
use move_strength::MoveStrength;
use search_handle::SearchHandle;
use worker::{SearchOrder, WorkerJob};

/// The purpose of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A move of a game: limited strength, contempt and the opening book apply.
    #[default]
    Play,
    /// Analysis of a position at full strength, without contempt or book.
    Analysis,
}

/// A search to be made.
#[derive(Clone, Debug, Default)]
pub struct SearchRequest {
    /// Its limits, and the moves to search.
    pub limits: SearchLimits,
    /// When the engine may report the result.
    pub hold: AnswerTiming,
    /// Its purpose.
    pub purpose: Purpose,
}

/// An engine with a search thread of its own.
#[derive(Debug)]
pub struct Engine {
    selector: HeuristicSelector,
    game: GameState,
    settings: SearchSettings,
    strength: Strength,
    /// Depth and nodes to which the searches for moves are limited, as far as known.
    search_limits: SearchLimits,
    /// The limits of strength in the searches for moves of the current game; `None` is full strength.
    limits_of_game: BTreeSet<Option<String>>,
    contempt: Centipawns,
    side_bonus: Centipawns,
    varies_equals: bool,
    book: BookPlayer,
    /// When it says what it would have played without its answer to the opponent.
    explains: ExplainTiming,
    /// Measures how much moves lose, if that is wanted.
    moves: Option<MoveStrength>,
    /// True if it does so after each answer.
    follows_moves: bool,
    jobs: Option<Sender<WorkerJob>>,
    thread: Option<JoinHandle<()>>,
    waiting: Arc<AtomicUsize>,
    ticket: Option<Arc<SearchHandle>>,
    /// Ends blocking searches.
    cancel: CancelFlag,
}

impl Engine {
    /// Makes an engine with the initial heuristic, at the start of a game; all its random choices follow from
    /// `seed`.
    ///
    /// # Errors
    ///
    /// The system's error if it refuses a thread.
    pub fn new(settings: SearchSettings, seed: u64) -> std::io::Result<Self> {
        search::check_memory()?;
        let (jobs, orders) = crossbeam_channel::unbounded();
        let waiting = Arc::new(AtomicUsize::new(0));
        let counter = Arc::clone(&waiting);
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            // Deep lines recurse deeply, more so without optimisation.
            .stack_size(16 * 1024 * 1024)
            .spawn(move || worker::work(&orders, settings, &counter))?;
        Ok(Self {
            selector: HeuristicSelector::new(seed),
            game: GameState::new(),
            settings,
            strength: Strength::default(),
            search_limits: SearchLimits::default(),
            limits_of_game: BTreeSet::new(),
            contempt: Centipawns::ZERO,
            side_bonus: Centipawns::ZERO,
            varies_equals: false,
            book: BookPlayer::default(),
            explains: ExplainTiming::Never,
            moves: None,
            follows_moves: true,
            jobs: Some(jobs),
            thread: Some(thread),
            waiting,
            ticket: None,
            cancel: CancelFlag::new(),
        })
    }

    /// Returns the current game.
    pub const fn game(&self) -> &GameState {
        &self.game
    }

    /// Sets the game. A search under way continues with the old one.
    pub fn set_game(&mut self, game: GameState) {
        self.game = game;
        self.selector.tracker.watch(&self.game);
    }

    /// Starts another game: clears what the last one left and draws random choices anew. What was
    /// [remembered](Self::remember) of the opponent stays.
    pub fn new_game(&mut self) {
        self.game = GameState::new();
        self.limits_of_game.clear();
        self.selector.new_game();
        self.selector.tracker.watch(&self.game);
        self.send(WorkerJob::NewGame);
    }

    /// Returns the estimate of the opponent and the engine's answer, if the engine plays `machine`.
    pub fn decision(&self, machine: Color) -> Decision {
        let moves = self.moves.as_ref();
        let shown = moves.and_then(|moves| moves.difference(&self.game, machine));
        let limit = self.present_limit();
        self.selector
            .decide(&self.game, machine, shown, limit.as_deref())
    }

    /// Returns the opponent's style, from earlier games and this one, if the engine plays `machine`.
    ///
    /// `None` before the first move of an unknown opponent, and where styles are not recognised by habits.
    pub fn opponent_verdict(&self, machine: Color) -> Option<StyleVerdict> {
        self.selector.tracker.verdict(!machine)
    }

    /// Returns what observes the opponent in this game, if the engine plays `machine`.
    pub fn opponent_observer(&self, machine: Color) -> Option<&GameObserver> {
        self.selector.tracker.observer(!machine)
    }

    /// Returns the levels in force for `machine` by phase; `None` for the initial heuristic.
    pub fn levels(&self, machine: Color) -> Option<ByPhase<Levels>> {
        let decision = self.decision(machine);
        self.selector.levels(&decision)
    }

    /// Returns the static evaluation of the current position by the heuristic in force, for the side to move.
    pub fn evaluate(&self) -> Score {
        let decision = self.decision(self.game.turn());
        let heuristic = self.selector.heuristic(&decision);
        let position = self.game.position();
        Evaluator::new(&heuristic, RootContext::of(position)).evaluate(position)
    }

    /// Explains the same evaluation term by term.
    pub fn explain(&self) -> Explanation {
        let decision = self.decision(self.game.turn());
        let heuristic = self.selector.heuristic(&decision);
        let position = self.game.position();
        Evaluator::new(&heuristic, RootContext::of(position)).explain(position)
    }

    /// Starts a search of the current position for the side to move, without waiting for a search under way,
    /// which is stopped and answered first. Unless the limits tell when it was requested, its time counts from now.
    pub fn go(&mut self, mut task: SearchRequest, listener: EventListener) {
        task.limits.requested_at.get_or_insert_with(Instant::now);
        self.stop();
        self.expect_request(&task);
        let decision = self.decision(self.game.turn());
        let ticket = SearchHandle::new(task.hold);
        self.waiting.fetch_add(1, Ordering::Acquire);
        self.ticket = Some(Arc::clone(&ticket));
        let mut limits = only_legal(task.limits, &self.game);
        limits.ponder_clock = ticket.ponder_clock();
        let mut contempt = (Centipawns::ZERO, Centipawns::ZERO);
        let (mut from_book, mut seed_of_ties) = (None, None);
        let mut mate_search = None;
        if task.purpose == Purpose::Play {
            let tuning = self.selector.tuning().search;
            tuning.tighten(&mut limits);
            mate_search = tuning.mate_search(&limits);
            self.limit_strength(&mut limits);
            contempt = (self.contempt_by(&decision), self.side_bonus_by(&decision));
            seed_of_ties = self.varies_equals.then(|| self.selector.seed_of_game());
            from_book = self
                .book
                .choose(&self.game, self.selector.games(), self.selector.openings())
                .filter(|m| {
                    task.hold == AnswerTiming::Immediate
                        && limits.mate.is_none()
                        && limits.allows(*m)
                });
        }
        if let Some(moves) = limits.mate {
            mate_search = Some(MateSearch::of_problem(moves, &limits));
        }
        let explains = match task.purpose {
            Purpose::Play => self.explains,
            Purpose::Analysis => ExplainTiming::Never,
        };
        let neutral =
            (explains != ExplainTiming::Never && decision.is_adapted()).then(|| NeutralPlay {
                heuristic: self.selector.heuristic_for(PickTarget::Middle),
                contempt: self.contempt,
                side_bonus: self.side_bonus,
            });
        self.send(WorkerJob::Search(Box::new(SearchOrder {
            game: self.game.clone(),
            heuristic: self.selector.heuristic(&decision),
            decision: (task.purpose == Purpose::Play).then_some(decision),
            limits,
            mate_search,
            contempt: contempt.0,
            side_bonus: contempt.1,
            seed_of_ties,
            from_book,
            neutral,
            explains,
            follow: (self.moves.clone())
                .filter(|_| self.follows_moves && task.purpose == Purpose::Play),
            ticket,
            listener,
        })));
    }

    /// Returns the contempt in centipawns if the engine plays `machine`: the setting plus that of its answer.
    pub fn contempt(&self, machine: Color) -> Centipawns {
        self.contempt_by(&self.decision(machine))
    }

    fn contempt_by(&self, decision: &Decision) -> Centipawns {
        (self.contempt + decision.answer.draw_contempt).clamp(-MOST_CONTEMPT, MOST_CONTEMPT)
    }

    fn side_bonus_by(&self, decision: &Decision) -> Centipawns {
        (self.side_bonus + decision.answer.side_bonus).clamp(-MOST_CONTEMPT, MOST_CONTEMPT)
    }

    /// Runs other work on the search thread, after everything asked for before; stops the search under way. The
    /// flag tells the work when to end.
    pub fn work(&mut self, work: impl FnOnce(&CancelFlag) + Send + 'static) {
        self.stop();
        let ticket = SearchHandle::new(AnswerTiming::Immediate);
        self.waiting.fetch_add(1, Ordering::Acquire);
        self.ticket = Some(Arc::clone(&ticket));
        self.send(WorkerJob::Work(ticket, Box::new(work)));
    }

    /// Stops the search under way, which then reports its result; does nothing if there is none.
    pub fn stop(&self) {
        if let Some(ticket) = &self.ticket {
            ticket.stop();
        }
    }

    /// Tells a pondering search that the expected move was played: from now on the budget applies, or no limit
    /// without one.
    pub fn ponder_hit(&self, budget: Option<TimeBudget>) {
        if let Some(ticket) = &self.ticket {
            ticket.hit(budget);
        }
    }

    /// Returns true if a search has not reported its result yet.
    pub fn is_searching(&self) -> bool {
        self.waiting.load(Ordering::Acquire) > 0
    }

    /// Waits until everything asked for is done.
    pub fn wait(&self) {
        let (done, wait) = crossbeam_channel::bounded(1);
        self.send(WorkerJob::Sync(done));
        let _ = wait.recv();
    }

    fn send(&self, job: WorkerJob) {
        // Without a worker thread the job is dropped with its channel or listener, which tells the waiting
        // caller.
        if let Some(jobs) = &self.jobs {
            let _ = jobs.send(job);
        }
    }
}

/// Ends the thread and waits for it.
impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Removes moves that are not legal here from the moves to search; an empty list means all.
fn only_legal(mut limits: SearchLimits, game: &GameState) -> SearchLimits {
    let legal = game.position().legal_moves();
    limits.search_moves.retain(|m| legal.contains(m));
    limits
}
