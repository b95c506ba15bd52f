//! `bayeschess model show` for a classic style table: its probabilities next to the printed ones.

use std::fmt::Write as _;

use serde::Serialize;

use super::published_tables;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use bayeschess::model::StyleTable;
use bayeschess::style::Style;
use bayeschess::style::classic::ClassicAttribute;

#[derive(Serialize)]
struct ClassicStyleJson {
    model: String,
    games: u64,
    cases: u64,
    rows: Vec<StyleTableRow>,
}

#[derive(Serialize)]
struct StyleTableRow {
    figure: &'static str,
    attribute: &'static str,
    value: &'static str,
    style: &'static str,
    percent: f64,
    printed_percent: f64,
    difference_points: f64,
}

/// Shows every probability next to the one printed in the thesis, in percent.
///
/// # Errors
///
/// When standard output fails.
pub(super) fn show(table: &StyleTable, json: JsonFlag) -> anyhow::Result<RunStatus> {
    let figures = ClassicStyleJson {
        model: table.checksum().to_owned(),
        games: table.card().games,
        cases: table.card().cases,
        rows: rows(table),
    };
    if json.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures)?)?;
    }
    Ok(RunStatus::Success)
}

fn rows(table: &StyleTable) -> Vec<StyleTableRow> {
    let mut rows = Vec::new();
    for attribute in ClassicAttribute::ALL {
        let (figure, all_printed) = published_tables::figure(attribute);
        let own = Style::ALL.map(|style| table.probabilities(style, attribute));
        for (place, value) in attribute.values().iter().enumerate() {
            for style in Style::ALL {
                let percent = 100.0 * own[style.index()][place];
                let printed_percent = all_printed[place][style.index()];
                rows.push(StyleTableRow {
                    figure,
                    attribute: attribute.name(),
                    value,
                    style: style.name(),
                    percent,
                    printed_percent,
                    difference_points: percent - printed_percent,
                });
            }
        }
    }
    rows
}

fn text(figures: &ClassicStyleJson) -> Result<String, std::fmt::Error> {
    let mut text = format!(
        "{} cases of {} games, model {}; percent, (printed in the thesis, difference)\n",
        figures.cases, figures.games, figures.model
    );
    let mut attribute = "";
    for row in figures.rows.chunks(Style::ALL.len()) {
        let Some(first) = row.first() else { continue };
        if first.attribute != attribute {
            attribute = first.attribute;
            write!(text, "\n{:<12}", format!("fig. {}", first.figure))?;
            for cell in row {
                write!(text, "  {:<22}", cell.style)?;
            }
            text.push('\n');
        }
        write!(text, "{:<12}", first.value)?;
        for cell in row {
            write!(
                text,
                "  {:>6.2} ({:>5.2}, {:>+6.2})",
                cell.percent, cell.printed_percent, cell.difference_points
            )?;
        }
        text.push('\n');
    }
    Ok(text)
}
