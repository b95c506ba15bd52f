//! The command that tells the session of a forgotten name.

use super::settings::OpponentName;
use crate::store::{MeantNames, OpponentKey};

/// Tells that somebody is forgotten, under every spelling of the name.
#[derive(Clone, Debug)]
pub(super) struct ForgottenCommand {
    pub meant: MeantNames,
}

impl ForgottenCommand {
    /// Returns true if the player of this name on this computer is forgotten.
    pub fn is_player(&self, name: Option<&str>) -> bool {
        name.is_some_and(|name| self.meant.is_one(&OpponentKey::from(name)))
    }

    /// Returns true if this opponent is forgotten.
    pub fn is_opponent(&self, opponent: &OpponentName) -> bool {
        let key = OpponentKey::new(&opponent.name, &opponent.origin, opponent.kind);
        self.meant.is_one(&key)
    }

    /// Replaces the name by `?` in the tags `White` and `Black` of a game. Returns true if it stood there.
    pub fn blank(&self, tags: &mut [(String, String)]) -> bool {
        let mut is_found = false;
        for (tag, value) in tags {
            if matches!(tag.as_str(), "White" | "Black") && self.is_player(Some(value)) {
                "?".clone_into(value);
                is_found = true;
            }
        }
        is_found
    }
}
