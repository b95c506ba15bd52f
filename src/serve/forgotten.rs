//! The command that tells the session of a forgotten name.

use crate::identity::tidy_name;

/// Tells that somebody is forgotten, under every spelling of the name.
#[derive(Clone, Debug)]
pub(super) struct ForgottenCommand {
    pub spellings: Vec<String>,
}

impl ForgottenCommand {
    /// Returns true if this is the name of who is forgotten, in any capitals.
    pub fn is_name(&self, name: Option<&str>) -> bool {
        let key = |name: &str| tidy_name(name).to_lowercase();
        let spellings = &self.spellings;
        name.is_some_and(|name| spellings.iter().any(|spelling| key(spelling) == key(name)))
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
