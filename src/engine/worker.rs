//! The thread that searches: takes orders one after another and always ends one with a legal move.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use shakmaty::{Move, Position as _};

use super::clock::Budget;
use super::mind::Counsel;
use super::player::Player;
use crate::board::Game;
use crate::heuristic::Heuristic;
use crate::score::Score;
use crate::search::{self, Limits, Report, ReportBound, SearchSettings, Stop};
use crate::units::{Nodes, Ply};

/// What the engine tells while it thinks, in this order: one `Begin`, any number of `Iteration`,
/// perhaps `Trouble`, one `Done`.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// Thinking begins, with these aims.
    Begin(&'a Counsel),
    /// An iteration was completed, or left its window; with several lines, one event for each.
    Iteration(&'a Report),
    /// A move of the root is looked at; not told in the first second.
    RootMove {
        /// The move.
        m: Move,
        /// Its number in this iteration, from one.
        number: usize,
        /// The iteration's depth.
        depth: Ply,
    },
    /// The search broke down; the move that follows is the best that was known.
    Trouble(&'a str),
    /// The result: its move is legal, and missing only where there is none.
    Done(&'a Report),
}

/// Who listens to the events of one search.
pub type Listener = Box<dyn FnMut(Event<'_>) + Send>;

/// When a finished search may be answered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hold {
    /// As soon as it is done.
    #[default]
    None,
    /// Not before it is stopped (analysis).
    UntilStopped,
    /// Not before it is stopped or the opponent played the expected move; from then on it has
    /// this budget, if any.
    UntilHit(Option<Budget>),
}

/// One search to be done.
pub(super) struct Order {
    pub(super) game: Game,
    pub(super) heuristic: Heuristic,
    pub(super) counsel: Counsel,
    pub(super) limits: Limits,
    pub(super) ticket: Arc<Ticket>,
    pub(super) listener: Listener,
}

/// What the worker is asked for.
pub(super) enum Job {
    Search(Box<Order>),
    NewGame,
    Settings(SearchSettings),
    /// Answered when everything before it is done.
    Sync(Sender<()>),
}

/// The handle of one search, by which other threads stop or release it.
#[derive(Debug)]
pub(super) struct Ticket {
    stop: Stop,
    hold: Hold,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Clone, Copy, Debug, Default)]
struct State {
    released: bool,
    finished: bool,
}

impl Ticket {
    pub(super) fn new(hold: Hold) -> Arc<Self> {
        Arc::new(Self {
            stop: Stop::new(),
            hold,
            state: Mutex::new(State {
                released: hold == Hold::None,
                finished: false,
            }),
            changed: Condvar::new(),
        })
    }

    /// Ends the search and lets its answer out.
    pub(super) fn stop(&self) {
        self.stop.stop();
        self.release();
    }

    /// The opponent played the expected move: the clock runs from now on.
    pub(super) fn hit(self: &Arc<Self>) {
        if let Hold::UntilHit(budget) = self.hold {
            self.release();
            if let Some(budget) = budget {
                let ticket = Arc::clone(self);
                // A thread that cannot be started must not let the clock run out.
                if std::thread::Builder::new()
                    .spawn(move || ticket.stop_after(budget.soft))
                    .is_err()
                {
                    self.stop();
                }
            }
        }
    }

    fn release(&self) {
        self.lock().released = true;
        self.changed.notify_all();
    }

    fn stop_after(&self, span: Duration) {
        let guard = self.lock();
        let (_guard, waited) = self
            .changed
            .wait_timeout_while(guard, span, |state| !state.finished)
            .unwrap_or_else(PoisonError::into_inner);
        if waited.timed_out() {
            self.stop.stop();
        }
    }

    fn wait_for_release(&self) {
        let guard = self.lock();
        drop(
            self.changed
                .wait_while(guard, |state| !state.released)
                .unwrap_or_else(PoisonError::into_inner),
        );
    }

    fn finish(&self) {
        self.lock().finished = true;
        self.changed.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // Two flags cannot be left half-changed, so a poisoned lock is as good as any.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Works until the engine is gone; `waiting` counts searches not yet answered.
pub(super) fn work(jobs: &Receiver<Job>, mut settings: SearchSettings, waiting: &AtomicUsize) {
    let mut player = Player::new(&Heuristic::initial(), &settings);
    let mut plays = Heuristic::initial().fingerprint();
    for job in jobs {
        match job {
            Job::NewGame => player.new_game(),
            Job::Settings(new) => {
                settings = new;
                player = Player::new(&Heuristic::initial(), &settings);
                plays = Heuristic::initial().fingerprint();
            }
            Job::Sync(done) => drop(done.send(())),
            Job::Search(order) => {
                let wanted = order.heuristic.fingerprint();
                if plays != wanted {
                    player.set_heuristic(&order.heuristic);
                    // Values found with other weights would be mixed in.
                    player.new_game();
                    plays = wanted;
                }
                if Outcome::Broken == answer(&mut player, *order) {
                    player = Player::new(&Heuristic::initial(), &settings);
                    plays = Heuristic::initial().fingerprint();
                }
                waiting.fetch_sub(1, Ordering::Release);
            }
        }
    }
}

/// Whether the player can be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Sound,
    Broken,
}

fn answer(player: &mut Player, mut order: Order) -> Outcome {
    (order.listener)(Event::Begin(&order.counsel));
    let mut last: Option<Report> = None;
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let Order {
            game,
            limits,
            ticket,
            listener,
            ..
        } = &mut order;
        player.choose(game, limits, &ticket.stop, &mut |event| match event {
            search::Event::Iteration(report) => {
                if report.rank == 1 {
                    last = Some(report.clone());
                }
                listener(Event::Iteration(report));
            }
            search::Event::RootMove { m, number, depth } => {
                listener(Event::RootMove { m, number, depth });
            }
        })
    }));
    let (report, outcome) = match searched {
        Ok(report) => (report, Outcome::Sound),
        Err(panic) => {
            let what = format!(
                "the search broke down ({}); the best move known is played",
                words_of(panic.as_ref())
            );
            (order.listener)(Event::Trouble(&what));
            let report = last.unwrap_or_else(|| emergency(&order.game, &order.limits.only));
            (report, Outcome::Broken)
        }
    };
    order.ticket.wait_for_release();
    order.ticket.finish();
    (order.listener)(Event::Done(&report));
    outcome
}

fn words_of(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no reason given")
}

/// A report without a search: some legal move, where there is one.
fn emergency(game: &Game, only: &[Move]) -> Report {
    let best = only
        .first()
        .copied()
        .or_else(|| game.position().legal_moves().first().copied());
    Report {
        best,
        ponder: None,
        score: Score::DRAW,
        depth: Ply(0),
        selective_depth: Ply(0),
        nodes: Nodes(0),
        time: Duration::ZERO,
        hash_full: 0,
        line: best.into_iter().collect(),
        rank: 1,
        bound: ReportBound::Exact,
        tablebase_hits: 0,
    }
}
