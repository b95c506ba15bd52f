//! The state of a tuning as its journals tell it, read while another process may be playing.
#![cfg_attr(not(test), deny(clippy::indexing_slicing))]

use std::path::{Path, PathBuf};

use serde::Deserialize as _;
use serde_json::Value;

use super::outcomes::{PairOutcome, TuneOutcomes};
use super::plan::TuningPlan;
use super::result::{TuneResult, ValidationFigure};
use crate::arena::TournamentStandings;
use crate::arena::game_summary::{GameSummary, pairs_in_a_row};
use crate::arena::journal::{Journal, JournalError, NotedPlan};
use crate::files;

/// Name of the journal of the games with drawn options, in the folder of a tuning.
pub const TRIAL_JOURNAL: &str = "trial.journal";

/// Returns the journal of the match of these values against the engine's own. More games may find other values, which
/// have a journal of their own, as have others that the recipe compares them with.
pub fn validation_journal(folder: &Path, plan: &TuningPlan, best: &[(String, String)]) -> PathBuf {
    let best = best
        .iter()
        .map(|(name, value)| ["", name, "=", value, "\n"]);
    // The engine and its defaults stay the same throughout a run; a start that the recipe names may change.
    let starts = plan.recipe.options.iter().filter_map(|(name, asked)| {
        let start = asked.start.as_deref()?;
        Some(["start ", name, "=", start, "\n"])
    });
    let text: String = best.chain(starts).flatten().collect();
    let mark: String = files::checksum(text.as_bytes()).chars().take(8).collect();
    folder.join(format!("validation-{mark}.journal"))
}

/// The state of a tuning.
#[derive(Clone, Debug)]
pub struct TuningOverview {
    /// The engine's name by its own word, or that of its file.
    pub engine: String,
    /// Settings of the games with drawn options.
    pub settings: Value,
    /// Number of finished games, those of the validation included.
    pub games: u64,
    /// Number of games that the tuning may take; less are needed if no value is expected to gain.
    pub games_wanted: Option<u64>,
    /// True if nothing is left to be played; `None` before the plan is noted.
    pub is_complete: Option<bool>,
    /// True if a process is at work.
    pub is_running: bool,
    /// Journal of the match that validates the best values, once it has begun.
    pub validation: Option<PathBuf>,
    /// What the tuning is to find out, and what it has found; `None` before the plan is noted.
    pub findings: Option<TuningFindings>,
}

/// What a tuning has found so far.
#[derive(Clone, Debug)]
pub struct TuningFindings {
    /// What it is to find out.
    pub plan: TuningPlan,
    /// Effects and best values; the validation as far as it is played.
    pub result: TuneResult,
    /// Number of games that the engine lost by a fault.
    pub faults: u64,
    /// The last of them, with what happened.
    pub last_fault: Option<String>,
}

impl TuningOverview {
    /// Reads a tuning from the journal of its games with drawn options, and the validation from the journal beside it,
    /// without locking or changing them.
    ///
    /// # Errors
    ///
    /// [`JournalError`] if a file is not such a journal.
    pub fn read(journal: &Path) -> Result<Self, JournalError> {
        let contents = Journal::look::<GameSummary>(journal)?;
        let engine = contents.settings.get("engine").and_then(Value::as_str);
        let mut overview = Self {
            engine: engine.unwrap_or_default().to_owned(),
            games: contents.entries.len() as u64,
            games_wanted: None,
            is_complete: None,
            is_running: files::is_locked(journal),
            validation: None,
            findings: None,
            settings: contents.settings,
        };
        if let Some(noted) = contents.plan {
            let plan = plan_in(journal, &noted)?;
            overview.evaluate(journal, plan, contents.entries)?;
        }
        Ok(overview)
    }

    /// Returns true if settings in the first line of a journal are those of games with drawn options.
    pub fn is_of_tuning(settings: &Value) -> bool {
        settings.pointer("/tuning/0/drawn").is_some()
    }

    /// Returns true if settings in the first line of a journal are those of a match that validates a tuning.
    pub fn is_of_validation(settings: &Value) -> bool {
        settings.get("tuning").is_some() && !Self::is_of_tuning(settings)
    }

