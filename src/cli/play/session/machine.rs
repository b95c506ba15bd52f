//! The machine's moves: from the book or by search, and hints.

use std::time::Duration;

use shakmaty::Chess;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::{STRETCH, THINKING_TIME, messages};
use bayeschess::board::notation;
use bayeschess::engine::BookSettings;

impl PlaySession {
    /// Lets the book answer in the game from the initial position, and in no game that was set up or read.
    pub(super) fn open_book(&mut self) {
        let is_ours = self.given == 0 && *self.game.start() == Chess::default();
        self.set.engine.set_book_use(BookSettings {
            active: is_ours,
            ..BookSettings::against_people(self.set.seed)
        });
    }

    /// Lets the search alone answer until the book is [opened](Self::open_book) again.
    pub(super) fn close_book(&mut self) {
        self.set.engine.set_book_use(BookSettings::default());
    }

    pub(super) fn play_engine_move(&mut self) -> anyhow::Result<()> {
        let machine = self.game.turn();
        self.set.engine.set_game(self.game.clone());
        self.set.engine.expect_limits(&self.set.limits);
        let decision = self.set.engine.decision(machine);
        self.answers.push(decision.answer);
        let phase = self.game.phase();
        self.levels[phase] = self.set.engine.levels(machine).map(|by| by[phase].clone());
        let (report, without) = self.set.engine.think_and_explain(&self.set.limits);
        let Some(best) = report.best.filter(|_| !self.set.cancel.is_raised()) else {
            return Ok(());
        };
        self.opinion = Some(report.score);
        let san = notation::write(self.game.position(), best, self.set.language);
        let players = (&self.game, self.set.human);
        let mut panel = messages::move_panel(self.set.language, players, &san, &report, &decision);
        if let Some(without) = without {
            panel += &messages::without_answer(&self.game, without, self.set.language);
        }
        *self.moved.get_mut(machine) = true;
        self.game.play(best);
        print("\n")?;
        self.show_board()?;
        print(&panel)
    }

    pub(super) fn hint(&mut self) -> anyhow::Result<()> {
        self.set.engine.set_game(self.game.clone());
        let mut limits = self.set.limits.clone();
        if self.set.strength.nodes().is_some() {
            // The level is the engine's, not that of its advice.
            let time = Duration::from_millis(THINKING_TIME);
            limits.nodes = None;
            limits.soft.get_or_insert(time);
            limits.hard.get_or_insert(time * STRETCH);
        }
        let report = self.set.engine.suggest(&limits);
        match report.best {
            None => Ok(()),
            Some(best) => print(&messages::hint(
                self.set.language,
                &notation::write(self.game.position(), best, self.set.language),
                report.score.for_white(self.game.turn()),
            )),
        }
    }
}
