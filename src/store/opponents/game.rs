//! One remembered game of an opponent, as counts.

use std::collections::BTreeMap;

use rusqlite::Row;
use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move};

use super::super::codes::DatabaseCode as _;
use crate::identity::Fingerprint;
use crate::record::SideResult;

/// Source of a remembered game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum MemorySource {
    /// This program played it.
    Played,
    /// It was read from a PGN file.
    Learned,
}

impl MemorySource {
    /// The name in the database and in JSON.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Counts of both sides' habits by name: how often each happened, out of how many chances.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HabitTallies {
    /// The opponent's.
    pub own: BTreeMap<String, [u32; 2]>,
    /// The other side's.
    pub other: BTreeMap<String, [u32; 2]>,
}

/// A game of an opponent, as it is remembered: counts, and what they are compared with.
///
/// It depends on no style model: another model judges the same counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OpponentGame {
    /// The fingerprint of start and moves, 32 hexadecimal digits.
    #[serde(with = "hex_digits")]
    pub fingerprint: u128,
    /// Distinguishes it from other games with the same moves: run and number of a stored game, or a checksum.
    pub occasion: String,
    /// How it came here.
    pub source: MemorySource,
    /// When it was played, UTC: a time, a date or a year.
    pub played_at: Option<String>,
    /// The opponent's colour.
    #[serde(with = "color_word")]
    pub color: Color,
    /// Number of the opponent's moves.
    pub moves: u32,
    /// Number of plies.
    pub plies: u32,
    /// Number of pieces and pawns on the board at the end.
    pub men: u32,
    /// The first plies in algebraic notation, twenty at most; `None` from another start.
    pub opening: Option<String>,
    /// The engine's answer to them in most moves: its objective or contempt.
    pub objective: Option<String>,
    /// The result for the other side, which is this program in games that it played.
    pub result: Option<SideResult>,
    /// The opponent's rating, if known.
    pub rating: Option<u16>,
    /// The other side's rating, if known.
    pub other_rating: Option<u16>,
    /// The population that the opponent is compared with, if known.
    pub population: Option<String>,
    /// The habits of both sides.
    pub habits: HabitTallies,
    /// Counts for the estimate of strength, if they were made.
    pub losses: Option<serde_json::Value>,
    /// The limit of this program's strength in a game that it played, such as `elo 1200`; `None` at full strength.
    ///
    /// Files of counts have it in limited games alone, so that older programs can read the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub strength_limit: Option<String>,
}

/// The limit of strength of a game during which the limit changed. Its result counts at no limit.
pub const CHANGED_LIMIT: &str = "changed";

impl OpponentGame {
    /// Returns true if the game began from the initial position. Other games tell nothing of style: norms are those of
    /// whole games.
    pub const fn is_from_initial_position(&self) -> bool {
        self.opening.is_some()
    }

    /// Returns true if this program played it, without a result, and a game of these moves is the same or goes on from
    /// it.
    pub fn is_beginning_of(&self, start: &Chess, moves: &[Move]) -> bool {
        let plies = usize::try_from(self.plies).ok();
        self.source == MemorySource::Played
            && self.result.is_none()
            && plies
                .and_then(|plies| moves.get(..plies))
                .is_some_and(|first| {
                    Fingerprint::of_moves(start, first, &mut Vec::new()).0 == self.fingerprint
                })
    }

    /// Returns true if both may be records of one game.
    ///
    /// They have the same moves and colour, results that do not differ, and dates of which one begins with the other. A result may be missing: a chess program does not tell the engine that somebody resigned.
    pub fn is_same_game(&self, other: &Self) -> bool {
        self.fingerprint == other.fingerprint
            && self.agrees_with(other.color, other.result, other.played_at.as_deref())
    }

