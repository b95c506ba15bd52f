//! `bayeschess pgn dedupe`.

use std::io::Write;
use std::path::PathBuf;

use super::reading::{IngestJson, PgnInputArgs, ingest_text};
use super::writing::{verdict_of_writing, write_each, write_games};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::pgn::{DamagePolicy, DuplicatePolicy, format_game};
use bayeschess::record::Game;

/// Join PGN collections into one file that has every game once
///
/// Two games are the same if they have the same moves from the same start and their players' names are
/// compatible ('Kasparov, Gary', 'Kasparov,G', 'Garry Kasparov', '?'), unless they state different
/// years or results, or, if shorter than twelve moves, different days, or, if neither names a player,
/// different events or rounds. The first one is written unchanged. Damaged games are left out; with
/// --salvage their moves before the damage are written, without comments.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess pgn dedupe old.pgn new.pgn.zst --out all.pgn
  bayeschess pgn dedupe games/ --dry-run                 only count
  bayeschess pgn dedupe games/ --player 'Tal, M' --since 1960 --until 1969 --out tal.pgn")]
pub(super) struct PgnDedupeArgs {
    #[command(flatten)]
    reading: PgnInputArgs,
    /// The file to write; compressed if its name ends in .gz or .zst
    #[arg(long, value_name = "FILE.pgn", required_unless_present = "dry_run")]
    out: Option<PathBuf>,
    /// Only report what would be written
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &PgnDedupeArgs) -> anyhow::Result<RunStatus> {
    let (sources, options) = args.reading.resolve(DuplicatePolicy::Drop)?;
    if let Some(file) = &args.out {
        args.reading.check_not_input(file, &sources)?;
    }
    let salvages = options.strictness.damaged == DamagePolicy::Salvage;
    let join = |out: &mut dyn Write| {
        write_each(
            &sources,
            &options,
            || move |game: &Game| salvages.then(|| format_game(game).into_boxed_str()),
            Ok(()),
            |found| {
                // The text behind the damage might go on in the next game.
                let kept = found.value.filter(|_| found.is_salvaged);
                let text = kept.as_deref().map_or(found.text, str::as_bytes);
                out.write_all(text.trim_ascii())?;
                out.write_all(b"\n\n")
            },
        )
    };
    let account = match &args.out {
        Some(file) if !args.dry_run => write_games(file, args.force.existing(), join)?,
        _ => join(&mut std::io::sink()).0,
    };
    if args.json.json {
        print_json(&IngestJson::of(&account))?;
    } else {
        print(&ingest_text(&account)?)?;
    }
    verdict_of_writing(&account)
}
