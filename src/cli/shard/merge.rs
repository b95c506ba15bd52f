//! `bayeschess shard merge`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use serde_json::json;

use super::command::work_of;
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json, progress};
use crate::cli::run_status::RunStatus;
use bayeschess::files::check_not_input;
use bayeschess::foreign::shell_path;
use bayeschess::shard::{MergeOutcome, ShardManifest, merge_parts};

/// Sum the parts of divided work into its result
///
/// The result is what one process would have written: a database, a style or strength model, a table of habits, a
/// journal, or the positions of a fit. If parts are missing or damaged, they are listed, nothing is written, and the
/// exit code is 1.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess shard merge games.shards --dir parts --out games.db
  bayeschess shard merge first.shards --dir parts --out my/generation-001.db
      the next 'train' counts these games and continues
  bayeschess shard merge fold.shards --dir parts --out mixed.journal --json
  bayeschess shard merge tune.shards --dir parts --out my/trial.journal

Other files in the folder are not touched, nor are the parts.")]
pub(super) struct ShardMergeArgs {
    /// The manifest that 'shard plan' wrote
    #[arg(value_name = "MANIFEST")]
    manifest: PathBuf,
    /// The folder of the parts
    #[arg(long, value_name = "DIR")]
    dir: PathBuf,
    /// The result to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

pub(super) fn run(args: &ShardMergeArgs) -> anyhow::Result<RunStatus> {
    let manifest = ShardManifest::load(&args.manifest)?;
    check_not_input(&args.out, [&args.manifest])?;
    manifest.check_program()?;
    let work = work_of(manifest.command())?;
    let bar = progress("parts");
    bar.set_length(manifest.parts() as u64);
    let to = (args.out.as_path(), args.force.existing());
    let outcome = merge_parts(&manifest, &*work, &args.dir, to, &mut |done| {
        bar.set_position(done as u64);
    })?;
    bar.finish_and_clear();
    let (missing, damaged) = match outcome {
        MergeOutcome::Written => (Vec::new(), Vec::new()),
        MergeOutcome::Incomplete { missing, damaged } => (missing, damaged),
    };
    if args.json.json {
        print_json(&json!({
            "parts": manifest.parts(),
            "missing": missing,
            "damaged": damaged,
            "out": missing.is_empty().then_some(&args.out),
        }))?;
    } else if missing.is_empty() {
        let parts = manifest.parts();
        print(&format!(
            "{parts} parts merged into {}\nnext: {}\n",
            args.out.display(),
            work.next_command(&args.out)
        ))?;
    } else {
        print(&incomplete(args, manifest.parts(), &missing, &damaged)?)?;
    }
    Ok(if missing.is_empty() {
        RunStatus::Success
    } else {
        RunStatus::Findings
    })
}

/// Reports the missing parts, and the next command.
fn incomplete(
    args: &ShardMergeArgs,
    parts: usize,
    missing: &[usize],
    damaged: &[PathBuf],
) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let numbers: Vec<String> = missing.iter().map(ToString::to_string).collect();
    writeln!(
        text,
        "{}: {} of {parts} parts are missing: {}",
        args.dir.display(),
        missing.len(),
        numbers.join(" ")
    )?;
    for file in damaged.iter().map(PathBuf::as_path).map(Path::display) {
        writeln!(text, "{file}: damaged; 'shard run' replaces it")?;
    }
    writeln!(
        text,
        "nothing was written; next: bayeschess shard run {} {} --dir {}",
        shell_path(&args.manifest),
        numbers.first().map_or("", String::as_str),
        shell_path(&args.dir)
    )?;
    Ok(text)
}
