//! A worker of the trial: plays single games of our engine against an opponent.

use rand::RngExt as _;
use shakmaty::{ByColor, Color};

use super::design::AdaptationTrial;
use super::ours::{AnswerSource, OurPlayer};
use super::player_set::TrialPlayers;
use super::running_opponent::RunningOpponents;
use super::styles::TrialFold;
use crate::board::GameState;
use crate::cancel::CancelFlag;
use crate::engine::Engine;
use crate::opponent::{Answer, AnswerPolicy};
use crate::play::game::GameListener;
use crate::play::score_adjudication::{ResignRule, ScoreRules};
use crate::play::{
    Adjudication, ChosenMove, FinishedGame, GameClock, GameRules, MatchPlayer, Opening,
    ThinkingLimits, play_game,
};
use crate::rng;
use crate::search::{SearchLimits, SearchSettings};
use crate::units::{Centipawns, Ply};

/// Length in plies, opening included, after which a game is drawn.
const MOST_PLIES: Ply = Ply(300);

/// A game's place in the design: all that determines its moves besides our answers.
#[derive(Clone, Copy, Debug)]
pub(super) struct GamePlace<'a> {
    pub(super) fold: TrialFold,
    /// The opponent's place in the pool.
    pub(super) opponent: usize,
    pub(super) opening: &'a Opening,
    /// Our colour.
    pub(super) side: Color,
}

/// The result of a game, as the trial stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TrialGame {
    /// Our half points, 0 to 2.
    pub(super) half_points: u8,
    /// Our answer in each move that was searched.
    pub(super) given: Vec<Answer>,
}

/// How an engine that chooses its own answers is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DecidedBy {
    /// By the engine's usual decision.
    Engine,
    /// By the rule of 2005.
    Thesis,
}

/// The engine and the opponents of one thread.
pub(super) struct TrialWorker<'a> {
    trial: &'a AdaptationTrial,
    players: &'a TrialPlayers,
    limits: SearchLimits,
    /// Plays fixed and replayed answers; it does not recognise styles.
    engine: Engine,
    opponents: RunningOpponents<'a>,
}

/// A listener that ignores all events.
struct NoListener;

impl GameListener for NoListener {
    fn on_move(&mut self, _: Color, _: &GameState, _: &ChosenMove, _: &GameClock) {}
}

impl<'a> TrialWorker<'a> {
    pub(super) fn new(trial: &'a AdaptationTrial, players: &'a TrialPlayers) -> Self {
        let mut engine = engine(trial.seed);
        engine.set_weights(players.weights.clone());
        Self {
            trial,
            players,
            limits: SearchLimits::nodes(trial.nodes),
            engine,
            opponents: RunningOpponents::new(players, trial.nodes),
        }
    }

    /// Sets the opponent's nodes per move.
    pub(super) fn set_nodes(&mut self, place: GamePlace<'_>, nodes: u64, stop: &CancelFlag) {
        if let Some(opponent) = self.opponents.at(place.fold, place.opponent, stop) {
            opponent.set_nodes(nodes.max(1));
        }
    }

    /// Returns why an opponent failed, if one did since the last call.
    pub(super) const fn take_fault(&mut self) -> Option<String> {
        self.opponents.take_fault()
    }

    /// Plays a game with one fixed answer; `None` when stopped.
    pub(super) fn fixed(
        &mut self,
        place: GamePlace<'_>,
        answer: Answer,
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        self.given(place, AnswerSource::Fixed(answer), stop)
    }

    /// Plays a game with the answers of another one; `None` when stopped.
    pub(super) fn replayed(
        &mut self,
        place: GamePlace<'_>,
        answers: &[Answer],
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        self.given(place, AnswerSource::Replayed(answers), stop)
    }

    fn given(
        &mut self,
        place: GamePlace<'_>,
        source: AnswerSource<'_>,
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        self.engine.new_game();
        let (game, _) = play(
            &mut self.engine,
            &self.limits,
            source,
            &mut self.opponents,
            place,
            stop,
        )?;
        Some(game)
    }

