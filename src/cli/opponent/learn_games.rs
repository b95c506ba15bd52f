//! Learns a player's games: adds them to what is remembered, or takes them away, and searches them for the player's strength.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use anyhow::bail;
use serde::Serialize;
use shakmaty::Color;

use super::lazy_store::LazyStore;
use super::learn_strength::{LatestGames, StrengthSearch};
use bayeschess::cancel::CancelFlag;
use bayeschess::identity::{NameList, name_key, player_name};
use bayeschess::opponent::remembered_game;
use bayeschess::pgn::{
    IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest,
};
use bayeschess::record::Game;
use bayeschess::store::{LearnedGame, MemorySource, OpponentGame, OpponentKey, StoreError};

/// Whose games are learned, and under which name.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct PlayerToLearn<'a> {
    /// Names and patterns of the player in the games, split by '|'.
    pub(in crate::cli) player: &'a str,
    /// The name under which the player plays against this engine; `None`: the spelling in the games.
    pub(in crate::cli) known_as: Option<&'a str>,
    /// Takes the games away instead.
    pub(in crate::cli) remove: bool,
}

/// What was done with the games.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli) struct LearnReport {
    pub(in crate::cli) opponent: String,
    /// Games that are remembered from now on.
    pub(in crate::cli) learned: u64,
    /// Games that are no longer remembered.
    pub(super) removed: u64,
    /// Games that changed nothing: remembered already or, with `--remove`, not remembered.
    pub(in crate::cli) unchanged: u64,
    /// Games with too few moves of the player.
    pub(in crate::cli) too_short: u64,
    pub(super) games_read: u64,
    pub(super) spellings: BTreeMap<String, u64>,
    /// Other opponents under whom new games are remembered already, with the number of these games.
    pub(super) also_remembered_as: BTreeMap<String, u64>,
    /// The search of the games for the player's strength; null with `--remove`.
    pub(super) strength_search: Option<StrengthSearch>,
    /// True if Ctrl-C ended the command before its end.
    pub(super) stopped: bool,
}

/// Number of games that are added in one transaction: each transaction waits for the disk.
const GROUP: usize = 256;

/// Learns the player's games, and searches the latest ones for the player's strength. Returns what was done, and what
/// was read. The database is created by the first of these games.
pub(in crate::cli) fn learn(
    store: &mut LazyStore,
    sources: &[PgnSource],
    wanted: PlayerToLearn<'_>,
    mut options: IngestOptions,
    mut on_progress: impl FnMut(&IngestProgress),
    stop: &CancelFlag,
) -> anyhow::Result<(LearnReport, IngestSummary)> {
    let names = names(wanted.player)?;
    options.selection.players = names.clone();
    let mut change = MemoryChange::new(store, wanted)?;
    let (mut refusal, mut latest) = (None, LatestGames::default());
    let account = ingest(
        sources,
        &options,
        || {
            |game: &Game| {
                let side = side_of(game, wanted.player, &names)?;
                let memory = remembered_game(game, side, MemorySource::Learned, None);
                Some(memory.map(|memory| (Box::new(game.clone()), memory)))
            }
        },
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(game), ..
                } => {
                    let added = change.take(game, &mut latest);
                    if let Err(error) = added {
                        refusal = Some(error);
                        return ControlFlow::Break(());
                    }
                }
                IngestEvent::Progress(progress) => on_progress(&progress),
                _ => {}
            }
            if stop.is_raised() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    if let Some(error) = refusal {
        return Err(error.into());
    }
    let stopped = stop.is_raised();
    let (mut report, key) = change.finish()?;
    if !wanted.remove {
        report.strength_search = Some(match store.get_mut() {
            Some(store) => latest.search(store, &key, stop)?,
            None => StrengthSearch::default(),
        });
    }
    report.stopped = stopped;
    report.games_read = account.tally.read();
    report.spellings.clone_from(&account.spellings);
    Ok((report, account))
}

/// Adds games to what is remembered of an opponent, or takes them away, a group in one transaction.
struct MemoryChange<'a> {
    store: &'a mut LazyStore,
    /// The name that was typed.
    typed: String,
    /// Who is meant; `None` until the first games tell the spelling.
    key: Option<OpponentKey>,
    remove: bool,
    group: Vec<OpponentGame>,
    /// Spellings of the player's name in the first games.
    spellings: BTreeMap<String, u64>,
    report: LearnReport,
}

impl<'a> MemoryChange<'a> {
    fn new(store: &'a mut LazyStore, wanted: PlayerToLearn<'_>) -> anyhow::Result<Self> {
        let typed = typed_name(wanted)?;
        if wanted.remove && store.get().is_none() {
            return Err(StoreError::Missing(store.file().to_owned()).into());
        }
        let mut key = known_key(store, &typed)?;
        if key.is_none() && wanted.known_as.is_some() {
            key = Some(OpponentKey::from(typed.as_str()));
        }
        Ok(Self {
            store,
            typed,
            key,
            remove: wanted.remove,
            group: Vec::with_capacity(GROUP),
            spellings: BTreeMap::new(),
            report: LearnReport::default(),
        })
    }

