//! The published state and its age.

use std::sync::Arc;
use std::time::Instant;

/// The state as it was last published.
#[derive(Clone, Debug)]
pub(in crate::serve) struct Published {
    pub version: u64,
    /// The state as one JSON object, without its age.
    json: Arc<str>,
    /// When the clocks in the state were read.
    at: Instant,
}

impl Published {
    /// Returns a state whose clocks were read at that time; `json` is an object with at least one field.
    pub(super) const fn new(version: u64, json: Arc<str>, at: Instant) -> Self {
        Self { version, json, at }
    }

    /// Returns the state as JSON with its present age, `age_ms`.
    ///
    /// Nothing is published while the user thinks, so a client that reads the state then must count the running clock
    /// from the time at which the clock was read.
    pub fn json(&self) -> String {
        self.json_at(Instant::now())
    }

    fn json_at(&self, now: Instant) -> String {
        let age = now.saturating_duration_since(self.at).as_millis();
        let object = self.json.strip_suffix('}').unwrap_or(&self.json);
        format!("{object},\"age_ms\":{age}}}")
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn the_age_of_a_state_grows_and_nothing_else_changes() {
        let at = Instant::now();
        let published = Published::new(3, Arc::from(r#"{"version":3,"game":{}}"#), at);
        for age in [0, 1, 90_000] {
            let text = published.json_at(at + Duration::from_millis(age));
            let state: Value = serde_json::from_str(&text).expect("valid JSON");
            assert_eq!(state, json!({ "version": 3, "game": {}, "age_ms": age }));
        }
    }
}
