//! The search thread: takes orders one after another, and answers each search with a legal move.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crossbeam_channel::{Receiver, Sender};
use shakmaty::{Move, Position as _};

use super::counterfactual::{ExplainTiming, NeutralPlay, SearchedPosition, WithoutAnswer};
use super::mate::{MateSearch, MateSearchResult};
use super::move_strength::{MeasuringTime, MoveStrength};
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
    /// A game's search begins, with this estimate of the opponent and answer.
    Begin(&'a Decision),
    /// An iteration was completed, or its aspiration window failed; with several lines, one event for each.
    Iteration(&'a SearchReport),
    /// A root move is about to be searched; not reported in the first second.
    RootMove {
        /// The move.
        m: Move,
        /// Its number in this iteration, from one.
        number: usize,
        /// The iteration's depth.
        depth: Ply,
    },
    /// A note for the user on the move that follows.
    Remark(&'a str),
    /// What the engine would have played without its answer to the opponent.
    WithoutAnswer(WithoutAnswer),
    /// The search failed; the move that follows is the best known so far.
    Trouble(&'a str),
    /// The result; its move is legal, and missing only if the game is over.
    Done(&'a SearchReport),
}

/// Receives the events of one search.
pub type EventListener = Box<dyn FnMut(EngineEvent<'_>) + Send>;

/// A search to be made by the worker.
pub(super) struct SearchOrder {
    pub(super) game: GameState,
    pub(super) heuristic: Arc<Heuristic>,
    /// The estimate of the opponent and the answer; `None` in analysis.
    pub(super) decision: Option<Decision>,
    pub(super) limits: SearchLimits,
    /// The search for mate that comes first.
    pub(super) mate_search: Option<MateSearch>,
    /// Contempt in centipawns: a draw scores `-contempt` for the side to move at the root.
    pub(super) contempt: Centipawns,
    /// Bonus in centipawns in every evaluation for the side to move at the root.
    pub(super) side_bonus: Centipawns,
    /// Seed of the choice among equal moves; `None` plays the first found.
    pub(super) seed_of_ties: Option<u64>,
    /// A move from the opening book, which needs no search.
    pub(super) from_book: Option<Move>,
    /// How to play without the answer to the opponent, if the difference is to be reported.
    pub(super) neutral: Option<NeutralPlay>,
    pub(super) explains: ExplainTiming,
    /// What measures the game after the answer.
    pub(super) follow: Option<MoveStrength>,
    pub(super) ticket: Arc<SearchHandle>,
    pub(super) listener: EventListener,
}

/// A job of the worker.
pub(super) enum WorkerJob {
    Search(Box<SearchOrder>),
    /// Work other than a search; the handle can stop it.
    Work(Arc<SearchHandle>, Box<dyn FnOnce(&CancelFlag) + Send>),
    NewGame,
    /// Learns what measuring moves needs.
    Prepare(MoveStrength),
    Settings(SearchSettings),
    /// Sets the tablebases, or none.
    Tables(WorkerTablebases),
    /// Answered once all jobs before it are done.
    Sync(Sender<()>),
}

/// Tablebases, and the depth from which positions of the largest size are probed.
#[derive(Clone, Debug, Default)]
pub(super) struct WorkerTablebases {
    pub(super) open: Option<Arc<dyn Tablebase>>,
    pub(super) probe_depth: Ply,
}

/// The state of the search thread.
struct EngineWorker {
    settings: SearchSettings,
    tables: WorkerTablebases,
    player: Player,
    /// The heuristic that the player has.
    plays: Arc<Heuristic>,
    /// The note for the user if memory was too short for the transposition table.
    shortage: Option<String>,
}

/// Works until the engine is dropped; `waiting` counts the searches that have not been answered.
pub(super) fn work(jobs: &Receiver<WorkerJob>, settings: SearchSettings, waiting: &AtomicUsize) {
    let mut worker = EngineWorker::new(settings);
    for job in jobs {
        match job {
            WorkerJob::NewGame => worker.player.new_game(),
            WorkerJob::Prepare(moves) => moves.prepare(),
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
                // A panic in the work must not end the search thread.
                let _ = catch_unwind(AssertUnwindSafe(|| work(&ticket.stop)));
                waiting.fetch_sub(1, Ordering::Release);
            }
            WorkerJob::Search(order) => {
                let follow = order
                    .follow
                    .clone()
                    .map(|it| (it, order.game.clone(), order.plies_played()));
                let (has_clock, begun) = (order.has_clock(), Instant::now());
                worker.search(*order);
                let time = if has_clock {
                    MeasuringTime::ShareOf(begun.elapsed())
                } else {
                    MeasuringTime::Free
                };
                waiting.fetch_sub(1, Ordering::Release);
                if let Some((it, game, plies)) = follow {
                    // Another search cuts the measurement short; a caller that waits for the
                    // thread waits for all of it.
                    it.follow(&game, plies, time, || waiting.load(Ordering::Acquire) > 0);
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
        let shortage = (had < wanted)
            .then(|| format!("memory has no room for a Hash of {wanted}: it has {had}"));
        Self {
            settings,
            tables: WorkerTablebases::default(),
            player,
            plays,
            shortage,
        }
    }

    /// Replaces the player, after a change of settings or a panic.
    fn renew(&mut self) {
        let tables = std::mem::take(&mut self.tables);
        // There may be no memory for the old table beside the new one.
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
        // The clock runs: clearing a large table would take too long.
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
    /// Returns the number of plies surely played: a pondering search begins one expected move ahead.
    fn plies_played(&self) -> usize {
        let expected = self.ticket.hold == AnswerTiming::UntilPonderHit;
        self.game.ply() - usize::from(expected && self.game.ply() > 0)
    }

    /// Returns true if the time of the move is limited.
    fn has_clock(&self) -> bool {
        let SearchLimits { soft, hard, .. } = &self.limits;
        soft.is_some() || hard.is_some() || self.limits.ponder_clock.is_some()
    }

    /// Returns what the engine would have played without its answer to the opponent, if that is to be reported.
    fn without_answer(
        &self,
        report: &SearchReport,
        settings: &SearchSettings,
    ) -> Option<WithoutAnswer> {
        let is_before = self.explains == ExplainTiming::BeforeMove;
        if is_before && self.ticket.hold == AnswerTiming::UntilPonderHit {
            // A share of the time that was pondered may be more than the clock has.
            return None;
        }
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

    /// Looks for mates before the search, if asked to.
    fn look_for_mate(&mut self) {
        let Some(search) = self.mate_search else {
            return;
        };
        let remark = match search.narrow(&self.game, &mut self.limits, &self.ticket.stop) {
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
        (self.listener)(EngineEvent::Remark(&remark));
    }
}

/// Whether the player can be used again after a search.
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

/// Returns a report without a search: some legal move, if there is one.
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
