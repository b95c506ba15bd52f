//! Options and main loop that `bayeschess uci` and `bayeschess xboard` share.

use std::io::{self, BufReader};

use anyhow::Context as _;

use super::RunStatus;
use super::game_archive::GameArchive;
use bayeschess::engine::Engine;
use bayeschess::protocol::{EngineSession, Protocol, run_session};
use bayeschess::search::SearchSettings;

/// Engine settings that a protocol can also change.
#[derive(Debug, clap::Args)]
pub struct ProtocolArgs {
    /// What to play [default: modern:learned, the strongest]: learned and a table's file adapt to the
    /// opponent (with :OBJECTIVE they keep to that one); the others are modern:initial, initial,
    /// random and modern:random
    #[arg(long, value_name = "HEURISTIC")]
    heuristic: Option<String>,

    /// The objective: adapt (to the opponent's style), max-win, min-loss, max-draw or min-draw
    #[arg(long, value_name = "OBJECTIVE")]
    objective: Option<String>,

    /// The style table to recognise opponents by [default: the shipped one]
    #[arg(long, value_name = "FILE")]
    style_table: Option<String>,

    /// Keep every game in this database; without it games are not kept
    #[arg(long, alias = "db", value_name = "FILE")]
    database: Option<String>,

    /// Set an option that the protocol declares; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,

    /// The seed of everything that is drawn at random
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u32,
}

impl Default for ProtocolArgs {
    fn default() -> Self {
        Self {
            heuristic: None,
            objective: None,
            style_table: None,
            database: None,
            options: Vec::new(),
            seed: 1,
        }
    }
}

/// Runs the engine until the input ends.
///
/// # Errors
///
/// When an option cannot be used, or standard input cannot be read.
pub fn run(
    settings: &ProtocolArgs,
    event: &'static str,
    protocol: Protocol,
) -> anyhow::Result<RunStatus> {
    let seed = u64::from(settings.seed);
    let engine = Engine::new(SearchSettings::default(), seed)
        .context("could not start the thread that searches; end other programs first")?;
    let mut desk = EngineSession::new(engine, Box::new(GameArchive::new(event, seed)));
    let named = [
        ("Heuristic", &settings.heuristic),
        ("Objective", &settings.objective),
        ("StyleTable", &settings.style_table),
        ("Database", &settings.database),
    ];
    for (name, value) in named {
        if let Some(value) = value {
            desk.set(name, value).map_err(anyhow::Error::msg)?;
        }
    }
    for option in &settings.options {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        desk.set(name.trim(), value).map_err(anyhow::Error::msg)?;
    }
    run_session(desk, io::stdout(), BufReader::new(io::stdin()), protocol)
        .context("could not read standard input")?;
    Ok(RunStatus::Success)
}
