//! What the server says of runs, as JSON. `openapi.json` describes the same.

use serde::Serialize;

use super::read_problem::ReadProblem;
use crate::arena::{EloFigure, SprtVerdict};
use crate::bayes::reliability::ReliabilityPoint;
use crate::record::ResultCounts;
use crate::train::tune::TuneResult;

/// All runs.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunListJson {
    pub runs: Vec<RunJson>,
    pub unreadable: Vec<UnreadableJson>,
    /// True if the folder has more files than are looked at.
    pub left_out: bool,
}

/// A file that looks like a run and cannot be read.
#[derive(Clone, Debug, Serialize)]
pub(super) struct UnreadableJson {
    pub name: String,
    #[serde(flatten)]
    pub problem: ReadProblem,
}

/// What wrote a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunKindJson {
    Selfplay,
    Training,
    Match,
    Tournament,
    Ablation,
    Ladder,
    Adaptation,
    Tuning,
}

/// Whether a run goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunStatusJson {
    /// A process is at work.
    Running,
    /// Everything is done.
    Complete,
    /// Something is missing, and no process is at work.
    Stopped,
    /// No process is at work; how much was wanted is unknown.
    Idle,
}

impl RunStatusJson {
    /// The status by what is known.
    pub const fn of(is_running: bool, is_complete: Option<bool>) -> Self {
        match (is_running, is_complete) {
            (_, Some(true)) => Self::Complete,
            (true, _) => Self::Running,
            (false, Some(false)) => Self::Stopped,
            (false, None) => Self::Idle,
        }
    }
}

/// One run in the list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunJson {
    pub id: String,
    pub kind: RunKindJson,
    pub name: String,
    pub title: Option<String>,
    pub status: RunStatusJson,
    pub games: u64,
    pub games_wanted: Option<u64>,
    pub games_per_second: Option<f64>,
    pub seconds_left: Option<f64>,
    /// True if the run may need fewer games: by a sequential test, or a tuning of which nothing is expected to gain.
    pub may_end_early: bool,
    /// Games after which a sequential test decided; finished games beyond them were under way and do not count.
    pub decided_after: Option<u64>,
    /// Seconds since 1970 when its files last changed.
    pub changed: u64,
}

/// Everything that the page shows of one run.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunDetailsJson {
    pub run: RunJson,
    pub settings: Option<String>,
    pub results: Option<RunResultsJson>,
    pub curve: Option<RunCurveJson>,
    /// Predictions of fits to positions on games that they were not fitted to.
    pub forecasts: Vec<FitForecastsJson>,
    pub score: Option<RunScoreJson>,
    pub sprt: Option<RunTestJson>,
    pub standings: Vec<StandingJson>,
    /// The player of the standings whose rating is fixed; `None` if their mean is 0.
    pub anchor: Option<RatingAnchorJson>,
    pub effects: Vec<EffectJson>,
    pub rungs: Vec<RungJson>,
    pub tuning: Option<TuningJson>,
    /// What a trial of adaptation tells; `None` if another version played it, too.
    pub adaptation: Option<AdaptationJson>,
    /// How the page started it; `None` for runs of other commands.
    pub own: Option<OwnRunJson>,
}

impl RunDetailsJson {
    /// Details of which only the run is known so far.
    pub const fn of(run: RunJson) -> Self {
        Self {
            run,
            settings: None,
            results: None,
            curve: None,
            forecasts: Vec::new(),
            score: None,
            sprt: None,
            standings: Vec::new(),
            anchor: None,
            effects: Vec::new(),
            rungs: Vec::new(),
            tuning: None,
            adaptation: None,
            own: None,
        }
    }
}

/// A run that the page started.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OwnRunJson {
    /// The command that does the same.
    pub command: String,
    /// The recipe as TOML.
    pub recipe: String,
    pub size: u32,
    pub unit: RunUnitJson,
    /// True if a process works on it, or is about to.
    pub is_at_work: bool,
    /// True if it was asked to stop and has not stopped yet.
    pub is_stopping: bool,
    /// How its process ended, if it ended badly while this server saw it.
    pub bad_end: Option<BadEndJson>,
    /// The end of what the program printed, once it has ended.
    pub said: Option<String>,
}

/// How a process ended that neither finished nor was asked to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BadEndJson {
    /// With an error, which it printed.
    Error,
    /// The system or somebody killed it.
    Killed,
}

/// What the size of a run counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum RunUnitJson {
    Games,
    Generations,
    /// Games of a tuning with drawn options.
    DrawnGames,
}

