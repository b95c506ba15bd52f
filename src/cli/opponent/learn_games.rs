//! Learns a player's games: adds them to what is remembered, or takes them away, and searches them for the player's strength.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;

use anyhow::bail;
use serde::Serialize;
use shakmaty::Color;

use super::broken_off::BrokenOff;
use super::lazy_store::LazyStore;
use super::learn_strength::{LatestGames, StrengthSearch};
use super::memory::described;
use bayeschess::cancel::CancelFlag;
use bayeschess::identity::{NameList, player_name};
use bayeschess::opponent::remembered_game;
use bayeschess::pgn::{
    IngestEvent, IngestOptions, IngestProgress, IngestSummary, PgnSource, ingest,
};
use bayeschess::record::Game;
use bayeschess::store::{
    LearnedGame, MemorySource, Opponent, OpponentGame, OpponentKey, StoreError,
};

/// Whose games are learned, and under which name.
#[derive(Clone, Copy, Debug)]
pub(in crate::cli) struct PlayerToLearn<'a> {
    /// Names and patterns of the player in the games, split by '|'.
    pub(in crate::cli) player: &'a str,
    /// The name under which the player plays against this engine; `None`: the spelling in the games.
    pub(in crate::cli) known_as: Option<&'a str>,
    /// Only the player of that name on this computer is meant, though another of that name may be known.
    pub(in crate::cli) is_local: bool,
    /// Takes the games away instead.
    pub(in crate::cli) remove: bool,
}

/// What was done with the games.
#[derive(Debug, Default, Serialize)]
pub(in crate::cli) struct LearnReport {
    pub(in crate::cli) opponent: String,
    /// The site, and whether they are a program, in words; `None` for a player on this computer.
    #[serde(skip)]
    pub(super) elsewhere: Option<String>,
    /// Games that are remembered from now on.
    pub(in crate::cli) learned: u64,
    /// Games that are no longer remembered.
    pub(super) removed: u64,
    /// Games that changed nothing: remembered already or, with `--remove`, not remembered.
    pub(in crate::cli) unchanged: u64,
    /// Games with too few moves of the player.
    pub(in crate::cli) too_short: u64,
    /// Records of games that were broken off and go on in a later record.
    pub(super) continued: u64,
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
    let mut refusal = None;
    let account = ingest(
        sources,
        &options,
        || |game: &Game| memory_of(game, wanted.player, &names),
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(game), ..
                } => {
                    if let Err(error) = change.take(game) {
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
    // A record that was not read may go on from an unfinished game.
    if !stopped {
        change.add_unfinished()?;
    }
    let (mut report, key, latest) = change.finish()?;
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

/// Returns a game with what is to be remembered of it: nothing if the player has too few moves. `None` if neither side is
/// the player's.
#[expect(
    clippy::option_option,
    reason = "of other players nothing is counted, of short games that they are short"
)]
fn memory_of(
    game: &Game,
    player: &str,
    names: &NameList,
) -> Option<Option<(Box<Game>, OpponentGame)>> {
    let side = side_of(game, player, names)?;
    let memory = remembered_game(game, side, MemorySource::Learned, None);
    Some(memory.map(|memory| (Box::new(game.clone()), memory)))
}

/// Adds games to what is remembered of an opponent, or takes them away, a group in one transaction.
struct MemoryChange<'a> {
    store: &'a mut LazyStore,
    /// The name that was typed.
    typed: String,
    /// Who is meant; `None` until the first games tell the spelling.
    key: Option<OpponentKey>,
    is_local: bool,
    remove: bool,
    group: Vec<OpponentGame>,
    /// Unfinished games, which wait for the records after them.
    unfinished: BrokenOff,
    /// Earlier records of games of the group.
    beginnings: Vec<OpponentGame>,
    /// Games to be searched for the player's strength.
    latest: LatestGames,
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
        let mut key = known_key(store, &typed, wanted.is_local)?;
        if key.is_none() && wanted.known_as.is_some() {
            key = Some(OpponentKey::from(typed.as_str()));
        }
        Ok(Self {
            store,
            typed,
            key,
            is_local: wanted.is_local,
            remove: wanted.remove,
            group: Vec::with_capacity(GROUP),
            unfinished: BrokenOff::default(),
            beginnings: Vec::new(),
            latest: LatestGames::default(),
            spellings: BTreeMap::new(),
            report: LearnReport::default(),
        })
    }

    /// Takes one game; `None` stands for one with too few moves of the player.
    fn take(&mut self, game: Option<(Box<Game>, OpponentGame)>) -> Result<(), StoreError> {
        let Some((game, memory)) = game else {
            self.report.too_short += 1;
            return Ok(());
        };
        if self.remove {
            return self.add(game, memory);
        }
        let beginnings = self.unfinished.take_beginnings_of(&game);
        self.report.continued += beginnings.len() as u64;
        self.beginnings.extend(beginnings);
        if game.result.is_none() {
            self.unfinished.keep(game, memory);
            return Ok(());
        }
        self.add(game, memory)
    }

    /// Adds the unfinished games that no later record goes on from.
    fn add_unfinished(&mut self) -> Result<(), StoreError> {
        let unfinished = mem::take(&mut self.unfinished);
        for (game, memory) in unfinished.into_games() {
            self.add(game, memory)?;
        }
        Ok(())
    }

    /// Adds a game to the group, and notes it for the search.
    fn add(&mut self, game: Box<Game>, memory: OpponentGame) -> Result<(), StoreError> {
        if self.key.is_none() {
            let spelling = game.player(memory.color).to_owned();
            *self.spellings.entry(spelling).or_default() += 1;
        }
        self.group.push(memory.clone());
        self.latest.add(game, memory);
        if self.group.len() == GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Writes the last group. Returns what was done, for whom, and the games to be searched.
    fn finish(mut self) -> Result<(LearnReport, OpponentKey, LatestGames), StoreError> {
        self.write_group()?;
        let key = self.who()?;
        self.report.opponent.clone_from(&key.name);
        self.report.elsewhere = (!key.is_local()).then(|| described(&key.origin, key.kind));
        Ok((self.report, key, self.latest))
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
        let key = match known_key(self.store, name.trim_start_matches('#'), self.is_local)? {
            Some(key) => key,
            None => OpponentKey::from(name.as_str()),
        };
        self.key = Some(key.clone());
        Ok(key)
    }

    fn write_group(&mut self) -> Result<(), StoreError> {
        if self.group.is_empty() && self.beginnings.is_empty() {
            return Ok(());
        }
        let key = self.who()?;
        let (key, remove, group) = (&key, self.remove, &self.group);
        let beginnings = &self.beginnings;
        let doubles = &mut self.report.also_remembered_as;
        let store = self.store.get_or_create()?;
        let changed = store.in_one_transaction(|store| {
            let mut changed = 0;
            for game in beginnings {
                store.unlearn_beginning(key, game)?;
            }
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
        self.beginnings.clear();
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
/// A single known opponent is meant, on whatever site or of whatever kind; otherwise, and always with `is_local`, the
/// player on this computer.
fn known_key(
    store: &LazyStore,
    name: &str,
    is_local: bool,
) -> Result<Option<OpponentKey>, StoreError> {
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
    let mut keys: Vec<OpponentKey> = known.iter().map(Opponent::key).collect();
    keys.retain(|key| key.is_local() || !is_local);
    Ok(Some(match keys.len() {
        1 => keys.swap_remove(0),
        _ => key,
    }))
}
