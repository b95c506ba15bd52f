//! The thread that searches: takes orders one after another and always ends one with a legal move.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crossbeam_channel::{Receiver, Sender};
use shakmaty::{Move, Position as _};

use super::counterfactual::{ExplainTiming, NeutralPlay, SearchedPosition, WithoutAnswer};
use super::mate::{MateSearch, MateSearchResult};
use super::move_strength::MoveStrength;
use super::player::Player;
use super::search_handle::{AnswerTiming, SearchHandle};
use crate::board::GameState;
use crate::book::Tablebase;
use crate::cancel::CancelFlag;
use crate::heuristic::Heuristic;
use crate::opponent::Decision;
use crate::score::Score;
use crate::search::{self, ScoreBound, SearchLimits, SearchReport, SearchSettings, TableSize};
use crate::units::{Centipawns, Nodes, Ply};

/// What the engine tells while it thinks, in this order: perhaps a `Remark`, in games one `Begin`, any number
/// of `Iteration`, perhaps `Trouble`, one `Done`. `WithoutAnswer` comes before or after `Done`.
#[derive(Clone, Copy, Debug)]
pub enum EngineEvent<'a> {
    /// Thinking begins, with these aims.
    Begin(&'a Decision),
    /// An iteration was completed, or left its window; with several lines, one event for each.
    Iteration(&'a SearchReport),
    /// A move of the root is looked at; not told in the first second.
    RootMove {
        /// The move.
        m: Move,
        /// Its number in this iteration, from one.
        number: usize,
        /// The iteration's depth.
        depth: Ply,
    },
    /// Something worth knowing about the move that follows.
    Remark(&'a str),
    /// What would be played without the answer to the opponent.
    WithoutAnswer(WithoutAnswer),
    /// The search broke down; the move that follows is the best that was known.
    Trouble(&'a str),
    /// The result: its move is legal, and missing only where there is none.
    Done(&'a SearchReport),
}

/// Who listens to the events of one search.
pub type EventListener = Box<dyn FnMut(EngineEvent<'_>) + Send>;

/// One search to be done.
pub(super) struct SearchOrder {
    pub(super) game: GameState,
    pub(super) heuristic: Arc<Heuristic>,
    /// The answer to the opponent; `None` in analysis.
    pub(super) decision: Option<Decision>,
    pub(super) limits: SearchLimits,
    /// What goes before the search.
    pub(super) mate_search: Option<MateSearch>,
    /// What a draw is worth less.
    pub(super) contempt: Centipawns,
    /// Bonus for the side to move at the root.
    pub(super) side_bonus: Centipawns,
    /// What a choice among equal moves is drawn from, if it is.
    pub(super) seed_of_ties: Option<u64>,
    /// A move from the opening book, which needs no search.
    pub(super) from_book: Option<Move>,
    /// How to play without the answer to the opponent, if the difference is to be told.
    pub(super) neutral: Option<NeutralPlay>,
    pub(super) explains: ExplainTiming,
    /// What measures the game after the answer.
    pub(super) follow: Option<MoveStrength>,
    pub(super) ticket: Arc<SearchHandle>,
    pub(super) listener: EventListener,
}

/// What the worker is asked for.
pub(super) enum WorkerJob {
    Search(Box<SearchOrder>),
    /// Something else than a search, which the ticket can end.
    Work(Arc<SearchHandle>, Box<dyn FnOnce(&CancelFlag) + Send>),
    NewGame,
    Settings(SearchSettings),
    /// Other tablebases, or none.
    Tables(WorkerTablebases),
    /// Answered when everything before it is done.
    Sync(Sender<()>),
}

/// Tablebases and from which depth on the largest are asked.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkerTablebases {
    pub(super) open: Option<Arc<dyn Tablebase>>,
    pub(super) probe_depth: Ply,
}

/// What one thread thinks with.
struct EngineWorker {
    settings: SearchSettings,
    tables: WorkerTablebases,
    player: Player,
    /// The heuristic that the player plays.
    plays: Arc<Heuristic>,
    /// What to say when memory had no room for the table asked for.
    shortage: Option<String>,
}

/// Works until the engine is gone; `waiting` counts searches not yet answered.
pub(super) fn work(jobs: &Receiver<WorkerJob>, settings: SearchSettings, waiting: &AtomicUsize) {
    let mut worker = EngineWorker::new(settings);
    for job in jobs {
        match job {
            WorkerJob::NewGame => worker.player.new_game(),
            WorkerJob::Settings(settings) => {
                worker.settings = settings;
                worker.renew();
            }
            WorkerJob::Tables(tables) => {
                worker.tables = tables;
                worker.hand_over_tables();
                worker.player.new_game();
            }
            WorkerJob::Sync(done) => drop(done.send(())),
            WorkerJob::Work(ticket, work) => {
                // Whatever goes wrong there is no reason to end the thread that searches.
                let _ = catch_unwind(AssertUnwindSafe(|| work(&ticket.stop)));
                waiting.fetch_sub(1, Ordering::Release);
            }
            WorkerJob::Search(order) => {
                let follow = order
                    .follow
                    .clone()
                    .map(|it| (it, order.game.clone(), order.plies_played()));
                worker.search(*order);
                waiting.fetch_sub(1, Ordering::Release);
                if let Some((it, game, plies)) = follow {
                    // Another order cuts it short; a caller that waits for the thread waits for all of it.
                    it.follow(&game, plies, || waiting.load(Ordering::Acquire) > 0);
                }
            }
        }
    }
}

impl EngineWorker {
    fn new(settings: SearchSettings) -> Self {
        let plays = Arc::new(Heuristic::initial());
        let player = Player::new(&plays, &settings);
        let (wanted, had) = (settings.table, player.table_size());
        let shortage = (had < wanted).then(|| {
            let [wanted, had] = [wanted, had].map(TableSize::in_mebibytes);
            format!("memory has no room for a Hash of {wanted} MB: it has {had} MB")
        });
        Self {
            settings,
            tables: WorkerTablebases::default(),
            player,
            plays,
            shortage,
        }
    }

    /// Begins with a new player: other settings, or the old one broke down.
    fn renew(&mut self) {
        let tables = std::mem::take(&mut self.tables);
        // Memory may not have room for the old table beside the new one.
        let smallest = SearchSettings {
            table: TableSize::SMALL,
            threads: 1,
            ..self.settings
        };
        self.player = Player::new(&Heuristic::initial(), &smallest);
        *self = Self::new(self.settings);
        self.tables = tables;
        self.hand_over_tables();
    }

    fn hand_over_tables(&mut self) {
        let WorkerTablebases { open, probe_depth } = &self.tables;
        self.player.set_tablebase(open.as_ref(), *probe_depth);
    }

    fn search(&mut self, mut order: SearchOrder) {
        if let Some(shortage) = self.shortage.take() {
            (order.listener)(EngineEvent::Remark(&shortage));
        }
        // The clock runs: clearing a large table would cost more than it has.
        let is_same = Arc::ptr_eq(&self.plays, &order.heuristic)
            || self.plays.fingerprint() == order.heuristic.fingerprint();
        if !is_same {
            self.player.set_heuristic(&order.heuristic);
        }
        self.plays = Arc::clone(&order.heuristic);
        self.player.set_contempt(order.contempt);
        self.player.set_side_bonus(order.side_bonus);
        self.player.set_seed(order.seed_of_ties);
        if answer(&mut self.player, order, &self.settings) == WorkerHealth::Broken {
            self.renew();
        }
    }
}

impl SearchOrder {
    /// The plies that are certain to have been played: a pondering search begins after an expected one.
    fn plies_played(&self) -> usize {
        let expected = self.ticket.hold == AnswerTiming::UntilPonderHit;
        self.game.ply() - usize::from(expected && self.game.ply() > 0)
    }

    /// Returns what would have been played without the answer to the opponent, if that is to be told.
    fn without_answer(
        &self,
        report: &SearchReport,
        settings: &SearchSettings,
    ) -> Option<WithoutAnswer> {
        let with = NeutralPlay {
            heuristic: Arc::clone(&self.heuristic),
            contempt: self.contempt,
            side_bonus: self.side_bonus,
        };
        let searched = SearchedPosition {
            game: &self.game,
            limits: &self.limits,
            stop: &self.ticket.stop,
            timing: self.explains,
        };
        let neutral = self.neutral.as_ref()?;
        neutral.compare(&with, &searched, report, settings)
    }

    /// Looks for mates first, if that was asked for.
    fn look_for_mate(&mut self) {
        let Some(search) = self.mate_search else {
            return;
        };
        let told = match search.narrow(&self.game, &mut self.limits, &self.ticket.stop) {
            MateSearchResult::Nothing => return,
            MateSearchResult::NoMate => format!("there is no mate in {}", search.moves),
            MateSearchResult::Mate { moves, .. } => {
                format!("a mate in {moves} was proved before the search")
            }
            MateSearchResult::Guarded { left_out, .. } => {
                let within = search.moves;
                format!("moves left out that let the opponent mate in {within}: {left_out}")
            }
        };
        (self.listener)(EngineEvent::Remark(&told));
    }
}

/// Whether the player can be used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorkerHealth {
    Sound,
    Broken,
}

fn answer(player: &mut Player, mut order: SearchOrder, settings: &SearchSettings) -> WorkerHealth {
    if let Some(decision) = &order.decision {
        (order.listener)(EngineEvent::Begin(decision));
    }
    if let Some(m) = order.from_book {
        (order.listener)(EngineEvent::Remark("this move is from the opening book"));
        let report = SearchReport {
            score: player.evaluate(&order.game),
            depth: Ply(1),
            ..without_search(&order.game, &[m])
        };
        (order.listener)(EngineEvent::Done(&report));
        return WorkerHealth::Sound;
    }
    order.look_for_mate();
    let mut last: Option<SearchReport> = None;
    let searched = catch_unwind(AssertUnwindSafe(|| {
        let SearchOrder {
            game,
            limits,
            ticket,
            listener,
            ..
        } = &mut order;
        player.choose(game, limits, &ticket.stop, &mut |event| match event {
            search::SearchEvent::Iteration(report) => {
                if report.rank == 1 {
                    last = Some(report.clone());
                }
                listener(EngineEvent::Iteration(report));
            }
            search::SearchEvent::RootMove { m, number, depth } => {
                listener(EngineEvent::RootMove { m, number, depth });
            }
        })
    }));
    let (report, outcome) = match searched {
        Ok(report) => (report, WorkerHealth::Sound),
        Err(panic) => {
            let what = format!(
                "the search broke down ({}); the best move known is played",
                words_of(panic.as_ref())
            );
            (order.listener)(EngineEvent::Trouble(&what));
            let report =
                last.unwrap_or_else(|| without_search(&order.game, &order.limits.search_moves));
            (report, WorkerHealth::Broken)
        }
    };
    let is_before = order.explains == ExplainTiming::BeforeMove;
    if is_before && let Some(without) = order.without_answer(&report, settings) {
        (order.listener)(EngineEvent::WithoutAnswer(without));
    }
    order.ticket.wait_for_release();
    (order.listener)(EngineEvent::Done(&report));
    if !is_before && let Some(without) = order.without_answer(&report, settings) {
        (order.listener)(EngineEvent::WithoutAnswer(without));
    }
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
fn without_search(game: &GameState, only: &[Move]) -> SearchReport {
    let best = only
        .first()
        .copied()
        .or_else(|| game.position().legal_moves().first().copied());
    SearchReport {
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
        bound: ScoreBound::Exact,
        tablebase_hits: 0,
    }
}