    fn agrees_with(
        &self,
        color: Color,
        result: Option<SideResult>,
        played_at: Option<&str>,
    ) -> bool {
        let [one, two] = [self.played_at.as_deref(), played_at].map(Option::unwrap_or_default);
        let is_result_possible = self.result == result || self.result.is_none() || result.is_none();
        self.color == color && is_result_possible && (one.starts_with(two) || two.starts_with(one))
    }

    /// Returns [`is_same_game`](Self::is_same_game) for a row of [`COLUMNS`] with the same fingerprint, without reading
    /// its counts.
    pub(super) fn is_same_row(&self, row: &Row<'_>) -> rusqlite::Result<bool> {
        let played_at: Option<String> = row.get(3)?;
        Ok(self.agrees_with(color_of(row)?, result_of(row)?, played_at.as_deref()))
    }

    /// Reads a row of [`COLUMNS`].
    pub(super) fn of_row(row: &Row<'_>) -> rusqlite::Result<Self> {
        let fingerprint: [u8; 16] = row.get(0)?;
        let word = |column: usize| -> rusqlite::Result<Option<String>> { row.get(column) };
        Ok(Self {
            fingerprint: u128::from_be_bytes(fingerprint),
            occasion: row.get(1)?,
            source: match row.get::<_, String>(2)?.as_str() {
                "played" => MemorySource::Played,
                _ => MemorySource::Learned,
            },
            played_at: word(3)?,
            color: color_of(row)?,
            moves: row.get(5)?,
            plies: row.get(6)?,
            men: row.get(7)?,
            opening: word(8)?,
            objective: word(9)?,
            result: result_of(row)?,
            rating: row.get(11)?,
            other_rating: row.get(12)?,
            population: word(13)?,
            habits: json(14, &row.get::<_, String>(14)?)?,
            losses: match word(15)? {
                Some(text) => json(15, &text)?,
                None => None,
            },
            strength_limit: word(16)?,
        })
    }
}

fn color_of(row: &Row<'_>) -> rusqlite::Result<Color> {
    Ok(Color::from_white(row.get::<_, i64>(4)? == 0))
}

fn result_of(row: &Row<'_>) -> rusqlite::Result<Option<SideResult>> {
    let code: Option<i64> = row.get(10)?;
    Ok(code.and_then(SideResult::from_code))
}

/// The columns of a remembered game, in the order in which [`OpponentGame::of_row`] reads them.
pub(super) const COLUMNS: &str = "fingerprint, occasion, source, played_at, color, moves, plies, men, opening, \
     objective, result, rating, other_rating, population, habits, losses, strength_limit";

fn json<T: for<'a> Deserialize<'a>>(column: usize, text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| {
        rusqlite::Error::FromSqlConversionFailure(
            column,
            rusqlite::types::Type::Text,
            Box::new(error),
        )
    })
}

/// A colour as JSON writes it.
mod color_word {
    use serde::{Deserialize as _, Deserializer, Serializer};
    use shakmaty::Color;

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the shape that serde asks for"
    )]
    pub(super) fn serialize<S: Serializer>(color: &Color, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(color.fold_wb("white", "black"))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(input: D) -> Result<Color, D::Error> {
        match String::deserialize(input)?.as_str() {
            "white" => Ok(Color::White),
            "black" => Ok(Color::Black),
            other => Err(serde::de::Error::custom(format_args!(
                "'{other}' is not a colour; expected white or black"
            ))),
        }
    }
}

/// A fingerprint as JSON writes it.
mod hex_digits {
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(number: &u128, out: S) -> Result<S::Ok, S::Error> {
        out.serialize_str(&format!("{number:032x}"))
    }

    pub(super) fn deserialize<'a, D: Deserializer<'a>>(input: D) -> Result<u128, D::Error> {
        let text = String::deserialize(input)?;
        u128::from_str_radix(&text, 16).map_err(|_| {
            serde::de::Error::custom(format_args!(
                "'{text}' is not a number in hexadecimal digits"
            ))
        })
    }
}
