//! Every option that a user can set, with its kind, default and range.

#[cfg(feature = "tunable-search")]
use std::sync::LazyLock;

use super::personality::{ADAPT, ADAPTIVE, NAMES, PERSONALITY, THESIS};
#[cfg(feature = "tunable-search")]
use crate::engine::clock;
use crate::engine::strength;
use crate::model::Objective;
use crate::opponent::OBJECTIVE_CONTEMPT;
#[cfg(feature = "tunable-search")]
use crate::search::constants;
#[cfg(feature = "tunable-search")]
use crate::search::search_constant::SearchConstant;
use crate::search::{MOST_CONTEMPT, MOST_HASH, MOST_THREADS};

/// The most contempt in either direction, in centipawns.
const CONTEMPT: i64 = MOST_CONTEMPT.0 as i64;

/// The default of `Move Overhead`: time that a move loses between engine and clock, in milliseconds.
pub(in crate::protocol) const OVERHEAD: i64 = 30;

/// The default heuristic: the strongest that ships.
pub(in crate::protocol) const HEURISTIC: &str = "modern:learned";

/// The level of full strength.
pub(in crate::protocol) const FULL: &str = "full";

/// The engine's origin, for `UCI_EngineAbout`.
const ABOUT: &str = concat!(
    "BayesChess ",
    env!("CARGO_PKG_VERSION"),
    ": learns from its own games by naive Bayes and gets to know its opponents; GPL-3.0-or-later"
);

/// Options with the values true and false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum CheckOption {
    Adaptation,
    AnalyseMode,
    Chess960,
    Explain,
    FiftyMoveRule,
    LimitStrength,
    OfferDraws,
    OwnBook,
    Ponder,
    RememberOpponent,
    Resign,
    ShowWdl,
    VaryEqualMoves,
}

/// Options with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum SpinOption {
    BookDepth,
    /// A constant of the search or of the use of time, by its place among those that can be [tuned](tunable_constants).
    #[cfg(feature = "tunable-search")]
    Constant(usize),
    Contempt,
    Elo,
    Hash,
    Lines,
    ObjectiveContempt,
    Overhead,
    ProbeDepth,
    ProbeLimit,
    RatingAdvantage,
    Seed,
    SideBonus,
    Skill,
    Threads,
}

/// Options with a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum TextOption {
    About,
    BookFile,
    Database,
    HeuristicFile,
    Opponent,
    SettingsFile,
    StyleTable,
    SyzygyPath,
}

/// Options with one of several words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum ChoiceOption {
    BookVariety,
    Heuristic,
    Level,
    Objective,
    Personality,
    Policy,
}

/// Options that act at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum ButtonOption {
    ClearHash,
    ReloadSettings,
}

/// What the text of an option means, for clients that can show it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum TextMeaning {
    Words,
    File,
    Folders,
}

/// The kind of an option with its default and range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum OptionKind {
    Check(CheckOption, bool),
    /// Default, least and greatest value.
    Spin(SpinOption, i64, i64, i64),
    Text(TextOption, &'static str, TextMeaning),
    /// The default, and the values that a client should offer.
    Choice(ChoiceOption, &'static str, &'static [&'static str]),
    Button(ButtonOption),
}

/// The protocols that declare an option; the other has its own command for it, or no use for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum OptionProtocols {
    Both,
    Uci,
    XBoard,
}

/// One declared option.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct DeclaredEngineOption {
    pub(in crate::protocol) name: &'static str,
    pub(in crate::protocol) doors: OptionProtocols,
    pub(in crate::protocol) kind: OptionKind,
}

const fn both(name: &'static str, kind: OptionKind) -> DeclaredEngineOption {
    DeclaredEngineOption {
        name,
        doors: OptionProtocols::Both,
        kind,
    }
}

const fn uci(name: &'static str, kind: OptionKind) -> DeclaredEngineOption {
    DeclaredEngineOption {
        name,
        doors: OptionProtocols::Uci,
        kind,
    }
}

const fn xboard(name: &'static str, kind: OptionKind) -> DeclaredEngineOption {
    DeclaredEngineOption {
        name,
        doors: OptionProtocols::XBoard,
        kind,
    }
}

/// The variety that always plays the book's move with the greatest weight.
pub(in crate::protocol) const BEST: &str = "best";
/// The style model, or the opening book, that ships with the program.
pub(in crate::protocol) const SHIPPED: &str = "shipped";

const VARIETIES: &[&str] = &["weighted", BEST];

/// The objectives in words, since some programs take `max` and `min` in a name for the bounds of a number
/// (python-chess 1.11, and with it lichess-bot).
const OBJECTIVES: &[&str] = &[
    ADAPT,
    Objective::MaxWin.description(),
    Objective::MinLoss.description(),
    Objective::MaxDraw.description(),
    Objective::MinDraw.description(),
];

const POLICIES: &[&str] = &[ADAPT, THESIS];

const HEURISTICS: &[&str] = &[
    HEURISTIC,
    "modern:initial",
    "learned",
    "initial",
    "random",
    "modern:random",
];

const LEVELS: &[&str] = &[FULL, "basic", "intermediate", "advanced"];

