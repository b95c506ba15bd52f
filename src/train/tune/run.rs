//! Playing a tuning: the games with drawn options, then the match that validates the best values.

use std::io;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use rand::RngExt as _;
use serde_json::{Value, json};

use super::error::TuneError;
use super::follow::FollowedGames;
use super::method::TuneMethod;
use super::outcomes::{PairOutcome, TuneOutcomes, TuningGames};
use super::plan::TuningPlan;
use super::recipe::TuneRecipe;
use super::spsa::SpsaPath;
use crate::arena::external::{EngineSpec, EngineTimeouts, OutputCheck, UciClient};
use crate::arena::journal::{Journal, RunGoal};
use crate::arena::tournament::{AfterCrash, AfterPanic, gauntlet};
use crate::arena::{
    Entrant, EntrantKind, MatchError, OptionDraws, PairOptions, RecordedGame, Tournament,
    TournamentObserver, TournamentStandings, opening_seed,
};
use crate::cancel::CancelFlag;
use crate::play::{
    Adjudication, AdjudicationThresholds, GameRules, OpeningCut, OpeningFile, OpeningOrder,
    Openings, RANDOM_OPENINGS, RandomOpenings, SHIPPED_OPENINGS,
};
use crate::rng;
use crate::units::Ply;

/// A tuning that can be played: the engine was started once and its options are known.
#[derive(Clone, Debug)]
pub struct PreparedTuning {
    plan: TuningPlan,
    spec: EngineSpec,
    /// Openings of a file or the shipped ones; `None` for random ones.
    openings: Option<OpeningFile>,
}

impl PreparedTuning {
    /// Starts the engine once, reads its options and chooses the values that are tried. `file` names the recipe in
    /// errors.
    ///
    /// # Errors
    ///
    /// [`TuneError`] if the engine cannot be started, an option of the recipe cannot be tuned, or the openings cannot be read.
    pub fn new(file: &Path, recipe: TuneRecipe, stop: &CancelFlag) -> Result<Self, TuneError> {
        let (spec, given_name) = recipe
            .player()
            .map_err(|what| TuneRecipe::fault_at(file, "engine", what))?;
        let client = UciClient::start(&spec, EngineTimeouts::default(), stop)?;
        let options = recipe
            .tuned_options(&spec, client.declared())
            .map_err(|fault| TuneRecipe::fault_at(file, &fault.key, fault.what))?;
        let program = || Path::new(&spec.program).file_name()?.to_str();
        let own_name = || client.name().or_else(program);
        let name = given_name.as_deref().or_else(own_name).unwrap_or("engine");
        let cut = OpeningCut::Games(RandomOpenings::default().plies);
        let openings = match recipe.openings.as_str() {
            RANDOM_OPENINGS => None,
            SHIPPED_OPENINGS => Some(OpeningFile::shipped(cut)?),
            file => Some(OpeningFile::read_cut(Path::new(file), cut)?),
        };
        let plan = TuningPlan {
            engine: name.to_owned(),
            recipe,
            options,
        };
        Ok(Self {
            plan,
            spec,
            openings,
        })
    }

    /// Returns what is to be found out.
    pub const fn plan(&self) -> &TuningPlan {
        &self.plan
    }

    /// Returns the games in which both sides draw their options.
    pub fn trial(&self) -> Tournament {
        let draws = OptionDraws::new(self.plan.options.iter().map(|option| option.drawn.clone()));
        let kind = EntrantKind::DrawnEngine {
            spec: self.spec.clone(),
            options: PairOptions::Drawn(draws),
        };
        self.tournament(
            [("first copy", kind.clone()), ("second copy", kind)],
            self.plan.recipe.games,
            self.plan.recipe.seed,
        )
    }

