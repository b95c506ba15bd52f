//! `bayeschess style train --recogniser classic`: the table of four attributes of 2005.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use crate::cli::output::{print, print_json};
use crate::cli::run_status::RunStatus;
use crate::cli::text_table::TextTable;
use bayeschess::bayes::Smoothing;
use bayeschess::files::{Existing, check_not_input};
use bayeschess::foreign::shell_path;
use bayeschess::learn::style::{LabelBasis, PlayerFileReport, PlayerLabels, count_player};
use bayeschess::model::{StyleSource, StyleTable};
use bayeschess::style::classic::ClassicCounts;

#[derive(Serialize)]
struct ClassicTrainJson {
    games: u64,
    cases: u64,
    rejected: u64,
    checksum: String,
    files: Vec<ClassicTrainFileJson>,
}

#[derive(Serialize)]
struct ClassicTrainFileJson {
    file: String,
    style: &'static str,
    read: u64,
    kept: u64,
    rejected: u64,
    passed_over: u64,
    white: u64,
    black: u64,
    cases: u64,
}

impl ClassicTrainFileJson {
    fn new(report: &PlayerFileReport) -> Self {
        Self {
            file: report.label.file.clone(),
            style: report.label.style.name(),
            read: report.tally.read(),
            kept: report.tally.kept,
            rejected: report.tally.rejected(),
            passed_over: report.passed_over,
            white: report.white,
            black: report.black,
            cases: report.cases,
        }
    }
}

/// A training of the classic recogniser.
pub(super) struct ClassicTrainJob<'a> {
    pub(super) labels: &'a Path,
    /// The folder of the labelled files.
    pub(super) folder: &'a Path,
    pub(super) basis: LabelBasis,
    pub(super) out: &'a Path,
    pub(super) existing: Existing,
    pub(super) json: bool,
}

pub(super) fn run(order: &ClassicTrainJob<'_>) -> anyhow::Result<RunStatus> {
    StyleTable::check_output(order.out, order.existing)?;
    let labels = PlayerLabels::read(order.labels, order.basis)?;
    let files = labels.players.iter();
    let files = files.map(|label| order.folder.join(&label.file));
    check_not_input(order.out, files.chain([order.labels.to_owned()]))?;
    let mut counts = ClassicCounts::new();
    let mut reports = Vec::new();
    for label in &labels.players {
        reports.push(count_player(order.folder, label, &mut counts)?);
    }
    let sources = reports
        .iter()
        .map(|report| StyleSource {
            file: report.label.file.clone(),
            style: report.label.style,
            games: report.games(),
            cases: report.cases,
            halved: 0,
        })
        .collect();
    let table = StyleTable::new(counts, Smoothing::LAPLACE, sources, labels.checksum);
    table.save(order.out, order.existing)?;
    let figures = ClassicTrainJson {
        games: table.card().games,
        cases: table.card().cases,
        rejected: reports.iter().map(|report| report.tally.rejected()).sum(),
        checksum: table.checksum().to_owned(),
        files: reports.iter().map(ClassicTrainFileJson::new).collect(),
    };
    if order.json {
        print_json(&figures)?;
    } else {
        print(&text(&figures, order.out)?)?;
    }
    Ok(RunStatus::Success)
}

fn text(figures: &ClassicTrainJson, out: &Path) -> Result<String, std::fmt::Error> {
    let mut table = TextTable::new(
        &["file", "style"],
        &["read", "kept", "rejected", "white", "black", "cases"],
    );
    for file in &figures.files {
        table.row(&[
            &file.file,
            &file.style,
            &file.read,
            &file.kept,
            &file.rejected,
            &file.white,
            &file.black,
            &file.cases,
        ]);
    }
    let mut text = table.to_string();
    writeln!(
        text,
        "{} cases of {} games written to {}; see them with 'bayeschess model show {}'",
        figures.cases,
        figures.games,
        out.display(),
        shell_path(out)
    )?;
    Ok(text)
}
