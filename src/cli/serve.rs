//! `bayeschess serve`.

use std::net::{IpAddr, Ipv4Addr};

use anyhow::Context as _;
use serde_json::json;

use super::game_archive::GameArchive;
use super::interrupt::stop_on_ctrl_c;
use super::output::{JsonFlag, print, print_json, tell};
use super::run_status::RunStatus;
use crate::cli::options::DatabaseArg;
use bayeschess::engine::Engine;
use bayeschess::model::HeuristicSpec;
use bayeschess::opponent::load_styles;
use bayeschess::protocol::GameSink as _;
use bayeschess::search::{SearchSettings, TableSize};
use bayeschess::serve::{SeatEngines, ServeSettings, serve};

const EXAMPLES: &str = "\
The page is for this machine alone, and only for who has the address with its
token. Ctrl-C ends the server; started again, it goes on with the same game.

Examples:
  bayeschess serve
      opens the page in the browser
  bayeschess serve --port 0 --no-open --json
      for scripts: any free port, the address as one line of JSON";

/// The port that is asked for where none is named.
const PORT: u16 = 8064;

/// The heuristic that plays.
const HEURISTIC: &str = "modern:learned";

/// Play against the engine in a page of your browser
///
/// The engine shows what it thinks of your style while you play, what it aims at, and why. Who says their name is
/// remembered in the database; a guest is not.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Port to listen on; 0 takes any free one
    #[arg(long, value_name = "N", default_value_t = PORT)]
    port: u16,

    /// Address to listen on; other machines need the token too
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    listen: IpAddr,

    /// Do not open the browser
    #[arg(long)]
    no_open: bool,

    #[command(flatten)]
    db: DatabaseArg,

    #[command(flatten)]
    json: JsonFlag,
}

/// Runs the command.
///
/// # Errors
///
/// When the address is taken, or the database or its state cannot be used.
pub fn run(args: &ServeArgs) -> anyhow::Result<RunStatus> {
    let database = args.db.file()?;
    let mut archive = GameArchive::new("BayesChess, the local page", rand::random());
    archive
        .open(&database.to_string_lossy())
        .map_err(anyhow::Error::msg)?;
    let mut player = engine(SearchSettings::default())?;
    player.measure_losses();
    player.set_styles(Some(load_styles("shipped")?));
    let assistant = engine(SearchSettings {
        table: TableSize::SMALL,
        ..SearchSettings::default()
    })?;
    let engines = SeatEngines { player, assistant };
    let settings = ServeSettings {
        address: args.listen,
        port: args.port,
        database,
        heuristic: HEURISTIC.to_owned(),
    };
    let stop = stop_on_ctrl_c();
    let mut said = Ok(());
    serve(settings, engines, Box::new(archive), &stop, |url| {
        said = say(args, url);
        if said.is_err() {
            stop.stop();
        }
    })?;
    said?;
    Ok(RunStatus::Success)
}

fn engine(settings: SearchSettings) -> anyhow::Result<Engine> {
    let mut engine = Engine::new(settings, rand::random())
        .context("could not start the thread that searches; end other programs first")?;
    engine.set_weights(HEURISTIC.parse::<HeuristicSpec>()?.load()?);
    Ok(engine)
}

fn say(args: &ServeArgs, url: &str) -> anyhow::Result<()> {
    if args.json.json {
        print_json(&json!({ "url": url }))?;
    } else {
        print(&format!("The page is at {url}\nCtrl-C ends the server.\n"))?;
    }
    if !args.no_open
        && let Err(error) = open::that_detached(url)
    {
        tell(&format!(
            "(the browser could not be opened: {error}; open the address yourself)"
        ));
    }
    Ok(())
}