    /// Returns the match of these settings against those of the start; `None` if the recipe wants none or nothing differs.
    ///
    /// Its random openings are others than those of the trial; openings of a list come in another order.
    pub fn validation(&self, best: &[(String, String)]) -> Option<Tournament> {
        let games = self.plan.validation_games(best);
        if games == 0 {
            return None;
        }
        let with = |settings: &[(String, String)]| {
            let mut spec = self.spec.clone();
            spec.options.retain(|(name, _)| {
                !settings
                    .iter()
                    .any(|(tuned, _)| tuned.eq_ignore_ascii_case(name))
            });
            let settings = settings.iter().cloned();
            spec.options
                .extend(settings.map(|(name, value)| (name, Some(value))));
            EntrantKind::Engine(spec)
        };
        let seed = rng::stream(self.plan.recipe.seed, "validation of a tuning", 0).random();
        let players = [
            ("best values", with(best)),
            ("own values", with(&self.plan.start())),
        ];
        Some(self.tournament(players, games, seed))
    }

    fn tournament(&self, players: [(&str, EntrantKind); 2], games: u32, seed: u64) -> Tournament {
        let recipe = &self.plan.recipe;
        let thinking = recipe.thinking();
        Tournament {
            event: "tuning".to_owned(),
            players: players
                .map(|(name, kind)| Entrant {
                    name: name.to_owned(),
                    thinking,
                    kind,
                })
                .to_vec(),
            pairings: gauntlet(2),
            rounds: games / 2,
            seed,
            openings: self.openings(seed),
            rules: GameRules {
                margin: Duration::from_millis(recipe.time_margin),
                adjudication: if recipe.adjudicate {
                    Adjudication::Enforced(AdjudicationThresholds::default())
                } else {
                    Adjudication::Off
                },
                by_score: recipe.score_rules(),
                max_plies: Ply(recipe.max_plies),
            },
            patience: EngineTimeouts::default(),
            sprt: None,
            check: OutputCheck::Moves,
            after_crash: AfterCrash::GiveUp,
            // A step of SPSA depends on all games before it.
            after_panic: match recipe.method {
                TuneMethod::Trial => AfterPanic::Skip,
                TuneMethod::Spsa => AfterPanic::Fail,
            },
            wants_pgn: false,
        }
    }

    /// Returns a sentence if a recipe without a clock has more games than there are different ones. Most engines play such a
    /// game again, and copies make errors look smaller than they are.
    pub fn copies(&self) -> Option<String> {
        let openings = self.openings(self.plan.recipe.seed).number()?;
        let too_many = |games: u32, each: usize| {
            let most = each.saturating_mul(openings);
            let is_more = usize::try_from(games).is_ok_and(|games| games > most);
            is_more.then_some(most)
        };
        let (key, most) = if let Some(most) = too_many(self.plan.recipe.games, self.meetings()) {
            ("games", most)
        } else if let Some(most) = too_many(self.plan.recipe.validation_games, 2) {
            ("validation_games", most)
        } else {
            return None;
        };
        let repeats = self.plan.recipe.thinking().is_repeatable();
        repeats.then(|| {
            format!(
                "without a clock most engines play the same game again: of {key} more than {most} are copies, which make \
                 errors look smaller than they are (openings = \"random\" never ends)"
            )
        })
    }

    /// Returns the number of different games on one opening: White's values with Black's. With SPSA values seldom return.
    fn meetings(&self) -> usize {
        if self.plan.recipe.method == TuneMethod::Spsa {
            return usize::MAX;
        }
        self.plan
            .options
            .iter()
            .map(|option| option.drawn.values.len())
            .filter(|values| *values > 1)
            .fold(1, |all, values| all.saturating_mul(values * (values - 1)))
    }

    fn openings(&self, seed: u64) -> Openings {
        let seed = opening_seed(seed);
        match &self.openings {
            None => Openings::random(RandomOpenings::default(), seed),
            Some(file) => Openings::listed(file.openings.clone(), OpeningOrder::Shuffled, seed),
        }
    }