/// The options of every build, in the order in which they are declared.
#[rustfmt::skip]
const OPTIONS: &[DeclaredEngineOption] = &[
    uci("Hash", OptionKind::Spin(SpinOption::Hash, 16, 1, MOST_HASH as i64)),
    both("Clear Hash", OptionKind::Button(ButtonOption::ClearHash)),
    uci("Threads", OptionKind::Spin(SpinOption::Threads, 1, 1, MOST_THREADS as i64)),
    uci("Ponder", OptionKind::Check(CheckOption::Ponder, false)),
    both("MultiPV", OptionKind::Spin(SpinOption::Lines, 1, 1, 256)),
    both("Move Overhead", OptionKind::Spin(SpinOption::Overhead, OVERHEAD, 0, 10_000)),
    both("Heuristic", OptionKind::Choice(ChoiceOption::Heuristic, HEURISTIC, HEURISTICS)),
    both("HeuristicFile", OptionKind::Text(TextOption::HeuristicFile, "", TextMeaning::File)),
    both("Objective", OptionKind::Choice(ChoiceOption::Objective, ADAPT, OBJECTIVES)),
    both("Policy", OptionKind::Choice(ChoiceOption::Policy, ADAPT, POLICIES)),
    both("Adaptation", OptionKind::Check(CheckOption::Adaptation, true)),
    both("Explain", OptionKind::Check(CheckOption::Explain, false)),
    both("Remember Opponent", OptionKind::Check(CheckOption::RememberOpponent, true)),
    both("StyleTable", OptionKind::Text(TextOption::StyleTable, SHIPPED, TextMeaning::File)),
    both("Contempt", OptionKind::Spin(SpinOption::Contempt, 0, -CONTEMPT, CONTEMPT)),
    both("Objective Contempt", OptionKind::Spin(SpinOption::ObjectiveContempt, OBJECTIVE_CONTEMPT.0 as i64, 0, CONTEMPT)),
    both("Side Bonus", OptionKind::Spin(SpinOption::SideBonus, 0, -CONTEMPT, CONTEMPT)),
    both(PERSONALITY, OptionKind::Choice(ChoiceOption::Personality, ADAPTIVE, NAMES)),
    both("UCI_LimitStrength", OptionKind::Check(CheckOption::LimitStrength, false)),
    both("UCI_Elo", OptionKind::Spin(SpinOption::Elo, strength::STRONGEST, strength::WEAKEST, strength::STRONGEST)),
    both("Skill Level", OptionKind::Spin(SpinOption::Skill, strength::MOST_SKILL, 0, strength::MOST_SKILL)),
    both("Level", OptionKind::Choice(ChoiceOption::Level, FULL, LEVELS)),
    both("Vary Equal Moves", OptionKind::Check(CheckOption::VaryEqualMoves, false)),
    both("OwnBook", OptionKind::Check(CheckOption::OwnBook, false)),
    both("BookFile", OptionKind::Text(TextOption::BookFile, SHIPPED, TextMeaning::File)),
    both("Book Depth", OptionKind::Spin(SpinOption::BookDepth, 255, 1, 1000)),
    both("Book Variety", OptionKind::Choice(ChoiceOption::BookVariety, "weighted", VARIETIES)),
    both("SyzygyPath", OptionKind::Text(TextOption::SyzygyPath, "", TextMeaning::Folders)),
    both("SyzygyProbeDepth", OptionKind::Spin(SpinOption::ProbeDepth, 1, 1, 100)),
    both("SyzygyProbeLimit", OptionKind::Spin(SpinOption::ProbeLimit, 7, 0, 7)),
    both("Syzygy50MoveRule", OptionKind::Check(CheckOption::FiftyMoveRule, true)),
    uci("UCI_ShowWDL", OptionKind::Check(CheckOption::ShowWdl, false)),
    uci("UCI_AnalyseMode", OptionKind::Check(CheckOption::AnalyseMode, false)),
    uci("UCI_Chess960", OptionKind::Check(CheckOption::Chess960, false)),
    uci("UCI_Opponent", OptionKind::Text(TextOption::Opponent, "", TextMeaning::Words)),
    both("UCI_RatingAdv", OptionKind::Spin(SpinOption::RatingAdvantage, 0, -10_000, 10_000)),
    uci("UCI_EngineAbout", OptionKind::Text(TextOption::About, ABOUT, TextMeaning::Words)),
    both("SettingsFile", OptionKind::Text(TextOption::SettingsFile, "", TextMeaning::File)),
    both("Reload Settings", OptionKind::Button(ButtonOption::ReloadSettings)),
    both("Database", OptionKind::Text(TextOption::Database, "", TextMeaning::File)),
    both("Seed", OptionKind::Spin(SpinOption::Seed, 0, 0, i32::MAX as i64)),
    xboard("Resign", OptionKind::Check(CheckOption::Resign, false)),
    xboard("Offer Draws", OptionKind::Check(CheckOption::OfferDraws, false)),
];

/// Returns the options, in the order in which they are declared.
#[cfg(not(feature = "tunable-search"))]
pub(in crate::protocol) const fn options() -> &'static [DeclaredEngineOption] {
    OPTIONS
}

/// Returns the options, in the order in which they are declared; the constants that can be tuned are the last.
#[cfg(feature = "tunable-search")]
pub(in crate::protocol) fn options() -> &'static [DeclaredEngineOption] {
    static WITH_CONSTANTS: LazyLock<Vec<DeclaredEngineOption>> = LazyLock::new(|| {
        let constants = tunable_constants().enumerate().map(|(place, constant)| {
            let [default, least, most] =
                [constant.default, constant.least, constant.most].map(i64::from);
            let kind = OptionKind::Spin(SpinOption::Constant(place), default, least, most);
            uci(constant.name, kind)
        });
        OPTIONS.iter().copied().chain(constants).collect()
    });
    &WITH_CONSTANTS
}

/// Returns the constants that can be tuned: those of the search, then those of the use of a clock.
#[cfg(feature = "tunable-search")]
pub(in crate::protocol) fn tunable_constants() -> impl Iterator<Item = &'static SearchConstant> {
    constants::ALL.into_iter().chain(clock::CONSTANTS)
}