    /// Takes one game, and notes it for the search; `None` stands for one with too few moves of the player.
    fn take(
        &mut self,
        game: Option<(Box<Game>, OpponentGame)>,
        latest: &mut LatestGames,
    ) -> Result<(), StoreError> {
        let Some((game, memory)) = game else {
            self.report.too_short += 1;
            return Ok(());
        };
        self.add(memory.clone(), &game)?;
        latest.add(game, memory);
        Ok(())
    }

    fn add(&mut self, memory: OpponentGame, game: &Game) -> Result<(), StoreError> {
        if self.key.is_none() {
            let spelling = game.player(memory.color).to_owned();
            *self.spellings.entry(spelling).or_default() += 1;
        }
        self.group.push(memory);
        if self.group.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the last group.
    fn finish(mut self) -> Result<(LearnReport, OpponentKey), StoreError> {
        self.write_group()?;
        let key = self.who()?;
        self.report.opponent.clone_from(&key.name);
        Ok((self.report, key))
    }

    /// Returns who is meant: without --as somebody known by the typed name, else by the spelling of most of the first
    /// games.
    fn who(&mut self) -> Result<OpponentKey, StoreError> {
        if let Some(key) = &self.key {
            return Ok(key.clone());
        }
        let spellings = self.spellings.iter().rev();
        let spelling = spellings.max_by_key(|(_, games)| **games);
        let name = spelling.map_or(&self.typed, |(name, _)| name);
        let key = match known_key(self.store, name.trim_start_matches('#'))? {
            Some(key) => key,
            None => OpponentKey::from(name.as_str()),
        };
        self.key = Some(key.clone());
        Ok(key)
    }

    fn write_group(&mut self) -> Result<(), StoreError> {
        if self.group.is_empty() {
            return Ok(());
        }
        let key = self.who()?;
        let (key, remove, group) = (&key, self.remove, &self.group);
        let doubles = &mut self.report.also_remembered_as;
        let store = self.store.get_or_create()?;
        let changed = store.in_one_transaction(|store| {
            let mut changed = 0;
            for game in group {
                let is_change = if remove {
                    store.unlearn_game(key, game)?
                } else {
                    store.learn_game(key, game)? == LearnedGame::New
                };
                changed += u64::from(is_change);
                if is_change && !remove {
                    for name in store.also_remembered_as(key, game)? {
                        *doubles.entry(name).or_default() += 1;
                    }
                }
            }
            Ok(changed)
        })?;
        if remove {
            self.report.removed += changed;
        } else {
            self.report.learned += changed;
        }
        self.report.unchanged += self.group.len() as u64 - changed;
        self.group.clear();
        Ok(())
    }
}

/// Returns the player's side. If both names match, that of the exact spelling, else White.
fn side_of(game: &Game, player: &str, names: &NameList) -> Option<Color> {
    let spelling = |name: &str| name.trim().trim_start_matches('=').to_owned();
    let spellings: Vec<String> = player.split('|').map(spelling).collect();
    game.color_of(&spellings).or_else(|| {
        Color::ALL
            .into_iter()
            .find(|side| names.matches(game.player(*side)))
    })
}

/// Returns the names and patterns of a list. A name without a word of two letters matches only itself.
pub(super) fn names(text: &str) -> anyhow::Result<NameList> {
    let mut names = NameList::default();
    for pattern in text.split('|') {
        if let Err(error) = names.add(pattern) {
            let is_plain = !pattern.contains(['*', '?', '/']) && !pattern.trim().is_empty();
            if !is_plain {
                return Err(error.into());
            }
            names.add(&format!("={}", pattern.trim()))?;
        }
    }
    Ok(names)
}

/// Returns the name that was typed for the opponent.
fn typed_name(wanted: PlayerToLearn<'_>) -> anyhow::Result<String> {
    let first = wanted.player.split('|').next().unwrap_or_default().trim();
    let name = wanted
        .known_as
        .unwrap_or_else(|| first.trim_start_matches('='));
    let is_pattern =
        wanted.known_as.is_none() && name.contains(['*', '?']) || name.starts_with('/');
    if is_pattern || player_name(name).is_none() {
        if wanted.known_as.is_some() {
            bail!(
                "--as '{name}' cannot be the name of an opponent; give one with a letter or a digit that does not begin with '/'"
            );
        }
        bail!("--player '{name}' cannot be the name of an opponent; give one with --as");
    }
    Ok(name.to_owned())
}

/// Returns the opponent who is known by that name; `None` for a stranger.
///
/// A single known opponent is meant, on whatever site or of whatever kind; otherwise the player on this computer.
fn known_key(store: &LazyStore, name: &str) -> Result<Option<OpponentKey>, StoreError> {
    let key = OpponentKey::from(name);
    let Some(there) = store.get() else {
        return match name.strip_prefix('#') {
            Some(_) => Err(StoreError::Missing(store.file().to_owned())),
            None => Ok(None),
        };
    };
    let known = match there.find_opponents(name) {
        Ok(found) => found,
        Err(StoreError::Unknown { .. }) if !name.starts_with('#') => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(match known.as_slice() {
        [only] if name.starts_with('#') || name_key(&only.name) == name_key(&key.name) => {
            OpponentKey::new(&only.name, &only.origin, only.kind)
        }
        _ => key,
    }))
}