    /// Plays a part of the tuning, or continues the one in `journal`. `on_pair` is called after each counted pair.
    ///
    /// # Errors
    ///
    /// [`TuneError`] if the journal belongs to another tuning or a game cannot be played.
    pub fn play(
        &self,
        tournament: &Tournament,
        journal: Option<&Path>,
        threads: NonZeroUsize,
        stop: &CancelFlag,
        on_pair: &mut dyn FnMut(&TuneOutcomes, &TournamentStandings),
    ) -> Result<TuningGames, TuneError> {
        let (journal, earlier) = match journal {
            None => (None, Vec::new()),
            Some(file) => {
                let (journal, mut earlier) = self.open(tournament, file)?;
                // A recipe with fewer games than the journal counts the first ones.
                earlier.retain(|game| game.outcome.game < tournament.games());
                (Some(journal), earlier)
            }
        };
        let is_drawn = tournament.players.iter().any(Entrant::is_drawn);
        if let Some(settings) = self.plan.recipe.spsa().filter(|_| is_drawn) {
            let path = SpsaPath::new(&self.plan.options, settings, self.plan.recipe.seed);
            let games = FollowedGames::new(journal, earlier);
            return games.follow(tournament, path, (threads, stop), on_pair);
        }
        let mut observer = PairObserver {
            journal,
            outcomes: TuneOutcomes::default(),
            on_pair,
        };
        let (standings, end) = tournament.play(threads, earlier, stop, &mut observer)?;
        Ok(TuningGames {
            outcomes: observer.outcomes,
            standings,
            end,
        })
    }

    /// Opens or creates the journal of these games, and notes in it what others need to follow the run.
    pub(super) fn open(
        &self,
        tournament: &Tournament,
        file: &Path,
    ) -> Result<(Journal, Vec<RecordedGame>), TuneError> {
        let (mut journal, earlier) = Journal::open(file, &self.settings(tournament))?;
        self.note(tournament, &mut journal)
            .map_err(MatchError::from)?;
        Ok((journal, earlier))
    }

    fn note(&self, tournament: &Tournament, journal: &mut Journal) -> io::Result<()> {
        journal.note_goal(RunGoal {
            games: tournament.games(),
            sprt: None,
            anchor: None,
        })?;
        if tournament.players.iter().any(Entrant::is_drawn) {
            journal.note_plan(&self.plan)?;
        }
        Ok(())
    }

    /// All settings that affect the games but their number, for a journal: more games extend it. With SPSA their number
    /// affects every step.
    pub(super) fn settings(&self, tournament: &Tournament) -> Value {
        let players: Vec<Value> = tournament
            .players
            .iter()
            .map(|player| match &player.kind {
                EntrantKind::DrawnEngine {
                    spec,
                    options: PairOptions::Drawn(draws),
                } => json!({"engine": spec.to_string(), "drawn": draws.options()}),
                EntrantKind::Engine(spec) | EntrantKind::DrawnEngine { spec, .. } => {
                    json!({"engine": spec.to_string()})
                }
                EntrantKind::Heuristic { .. } => Value::Null,
            })
            .collect();
        let mut settings = json!({
            "tuning": players,
            "thinking": self.plan.recipe.thinking().to_string(),
            "seed": tournament.seed,
            "openings": self.openings.as_ref().map_or(RANDOM_OPENINGS, |file| &file.checksum),
            "adjudicate": self.plan.recipe.adjudicate,
            "by_score": self.plan.recipe.score_rules(),
            "time_margin_ms": self.plan.recipe.time_margin,
            "max_plies": self.plan.recipe.max_plies,
            "engine": self.plan.engine,
            "program": self.spec.program_checksum(),
        });
        let spsa = self.plan.recipe.spsa();
        if let (Some(spsa), Some(settings)) = (spsa, settings.as_object_mut()) {
            settings.insert("spsa".to_owned(), json!(spsa));
            settings.insert("start".to_owned(), json!(self.plan.start()));
        }
        settings
    }
}

/// An observer that keeps the journal and the outcomes.
struct PairObserver<'a> {
    journal: Option<Journal>,
    outcomes: TuneOutcomes,
    on_pair: &'a mut dyn FnMut(&TuneOutcomes, &TournamentStandings),
}

impl TournamentObserver for PairObserver<'_> {
    fn game_finished(&mut self, game: &RecordedGame) -> io::Result<()> {
        match &mut self.journal {
            Some(journal) => journal.add(game),
            None => Ok(()),
        }
    }

    fn pair_counted(
        &mut self,
        pair: [&RecordedGame; 2],
        standings: &TournamentStandings,
    ) -> io::Result<()> {
        let outcome = PairOutcome::of(pair.map(|game| &game.outcome));
        self.outcomes.add(outcome);
        (self.on_pair)(&self.outcomes, standings);
        Ok(())
    }
}
