//! `bayeschess model show`, for heuristics.

use std::fmt::Write as _;
use std::path::PathBuf;

use anyhow::bail;
use serde::Serialize;
use shakmaty::{File, Rank, Square};

use super::fixed::weights;
use super::name::ModelName;
use super::{cells, classic_style, strength_show, style_show};
use crate::cli::options::ForceFlag;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::files::check_not_input;
use bayeschess::heuristic::parameter_groups::{ParameterGroups, SideTying};
use bayeschess::heuristic::{Heuristic, TablePlace};
use bayeschess::model::{
    AnyStyleModel, HeuristicSource, HeuristicSpec, HeuristicTable, Objective, Pick, card_path,
};
use bayeschess::phase::{ByPhase, Phase};

/// Show a heuristic or style model, and the games that it was learned from
///
/// A heuristic: its weights in centipawns for each game phase, and the games that it was learned from. A style
/// model: its players. A classic style table (2005): every probability next to the one printed in the thesis. A
/// strength model: its rating scales.
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Examples:
  bayeschess model show learned
  bayeschess model show t.csv:max-draw --boards knight
  bayeschess model show t.csv --cells cells.csv
  bayeschess model show style:classic
  bayeschess model show style:strength")]
pub(super) struct ModelShowArgs {
    /// The model, such as t.csv:max-win, modern:initial, style.toml, style:shipped, style:classic or
    /// style:strength
    model: ModelName,
    /// Show the square values of one piece (or `endgame_king`) by phase, from White's point of view
    #[arg(long, value_name = "PIECE")]
    boards: Option<String>,
    /// Show only the parameters whose names contain this text
    #[arg(long, value_name = "TEXT")]
    parameter: Option<String>,
    /// Write all probabilities P(level | phase, result) of a learned table to this CSV file, with counts and
    /// 95 % credible intervals
    #[arg(long, value_name = "FILE.csv")]
    cells: Option<PathBuf>,
    #[command(flatten)]
    force: ForceFlag,
    #[command(flatten)]
    json: JsonFlag,
}

#[derive(Serialize)]
struct ModelShowJson<'a> {
    model: String,
    schema: &'a str,
    fingerprint: String,
    games: Option<u64>,
    cases: Option<u64>,
    runs: Option<usize>,
    parameters: Vec<WeightJson<'a>>,
}

#[derive(Serialize)]
struct WeightJson<'a> {
    parameter: &'a str,
    weights: ByPhase<i32>,
    #[serde(skip)]
    is_square: bool,
}

pub(super) fn run(args: &ModelShowArgs) -> anyhow::Result<RunStatus> {
    match &args.model {
        ModelName::Heuristic(name) => show_heuristic(args, &ModelName::heuristic(name)?),
        ModelName::Style(name) => {
            if args.boards.is_some() || args.parameter.is_some() || args.cells.is_some() {
                bail!(
                    "'{name}' is a style model; --boards, --parameter and --cells are for heuristics"
                );
            }
            if let Some(model) = strength_show::load(name)? {
                return strength_show::show(&model, args.json);
            }
            match AnyStyleModel::load(name)? {
                AnyStyleModel::Classic(table) => classic_style::show(&table, args.json),
                AnyStyleModel::Habits(model) => style_show::show(&model, args.json),
            }
        }
    }
}

fn show_heuristic(args: &ModelShowArgs, spec: &HeuristicSpec) -> anyhow::Result<RunStatus> {
    let heuristic = weights(spec)?;
    let table = match spec.load()? {
        HeuristicSource::Table { table, .. } => Some(*table),
        _ => None,
    };
    let wanted = args.parameter.as_deref();
    let parameters = chosen(&heuristic, wanted);
    if parameters.is_empty() {
        bail!(
            "no parameter of the schema '{}' has '{}' in its name",
            heuristic.schema().name(),
            wanted.unwrap_or_default()
        );
    }
    if let Some(file) = &args.cells {
        let Some(table) = &table else {
            bail!("{spec} was set by hand and has no probabilities; name a learned table");
        };
        if table.card().cases == 0 {
            bail!("{spec} holds no counts, so it has no probabilities; {WHERE_COUNTS_ARE}");
        }
        check_not_input(file, spec.file())?;
        check_not_input(file, spec.file().map(card_path))?;
        cells::write(table, wanted, file, args.force.existing())?;
    }
    if args.json.json {
        let card = table.as_ref().map(HeuristicTable::card);
        print_json(&ModelShowJson {
            model: spec.to_string(),
            schema: heuristic.schema().name(),
            fingerprint: heuristic.fingerprint(),
            games: card.map(|card| card.games),
            cases: card.map(|card| card.cases),
            runs: card.map(|card| card.origins.len()),
            parameters,
        })?;
        return Ok(RunStatus::Success);
    }
    let mut text = origin(spec, &heuristic, table.as_ref());
    if wanted.is_some() || args.boards.is_none() {
        text.push_str(&rows(&parameters, wanted.is_none()));
    }
    if let Some(piece) = &args.boards {
        text.push_str(&boards(&heuristic, piece)?);
    }
    print(&text)?;
    Ok(RunStatus::Success)
}

