//! Starts searches and handles their results.

use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

use shakmaty::{Move, Position as _};

use super::current_search::{CurrentSearch, ThinkingAim};
use super::ending::claim;
use super::game::XboardMode;
use super::output::{ThinkingWriter, written};
use super::session::XboardSession;
use crate::board::{GameEnding, GameState};
use crate::engine::{AnswerTiming, EngineEvent, Purpose, SearchRequest};
use crate::phase::Phase;
use crate::protocol::line::expected_reply;
use crate::protocol::line_io::SessionSignal;
use crate::record::{GameResult, Termination};
use crate::search::{SearchLimits, SearchReport};

/// Nodes for a hint if none is at hand: a few hundredths of a second.
const NODES_FOR_A_HINT: u64 = 20_000;

impl<W: Write + Send + 'static> XboardSession<W> {
    /// Starts the search that the current mode needs: for the own move, in the opponent's time, or for
    /// analysis.
    pub(super) fn go_on(&mut self) {
        if self.paused || self.closing || self.thinking.is_some() {
            return;
        }
        match self.table.mode {
            XboardMode::Analyzing => self.analyse(),
            XboardMode::Playing(_) if self.table.is_own_turn() => self.think(),
            XboardMode::Playing(_) | XboardMode::Force => {}
        }
    }

    fn think(&mut self) {
        let budget = self
            .control
            .budget(self.table.moves_made(), self.engine_session.overhead);
        let limits = self.control.limits(Some(budget));
        self.begin(
            ThinkingAim::Move,
            self.table.game.clone(),
            limits,
            AnswerTiming::Immediate,
        );
    }

    fn analyse(&mut self) {
        let position = self.table.game.position();
        let mut limits = SearchLimits::default();
        if !self.excluded.is_empty() {
            limits.search_moves = position.legal_moves().to_vec();
            limits.search_moves.retain(|m| !self.excluded.contains(m));
            if limits.search_moves.is_empty() {
                return;
            }
        }
        limits.lines = self.engine_session.lines;
        let game = self.table.game.clone();
        self.begin(
            ThinkingAim::Analysis,
            game,
            limits,
            AnswerTiming::UntilStopped,
        );
    }

    /// Ponders on the expected reply while the opponent thinks.
    pub(super) fn ponder(&mut self) {
        let is_time = matches!(self.table.mode, XboardMode::Playing(_))
            && !self.table.is_own_turn()
            && !self.table.over
            && !self.paused
            && !self.closing;
        let Some(expected) = self.expected.filter(|_| is_time && self.ponders) else {
            return;
        };
        let mut game = self.table.game.clone();
        if self.thinking.is_some() || !game.position().is_legal(expected) {
            return;
        }
        game.play(expected);
        if game.ending().is_none() {
            let limits = self.control.limits(None);
            self.begin(
                ThinkingAim::Ponder(expected),
                game,
                limits,
                AnswerTiming::UntilPonderHit,
            );
        }
    }

    fn begin(
        &mut self,
        aim: ThinkingAim,
        game: GameState,
        mut limits: SearchLimits,
        hold: AnswerTiming,
    ) {
        limits.requested_at = Some(Instant::now());
        self.searches += 1;
        let number = self.searches;
        self.thinking = Some(CurrentSearch { number, aim });
        let purpose = match aim {
            ThinkingAim::Analysis => Purpose::Analysis,
            ThinkingAim::Move | ThinkingAim::Ponder(_) => Purpose::Play,
        };
        if purpose == Purpose::Play
            && let Some(said) = self.engine_session.recall_opponent(&game)
        {
            self.out.remark(said);
        }
        if purpose == Purpose::Play
            && let Some(said) = self.engine_session.take_seed_note()
        {
            self.out.remark(said);
        }
        self.engine_session.set_purpose(purpose);
        self.engine_session.engine.set_game(game.clone());
        if purpose == Purpose::Play {
            self.engine_session.note_play(&limits);
        }
        self.progress.begin();
        let poster = ThinkingWriter {
            out: self.out.clone(),
            game,
            mode: self.engine_session.castling,
            progress: Arc::clone(&self.progress),
            always: aim == ThinkingAim::Analysis,
            bias: self.engine_session.engine.score_bias(purpose),
        };
        let signals = self.signals.clone();
        let listener = move |event: EngineEvent<'_>| {
            if let EngineEvent::Done(report) = event {
                let report = Box::new(report.clone());
                let _ = signals.send(SessionSignal::Done { number, report });
            } else {
                poster.tell(event);
            }
        };
        let task = SearchRequest {
            limits,
            hold,
            purpose,
        };
        self.engine_session.engine.go(task, Box::new(listener));
    }

    /// Stops the search under way and discards its result.
    pub(super) fn abandon(&mut self) {
        if let Some(thinking) = self.thinking.take() {
            if thinking.aim != ThinkingAim::Analysis {
                // Its answer was noted, and no move came of it.
                self.engine_session.forget_answers(1);
            }
            self.engine_session.engine.stop();
            // A stopped search ends within a millisecond; its output must precede the answer to the
            // next command.
            self.engine_session.engine.wait();
        }
    }

    /// Handles a ponder hit: the pondering search becomes the search for the move.
    pub(super) fn hit(&mut self) {
        let budget = self
            .control
            .budget(self.table.moves_made(), self.engine_session.overhead);
        if let Some(thinking) = &mut self.thinking {
            thinking.aim = ThinkingAim::Move;
            self.engine_session.engine.ponder_hit(Some(budget));
        }
    }

    /// Handles the result of a search.
    pub(super) fn finish_search(&mut self, number: u64, report: &SearchReport) {
        let matters = self
            .thinking
            .is_some_and(|thinking| thinking.number == number && thinking.aim == ThinkingAim::Move);
        if !matters {
            return;
        }
        self.thinking = None;
        self.play(report);
        self.obey_waiting();
        self.go_on();
        self.ponder();
    }

    fn play(&mut self, report: &SearchReport) {
        let Some(best) = report.best else {
            self.claim_the_end();
            return;
        };
        let side = self.table.game.turn();
        self.table
            .note_own_move(report.score, self.engine_session.engine.levels(side));
        if self.engine_session.resigns && self.table.is_hopeless() {
            self.out.say("resign");
            self.end(Some(GameEnding {
                result: GameResult::win_of(!side),
                termination: Termination::Resignation,
            }));
            return;
        }
        let accepts = std::mem::take(&mut self.table.draw_offered) && self.takes_a_draw();
        if accepts || self.engine_session.offers_draws && self.table.is_dead_level() {
            self.out.say("offer draw");
        }
        self.expected = expected_reply(&self.table.game, report);
        self.out.say(format_args!(
            "move {}",
            written(best, self.engine_session.castling)
        ));
        self.table.game.play(best);
        self.claim_the_end();
    }

    /// Returns true if a draw is at least as good as the engine's score; false in the opening.
    pub(super) fn takes_a_draw(&self) -> bool {
        let XboardMode::Playing(machine) = self.table.mode else {
            return false;
        };
        let least = -self.engine_session.engine.contempt(machine);
        self.table.game.phase() != Phase::Opening
            && self
                .table
                .opinion
                .is_some_and(|opinion| opinion.centipawns_or(i32::MAX) <= least)
    }

    /// Claims the result if the rules have ended the game.
    pub(super) fn claim_the_end(&mut self) {
        if let Some(ending) = self.table.game.ending()
            && !self.table.over
        {
            self.out.say(claim(ending));
            self.end(Some(ending));
        }
    }

    /// Ends the game, with a result or without.
    pub(super) fn end(&mut self, ending: Option<GameEnding>) {
        let played = self.table.played(ending);
        self.table
            .end(played.map(|played| self.engine_session.to_record(played)));
    }

    /// Begins to analyse. Moves made meanwhile are not those of the game, unless it is played on.
    pub(super) fn begin_analysis(&mut self) {
        if self.table.mode != XboardMode::Analyzing {
            let played = self.table.played(self.table.game.ending());
            self.table
                .set_aside(played.map(|played| self.engine_session.to_record(played)));
            self.table.mode = XboardMode::Analyzing;
        }
    }

    /// Returns a move to suggest to the user.
    pub(super) fn hint(&mut self) -> Option<Move> {
        let expected = self
            .expected
            .filter(|m| self.table.game.position().is_legal(*m));
        if expected.is_some() || self.thinking.is_some() {
            return expected;
        }
        self.engine_session.set_purpose(Purpose::Play);
        self.engine_session.engine.set_game(self.table.game.clone());
        self.engine_session
            .engine
            .suggest(&SearchLimits::nodes(NODES_FOR_A_HINT))
            .best
    }
}
