//! What both protocols share: the engine with everything that options set, and where its games go.

mod files;
mod settings;

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use shakmaty::{CastlingMode, Color};

use super::archive::{GameSink, PlayedGame};
use super::opponent::OpponentInfo;
use super::options::{self, ADAPTIVE, HEURISTIC, OVERHEAD, SHIPPED};
use crate::book::{Syzygy, SyzygyOptions};
use crate::engine::strength::{DepthLevel, STRONGEST};
use crate::engine::{BookSettings, Engine, Purpose};
use crate::model::PickTarget;
use crate::opponent::ObjectivePolicy;
use crate::search::MOST_CONTEMPT;
use crate::units::{Centipawns, Millis, Ply};

/// A rating advantage of so many Elo is worth a centipawn of contempt. Chosen, not fitted: 200 Elo
/// are a fifth of a pawn.
const ELO_PER_CENTIPAWN: i64 = 10;

/// Why an option was not set, and what follows from that.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionRefusal {
    /// One sentence that says what is wrong.
    pub(super) reason: String,
    /// What is done instead, where that is not obvious.
    pub(super) instead: Option<&'static str>,
}

impl From<String> for OptionRefusal {
    fn from(reason: String) -> Self {
        Self {
            reason,
            instead: None,
        }
    }
}

impl std::fmt::Display for OptionRefusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.instead {
            None => f.write_str(&self.reason),
            Some(instead) => write!(f, "{}; {instead}", self.reason),
        }
    }
}

/// The engine and its settings.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is an option that users switch on and off"
)]
pub struct EngineSession {
    pub(super) engine: Engine,
    pub(super) opponent: OpponentInfo,
    pub(super) overhead: Millis,
    /// How many best moves to show.
    pub(super) lines: usize,
    pub(super) castling: CastlingMode,
    pub(super) shows_chances: bool,
    pub(super) only_analyses: bool,
    pub(super) resigns: bool,
    pub(super) offers_draws: bool,
    pub(super) varies_equals: bool,
    archive: Box<dyn GameSink>,
    /// Whom the engine remembers, by the name under which he played.
    remembered_name: String,
    remembers: bool,
    /// What plays now, as users write it.
    heuristic: String,
    /// What `Heuristic` says, for when `HeuristicFile` is emptied.
    chosen_heuristic: String,
    /// What `Objective` says, and what an objective written into `Heuristic` says.
    policy: ObjectivePolicy,
    policy_of_heuristic: ObjectivePolicy,
    adapts: bool,
    /// The personality that was chosen last.
    personality: String,
    contempt: i64,
    rating_advantage: i64,
    limits_strength: bool,
    rating: i64,
    skill: Option<i64>,
    level: Option<DepthLevel>,
    book: BookSettings,
    tables: TablebaseSettings,
    /// The settings file, as it was named; empty for none.
    settings_file: String,
    /// What went wrong before anybody listened.
    notices: Vec<String>,
}

/// Endgame tables and how they are asked.
#[derive(Debug, Default)]
struct TablebaseSettings {
    /// As `SyzygyPath` names them.
    folders: String,
    options: SyzygyOptions,
    /// Inside the search the largest are asked from this depth on.
    probe_depth: Ply,
    open: Option<Arc<Syzygy>>,
}

impl EngineSession {
    /// Plays `modern:learned` and recognises styles by the shipped table; when that cannot be read,
    /// the first answer says so.
    pub fn new(engine: Engine, archive: Box<dyn GameSink>) -> Self {
        let mut desk = Self {
            engine,
            opponent: OpponentInfo::default(),
            overhead: Millis(OVERHEAD),
            lines: 1,
            castling: CastlingMode::Standard,
            shows_chances: false,
            only_analyses: false,
            resigns: false,
            offers_draws: false,
            varies_equals: false,
            archive,
            remembered_name: String::new(),
            remembers: true,
            heuristic: String::new(),
            chosen_heuristic: HEURISTIC.to_owned(),
            policy: ObjectivePolicy::Adapt,
            policy_of_heuristic: ObjectivePolicy::Adapt,
            adapts: true,
            personality: ADAPTIVE.to_owned(),
            contempt: 0,
            rating_advantage: 0,
            limits_strength: false,
            rating: STRONGEST,
            skill: None,
            level: None,
            book: BookSettings {
                seed: RandomState::new().hash_one("book"),
                ..BookSettings::default()
            },
            tables: TablebaseSettings::default(),
            settings_file: String::new(),
            notices: Vec::new(),
        };
        // A program may be started anew for every game and still is not to repeat its openings, nor its
        // choices among equal moves, unless a seed is set.
        desk.engine.set_book_use(desk.book);
        desk.engine
            .set_seed_of_ties(RandomState::new().hash_one("ties"));
        for result in [
            desk.load_heuristic(HEURISTIC),
            desk.load_styles(SHIPPED),
            desk.open_book(SHIPPED).map(drop),
        ] {
            let refusal = result.err().map(|refusal| refusal.to_string());
            desk.notices.extend(refusal);
        }
        desk
    }

