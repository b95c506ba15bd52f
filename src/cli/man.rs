//! `bayeschess man`.

use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use clap::Command;
use clap_mangen::Man;

use super::output;
use super::run_status::RunStatus;
use crate::cli::options::ForceFlag;
use bayeschess::files::{Existing, check_folder, write_whole};

const EXAMPLES: &str = "\
Examples:
  bayeschess man | man -l -
      Read the manual.
  bayeschess man --out ~/.local/share/man/man1
      Write a page for each command, so that `man bayeschess-play` works.";

/// Print the manual page, or write one per command into a folder
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct ManArgs {
    /// Write bayeschess.1, bayeschess-play.1 and so on into this folder, which must exist
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceFlag,
}

/// Prints or writes the manual pages of `program`.
pub fn run(args: &ManArgs, mut program: Command) -> anyhow::Result<RunStatus> {
    program.build();
    match &args.out {
        None => output::print(&String::from_utf8_lossy(&page(&program)?))?,
        Some(folder) => {
            check_folder(folder)?;
            ensure!(
                folder.is_dir(),
                "the folder {} does not exist; create it first",
                folder.display()
            );
            write_pages(&program, folder, args.force.existing())?;
        }
    }
    Ok(RunStatus::Success)
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}

/// Writes the pages of a command and its subcommands. A built command knows its full name,
/// such as `bayeschess-db-info`.
fn write_pages(command: &Command, folder: &Path, existing: Existing) -> anyhow::Result<()> {
    let name = command
        .get_display_name()
        .unwrap_or_else(|| command.get_name());
    let page = page(command).with_context(|| format!("could not make the page of {name}"))?;
    write_whole(&folder.join(format!("{name}.1")), existing, |out| {
        out.write_all(&page)
    })?;
    command
        .get_subcommands()
        .filter(|below| below.get_name() != "help")
        .try_for_each(|below| write_pages(below, folder, existing))
}
