//! Analysis of a game, move by move.

use std::path::Path;

use anyhow::{Context as _, bail};

use super::game_analysis::figures;
use super::options::AnalyseArgs;
use super::{plots, text};
use crate::cli::facts::find;
use crate::cli::interrupt;
use crate::cli::matches::players::LoadedPlayers;
use crate::cli::output::{print, print_json, progress_bar};
use crate::cli::run_status::RunStatus;
use bayeschess::arena::external::EngineTimeouts;
use bayeschess::arena::oracle::judge;
use bayeschess::arena::player_spec::PlayerSpecKind;
use bayeschess::files::{check_not_input, check_output, write_whole};

pub(super) fn run(args: &AnalyseArgs, file: &Path) -> anyhow::Result<RunStatus> {
    let existing = args.force.existing();
    let drawings = args.svg.as_deref().map(plots::files).unwrap_or_default();
    for output in args.out.iter().chain(&drawings) {
        check_output(output, existing)?;
        check_not_input(output, [file])?;
    }
    let number = args.game.unwrap_or(1);
    let game = find(file, number)?;
    if game.moves.is_empty() {
        bail!(
            "{}: game {number} has no moves; give another",
            file.display()
        );
    }
    if game.is_chess960() && matches!(args.by.kind, PlayerSpecKind::Engine(_)) {
        bail!(
            "{}: game {number} is one of Chess960, which other engines are not asked about yet; leave out --by, \
             or name a heuristic there",
            file.display()
        );
    }
    let thinking = args.by.thinking_or(args.thinking(200));
    let stop = interrupt::stop_on_ctrl_c();
    let line_up = LoadedPlayers::load(&[&args.by], thinking, EngineTimeouts::default(), &stop)?;
    let oracle = line_up.players.first().context("there is no oracle")?;
    let template = "{bar:30} {pos} of {len} positions, {eta} left";
    let bar = progress_bar(game.moves.len() as u64 + 1, template);
    let judged = judge(oracle, &game.start, &game.moves, &stop, &mut || bar.inc(1))?;
    bar.finish_and_clear();
    let mut figures = figures(&game, &judged);
    figures.by.clone_from(&oracle.name);
    figures.thinking = thinking.to_string();
    if let Some(out) = &args.out {
        let annotated = text::pgn(&game, &figures);
        write_whole(out, existing, |file| file.write_all(annotated.as_bytes()))?;
        figures.files.push(out.clone());
    }
    if args.svg.is_some() {
        for (drawing, svg) in drawings.into_iter().zip(plots::draw(&figures)?) {
            write_whole(&drawing, existing, |file| file.write_all(svg.as_bytes()))?;
            figures.files.push(drawing);
        }
    }
    if args.json.json {
        print_json(&figures)?;
    } else {
        print(&text::text(&figures))?;
    }
    Ok(RunStatus::Success)
}
