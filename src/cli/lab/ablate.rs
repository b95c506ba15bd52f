//! `bayeschess lab ablate`.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use super::options::LabCommonArgs;
use crate::cli::interrupt;
use crate::cli::matches::conditions::even_games;
use crate::cli::matches::show;
use crate::cli::options::{SeedArg, ThreadsArg};
use crate::cli::output::{print, print_json, progress_bar};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::arena::elo::plus_minus;
use bayeschess::play::Adjudication;
use bayeschess::play::GameRules;
use bayeschess::play::score_adjudication::{DrawRule, ResignRule, ScoreRules};
use bayeschess::play::time_control::{ThinkingLimits, TimeControl};
use bayeschess::train::Completion;
use bayeschess::train::lab::{Ablation, AblationRow, Feature, MeasurementLog};
use bayeschess::units::Ply;

const EXAMPLES: &str = "\
Examples:
  bayeschess lab ablate --out ablation.csv --svg ablation.svg
      every technique of search and every term of the evaluation
  bayeschess lab ablate null-move killers --games 2000 --nodes 20000
      two techniques, more precisely
  bayeschess lab ablate killers+counter-moves+capture-history --games 1600 --nodes 10000
      three techniques at once: what each is worth alone would take many more games
  bayeschess lab ablate evaluation --tc 0.2+0.002 --out terms.csv
      the terms alone, by the clock; such matches cannot be repeated

A feature is 'search' or 'evaluation' (all of either, one by one), a technique
such as null-move, a term such as mobility, or several of these with + between
them, left out at once. Elo is that of the engine with the feature against the
engine without it; all else is equal. Pairs of games share their opening, and
all features the same openings. A feature that only saves time, such as
pawn-table, gains nothing at fixed nodes: measure it with --tc. After Ctrl-C, or
a crash, the same command continues with the first feature missing in the CSV.";

/// Play the engine with and without each feature and report what each is worth in Elo
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct LabAblateArgs {
    /// Features to leave out, one match each [default: search evaluation]
    #[arg(value_name = "FEATURE")]
    features: Vec<String>,
    /// Number of games per feature, an even number
    #[arg(long, value_name = "N", default_value = "400", value_parser = even_games)]
    games: u32,
    #[command(flatten)]
    thinking: AblateThinkingArgs,
    #[command(flatten)]
    seed: SeedArg,
    #[command(flatten)]
    threads: ThreadsArg,
    /// A side loses if both players' scores put it CP centipawns behind for MOVES moves in a row
    #[arg(long, value_name = "MOVES,CP")]
    resign: Option<ResignRule>,
    /// From move FROM on, a game is drawn if both players' scores are within CP centipawns of 0 for
    /// MOVES moves in a row
    #[arg(long, value_name = "FROM,MOVES,CP")]
    draw: Option<DrawRule>,
    #[command(flatten)]
    common: LabCommonArgs,
}

/// Search limits for each move.
#[derive(Debug, clap::Args)]
#[group(multiple = false)]
struct AblateThinkingArgs {
    /// Maximum number of nodes per search; such a run can be repeated exactly
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Time control in seconds, such as 5+0.05, 10 or 40/60+0.6
    #[arg(long, value_name = "TC")]
    tc: Option<TimeControl>,
}

/// The JSON output.
#[derive(Debug, Serialize)]
struct AblationJson<'a> {
    recipe: String,
    heuristic: String,
    thinking: ThinkingLimits,
    games: u32,
    seed: u64,
    complete: bool,
    rows: &'a [AblationRow],
}

/// Plays the matches that are missing in the CSV, and reports all.
pub(super) fn run(args: &LabAblateArgs) -> anyhow::Result<RunStatus> {
    let common = &args.common;
    let ablation = ablation(args)?;
    let stop = interrupt::stop_on_ctrl_c();
    let recipe = ablation.recipe();
    let mut notebook = MeasurementLog::open(common.out.as_deref(), &recipe, common.existing())?;
    let existing = common.drawing(notebook.rows().len())?;
    let bar = progress_bar(
        u64::from(args.games),
        "{prefix:22} {bar:20} {human_pos}/{human_len} games  {msg}  ETA {eta}",
    );
    let threads = args.threads.count();
    let progress = ablation.measure(&mut notebook, threads, &stop, &mut |feature, standing| {
        bar.set_prefix(feature.to_string());
        show(&bar, standing);
    })?;
    bar.finish_and_clear();
    let rows = notebook.rows();
    common.draw(&ablation.chart(rows), existing)?;
    if common.output.json {
        print_json(&AblationJson {
            recipe,
            heuristic: common.heuristic.to_string(),
            thinking: ablation.thinking,
            games: args.games,
            seed: args.seed.seed,
            complete: progress == Completion::Complete,
            rows,
        })?;
    } else {
        let mut text = table(rows);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "\n{}, {}, {} games each, seed {}",
            common.heuristic, ablation.thinking, args.games, args.seed.seed
        );
        text.push_str(&common.end(progress, rows.len()));
        print(&text)?;
    }
    Ok(RunStatus::Success)
}

fn ablation(args: &LabAblateArgs) -> anyhow::Result<Ablation> {
    let heuristic = args.common.heuristic()?;
    let features = Feature::named(&args.features, &heuristic)?;
    let AblateThinkingArgs { nodes, tc } = args.thinking;
    Ok(Ablation {
        heuristic,
        features,
        thinking: ThinkingLimits {
            clock: tc,
            nodes: tc.is_none().then_some(nodes),
            ..ThinkingLimits::default()
        },
        games: args.games,
        seed: args.seed.seed,
        rules: GameRules {
            margin: Duration::ZERO,
            adjudication: Adjudication::Off,
            by_score: ScoreRules {
                resign: args.resign,
                draw: args.draw,
            },
            max_plies: Ply(400),
        },
    })
}

fn table(rows: &[AblationRow]) -> String {
    let mut table = TextTable::new(
        &["feature"],
        &[
            "games",
            "W",
            "D",
            "L",
            "Elo (95 %)",
            "LOS",
            "depth",
            "without",
        ],
    );
    for row in rows {
        let depth = |depth: Option<f64>| {
            depth.map_or_else(|| "-".to_owned(), |depth| format!("{depth:.1}"))
        };
        table.row(&[
            &row.feature,
            &row.games,
            &row.wins,
            &row.draws,
            &row.losses,
            &plus_minus(row.elo, row.elo_error_95),
            &format!("{:.1} %", 100.0 * row.los),
            &depth(row.depth_with),
            &depth(row.depth_without),
        ]);
    }
    table.to_string()
}
