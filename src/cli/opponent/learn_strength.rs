//! The part of `bayeschess opponent learn` that measures how much the player's moves lose.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::cli::options::ThreadsArg;
use crate::cli::output::{counted, progress_bar};
use bayeschess::cancel::CancelFlag;
use bayeschess::learn::strength::measure_games;
use bayeschess::model::StrengthModel;
use bayeschess::opponent::{LossRecord, MeasuredLosses, StrengthJudge};
use bayeschess::record::Game;
use bayeschess::search::LossObserver;
use bayeschess::store::{OpponentGame, OpponentKey, Store};
use bayeschess::strength::{ESTIMATED_GAMES, StrengthEstimate, StrengthScale};
use bayeschess::style::Population;

/// The search ends after this time; what is left waits for the next run.
const LONGEST_SEARCH: Duration = Duration::from_secs(8);

/// The latest games of the player on each rating scale.
#[derive(Default)]
pub(super) struct LatestGames {
    scales: BTreeMap<Option<StrengthScale>, ScaleQueue>,
}

#[derive(Default)]
struct ScaleQueue {
    games: u64,
    latest: Vec<(Box<Game>, OpponentGame)>,
}

/// The result of the search, as JSON.
#[derive(Debug, Default, Serialize)]
pub(super) struct StrengthSearch {
    /// Games whose moves were searched now.
    searched: u64,
    /// Games for which the time did not suffice; the same command continues with them.
    left: u64,
    /// Games that the estimate does not need: on other rating scales, or older than the last hundred.
    not_needed: u64,
    /// The rating estimated from all remembered games.
    strength: Option<StrengthEstimate>,
}

impl LatestGames {
    /// Adds a game of the player.
    pub(super) fn add(&mut self, game: Box<Game>, memory: OpponentGame) {
        if memory.population.as_deref() == Some(Population::Engine.name()) {
            return;
        }
        let queue = self
            .scales
            .entry(StrengthScale::of(&game, memory.color, None))
            .or_default();
        queue.games += 1;
        queue.latest.push((game, memory));
        if queue.latest.len() >= 2 * ESTIMATED_GAMES {
            queue.keep_latest();
        }
    }

    /// Searches the latest games on the scale with most games that are remembered and not measured.
    pub(super) fn search(
        self,
        store: &mut Store,
        key: &OpponentKey,
        stop: &CancelFlag,
    ) -> anyhow::Result<StrengthSearch> {
        let all: u64 = self.scales.values().map(|queue| queue.games).sum();
        let most = self.scales.into_values().max_by_key(|queue| queue.games);
        let mut queue = most.unwrap_or_default();
        queue.keep_latest();
        let mut judge = StrengthJudge::shipped()?;
        let mut result = StrengthSearch {
            not_needed: all - queue.latest.len() as u64,
            ..StrengthSearch::default()
        };
        let open = queue.unmeasured(&store.remembered_games(key)?, judge.model());
        let measured = measure(&open, judge.model(), stop)?;
        result.searched = measured.len() as u64;
        result.left = (open.len() - measured.len()) as u64;
        store.set_losses(key, &measured)?;
        result.strength = judge.judge(&store.remembered_games(key)?).estimate;
        Ok(result)
    }
}

impl ScaleQueue {
    /// Drops all but the latest games; among games without a date, the last of the file are the latest.
    fn keep_latest(&mut self) {
        self.latest
            .sort_by(|(_, one), (_, two)| one.played_at.cmp(&two.played_at));
        let surplus = self.latest.len().saturating_sub(ESTIMATED_GAMES);
        self.latest.drain(..surplus);
    }

    /// Returns the remembered games without usable losses.
    fn unmeasured(
        self,
        remembered: &[OpponentGame],
        model: &StrengthModel,
    ) -> Vec<(Box<Game>, OpponentGame)> {
        let mut by_moves: BTreeMap<u128, Vec<&OpponentGame>> = BTreeMap::new();
        for game in remembered {
            by_moves.entry(game.fingerprint).or_default().push(game);
        }
        let is_open = |memory: &OpponentGame| {
            let same = by_moves.get(&memory.fingerprint).into_iter().flatten();
            same.filter(|row| row.is_same_game(memory))
                .any(|row| !matches!(LossRecord::of(row, model.card()), LossRecord::Usable(_)))
        };
        self.latest
            .into_iter()
            .filter(|(_, memory)| is_open(memory))
            .collect()
    }
}

/// Measures games until the time is over or `stop` is raised; returns those finished, with their losses.
fn measure(
    open: &[(Box<Game>, OpponentGame)],
    model: &StrengthModel,
    stop: &CancelFlag,
) -> anyhow::Result<Vec<OpponentGame>> {
    if open.is_empty() || stop.is_raised() {
        return Ok(Vec::new());
    }
    let heuristic = StrengthModel::heuristic()?;
    let games: Vec<&Game> = open.iter().map(|(game, _)| game.as_ref()).collect();
    let template = "{bar:30} {pos} of {len} games searched";
    let bar = progress_bar(games.len() as u64, template);
    let begun = Instant::now();
    let measured = measure_games(
        &games,
        ThreadsArg::default().count(),
        stop,
        || LossObserver::new(heuristic.clone(), model.borders().clone(), stop),
        |_, _| {
            bar.inc(1);
            if begun.elapsed() > LONGEST_SEARCH {
                stop.stop();
            }
        },
    );
    bar.finish_and_clear();
    let done = open
        .iter()
        .zip(measured)
        .filter_map(|((game, memory), sides)| {
            let mut memory = memory.clone();
            MeasuredLosses::new(model.card(), game, memory.color, &sides?).put_into(&mut memory);
            Some(memory)
        });
    Ok(done.collect())
}

impl StrengthSearch {
    /// Writes what was searched, what was not, and the estimate.
    pub(super) fn write(&self, text: &mut String) {
        // Writing to a string cannot fail.
        let searched = counted(self.searched, "game");
        let _ = write!(text, "  {searched} searched for the strength");
        if self.left > 0 {
            let _ = write!(text, "; the same command searches {} more", self.left);
        }
        if self.not_needed > 0 {
            let _ = write!(
                text,
                "; {} not needed: an estimate uses the last {ESTIMATED_GAMES} games of one site and pace",
                self.not_needed
            );
        }
        text.push('\n');
        if let Some(strength) = &self.strength {
            let _ = writeln!(text, "  strength {strength}");
        }
    }
}
