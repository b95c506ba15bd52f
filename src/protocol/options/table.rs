//! Every option that a user can set, with its kind, default and range.

use super::personality::{ADAPT, ADAPTIVE, NAMES, PERSONALITY};
use crate::engine::OBJECTIVE_CONTEMPT;
use crate::engine::strength;
use crate::model::Objective;
use crate::search::{MOST_CONTEMPT, MOST_HASH, MOST_THREADS};

/// The most that a draw may be disliked or liked, in centipawns.
const CONTEMPT: i64 = MOST_CONTEMPT.0 as i64;

/// What each move is taken to lose between engine and clock when nobody says otherwise, in
/// milliseconds.
pub(in crate::protocol) const OVERHEAD: i64 = 30;

/// The heuristic that plays when nobody says otherwise: the strongest there is.
pub(in crate::protocol) const HEURISTIC: &str = "modern:learned";

/// No level: full strength.
pub(in crate::protocol) const FULL: &str = "full";

/// Who made the engine, as `UCI_EngineAbout` tells.
const ABOUT: &str = concat!(
    "BayesChess ",
    env!("CARGO_PKG_VERSION"),
    ": learns its evaluation by naive Bayes and adapts to its opponent; GPL-3.0-or-later"
);

/// Options that are on or off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Check {
    Adaptation,
    AnalyseMode,
    Chess960,
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

/// Options that are numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Spin {
    BookDepth,
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
    Skill,
    Threads,
}

/// Options that are texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Text {
    About,
    BookFile,
    Database,
    HeuristicFile,
    Opponent,
    SettingsFile,
    StyleTable,
    SyzygyPath,
}

/// Options that are one of some words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Choice {
    BookVariety,
    Heuristic,
    Level,
    Objective,
    Personality,
}

/// Options that do something at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Button {
    ClearHash,
    ReloadSettings,
}

/// What a text stands for, as a program that shows it may want to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Meaning {
    Words,
    File,
    Folders,
}

