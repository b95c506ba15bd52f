//! The commands of the page, and the problems that prevent them.

use serde::{Deserialize, Deserializer, Serialize};

use super::forgotten::ForgottenCommand;
use super::learned_player::LearnedPlayer;
use super::settings::{AdaptRule, GameSettings, LevelSetting, OpeningChoice, OpponentName};
use super::time_setting::TimeSetting;
use crate::board::notation::Language;
use crate::pgn::{Reject, RejectReason};
use crate::record::{SideChoice, SideName};

/// The kind of a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, strum::VariantArray)]
#[serde(rename_all = "snake_case")]
pub(super) enum ProblemCode {
    Forbidden,
    NotFound,
    MethodNotAllowed,
    BadRequest,
    EmptyName,
    SameOpponent,
    WrongRecipe,
    WrongRunName,
    TooManyThreads,
    RunNotLonger,
    TooLarge,
    IllegalMove,
    UnreadableGame,
    NotYourTurn,
    GameOver,
    NoGame,
    Stale,
    WrongGame,
    NothingToTakeBack,
    NoSuchRun,
    ForeignRun,
    NoSuchOpponent,
    NoOpenings,
    NameTaken,
    NotConfirmed,
    NoReport,
    FileReplaced,
    NotLearned,
    RunsNotAllowed,
    RunNameTaken,
    RunAtWork,
    RunNotAtWork,
    TooManyRuns,
    Storage,
    Timeout,
    UnsupportedMediaType,
    Busy,
}

impl ProblemCode {
    /// Returns the HTTP status of the response.
    pub const fn status(self) -> u16 {
        match self {
            Self::Forbidden | Self::RunsNotAllowed => 403,
            Self::NotFound
            | Self::NotLearned
            | Self::NoSuchRun
            | Self::NoSuchOpponent
            | Self::NoOpenings
            | Self::NoReport => 404,
            Self::MethodNotAllowed => 405,
            Self::BadRequest
            | Self::EmptyName
            | Self::SameOpponent
            | Self::WrongRecipe
            | Self::WrongRunName
            | Self::TooManyThreads
            | Self::RunNotLonger => 400,
            Self::TooLarge => 413,
            Self::IllegalMove | Self::UnreadableGame | Self::NotConfirmed => 422,
            Self::NotYourTurn
            | Self::GameOver
            | Self::NoGame
            | Self::Stale
            | Self::WrongGame
            | Self::NothingToTakeBack
            | Self::NameTaken
            | Self::FileReplaced
            | Self::ForeignRun
            | Self::RunNameTaken
            | Self::RunAtWork
            | Self::RunNotAtWork
            | Self::TooManyRuns => 409,
            Self::Storage => 500,
            Self::Timeout | Self::Busy => 503,
            Self::UnsupportedMediaType => 415,
        }
    }
}

/// Why a pasted game was rejected, for the page to say in the user's language.
#[derive(Clone, Debug, Serialize)]
pub(super) struct PastedReject {
    /// The kind of reason.
    pub reason: &'static str,
    /// The damaged line, or the one on which the game begins, from 1.
    pub line: u64,
    /// The words that are wrong, if it is some words.
    pub near: Option<String>,
}

impl From<&Reject> for PastedReject {
    fn from(reject: &Reject) -> Self {
        Self {
            reason: reject.reason.kind(),
            line: reject.damage_line.unwrap_or(reject.line),
            near: match &reject.reason {
                RejectReason::IllegalMove { number, dots, san }
                | RejectReason::AmbiguousMove { number, dots, san } => {
                    Some(format!("{number}{dots} {san}"))
                }
                RejectReason::NullMove { number, dots } => Some(format!("{number}{dots}")),
                RejectReason::NotAMove(words)
                | RejectReason::BrokenTag(words)
                | RejectReason::BadFen(words)
                | RejectReason::RepeatedTag(words)
                | RejectReason::Variant(words) => Some(words.clone()),
                RejectReason::TwoResults { one, other }
                | RejectReason::ResultOfBoard {
                    board: one,
                    text: other,
                    ..
                } => Some(format!("{one}, {other}")),
                _ => None,
            },
        }
    }
}

/// A command that could not be executed, with a message for the user.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Problem {
    pub code: ProblemCode,
    pub error: String,
    /// Why a pasted game was rejected, if it was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reject: Option<PastedReject>,
    /// The state as JSON, if that helps the client.
    #[serde(skip)]
    pub state: Option<String>,
}

impl Problem {
    pub fn new(code: ProblemCode, error: impl Into<String>) -> Self {
        Self {
            code,
            error: error.into(),
            reject: None,
            state: None,
        }
    }

    /// Returns the problem of a name that names nobody.
    pub fn nameless() -> Self {
        Self::new(ProblemCode::EmptyName, "a name needs a letter or a digit")
    }

    /// The response if a thread of the program has panicked.
    pub fn broke_down() -> Self {
        let sentence = "this failed because of an error in the program; please report it";
        Self::new(ProblemCode::Storage, sentence)
    }

