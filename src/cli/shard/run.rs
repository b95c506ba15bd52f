//! `bayeschess shard run`.

use std::path::PathBuf;

use serde_json::json;

use super::command::work_of;
use crate::cli::interrupt;
use crate::cli::options::ThreadsArg;
use crate::cli::output::{JsonFlag, print, print_json, progress_bar};
use crate::cli::run_status::RunStatus;
use bayeschess::shard::{PartOutcome, ShardManifest, run_part};
use bayeschess::train::Execution;

/// Do one part of divided work
///
/// The part is written into the folder, which is created if it is missing, under the hash of its content. If it is
/// there already, nothing is done. A stopped or killed part leaves nothing behind and can be done again.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess shard run games.shards 0 --dir parts
  bayeschess shard run games.shards $SLURM_ARRAY_TASK_ID --dir parts --threads 1
  seq 0 39 | parallel bayeschess shard run games.shards {} --dir parts --threads 1

Only the version of this program that made the plan can do its parts. The exit code is also 0 if the part was done before.")]
pub(super) struct ShardRunArgs {
    /// The manifest that 'shard plan' wrote
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// Number of the part, from 0
    #[arg(value_name = "I")]
    part: usize,
    /// The folder of the parts
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &ShardRunArgs) -> anyhow::Result<RunStatus> {
    let manifest = ShardManifest::load(&args.manifest)?;
    manifest.check_program()?;
    let work = work_of(manifest.command())?;
    let stop = interrupt::stop_on_ctrl_c();
    let execution = Execution {
        threads: args.threads.count(),
        stop: &stop,
    };
    let bar = progress_bar(0, "{bar:30} {percent}%  {eta} left");
    let place = (args.part, args.dir.as_path());
    let outcome = run_part(&manifest, &*work, place, execution, &mut |done, of| {
        bar.set_length(of);
        bar.set_position(done);
    })?;
    bar.finish_and_clear();
    let (state, file) = match &outcome {
        PartOutcome::Written(file) => ("written", Some(file)),
        PartOutcome::AlreadyThere(file) => ("already there", Some(file)),
        PartOutcome::Stopped => ("stopped", None),
    };
    if args.json.json {
        print_json(&json!({ "part": args.part, "state": state, "file": file }))?;
    } else if let Some(file) = file {
        print(&format!(
            "part {}: {state}: {}\n",
            args.part,
            file.display()
        ))?;
    } else {
        print(&format!(
            "part {}: stopped; the same command begins it again\n",
            args.part
        ))?;
    }
    Ok(match outcome {
        PartOutcome::Stopped => RunStatus::Stopped,
        _ => RunStatus::Success,
    })
}
