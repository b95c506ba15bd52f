//! The players and their game: the machine's level, the user's name and style.

use std::time::Duration;

use super::PlaySession;
use crate::cli::output::print;
use crate::cli::play::{STRETCH, THINKING_TIME, level_nodes, messages};
use bayeschess::engine::Strength;
use bayeschess::identity::tidy_name;
use bayeschess::units::Nodes;

impl PlaySession {
    /// Sets the level, from 1 to 10.
    pub(super) fn set_level(&mut self, level: u8) -> anyhow::Result<()> {
        if !(1..=10).contains(&level) {
            return print(messages::level_usage(self.set.language));
        }
        self.set.engine.set_strength(Strength::default());
        let nodes = level_nodes(level);
        let time = nodes
            .is_none()
            .then_some(Duration::from_millis(THINKING_TIME));
        self.set.limits.nodes = nodes.map(Nodes);
        self.set.limits.soft = time;
        self.set.limits.hard = time.map(|time| time * STRETCH);
        print(&messages::level(self.set.language, level))
    }

    /// Stores and remembers games under this name from now on.
    pub(super) fn set_name(&mut self, name: &str) -> anyhow::Result<()> {
        let name = tidy_name(name);
        if !name.chars().any(char::is_alphanumeric) {
            return print(messages::name_usage(self.set.language));
        }
        print(&messages::name(self.set.language, &name))?;
        self.set.opponent = name;
        self.set.engine.forget_opponent();
        self.recall()
    }

    /// Says how the machine sees the user's style.
    pub(super) fn show_style(&mut self) -> anyhow::Result<()> {
        self.set.engine.set_game(self.game.clone());
        let decision = self.set.engine.decision(!self.set.human);
        print(&messages::learned(self.set.language, &decision))
    }
}
