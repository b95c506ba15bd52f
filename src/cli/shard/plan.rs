//! `bayeschess shard plan`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use serde::Serialize;

use super::command::{without_outputs, work_of};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::files::{check_not_input, check_output};
use bayeschess::foreign::{shell_path, shell_word};
use bayeschess::shard::{ShardInput, ShardManifest};

/// Divide a command into parts, and write the manifest that lists them
///
/// Options of the command that name an output are left out: 'shard merge' names it. Paths of inputs are kept as
/// they are, so run the parts in a folder where they name the same files.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess shard plan --out games.shards --parts 40 -- selfplay --games 200000
  bayeschess shard plan --out norms.shards --parts 8 -- style norms *.pgn \\
      --keep-duplicates
  bayeschess shard plan --out first.shards --parts 16 -- train my.toml --out my
      the games of the first generation that has no table yet
  bayeschess shard plan --out tune.shards --parts 16 -- tune my.toml
      then 'tune my.toml --out DIR' with the merged DIR/trial.journal reports
  bayeschess shard plan --out fit.shards --parts 16 -- fit --db games.db \\
      --teacher 5000
      then 'fit' with these options and --sampled writes the table
  bayeschess shard plan --out fold.shards --parts 16 -- lab adapt \\
      --games 12000 --journal mixed.journal
      the first half of the trial; with its merged journal, plan the second")]
pub(super) struct ShardPlanArgs {
    /// The manifest to write
    #[arg(long, value_name = "MANIFEST")]
    out: PathBuf,
    /// Number of parts
    #[arg(long, value_name = "N")]
    parts: NonZeroUsize,
    /// The command to divide, after --
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct ShardPlanJson<'a> {
    manifest: &'a PathBuf,
    id: String,
    parts: usize,
    command: &'a [String],
    inputs: &'a [ShardInput],
}

pub(super) fn run(args: &ShardPlanArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    check_output(&args.out, existing)?;
    let (command, taken) = without_outputs(&args.command)?;
    let work = work_of(&command)?;
    check_not_input(&args.out, work.inputs().paths())?;
    let manifest = ShardManifest::plan(command, &*work, args.parts.get())?;
    manifest.save(&args.out, existing)?;
    if args.json.json {
        print_json(&ShardPlanJson {
            manifest: &args.out,
            id: manifest.id()?,
            parts: manifest.parts(),
            command: manifest.command(),
            inputs: manifest.inputs(),
        })?;
    } else {
        let out = args.out.display();
        let parts = manifest.parts();
        let words: Vec<String> = manifest
            .command()
            .iter()
            .map(|word| shell_word(word))
            .collect();
        let command = words.join(" ");
        let left_out = if taken.is_empty() {
            String::new()
        } else {
            let taken = taken.join(" ");
            format!("left out, since 'shard run' and 'shard merge' have them: {taken}\n")
        };
        print(&format!(
            "{out}: {parts} parts of: {command}\n{left_out}\
             next: bayeschess shard run {} I --dir DIR, for every I from 0 to {}, on any machine\n",
            shell_path(&args.out),
            parts - 1
        ))?;
    }
    Ok(RunStatus::Success)
}
