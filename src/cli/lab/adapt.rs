//! `bayeschess lab adapt`.

mod page;
mod text;

use std::path::{Path, PathBuf};

use crate::cli::interrupt;
use crate::cli::matches::conditions::even_games;
use crate::cli::options::{ForceFlag, SeedArg, ThreadsArg};
use crate::cli::output::{JsonFlag, print, print_json, progress_bar};
use crate::cli::run_status::RunStatus;
use bayeschess::files::{self, Existing};
use bayeschess::shard::{AdaptShards, ShardedWork};
use bayeschess::train::Execution;
use bayeschess::train::lab::adapt::{
    AdaptationTrial, ArmSelection, OpponentPool, TrialLog, TrialPlayers, read_opponents,
};

const EXAMPLES: &str = "\
Examples:
  bayeschess lab adapt --games 12000 --journal mixed.journal --html mixed.html
      opponents from 300 Elo below to 300 above; after Ctrl-C the same goes on
  bayeschess lab adapt --pool equal --games 2000 --arms all --html equal.html
      opponents of equal strength, with every arm
  bayeschess lab adapt --games 800 --nodes 200 --json
      a quick look
  bayeschess lab adapt --opponents engines.toml --games 2000 --journal engines.journal
      engines outside this program, a pair for each kind, in a file such as:
          [[opponents]]
          name = 'aggressive'
          choosing = 'uci:glaurung;Aggressiveness=200;Threads=1;nodes=3000'
          testing = 'uci:toga2;King Safety=200;depth=5'

Opponents are players of this program with changed weights. On the first fold of openings and opponents every fixed \
policy plays games/8 games (at least eight against each opponent); this gives the headroom, which is the most that a \
choice of policy by opponent can gain, and the best fixed policy. On the second fold, with other openings and other \
players of the same styles, each arm plays the given number of games on the same openings with both colours. The \
placebo plays the answers that the engine gave to another opponent of the same strength: what it gains too does not \
come from knowing the opponent. A game ends early only where both players saw one side six pawns ahead for three \
moves each.";

/// Measure what adapting to the opponent gains, against the best fixed policy and against a placebo
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LabAdaptArgs {
    /// The opponents: mixed (all styles, from 300 Elo below ours to 300 above) or equal (all styles, equally
    /// strong)
    #[arg(long, value_name = "POOL", value_enum, default_value = "mixed")]
    pool: StyledPool,
    /// Play engines outside this program instead: a TOML file with the opponents
    #[arg(long, value_name = "FILE.toml", conflicts_with = "pool")]
    opponents: Option<PathBuf>,
    /// Number of games of each arm (way to answer) on the second fold (half of the trial), an even number
    #[arg(long, value_name = "N", default_value = "12000", value_parser = even_games)]
    games: u32,
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// The arms: main (best fixed policy, adaptive, placebo, neutral) or all
    #[arg(long, value_name = "ARMS", value_enum, default_value = "main")]
    arms: ArmSelection,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    #[command(flatten)]
    outputs: AdaptOutputArgs,
}

/// The opponents that this program plays itself.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum StyledPool {
    /// All styles at strengths from 300 Elo below ours to 300 above.
    Mixed,
    /// All styles, as strong as our engine.
    Equal,
}

/// The output files.
#[derive(Debug, clap::Args)]
struct AdaptOutputArgs {
    /// Store finished games in this file, so that the same command continues an interrupted run
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Draw the gains of the arms into this SVG file
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write the report as a page for a browser or a printer
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    output: JsonFlag,
}

impl LabAdaptArgs {
    fn trial(&self) -> anyhow::Result<AdaptationTrial> {
        let pool = match (&self.opponents, self.pool) {
            (Some(file), _) => OpponentPool::Engines(read_opponents(file)?),
            (None, StyledPool::Mixed) => OpponentPool::Mixed,
            (None, StyledPool::Equal) => OpponentPool::Equal,
        };
        Ok(AdaptationTrial {
            pool,
            games: self.games,
            seed: self.seed.seed,
            nodes: self.nodes,
            arms: self.arms,
        })
    }

    /// Returns the games that are missing, as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        let journal = self.outputs.journal.as_deref();
        Ok(Box::new(AdaptShards::new(
            self.trial()?,
            journal,
            self.opponents.as_deref(),
        )?))
    }
}

/// Plays the games that the journal lacks, and reports all.
pub(super) fn run(args: &LabAdaptArgs) -> anyhow::Result<RunStatus> {
    let outputs = &args.outputs;
    outputs.check_paths(args.opponents.as_deref())?;
    let trial = args.trial()?;
    let stop = interrupt::stop_on_ctrl_c();
    let players = TrialPlayers::load(&trial.pool)?;
    let mut log = TrialLog::open(outputs.journal.as_deref(), &trial, &players)?;
    let existing = outputs.check(log.record().games() > 0)?;
    let template = "{bar:24} {human_pos}/{human_len} games  {msg}  ETA {eta}";
    let bar = progress_bar(trial.planned_games(&players), template);
    bar.set_position(log.record().games());
    bar.reset_eta();
    let execution = Execution {
        threads: args.threads.count(),
        stop: &stop,
    };
    trial.run(&players, &mut log, execution, &mut |stage, record| {
        bar.set_position(record.games());
        bar.set_message(stage.name());
    })?;
    bar.finish_and_clear();
    let figures = trial.figures(&players, log.record());
    if let Some(svg) = outputs.svg.as_deref().filter(|_| !figures.arms.is_empty()) {
        let drawn = figures.chart().to_svg()?;
        files::write_whole(svg, existing, |out| out.write_all(drawn.as_bytes()))?;
    }
    if let Some(html) = &outputs.html {
        let page = page::page(&figures)?;
        files::write_whole(html, existing, |out| out.write_all(page.as_bytes()))?;
    }
    if outputs.output.json {
        print_json(&figures)?;
    } else {
        print(&text::text(&figures, outputs.journal.as_deref()))?;
    }
    Ok(RunStatus::Success)
}

impl AdaptOutputArgs {
    /// Checks that every file is named for one purpose; `opponents` is a file that is read.
    fn check_paths(&self, opponents: Option<&Path>) -> anyhow::Result<()> {
        let files: Vec<&PathBuf> = [&self.journal, &self.svg, &self.html]
            .into_iter()
            .flatten()
            .collect();
        files::check_distinct(&files)?;
        for file in files {
            files::check_not_input(file, opponents)?;
        }
        Ok(())
    }

    /// Checks before the games begin that the files can be written. Files of a continued journal may be
    /// replaced.
    fn check(&self, continues: bool) -> anyhow::Result<Existing> {
        let existing = if continues {
            Existing::Replace
        } else {
            self.force.existing()
        };
        for file in [&self.svg, &self.html].into_iter().flatten() {
            files::check_output(file, existing)?;
        }
        Ok(existing)
    }
}
