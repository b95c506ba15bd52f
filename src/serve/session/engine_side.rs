//! The engine at the board: its moves and settings.

use std::time::Duration;

use shakmaty::{Color, Position as _};

use super::coach::CoachOpinion;
use super::table::TableGame;
use super::{PageSession, SearchAnswer, SessionOrder};
use crate::book::{Book, OpeningTree};
use crate::engine::clock::TimeBudget;
use crate::engine::{
    AnswerTiming, BookSettings, EngineEvent, EventListener, ExplainTiming, Purpose, SearchRequest,
    Strength,
};
use crate::model::{HeuristicSource, HeuristicSpec};
use crate::opponent::{AnswerPolicy, OpeningSide};
use crate::search::SearchLimits;
use crate::serve::settings::{AdaptRule, LevelSetting, OpeningChoice};
use crate::serve::wire::MoveSource;
use crate::units::Millis;

/// Thinking time of a move without clocks.
const MOVE_TIME: Duration = Duration::from_secs(1);

/// The greatest multiple of it that a single move may take.
const STRETCH: u32 = 5;

/// Time that each move loses between engine and clock.
const OVERHEAD: Millis = Millis(50);

impl PageSession {
    /// Applies the settings that hold for all games.
    pub(super) fn prepare_engine(&mut self) {
        self.engine.vary_equals(true);
        self.engine.set_explains(ExplainTiming::AfterMove);
        if self.learned.is_some() {
            self.use_weights();
        }
        self.apply_settings();
    }

    /// Lets the engine play the learned heuristic, if one was chosen, else the usual one.
    pub(super) fn use_weights(&mut self) {
        let learned = self.learned.as_ref();
        let learned = learned.map(|learned| HeuristicSource::fixed(learned.heuristic.clone()));
        let usual = || {
            let spec = self.heuristic.parse::<HeuristicSpec>().ok()?;
            spec.load().ok()
        };
        let Some(weights) = learned.or_else(usual) else {
            return;
        };
        self.drop_search();
        self.engine.set_weights(weights);
    }

    /// Sets the engine's level, which is that of the current game, and its policy from its next move on.
    pub(super) fn apply_settings(&mut self) {
        let level = self.game.as_ref().map(|game| game.level);
        self.use_level(level.unwrap_or(self.settings.level));
        let policy = match self.settings.rule {
            AdaptRule::Measured => AnswerPolicy::Adapt,
            AdaptRule::Style => AnswerPolicy::Thesis,
        };
        self.engine.set_policy(if self.settings.adapts {
            policy
        } else {
            AnswerPolicy::NEUTRAL
        });
    }

    fn use_level(&mut self, level: LevelSetting) {
        self.engine.set_strength(Strength {
            rating: level.elo,
            ..Strength::default()
        });
    }

    /// Gives the engine the book by the settings against the user with this colour.
    pub(super) fn choose_book(&mut self, user: Color) {
        let shipped = OpeningTree::shipped();
        self.engine.set_book(Some(match self.settings.openings {
            OpeningChoice::Met => {
                let openings = &self.own_openings;
                Book::Polyglot(openings.book(user, OpeningSide::Others, &shipped))
            }
            OpeningChoice::Opponent => {
                let openings = &self.openings_of;
                Book::Polyglot(openings.book(!user, OpeningSide::Opponent, &shipped))
            }
            OpeningChoice::Varied | OpeningChoice::Initial => Book::Tree(shipped),
        }));
    }

    /// Starts a game on the engine, with new random draws, so that games differ.
    pub(super) fn begin_on_engine(&mut self, game: &TableGame) {
        self.drop_search();
        self.engine.set_seed(rand::random());
        self.engine.set_book_use(BookSettings {
            active: self.settings.openings != OpeningChoice::Initial && game.given == 0,
            ..BookSettings::against_people(rand::random())
        });
        self.engine.new_game();
        self.apply_settings();
        self.use_level(game.level);
    }

    /// Stops a search and ignores its result.
    pub(super) fn drop_search(&mut self) {
        self.ticket += 1;
        self.is_searching = false;
        self.wanted_hint = None;
        self.engine.stop();
    }

    /// Starts a search if the engine is to move.
    pub(super) fn go_on(&mut self) {
        let Some(game) = &self.game else {
            return;
        };
        if !game.is_engines_turn()
            || self.is_searching
            || self.coach_opinion(game) != CoachOpinion::Silent
        {
            return;
        }
        let machine = game.machine();
        let limits = limits(game);
        let phase = game.state.phase();
        self.engine.set_game(game.state.clone());
        let decision = self.engine.decision(machine);
        let levels = self.engine.levels(machine).map(|by| by[phase].clone());
        if let Some(game) = &mut self.game {
            game.levels[phase] = levels;
            game.answers.push(decision.answer);
        }
        self.decision = Some(decision);
        self.search(limits);
    }

    fn search(&mut self, limits: SearchLimits) {
        self.ticket += 1;
        self.is_searching = true;
        let listener = self.listener();
        let request = SearchRequest {
            limits,
            hold: AnswerTiming::Immediate,
            purpose: Purpose::Play,
        };
        self.engine.go(request, listener);
    }

    fn listener(&self) -> EventListener {
        let (ticket, orders) = (self.ticket, self.orders.clone());
        Box::new(move |event| {
            let order = match event {
                EngineEvent::Done(report) => SessionOrder::Searched(
                    ticket,
                    SearchAnswer {
                        best: report.best,
                        score: report.score,
                        // A move of the book takes no search.
                        is_from_book: report.nodes.0 == 0,
                    },
                ),
                EngineEvent::WithoutAnswer(without) => SessionOrder::Compared(ticket, without),
                _ => return,
            };
            // the session may be at its end.
            let _ = orders.send(order);
        })
    }

    /// Handles the result of the last search.
    pub(super) fn take_answer(&mut self, answer: SearchAnswer) {
        self.is_searching = false;
        let Some(game) = &mut self.game else {
            return;
        };
        let Some(best) = answer.best.filter(|_| game.ending.is_none()) else {
            return;
        };
        if !game.state.position().is_legal(best) {
            return;
        }
        game.opinion = Some(answer.score);
        let evaluation = answer.score.for_white(game.machine());
        if answer.is_from_book {
            game.play(best, MoveSource::Book);
        } else {
            game.play(best, MoveSource::Engine);
            game.evaluate_last(Some(evaluation.into()));
        }
        self.look_at_opponent();
        self.publish();
        self.assist();
    }
}

/// Returns the limits of the engine's next move.
fn limits(game: &TableGame) -> SearchLimits {
    let budget = game.clocks().map(|clocks| {
        let clock = clocks.get(game.machine());
        if let Some(time) = clock.thinking().move_time {
            let whole = TimeBudget::exactly(time.into(), OVERHEAD).hard;
            return TimeBudget {
                soft: whole.min(MOVE_TIME),
                hard: whole,
            };
        }
        TimeBudget::share_of(&clock.for_next_move().unwrap_or_default(), OVERHEAD)
    });
    let budget = budget.unwrap_or(TimeBudget {
        soft: MOVE_TIME,
        hard: MOVE_TIME * STRETCH,
    });
    SearchLimits {
        soft: Some(budget.soft),
        hard: Some(budget.hard),
        ..SearchLimits::default()
    }
}