    /// The answer as JSON.
    pub fn to_json(&self) -> String {
        let mut json = serde_json::to_string(self).unwrap_or_default();
        if let Some(state) = &self.state {
            json.truncate(json.len().saturating_sub(1));
            json.extend([",\"state\":", state, "}"]);
        }
        json
    }
}

/// A command of the user.
#[derive(Clone, Debug)]
pub(super) enum Command {
    Seat(SeatCommand),
    New(NewCommand),
    Move(MoveCommand),
    TakeBack(TakebackCommand),
    Draw(GameCommand),
    Resign(GameCommand),
    Hint(HintCommand),
    Level(LevelCommand),
    Adapt(AdaptCommand),
    Coach(CoachCommand),
    Insist(GameCommand),
    Load(LoadCommand),
    Against(LearnedPlayer),
    Forgotten(ForgottenCommand),
}

/// Sets who plays against the engine.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SeatCommand {
    pub name: Option<String>,
}

/// Starts another game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct NewCommand {
    pub color: Option<SideChoice>,
    pub level: Option<LevelSetting>,
    pub time: TimeChange,
    pub adapts: Option<bool>,
    pub coach: Option<bool>,
    pub match_me: Option<bool>,
    pub openings: Option<OpeningChoice>,
    pub openings_of: Option<OpponentName>,
}

impl NewCommand {
    /// Changes the settings that the command contains.
    pub fn apply(&self, settings: &mut GameSettings) {
        settings.color = self.color.unwrap_or(settings.color);
        settings.level = self.level.unwrap_or(settings.level);
        if let TimeChange::To(time) = self.time {
            settings.time = time;
        }
        settings.adapts = self.adapts.unwrap_or(settings.adapts);
        settings.coach = self.coach.unwrap_or(settings.coach);
        settings.match_me = self.match_me.unwrap_or(settings.match_me);
        settings.openings = self.openings.unwrap_or(settings.openings);
        if let Some(opponent) = &self.openings_of {
            settings.openings_of = Some(opponent.clone());
        }
        if settings.openings != OpeningChoice::Opponent {
            settings.openings_of = None;
        }
    }
}

/// The clocks of a new game: null means none, and a missing field those of the last game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum TimeChange {
    #[default]
    Keep,
    To(Option<TimeSetting>),
}

impl<'de> Deserialize<'de> for TimeChange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(Self::To)
    }
}

/// The language in which a move is typed.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum MoveLanguage {
    #[default]
    En,
    Es,
}

impl From<MoveLanguage> for Language {
    fn from(language: MoveLanguage) -> Self {
        match language {
            MoveLanguage::En => Self::English,
            MoveLanguage::Es => Self::Spanish,
        }
    }
}

/// Plays a move.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct MoveCommand {
    pub game: String,
    pub ply: usize,
    #[serde(rename = "move")]
    pub text: String,
    #[serde(default)]
    pub language: MoveLanguage,
    /// Accepted but not used: the server measures the time.
    #[serde(default, rename = "spent_ms")]
    pub _spent: Option<u64>,
}

/// Takes moves back.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TakebackCommand {
    pub game: String,
    pub ply: usize,
    #[serde(default)]
    pub to_ply: Option<usize>,
    #[serde(default)]
    pub play_on: bool,
}

/// A command that needs only the game's identifier and its number of plies.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameCommand {
    pub game: String,
    pub ply: usize,
}

/// How much a hint reveals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum HintLevel {
    /// The piece to move.
    Idea,
    /// The move.
    #[default]
    Move,
}

/// Asks for a hint.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintCommand {
    pub game: String,
    pub ply: usize,
    #[serde(default)]
    pub level: HintLevel,
}

/// Changes the engine's level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LevelCommand {
    #[serde(default)]
    pub level: Option<LevelSetting>,
    #[serde(default)]
    pub match_me: Option<bool>,
}

/// Turns adaptation to the opponent on or off, and says by which rule.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdaptCommand {
    pub adapts: bool,
    #[serde(default)]
    pub rule: Option<AdaptRule>,
}

/// Switches the coach.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CoachCommand {
    pub coach: bool,
}

/// Begins from a position or a game that was pasted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LoadCommand {
    pub text: String,
    #[serde(default)]
    pub human: Option<SideName>,
    #[serde(default)]
    pub time: Option<TimeSetting>,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::{Value, json};
    use strum::VariantArray as _;

    use super::*;

    #[test]
    fn the_described_codes_are_those_that_there_are() {
        let description: Value =
            serde_json::from_str(include_str!("openapi.json")).expect("valid JSON");
        let described = &description["components"]["schemas"]["Problem"]["properties"]["code"];
        let described: BTreeSet<&str> = described["enum"]
            .as_array()
            .expect("a list")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let codes: Vec<Value> = ProblemCode::VARIANTS
            .iter()
            .map(|code| json!(code))
            .collect();
        let codes: BTreeSet<&str> = codes.iter().filter_map(Value::as_str).collect();
        assert_eq!(described, codes);
    }
}
