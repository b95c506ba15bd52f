//! The user's settings of a game: level, side, clocks, opening.

use serde::{Deserialize, Deserializer, Serialize};

use crate::engine::strength::{STRONGEST, WEAKEST};
use crate::protocol::OpponentInfo;
use crate::record::SideChoice;
use crate::store::OpponentKind;

use super::time_setting::TimeSetting;

/// The level of the first game.
pub(super) const FIRST_LEVEL: i64 = 1500;

/// How much a win or loss changes the level under "match me", in Elo.
const STEP: i64 = 60;

/// The settings of the next game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameSettings {
    /// The engine's level.
    pub level: LevelSetting,
    /// True if the engine adapts to its opponent.
    pub adapts: bool,
    /// How it then adapts.
    #[serde(default)]
    pub rule: AdaptRule,
    /// Whether the coach warns of blunders.
    #[serde(default)]
    pub coach: bool,
    /// Whether the level follows the results.
    pub match_me: bool,
    /// The user's side.
    pub color: SideChoice,
    /// The clocks; `None` for a game without them.
    pub time: Option<TimeSetting>,
    /// Where games begin.
    pub openings: OpeningChoice,
    /// The opponent whose openings are played; `None` if no opponent's are.
    #[serde(default)]
    pub openings_of: Option<OpponentName>,
}

/// The rule by which the engine adapts to its opponent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AdaptRule {
    /// The answers that were measured to gain.
    #[default]
    Measured,
    /// The objective that suits the likeliest style, as in 2005.
    Style,
}

/// A remembered opponent, as named on their card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentName {
    /// The name, or another spelling of it.
    pub name: String,
    /// The site they play on; empty for this computer.
    pub origin: String,
    /// Person or program.
    pub kind: OpponentKind,
}

impl From<OpponentName> for OpponentInfo {
    fn from(opponent: OpponentName) -> Self {
        Self {
            name: opponent.name,
            origin: opponent.origin,
            nature: opponent.kind,
            ..Self::default()
        }
    }
}

impl Default for GameSettings {
    fn default() -> Self {
        Self {
            level: LevelSetting {
                elo: Some(FIRST_LEVEL),
            },
            adapts: true,
            rule: AdaptRule::Measured,
            coach: false,
            match_me: false,
            color: SideChoice::White,
            time: None,
            openings: OpeningChoice::Varied,
            openings_of: None,
        }
    }
}

/// The engine's level on the scale of `UCI_Elo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelSetting {
    /// The rating; `None` is full strength.
    #[serde(deserialize_with = "level")]
    pub elo: Option<i64>,
}

fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i64>, D::Error> {
    let elo: Option<i64> = Option::deserialize(deserializer)?;
    match elo {
        Some(elo) if !(WEAKEST..=STRONGEST).contains(&elo) => Err(serde::de::Error::custom(
            format!("a level is a number from {WEAKEST} to {STRONGEST}, or null for full strength"),
        )),
        elo => Ok(elo),
    }
}

impl LevelSetting {
    /// Returns the level after a game in which the user scored this many half points.
    pub(super) fn after(self, half_points: i64) -> Self {
        let elo = self.elo.unwrap_or(STRONGEST) + (half_points - 1) * STEP;
        Self {
            elo: Some(elo.clamp(WEAKEST, STRONGEST)),
        }
    }
}

/// How games begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OpeningChoice {
    /// The engine plays from its book.
    Varied,
    /// The engine plays what others played against the user, and from its book where nothing is known.
    Met,
    /// The engine plays what a remembered opponent plays, and from its book where nothing is known.
    Opponent,
    /// The engine searches from the first move on.
    Initial,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_level_out_of_range_is_refused() {
        let read = |text: &str| serde_json::from_str::<LevelSetting>(text);
        assert_eq!(
            read("{\"elo\":null}").ok().map(|level| level.elo),
            Some(None)
        );
        assert!(read("{\"elo\":1500}").is_ok());
        let outside = [WEAKEST - 1, STRONGEST + 1].map(|elo| format!("{{\"elo\":{elo}}}"));
        let malformed = ["{\"elo\":1500.5}", "{}", "{\"elo\":1500,\"x\":1}"].map(str::to_owned);
        for text in outside.iter().chain(&malformed) {
            assert!(read(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn the_level_follows_the_results_within_its_range(elo in WEAKEST..=STRONGEST, half_points in 0..=2_i64) {
            let after = LevelSetting { elo: Some(elo) }.after(half_points);
            let after = after.elo.expect("a rating");
            prop_assert!((WEAKEST..=STRONGEST).contains(&after));
            prop_assert!((after - elo) * (half_points - 1) >= 0);
            prop_assert_eq!(after == elo, half_points == 1 || elo == WEAKEST && half_points == 0 || elo == STRONGEST && half_points == 2);
        }
    }
}