    /// Sets an option before the conversation, by the text of its value.
    ///
    /// # Errors
    ///
    /// One sentence that says what is wrong.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let setting = options::read(name, Some(value)).map_err(|error| error.to_string())?;
        match self.apply(setting) {
            Ok(remark) => self.notices.extend(remark),
            Err(refusal) => return Err(refusal.reason),
        }
        Ok(())
    }

    /// Sets an option as a protocol asks; the answer is a remark, if there is one.
    ///
    /// # Errors
    ///
    /// What is wrong, and what is done instead.
    pub(super) fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<Option<String>, String> {
        let setting = options::read(name, value).map_err(|error| error.to_string())?;
        self.apply(setting).map_err(|refusal| refusal.to_string())
    }

    /// What is to be said as soon as somebody listens; also what was found out since.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        let broken = self.tables.open.as_ref().map(|open| open.take_warnings());
        let broken = broken.into_iter().flatten();
        self.notices
            .extend(broken.map(|warning| warning.to_string()));
        std::mem::take(&mut self.notices)
    }

    /// Settles what the engine aims at, and whom it remembers, in a search for that purpose.
    pub(super) fn set_purpose(&mut self, purpose: Purpose) {
        if purpose == Purpose::Play && self.remembered_name != self.opponent.name {
            self.opponent.name.clone_into(&mut self.remembered_name);
            self.engine.forget_opponent();
        }
        let policy = match (purpose, self.policy, self.policy_of_heuristic) {
            // Analysis wants one opinion, whoever is at the board, and whoever is to move.
            (Purpose::Analysis, ..) => ObjectivePolicy::Fixed(PickTarget::Middle),
            (Purpose::Play, ObjectivePolicy::Fixed(aim), _)
            | (Purpose::Play, ObjectivePolicy::Adapt, ObjectivePolicy::Fixed(aim)) => {
                ObjectivePolicy::Fixed(aim)
            }
            (Purpose::Play, ObjectivePolicy::Adapt, ObjectivePolicy::Adapt) if self.adapts => {
                ObjectivePolicy::Adapt
            }
            (Purpose::Play, ObjectivePolicy::Adapt, ObjectivePolicy::Adapt) => {
                ObjectivePolicy::Fixed(crate::opponent::NEUTRAL.into())
            }
        };
        self.engine.set_policy(policy);
    }

    /// What a draw is worth less to the engine, when it plays a game.
    fn contempt(&self) -> Centipawns {
        let total = self.contempt + self.rating_advantage / ELO_PER_CENTIPAWN;
        let most = i64::from(MOST_CONTEMPT.0);
        let total = total.clamp(-most, most);
        Centipawns(i32::try_from(total).unwrap_or(0))
    }

    /// Writes down who sat on the other side of a game, and what was played with: both may change before it
    /// is kept.
    pub(super) fn to_record(&self, game: EndedGame) -> PlayedGame {
        PlayedGame {
            game: game.game,
            given_plies: 0,
            machine: game.machine,
            opponent: self.opponent.clone(),
            heuristic: self.heuristic.clone(),
            ending: game.ending,
            levels: game.levels,
        }
    }

    /// Takes along what a finished game has shown of the opponent, and hands it to the archive; the
    /// answer says where it went, if it is kept.
    pub(super) fn archive(&mut self, played: &PlayedGame) -> Option<String> {
        if self.remembers {
            let result = played.ending.map(|ending| ending.result);
            self.engine.remember(&played.game, played.machine, result);
        }
        match self.archive.keep(played) {
            Ok(place) => place,
            Err(sentence) => Some(sentence),
        }
    }
}

/// A game that is over, as a protocol knows it.
pub(super) struct EndedGame {
    pub(super) game: crate::board::GameState,
    pub(super) machine: Color,
    pub(super) ending: Option<crate::board::GameEnding>,
    pub(super) levels: crate::phase::ByPhase<Option<crate::heuristic::Levels>>,
}

/// What a user wrote behind a heuristic; `learned` alone leaves it to adapting.
pub fn written_policy(text: &str) -> ObjectivePolicy {
    text.rsplit_once(':')
        .and_then(|(_, word)| word.parse().ok())
        .map_or(ObjectivePolicy::Adapt, ObjectivePolicy::Fixed)
}