/// Where the counts are from which a table without counts was made.
const WHERE_COUNTS_ARE: &str = "a training keeps them in the tables of its generations (generation-*.csv in its folder), \
                                each around its own weights";

fn chosen<'a>(heuristic: &'a Heuristic, wanted: Option<&str>) -> Vec<WeightJson<'a>> {
    let parameters = heuristic.schema().parameters().iter().enumerate();
    parameters
        .filter(|(_, parameter)| wanted.is_none_or(|text| parameter.name.contains(text)))
        .map(|(place, parameter)| WeightJson {
            parameter: &parameter.name,
            weights: ByPhase::new_with(|phase| heuristic.weights()[phase][place]),
            is_square: matches!(parameter.place, TablePlace::Square(_)),
        })
        .collect()
}

/// What the heuristic is and where it comes from.
fn origin(spec: &HeuristicSpec, heuristic: &Heuristic, table: Option<&HeuristicTable>) -> String {
    let mut text = format!(
        "{spec}: weights {} of the family '{}'\n",
        heuristic.fingerprint(),
        heuristic.schema().name()
    );
    let Some(table) = table else {
        text.push_str("set by hand\n\n");
        return text;
    };
    let card = table.card();
    let picked = match card.pick {
        Pick::Level => "each parameter takes the level that serves the objective best".to_owned(),
        Pick::Mean => {
            "the mean of the levels among games that ended as the objective says".to_owned()
        }
        Pick::Lean { reach } if reach > 0.0 => {
            format!("the middle of its levels, leaning {reach} levels a standard error")
        }
        Pick::Lean { .. } => "the middle of its levels, whatever the objective".to_owned(),
    };
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "learned from {} games in {} runs, {} cases counted; checksum {}\npicked: {picked}\n",
        card.games,
        card.origins.len(),
        card.cases,
        card.checksum
    );
    if card.cases == 0 {
        let _ = writeln!(text, "it holds no counts: {WHERE_COUNTS_ARE}");
    }
    if let Some(training) = &card.training {
        let taught = training.teacher.as_ref();
        let taught = taught.map_or_else(String::new, |teacher| {
            format!(", taught by weights {teacher}")
        });
        let _ = writeln!(
            text,
            "trained by the recipe in its card, from weights {}{taught}",
            training.start
        );
    }
    let distinct = Objective::ALL.map(|objective| table.heuristic(objective).fingerprint());
    for (objective, fingerprint) in Objective::ALL.iter().zip(&distinct) {
        let _ = writeln!(text, "  {objective:10} weights {fingerprint}");
    }
    text.push('\n');
    text
}

/// The parameters as text; `without_squares` leaves out the square values.
fn rows(parameters: &[WeightJson<'_>], without_squares: bool) -> String {
    let mut table = TextTable::new(&["centipawns"], &["opening", "middlegame", "endgame"]);
    let mut hidden = 0;
    for row in parameters {
        if without_squares && row.is_square {
            hidden += 1;
            continue;
        }
        let ByPhase {
            opening,
            middlegame,
            endgame,
        } = row.weights;
        table.row(&[&row.parameter, &opening, &middlegame, &endgame]);
    }
    let mut text = table.to_string();
    if hidden > 0 {
        let _ = writeln!(
            text,
            "and {hidden} squares: add --boards knight, or --parameter TEXT"
        );
    }
    text
}

/// The square values of a piece, the phases side by side.
fn boards(heuristic: &Heuristic, piece: &str) -> anyhow::Result<String> {
    let schema = heuristic.schema();
    let groups = ParameterGroups::of(schema, SideTying::Tied);
    let place = |square: Square| {
        schema.parameters().iter().position(|parameter| {
            parameter.table == piece
                && parameter.place == TablePlace::Square(square)
                && !parameter.side.is_second()
        })
    };
    if Square::ALL
        .into_iter()
        .all(|square| place(square).is_none())
    {
        let tables = groups
            .tables()
            .iter()
            .filter(|table| table.is_board)
            .count();
        bail!(
            "no piece '{piece}' among the {tables} tables of squares: try pawn, knight, bishop, rook, queen or king"
        );
    }
    let value = |phase: Phase, square: Square| {
        let value = place(square).map(|place| heuristic.weights()[phase][place]);
        value.map_or_else(String::new, |value| value.to_string())
    };
    let mut text = format!("{piece}\n");
    text.push_str(&side_by_side(|phase| format!("  {phase:<40}")));
    for rank in Rank::ALL.into_iter().rev() {
        text.push_str(&side_by_side(|phase| {
            let squares = File::ALL.map(|file| value(phase, Square::from_coords(file, rank)));
            format!("{rank} {}", in_columns(&squares))
        }));
    }
    let files = File::ALL.map(|file| file.char().to_string());
    text.push_str(&side_by_side(|_| format!("  {}", in_columns(&files))));
    Ok(text)
}

/// One row of each phase's board.
fn side_by_side(row: impl FnMut(Phase) -> String) -> String {
    let line = Phase::ALL.map(row).join("    ");
    format!("{}\n", line.trim_end())
}

fn in_columns(cells: &[String]) -> String {
    cells
        .iter()
        .fold(String::new(), |row, cell| row + &format!("{cell:>5}"))
}
