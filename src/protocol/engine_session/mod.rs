//! What both protocols share: the engine with its options, and the archive of its games.

mod advantage;
mod files;
mod memory;
mod session_memory;
mod settings;

use std::hash::{BuildHasher as _, RandomState};
use std::sync::Arc;

use shakmaty::{CastlingMode, Color};

use self::session_memory::SessionMemory;
use super::archive::{GameSink, PlayedGame};
use super::opponent::OpponentInfo;
use super::options::{self, ADAPTIVE, HEURISTIC, OVERHEAD, SHIPPED};
use crate::book::{Syzygy, SyzygyOptions};
use crate::engine::strength::{DepthLevel, STRONGEST};
use crate::engine::{BookSettings, Engine, Purpose};
use crate::model::PickTarget;
use crate::opponent::AnswerPolicy;
use crate::units::{Millis, Ply};

/// The largest seed that is drawn, so that the option can repeat it.
const LARGEST_DRAWN_SEED: u64 = i32::MAX as u64;

/// Why an option was not set, and what is done instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OptionRefusal {
    /// A sentence that names the fault.
    pub(super) reason: String,
    /// What is done instead, if that is not obvious.
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
    /// Number of best moves to show.
    pub(super) lines: usize,
    pub(super) castling: CastlingMode,
    pub(super) shows_chances: bool,
    pub(super) only_analyses: bool,
    pub(super) resigns: bool,
    pub(super) offers_draws: bool,
    pub(super) varies_equals: bool,
    archive: Box<dyn GameSink>,
    /// What is remembered of the opponent.
    memory: SessionMemory,
    remembers: bool,
    /// The name of the heuristic in use, as users write it.
    heuristic: String,
    /// The value of the option `Heuristic`, for when `HeuristicFile` is emptied.
    chosen_heuristic: String,
    /// The objective set by `Objective`, or written behind a heuristic's name; `None` leaves it to the policy.
    objective: Option<PickTarget>,
    objective_of_heuristic: Option<PickTarget>,
    /// The value of the option `Policy`.
    policy: AnswerPolicy,
    adapts: bool,
    /// The personality that was chosen last.
    personality: String,
    contempt: i64,
    /// The option `UCI_RatingAdv`; 0 if it is not set.
    rating_advantage: i64,
    /// The difference of the ratings that a server told for this game.
    server_advantage: Option<i32>,
    limits_strength: bool,
    rating: i64,
    skill: Option<i64>,
    level: Option<DepthLevel>,
    book: BookSettings,
    tables: TablebaseSettings,
    /// The seed that was drawn, as long as it was not set by the user and not yet reported.
    drawn_seed: Option<u64>,
    /// The settings file as it was named; empty for none.
    settings_file: String,
    /// Faults that occurred before a client was connected.
    notices: Vec<String>,
}

/// The tablebases and how they are probed.
#[derive(Debug, Default)]
struct TablebaseSettings {
    /// The folders in `SyzygyPath`.
    folders: String,
    options: SyzygyOptions,
    /// Positions with as many pieces as the largest tables are probed from this depth on.
    probe_depth: Ply,
    open: Option<Arc<Syzygy>>,
}

impl EngineSession {
    /// Makes a session with `modern:learned` and the shipped style model. If these cannot be read, the first
    /// answer says so.
    pub fn new(engine: Engine, archive: Box<dyn GameSink>) -> Self {
        let mut engine = engine;
        engine.measure_losses();
        let mut engine_session = Self {
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
            memory: SessionMemory::default(),
            remembers: true,
            heuristic: String::new(),
            chosen_heuristic: HEURISTIC.to_owned(),
            objective: None,
            objective_of_heuristic: None,
            policy: AnswerPolicy::Adapt,
            adapts: true,
            personality: ADAPTIVE.to_owned(),
            contempt: 0,
            rating_advantage: 0,
            server_advantage: None,
            limits_strength: false,
            rating: STRONGEST,
            skill: None,
            level: None,
            book: BookSettings::default(),
            tables: TablebaseSettings::default(),
            drawn_seed: None,
            settings_file: String::new(),
            notices: Vec::new(),
        };
        engine_session.draw_seed();
        for result in [
            engine_session.load_heuristic(HEURISTIC),
            engine_session.load_styles(SHIPPED),
            engine_session.open_book(SHIPPED).map(drop),
        ] {
            let refusal = result.err().map(|refusal| refusal.to_string());
            engine_session.notices.extend(refusal);
        }
        engine_session
    }

    /// Draws a seed. A program may be restarted for every game; unless a seed is set, it should not repeat its
    /// openings, nor its mistakes below full strength.
    fn draw_seed(&mut self) {
        let seed = RandomState::new().hash_one("seed") % LARGEST_DRAWN_SEED + 1;
        self.set_seed(seed);
        self.drawn_seed = Some(seed);
    }

    /// Sets the seed of all random choices: book openings, overlooked moves, choices among equal moves, random
    /// heuristics.
    pub fn set_seed(&mut self, seed: u64) {
        self.drawn_seed = None;
        self.engine.set_seed(seed);
        self.book.seed = seed;
        self.engine.set_book_use(self.book);
    }