/// Results by colour.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct RunResultsJson {
    pub white_wins: u64,
    pub draws: u64,
    pub black_wins: u64,
}

/// A learning curve.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunCurveJson {
    /// The heuristic that training began with, against which Elo is measured.
    pub against: String,
    pub generations: u32,
    pub points: Vec<RunCurvePointJson>,
}

/// A generation on the curve.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct RunCurvePointJson {
    pub generation: u32,
    pub games: u64,
    pub elo: Option<f64>,
    pub elo_error_95: Option<f64>,
    pub test: Option<SprtVerdict>,
}

/// How well a fit predicts results on games held out.
#[derive(Clone, Debug, Serialize)]
pub(super) struct FitForecastsJson {
    /// Number of the fit, from 1.
    pub fit: usize,
    pub games: u64,
    pub positions: u64,
    pub forecasters: Vec<ForecasterJson>,
}

/// What predicts, and how well.
#[derive(Clone, Debug, Serialize)]
pub(super) struct ForecasterJson {
    pub forecaster: ForecasterName,
    /// In nats.
    pub log_loss: f64,
    pub brier: f64,
    /// Share of positions whose result was held the most likely.
    pub accuracy: f64,
    pub calibration_error: f64,
    /// Stated probabilities and how often they came true; empty where it is not kept.
    pub reliability: Vec<ReliabilityPoint>,
}

/// What predicts results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ForecasterName {
    /// The shares of the results, whatever the position.
    Shares,
    Start,
    NaiveBayes,
    Fitted,
}

/// The score of a match, from the first player's side.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RunScoreJson {
    pub first: String,
    pub second: String,
    #[serde(flatten)]
    pub results: ResultCounts,
    pub score: f64,
    pub elo: f64,
    pub elo_error_95: f64,
    pub superiority: f64,
    pub pairs: [u64; 5],
}

/// A sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct RunTestJson {
    pub elo0: f64,
    pub elo1: f64,
    pub ratio: f64,
    pub bound: f64,
    pub verdict: SprtVerdict,
}

/// A player of a tournament.
#[derive(Clone, Debug, Serialize)]
pub(super) struct StandingJson {
    pub name: String,
    pub games: u64,
    pub points: f64,
    pub elo: f64,
    pub elo_error_95: f64,
}

/// A player whose rating is fixed.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RatingAnchorJson {
    pub name: String,
    pub elo: f64,
}

/// What a feature is worth.
#[derive(Clone, Debug, Serialize)]
pub(super) struct EffectJson {
    pub feature: String,
    pub games: u64,
    pub elo: f64,
    pub elo_error_95: f64,
}

/// Nodes and time to a depth with the techniques of one rung.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RungJson {
    pub rung: String,
    pub depth: u16,
    pub nodes: u64,
    pub seconds: f64,
    /// True if some positions were given up, so that the real figures are larger.
    pub at_least: bool,
}

/// What a trial of adaptation tells so far, in Elo.
#[derive(Clone, Debug, Serialize)]
pub(super) struct AdaptationJson {
    /// The fixed policies on the first fold.
    pub policies: Vec<TrialRowJson>,
    /// The arms on the second fold.
    pub arms: Vec<TrialRowJson>,
    /// The fixed policy that the first fold chose.
    pub best_fixed: Option<&'static str>,
    pub adaptive_minus_best_fixed: Option<EloFigure>,
    pub adaptive_minus_placebo: Option<EloFigure>,
    /// The most that a choice of policy by opponent can gain.
    pub headroom: Option<EloFigure>,
    pub memory_minus_adaptive: Option<EloFigure>,
}

/// An arm or a fixed policy of a trial.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct TrialRowJson {
    pub name: &'static str,
    pub games: u64,
    pub score: f64,
    #[serde(flatten)]
    pub elo: EloFigure,
}

/// What a tuning has found so far.
#[derive(Clone, Debug, Serialize)]
pub(super) struct TuningJson {
    /// The engine's name by its own word, or that of its file.
    pub engine: String,
    /// Number of games with drawn options that are wanted.
    pub trial_games: u32,
    /// Number of games in which the best values are to play the engine's own; 0 for none.
    pub validation_games: u32,
    /// Games that the engine lost by a fault.
    pub faults: u64,
    /// The last of them, with what happened.
    pub last_fault: Option<String>,
    #[serde(flatten)]
    pub result: TuneResult,
    /// True if some value is expected to gain and the validation was not lost.
    pub recommended: bool,
    /// The best values as fastchess and cutechess-cli take them, one to a line.
    pub option_list: String,
    /// The engine with the best values, as `match` takes it.
    pub player: String,
}