    /// Makes an engine that chooses its own answers; its random draws follow from `number`.
    pub(super) fn deciding_engine(&self, by: DecidedBy, number: u64) -> Engine {
        let seed = rng::stream(self.trial.seed, "decisions of the trial", number).random();
        let mut engine = engine(seed);
        engine.set_weights(self.players.weights.clone());
        engine.set_styles(Some(self.players.styles.clone()));
        engine.measure_losses();
        engine.set_policy(match by {
            DecidedBy::Engine => AnswerPolicy::Adapt,
            DecidedBy::Thesis => AnswerPolicy::Thesis,
        });
        engine
    }

    /// Plays a game with an engine that chooses its own answers; `None` when stopped.
    pub(super) fn decided(
        &mut self,
        engine: &mut Engine,
        place: GamePlace<'_>,
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        Some(self.decide(engine, place, stop)?.0)
    }

    /// Plays a game with an engine that chooses its own answers and remembers the game; `None` when stopped.
    pub(super) fn remembered(
        &mut self,
        engine: &mut Engine,
        place: GamePlace<'_>,
        stop: &CancelFlag,
    ) -> Option<TrialGame> {
        let (game, finished) = self.decide(engine, place, stop)?;
        let mut whole = GameState::from_position(finished.record.start);
        for chosen in &finished.record.moves {
            whole.play(*chosen);
        }
        engine.remember(&whole, place.side, finished.record.result);
        Some(game)
    }

    /// The same; the whole game is returned too.
    pub(super) fn decide(
        &mut self,
        engine: &mut Engine,
        place: GamePlace<'_>,
        stop: &CancelFlag,
    ) -> Option<(TrialGame, FinishedGame)> {
        engine.new_game();
        play(
            engine,
            &self.limits,
            AnswerSource::Decided,
            &mut self.opponents,
            place,
            stop,
        )
    }
}

/// Makes an engine without styles that searches as the opponents do.
///
/// # Panics
///
/// If the system refuses a thread.
#[expect(clippy::panic, reason = "the pool tries a game that panics once more")]
fn engine(seed: u64) -> Engine {
    match Engine::new(SearchSettings::for_selfplay(), seed) {
        Ok(engine) => engine,
        // The pool tries a game that panics once more and then reports it.
        Err(error) => panic!("a thread for the engine could not be started: {error}"),
    }
}

/// Plays a game; `None` when stopped, or if the opponent failed.
fn play(
    engine: &mut Engine,
    limits: &SearchLimits,
    source: AnswerSource<'_>,
    opponents: &mut RunningOpponents<'_>,
    place: GamePlace<'_>,
    stop: &CancelFlag,
) -> Option<(TrialGame, FinishedGame)> {
    let opponent = opponents.at(place.fold, place.opponent, stop)?;
    let mut ours = OurPlayer::new(engine, limits, source);
    let mut thinking = ByColor::new_with(|_| ThinkingLimits::default());
    *thinking.get_mut(place.side.other()) = opponent.thinking();
    let finished = {
        let (ours, opponent): (&mut dyn MatchPlayer, &mut dyn MatchPlayer) = (&mut ours, opponent);
        let players = match place.side {
            Color::White => ByColor {
                white: ours,
                black: opponent,
            },
            Color::Black => ByColor {
                white: opponent,
                black: ours,
            },
        };
        let rules = rules();
        play_game(
            players,
            thinking,
            place.opening,
            &rules,
            &mut NoListener,
            stop,
        )?
    };
    // A game lost by a crash or a stall tells nothing of answers.
    if let Some((_, fault)) = &finished.fault {
        opponents.fail(place.fold, place.opponent, &fault.detail);
        return None;
    }
    let result = finished.record.result?.seen_by(place.side);
    let game = TrialGame {
        half_points: result.half_points(),
        given: ours.given,
    };
    Some((game, finished))
}

/// Returns the rules of every game of a trial.
///
/// A game is lost when both players' scores saw a side six pawns behind for three moves each. Played on, 2 % of these
/// games end otherwise, where the verdicts of the material adjudicator are wrong in a fifth and favour styles
/// (`docs/diary/adapting.md`).
pub(super) fn rules() -> GameRules {
    GameRules {
        by_score: ScoreRules {
            resign: Some(ResignRule {
                moves: 3,
                score: Centipawns(600),
            }),
            draw: None,
        },
        ..GameRules::untimed(Adjudication::Off, MOST_PLIES)
    }
}
