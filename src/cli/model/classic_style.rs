//! `bayeschess model show` for a classic style table: its probabilities next to the printed ones.

use std::fmt::Write as _;

use serde::Serialize;

use super::published_tables;
use crate::cli::output::{JsonFlag, print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
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
    let mut rows = figures.rows.chunks(Style::ALL.len()).peekable();
    while let Some(first) = rows.peek().and_then(|row| row.first()) {
        let mut titles = vec![format!("fig. {}", first.figure)];
        titles.extend(Style::ALL.map(|style| style.to_string()));
        let titles: Vec<&str> = titles.iter().map(String::as_str).collect();
        let mut table = TextTable::new(&titles, &[]);
        while let Some(row) = rows.next_if(|row| row[0].attribute == first.attribute) {
            let mut cells = vec![row[0].value.to_string()];
            cells.extend(row.iter().map(|cell| {
                format!(
                    "{:>6.2} ({:>5.2}, {:>+6.2})",
                    cell.percent, cell.printed_percent, cell.difference_points
                )
            }));
            table.texts(cells);
        }
        write!(text, "\n{table}")?;
    }
    Ok(text)
}
