//! `bayeschess fit`: fits evaluation weights to the positions of games.

mod cost;
mod deviations;
mod games;
mod options;
mod run;
mod text;

use std::path::PathBuf;

use anyhow::{bail, ensure};
use bayeschess::cancel::CancelFlag;
use bayeschess::collection::is_position_file;
use bayeschess::files::{check_distinct, check_not_input};
use bayeschess::learn::positions::{GameKind, PositionFiles};
use bayeschess::model::{HeuristicTable, card_path};
use bayeschess::shard::{PositionInputs, PositionShards, ShardedWork};
use bayeschess::store::GameFilter;

use self::games::FitGames;
use self::run::FitOutput;
use super::options::{DatabaseArg, ForceFlag, RunArg, TableOutArg};
use super::output::JsonFlag;
use super::run_status::RunStatus;

const EXAMPLES: &str = "\
The weights minimise the error of predicting each game's result from the evaluation of its positions \
(ordered logistic regression), close to the starting weights. The table holds one heuristic, whatever the \
objective.

Examples:
  bayeschess fit --db games.db --out p.csv                       games of 'selfplay'
  bayeschess fit my.pgn twic/ --out p.csv                        games in PGN
  bayeschess fit datagen.viriformat --out p.csv                  games with scores
  bayeschess fit quiet.epd --out p.csv                           positions with results
  bayeschess fit lichess_db_eval.jsonl.zst --games 1000000 --out p.csv
  bayeschess fit --from collected --db twic.db --out p.csv       games of 'db import'
  bayeschess fit --start p.csv --share 0.5 --hold material --out q.csv
  bayeschess fit --out p.csv --deviations d.csv                  how certain is each weight?
  bayeschess match p.csv modern:initial                          is it stronger?";

/// Fit evaluation weights to the positions of games, from a database, or files of games or positions
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct FitArgs {
    /// PGN files (also compressed), folders of them, '-' for standard input, or files in viriformat or
    /// with a position in each line, instead of a database
    ///
    /// They are read as 'db import' reads them: each game once, damaged games left out and reported. Only
    /// the table is stored. To select games, or to fit them more than once, use 'db import' first.
    ///
    /// A line is 'FEN | centipawns | 1.0' or 'FEN; [1.0]' (from White's point of view), EPD with c9 or
    /// ce, or an evaluation of lichess.org (.jsonl.zst). Thirty lines count as one game. Where every
    /// line has a score, it is learned from as --trust says; a line without a result is learned from
    /// by its score alone.
    #[arg(value_name = "PATH", conflicts_with_all = ["db", "run"])]
    pgn: Vec<PathBuf>,
    #[command(flatten)]
    db: DatabaseArg,
    #[command(flatten)]
    run: RunArg,
    #[command(flatten)]
    out: TableOutArg,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
    #[command(flatten)]
    options: options::FitOptions,
}

impl FitArgs {
    /// Returns the sampling of the positions as work to be divided.
    pub(super) fn shards(&self) -> anyhow::Result<Box<dyn ShardedWork>> {
        let options = &self.options;
        options::check(options)?;
        ensure!(
            options.sampled.is_none(),
            "--sampled: these positions are sampled already; run 'fit' without 'shard'"
        );
        let (inputs, games) = if self.pgn.is_empty() {
            let file = self.db.file()?;
            let opened = games::database(&file, &self.run.run, options)?;
            (PositionInputs::Database(file), (opened.filter, opened.kind))
        } else if self.pgn.iter().all(|path| is_position_file(path)) {
            let files = PositionFiles {
                files: self.pgn.clone(),
                trust: options.trust,
            };
            let all = (GameFilter::default(), GameKind::Collected);
            (PositionInputs::Lines(files), all)
        } else {
            bail!(
                "only a database and files of positions can be divided: read games by 'bayeschess db import' first"
            );
        };
        let teaching = options::teaching(options)?;
        Ok(Box::new(PositionShards {
            inputs,
            tables: options.tables().map(PathBuf::from).collect(),
            start: options::one(&options.start, "--start", "start")?,
            plan: options::plan(options, games, teaching, CancelFlag::new()),
        }))
    }
}

/// Runs the command.
pub fn run(args: &FitArgs) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    let out = args.out.file()?;
    HeuristicTable::check_output(&out, existing)?;
    let card = card_path(&out);
    let outputs: Vec<&PathBuf> = args
        .options
        .deviations
        .iter()
        .chain([&out, &card])
        .collect();
    check_distinct(&outputs)?;
    for output in outputs {
        check_not_input(output, args.options.tables())?;
        check_not_input(output, &args.pgn)?;
        check_not_input(output, args.db.given())?;
        check_not_input(output, &args.options.sampled)?;
    }
    let output = FitOutput {
        table: &out,
        existing,
        json: args.json.json,
    };
    if args.pgn.is_empty() {
        let (file, run) = (&args.db.file()?, args.run.run.as_str());
        run::fit(&args.options, FitGames::Database { file, run }, &output)
    } else {
        run::fit(&args.options, FitGames::Files(&args.pgn), &output)
    }
}
