//! Options and main loop that `bayeschess uci` and `bayeschess xboard` share.

use std::io::{self, BufReader};

use anyhow::Context as _;

use super::game_archive::GameArchive;
use super::run_status::RunStatus;
use crate::cli::options::EngineArgs;
use bayeschess::engine::Engine;
use bayeschess::foreign::PrintableWriter;
use bayeschess::protocol::{EngineSession, Protocol, run_session};
use bayeschess::search::SearchSettings;

/// Engine settings that a protocol can also change.
#[derive(Debug, Default, clap::Args)]
pub struct ProtocolArgs {
    #[command(flatten)]
    engine: EngineArgs,

    /// Store every game in this database [default: games are not stored]
    #[arg(long, visible_alias = "database", value_name = "FILE")]
    db: Option<String>,

    /// Set an option that the protocol declares; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// Let the protocol's option 'Database' create a database that does not exist yet
    #[arg(long)]
    allow_files: bool,

    /// Seed of all random choices: book, mistakes below full strength, equal moves [default: a new one each
    /// time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

/// Runs the engine until the input ends.
pub fn run(
    settings: &ProtocolArgs,
    event: &'static str,
    protocol: Protocol,
) -> anyhow::Result<RunStatus> {
    // All processes add to one run of the database, whatever their seed.
    let seed = settings.seed.unwrap_or(1);
    let engine = Engine::new(SearchSettings::default(), seed)
        .context("could not start the thread that searches; end other programs first")?;
    let mut session = EngineSession::new(engine, Box::new(GameArchive::new(event, seed)));
    let policy = settings
        .engine
        .policy
        .map(|policy| policy.name().to_owned());
    let named = [
        ("Heuristic", &settings.engine.heuristic),
        ("Objective", &settings.engine.objective),
        ("Policy", &policy),
        ("StyleTable", &settings.engine.style_table),
        ("Database", &settings.db),
    ];
    for (name, value) in named {
        if let Some(value) = value {
            session.set(name, value).map_err(anyhow::Error::msg)?;
        }
    }
    if let Some(seed) = settings.seed {
        session.set_seed(seed);
    }
    for option in &settings.options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        session
            .set(name.trim(), value)
            .map_err(anyhow::Error::msg)?;
    }
    if !settings.allow_files {
        session.forbid_new_files();
    }
    run_session(
        session,
        PrintableWriter::new(io::stdout()),
        BufReader::new(io::stdin()),
        protocol,
    )
    .context("could not read standard input")?;
    Ok(RunStatus::Success)
}
