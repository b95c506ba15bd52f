//! The result of a tuning as text, JSON, picture and option lists.

use std::fmt::Write as _;
use std::path::Path;

use serde::Serialize;

use super::path_chart::path_chart;
use crate::cli::output::counted;
use crate::cli::text_table::TextTable;
use bayeschess::arena::TournamentStandings;
use bayeschess::arena::elo::plus_minus;
use bayeschess::foreign::{printable, shell_word};
use bayeschess::plot::{Axis, PlotError, ReferenceLine, RowChart, RowSeries, RowValue};
use bayeschess::train::tune::{
    OptionKind, OptionResult, SpsaSettings, TuneMethod, TuneResult, TuningPlan, ValidationFigure,
    ValuePoint, last_perturbation,
};

/// The report of a tuning.
#[derive(Debug, Serialize)]
pub(super) struct TuneReport {
    engine: String,
    complete: bool,
    seed: u64,
    thinking: String,
    /// Games lost by a fault of the engine.
    faults: u64,
    /// The last of them, with what happened.
    last_fault: Option<String>,
    #[serde(flatten)]
    result: TuneResult,
    /// True if some value is expected to gain and the validation was not lost.
    recommended: bool,
    /// The engine with its best values, as `match` and `tournament` take it.
    #[serde(skip)]
    player: String,
    /// Rate of SPSA's last step.
    #[serde(skip)]
    rate: f64,
}

/// Games that the engine lost by a fault.
#[derive(Debug, Default)]
pub(super) struct TuneFaults {
    games: u64,
    last: Option<String>,
}

impl TuneFaults {
    /// Adds those of a part of the tuning.
    pub(super) fn add(&mut self, standings: &TournamentStandings) {
        self.games += standings.faults();
        if standings.last_fault.is_some() {
            self.last.clone_from(&standings.last_fault);
        }
    }
}

/// What the same command does after a stop; games are kept in a folder alone.
pub(super) const fn after_stop(has_folder: bool) -> &'static str {
    if has_folder {
        "the same command goes on"
    } else {
        "none is kept, so the same command begins again; give --out to go on after a stop"
    }
}

impl TuneReport {
    pub(super) fn new(
        plan: &TuningPlan,
        result: TuneResult,
        faults: TuneFaults,
        complete: bool,
    ) -> Self {
        Self {
            engine: plan.engine.clone(),
            complete,
            seed: plan.recipe.seed,
            thinking: plan.recipe.thinking().to_string(),
            faults: faults.games,
            last_fault: faults.last,
            player: plan.player(&result),
            rate: SpsaSettings::of(plan.recipe.games, None, plan.recipe.rate).rate,
            recommended: result.is_recommended(),
            result,
        }
    }

    pub(super) const fn result(&self) -> &TuneResult {
        &self.result
    }

