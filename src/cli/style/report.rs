//! `bayeschess style report`: a report about a player.

mod chart;
mod conclusions;
mod over_time;
mod page;
mod peers;
mod phrases;
mod positions;
mod style_sentences;
mod summary;
mod text;

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::pgn::game_source::GameSourceArgs;
use crate::cli::pgn::reading::{PgnReadArgs, ReadingProgress, check_not_source, verdict};
use crate::cli::run_status::RunStatus;
use bayeschess::cancel::CancelFlag;
use bayeschess::files::{check_not_input, check_output, write_whole};
use bayeschess::foreign::shell_word;
use bayeschess::learn::style_report::{ReportSubject, StyleReportError, build};
use bayeschess::model::AnyStyleModel;
use bayeschess::pgn::IngestOptions;

/// Write a report about a player: style and evidence, openings, results, how to play against them
///
/// Every statement comes with its number of games, its reason, and an example game. Statements that
/// chance could explain are left out: a reason's 95 % interval must exclude 0, and advice must be
/// significant among all choices that were compared.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess style report games.pgn --player 'Karpov, Anatoly'
  bayeschess style report games/ --player 'Tal, M*|Tal, Mihail' --html tal.html
  bayeschess style report games.pgn --player 'Karpov, Anatoly' --json
  bayeschess style report --db games.db --player 'Karpov, Anatoly'

A name means every compatible spelling (Karpov, A; Anatoly Karpov); '=Karpov,A' that one alone; \
'Karp*' is a pattern and '/^karp/' a regular expression; several are split by '|'. The page says which \
spellings were found.")]
pub(super) struct StyleReportArgs {
    #[command(flatten)]
    games: GameSourceArgs,
    /// The player: a name or pattern; several are separated by '|'
    #[arg(long, value_name = "NAME")]
    player: String,
    /// Also write the report as a page for a browser or a printer
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    /// The style model: a file, shipped, or classic (the table of 2005)
    #[arg(long, value_name = "FILE", default_value = "shipped")]
    model: String,
    #[command(flatten)]
    how: PgnReadArgs,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &StyleReportArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    if let Some(file) = &args.html {
        check_output(file, existing)?;
    }
    let AnyStyleModel::Habits(model) = AnyStyleModel::load(&args.model)? else {
        bail!(
            "--model {}: a report is about habits, which the classic recogniser of 2005 does not count; give a \
             model by habits or leave --model out, or ask 'style classify --model {}'",
            args.model,
            shell_word(&args.model)
        );
    };
    let judge = model.judge(Path::new(&args.model))?;
    let subject = ReportSubject {
        player: &args.player,
        judge: &judge,
        knowledge: model.knowledge(),
    };
    let options = IngestOptions {
        threads: args.how.threads.given(),
        strictness: args.how.strictness(),
        ..IngestOptions::default()
    };
    let meter = ReadingProgress::new();
    let sources = args.games.find()?;
    if let Some(file) = &args.html {
        check_not_source(file, &sources)?;
        check_not_input(file, [&args.model])?;
    }
    let painted = build(
        &sources,
        &subject,
        options,
        &CancelFlag::new(),
        |progress| meter.show(progress),
    );
    drop(meter);
    if let Err(StyleReportError::NobodyThere { account, .. }) = &painted
        && (account.tally.read() == 0 || !account.damaged.is_empty())
    {
        // Unreadable sources explain more than a missing player.
        verdict(account, RunStatus::Success)?;
    }
    let (report, account) = painted?;
    if let Some(file) = &args.html {
        let page = page::page(&report, model.checksum());
        write_whole(file, existing, |out| out.write_all(page.as_bytes()))?;
    }
    if args.json.json {
        print_json(&report)?;
    } else {
        print(&text::text(&report))?;
        if let Some(file) = &args.html {
            print(&format!("\nThe page is {}.\n", file.display()))?;
        }
    }
    // Damaged sources are reported; the report is about what could be read.
    verdict(&account, RunStatus::Success)
}
