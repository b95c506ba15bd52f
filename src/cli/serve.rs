//! `bayeschess serve`.

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use serde_json::json;

use super::game_archive::{GameArchive, catch_up};
use super::interrupt::stop_on_ctrl_c;
use super::opponent::{LazyStore, PlayerToLearn, forget, learn};
use super::output::{JsonFlag, print, print_json, tell};
use super::run_status::RunStatus;
use crate::cli::options::DatabaseArg;
use bayeschess::cancel::CancelFlag;
use bayeschess::engine::Engine;
use bayeschess::files::check_folder;
use bayeschess::model::HeuristicSpec;
use bayeschess::opponent::load_styles;
use bayeschess::pgn::{IngestOptions, IngestProgress, PgnSource};
use bayeschess::search::{SearchSettings, TableSize};
use bayeschess::serve::{LearnedGames, OpponentKeeper, ServeSettings, SessionEngines, serve};
use bayeschess::store::{ForgetGames, Opponent};

const EXAMPLES: &str = "\
The page is for this machine alone, and only for those who have the address with
its token. Ctrl-C ends the server; started again, it goes on with the same game.

Examples:
  bayeschess serve
      opens the page in the browser
  bayeschess serve --runs trainings
      shows the trainings and matches of that folder, too
  bayeschess serve --port 0 --no-open --json
      for scripts: any free port, the address as one line of JSON";

/// The default port.
const PORT: u16 = 8064;

/// The engine's heuristic.
const HEURISTIC: &str = "modern:learned";

/// Play against the engine in a page of your browser
///
/// The engine shows its estimate of your style while you play, its answer to it, and why. A player who enters a
/// name is remembered in the database; a guest is not.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Port to listen on; 0 for any free one
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

    /// Folder in which runs are looked for, two levels deep: databases of self-play, trainings, journals of matches
    #[arg(long, value_name = "DIR", default_value = ".")]
    runs: PathBuf,

    /// Let the page start and stop runs although --listen lets other machines in
    #[arg(long)]
    allow_runs: bool,

    /// Largest file of games that the page takes for a report, such as 500MB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "2GB", value_parser = size)]
    max_upload: u64,

    #[command(flatten)]
    json: JsonFlag,
}

/// Reads a size in bytes, with a unit of a thousand each.
fn size(text: &str) -> Result<u64, String> {
    let text = text.trim();
    let (number, unit) =
        text.split_at(text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len());
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => Some(1),
        "kb" => Some(1_000),
        "mb" => Some(1_000_000),
        "gb" => Some(1_000_000_000),
        _ => None,
    };
    let size = number.parse::<u64>().ok().zip(factor);
    size.and_then(|(number, factor)| number.checked_mul(factor))
        .ok_or_else(|| "expected a size such as 500MB or 2GB".to_owned())
}

/// Runs the command.
pub fn run(args: &ServeArgs) -> anyhow::Result<RunStatus> {
    let database = args.db.file_to_write()?;
    check_folder(&args.runs)?;
    ensure!(
        args.runs.is_dir(),
        "--runs {}: there is no such folder; name the one in which your runs lie",
        args.runs.display()
    );
    let mut archive = GameArchive::new("BayesChess, the local page", rand::random());
    archive
        .set_database(&database.to_string_lossy())
        .map_err(anyhow::Error::msg)?;
    let mut player = engine(SearchSettings::default())?;
    player.measure_losses();
    player.set_styles(Some(load_styles("shipped")?));
    let assistant = engine(SearchSettings {
        table: TableSize::SMALL,
        ..SearchSettings::default()
    })?;
    let engines = SessionEngines { player, assistant };
    let keeper = DatabaseKeeper(database.clone());
    let settings = ServeSettings {
        address: args.listen,
        port: args.port,
        database,
        runs: args.runs.clone(),
        may_start: args.allow_runs || args.listen.is_loopback(),
        most_upload: args.max_upload,
        heuristic: HEURISTIC.to_owned(),
    };
    let stop = stop_on_ctrl_c();
    let mut said = Ok(());
    let (archive, keeper) = (Box::new(archive), Box::new(keeper));
    serve(settings, engines, archive, keeper, &stop, |url| {
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

/// The database and the files beside it, as the commands on opponents treat them.
struct DatabaseKeeper(PathBuf);

impl OpponentKeeper for DatabaseKeeper {
    fn catch_up(&self) -> Result<(), String> {
        catch_up(&self.0).map_err(|error| error.to_string())
    }

    fn forget(&self, opponent: &Opponent, games: ForgetGames) -> Result<(), String> {
        let id = format!("#{}", opponent.id);
        forget(&self.0, &id, games)
            .map(drop)
            .map_err(|error| format!("{error:#}"))
    }

    fn learn(
        &self,
        file: &Path,
        player: &str,
        known_as: &str,
        on_progress: &mut dyn FnMut(&IngestProgress),
    ) -> Result<LearnedGames, String> {
        let wanted = PlayerToLearn {
            player,
            // No number of a card.
            known_as: Some(known_as.trim_start_matches('#')),
            is_local: true,
            remove: false,
        };
        let sources = [PgnSource::File(file.to_owned())];
        let options = IngestOptions::default();
        let stop = CancelFlag::default();
        let mut store = LazyStore::open(&self.0).map_err(|error| error.to_string())?;
        let learned = learn(&mut store, &sources, wanted, options, on_progress, &stop);
        let (report, _) = learned.map_err(|error| format!("{error:#}"))?;
        store.close().map_err(|error| error.to_string())?;
        Ok(LearnedGames {
            name: report.opponent,
            learned: report.learned,
            unchanged: report.unchanged,
            too_short: report.too_short,
        })
    }
}