    /// The report as text; `folder` is where the files lie.
    pub(super) fn text(&self, folder: Option<&Path>) -> String {
        let result = &self.result;
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{}: {} games, {}\n",
            printable(&self.engine),
            result.games,
            self.thinking
        );
        let _ = writeln!(text, "{}", table(result));
        for found in &result.interactions {
            let [one, two] = &found.options;
            let _ = writeln!(
                text,
                "{} and {} matter together: {} Elo at the same end of their lists of values instead of opposite ends",
                printable(one),
                printable(two),
                plus_minus(found.elo, found.elo_error_95)
            );
        }
        if self.faults > 0 {
            let last = self.last_fault.as_deref().unwrap_or_default();
            let _ = writeln!(
                text,
                "{} lost by a fault of the engine, the last: {}",
                counted(self.faults, "game"),
                printable(last)
            );
        }
        self.write_conclusion(&mut text, folder);
        text
    }

    fn write_conclusion(&self, text: &mut String, folder: Option<&Path>) {
        let result = &self.result;
        let expected = result
            .expected_gain_elo
            .zip(result.expected_gain_elo_error_95);
        // Writing to a string cannot fail.
        let _ = match expected {
            _ if !result.has_gains() => Ok(()),
            Some((elo, error)) => writeln!(
                text,
                "the best values together are expected to gain {} Elo over the engine's own",
                plus_minus(elo, error)
            ),
            None => writeln!(
                text,
                "SPSA does not tell what the values gain to which it moved; a match does"
            ),
        };
        let _ = match &result.validation {
            Some(played) => writeln!(text, "{}", validated(played)),
            None if !self.complete => Ok(()),
            None if !result.has_gains() => writeln!(text, "{}", no_gain(result.method)),
            None => writeln!(
                text,
                "the best values were not validated (validation_games = 0)"
            ),
        };
        if !self.complete {
            let next = after_stop(folder.is_some());
            let _ = writeln!(text, "not all games were played; {next}");
        }
        if self.recommended {
            let _ = writeln!(
                text,
                "\nto play with them: {}",
                shell_word(&printable(&self.player))
            );
        }
        if let Some(folder) = folder {
            let _ = writeln!(
                text,
                "{}: result.json, tune.svg, options.txt (fastchess, cutechess-cli), spsa.txt (OpenBench)",
                folder.display()
            );
        }
    }

    /// The numbers as `OpenBench`'s SPSA takes them: name, type, value, least, greatest, final step, final rate.
    pub(super) fn spsa_list(&self) -> String {
        let options = self.result.options.iter();
        options
            .filter(|option| option.kind == OptionKind::Number)
            .filter_map(|option| {
                let ends = [option.curve.first()?, option.curve.last()?];
                let [least, most] = ends.map(|point| point.value.parse::<f64>());
                let (least, most) = (least.ok()?, most.ok()?);
                let (name, best, rate) = (&option.name, &option.best, self.rate);
                let step = last_perturbation(least, most);
                Some(format!(
                    "{name}, int, {best}, {least}, {most}, {step}, {rate}\n"
                ))
            })
            .collect()
    }

    /// Effects and gains as a picture; with SPSA the paths of the values.
    pub(super) fn picture(&self) -> Result<String, PlotError> {
        let title = format!("Options of {}", printable(&self.engine));
        let subtitle = format!("{} games, {}", self.result.games, self.thinking);
        if self.result.method == TuneMethod::Spsa {
            return path_chart(title, subtitle, &self.result).to_svg();
        }
        let value = |elo, error| {
            Some(RowValue {
                x: elo,
                error,
                is_more: false,
            })
        };
        let options = || self.result.options.iter();
        RowChart {
            title,
            subtitle,
            x_label: "Elo".to_owned(),
            x_axis: Axis::Linear,
            reference: Some(ReferenceLine {
                name: "no effect".to_owned(),
                y: 0.0,
            }),
            names: options()
                .map(|option| printable(&option.name).into_owned())
                .collect(),
            series: vec![
                RowSeries {
                    name: "last value against the first".to_owned(),
                    values: options()
                        .map(|option| value(option.effect_elo?, option.effect_elo_error_95?))
                        .collect(),
                },
                RowSeries {
                    name: "best value against the start (expected)".to_owned(),
                    values: options()
                        .map(|option| value(option.gain_elo?, option.gain_elo_error_95?))
                        .collect(),
                },
            ],
        }
        .to_svg()
    }
}

/// The options with what was found of each.
fn table(result: &TuneResult) -> TextTable {
    let moves = result.method == TuneMethod::Spsa;
    let figures = ["Elo, to against from", "gain, best against start"];
    let mut table = TextTable::new(
        &["option", "from", "to", "start", "best"],
        if moves { &[] } else { &figures },
    );
    for option in &result.options {
        let end = |point: Option<&ValuePoint>| {
            point.map_or_else(String::new, |point| printable(&point.value).into_owned())
        };
        let (name, from, to) = (
            printable(&option.name),
            end(option.curve.first()),
            end(option.curve.last()),
        );
        let (start, best) = (printable(&option.start), printable(&option.best));
        let (effect, gain) = (effect(option), gain(option));
        let cells: [&dyn std::fmt::Display; 7] = [&name, &from, &to, &start, &best, &effect, &gain];
        table.row(if moves { &cells[..5] } else { &cells });
    }
    table
}

/// What is said if no value is better than the engine's own.
const fn no_gain(method: TuneMethod) -> &'static str {
    match method {
        TuneMethod::Trial => {
            "no value is expected to gain: keep the engine's own, or give more games or other ranges"
        }
        TuneMethod::Spsa => {
            "no value has moved to another whole number: give more games, a greater rate or wider ranges"
        }
    }
}

