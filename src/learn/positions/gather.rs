//! The games of a database on their way into two design matrices: training and held-out.

use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::path::Path;

use serde::Serialize;
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode};

use super::plan::{FitPlan, FitProgress, GameKind, PositionsError};
use super::row_flow::RowFlow;
use super::sample::PositionSampler;
use crate::model::RunOrigin;
use crate::record::{Game, GameResult, Provenance, Termination};
use crate::store::Store;

/// Number of games that each thread samples at a time.
const BATCH: usize = 256;

/// Passes the games of a plan to `flow`, in the database's order.
pub(super) fn gather(
    store: &Store,
    flow: &mut RowFlow<'_>,
    plan: &FitPlan,
    on_progress: &mut dyn FnMut(FitProgress),
) -> Result<(), PositionsError> {
    let mut pool = GamePool {
        plan,
        flow,
        batch: Vec::new(),
        taken: 0,
        failed: None,
        on_progress,
    };
    let mut played = HashSet::new();
    if plan.kind != GameKind::Collected {
        pool.take_runs(store, &mut played)?;
    }
    if plan.kind != GameKind::SelfPlay {
        pool.take_collected(store, &mut played)?;
    }
    pool.pass_on();
    pool.failed.map_or(Ok(()), Err)
}

/// A pool that passes games on in batches for all threads.
struct GamePool<'a, 'b> {
    plan: &'a FitPlan,
    flow: &'a mut RowFlow<'b>,
    batch: Vec<(u64, Game)>,
    /// Number of games taken so far.
    taken: u64,
    /// Error of a batch, after which nothing is taken.
    failed: Option<PositionsError>,
    on_progress: &'a mut dyn FnMut(FitProgress),
}

impl GamePool<'_, '_> {
    fn take_runs(
        &mut self,
        store: &Store,
        played: &mut HashSet<u64>,
    ) -> Result<(), PositionsError> {
        let mut by_run: BTreeMap<String, u64> = BTreeMap::new();
        store.for_each_game(&self.plan.games, |key, game| {
            if self.is_full() {
                return ControlFlow::Break(());
            }
            let number = number_of_moves(&game.record);
            if !played.insert(number) {
                self.flow.gathered.read.twice += 1;
                return ControlFlow::Continue(());
            }
            self.flow.gathered.read.self_play += 1;
            *by_run.entry(key.run.to_string()).or_default() += 1;
            self.take(number, game.record);
            ControlFlow::Continue(())
        })?;
        for run in store.runs()? {
            if let Some(games) = by_run.remove(&run.key.to_string()) {
                self.flow.gathered.origins.push(RunOrigin {
                    run: run.key.to_string(),
                    games,
                    provenance: run.settings.provenance,
                });
            }
        }
        Ok(())
    }

    fn take_collected(
        &mut self,
        store: &Store,
        played: &mut HashSet<u64>,
    ) -> Result<(), PositionsError> {
        let mut name = blake3::Hasher::new();
        let mut by_file: BTreeMap<String, u64> = BTreeMap::new();
        store.for_each_collected(|game| {
            if self.is_full() {
                return ControlFlow::Break(());
            }
            let read = &mut self.flow.gathered.read;
            let mut record = game.record;
            let Some(result) = record.result else {
                read.unfinished += 1;
                return ControlFlow::Continue(());
            };
            record.termination = ending(record.termination, result);
            let number = number_of_moves(&record);
            if !played.insert(number) {
                read.twice += 1;
                return ControlFlow::Continue(());
            }
            read.collected += 1;
            *by_file.entry(file_name(&game.source)).or_default() += 1;
            name.update(&game.fingerprint.0.to_le_bytes());
            self.take(number, record);
            ControlFlow::Continue(())
        })?;
        let games = self.flow.gathered.read.collected;
        if games > 0 {
            let name = name.finalize().to_hex();
            self.flow.gathered.origins.push(RunOrigin {
                run: format!("collected-{}", &name[..16]),
                games,
                provenance: Provenance {
                    version: env!("CARGO_PKG_VERSION").to_owned(),
                    settings: CollectedGames::in_words(by_file),
                    ..Provenance::default()
                },
            });
        }
        Ok(())
    }

    fn is_full(&self) -> bool {
        self.taken >= self.plan.most_games
            || self.plan.stop.is_raised()
            || self.failed.is_some()
            || self.flow.is_done()
    }

    fn take(&mut self, number: u64, record: Game) {
        self.taken += 1;
        self.batch.push((number, record));
        if self.batch.len() >= BATCH * self.plan.threads.max(1) {
            self.pass_on();
        }
    }

    fn pass_on(&mut self) {
        let rows =
            |sampler: &mut PositionSampler<'_>, game: &Game, number| sampler.rows(game, number);
        if self.failed.is_none() {
            self.failed = self.flow.take(&self.batch, rows).err();
        }
        self.batch.clear();
        // A batch that was interrupted does not count as progress.
        if !self.plan.stop.is_raised() {
            (self.on_progress)(FitProgress::Games(self.taken));
        }
    }
}

/// Description of collected games on a table's card, in place of self-play settings.
#[derive(Serialize)]
struct CollectedGames {
    kind: &'static str,
    /// Number of games from each file.
    games: BTreeMap<String, u64>,
}

impl CollectedGames {
    fn in_words(games: BTreeMap<String, u64>) -> String {
        let kind = "collected";
        // Strings and numbers can always be written as TOML.
        toml::to_string(&Self { kind, games }).unwrap_or_default()
    }
}

/// Returns the file name of a source without folders, since cards are read on other machines.
fn file_name(source: &str) -> String {
    let name = Path::new(source).file_name();
    name.map_or_else(
        || source.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// Returns a uniformly distributed number that depends only on start position and moves. It decides which games are
/// held out, numbers the random draws, and identifies games played twice, which would count twice or be held out from
/// themselves.
fn number_of_moves(record: &Game) -> u64 {
    let mut text = record
        .moves
        .iter()
        .map(|chosen| chosen.to_uci(CastlingMode::Chess960).to_string())
        .collect::<Vec<_>>()
        .join(" ");
    if record.start != Chess::default() {
        text.push_str(&Fen::from_position(&record.start, EnPassantMode::Legal).to_string());
    }
    let digest = blake3::hash(text.as_bytes());
    let mut first = [0; 8];
    first.copy_from_slice(&digest.as_bytes()[..8]);
    u64::from_le_bytes(first)
}

/// Returns the termination for the sampler: without tags, a decided game counts as resigned and a draw as agreed.
const fn ending(termination: Termination, result: GameResult) -> Termination {
    match (termination, result) {
        (Termination::Unknown, GameResult::Draw) => Termination::Agreement,
        (Termination::Unknown, _) => Termination::Resignation,
        (known, _) => known,
    }
}