/// The kind of an option with what it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Kind {
    Check(Check, bool),
    /// Default, least and most.
    Spin(Spin, i64, i64, i64),
    Text(Text, &'static str, Meaning),
    /// The default, and all that a program should offer.
    Choice(Choice, &'static str, &'static [&'static str]),
    Button(Button),
}

/// Which protocols declare an option; the others have a command of their own for it, or no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::protocol) enum Doors {
    Both,
    Uci,
    XBoard,
}

/// One option.
#[derive(Clone, Copy, Debug)]
pub(in crate::protocol) struct Declared {
    pub(in crate::protocol) name: &'static str,
    pub(in crate::protocol) doors: Doors,
    pub(in crate::protocol) kind: Kind,
}

const fn both(name: &'static str, kind: Kind) -> Declared {
    Declared {
        name,
        doors: Doors::Both,
        kind,
    }
}

const fn uci(name: &'static str, kind: Kind) -> Declared {
    Declared {
        name,
        doors: Doors::Uci,
        kind,
    }
}

const fn xboard(name: &'static str, kind: Kind) -> Declared {
    Declared {
        name,
        doors: Doors::XBoard,
        kind,
    }
}

/// Always the book's heaviest move.
pub(in crate::protocol) const BEST: &str = "best";
/// The style table, or the opening book, that comes with the program.
pub(in crate::protocol) const SHIPPED: &str = "shipped";

const VARIETIES: &[&str] = &["weighted", BEST];

/// In words: some programs take `max` and `min` in a name for the bounds of a number (python-chess
/// 1.11, and with it lichess-bot).
const OBJECTIVES: &[&str] = &[
    ADAPT,
    Objective::MaxWin.description(),
    Objective::MinLoss.description(),
    Objective::MaxDraw.description(),
    Objective::MinDraw.description(),
];

const HEURISTICS: &[&str] = &[
    HEURISTIC,
    "modern:initial",
    "learned",
    "initial",
    "random",
    "modern:random",
];

const LEVELS: &[&str] = &[FULL, "basic", "intermediate", "advanced"];

/// The options, in the order in which they are declared.
#[rustfmt::skip]
pub(in crate::protocol) const OPTIONS: &[Declared] = &[
    uci("Hash", Kind::Spin(Spin::Hash, 16, 1, MOST_HASH as i64)),
    both("Clear Hash", Kind::Button(Button::ClearHash)),
    uci("Threads", Kind::Spin(Spin::Threads, 1, 1, MOST_THREADS as i64)),
    uci("Ponder", Kind::Check(Check::Ponder, false)),
    both("MultiPV", Kind::Spin(Spin::Lines, 1, 1, 256)),
    both("Move Overhead", Kind::Spin(Spin::Overhead, OVERHEAD, 0, 10_000)),
    both("Heuristic", Kind::Choice(Choice::Heuristic, HEURISTIC, HEURISTICS)),
    both("HeuristicFile", Kind::Text(Text::HeuristicFile, "", Meaning::File)),
    both("Objective", Kind::Choice(Choice::Objective, ADAPT, OBJECTIVES)),
    both("Adaptation", Kind::Check(Check::Adaptation, true)),
    both("Remember Opponent", Kind::Check(Check::RememberOpponent, true)),
    both("StyleTable", Kind::Text(Text::StyleTable, SHIPPED, Meaning::File)),
    both("Contempt", Kind::Spin(Spin::Contempt, 0, -CONTEMPT, CONTEMPT)),
    both("Objective Contempt", Kind::Spin(Spin::ObjectiveContempt, OBJECTIVE_CONTEMPT.0 as i64, 0, CONTEMPT)),
    both(PERSONALITY, Kind::Choice(Choice::Personality, ADAPTIVE, NAMES)),
    both("UCI_LimitStrength", Kind::Check(Check::LimitStrength, false)),
    both("UCI_Elo", Kind::Spin(Spin::Elo, strength::STRONGEST, strength::WEAKEST, strength::STRONGEST)),
    both("Skill Level", Kind::Spin(Spin::Skill, strength::MOST_SKILL, 0, strength::MOST_SKILL)),
    both("Level", Kind::Choice(Choice::Level, FULL, LEVELS)),
    both("Vary Equal Moves", Kind::Check(Check::VaryEqualMoves, false)),
    both("OwnBook", Kind::Check(Check::OwnBook, false)),
    both("BookFile", Kind::Text(Text::BookFile, SHIPPED, Meaning::File)),
    both("Book Depth", Kind::Spin(Spin::BookDepth, 255, 1, 1000)),
    both("Book Variety", Kind::Choice(Choice::BookVariety, "weighted", VARIETIES)),
    both("SyzygyPath", Kind::Text(Text::SyzygyPath, "", Meaning::Folders)),
    both("SyzygyProbeDepth", Kind::Spin(Spin::ProbeDepth, 1, 1, 100)),
    both("SyzygyProbeLimit", Kind::Spin(Spin::ProbeLimit, 7, 0, 7)),
    both("Syzygy50MoveRule", Kind::Check(Check::FiftyMoveRule, true)),
    uci("UCI_ShowWDL", Kind::Check(Check::ShowWdl, false)),
    uci("UCI_AnalyseMode", Kind::Check(Check::AnalyseMode, false)),
    uci("UCI_Chess960", Kind::Check(Check::Chess960, false)),
    uci("UCI_Opponent", Kind::Text(Text::Opponent, "", Meaning::Words)),
    both("UCI_RatingAdv", Kind::Spin(Spin::RatingAdvantage, 0, -10_000, 10_000)),
    uci("UCI_EngineAbout", Kind::Text(Text::About, ABOUT, Meaning::Words)),
    both("SettingsFile", Kind::Text(Text::SettingsFile, "", Meaning::File)),
    both("Reload Settings", Kind::Button(Button::ReloadSettings)),
    both("Database", Kind::Text(Text::Database, "", Meaning::File)),
    both("Seed", Kind::Spin(Spin::Seed, 1, 0, 4_294_967_295)),
    xboard("Resign", Kind::Check(Check::Resign, false)),
    xboard("Offer Draws", Kind::Check(Check::OfferDraws, false)),
];
