//! `bayeschess opponent learn`: remember a player's games from PGN files.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::bail;

use super::lazy_store::LazyStore;
use super::learn_games::{LearnReport, PlayerToLearn, learn, names};
use crate::cli::interrupt::{stop_on_ctrl_c, was_raised};
use crate::cli::options::DatabaseArg;
use crate::cli::output::{JsonFlag, counted, print, print_json};
use crate::cli::pgn::reading::{PgnReadArgs, ReadingProgress, find_sources, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::opponent::LEAST_MOVES;
use bayeschess::pgn::{IngestOptions, IngestProgress, IngestSummary};

/// Remember a player's games from PGN files, so that the engine knows them before the first game
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  bayeschess opponent learn my-games.pgn --player 'Surname, Name' --as Anna
  bayeschess opponent learn my-games.pgn --player 'Surname, Name' --as Anna --remove
  bayeschess opponent learn lichess.pgn --player =anna_k --db games.db --json

A name means every compatible spelling (Karpov, A; Anatoly Karpov); '=Karpov,A' that one alone; several are \
split by '|'. A game that is remembered already is not counted twice. --remove takes exactly these games away.

Then the engine analyses the moves of up to 100 games, the last ones of the site and pace played most, to estimate \
the player's rating, for 8 seconds at most; give the same command again to analyse the rest. Ctrl-C ends cleanly; \
the same command goes on.")]
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

pub(super) fn run(args: &OpponentLearnArgs) -> anyhow::Result<RunStatus> {
    let wanted = PlayerToLearn {
        player: &args.player,
        known_as: args.known_as.as_deref(),
        is_local: false,
        remove: args.remove,
    };
    // A wrong name is told before any file is looked for.
    names(wanted.player)?;
    let sources = find_sources(&args.paths)?;
    let options = IngestOptions {
        threads: args.how.threads.given(),
        strictness: args.how.strictness(),
        ..IngestOptions::default()
    };
    let mut store = LazyStore::open(&args.db.file_to_write()?)?;
    let (meter, stop) = (ReadingProgress::new(), stop_on_ctrl_c());
    let show = |progress: &IngestProgress| meter.show(progress);
    let learned = learn(&mut store, &sources, wanted, options, show, &stop);
    drop(meter);
    let (mut report, account) = learned?;
    store.close()?;
    report.stopped |= was_raised();
    let status = status_of(args, &report, &account)?;
    if args.json.json {
        print_json(&report)?;
    } else {
        print(&text(args, &report))?;
    }
    Ok(status)
}

/// Returns the exit status; games without one of the player are an error, unless Ctrl-C came before the last of them.
fn status_of(
    args: &OpponentLearnArgs,
    report: &LearnReport,
    account: &IngestSummary,
) -> anyhow::Result<RunStatus> {
    if report.stopped {
        return Ok(RunStatus::Stopped);
    }
    let status = verdict(account, RunStatus::Success)?;
    if report.learned + report.removed + report.unchanged + report.too_short + report.continued == 0
    {
        bail!(
            "none of the {} games is one of {}; check the spelling, or list the names with 'bayeschess pgn stats'",
            report.games_read,
            args.player
        );
    }
    Ok(status)
}

fn text(args: &OpponentLearnArgs, report: &LearnReport) -> String {
    let who = match &report.elsewhere {
        Some(elsewhere) => format!("{} ({elsewhere})", report.opponent),
        None => report.opponent.clone(),
    };
    let mut text = if args.remove {
        format!(
            "{who}: {} taken away, {} not remembered",
            counted(report.removed, "game"),
            report.unchanged
        )
    } else {
        format!(
            "{who}: {} learned, {} remembered already",
            counted(report.learned, "game"),
            report.unchanged
        )
    };
    // Writing to a string cannot fail.
    let _ = write!(
        text,
        ", {} with fewer than {LEAST_MOVES} moves of theirs",
        report.too_short
    );
    if report.continued > 0 {
        let _ = write!(
            text,
            ", {} broken off that a later record continues",
            report.continued
        );
    }
    text.push('\n');
    for (name, games) in &report.spellings {
        let _ = writeln!(text, "  '{name}' in {}", counted(*games, "game"));
    }
    for (name, games) in &report.also_remembered_as {
        let are = if *games == 1 { "is" } else { "are" };
        let _ = writeln!(
            text,
            "  {games} of these games {are} remembered under the name '{name}', too; if both are one player, \
             'bayeschess opponent merge' joins them"
        );
    }
    if let Some(search) = &report.strength_search {
        search.write(&mut text);
    }
    if report.stopped {
        text.push_str("stopped; the same command goes on\n");
    }
    text
}
