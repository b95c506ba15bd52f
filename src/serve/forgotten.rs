//! The command that tells the session of a forgotten name.

use crate::identity::name_key;

/// Tells that somebody is forgotten, under every spelling of the name.
#[derive(Clone, Debug)]
pub(super) struct ForgottenCommand {
    pub spellings: Vec<String>,
}

impl ForgottenCommand {
    /// Returns true if this is the name of who is forgotten, in any capitals.
    pub fn is_name(&self, name: Option<&str>) -> bool {
        let spellings = &self.spellings;
        name.map(name_key)
            .is_some_and(|key| spellings.iter().any(|spelling| name_key(spelling) == key))
    }

    /// Replaces the name by `?` in the tags `White` and `Black` of a game. Returns true if it stood there.
    pub fn blank(&self, tags: &mut [(String, String)]) -> bool {
        let mut is_found = false;
        for (tag, value) in tags {
            if matches!(tag.as_str(), "White" | "Black") && self.is_name(Some(value)) {
                "?".clone_into(value);
                is_found = true;
            }
        }
        is_found
    }
}
