//! `bayeschess opponent learn`: remember a player's games from PGN files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;
use shakmaty::Color;

use super::learn_strength::{LatestGames, StrengthSearch};
use super::memory::open_to_write;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::reading::{PgnReadArgs, ReadingProgress, find_sources, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::identity::{NameList, tidy_name};
use bayeschess::opponent::{LEAST_MOVES, remembered_game};
use bayeschess::pgn::{IngestEvent, IngestOptions, IngestSummary, ingest};
use bayeschess::record::Game;
use bayeschess::store::{LearnedGame, MemorySource, OpponentGame, OpponentKey, Store, StoreError};

/// Remember a player's games from PGN files, so that the engine knows them before the first game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent learn my-games.pgn --player 'Surname, Name' --as Anna
  bayeschess opponent learn my-games.pgn --player 'Surname, Name' --as Anna --remove
  bayeschess opponent learn lichess.pgn --player =anna_k --db games.db --json

A name means every compatible spelling (Karpov, A; Anatoly Karpov); '=Karpov,A' that one alone; several are \
split by '|'. A game that is remembered already is not counted twice. --remove takes exactly these games away.

Then the engine analyses the moves of up to 100 games, the last ones of the site and pace played most, to estimate \
the player's rating, for 8 seconds at most; give the same command again to analyse the rest.")]
pub(super) struct OpponentLearnArgs {
    /// PGN files, compressed or not, folders of them, or '-' for standard input
    #[arg(value_name = "PATH", required = true)]
    paths: Vec<PathBuf>,
    /// The player: a name or pattern; several are separated by '|'
    #[arg(long, value_name = "NAME")]
    player: String,
    /// The name under which the player plays against this engine, or '#' and an id [default: the spelling in the games]
    #[arg(long = "as", value_name = "NAME")]
    known_as: Option<String>,
    /// Remove these games from memory instead
    #[arg(long)]
    remove: bool,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    how: PgnReadArgs,
    #[command(flatten)]
    json: JsonFlag,
}

/// Number of games that are added in one transaction: each transaction waits for the disk.
const GROUP: usize = 256;

/// What was done with the games.
#[derive(Debug, Default, Serialize)]
struct LearnReport {
    opponent: String,
    /// Games that are remembered from now on.
    learned: u64,
    /// Games that are no longer remembered.
    removed: u64,
    /// Games that changed nothing: remembered already or, with `--remove`, not remembered.
    unchanged: u64,
    /// Games with too few moves of the player.
    too_short: u64,
    games_read: u64,
    spellings: BTreeMap<String, u64>,
    /// Other opponents under whom new games are remembered already, with the number of these games.
    also_remembered_as: BTreeMap<String, u64>,
    /// The search of the games for the player's strength; null with `--remove`.
    strength_search: Option<StrengthSearch>,
}

pub(super) fn run(args: &OpponentLearnArgs) -> anyhow::Result<RunStatus> {
    let names = names(&args.player)?;
    let sources = find_sources(&args.paths)?;
    let mut store = open_to_write(&args.db)?;
    let mut change = MemoryChange::new(&mut store, args)?;
    let options = reading_options(args, &names);
    let (meter, stop) = (ReadingProgress::new(), stop_on_ctrl_c());
    let (mut refusal, mut latest) = (None, LatestGames::default());
    let account = ingest(
        &sources,
        &options,
        || {
            |game: &Game| {
                let side = side_of(game, &args.player, &names)?;
                let memory = remembered_game(game, side, MemorySource::Learned, None);
                Some(memory.map(|memory| (Box::new(game.clone()), memory)))
            }
        },
        |event| {
            match event {
                IngestEvent::Game {
                    value: Some(game), ..
                } => {
                    let added = if let Some((game, memory)) = &game {
                        change.add(memory.clone(), game)
                    } else {
                        change.report.too_short += 1;
                        Ok(())
                    };
                    if let Err(error) = added {
                        refusal = Some(error);
                        return ControlFlow::Break(());
                    }
                    if let Some((game, memory)) = game {
                        latest.add(game, memory);
                    }
                }
                IngestEvent::Progress(progress) => meter.show(&progress),
                _ => {}
            }
            if stop.is_raised() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        },
    );
    drop(meter);
    if let Some(error) = refusal {
        return Err(error.into());
    }
    let (mut report, key) = change.finish()?;
    if !args.remove {
        report.strength_search = Some(latest.search(&mut store, &key, &stop)?);
    }
    report.games_read = account.tally.read();
    report.spellings.clone_from(&account.spellings);
    tell(args, &report, &account)
}

/// Returns the options for reading the games of these players.
fn reading_options(args: &OpponentLearnArgs, names: &NameList) -> IngestOptions {
    let mut options = IngestOptions {
        threads: args.how.threads.given(),
        strictness: args.how.strictness(),
        ..IngestOptions::default()
    };
    options.selection.players = names.clone();
    options
}

fn tell(
    args: &OpponentLearnArgs,
    report: &LearnReport,
    account: &IngestSummary,
) -> anyhow::Result<RunStatus> {
    let found = report.learned + report.removed + report.unchanged + report.too_short;
    let status = verdict(account, RunStatus::Success)?;
    if found == 0 {
        bail!(
            "none of the {} games is one of {}; check the spelling, or list the names with 'bayeschess pgn stats'",
            report.games_read,
            args.player
        );
    }
    if args.json.json {
        print_json(report)?;
        return Ok(status);
    }
    let mut text = if args.remove {
        format!(
            "{}: {} games taken away, {} were not remembered",
            report.opponent, report.removed, report.unchanged
        )
    } else {
        format!(
            "{}: {} games learned, {} were remembered already",
            report.opponent, report.learned, report.unchanged
        )
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        ", {} have fewer than {LEAST_MOVES} moves of theirs",
        report.too_short
    );
    for (name, games) in &report.spellings {
        let _ = writeln!(text, "  '{name}' in {games} games");
    }
    for (name, games) in &report.also_remembered_as {
        let _ = writeln!(
            text,
            "  {games} of these games are remembered under the name '{name}', too; if both are one player, \
             'bayeschess opponent merge' joins them"
        );
    }
    if let Some(search) = &report.strength_search {
        search.write(&mut text);
    }
    print(&text)?;
    Ok(status)
}

/// Adds games to what is remembered of an opponent, or takes them away, a group in one transaction.
struct MemoryChange<'a> {
    store: &'a mut Store,
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
    fn new(store: &'a mut Store, args: &OpponentLearnArgs) -> anyhow::Result<Self> {
        let typed = typed_name(args)?;
        let mut key = known_key(store, &typed)?;
        if key.is_none() && args.known_as.is_some() {
            key = Some(OpponentKey::from(typed.as_str()));
        }
        Ok(Self {
            store,
            typed,
            key,
            remove: args.remove,
            group: Vec::with_capacity(GROUP),
            spellings: BTreeMap::new(),
            report: LearnReport::default(),
        })
    }

    /// Takes one game.
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
        let changed = self.store.in_one_transaction(|store| {
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
    let spellings: Vec<&str> = player
        .split('|')
        .map(|name| name.trim().trim_start_matches('='))
        .collect();
    let is_exact = |side: &Color| spellings.contains(&game.player(*side).trim());
    Color::ALL.into_iter().find(is_exact).or_else(|| {
        Color::ALL
            .into_iter()
            .find(|side| names.matches(game.player(*side)))
    })
}

/// Returns the names and patterns of a list. A name without a word of two letters matches only itself.
fn names(text: &str) -> anyhow::Result<NameList> {
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
fn typed_name(args: &OpponentLearnArgs) -> anyhow::Result<String> {
    let first = args.player.split('|').next().unwrap_or_default().trim();
    let name = args
        .known_as
        .as_deref()
        .unwrap_or_else(|| first.trim_start_matches('='));
    let is_pattern = args.known_as.is_none() && name.contains(['*', '?']) || name.starts_with('/');
    if is_pattern || name.trim().is_empty() {
        bail!("--player '{name}' cannot be the name of an opponent; give one with --as");
    }
    Ok(name.to_owned())
}

/// Returns the opponent who is known by that name; `None` for a stranger.
///
/// A single known opponent is meant, on whatever site or of whatever kind; otherwise the player on this computer.
fn known_key(store: &Store, name: &str) -> Result<Option<OpponentKey>, StoreError> {
    let key = OpponentKey::from(name);
    let known = match store.find_opponents(name) {
        Ok(found) => found,
        Err(StoreError::Unknown { .. }) if !name.starts_with('#') => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(Some(match known.as_slice() {
        [only]
            if name.starts_with('#') || tidy_name(&only.name).eq_ignore_ascii_case(&key.name) =>
        {
            OpponentKey::new(&only.name, &only.origin, only.kind)
        }
        _ => key,
    }))
}