    fn evaluate(
        &mut self,
        journal: &Path,
        plan: TuningPlan,
        mut games: Vec<GameSummary>,
    ) -> Result<(), JournalError> {
        // A recipe with fewer games than the journal counts the first ones.
        games.retain(|game| game.game < plan.recipe.games);
        let pairs = pairs_in_a_row(&games);
        let mut outcomes = TuneOutcomes::default();
        for pair in &pairs {
            outcomes.add(PairOutcome::of(*pair));
        }
        let trial = TournamentStandings::of_match(&pairs);
        let (mut faults, mut last_fault) = (trial.faults(), trial.last_fault);
        let mut result = plan.result(&outcomes);
        self.games = games.len() as u64;
        let is_played = result.games >= u64::from(plan.recipe.games);
        let best = result.best();
        let wanted = if is_played {
            plan.validation_games(&best)
        } else {
            plan.recipe.validation_games
        };
        let file = validation_journal(journal.parent().unwrap_or(Path::new("")), &plan, &best);
        let mut is_validated = wanted == 0;
        if is_played && wanted > 0 && file.is_file() {
            let contents = Journal::look::<GameSummary>(&file)?;
            let mut games = contents.entries;
            games.retain(|game| game.game < wanted);
            let standings = TournamentStandings::of_match(&pairs_in_a_row(&games));
            faults += standings.faults();
            last_fault = standings.last_fault.clone().or(last_fault);
            result.validation = ValidationFigure::of(&standings);
            is_validated = standings.games >= u64::from(wanted);
            self.games += games.len() as u64;
            self.is_running |= files::is_locked(&file);
            self.validation = Some(file);
        }
        self.games_wanted = Some(u64::from(plan.recipe.games) + u64::from(wanted));
        self.is_complete = Some(is_played && is_validated);
        self.findings = Some(TuningFindings {
            plan,
            result,
            faults,
            last_fault,
        });
        Ok(())
    }
}