    /// Returns a note on the seed if it was drawn and matters in the game that begins; once for each seed.
    pub(super) fn take_seed_note(&mut self) -> Option<String> {
        let is_random = self.limits_strength
            || self.skill.is_some()
            || self.varies_equals
            || self.book.active
            || self.heuristic.contains("random");
        let seed = is_random.then(|| self.drawn_seed.take()).flatten()?;
        Some(format!("seed {seed} was drawn; the option Seed repeats it"))
    }

    /// Sets an option by the text of its value, before a client is connected.
    ///
    /// # Errors
    ///
    /// A sentence that names the fault.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), String> {
        let setting = options::read(name, Some(value)).map_err(|error| error.to_string())?;
        match self.apply(setting) {
            Ok(remark) => self.notices.extend(remark),
            Err(refusal) => return Err(refusal.reason),
        }
        Ok(())
    }

    /// Sets an option for a protocol and returns a remark, if there is one.
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

    /// Returns the notices for the client, also those that have come up since.
    pub(super) fn take_notices(&mut self) -> Vec<String> {
        let broken = self.tables.open.as_ref().map(|open| open.take_warnings());
        let broken = broken.into_iter().flatten();
        self.notices
            .extend(broken.map(|warning| warning.to_string()));
        std::mem::take(&mut self.notices)
    }

    /// Sets the policy of the next search for this purpose.
    pub(super) fn set_purpose(&mut self, purpose: Purpose) {
        let advantage = self.known_advantage();
        self.engine.set_rating_advantage(advantage);
        // If the advantage is known, the rating that it follows from must not count twice.
        let told = self.opponent.rating.filter(|_| advantage.is_none());
        self.engine.set_opponent_rating(told, self.opponent.scale());
        self.engine.set_population(self.opponent.population());
        self.engine.set_contempt(self.contempt());
        let policy = match purpose {
            // Analysis wants one opinion, whoever is at the board, and whoever is to move.
            Purpose::Analysis => AnswerPolicy::NEUTRAL,
            Purpose::Play => self.policy_of_play(),
        };
        self.engine.set_policy(policy);
        self.engine.set_follows_moves(policy == AnswerPolicy::Adapt);
    }

    /// Waits until all settings are made and what a game needs is learned; returns at once during a search.
    pub(super) fn wait_until_ready(&mut self) {
        if self.engine.is_searching() {
            return;
        }
        if !self.only_analyses && self.policy_of_play() == AnswerPolicy::Adapt {
            self.engine.prepare();
        }
        self.engine.wait();
    }

    /// Returns the policy of games.
    fn policy_of_play(&self) -> AnswerPolicy {
        match self.objective.or(self.objective_of_heuristic) {
            Some(aim) => AnswerPolicy::Objective(aim),
            None if self.adapts => self.policy,
            None if self.policy == AnswerPolicy::Thesis => {
                AnswerPolicy::Objective(crate::opponent::NEUTRAL.into())
            }
            None => AnswerPolicy::NEUTRAL,
        }
    }

    /// Records the opponent and the engine's settings with a finished game, since both may change before it is
    /// stored.
    pub(super) fn to_record(&self, game: EndedGame) -> PlayedGame {
        PlayedGame {
            game: game.game,
            given_plies: 0,
            machine: game.machine,
            opponent: self.memory.sitting.clone(),
            heuristic: self.heuristic.clone(),
            ending: game.ending,
            levels: game.levels,
            answer: self.memory.usual_answer(),
            losses: None,
            remembered: self.remembers,
            strength_limit: self.engine.limit_of_game(),
        }
    }

    /// Creates no files from now on that only the client names.
    pub fn forbid_new_files(&mut self) {
        self.archive.forbid_new_files();
    }

    /// Remembers a finished game of this opponent and stores it in the archive; returns where, if it was
    /// stored.
    pub(super) fn archive(&mut self, played: &PlayedGame) -> Option<String> {
        let is_kept = self.remembers && played.opponent.key().is_some();
        let played = &PlayedGame {
            losses: is_kept
                .then(|| self.engine.losses_of(&played.game))
                .flatten(),
            ..played.clone()
        };
        // The next opponent may have been named before the game was over.
        let is_theirs = self.memory.is_present(played.opponent.key().as_ref());
        if self.remembers && is_theirs {
            let result = played.ending.map(|ending| ending.result);
            // An analysis after the last move has switched this off.
            let adapts = self.policy_of_play() == AnswerPolicy::Adapt;
            self.engine.set_follows_moves(adapts);
            self.engine.remember(&played.game, played.machine, result);
        } else {
            self.engine.leave_game();
        }
        self.memory.end_game();
        match self.archive.keep(played) {
            Ok(kept) => kept.map(|kept| kept.to_string()),
            Err(sentence) => Some(sentence),
        }
    }
}

/// A finished game, as a protocol knows it.
pub(super) struct EndedGame {
    pub(super) game: crate::board::GameState,
    pub(super) machine: Color,
    pub(super) ending: Option<crate::board::GameEnding>,
    pub(super) levels: crate::phase::ByPhase<Option<crate::heuristic::Levels>>,
}

/// Returns the objective written behind a heuristic's name; `None` for a name alone, which leaves it to the policy.
pub fn written_objective(text: &str) -> Option<PickTarget> {
    text.rsplit_once(':')
        .and_then(|(_, word)| word.parse().ok())
}
