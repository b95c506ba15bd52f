//! The progress of a training on standard error: a bar, and a line for each generation.

use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::cli::matches::show;
use crate::cli::output;
use crate::cli::progress_lines::say;
use bayeschess::arena::MatchScore;
use bayeschess::arena::elo::plus_minus;
use bayeschess::train::{TrainEvent, TrainingPoint, TrainingRecipe, TrainingStage};

/// The bar of a training whose time was estimated: the time to the end of this stage, and of all.
const WITH_WHOLE: &str =
    "{prefix}  {bar:20} {human_pos}/{human_len} games  {msg}  ETA {eta}, of the whole {whole}";

pub(in crate::cli) fn progress_bar() -> ProgressBar {
    output::progress_bar(
        0,
        "{prefix}  {bar:20} {human_pos}/{human_len} games  {msg}  ETA {eta}",
    )
}

pub(in crate::cli) fn tell(bar: &ProgressBar, recipe: &TrainingRecipe, event: TrainEvent<'_>) {
    let generations = recipe.schedule.generations;
    let of = |what: &str, number: u32| format!("{what} {} of {generations}", number + 1);
    match event {
        TrainEvent::Playing {
            stage,
            tally,
            wanted,
        } => {
            let what = match stage {
                TrainingStage::InitialFit => "games of the fit".to_owned(),
                TrainingStage::Generation(number) => of("generation", number),
                TrainingStage::Objectives => "objectives".to_owned(),
            };
            go_to(bar, what, tally.games, u64::from(wanted));
        }
        TrainEvent::Fitting { stage, games } => {
            let what = match stage {
                TrainingStage::Generation(number) => of("fit", number),
                TrainingStage::InitialFit | TrainingStage::Objectives => "fit".to_owned(),
            };
            go_to(bar, what, games, bar.length().unwrap_or(games));
            bar.set_message("learning from their positions");
        }
        TrainEvent::Validating {
            number,
            standing,
            wanted,
        } => match_on(bar, of("validation", number), standing, wanted),
        TrainEvent::Testing {
            number,
            standing,
            most,
        } => match_on(bar, of("test", number), standing, most),
        TrainEvent::Lost { stage, games } => say(
            bar,
            &format!(
                "{stage}: {games} games left out, for the program failed at them twice; please report it with \
                 the recipe"
            ),
        ),
        TrainEvent::Learned { point } => say(bar, &line(point)),
    }
}

fn match_on(bar: &ProgressBar, what: String, standing: &MatchScore, games: u32) {
    go_to(bar, what, standing.games(), u64::from(games));
    show(bar, standing);
}

/// Moves the bar within a stage. The remaining time depends on this stage alone.
fn go_to(bar: &ProgressBar, what: String, position: u64, length: u64) {
    let is_new = bar.prefix() != what;
    bar.set_length(length);
    bar.set_position(position);
    if is_new {
        bar.set_message("");
        bar.set_prefix(what);
        bar.tick();
        bar.reset_eta();
    }
}

/// Lets the bar show the time to the end of the whole training, by the estimate made before it.
pub(super) fn show_whole(bar: &ProgressBar, time: Duration) {
    let begun = Instant::now();
    let left = move |_: &ProgressState, out: &mut dyn std::fmt::Write| {
        let left = time.saturating_sub(begun.elapsed());
        // A bar that cannot be drawn is no reason to stop.
        let _ = if left.is_zero() {
            out.write_str("soon")
        } else {
            write!(out, "about {}", HumanDuration(left))
        };
    };
    if let Ok(style) = ProgressStyle::with_template(WITH_WHOLE) {
        bar.set_style(style.with_key("whole", left));
    }
}

/// One generation in one line.
pub(super) fn line(point: &TrainingPoint) -> String {
    let z2 = [point.z2_opening, point.z2_middlegame, point.z2_endgame]
        .map(|value| value.map_or_else(|| "-".to_owned(), |value| format!("{value:.2}")))
        .join(" ");
    let elo = point.elo.zip(point.elo_error_95).map_or_else(
        || "not validated".to_owned(),
        |(elo, error)| format!("{} Elo", plus_minus(elo, error)),
    );
    let test = point
        .test_in_words()
        .map_or_else(String::new, |words| format!(", {words}"));
    format!(
        "generation {:>3}: {:>9} games, z² {z2}, moved {:.1} cp, {elo}{test}",
        point.generation, point.games, point.moved_cp
    )
}