fn plan_in(journal: &Path, noted: &NotedPlan) -> Result<TuningPlan, JournalError> {
    let plan = TuningPlan::deserialize(&noted.plan).map_err(|error| error.to_string());
    let plan = plan.and_then(|plan| match plan.fault() {
        None => Ok(plan),
        Some(what) => Err(what),
    });
    plan.map_err(|what| JournalError::Line {
        file: journal.to_owned(),
        line: noted.line,
        what,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game_summary::PlayerFigures;
    use crate::arena::{DrawnOption, OptionDraws};
    use crate::record::{GameResult, Termination};
    use crate::train::tune::{OptionKind, OptionRange, TunedOption};
    use serde_json::json;

    /// A plan with one option, which has the values 0 and 1; the engine's own is 0.
    fn plan(games: u32, validation_games: u32) -> TuningPlan {
        let recipe = format!(
            "engine = \"uci:e\"\ngames = {games}\nvalidation_games = {validation_games}\nnodes = 1\n[options.A]\n"
        );
        TuningPlan {
            engine: "Engine".to_owned(),
            recipe: toml::from_str(&recipe).expect("a recipe"),
            options: vec![TunedOption {
                drawn: DrawnOption {
                    name: "A".to_owned(),
                    values: vec!["0".to_owned(), "1".to_owned()],
                },
                kind: OptionKind::Number,
                start: 0,
                range: None,
            }],
        }
    }

    fn game(number: u32, is_won_by_white: bool) -> GameSummary {
        GameSummary {
            game: number,
            result: if is_won_by_white {
                GameResult::WhiteWins
            } else {
                GameResult::BlackWins
            },
            termination: if number == 0 {
                Termination::TimeForfeit
            } else {
                Termination::Checkmate
            },
            plies: 60,
            fault: (number == 0).then(|| "took too long".to_owned()),
            warnings: Vec::new(),
            white: PlayerFigures::default(),
            black: PlayerFigures::default(),
        }
    }

    /// The game of that number if value 1 always wins, except in every fifth pair.
    fn drawn_game(plan: &TuningPlan, number: u32) -> GameSummary {
        let draws = OptionDraws::new(plan.options.iter().map(|option| option.drawn.clone()));
        let pair = number / 2;
        let [first, second] = draws.levels(plan.recipe.seed, pair)[0];
        let first_wins = (first > second) != (pair % 5 == 4);
        game(number, first_wins == number.is_multiple_of(2))
    }

    fn settings() -> Value {
        json!({"tuning": [{"engine": "uci:e", "drawn": []}], "engine": "Engine"})
    }

    fn open(file: &Path) -> Journal {
        let opened = Journal::open::<GameSummary>(file, &settings());
        opened.expect("a journal").0
    }

    fn findings(overview: &TuningOverview) -> &TuningFindings {
        overview.findings.as_ref().expect("a plan")
    }

    #[test]
    fn a_tuning_is_followed_from_its_first_line_to_its_validation() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(TRIAL_JOURNAL);
        let read = || TuningOverview::read(&file).expect("read");
        let mut journal = open(&file);
        let begun = read();
        assert!(TuningOverview::is_of_tuning(&begun.settings));
        assert_eq!((begun.engine.as_str(), begun.games), ("Engine", 0));
        assert_eq!((begun.games_wanted, begun.is_complete), (None, None));
        assert!(begun.is_running && begun.findings.is_none());

        let plan = plan(40, 10);
        journal.note_plan(&plan).expect("noted");
        let planned = read();
        assert_eq!(findings(&planned).plan, plan);
        assert_eq!(planned.games_wanted, Some(50));
        let option = &findings(&planned).result.options[0];
        assert_eq!((option.best.as_str(), option.effect_elo), ("0", None));

        // Game 7 is missing: its pair does not count, nor does any after it.
        for number in (0..7).chain(8..40) {
            journal.add(&drawn_game(&plan, number)).expect("added");
        }
        let gap = read();
        assert_eq!((gap.games, findings(&gap).result.games), (39, 6));
        assert_eq!(gap.is_complete, Some(false));
        journal.add(&drawn_game(&plan, 7)).expect("added");
        drop(journal);
        let played = read();
        assert_eq!((played.games, played.games_wanted), (40, Some(50)));
        assert!(!played.is_running && played.is_complete == Some(false));
        let best = findings(&played).result.best();
        assert_eq!(best, [("A".to_owned(), "1".to_owned())]);
        assert_eq!(findings(&played).faults, 1);
        let last = findings(&played).last_fault.as_deref();
        assert_eq!(last, Some("game 1: took too long"));
        assert!(played.validation.is_none());

        let mut match_of_best = open(&validation_journal(folder.path(), &plan, &best));
        for number in 0..5 {
            let game = game(number, number % 2 == 0);
            match_of_best.add(&game).expect("added");
        }
        let validated = read();
        assert_eq!((validated.games, validated.games_wanted), (45, Some(50)));
        assert!(validated.is_running && validated.is_complete == Some(false));
        let figure = findings(&validated).result.validation.expect("two pairs");
        assert!(figure.games == 4 && figure.figure.elo > 0.0, "{figure:?}");
        for number in 5..10 {
            let game = game(number, number % 2 == 0);
            match_of_best.add(&game).expect("added");
        }
        drop(match_of_best);
        let complete = read();
        assert_eq!(complete.is_complete, Some(true));
        assert!(!complete.is_running);
    }

    #[test]
    fn values_have_another_match_against_another_start() {
        let folder = Path::new("folder");
        let best = [("A".to_owned(), "1".to_owned())];
        let mut plan = plan(40, 10);
        let mut files = vec![validation_journal(folder, &plan, &best)];
        for start in ["0", "1"] {
            let asked = OptionRange {
                start: Some(start.to_owned()),
                ..OptionRange::default()
            };
            plan.recipe.options.insert("A".to_owned(), asked);
            files.push(validation_journal(folder, &plan, &best));
        }
        files.dedup();
        assert_eq!(files.len(), 3, "{files:?}");
    }

    #[test]
    fn a_recipe_with_fewer_games_counts_the_first_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(TRIAL_JOURNAL);
        let mut journal = open(&file);
        let long = plan(20, 10);
        journal.note_plan(&long).expect("noted");
        for number in 0..20 {
            journal.add(&drawn_game(&long, number)).expect("added");
        }
        journal.note_plan(&plan(8, 0)).expect("noted");
        let overview = TuningOverview::read(&file).expect("read");
        assert_eq!((overview.games, overview.games_wanted), (8, Some(8)));
        assert_eq!(overview.is_complete, Some(true));
    }

    #[test]
    fn a_tuning_of_which_nothing_gains_needs_no_validation() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(TRIAL_JOURNAL);
        let mut journal = open(&file);
        journal.note_plan(&plan(4, 10)).expect("noted");
        // White wins every game, so that no value does.
        for number in 0..4 {
            journal.add(&game(number, true)).expect("added");
        }
        let overview = TuningOverview::read(&file).expect("read");
        assert_eq!(findings(&overview).result.best(), plan(4, 10).start());
        assert_eq!((overview.games, overview.games_wanted), (4, Some(4)));
        assert_eq!(overview.is_complete, Some(true));
    }

    #[test]
    fn a_plan_that_no_tuning_can_have_is_refused_with_its_line() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(TRIAL_JOURNAL);
        let one_value = |plan: &mut TuningPlan| plan.options[0].drawn.values.truncate(1);
        let no_start = |plan: &mut TuningPlan| plan.options[0].start = 2;
        for change in [one_value, no_start] {
            let mut wrong = plan(4, 0);
            change(&mut wrong);
            let text = json!({ "plan": wrong });
            std::fs::write(&file, format!("{}\n{text}\n", settings())).expect("written");
            let refused = TuningOverview::read(&file).expect_err("refused");
            assert!(refused.to_string().contains("line 2:"), "{refused}");
        }
        std::fs::write(&file, format!("{}\n{{\"plan\":3}}\n", settings())).expect("written");
        assert!(TuningOverview::read(&file).is_err());
    }

    #[test]
    fn journals_of_matches_are_none_of_a_tuning() {
        let of_match = json!({"players": [], "pairings": []});
        assert!(!TuningOverview::is_of_tuning(&of_match));
        assert!(!TuningOverview::is_of_validation(&of_match));
        let validation = json!({"tuning": [{"engine": "uci:e"}]});
        assert!(TuningOverview::is_of_validation(&validation));
    }
}
