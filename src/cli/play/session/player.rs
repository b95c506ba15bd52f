//! The players and their game: the machine's strength, the user's name and style.

use std::time::Duration;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::faults::detail;
use crate::cli::play::seat::{self, Seat};
use crate::cli::play::strength::PlayStrength;
use crate::cli::play::strength_question as question;
use crate::cli::play::{STRETCH, THINKING_TIME, messages};
use bayeschess::identity::tidy_name;
use bayeschess::protocol::GameSink as _;
use bayeschess::units::Nodes;

impl PlaySession {
    /// Sets how strong the engine plays.
    pub(super) fn set_strength(&mut self, strength: Option<PlayStrength>) -> anyhow::Result<()> {
        let Some(chosen) = strength else {
            return print(&question::usage(self.set.language));
        };
        self.set.strength = chosen;
        self.set.engine.set_strength(chosen.engine());
        let nodes = chosen.nodes();
        let time = nodes
            .is_none()
            .then_some(Duration::from_millis(THINKING_TIME));
        self.set.limits.nodes = nodes.map(Nodes);
        self.set.limits.soft = time;
        self.set.limits.hard = time.map(|time| time * STRETCH);
        print(&question::set(self.set.language, chosen))
    }

    /// The engine's heuristic, strength and limits in one line.
    pub(super) fn manner(&self) -> String {
        let set = &self.set;
        messages::strength_text(set.language, &set.heuristic, set.strength, &set.limits)
    }

    /// Stores and remembers games under this name from now on, or none of a guest.
    pub(super) fn set_name(&mut self, name: &str) -> anyhow::Result<()> {
        let Some(named) = Seat::read(name) else {
            return print(seat::usage(self.set.language));
        };
        if let Seat::Named(name) = &named {
            print(&seat::named(self.set.language, name))?;
        }
        self.set.seat = named;
        self.set.engine.forget_opponent();
        self.recall()
    }

    /// Recalls the user's earlier games, and says so. Of a guest nothing is remembered, nor is the game before.
    pub(super) fn recall(&mut self) -> anyhow::Result<()> {
        let language = self.set.language;
        let Some(opponent) = self.set.seat.opponent() else {
            self.set.engine.forget_opponent();
            return print(seat::guest(language));
        };
        match self.set.keeper.recall(&opponent) {
            Ok(None) => Ok(()),
            Ok(Some(games)) => {
                let recalled = self.set.engine.recall(&games);
                let said = messages::recalled(language, &recalled);
                print(&format!("{}: {said}.\n", tidy_name(&opponent.name)))
            }
            // The user is told, and can play.
            Err(sentence) => {
                let spanish = "No se puede leer lo que se recuerda de ti";
                print(&format!("({})\n", detail(language, spanish, &sentence)))
            }
        }
    }

    /// Says how the machine sees the user's style.
    pub(super) fn show_style(&mut self) -> anyhow::Result<()> {
        self.set.engine.set_game(self.game.clone());
        self.set.engine.expect_limits(&self.set.limits);
        let decision = self.set.engine.decision(!self.set.human);
        print(&messages::learned(self.set.language, &decision))
    }
}