/// The validation in one sentence.
fn validated(played: &ValidationFigure) -> String {
    let figure = plus_minus(played.figure.elo, played.figure.elo_error_95);
    let (end, advice) = if played.is_lost() {
        ("they lost", "; keep the engine's own")
    } else if played.is_won() {
        ("they won", "")
    } else {
        ("no difference was shown", "")
    };
    format!(
        "in {} games of their own against the engine's own {end}: {figure} Elo{advice}",
        played.games
    )
}

fn effect(option: &OptionResult) -> String {
    let found = option.effect_elo.zip(option.effect_elo_error_95);
    found.map_or_else(|| "-".to_owned(), |(elo, error)| plus_minus(elo, error))
}

fn gain(option: &OptionResult) -> String {
    let found = option.gain_elo.zip(option.gain_elo_error_95);
    match found.filter(|_| option.best != option.start) {
        Some((elo, error)) => plus_minus(elo, error),
        None => "-".to_owned(),
    }
}

/// The options that gain most so far, for the progress bar.
pub(super) fn leaders(found: &TuneResult) -> String {
    let mut options: Vec<&OptionResult> = found
        .options
        .iter()
        .filter(|option| option.best != option.start)
        .collect();
    let gained = |option: &OptionResult| option.gain_elo.unwrap_or(0.0);
    options.sort_by(|one, other| gained(other).total_cmp(&gained(one)));
    let shown: Vec<String> = options
        .iter()
        .take(3)
        .map(|option| match option.gain_elo {
            Some(_) => format!("{} {} {}", option.name, option.best, gain(option)),
            None => format!("{} {}", option.name, option.best),
        })
        .collect();
    shown.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bayeschess::arena::EloFigure;

    /// A report of one option that is expected to gain, whose values came to that in the validation.
    fn report(validation: Option<(f64, f64)>) -> TuneReport {
        let option = OptionResult {
            name: "A".to_owned(),
            kind: OptionKind::Number,
            start: "0".to_owned(),
            best: "1".to_owned(),
            effect_elo: Some(60.0),
            effect_elo_error_95: Some(180.0),
            gain_elo: Some(49.0),
            gain_elo_error_95: Some(152.0),
            curve: Vec::new(),
        };
        let result = TuneResult {
            method: TuneMethod::Trial,
            games: 100,
            options: vec![option],
            interactions: Vec::new(),
            expected_gain_elo: Some(49.0),
            expected_gain_elo_error_95: Some(152.0),
            path: Vec::new(),
            validation: validation.map(|(elo, elo_error_95)| ValidationFigure {
                games: 1000,
                figure: EloFigure { elo, elo_error_95 },
            }),
        };
        TuneReport {
            engine: "Engine".to_owned(),
            complete: true,
            seed: 1,
            thinking: "5000 nodes".to_owned(),
            faults: 0,
            last_fault: None,
            recommended: result.is_recommended(),
            result,
            player: "uci:e;A=1".to_owned(),
            rate: 0.01,
        }
    }

    #[test]
    fn a_stopped_run_goes_on_only_where_its_games_are_kept() {
        let mut stopped = report(None);
        stopped.complete = false;
        let kept = stopped.text(Some(Path::new("my")));
        assert!(kept.contains("the same command goes on\n"), "{kept}");
        let gone = stopped.text(None);
        assert!(gone.contains("begins again; give --out"), "{gone}");
    }

    #[test]
    fn values_that_lost_their_validation_are_not_recommended() {
        let text = report(Some((-38.0, 20.0))).text(None);
        assert!(
            text.ends_with("they lost: -38 ± 20 Elo; keep the engine's own\n"),
            "{text}"
        );
        for validation in [None, Some((30.0, 20.0)), Some((-10.0, 20.0))] {
            let text = report(validation).text(None);
            assert!(
                text.ends_with("to play with them: \"uci:e;A=1\"\n"),
                "{text}"
            );
            assert!(text.contains("gain +49 ± 152 Elo"), "{text}");
        }
    }
}
